"""What one command does to the tensors of a namespace, found by looking before and after and listening in between."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from tensorplay.core.journal import observers
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase

from .lineage import Lineage, Node
from .names import Numbering, tensors_in, uncounted_in
from .report import NOTHING, Before, Report, snapshot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .changes import Changes

_watches: weakref.WeakValueDictionary[int, Watch] = weakref.WeakValueDictionary()


def watch_of(namespace: object) -> Watch | None:
    """The watch over this very namespace, if there is one."""
    watch = _watches.get(id(namespace))
    return watch if watch is not None and watch.namespace is namespace else None


class Watch:
    """Watches a namespace. Call `begin` before a command and `end` after it, also after one that failed.

    Looking costs the same for small and for huge storages: nothing here passes over the cells of a storage. `numbers`
    are those under which storages are shown.

    >>> import tensorplay as tp
    >>> namespace = {"tp": tp}
    >>> watch = Watch(namespace)
    >>> watch.begin()
    >>> exec("x = tp.zeros(2, 3); y = x.t()", namespace)
    >>> for change in watch.end().changes:
    ...     print(change.name, change.verdict.kind, change.verdict.source)
    x new None
    y view Source(name='x', former=False, copied=False)
    """

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self.namespace = namespace
        self.numbers = Numbering()
        self._lineage = Lineage()
        self._before: dict[str, Before] = {}
        self._uncounted: dict[str, tuple[int, int]] = {}
        self._named_nodes: list[Node] = []
        _watches[id(namespace)] = self

    def begin(self) -> None:
        """A command is about to run."""
        self._before = {}
        self._release_names()
        for name, tensor in tensors_in(self.namespace).items():
            self._before[name] = snapshot(tensor)
            if isinstance(tensor, TensorBase):
                node = self._lineage.node_of(tensor)
                if node.name is None:
                    node.name = name
                    self._named_nodes.append(node)
        self._uncounted = uncounted_in(self.namespace)
        self._lineage.start(UntypedStorage(0, device="meta").serial)
        if self._lineage not in observers:
            observers.append(self._lineage)

    def end(self, value: Any = NOTHING) -> Changes:
        """The command has run, or failed. `value` is that of an expression, of which the facts are told too."""
        if self._lineage in observers:
            observers.remove(self._lineage)
        try:
            after = tensors_in(self.namespace)
            return Report(self._before, after, self._lineage, self.numbers, value, self._more()).changes()
        finally:
            self._release_names()
            self._before = {}

    def _more(self) -> int:
        """How many tensors have come to long containers, beyond the entries that are looked at."""
        count = 0
        for name, (identity, more) in uncounted_in(self.namespace).items():
            former, before = self._uncounted.get(name, (0, 0))
            count += max(more - before, 0) if former == identity else more
        return count

    def _release_names(self) -> None:
        for node in self._named_nodes:
            node.name = None
        self._named_nodes = []
