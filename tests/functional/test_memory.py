"""What element-wise work allocates: its output, and at most a cache block more for each thread."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.backends import lending
from tensorplay.functional.computing import BLOCK_ELEMENTS

NUMEL = 4_000_000

CASES: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "add of other dtypes": lambda x, y: x + y.to(tp.int32),
    "compare": lambda x, y: x < y,
    "exp": lambda x, y: x.exp(),
    "transposed": lambda x, y: x.view(2000, 2000).t() + y.view(2000, 2000),
    "in place": lambda x, y: x.add_(y),
    "where": lambda x, y: tp.where(x > 0.5, x, y),
}


@pytest.mark.parametrize("name", CASES)
def test_peak(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "LEAST_LENT_BYTES", sys.maxsize)  # what the pool lends is not traced
    x, y = tp.rand(NUMEL), tp.rand(NUMEL)
    case = CASES[name]
    threads = tp.get_num_threads()
    case(tp.rand(NUMEL), tp.rand(NUMEL))  # what is imported and started once is not counted
    tracemalloc.start()
    try:
        result = case(x, y)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    made = 0 if name == "in place" else result.nbytes
    made += {"add of other dtypes": 4 * NUMEL, "where": NUMEL}.get(name, 0)  # the converted operand, the condition
    block = BLOCK_ELEMENTS * 8 * 4  # operands cast and a result, of 8 bytes an element at most
    assert peak <= made + threads * block + 100_000


@pytest.mark.parametrize("name", CASES)
def test_the_next_call_takes_no_fresh_memory(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = tp.rand(NUMEL), tp.rand(NUMEL)
    case = CASES[name]
    case(x, y)
    fresh: list[int] = []
    monkeypatch.setattr(lending, "_new_block", fresh.append)
    case(x, y)
    assert not fresh
