"""The tensors that a namespace holds, by name. Looking for them runs no code of the objects that lie beside them."""

from __future__ import annotations

import sys
from itertools import islice
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from tensorplay.core.tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: How deep containers are searched, how many entries of each, and how many tensors in all.
DEPTH, ENTRIES, MOST = 2, 64, 1000


def tensors_in(namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Every tensor, NumPy array and torch tensor in a namespace by its name, those in lists, tuples and dicts included.

    Names that begin with an underscore are left out: the shell's `_`, and what a person means to hide. Two or three
    levels of containers are written as one would: `pair[0]`, `weights['first']`.

    >>> import tensorplay as tp
    >>> x = tp.zeros(2)
    >>> list(tensors_in({"x": x, "pair": (x, [x]), "_": x, "n": 3}))
    ['x', 'pair[0]', 'pair[1][0]']
    """
    found: dict[str, Any] = {}
    kinds = array_types()
    history = {"In", "Out"} if "In" in namespace and "Out" in namespace else set()  # IPython's
    for name, value in list(dict.items(namespace)) if type(namespace) is dict else list(namespace.items()):
        if type(name) is not str or name.startswith("_") or not name.isidentifier() or name in history:
            continue
        for full_name, tensor in _named(name, value, kinds, DEPTH):
            found[full_name] = tensor
            if len(found) >= MOST:
                return found
    return found


def uncounted_in(namespace: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Of each long container that holds tensors: its identity, and how many lie beyond those that `tensors_in` names.

    >>> import tensorplay as tp
    >>> rows = [tp.zeros(2) for _ in range(100)]
    >>> found = uncounted_in({"rows": rows, "few": rows[:5], "numbers": [1] * 100})
    >>> found == {"rows": (id(rows), 36)}
    True
    """
    kinds = array_types()
    found = {}
    for name, value in list(dict.items(namespace)) if type(namespace) is dict else list(namespace.items()):
        if type(name) is str and not name.startswith("_") and type(value) not in _PLAIN:
            more = uncounted_of(value, kinds)
            if more:
                found[name] = id(value), more
    return found


def uncounted_of(value: Any, kinds: tuple[type, ...] | None = None) -> int:
    """How many tensors a long container holds beyond those that get a name; none where the first entries are none."""
    kind = type(value)
    entries: Iterator[Any]
    if issubclass(kind, (list, tuple)):
        entries = (list if issubclass(kind, list) else tuple).__iter__(value)
    elif issubclass(kind, dict):
        entries = iter(dict.values(value))
    else:
        return 0
    kinds = array_types() if kinds is None else kinds
    named = {id(item) for item in islice(entries, ENTRIES) if is_tensor(item, kinds)}
    return len({id(item) for item in entries if is_tensor(item, kinds)} - named) if named else 0


def tensors_of(name: str, value: Any) -> dict[str, Any]:
    """The tensors of one value: itself, or those inside it if it is a list, tuple or dict."""
    return dict(_named(name, value, array_types(), 1))


def array_types() -> tuple[type, ...]:
    """The classes whose objects count as arrays: ours, and NumPy's once it is imported; a subclass counts too."""
    numpy = _class("numpy", "ndarray")
    return (TensorBase,) if numpy is None else (TensorBase, numpy)


def _class(module_name: str, *path: str) -> type | None:
    """A class of a module, if that is imported already."""
    found: Any = sys.modules.get(module_name)
    for name in path:
        found = vars(found).get(name) if isinstance(found, ModuleType) else None
    return found if isinstance(found, type) else None


def is_tensor(value: Any, kinds: tuple[type, ...]) -> bool:
    """Whether a value is one of ours, of NumPy's, or a plain one of torch's, whose subclasses may run code."""
    kind = type(value)
    if any(base in kinds for base in type.__dict__["__mro__"].__get__(kind)):
        return True
    return kind is _class("torch", "Tensor") or kind is _class("torch", "nn", "Parameter")


def _named(name: str, value: Any, kinds: tuple[type, ...], depth: int) -> Iterator[tuple[str, Any]]:
    """The type alone decides what a value is, so that no `__getattr__`, `__len__` or `__iter__` of it is called."""
    kind = type(value)
    if kind in _PLAIN:
        return
    if is_tensor(value, kinds):
        yield name, value
    elif depth and issubclass(kind, (list, tuple)):
        base = list if issubclass(kind, list) else tuple  # whose methods a subclass has no say in
        for position, item in enumerate(base.__getitem__(value, slice(ENTRIES))):
            yield from _named(f"{name}[{position}]", item, kinds, depth - 1)
    elif depth and issubclass(kind, dict):
        for key, item in islice(dict.items(value), ENTRIES):
            if type(key) in (str, int):
                yield from _named(f"{name}[{key!r}]", item, kinds, depth - 1)


# Most of a namespace: what needs no closer look.
_PLAIN = frozenset({int, float, str, bool, bytes, type(None), type, FunctionType, BuiltinFunctionType, ModuleType})


class Numbering:
    """Storages are shown as s1, s2 ... in the order in which they first appear.

    >>> numbers = Numbering()
    >>> numbers.number([("storage", 7)]), numbers.number([("storage", 9)]), numbers.number([("storage", 7)])
    (1, 2, 1)
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}
        self._last = 0

    def number(self, keys: list[tuple[str, int]]) -> int:
        """The number of what is known under any of the keys; a new one if none is."""
        known = [self._numbers[key] for key in keys if key in self._numbers]
        if known:
            number = min(known)
        else:
            self._last += 1
            number = self._last
        for key in keys:
            self._numbers[key] = number
        return number
