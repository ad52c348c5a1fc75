"""Views that reorder, add or drop dimensions: transpose, permute, movedim, unsqueeze, squeeze."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tensorplay.geometry.dimensions import wrap_dim, wrap_dims
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.reasons import DuplicateDimension, Refusal, WrongNumberOfDimensions


def transpose(layout: Layout, dim0: int, dim1: int) -> Layout:
    """Two dimensions change places. A 0-dim tensor takes -1 and 0 and stays as it is.

    >>> transpose(Layout((2, 3), (3, 1)), 0, 1)
    Layout(size=(3, 2), stride=(1, 3), offset=0)
    """
    size, stride = list(layout.size), list(layout.stride)
    rank = len(size)
    if not 0 <= dim0 < rank:
        dim0 = wrap_dim(dim0, rank)
    if not 0 <= dim1 < rank:
        dim1 = wrap_dim(dim1, rank)
    if rank:
        size[dim0], size[dim1] = size[dim1], size[dim0]
        stride[dim0], stride[dim1] = stride[dim1], stride[dim0]
    return Layout(tuple(size), tuple(stride), layout.offset)


def permute(layout: Layout, dims: Sequence[int]) -> Layout:
    """The dimensions in another order: dimension `i` of the result is dimension `dims[i]` of the input.

    RuntimeError when `dims` has another length than the rank or names a dimension twice.

    >>> permute(Layout((2, 3, 4), (12, 4, 1)), (2, 0, -2))
    Layout(size=(4, 2, 3), stride=(1, 12, 4), offset=0)
    """
    size, stride = _permuted(layout.size, layout.stride, tuple(dims))
    return Layout(size, stride, layout.offset)


@lru_cache(maxsize=4096)
def _permuted(
    size: tuple[int, ...], stride: tuple[int, ...], dims: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sizes and strides in another order; remembered, as the offset alone may be new."""
    rank = len(size)
    if len(dims) != rank:
        raise WrongNumberOfDimensions("permute", dims, rank).exception()
    order: list[int] = []
    for dim in dims:
        wrapped = wrap_dim(dim, rank)
        if wrapped in order:
            raise DuplicateDimension(wrapped, dims, "permute").exception()
        order.append(wrapped)
    return tuple([size[dim] for dim in order]), tuple([stride[dim] for dim in order])


def movedim(layout: Layout, source: int | Sequence[int], destination: int | Sequence[int]) -> Layout:
    """Each source dimension moves to its destination; the others keep their order.

    IndexError for a dimension out of range before RuntimeError for a repeated one.

    >>> movedim(Layout((2, 3, 4), (12, 4, 1)), 0, -1)
    Layout(size=(3, 4, 2), stride=(4, 1, 12), offset=0)
    """
    given_source = (source,) if isinstance(source, int) else tuple(source)
    given_destination = (destination,) if isinstance(destination, int) else tuple(destination)
    order = _moved(layout.rank, given_source, given_destination)
    return permute(layout, order) if layout.size else layout


@lru_cache(maxsize=1024)
def _moved(rank: int, given_source: tuple[int, ...], given_destination: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that moves dimensions; a question of few ranks and dims, so the answers are remembered."""
    if len(given_source) != len(given_destination):
        raise Refusal(
            RuntimeError,
            f"movedim: source {list(given_source)} and destination {list(given_destination)} should contain the same"
            f" number of dims, but have {len(given_source)} and {len(given_destination)}",
        ).exception()
    for dim in (*given_source, *given_destination):
        wrap_dim(dim, rank)
    sources = wrap_dims(given_source, rank, "movedim: source")
    destinations = wrap_dims(given_destination, rank, "movedim: destination")
    remaining = iter([dim for dim in range(rank) if dim not in sources])
    if rank == 0:
        return ()
    placed = dict(zip(destinations, sources, strict=True))
    return tuple([placed[place] if place in placed else next(remaining) for place in range(rank)])


def unsqueeze(layout: Layout, dim: int) -> Layout:
    """A new dimension of size 1 before `dim`, which may be the rank. Its stride is what a copy would give it.

    >>> unsqueeze(Layout((2, 3), (3, 1)), 0)
    Layout(size=(1, 2, 3), stride=(6, 3, 1), offset=0)
    """
    size, stride = layout.size, layout.stride
    rank = len(size)
    if not 0 <= dim <= rank:
        dim = wrap_dim(dim, rank + 1)
    step = size[dim] * stride[dim] if dim < rank else 1
    return Layout((*size[:dim], 1, *size[dim:]), (*stride[:dim], step, *stride[dim:]), layout.offset)


def squeeze(layout: Layout, dims: Sequence[int] | None = None) -> Layout:
    """Without the dimensions of size 1, or without those among `dims`; other sizes among `dims` stay.

    >>> squeeze(Layout((1, 3, 1), (3, 1, 1)), (0, 1))
    Layout(size=(3, 1), stride=(1, 1), offset=0)
    """
    size, stride = layout.size, layout.stride
    rank = len(size)
    if dims is None:
        if 1 not in size:
            return layout
        dims = range(rank)
    elif len(dims) == 1:
        dim = dims[0]
        if not 0 <= dim < rank:
            dim = wrap_dim(dim, rank)
        if rank == 0 or size[dim] != 1:
            return layout
        return Layout(size[:dim] + size[dim + 1 :], stride[:dim] + stride[dim + 1 :], layout.offset)
    else:
        dims = wrap_dims(dims, rank, "squeeze")
    new_size, new_stride = [], []
    for dim in range(rank):
        if size[dim] != 1 or dim not in dims:
            new_size.append(size[dim])
            new_stride.append(stride[dim])
    return Layout(tuple(new_size), tuple(new_stride), layout.offset)
