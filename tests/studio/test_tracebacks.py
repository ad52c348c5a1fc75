"""Errors without frames of ours, cause and context included."""

from __future__ import annotations

from pathlib import Path

import pytest

from tensorplay.studio.session import Session
from tensorplay.studio.tracebacks import format_error, is_direct, remember_source


def failure(source: str) -> BaseException:
    session = Session()
    remember_source("<test>", source)
    error = list(session.run(source, "<test>"))[-1].error
    assert error is not None
    return error


def test_own_frames_with_their_lines() -> None:
    error = failure("def f(x):\n    return x.view(5)\n\nf(zeros(2, 3))")
    assert format_error(error)[:5] == [
        "Traceback (most recent call last):",
        '  File "<test>", line 4, in <module>',
        "    f(zeros(2, 3))",
        '  File "<test>", line 2, in f',
        "    return x.view(5)",
    ]
    assert not is_direct(error, "<test>")
    assert not any("tensorplay/" in line for line in format_error(error))


def test_an_error_in_the_source_itself() -> None:
    error = failure("1 / 0")
    assert is_direct(error, "<test>")
    assert not is_direct(error, "<other>")
    assert format_error(error, short=True) == ["ZeroDivisionError: division by zero"]


def test_notes_are_told() -> None:
    error = failure("e = ValueError('no')\ne.add_note('but')\nraise e")
    assert format_error(error, short=True) == ["ValueError: no", "but"]


def test_causes_and_contexts() -> None:
    error = failure("try:\n    zeros(2).view(3)\nexcept RuntimeError as e:\n    raise OSError('no') from e")
    text = "\n".join(format_error(error))
    assert "direct cause" in text
    assert "shape [3] is invalid" in text
    assert "tensorplay/" not in text
    assert not is_direct(error, "<test>")


def test_groups() -> None:
    error = failure("raise ExceptionGroup('two', [ValueError('one'), OSError('other')])")
    assert any("OSError: other" in line for line in format_error(error))


def test_frames_of_libraries_that_the_person_called_stay() -> None:
    error = failure("import json\njson.loads('{')")
    text = "\n".join(format_error(error))
    assert "decoder.py" in text
    assert "JSONDecodeError" in text


def test_frames_of_libraries_that_we_called_do_not() -> None:
    pytest.importorskip("numpy")
    error = failure("tensor([[1, 2], [3]])")
    frames = [line for line in format_error(error) if line.startswith("  File")]
    assert frames == ['  File "<test>", line 1, in <module>']


def test_code_of_the_person_that_we_called_stays() -> None:
    source = "class A:\n    def __index__(self): raise OSError('mine')\nempty(3, device='meta')[A()]"
    text = "\n".join(format_error(failure(source)))
    assert "line 2, in __index__" in text
    assert "indexing.py" not in text


def test_a_syntax_error_points() -> None:
    error = failure("x = = 1")
    lines = format_error(error)
    assert lines[0] == '  File "<test>", line 1'
    assert lines[-1] == "SyntaxError: invalid syntax"
    assert is_direct(error, "<test>")


def test_recursion_is_told_in_short() -> None:
    lines = format_error(failure("def f(): f()\nf()"))
    assert len(lines) < 30
    assert any("Previous line repeated" in line for line in lines)


def test_an_error_that_cannot_speak() -> None:
    lines = format_error(failure("class A(Exception):\n    def __str__(self): raise OSError\nraise A"))
    assert "A: <exception str() failed>" in lines[-1]


def test_our_folder_is_left_out_wherever_it_lies() -> None:
    from tensorplay.studio import tracebacks

    assert tracebacks._is_ours(str(Path(tracebacks.__file__)))
    assert not tracebacks._is_ours("/somewhere/else/tensorplay_of_mine.py")


def test_carets_stand_below_what_they_mark() -> None:
    *_, line, carets, _ = format_error(failure("y = 1/0"))
    assert (line, carets) == ("    y = 1/0", "        ~^~")
