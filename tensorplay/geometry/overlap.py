"""What layouts share: writes that PyTorch refuses, and the exact answer whether elements meet in a cell."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Literal

from tensorplay.geometry.formats import is_dense
from tensorplay.geometry.layout import Layout, bounds
from tensorplay.geometry.progressions import BUDGET, Axis, is_sum, positive_axes
from tensorplay.geometry.reasons import PartialOverlap, Reason, WritesOverlap

Answer = Literal["yes", "no", "maybe"]


def writes_refused(size: Sequence[int], stride: Sequence[int]) -> Reason | None:
    """Why PyTorch refuses to write into such a tensor: a dimension of stride 0 puts several elements into one cell.

    Other overlap within a tensor is not refused, as finding it is costly: see `self_overlap`.

    >>> writes_refused((2, 3), (0, 1)).dim, writes_refused((2, 2), (1, 1))
    (0, None)
    """
    for dim, step in enumerate(stride):
        if step == 0 and size[dim] > 1:
            return None if is_dense(size, stride) else WritesOverlap(tuple(size), tuple(stride), dim)
    return None


def partial_overlap(
    output: Layout,
    operand: Layout,
    *,
    output_itemsize: int = 1,
    operand_itemsize: int = 1,
    operand_start: int = 0,
    same_allowed: bool = True,
) -> Reason | None:
    """Why PyTorch refuses to write the output while it reads an operand of the same storage: they overlap, unlike.

    Only asked of two dense layouts, whose cells are ranges; any other pair is let through. The item sizes, in bytes,
    matter when the two see the storage as different dtypes; `operand_start` is where the operand's storage begins in
    the output's, in bytes, if they are two storages on the same memory. The very same cells under the same strides are
    let through, too, unless `same_allowed` is False, for operations that write while they still have to read.

    >>> partial_overlap(Layout((3,), (1,), 1), Layout((3,), (1,), 0)).output
    (1, 3)
    >>> partial_overlap(Layout((3,), (1,)), Layout((3,), (1,))) is None
    True
    """
    if not is_dense(output.size, output.stride) or not is_dense(operand.size, operand.stride):
        return None
    written, read = bounds(output), bounds(operand)
    if written is None or read is None:
        return None
    write_start, write_stop = written[0] * output_itemsize, (written[1] + 1) * output_itemsize
    read_start = operand_start + read[0] * operand_itemsize
    read_stop = operand_start + (read[1] + 1) * operand_itemsize
    shift = operand_start // operand_itemsize
    read = read[0] + shift, read[1] + shift
    if write_start == read_start and write_stop == read_stop:
        same = output.stride == operand.stride
        return None if same and same_allowed else PartialOverlap(written, read)
    return PartialOverlap(written, read) if write_start < read_stop and read_start < write_stop else None


def self_overlap(layout: Layout, budget: int = BUDGET) -> Answer:
    """Whether two elements of the layout lie in the same cell; "maybe" only when the budget of search steps is spent.

    >>> self_overlap(Layout((2, 2), (1, 1))), self_overlap(Layout((10**6, 10**6), (10**6, 1)))
    ('yes', 'no')
    """
    if layout.numel == 0:
        return "no"
    axes, _, repeats = positive_axes(layout.size, layout.stride)
    if repeats > 1:
        return "yes"
    distance = gcd(*[axis.stride for axis in axes])
    if axes and layout.numel > sum([axis.span for axis in axes]) // distance + 1:
        return "yes"  # more elements than places
    answer: Answer = "no"
    for place, outer in enumerate(axes):
        # Two elements first differ, from the largest stride down, on this axis: by 1 + x with 0 <= x < count - 1.
        # Further in they may differ either way; counted from the lowest difference that is 0 .. 2 * (count - 1) steps.
        inner = axes[place + 1 :]
        differences = [Axis(axis.stride, 2 * axis.length - 1) for axis in inner]
        if outer.length > 2:
            differences.append(Axis(outer.stride, outer.length - 1))
        met = is_sum(differences, sum([axis.span for axis in inner]) - outer.stride, budget // len(axes))
        if met:
            return "yes"
        if met is None:
            answer = "maybe"
    return answer


def shares_cells(first: Layout, second: Layout, budget: int = BUDGET) -> Answer:
    """Whether some cell belongs to both layouts; "maybe" only when the budget of search steps is spent.

    >>> shares_cells(Layout((5,), (2,)), Layout((5,), (2,), 1)), shares_cells(Layout((5,), (2,)), Layout((9,), (1,)))
    ('no', 'yes')
    """
    if first.numel == 0 or second.numel == 0:
        return "no"
    first_axes, first_start, _ = positive_axes(first.size, first.stride)
    second_axes, second_start, _ = positive_axes(second.size, second.stride)
    # first_start + x = second_start + y has a solution if x + (reach of y - y) = distance + reach of y has one.
    distance = second.offset + second_start - first.offset - first_start
    met = is_sum(first_axes + second_axes, distance + sum([axis.span for axis in second_axes]), budget)
    return "maybe" if met is None else "yes" if met else "no"
