"""Reading: the values of a tensor as the backend's array, if there are any and they lie inside the storage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends import backend_for

from .planning import ValuesNeeded, is_planning
from .tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .spec import Spec
    from .storage import UntypedStorage


def check_within(spec: Spec, storage: UntypedStorage) -> None:
    """Refuse a layout that would leave the storage."""
    if spec.reach > storage._nbytes:
        raise RuntimeError(
            f"size {list(spec.size)}, stride {list(spec.stride)} and offset {spec.layout.offset} reach {spec.reach} "
            f"bytes into the storage, which has {storage._nbytes}"
        )


def check_storage(tensor: TensorBase) -> None:
    """Refuse a tensor whose storage was shrunk below what its layout reaches."""
    spec = tensor._spec
    if spec.reach > tensor._storage._nbytes:
        raise RuntimeError(
            f"a tensor of size {list(spec.size)}, stride {list(spec.stride)} and offset {spec.layout.offset} needs "
            f"{spec.reach} bytes of storage, but its storage was resized to {tensor._storage._nbytes} bytes"
        )


def array_of(tensor: TensorBase, *, resolve: bool = True, as_stored: bool = False) -> Any:
    """The values of a tensor as the backend's array: a window on the storage where possible.

    With `as_stored` it is always one: packed dtypes stay packed, lazy bits are left.

    Raises RuntimeError where the storage has become too small, ValuesNeeded while planning, and NotImplementedError
    where there are no bytes.
    """
    storage = tensor._storage
    if is_planning() or storage.shadow_of is not None:
        raise ValuesNeeded("the outcome depends on the values of a tensor")
    if storage.buffer is None:
        raise NotImplementedError(f"a tensor on device '{tensor.device}' has a layout but no values to read")
    check_storage(tensor)
    spec = tensor._spec
    backend = backend_for(spec.device.type)
    if as_stored:
        return backend.array(storage.buffer, spec.layout, spec.dtype)
    array = backend.values(storage.buffer, spec.layout, spec.dtype)
    return backend.resolved(array, spec) if resolve and (spec.conj or spec.neg) else array


def has_bytes(operands: Sequence[Any]) -> bool:
    """Whether bytes may be read: not while planning, and not on a device without any."""
    return not is_planning() and all(
        operand._storage.buffer is not None for operand in operands if isinstance(operand, TensorBase)
    )
