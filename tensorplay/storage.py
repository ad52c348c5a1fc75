"""The two kinds of storages, under the name that PyTorch's module has."""

from __future__ import annotations

from .core.storage import UntypedStorage
from .functional.typed_storage import TypedStorage

__all__ = ["TypedStorage", "UntypedStorage"]
