"""Long calls are waited for, so that Ctrl-C is answered while they run."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.backends.parallel import waited


def test_what_is_returned_and_raised_passes_through() -> None:
    assert waited(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        waited(divmod, 7, 0)


def test_settings_of_the_caller_hold() -> None:
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        waited(np.divide, np.float64(1), np.float64(0))


def test_another_thread_does_its_calls_itself() -> None:
    found: list[threading.Thread] = []
    thread = threading.Thread(target=lambda: found.append(waited(threading.current_thread)))
    thread.start()
    thread.join()
    assert found == [thread]
    assert waited(threading.current_thread) is not threading.main_thread()


def interrupted_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])
    timer.start()
    return timer


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals reach the main thread")
def test_ctrl_c_need_not_wait_for_the_call() -> None:
    began = time.monotonic()
    timer = interrupted_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        waited(time.sleep, 20)
    timer.join()
    assert time.monotonic() - began < 10


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals reach the main thread")
def test_ctrl_c_stops_a_decomposition() -> None:
    matrix = tp.rand(1200, 1200, dtype=tp.float64)
    began = time.monotonic()
    timer = interrupted_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        tp.linalg.svd(matrix)
    timer.join()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("length", [0, 1, 2, 5, (1 << 15) + 3])
def test_every_number_is_in_a_permutation(length: int) -> None:
    assert sorted(tp.randperm(length).tolist()) == list(range(length))
