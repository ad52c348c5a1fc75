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
    interrupts = Interrupts()
    try:
        with interrupts.answered():
            try:
                source = _source(arguments)
            except OSError as error:
                reason = f"[Errno {error.errno}] {error.strerror}"
                sys.stderr.write(f"tensorplay: can't open file {arguments.text!r}: {reason}\n")
                return 2
            try:
                code = _run(source, arguments, printer, interrupts)
            finally:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        if not nobody_reads(sys.__stdout__):
            raise
        abandon_output()
        return UNREAD
    return code


def _source(arguments: Arguments) -> str | bytes:
    """The program; OSError where its file cannot be read."""
    if arguments.action == "code":
        return arguments.text
    if arguments.action == "file":
        return Path(arguments.text).read_bytes()
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def _run(source: str | bytes, arguments: Arguments, printer: Printer, interrupts: Interrupts) -> int:
    """0, or 1 after an error. A pipe that nobody reads any more is raised as BrokenPipeError."""
    file = str(Path(arguments.text).absolute()) if arguments.action == "file" else None
    filename = file or ("<string>" if arguments.action == "code" else "<stdin>")
    namespace = enter_main_module(arguments.rest, file)
    text = source if isinstance(source, str) else source.decode("utf-8", "replace")
    if file is None:
        remember_source(filename, text)
    session = Session(namespace, watching=not printer.quiet, undoing="%undo" in text, interrupts=interrupts)
    for outcome in session.run(source, filename, documented=file is not None):
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
