"""Views that divide a dimension into pieces: split, chunk, tensor_split, unbind."""

from __future__ import annotations

from collections.abc import Sequence

from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.reasons import NoDimensions, Refusal
from tensorplay.geometry.views.ranges import slice_


def split(layout: Layout, size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Layout, ...]:
    """Pieces of one size, the last one perhaps smaller, or of the sizes given.

    RuntimeError for a negative size, for size 0 unless the dimension is 0, or when the sizes do not sum up to it.

    >>> [piece.size for piece in split(Layout((5,), (1,)), 2)]
    [(2,), (2,), (1,)]
    """
    if not isinstance(size_or_sections, int):
        return split_sizes(layout, size_or_sections, dim)
    if not layout.size:
        raise NoDimensions("split", RuntimeError).exception()
    piece = size_or_sections
    if piece < 0:
        raise Refusal(RuntimeError, f"split expects split_size be non-negative, but got split_size={piece}").exception()
    dim = wrap_dim(dim, layout.rank)
    length = layout.size[dim]
    if piece == 0:
        if length:
            raise Refusal(
                RuntimeError, f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}"
            ).exception()
        return _cut(layout, dim, [0])
    if length == 0:
        return _cut(layout, dim, [0])
    full, rest = divmod(length, piece)
    return _cut(layout, dim, [piece] * full + ([rest] if rest else []))


def split_sizes(layout: Layout, sizes: Sequence[int], dim: int = 0) -> tuple[Layout, ...]:
    """Pieces of the sizes given, which must sum up to the dimension's (`split_with_sizes`)."""
    if not layout.size:
        raise NoDimensions("split", RuntimeError).exception()
    dim = wrap_dim(dim, layout.rank)
    if any([length < 0 for length in sizes]):
        raise Refusal(
            RuntimeError, f"split expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
        ).exception()
    if sum(sizes) != layout.size[dim]:
        raise Refusal(
            RuntimeError,
            f"split expects split_sizes to sum exactly to {layout.size[dim]} (the size at dimension {dim}),"
            f" but got split_sizes={list(sizes)}, which sum to {sum(sizes)}",
        ).exception()
    return _cut(layout, dim, sizes)


def chunk(layout: Layout, chunks: int, dim: int = 0) -> tuple[Layout, ...]:
    """At most `chunks` pieces of equal size, the last one perhaps smaller; `tensor_split` gives exactly so many.

    >>> [piece.size for piece in chunk(Layout((5,), (1,)), 4)]
    [(2,), (2,), (1,)]
    """
    if not layout.size:
        raise NoDimensions("chunk", RuntimeError).exception()
    if chunks <= 0:
        raise Refusal(RuntimeError, f"chunk expects `chunks` to be greater than 0, got: {chunks}").exception()
    dim = wrap_dim(dim, layout.rank)
    length = layout.size[dim]
    if length == 0:
        return _cut(layout, dim, [0] * chunks)
    return split(layout, (length + chunks - 1) // chunks, dim)


def tensor_split(layout: Layout, sections: int | Sequence[int], dim: int = 0) -> tuple[Layout, ...]:
    """Exactly `sections` pieces, the first ones one larger; or the slices between the indices given, as Python slices.

    >>> [piece.size for piece in tensor_split(Layout((5,), (1,)), 4)]
    [(2,), (1,), (1,), (1,)]
    >>> [piece.size for piece in tensor_split(Layout((5,), (1,)), (1, 3))]
    [(1,), (2,), (2,)]
    """
    if not layout.size:
        raise NoDimensions("tensor_split", RuntimeError).exception()
    dim = wrap_dim(dim, layout.rank)
    if isinstance(sections, int):
        if sections <= 0:
            raise Refusal(
                RuntimeError, f"tensor_split: number of sections must be larger than 0, got {sections}"
            ).exception()
        smaller, larger = divmod(layout.size[dim], sections)
        return _cut(layout, dim, [smaller + 1] * larger + [smaller] * (sections - larger))
    ends: list[int | None] = [*sections, None]
    starts = [0, *sections]
    return tuple([slice_(layout, dim, start, end) for start, end in zip(starts, ends, strict=True)])


def unbind(layout: Layout, dim: int = 0) -> tuple[Layout, ...]:
    """One layout for each index of a dimension, which is dropped.

    >>> unbind(Layout((2, 3), (3, 1)), 1)[2]
    Layout(size=(2,), stride=(3,), offset=2)
    """
    dim = wrap_dim(dim, layout.rank, wrap_scalar=False)
    size, stride = layout.size, layout.stride
    size, step, length = size[:dim] + size[dim + 1 :], stride[dim], size[dim]
    stride = stride[:dim] + stride[dim + 1 :]
    return tuple([Layout(size, stride, layout.offset + index * step) for index in range(length)])


def _cut(layout: Layout, dim: int, lengths: Sequence[int]) -> tuple[Layout, ...]:
    """Pieces of the dimension, one after the other."""
    before, after = layout.size[:dim], layout.size[dim + 1 :]
    offset, step = layout.offset, layout.stride[dim]
    pieces = []
    for length in lengths:
        pieces.append(Layout((*before, length, *after), layout.stride, offset))
        offset += length * step
    return tuple(pieces)
