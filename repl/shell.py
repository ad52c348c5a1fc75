"""The interactive shell: read, run, show, until the person leaves."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Protocol

from tensorplay import __version__
from tensorplay.picture.lines import Span
from tensorplay.studio.interrupts import Interrupts
from tensorplay.studio.session import Session
from tensorplay.studio.tracebacks import format_error, remember_source

from .echo import Echo
from .lines import LineReader
from .main_module import enter_main_module
from .streams import write_lines

if TYPE_CHECKING:
    from .printer import Printer

PROMPT, CONTINUATION = ">>> ", "... "
LEAVING = ("exit", "quit")


class Reader(Protocol):
    """Where commands come from."""

    def read(self) -> str:
        """The next command, perhaps of several lines. EOFError at the end, KeyboardInterrupt to begin anew."""


class Shell:
    """A session, a reader and a printer."""

    def __init__(
        self, session: Session, reader: Reader, printer: Printer, interrupts: Interrupts, echo: Echo | None = None
    ) -> None:
        self.session = session
        self.reader = reader
        self.printer = printer
        self.interrupts = interrupts
        self.echo = Echo() if echo is None else echo
        self._inputs = 0

    def run(self) -> int:
        """Read and run until the end of the input; SystemExit passes through."""
        while True:
            try:
                source = self.reader.read()
            except KeyboardInterrupt:
                continue
            except EOFError:
                return 0
            except Exception as fault:  # what a person did to modules may break the editing
                if isinstance(self.reader, LineReader):
                    raise
                lines = ["the prompt cannot go on, plain lines from here:", *format_error(fault)]
                write_lines(self.printer.stream, lines)
                self.reader = LineReader()
                continue
            if not source.strip():
                continue
            if source.strip() in LEAVING and source.strip() not in self.session.namespace:
                return 0
            self.echo.off_again()
            try:
                with self.interrupts.answered():
                    try:
                        self._run(source)
                    finally:  # what is printed may be a person's code, too
                        self.session.builtins.leave()
            except KeyboardInterrupt:  # while something was printed
                write_lines(self.printer.stream, ["KeyboardInterrupt"])
            except Exception as fault:  # noqa: BLE001 no fault of ours may end a session
                write_lines(self.printer.stream, ["a fault of tensorplay's:", *format_error(fault)])

    def _run(self, source: str) -> None:
        self._inputs += 1
        filename = f"<input {self._inputs}>"
        remember_source(filename, source)
        for outcome in self.session.run(source, filename):
            self.printer.show(outcome)
            if outcome.error is not None:
                self._remember_error(outcome.error)
                self.printer.show_error(outcome)
        if not getattr(self.printer.stream, "at_line_start", True):
            write_lines(self.printer.stream, [])
        self.printer.stream.flush()

    def _remember_error(self, error: BaseException) -> None:
        """For `pdb.pm()`, as Python's own prompt does."""
        sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__


def run_shell(printer: Printer) -> int:
    """Start the shell at a terminal."""
    echo = Echo()
    with echo.off_but_for_input() as quiet:
        printer.typed, printer.keys_are_shown = True, not quiet
        interrupts = Interrupts()
        session = Session(enter_main_module([""]), watching=not printer.quiet, interrupts=interrupts)
        sys.ps1, sys.ps2 = PROMPT, CONTINUATION  # libraries ask whether there is a prompt
        separator = ", " if printer.plain else " - " if printer.ascii else " · "
        printer.write([[Span(line, "muted")] for line in banner(separator)])
        printer.stream.flush()
        return Shell(session, _reader(session, printer), printer, interrupts, echo).run()


def banner(separator: str) -> list[str]:
    """Two lines at the beginning."""
    told = (f"tensorplay {__version__}", "Python with all operations by name, tp and np")
    keys = ("Tab completes", "NAME? explains", "%why EXPR", "%undo", "%help", "Ctrl-D leaves")
    return [separator.join(told), separator.join(keys)]


def _reader(session: Session, printer: Printer) -> Reader:
    """A prompt with editing where the terminal can move its cursor, else plain lines."""
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return LineReader()
    from .prompt import PromptReader

    return PromptReader(session.namespace, preview=not printer.quiet, plain=printer.plain, ascii=printer.ascii)
