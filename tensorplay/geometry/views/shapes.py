"""Views under another shape: expand, view, unflatten, flatten, as_strided."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from tensorplay.geometry.dimensions import infer_size, wrap_dim
from tensorplay.geometry.formats import merging_pairs
from tensorplay.geometry.layout import INT64_MAX, Layout, contiguous_strides
from tensorplay.geometry.reasons import (
    CannotExpand,
    CannotView,
    NegativeSize,
    NoDimensions,
    OutOfStorage,
    Overflow,
    Reason,
    Refusal,
    TooFewDimensions,
)


def expand(layout: Layout, target: tuple[int, ...]) -> Layout:
    """Dimensions of size 1 stretched and new ones put in front, all with stride 0; -1 keeps a size.

    RuntimeError when another size should change, or is negative: PyTorch lets a negative one pass beside a 0.

    >>> expand(Layout((3, 1), (1, 1)), (2, -1, 4))
    Layout(size=(2, 3, 4), stride=(0, 1, 0), offset=0)
    """
    size, stride = _expanded(layout.size, layout.stride, target)
    return Layout(size, stride, layout.offset)


@lru_cache(maxsize=4096)
def _expanded(
    size: tuple[int, ...], stride: tuple[int, ...], target: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sizes and strides of `expand`; remembered, as in `_viewed`."""
    missing = len(target) - len(size)
    if missing < 0:
        raise TooFewDimensions(size, target).exception()
    new_size, new_stride = list(target), [0] * len(target)
    for dim in range(len(target) - 1, missing - 1, -1):
        length, wanted = size[dim - missing], target[dim]
        if wanted == length:
            new_stride[dim] = stride[dim - missing]
        elif wanted == -1:
            new_size[dim] = length
            new_stride[dim] = stride[dim - missing]
        elif length != 1 or wanted < 0:
            raise CannotExpand(size, target, dim, length).exception()
    for dim in range(missing - 1, -1, -1):
        if target[dim] < 0:
            raise CannotExpand(size, target, dim, None).exception()
        # A new dimension of size 1 gets the stride that unsqueeze would give it; from a 0-dim tensor all get 0.
        if target[dim] == 1 and size:
            new_stride[dim] = new_size[dim + 1] * new_stride[dim + 1]
    if prod(new_size) > INT64_MAX:
        raise Overflow(tuple(new_size)).exception()
    return tuple(new_size), tuple(new_stride)


def view(layout: Layout, shape: tuple[int, ...]) -> Layout:
    """The same elements in the same order under another shape, in which one size may be -1; nothing is copied.

    RuntimeError when the shape holds another number of elements or joins dimensions that do not merge.

    >>> view(Layout((4, 4), (6, 1)), (2, 2, -1))
    Layout(size=(2, 2, 4), stride=(12, 6, 1), offset=0)
    """
    shape, stride = _viewed(layout.size, layout.stride, shape)
    if stride is None:
        raise _cannot_view(layout, shape).exception()
    return Layout(shape, stride, layout.offset)


def try_view(layout: Layout, shape: tuple[int, ...]) -> Layout | None:
    """Like `view`, but None when only a copy can have this shape. A wrong number of elements is still an error."""
    shape, stride = _viewed(layout.size, layout.stride, shape)
    return None if stride is None else Layout(shape, stride, layout.offset)


def why_not_view(layout: Layout, shape: tuple[int, ...]) -> Reason | None:
    """Why `view` refuses the shape; None when it does not.

    >>> why_not_view(Layout((2, 2, 3), (12, 6, 1)), (12,)).sentence()
    'view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is not size 3 · stride 1'
    """
    try:
        shape = infer_size(shape, layout.numel)
        stride = view_strides(layout.size, layout.stride, shape)
    except RuntimeError as refusal:
        reason: Reason = vars(refusal)["reason"]
        return reason
    return _cannot_view(layout, shape) if stride is None else None


@lru_cache(maxsize=4096)
def _viewed(
    size: tuple[int, ...], stride: tuple[int, ...], shape: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """The shape without its -1, and the strides under it, None if a copy is needed.

    Remembered: the offset, and with it the layout, may be new while sizes and strides are not, as in rows of a batch.
    """
    shape = infer_size(shape, prod(size))
    return shape, view_strides(size, stride, shape)


def view_strides(size: tuple[int, ...], stride: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The strides under another shape of as many elements; None when a copy is needed.

    Walks both from the right. The old dimensions fall into chunks whose elements lie at even distances; each chunk must
    be covered exactly by new dimensions. Dimensions of size 1 join any chunk.
    """
    if 0 in size:
        return _empty_view_strides(size, stride, shape)
    if not size:
        return (1,) * len(shape)
    result = [0] * len(shape)
    new_dim = len(shape) - 1
    dim = len(size) - 1
    base = stride[dim]
    chunk = covered = 1
    while True:
        chunk *= size[dim]
        dim -= 1
        if dim >= 0 and (stride[dim] == chunk * base or size[dim] == 1):
            continue
        while new_dim >= 0 and (covered < chunk or shape[new_dim] == 1):
            result[new_dim] = covered * base
            covered *= shape[new_dim]
            new_dim -= 1
        if covered != chunk:
            return None
        if dim < 0:
            return tuple(result)
        base = stride[dim]
        chunk = covered = 1


def _empty_view_strides(size: tuple[int, ...], stride: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """An empty tensor has any shape without elements; its own keeps the strides, another gets a contiguous tensor's."""
    if shape == size:
        return stride
    result = contiguous_strides(shape)
    if result[0] > INT64_MAX:
        raise Overflow(shape, result).exception()
    return result


def _cannot_view(layout: Layout, shape: tuple[int, ...]) -> CannotView:
    """Which two dimensions the shape joins although they do not merge."""
    size, stride = layout.size, layout.stride
    new_dim = len(shape) - 1
    dim = len(size) - 1
    base = stride[dim]
    chunk = covered = 1
    while True:
        chunk *= size[dim]
        dim -= 1
        if stride[dim] == chunk * base or size[dim] == 1:
            continue
        while covered < chunk or shape[new_dim] == 1:
            covered *= shape[new_dim]
            new_dim -= 1
        if covered != chunk:
            break
        base = stride[dim]
        chunk = covered = 1
    inner = next(inner for inner in range(dim + 1, len(size)) if size[inner] != 1)
    return CannotView(
        size=size,
        stride=stride,
        shape=shape,
        dims=(dim, inner),
        stride_found=stride[dim],
        stride_needed=size[inner] * stride[inner],
        merging=merging_pairs(size, stride),
    )


def unflatten(layout: Layout, dim: int, sizes: tuple[int, ...]) -> Layout:
    """One dimension split into several, of which one may be -1. Always a view.

    RuntimeError when the sizes do not multiply up to the dimension's.

    >>> unflatten(Layout((6, 4), (4, 1)), 0, (2, -1))
    Layout(size=(2, 3, 4), stride=(12, 4, 1), offset=0)
    """
    if not sizes:
        raise Refusal(RuntimeError, "unflatten: sizes must be non-empty").exception()
    size = layout.size
    dim = wrap_dim(dim, len(size))
    if not size:
        raise NoDimensions("unflatten", RuntimeError).exception()
    length = size[dim]
    known = prod([part for part in sizes if part != -1])
    if -1 not in sizes:
        fits = known == length
    else:
        fits = length % known == 0 if known else length == 0
    if not fits:
        raise Refusal(
            RuntimeError,
            f"unflatten: provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({length})"
            f" in the input tensor of size {list(size)}",
        ).exception()
    return view(layout, (*size[:dim], *infer_size(sizes, length), *size[dim + 1 :]))


def flatten_shape(layout: Layout, start_dim: int = 0, end_dim: int = -1) -> tuple[int, ...]:
    """The size with the dimensions from `start_dim` to `end_dim`, both included, multiplied into one.

    A 0-dim tensor gets one dimension. Whether this is a view is for `try_view` to say.

    >>> flatten_shape(Layout((2, 3, 4), (12, 4, 1)), 1)
    (2, 12)
    """
    return _flattened(layout.size, start_dim, end_dim)


@lru_cache(maxsize=4096)
def _flattened(size: tuple[int, ...], start_dim: int, end_dim: int) -> tuple[int, ...]:
    """The shape that `flatten` gives; remembered, as in `_viewed`."""
    rank = len(size)
    start, end = wrap_dim(start_dim, rank), wrap_dim(end_dim, rank)
    if start > end:
        raise Refusal(
            RuntimeError, f"flatten() has invalid args: start_dim {start_dim} cannot come after end_dim {end_dim}"
        ).exception()
    if rank == 0:
        return (1,)
    return (*size[:start], prod(size[start : end + 1]), *size[end + 1 :])


def as_strided(
    layout: Layout, size: tuple[int, ...], stride: tuple[int, ...], storage_offset: int | None, available_cells: int
) -> Layout:
    """Any sizes and strides on a storage of `available_cells` elements; without an offset, the layout's own.

    RuntimeError when lengths differ, anything is negative (PyTorch lets a negative size pass beside a 0), or an element
    would lie outside the storage. An empty result may lie anywhere.

    >>> as_strided(Layout((6,), (1,)), (2, 2), (1, 1), 3, 6)
    Layout(size=(2, 2), stride=(1, 1), offset=3)
    """
    offset = layout.offset if storage_offset is None else storage_offset
    numel, extent = _extent(size, stride)
    if offset < 0:
        raise Refusal(RuntimeError, f"as_strided: invalid storage offset {offset}: it must be 0 or more").exception()
    if offset + extent >= available_cells and numel:
        raise OutOfStorage(size, stride, offset, offset + extent + 1, available_cells).exception()
    return Layout(size, stride, offset)


@lru_cache(maxsize=4096)
def _extent(size: tuple[int, ...], stride: tuple[int, ...]) -> tuple[int, int]:
    """The number of elements, and how far the last lies behind the first; remembered, as in `_viewed`."""
    if len(size) != len(stride):
        raise Refusal(
            RuntimeError, f"as_strided: mismatch in length of strides and shape: {list(stride)} and {list(size)}"
        ).exception()
    numel, extent = 1, 0
    for length, step in zip(size, stride, strict=True):
        if length < 0 or step < 0:
            raise _negative(size, stride).exception()
        if length > INT64_MAX or step > INT64_MAX:
            raise Overflow(size, stride).exception()
        numel *= length
        extent += (length - 1) * step
    if numel > INT64_MAX:
        raise Overflow(size, stride).exception()
    return numel, extent


def _negative(size: tuple[int, ...], stride: tuple[int, ...]) -> Reason:
    """Why `as_strided` refuses a negative number; strides come first, as in PyTorch."""
    if min(stride) < 0:
        return Refusal(
            RuntimeError, f"as_strided: negative strides are not supported, got strides: {list(stride)}; flip() copies"
        )
    return NegativeSize(size, min(size))
