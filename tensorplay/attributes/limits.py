"""Numeric limits of dtypes: ``finfo`` for floating and complex ones, ``iinfo`` for integral ones.

Floating limits follow from two numbers for each format, the widths of its exponent and of its fraction in bits
(IEEE 754; bfloat16 is the upper half of a float32). All results are Python numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from tensorplay.attributes.dtype import (
    ALL_DTYPES,
    BOOLEAN,
    INTEGRAL,
    DType,
    as_dtype,
    bfloat16,
    float16,
    float32,
    float64,
    get_default_dtype,
)

if TYPE_CHECKING:
    from types import EllipsisType

__all__ = ["finfo", "iinfo"]

# dtype: width of the exponent, width of the fraction. The sign takes one more bit.
_FORMATS: Final = {float16: (5, 10), bfloat16: (8, 7), float32: (8, 23), float64: (11, 52)}


class finfo:
    """The limits of a floating dtype, or of a complex dtype's parts; without an argument, of the default dtype.

    - ``bits``: the width in bits; ``dtype``: the name of the (real) dtype.
    - ``eps``: the gap between 1 and the next number.
    - ``max``, ``min``: the largest finite number, and its negative.
    - ``tiny``, ``smallest_normal``: the smallest positive number of full precision.
    - ``resolution``: ten to the minus number of decimal digits that every number of the dtype keeps.

    Boolean and integral dtypes, and what is no dtype, are refused with TypeError.

    >>> from tensorplay.attributes.dtype import complex64, float16
    >>> finfo(float16).max, finfo(float16).bits, finfo(complex64).dtype
    (65504.0, 16, 'float32')
    """

    __slots__ = ("bits", "dtype", "eps", "max", "min", "resolution", "smallest_normal", "tiny")

    bits: int
    dtype: str
    eps: float
    max: float
    min: float
    resolution: float
    smallest_normal: float
    tiny: float

    def __init__(self, type: type[float | complex] | DType | EllipsisType = ...) -> None:
        """Work the limits out."""
        asked = get_default_dtype() if type is ... else as_dtype(type)
        real = asked.to_real()
        if not real.is_floating_point:
            raise TypeError(f"finfo is for floating and complex dtypes, got {asked!r}{_remedy(asked, 'iinfo')}")
        exponent_bits, fraction_bits = _FORMATS[real]
        # The exponent's lowest and highest codes are kept for zero and subnormals, and for infinity and nan.
        largest_exponent = 2 ** (exponent_bits - 1) - 1
        eps = 2.0**-fraction_bits
        largest = (2.0 - eps) * 2.0**largest_exponent
        smallest_normal = 2.0 ** (1 - largest_exponent)
        decimal_digits = math.floor(fraction_bits * math.log10(2))
        _set_once(
            self,
            bits=real.itemsize * 8,
            dtype=real.name,
            eps=eps,
            max=largest,
            min=-largest,
            # Read from text, since 10.0**-6 is not the float nearest to one millionth.
            resolution=float(f"1e-{decimal_digits}"),
            smallest_normal=smallest_normal,
            tiny=smallest_normal,
        )

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse with AttributeError: limits are facts."""
        raise AttributeError(f"the limits of {self.dtype} cannot be changed: {name!r} is read-only")

    def __eq__(self, other: object) -> bool:
        return self.dtype == other.dtype if isinstance(other, finfo) else NotImplemented

    def __hash__(self) -> int:
        return hash((finfo, self.dtype))

    def __reduce__(self) -> tuple[type[finfo], tuple[DType]]:
        return finfo, (_BY_NAME[self.dtype],)

    def __repr__(self) -> str:
        numbers = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        fields = "".join(f"{name}={getattr(self, name):g}, " for name in numbers)
        return f"finfo({fields}dtype={self.dtype})"


class iinfo:
    """The limits of an integral dtype.

    ``bits``: the width in bits; ``min``, ``max``: the smallest and largest number; ``dtype``: the dtype's name. The
    repr rounds to six digits, the attributes are exact. Other dtypes, and what is no dtype, are refused with TypeError.

    >>> from tensorplay.attributes.dtype import int8, uint16
    >>> iinfo(int8), iinfo(uint16).max
    (iinfo(min=-128, max=127, dtype=int8), 65535)
    """

    __slots__ = ("bits", "dtype", "max", "min")

    bits: int
    dtype: str
    max: int
    min: int

    def __init__(self, type: DType | type[int]) -> None:
        """Work the limits out."""
        asked = as_dtype(type)
        if asked.category != INTEGRAL:
            raise TypeError(f"iinfo is for integral dtypes, got {asked!r}{_remedy(asked, 'finfo')}")
        bits = asked.itemsize * 8
        # A signed number in two's complement spends one bit on the sign.
        value_bits = bits - 1 if asked.is_signed else bits
        smallest = -(2**value_bits) if asked.is_signed else 0
        _set_once(self, bits=bits, dtype=asked.name, max=2**value_bits - 1, min=smallest)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse with AttributeError: limits are facts."""
        raise AttributeError(f"the limits of {self.dtype} cannot be changed: {name!r} is read-only")

    def __eq__(self, other: object) -> bool:
        return self.dtype == other.dtype if isinstance(other, iinfo) else NotImplemented

    def __hash__(self) -> int:
        return hash((iinfo, self.dtype))

    def __reduce__(self) -> tuple[type[iinfo], tuple[DType]]:
        return iinfo, (_BY_NAME[self.dtype],)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


_BY_NAME: Final = {known.name: known for known in ALL_DTYPES}


def _set_once(limits: finfo | iinfo, **fields: str | float) -> None:
    for name, value in fields.items():
        object.__setattr__(limits, name, value)


def _remedy(asked: DType, other: str) -> str:
    """Name the other class where it would answer; bool has no limits of either kind."""
    return "" if asked.category == BOOLEAN else f": use tensorplay.{other}"
