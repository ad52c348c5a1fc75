"""Scenes as HTML tables with inline styles: no script, no style sheet and no colour, so that they show everywhere.

A notebook that is not trusted, a page on GitHub and a printed page all keep tables. Text and lines take the colour of
the page around them, light or dark, and each mark is a character of its own.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .lines import Line, Look, plain
from .scene import AliasScene, EntryScene, FactsScene, LookScene, PanelScene, PreviewScene, WhyScene
from .strip_lines import note_lines, row_of_values, rows_of_marks
from .words import arrangement, byte_count, preview_words, size_text, tuple_text, verdict_words, way_words

if TYPE_CHECKING:
    from .base import Scene
    from .strip_scene import Strip

_TABLE = "border-collapse:collapse;text-align:left;font-size:inherit;margin:0.3em 0"
_CELL = "padding:0.1em 0.8em 0.1em 0;text-align:left;vertical-align:top;border:none;background:none"
_MARKS = f"{_CELL};font-family:monospace;white-space:pre"
_LOOK = Look(72, ascii=False, values=True)


def to_html(scene: Scene) -> str:
    """The table of a scene.

    >>> from tensorplay.picture.scene import WayScene, WhyScene
    >>> "<td" in to_html(WhyScene("x", "", "", (), (WayScene("x.clone()", "copies", 24, (), ""),), (), None))
    True
    """
    rows: list[str] = _WRITERS[type(scene)](scene)
    return f'<table style="{_TABLE}">{"".join(rows)}</table>'


def _row(*cells: str, heading: str = "") -> str:
    head = f'<th scope="row" style="{_CELL}">{escape(heading)}</th>'
    return f'<tr style="background:none">{head}{"".join(cells)}</tr>'


def _cell(text: str, style: str = _CELL, columns: int = 1) -> str:
    span = f' colspan="{columns}"' if columns > 1 else ""
    return f'<td{span} style="{style}">{escape(text)}</td>'


def _whole(text: str) -> str:
    """A cell across the table."""
    return _cell(text, columns=3)


def _panel(scene: PanelScene) -> list[str]:
    rows = [row for entry in scene.entries for row in _entry(entry)]
    rows += [_row(_whole(hazard), heading="beware") for hazard in scene.hazards]
    if scene.rest:
        rows.append(_row(_whole(scene.rest)))
    return rows


def _entry(entry: EntryScene) -> list[str]:
    verdict = " · ".join(verdict_words(entry.verdict, entry.facts))
    first = [words for words in ("" if entry.facts is None else facts_words(entry.facts), verdict) if words]
    rows = [_row(_whole(words), heading=entry.name if place == 0 else "") for place, words in enumerate(first)]
    return rows + ([] if entry.strip is None else _strip(entry.strip))


def facts_words(facts: FactsScene) -> str:
    """The facts in one line of text."""
    kind = [name for name in (facts.library, facts.device) if name not in ("tensorplay", "cpu")]
    words = [*kind, facts.dtype, size_text(facts.size)]
    unit = " bytes" if facts.stride_in_bytes else ""
    if facts.size:
        words.append(f"stride {tuple_text(facts.stride)}{unit}")
    if facts.offset:
        words.append(f"offset {facts.offset}{unit}")
    return " ".join([word for word in [*words, arrangement(facts), *facts.flags] if word])


def _strip(strip: Strip) -> list[str]:
    """The storage: a row a view, or its values."""
    label = f"s{strip.storage}"
    values = row_of_values(strip, _LOOK, 200)
    if values is not None:
        return [_row(_cell(_text(values), _MARKS, 3), heading=label)]
    if strip.only_values or not strip.cells:
        return []
    rows, columns = rows_of_marks(strip, _LOOK, _LOOK.width)
    cells = [
        _row(
            _cell(row.name if strip.labelled else ""),
            _cell(_text(marks), _MARKS),
            _cell(note),
            heading=label if not place else "",
        )
        for place, (row, marks, note) in enumerate(rows)
    ]
    return cells + [_row(_whole(note)) for note in note_lines(strip, columns)]


def _text(line: Line) -> str:
    return plain([line])


def _look(scene: LookScene) -> list[str]:
    facts = scene.facts
    unit = " bytes" if facts.stride_in_bytes else ""
    parts = {
        "dtype": " ".join(
            [name for name in (facts.library, facts.dtype, facts.device) if name not in ("tensorplay", "cpu")]
        ),
        "size": size_text(facts.size),
        "stride": f"{tuple_text(facts.stride)}{unit}" if facts.size else "",
        "offset": f"{facts.offset}{unit}" if facts.offset else "",
        "layout": " · ".join([word for word in (arrangement(facts), *facts.flags) if word]),
        "bytes": byte_count(facts.nbytes),
    }
    rows = [_row(_whole(text), heading=name) for name, text in parts.items() if text]
    if scene.name:
        rows.insert(0, _row(heading=scene.name))
    return rows if scene.strip is None else rows + _strip(scene.strip)


def _aliases(scene: AliasScene) -> list[str]:
    return [row for strip in scene.strips for row in _strip(strip)]


def _preview(scene: PreviewScene) -> list[str]:
    return [_row(_whole(" · ".join(preview_words(scene))))]


def _why(scene: WhyScene) -> list[str]:
    rows = [_row(_whole(scene.sentence), heading=scene.error)] if scene.error else []
    rows += [_row(_whole(reason), heading=scene.expression) for reason in scene.reasons if not scene.error]
    for place, way in enumerate(scene.ways_out):
        cells = (_cell(way.expression, f"{_CELL};font-family:monospace"), _cell(way_words(way), columns=2))
        rows.append(_row(*cells, heading="" if place else "ways out"))
    return rows or [_row(_whole("nothing stands in the way"), heading=scene.expression)]


_WRITERS: dict[type[Scene], Any] = {
    PanelScene: _panel,
    LookScene: _look,
    AliasScene: _aliases,
    PreviewScene: _preview,
    WhyScene: _why,
}
