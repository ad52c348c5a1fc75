"""Scenes as lines of styled text for a terminal.

A line is a list of spans; what a style looks like is the terminal's business, and nothing is said by style alone.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .ascii import in_ascii
from .scene import EntryScene, FactsScene, PanelScene, Row, Scene, Strip
from .strips import GAP, PARTLY, SHARED, TOUCHED, UNKNOWN, UNWRITTEN, Mark, Writing, row_marks
from .words import arrangement, byte_count, cell_count, size_text, tuple_text, verdict_words

#: The names of all styles that spans bear.
STYLES = (
    "plain", "name", "fact", "number", "verdict", "warning", "error", "code", "muted", "storage",
    "touched", "unwritten", "gap", "value",
)  # fmt: skip


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: str = "plain"


Line = list[Span]


class Look(NamedTuple):
    """How wide, and with which characters."""

    width: int
    ascii: bool
    values: bool


def paint(scene: Scene, *, width: int = 80, ascii: bool = False, values: bool = True) -> list[Line]:
    """The lines of a scene, none of which reaches the last of `width` columns, since some terminals wrap there.

    With `ascii` nothing outside ASCII is used; without `values` the strip shows no values.
    """
    look = Look(max(width, 20) - 1, ascii, values)
    lines = _PAINTERS[type(scene)](scene, look)
    return [[Span(in_ascii(text), style) for text, style in line] for line in lines] if ascii else lines


def plain(lines: list[Line]) -> str:
    """The text of lines, without styles.

    >>> plain([[Span("x", "name"), Span("  float32")], [Span("  y")]])
    'x  float32\\n  y'
    """
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


# Panels


def _panel(scene: PanelScene, look: Look) -> list[Line]:
    lines: list[Line] = []
    for entry in scene.entries:
        lines += _entry(entry, look)
    for hazard in scene.hazards:
        lines += wrapped([Span("beware: ", "warning"), Span(hazard)], look.width, 2, 10)
    if scene.left_out:
        lines.append([Span(f"  and {scene.left_out} more", "muted")])
    return lines


def _entry(entry: EntryScene, look: Look) -> list[Line]:
    head = [Span("  "), Span(entry.name, "name"), Span("  ")]
    indent = min(len(entry.name), 8) + 4
    verdict = verdict_spans(entry)
    facts = [] if entry.facts is None else facts_pieces(entry.facts)
    lines: list[Line] = []
    # A tenth of the line stays free, so that a verdict stands alone unless there is room to spare.
    together = [*facts, *([[Span(" · ", "muted"), *verdict]] if verdict and facts else [])]
    if facts and verdict and _length(head) + sum(map(_length, together)) <= (look.width + 1) * 9 // 10:
        lines = [[*head, *(span for piece in together for span in piece)]]
    elif facts:
        lines = wrapped_pieces(head, facts, look.width, indent)
        if verdict:
            lines += wrapped(verdict, look.width, indent, indent)
    else:
        lines = wrapped([*head, *verdict], look.width, 0, indent)
    if entry.strip is not None:
        lines += strip_lines(entry.strip, look, indent)
    return lines


def facts_pieces(facts: FactsScene) -> list[Line]:
    """The facts in pieces that are better not broken."""
    kind = [] if facts.library == "tensorplay" else [facts.library]
    kind.append(facts.dtype)
    if facts.device != "cpu":
        kind.append(facts.device)
    pieces: list[Line] = [[Span(" ".join(kind), "fact")], [Span(" "), Span(size_text(facts.size), "number")]]
    if facts.size:
        unit = " bytes" if facts.stride_in_bytes else ""
        pieces.append([Span(" stride ", "fact"), Span(tuple_text(facts.stride) + unit, "number")])
    if facts.offset:
        unit = " bytes" if facts.stride_in_bytes else ""
        pieces.append([Span(" offset ", "fact"), Span(f"{facts.offset}{unit}", "number")])
    words = arrangement(facts)
    if words:
        pieces.append([Span(f" {words}", "fact")])
    pieces += [[Span(f" {flag}", "fact")] for flag in facts.flags]
    return pieces


def verdict_spans(entry: EntryScene) -> Line:
    """The verdict's phrases, with dots between."""
    spans: Line = []
    for phrase in verdict_words(entry.verdict, entry.facts):
        if spans:
            spans.append(Span(" · ", "muted"))
        spans.append(Span(phrase, "verdict"))
    return spans


# Strips


def strip_lines(strip: Strip, look: Look, indent: int) -> list[Line]:
    """A storage as rows of marks, one a view, or as one row of its values."""
    label = [Span(" " * indent), Span(f"s{strip.storage} ", "storage")]
    room = look.width - _length(label)
    values = _values_line(strip, look) if look.values and strip.values is not None and not strip.labelled else None
    if values is not None and _length(values) <= room:
        return [[*label, *values]]
    if strip.only_values or not strip.cells:
        return []
    names = max(len(row.name) for row in strip.rows) + 1 if strip.labelled else 0
    columns = min(room - names - (_PERCENT if strip.cells > room - names else 0), _MOST_COLUMNS)
    by_cell = strip.cells <= columns
    columns = max(min(strip.cells, columns), 1)
    writing = Writing(strip)
    lines: list[Line] = []
    for row in strip.rows:
        name = [Span(f"{row.name:<{names}}", "name")] if strip.labelled else []
        lead = label if not lines else [Span(" " * _length(label))]
        painted, note = _row_line(strip, row, columns, look, writing, by_cell)
        line = [*lead, *name, *painted]
        if note and _length(line) + len(note) + 2 > look.width:
            lines += [line, [Span(" " * (_length(label) + names)), Span(note, "muted")]]
        else:
            lines.append([*line, Span(f"  {note}", "muted")] if note else line)
    return lines + _strip_notes(strip, columns, by_cell, _length(label))


_PERCENT = 6  # columns for "  33 %"
_MOST_COLUMNS = 64  # a longer density strip tells no more


def _row_line(
    strip: Strip, row: Row, columns: int, look: Look, writing: Writing, by_cell: bool
) -> tuple[Line, str]:
    """The marks of a view and what is to be said beside them."""
    found = row_marks(strip, row, columns, writing)
    spans = [Span(*_drawn(mark, by_cell, look.ascii)) for mark in found.marks]
    notes = []
    if not by_cell:
        notes.append("? %" if found.cells is None else percent(found.cells, strip.cells))
    if found.each is not None and found.each > 1:
        notes.append(f"each cell ×{found.each}")
    elif any(mark.kind == SHARED for mark in found.marks):
        notes.append("a digit counts the elements in a cell")
    elif found.cells is not None and found.cells < row.numel:
        notes.append("elements share cells")
    return joined(spans), " · ".join(notes)


def percent(part: int, whole: int) -> str:
    """A part of the whole, never rounded to all or nothing.

    >>> percent(334, 1000), percent(1, 10**6), percent(999_999, 10**6), percent(5, 5)
    ('33 %', '<1 %', '>99 %', '100 %')
    """
    if 0 < part * 100 < whole:
        return "<1 %"
    if 99 * whole < part * 100 < 100 * whole:
        return ">99 %"
    return f"{round(part * 100 / whole)} %"


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


# Lines


class _Painter(Protocol):
    def __call__(self, scene: Scene, look: Look) -> list[Line]: ...


def _length(line: Line) -> int:
    return sum(len(span.text) for span in line)


def joined(spans: Line) -> Line:
    """Neighbouring spans of the same style made one."""
    result: Line = []
    for span in spans:
        if result and result[-1].style == span.style:
            result[-1] = Span(result[-1].text + span.text, span.style)
        else:
            result.append(span)
    return result


def wrapped_pieces(head: Line, pieces: list[Line], width: int, indent: int) -> list[Line]:
    """Pieces set one after the other; one that does not fit begins a new line, and is broken at blanks if it must be."""
    lines = [list(head)]
    for piece in pieces:
        if _length(lines[-1]) + _length(piece) <= width:
            lines[-1] += piece
            continue
        stripped = [Span(piece[0].text.lstrip(), piece[0].style), *piece[1:]]
        if _length(stripped) + indent <= width:
            lines.append([Span(" " * indent), *stripped])
        else:
            lines += wrapped(stripped, width, indent, indent)
    return lines


def wrapped(spans: Line, width: int, first_indent: int, indent: int) -> list[Line]:
    """Spans broken at blanks, so that no line is wider than `width`; a longer word is cut."""
    lines: list[Line] = [[Span(" " * first_indent)] if first_indent else []]
    used, begun = first_indent, False
    for text, style in spans:
        for word in _words(text):
            if used + len(word.rstrip()) > width and begun:
                lines.append([Span(" " * indent)])
                used, begun = indent, False
            word = word if begun or used == 0 or not lines[-1][-1].text.isspace() else word.lstrip()
            while used + len(word.rstrip()) > width:
                lines[-1].append(Span(word[: width - used], style))
                word = word[width - used :]
                lines.append([Span(" " * indent)])
                used = indent
            lines[-1].append(Span(word, style))
            used += len(word)
            begun = begun or bool(word.strip())
    return [joined(line) for line in lines]


def _words(text: str) -> list[str]:
    """The text in words, each with the blanks before it."""
    words: list[str] = []
    current = ""
    for character in text:
        if character == " " and current.strip():
            words.append(current)
            current = ""
        current += character
    return [*words, current] if current else words


_PAINTERS: dict[type[Scene], _Painter] = {PanelScene: _panel}  # type: ignore[dict-item]
