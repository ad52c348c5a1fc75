"""The oracle for operations: PyTorch, where it is installed."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def torch() -> Any:
    return pytest.importorskip("torch")
