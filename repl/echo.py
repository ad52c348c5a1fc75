"""What is typed while a statement runs waits, unseen, for the next prompt; what a statement itself asks for is seen.

A terminal writes every key at once, wherever the output happens to be. So its echo is off but while something reads.
"""

from __future__ import annotations

import builtins
import io
import sys
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

from .streams import is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

try:
    import termios
except ImportError:  # a system whose terminals know no echo
    termios = None  # type: ignore[assignment]

_LOCAL_FLAGS = 3  # the place of these flags in what `tcgetattr` gives


class Echo:
    """The echo of the terminal at standard input, off inside `off_but_for_input`."""

    def __init__(self) -> None:
        self._is_off = False

    @contextmanager
    def off_but_for_input(self) -> Iterator[bool]:
        """Show no keys, except where `input` or `sys.stdin` reads; whether this terminal can do that."""
        if self._switch(False) is not True:  # no terminal, or one that somebody has set to show nothing
            yield False
            return
        self._is_off = True
        former_input, former_stdin = builtins.input, sys.stdin

        @wraps(former_input)
        def echoed(*arguments: Any) -> str:
            with self.on():
                return former_input(*arguments)

        builtins.input = echoed
        if type(sys.stdin) is io.TextIOWrapper:
            sys.stdin = EchoingInput(sys.stdin, self)
        try:
            yield True
        finally:
            builtins.input, sys.stdin = former_input, former_stdin
            self._is_off = False
            self._switch(True)

    @contextmanager
    def on(self) -> Iterator[None]:
        """Show what is typed as long as something reads."""
        switched = self._is_off and self._switch(True) is False
        try:
            yield
        finally:
            if switched:
                self._switch(False)

    def off_again(self) -> None:
        """A statement is about to run; the one before it, or a shell in whose background this was, set the terminal."""
        if self._is_off:
            self._switch(False)

    def _switch(self, wanted: bool) -> bool | None:
        """Switch the echo on or off; whether it was on, None where there is none."""
        if termios is None or not is_terminal(sys.__stdin__):
            return None
        try:
            settings = termios.tcgetattr(0)
            was_on = bool(settings[_LOCAL_FLAGS] & termios.ECHO)
            if was_on is not wanted:
                settings[_LOCAL_FLAGS] ^= termios.ECHO
                termios.tcsetattr(0, termios.TCSANOW, settings)
        except (OSError, termios.error):  # the terminal has gone
            return None
        return was_on


class EchoingInput(io.TextIOWrapper):
    """Standard input whose lines are seen while they are typed."""

    def __init__(self, stream: io.TextIOWrapper, echo: Echo) -> None:
        super().__init__(stream.buffer, encoding=stream.encoding, errors=stream.errors)
        self._echo = echo

    def read(self, size: int | None = -1, /) -> str:
        with self._echo.on():
            return super().read(size)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        with self._echo.on():
            return super().readline(size)

    def __next__(self) -> str:  # type: ignore[override]
        with self._echo.on():
            return super().__next__()

    def close(self) -> None:
        """A program that closes its input may not end the session."""
