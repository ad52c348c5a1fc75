"""Memory that a process shares with those forked from it."""

from __future__ import annotations

import mmap
import os
from typing import Any

import numpy as np


def shared_copy(buffer: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bytes of a buffer in memory that processes forked from this one go on seeing, and changing.

    NotImplementedError on a system whose processes are not forked.
    """
    if not hasattr(os, "fork"):
        raise NotImplementedError(
            "memory is shared with processes that are forked from this one, which this system does not do; keep the "
            "values in Python's multiprocessing.shared_memory, and see them with from_numpy()"
        )
    # A mapping has at least one byte; it lives as long as an array looks at it.
    shared = np.frombuffer(mmap.mmap(-1, max(buffer.nbytes, 1)), np.uint8)[: buffer.nbytes]
    shared[:] = buffer
    return shared


def is_shared(buffer: np.ndarray[Any, Any]) -> bool:
    """Whether a buffer lies in such memory."""
    owner: Any = buffer
    while isinstance(owner, np.ndarray):
        owner = owner.base
    return isinstance(owner, mmap.mmap) or (isinstance(owner, memoryview) and isinstance(owner.obj, mmap.mmap))
