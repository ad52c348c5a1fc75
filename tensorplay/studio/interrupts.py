"""Ctrl-C, held back while something must be finished: our bookkeeping between commands, and the import of NumPy.

A statement itself is interrupted at once. NumPy cannot be imported again in a process in which its import was cut off.
"""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

RETRY_SECONDS = 0.05


class Interrupts:
    """The answer to SIGINT: KeyboardInterrupt, but never inside `held_back`."""

    def __init__(self) -> None:
        self._held = 0
        self._pending = False
        self._former: Any = None

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Answer SIGINT inside; in a thread that cannot, everything stays as it is."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        former = signal.signal(signal.SIGINT, self._answer)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, former)

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Finish what is inside first; an interrupt that came meanwhile is raised at its end."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        if self._pending and not self._held:
            self._pending = False
            raise KeyboardInterrupt

    def _answer(self, signal_number: int, frame: FrameType | None) -> None:
        if self._held:
            self._pending = True
        elif _is_importing("numpy"):
            again = threading.Timer(RETRY_SECONDS, _send_to_main_thread, [signal_number])
            again.daemon = True
            again.start()
        else:
            raise KeyboardInterrupt


def _send_to_main_thread(signal_number: int) -> None:
    identity = threading.main_thread().ident
    if identity is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(identity, signal_number)
    else:
        signal.raise_signal(signal_number)


def _is_importing(name: str) -> bool:
    specification = getattr(sys.modules.get(name), "__spec__", None)
    return bool(getattr(specification, "_initializing", False))
