"""The dtypes of a permutation: the table of cuTENSOR, what is served beyond it, and the type of its scalars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tensorplay.attributes import dtype as dtypes
from tensorplay.attributes.dtype import DType, get_default_dtype

from .permutation_operators import KEEP_INTEGERS
from .permutation_status import unsupported
from .pointwise import is_integral

if TYPE_CHECKING:
    from .permutation_operators import Operator

#: (dtype of A, dtype of B) -> the precisions in which cuTENSOR computes; the last is the default here.
TRIPLES: Final[dict[tuple[DType, DType], tuple[str, ...]]] = {
    (dtypes.float16, dtypes.float16): ("16F", "32F"),
    (dtypes.float16, dtypes.float32): ("32F",),
    (dtypes.float32, dtypes.float16): ("32F",),
    (dtypes.bfloat16, dtypes.bfloat16): ("16BF", "32F"),
    (dtypes.float32, dtypes.float32): ("32F",),
    (dtypes.float64, dtypes.float64): ("64F",),
    (dtypes.float32, dtypes.float64): ("64F",),
    (dtypes.float64, dtypes.float32): ("64F",),
    (dtypes.complex64, dtypes.complex64): ("32F",),
    (dtypes.complex128, dtypes.complex128): ("64F",),
    (dtypes.complex64, dtypes.complex128): ("64F",),
    (dtypes.complex128, dtypes.complex64): ("64F",),
}

#: The precisions, and the real dtype in which each computes; 64I is ours, for integers among themselves.
PRECISIONS: Final[dict[str, DType]] = {
    "16F": dtypes.float16,
    "16BF": dtypes.bfloat16,
    "32F": dtypes.float32,
    "64F": dtypes.float64,
    "64I": dtypes.int64,
}

#: cuTENSOR's words for dtypes; the others keep our names.
WORDS: Final[dict[DType, str]] = {
    dtypes.float16: "R_16F",
    dtypes.bfloat16: "R_16BF",
    dtypes.float32: "R_32F",
    dtypes.float64: "R_64F",
    dtypes.complex64: "C_32F",
    dtypes.complex128: "C_64F",
    dtypes.int64: "R_64I",
    dtypes.uint64: "R_64U",
}

# Bits that a dtype needs so that its values stay exact.
_MANTISSA: Final = {dtypes.float16: 11, dtypes.bfloat16: 8, dtypes.float32: 24, dtypes.float64: 53}


def to_precision(compute: Any) -> str | None:
    """A precision from its name, as "32F" or "CUTENSOR_COMPUTE_DESC_32F", or from the dtype that it computes in.

    CuTensorError NOT_SUPPORTED for a precision that no permutation has; TypeError for another type.

    >>> from tensorplay.attributes.dtype import float64
    >>> to_precision("32f"), to_precision(float64)
    ('32F', '64F')
    """
    if compute is None:
        return None
    if isinstance(compute, DType):
        name = next((name for name, dtype in PRECISIONS.items() if dtype is compute), str(compute))
    elif isinstance(compute, str):
        name = compute.strip().upper().removeprefix("CUTENSOR_COMPUTE_DESC_").removeprefix("R_")
    else:
        raise TypeError(f"compute must be the name of a precision such as '32F', not {type(compute).__name__}")
    if name not in PRECISIONS:
        raise unsupported(f"a permutation computes in {', '.join(PRECISIONS)}, but not in {compute!r}")
    return name


def default_dtype_of_result(source: DType, operator: Operator) -> DType:
    """The dtype of B where none is asked for: that of A, but a floating one where integers do not stay integers."""
    return get_default_dtype() if is_integral(source) and operator not in KEEP_INTEGERS else source


def default_precision(source: DType, result: DType, operator: Operator) -> str:
    """The precision where none is asked for: the one of cuTENSOR's table, else one that holds both dtypes."""
    known = TRIPLES.get((source, result))
    if known is not None:
        return known[-1]
    if is_integral(source) and is_integral(result):
        return "64I" if operator in KEEP_INTEGERS else "64F"
    wide = [
        dtype.to_real() is dtypes.float64 if not is_integral(dtype) else dtype.itemsize > 2
        for dtype in (source, result)
    ]
    return "64F" if any(wide) else "32F"


def check_triple(source: DType, result: DType, precision: str, *, strict: bool) -> None:
    """Refuse a combination of dtypes and precision that is not served."""
    asked = f"{source} to {result} computed in {precision}"
    if strict and precision not in TRIPLES.get((source, result), ()):
        raise unsupported(f"{asked} is not in cuTENSOR's table; without strict=True more is served")
    if source.is_complex and not result.is_complex:
        raise unsupported(f"{asked}: a real B has no place for imaginary parts; permute the real part, or abs()")
    if precision == "64I" and not (is_integral(source) and is_integral(result)):
        raise unsupported(f"{asked}: 64I is for integers and bool on both sides; give compute='64F'")
    if result.is_complex and precision in ("16F", "16BF"):
        raise unsupported(f"{asked}: complex numbers are computed in 32F or 64F")


def in_table(source: DType, result: DType, precision: str) -> bool:
    """Whether cuTENSOR itself would take the combination."""
    return precision in TRIPLES.get((source, result), ())


def scalar_dtype(source: DType, result: DType, precision: str) -> DType:
    """The dtype of alpha, and the one in which the elements are computed."""
    real = PRECISIONS[precision]
    if real is dtypes.int64:
        return dtypes.uint64 if source is dtypes.uint64 else real
    return real.to_complex() if result.is_complex else real


def is_exact(source: DType, scalar: DType) -> bool:
    """Whether every value of a dtype is one of the scalar type too, so that passing through it changes nothing.

    >>> is_exact(dtypes.float16, dtypes.float32), is_exact(dtypes.int64, dtypes.float64)
    (True, False)
    """
    if is_integral(scalar):
        return True  # integers wrap around in the same way
    room = _MANTISSA[scalar.to_real()]
    if is_integral(source):
        return source.itemsize * 8 <= room
    real = source.to_real()
    if {real, scalar.to_real()} == {dtypes.float16, dtypes.bfloat16}:
        return False
    return _MANTISSA[real] <= room
