"""How an operation is declared: `op` for what plans and runs, `composition` for what is made of other operations.

A declaration names its faces in one string: "function", "method", "out=", "property:T", "setter:T", "deleter:T",
in-place twins ("add_", and "function:exp_" for a function that writes into its argument), operators ("__add__",
"__radd__"), aliases ("alias:swapaxes(axis0, axis1)"), "factory" and "varargs" (sizes may be given one by one).
`make faces` writes `faces.py` from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from tensorplay.core.arguments import is_int
from tensorplay.core.composed import composed
from tensorplay.core.journal import observers
from tensorplay.core.operation import Operation
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import TensorBase

if TYPE_CHECKING:
    from tensorplay.core.plan import Outcome

# Words of the declarations; `core.arguments` converts what a person passes to them.
Ints = tuple[int, ...]
Shape = tuple[int, ...]  # as Ints, but never one int alone
Sizes = tuple[int, ...]  # as Ints, but a method takes it as separate arguments too
Number = bool | int | float | complex
Specs = Sequence[Spec]

P = ParamSpec("P")
R = TypeVar("R")


class Declaration:
    """One entry of the list from which the faces are written."""

    __slots__ = ("declared", "faces", "module", "returns")

    def __init__(self, declared: Any, faces: str, module: str, returns: str) -> None:
        self.declared = declared
        self.faces = faces
        self.module = module
        self.returns = returns


DECLARATIONS: list[Declaration] = []


def op(
    faces: str = "",
    *,
    label: str = "",
    is_view: bool = False,
    bit_aware: bool = False,
    within_storage: bool = False,
    returns: str = "Tensor",
) -> Callable[[Callable[..., Outcome]], Operation]:
    """Declare an operation by its plan.

    `label` is the name that errors, the journal and the graph use, where it is not the plan's own;
    `is_view` marks one whose plan may be a view, so that it takes the short way; `bit_aware` one whose run understands
    conjugate and negative bits;
    `within_storage` asks for a check of the resulting layout against the storage.
    """

    def declare(plan: Callable[..., Outcome]) -> Operation:
        operation = Operation(
            plan, faces, label=label, is_view=is_view, bit_aware=bit_aware, within_storage=within_storage
        )
        DECLARATIONS.append(Declaration(operation, faces, plan.__module__, returns))
        return operation

    return declare


def composition(faces: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare an operation made of others. The journal and the preview see it as one."""

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def one(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                if not observers:
                    return function(*args, **kwargs)
                with composed(function.__name__, _tensors((*args, *kwargs.values()))) as conclude:
                    result: R = conclude(function(*args, **kwargs))
                    return result
            except (AttributeError, TypeError, ValueError) as error:
                known = str(error).startswith(f"{function.__name__}(): argument '")
                wrong = "" if known else _misfit(function, args, kwargs)
                if not wrong:
                    raise
                raise TypeError(wrong) from None

        DECLARATIONS.append(Declaration(function, faces, function.__module__, str(function.__annotations__["return"])))
        return one

    return declare


def accessor(faces: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a face that is no operation, such as reading an attribute or a value: the journal is not told."""

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        DECLARATIONS.append(Declaration(function, faces, function.__module__, str(function.__annotations__["return"])))
        return function

    return declare


def _tensors(args: tuple[Any, ...]) -> list[TensorBase]:
    found: list[TensorBase] = []
    for argument in args:
        if isinstance(argument, TensorBase):
            found.append(argument)
        elif isinstance(argument, (tuple, list)):
            found.extend(item for item in argument if isinstance(item, TensorBase))
    return found


def _misfit(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Which argument is not of the class that is declared for it, now that a composition has failed; empty if none."""
    code = function.__code__
    given = dict(zip(code.co_varnames[: code.co_argcount], args, strict=False)) | kwargs
    for place, (name, value) in enumerate(given.items(), 1):
        wanted = str(function.__annotations__.get(name))
        if value is None and wanted.endswith(" | None"):
            continue
        wanted = wanted.removesuffix(" | None")
        if wanted in _FITTING and not _FITTING[wanted](value):
            found = type(value).__name__
            return f"{function.__name__}(): argument '{name}' (position {place}) must be {wanted}, not {found}"
    return ""


_FITTING: dict[str, Callable[[Any], bool]] = {
    "Tensor": lambda value: isinstance(value, TensorBase),
    "int": is_int,
    "bool": lambda value: isinstance(value, bool),
}
