"""Programs: the code of `-c`, a file, or standard input, run to their end or to the first error."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tensorplay.studio.interrupts import Interrupts
from tensorplay.studio.session import Session
from tensorplay.studio.tracebacks import remember_source

from .main_module import enter_main_module
from .streams import abandon_output, nobody_reads

if TYPE_CHECKING:
    from .arguments import Arguments
    from .printer import Printer

# What a shell reports for a program that SIGINT or SIGPIPE ended.
INTERRUPTED, UNREAD = 130, 141


def run_program(arguments: Arguments, printer: Printer) -> int:
    """Run what the arguments name and return the exit code; SystemExit of the program passes through."""
    file = None
    source: str | bytes
    if arguments.action == "code":
        source, filename = arguments.text, "<string>"
    elif arguments.action == "file":
        file = filename = arguments.text
        try:
            source = Path(file).read_bytes()
        except OSError as error:
            sys.stderr.write(f"tensorplay: can't open file {file!r}: [Errno {error.errno}] {error.strerror}\n")
            return 2
    else:
        source, filename = b"" if sys.stdin is None else sys.stdin.buffer.read(), "<stdin>"
    namespace = enter_main_module(arguments.rest, file)
    if file is None:
        remember_source(filename, source if isinstance(source, str) else source.decode("utf-8", "replace"))
    interrupts = Interrupts()
    session = Session(namespace, watching=not printer.quiet, undoing=b"%undo" in _bytes(source), interrupts=interrupts)
    try:
        with interrupts.answered():
            failed = _run(session, source, filename, printer, is_file=file is not None)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        if not nobody_reads(sys.__stdout__):
            raise
        abandon_output()
        return UNREAD
    return failed


def _bytes(source: str | bytes) -> bytes:
    return source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")


def _run(session: Session, source: str | bytes, filename: str, printer: Printer, *, is_file: bool) -> int:
    """0, or 1 after an error. A pipe that nobody reads any more is raised as BrokenPipeError."""
    for outcome in session.run(source, filename, documented=is_file):
        printer.show(outcome)
        error = outcome.error
        if error is None:
            continue
        if isinstance(error, BrokenPipeError) and nobody_reads(sys.__stdout__):
            raise error
        if sys.excepthook is not sys.__excepthook__:
            sys.excepthook(type(error), error, error.__traceback__)
        else:
            printer.show_error(outcome)
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1
    return 0
