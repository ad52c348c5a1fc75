"""Observers of `execute`, and the journal, which is one of them."""

from __future__ import annotations

import weakref
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from .plan import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tensorplay.geometry.layout import Layout

    from .spec import Spec
    from .tensor import TensorBase


class Operand:
    """A tensor as an event remembers it: by identity and spec, so that remembering keeps nothing alive."""

    __slots__ = ("reference", "spec", "storage_serial")

    def __init__(self, tensor: TensorBase) -> None:
        self.reference = weakref.ref(tensor)
        self.spec: Spec = tensor._spec
        self.storage_serial = tensor._storage.serial

    def is_(self, tensor: object) -> bool:
        """Whether this is that tensor."""
        return self.reference() is tensor


class Event:
    """One operation: what it took, what it gave, what it did to bytes.

    `depth` is 0 for the operation a person called and more for those it is composed of. `written` pairs the serial of a
    storage with the layout, in elements of `written_itemsize` bytes, of cells that are overwritten.
    """

    __slots__ = ("bytes_moved", "copies", "depth", "effect", "hazard", "inputs", "name", "outputs", "written")

    def __init__(self, name: str, depth: int, inputs: Sequence[Any]) -> None:
        self.name = name
        self.depth = depth
        self.inputs = tuple([Operand(tensor) for tensor in inputs])
        self.outputs: tuple[Operand, ...] = ()
        self.effect: Effect = Effect.UNKNOWN
        self.bytes_moved = 0
        self.copies = False
        self.hazard: str | None = None
        self.written: tuple[tuple[int, Layout, int], ...] = ()

    def __repr__(self) -> str:
        return f"<event {self.name}: {self.effect.value}, {self.bytes_moved} bytes moved>"


class Observer(Protocol):
    """What may be added to `observers`."""

    def before(self, event: Event, target: TensorBase | None) -> None:
        """Called before bytes change or a tensor gets another spec; `target` is the tensor concerned, if any."""

    def after(self, event: Event) -> None:
        """Called when the operation is done."""


observers: list[Observer] = []
_depth = 0


@contextmanager
def nested(event: Event) -> Iterator[None]:
    """Operations inside belong to the operation of `event`."""
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1


def depth() -> int:
    """How many composed operations are under way."""
    return _depth


@contextmanager
def observed_by(observer: Observer) -> Iterator[None]:
    """Add an observer for the duration of a block."""
    observers.append(observer)
    try:
        yield
    finally:
        observers.remove(observer)


class Journal:
    """The last operations that a person called, outermost only, at most `limit` of them.

    >>> import tensorplay as tp
    >>> from tensorplay.core.journal import Journal, observed_by
    >>> journal = Journal()
    >>> with observed_by(journal):
    ...     x = tp.empty(2, 3, device="meta").t()
    >>> [event.name for event in journal.events]
    ['empty', 't']
    """

    def __init__(self, limit: int = 1000) -> None:
        self.events: deque[Event] = deque(maxlen=limit)
        self._inner_bytes = 0

    def before(self, event: Event, target: TensorBase | None) -> None:
        """Nothing is kept of what has not happened."""

    def after(self, event: Event) -> None:
        """Keep the event if it is the outermost."""
        if event.depth == 0:
            self.events.append(event)
