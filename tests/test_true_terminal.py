"""The terminal at which other tests sit down: what is typed arrives, and what is shown is kept with its colours."""

from __future__ import annotations

import signal
import sys

import pytest
from true_terminal import CTRL_C, CTRL_D, TrueTerminal

PROMPT_SESSION = """
from prompt_toolkit import PromptSession
session = PromptSession("tp> ", bottom_toolbar="the toolbar")
while True:
    try:
        print("typed", session.prompt())
    except KeyboardInterrupt:
        print("interrupted")
    except EOFError:
        raise SystemExit(3)
"""


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_prompt_session() -> None:
    with TrueTerminal(program(PROMPT_SESSION), columns=60, rows=10) as terminal:
        terminal.wait_for("the toolbar")
        terminal.enter("first")
        terminal.wait_for("typed first")
        terminal.resize(40, 8)
        terminal.press("half a line" + CTRL_C)
        terminal.wait_for("interrupted")
        terminal.enter("second")
        terminal.wait_for("typed second")
        terminal.press(CTRL_D)
        assert terminal.exit_code() == 3


def test_scrolled_lines_are_kept() -> None:
    with TrueTerminal(program("for line in range(100): print('line', line)"), rows=5) as terminal:
        assert terminal.exit_code() == 0
        assert terminal.text().splitlines() == [f"line {line}" for line in range(100)]


def test_colours_and_faint_text() -> None:
    code = r"print('\x1b[2mA\x1b[22mB\x1b[38;2;2;22;38mC\x1b[0;1mD\x1b[38;5;196mE\x1b[0mF')"
    with TrueTerminal(program(code), rows=5) as terminal:
        terminal.wait_for("ABCDEF")
        cells = [terminal.screen.buffer[0][column] for column in range(6)]
    assert [cell.blink for cell in cells] == [True, False, False, False, False, False]
    assert [cell.bold for cell in cells] == [False, False, False, True, True, False]
    assert [cell.fg for cell in cells] == ["default", "default", "021626", "default", "ff0000", "default"]


def test_what_never_comes_is_an_error_with_the_screen() -> None:
    with (
        TrueTerminal(program("print('something else')"), patience=10) as terminal,
        pytest.raises(TimeoutError, match="something else"),
    ):
        terminal.wait_for("what was hoped for")


def test_a_signal_is_told_as_a_negative_number() -> None:
    with TrueTerminal(program("import os, signal; os.kill(os.getpid(), signal.SIGTERM)")) as terminal:
        assert terminal.exit_code() == -signal.SIGTERM
