"""Which cells of the storage a layout touches, in closed form: the cost does not depend on the storage or the sizes.

Most layouts are nested progressions: blocks of cells, evenly spaced, inside larger blocks, evenly spaced, and so on,
no block reaching into the next. Then membership, ranks and counts are a division at each level. Axes that overlap are
joined where they make one progression, and else listed cell by cell up to a budget. Beyond it the map is not `exact`:
counts are None, while single addresses and narrow windows may still be answered by search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from tensorplay.geometry.progressions import BUDGET, Axis, is_sum, merged, positive_axes, ways

if TYPE_CHECKING:
    from tensorplay.geometry.layout import Layout


class AddressMap:
    """The set of addresses that a layout touches, and how often it touches each.

    `lowest` and `highest` are the ends of the set (None if it is empty), `cells` is the number of distinct addresses
    and `numel` that of elements; they differ when elements share cells. `budget` bounds the cells that may be listed
    and the steps that a search may take.

    >>> from tensorplay.geometry import Layout
    >>> addresses = AddressMap(Layout((10**6, 10**6), (10**9, 1), 5))
    >>> addresses.cells, addresses.contains(10**9 + 7), addresses.count_below(10**9)
    (1000000000000, True, 1000000)
    """

    __slots__ = ("_axes", "_levels", "_repeats", "_start", "budget", "cells", "highest", "lowest", "numel")

    def __init__(self, layout: Layout, budget: int = BUDGET) -> None:
        self.budget = budget
        self.numel = layout.numel
        self.lowest: int | None = None
        self.highest: int | None = None
        self.cells: int | None = 0
        self._axes: list[Axis] = []
        self._levels: list[Sequence[int]] | None = [()]  # no sums at all
        self._start = layout.offset
        self._repeats = 0
        if self.numel == 0:
            return
        self._axes, start, self._repeats = positive_axes(layout.size, layout.stride)
        self._start += start
        self.lowest = self._start
        self.highest = self._start + sum([axis.span for axis in self._axes])
        self._levels = _nested_levels(merged(self._axes), budget)
        self.cells = None if self._levels is None else prod(map(len, self._levels))

    @property
    def exact(self) -> bool:
        """Whether counts are known; if not, `cells`, `count_below` and `counts` are None."""
        return self._levels is not None

    def contains(self, address: int) -> bool | None:
        """Whether some element lies at the address; None when only a longer search could tell."""
        if self.numel == 0:
            return False
        rest = address - self._start
        if self._levels is None:
            return is_sum(self._axes, rest, self.budget)
        for values in self._levels:
            place = bisect_right(values, rest) - 1
            if place < 0:
                return False
            rest -= values[place]
        return rest == 0

    def multiplicity(self, address: int) -> int | None:
        """How many elements lie at the address; None when only a longer search could tell.

        >>> from tensorplay.geometry import Layout
        >>> AddressMap(Layout((4, 2), (1, 1))).multiplicity(1)
        2
        """
        if self.numel == 0:
            return 0
        found = ways(self._axes, address - self._start, self.budget)
        return None if found is None else found * self._repeats

    def count_below(self, address: int) -> int | None:
        """How many distinct cells lie below the address; None if the map is not exact."""
        return None if self._levels is None else _rank(self._levels, address - self._start)

    def counts(self, start: int, stop: int, buckets: int) -> tuple[int, ...] | None:
        """How many distinct cells lie in each of the buckets of `bucket_edges`; None if the map is not exact.

        >>> from tensorplay.geometry import Layout
        >>> AddressMap(Layout((4,), (3,))).counts(0, 12, 3)
        (2, 1, 1)
        """
        levels = self._levels
        if levels is None:
            return None
        ranks = [_rank(levels, edge - self._start) for edge in bucket_edges(start, stop, buckets)]
        return tuple([last - first for first, last in pairwise(ranks)])

    def addresses(self, start: int, stop: int) -> list[int] | None:
        """The touched addresses from `start` up to, not including, `stop`, ascending.

        The cost grows with their number only. None when the map is not exact and more than the budget would have to
        be listed on the way.

        >>> from tensorplay.geometry import Layout
        >>> AddressMap(Layout((2, 3), (10, 2), 1)).addresses(3, 14)
        [3, 5, 11, 13]
        """
        if self.numel == 0 or start >= stop:
            return []
        exact = self._levels is not None
        axes = merged(self._axes)
        levels = self._levels if self._levels is not None else [range(0, axis.span + 1, axis.stride) for axis in axes]
        reach = sum([values[-1] for values in levels])
        sums = [self._start]
        for values in levels:
            reach -= values[-1]
            parts = [
                (base, bisect_left(values, start - reach - base), bisect_left(values, stop - base)) for base in sums
            ]
            if not exact and sum([max(last - first, 0) for _, first, last in parts]) > self.budget:
                return None
            sums = [base + value for base, first, last in parts for value in values[first:last]]
            if not exact:
                sums = sorted(set(sums))
        return [address for address in sums if start <= address < stop]


def bucket_edges(start: int, stop: int, buckets: int) -> tuple[int, ...]:
    """The `buckets` + 1 whole addresses that divide a range as evenly as can be.

    >>> bucket_edges(0, 10, 4)
    (0, 2, 5, 7, 10)
    """
    return tuple([start + (stop - start) * bucket // buckets for bucket in range(buckets + 1)])


def _rank(levels: Sequence[Sequence[int]], rest: int) -> int:
    """How many sums of one value from each level are smaller than the number."""
    below, inside = 0, prod(map(len, levels))
    for values in levels:
        if rest <= 0 or inside == 0:
            return below
        inside //= len(values)
        place = bisect_left(values, rest) - 1
        below += place * inside
        rest -= values[place]
    return below + 1 if rest > 0 else below


def _nested_levels(axes: Sequence[Axis], budget: int) -> list[Sequence[int]] | None:
    """The values that each level adds, outermost first, each gap wider than all further in; None beyond the budget.

    A progression stays a range. Where it would reach into the next level's blocks the two are listed together.
    """
    levels: list[Sequence[int]] = []
    reach = 0
    for axis in reversed(axes):
        values: Sequence[int] = range(0, axis.span + 1, axis.stride)
        while levels and _smallest_gap(values) <= reach:
            inner = levels.pop()
            reach -= inner[-1]
            if len(values) * len(inner) > budget:
                return None
            values = sorted({outer + value for outer in values for value in inner})
        levels.append(values)
        reach += values[-1]
    return levels[::-1]


def _smallest_gap(values: Sequence[int]) -> int:
    """The smallest distance between neighbours; there are at least two values."""
    return values.step if isinstance(values, range) else min([after - before for before, after in pairwise(values)])
