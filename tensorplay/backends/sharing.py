"""Memory shared with NumPy arrays and Python buffers: nothing is copied, and the owner is kept alive."""

from __future__ import annotations

from typing import Any

import numpy as np

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


class _Window:
    """Lends a run of bytes that something else owns; an array made of it keeps it, and so the owner, alive."""

    def __init__(self, address: int, nbytes: int, owner: Any, *, writable: bool) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, not writable),
            "shape": (nbytes,),
            "typestr": "|u1",
            "version": 3,
        }


def bytes_at(address: int, nbytes: int, owner: Any, *, writable: bool = True) -> Bytes:
    """The bytes from an address on, without a copy."""
    if nbytes == 0 or address == 0:
        return np.empty(0, np.uint8)
    return np.asarray(_Window(address, nbytes, owner, writable=writable))


def span_of(array: np.ndarray[Any, Any]) -> int:
    """How many bytes an array without negative strides reaches from its first element on."""
    if array.size == 0:
        return 0
    last = sum((length - 1) * step for length, step in zip(array.shape, array.strides, strict=True))
    return int(last) + array.itemsize


def bytes_of(array: np.ndarray[Any, Any]) -> Bytes:
    """The bytes that an array without negative strides reaches, gaps included."""
    address = int(array.__array_interface__["data"][0])
    return bytes_at(address, span_of(array), array, writable=array.flags.writeable)


def buffer_bytes(buffer: Any, offset: int, nbytes: int) -> Bytes:
    """Bytes of an object with Python's buffer interface."""
    return np.frombuffer(buffer, np.uint8, nbytes, offset)
