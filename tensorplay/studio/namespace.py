"""The names that stand ready at the prompt and in a program: the package, operations, dtypes, and NumPy on demand."""

from __future__ import annotations

import builtins
from importlib import import_module
from types import ModuleType
from typing import Any

import tensorplay


class LazyNumPy(ModuleType):
    """Stands for NumPy until it is used; then NumPy is imported and takes this one's place in the namespace."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        super().__init__("numpy")
        self._namespace = namespace

    def __getattr__(self, name: str) -> Any:
        return getattr(self.load(), name)

    def __dir__(self) -> list[str]:
        return dir(self.load())

    def __repr__(self) -> str:
        return repr(self.load())

    def load(self) -> ModuleType:
        """Import NumPy and let it take this one's place."""
        module = import_module("numpy")
        if self._namespace.get("np") is self:
            self._namespace["np"] = module
        return module


def operation_names() -> list[str]:
    """The public names of the package that may stand alone: all but its modules and the names of Python's builtins.

    >>> names = operation_names()
    >>> "transpose" in names, "sum" in names, "float32" in names
    (True, False, True)
    """
    return [
        name
        for name, value in vars(tensorplay).items()
        if not name.startswith("_")
        and not hasattr(builtins, name)
        and not isinstance(value, ModuleType)
        and name != "annotations"
    ]


def fill_namespace(namespace: dict[str, Any]) -> dict[str, Any]:
    """Put the names into a dictionary, a module's for instance, and return it."""
    namespace["tensorplay"] = namespace["tp"] = tensorplay
    namespace["np"] = LazyNumPy(namespace)
    for name in operation_names():
        namespace[name] = getattr(tensorplay, name)
    namespace["__builtins__"] = builtins
    return namespace


def given_value(name: str) -> Any:
    """What stands ready under a name before anything was run: the package's value, or a builtin, or None."""
    if name in ("tp", "tensorplay"):
        return tensorplay
    return getattr(builtins, name, None) or getattr(tensorplay, name, None)
