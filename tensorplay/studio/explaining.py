"""Help on a name: what it is, how it is called, and what its documentation says."""

from __future__ import annotations

import re
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tensorplay.core.tensor import TensorBase
from tensorplay.functional.faces import Tensor
from tensorplay.inspect.facts import describe
from tensorplay.picture.lines import Line, Span
from tensorplay.picture.scene import look

from .completion import signature_of
from .namespace import LazyNumPy, given_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tensorplay.picture.scene import Scene

_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
#: A longer documentation is cut.
MOST_LINES = 40


def explain(name: str, namespace: Mapping[str, Any]) -> list[Scene | Line]:
    """What a dotted name means, as lines; a tensor's facts as a scene. Attributes are read, nothing is called.

    >>> lines = explain("transpose", {"transpose": __import__("tensorplay").transpose})
    >>> "".join(span.text for span in lines[0])
    '  transpose(input, dim0, dim1)'
    """
    if not _DOTTED.fullmatch(name):
        return [[Span("  help takes a name such as x, x.view or np.arange", "warning")]]
    try:
        value = _value_of(name, namespace)
    except Exception as error:  # noqa: BLE001 reading an attribute may run anything
        return [[Span(f"  {name}: {type(error).__name__}: {error}", "warning")]]
    if isinstance(value, TensorBase):
        return [look(name, describe(value), None)]
    lines: list[Scene | Line] = [_heading(name, value)]
    documentation = _documentation(value)
    lines += [[Span(f"  {line}" if line else "")] for line in documentation[:MOST_LINES]]
    if len(documentation) > MOST_LINES:
        lines.append([Span(f"  … help({name}) shows {len(documentation) - MOST_LINES} more lines", "muted")])
    return lines


def _value_of(name: str, namespace: Mapping[str, Any]) -> Any:
    first, *attributes = name.split(".")
    value = namespace[first] if first in namespace else given_value(first)
    if isinstance(value, LazyNumPy):
        value = value.load()
    if value is None and first not in namespace and first != "None":
        value = getattr(Tensor, first, None)  # what tensors have as a method only, such as view
        if value is None:
            raise NameError(f"name {first!r} is not defined")
    for attribute in attributes:
        value = getattr(value, attribute)
    return value


def _heading(name: str, value: Any) -> Line:
    if isinstance(value, ModuleType):
        return [Span("  "), Span(name, "name"), Span("  module "), Span(value.__name__)]
    if callable(value):
        return [Span("  "), Span(name, "name"), Span(signature_of(value) or "(…)", "code")]
    return [Span("  "), Span(name, "name"), Span(f"  {type(value).__name__}")]


def _documentation(value: Any) -> list[str]:
    """The lines of a value's documentation; of a plain value that of its class would say nothing."""
    import inspect

    documented = value if callable(value) or isinstance(value, ModuleType) else None
    text = inspect.getdoc(documented) if documented is not None else None
    return text.splitlines() if isinstance(text, str) else []
