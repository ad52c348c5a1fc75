"""The items of an index: which are views' business, and which are index tensors'."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64, uint8
from tensorplay.core.access import array_of
from tensorplay.core.tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Sequence

_INTEGERS = ("int64", "int32", "int16", "int8", "uint8")
TUPLE_LIKE = 32  # a list of fewer items may stand for a tuple


class Slice(tuple[int | None, int | None, int | None]):
    """A slice that can be compared: start, stop, step."""

    __slots__ = ()


class Gap:
    """The place of an index tensor among the basic items: a full slice that will be indexed."""


def as_tuple(index: Any) -> Any:
    """A list that holds slices or sequences, such as [[0, 1], [1, 0]], stands for a tuple, as it once did in NumPy."""
    if isinstance(index, (list, range)) and len(index) < TUPLE_LIKE:
        for item in index:
            if item is None or item is Ellipsis or isinstance(item, (slice, list, tuple, range, TensorBase)):
                return tuple(index)
            if _is_array(item):
                return tuple(index)
    return index


def _is_array(item: Any) -> bool:
    """Whether something is an array of NumPy or its like; NumPy's numbers are none, though they look alike."""
    return hasattr(item, "__array_interface__") and hasattr(type(item), "__len__")


def basic_items(index: Any) -> Any:
    """The index as a value that can be compared, or None if it needs gathering."""
    if type(index) is not tuple:
        index = (index,)
    items: list[Any] = []
    for item in index:
        if type(item) is int or item is None or item is Ellipsis:
            items.append(item)
        elif type(item) is slice:
            items.append(slice_of(item))
        else:
            number = as_integer(item)
            if number is None:
                return None
            items.append(number)
    return tuple(items)


def check_dots(items: Sequence[Any], rest: int) -> None:
    """Refuse what stands behind a second `...`, for PyTorch goes past the same `rest` of the dimensions again.

    Where nothing is left over, a second one does no harm.
    """
    dots = [place for place, item in enumerate(items) if item is Ellipsis]
    if rest and len(dots) > 1 and any([item is not Ellipsis for item in items[dots[1] :]]):
        raise IndexError(
            f"an index with {len(dots)} ellipses: each `...` goes past all dimensions that the other items leave, here "
            f"{rest}, so what follows the second lies beyond the last dimension; write one `...`"
        )


def slice_of(item: slice) -> Slice:
    start, stop, step = item.start, item.stop, item.step
    return Slice((bound(start), bound(stop), bound(step)))


def bound(value: Any) -> int | None:
    if value is None or type(value) is int:
        return value
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError("slice indices must be integers, None, or have an __index__ method") from None


def as_integer(item: Any) -> int | None:
    """The int that an item stands for: NumPy integers and 0-dim integer tensors count, bools do not."""
    if isinstance(item, bool):
        return None
    if isinstance(item, TensorBase):
        if item._spec.rank == 0 and item.dtype.name in _INTEGERS and item.dtype is not uint8:
            return int(array_of(item))
        return None
    dtype = getattr(item, "dtype", None)
    if dtype is not None and (getattr(item, "shape", ()) != () or getattr(dtype, "kind", "i") == "b"):
        return None
    if hasattr(type(item), "__index__"):
        return operator.index(item)
    return None


def dimensions_taken(item: Any) -> int:
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, TensorBase) and item.dtype in (bool_, uint8):
        return item.dim()
    return 1


def index_tensor(item: Any) -> Any:
    """Lists, arrays and bools as tensors; ints, slices, None and ... as they are."""
    if item is None or item is Ellipsis or isinstance(item, slice) or type(item) is int:
        return item
    if isinstance(item, TensorBase):
        if item.dtype in (bool_, uint8) or item.dtype.name in ("int64", "int32"):
            if item.dtype is uint8 and item._spec.rank == 0:  # a mask of one
                return item.bool()  # type: ignore[attr-defined]
            return item if item.dtype in (bool_, uint8) or item._spec.rank else int(array_of(item))
        if item._spec.rank == 0 and item.dtype.name in _INTEGERS:
            return int(array_of(item))
        raise IndexError(f"tensors used as indices must be long, int, byte or bool tensors, not {item.dtype}")
    number = as_integer(item)
    if number is not None:
        return number
    if isinstance(item, (bool, list, tuple, range)) or _is_array(item):
        from .data import as_tensor

        if isinstance(item, (list, tuple, range)) and not len(item):
            return as_tensor([], dtype=int64)
        return index_tensor(as_tensor(item))
    wrong = TypeError if isinstance(item, (str, bytes)) else IndexError
    raise wrong(
        f"an index must be an int, a slice, None, ..., or a tensor of integers or bools, not {type(item).__name__}"
    )
