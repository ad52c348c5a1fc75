"""The strided copy without compiled kernels: NumPy moves the planned copy tile by tile.

The plan has merged the axes and widened the element, the tiling says what the cache holds; what is left are slices of
two arrays that look at the same bytes as target and source, and one call of NumPy for each tile.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tensorplay.geometry.copying import WIDEST_ELEMENT, plan_copy
from tensorplay.geometry.tiling import plan_tiles

from .parallel import for_each

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.geometry.copying import CopyPlan
    from tensorplay.geometry.tiling import Tiling

    Array = np.ndarray[Any, np.dtype[Any]]
    Ints = tuple[int, ...]
    Tile = tuple[slice, ...]

#: Work between two turns of a thread; tiles smaller than this go together.
PART_BYTES = 1 << 21
#: An element of so many bytes is moved as this type. Whatever its alignment: the processor's moves ask for none.
_TYPES = {width: np.dtype(name).str for width, name in {1: "u1", 2: "u2", 4: "u4", 8: "u8", 16: "c16"}.items()}
_LINE = 64


class Blocked(NamedTuple):
    """A copy made ready for any two arrays with its strides; `parts` are the slices of the tiles along each axis."""

    plan: CopyPlan
    tiling: Tiling
    spans: tuple[tuple[int, int], tuple[int, int]]
    parts: tuple[tuple[slice, ...], ...]
    tiles_together: int


@lru_cache(maxsize=1024)
def prepared(size: Ints, destination_stride: Ints, source_stride: Ints, itemsize: int) -> Blocked | None:
    """The copy with these strides in elements; None where the order of the writes counts."""
    plan = plan_copy(size, destination_stride, source_stride, itemsize)
    if plan.cells_shared:
        return None
    tiling = plan_tiles(plan)
    parts = [
        tuple([slice(start, start + part) for start in range(0, length, part)])
        for length, part in zip(plan.size, tiling.extent, strict=True)
    ]
    tile_bytes = plan.nbytes // max(tiling.count, 1)
    return Blocked(plan, tiling, plan.spans, tuple(parts), max(PART_BYTES // max(tile_bytes, 1), 1))


def copy(target: Array, source: Array, target_stride: Ints, source_stride: Ints) -> bool:
    """target[...] = source for arrays of one shape and item size, strides in elements.

    False, with nothing done, where the sides may overlap or the order of the writes counts.
    """
    ready = prepared(target.shape, target_stride, source_stride, target.itemsize)
    if ready is None:
        return False
    to, origin = _address(target), _address(source)
    (low, end), (source_low, source_end) = ready.spans
    if origin + source_low < to + end and to + low < origin + source_end:
        return False
    plan, element = ready.plan, np.dtype(_TYPES[ready.plan.itemsize])
    to_tile = seen(target, plan.destination_start, plan.size, plan.destination_stride, element)
    from_tile = seen(source, plan.source_start, plan.size, plan.source_stride, element)
    if ready.tiling.staged:
        _in_parts(ready, partial(_move_staged, ready, to_tile, from_tile))
    else:
        _in_parts(ready, partial(_move, np.copyto, ready.tiling.looped, to_tile, from_tile))
    return True


def convert(
    target: Array, source: Array, target_stride: Ints, source_stride: Ints, cast: Callable[[Array, Array], None]
) -> bool:
    """The same for arrays of two types that do not overlap: `cast` writes a tile. False where it does not serve."""
    ready = prepared(target.shape, target_stride, source_stride, WIDEST_ELEMENT)  # which is never taken for a wider one
    if ready is None:
        return False
    plan = ready.plan
    to_tile = seen(target, plan.destination_start, plan.size, plan.destination_stride, target.dtype)
    from_tile = seen(source, plan.source_start, plan.size, plan.source_stride, source.dtype)
    _in_parts(ready, partial(_move, cast, ready.tiling.looped, to_tile, from_tile))
    return True


def _address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])


class _Bytes:
    """What NumPy asks for memory: `owner` keeps it alive."""

    def __init__(self, owner: Array, interface: dict[str, Any]) -> None:
        self.owner, self.__array_interface__ = owner, interface


def seen(array: Array, start: int, size: Ints, stride: Ints, element: np.dtype[Any]) -> Array:
    """The bytes of an array from element `start` on, as the plan sees them."""
    width = element.itemsize
    interface = {
        "data": (_address(array) + start * array.itemsize, False),
        "shape": size,
        "strides": tuple([step * width for step in stride]),
        "typestr": _TYPES[width],
        "version": 3,
    }
    return np.asarray(_Bytes(array, interface)).view(element)


def _in_parts(ready: Blocked, move: Callable[[list[Tile]], None]) -> None:
    """All tiles, some at a time, on the threads that there are."""
    tiles = product(*ready.parts)
    for_each(move, iter(lambda: list(islice(tiles, ready.tiles_together)), []))


def _move(write: Callable[[Array, Array], None], looped: int, target: Array, source: Array, tiles: list[Tile]) -> None:
    """Tiles as they are; where rows would be short, all entries of the axes that make them so one after another."""
    for tile in tiles:
        place: Any = (*tile, ...)  # with the ellipsis, so that a single element is an array, too
        to_tile, from_tile = target[place], source[place]
        if not looped:
            write(to_tile, from_tile)
            continue
        for entry in np.ndindex(to_tile.shape[-looped:]):
            place = (..., *entry)
            write(to_tile[place], from_tile[place])


def _move_staged(ready: Blocked, target: Array, source: Array, tiles: list[Tile]) -> None:
    """Tiles through a buffer in the source's order, whose rows lie a line apart and do not clash."""
    order = sorted(range(source.ndim), key=lambda axis: -abs(source.strides[axis]))
    room = [ready.tiling.extent[axis] for axis in order]
    room[-1] += _LINE // source.itemsize
    stage = np.empty(room, source.dtype).transpose(np.argsort(order))
    for tile in tiles:
        to_tile = target[tile]
        staged = stage[tuple([slice(length) for length in to_tile.shape])]
        np.copyto(staged, source[tile])
        np.copyto(to_tile, staged)
