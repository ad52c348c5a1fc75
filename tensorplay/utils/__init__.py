"""Settings that are rarely touched, under the names they have in PyTorch."""

from __future__ import annotations

from . import deterministic

__all__ = ["deterministic"]
