"""Comparisons, logic, bits and choices: equivalences, special values, errors."""

from __future__ import annotations

import itertools
import math
import platform
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp

NAN, INF = float("nan"), float("inf")
DTYPES = [tp.uint8, tp.int16, tp.int64, tp.float16, tp.bfloat16, tp.float32, tp.float64]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_an_order_is_an_order(dtype: Any) -> None:
    x, y = tp.tensor([[0, 1, 2, 3]], dtype=dtype), tp.tensor([[2], [1]], dtype=dtype)
    assert tp.equal(x < y, y > x)
    assert tp.equal(x <= y, ~(x > y))
    assert tp.equal(x == y, (x <= y) & (x >= y))
    assert tp.equal(x != y, ~(x == y))
    assert tp.equal(tp.maximum(x, y), tp.where(x > y, x, y))
    assert tp.equal(tp.minimum(x, y) + tp.maximum(x, y), x + y)
    for alias, name in (
        ("less", "lt"),
        ("less_equal", "le"),
        ("greater", "gt"),
        ("greater_equal", "ge"),
        ("not_equal", "ne"),
    ):
        assert tp.equal(getattr(tp, alias)(x, y), getattr(tp, name)(x, y))


def test_nan_in_comparisons_and_extremes() -> None:
    x, y = tp.tensor([NAN, 1.0, NAN]), tp.tensor([1.0, NAN, NAN])
    assert not any((x == y).tolist() + (x < y).tolist() + (x >= y).tolist())
    assert all((x != y).tolist())
    assert repr(tp.maximum(x, y).tolist()) == repr(tp.minimum(x, y).tolist()) == repr([NAN, NAN, NAN])
    assert repr(tp.fmax(x, y).tolist()) == repr(tp.fmin(x, y).tolist()) == repr([1.0, 1.0, NAN])
    assert x.isnan().tolist() == [True, False, True]
    assert repr(x.clamp(0, 0.5).tolist()) == repr([NAN, 0.5, NAN])
    assert repr(tp.relu(x).tolist()) == repr(x.tolist())


def test_complex_numbers_have_no_order() -> None:
    z = tp.tensor([1j])
    for call in (lambda: z < 1, lambda: z >= z, lambda: tp.clamp(z, 0), lambda: tp.clamp_min(z, 0), lambda: tp.relu(z)):
        with pytest.raises(NotImplementedError, match="complex"):
            call()
    for name in ("maximum", "minimum", "fmax", "fmin"):
        with pytest.raises(RuntimeError, match="complex"):
            getattr(tp, name)(z, z)
    assert (z == 1j).tolist() == [True]


def test_comparisons_in_place_keep_the_dtype() -> None:
    x = tp.tensor([1.0, 2.0, 3.0])
    assert x.gt_(1.5).tolist() == [0.0, 1.0, 1.0]
    assert tp.lt(x, 0.5, out=tp.zeros(3, dtype=tp.int64)).tolist() == [1, 0, 0]


@pytest.mark.parametrize("dtype", [tp.bool, *DTYPES, tp.complex64], ids=str)
def test_questions(dtype: Any) -> None:
    x = tp.tensor([0, 1, 2]).to(dtype)
    assert all(x.isfinite().tolist())
    assert not any(x.isnan().tolist() + x.isinf().tolist())
    assert all(x.isreal().tolist())
    assert x.logical_not().tolist() == [True, False, False]
    assert x.t().isnan().dtype is tp.bool


def test_questions_about_special_values() -> None:
    x = tp.tensor([NAN, INF, -INF, -0.0])
    assert x.isinf().tolist() == [False, True, True, False]
    assert x.isposinf().tolist() == [False, True, False, False]
    assert x.isneginf().tolist() == [False, False, True, False]
    assert x.isfinite().tolist() == [False, False, False, True]
    assert tp.equal(x.isfinite(), ~(x.isnan() | x.isinf()))
    z = tp.tensor([complex(0, INF), complex(NAN, 1), 2 + 0j, 1j])
    assert z.isinf().tolist() == [True, False, False, False]
    assert z.isnan().tolist() == [False, True, False, False]
    assert z.isfinite().tolist() == [False, False, True, True]
    assert z.isreal().tolist() == [False, False, True, False]


def test_logic_takes_any_dtype() -> None:
    for left, right in itertools.product([tp.bool, *DTYPES, tp.complex64], repeat=2):
        x, y = tp.tensor([0, 0, 1, 2]).to(left), tp.tensor([0, 1, 0, 2]).to(right)
        assert tp.logical_and(x, y).tolist() == [False, False, False, True]
        assert tp.logical_or(x, y).tolist() == [False, True, True, True]
        assert tp.logical_xor(x, y).tolist() == [False, True, True, False]
    assert tp.logical_not(tp.tensor([0j, 1j, complex(0, 2)])).tolist() == [True, False, False]
    with pytest.raises(TypeError):
        tp.logical_and(tp.ones(1), 1)


@pytest.mark.parametrize("dtype", [tp.bool, tp.uint8, tp.int8, tp.int32, tp.int64, tp.uint16], ids=str)
def test_bits(dtype: Any) -> None:
    x, y = tp.tensor([0, 1, 5, 6]).to(dtype), tp.tensor([3, 1, 4, 0]).to(dtype)
    assert tp.equal(~(x & y), ~x | ~y)
    assert tp.equal(x ^ y, (x | y) & ~(x & y))
    assert tp.equal(~~x, x)


def test_bits_need_whole_numbers() -> None:
    x = tp.ones(2)
    for call in (
        lambda: x & x,
        lambda: x | 1,
        lambda: x ^ x,
        lambda: x << 1,
        x.bitwise_not,
        lambda: tp.tensor([1]) & 1.0,
    ):
        with pytest.raises(NotImplementedError):
            call()
    with pytest.raises(TypeError, match="~"):
        _ = ~x
    with pytest.raises(RuntimeError, match="can't be cast"):
        tp.tensor([1]).bitwise_and_(1.5)


def test_shifts() -> None:
    x = tp.tensor([1, -1, 12])
    assert (x << 2).tolist() == [4, -4, 48]
    assert (x >> 2).tolist() == [0, -1, 3]
    for beyond in (64, 70, -1):
        assert (x << beyond).tolist() == [0, 0, 0]
        assert (x >> beyond).tolist() == [0, -1, 0]
    assert (tp.tensor([255], dtype=tp.uint8) << 1).tolist() == [254]


def test_divisors_and_multiples() -> None:
    pairs = list(itertools.product(range(-6, 7), repeat=2))
    x, y = (tp.tensor([pair[side] for pair in pairs]) for side in (0, 1))
    assert tp.gcd(x, y).tolist() == [math.gcd(*pair) for pair in pairs]
    assert tp.lcm(x, y).tolist() == [math.lcm(*pair) for pair in pairs]


def test_where() -> None:
    condition = tp.tensor([[True, False, True]])
    x, y = tp.tensor([[1], [2]]), tp.tensor([0.5, 1.5, 2.5])
    chosen = tp.where(condition, x, y)
    assert chosen.tolist() == [[1.0, 1.5, 1.0], [2.0, 1.5, 2.0]]
    assert tp.equal(x.where(condition, y), chosen)
    assert tp.equal(tp.where(~condition, y, x), chosen)
    assert tp.where(condition, 1, 2).dtype is tp.int64
    assert tp.where(condition, True, False).tolist() == [[True, False, True]]
    assert [index.tolist() for index in tp.where(condition)] == [[0, 0], [0, 2]]
    assert [index.tolist() for index in tp.where(tp.tensor(True))] == [[0]]
    with pytest.warns(UserWarning, match="uint8"):
        assert tp.where(condition.byte(), 1, 2).tolist() == [[1, 2, 1]]


def test_what_where_refuses() -> None:
    condition = tp.tensor([True, False])
    x = tp.zeros(2)
    with pytest.raises(RuntimeError, match="bool condition"):
        tp.where(tp.tensor([1, 0]), x, x)
    with pytest.raises(RuntimeError, match="overflow"):
        tp.where(condition, tp.zeros(2, dtype=tp.int8), 300)
    with pytest.raises(RuntimeError, match="out="):
        tp.where(condition, x, x, out=tp.zeros(2, dtype=tp.float64))
    for arguments in ((True, 1, 2), (condition, x), (condition, x, "a"), (condition, None, x)):
        with pytest.raises(TypeError):
            tp.where(*arguments)
    with pytest.raises(TypeError):
        tp.where(condition, x, 0, out=x)


def test_clamp() -> None:
    x = tp.tensor([-2.0, 0.5, 3.0])
    assert tp.equal(x.clamp(-1, 1), tp.minimum(tp.maximum(x, tp.tensor(-1.0)), tp.tensor(1.0)))
    assert tp.equal(x.clamp(-1, 1), x.clamp_min(-1).clamp_max(1))
    assert tp.equal(x.clip(min=tp.tensor([0.0, 1.0, 2.0])), tp.tensor([0.0, 1.0, 3.0]))
    assert x.clamp(2, 1).tolist() == [1.0, 1.0, 1.0]
    assert x.clamp(tp.tensor(0.0), 1).tolist() == [0.0, 0.5, 1.0]
    assert x.clamp(max=tp.zeros(2, 1)).shape == (2, 3)
    assert tp.tensor([1, 5]).clamp(max=2.5).tolist() == [1.0, 2.5]
    assert repr(x.clamp(NAN, 1).tolist()) == repr([NAN] * 3)
    assert tp.equal(tp.relu(x), x.clamp(min=0))


def test_what_clamp_refuses() -> None:
    x = tp.tensor([1, 2])
    with pytest.raises(RuntimeError, match="at least one"):
        x.clamp()
    with pytest.raises(RuntimeError, match="can't be cast"):
        x.clamp_(0.5)
    for bound in (300, -300):
        with pytest.raises(RuntimeError, match="overflow"):
            x.byte().clamp(0, bound)
    with pytest.raises(RuntimeError, match="imaginary"):
        tp.ones(1).clamp(1j)
    for bounds in (("a",), (1, tp.tensor([1, 2])), ([1],)):
        with pytest.raises(TypeError):
            x.clamp(*bounds)
    assert x.tolist() == [1, 2]


def test_blends() -> None:
    x, y = tp.tensor([0.0, 10.0]), tp.tensor([1.0, 20.0])
    assert tp.equal(tp.lerp(x, y, 0.0), x)
    assert tp.equal(tp.lerp(x, y, 1.0), y)
    assert tp.allclose(tp.lerp(x, y, 0.25), x + 0.25 * (y - x))
    assert tp.equal(tp.addcmul(x, y, y, value=2), x + 2 * y * y)
    assert tp.allclose(tp.addcdiv(x, y, y + 1, value=3), x + 3 * y / (y + 1))
    for wrong in (lambda: tp.lerp(x, y.double(), 0.5), lambda: tp.addcdiv(x, tp.tensor([1]), tp.tensor([2]))):
        with pytest.raises(RuntimeError):
            wrong()


def test_nan_to_num() -> None:
    x = tp.tensor([NAN, INF, -INF, 1.0])
    assert x.nan_to_num().tolist() == [0.0, tp.finfo(tp.float32).max, tp.finfo(tp.float32).min, 1.0]
    assert x.nan_to_num(7, 8, 9).tolist() == [7.0, 8.0, 9.0, 1.0]
    assert x.half().nan_to_num().tolist() == [0.0, 65504.0, -65504.0, 1.0]
    assert tp.tensor([complex(NAN, INF)]).nan_to_num(posinf=2).tolist() == [2j]
    assert tp.tensor([3]).nan_to_num(nan=1).tolist() == [3]


def test_a_zero_within_the_bounds_keeps_its_sign() -> None:
    torch = pytest.importorskip("torch")
    # Which zero is the larger one is the processor's choice.
    shown = str if platform.machine() in ("x86_64", "AMD64") else abs
    calls: list[Callable[[Any, Any], Any]] = [
        lambda library, x: library.relu(x),
        lambda library, x: x.clone().relu_(),
        lambda library, x: library.clamp(x, min=0),
        lambda library, x: library.clamp(x, min=-0.0),
        lambda library, x: library.clamp(x, max=-0.0),
        lambda library, x: x.clone().clamp_(0, 1),
        lambda library, x: library.clamp(x, -1, -0.0),
    ]
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        for count, step in ((1, 1), (7, 1), (64, 1), (64, 3), (100_000, 1)):
            values = [-0.0, 0.0, -1.5, 2.5] * count
            theirs, ours = (library.tensor(values, dtype=getattr(library, dtype))[::step] for library in (torch, tp))
            for call in calls:
                expected, found = call(torch, theirs).tolist(), call(tp, ours).tolist()
                assert list(map(shown, found)) == list(map(shown, expected)), (dtype, count, step)
