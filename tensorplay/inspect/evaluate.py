"""Evaluating what is being typed, safely: only tensorplay's own operations, on shadows, and plain numbers.

Everything else (a call of anything of the user's, an attribute of a foreign object, a comprehension ...) is declined
with `NotPlannable`, before anything ran.
"""

from __future__ import annotations

import ast
import operator
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import DType
from tensorplay.attributes.layout_kind import LayoutKind
from tensorplay.attributes.memory_format import MemoryFormat
from tensorplay.attributes.size import Size
from tensorplay.core.tensor import TensorBase
from tensorplay.functional import faces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .shadows import Shadows

#: Longest sequence, largest number (in bits) and most tensors that one step may make; most elements to be combined.
MOST_ITEMS, MOST_BITS, MOST_PIECES, MOST_COMBINED = 256, 128, 256, 24

#: Methods that hand something out, or act on what has no shadow.
_DECLINED: Final = frozenset(
    [
        "backward",
        "data",
        "data_ptr",
        "grad",
        "grad_fn",
        "numpy",
        "pin_memory",
        "register_hook",
        "retain_grad",
        "set_",
        "share_memory_",
        "storage",
        "untyped_storage",
    ]
)
#: Operations that make one tensor for each index, section or piece.
_PIECES: Final = frozenset(
    ["unbind", "split", "split_with_sizes", "chunk", "tensor_split", "hsplit", "vsplit", "dsplit"]
)
_PLAIN: Final = (bool, int, float, complex, str, type(None), type(...), Size, DType, Device, LayoutKind, MemoryFormat)
_BUILTINS: Final = {"bool": bool, "int": int, "float": float, "complex": complex}

_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}  # fmt: skip
_IN_PLACE: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.iadd, ast.Sub: operator.isub, ast.Mult: operator.imul, ast.Div: operator.itruediv,
    ast.FloorDiv: operator.ifloordiv, ast.Mod: operator.imod, ast.Pow: operator.ipow, ast.MatMult: operator.imatmul,
    ast.BitAnd: operator.iand, ast.BitOr: operator.ior, ast.BitXor: operator.ixor, ast.LShift: operator.ilshift,
    ast.RShift: operator.irshift,
}  # fmt: skip
_SIGNS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert,
}  # fmt: skip
_COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip


class NotPlannable(Exception):  # noqa: N818  (a state of affairs, always caught)
    """The text has something in it that is not run while a person types."""


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A method of ours, bound to a shadow."""

    tensor: Any
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """A call that was refused: the texts of the receiver and of the arguments.

    For an operator, `operator` is its sign ("+=", or "=" for an assignment to an index) and the receiver its left side.
    """

    receiver: str
    method: str
    arguments: tuple[str, ...]
    operator: str = ""


class Evaluator:
    """Evaluates one statement. `assigned` collects what it gives names to, `refused` the call that raised."""

    def __init__(self, namespace: Mapping[str, Any], shadows: Shadows) -> None:
        self.namespace = namespace
        self.shadows = shadows
        self.assigned: dict[str, Any] = {}
        self.refused: Refused | None = None
        self._right = ""

    def run(self, statement: ast.stmt) -> Any:
        """Carry out the statement on shadows; the value of an expression, else None.

        Raises NotPlannable, or what the operations raise.
        """
        match statement:
            case ast.Expr(value=value):
                return self.value(value)
            case ast.Assign(targets=targets, value=value):
                self._right = ast.unparse(value)
                result = self.value(value)
                for target in targets:
                    self._assign(target, result)
            case ast.AnnAssign(target=target, value=ast.expr() as value, simple=1):
                self._assign(target, self.value(value))
            case ast.AugAssign(target=target, op=operation, value=value):
                self._augment(target, operation, value)
            case ast.Pass():
                pass
            case _:
                raise NotPlannable(type(statement).__name__)
        return None

    # Statements

    def _assign(self, target: ast.expr, value: Any) -> None:
        match target:
            case ast.Name(id=name):
                self.assigned[name] = value
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                if not isinstance(value, (tuple, list)) or len(value) != len(targets):
                    raise NotPlannable("unpacking")
                for part, item in zip(targets, value, strict=True):
                    self._assign(part, item)
            case ast.Subscript(value=base, slice=index):
                tensor, key = self._tensor(self.value(base)), self._index(index)
                with self._asked(ast.unparse(target), "__setitem__", (self._right,), "="):
                    tensor[key] = value
            case _:
                raise NotPlannable(type(target).__name__)

    def _augment(self, target: ast.expr, operation: ast.operator, right: ast.expr) -> None:
        function, value = _IN_PLACE[type(operation)], self._operand(self.value(right))
        texts = (ast.unparse(target), function.__name__, (ast.unparse(right),), f"{_SIGNS[type(operation)]}=")
        match target:
            case ast.Name(id=name):
                current = self._operand(self._named(name))
                with self._asked(*texts):
                    self.assigned[name] = self._applied(function, current, value)
            case ast.Subscript(value=base, slice=index):
                tensor, key = self._tensor(self.value(base)), self._index(index)
                with self._asked(*texts):
                    tensor[key] = self._applied(function, tensor[key], value)
            case _:
                raise NotPlannable(type(target).__name__)

    # Expressions

    def value(self, node: ast.expr) -> Any:
        """The value of an expression: a shadow, a plain value, or a tuple or list of these."""
        match node:
            case ast.Constant(value=value):
                return self._plain(value)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Tuple(elts=elements):
                return tuple(self._items(elements))
            case ast.List(elts=elements):
                return self._items(elements)
            case ast.UnaryOp(op=ast.Not()):
                raise NotPlannable("not")
            case ast.UnaryOp(op=operation, operand=operand):
                return self._checked(_UNARY[type(operation)](self._operand(self.value(operand))))
            case ast.BinOp(left=left, op=operation, right=right):
                with self._asked(ast.unparse(left), "", (ast.unparse(right),), _SIGNS[type(operation)]):
                    return self._applied(
                        _BINARY[type(operation)], self._operand(self.value(left)), self._operand(self.value(right))
                    )
            case ast.Compare(left=left, ops=[operation], comparators=[right]) if type(operation) in _COMPARISONS:
                return self._applied(
                    _COMPARISONS[type(operation)], self._operand(self.value(left)), self._operand(self.value(right))
                )
            case ast.Attribute(value=base, attr=name):
                return self._attribute(self.value(base), name)
            case ast.Subscript(value=base, slice=index):
                return self._subscript(node, base, index)
            case ast.Call(func=function, args=arguments, keywords=keywords):
                return self._call(node, function, arguments, keywords)
        raise NotPlannable(type(node).__name__)

    def _named(self, name: str) -> Any:
        if name in self.assigned:
            return self.assigned[name]
        if name in self.namespace:
            return self._found(self.namespace[name])
        if name in _BUILTINS:
            return _BUILTINS[name]
        raise NotPlannable(name)

    def _found(self, value: Any, depth: int = 3) -> Any:
        """A value of the namespace, by its type alone: a shadow for a tensor, itself if it is plain, else declined."""
        kind = type(value)
        if issubclass(kind, TensorBase):
            return self.shadows.of(value)
        if kind in (tuple, list) and depth and len(value) <= MOST_ITEMS:
            return kind([self._found(item, depth - 1) for item in value])
        if value is sys.modules.get("tensorplay") or any(value is function for function in operations()):
            return value
        return self._plain(value)

    def _plain(self, value: Any) -> Any:
        if type(value) not in _PLAIN or (type(value) is int and value.bit_length() > MOST_BITS):
            raise NotPlannable("an object")
        return value

    def _items(self, elements: list[ast.expr]) -> list[Any]:
        items: list[Any] = []
        for element in elements:
            if isinstance(element, ast.Starred):
                inner = self.value(element.value)
                if type(inner) not in (tuple, list, Size):
                    raise NotPlannable("unpacking")
                items.extend(inner)
            else:
                items.append(self.value(element))
        if len(items) > MOST_ITEMS:
            raise NotPlannable("a long sequence")
        return items

    def _attribute(self, base: Any, name: str) -> Any:
        if name.startswith("_"):
            raise NotPlannable(name)
        if base is sys.modules.get("tensorplay"):
            return self._found(vars(base).get(name, _NOWHERE))
        if isinstance(base, TensorBase):
            if name in _DECLINED:
                raise NotPlannable(name)
            attribute = getattr(type(base), name, _NOWHERE)
            if isinstance(attribute, property):
                return self._checked(getattr(base, name))
            if callable(attribute):
                return Method(base, name)
        if isinstance(base, tuple) and name in _field_names(base):
            return getattr(base, name)
        if isinstance(base, DType) and name in ("name", "itemsize", "is_floating_point", "is_complex", "is_signed"):
            return getattr(base, name)
        if isinstance(base, Size) and name == "numel":
            return Method(base, name)
        raise NotPlannable(name)

    def _call(self, node: ast.Call, function: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]) -> Any:
        called = self.value(function)
        given = self._items(arguments)
        named: dict[str, Any] = {}
        for keyword in keywords:
            if keyword.arg is None:
                raise NotPlannable("**")
            named[keyword.arg] = self.value(keyword.value)
        for value in (*given, *named.values()):
            self._check_argument(value)
        if isinstance(called, Method):
            subject, name = called.tensor, called.name
            receiver = ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""
            action = getattr(subject, name)
        elif any(called is known for known in operations()):
            subject, name = next((value for value in given if isinstance(value, TensorBase)), None), called.__name__
            receiver, action = "", called
        else:
            raise NotPlannable("a call")
        _check_pieces(name, subject, given, named)
        with self._asked(receiver, name, (*map(ast.unparse, arguments), *map(ast.unparse, keywords))):
            return self._checked(action(*given, **named))

    @contextmanager
    def _asked(self, receiver: str, method: str, arguments: tuple[str, ...], sign: str = "") -> Iterator[None]:
        """Remember what was refused: the innermost call that raised."""
        try:
            yield
        except NotPlannable:
            raise
        except Exception:
            if self.refused is None:
                self.refused = Refused(receiver, method, arguments, sign)
            raise

    def _subscript(self, node: ast.Subscript, base: ast.expr, index: ast.expr) -> Any:
        subject = self.value(base)
        key = self._index(index)
        if isinstance(subject, TensorBase):
            with self._asked(ast.unparse(base), "__getitem__", (ast.unparse(index),)):
                return self._checked(subject[key])  # type: ignore[index]
        if isinstance(subject, (tuple, list)) and (type(key) is int or type(key) is slice):
            return self._checked(subject[key])
        raise NotPlannable("a subscript")

    def _index(self, node: ast.expr) -> Any:
        match node:
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*[None if part is None else self.value(part) for part in (lower, upper, step)])
            case ast.Tuple(elts=elements):
                return tuple([self._index(element) for element in elements])
        return self.value(node)

    def _applied(self, function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
        if not isinstance(left, TensorBase) and not isinstance(right, TensorBase):
            _check_growth(function, left, right)
        return self._checked(function(left, right))

    def _operand(self, value: Any) -> Any:
        if isinstance(value, TensorBase) or type(value) in (bool, int, float, complex):
            return value
        raise NotPlannable("an object")

    def _tensor(self, value: Any) -> Any:
        if not isinstance(value, TensorBase):
            raise NotPlannable("an object")
        return value

    def _check_argument(self, value: Any) -> None:
        """An argument is a shadow, plain, or a sequence of such; of functions only the types that name dtypes."""
        if isinstance(value, Method) or not (
            isinstance(value, TensorBase)
            or type(value) in (tuple, list, *_PLAIN)
            or any(value is kind for kind in _BUILTINS.values())
        ):
            raise NotPlannable("an object")

    def _checked(self, value: Any) -> Any:
        """A result with which one may go on."""
        if isinstance(value, TensorBase):
            return value
        if type(value) in (tuple, list):
            return type(value)([self._checked(item) for item in value])
        if isinstance(value, tuple) and _field_names(value):  # what sort() and max(dim) give
            for item in value:
                self._checked(item)
            return value
        return self._plain(value)


_NOWHERE: Final = object()


@lru_cache(maxsize=1)
def operations() -> tuple[Any, ...]:
    """The functions that may be called: the faces of the operations, and nothing else."""
    names = [name for name in faces.__all__ if name != "Tensor"]
    return tuple([getattr(faces, name) for name in names])


def _field_names(value: Any) -> tuple[str, ...]:
    """The names of a result's parts, if it is one of our own named tuples."""
    kind = type(value)
    return kind._fields if kind.__module__.startswith("tensorplay.") and hasattr(kind, "_fields") else ()


def _check_pieces(name: str, tensor: Any, given: list[Any], named: dict[str, Any]) -> None:
    """Decline what would make very many tensors, or list very many indices."""
    if not isinstance(tensor, TensorBase):
        return
    longest = max(tensor._spec.size, default=0)
    if name == "combinations" and longest > MOST_COMBINED:
        raise NotPlannable("combinations() of many elements")
    if name not in _PIECES:
        return
    amounts = [value for value in (*given, *named.values()) if type(value) is int and value > 0]
    if name.removeprefix("unsafe_") == "split" and amounts:
        longest = -(-longest // min(amounts))
    elif name != "unbind":
        longest = min(longest, max(amounts, default=longest))
    if longest > MOST_PIECES:
        raise NotPlannable(f"{name}() of many pieces")


def _check_growth(function: Callable[[Any, Any], Any], left: Any, right: Any) -> None:
    """Decline numbers that would become very large."""
    if function in (operator.pow, operator.ipow, operator.lshift, operator.ilshift) and abs(right) > MOST_BITS:
        raise NotPlannable("a large number")
