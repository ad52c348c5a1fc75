"""What an expression is, told without evaluating it: names are looked up, calls believe the annotation of their result.

Completion and help may look at anything a person types. So nothing here calls a function, and no attribute is read that
would run code: only what lies in dictionaries, and the few attributes of tensors that merely read a layout.
"""

from __future__ import annotations

import ast
import builtins
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

import tensorplay
from tensorplay.attributes.size import Size
from tensorplay.core.tensor import TensorBase

from .namespace import LazyNumPy

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN: Any = object()
FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType, MethodDescriptorType)
# Attributes of a tensor that are cheap and change nothing.
_SAFE_PROPERTIES = ("shape", "dtype", "device", "layout", "ndim")
_CLASSES = (tensorplay.Tensor, Size, str, int, float, bool, tuple, list)
_RESULTS: dict[str, type] = {kind.__name__: kind for kind in _CLASSES}
_RESULTS |= {"DType": tensorplay.DType, "Device": tensorplay.Device}


def has_class(value: Any, *classes: type) -> bool:
    """As `isinstance`, but by the class alone: an object may answer `__class__` with code of its own."""
    return any(base in classes for base in _bases(type(value)))


class Known:
    """What is known of an expression: its value, or only its class."""

    def __init__(self, value: Any = UNKNOWN, kind: type | None = None) -> None:
        self.value = value
        self.kind = kind if value is UNKNOWN else type(value)

    def attributes(self) -> list[str]:
        """The names of its attributes, as its module, its class or its own dictionary lists them."""
        value = self.value
        if has_class(value, LazyNumPy) or type(value) is ModuleType:
            return dir(value)
        names: set[Any] = set()
        owner = value if has_class(value, type) else self.kind
        for base in () if owner is None else _bases(owner):
            names.update(_class_dictionary(base))
        if value is not UNKNOWN and not has_class(value, type):
            names.update(_instance_dictionary(value))
        return sorted([name for name in names if isinstance(name, str)])

    def attribute(self, name: str) -> Known | None:
        """One of its attributes, or None where looking would run code or nothing is found."""
        value = self.value
        if has_class(value, LazyNumPy):
            value = value.load()
        if has_class(value, ModuleType):
            found = vars(value).get(name, UNKNOWN)
            return None if found is UNKNOWN else Known(found)
        if has_class(value, TensorBase) and name in _SAFE_PROPERTIES:
            return Known(getattr(value, name))
        if has_class(value, type):
            return _known(_static(value, name))
        if value is not UNKNOWN:
            instance = _instance_dictionary(value)
            if name in instance:
                return Known(instance[name])
        return None if self.kind is None else _known_of_class(_static(self.kind, name))

    def result(self) -> Known | None:
        """What calling it gives: an instance of a class, or what the annotation of a function says."""
        if has_class(self.value, type):
            return Known(kind=self.value)
        kind = _annotated(self.value)
        return None if kind is None else Known(kind=kind)


def look_up(expression: str, namespace: Mapping[str, Any]) -> Known | None:
    """What is known of an expression of names, attributes, calls and indices; None if nothing.

    >>> x = tensorplay.zeros(2, 3)
    >>> look_up("x.t()[0].shape", {"x": x}).kind.__name__, look_up("x.no_such_thing", {"x": x})
    ('Size', None)
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _known_of(tree.body, namespace)


def _known_of(node: ast.expr, namespace: Mapping[str, Any]) -> Known | None:
    match node:
        case ast.Name(id=name):
            return _known(namespace[name] if name in namespace else vars(builtins).get(name, UNKNOWN))
        case ast.Constant(value=value):
            return Known(kind=type(value))
        case ast.Attribute(value=owner, attr=name):
            known = _known_of(owner, namespace)
            return None if known is None else known.attribute(name)
        case ast.Call(func=function):
            known = _known_of(function, namespace)
            return None if known is None else known.result()
        case ast.Subscript(value=owner):
            known = _known_of(owner, namespace)
            return Known(kind=known.kind) if known is not None and known.kind in (tensorplay.Tensor, str) else None
        case ast.BinOp(left=left, right=right):
            sides = (_known_of(left, namespace), _known_of(right, namespace))
            with_tensor = any(side is not None and side.kind is tensorplay.Tensor for side in sides)
            return Known(kind=tensorplay.Tensor) if with_tensor else None
        case ast.JoinedStr():
            return Known(kind=str)
    displays = {ast.List: list, ast.ListComp: list, ast.Tuple: tuple, ast.Dict: dict, ast.DictComp: dict, ast.Set: set}
    kind = displays.get(type(node))
    return None if kind is None else Known(kind=kind)


def _known(value: Any) -> Known | None:
    return None if value is UNKNOWN else Known(value)


def _known_of_class(found: Any) -> Known | None:
    """An attribute found in a class: a function is one; of a property only the annotated class is known."""
    if has_class(found, property):
        kind = _annotated(found.fget)
        return None if kind is None else Known(kind=kind)
    if has_class(found, staticmethod, classmethod):
        return Known(found.__func__)
    return _known(found) if has_class(found, *FUNCTIONS, type) else None


def _static(owner: type, name: str) -> Any:
    """What a class or one of its bases holds under a name, without asking its descriptors."""
    for base in _bases(owner):
        found = _class_dictionary(base).get(name, UNKNOWN)
        if found is not UNKNOWN:
            return found
    return UNKNOWN


def _bases(owner: type) -> tuple[type, ...]:
    bases: tuple[type, ...] = type.__dict__["__mro__"].__get__(owner)
    return bases


def _class_dictionary(owner: type) -> Mapping[str, Any]:
    found: Mapping[str, Any] = type.__dict__["__dict__"].__get__(owner)
    return found


def _instance_dictionary(value: Any) -> dict[str, Any]:
    try:
        found = object.__getattribute__(value, "__dict__")
    except Exception:  # noqa: BLE001 no dictionary, or a property that pretends to be one
        return {}
    return found if has_class(found, dict) else {}


def _annotated(function: Any) -> type | None:
    """The class that a function's annotation promises, where it is one of ours or a plain one."""
    if has_class(function, MethodType):
        function = function.__func__
    if not has_class(function, FunctionType):
        return None
    try:
        word = function.__annotations__.get("return")
    except Exception:  # noqa: BLE001 newer releases of Python evaluate annotations here
        return None
    return word if has_class(word, type) else _RESULTS.get(str(word).removeprefix("builtins."))
