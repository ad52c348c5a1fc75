"""The scripts' face: describe, show, why, aliases, assert_view, assert_contiguous."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.picture.notebook import prefer_sentences


def test_names_are_those_of_the_caller(capsys: pytest.CaptureFixture[str]) -> None:
    mine = tp.zeros(2, 4, 3)
    part = mine[:, ::2]
    tp.show(part)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  part  float32 [2, 2, 3] stride (12, 6, 1) not contiguous: 6 ≠ 3·1 (dims 1, 2)"
    assert [line.split()[-2] for line in lines[1:]] == ["mine", "part"]
    assert tp.why(part.view, 12).ways_out[0].expression == "part.reshape(12)"
    assert ("mine", "part") in tp.aliases().groups
    assert tp.aliases(part, mine).groups == (("part", "mine"),)
    assert tp.aliases({"a": part, "b": tp.zeros(2)}).groups == (("a",), ("b",))


def test_what_has_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    tp.show(tp.zeros(3))
    assert capsys.readouterr().out.startswith("  _  float32 [3]")
    assert tp.why(tp.zeros(2, 3).t().view, 6).ways_out[0].expression == "x.reshape(6)"
    assert tp.aliases(tp.zeros(3), tp.zeros(2)).groups == (("_0",), ("_1",))


def test_narrow_terminals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    x = tp.zeros(2, 4, 3)[:, ::2]
    tp.show(x)
    assert all(len(line) < 40 for line in capsys.readouterr().out.splitlines())


def test_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    x = tp.zeros(2, 3)
    prefer_sentences(True)
    try:
        tp.show(x)
        assert capsys.readouterr().out.startswith("x is a float32 tensor of size [2, 3]")
        assert "copies 24 bytes" in str(tp.why(x.t().view, 6))
    finally:
        prefer_sentences(False)


def test_foreign_arrays(capsys: pytest.CaptureFixture[str]) -> None:
    array = np.arange(12).reshape(3, 4)[::-1]
    tp.show(array)
    assert "numpy int64 [3, 4] stride (-4, 1) offset 8" in capsys.readouterr().out
    lent = tp.from_numpy(np.arange(12).reshape(3, 4))
    assert tp.describe(lent).storage.exported
    tp.assert_view(array[1:], array)
    tp.assert_contiguous(array[::-1])
    with pytest.raises(AssertionError, match="not contiguous"):
        tp.assert_contiguous(array.T)


def test_assert_view() -> None:
    x = tp.zeros(4, 6)
    for view in (x, x.t(), x[1:, ::2], x.view(24), x[0, 0], x.detach(), x[4:], x.view(tp.int16), x.unfold(0, 2, 1)):
        tp.assert_view(view, x)
    with pytest.raises(AssertionError, match="different storages, one of 96 bytes and one of 96"):
        tp.assert_view(x.clone(), x)
    with pytest.raises(AssertionError, match="12 of its 24 cells"):
        tp.assert_view(x, x[:2])
    with pytest.raises(AssertionError, match="share no cell"):
        tp.assert_view(x[2:], x[:2])
    with pytest.raises(AssertionError):
        tp.assert_view(x[0:0], tp.zeros(3))
    huge = tp.empty(10**6, 10**6, device="meta")
    tp.assert_view(huge.t()[::3, 5:], huge)
    array = np.zeros((3, 4))
    tp.assert_view(tp.from_numpy(array), array)
    tp.assert_view(array[:, 1], tp.from_numpy(array))


def test_assert_contiguous() -> None:
    x = tp.zeros(2, 3, 4, 5)
    tp.assert_contiguous(x)
    tp.assert_contiguous(x.to(memory_format=tp.channels_last), memory_format=tp.channels_last)
    with pytest.raises(AssertionError, match="not channels_last: "):
        tp.assert_contiguous(x, memory_format=tp.channels_last)
    with pytest.raises(AssertionError, match="not contiguous: 12 ≠ 1 "):
        tp.assert_contiguous(tp.zeros(2, 12).t())
    with pytest.raises(AssertionError):
        tp.assert_contiguous(tp.zeros(2, 3), memory_format=tp.channels_last)


def test_answers_show_themselves() -> None:
    x = tp.zeros(2, 3)
    assert str(tp.describe(x)) == "  float32 [2, 3] stride (3, 1) contiguous"
    assert "ways out" in str(tp.why(x.t()))
    assert "██████" in str(tp.aliases(x))


def test_importing_is_light() -> None:
    code = (
        "import tensorplay, sys\n"
        "assert 'tensorplay.inspection' not in sys.modules\n"
        "tensorplay.show\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "numpy" not in done.stdout.split()
    assert {"describe", "show", "why", "aliases", "assert_view", "assert_contiguous"} <= set(dir(tp))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        tp.nothing  # noqa: B018


def test_pictures_work_without_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import tensorplay as tp\n"
        "x = tp.empty(10**6, 10**6, device='meta'); y = x[:, ::3]\n"
        "tp.show(y); print(tp.why(y.view, -1)); print(tp.aliases()); tp.assert_view(y, x); print(x._repr_html_()[:6])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "33 %" in done.stdout
