"""Large buffers, lent from the pool: on cache lines, in huge pages where the system has them, and used again.

A buffer's memory belongs to a loan, which is the base of every array that sees it, whoever made that array. When the
last of them is gone, so is the loan, and only then the memory goes back.
"""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Any, Final

import numpy as np

from .memory import POOL
from .pool import Block, Pool

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

#: Smaller buffers are not worth it.
LEAST_LENT_BYTES: Final = 1 << 20
#: Larger blocks start at a page of this size and ask for such pages.
HUGE_PAGE: Final = 1 << 21
#: The size of a block is rounded up by less than an eighth; one that is a quarter too large still serves.
_ROUNDING_BITS: Final = 4
_LARGEST_EXCESS: Final = 4


class _Loan:
    """Shows a block's memory to NumPy, and gives the block back at the end of its life."""

    __slots__ = ("__array_interface__", "_block", "_pool")

    def __init__(self, block: Block, pool: Pool) -> None:
        self._block = block
        self._pool = pool
        address = block.memory.__array_interface__["data"][0]
        self.__array_interface__ = {
            "data": (address, False),
            "shape": (block.nbytes,),
            "typestr": "|u1",
            "version": 3,
        }

    def __del__(self) -> None:
        self._pool.give(self._block)


def lend(nbytes: int, pool: Pool = POOL) -> Bytes:
    """A buffer on a cache line, its content left over from anything. MemoryError where the system has no more."""
    block = pool.take(nbytes, nbytes + nbytes // _LARGEST_EXCESS)
    if block is None:
        block = _new_block(_rounded(nbytes))
    return np.asarray(_Loan(block, pool))[:nbytes]


def _rounded(nbytes: int) -> int:
    unit = max(1 << max(nbytes.bit_length() - _ROUNDING_BITS, 0), mmap.PAGESIZE)
    return -(-nbytes // unit) * unit


def _new_block(nbytes: int) -> Block:
    """Fresh memory from the system, private to this process."""
    huge = nbytes >= HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE")
    reserved = nbytes + HUGE_PAGE if huge else nbytes  # what is not touched costs nothing
    try:
        mapping = _mapped(reserved)
        memory = np.frombuffer(mapping, np.uint8)
        if not huge:
            return Block(memory, nbytes)
        start = -int(memory.__array_interface__["data"][0]) % HUGE_PAGE
        with suppress(OSError):  # a kernel without huge pages
            mapping.madvise(mmap.MADV_HUGEPAGE, start, nbytes)
        return Block(memory[start : start + nbytes], nbytes)
    except (OSError, ValueError, OverflowError) as error:
        raise MemoryError(f"the system gives no {reserved} bytes") from error


def _mapped(nbytes: int) -> mmap.mmap:
    if hasattr(mmap, "MAP_PRIVATE"):  # what is shared by default would be the same memory in forked processes
        return mmap.mmap(-1, nbytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return mmap.mmap(-1, nbytes)
