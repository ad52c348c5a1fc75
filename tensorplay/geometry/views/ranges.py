"""Views of a part of the elements: select, slice, narrow, diagonal, unfold."""

from __future__ import annotations

from functools import lru_cache

from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.layout import INT64_MAX, Layout
from tensorplay.geometry.reasons import IndexOutOfRange, NoDimensions, Overflow, Refusal


def select(layout: Layout, dim: int, index: int) -> Layout:
    """One index of a dimension, which is dropped. A negative index counts from the end; IndexError beyond.

    >>> select(Layout((2, 3), (3, 1)), 0, -1)
    Layout(size=(3,), stride=(1,), offset=3)
    """
    size, stride = layout.size, layout.stride
    rank = len(size)
    if not 0 <= dim < rank:
        if rank == 0:
            raise NoDimensions("select()").exception()
        dim = wrap_dim(dim, rank)
    length = size[dim]
    if not -length <= index < length:
        raise IndexOutOfRange(index, dim, size).exception()
    if index < 0:
        index += length
    return Layout(size[:dim] + size[dim + 1 :], stride[:dim] + stride[dim + 1 :], layout.offset + index * stride[dim])


def slice_(layout: Layout, dim: int, start: int | None = None, stop: int | None = None, step: int | None = 1) -> Layout:
    """Every `step`-th index from `start` up to `stop`; negative ends count from the dimension's end, both are clamped.

    The offset moves to the start even when nothing is left. ValueError for a step of 0 or below.

    >>> slice_(Layout((2, 6), (6, 1)), 1, 1, None, 2)
    Layout(size=(2, 3), stride=(6, 2), offset=1)
    """
    size, stride = layout.size, layout.stride
    rank = len(size)
    if not 0 <= dim < rank:
        if rank == 0:
            raise NoDimensions("slice()").exception()
        dim = wrap_dim(dim, rank)
    if step is None:
        step = 1
    elif step <= 0:
        raise Refusal(ValueError, f"slice step must be greater than zero, but got {step}; flip() reverses").exception()
    length = size[dim]
    if start is None:
        start = 0
    elif start < 0:
        start = max(start + length, 0)
    elif start > length:
        start = length
    if stop is None or stop > length:
        stop = length
    elif stop < 0:
        stop += length
    distance = stride[dim]
    taken = (stop - start + step - 1) // step if stop > start else 0
    if step != 1:
        if abs(distance * step) > INT64_MAX:
            raise Overflow(size, stride).exception()
        stride = (*stride[:dim], distance * step, *stride[dim + 1 :])
    return Layout((*size[:dim], taken, *size[dim + 1 :]), stride, layout.offset + start * distance)


def narrow(layout: Layout, dim: int, start: int, length: int) -> Layout:
    """`length` indices of a dimension from `start` on, which may be negative; nothing is clamped.

    IndexError when `start` is out of range, RuntimeError when the length is negative or reaches beyond the end.

    >>> narrow(Layout((2, 6), (6, 1)), 1, -3, 2)
    Layout(size=(2, 2), stride=(6, 1), offset=3)
    """
    size, stride = layout.size, layout.stride
    rank = len(size)
    if rank == 0:
        raise NoDimensions("narrow()", RuntimeError).exception()
    if length < 0:
        raise Refusal(RuntimeError, f"narrow(): length must be non-negative, but got {length}").exception()
    if not 0 <= dim < rank:
        dim = wrap_dim(dim, rank)
    available = size[dim]
    if not -available <= start <= available:
        raise Refusal(
            IndexError,
            f"narrow(): start out of range (expected to be in range of [{-available}, {available}], but got {start})",
        ).exception()
    if start < 0:
        start += available
    if start + length > available:
        raise Refusal(
            RuntimeError, f"narrow(): start ({start}) + length ({length}) exceeds dimension size ({available})"
        ).exception()
    return Layout((*size[:dim], length, *size[dim + 1 :]), stride, layout.offset + start * stride[dim])


def diagonal(layout: Layout, offset: int = 0, dim0: int = 0, dim1: int = 1) -> Layout:
    """The elements whose indices in two dimensions differ by `offset`, as a new last dimension.

    A diagonal beyond the edge is empty and keeps the storage offset. RuntimeError when both dimensions are the same.

    >>> diagonal(Layout((3, 4), (4, 1)), 1)
    Layout(size=(3,), stride=(5,), offset=1)
    """
    size, stride, start = _on_diagonal(layout.size, layout.stride, offset, dim0, dim1)
    return Layout(size, stride, layout.offset + start)


@lru_cache(maxsize=4096)
def _on_diagonal(
    size: tuple[int, ...], stride: tuple[int, ...], offset: int, dim0: int, dim1: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Sizes, strides and the way from the start to the diagonal; remembered, as often only the offset is new."""
    rank = len(size)
    first, second = wrap_dim(dim0, rank), wrap_dim(dim1, rank)
    if first == second:
        raise Refusal(RuntimeError, f"diagonal dimensions cannot be identical: {dim0} and {dim1}").exception()
    rows, columns = size[first], size[second]
    if offset >= 0:
        columns -= offset
        start = offset * stride[second]
    else:
        rows += offset
        start = -offset * stride[first]
    length = min(rows, columns)
    if length <= 0:
        length = start = 0
    kept = [dim for dim in range(rank) if dim not in (first, second)]
    return (
        (*[size[dim] for dim in kept], length),
        (*[stride[dim] for dim in kept], stride[first] + stride[second]),
        start,
    )


def unfold(layout: Layout, dim: int, size: int, step: int) -> Layout:
    """Windows of `size` indices, `step` apart: the dimension counts windows, a new last one runs inside them.

    A 0-dim tensor counts as one index. RuntimeError for a window larger than the dimension or a step below 1.

    >>> unfold(Layout((6,), (1,)), 0, 3, 2)
    Layout(size=(2, 3), stride=(2, 1), offset=0)
    """
    sizes, strides = layout.size, layout.stride
    rank = len(sizes)
    dim = wrap_dim(dim, rank)
    length, stride = (sizes[dim], strides[dim]) if rank else (1, 1)
    if size < 0:
        raise Refusal(RuntimeError, f"unfold: size is {size} but must be >= 0").exception()
    if size > length:
        raise Refusal(
            RuntimeError, f"unfold: maximum size at dimension {dim} is {length} but size is {size}"
        ).exception()
    if step <= 0:
        raise Refusal(RuntimeError, f"unfold: step is {step} but must be > 0").exception()
    if rank == 0:
        return Layout((size,), (1,), layout.offset)
    if abs(stride * step) > INT64_MAX:
        raise Overflow(sizes, strides).exception()
    windows = (length - size) // step + 1
    return Layout(
        (*sizes[:dim], windows, *sizes[dim + 1 :], size),
        (*strides[:dim], stride * step, *strides[dim + 1 :], stride),
        layout.offset,
    )
