"""The oracle for the attributes: PyTorch, where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tensorplay.attributes import device as devices
from tensorplay.attributes import dtype as dtypes

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Every test ends with the default settings it found."""
    yield
    assert dtypes.get_default_dtype() is dtypes.float32
    assert devices.get_default_device() == devices.Device("cpu")
