"""The plan of a strided copy: the same bytes to the same places, in fewer and better loops.

`contiguous`, `clone`, `copy_`, `to` and `permutation` all end in one copy from strides to strides. The plan drops axes
of size 1, turns negative destination strides round, sorts the axes by destination stride, merges those that run on into
each other on both sides, and widens the element where short runs are contiguous on both sides. What is left tells which
kernel serves. Planning is integers only, and cached by its arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Final, Literal

from tensorplay.geometry.reasons import counted

#: The widest element that a kernel moves at once, in bytes.
WIDEST_ELEMENT: Final = 16

Kind = Literal["memcpy", "transpose", "general", "fill"]


@dataclass(frozen=True, slots=True)
class CopyPlan:
    """What a copy comes down to. Axes are listed from the outermost to the innermost of the destination.

    Strides count elements of `itemsize` bytes, which may be wider than those asked for, and then need not be aligned
    to their width. `destination_start` and `source_start` move the two starting points, in the original elements,
    where an axis was turned round. `axes` tells for each axis of the plan which original dimensions it consists of,
    `element_dims` which ones went into the wider element.

    Kinds: "memcpy" is one contiguous run; "fill" writes one element everywhere; "transpose" has its innermost
    destination axis contiguous and the axis `transposed_axis` contiguous in the source; all else is "general", whose
    innermost axis may still be contiguous on both sides.
    """

    kind: Kind
    size: tuple[int, ...]
    destination_stride: tuple[int, ...]
    source_stride: tuple[int, ...]
    itemsize: int
    destination_start: int
    source_start: int
    transposed_axis: int | None
    axes: tuple[tuple[int, ...], ...]
    element_dims: tuple[int, ...]
    flipped: tuple[int, ...]
    dropped: tuple[int, ...]
    original_itemsize: int

    @property
    def nbytes(self) -> int:
        """The bytes written."""
        return prod(self.size) * self.itemsize

    @property
    def cells_shared(self) -> bool:
        """Whether elements of the destination may share cells, so that the order of the writes counts."""
        reach = 0
        for length, step in zip(reversed(self.size), reversed(self.destination_stride), strict=True):
            if step <= reach:
                return True
            reach += (length - 1) * step
        return False

    @property
    def spans(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first byte and the end of what is written and of what is read, from the original element 0 of each."""
        sides = (self.destination_start, self.destination_stride), (self.source_start, self.source_stride)
        found = []
        for start, stride in sides:
            reach = [(length - 1) * step * self.itemsize for length, step in zip(self.size, stride, strict=True)]
            first = start * self.original_itemsize
            low, high = sum([step for step in reach if step < 0]), sum([step for step in reach if step > 0])
            found.append((first + low, first + high + self.itemsize))
        return found[0], found[1]

    def describe(self) -> str:
        """What was done to the axes and what is left, in words.

        >>> plan_copy((2, 3, 4), (12, 4, 1), (12, 1, 3), 4).describe()
        'transpose of [2, 3, 4], 96 bytes'
        >>> plan_copy((2, 1, 3, 4), (12, 12, 4, 1), (12, 12, 4, 1), 4).describe()
        'dropped dim 1 of size 1; merged dims 0, 2, 3; memcpy of [24], 96 bytes'
        >>> plan_copy((3, 4, 2), (8, 2, 1), (2, 6, 1), 4).describe()
        'took dim 2 into an element of 8 bytes instead of 4; transpose of [3, 4], 96 bytes'
        """
        steps = []
        if self.dropped:
            steps.append(f"dropped {_dims(self.dropped)} of size 1")
        if self.flipped:
            steps.append(f"turned {_dims(self.flipped)} round")
        order = [dim for group in self.axes for dim in group] + list(self.element_dims)
        if order != sorted(order):
            steps.append(f"sorted the axes to {', '.join(map(str, order))}")
        steps += [f"merged {_dims(group)}" for group in self.axes if len(group) > 1]
        if self.itemsize != self.original_itemsize:
            wider = f"an element of {counted(self.itemsize, 'byte')} instead of {self.original_itemsize}"
            steps.append(f"took {_dims(self.element_dims)} into {wider}")
        kernel = "general loop over" if self.kind == "general" else f"{self.kind} of"
        steps.append(f"{kernel} {list(self.size)}, {counted(self.nbytes, 'byte')}")
        return "; ".join(steps)


def _dims(dims: tuple[int, ...]) -> str:
    return f"dim{'s' if len(dims) > 1 else ''} {', '.join(map(str, dims))}"


class _Axis:
    """One axis while the plan is being made."""

    __slots__ = ("destination", "dims", "length", "source")

    def __init__(self, length: int, destination: int, source: int, dims: tuple[int, ...]) -> None:
        self.length, self.destination, self.source, self.dims = length, destination, source, dims


@lru_cache(maxsize=4096)
def plan_copy(
    size: tuple[int, ...], destination_stride: tuple[int, ...], source_stride: tuple[int, ...], itemsize: int
) -> CopyPlan:
    """How to copy elements of `itemsize` bytes between two layouts of the same size; strides in elements.

    Source strides may be 0 (a broadcast). The result is the same for any order of the writes as long as no two
    elements of the destination share a cell.

    >>> plan_copy((2, 3), (3, 1), (0, 0), 4).kind, plan_copy((5, 2), (1, 5), (2, 1), 4).transposed_axis
    ('fill', 0)
    """
    axes, dropped, flipped = [], [], []
    destination_start = source_start = 0
    for dim, (length, destination, source) in enumerate(zip(size, destination_stride, source_stride, strict=True)):
        if length == 1:
            dropped.append(dim)
            continue
        if destination < 0:
            flipped.append(dim)
            destination_start += destination * (length - 1)
            source_start += source * (length - 1)
            destination, source = -destination, -source
        axes.append(_Axis(length, destination, source, (dim,)))
    if 0 in size:
        destination_start = source_start = 0
        axes, flipped = [_Axis(0, 1, 1, tuple([dim for dim, length in enumerate(size) if length != 1]))], []
    axes.sort(key=lambda axis: (axis.destination, abs(axis.source)), reverse=True)
    axes = _merged(axes)
    widened, element_dims = _widened(axes, itemsize)
    kind, transposed_axis = _kind(axes)
    return CopyPlan(
        kind=kind,
        size=tuple([axis.length for axis in axes]),
        destination_stride=tuple([axis.destination for axis in axes]),
        source_stride=tuple([axis.source for axis in axes]),
        itemsize=widened,
        destination_start=destination_start,
        source_start=source_start,
        transposed_axis=transposed_axis,
        axes=tuple([axis.dims for axis in axes]),
        element_dims=element_dims,
        flipped=tuple(flipped),
        dropped=tuple(dropped),
        original_itemsize=itemsize,
    )


def _merged(axes: list[_Axis]) -> list[_Axis]:
    """Neighbouring axes made one where the outer one continues the inner one on both sides."""
    merged: list[_Axis] = []
    for axis in axes:
        outer = merged[-1] if merged else None
        if (
            outer is not None
            and outer.destination == axis.destination * axis.length
            and outer.source == axis.source * axis.length
        ):
            merged[-1] = _Axis(outer.length * axis.length, axis.destination, axis.source, outer.dims + axis.dims)
        else:
            merged.append(axis)
    return merged


def _widened(axes: list[_Axis], itemsize: int) -> tuple[int, tuple[int, ...]]:
    """The element's new width and the dimensions it took in: short innermost axes, contiguous on both sides.

    Changes `axes`. A single axis is left alone: it is a memcpy already.
    """
    element_dims: tuple[int, ...] = ()
    while len(axes) > 1:
        inner = axes[-1]
        width = inner.length * itemsize
        if inner.destination != 1 or inner.source != 1 or width not in (2, 4, 8, WIDEST_ELEMENT):
            break
        if any([axis.destination % inner.length or axis.source % inner.length for axis in axes[:-1]]):
            break
        axes.pop()
        for axis in axes:
            axis.destination //= inner.length
            axis.source //= inner.length
        element_dims = inner.dims + element_dims
        itemsize = width
    return itemsize, element_dims


def _kind(axes: list[_Axis]) -> tuple[Kind, int | None]:
    """Which kernel serves, and for a transposition the axis along which the source is contiguous."""
    if not axes or (len(axes) == 1 and axes[0].destination == axes[0].source == 1):
        return "memcpy", None
    if all([axis.source == 0 for axis in axes]):
        return "fill", None
    if axes[-1].destination == 1 and axes[-1].source != 1:
        for place, axis in enumerate(axes[:-1]):
            if axis.source == 1:
                return "transpose", place
    return "general", None
