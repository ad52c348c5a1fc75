"""The module `__main__` in which programs and the shell run, as Python makes it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tensorplay.studio.namespace import fill_namespace

if TYPE_CHECKING:
    from collections.abc import Sequence

# The module that was `__main__` when the command began; something may still hold its functions.
_former: list[ModuleType] = []


def enter_main_module(arguments: Sequence[str], file: str | None = None) -> dict[str, Any]:
    """Make a fresh `__main__` with all names at hand, set `sys.argv` and `sys.path[0]`, and give its namespace."""
    module = ModuleType("__main__")
    _former.append(sys.modules["__main__"])
    sys.modules["__main__"] = module
    namespace = vars(module)
    fill_namespace(namespace)
    if file is not None:
        namespace["__file__"] = file
    sys.argv = list(arguments)
    if not sys.flags.safe_path and sys.path:
        sys.path[0] = "" if file is None else str(Path(file).resolve().parent)
    return namespace
