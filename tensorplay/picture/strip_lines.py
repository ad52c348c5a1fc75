"""A storage as lines of text: one row of marks a view, or one row of values."""

from __future__ import annotations

from .lines import Line, Look, Span, joined, length
from .scene import Row, Strip
from .strips import GAP, PARTLY, SHARED, UNKNOWN, UNWRITTEN, Mark, Writing, row_marks
from .words import byte_count, cell_count, percent

def strip_lines(strip: Strip, look: Look, indent: int) -> list[Line]:
    """A storage as rows of marks, one a view, or as one row of its values."""
    label = [Span(" " * indent), Span(f"s{strip.storage} ", "storage")]
    room = look.width - length(label)
    values = _values_line(strip, look) if look.values and not strip.labelled and any(strip.values or ()) else None
    if values is not None and length(values) <= room:
        return [[*label, *values]]
    if strip.only_values or not strip.cells:
        return []
    names = max(len(row.name) for row in strip.rows) + 1 if strip.labelled else 0
    by_cell = strip.cells <= min(room - names, _MOST_CELLS)
    columns = strip.cells if by_cell else _columns(strip.cells, room - names - _PERCENT)
    writing = Writing(strip)
    lines: list[Line] = []
    for row in strip.rows:
        name = [Span(f"{row.name:<{names}}", "name")] if strip.labelled else []
        lead = label if not lines else [Span(" " * length(label))]
        painted, note = _row_line(strip, row, columns, look, writing, by_cell)
        line = [*lead, *name, *painted]
        if note and length(line) + len(note) + 2 > look.width:
            lines += [line, [Span(" " * (length(label) + names)), Span(note, "muted")]]
        else:
            lines.append([*line, Span(f"  {note}", "muted")] if note else line)
    return lines + _strip_notes(strip, columns, by_cell, length(label))


_PERCENT = 6  # columns for "  33 %"
_MOST_CELLS = 96  # a longer row of single cells is hard to read
_MOST_COLUMNS = 64  # and a longer row of buckets tells no more


def _columns(cells: int, room: int) -> int:
    """How many buckets: about as many as there is room for, so that each has the same number of cells if that can be."""
    most = max(min(room, _MOST_COLUMNS), 4)
    return next((columns for columns in range(most, most * 3 // 4, -1) if cells % columns == 0), most)


def _row_line(
    strip: Strip, row: Row, columns: int, look: Look, writing: Writing, by_cell: bool
) -> tuple[Line, str]:
    """The marks of a view and what is to be said beside them."""
    found = row_marks(strip, row, columns, writing)
    spans = [Span(*_drawn(mark, by_cell, look.ascii)) for mark in found.marks]
    notes = []
    if not by_cell and found.cells != strip.cells:
        notes.append("? %" if found.cells is None else percent(found.cells, strip.cells))
    if found.each is not None and found.each > 1:
        notes.append(f"each cell ×{found.each}")
    elif any(mark.kind == SHARED for mark in found.marks):
        notes.append("a digit counts the elements in a cell")
    elif found.cells is not None and found.cells < row.numel:
        notes.append("elements share cells")
    return joined(spans), " · ".join(notes)


def _drawn(mark: Mark, by_cell: bool, ascii: bool) -> tuple[str, str]:
    """The character of a mark and its style."""
    if mark.kind == GAP:
        return (".", "gap") if ascii else ("·", "gap")
    if mark.kind == UNWRITTEN:
        return (":", "unwritten") if ascii else ("░", "unwritten")
    if mark.kind == PARTLY:
        return ("+", "unwritten") if ascii else ("▒", "unwritten")
    if mark.kind == UNKNOWN:
        return "?", "touched"
    if mark.kind == SHARED:
        return (str(mark.count) if mark.count < 10 else "*"), "touched"
    if by_cell or mark.covered >= 1:
        return ("#", "touched") if ascii else ("█", "touched")
    if ascii:
        return str(max(1, int(mark.covered * 10))), "touched"
    return "▁▂▃▄▅▆▇"[min(6, int(mark.covered * 8))], "touched"


def _values_line(strip: Strip, look: Look) -> Line:
    """The values of all cells; a cell that was never written keeps its mark."""
    spans: Line = []
    for value in strip.values or ():
        if spans:
            spans.append(Span(" "))
        spans.append(Span(value, "value") if value else Span(*_drawn(Mark(UNWRITTEN), True, look.ascii)))
    return spans


def _strip_notes(strip: Strip, columns: int, by_cell: bool, indent: int) -> list[Line]:
    notes = []
    if strip.more_rows:
        notes.append(f"and {strip.more_rows} more views")
    if not by_cell:
        exact = strip.cells % columns == 0
        notes.append(f"each mark {'' if exact else 'about '}{cell_count(round(strip.cells / columns))}")
    if strip.labelled and strip.rows and _mixed(strip):
        notes.append(f"a cell is {byte_count(strip.cell_bytes)}")
    return [[Span(" " * indent), Span(" · ".join(notes), "muted")]] if notes else []


def _mixed(strip: Strip) -> bool:
    """Whether some view has elements of several cells."""
    return any(row.item_bytes != strip.cell_bytes for row in strip.rows)
