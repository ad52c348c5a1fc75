"""Ctrl-C: at once inside a statement, later inside what must be finished."""

from __future__ import annotations

import importlib.util
import signal
import sys
import threading
import time
from types import ModuleType

import pytest

from tensorplay.studio.interrupts import Interrupts


def test_at_once() -> None:
    interrupts = Interrupts()
    with interrupts.answered(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_at_the_end_of_what_must_be_finished() -> None:
    interrupts = Interrupts()
    finished = []

    def work() -> None:
        with interrupts.held_back(), interrupts.held_back():
            signal.raise_signal(signal.SIGINT)
            finished.append(True)

    with interrupts.answered(), pytest.raises(KeyboardInterrupt):
        work()
    assert finished
    with interrupts.held_back():
        pass


def test_what_was_there_is_back_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts().answered():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before


def test_an_import_of_numpy_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    half = ModuleType("numpy")
    half.__spec__ = importlib.util.spec_from_loader("numpy", None)
    assert half.__spec__ is not None
    half.__spec__._initializing = True  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "numpy", half)
    interrupts = Interrupts()
    with interrupts.answered():
        signal.raise_signal(signal.SIGINT)  # not yet
        half.__spec__._initializing = False  # type: ignore[attr-defined]
        with pytest.raises(KeyboardInterrupt):
            time.sleep(10)


def test_other_threads_leave_it_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def work() -> None:
        with Interrupts().answered():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
