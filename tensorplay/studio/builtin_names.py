"""Python's builtins, as the shell needs them, beside what statements make of them.

All modules share one dictionary of builtins, so a statement that deletes `len` would take it from the shell as well.
"""

from __future__ import annotations

import builtins
from typing import Any

_ABSENT: Any = object()


class BuiltinNames:
    """The builtins as they were when a session began.

    A function put in another's place holds while statements run, and only then. What is deleted, or becomes something
    that cannot be called, is put back: without it neither the shell nor the operations could go on.

    >>> names = BuiltinNames()
    >>> names.enter(); del builtins.len; names.leave()
    ('builtins.len was deleted',)
    >>> len("abc")
    3
    """

    def __init__(self) -> None:
        self._names = vars(builtins)
        self._own = dict(self._names)
        self._callable = {name for name, value in self._own.items() if callable(value)}
        self._replaced: dict[str, Any] = {}
        self._is_callable = callable

    def enter(self) -> None:
        """A statement is about to run: what statements before it replaced holds for it, too."""
        self._names.update(self._replaced)

    def leave(self) -> tuple[str, ...]:
        """The builtins are the shell's again; what had to be put back, in words. No builtin may be used in here."""
        told: tuple[str, ...] = ()
        replaced: dict[str, Any] = {}
        for name, value in self._own.items():
            now = self._names.get(name, _ABSENT)
            if now is value:
                continue
            if now is _ABSENT:
                told = (*told, f"builtins.{name} was deleted")
            elif name in self._callable and not self._is_callable(now):
                told = (*told, f"builtins.{name} was replaced by what cannot be called")
            else:
                replaced[name] = now
            self._names[name] = value
        self._replaced = replaced
        return told
