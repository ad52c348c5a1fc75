"""Stepping back: what statements change is kept before they change it, and put back without running anything again.

Kept are the former values of names, the former layouts of tensors, and the bytes that operations in place overwrite.
What other means change is not seen: lists and dictionaries, memory shared with NumPy, the bytes of a storage itself.
Of memory that was handed out this is said where a statement is taken back.
"""

from __future__ import annotations

import weakref
from collections import deque
from typing import TYPE_CHECKING, Any

from tensorplay.attributes import dtype as dtypes
from tensorplay.backends import backend_for
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase

from .namespace import LazyNumPy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tensorplay.core.journal import Event
    from tensorplay.geometry.layout import Layout

#: Bytes that all steps together may keep: overwritten cells, and storages that only a former value holds.
KEPT_BYTES = 256 << 20
#: Statements that can be taken back.
KEPT_STEPS = 100
#: Areas of one storage that are kept one by one before the whole storage is.
FEW_AREAS = 64

ABSENT: Any = object()
# Names that a person does not see as theirs.
_OWN_NAMES = {"__builtins__", "_"}
# Bits are copied as numbers of their width, whatever they mean.
_BITS = {1: dtypes.uint8, 2: dtypes.int16, 4: dtypes.int32, 8: dtypes.int64, 16: dtypes.complex128}


class StorageBefore:
    """A storage as it was at one moment, with the cells that are overwritten after it."""

    def __init__(self, storage: UntypedStorage) -> None:
        self.reference = weakref.ref(storage)
        self.device_type = storage.device.type
        self.buffer = storage.buffer
        self.nbytes = storage.nbytes()
        self.version = storage.version
        self.state = storage.record.state
        self.layouts = list(storage.record.layouts)
        self.areas: list[tuple[Layout, int, Any]] = []
        self.whole: Any = None
        self.kept_bytes = 0

    def cost_of(self, layout: Layout, itemsize: int) -> int:
        """How many bytes more keeping these cells takes."""
        if not self._wants(layout, itemsize):
            return 0
        return self.nbytes - self.kept_bytes if self._whole_is_better(layout, itemsize) else layout.numel * itemsize

    def keep(self, layout: Layout, itemsize: int) -> Any:
        """Keep the cells of a layout, unless they are kept already; the values that they have now, as an array."""
        if not self._wants(layout, itemsize):
            return None if self.buffer is None else self.window(self.buffer, layout, itemsize).copy()
        if self._whole_is_better(layout, itemsize):
            now = self.buffer.copy()
            values = self.window(now, layout, itemsize)
            if self.areas:
                values = values.copy()
                for area, width, former in reversed(self.areas):
                    self.window(now, area, width)[...] = former
            self.whole = now
            self.areas = []
            self.kept_bytes = self.nbytes
        else:
            values = self.window(self.buffer, layout, itemsize).copy()
            self.areas.append((layout, itemsize, values))
            self.kept_bytes += layout.numel * itemsize
        return values

    def close(self) -> int:
        """The statement is over: hold nothing that is held anyway. The bytes that are held only here."""
        storage = self.reference()
        if storage is not None and storage.buffer is self.buffer:
            self.buffer = None
            return self.kept_bytes
        return self.kept_bytes + (0 if self.buffer is None else self.nbytes)

    def put_back(self) -> None:
        """Make the storage what it was."""
        storage = self.reference()
        if storage is None:
            return
        if self.buffer is not None:
            storage.move_to(self.buffer)
        if self.whole is not None:
            storage.buffer[:] = self.whole
        for layout, itemsize, values in reversed(self.areas):
            self.window(storage.buffer, layout, itemsize)[...] = values
        storage._nbytes = storage.record.nbytes = self.nbytes
        storage.version = self.version
        storage.record.state = self.state
        storage.record.layouts = list(self.layouts)

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing has come of what was announced."""
        storage = self.reference()
        return storage is not None and storage.version == self.version and storage.buffer is self.buffer

    @property
    def was_written(self) -> bool:
        """Whether cells of it were kept."""
        return self.whole is not None or bool(self.areas)

    def window(self, buffer: Any, layout: Layout, itemsize: int) -> Any:
        """The bits of a layout's cells in a buffer."""
        return backend_for(self.device_type).array(buffer, layout, _BITS[itemsize])

    def _wants(self, layout: Layout, itemsize: int) -> bool:
        if self.buffer is None or self.whole is not None:
            return False
        return not any(width == itemsize and area == layout for area, width, _ in self.areas)

    def _whole_is_better(self, layout: Layout, itemsize: int) -> bool:
        return self.kept_bytes + layout.numel * itemsize >= self.nbytes or len(self.areas) >= FEW_AREAS


class TensorBefore:
    """A tensor as it was at one moment, its bytes and its version apart."""

    def __init__(self, tensor: TensorBase) -> None:
        self.reference = weakref.ref(tensor)
        self.state = (tensor._spec, tensor._storage, tensor._root, tensor._counter)
        self.has_other_layout = False

    @property
    def is_unchanged(self) -> bool:
        """Whether the tensor is still what it was."""
        tensor = self.reference()
        return tensor is not None and tensor._spec is self.state[0] and tensor._storage is self.state[1]

    def put_back(self) -> None:
        """Make the tensor what it was; afterwards it is known whether it had become something else."""
        tensor = self.reference()
        if tensor is not None:
            self.has_other_layout = tensor._spec is not self.state[0] or tensor._storage is not self.state[1]
            tensor._spec, tensor._storage, tensor._root, tensor._counter = self.state


class CounterBefore:
    """The version that a tensor and its views share, as it was at one moment."""

    def __init__(self, tensor: TensorBase) -> None:
        self.counter = tensor._counter
        self.version = tensor._counter[0]

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing was counted."""
        return self.counter[0] == self.version

    def put_back(self) -> None:
        self.counter[0] = self.version


class Step:
    """What one statement changed. `lost` says why it cannot be taken back."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.names: dict[str, Any] = {}
        self.storages: dict[int, StorageBefore] = {}
        self.tensors: dict[int, TensorBefore] = {}
        self.counters: dict[int, CounterBefore] = {}
        self.kept_bytes = 0
        self.lost: str | None = None
        # Storages of higher serials are made by the statement itself: nothing of them is there to be put back.
        self.last_serial = UntypedStorage(0, device="meta").serial

    def lose(self, why: str) -> None:
        """Give up what was kept."""
        self.lost = why
        self.names, self.storages, self.tensors, self.counters, self.kept_bytes = {}, {}, {}, {}, 0

    def forget_unchanged(self) -> None:
        """Keep nothing of operations that failed before they changed anything."""
        self.storages = {key: before for key, before in self.storages.items() if not before.is_unchanged}
        self.tensors = {key: before for key, before in self.tensors.items() if not before.is_unchanged}
        self.counters = {key: before for key, before in self.counters.items() if not before.is_unchanged}

    def former(self) -> list[StorageBefore | TensorBefore | CounterBefore]:
        """All that is to be put back but names."""
        return [*self.storages.values(), *self.tensors.values(), *self.counters.values()]

    def put_back(self, namespace: dict[str, Any]) -> None:
        for former in self.former():
            former.put_back()
        for name, value in self.names.items():
            if value is ABSENT:
                namespace.pop(name, None)
            else:
                namespace[name] = value


class Undo:
    """An observer of operations that keeps what statements change: at most `kept_bytes` of `kept_steps` statements."""

    def __init__(self, kept_bytes: int = KEPT_BYTES, kept_steps: int = KEPT_STEPS) -> None:
        self.limit = kept_bytes
        self.steps: deque[Step] = deque(maxlen=kept_steps)
        self._step: Step | None = None
        self._names: dict[str, Any] = {}
        self._unfinished: list[StorageBefore | TensorBefore | CounterBefore] = []

    def begin(self, source: str, namespace: Mapping[str, Any]) -> None:
        """A statement is about to run."""
        self._step = Step(source)
        self._names = dict(namespace)
        self._unfinished = []

    def before(self, event: Event, target: TensorBase | None) -> None:
        """Keep the cells and the layout that an operation is about to change."""
        step = self._step
        self._unfinished = []
        if step is None or target is None or step.lost is not None or target._storage.serial > step.last_serial:
            return
        storage = target._storage
        kept = step.storages.setdefault(storage.serial, StorageBefore(storage))
        step.tensors.setdefault(id(target), TensorBefore(target))
        step.counters.setdefault(id(target._counter), CounterBefore(target))
        now = StorageBefore(storage)
        for serial, layout, itemsize in event.written:
            if serial != storage.serial or not layout.numel:
                continue
            # After a resize what is kept is the former memory; the new one needs no copy but for this operation.
            keeper = kept if kept.buffer is storage.buffer else StorageBefore(storage)
            cost = keeper.cost_of(layout, itemsize)
            if step.kept_bytes + cost > self.limit:
                step.lose(f"it overwrote more than the {_megabytes(self.limit)} that are kept for this")
                return
            now.areas.append((layout, itemsize, keeper.keep(layout, itemsize)))
            step.kept_bytes += cost if keeper is kept else 0
        self._unfinished = [now, TensorBefore(target), CounterBefore(target)]

    def after(self, event: Event) -> None:
        """The operation is done, nothing of it is left half-way."""
        self._unfinished = []

    def repair(self) -> None:
        """An error ended the statement: put back what an operation in place that was cut off began to overwrite."""
        for former in self._unfinished:
            former.put_back()
        self._unfinished = []
        if self._step is not None:
            self._step.forget_unchanged()

    def end(self, namespace: Mapping[str, Any]) -> None:
        """The statement is over: remember it, if it changed anything."""
        step, self._step, self._unfinished = self._step, None, []
        names, self._names = self._names, {}
        if step is None:
            return
        if step.lost is None:
            step.kept_bytes = sum([storage.close() for storage in step.storages.values()])
            _keep_names(step, names, namespace, self.limit)
        if step.lost is not None:
            self.steps.clear()  # nothing before it can be reached
        elif not (step.names.keys() - _OWN_NAMES or step.storages or step.tensors):
            return
        self.steps.append(step)
        while sum(kept.kept_bytes for kept in self.steps) > self.limit:
            self.steps.popleft()

    def holds(self, name: str) -> bool:
        """Whether what the name meant before the last statement is kept."""
        return bool(self.steps) and self.steps[-1].names.get(name, ABSENT) is not ABSENT

    def take_back(self, namespace: dict[str, Any]) -> Step:
        """Put back what the last statement changed. LookupError says why where nothing is left or it was too much."""
        if not self.steps:
            raise LookupError(
                f"nothing to undo: the last {self.steps.maxlen} statements that changed names or tensors are kept, "
                f"with at most {_megabytes(self.limit)} of their bytes"
            )
        step = self.steps[-1]
        if step.lost is not None:
            raise LookupError(f"cannot undo {step.source!r}: {step.lost}")
        self.steps.pop()
        step.put_back(namespace)
        return step


def _keep_names(step: Step, before: Mapping[str, Any], now: Mapping[str, Any], limit: int) -> None:
    """The former values of the names that mean something else now."""
    for name, value in before.items():
        if now.get(name, ABSENT) is not value and name != "__builtins__" and not isinstance(value, LazyNumPy):
            step.names[name] = value
    for name in now:
        if name not in before and name != "__builtins__":
            step.names[name] = ABSENT
    former = {id(item): item for value in step.names.values() for item in _memory(value)}
    if not former:
        return
    alive = {id(item) for value in now.values() for item in _memory(value)}
    held = sum(nbytes for key, nbytes in [(key, _nbytes(item)) for key, item in former.items()] if key not in alive)
    if held > limit:
        step.lose(f"it let go of {_megabytes(held)}, more than the {_megabytes(limit)} that are kept for this")
    else:
        step.kept_bytes += held


def _memory(value: Any) -> list[Any]:
    """The storages and arrays that a value holds, itself or one level deep."""
    if isinstance(value, TensorBase):
        return [value._storage]
    if type(value).__module__ == "numpy" and type(value).__name__ == "ndarray":
        return [value]
    if type(value) in (list, tuple):
        return [item._storage for item in value if isinstance(item, TensorBase)]
    return []


def _nbytes(memory: Any) -> int:
    """Bytes of a storage or an array; 0 for a storage without bytes."""
    if hasattr(memory, "has_bytes"):
        return memory.nbytes() if memory.has_bytes else 0
    return int(memory.nbytes)


def _megabytes(number: int) -> str:
    return f"{number / (1 << 20):.0f} MB"
