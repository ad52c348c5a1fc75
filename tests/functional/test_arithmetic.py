"""Arithmetic: quotients and remainders, powers, what bool may not do, overlap, and failures that change nothing."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tensorplay as tp

SIGNED = [tp.int8, tp.int16, tp.int32, tp.int64]
FLOATING = [tp.float16, tp.bfloat16, tp.float32, tp.float64]
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("dtype", SIGNED + FLOATING, ids=str)
def test_quotient_and_remainder_fit_together(dtype: Any) -> None:
    dividends, divisors = (
        tp.tensor(values, dtype=dtype) for values in ([-7, -6, -1, 0, 1, 6, 7], [2, 3, -2, 5, -4, -3, 2])
    )
    down, rest = dividends // divisors, dividends % divisors
    assert tp.equal(down * divisors + rest, dividends)
    assert tp.equal(down, tp.div(dividends, divisors, rounding_mode="floor"))
    assert bool(((rest == 0) | (rest.sign() == divisors.sign())).all())
    cut, left = tp.div(dividends, divisors, rounding_mode="trunc"), tp.fmod(dividends, divisors)
    assert tp.equal(cut * divisors + left, dividends)
    assert bool(((left == 0) | (left.sign() == dividends.sign())).all())
    assert down.tolist() == [a // b for a, b in zip(dividends.tolist(), divisors.tolist(), strict=True)]


def test_the_least_integer_divided_by_minus_one_wraps_around() -> None:
    least = tp.tensor([-128], dtype=tp.int8)
    for quotient in (least // -1, tp.div(least, -1, rounding_mode="trunc"), -least, least.abs()):
        assert quotient.tolist() == [-128]
    assert (least % -1).tolist() == [0]


def test_floating_quotients_of_special_values() -> None:
    x = tp.tensor([1.0, -1.0, INF, NAN, 0.0])
    assert repr((x // 0).tolist()) == repr([INF, -INF, INF, NAN, NAN])
    assert repr((x // 2).tolist()) == repr([0.0, -1.0, NAN, NAN, 0.0])
    assert repr((x % INF).tolist()) == repr([1.0, INF, NAN, NAN, 0.0])
    assert (tp.tensor([1.0]) // 0.1).tolist() == [9.0]


DIVISIONS: list[Callable[..., Any]] = [
    operator.floordiv, operator.mod, tp.fmod, tp.remainder, tp.floor_divide,
    lambda x, y: tp.div(x, y, rounding_mode="floor"), lambda x, y: tp.div(x, y, rounding_mode="trunc"),
]  # fmt: skip


@pytest.mark.parametrize("divide", DIVISIONS)
def test_integers_are_not_divided_by_zero(divide: Callable[..., Any]) -> None:
    x = tp.tensor([7, 8])
    for zero in (0, tp.tensor([1, 0]), tp.tensor(0), tp.tensor([[0]])):
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            divide(x, zero)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        divide(tp.ones(2, dtype=tp.int8), 256)  # wraps around to 0
    assert divide(x[:0], 0).tolist() == []
    assert divide(tp.ones(2), 0).dtype is tp.float32
    assert divide(tp.ones(2, dtype=tp.int64, device="meta"), 0).shape == (2,)


def test_a_division_by_zero_changes_nothing() -> None:
    x = tp.tensor([7, 8])
    out = tp.zeros(5, dtype=tp.int64)
    with pytest.raises(RuntimeError):
        tp.remainder(x, tp.tensor([1, 0]), out=out)
    assert (out.shape, out._version) == ((5,), 0)
    with pytest.raises(RuntimeError):
        x //= tp.tensor([1, 0])
    assert (x.tolist(), x._version) == ([7, 8], 0)


@pytest.mark.parametrize("mode", ["up", "", "Floor"])
def test_an_unknown_rounding_mode(mode: str) -> None:
    with pytest.raises(RuntimeError, match="rounding_mode"):
        tp.div(tp.ones(1), 2, rounding_mode=mode)


def test_what_bool_may_do() -> None:
    yes, no = tp.tensor([True]), tp.tensor([False])
    assert (yes + yes).tolist() == (yes * yes).tolist() == [True]
    assert (yes * no).tolist() == [False]
    assert (yes / yes).tolist() == [1.0]
    assert (yes**2).dtype is tp.int64
    assert (no**False).tolist() == [True]
    for refused in (lambda: yes - no, lambda: yes - 1, lambda: 1 - yes, lambda: tp.ones(1) - yes, lambda: -yes,
                    lambda: tp.ones(1) - True, lambda: +yes, lambda: yes.sub_(no), yes.positive):  # fmt: skip
        with pytest.raises(RuntimeError):
            refused()
    for missing in (lambda: yes // yes, lambda: yes % yes, lambda: tp.fmod(yes, yes), lambda: yes**yes,
                    lambda: yes << yes, yes.abs, yes.floor, yes.round):  # fmt: skip
        with pytest.raises(NotImplementedError):
            missing()


def test_alpha() -> None:
    x, y = tp.tensor([1, 2]), tp.tensor([10, 20])
    assert tp.equal(tp.add(x, y, alpha=3), x + 3 * y)
    assert tp.equal(tp.sub(x, y, alpha=3), x - 3 * y)
    assert tp.equal(tp.rsub(x, y, alpha=3), y - 3 * x)
    for alpha in (0.5, True, 1j, 2**63):
        with pytest.raises((RuntimeError, OverflowError)):
            tp.add(x, y, alpha=alpha)
    with pytest.raises(RuntimeError, match="overflow"):
        tp.add(tp.ones(1, dtype=tp.uint8), 1, alpha=300)


def test_sixteen_bits_are_rounded_once() -> None:
    one = tp.tensor([1.0], dtype=tp.float16)
    assert (one * 300 * 300).item() == INF
    assert tp.addcmul(one * -60000, one * 300, one * 300).item() == 30000.0
    assert tp.add(one * -60000, one * 300, alpha=300).item() == 30000.0
    assert tp.sigmoid(tp.tensor([-15.0], dtype=tp.bfloat16)).item() == pytest.approx(3.05e-7, rel=5e-3)


def test_powers_of_integers() -> None:
    for base, exponent in itertools.product(range(-3, 4), range(5)):
        assert tp.tensor(base).pow(tp.tensor(exponent)).item() == base**exponent
    assert (tp.tensor([1, -1, -1, 2, 0]) ** tp.tensor([-5, -1, -2, -1, -1])).tolist() == [1, -1, 1, 0, 0]
    assert (tp.tensor([200], dtype=tp.uint8) ** 2).tolist() == [64]
    assert (2 ** tp.tensor([3, 0])).tolist() == [8, 1]
    for exponent in (-1, -3):
        with pytest.raises(RuntimeError, match="negative power"):
            tp.tensor([2]) ** exponent
    with pytest.raises(RuntimeError, match="overflow"):
        tp.ones(1, dtype=tp.uint8) ** 300
    with pytest.raises(TypeError):
        tp.pow(2, 3)
    x = tp.tensor([2, 3])
    with pytest.raises(RuntimeError):
        x.pow_(-1)
    assert x.tolist() == [2, 3]


@pytest.mark.parametrize("exponent", [-2, -1, -0.5, 0, 0.5, 1, 2, 3, 2.5])
def test_special_exponents_agree_with_powers_by_tensors(exponent: float) -> None:
    x = tp.tensor([0.25, 1.0, 2.0, 9.0], dtype=tp.float64)
    assert tp.allclose(x**exponent, x ** tp.full_like(x, exponent))
    assert tp.allclose((x + 1j) ** exponent, (x + 1j) ** tp.full_like(x, exponent))
    assert (tp.ones(2, 3).t() ** exponent).stride() == (1, 3)
    assert (exponent ** tp.ones(2, 3).t()).stride() == (2, 1)


def test_float_power_is_exact() -> None:
    assert tp.float_power(tp.tensor([2], dtype=tp.uint8), 0.5).tolist() == [math.sqrt(2)]
    assert tp.float_power(tp.tensor([2j]), 2).dtype is tp.complex128
    for wrong in (lambda: tp.ones(1).float_power_(2), lambda: tp.float_power(tp.ones(1), 2, out=tp.zeros(1))):
        with pytest.raises(RuntimeError):
            wrong()


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc", "rint"])
def test_rounding_against_numpy(name: str) -> None:
    values = np.array([-2.5, -1.5, -0.5, -0.0, 0.5, 1.5, 2.5, NAN, INF])
    ours = getattr(tp, {"rint": "round"}.get(name, name))(tp.from_numpy(values))
    np.testing.assert_array_equal(ours.numpy(), getattr(np, name)(values))
    whole = tp.tensor([-3, 5])
    assert getattr(tp, {"rint": "round"}.get(name, name))(whole).tolist() == [-3, 5]


def test_frac_and_trunc_make_the_number() -> None:
    x = tp.tensor([-2.75, -0.5, 0.0, 0.25, 3.5])
    assert tp.equal(x.frac() + x.trunc(), x)
    assert tp.equal(x.fix(), x.trunc())
    assert repr(tp.tensor([INF]).frac().tolist()) == "[nan]"


def test_decimals() -> None:
    x = tp.tensor([1234.5678, -0.125, 25.0], dtype=tp.float64)
    assert x.round(decimals=2).tolist() == [1234.57, -0.12, 25.0]
    assert x.round(decimals=-1).tolist() == [1230.0, -0.0, 20.0]
    with pytest.raises(NotImplementedError, match="decimals"):
        tp.tensor([15]).round(decimals=-1)


def test_signs() -> None:
    x = tp.tensor([-2.0, -0.0, 0.0, 3.0, NAN])
    assert x.sign().tolist() == x.sgn().tolist() == [-1.0, 0.0, 0.0, 1.0, 0.0]
    assert x.signbit().tolist() == [True, True, False, False, False]
    assert tp.equal(tp.copysign(x[:4].abs(), x[:4]), x[:4])
    z = tp.tensor([3 - 4j, 0j])
    assert tp.allclose(z.sgn() * z.abs(), z)
    assert tp.allclose(tp.polar(z.abs(), z.angle()), z)
    assert z.abs().dtype is tp.float32
    with pytest.raises(RuntimeError, match="abs_"):
        z.abs_()
    with pytest.raises(NotImplementedError):
        z.sign()
    assert (+x is x, x.positive() is x) == (True, True)


def test_in_place_work_on_overlapping_cells_reads_before_it_writes() -> None:
    x = tp.arange(6).view(2, 3)
    x -= x[:, :1]
    assert x.tolist() == [[0, 1, 2], [0, 1, 2]]
    y = tp.arange(5)
    y[1:].mul_(1)
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        y[1:].add_(y[:-1])
    with pytest.raises(RuntimeError, match=r"refers? to a single memory location"):
        tp.ones(1).expand(3).add_(1)


def test_an_output_is_looked_at_before_it_is_resized() -> None:
    x = tp.arange(6.0).view(2, 3)
    with pytest.warns(UserWarning, match="resized"):
        result = tp.exp(x, out=x[:, :1])  # not dense, so PyTorch does not look closer
    assert tp.allclose(result, tp.arange(6.0).view(2, 3).exp())
    with pytest.raises(RuntimeError, match="single memory location"):
        tp.exp(x, out=x.t())


def test_an_operator_leaves_what_is_no_operand_to_python() -> None:
    x = tp.ones(2)
    for function in (operator.add, operator.mul, operator.pow, operator.and_, operator.lt):
        for other in (None, "a", [1, 2]):
            with pytest.raises(TypeError):
                function(x, other)
    assert (x == None, x != None) == (False, True)  # noqa: E711
    assert x.__add__("a") is NotImplemented
    with pytest.raises(TypeError):
        divmod(x, 2)


def test_operators_on_arrays() -> None:
    x, array = tp.ones(2), np.array([1.0, 2.0])
    assert (x == array).tolist() == [True, False]
    assert (x != array).tolist() == [False, True]
    mixed = x + array
    assert (type(mixed), mixed.dtype, mixed.tolist()) == (tp.Tensor, tp.float64, [2.0, 3.0])
    for function in (operator.add, operator.sub, operator.lt):
        with pytest.raises(TypeError):
            function(array, x)
    with pytest.raises(TypeError):
        tp.add(x, array)


def test_reflected_operators() -> None:
    x = tp.tensor([2, 3])
    results = [7 // x, 7 % x, 2**x, 7 - x, 7 / x, 6 & x, 1 | x, 1 ^ x, 1 << x, 16 >> x]
    assert [result.tolist() for result in results[:4]] == [[3, 2], [1, 1], [4, 8], [5, 4]]
    assert [result.tolist() for result in results[5:]] == [[2, 2], [3, 3], [3, 2], [4, 8], [4, 2]]
    assert tp.allclose(results[4], tp.tensor([3.5, 7 / 3]))
    assert 1 < tp.tensor(2) < 3
