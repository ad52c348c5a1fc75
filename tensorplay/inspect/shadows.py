"""Shadows: stand-ins of tensors that have everything but bytes, on which operations may be planned without a trace."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tensorplay.core.journal import observers
from tensorplay.core.planning import planning
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import Autograd, TensorBase, make_tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tensorplay.core.journal import Observer


class Shadows:
    """Shadows of tensors. What is one tensor, one storage or one version counter has one shadow."""

    def __init__(self) -> None:
        self._tensors: dict[int, tuple[TensorBase, Any]] = {}
        self._storages: dict[int, UntypedStorage] = {}
        self._counters: dict[int, list[int]] = {}

    def of(self, tensor: TensorBase) -> Any:
        """The shadow of a tensor."""
        known = self._tensors.get(id(tensor))
        if known is not None:
            return known[1]
        root = None if tensor._root is None else self.of(tensor._root)
        counter = self._counters.setdefault(id(tensor._counter), list(tensor._counter))
        shadow = make_tensor(self._storage(tensor._storage), tensor._spec, root, counter)
        if tensor.requires_grad and tensor.is_leaf:
            shadow._autograd = Autograd(requires_grad=True)
        self._tensors[id(tensor)] = (tensor, shadow)  # the tensor is kept, so that its id stays its own
        return shadow

    def _storage(self, storage: UntypedStorage) -> UntypedStorage:
        shadow = self._storages.get(storage.serial)
        if shadow is None:
            shadow = UntypedStorage.shadow(storage)
            shadow.exported = storage.exported
            shadow.version = storage.version
            self._storages[storage.serial] = shadow
        return shadow


@contextmanager
def planned_only(observer: Observer) -> Iterator[None]:
    """Inside, operations only plan, nobody but `observer` hears of them, and no warning reaches the screen."""
    listening = observers[:]
    observers[:] = [observer]
    try:
        with planning(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        observers[:] = listening
