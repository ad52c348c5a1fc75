"""Sums of bounded progressions: the number theory under addresses and overlap.

A layout touches the addresses offset + x0 * stride0 + x1 * stride1 + ... with 0 <= x < size on each axis. Whether a
number is such a sum, and in how many ways, is decided here. With nested strides (each larger than what all smaller ones
can add up to) or with at most two axes the answer is quick. In general the problem is NP-hard, so each search takes a
budget of steps and answers None when it is spent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import gcd
from typing import Final, NamedTuple

#: Steps that a search may take before it gives up: some tens of milliseconds.
BUDGET: Final = 20_000


class Axis(NamedTuple):
    """The multiples of a positive stride: 0, stride, 2 * stride, ..., `length` of them."""

    stride: int
    length: int

    @property
    def span(self) -> int:
        """The largest multiple."""
        return self.stride * (self.length - 1)


def positive_axes(size: Iterable[int], stride: Iterable[int]) -> tuple[list[Axis], int, int]:
    """The axes that move, largest stride first; what they add to the start; how often stride 0 repeats each sum.

    A negative stride is read from its other end, which lies below the start. Sizes must not be 0.

    >>> positive_axes((2, 3, 5, 1), (1, -4, 0, 9))
    ([Axis(stride=4, length=3), Axis(stride=1, length=2)], -8, 5)
    """
    axes = []
    start = 0
    repeats = 1
    for length, step in zip(size, stride, strict=True):
        if step == 0:
            repeats *= length
        elif length > 1:
            if step < 0:
                start += (length - 1) * step
            axes.append(Axis(abs(step), length))
    axes.sort(reverse=True)
    return axes, start, repeats


def merged(axes: Sequence[Axis]) -> list[Axis]:
    """Fewer axes with the same set of sums, largest stride first.

    A stride that is a multiple of a smaller one joins it when the smaller one's multiples reach at least as far as
    one step of the larger: together they are one progression, though sums may come about in several ways.

    >>> merged([Axis(12, 2), Axis(4, 3), Axis(1, 4)]), merged([Axis(6, 2), Axis(1, 4)])
    ([Axis(stride=1, length=24)], [Axis(stride=6, length=2), Axis(stride=1, length=4)])
    """
    result = sorted(axes, reverse=True)
    pair = _joining_pair(result)
    while pair is not None:
        large, small = pair
        result.remove(large)
        result.remove(small)
        result.append(Axis(small.stride, (large.span + small.span) // small.stride + 1))
        result.sort(reverse=True)
        pair = _joining_pair(result)
    return result


def _joining_pair(axes: Sequence[Axis]) -> tuple[Axis, Axis] | None:
    """Two axes, the larger stride first, whose sums are one progression."""
    for large, small in combinations(axes, 2):
        if large.stride % small.stride == 0 and small.stride * small.length >= large.stride:
            return large, small
    return None


def ways(axes: Sequence[Axis], total: int, budget: int = BUDGET) -> int | None:
    """In how many ways the total is a sum of one multiple from each axis; None when the budget is spent.

    >>> ways([Axis(2, 3), Axis(1, 3)], 4), ways([Axis(6, 2), Axis(1, 4)], 5)
    (2, 0)
    """
    return _Search(axes, budget).run(total, count_all=True)


def is_sum(axes: Sequence[Axis], total: int, budget: int = BUDGET) -> bool | None:
    """Whether the total is a sum of one multiple from each axis; None when the budget is spent.

    >>> is_sum([Axis(10**12, 10**6), Axis(1, 10**6)], 5 * 10**12 + 7)
    True
    """
    found = _Search(merged(axes), budget).run(total, count_all=False)
    return None if found is None else found > 0


class _Search:
    """Depth-first search for a total, from the largest stride down, the last two axes in closed form."""

    def __init__(self, axes: Sequence[Axis], budget: int) -> None:
        self.axes = sorted(axes, reverse=True)
        self.steps_left = budget
        # What the axes from each place on can add up to, and the divisor that all their sums share.
        self.reach = [0]
        self.divisor = [0]
        for axis in reversed(self.axes):
            self.reach.append(self.reach[-1] + axis.span)
            self.divisor.append(gcd(self.divisor[-1], axis.stride))
        self.reach.reverse()
        self.divisor.reverse()

    def run(self, total: int, count_all: bool) -> int | None:
        found = self._count(0, total, count_all)
        return None if self.steps_left < 0 and (count_all or not found) else found

    def _count(self, place: int, total: int, count_all: bool) -> int:
        """The ways from an axis on; with `count_all` False any number above 0 as soon as there is one."""
        if not 0 <= total <= self.reach[place] or (self.divisor[place] and total % self.divisor[place]):
            return 0
        remaining = len(self.axes) - place
        if remaining == 0:
            return 1
        axis = self.axes[place]
        if remaining == 1:
            return 1  # in reach and divisible
        if remaining == 2:
            return _ways_of_two(axis, self.axes[place + 1], total)
        found = 0
        least = max(0, -((self.reach[place + 1] - total) // axis.stride))
        most = min(axis.length - 1, total // axis.stride)
        for multiple in range(most, least - 1, -1):
            self.steps_left -= 1
            if self.steps_left < 0:
                break
            found += self._count(place + 1, total - multiple * axis.stride, count_all)
            if found and not count_all:
                break
        return found


def _ways_of_two(first: Axis, second: Axis, total: int) -> int:
    """How many (x, y) within the counts give x * first + y * second = total, where the strides' gcd divides the total.

    The solutions for x are one residue modulo second / gcd; those within the bounds are counted by division.
    """
    divisor = gcd(first.stride, second.stride)
    period = second.stride // divisor
    residue = (total // divisor) * pow(first.stride // divisor, -1, period) % period
    least = max(0, -((second.span - total) // first.stride))
    most = min(first.length - 1, total // first.stride)
    return max(0, (most - residue) // period - (least - 1 - residue) // period)
