"""Bytes on their way into a storage: from sequences of ints, and from buffers in whatever order of bytes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType


def bytes_from(buffer: Any, byte_order: Any, count: int, offset: int, dtype: DType) -> bytes:
    """`count` elements (-1: all that there are) from byte `offset` of a buffer, as bytes in native order.

    `byte_order` is "native", "little" or "big". Raises ValueError where the buffer does not hold whole elements, or
    not so many, and TypeError for what is no buffer.
    """
    if byte_order not in ("native", "little", "big"):
        raise ValueError(f"invalid byte_order {byte_order!r} (expected 'big', 'little' or 'native')")
    data = memoryview(buffer).cast("B")
    itemsize = dtype.itemsize
    if not 0 <= offset <= len(data):
        raise ValueError(f"the offset {offset} lies outside a buffer of {len(data)} bytes")
    if count < 0:
        if (len(data) - offset) % itemsize:
            raise ValueError(
                f"{len(data) - offset} bytes from offset {offset} are no multiple of the {itemsize} bytes of an element"
            )
        count = (len(data) - offset) // itemsize
    elif offset + count * itemsize > len(data):
        raise ValueError(
            f"the buffer has only {(len(data) - offset) // itemsize} elements of {itemsize} bytes after offset "
            f"{offset}, but {count} were asked for"
        )
    chosen = bytes(data[offset : offset + count * itemsize])
    return chosen if byte_order in ("native", sys.byteorder) else swapped(chosen, number_size(dtype))


def data_of(content: Any) -> bytes:
    """The bytes of a sequence of ints."""
    if isinstance(content, (bytes, bytearray)):
        return bytes(content)
    if isinstance(content, (bool, dict)) or not (hasattr(content, "__getitem__") and hasattr(content, "__len__")):
        raise RuntimeError(
            f"a storage is made of a number of bytes or of a sequence of ints, not of {type(content).__name__}"
        )
    values = list(content)
    for position, value in enumerate(values):
        if not isinstance(value, int):
            raise RuntimeError(
                f"a storage is made of ints, but the sequence of type {type(content).__name__} has an item of type "
                f"{type(value).__name__} at position {position}"
            )
    return bytes([value & 0xFF for value in values])


def number_size(dtype: DType) -> int:
    """Bytes of one number: a complex element is two."""
    return dtype.itemsize // 2 if dtype.is_complex else dtype.itemsize


def swapped(data: bytes, width: int) -> bytes:
    """The bytes of each `width` neighbours reversed.

    >>> swapped(b"abcdef", 2)
    b'badcfe'
    """
    turned = bytearray(len(data))
    for place in range(width):
        turned[place::width] = data[width - 1 - place :: width]
    return bytes(turned)
