"""A storage as lines of text: one row of marks a view, or one row of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lines import Line, Look, Span, joined, length, padded, text_width, wrapped
from .strips import GAP, PARTLY, SHARED, UNKNOWN, UNWRITTEN, Mark, Writing, row_marks
from .words import byte_count, cell_count, percent

if TYPE_CHECKING:
    from .strip_scene import Row, Strip

_PERCENT = 7  # columns for "  <33 %"
_MOST_CELLS = 96  # a longer row of single cells is hard to read
_MOST_COLUMNS = 64  # and a longer row of buckets tells no more


def strip_lines(strip: Strip, look: Look, indent: int) -> list[Line]:
    """A storage as rows of marks, one a view, or as one row of its values."""
    label = [Span(" " * indent), Span(f"s{strip.storage} ", "storage")]
    room = look.width - length(label)
    values = row_of_values(strip, look, room)
    if values is not None:
        return [[*label, *values]]
    if strip.only_values or not strip.cells:
        return []
    names = max(text_width(row.name) for row in strip.rows) + 1 if strip.labelled else 0
    rows, columns = rows_of_marks(strip, look, room - names)
    lines: list[Line] = []
    indent = length(label)
    for row, marks, note in rows:
        name = look.shown([Span(padded(row.name, names), "name")]) if strip.labelled else []
        line = [*(label if not lines else [Span(" " * indent)]), *name, *marks]
        said = look.shown([Span(f"  {note}", "muted")]) if note else []
        if length(line) + length(said) > look.width:
            lines += [line, *wrapped(said, look.width, indent + names - 2, indent + names)]
        else:
            lines.append([*line, *said])
    parts = look.shown([Span(f"{drawn(Mark(PARTLY), True, look.ascii)[0]} written in part", "muted")])
    if any(parts[0].text[0] in text for _, marks, _ in rows for text, style in marks if style == "unwritten"):
        lines += wrapped(parts, look.width, indent, indent)
    for note in note_lines(strip, columns):
        lines += wrapped(look.shown([Span(note, "muted")]), look.width, indent, indent)
    return lines


def rows_of_marks(strip: Strip, look: Look, room: int) -> tuple[list[tuple[Row, Line, str]], int]:
    """For each view its marks and what is to be said beside them; and how many columns the marks take."""
    by_cell = strip.cells <= min(room, _MOST_CELLS)
    columns = strip.cells if by_cell else _columns(strip.cells, room - _PERCENT)
    writing = Writing(strip)
    return [_row(strip, row, columns, look, writing) for row in strip.rows], columns


def _columns(cells: int, room: int) -> int:
    """How many buckets: about as many as there is room for, of the same number of cells each if that can be."""
    most = max(min(room, _MOST_COLUMNS), 4)
    return next((columns for columns in range(most, most * 3 // 4, -1) if cells % columns == 0), most)


def _row(strip: Strip, row: Row, columns: int, look: Look, writing: Writing) -> tuple[Row, Line, str]:
    by_cell = columns == strip.cells
    found = row_marks(strip, row, columns, writing)
    spans = [Span(*drawn(mark, by_cell, look.ascii)) for mark in found.marks]
    notes = []
    if not by_cell and found.cells != strip.cells:
        notes.append("? %" if found.cells is None else percent(found.cells, strip.cells))
    if found.each is not None and found.each > 1:
        notes.append(f"each cell ×{found.each}")
    elif any(mark.kind == SHARED for mark in found.marks):
        notes.append("a digit counts the elements in a cell")
    elif found.cells is not None and found.cells < row.numel:
        notes.append("elements share cells")
    return row, joined(spans), " · ".join(notes)


def drawn(mark: Mark, by_cell: bool, ascii: bool) -> tuple[str, str]:
    """The character of a mark and its style."""
    if mark.kind in _SIGNS:
        return _SIGNS[mark.kind][ascii], _STYLES[mark.kind]
    if mark.kind == SHARED:
        return (str(mark.count) if mark.count < 10 else "*"), "touched"
    if by_cell or mark.covered >= 1:
        return ("#" if ascii else "█"), "touched"
    if ascii:
        return str(max(1, int(mark.covered * 10))), "touched"
    return "▁▂▃▄▅▆▇"[min(6, int(mark.covered * 8))], "touched"


_SIGNS = {GAP: ("·", "."), UNWRITTEN: ("░", ":"), PARTLY: ("▒", "+"), UNKNOWN: ("?", "?")}
_STYLES = {GAP: "gap", UNWRITTEN: "unwritten", PARTLY: "unwritten", UNKNOWN: "touched"}


def row_of_values(strip: Strip, look: Look, room: int) -> Line | None:
    """The values of all cells, if they are known and fit; a cell that was never written keeps its mark."""
    if not look.values or not strip.prefers_values or not any(strip.values or ()):
        return None
    spans: Line = []
    for value in strip.values or ():
        if spans:
            spans.append(Span(" "))
        spans.append(Span(value, "value") if value else Span(*drawn(Mark(UNWRITTEN), True, look.ascii)))
    return spans if length(spans) <= room else None


def note_lines(strip: Strip, columns: int) -> list[str]:
    """What is to be said under the rows."""
    notes = []
    if strip.more_rows:
        notes.append(f"and {strip.more_rows} more views")
    if columns < strip.cells:
        about = "" if strip.cells % columns == 0 else "about "
        notes.append(f"each mark {about}{cell_count(round(strip.cells / columns))}")
    if strip.labelled and any(row.item_bytes != strip.cell_bytes for row in strip.rows):
        notes.append(f"a cell is {byte_count(strip.cell_bytes)}")
    return [" · ".join(notes)] if notes else []
