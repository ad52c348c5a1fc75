"""Storages for new tensors, and the mark of what nobody has written yet."""

from __future__ import annotations

from typing import Any

from tensorplay.backends import backend_for
from tensorplay.geometry.layout import Layout, contiguous_strides, required_cells
from tensorplay.geometry.reasons import NoMemory

from .planning import is_planning
from .spec import Spec
from .storage import UntypedStorage

_fill_uninitialised = [True]


def fills_uninitialised() -> bool:
    """Whether uninitialised memory is filled with its mark."""
    return _fill_uninitialised[0]


def set_fill_uninitialised(value: bool) -> None:
    """Switch the filling of uninitialised memory on or off."""
    _fill_uninitialised[0] = bool(value)


def contiguous_spec(size: tuple[int, ...], dtype: Any, device: Any) -> Spec:
    """The spec of a new contiguous tensor."""
    return Spec(Layout(size, contiguous_strides(size)), dtype, device)


def allocate(spec: Spec, *, poison: bool) -> UntypedStorage:
    """A storage that holds exactly what the spec needs; without bytes while planning."""
    nbytes = spec.reach
    if nbytes >= 1 << 63:
        state = f"a tensor of size {list(spec.size)} reaches beyond what an address can count"
        raise NoMemory(nbytes, state).exception()
    backend_for(spec.device.type)  # a device that is not here is refused in a preview, too
    if is_planning():
        return UntypedStorage.planned(nbytes, spec.device)
    return UntypedStorage.allocate(nbytes, spec.device, poison=spec.dtype if poison else None)


def grow(storage: UntypedStorage, layout: Layout, dtype: Any) -> None:
    """Make a storage large enough for a layout; the new tail is marked as uninitialised."""
    needed = required_cells(layout) * dtype.itemsize
    if needed > storage._nbytes:
        storage.resize_(needed, poison=dtype if fills_uninitialised() else None)
