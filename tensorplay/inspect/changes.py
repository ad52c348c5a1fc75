"""What one command did, as a value: it holds names, numbers and reasons, and no tensor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .shown import Shown

if TYPE_CHECKING:
    from tensorplay.geometry.layout import Layout

    from .facts import StorageFacts, TensorFacts

Kind = Literal["made", "rebound", "changed", "value", "deleted"]
VerdictKind = Literal[
    "new",  # a storage of its own, computed or never written
    "copy",  # a storage of its own with the values of the source
    "view",  # another layout on the storage of the source
    "same",  # another name of the same tensor
    "written",  # cells were overwritten
    "restrided",  # the same tensor has another layout now
    "resized",  # the same tensor has another number of elements now, and its storage may have grown
    "moved",  # the same tensor has another storage now
    "shares",  # on a storage that others have too; by which operation nobody knows
    "flagged",  # the same layout, but it asks for a gradient now, or no longer
    "known",  # nothing happened to it: it was only asked for
    "gone",  # the name was deleted, or means no tensor any more
]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a tensor comes from: a name, None for a tensor without one.

    `former` if the name means another tensor now, `copied` if the nameless tensor was itself a copy of the named one.
    """

    name: str | None
    former: bool = False
    copied: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a tensor, or what a name was given.

    `written` counts distinct cells that were overwritten, None if it is not known how many; `seen_by` are the other
    names that see some of them, `perhaps_seen_by` those for which the search was given up. `version` is the tensor's,
    counted as PyTorch does. `former_nbytes` is the size of the storage before it was resized. `holders` are the names
    that keep the storage of a deleted name alive; `freed` tells that nobody does.
    """

    kind: VerdictKind
    source: Source | None = None
    bytes_moved: int = 0
    written: int | None = None
    seen_by: tuple[str, ...] = ()
    perhaps_seen_by: tuple[str, ...] = ()
    version: int = 0
    former_nbytes: int = 0
    holders: tuple[str, ...] = ()
    held_nbytes: int | None = None
    freed: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One name, and what happened to its tensor.

    `facts` is None where nothing of them changed, `storage` the number of the tensor's storage in `Changes.storages`.
    """

    name: str
    kind: Kind
    verdict: Verdict
    facts: TensorFacts | None
    storage: int | None


@dataclass(frozen=True, slots=True)
class NamedView:
    """A named tensor on a storage; `layout` counts in the cells of that storage's picture."""

    name: str
    layout: Layout
    itemsize: int


@dataclass(frozen=True, slots=True)
class StorageState:
    """A storage that the command concerned, with the named tensors on it.

    `number` is the one it is shown under (s1, s2 ...). `cell` is the width of a cell in bytes: the widest of which all
    views consist of whole ones. `values` are the values of all its cells, as text, if they are few; an empty text for
    one that was never written. `views` are the first of the named ones, `more_views` counts the others.
    """

    number: int
    cell: int
    facts: StorageFacts
    views: tuple[NamedView, ...]
    more_views: int = 0
    values: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Changes(Shown):
    """Everything that one command did, in the order of the namespace. `left_out` counts what was too much to list."""

    changes: tuple[Change, ...] = ()
    storages: tuple[StorageState, ...] = ()
    hazards: tuple[str, ...] = ()
    left_out: int = 0

    def __bool__(self) -> bool:
        return bool(self.changes or self.hazards or self.left_out)

    def storage(self, number: int | None) -> StorageState | None:
        """The storage of this number."""
        return next((state for state in self.storages if state.number == number), None)


NO_CHANGES = Changes()
