"""Type promotion: the dtype in which operands of several dtypes meet.

The order is boolean < integral < floating < complex. Within a category the wider dtype wins; between categories the
higher one. Operands count in three groups, tensors with dimensions before tensors without before Python numbers, and a
lower group matters only where it brings a higher category.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tensorplay.attributes.dtype import (
    COMPLEX,
    FLOATING,
    INTEGRAL,
    DType,
    as_dtype,
    bool_,
    default_complex_dtype,
    float32,
    get_default_dtype,
    int8,
    int16,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "OperandKind",
    "can_cast",
    "number_dtype",
    "promote_types",
    "result_type_of",
]

OperandKind: TypeAlias = Literal["dimensioned", "zero_dimensional", "number"]

# PyTorch promotes these only to floating dtypes: int64 cannot hold uint64, and the others follow its example.
_WIDE_UNSIGNED: Final = frozenset({uint16, uint32, uint64})


def promote_types(type1: DType | type, type2: DType | type) -> DType:
    """Give the narrowest dtype that both arguments promote to. Python's bool, int, float and complex are admitted.

    uint8 with int8 gives int16; float16 with bfloat16 gives float32; a floating dtype with a complex one gives a
    complex dtype that holds both. uint16, uint32 and uint64 promote with themselves and with floating dtypes only, else
    RuntimeError. What is no dtype is refused with TypeError.

    >>> from tensorplay.attributes.dtype import bfloat16, complex32, float16, int32
    >>> promote_types(int32, float16), promote_types(complex32, bfloat16)
    (tensorplay.float16, tensorplay.complex64)
    """
    return _promote(as_dtype(type1), as_dtype(type2))


def can_cast(from_: DType | type, to: DType | type) -> bool:
    """Say whether a result of dtype ``from_`` may be written into a tensor of dtype ``to``, in place or by ``out=``.

    It may unless ``to`` is of a lower category; the width does not matter. What is no dtype is refused with TypeError.

    >>> from tensorplay.attributes.dtype import float16, float64, int64
    >>> can_cast(float64, float16), can_cast(float16, int64)
    (True, False)
    """
    return as_dtype(from_).category <= as_dtype(to).category


def number_dtype(number: complex) -> DType:
    """Give the dtype that a Python number has as an operand, whatever its value.

    bool is bool, int is int64, float is the default dtype, complex is that dtype's complex counterpart. Anything else
    is refused with TypeError.

    >>> number_dtype(True), number_dtype(3), number_dtype(0.5), number_dtype(1j)
    (tensorplay.bool, tensorplay.int64, tensorplay.float32, tensorplay.complex64)
    """
    if isinstance(number, bool):
        return bool_
    if isinstance(number, int):
        return int64
    if isinstance(number, float):
        return get_default_dtype()
    if isinstance(number, complex):
        return default_complex_dtype()
    raise TypeError(
        f"only Python's bool, int, float and complex numbers have a dtype; got {number!r} "
        f"of type {type(number).__name__}"
    )


def result_type_of(operands: Iterable[tuple[OperandKind, DType]]) -> DType:
    """Give the dtype in which an operation on ``operands`` computes.

    Each operand is its kind and its dtype: "dimensioned" for a tensor of rank 1 or more, "zero_dimensional" for one of
    rank 0, "number" for a Python number. Of a number only the category counts: floating ones have the default dtype,
    complex ones its complex counterpart. Within a kind the dtypes promote. The result of a kind stands, unless a later
    kind is of a higher category; then a floating dtype gives its own complex counterpart, and a boolean or integral one
    gives way. RuntimeError where dtypes of one kind do not promote, or bool meets uint16, uint32 or uint64; ValueError
    if there are no operands.

    >>> from tensorplay.attributes.dtype import float64, int32, uint8
    >>> result_type_of([("dimensioned", uint8), ("number", int64)])
    tensorplay.uint8
    >>> result_type_of([("dimensioned", int32), ("zero_dimensional", float64), ("number", float64)])
    tensorplay.float64
    """
    dimensioned: DType | None = None
    zero_dimensional: DType | None = None
    number: DType | None = None
    for kind, operand in operands:
        if kind == "dimensioned":
            dimensioned = operand if dimensioned is None else _promote(dimensioned, operand)
        elif kind == "zero_dimensional":
            zero_dimensional = operand if zero_dimensional is None else _promote(zero_dimensional, operand)
        else:
            counted = _counted_as_number(operand)
            number = counted if number is None else _promote(number, counted)
    result = _outrank(dimensioned, _outrank(zero_dimensional, number))
    if result is None:
        raise ValueError("there is no result type of no operands: give at least one")
    return result


def _counted_as_number(given: DType) -> DType:
    if given.category == FLOATING:
        return get_default_dtype()
    return default_complex_dtype() if given.category == COMPLEX else given


def _outrank(higher: DType | None, lower: DType | None) -> DType | None:
    """Combine the results of two groups of operands, of which the first decides where it can."""
    if higher is None or lower is None or higher is lower:
        return lower if higher is None else higher
    if lower.category <= higher.category:
        return higher
    if higher.category == FLOATING:
        return higher.to_complex()
    return lower if higher.category == INTEGRAL else _promote(higher, lower)


@cache
def _promote(first: DType, second: DType) -> DType:
    if first is second:
        return first
    lower, higher = (first, second) if first.category <= second.category else (second, first)
    if (lower in _WIDE_UNSIGNED or higher in _WIDE_UNSIGNED) and higher.category != FLOATING:
        raise RuntimeError(
            f"{first!r} and {second!r} do not promote: uint16, uint32 and uint64 promote with themselves and with "
            "floating dtypes only; convert one of the two first, for instance with .to(tensorplay.int64)"
        )
    if lower.category == higher.category:
        return _promote_within_category(lower, higher)
    if lower.category == FLOATING:
        return _promote(lower.to_complex(), higher)
    return higher


def _promote_within_category(first: DType, second: DType) -> DType:
    if first.itemsize != second.itemsize:
        return first if first.itemsize > second.itemsize else second
    # Two dtypes of one width and category: neither holds the other, so the next wider one serves.
    return int16 if {first, second} == {uint8, int8} else float32
