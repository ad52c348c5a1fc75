"""Scenes as lines of styled text for a terminal.

A line is a list of spans; what a style looks like is the terminal's business, and nothing is said by style alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .lines import STYLES, Line, Look, Span, length, plain, text_width, wrapped, wrapped_pieces
from .scene import AliasScene, EntryScene, FactsScene, LookScene, PanelScene, PreviewScene, WhyScene
from .strip_lines import strip_lines
from .words import arrangement, one_line, preview_words, size_text, tuple_text, verdict_words, way_words

if TYPE_CHECKING:
    from .base import Scene

__all__ = ["STYLES", "Line", "Span", "paint", "plain"]


#: A narrower terminal gets pictures of this width.
NARROWEST = 24


def paint(scene: Scene, *, width: int = 80, ascii: bool = False, values: bool = True) -> list[Line]:
    """The lines of a scene, none of which reaches the last of `width` columns, since some terminals wrap there.

    With `ascii` nothing outside ASCII is used; without `values` the strip shows no values.
    """
    look = Look(max(width, NARROWEST) - 1, ascii, values)
    lines: list[Line] = _PAINTERS[type(scene)](scene, look)
    return lines


# Panels


def _panel(scene: PanelScene, look: Look) -> list[Line]:
    lines: list[Line] = []
    for entry in scene.entries:
        lines += _entry(entry, look)
    for hazard in scene.hazards:
        lines += wrapped(look.shown([Span("beware: ", "warning"), Span(hazard)]), look.width, 2, 10)
    if scene.rest:
        lines.append([Span(f"  {scene.rest}", "muted")])
    return lines


def _entry(entry: EntryScene, look: Look) -> list[Line]:
    head = look.shown([Span("  "), Span(entry.name, "name"), Span("  ")])
    indent = min(text_width(entry.name), 8) + 4
    verdict = [look.shown(piece) for piece in verdict_pieces(entry)]
    facts = [] if entry.facts is None else [look.shown(piece) for piece in facts_pieces(entry.facts)]
    lines: list[Line] = []
    # A tenth of the line stays free, so that a verdict stands alone unless there is room to spare.
    together = [*facts, look.shown([Span(" · ", "muted")]), *verdict]
    if facts and verdict and length(head) + sum(map(length, together)) <= (look.width + 1) * 9 // 10:
        lines = [[*head, *(span for piece in together for span in piece)]]
    elif facts:
        lines = wrapped_pieces(head, facts, look.width, indent)
        if verdict:
            lines += wrapped_pieces([Span(" " * indent)], verdict, look.width, indent)
    else:
        lines = wrapped_pieces(head, verdict, look.width, indent)
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


def verdict_pieces(entry: EntryScene) -> list[Line]:
    """The verdict's phrases, with dots between, each better not broken."""
    phrases = verdict_words(entry.verdict, entry.facts)
    pieces: list[Line] = []
    for place, phrase in enumerate(phrases):
        piece = [Span(phrase if not place else f" {phrase}", "verdict")]
        pieces.append(piece if place == len(phrases) - 1 else [*piece, Span(" ·", "muted")])
    return pieces


# Other scenes


def _look(scene: LookScene, look: Look) -> list[Line]:
    head = look.shown([Span("  "), Span(scene.name, "name"), Span("  ")] if scene.name else [Span("  ")])
    indent = min(text_width(scene.name), 8) + 4 if scene.name else 2
    pieces = [look.shown(piece) for piece in facts_pieces(scene.facts)]
    lines = wrapped_pieces(head, pieces, look.width, indent)
    return lines if scene.strip is None else lines + strip_lines(scene.strip, look, indent)


def _aliases(scene: AliasScene, look: Look) -> list[Line]:
    return [line for strip in scene.strips for line in strip_lines(strip, look, 2)]


def _preview(scene: PreviewScene, look: Look) -> list[Line]:
    spans: Line = []
    for phrase in preview_words(scene):
        if spans:
            spans.append(Span(" · ", "muted"))
        spans.append(Span(phrase, "error" if scene.error and not scene.dims else "fact"))
    return wrapped(look.shown(spans), look.width, 4, 4) if spans else []


def _why(scene: WhyScene, look: Look) -> list[Line]:
    lines: list[Line] = []
    if scene.error:
        lines += wrapped(
            look.shown([Span(f"{scene.error}: ", "error"), Span(one_line(scene.sentence))]), look.width, 0, 0
        )
    else:
        name = [Span("  "), Span(scene.expression, "code"), Span("  ")]
        for sentence in scene.reasons or [_nothing_wrong(scene)]:
            lines += wrapped(look.shown([*name, Span(sentence, "fact")]), look.width, 0, 4)
    return lines + ways_out(scene, look)


def _nothing_wrong(scene: WhyScene) -> str:
    """What is the case where nothing stands in the way."""
    verdicts = [" · ".join(verdict_words(entry.verdict, entry.facts)) for entry in scene.entries[:1]]
    told = next((words for words in verdicts if words), "")
    arranged = "" if scene.facts is None else arrangement(scene.facts)
    return " · ".join([words for words in (arranged, told) if words]) or "nothing stands in the way"


def ways_out(scene: WhyScene, look: Look) -> list[Line]:
    """The ways out, one below the other, each with its cost."""
    lines: list[Line] = []
    indent = 12 if look.width > 50 else 4
    column = max([len(way.expression) for way in scene.ways_out], default=0) + 2
    for way in scene.ways_out:
        first = "  ways out  " if indent == 12 else "  ways out"
        head: Line = [Span(" " * indent if lines else first, "muted")]
        expression = look.shown([Span(way.expression, "code")])
        words = look.shown([Span(way_words(way), "verdict")])
        if indent + column + length(words) <= look.width and indent == 12:
            gap = Span(" " * (column - length(expression)))
            lines.append([*head, *expression, gap, *words])
            continue
        if indent != 12:
            lines += [] if lines else [head]
            head = [Span(" " * indent)]
        lines += wrapped([*head, *expression], look.width, 0, indent + 2)
        lines += wrapped(words, look.width, indent + 2, indent + 2)
    return lines


_PAINTERS: dict[type[Scene], Any] = {
    PanelScene: _panel,
    LookScene: _look,
    AliasScene: _aliases,
    PreviewScene: _preview,
    WhyScene: _why,
}
