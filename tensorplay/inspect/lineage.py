"""Where tensors come from: an observer that remembers of each living tensor by which operation it was made of which.

A node stands for a tensor and keeps nothing alive but the nodes of the tensors it was made of, and of those only as
many as an answer can need.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Literal

from tensorplay.core.plan import Effect
from tensorplay.core.written import NOTHING, Written

if TYPE_CHECKING:
    from tensorplay.core.journal import Event, Operand
    from tensorplay.core.tensor import TensorBase

Origin = Literal["given", "view", "copy", "new"]

#: A size that no storage has, so that a record of writes is kept as a list of areas and never byte by byte.
_UNBOUNDED = 1 << 62


class Node:
    """One tensor: how it was made (`origin`), of which node, with how many bytes moved, and the name it last had."""

    __slots__ = ("__weakref__", "bytes_moved", "name", "origin", "reference", "source")

    def __init__(
        self,
        reference: weakref.ref[Any],
        origin: Origin,
        source: Node | None = None,
        bytes_moved: int = 0,
    ) -> None:
        self.reference = reference
        self.origin = origin
        self.source = source
        self.bytes_moved = bytes_moved
        self.name: str | None = None


class Writes:
    """What was written through one tensor in one command: areas of bytes."""

    __slots__ = ("node", "record", "serial")

    def __init__(self, node: Node, serial: int) -> None:
        self.node = node
        self.serial = serial
        self.record = Written(_UNBOUNDED, NOTHING)


class Lineage:
    """An observer of `execute`. `writes`, `hazards` and `bytes_moved`, into new storages, are those since `start`."""

    #: Tensors through which writes are told apart in one command.
    MOST_WRITES = 64

    def __init__(self) -> None:
        self._nodes: dict[int, Node] = {}
        self.writes: list[Writes] = []
        self.hazards: list[str] = []
        self.last_serial = 0
        self.bytes_moved = 0

    def start(self, last_serial: int) -> None:
        """A command begins; storages with a higher serial than `last_serial` are made by it."""
        self.writes = []
        self.hazards = []
        self.last_serial = last_serial
        self.bytes_moved = 0

    def before(self, event: Event, target: TensorBase | None) -> None:
        """Nothing is noted of what has not happened."""

    def after(self, event: Event) -> None:
        """Note the outermost operations."""
        if event.depth:
            return
        if event.hazard is not None and event.hazard not in self.hazards:
            self.hazards.append(event.hazard)
        inputs = [(operand, self._node_of_operand(operand)) for operand in event.inputs]
        if event.written:
            self._note_writes(event, inputs)
        elif event.effect in (Effect.VIEW, Effect.NEW, Effect.UNKNOWN):
            self.bytes_moved += event.bytes_moved
            for output in event.outputs:
                self._note_made(event, output, inputs)

    def node_of(self, tensor: Any) -> Node:
        """The node of a living tensor."""
        node = self._nodes.get(id(tensor))
        if node is None or node.reference() is not tensor:
            node = self._add(tensor, "given", None, 0)
        return node

    def _node_of_operand(self, operand: Operand) -> Node | None:
        tensor = operand.reference()
        return None if tensor is None else self.node_of(tensor)

    def _add(self, tensor: Any, origin: Origin, source: Node | None, bytes_moved: int) -> Node:
        nodes, key = self._nodes, id(tensor)

        def forget(reference: Any) -> None:
            if key in nodes and nodes[key].reference is reference:
                del nodes[key]

        node = Node(weakref.ref(tensor, forget), origin, source, bytes_moved)
        nodes[key] = node
        return node

    def _note_made(self, event: Event, output: Operand, inputs: list[tuple[Operand, Node | None]]) -> None:
        tensor = output.reference()
        if tensor is None or any(operand.is_(tensor) for operand, _ in inputs):
            return  # an in-place change of layout: seen by comparing, the tensor stays who it is
        source = None
        origin: Origin = "new"
        if event.effect is Effect.VIEW:
            origin = "view"
            source = next((node for operand, node in inputs if operand.storage_serial == output.storage_serial), None)
        elif event.copies:
            origin = "copy"
            source = inputs[0][1] if inputs else None
        _shorten(source)
        moved = event.bytes_moved if len(event.outputs) == 1 or not event.bytes_moved else output.spec.nbytes
        self._add(tensor, origin, source, moved)

    def _note_writes(self, event: Event, inputs: list[tuple[Operand, Node | None]]) -> None:
        for serial, layout, itemsize in event.written:
            if serial > self.last_serial:
                continue  # the command made this storage itself
            candidates = [(operand, self._node_of_operand(operand)) for operand in event.outputs] + inputs
            node = next((node for operand, node in candidates if node and operand.storage_serial == serial), None)
            if node is None:
                continue
            node = nearest_named(node) or node
            known = next((writes for writes in self.writes if writes.node is node), None)
            if known is None:
                if len(self.writes) >= self.MOST_WRITES:
                    continue
                known = Writes(node, serial)
                self.writes.append(known)
            known.record.add(layout, itemsize)


def nearest_named(node: Node) -> Node | None:
    """The node itself, or the first that it is a view of, that has a name."""
    current: Node | None = node
    while current is not None:
        if current.name is not None:
            return current
        current = current.source if current.origin == "view" else None
    return None


def _shorten(node: Node | None) -> None:
    """Drop from a chain what no answer needs: nameless views that are gone, and what a lost copy was made of."""
    while node is not None and node.source is not None:
        above = node.source
        if above.name is not None or above.reference() is not None:
            return
        if above.origin == "view" and node.origin == "view":
            node.source = above.source
        else:
            above.source = None
            return
