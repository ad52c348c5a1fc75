"""The command line: options before the program, everything after it belongs to the program."""

from __future__ import annotations

import pytest

from tensorplay.repl.arguments import Arguments, UsageError, read_arguments


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], Arguments("shell")),
        (["--plain"], Arguments("shell", plain=True)),
        (["--quiet", "--plain"], Arguments("shell", plain=True, quiet=True)),
        (["-c", "x"], Arguments("code", "x", ("-c",))),
        (["-cx"], Arguments("code", "x", ("-c",))),
        (["--quiet", "-c", "x", "-c", "--plain"], Arguments("code", "x", ("-c", "-c", "--plain"), quiet=True)),
        (["-c", "--help"], Arguments("code", "--help", ("-c",))),
        (["file.py"], Arguments("file", "file.py", ("file.py",))),
        (["--plain", "file.py", "-h"], Arguments("file", "file.py", ("file.py", "-h"), plain=True)),
        (["--", "-odd"], Arguments("file", "-odd", ("-odd",))),
        (["--"], Arguments("shell")),
        (["-"], Arguments("input", rest=("-",))),
        (["-", "a"], Arguments("input", rest=("-", "a"))),
        (["-h"], Arguments("help")),
        (["--quiet", "--help"], Arguments("help")),
        (["-V"], Arguments("version")),
        (["--version"], Arguments("version")),
        ([""], Arguments("file", "", ("",))),
    ],
)
def test_what_is_asked_for(words: list[str], expected: Arguments) -> None:
    assert read_arguments(words) == expected


@pytest.mark.parametrize("words", [["--no-such"], ["-x"], ["-c"], ["--quiet", "--Plain"]])
def test_what_there_is_not(words: list[str]) -> None:
    with pytest.raises(UsageError):
        read_arguments(words)
