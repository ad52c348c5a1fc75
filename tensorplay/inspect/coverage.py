"""Counting cells: which of a tensor's cells were ever written, in closed form and exact, or None."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tensorplay.core.written import EVERYTHING, NOTHING, SOME, UNKNOWN, Written, as_run
from tensorplay.geometry.addresses import AddressMap
from tensorplay.geometry.formats import is_dense
from tensorplay.geometry.layout import Layout, bounds
from tensorplay.geometry.overlap import shares_cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.geometry.overlap import Answer

    from .facts import StorageFacts

#: Search steps for one question about areas; a question that needs more is answered "unknown".
BUDGET = 2000
#: Cells, and bytes, that are looked at one by one where no formula serves.
FEW_CELLS, FEW_BYTES = 2048, 1 << 16
#: Areas that are compared pair by pair.
FEW_AREAS = 12


def in_cells(layout: Layout, unit: int, itemsize: int, cell: int) -> Layout:
    """The cells of `cell` bytes that elements of `itemsize` bytes occupy, the layout being counted in `unit` bytes.

    `cell` must divide both.

    >>> in_cells(Layout((3,), (2,), 1), 4, 4, 2)
    Layout(size=(3, 2), stride=(4, 1), offset=2)
    """
    scale, width = unit // cell, itemsize // cell
    stride = tuple([step * scale for step in layout.stride])
    if width == 1:
        return Layout(layout.size, stride, layout.offset * scale)
    return Layout((*layout.size, width), (*stride, 1), layout.offset * scale)


def never_written(layout: Layout, itemsize: int, cells: int | None, storage: StorageFacts) -> int | None:
    """How many of the tensor's distinct cells were never wholly written; None if nobody knows or there are no bytes."""
    if layout.numel == 0 or storage.written == EVERYTHING:
        return 0
    if storage.written == UNKNOWN or cells is None or not storage.has_bytes:
        return None
    if storage.written == NOTHING:
        return cells
    written = written_cells(layout, itemsize, storage.written_areas)
    return None if written is None else cells - written


def written_cells(layout: Layout, itemsize: int, areas: Sequence[Layout]) -> int | None:
    """How many distinct cells of the layout lie wholly inside the areas, which are layouts of bytes."""
    addresses = AddressMap(layout, BUDGET)
    runs = [as_run(area) for area in areas]
    if None not in runs:
        return _inside_runs(addresses, itemsize, [run for run in runs if run is not None])
    in_elements = [cells_of_area(area, itemsize) for area in areas]
    aligned = [area for area in in_elements if area is not None]
    counted = _counted_one_by_one(addresses, itemsize, areas)
    if counted is not None:
        return counted
    if len(aligned) < len(areas) or not apart(aligned):
        return None
    total = 0
    for area in aligned:
        shared = shared_cells(layout, area)
        if shared is None:
            return None
        total += shared
    return total


def written_flags(areas: Sequence[Layout], start: int, stop: int) -> bytearray | None:
    """One flag for each byte of [start, stop): whether it lies in some of the areas; None if that takes too long.

    >>> list(written_flags([Layout((2, 2), (4, 1))], 1, 6) or ())
    [1, 0, 0, 1, 1]
    """
    if stop - start > FEW_BYTES:
        return None
    record = Written(stop, SOME)
    record.layouts = list(areas)
    return record.flags(start, stop)


def _counted_one_by_one(addresses: AddressMap, itemsize: int, areas: Sequence[Layout]) -> int | None:
    """The same for a tensor of few cells that lie near each other."""
    if addresses.cells is None or addresses.cells > FEW_CELLS:
        return None
    first, last = addresses.lowest or 0, (addresses.highest or 0) + 1
    flags = written_flags(areas, first * itemsize, last * itemsize)
    listed = addresses.addresses(first, last)
    if flags is None or listed is None:
        return None
    starts = [(address - first) * itemsize for address in listed]
    return sum([all(flags[start : start + itemsize]) for start in starts])


def cells_of_area(area: Layout, itemsize: int) -> Layout | None:
    """An area of bytes as a layout of whole cells of `itemsize` bytes; None if it has parts of cells."""
    if itemsize == 1:
        return area
    run = as_run(area)
    if run is not None:
        start, stop = run
        return (
            None
            if start % itemsize or stop % itemsize
            else Layout(((stop - start) // itemsize,), (1,), start // itemsize)
        )
    if not area.size or area.size[-1] % itemsize or area.stride[-1] != 1:
        return None
    if area.offset % itemsize or any([step % itemsize for step in area.stride[:-1]]):
        return None
    width = area.size[-1] // itemsize
    stride = tuple([step // itemsize for step in area.stride[:-1]])
    if width == 1:
        return Layout(area.size[:-1], stride, area.offset // itemsize)
    return Layout((*area.size[:-1], width), (*stride, 1), area.offset // itemsize)


def apart(areas: Sequence[Layout]) -> bool:
    """Whether it is certain that no two of the areas share a cell."""
    if len(areas) > FEW_AREAS:
        return False
    return all(shares_cells(first, second, BUDGET) == "no" for first, second in combinations(areas, 2))


def meets(layout: Layout, areas: Sequence[Layout]) -> Answer:
    """Whether a layout shares a cell with some of the areas.

    >>> meets(Layout((3,), (2,)), [Layout((3,), (2,), 1), Layout((1,), (1,), 4)])
    'yes'
    """
    ends = bounds(layout)
    answer: Answer = "no"
    for area in areas:
        others = bounds(area)
        if ends is None or others is None or ends[1] < others[0] or others[1] < ends[0]:
            continue
        found = shares_cells(layout, area, BUDGET)
        if found == "yes":
            return "yes"
        if found == "maybe":
            answer = "maybe"
    return answer


def union_cells(areas: Sequence[Layout]) -> int | None:
    """How many distinct cells the areas have together; None where no formula serves.

    >>> union_cells([Layout((4,), (2,)), Layout((4,), (2,)), Layout((2,), (1,), 0)])
    5
    """
    distinct = list(dict.fromkeys([area for area in areas if area.numel]))
    maps = [AddressMap(area, BUDGET) for area in distinct]
    counts = [addresses.cells for addresses in maps]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        return None
    if len(known) <= 1 or apart(distinct):
        return sum(known)
    if sum(known) <= FEW_CELLS:
        found: set[int] = set()
        for addresses in maps:
            listed = addresses.addresses(addresses.lowest or 0, (addresses.highest or 0) + 1)
            if listed is None:
                return None
            found.update(listed)
        return len(found)
    return None


def _inside_runs(addresses: AddressMap, itemsize: int, runs: Sequence[tuple[int, int]]) -> int | None:
    """Runs of bytes do not touch each other, so the cells inside each add up."""
    total = 0
    for start, stop in runs:
        first, last = -(-start // itemsize), stop // itemsize
        below_first, below_last = addresses.count_below(first), addresses.count_below(max(first, last))
        if below_first is None or below_last is None:
            return None
        total += below_last - below_first
    return total


def shared_cells(layout: Layout, area: Layout) -> int | None:
    """How many cells two layouts share, where one is the other, they are apart, one is a full run, or they are few."""
    if layout == area:
        return AddressMap(layout, BUDGET).cells
    if shares_cells(layout, area, BUDGET) == "no":
        return 0
    for run, other in ((layout, area), (area, layout)):
        ends = bounds(run)
        if ends is not None and is_dense(run.size, run.stride):
            addresses = AddressMap(other, BUDGET)
            below, upto = addresses.count_below(ends[0]), addresses.count_below(ends[1] + 1)
            return None if below is None or upto is None else upto - below
    first, second = AddressMap(layout, BUDGET), AddressMap(area, BUDGET)
    if first.cells is None or first.cells > FEW_CELLS:
        return None
    listed = first.addresses(first.lowest or 0, (first.highest or 0) + 1) or []
    answers = [second.contains(address) for address in listed]
    return None if None in answers else answers.count(True)
