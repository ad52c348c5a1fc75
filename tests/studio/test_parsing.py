"""Sources in pieces: statements with their texts, commands among them, and when Enter means another line."""

from __future__ import annotations

import pytest

from tensorplay.studio.parsing import Command, Statement, command_in, is_incomplete, parse


def texts(source: str | bytes) -> list[str]:
    return [part.source for part in parse(source)]


def test_statements_with_their_texts() -> None:
    source = "a = 1; b = 'ä·'; c = 2  # three\n\n@staticmethod\ndef f():\n    return 1\n(a,\n b)\n"
    assert texts(source) == ["a = 1", "b = 'ä·'", "c = 2", "@staticmethod\ndef f():\n    return 1", "(a,\n b)"]
    assert texts("") == texts("\n# nothing\n") == []
    assert texts("a = 1\r\nb = 2\rc = 3") == ["a = 1", "b = 2", "c = 3"]


def test_a_form_feed_ends_no_line() -> None:
    assert texts("x = 1\n\x0c\ny = 2") == ["x = 1", "y = 2"]


def test_bytes_are_decoded_as_python_does() -> None:
    assert texts("x = 'ä'".encode()) == ["x = 'ä'"]
    assert texts(b"\xef\xbb\xbfx = 1") == ["x = 1"]
    assert texts("# -*- coding: latin-1 -*-\nx = 'ä'".encode("latin-1")) == ["x = 'ä'"]


@pytest.mark.parametrize(
    "source",
    [
        b"x = '\xff'",
        b"# coding: no-such-coding\nx",
        b"# coding: ascii\nx = '\xc3\xa4'",
        b"x\0",
        "x\0y",
        "'\ud800'",
        "x = = 1",
    ],
)
def test_what_is_no_source_is_a_syntax_error(source: str | bytes) -> None:
    with pytest.raises(SyntaxError):
        parse(source)


def test_commands_among_statements() -> None:
    parts = parse("x = 1\n%why x.view(6)\nfor i in x:\n    y = i %2\n?x\nx.view?\n%undo\n")
    assert [type(part) for part in parts] == [Statement, Command, Statement, Command, Command, Command]
    commands = [(part.name, part.argument) for part in parts if isinstance(part, Command)]
    assert commands == [("why", "x.view(6)"), ("help", "x"), ("help", "x.view"), ("undo", "")]
    assert isinstance(parts[2], Statement)
    assert parts[2].node.lineno == 3


def test_python_comes_first() -> None:
    (statement,) = parse("x = '''\n%undo\n'''")
    assert isinstance(statement, Statement)
    (statement,) = parse("x = (5\n%two)")
    assert isinstance(statement, Statement)


def test_an_error_beside_a_command_keeps_its_line() -> None:
    with pytest.raises(SyntaxError) as caught:
        parse("x = 1\n%undo\ny = = 2")
    assert caught.value.lineno == 3


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%help", ("help", "")),
        ("%undo 3 ", ("undo", "3")),
        ("x?", ("help", "x")),
        ("  x?", ("help", "x")),
        ("? x", ("help", "x")),
        ("x ?", ("help", "x")),
        ("5 % 2", None),
        ("% 2", None),
        ("'what?'", None),
        ("x # why?", None),
        ("", None),
    ],
)
def test_command_in(line: str, expected: tuple[str, str] | None) -> None:
    command = command_in(line)
    assert (None if command is None else (command.name, command.argument)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "for i in x:",
        "for i in x:\n    y",
        "if x: y",
        "f(1,",
        "'''abc",
        "x = \\",
        "@decorator",
        "class A:\n    x = 1",
        "try:\n    x\nexcept E:\n    y",
        "x = [1,\n",
        "match x:\n    case 1:\n        y",
    ],
)
def test_incomplete(text: str) -> None:
    assert is_incomplete(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "# a comment",
        "x = = 1",
        "for i in x:\n    y\n",
        "for i in x:\n    y\n    ",
        "if x: y\n",
        "a = 1\nb = 2",
        "f(1)",
        "%why f(",
        "x?",
        "'abc",
        "x\0",
        ")",
        "5is 5",
    ],
)
def test_complete(text: str) -> None:
    assert not is_incomplete(text)
