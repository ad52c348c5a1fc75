"""A person at the shell, in a true terminal: what is typed, what is seen, Ctrl-C, Ctrl-D, resizing, pasting."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from true_terminal import CTRL_C, CTRL_D, TrueTerminal

pytest.importorskip("numpy")

SHELL = [sys.executable, "-m", "tensorplay"]
PROMPT = ">>> "
# The drawings of the aim, typed and answered.
TRANSCRIPT = """\
>>> x = empty_permuted((2, 3, 4), (0, 2, 1))
  x  float32 [2, 3, 4] stride (12, 1, 3) order (0, 2, 1)
     new storage s1, 96 B, never written
     s1 ░░░░░░░░░░░░░░░░░░░░░░░░
>>> _ = x.copy_(arange(24.).view(2, 3, 4))
  x  24 cells written in place · version 1
     s1 0 4 8 1 5 9 2 6 10 3 7 11 12 16 20 13 17 21 14 18 22 15 19 23
>>> y = x.transpose(1, 2)
  y  float32 [2, 4, 3] stride (12, 3, 1) contiguous
     view of x · 0 B moved
     s1 x ████████████████████████
        y ████████████████████████
>>> z = y[:, ::2]
  z  float32 [2, 2, 3] stride (12, 6, 1) not contiguous: 6 ≠ 3·1 (dims 1, 2)
     view of y · 0 B moved
     s1 x ████████████████████████
        y ████████████████████████
        z ███···███···███···███···
>>> z.view(12)
RuntimeError: view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is
not size 3 · stride 1
  ways out  z.reshape(12)            copies 48 B
            z.contiguous().view(12)  copies 48 B
            z.view(4, 3)             free: dims 0 and 1 merge (12 = 2·6)
>>> w = z.clone()
  w  float32 [2, 2, 3] stride (6, 3, 1) contiguous
     copy of z · 48 B moved · new storage s2
>>> z[0] = 7
  z  6 cells written in place, seen by x and y · version 2
>>> a = zeros(4, 1).expand(4, 1000)
  a  float32 [4, 1000] stride (1, 0)
     view of an unnamed tensor · 0 B moved
     s3 a ████  each cell ×1000
"""


@contextmanager
def shell(
    home: Path, *options: str, columns: int = 80, rows: int = 50, environment: dict[str, str | None] | None = None
) -> Iterator[TrueTerminal]:
    """The shell at its first prompt."""
    wanted = {
        "XDG_STATE_HOME": str(home),
        "HOME": str(home),
        "NO_COLOR": None,
        "PYTHONUTF8": "1",
        **(environment or {}),
    }
    with TrueTerminal([*SHELL, *options], columns=columns, rows=rows, environment=wanted) as terminal:
        terminal.wait_for(PROMPT.strip())
        yield terminal


def leave(terminal: TrueTerminal) -> None:
    terminal.press(CTRL_D)
    assert terminal.exit_code() == 0


def prompts(text: str) -> int:
    return len(re.findall(r"^>>>", text, flags=re.MULTILINE))


def enter(terminal: TrueTerminal, line: str) -> str:
    """Type a line, press Enter, wait for the next prompt; the lines after the one that was typed."""
    already = prompts(terminal.text())
    terminal.enter(line)
    text = terminal.wait_for(lambda text: prompts(text) > already)
    typed_and_answered = re.split(r"^>>>", text, flags=re.MULTILINE)[already:]
    return ">>>".join(typed_and_answered).partition("\n")[2]


def under_prompt(terminal: TrueTerminal, keys: str, wanted: str) -> None:
    """Type without Enter, and wait for what appears under the prompt."""
    terminal.press(keys)
    terminal.wait_for(wanted)
    row = next(number for number, line in enumerate(terminal.screen.display) if wanted in line)
    assert terminal.screen.display[row - 1].startswith((">>>", "...", "    "))


def test_the_transcript_of_the_aim(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        for line in TRANSCRIPT.splitlines():
            if line.startswith(PROMPT):
                enter(terminal, line.removeprefix(PROMPT))
        text = terminal.settle()
        assert text[text.index(">>> x = ") :] == TRANSCRIPT + ">>>"
        leave(terminal)


@pytest.mark.parametrize("answers", [None, "1"])
def test_what_would_happen_is_seen_while_typing(tmp_path: Path, answers: str | None) -> None:
    with shell(tmp_path, environment={"PROMPT_TOOLKIT_NO_CPR": answers}) as terminal:
        enter(terminal, "z = zeros(2, 4, 3)[:, ::2]")
        under_prompt(terminal, "z.permute(2, 0, 1)", "[3, 2, 2] stride (1, 12, 6) · view of z")
        terminal.press(CTRL_C)
        under_prompt(terminal, "z.view(12)", "dims 1 and 2 do not merge (6 ≠ 3·1)")
        terminal.press(CTRL_C)
        under_prompt(terminal, "z.transpose(", "transpose(dim0, dim1)")
        terminal.press(CTRL_C)
        terminal.settle()
        text = enter(terminal, "z.stride()")
        assert text.splitlines()[0] == "(12, 6, 1)"
        leave(terminal)


def test_what_would_happen_is_said_in_sentences(tmp_path: Path) -> None:
    with shell(tmp_path, "--plain") as terminal:
        enter(terminal, "z = zeros(3, 4)")
        under_prompt(terminal, "z[1:]", "Planned: _ is a float32 tensor of size [2, 4], stride (4, 1), offset 4.")
        terminal.press(CTRL_C)
        under_prompt(terminal, "z.t().view(12)", "dims 0 and 1 do not merge")
        assert "reshape copies 48 bytes." in terminal.text()
        terminal.press(CTRL_C)
        leave(terminal)


@pytest.mark.parametrize(
    ("code", "seconds"),
    [
        ("while True: pass\r", 1.0),
        ("import time; time.sleep(100)", 1.0),
        ("input('wait')", 1.0),
        ("for i in range(10**9): x = zeros(3)\r", 1.0),
        ("big = zeros(9000, 9000); [big.t().clone(memory_format=contiguous_format) for i in range(100)]", 1.0),
    ],
)
def test_ctrl_c_stops_what_runs(tmp_path: Path, code: str, seconds: float) -> None:
    with shell(tmp_path) as terminal:
        enter(terminal, "kept = zeros(2)")
        terminal.enter(code)
        time.sleep(1)
        terminal.settle()
        began = time.monotonic()
        terminal.press(CTRL_C)
        terminal.wait_for("KeyboardInterrupt\n>>>")
        assert time.monotonic() - began < seconds + 1  # a busy machine is given another second
        assert "(1,)" in enter(terminal, "kept.stride()")
        leave(terminal)


@pytest.mark.parametrize("kernels", ["", "numpy"])
def test_an_interrupted_copy_leaves_the_session_alive(tmp_path: Path, kernels: str) -> None:
    with shell(tmp_path, environment={"TENSORPLAY_KERNELS": kernels}) as terminal:
        assert ("NumPy (" if kernels else "copies") in enter(terminal, "%config")
        enter(terminal, "source = ones(7000, 7000).t()")
        enter(terminal, "target = zeros(7000, 7000)")
        terminal.enter("while True: _ = target.copy_(source)\r")
        time.sleep(1)
        terminal.press(CTRL_C)
        terminal.wait_for("KeyboardInterrupt\n>>>")
        assert "written in place" in enter(terminal, "_ = target.copy_(source * 2)")
        assert "2.0 2.0" in enter(terminal, "print(target.min().item(), target.max().item())")
        leave(terminal)


def test_ctrl_c_clears_the_line(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        terminal.press("print('never'" + CTRL_C)
        terminal.wait_for(lambda text: prompts(text) == 2)
        assert enter(terminal, "1 + 1").startswith("2\n")
        leave(terminal)


def test_the_session_survives_all_input(tmp_path: Path) -> None:
    lines = [
        ("x = = 1", "SyntaxError: invalid syntax"),
        ("'abc", "SyntaxError: unterminated string"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("del __builtins__", ""),
        ("tp = None; del zeros", ""),
        ("def f(): f()\r", ""),
        ("f()", "RecursionError"),
        ("type('A', (), {'__repr__': lambda self: 1 / 0})()", "ZeroDivisionError"),
        ("import sys; sys.stdout.close()", ""),
        ("import sys; sys.stdout = None", ""),
        ("sys.stdout = sys.__stdout__", ""),
        ("sys.stdin.close()", ""),
        ("sys.stderr = None", ""),
        ("1 / 0", "ZeroDivisionError"),
        ("sys.stderr = 5", ""),
        ("1 / 0", "ZeroDivisionError"),
        ("sys.stderr = sys.__stderr__; sys.stderr.close()", ""),
        ("1 / 0", "ZeroDivisionError"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("globals().clear()", ""),
        ("%no_such_command", "there is no command"),
        ("len('abcd')", "4"),
        ("(" * 300 + ")" * 300, "SyntaxError: too many nested parentheses"),
    ]
    with shell(tmp_path) as terminal:
        for line, answer in lines:
            assert answer in enter(terminal, line), line
        leave(terminal)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        os.write(terminal._process.child_fd, b"'a\xff\xfeb'\r")
        terminal.wait_for("surrogates")
        terminal.wait_for(lambda text: prompts(text) == 2)
        assert enter(terminal, "1 + 1").startswith("2\n")
        leave(terminal)


@pytest.mark.parametrize("line", ["exit", "quit()", "import sys; sys.exit(0)", "def f(): exit(0)\r\rf()"])
def test_leaving(tmp_path: Path, line: str) -> None:
    with shell(tmp_path) as terminal:
        terminal.enter(line)
        assert terminal.exit_code() == 0


def test_leaving_with_a_code(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        terminal.enter("raise SystemExit(7)")
        assert terminal.exit_code() == 7


def test_the_window_may_change_its_size(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        enter(terminal, "x = zeros(2, 3, 4)")
        terminal.resize(40, 50)
        text = enter(terminal, "y = x.transpose(1, 2)[:, ::2]")
        assert all(len(line) <= 40 for line in text.splitlines())
        assert "view of an unnamed" in text or "view of x" in text
        terminal.resize(120, 50)
        assert "stride (12, 2, 4)" in enter(terminal, "z = x.transpose(1, 2)[:, ::2]")
        leave(terminal)


def test_a_paste_of_several_lines(tmp_path: Path) -> None:
    paste = "def double(t):\n    if t.dim():\n        return t + t\n\n    return t\nx = double(zeros(3))\ny = x[1:]"
    with shell(tmp_path) as terminal:
        terminal.press(f"\x1b[200~{paste}\x1b[201~\r")
        terminal.wait_for("view of x")
        text = terminal.settle()
        assert "x  float32 [3]" in text
        assert "Error" not in text
        leave(terminal)


def test_tab(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        enter(terminal, "my_tensor = zeros(2, 3)")
        terminal.press("my_t\t.storage_o\t()\r")
        terminal.wait_for("my_tensor.storage_offset()")
        terminal.wait_for("\n0")
        terminal.press("my_tensor.transp\t\t")
        terminal.wait_for("(dim0, dim1)", times=2)
        terminal.press("\t\t\r(0, 1).stride()\r")
        terminal.wait_for("(1, 3)")
        leave(terminal)


def test_history_goes_on(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        enter(terminal, "kept = 12345")
        leave(terminal)
    assert (tmp_path / "tensorplay" / "history").exists()
    with shell(tmp_path) as terminal:
        terminal.settle()
        terminal.press("\x1b[A")
        terminal.wait_for(">>> kept = 12345")
        terminal.press(CTRL_C)
        leave(terminal)


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with shell(tmp_path / "file") as terminal:
        assert enter(terminal, "1 + 1").startswith("2\n")
        leave(terminal)


def test_input_and_open_lines(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        terminal.enter("name = input('who? ')")
        terminal.wait_for("who?")
        terminal.settle()
        terminal.enter("me")
        terminal.wait_for(lambda text: prompts(text) == 2)
        assert "'me'" in enter(terminal, "name")
        text = enter(terminal, "print('open', end='')")
        assert text == "open\n>>>"
        leave(terminal)


def test_threads_print_above_the_prompt(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        enter(terminal, "import threading")
        enter(terminal, "threading.Timer(0.5, print, ['from', 'afar']).start()")
        terminal.press("1 + ")
        terminal.wait_for("from afar")
        terminal.press("1\r")
        terminal.wait_for("\n2")
        leave(terminal)


def test_colours_and_none(tmp_path: Path) -> None:
    def colours(terminal: TrueTerminal) -> set[str]:
        enter(terminal, "x = empty(2, 3).t()")
        terminal.settle()
        lines = terminal.screen.buffer
        return {lines[row][column].fg for row in range(50) for column in range(80)} - {"default"}

    with shell(tmp_path) as terminal:
        assert colours(terminal)
        leave(terminal)
    with shell(tmp_path, environment={"NO_COLOR": "1"}) as terminal:
        assert colours(terminal) == set()
        leave(terminal)


def test_sentences(tmp_path: Path) -> None:
    with shell(tmp_path, "--plain") as terminal:
        text = enter(terminal, "x = zeros(2, 3); y = x.t()")
        assert "It is a view of x; no bytes were moved." in text
        terminal.press("x.t()")
        assert "Planned: It is a view of x; no bytes were moved." in " ".join(terminal.settle().split())
        terminal.press("\r")
        terminal.settle()
        leave(terminal)


def test_quiet(tmp_path: Path) -> None:
    with shell(tmp_path, "--quiet") as terminal:
        text = enter(terminal, "x = zeros(2, 3); x.stride()")
        assert text == "(3, 1)\n>>>"
        leave(terminal)


def test_a_terminal_that_can_only_print(tmp_path: Path) -> None:
    with shell(tmp_path, environment={"TERM": "dumb"}) as terminal:
        assert "stride (1, 3)" in enter(terminal, "x = zeros(2, 3).t()")
        terminal.enter("for i in range(2):")
        terminal.wait_for("...")
        terminal.enter("    print('i', i)")
        terminal.enter("")
        terminal.wait_for("i 1\n>>>")
        terminal.press(CTRL_C)
        terminal.wait_for("^C\n>>>")
        assert enter(terminal, "1 + 1").startswith("2\n")
        leave(terminal)


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    with shell(tmp_path, environment={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}) as terminal:
        text = enter(terminal, "x = empty(2, 3); y = x.t()")
        assert "::::::" in text
        assert terminal.text().isascii()
        leave(terminal)


def test_scrolled_lines_stay_in_tmux(tmp_path: Path, need_program: Callable[[str], str]) -> None:
    tmux = [need_program("tmux"), "-L", f"tensorplay-{os.getpid()}", "-f", os.devnull]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}

    def run(*arguments: str) -> str:
        done = subprocess.run([*tmux, *arguments], env=environment, capture_output=True, encoding="utf-8", check=False)
        return done.stdout

    def wait_for(wanted: str) -> str:
        deadline = time.monotonic() + 30
        while wanted not in (text := run("capture-pane", "-p", "-S", "-500", "-t", "shell")):
            assert time.monotonic() < deadline, text
            time.sleep(0.05)
        return text

    command = f"exec {sys.executable} -m tensorplay"
    run("new-session", "-d", "-s", "shell", "-x", "80", "-y", "12", "-e", f"XDG_STATE_HOME={tmp_path}", command)
    try:
        wait_for(PROMPT.strip())
        for number in range(8):
            run("send-keys", "-t", "shell", f"x{number} = zeros({number + 2}, 3).t()", "Enter")
            wait_for(f"x{number}  float32 [3, {number + 2}]")
        run("resize-window", "-t", "shell", "-x", "50", "-y", "10")
        run("send-keys", "-t", "shell", "x0.permute(1, 0)")
        wait_for("[2, 3]")
        text = wait_for("x0  float32 [3, 2]")
        assert "x7  float32 [3, 9]" in text
        run("send-keys", "-t", "shell", "C-c")
        wait_for("permute(1, 0)\n>>>")
        run("send-keys", "-t", "shell", "C-d")
        deadline = time.monotonic() + 30
        while run("list-sessions") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert run("list-sessions") == ""
    finally:
        run("kill-server")


def test_what_is_typed_too_early_waits_for_the_prompt(tmp_path: Path) -> None:
    with shell(tmp_path) as terminal:
        enter(terminal, "import time")
        terminal.enter("for i in range(4): time.sleep(0.3); print('line', i)\r")
        terminal.wait_for("line 0")
        terminal.press("6 * 7\rzer")
        text = terminal.wait_for("42\n>>> zer")
        assert "line 0\nline 1\nline 2\nline 3\n>>> 6 * 7\n42\n>>> zer" in text
        terminal.press(CTRL_C)
        leave(terminal)


@pytest.mark.parametrize("reading", ["input('name? ')", "__import__('sys').stdin.readline()"])
def test_what_a_statement_asks_for_is_seen(tmp_path: Path, reading: str) -> None:
    with shell(tmp_path) as terminal:
        terminal.enter(f"x = {reading}")
        time.sleep(1)
        terminal.press("seen")
        assert terminal.wait_for("seen").count("seen") == 1
        terminal.press("\r")
        terminal.wait_for("\n>>>")
        assert "seen" in enter(terminal, "x")
        leave(terminal)


def test_the_terminal_shows_keys_again_afterwards(tmp_path: Path) -> None:
    environment = {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = ["sh", "-c", f"{' '.join(SHELL)}; stty -a"]
    with TrueTerminal(command, environment=environment) as terminal:
        terminal.wait_for(">>>")
        terminal.press(CTRL_D)
        assert re.search(r"(?<!-)\becho\b", terminal.wait_for("icanon"))
