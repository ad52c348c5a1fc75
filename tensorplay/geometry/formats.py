"""What a layout holds: contiguous, channels_last, dense; which neighbouring dimensions merge; and why not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tensorplay.geometry.layout import FORMAT_ORDERS
from tensorplay.geometry.reasons import NotContiguous, Reason, WrongRankForFormat


def is_contiguous(size: Sequence[int], stride: Sequence[int], format: str = "contiguous") -> bool:
    """Whether the elements lie in the order of the format without gaps. Dimensions of size 1 count for nothing.

    An empty tensor is contiguous; whether it is channels_last depends on its strides. A channels_last format of
    another rank is False, not an error. "preserve" answers like "contiguous".

    >>> is_contiguous((2, 3), (3, 1)), is_contiguous((2, 3), (1, 2))
    (True, False)
    """
    if format == "contiguous" or format == "preserve":
        expected = 1
        for dim in range(len(size) - 1, -1, -1):
            length = size[dim]
            if length != 1:
                if stride[dim] != expected:
                    return 0 in size
                expected *= length
        return True
    order = FORMAT_ORDERS[format]
    if len(size) != len(order):
        return False
    expected = 1
    for dim in order:
        length = size[dim]
        if length != 1:
            if stride[dim] != expected:
                return False
            expected *= length
    return True


def is_dense(size: Sequence[int], stride: Sequence[int]) -> bool:
    """Whether the elements fill a range of the storage, each cell once ("non-overlapping and dense").

    >>> is_dense((2, 3), (1, 2)), is_dense((2, 3), (4, 1)), is_dense((2, 3), (0, 1))
    (True, False, False)
    """
    if is_contiguous(size, stride):
        return True
    expected = 1
    for step, length in sorted([(stride[dim], length) for dim, length in enumerate(size) if length > 1]):
        if step != expected:
            return False
        expected *= length
    return True


def suggested_format(size: Sequence[int], stride: Sequence[int]) -> str:
    """The memory format that `cat` and `stack` give their result: stricter than `is_contiguous`, never ambiguous.

    A tensor counts as channels_last only if its strides grow along that order without a tie that a contiguous tensor
    could have too, as with one channel or one pixel.

    >>> suggested_format((2, 3, 4, 5), (60, 1, 15, 3)), suggested_format((2, 1, 1, 1), (1, 1, 1, 1))
    ('channels_last', 'contiguous')
    """
    for format, order in FORMAT_ORDERS.items():
        if len(size) == len(order) and stride[1] != 0 and 0 not in size:
            least = 0
            for dim in order:
                if stride[dim] < least or (dim == 0 and least == stride[1]):
                    break
                least = stride[dim] * size[dim]
            else:
                return format
    return "contiguous"


def held_formats(size: Sequence[int], stride: Sequence[int]) -> tuple[str, ...]:
    """Every memory format for which `is_contiguous` is true; both when one channel or one pixel makes them the same.

    >>> held_formats((2, 1, 4, 5), (20, 20, 5, 1))
    ('contiguous', 'channels_last')
    """
    return tuple([format for format in ("contiguous", *FORMAT_ORDERS) if is_contiguous(size, stride, format)])


def why_not_contiguous(size: Sequence[int], stride: Sequence[int], format: str = "contiguous") -> Reason | None:
    """Why `is_contiguous` is false: the first stride that is not size times stride of the next one inside; else None.

    >>> why_not_contiguous((2, 2, 3), (12, 6, 1)).sentence()
    'not contiguous: 6 ≠ 3·1 (dims 1, 2)'
    """
    order = FORMAT_ORDERS.get(format)
    if order is None:
        if 0 in size:
            return None
        order = tuple(range(len(size) - 1, -1, -1))
    elif len(order) != len(size):
        return WrongRankForFormat(len(size), format, len(order))
    expected = 1
    inner: tuple[int, ...] = ()
    for dim in order:
        if size[dim] != 1:
            if stride[dim] != expected:
                return NotContiguous(tuple(size), tuple(stride), format, (dim, *inner), stride[dim], expected)
            expected *= size[dim]
            inner = (dim,)
    return None


def merges(size: Sequence[int], stride: Sequence[int]) -> tuple[bool, ...]:
    """For each pair of neighbouring dimensions whether a view can make one of the two.

    They merge if the outer stride is inner size times inner stride, if either size is 1, or if the tensor is empty.

    >>> merges((2, 2, 3), (12, 6, 1))
    (True, False)
    """
    empty = 0 in size
    return tuple(
        [
            empty or size[dim] == 1 or size[dim + 1] == 1 or stride[dim] == size[dim + 1] * stride[dim + 1]
            for dim in range(len(size) - 1)
        ]
    )


def merging_pairs(size: Sequence[int], stride: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The pairs of dimensions that run on into each other, dimensions of size 1 left out; outermost first.

    >>> merging_pairs((2, 1, 2, 3), (12, 99, 6, 1))
    ((0, 2),)
    """
    dims = [dim for dim, length in enumerate(size) if length != 1]
    return tuple([(outer, inner) for outer, inner in pairwise(dims) if stride[outer] == size[inner] * stride[inner]])
