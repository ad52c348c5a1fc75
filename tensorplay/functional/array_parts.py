"""Arrays part by part, and the cells of a layout that index arrays name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.geometry.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BLOCK_ELEMENTS = 1 << 20  # so many are gathered or written at once, so that Ctrl-C is answered in between
FEW_PLACES = 64  # so many written places are named one by one


def blocks_along(size: tuple[int, ...]) -> Iterator[tuple[int, slice]]:
    """Parts of an array of a size, each a slice of its longest axis: (axis, slice).

    >>> list(blocks_along((2, 3)))
    [(1, slice(0, 524288, None))]
    """
    numel = 1
    for length in size:
        numel *= length
    axis = max(range(len(size)), key=size.__getitem__)
    step = max(BLOCK_ELEMENTS * size[axis] // max(numel, 1), 1)
    for start in range(0, size[axis], step):
        yield axis, slice(start, start + step)


def along(array: Any, axis: int, part: slice) -> Any:
    """A slice of one axis of an array."""
    return array[(slice(None),) * axis + (part,)]


def rows(*arrays: Any) -> Iterator[tuple[Any, ...]]:
    """Arrays of one shape in parts along the first axis; 0-dim ones count as vectors."""
    if not arrays[0].ndim:
        arrays = tuple([array.reshape(1) for array in arrays])
    step = max(BLOCK_ELEMENTS * arrays[0].shape[0] // max(arrays[0].size, 1), 1)
    for start in range(0, arrays[0].shape[0], step):
        yield tuple([array[start : start + step] for array in arrays])


def named_cells(backend: Any, layout: Layout, indices: Sequence[Any]) -> list[Layout] | None:
    """The parts of a layout that index arrays name, one for each combination of indices; None if they are many."""
    named = [dim for dim, item in enumerate(indices) if item is not None]
    if not named:
        return [layout]
    places = backend.xp.broadcast_arrays(*[indices[dim] for dim in named])
    if places[0].size > FEW_PLACES:
        return None
    rest = [dim for dim in range(layout.rank) if dim not in named]
    size, stride = tuple([layout.size[dim] for dim in rest]), tuple([layout.stride[dim] for dim in rest])
    return [
        Layout(
            size,
            stride,
            layout.offset
            + sum([int(at) % layout.size[dim] * layout.stride[dim] for dim, at in zip(named, place, strict=True)]),
        )
        for place in zip(*[item.reshape(-1) for item in places], strict=True)
    ]
