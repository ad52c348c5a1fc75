"""`tensorplay.nn`: the functions of `nn.functional`. Layers as objects, with parameters to be trained, are not here."""

from __future__ import annotations

from . import functional

__all__ = ["functional"]
