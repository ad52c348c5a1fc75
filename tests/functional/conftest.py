"""The oracle for operations: PyTorch, where it is installed; and small blocks of work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.backends import blocks


@pytest.fixture(scope="session")
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.fixture(params=[1, 3])
def blocks_of_five(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """Element-wise work in blocks of five elements, on one thread and on three."""
    threads = tp.get_num_threads()
    tp.set_num_threads(request.param)
    monkeypatch.setattr(blocks, "BLOCK_ELEMENTS", 5)
    yield
    tp.set_num_threads(threads)
