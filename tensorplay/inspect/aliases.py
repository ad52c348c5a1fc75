"""Which tensors share memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .names import Numbering
from .sharing import all_placed, storage_state, together
from .shown import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .changes import StorageState


@dataclass(frozen=True, slots=True, repr=False)
class Aliases(Shown):
    """Storages, each with the named tensors on it."""

    storages: tuple[StorageState, ...]

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The names that share a storage, storage by storage."""
        return tuple([tuple([view.name for view in state.views]) for state in self.storages])


def aliases_among(tensors: Mapping[str, Any], numbers: Numbering | None = None) -> Aliases:
    """All storages of the given tensors, in the order of their first names.

    >>> import tensorplay as tp
    >>> x, z = tp.zeros(2, 3), tp.zeros(4)
    >>> aliases_among({"x": x, "y": x.t(), "z": z}).groups
    (('x', 'y'), ('z',))
    """
    numbers = Numbering() if numbers is None else numbers
    unseen = all_placed(tensors)
    states = []
    while unseen:
        group = together(unseen[0], unseen) or unseen[:1]
        states.append(storage_state(unseen[0], unseen, numbers))
        unseen = [one for one in unseen if not any(one is member for member in group)]
    return Aliases(tuple(states))
