"""The scripts' face of what the shell shows, for notebooks, tests and the debugger: on tensors and foreign arrays."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .attributes.memory_format import MemoryFormat, contiguous_format
from .core.tensor import TensorBase
from .geometry import formats
from .inspect import containment
from .inspect.aliases import Aliases, aliases_among
from .inspect.explained_copy import explain_copy
from .inspect.facts import describe
from .inspect.names import Numbering, tensors_in
from .inspect.watch import watch_of
from .inspect.why import Why, explain_call
from .picture.notebook import look_at, register, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType

__all__ = ["aliases", "assert_contiguous", "assert_view", "describe", "explain_copy", "show", "why"]

register()

# Storages keep their number from one call to the next.
_numbers = Numbering()


def show(*tensors: Any) -> None:
    """Print the facts of tensors and arrays, and their storages with every tensor in sight that lies on them.

    In sight is what has a name where `show` is called. The picture fits the terminal's width.

    >>> import tensorplay as tp
    >>> x = tp.zeros(2, 3)
    >>> tp.show(x)
      x  float32 [2, 3] stride (3, 1) contiguous
         s... x ██████
    """
    frame = sys._getframe(1)
    namespace, numbers = _in_sight(frame)
    for tensor in tensors:
        print(text_of(look_at(tensor, namespace, numbers, name="_")))


def why(question: Any, *args: Any, **kwargs: Any) -> Why:
    """Why a call is refused, and every way out with its cost in bytes; for a tensor, why its layout is as it is.

    `why(x.view, 6)` asks about `x.view(6)` without calling it, `why(x.is_contiguous)` what stands in the way. TypeError
    for what is no operation.

    >>> import tensorplay as tp
    >>> x = tp.zeros(2, 3).t()
    >>> tp.why(x.view, 6)
    RuntimeError: view [3, 2] as [6]: dims 0 and 1 do not merge, stride 1 is not
    size 2 · stride 3
      ways out  x.reshape(6)            copies 24 B
                x.contiguous().view(6)  copies 24 B
    """
    namespace, _ = _in_sight(sys._getframe(1))
    subject = question if isinstance(question, TensorBase) else getattr(question, "__self__", None)
    name = next((known for known, value in tensors_in(namespace).items() if value is subject), "x")
    return explain_call(question, args, kwargs, name)


def aliases(*tensors: Any) -> Aliases:
    """Which tensors share memory: among those given, in a dict of them, or, without any, among all in sight.

    >>> import tensorplay as tp
    >>> x, z = tp.zeros(2, 3), tp.zeros(2)
    >>> y = x.t()
    >>> tp.aliases(x, y, z).groups
    (('x', 'y'), ('z',))
    """
    namespace, numbers = _in_sight(sys._getframe(1))
    if len(tensors) == 1 and isinstance(tensors[0], dict):
        return aliases_among(tensors_in(tensors[0]), numbers)
    names = tensors_in(namespace)
    if not tensors:
        return aliases_among(names, numbers)
    named = {}
    for place, tensor in enumerate(tensors):
        name = next((known for known, value in names.items() if value is tensor and known not in named), f"_{place}")
        named[name] = tensor
    return aliases_among(named, numbers)


def assert_view(view: Any, base: Any) -> None:
    """Hold that every cell of `view` is a cell of `base`, so that nothing was copied. Both may be foreign arrays.

    AssertionError says where its cells lie instead.

    >>> import tensorplay as tp
    >>> x = tp.zeros(2, 3)
    >>> tp.assert_view(x.t(), x)
    >>> tp.assert_view(x.t().reshape(6), x)
    Traceback (most recent call last):
    AssertionError: not a view: the two lie in different storages, ...
    """
    reason = containment.why_not_inside(view, base)
    if reason is not None:
        raise AssertionError(f"not a view: {reason}")


def assert_contiguous(x: Any, memory_format: MemoryFormat = contiguous_format) -> None:
    """Hold that a tensor or array is contiguous in a memory format. AssertionError says which stride is at fault.

    >>> import tensorplay as tp
    >>> tp.assert_contiguous(tp.zeros(2, 3).t())
    Traceback (most recent call last):
    AssertionError: not contiguous: 1 ≠ 2·3 (dims 0, 1): size [3, 2], stride (1, 3)
    """
    name = memory_format.name if isinstance(memory_format, MemoryFormat) else str(memory_format).rpartition(".")[2]
    facts = describe(x)
    reason = facts.why_not_contiguous
    if facts.unit == facts.itemsize:
        reason = formats.why_not_contiguous(facts.size, facts.stride, name.removesuffix("_format"))
    if reason is not None:
        raise AssertionError(f"{reason.sentence()}: size {list(facts.size)}, stride {facts.stride}")


def _in_sight(frame: FrameType) -> tuple[Mapping[str, Any], Numbering]:
    """The names where a function is called, and the shell's numbers of storages if that is the shell's namespace."""
    watch = watch_of(frame.f_globals)
    return {**frame.f_globals, **frame.f_locals}, _numbers if watch is None else watch.numbers
