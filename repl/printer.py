"""Outcomes on the screen or in a pipe: the value, the facts, the error, each as this output can show it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from tensorplay.picture.ascii import in_ascii, needs_ascii
from tensorplay.picture.lines import Span
from tensorplay.studio.tracebacks import add_own_folder, format_error, is_direct

from .streams import columns, shows_colours, write_lines
from .theme import coloured

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tensorplay.picture.lines import Line
    from tensorplay.picture.scene import Scene
    from tensorplay.studio.session import Outcome

add_own_folder(__file__)

#: Sentences about what a statement did to Python itself.
MOST_NOTICES = 3


class Printer:
    """Writes to one stream, errors to standard error.

    `plain` speaks in sentences, `quiet` shows no facts. `typed` tells that a person types: values are shown though
    it be quiet, and an error that arose directly in what was typed just now is told in its last line. `keys_are_shown`
    tells that the terminal shows keys, ^C too, while a statement runs.
    """

    def __init__(self, stream: TextIO, *, plain: bool = False, quiet: bool = False, typed: bool = False) -> None:
        self.stream = stream
        self.plain = plain
        self.quiet = quiet
        self.typed = typed
        self.keys_are_shown = True
        self.ascii = needs_ascii(stream.encoding)
        self.colours = not plain and shows_colours(stream)

    def show(self, outcome: Outcome) -> None:
        """The value of an expression as Python prints it, then the facts, or a command's answer."""
        if outcome.reply is not None:
            for part in outcome.reply.parts:
                self.write([part] if isinstance(part, list) else self.painted(part))
        if outcome.echo is not None and (self.typed or not self.quiet):
            write_lines(self.stream, outcome.echo.split("\n"))
        for notice in outcome.notices[:MOST_NOTICES]:
            self.write([[Span("  "), Span(f"{notice}: put back, tensorplay needs it too", "warning")]])
        if more := len(outcome.notices[MOST_NOTICES:]):
            self.write([[Span("  "), Span(f"and {more} more", "warning")]])
        if self.quiet:
            return
        if outcome.changes:
            from tensorplay.picture.scene import panel

            self.write(self.painted(panel(outcome.changes)))
        if outcome.fault is not None:
            lines = format_error(outcome.fault)
            write_lines(self.stream, ["what this changed cannot be shown, a fault of tensorplay's:", *lines])

    def show_error(self, outcome: Outcome) -> None:
        """The error on standard error: a traceback without frames of ours, and every way out of a refusal."""
        error = outcome.error
        if error is None:
            return
        # The terminal has shown ^C in the line.
        interrupted = isinstance(error, KeyboardInterrupt) and self.typed and self.keys_are_shown
        if interrupted or not getattr(self.stream, "at_line_start", True):
            write_lines(self.stream, [""] if interrupted else [])
        self.stream.flush()
        short = self.typed and "\n" not in outcome.source and is_direct(error, outcome.filename)
        sentence, ways_out = self._explained(outcome)
        if short and ways_out:
            lines = sentence + ways_out
        else:
            folded = [piece for line in format_error(error, short=short) for piece in self._folded(line, short)]
            lines = [_styled(self._spoken(line), type(error).__name__) for line in folded] + ways_out
        # A person may have put anything in its place.
        usable = hasattr(sys.stderr, "write") and not getattr(sys.stderr, "closed", False)
        errors = sys.stderr if usable else self.stream
        write_lines(errors, self._texts(lines))
        errors.flush()

    def _explained(self, outcome: Outcome) -> tuple[list[Line], list[Line]]:
        """What a refusal says, and the ways out; empty where nothing more is known than the error itself says."""
        if outcome.why is None or not outcome.why.ways_out:
            return [], []
        from dataclasses import replace

        from tensorplay.picture.scene import why_scene

        scene = why_scene(outcome.why)
        sentence = self.painted(replace(scene, ways_out=()))
        return sentence, self.painted(scene)[len(sentence) :]

    def _spoken(self, line: str) -> str:
        """What an error says, its signs as words where sentences are wanted; quoted code stays as it is."""
        if not self.plain or line.startswith(" "):
            return line
        from tensorplay.picture.sentences import spoken

        return spoken(line)

    def _folded(self, line: str, short: bool) -> list[str]:
        """A long line of prose broken between words, where the terminal would break between any two characters."""
        if not short or line.startswith(" "):
            return [line]
        from textwrap import wrap

        return wrap(line, columns(self.stream) - 1, break_long_words=False, break_on_hyphens=False) or [""]

    def painted(self, scene: Scene) -> list[Line]:
        """The lines of a scene, drawn or in sentences."""
        if self.plain:
            from tensorplay.picture.sentences import say

            return [[Span(sentence)] for sentence in say(scene)]
        from tensorplay.picture.text import paint

        return paint(scene, width=columns(self.stream), ascii=self.ascii)

    def write(self, lines: Iterable[Line]) -> None:
        """Write styled lines."""
        write_lines(self.stream, self._texts(lines))

    def _texts(self, lines: Iterable[Line]) -> list[str]:
        """Styled lines as this output can show them."""
        if self.colours:
            return [coloured(line) for line in lines]
        texts = ["".join([text for text, _ in line]).rstrip() for line in lines]
        return [in_ascii(text) for text in texts] if self.ascii else texts


def _styled(line: str, name: str) -> Line:
    """A line of a traceback; in the one that tells the error its name is marked."""
    head, colon, rest = line.partition(":")
    if head.rpartition(".")[2] == name:
        return [Span(head + colon, "error"), Span(rest)]
    return [Span(line)]
