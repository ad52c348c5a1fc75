"""Python numbers on their way into a tensor."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tensorplay.attributes.dtype import DType, bool_
from tensorplay.attributes.limits import finfo, iinfo

if TYPE_CHECKING:
    from .op import Number


def checked_number(value: Number, dtype: DType) -> Number:
    """The number as an element of `dtype`.

    Raises RuntimeError for what the dtype cannot hold: an imaginary part in a real tensor, a number beyond its range,
    NaN in an integer. A negative number wraps in an unsigned dtype as far as its magnitude fits.
    """
    if type(value) is int and 0 <= value < 128 and dtype is not bool_:
        return value  # all other dtypes hold it
    if dtype.is_complex:
        return value
    if dtype is bool_:
        return value != 0
    if isinstance(value, complex):
        if value.imag != 0:
            raise _does_not_fit(value, dtype)
        value = value.real
    if dtype.is_floating_point:
        limit = finfo(dtype).max
        if isinstance(value, float) and not math.isfinite(value):
            return value
        if not -limit <= value <= limit:
            raise _does_not_fit(value, dtype)
        return float(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise _does_not_fit(value, dtype)
    limits = iinfo(dtype)
    lowest = limits.min if dtype.is_signed or isinstance(value, float) else -limits.max
    if not lowest <= value <= limits.max:
        raise _does_not_fit(value, dtype)
    number = int(value)
    return number if number >= limits.min else number + limits.max + 1


def _does_not_fit(value: Number, dtype: DType) -> RuntimeError:
    return RuntimeError(f"value {value} cannot be converted to {dtype} without overflow")
