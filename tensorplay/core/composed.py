"""Operations made of operations: the observers see one event for the whole."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .journal import Event, Operand, depth, nested, observers
from .plan import Effect
from .tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tensorplay.geometry.layout import Layout


@contextmanager
def composed(name: str, tensors: Sequence[TensorBase]) -> Iterator[Callable[[Any], Any]]:
    """Operations inside belong to one composed operation `name`; call what is yielded with its result."""
    if not observers:
        yield _unchanged
        return
    event = Event(name, depth(), tensors)
    moved = _MovedBytes(event.depth + 1)
    observers.append(moved)
    finished: list[Any] = []

    def conclude(result: Any) -> Any:
        finished.append(result)
        return result

    try:
        with nested(event):
            yield conclude
    finally:
        observers.remove(moved)
    if finished:
        _finish_composed(event, finished[0], tensors, moved)


def _unchanged(result: Any) -> Any:
    return result


class _MovedBytes:
    """Adds up what the parts of a composed operation did."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.bytes_moved = 0
        self.written: list[tuple[int, Layout, int]] = []
        self.copied_last = False
        self.rebound = False
        self.hazard: str | None = None

    def before(self, event: Event, target: TensorBase | None) -> None:
        pass

    def after(self, event: Event) -> None:
        if event.depth > self.depth:
            return  # counted by the composed operation that it belongs to
        self.bytes_moved += event.bytes_moved
        self.written.extend(event.written)
        self.rebound = self.rebound or event.effect is Effect.REBIND
        if event.effect is not Effect.VIEW:
            self.copied_last = event.copies
        self.hazard = self.hazard or event.hazard


def _finish_composed(event: Event, result: Any, tensors: Sequence[TensorBase], moved: _MovedBytes) -> None:
    outputs = result if isinstance(result, (tuple, list)) else (result,)
    outputs = tuple([output for output in outputs if isinstance(output, TensorBase)])
    event.outputs = tuple([Operand(output) for output in outputs])
    event.bytes_moved = moved.bytes_moved
    event.hazard = moved.hazard
    event.written = tuple(
        [item for item in moved.written if any(item[0] == operand.storage_serial for operand in event.inputs)]
    )
    source = tensors[0] if tensors else None
    if event.written:
        event.effect = Effect.WRITE
    elif moved.rebound:
        event.effect = Effect.REBIND
    elif outputs and any(output is source for output in outputs):
        event.effect = Effect.SAME
    elif outputs and source is not None and outputs[0]._storage is source._storage:
        event.effect = Effect.VIEW
    else:
        event.effect = Effect.NEW
        event.copies = moved.copied_last
    for observer in list(observers):
        observer.after(event)
