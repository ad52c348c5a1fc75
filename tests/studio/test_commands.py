"""Commands: %undo, %why, %help and NAME?, each with an answer whatever is asked."""

from __future__ import annotations

import pytest

from tensorplay import __version__
from tensorplay.backends import kernels
from tensorplay.picture.lines import plain
from tensorplay.picture.text import paint
from tensorplay.studio.commands import COMMANDS, Reply
from tensorplay.studio.session import Session

pytest.importorskip("numpy")


def started(source: str) -> Session:
    session = Session()
    assert [outcome.error for outcome in session.run(source) if outcome.error] == []
    return session


def reply(session: Session, command: str) -> Reply:
    (outcome,) = session.run(command)
    assert outcome.error is None
    assert outcome.reply is not None
    return outcome.reply


def told(session: Session, command: str) -> str:
    lines = []
    for part in reply(session, command).parts:
        lines += [part] if isinstance(part, list) else paint(part)
    return plain(lines)


def test_undo_says_what_it_brought_back() -> None:
    session = started("x = zeros(2, 3); y = x.t(); n = 5\nx[0] = 7; n = 6; del y")
    assert told(session, "%undo").splitlines() == ["  undone  del y", "  y  float32 [3, 2] stride (1, 3) order (1, 0)"]
    assert told(session, "%undo").splitlines() == ["  undone  n = 6", "  n  is what it was"]
    assert told(session, "%undo").splitlines() == ["  undone  x[0] = 7", "  x and y  see their former cells"]
    assert told(session, "%undo 2").splitlines() == [
        "  undone  n = 5",
        "  n  is no more",
        "  undone  y = x.t()",
        "  y  is no more",
    ]


def test_config_says_what_copies() -> None:
    lines = told(Session(), "%config").splitlines()
    assert [line.split()[0] for line in lines] == ["tensorplay", "copies", "threads", "buffers"]
    assert lines[0].split()[1] == __version__
    assert lines[1].endswith(kernels.status())
    assert reply(Session(), "%config x").failed


def test_undo_of_a_layout() -> None:
    session = started("x = zeros(2, 3)\nx.t_()")
    assert "float32 [2, 3] stride (3, 1) contiguous" in told(session, "%undo")


def test_undo_of_a_block_shows_its_first_line() -> None:
    session = started("for i in range(3):\n    x = i")
    assert told(session, "%undo").splitlines()[0] == "  undone  for i in range(3): …"


@pytest.mark.parametrize("argument", ["0", "-1", "two", "1.5"])
def test_undo_of_what_is_no_number(argument: str) -> None:
    session = started("x = 1")
    assert reply(session, f"%undo {argument}").failed
    assert session.namespace["x"] == 1


def test_undo_of_more_than_there_is() -> None:
    session = started("x = 1")
    text = told(session, "%undo 5")
    assert text.startswith("  undone  x = 1")
    assert "nothing to undo" in text


def test_undo_where_nothing_is_kept() -> None:
    session = Session(undoing=False)
    assert reply(session, "%undo").failed


def test_why() -> None:
    session = started("z = zeros(2, 4, 3)[:, ::2]")
    text = told(session, "%why z.view(12)")
    assert "dims 1 and 2 do not merge, stride 6 is" in text
    assert "z.view(4, 3)" in text
    assert "6 ≠ 3·1" in told(session, "%why z")


@pytest.mark.parametrize("argument", ["", "(", "open('no such file')", "no_such_name", "1 +", "z = 5; z"])
def test_why_of_what_cannot_be_told(argument: str) -> None:
    session = started("z = zeros(2)")
    answer = reply(session, f"%why {argument}".strip())
    assert answer.failed or answer.parts


def test_help_lists_every_command() -> None:
    text = told(Session(), "%help")
    assert all(f"%{name}" in text for name in COMMANDS)
    assert "256 MB" in text
    assert all(len(line) < 80 for line in text.splitlines())


def test_help_on_a_name() -> None:
    session = started("x = zeros(2, 3)\nimport os")
    assert told(session, "x?") == "  x  float32 [2, 3] stride (3, 1) contiguous"
    assert told(session, "?transpose").splitlines()[0] == "  transpose(input, dim0, dim1)"
    assert told(session, "x.transpose?").splitlines()[0] == "  x.transpose(dim0, dim1)"
    assert "module os" in told(session, "%help os")
    assert "module numpy" in told(session, "np?")
    assert told(session, "len?").splitlines()[0].startswith("  len(")
    assert told(session, "x.shape?") == "  x.shape  Size"


@pytest.mark.parametrize("name", ["no_such_name", "x.no_such_name", "x.t()", "1 + 1", "x..y", ";"])
def test_help_on_what_is_no_name(name: str) -> None:
    assert told(started("x = zeros(2)"), f"%help {name}") != ""


def test_help_runs_into_anything() -> None:
    session = started("class A:\n    @property\n    def p(self): raise OSError('no')\na = A()")
    assert "OSError: no" in told(session, "a.p?")


def test_an_unknown_command() -> None:
    answer = reply(Session(), "%no_such_command")
    assert answer.failed


def test_undo_counts_what_is_too_much_to_list() -> None:
    session = started("x = zeros(2)\nglobals().clear()")
    lines = told(session, "%undo").splitlines()
    assert lines[1].startswith("  x  float32 [2]")
    assert lines[-1].startswith("  and ")
    assert len(lines) == 14
    assert session.namespace["x"].tolist() == [0, 0]


@pytest.mark.parametrize("digits", ["9" * 10, "9" * 5000])
def test_undo_of_absurdly_many(digits: str) -> None:
    assert reply(started("x = 1"), f"%undo {digits}").failed


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("%why nothing.view(3)", "name 'nothing' is not defined"),
        ("%why )(", "no Python expression"),
        ("%why open('x')", "only tensorplay's own operations"),
    ],
)
def test_why_says_what_it_cannot_answer(command: str, expected: str) -> None:
    assert expected in told(Session(), command)


def test_two_question_marks_are_one() -> None:
    session = started("x = zeros(2)")
    assert told(session, "x??") == told(session, "??x") == told(session, "x?")
    assert told(session, "??") == told(session, "?") == told(session, "%help")
