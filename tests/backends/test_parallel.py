"""Work shared among threads: nothing is left behind by an error or by Ctrl-C, and no part is lost."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.backends import parallel

# Interrupted by a timer all over the time that a copy or an addition takes; what was written is looked at twice.
PROGRAM = """
import random, signal, time
import tensorplay as tp

def interrupt(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
tp.set_num_threads(3)
source, other, target = tp.ones(2000, 2000).t(), tp.ones(2000, 2000), tp.zeros(2000, 2000)
watched = target.detach().numpy()
chance = random.Random(1)
began = time.perf_counter()
target.copy_(source)
taken = time.perf_counter() - began
hits = late = 0
for number in range(200):
    target.zero_()
    try:
        signal.setitimer(signal.ITIMER_REAL, taken * chance.random() * 1.2 + 1e-5)
        target.copy_(source) if number % 2 else target.add_(other)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        before = watched.sum()
        time.sleep(0.002)
        late += watched.sum() != before
        hits += 1
print(hits > 10, late)
"""


@pytest.fixture(autouse=True)
def _threads() -> Iterator[None]:
    before = tp.get_num_threads()
    yield
    tp.set_num_threads(before)


def test_nothing_is_written_after_ctrl_c() -> None:
    finished = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["True", "0"]


@pytest.mark.parametrize("threads", [1, 2, 7, 10**6])
def test_each_part_is_done_once(threads: int) -> None:
    tp.set_num_threads(threads)
    for parts in (range(50), list(range(50)), iter(range(50)), [], [3]):
        done: list[int] = []
        expected = list(parts) if not isinstance(parts, Iterator) else list(range(50))
        parallel.for_each(done.append, parts)
        assert sorted(done) == expected
    assert threading.active_count() <= parallel.MOST_THREADS + 5


def test_an_error_is_raised_once_all_have_stopped() -> None:
    tp.set_num_threads(4)
    running: list[int] = []

    def work(part: int) -> None:
        running.append(part)
        time.sleep(0.001)
        if part == 5:
            raise ValueError("the fifth")
        running.remove(part)

    with pytest.raises(ValueError, match="the fifth"):
        parallel.for_each(work, range(1000))
    assert running == [5]


def test_threads_are_set_while_others_compute() -> None:
    x = tp.ones(600_000)
    failed: list[Exception] = []

    def compute() -> None:
        try:
            for _ in range(30):
                x + 1
        except Exception as error:  # noqa: BLE001
            failed.append(error)

    workers = [threading.Thread(target=compute) for _ in range(3)]
    for worker in workers:
        worker.start()
    for number in range(2, 40):
        tp.set_num_threads(number)
        time.sleep(0.001)
    for worker in workers:
        worker.join()
    assert not failed


def test_the_library_of_products_obeys() -> None:
    threadpoolctl: Any = pytest.importorskip("threadpoolctl")
    tp.ones(2, 2) @ tp.ones(2, 2)

    def limits() -> set[int]:
        return {found["num_threads"] for found in threadpoolctl.threadpool_info() if found["user_api"] == "blas"}

    if not limits():
        pytest.skip("NumPy has no library whose threads can be counted")
    tp.set_num_threads(1)
    assert limits() == {1}
