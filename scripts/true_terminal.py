"""A program in a true terminal: a pseudo-terminal whose screen is kept by pyte, keystrokes in, text and colours out.

Used by the tests that sit down at the shell as a person would, and by the script that draws the picture of the README.
"""

from __future__ import annotations

import itertools
import os
import time
from typing import TYPE_CHECKING, Self

import pexpect
import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

CTRL_C = "\x03"
CTRL_D = "\x04"
ENTER = "\r"


class Screen(pyte.HistoryScreen):
    """pyte's screen with two additions: it answers the program's question where the cursor is, and knows faint text.

    A cell has no mark for faint; its mark for blinking, which nothing here uses, stands for it.
    """

    def __init__(self, columns: int, rows: int, answer: Callable[[str], object]) -> None:
        super().__init__(columns, rows, history=10_000)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data)

    def select_graphic_rendition(self, *attributes: int, private: bool = False) -> None:
        if private:  # settings of the keyboard, not of the text
            return
        translated: list[int] = []
        waiting = iter(attributes)
        for attribute in waiting:
            translated += {2: [5], 22: [22, 25]}.get(attribute, [attribute])
            if attribute in {38, 48}:  # a colour follows: 5 and its number, or 2 and its three parts
                kind = next(waiting, 0)
                translated += [kind, *itertools.islice(waiting, 3 if kind == 2 else 1)]
        super().select_graphic_rendition(*translated)


class TrueTerminal:
    """Run `command` in a terminal of the given size and keep what it shows, the scrolled part included.

    `patience` is the longest wait, in seconds, for anything to appear. Variables of `environment` that are None are
    removed from the environment of the program.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str | None] | None = None,
        patience: float = 30.0,
    ) -> None:
        wanted = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
        self._process = pexpect.spawn(
            command[0],
            list(command[1:]),
            dimensions=(rows, columns),
            encoding="utf-8",
            env={name: value for name, value in wanted.items() if value is not None},
            timeout=patience,
        )
        self.patience = patience
        self.screen = Screen(columns, rows, self.press)
        self._stream = pyte.Stream(self.screen)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.close(force=True)

    def press(self, keys: str) -> None:
        """Send keystrokes as they are."""
        self._process.send(keys)

    def enter(self, line: str) -> None:
        """Type a line and press Enter."""
        self.press(line + ENTER)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window; the program is told."""
        self._process.setwinsize(rows, columns)
        self.screen.resize(rows, columns)

    def text(self) -> str:
        """All that was shown, scrolled lines first, without trailing blanks."""
        columns = range(self.screen.columns)
        scrolled = ["".join(line[column].data for column in columns) for line in self.screen.history.top]
        return "\n".join(line.rstrip() for line in [*scrolled, *self.screen.display]).rstrip()

    def wait_for(self, wanted: str | Callable[[str], bool], *, times: int = 1) -> str:
        """Wait until the text holds `wanted` (so many `times`), or fulfils it, and return the text.

        TimeoutError, when patience or the program ends before that, shows what is there instead.
        """
        fulfilled = wanted if callable(wanted) else lambda text: text.count(wanted) >= times
        deadline = time.monotonic() + self.patience
        while not fulfilled(text := self.text()):
            if self._read(0.05) is None and not fulfilled(text := self.text()):
                raise TimeoutError(f"the program ended and {wanted!r} is not on the screen:\n{text}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.patience:g} s passed and {wanted!r} is not on the screen:\n{text}")
        return text

    def settle(self, quiet: float = 0.4) -> str:
        """Wait until nothing new has come for `quiet` seconds, and return the text."""
        deadline = time.monotonic() + self.patience
        while self._read(quiet) and time.monotonic() < deadline:
            pass
        return self.text()

    def exit_code(self) -> int:
        """Wait for the end of the program; its exit code, or minus the number of the signal that ended it."""
        deadline = time.monotonic() + self.patience
        while self._read(0.05) is not None:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the program still runs after {self.patience:g} s:\n{self.text()}")
        self._process.close()
        code: int | None = self._process.exitstatus
        return code if code is not None else -self._process.signalstatus

    def _read(self, seconds: float) -> int | None:
        """Take in what the program writes within `seconds`: how many characters, or None when it has ended."""
        try:
            characters: str = self._process.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return 0
        except pexpect.EOF:
            return None
        self._stream.feed(characters)
        return len(characters)
