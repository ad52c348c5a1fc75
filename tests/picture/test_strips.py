"""The marks of strips, held against counting cell by cell, for every width and for areas of any shape."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, product

import pytest
from geometry.strategies import random_layout

from tensorplay.core.written import NOTHING, SOME, Written
from tensorplay.geometry.addresses import bucket_edges
from tensorplay.geometry.layout import Layout, required_cells
from tensorplay.picture.lines import Look, Span, plain
from tensorplay.picture.strip_lines import strip_lines
from tensorplay.picture.strip_scene import Row, Strip, area
from tensorplay.picture.strips import GAP, PARTLY, SHARED, TOUCHED, UNKNOWN, UNWRITTEN, Writing, row_marks
from tensorplay.picture.words import percent


def cells_of(layout: Layout) -> Counter[int]:
    return Counter(
        layout.offset + sum(index * step for index, step in zip(indices, layout.stride, strict=True))
        for indices in product(*map(range, layout.size))
    )


def strip_of(source: random.Random) -> tuple[Strip, Layout, set[int]]:
    """A strip with one view, some of whose bytes were written; and these."""
    layout = random_layout(source, max_rank=3, zero=0.05)
    width = source.choice([1, 2, 4])
    cells = max(required_cells(layout), 1) + source.randint(0, 5)
    record = Written(cells * width, NOTHING)
    written: set[int] = set()
    for _ in range(source.randint(0, 3)):
        part, item = random_layout(source, max_rank=2, zero=0.0), source.choice([1, 2, 4])
        if required_cells(part) * item <= cells * width:
            record.add(part, item)
            written |= {cell * item + byte for cell in cells_of(part) for byte in range(item)}
    areas = tuple([area(layout) for layout in record.layouts])
    row = Row("x", area(layout), layout.numel, width)
    return Strip(1, cells, width, (row,), 0, record.state, areas, None, True, False, False), layout, written


@pytest.mark.parametrize("seed", range(400))
def test_marks(seed: int) -> None:
    source = random.Random(seed)
    strip, layout, written = strip_of(source)
    touched = cells_of(layout)
    columns = source.choice([1, 3, 7, 20, 100])
    found = row_marks(strip, strip.rows[0], columns, Writing(strip))
    assert found.cells == len(touched)
    by_cell = strip.cells <= columns
    edges = list(range(strip.cells + 1)) if by_cell else list(bucket_edges(0, strip.cells, columns))
    assert len(found.marks) == len(edges) - 1
    for mark, (first, last) in zip(found.marks, pairwise(edges), strict=True):
        inside = [cell for cell in range(first, last) if cell in touched]
        if not inside:
            assert mark.kind == GAP
            continue
        part = [byte in written for byte in range(first * strip.cell_bytes, last * strip.cell_bytes)]
        kind = TOUCHED if all(part) else PARTLY if any(part) else UNWRITTEN
        if strip.written != SOME:
            kind = UNWRITTEN if strip.written == NOTHING else TOUCHED
        if mark.kind == SHARED:
            assert by_cell
            assert mark.count == touched[first] > 1
            assert kind == TOUCHED
        else:
            assert mark.kind == kind
        assert mark.covered == (1.0 if by_cell else len(inside) / (last - first))
    if found.each is not None and touched:
        assert set(touched.values()) == {found.each}


def test_beyond_the_budget_marks_are_unknown() -> None:
    layout = Layout((300, 300, 7), (7, 11, 13))
    strip = Strip(1, 9000, 4, (Row("x", area(layout), layout.numel, 4),), 0, "everything", (), None, True, False, False)
    found = row_marks(strip, strip.rows[0], 40, Writing(strip))
    assert found.cells is None or found.marks[0].kind != UNKNOWN
    text = plain(strip_lines(strip, Look(79, False, True), 2))
    assert text


def test_large_strided_areas() -> None:
    """Two interleaved areas cover all of a large storage, a third of another leaves it partly written."""
    even, odd = Layout((10**9,), (2,)), Layout((10**9,), (2,), 1)
    row = Row("x", area(Layout((2 * 10**9,), (1,))), 2 * 10**9, 1)
    both = Strip(1, 2 * 10**9, 1, (row,), 0, SOME, (area(even), area(odd)), None, True, False, False)
    assert {mark.kind for mark in row_marks(both, row, 50, Writing(both)).marks} == {TOUCHED}
    one = Strip(1, 2 * 10**9, 1, (row,), 0, SOME, (area(odd),), None, True, False, False)
    assert {mark.kind for mark in row_marks(one, row, 50, Writing(one)).marks} == {PARTLY}


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 5, "0 %"), (1, 1000, "<1 %"), (999, 1000, ">99 %"), (334, 1000, "33 %"), (1, 3, "33 %"), (5, 5, "100 %")],
)
def test_percent(part: int, whole: int, text: str) -> None:
    assert percent(part, whole) == text


def test_equal_buckets_where_possible() -> None:
    row = Row("x", area(Layout((1000,), (1,))), 1000, 4)
    strip = Strip(1, 1000, 4, (row,), 0, "nothing", (), None, True, False, False)
    (line, note) = strip_lines(strip, Look(79, False, True), 2)
    assert plain([line]).count("░") == 50
    assert note[-1] == Span("each mark 20 cells", "muted")
