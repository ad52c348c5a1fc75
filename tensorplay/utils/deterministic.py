"""Determinism: what fills uninitialised memory, and the flags that PyTorch programs set.

    tensorplay.utils.deterministic.fill_uninitialized_memory = False

leaves the memory of `empty` and its like as the system hands it out; True, as at the start, fills it with NaN, the
largest integer or True, whatever the flags of `use_deterministic_algorithms` say.
"""

from __future__ import annotations

import sys
from types import ModuleType

from tensorplay.core import determinism
from tensorplay.core.allocation import fills_uninitialised, set_fill_uninitialised
from tensorplay.core.determinism import ALLOWED, REFUSED, WARNED

#: Whether uninitialised memory is filled with its mark; may be assigned.
fill_uninitialized_memory: bool

_MODES = {"default": ALLOWED, "warn": WARNED, "error": REFUSED}


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
    """Refuse operations whose result is not certain; with `warn_only` warn of them instead.

    As PyTorch does on the CPU, `put_` and `put` without `accumulate` raise RuntimeError under this flag, or warn,
    before anything is done: with an index named twice it is left open which value stays. All that PyTorch names
    besides is nondeterministic on GPUs only, or not there: every other operation here gives the same result each time.
    The content of uninitialised memory, for instance of `empty_permuted`, does not depend on the flag.

    Raises TypeError for what is no bool.

    >>> import tensorplay as tp
    >>> tp.use_deterministic_algorithms(True, warn_only=True)
    >>> tp.are_deterministic_algorithms_enabled(), tp.is_deterministic_algorithms_warn_only_enabled()
    (True, True)
    >>> tp.use_deterministic_algorithms(True)
    >>> tp.zeros(3).put_(tp.tensor([0, 0]), tp.tensor([1.0, 2.0]))
    Traceback (most recent call last):
    RuntimeError: put_ is not deterministic
    >>> tp.use_deterministic_algorithms(False)
    """
    for name, value in (("mode", mode), ("warn_only", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(
                f"use_deterministic_algorithms(): argument '{name}' must be bool, not {type(value).__name__}"
            )
    determinism.set_mode(ALLOWED if not mode else WARNED if warn_only else REFUSED)


def are_deterministic_algorithms_enabled() -> bool:
    """Whether deterministic algorithms were asked for.

    >>> import tensorplay as tp
    >>> tp.are_deterministic_algorithms_enabled()
    False
    """
    return determinism.mode() != ALLOWED


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Whether they were asked for with `warn_only`.

    >>> import tensorplay as tp
    >>> tp.is_deterministic_algorithms_warn_only_enabled()
    False
    """
    return determinism.mode() == WARNED


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Set both flags at once: 0 or "default" for neither, 1 or "warn" for warnings only, 2 or "error" for errors.

    >>> import tensorplay as tp
    >>> tp.set_deterministic_debug_mode("warn")
    >>> tp.get_deterministic_debug_mode()
    1
    >>> tp.set_deterministic_debug_mode(0)
    """
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, not {type(debug_mode).__name__}")
    if debug_mode not in _MODES and debug_mode not in _MODES.values():
        raise RuntimeError(f"there is no debug_mode {debug_mode!r}: choose 0, 1, 2, 'default', 'warn' or 'error'")
    determinism.set_mode(_MODES[debug_mode] if isinstance(debug_mode, str) else int(debug_mode))


def get_deterministic_debug_mode() -> int:
    """Both flags as one number: 0, 1 or 2 as in `set_deterministic_debug_mode`.

    >>> import tensorplay as tp
    >>> tp.get_deterministic_debug_mode()
    0
    """
    return determinism.mode()
