"""How values are written to places that index arrays name: overwritten, or added, multiplied, compared and averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.access import array_of

from .array_parts import along, blocks_along
from .computing import cast
from .copying import raw_array

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.core.tensor import TensorBase

# What two values that meet in a cell become, by PyTorch's names; "mean" divides the sum in the end.
REDUCTIONS = {"sum": "add", "prod": "multiply", "mean": "add", "amax": "maximum", "amin": "minimum"}


def change(backend: Any, target: TensorBase, work: Callable[[Any], None]) -> None:
    """Let `work` change the values of a tensor: in its own cells, or in a copy where these hold another form."""
    spec = target._spec
    if backend.is_packed(spec.dtype) or spec.conj or spec.neg:
        values = array_of(target).copy()
        work(values)
        backend.store_resolved(raw_array(backend, target), spec, values)
    else:
        work(raw_array(backend, target))


def mesh(backend: Any, index: Any, dim: int) -> list[Any]:
    """For each axis the places that an index along `dim` names, to be broadcast to the index's shape."""
    places = []
    for axis, length in enumerate(index.shape):
        shape = [1] * index.ndim
        shape[axis] = length
        places.append(index if axis == dim else backend.xp.arange(length).reshape(shape))
    return places


def write_along(
    backend: Any, array: Any, index: Any, dim: int, source: Any, reduction: str = "", include_self: bool = True
) -> None:
    """array[..., index[...], ...] = source, the index counting along `dim`; of equal places the last one stays.

    With a reduction, values that meet in a cell are combined, also with what is there if `include_self`. `index` holds
    valid positions; `source` is an array of its shape or a number. 16-bit floats meet in float32 and are rounded once.
    """
    if not index.size:
        return
    if not reduction:
        _overwrite(backend, array, index, dim, source)
        return
    xp = backend.xp
    working = xp.float32 if array.dtype.itemsize == 2 and array.dtype.kind not in "iu" else array.dtype
    in_place = array.flags.c_contiguous and working == array.dtype
    values = array if in_place else xp.array(array, dtype=working, order="C")
    _combine(backend, values, index, dim, source, reduction, include_self)
    if not in_place:
        backend.copy(array, values)


def _overwrite(backend: Any, array: Any, index: Any, dim: int, source: Any) -> None:
    source = backend.xp.broadcast_to(cast(backend, source, array.dtype), index.shape)
    for axis, part in blocks_along(index.shape):
        places = mesh(backend, index, dim)
        places[axis] = along(places[axis], axis, part)
        if axis != dim:
            places[dim] = along(places[dim], axis, part)
        array[tuple(places)] = along(source, axis, part)


def write_slices(backend: Any, array: Any, places: Any, dim: int, source: Any) -> None:
    """The slices of an array at a vector of positions along `dim` = source; of equal positions the last one stays."""
    xp = backend.xp
    size = (*array.shape[:dim], places.size, *array.shape[dim + 1 :])
    if 0 in size:
        return
    source = xp.broadcast_to(cast(backend, source, array.dtype), size)
    for axis, part in blocks_along(size):
        target, chosen = (array, places[part]) if axis == dim else (along(array, axis, part), places)
        target[(slice(None),) * dim + (chosen,)] = along(source, axis, part)


def _combine(backend: Any, values: Any, index: Any, dim: int, source: Any, reduction: str, include_self: bool) -> None:
    """The reduction on a contiguous array, whose cells are counted in one go: the array library is quickest so."""
    xp = backend.xp
    flat = values.reshape(-1)
    source = xp.broadcast_to(cast(backend, source, values.dtype), index.shape)
    cells = xp.zeros(index.shape, xp.int64)
    for place, step in zip(mesh(backend, index, dim), values.strides, strict=True):
        cells += place * (step // values.itemsize)
    parts = [(along(cells, axis, part).reshape(-1), axis, part) for axis, part in blocks_along(index.shape)]
    if not include_self:
        start = _start(xp, values.dtype, reduction)
        for places, _, _ in parts:
            flat[places] = start
    combine = getattr(xp, REDUCTIONS[reduction])
    with xp.errstate(all="ignore"):
        for places, axis, part in parts:
            combine.at(flat, places, along(source, axis, part).reshape(-1))
        if reduction == "mean":
            counts = xp.full(flat.shape, 1 if include_self else 0, xp.int64)
            for places, _, _ in parts:
                xp.add.at(counts, places, 1)
            divide = xp.floor_divide if values.dtype.kind in "iu" else xp.true_divide
            divide(flat, xp.maximum(counts, 1).astype(values.real.dtype), out=flat, casting="unsafe")


def _start(xp: Any, dtype: Any, reduction: str) -> Any:
    """The value that changes nothing in a reduction."""
    if reduction in ("sum", "mean", "prod"):
        return dtype.type(reduction == "prod")
    if dtype.kind == "b":
        return reduction == "amin"
    if dtype.kind in "iu":
        limits = xp.iinfo(dtype)
        return limits.min if reduction == "amax" else limits.max
    return dtype.type(-xp.inf if reduction == "amax" else xp.inf)
