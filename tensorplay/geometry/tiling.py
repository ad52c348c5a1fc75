"""How NumPy walks a planned copy: in tiles that the cache holds on both sides.

NumPy's own loop follows the destination. Where the source lies across it, each element fetches a cache line that is
gone before its neighbour is wanted. A tile covers runs of both sides instead, so that a line is used up while it is
there, whatever the number of axes in between. Integers only.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tensorplay.geometry.copying import CopyPlan

#: Bytes of a run of a tile on either side: the half lines at its ends are few then.
RUN_BYTES: Final = 512
#: Elements of a run at least. NumPy takes about 12 ns to start a row, and 0.5 ns for an element of it.
SHORTEST_SOURCE_RUN: Final = 32
SHORTEST_DESTINATION_RUN: Final = 64
#: A tile's size: large beside the 0.7 µs of a call, and both sides of it fit a second-level cache of 512 KB.
TILE_ELEMENTS: Final = 1 << 16
TILE_BYTES: Final = 1 << 18
#: Rows that are contiguous on both sides use up their lines from this length on; only Ctrl-C asks for pieces then.
LONG_ROW_BYTES: Final = 1 << 10
PIECE_BYTES: Final = 1 << 22
#: Lines at distances of such multiples compete for few places of the cache, which a run of so many overfills.
CLASHING_BYTES: Final = 1 << 11
CLASHING_LINES: Final = 16
#: Nanoseconds of a call and of the start of a row, for the choice of the loops.
CALL_COST: Final = 700
ROW_COST: Final = 12


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles of a copy. `extent` is the length of a tile along each axis of the plan, `counts` how many there are.

    `staged` tiles go through a buffer that lies in the order of the source, with rows a line apart, because their lines
    clash in the cache. The innermost `looped` axes are walked entry by entry, as they are too short for NumPy's loop.
    """

    extent: tuple[int, ...]
    counts: tuple[int, ...]
    staged: bool
    looped: int

    @property
    def count(self) -> int:
        """How many tiles there are."""
        return prod(self.counts)


def plan_tiles(plan: CopyPlan) -> Tiling:
    """The tiles in which NumPy carries out a plan.

    >>> from tensorplay.geometry.copying import plan_copy
    >>> plan_tiles(plan_copy((3000, 5000), (5000, 1), (1, 3000), 8))
    Tiling(extent=(64, 504), counts=(47, 10), staged=False, looped=0)
    >>> plan_tiles(plan_copy((16, 224, 224, 3), (150528, 672, 3, 1), (150528, 224, 1, 50176), 4)).looped
    1
    """
    if not plan.size:
        return Tiling((), (), False, 0)
    innermost = len(plan.size) - 1
    across = _source_axis(plan)
    runs_on = plan.destination_stride[innermost] == plan.source_stride[innermost] == 1
    width = plan.itemsize
    extent = [1] * len(plan.size)
    if runs_on and (across is None or plan.size[innermost] * width >= LONG_ROW_BYTES):
        room = PIECE_BYTES // width
    else:
        room = min(TILE_ELEMENTS, TILE_BYTES // width)
        if across is not None:
            along = innermost if runs_on else across
            cover_run(extent, plan.size, plan.source_stride, along, max(RUN_BYTES // width, SHORTEST_SOURCE_RUN))
        run = max(RUN_BYTES // width, SHORTEST_DESTINATION_RUN)
        cover_run(extent, plan.size, plan.destination_stride, innermost, run)
    for axis in range(innermost, -1, -1):
        extent[axis] = max(min(plan.size[axis], extent[axis] * (room // prod(extent))), extent[axis])
    extent = [_balanced(length, part, width) for length, part in zip(plan.size, extent, strict=True)]
    staged = across is not None and abs(plan.source_stride[across]) == 1 and not runs_on and _clashes(plan, extent)
    return Tiling(
        tuple(extent),
        tuple([-(-length // part) for length, part in zip(plan.size, extent, strict=True)]),
        staged,
        0 if staged else _looped(extent),
    )


def _source_axis(plan: CopyPlan) -> int | None:
    """The axis, other than the innermost, along which the source moves least; None if it moves along no other."""
    moving = [axis for axis, step in enumerate(plan.source_stride[:-1]) if step]
    return min(moving, key=lambda axis: abs(plan.source_stride[axis])) if moving else None


def cover_run(extent: list[int], size: tuple[int, ...], stride: tuple[int, ...], axis: int | None, run: int) -> None:
    """Let tiles cover a run of so many elements, from `axis` on and on through the axes that continue it."""
    passed: list[int] = []
    while axis is not None and run > 1:
        passed.append(axis)
        extent[axis] = max(extent[axis], min(size[axis], run))
        run //= size[axis]
        onward = stride[axis] * size[axis]
        axis = next((other for other, step in enumerate(stride) if step == onward and other not in passed), None)


def _balanced(length: int, part: int, width: int) -> int:
    """Parts of equal length instead of a short one at the end, in whole cache lines."""
    unit = max(64 // width, 1)
    if part >= length or part <= unit:
        return max(min(part, length), 1)
    even = -(-length // -(-length // part))
    return min(-(-even // unit) * unit, length)


def _clashes(plan: CopyPlan, extent: list[int]) -> bool:
    """Whether the lines of a tile's source compete for the same places of the cache."""
    return any(
        [
            part > CLASHING_LINES and step and step * plan.itemsize % CLASHING_BYTES == 0
            for part, step in zip(extent, plan.source_stride, strict=True)
        ]
    )


def _looped(extent: list[int]) -> int:
    """How many of the innermost axes are best walked outside NumPy: a call for each entry, but longer rows."""

    def cost(looped: int) -> float:
        return CALL_COST * prod(extent[len(extent) - looped :]) + ROW_COST * prod(extent) / extent[-1 - looped]

    return min(range(len(extent)), key=cost)
