"""The extension, where it is built, in both of its ways."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tensorplay.backends import kernels


@pytest.fixture(params=["processor", "portable"])
def native(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The extension, with all that the processor can do and in plain C."""
    if not kernels.available():
        pytest.skip("no compiled kernels")
    kernels._native.portable(request.param == "portable")
    yield kernels._native
    kernels._native.portable(os.environ.get("TENSORPLAY_KERNELS") == "portable")
