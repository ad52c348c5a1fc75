"""Lines of styled text: spans, their length, and how they are broken to a width."""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import combining, east_asian_width

from .ascii import in_ascii

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

    def shown(self, spans: Line) -> Line:
        """Spans in the characters that can be shown; to be asked before anything is measured."""
        return [Span(in_ascii(text), style) for text, style in spans] if self.ascii else spans


def text_width(text: str) -> int:
    """The columns that a text takes: East Asian characters may take two, combining ones none.

    >>> text_width("abc"), text_width("テ"), text_width("é"), text_width("e\u0301")
    (3, 2, 1, 1)
    """
    if text.isascii():
        return len(text)
    return sum([0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text])


def padded(text: str, width: int) -> str:
    """A text filled up with blanks to a number of columns."""
    return text + " " * (width - text_width(text))


def plain(lines: list[Line]) -> str:
    r"""The text of lines, without styles.

    >>> plain([[Span("x", "name"), Span("  float32")], [Span("  y")]])
    'x  float32\n  y'
    """
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def length(line: Line) -> int:
    """The columns that a line takes."""
    return sum(text_width(span.text) for span in line)


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
    """Pieces set one after the other; one that does not fit begins a new line, and is broken only if it must be."""
    lines = [list(head)]
    for piece in pieces:
        if length(lines[-1]) + length(piece) <= width:
            lines[-1] += piece
            continue
        stripped = [Span(piece[0].text.lstrip(), piece[0].style), *piece[1:]]
        if length(stripped) + indent <= width:
            lines.append([Span(" " * indent), *stripped])
        else:
            lines += wrapped(stripped, width, indent, indent)
    return lines


def wrapped(spans: Line, width: int, first_indent: int, indent: int) -> list[Line]:
    """Spans broken at blanks, so that no line is wider than `width`; a longer word is cut."""
    lines: list[Line] = [[Span(" " * first_indent)] if first_indent else []]
    used, fresh, broken = first_indent, True, False

    def begin_line() -> None:
        nonlocal used, fresh, broken
        lines.append([Span(" " * indent)] if indent else [])
        used, fresh, broken = indent, True, True

    for text, style in spans:
        for word in _words(text):
            if not fresh and used + text_width(word.rstrip()) > width:
                begin_line()
            if fresh and broken:
                word = word.lstrip()
            while used + text_width(word.rstrip()) > width:
                fitting = _fitting(word, width - used)
                lines[-1].append(Span(word[:fitting], style))
                word = word[fitting:]
                begin_line()
            lines[-1].append(Span(word, style))
            used += text_width(word)
            fresh = fresh and not word.strip()
    return [joined(line) for line in lines]


def _fitting(word: str, room: int) -> int:
    """How many characters of a word fit; at least one, so that there is an end."""
    count = len(word)
    while count > 1 and text_width(word[:count]) > room:
        count -= 1
    return count


def _words(text: str) -> list[str]:
    """The text in words, each with the blanks before it; what stands in brackets is one word."""
    words: list[str] = []
    current = ""
    depth = 0
    for character in text:
        if character == " " and current.strip() and depth <= 0:
            words.append(current)
            current = ""
        depth += (character in "([") - (character in ")]")
        current += character
    return [*words, current] if current else words
