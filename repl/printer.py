"""Outcomes on the screen or in a pipe: the value, the facts, the error, each as this output can show it."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

from tensorplay.picture.ascii import needs_ascii
from tensorplay.studio.tracebacks import add_own_folder, format_error

from .streams import columns, shows_colours, write_lines
from .theme import coloured

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tensorplay.picture.scene import Scene
    from tensorplay.picture.text import Line
    from tensorplay.studio.session import Outcome

add_own_folder(__file__)


class Printer:
    """Writes to one stream, errors to standard error.

    `plain` speaks in sentences, `quiet` leaves the program's own output alone. With `typed` an error that arose
    directly in what was typed just now is told in its last line.
    """

    def __init__(self, stream: TextIO, *, plain: bool = False, quiet: bool = False, typed: bool = False) -> None:
        self.stream = stream
        self.plain = plain
        self.quiet = quiet
        self.typed = typed
        self.ascii = needs_ascii(stream.encoding)
        self.colours = not plain and shows_colours(stream)

    def show(self, outcome: Outcome) -> None:
        """The value of an expression as Python prints it, then the facts, or a command's answer."""
        if outcome.reply is not None:
            self.write(self.painted(outcome.reply.scene) if outcome.reply.scene is not None else outcome.reply.lines)
        if self.quiet:
            return
        if outcome.echo is not None:
            write_lines(self.stream, outcome.echo.split("\n"))
        if outcome.changes:
            from tensorplay.picture.scene import panel

            self.write(self.painted(panel(outcome.changes)))
        if outcome.fault is not None:
            lines = format_error(outcome.fault)
            write_lines(self.stream, ["what this changed cannot be shown, a fault of tensorplay's:", *lines])

    def show_error(self, outcome: Outcome) -> None:
        """The traceback, without frames of ours, on standard error."""
        error = outcome.error
        if error is None:
            return
        self.stream.flush()
        if not getattr(self.stream, "at_line_start", True):
            write_lines(self.stream, [""])
        lines = format_error(error, short_for=outcome.filename if self.typed and "\n" not in outcome.source else None)
        if self.typed:
            lines = [piece for line in lines for piece in self._folded(line)]
        write_lines(sys.stderr, lines)
        sys.stderr.flush()

    def _folded(self, line: str) -> list[str]:
        """A long line of prose broken between words, as the terminal would between any two characters."""
        if line.startswith(" "):
            return [line]
        return textwrap.wrap(line, columns(self.stream) - 1, break_long_words=False, break_on_hyphens=False) or [""]

    def painted(self, scene: Scene) -> list[Line]:
        """The lines of a scene, drawn or in sentences."""
        width = columns(self.stream)
        from tensorplay.picture.text import paint

        return paint(scene, width=width, ascii=self.ascii)

    def write(self, lines: Iterable[Line]) -> None:
        """Write styled lines."""
        if self.colours:
            write_lines(self.stream, [coloured(line) for line in lines])
        else:
            write_lines(self.stream, ["".join([text for text, _ in line]).rstrip() for line in lines])
