"""Python numbers on their way into arrays."""

from __future__ import annotations

from typing import Any, Final

#: Floats up to this size overflow in no floating dtype.
_ALWAYS_HELD: Final = 65504.0


def number(xp: Any, value: bool | complex, dtype: Any) -> Any:
    """A Python number as a 0-dim array; integers beyond the range wrap around, floats become infinite."""
    if dtype.kind in "iu" and isinstance(value, int):
        bits = dtype.itemsize * 8
        value &= (1 << bits) - 1
        if dtype.kind == "i" and value >> (bits - 1):
            value -= 1 << bits
    if isinstance(value, complex) and dtype.kind != "c":
        value = value.real
    if isinstance(value, complex) or (isinstance(value, float) and abs(value) > _ALWAYS_HELD):
        with xp.errstate(over="ignore"):
            return xp.asarray(value).astype(dtype)
    return xp.asarray(value).astype(dtype)
