"""A fixture that runs a test twice: with arrays computed at a stroke, and cut into the smallest of blocks."""

from __future__ import annotations

import pytest

from tensorplay.functional import ordering, reducing, scans, searching


@pytest.fixture(params=["whole", "blocks"])
def in_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything once at a stroke and once in blocks of three elements."""
    if request.param == "blocks":
        for module in (reducing, scans, ordering, searching):
            monkeypatch.setattr(module, "BLOCK_ELEMENTS", 3)
        monkeypatch.setattr(reducing, "CHUNK", 2)
        monkeypatch.setattr(ordering, "SAMPLE", 4)
