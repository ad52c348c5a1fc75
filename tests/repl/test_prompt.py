"""The prompt, fed with keys: several lines, completion, history, indentation, and what it gives to the shell."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.styles import Style

from tensorplay.picture.lines import Span, plain
from tensorplay.picture.text import STYLES
from tensorplay.repl import theme
from tensorplay.repl.completer import NamespaceCompleter
from tensorplay.repl.history import PatientHistory, history_file, open_history
from tensorplay.repl.keys import indentation_after, should_run
from tensorplay.repl.lines import LineReader
from tensorplay.repl.preview import MOST_LINES, Preview
from tensorplay.repl.printer import Printer
from tensorplay.repl.prompt import PromptReader
from tensorplay.repl.shell import Shell, banner
from tensorplay.repl.streams import LineAwareOutput, write_lines
from tensorplay.studio.interrupts import Interrupts
from tensorplay.studio.session import Session

CTRL_C, CTRL_D, ENTER, TAB, UP, BACKSPACE, ESCAPE = "\x03", "\x04", "\r", "\t", "\x1b[A", "\x7f", "\x1b"


@contextmanager
def typing(keys: str, session: Session | None = None) -> Iterator[PromptReader]:
    """A prompt at which these keys are pressed."""
    namespace = (session or Session()).namespace
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        yield PromptReader(namespace, history=InMemoryHistory(), input=pipe, output=DummyOutput())


def typed(keys: str, session: Session | None = None) -> str:
    with typing(keys, session) as reader:
        return reader.read()


def commands(keys: str) -> list[str]:
    """All commands until the end of the input; "^C" where the person began anew."""
    found = []
    with typing(keys + CTRL_D) as reader:
        while True:
            try:
                found.append(reader.read())
            except KeyboardInterrupt:
                found.append("^C")
            except EOFError:
                return found


def test_one_line() -> None:
    assert typed("x = 1" + ENTER) == "x = 1"


def test_blocks_end_with_an_empty_line() -> None:
    assert typed(f"for i in x:{ENTER}y = i{ENTER}{ENTER}") == "for i in x:\n    y = i"
    assert typed(f"if x:{ENTER}y{ENTER}{BACKSPACE}else:{ENTER}z{ENTER}{ENTER}") == "if x:\n    y\nelse:\n    z"
    assert typed(f"f(1,{ENTER}2){ENTER}") == "f(1,\n2)"
    assert typed(f"x = '''a{ENTER}b'''{ENTER}") == "x = '''a\nb'''"


def test_errors_and_commands_run_at_once() -> None:
    assert typed("x = = 1" + ENTER) == "x = = 1"
    assert typed("%why x.view(" + ENTER) == "%why x.view("


def test_a_paste_is_taken_as_it_is() -> None:
    paste = "def f(x):\n    if x:\n        return 1\n\n    return 2\n"
    assert typed(f"\x1b[200~{paste}\x1b[201~{ENTER}") == paste.rstrip()
    assert typed(f"\x1b[200~a = 1\nb = 2\x1b[201~{ENTER}") == "a = 1\nb = 2"


def test_a_long_paste_is_fast() -> None:
    paste = "\n".join([f"x{number} = {number}" for number in range(3000)])
    assert typed(f"\x1b[200~{paste}\x1b[201~{ENTER}") == paste


def test_enter_in_the_middle_begins_a_line() -> None:
    assert (
        typed(f"\x1b[200~a = 1\nb = 2\x1b[201~{UP}{ENTER}{UP}{UP}\x1b[B\x1b[B\x1b[B\x1b[F{ENTER}") == "a = 1\n\nb = 2"
    )


def test_escape_enter_always_begins_a_line() -> None:
    assert typed(f"a = 1{ESCAPE}{ENTER}b = 2{ENTER}") == "a = 1\nb = 2"


def test_leaving_and_beginning_anew() -> None:
    assert commands(f"abc{CTRL_C}x{ENTER}") == ["^C", "x"]
    assert commands("") == []
    assert commands(f"ab{CTRL_D}{ENTER}") == ["ab"]


def test_tab_completes_or_indents() -> None:
    session = Session()
    list(session.run("x = empty(2, 3, device='meta')"))
    assert typed(f"x.storage_o{TAB}(){ENTER}", session) == "x.storage_offset()"
    assert typed(f"x.transp{TAB}(0, 1){ENTER}", session) == "x.transpose(0, 1)"
    assert typed(f"x.no_such{TAB}{ENTER}", session) == "x.no_such"
    assert typed(f"{TAB}x{ENTER}", session) == "    x"
    assert typed(f"{TAB}{TAB}{BACKSPACE}x{ENTER}", session) == "    x"


def test_blanks_typed_by_habit_are_those_that_stand_there() -> None:
    lines = ["def f(x):", "    y = x", "    if y:", "        return 1"]
    assert typed(ENTER.join(lines) + ENTER + ENTER) == "\n".join(lines)
    assert typed(f"if x:{ENTER}      y{ENTER}{ENTER}") == "if x:\n      y"
    assert typed(f"if x:{ENTER}{TAB}y{ENTER}{TAB}z{ENTER}{ENTER}") == "if x:\n    y\n    z"
    assert typed(f"  {ENTER}") == ""
    assert typed(f"  x{ENTER}") == "  x"


def test_history_is_walked_and_searched() -> None:
    for keys in (f"{UP}{UP}{ENTER}", f"fi{UP}{ENTER}", f"\x12irs{ENTER}{ENTER}"):
        history = InMemoryHistory(["first = 1", "second = 2"])
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            reader = PromptReader({}, history=history, input=pipe, output=DummyOutput())
            later = threading.Timer(0.3, pipe.send_text, [keys])  # the history is loaded while the prompt waits
            later.start()
            assert reader.read() == "first = 1"
            later.join()


@pytest.mark.parametrize(
    ("text", "blanks"),
    [
        ("x = 1", ""),
        ("for i in x:", "    "),
        ("    for i in x:  # comment", "        "),
        ("    return 1", ""),
        ("        pass", "    "),
        ("  odd", "  "),
        ("if x:\n    y", "    "),
        ("", ""),
        ("    ", "    "),
        ("x = {1:", "    "),
    ],
)
def test_indentation(text: str, blanks: str) -> None:
    assert indentation_after(text) == blanks


def test_when_enter_runs() -> None:
    assert should_run(Document("x = 1", 0))
    assert not should_run(Document("a = 1\nb = 2", 3))
    assert should_run(Document("a = 1\nb = 2"))
    assert not should_run(Document("f(1,"))


def test_the_completer_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    from prompt_toolkit.completion import CompleteEvent

    def broken(*values: object) -> list[object]:
        raise AssertionError

    completer = NamespaceCompleter({"name": 1})
    found = list(completer.get_completions(Document("nam"), CompleteEvent()))
    assert [(completion.text, completion.start_position) for completion in found] == [("name", -3)]
    monkeypatch.setattr("tensorplay.repl.completer.candidates", broken)
    assert list(completer.get_completions(Document("nam"), CompleteEvent())) == []


# The line under the prompt


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session()
    list(session.run("z = empty(2, 4, 3, device='meta')[:, ::2]\nran = []\ndef f(x): ran.append(x)\n"))
    return session


def under(session: Session, text: str, before: str | None = None, width: int = 80) -> str:
    return plain(Preview(session.namespace).lines(text, text if before is None else before, width))


def test_what_would_happen(session: Session) -> None:
    assert under(session, "z.permute(2, 0, 1)") == "    meta [3, 2, 2] stride (1, 12, 6) · view of z"
    assert "dims 1 and 2 do not merge (6 ≠ 3·1)" in under(session, "z.view(12)")
    assert under(session, "%why z.view(12)") == under(session, "z.view(12)")
    assert "[2, 2, 3]" in under(session, "w = z.clone()")


def test_how_it_is_called(session: Session) -> None:
    assert under(session, "z.transpose(0, ") == "    transpose(dim0, dim1)"
    assert under(session, "y = tp.transpose(z.view(12), ") == "    transpose(input, dim0, dim1)"
    assert len(under(session, "empty_strided(", width=30)) <= 30


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x = = 1",
        "f(5)",
        "f(z)",
        "ran.append(1)",
        "no_such_name",
        "z.view(",
        "import os",
        "\0",
        "(" * 500,
        "z" * 5000,
    ],
)
def test_nothing_is_run_and_nothing_raised(session: Session, text: str) -> None:
    under(session, text)
    assert session.namespace["ran"] == []
    assert set(session.namespace) >= {"z", "f"}
    assert "w" not in session.namespace


def test_a_fault_shows_nothing(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*values: object) -> None:
        raise AssertionError

    monkeypatch.setattr("tensorplay.repl.preview.preview", broken)
    assert under(session, "z.permute(2, 0, 1)") == ""


def test_few_lines(session: Session) -> None:
    lines = Preview(session.namespace).lines("z.view(12)", "z.view(12)", 20)
    assert len(lines) <= MOST_LINES


def test_the_answer_is_kept_until_something_ran(session: Session) -> None:
    preview = Preview(session.namespace)
    first = preview.lines("z.t", "z.t", 80)
    assert preview.lines("z.t", "z.t", 80) is first
    preview.forget()
    assert preview.lines("z.t", "z.t", 80) is not first


# Colours


def test_every_style_has_a_look() -> None:
    assert set(STYLES) <= set(theme.THEME)
    Style.from_dict(theme.prompt_styles())
    for words in theme.THEME.values():
        assert set(words.split()) <= set(theme._CODES)


def test_coloured_lines() -> None:
    assert theme.coloured([Span("x", "name"), Span("  "), Span("plain")]) == "\x1b[1mx\x1b[0m  plain"
    assert theme.coloured([Span("  ", "muted"), Span("y  ")]) == "  y"


def test_fragments() -> None:
    assert theme.fragments([[Span("a", "name")], [Span("b")]]) == [
        ("class:tensorplay.name", "a"),
        ("", "\n"),
        ("class:tensorplay.plain", "b"),
    ]


# History and streams


def test_where_the_history_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert history_file() == tmp_path / "state" / "tensorplay" / "history"
    for unusable in ("", "relative/path"):
        monkeypatch.setenv("XDG_STATE_HOME", unusable)
        assert history_file() == tmp_path / ".local" / "state" / "tensorplay" / "history"


def test_history_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a" / "b"))
    open_history().append_string("x = 1\ny = 2")
    assert list(open_history().load_history_strings()) == ["x = 1\ny = 2"]


def test_history_that_cannot_be_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    history = open_history()
    history.append_string("x")
    assert history.get_strings() == ["x"]
    unwritable = PatientHistory(str(tmp_path))
    unwritable.append_string("y")
    assert unwritable.get_strings() == ["y"]
    assert list(unwritable.load_history_strings()) == []


def test_history_of_another_encoding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    history_file().parent.mkdir()
    history_file().write_bytes(b"# 2024\n+x = '\xff'\n")
    assert list(open_history().load_history_strings()) == ["x = '\ufffd'"]
    open_history().append_string("'\ud800'")


def test_lines_that_are_open_are_ended() -> None:
    raw = io.BytesIO()
    stream = LineAwareOutput(raw, encoding="utf-8", newline="\n")
    write_lines(stream, ["a"])
    stream.write("open")
    write_lines(stream, ["b"])
    write_lines(stream, [])
    stream.write("")
    stream.close()
    write_lines(stream, ["c"])
    stream.flush()
    assert raw.getvalue() == b"a\nopen\nb\nc\n"


def test_lines_that_cannot_be_encoded() -> None:
    raw = io.BytesIO()
    stream = LineAwareOutput(raw, encoding="ascii")
    write_lines(stream, ["ä█"])
    stream.flush()
    assert raw.getvalue() == b"\\xe4\\u2588\n"


# The shell


class Script:
    """A reader that reads from a list."""

    def __init__(self, *sources: str | type[BaseException]) -> None:
        self.sources = list(sources)

    def read(self) -> str:
        source = self.sources.pop(0) if self.sources else EOFError
        if isinstance(source, str):
            return source
        raise source


def shown(*sources: str | type[BaseException], plain: bool = False) -> str:
    """What a shell writes to its output when these are read."""
    stream = LineAwareOutput(io.BytesIO(), encoding="utf-8", newline="\n")
    interrupts = Interrupts()
    printer = Printer(stream, plain=plain, typed=True)
    shell = Shell(Session(interrupts=interrupts), Script(*sources), printer, interrupts)
    assert shell.run() == 0
    stream.flush()
    written: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return written.decode()


def test_a_shell_reads_until_the_end(capfd: pytest.CaptureFixture[str]) -> None:
    text = shown(
        "x = empty(2, 3, device='meta')", "", KeyboardInterrupt, "x.stride()", "1 / 0", "exit", "print('never')"
    )
    assert text.startswith("  x  float32 meta [2, 3] stride (3, 1) contiguous")
    assert text.endswith("(3, 1)\n")
    assert capfd.readouterr().err == "ZeroDivisionError: division by zero\n"


def test_exit_that_is_a_name_of_the_persons() -> None:
    assert shown("quit = 5", "quit", "1 + 1").endswith("5\n2\n")


def test_errors_at_the_prompt(capfd: pytest.CaptureFixture[str]) -> None:
    shown("z = empty(2, 4, 3, device='meta')[:, ::2]", "z.view(12)")
    assert capfd.readouterr().err.splitlines() == [
        "RuntimeError: view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is",
        "not size 3 · stride 1",
        "  ways out  z.reshape(12)            copies 48 B",
        "            z.contiguous().view(12)  copies 48 B",
        "            z.view(4, 3)             free: dims 0 and 1 merge (12 = 2·6)",
    ]
    shown("def f():\n    1 / 0\n", "f()")
    lines = capfd.readouterr().err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert '  File "<input 2>", line 1, in <module>' in lines
    assert '  File "<input 1>", line 2, in f' in lines


def test_the_last_error_is_kept_for_the_debugger(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in ("last_type", "last_value", "last_traceback"):
        monkeypatch.setattr(sys, name, None, raising=False)
    shown("1 / 0")
    assert sys.last_type is ZeroDivisionError


def test_system_exit_leaves_the_shell() -> None:
    with pytest.raises(SystemExit):
        shown("raise SystemExit(3)")


def test_two_lines_at_the_beginning() -> None:
    assert len(banner(" - ")) <= 2
    assert all(line.isascii() and len(line) < 80 for line in banner(" - "))


def test_plain_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["for i in x:", "  y", "", "x"])
    prompts = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    reader = LineReader()
    assert reader.read() == "for i in x:\n  y\n"
    assert reader.read() == "x"
    assert prompts == [">>> ", "... ", "... ", ">>> "]
