"""A layout is how a tensor sees its storage: sizes, strides and an offset, all counted in elements.

    address of element (i, j, ...) = offset + i * stride[0] + j * stride[1] + ...

The last dimension is called the innermost; in a contiguous layout its stride is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from operator import mul
from typing import Final

from tensorplay.geometry.reasons import NegativeSize, Overflow, Refusal, WrongRankForFormat

INT64_MAX: Final = 2**63 - 1

#: For each memory format that fixes the rank, its dimensions from the innermost to the outermost.
FORMAT_ORDERS: Final[dict[str, tuple[int, ...]]] = {"channels_last": (1, 3, 2, 0), "channels_last_3d": (1, 4, 3, 2, 0)}


class Layout:
    """Sizes, strides and offset of a strided tensor, in elements; a value, compared and hashed as one.

    The constructor takes tuples as they are and checks nothing, since a layout is made for every view: whoever makes
    one knows that it is right. The attributes are `Final`: the type checker, not a slower constructor, guards them.
    Strides may be negative (as NumPy's are) or zero.

    >>> Layout((2, 3), (3, 1))
    Layout(size=(2, 3), stride=(3, 1), offset=0)
    """

    __slots__ = ("offset", "size", "stride")

    def __init__(self, size: tuple[int, ...], stride: tuple[int, ...], offset: int = 0) -> None:
        self.size: Final = size
        self.stride: Final = stride
        self.offset: Final = offset

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.size)

    @property
    def numel(self) -> int:
        """The number of elements; 1 for rank 0."""
        return prod(self.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self.size == other.size and self.stride == other.stride and self.offset == other.offset

    def __hash__(self) -> int:
        return hash((self.size, self.stride, self.offset))

    def __repr__(self) -> str:
        return f"Layout(size={self.size}, stride={self.stride}, offset={self.offset})"


def contiguous_strides(size: Sequence[int]) -> tuple[int, ...]:
    """The strides of a contiguous tensor: each the product of the sizes further in, where a size of 0 counts as 1.

    >>> contiguous_strides((2, 3, 4)), contiguous_strides((2, 0, 3))
    ((12, 4, 1), (3, 3, 1))
    """
    stride = [1] * len(size)
    running = 1
    for dim in range(len(size) - 1, 0, -1):
        running *= size[dim] or 1
        stride[dim - 1] = running
    return tuple(stride)


def ordered_strides(size: Sequence[int], physical_layout: Sequence[int]) -> tuple[int, ...]:
    """The strides of a dense tensor whose dimensions lie in the given order, outermost first (`empty_permuted`).

    `physical_layout` must be a permutation of the dimensions without negative entries, else RuntimeError.

    >>> ordered_strides((2, 3, 4), (0, 2, 1))
    (12, 1, 3)
    """
    rank = len(size)
    if len(physical_layout) != rank:
        raise Refusal(
            RuntimeError,
            f"physical_layout {tuple(physical_layout)} names {len(physical_layout)} dimensions, but the size"
            f" {list(size)} has {rank}: name each of the dimensions once",
        ).exception()
    for position, dim in enumerate(physical_layout):
        if not 0 <= dim < rank:
            raise Refusal(
                RuntimeError,
                f"dimension out of range in physical_layout {tuple(physical_layout)}: expected 0 to {rank - 1},"
                f" but got {dim} at index {position}; negative dimensions are not counted from the end here",
            ).exception()
        if dim in physical_layout[:position]:
            raise Refusal(
                RuntimeError,
                f"duplicate dimension {dim} in physical_layout {tuple(physical_layout)}: name each dimension once",
            ).exception()
    stride = [1] * rank
    running = 1
    for dim in reversed(physical_layout):
        stride[dim] = running
        running *= size[dim] or 1
    return tuple(stride)


def format_strides(size: Sequence[int], format: str) -> tuple[int, ...]:
    """The strides of a new tensor in a memory format.

    "channels_last" needs rank 4 and "channels_last_3d" rank 5, else RuntimeError; "preserve" names no strides and is
    refused. In the channels_last formats a size of 0 is multiplied as it is, so the strides further out become 0.

    >>> format_strides((2, 3, 4, 5), "channels_last")
    (60, 1, 15, 3)
    """
    if format == "contiguous":
        return contiguous_strides(size)
    order = FORMAT_ORDERS.get(format)
    if order is None:
        raise Refusal(
            RuntimeError, f"memory format {format!r} gives no strides of its own: name contiguous or channels_last"
        ).exception()
    if len(order) != len(size):
        raise WrongRankForFormat(len(size), format, len(order)).exception()
    stride = [1] * len(size)
    running = 1
    for dim in order:
        stride[dim] = running
        running *= size[dim]
    return tuple(stride)


def bounds(layout: Layout) -> tuple[int, int] | None:
    """The lowest and the highest address that the layout touches, in elements; None when it is empty.

    >>> bounds(Layout((2, 3), (3, 1), 4)), bounds(Layout((3,), (-1,), 2))
    ((4, 9), (0, 2))
    """
    lowest = highest = layout.offset
    for size, stride in zip(layout.size, layout.stride, strict=True):
        if size == 0:
            return None
        if stride > 0:
            highest += (size - 1) * stride
        else:
            lowest += (size - 1) * stride
    return lowest, highest


def required_cells(layout: Layout) -> int:
    """How many elements a storage must have for this layout: its highest address + 1, or 0 when it is empty."""
    extent = upward_extent(layout.size, layout.stride)
    return 0 if extent is None else layout.offset + extent + 1


@lru_cache(maxsize=4096)
def upward_extent(size: tuple[int, ...], stride: tuple[int, ...]) -> int | None:
    """How far the highest element lies above the first, None without elements; remembered, as offsets alone vary."""
    if 0 in size:
        return None
    return sum([(length - 1) * step for length, step in zip(size, stride, strict=True) if step > 0])


def check_size(size: Sequence[int], itemsize: int = 1) -> None:
    """Refuse sizes that no tensor can have (RuntimeError): a negative one, or bytes or strides beyond int64.

    Elements are multiplied from the first size on and must stay below 2**64 on the way, even if a 0 follows.
    """
    running = outer = 1
    for length in size:
        if length < 0:
            raise NegativeSize(tuple(size), length).exception()
        running *= length
        outer *= length or 1
    if outer * itemsize <= INT64_MAX:
        return
    on_the_way = max(accumulate(size, mul))
    if on_the_way >= 2**64 or running * itemsize > INT64_MAX or contiguous_strides(size)[0] > INT64_MAX:
        raise Overflow(tuple(size)).exception()
