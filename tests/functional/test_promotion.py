"""The dtype in which operands meet, and what may be cast into an output: each rule, and the examples around it."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tensorplay as tp

ARITHMETIC: list[Callable[[Any, Any], Any]] = [tp.add, tp.sub, tp.mul, tp.div]
BOOLEAN = [tp.bool]
INTEGRAL = [tp.uint8, tp.int8, tp.int16, tp.int32, tp.int64]
FLOATING = [tp.float16, tp.bfloat16, tp.float32, tp.float64]
COMPLEX = [tp.complex64, tp.complex128]
CATEGORIES = [BOOLEAN, INTEGRAL, FLOATING, COMPLEX]


def named_tensors() -> dict[str, Any]:
    """The tensors of the examples."""
    return {
        "float_tensor": tp.ones(1, dtype=tp.float),
        "double_tensor": tp.ones(1, dtype=tp.double),
        "complex_float_tensor": tp.ones(1, dtype=tp.complex64),
        "complex_double_tensor": tp.ones(1, dtype=tp.complex128),
        "int_tensor": tp.ones(1, dtype=tp.int),
        "long_tensor": tp.ones(1, dtype=tp.long),
        "uint_tensor": tp.ones(1, dtype=tp.uint8),
        "bool_tensor": tp.ones(1, dtype=tp.bool),
        "long_zerodim": tp.tensor(1, dtype=tp.long),
        "int_zerodim": tp.tensor(1, dtype=tp.int),
    }


@pytest.fixture
def default_float64() -> Iterator[None]:
    tp.set_default_dtype(tp.float64)
    yield
    tp.set_default_dtype(tp.float32)


# The examples of promotion.


@pytest.mark.parametrize(
    ("expression", "dtype"),
    [
        ("tp.add(5, 5)", tp.int64),
        ("int_tensor + 5", tp.int32),  # 5 is an int64, but of no higher category than int_tensor
        ("int_tensor + long_zerodim", tp.int32),
        ("long_tensor + int_tensor", tp.int64),
        ("bool_tensor + long_tensor", tp.int64),
        ("bool_tensor + uint_tensor", tp.uint8),
        ("float_tensor + double_tensor", tp.float64),
        ("complex_float_tensor + complex_double_tensor", tp.complex128),
        ("bool_tensor + int_tensor", tp.int32),
        ("tp.add(long_tensor, float_tensor)", tp.float32),  # of another kind: large enough for the float is enough
    ],
)
def test_examples_of_promotion(expression: str, dtype: Any) -> None:
    result = eval(expression, {"tp": tp, **named_tensors()})
    assert result.dtype is dtype
    assert result.flatten().tolist() == [10 if "5, 5" in expression else 6 if "5" in expression else 2]


# First rule: a number of a higher category than the tensors decides (complex before floating, integral, boolean).


@pytest.mark.parametrize("function", ARITHMETIC)
def test_a_number_of_a_higher_category_decides(function: Callable[[Any, Any], Any]) -> None:
    for dtype in BOOLEAN + INTEGRAL:
        if dtype is tp.bool and function is tp.sub:
            continue
        assert function(tp.ones(2, dtype=dtype), 2.5).dtype is tp.float32
        assert function(tp.ones(2, dtype=dtype), 2j).dtype is tp.complex64
    if function in (tp.add, tp.mul):
        assert function(tp.ones(2, dtype=tp.bool), 2).dtype is tp.int64


def test_a_complex_number_widens_a_floating_tensor_to_its_own_counterpart() -> None:
    wide = {tp.float16: tp.complex32, tp.bfloat16: tp.complex64, tp.float32: tp.complex64, tp.float64: tp.complex128}
    for dtype, counterpart in wide.items():
        assert (tp.ones(2, dtype=dtype) * 2j).dtype is counterpart


@pytest.mark.parametrize("function", ARITHMETIC)
def test_a_number_of_the_same_or_a_lower_category_does_not(function: Callable[[Any, Any], Any]) -> None:
    for dtype in FLOATING + COMPLEX:
        for number in (2, 2.5, 2j):
            if isinstance(number, complex) and dtype in FLOATING:
                continue
            assert function(tp.ones(2, dtype=dtype), number).dtype is dtype
    for dtype in INTEGRAL:
        expected = tp.float32 if function is tp.div else dtype
        assert function(tp.ones(2, dtype=dtype), 300).dtype is expected
        assert function(3, tp.ones(2, dtype=dtype)).dtype is expected


# Second rule: 0-dim tensors of a higher category than the dimensioned ones decide, all of them together.


def test_a_zero_dim_tensor_counts_only_by_its_category() -> None:
    for low, high in itertools.product(range(4), range(4)):
        for dimensioned, zero_dim in itertools.product(CATEGORIES[low], CATEGORIES[high]):
            result = (tp.ones(2, dtype=dimensioned) * tp.tensor(1, dtype=zero_dim)).dtype
            if high <= low:
                assert result is dimensioned
            elif dimensioned in FLOATING:
                assert result is (tp.complex128 if dimensioned is tp.float64 else tp.complex32
                                  if dimensioned is tp.float16 else tp.complex64)  # fmt: skip
            else:
                assert result is zero_dim


def test_several_zero_dim_tensors_promote_among_themselves_first() -> None:
    condition = tp.tensor([True, False])
    narrow, wide = tp.tensor(1.0, dtype=tp.float16), tp.tensor(1.0, dtype=tp.float64)
    assert tp.where(condition, narrow, wide).dtype is tp.float64
    assert tp.addcmul(tp.ones(2, dtype=tp.int8), narrow, wide).dtype is tp.float64


def test_a_number_comes_after_zero_dim_tensors() -> None:
    assert (tp.tensor(1, dtype=tp.int8) + 1000).dtype is tp.int8
    assert (tp.tensor(1.0, dtype=tp.float16) + 2.5).dtype is tp.float16
    assert (tp.tensor(1, dtype=tp.int8) + 2.5).dtype is tp.float32


# Third rule: else the dimensioned tensors decide, and the result holds all of them.


@pytest.mark.parametrize("function", [tp.add, tp.mul])
def test_dimensioned_tensors_promote_to_what_holds_both(function: Callable[[Any, Any], Any]) -> None:
    for left, right in itertools.product(BOOLEAN + INTEGRAL + FLOATING + COMPLEX, repeat=2):
        result = function(tp.ones(2, dtype=left), tp.ones(1, dtype=right)).dtype
        assert result is tp.promote_types(left, right)
        assert result is function(tp.ones(1, dtype=right), tp.ones(2, dtype=left)).dtype


def test_dtypes_that_hold_neither_the_other_meet_in_a_third() -> None:
    assert (tp.ones(1, dtype=tp.uint8) + tp.ones(1, dtype=tp.int8)).dtype is tp.int16
    assert (tp.ones(1, dtype=tp.float16) + tp.ones(1, dtype=tp.bfloat16)).dtype is tp.float32
    assert (tp.ones(1, dtype=tp.float64) + tp.ones(1, dtype=tp.complex64)).dtype is tp.complex128


# What dtype a number has: the default dtype if it is floating, int64 if it is an integer.


def test_numbers_have_the_default_dtype_and_int64(default_float64: None) -> None:
    assert (tp.ones(1, dtype=tp.int32) + 1.5).dtype is tp.float64
    assert (tp.ones(1, dtype=tp.int32) * 1j).dtype is tp.complex128
    assert (tp.ones(1, dtype=tp.bool) + 1).dtype is tp.int64
    assert tp.add(2.5, 1).dtype is tp.float64
    assert (tp.ones(1, dtype=tp.float32) + 1.5).dtype is tp.float32
    assert tp.sin(tp.ones(1, dtype=tp.int32)).dtype is tp.float64
    assert (tp.ones(1, dtype=tp.int32) / 2).dtype is tp.float64


def test_numpy_scalars_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    x = tp.ones(2)
    for number in (numpy.float64(2), numpy.float32(2), numpy.int64(2), numpy.int8(2)):
        assert (x + number).dtype is tp.float32
        assert (number + x).tolist() == [3.0, 3.0]
        assert (number / x).tolist() == [2.0, 2.0]
    assert (tp.ones(2, dtype=tp.int8) + numpy.int64(300)).dtype is tp.int8
    assert (tp.ones(2, dtype=tp.int8) + numpy.bool_(True)).dtype is tp.int8


def test_numbers_beyond_64_bits_are_refused() -> None:
    for call in (
        lambda: tp.ones(1) + 2**64,
        lambda: tp.ones(1, dtype=tp.int64) * -(2**63 + 1),
        lambda: 2**70 + tp.ones(1),
    ):
        with pytest.raises(OverflowError, match="64 bits"):
            call()


# Values are not inspected, as NumPy once did.


def test_values_are_not_looked_at() -> None:
    assert (tp.ones(1, dtype=tp.uint8) + 300).tolist() == [45]
    assert (tp.tensor([200], dtype=tp.uint8) + tp.tensor(300)).tolist() == [244]
    assert (tp.tensor([1], dtype=tp.uint8) < 256).tolist() == [False]
    assert (tp.tensor([1.0], dtype=tp.float16) + 1e9).tolist() == [float("inf")]


# Other operations promote as well; integers give the default floating dtype where the result is no integer.


@pytest.mark.parametrize("name", ["atan2", "copysign", "xlogy", "true_divide"])
def test_functions_of_two_numbers_give_floats(name: str) -> None:
    for left, right in itertools.product(BOOLEAN + INTEGRAL, repeat=2):
        assert getattr(tp, name)(tp.ones(2, dtype=left), tp.ones(2, dtype=right)).dtype is tp.float32
    assert getattr(tp, name)(tp.ones(2, dtype=tp.int64), tp.ones(2, dtype=tp.float16)).dtype is tp.float16


@pytest.mark.parametrize(
    "name", ["sin", "exp", "sqrt", "log", "sigmoid", "erf", "reciprocal", "rsqrt", "tanh", "deg2rad"]
)
def test_functions_of_one_number_give_floats(name: str) -> None:
    for dtype in BOOLEAN + INTEGRAL + [tp.uint16, tp.uint32, tp.uint64]:
        assert getattr(tp, name)(tp.ones(2, dtype=dtype)).dtype is tp.float32
    for dtype in FLOATING:
        assert getattr(tp, name)(tp.ones(2, dtype=dtype)).dtype is dtype


def test_wide_unsigned_integers_promote_with_floats_only() -> None:
    for wide in (tp.uint16, tp.uint32, tp.uint64):
        assert (tp.ones(1, dtype=wide) + tp.ones(1)).dtype is tp.float32
        assert (tp.ones(1, dtype=wide) + 1).dtype is wide
        for other in (tp.int64, tp.uint8, tp.complex64):
            with pytest.raises(RuntimeError, match="promote"):
                tp.ones(1, dtype=wide) + tp.ones(1, dtype=other)


# An output that is given takes results by a cast, but an integral one takes no floating result, a boolean one takes
# boolean results only, and only a complex one takes complex results.


@pytest.mark.parametrize("function", [tp.add, tp.mul])
def test_an_output_takes_what_is_of_no_higher_category(function: Callable[..., Any]) -> None:
    dtypes = list(itertools.chain(*[[(level, dtype) for dtype in kinds] for level, kinds in enumerate(CATEGORIES)]))
    for (level, dtype), (room, target) in itertools.product(dtypes, repeat=2):
        x, out = tp.ones(2, dtype=dtype), tp.zeros(2, dtype=target)
        if level <= room:
            assert function(x, x, out=out) is out
            assert out.dtype is target
            assert all(out.tolist())
        else:
            with pytest.raises(RuntimeError, match="can't be cast to the desired output type"):
                function(x, x, out=out)
            assert not any(out.tolist())
            assert out._version == 0


def test_true_division_of_integers_needs_a_floating_output() -> None:
    x = tp.ones(2, dtype=tp.int64)
    with pytest.raises(RuntimeError, match="can't be cast"):
        tp.div(x, x, out=tp.zeros(2, dtype=tp.int64))
    assert tp.div(x, x, out=tp.zeros(2, dtype=tp.float64)).tolist() == [1.0, 1.0]
    assert tp.div(x, x, rounding_mode="floor", out=tp.zeros(2, dtype=tp.int64)).tolist() == [1, 1]


# The examples of casting.


@pytest.mark.parametrize(
    ("target", "other"),
    [
        ("float_tensor", "float_tensor"),
        ("float_tensor", "int_tensor"),
        ("float_tensor", "uint_tensor"),
        ("float_tensor", "bool_tensor"),
        ("float_tensor", "double_tensor"),
        ("int_tensor", "long_tensor"),
        ("int_tensor", "uint_tensor"),
        ("uint_tensor", "int_tensor"),
    ],
)
def test_examples_of_casting_that_is_allowed(target: str, other: str) -> None:
    tensors = named_tensors()
    before = tensors[target]
    dtype = before.dtype
    result = operator.imul(before, tensors[other])
    assert result is before
    assert result.dtype is dtype
    assert result.tolist() == [1]


@pytest.mark.parametrize(
    ("target", "other"),
    [
        ("int_tensor", "float_tensor"),
        ("bool_tensor", "int_tensor"),
        ("bool_tensor", "uint_tensor"),
        ("float_tensor", "complex_float_tensor"),
    ],
)
def test_examples_of_casting_that_is_not(target: str, other: str) -> None:
    tensors = named_tensors()
    with pytest.raises(RuntimeError, match=r"result type \w+ can't be cast to the desired output type \w+"):
        operator.imul(tensors[target], tensors[other])
    assert tensors[target].tolist() == [1]
    assert tensors[target]._version == 0


@pytest.mark.parametrize("function", [operator.iadd, operator.imul, operator.itruediv, operator.ipow])
def test_numbers_in_place_follow_the_same_rule(function: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="can't be cast"):
        function(tp.ones(2, dtype=tp.int64), 2.5)
    with pytest.raises(RuntimeError, match="can't be cast"):
        function(tp.ones(2), 2j)
    assert function(tp.ones(2), 2).tolist()[0] in (3.0, 2.0, 0.5, 1.0)
