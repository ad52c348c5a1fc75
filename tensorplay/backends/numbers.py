"""Python numbers on their way into arrays."""

from __future__ import annotations

from typing import Any


def number(xp: Any, value: bool | complex, dtype: Any) -> Any:
    """A Python number as a 0-dim array; integers beyond the range wrap around."""
    if dtype.kind in "iu" and isinstance(value, int):
        bits = dtype.itemsize * 8
        value &= (1 << bits) - 1
        if dtype.kind == "i" and value >> (bits - 1):
            value -= 1 << bits
    if isinstance(value, complex) and dtype.kind != "c":
        value = value.real
    return xp.asarray(value).astype(dtype)
