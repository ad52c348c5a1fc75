"""Which named tensors lie in the same memory: by storage, and by address where other libraries share it."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Any

from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.layout import Layout

from . import coverage
from .changes import NamedView, StorageState
from .facts import StorageFacts, storage_facts
from .foreign import place_of
from .values import cell_values

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from .names import Numbering

#: Named tensors that a picture of a storage lists.
MOST_VIEWS = 6

Key = tuple[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A named tensor and where it lies: in a storage that begins at `start` (0 if it has no address that counts)."""

    name: str
    tensor: Any
    key: Key
    start: int
    nbytes: int
    layout: Layout
    unit: int
    itemsize: int
    dtype: str
    library: str


def placed(name: str, tensor: Any) -> Placed:
    """Where a tensor lies. ValueError or TypeError for an array that has no strides."""
    if isinstance(tensor, TensorBase):
        storage, spec = tensor._storage, tensor._spec
        itemsize = spec.dtype.itemsize
        start = storage.data_ptr() if storage.exported else 0
        return Placed(
            name, tensor, ("storage", storage.serial), start, storage.nbytes(), spec.layout, itemsize, itemsize,
            spec.dtype.name, "tensorplay",
        )  # fmt: skip
    place = place_of(tensor)
    return Placed(
        name, tensor, ("memory", place.start), place.start, place.nbytes, place.layout, place.unit, place.itemsize,
        place.dtype, place.library,
    )  # fmt: skip


def all_placed(tensors: Mapping[str, Any]) -> list[Placed]:
    """Where each of them lies; an array that cannot say it is left out."""
    found = []
    for name, tensor in tensors.items():
        try:
            found.append(placed(name, tensor))
        except (TypeError, ValueError, RuntimeError):  # sparse, or without memory
            continue
    return found


def together(one: Placed, others: Sequence[Placed]) -> list[Placed]:
    """All of the others that lie in the same memory as one of them, in their order."""
    if not one.start:
        return [other for other in others if other.key == one.key]
    low, high = one.start, one.start + one.nbytes
    while True:
        group = [
            other
            for other in others
            if other.key == one.key or (other.start and other.start < high and low < other.start + other.nbytes)
        ]
        lowest = min([low, *(other.start for other in group)])
        highest = max([high, *(other.start + other.nbytes for other in group)])
        if (lowest, highest) == (low, high):
            return group
        low, high = lowest, highest


def storage_state(
    one: Placed, others: Sequence[Placed], numbers: Numbering, concerned: Collection[str] = ()
) -> StorageState:
    """The storage under a tensor, with the named tensors in it; if they are many, those of `concerned` come first."""
    group = together(one, others) or [one]
    low = min(member.start for member in group)
    nbytes = max(member.start - low + member.nbytes for member in group)
    cell = nbytes
    for member in group:
        cell = gcd(cell, member.itemsize, member.unit, member.start - low)
    cell = cell or 1
    shown = _most_wanted(group, {one.name, *concerned})
    views = [NamedView(member.name, layout_in(member, low, cell), member.itemsize) for member in shown]
    facts = _facts(group, low, nbytes)
    values = None
    if isinstance(one.tensor, TensorBase) and cell == one.itemsize and nbytes == one.nbytes:
        values = cell_values(one.tensor._storage, one.tensor.dtype, facts)
    return StorageState(
        number=numbers.number(list(dict.fromkeys([member.key for member in group]))),
        cell=cell,
        facts=facts,
        views=tuple(views),
        more_views=len(group) - len(views),
        values=values,
    )


def _most_wanted(group: Sequence[Placed], concerned: Collection[str]) -> list[Placed]:
    """At most MOST_VIEWS of the group in its order, those of the given names before all others."""
    first = [member for member in group if member.name in concerned][:MOST_VIEWS]
    others = [member for member in group if member.name not in concerned][: MOST_VIEWS - len(first)]
    return [member for member in group if any(member is chosen for chosen in (*first, *others))]


def layout_in(member: Placed, low: int, cell: int) -> Layout:
    """The layout of a tensor in cells of a storage that begins at address `low`."""
    layout = coverage.in_cells(member.layout, member.unit, member.itemsize, cell)
    return Layout(layout.size, layout.stride, layout.offset + (member.start - low) // cell)


def number_of(one: Placed, others: Sequence[Placed], numbers: Numbering) -> int:
    """The number under which the storage of a tensor is shown."""
    group = together(one, others) or [one]
    return numbers.number(list(dict.fromkeys([member.key for member in group])))


def _facts(group: Sequence[Placed], low: int, nbytes: int) -> StorageFacts:
    """The facts about our one storage that is all of the memory, or what is known of memory that several share."""
    ours = {member.key: member.tensor._storage for member in group if isinstance(member.tensor, TensorBase)}
    for storage in ours.values():
        if storage.nbytes() == nbytes:
            return storage_facts(storage)
    return StorageFacts(
        serial=None,
        nbytes=nbytes,
        version=None,
        exported=True,
        written="unknown",
        written_areas=(),
        address=low,
        has_bytes=True,
    )
