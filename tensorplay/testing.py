"""For tests: `tensorplay.testing.assert_close`."""

from __future__ import annotations

from .functional.assertions import assert_close

__all__ = ["assert_close"]
