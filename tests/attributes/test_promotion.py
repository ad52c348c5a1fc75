from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, get_args

import pytest

from tensorplay.attributes.dtype import (
    ALL_DTYPES,
    DType,
    bfloat16,
    bool_,
    complex32,
    complex64,
    complex128,
    default_dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from tensorplay.attributes.promotion import OperandKind, can_cast, number_dtype, promote_types, result_type_of

if TYPE_CHECKING:
    from collections.abc import Callable

FLOATING_DTYPES = (float16, bfloat16, float32, float64)
KINDS: tuple[OperandKind, ...] = get_args(OperandKind)
PAIRS = list(product(ALL_DTYPES, ALL_DTYPES))


def outcome(function: Callable[..., Any], *arguments: Any) -> str:
    """The name of the resulting dtype, or of the error's type."""
    try:
        return str(function(*arguments)).rpartition(".")[2]
    except (RuntimeError, TypeError) as error:
        return type(error).__name__


def test_promote_types_is_that_of_torch(torch: Any) -> None:
    for a, b in PAIRS:
        theirs = outcome(torch.promote_types, getattr(torch, a.name), getattr(torch, b.name))
        assert outcome(promote_types, a, b) == theirs, (a, b)


def test_can_cast_is_that_of_torch(torch: Any) -> None:
    for a, b in PAIRS:
        assert can_cast(a, b) is torch.can_cast(getattr(torch, a.name), getattr(torch, b.name)), (a, b)


def torch_operand(torch: Any, kind: OperandKind, one: DType) -> Any:
    """What PyTorch takes for an operand of this kind and dtype."""
    if kind == "number":
        return (False, 1, 0.5, 1j)[one.category]
    return torch.zeros((2,) if kind == "dimensioned" else (), dtype=getattr(torch, one.name))


def possible(kind: OperandKind, one: DType) -> bool:
    """Whether there are operands such as this: numbers have four dtypes only."""
    return kind != "number" or one in (bool_, int64, float32, complex64)


OPERANDS = [operand for operand in product(KINDS, ALL_DTYPES) if possible(*operand)]


@pytest.mark.filterwarnings("ignore:ComplexHalf")
@pytest.mark.parametrize("default", FLOATING_DTYPES, ids=str)
def test_result_type_of_two_is_that_of_torch(default: DType, torch: Any) -> None:
    theirs = {operand: torch_operand(torch, *operand) for operand in OPERANDS}
    former = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, default.name))
    try:
        with default_dtype(default):
            for a, b in product(OPERANDS, OPERANDS):
                assert outcome(result_type_of, [a, b]) == outcome(torch.result_type, theirs[a], theirs[b]), (a, b)
    finally:
        torch.set_default_dtype(former)


@pytest.mark.filterwarnings("ignore:ComplexHalf")
def test_result_type_of_three_is_that_of_torch(torch: Any) -> None:
    """PyTorch has no public function for three, but addcmul of three computes in their result type."""
    few = (bool_, uint8, int64, uint16, float16, bfloat16, float64, complex32, complex128)
    placements = list(product(KINDS[:2], repeat=3))
    shapes = {"dimensioned": (0,), "zero_dimensional": ()}
    tensors = {
        (kind, one): torch.zeros(shapes[kind], dtype=getattr(torch, one.name)) for kind in KINDS[:2] for one in few
    }
    for dtypes, kinds in product(product(few, repeat=3), placements):
        operands = list(zip(kinds, dtypes, strict=True))
        theirs = outcome(lambda *three: torch.addcmul(*three).dtype, *(tensors[operand] for operand in operands))
        if theirs != "NotImplementedError":  # addcmul computes in neither bool nor uint16
            assert outcome(result_type_of, operands) == theirs, operands


def test_promotion_is_commutative_and_idempotent() -> None:
    for a, b in PAIRS:
        assert outcome(promote_types, a, b) == outcome(promote_types, b, a)
    assert all(promote_types(one, one) is one for one in ALL_DTYPES)


def test_a_promoted_dtype_takes_both() -> None:
    for a, b in PAIRS:
        try:
            both = promote_types(a, b)
        except RuntimeError:
            continue
        assert can_cast(a, both), (a, b)
        assert can_cast(b, both), (a, b)
        assert promote_types(a, both) is both


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (uint8, int8, int16),
        (uint8, int32, int32),
        (bool_, uint8, uint8),
        (int64, float16, float16),
        (float16, bfloat16, float32),
        (bfloat16, complex32, complex64),
        (float64, complex64, complex128),
        (uint64, bfloat16, bfloat16),
        (float, int, float64),
        (complex, float32, complex128),
    ],
)
def test_promotions_worth_knowing(a: DType, b: DType, expected: DType) -> None:
    assert promote_types(a, b) is promote_types(b, a) is expected


@pytest.mark.parametrize("wide", [uint16, uint32, uint64], ids=str)
def test_wide_unsigned_integers_promote_with_floats_alone(wide: DType) -> None:
    for other in ALL_DTYPES:
        if other is wide or other.is_floating_point:
            assert promote_types(wide, other) is other
        else:
            with pytest.raises(RuntimeError, match=f"{other.name}.*convert one"):
                promote_types(other, wide)


def test_what_is_no_dtype_is_refused() -> None:
    for wrong in (1, "float32", None, str):
        for function in (promote_types, can_cast):
            with pytest.raises(TypeError, match="expected a dtype"):
                function(wrong, float32)  # type: ignore[arg-type]
            with pytest.raises(TypeError, match="expected a dtype"):
                function(float32, wrong)  # type: ignore[arg-type]


def test_numbers_have_a_dtype_whatever_their_value() -> None:
    numbers = (True, 3, 2**70, 0.5, 1j)
    assert [number_dtype(one) for one in numbers] == [bool_, int64, int64, float32, complex64]
    with default_dtype(float16):
        assert [number_dtype(one) for one in (1, 0.5, 1j)] == [int64, float16, complex32]
    for wrong in ("1", None, [1]):
        with pytest.raises(TypeError, match="only Python's"):
            number_dtype(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        # The examples of the reference on tensor attributes.
        ([("number", int64), ("number", int64)], int64),
        ([("dimensioned", int32), ("number", int64)], int32),
        ([("dimensioned", int32), ("zero_dimensional", int64)], int32),
        ([("dimensioned", int64), ("dimensioned", int32)], int64),
        ([("dimensioned", bool_), ("dimensioned", int64)], int64),
        ([("dimensioned", bool_), ("dimensioned", uint8)], uint8),
        ([("dimensioned", float32), ("dimensioned", float64)], float64),
        ([("dimensioned", complex64), ("dimensioned", complex128)], complex128),
        ([("dimensioned", bool_), ("dimensioned", int32)], int32),
        ([("dimensioned", int64), ("dimensioned", float32)], float32),
        # A lower kind of a higher category.
        ([("dimensioned", float64), ("number", complex64)], complex128),
        ([("dimensioned", int8), ("zero_dimensional", float16), ("number", float32)], float16),
        ([("dimensioned", bool_), ("number", int64)], int64),
        # Of a number only the category counts.
        ([("number", float64)], float32),
        ([("number", complex128)], complex64),
    ],
)
def test_result_types_worth_knowing(operands: list[tuple[OperandKind, DType]], expected: DType) -> None:
    assert result_type_of(operands) is expected
    assert result_type_of(iter(reversed(operands))) is expected


def test_there_is_no_result_type_of_nothing() -> None:
    with pytest.raises(ValueError, match="no operands"):
        result_type_of([])
