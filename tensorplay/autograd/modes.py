"""Whether operations are recorded: `no_grad`, `enable_grad`, `set_grad_enabled`. A state of each thread."""

from __future__ import annotations

import threading
from contextlib import ContextDecorator


class _State(threading.local):
    enabled = True


_state = _State()


def is_grad_enabled() -> bool:
    """Whether operations on tensors that require gradients are recorded.

    >>> import tensorplay as tp
    >>> with tp.no_grad():
    ...     tp.is_grad_enabled()
    False
    """
    return _state.enabled


class set_grad_enabled(ContextDecorator):
    """Switch recording on or off: at once, and back at the end if used as a context manager."""

    def __init__(self, mode: bool) -> None:
        self._before = _state.enabled
        self._mode = bool(mode)
        _state.enabled = self._mode

    def __enter__(self) -> None:
        _state.enabled = self._mode

    def __exit__(self, *_: object) -> None:
        _state.enabled = self._before


class _Switch(ContextDecorator):
    """Recording on or off inside a block or a decorated function."""

    _mode: bool

    def __init__(self) -> None:
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(_state.enabled)
        _state.enabled = self._mode

    def __exit__(self, *_: object) -> None:
        _state.enabled = self._before.pop()


class no_grad(_Switch):
    """Nothing is recorded inside.

    >>> import tensorplay as tp
    >>> x = tp.ones(2, requires_grad=True)
    >>> with tp.no_grad():
    ...     (x + 1).requires_grad
    False
    """

    _mode = False


class enable_grad(_Switch):
    """Operations are recorded inside, also within `no_grad`.

    >>> import tensorplay as tp
    >>> x = tp.ones(2, requires_grad=True)
    >>> with tp.no_grad(), tp.enable_grad():
    ...     (x + 1).requires_grad
    True
    """

    _mode = True
