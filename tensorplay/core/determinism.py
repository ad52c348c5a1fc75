"""Whether only deterministic results are wanted, and what an operation says that PyTorch counts as nondeterministic."""

from __future__ import annotations

import warnings

from .planning import is_planning

ALLOWED, WARNED, REFUSED = range(3)
_mode = ALLOWED


def mode() -> int:
    """What becomes of operations that PyTorch counts as nondeterministic: ALLOWED, WARNED or REFUSED."""
    return _mode


def set_mode(value: int) -> None:
    """Choose among ALLOWED, WARNED and REFUSED."""
    global _mode
    _mode = value


def not_deterministic(name: str, reason: str, remedy: str) -> None:
    """Refuse or warn, if it was asked for, of an operation whose result is not certain. Nothing is done before it."""
    if _mode == ALLOWED:
        return
    text = (
        f"{name} is not deterministic, since {reason}, and use_deterministic_algorithms(True) was called: {remedy}, or "
        "call use_deterministic_algorithms(False)"
    )
    if _mode == REFUSED:
        raise RuntimeError(text)
    if not is_planning():
        warnings.warn(text, UserWarning, stacklevel=6)
