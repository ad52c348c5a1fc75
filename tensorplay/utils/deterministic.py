"""Determinism: what fills uninitialised memory, and the flags that PyTorch programs set.

    tensorplay.utils.deterministic.fill_uninitialized_memory = False

leaves the memory of `empty` and its like as the system hands it out; True, as at the start, fills it with NaN, the
largest integer or True. The flags of `use_deterministic_algorithms` are kept and change nothing: every operation here
is deterministic, and what uninitialised memory holds does not depend on them.
"""

from __future__ import annotations

import sys
from types import ModuleType

from tensorplay.core.allocation import fills_uninitialised, set_fill_uninitialised

#: Whether uninitialised memory is filled with its mark; may be assigned.
fill_uninitialized_memory: bool

_DEFAULT, _WARN, _ERROR = range(3)
_MODES = {"default": _DEFAULT, "warn": _WARN, "error": _ERROR}
_mode = _DEFAULT


class _Settings(ModuleType):
    """The class of this module, so that assigning its attribute reaches the place where memory is allocated."""

    @property
    def fill_uninitialized_memory(self) -> bool:
        return fills_uninitialised()

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise RuntimeError(f"fill_uninitialized_memory is a bool, not {type(value).__name__}")
        set_fill_uninitialised(value)


sys.modules[__name__].__class__ = _Settings


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Ask for deterministic algorithms only. Every operation here is deterministic, so nothing changes.

    In particular the content of uninitialised memory, for instance of `empty_permuted`, stays what it is.

    >>> import tensorplay as tp
    >>> tp.use_deterministic_algorithms(True, warn_only=True)
    >>> tp.are_deterministic_algorithms_enabled(), tp.is_deterministic_algorithms_warn_only_enabled()
    (True, True)
    >>> tp.use_deterministic_algorithms(False)
    """
    global _mode
    for name, value in (("mode", mode), ("warn_only", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(
                f"use_deterministic_algorithms(): argument '{name}' must be bool, not {type(value).__name__}"
            )
    _mode = _DEFAULT if not mode else _WARN if warn_only else _ERROR


def are_deterministic_algorithms_enabled() -> bool:
    """Whether deterministic algorithms were asked for."""
    return _mode != _DEFAULT


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Whether they were asked for with `warn_only`."""
    return _mode == _WARN


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Set both flags at once: 0 or "default" for neither, 1 or "warn" for warnings only, 2 or "error" for errors.

    >>> import tensorplay as tp
    >>> tp.set_deterministic_debug_mode("warn")
    >>> tp.get_deterministic_debug_mode()
    1
    >>> tp.set_deterministic_debug_mode(0)
    """
    global _mode
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, not {type(debug_mode).__name__}")
    if debug_mode not in _MODES and debug_mode not in _MODES.values():
        raise RuntimeError(f"there is no debug_mode {debug_mode!r}: choose 0, 1, 2, 'default', 'warn' or 'error'")
    _mode = _MODES[debug_mode] if isinstance(debug_mode, str) else int(debug_mode)


def get_deterministic_debug_mode() -> int:
    """Both flags as one number: 0, 1 or 2 as in `set_deterministic_debug_mode`."""
    return _mode
