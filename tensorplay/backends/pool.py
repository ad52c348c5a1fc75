"""Memory that was given back and waits for its next use: fresh memory costs as much as a copy into it.

A block may come back at any moment, from any thread or from the garbage collector in the middle of a method below. So
there is no lock to wait for: each step is one operation of a deque, which nothing can part.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BLOCKS: Final = 64


class Block:
    """A run of memory, in whatever form the backend handles it."""

    __slots__ = ("memory", "nbytes")

    def __init__(self, memory: Any, nbytes: int) -> None:
        self.memory = memory
        self.nbytes = nbytes


class Pool:
    """Idle blocks of at most `bound()` bytes together; the longest idle one goes first.

    `bound` is asked once, with the first block that is taken: while a process ends, when blocks still come back, it
    could not look anything up.
    """

    def __init__(self, bound: Callable[[], int]) -> None:
        self._bound = bound
        self._most_bytes: int | None = None
        self._idle: deque[Block] = deque()  # the longest idle one first

    @property
    def most_bytes(self) -> int:
        """How many bytes may be idle."""
        if self._most_bytes is None:
            self._most_bytes = self._bound()
        return self._most_bytes

    def take(self, nbytes: int, at_most: int) -> Block | None:
        """The smallest idle block of at least `nbytes` and at most `at_most` bytes, which is no longer idle."""
        if not self.most_bytes:
            return None
        while fitting := [block for block in self._idle.copy() if nbytes <= block.nbytes <= at_most]:
            block = min(fitting, key=lambda block: block.nbytes)
            try:
                self._idle.remove(block)
            except ValueError:  # another thread was quicker
                continue
            return block
        return None

    def give(self, block: Block) -> None:
        """Take a block back that nobody looks at any more."""
        if block.nbytes > self.most_bytes:
            return
        self._idle.append(block)
        while self.idle_bytes() > self.most_bytes or len(self._idle) > MOST_BLOCKS:
            self._drop_one()

    def idle_bytes(self) -> int:
        """How many bytes wait for their next use."""
        return sum([block.nbytes for block in self._idle.copy()])

    def clear(self) -> int:
        """Let go of all idle blocks; returns how many bytes they had."""
        dropped = 0
        while self._idle:
            dropped += self._drop_one()
        return dropped

    def _drop_one(self) -> int:
        try:
            return self._idle.popleft().nbytes
        except IndexError:  # another thread was quicker
            return 0
