"""Make the class of the faces the class of all tensors, and hand each face the documentation of its declaration."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tensorplay.autograd import graph
from tensorplay.core.operation import Operation
from tensorplay.core.tensor import register_tensor_class

from . import faces
from .indexing import item_of
from .legacy import new
from .op import DECLARATIONS
from .printing import format_of, text_of
from .signatures import show_spread_by_name
from .views import detach_of

if TYPE_CHECKING:
    from collections.abc import Callable

# Methods that the declarations do not give: the short ways of the two hottest ones, and what Python itself asks for.
_WRITTEN_BY_HAND: dict[str, Callable[..., Any]] = {
    "__new__": new,
    "__getitem__": item_of,
    "detach": detach_of,
    "__repr__": text_of,
    "__format__": format_of,
}


def install() -> None:
    """Called once, when the package is imported."""
    register_tensor_class(faces.Tensor)
    graph.connect()
    for name, function in _WRITTEN_BY_HAND.items():
        setattr(faces.Tensor, name, function)
    for declaration in DECLARATIONS:
        declared = declaration.declared
        name = declared.plan.__name__ if isinstance(declared, Operation) else declared.__name__
        documentation = declared.__doc__
        words = declaration.faces.split()
        own = [name] if {"function", "method", "factory"} & set(words) else []
        for word in [*own, *[word.partition("(")[0].rpartition(":")[2] for word in words]]:
            twin = word.endswith("_") and not word.startswith("_") and word != name
            for face in (getattr(faces, word, None), faces.Tensor.__dict__.get(word)):
                _document(face, f"In place: {documentation}" if twin else documentation)
    if "inspect" in sys.modules:  # in a notebook, for instance
        show_spread_by_name()


def _document(face: Any, documentation: str | None) -> None:
    if (callable(face) or isinstance(face, property)) and face.__doc__ is None:
        face.__doc__ = documentation
