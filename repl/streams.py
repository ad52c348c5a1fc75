"""Standard output as the shell needs it: it is known whether a line is begun, and whether anybody reads it."""

from __future__ import annotations

import io
import os
import select
import sys
from typing import TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Width of lines where there is no terminal.
COLUMNS = 80
#: Narrower than this, lines are left to the terminal to break.
FEWEST_COLUMNS = 20


class LineAwareOutput(io.TextIOWrapper):
    """A text stream that remembers whether what was written last ended its line."""

    at_line_start = True

    def write(self, text: str, /) -> int:
        if text:
            self.at_line_start = text.endswith("\n")
        return super().write(text)

    def close(self) -> None:
        """A program that closes its output may not silence the shell: what is written so far is sent."""
        if not self.buffer.closed:
            self.flush()


def line_aware(stream: TextIO) -> TextIO:
    """The stream again, as one that remembers whether its line is ended; itself where it has no bytes below it."""
    if type(stream) is not io.TextIOWrapper:
        return stream
    stream.flush()
    return LineAwareOutput(
        stream.buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def write_lines(stream: TextIO, lines: Iterable[str]) -> None:
    """Write whole lines, after ending a line that a program has begun. What cannot be encoded is written as escapes."""
    text = "".join([f"{line}\n" for line in lines])
    if not getattr(stream, "at_line_start", True):
        text = "\n" + text
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at the other end."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def shows_colours(stream: TextIO) -> bool:
    """Whether to write escape sequences for colours: to a terminal that knows some, unless NO_COLOR is set."""
    return is_terminal(stream) and os.environ.get("TERM", "") not in ("", "dumb") and not os.environ.get("NO_COLOR")


def columns(stream: TextIO) -> int:
    """How wide a line may be: the terminal's width at this moment, or 80."""
    try:
        return max(os.get_terminal_size(stream.fileno()).columns or COLUMNS, FEWEST_COLUMNS)
    except (AttributeError, OSError, ValueError):
        return COLUMNS


def nobody_reads(stream: TextIO | None) -> bool:
    """Whether the reader at the other end of a pipe has gone."""
    try:
        number = cast("TextIO", stream).fileno()
    except (AttributeError, OSError, ValueError):
        return False
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(number, 0)
    return any(events & (select.POLLERR | select.POLLNVAL) for _, events in poll.poll(0))


def abandon_output() -> None:
    """Let Python end without complaining that standard output cannot be flushed."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, sys.__stdout__.fileno() if sys.__stdout__ is not None else 1)
    os.close(silent)
