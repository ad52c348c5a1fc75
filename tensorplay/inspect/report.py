"""How the looks before and after a command, and what was heard in between, become `Changes`."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tensorplay.core.tensor import TensorBase
from tensorplay.core.written import UNKNOWN

from . import coverage
from .changes import Change, Changes, Kind, Source, Verdict
from .facts import describe
from .foreign import base_of, place_of
from .names import tensors_of, uncounted_of
from .sharing import Placed, all_placed, layout_in, number_of, placed, storage_state, together

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tensorplay.core.spec import Spec
    from tensorplay.core.storage import UntypedStorage

    from .lineage import Lineage, Node, Writes
    from .names import Numbering

#: Comparisons of named tensors with written areas; the names that come later perhaps see what was written.
MOST_COMPARED = 300
#: Names that are listed after one command; the others are counted.
MOST_CHANGES = 8

NOTHING: Final = object()


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """A named tensor as it was before the command, without keeping it alive."""

    reference: weakref.ref[Any]
    spec: Spec | None
    storage: weakref.ref[UntypedStorage] | None
    serial: int
    nbytes: int
    storage_version: int
    requires_grad: bool


def snapshot(tensor: Any) -> Before:
    """A tensor as it is now."""
    if not isinstance(tensor, TensorBase):
        return Before(weakref.ref(tensor), None, None, 0, 0, 0, False)
    storage = tensor._storage
    return Before(
        weakref.ref(tensor),
        tensor._spec,
        weakref.ref(storage),
        storage.serial,
        storage.nbytes(),
        storage.version,
        tensor.requires_grad,
    )


class Report:
    """Compares. Holds tensors, and is dropped as soon as `changes` has returned."""

    def __init__(
        self,
        before: Mapping[str, Before],
        after: Mapping[str, Any],
        lineage: Lineage,
        numbers: Numbering,
        value: Any = NOTHING,
        uncounted: int = 0,
    ) -> None:
        self.before = before
        self.tensors = {name: tensor for name, tensor in after.items() if _has_a_place(tensor)}
        self.lineage = lineage
        self.numbers = numbers
        self.names: dict[int, str] = {}
        for name, tensor in sorted(self.tensors.items(), key=lambda item: "[" in item[0]):
            self.names.setdefault(id(tensor), name)
        self.values = {} if value is NOTHING else tensors_of("_", value)
        for name, tensor in self.values.items():
            if id(tensor) not in self.names:
                self.names[id(tensor)] = name
                self.tensors[name] = tensor
        # Tensors that keep a name they had before are known by it.
        self._kept: dict[int, str] = {}
        for name, known in before.items():
            tensor = known.reference()
            if tensor is not None and self.tensors.get(name) is tensor:
                self._kept.setdefault(id(tensor), name)
        self._placed: list[Placed] | None = None
        self._concerned: dict[int, Placed] = {}
        self._found: dict[str, list[Change]] = {}
        self._left_out: set[str] = set()
        self._uncounted = uncounted + (0 if value is NOTHING else uncounted_of(value))

    def changes(self) -> Changes:
        """Everything that the command did."""
        for name, tensor in self.tensors.items():
            self._compare(name, tensor)
        self._add_writes()
        self._add_silent_writes()
        for tensor in self.values.values():
            name = self.names[id(tensor)]
            if name not in self._found:
                self._add(name, "value", Verdict("known", version=_version(tensor)), tensor)
        self._add_deletions()
        listed = [change for name in self.tensors for change in self._found.pop(name, ())]
        listed += [change for changes in self._found.values() for change in changes]
        used = {change.storage for change in listed}
        names = {change.name for change in listed}
        states = [
            storage_state(one, self._all_placed(), self.numbers, names)
            for number, one in sorted(self._concerned.items(), key=lambda item: item[0])
            if number in used
        ]
        return Changes(tuple(listed), tuple(states), tuple(self.lineage.hazards), len(self._left_out) + self._uncounted)

    # New names

    def _compare(self, name: str, tensor: Any) -> None:
        before = self.before.get(name)
        if before is not None and before.reference() is tensor:
            self._compare_with_itself(name, tensor, before)
            return
        first = self._kept.get(id(tensor), self.names[id(tensor)])
        if first != name and "[" in name:
            return  # in a container, and known by a name of its own
        if self._full(name):
            self._left_out.add(name)
            return
        kind: Kind = "value" if name in self.values and name.startswith("_") else "rebound" if before else "made"
        if first != name:
            self._add(name, kind, Verdict("same", Source(first)))
            return
        former = self.lineage.node_of(tensor).name if isinstance(tensor, TensorBase) else None
        if former is not None and former != name:
            self._add(name, kind, Verdict("same", Source(former, former=True)))
        else:
            self._add(name, kind, self._origin(name, tensor), tensor)

    def _origin(self, name: str, tensor: Any) -> Verdict:
        """Where the tensor of a new name comes from."""
        version = _version(tensor)
        if not isinstance(tensor, TensorBase):
            return self._foreign_origin(name, tensor)
        node = self.lineage.node_of(tensor)
        if node.origin == "new":
            lender = self._neighbour(name, tensor, only_old=True) if tensor._storage.exported else None
            if lender is not None:
                return Verdict("shares", Source(lender), version=version)
            return Verdict("new", bytes_moved=node.bytes_moved, version=version)
        if node.origin == "copy":
            source, _ = self._source(node)
            return Verdict("copy", source, bytes_moved=node.bytes_moved, version=version)
        if node.origin == "view":
            source, moved = self._source(node)
            return Verdict("view", source, bytes_moved=moved, version=version)
        root = tensor._root
        if root is not None:
            named = self.names.get(id(root))
            return Verdict("view", Source(named), version=version)
        shared = self._neighbour(name, tensor)
        if shared is not None:
            return Verdict("shares", Source(shared), version=version)
        made_now = tensor._storage.serial > self.lineage.last_serial
        return Verdict("new" if made_now else "known", version=version)

    def _source(self, node: Node) -> tuple[Source, int]:
        """The nearest tensor with a name that a tensor was made of, and the bytes moved on the way."""
        moved, copied = 0, False
        current = node.source
        while current is not None:
            tensor = current.reference()
            name = None if tensor is None else self.names.get(id(tensor))
            if name is not None:
                return Source(name, copied=copied), moved
            if current.name is not None:
                return Source(current.name, former=True, copied=copied), moved
            if current.origin == "copy":
                copied = True
                moved += current.bytes_moved
            elif current.origin != "view":
                break
            current = current.source
        return Source(None), moved

    def _foreign_origin(self, name: str, array: Any) -> Verdict:
        base = base_of(array)
        while base is not None:
            named = self.names.get(id(base))
            if named is not None:
                return Verdict("view", Source(named))
            base = base_of(base)
        shared = self._neighbour(name, array)
        return Verdict("new") if shared is None else Verdict("shares", Source(shared))

    def _neighbour(self, name: str, tensor: Any, *, only_old: bool = False) -> str | None:
        """Another name in the same memory, one that was there before if possible."""
        one = self._place(name)
        if one is None:
            return None
        others = [other.name for other in together(one, self._all_placed()) if other.tensor is not tensor]
        old = [other for other in others if other in self.before]
        return next(iter(old or ([] if only_old else others)), None)

    # Tensors that had their name before

    def _compare_with_itself(self, name: str, tensor: Any, before: Before) -> None:
        if self.names[id(tensor)] != name or before.spec is None:
            return
        storage: UntypedStorage = tensor._storage
        version = _version(tensor)
        if before.storage is None or before.storage() is not storage:
            self._add(name, "changed", Verdict("moved", version=version), tensor)
        elif storage.nbytes() != before.nbytes or tensor.numel() != before.spec.numel:
            verdict = Verdict("resized", former_nbytes=before.nbytes, version=version)
            self._add(name, "changed", verdict, tensor)
        elif not tensor._spec.same_as(before.spec):
            self._add(name, "changed", Verdict("restrided", version=version), tensor)
        elif tensor.requires_grad is not before.requires_grad:
            self._add(name, "changed", Verdict("flagged", version=version), tensor)

    def _add_writes(self) -> None:
        for writes in self.lineage.writes:
            tensor = writes.node.reference()
            name = None if tensor is None else self.names.get(id(tensor))
            if name is not None:
                one = placed(name, tensor)
                self._add(name, "changed", self._written(one, writes), tensor, show_facts=False)
                continue
            # What was written through has no name: the storage stands for it, if some named tensor lies on it.
            neighbour = next((one for one in self._all_placed() if one.key == ("storage", writes.serial)), None)
            if neighbour is not None:
                number = self._number(neighbour)
                verdict = self._written(neighbour, writes, Source(None))
                self._append(Change(f"s{number}", "changed", verdict, None, number))

    def _written(self, one: Placed, writes: Writes, source: Source | None = None) -> Verdict:
        """The verdict on writes through a tensor, or, if `source` is given, through another one on its storage."""
        areas = writes.record.layouts
        in_cells = [coverage.cells_of_area(area, one.itemsize) for area in areas]
        known = [area for area in in_cells if area is not None]
        complete = writes.record.state != UNKNOWN and len(known) == len(areas)
        seen: list[str] = []
        perhaps: list[str] = []
        budget = MOST_COMPARED
        for other in together(one, self._all_placed()):
            if (other.tensor is one.tensor and source is None) or other.name.startswith("_"):
                continue
            budget -= len(areas)
            answer = coverage.meets(layout_in(other, one.start, 1), areas) if areas and budget >= 0 else "maybe"
            if answer == "yes":
                seen.append(other.name)
            elif answer == "maybe":
                perhaps.append(other.name)
        return Verdict(
            "written",
            source,
            written=coverage.union_cells(known) if complete else None,
            seen_by=tuple(seen),
            perhaps_seen_by=tuple(perhaps),
            version=_version(one.tensor),
        )

    def _add_silent_writes(self) -> None:
        """Writes that were no operation on a tensor: through the storage itself."""
        explained = {writes.serial for writes in self.lineage.writes}
        for name, before in self.before.items():
            tensor: Any = before.reference()
            if before.spec is None or self.tensors.get(name, NOTHING) is not tensor or name in self._found:
                continue
            storage = tensor._storage
            if (
                storage.serial in explained
                or storage.serial != before.serial
                or storage.version == before.storage_version
            ):
                continue
            explained.add(storage.serial)
            others = [other.name for other in together(placed(name, tensor), self._all_placed()) if other.name != name]
            verdict = Verdict("written", perhaps_seen_by=tuple(others), version=_version(tensor))
            self._add(name, "changed", verdict, tensor, show_facts=False)

    # Names that are gone

    def _add_deletions(self) -> None:
        for name, before in self.before.items():
            if name in self.tensors or "[" in name:
                continue
            key = ("storage", before.serial)
            holders = [one.name for one in self._all_placed() if before.serial and one.key == key]
            freed = (before.reference() if before.storage is None else before.storage()) is None
            verdict = Verdict(
                "gone",
                holders=tuple(holders),
                held_nbytes=self._held(holders),
                freed=freed,
                former_nbytes=before.nbytes,
            )
            number = self.numbers.number([key]) if before.serial else None
            self._append(Change(name, "deleted", verdict, None, number))

    def _held(self, holders: list[str]) -> int | None:
        """How many bytes the named tensors use together."""
        places = [self._place(name) for name in holders]
        return coverage.union_cells([layout_in(place, place.start, 1) for place in places if place is not None])

    # Collecting

    def _full(self, name: str) -> bool:
        """Whether this name comes too late to be listed."""
        return len(self._found) >= MOST_CHANGES and name not in self._found

    def _add(self, name: str, kind: Kind, verdict: Verdict, tensor: Any = None, *, show_facts: bool = True) -> None:
        if self._full(name):
            self._left_out.add(name)
            return
        if tensor is None:
            self._append(Change(name, kind, verdict, None, None))
            return
        facts = describe(tensor) if show_facts else None
        one = self._place(name)
        self._append(Change(name, kind, verdict, facts, None if one is None else self._number(one)))

    def _append(self, change: Change) -> None:
        self._found.setdefault(change.name, []).append(change)

    def _number(self, one: Placed) -> int:
        """The number of a storage that is to be told of."""
        number = number_of(one, self._all_placed(), self.numbers)
        self._concerned.setdefault(number, one)
        return number

    def _place(self, name: str) -> Placed | None:
        return next((one for one in self._all_placed() if one.name == name), None)

    def _all_placed(self) -> list[Placed]:
        """Where all tensors lie that have a name, each under its first name only."""
        if self._placed is None:
            own = {name: tensor for name, tensor in self.tensors.items() if self.names[id(tensor)] == name}
            self._placed = all_placed(own)
        return self._placed


def _has_a_place(tensor: Any) -> bool:
    """False for an array of another library that cannot say where it lies: a sparse one, say."""
    if isinstance(tensor, TensorBase):
        return True
    try:
        place_of(tensor)
    except Exception:  # noqa: BLE001  (whatever another library raises, its array is passed over)
        return False
    return True


def _version(tensor: Any) -> int:
    return tensor._version if isinstance(tensor, TensorBase) else 0
