"""Which mark stands for which cells: a storage as a row of marks, one a cell or one a bucket, for any width."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from tensorplay.geometry.addresses import AddressMap, bucket_edges
from tensorplay.geometry.layout import Layout
from tensorplay.inspect.coverage import apart, written_flags

if TYPE_CHECKING:
    from .strip_scene import Area, Row, Strip

#: Search steps, and cells listed, for one row. A picture is painted after every command, so this stays small.
BUDGET = 2000

GAP, TOUCHED, UNWRITTEN, PARTLY, SHARED, UNKNOWN = "gap", "touched", "unwritten", "partly", "shared", "unknown"


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of a row.

    `kind` is GAP (the view touches nothing there), TOUCHED, UNWRITTEN (nothing there was ever written), PARTLY (written
    in part), SHARED (a single cell with `count` elements), or UNKNOWN. `covered` is the part of the bucket's cells that
    the view touches, between 0 and 1.
    """

    kind: str
    covered: float = 1.0
    count: int = 1


@dataclass(frozen=True, slots=True)
class Marks:
    """A painted row: its marks, how many cells the view touches (None if unknown), and how elements share them.

    `each` is the number of elements in every cell, None where it differs from cell to cell.
    """

    marks: tuple[Mark, ...]
    cells: int | None
    each: int | None


class Writing:
    """What was ever written of a strip's storage, looked up once for all its rows."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self._layouts = [layout_of(area) for area in strip.areas]
        self._apart: bool | None = None
        self._buckets: dict[int, list[str]] = {}

    def buckets(self, columns: int) -> list[str]:
        """For each bucket of cells TOUCHED, PARTLY or UNWRITTEN, or UNKNOWN where no formula tells."""
        if columns not in self._buckets:
            self._buckets[columns] = self._looked_up(columns)
        return self._buckets[columns]

    def _looked_up(self, columns: int) -> list[str]:
        strip = self.strip
        if strip.written != "some":
            return [UNWRITTEN if strip.written == "nothing" else TOUCHED] * columns
        edges = [edge * strip.cell_bytes for edge in bucket_edges(0, strip.cells, columns)]
        flags = written_flags(self._layouts, 0, edges[-1])
        if flags is not None:
            counts = [flags.count(1, start, stop) for start, stop in pairwise(edges)]
            return [
                UNWRITTEN if not count else TOUCHED if count == stop - start else PARTLY
                for count, (start, stop) in zip(counts, pairwise(edges), strict=True)
            ]
        maps = [AddressMap(layout, BUDGET) for layout in self._layouts]
        ranks = [[area.count_below(edge) for edge in edges] for area in maps]
        return [
            self._counted(stop - start, [_between(below, place) for below in ranks])
            for place, (start, stop) in enumerate(pairwise(edges))
        ]

    def _counted(self, size: int, counts: list[int | None]) -> str:
        """What follows from how many of a bucket's bytes each area has."""
        found = [count for count in counts if count is not None]
        if size in found:
            return TOUCHED
        if len(found) < len(counts):
            return UNKNOWN
        total = sum(found)
        if total < size:
            return PARTLY if total else UNWRITTEN
        if self._apart is None:
            self._apart = apart(self._layouts)
        return TOUCHED if self._apart else UNKNOWN


def row_marks(strip: Strip, row: Row, columns: int, writing: Writing) -> Marks:
    """The marks of one view in at most `columns` columns."""
    addresses = AddressMap(layout_of(row.area), BUDGET)
    each = _each(row, addresses)
    if strip.cells <= columns:
        return Marks(tuple(_cell_marks(strip, addresses, each, writing)), addresses.cells, each)
    counts = addresses.counts(0, strip.cells, columns)
    if counts is None:
        return Marks((Mark(UNKNOWN),) * columns, None, each)
    edges = bucket_edges(0, strip.cells, columns)
    marks = [
        Mark(written, count / (last - first)) if count else Mark(GAP, 0.0)
        for count, written, (first, last) in zip(counts, writing.buckets(columns), pairwise(edges), strict=True)
    ]
    return Marks(tuple(marks), addresses.cells, each)


def layout_of(area: Area) -> Layout:
    """An area as a layout."""
    return Layout(area.size, area.stride, area.offset)


def _each(row: Row, addresses: AddressMap) -> int | None:
    """How many elements lie in each cell, if dimensions of stride 0 make that the same number for all; else None."""
    if addresses.cells is None:
        return None
    if addresses.cells == row.numel:
        return 1
    moving = prod([length for length, step in zip(row.area.size, row.area.stride, strict=True) if step])
    return row.numel // addresses.cells if addresses.cells and moving == addresses.cells else None


def _cell_marks(strip: Strip, addresses: AddressMap, each: int | None, writing: Writing) -> list[Mark]:
    listed = addresses.addresses(0, strip.cells)
    if listed is None:
        return [Mark(UNKNOWN)] * strip.cells
    touched = set(listed)
    marks = []
    for cell, written in enumerate(writing.buckets(strip.cells)):
        if cell not in touched:
            marks.append(Mark(GAP, 0.0))
            continue
        count = 1 if each is not None else addresses.multiplicity(cell)
        if written != TOUCHED or count == 1:
            marks.append(Mark(written))
        else:
            marks.append(Mark(UNKNOWN) if count is None else Mark(SHARED, 1.0, count))
    return marks


def _between(ranks: list[int | None], place: int) -> int | None:
    below, upto = ranks[place], ranks[place + 1]
    return None if below is None or upto is None else upto - below
