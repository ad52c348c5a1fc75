"""The shell's pictures, command by command, as they were drawn before there was any code."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from inspect_support import Watched

from tensorplay.inspect.preview import preview
from tensorplay.inspect.why import explain
from tensorplay.picture.scene import scene_of
from tensorplay.picture.text import paint, plain

TRANSCRIPT = """
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

MORE = """
>>> q = x
  q  same tensor as x
>>> x = x.transpose(0, 1)
  x  float32 [3, 2, 4] stride (1, 12, 3) order (1, 2, 0)
     view of q · 0 B moved
     s1 x ████████████████████████
        y ████████████████████████
        z ███···███···███···███···
        q ████████████████████████
>>> w.transpose_(0, 1)
  w  float32 [2, 2, 3] stride (3, 6, 1) order (1, 0, 2)
     restrided in place · 0 B moved
     s2 0 4 8 2 6 10 12 16 20 14 18 22
>>> b = y.clone().view(-1, 2).t()
  b  float32 [2, 12] stride (1, 2) order (1, 0)
     view of an unnamed copy of y · 96 B moved
     s4 7 7 7 1 5 9 7 7 7 3 7 11 12 16 20 13 17 21 14 18 22 15 19 23
>>> e = empty(8)
  e  float32 [8] stride (1,) contiguous
     new storage s5, 32 B, never written
     s5 ░░░░░░░░
>>> e[::2] = 1
  e  4 cells written in place · version 1
     s5 1 ░ 1 ░ 1 ░ 1 ░
>>> f = e[1::2]
  f  float32 [4] stride (2,) offset 1 not contiguous: 2 ≠ 1 (dim 0)
     view of e · 0 B moved
     s5 e █░█░█░█░
        f ·░·░·░·░
>>> g = zeros(7).unfold(0, 3, 2)
  g  float32 [3, 3] stride (2, 1) not contiguous: 2 ≠ 3·1 (dims 0, 1)
     view of an unnamed tensor · 0 B moved
     s6 g ██2█2██  a digit counts the elements in a cell
>>> m = zeros(2, 1, 4, 5)
  m  float32 [2, 1, 4, 5] stride (20, 20, 5, 1)
     contiguous and channels_last: dim 1 has one element
     new storage s7, 160 B
>>> z[1].fill_(3)
  z  6 cells written in place, seen by x, y and q · version 3
  _  float32 [2, 3] stride (6, 1) offset 12 not contiguous: 6 ≠ 3·1 (dims 0, 1)
     view of z · 0 B moved
     s1 x ████████████████████████
        y ████████████████████████
        z ███···███···███···███···
        q ████████████████████████
        _ ············███···███···
>>> del a, q
  a  gone · s3 freed, 16 B
  q  gone · s1 stays, held by x, y and z
>>> i = arange(6)
  i  int64 [6] stride (1,) contiguous · new storage s8, 48 B
>>> j = i.view(int32)
  j  int32 [12] stride (1,) contiguous · view of i · 0 B moved
     s8 i ████████████
        j ████████████
        a cell is 4 B
>>> u = zeros(3); u.add_(1); v = u[1:]
  u  float32 [3] stride (1,) contiguous · new storage s9, 12 B
  v  float32 [2] stride (1,) offset 1 contiguous · view of u · 0 B moved
     s9 u ███
        v ·██
>>> big = empty(1_000_000, 1000, device="meta")
  big  float32 meta [1000000, 1000] stride (1000, 1) contiguous
       new storage s10, 4.0 GB
>>> part = big[:, ::3]
  part  float32 meta [1000000, 334] stride (1000, 3)
        not contiguous: 3 ≠ 1 (dim 1)
        view of big · 0 B moved
        s10 big  ██████████████████████████████████████████████████
            part ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃  33 %
            each mark 20.0 M cells
>>> del big
  big  gone · part keeps s10 alive: 4.0 GB for 1.3 GB
"""


def commands_of(transcript: str) -> list[tuple[str, str]]:
    """Each command with the lines that follow it."""
    parts = transcript.strip().split(">>> ")[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2].rstrip("\n")) for part in parts]


def picture(subject: Any, **look: Any) -> str:
    return plain(paint(scene_of(subject), **look))


def test_transcript() -> None:
    watched = Watched()
    for command, expected in commands_of(TRANSCRIPT + MORE):
        assert picture(watched.run(command)) == expected, command


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    watched = Watched()
    for command, _ in commands_of(TRANSCRIPT):
        watched.run(command)
    return watched.names


def test_why(names: dict[str, Any]) -> None:
    assert picture(explain("z.view(12)", names)) == (
        "RuntimeError: view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is\n"
        "not size 3 · stride 1\n"
        "  ways out  z.reshape(12)            copies 48 B\n"
        "            z.contiguous().view(12)  copies 48 B\n"
        "            z.view(4, 3)             free: dims 0 and 1 merge (12 = 2·6)"
    )


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("z.permute(2, 0, 1)", "[3, 2, 2] stride (1, 12, 6) · view of z"),
        ("z.view(12)", "not a view: dims 1 and 2 do not merge (6 ≠ 3·1) · reshape copies 48 B"),
        ("v = z.clone()", "[2, 2, 3] stride (6, 3, 1) · copy of z · 48 B to move"),
        ("z + 1", "[2, 2, 3] stride (6, 3, 1) · new storage, 48 B"),
        ("z[0] = 7", "writes 6 cells of z in place, seen by x and y"),
        ("z += 1", "writes 12 cells of z in place, seen by x and y"),
        ("v = y", "same tensor as y"),
        ("x.nonzero()", "? · the size of nonzero() depends on values"),
        ("x.shape", "tensorplay.Size([2, 3, 4])"),
        ("arange(5)", "int64 [5] stride (1,) · new storage, 40 B"),
        ("z.split(1)", "[1, 2, 3] stride (12, 6, 1) · view of z · and 1 more"),
        ("x.t_()", None),
    ],
)
def test_previews(names: dict[str, Any], typed: str, shown: str | None) -> None:
    answer = preview(typed, names)
    assert answer is not None
    if shown is not None:
        assert picture(answer) == f"    {shown}"
    else:
        assert picture(answer).startswith("    RuntimeError: ")


@pytest.mark.parametrize("width", [24, 32, 40, 60, 80, 200])
@pytest.mark.parametrize("ascii", [False, True])
def test_no_line_reaches_the_last_column(names: dict[str, Any], width: int, ascii: bool) -> None:
    watched = Watched()
    scenes = [scene_of(watched.run(command)) for command, _ in commands_of(TRANSCRIPT + MORE)]
    scenes += [scene_of(explain(text, names)) for text in ("z.view(12)", "a += 1", "z", "x.view(5)", "x")]
    scenes += [scene_of(preview(text, names)) for text in ("z.view(12)", "z.clone()", "x.nonzero()")]
    for scene in scenes:
        for line in plain(paint(scene, width=width, ascii=ascii)).split("\n"):
            assert len(line) < width
            assert line.isascii() or not ascii


def test_narrow() -> None:
    watched = Watched()
    watched.run("x = zeros(2, 4, 3)")
    assert picture(watched.run("z = x[:, ::2]"), width=40) == (
        "  z  float32 [2, 2, 3]\n"
        "     stride (12, 6, 1)\n"
        "     not contiguous: 6 ≠ 3·1\n"
        "     (dims 1, 2)\n"
        "     view of x · 0 B moved\n"
        "     s1 x ████████████████████████\n"
        "        z ███···███···███···███···"
    )


def test_without_block_characters() -> None:
    watched = Watched()
    watched.run("x = empty(4)")
    watched.run("y = x[::2]")
    assert picture(watched.run("y[0] = 1; z = x[1:]"), ascii=True) == (
        "  y  1 cell written in place, seen by x - version 1\n"
        "  z  float32 [3] stride (1,) offset 1 contiguous - view of x - 0 B moved\n"
        "     s1 x #:::\n"
        "        y #.:.\n"
        "        z .:::"
    )


def test_styles_say_nothing_alone() -> None:
    """Every style is one of those that are named, and the text without styles is the same."""
    from tensorplay.picture.text import STYLES

    watched = Watched()
    for command, expected in commands_of(TRANSCRIPT):
        lines = paint(scene_of(watched.run(command)))
        assert {span.style for line in lines for span in line} <= set(STYLES)
        assert "\n".join("".join(text for text, _ in line) for line in lines) == expected


def test_transcript_is_python() -> None:
    for command, _ in commands_of(TRANSCRIPT + MORE):
        ast.parse(command)
