"""Sentences: the same facts without a drawing, readable aloud."""

from __future__ import annotations

import re

import pytest
from inspect_support import Watched

from tensorplay.inspect.aliases import aliases_among
from tensorplay.inspect.preview import preview
from tensorplay.inspect.why import explain
from tensorplay.picture.scene import scene_of
from tensorplay.picture.sentences import say

COMMANDS = """
x = empty_permuted((2, 3, 4), (0, 2, 1))
_ = x.copy_(arange(24.).view(2, 3, 4))
y = x.transpose(1, 2)
z = y[:, ::2]
w = z.clone()
z[0] = 7
a = zeros(4, 1).expand(4, 1000)
e = empty(8)
e[::2] = 1
g = zeros(7).unfold(0, 3, 2)
m = zeros(2, 1, 4, 5)
i = arange(6)
j = i.view(int16)
q = x
w.t_() if False else w.transpose_(0, 1)
w.resize_(30)
big = empty(1000000, 1000, device="meta")
part = big[:, ::3]
del big
del a
x
s = zeros(()).requires_grad_()
c = zeros(2, dtype=complex64).conj()
n = zeros(0, 3)
""".strip().splitlines()


def test_every_picture_can_be_said() -> None:
    watched = Watched()
    for command in COMMANDS:
        sentences = say(scene_of(watched.run(command)))
        assert sentences, command
        for sentence in sentences:
            assert sentence.isascii(), sentence
            assert re.fullmatch(r"[^█░·×≠→]+\.", sentence), sentence
            assert "  " not in sentence


NOT_CONTIGUOUS = "It is not contiguous: 6 is not 3 times 1 (dims 1, 2)."


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            "z = x[:, ::2]",
            [
                "z is a float32 tensor of size [2, 2, 3], stride (12, 6, 1). " + NOT_CONTIGUOUS,
                "It is a view of x; no bytes were moved.",
                "Storage s1 has 24 cells.",
                "x touches all of them.",
                "z touches 12 of them, 50 %: cells 0 to 2, 6 to 8, 12 to 14, 18 to 20.",
            ],
        ),
        ("x[0, 0, 0] = 1", ["1 cell of x was written in place. Its version is now 1."]),
        (
            "e = empty(3)",
            [
                "e is a float32 tensor of size [3], stride (1,). It is contiguous.",
                "It has a new storage, s2, of 12 bytes. None of its 3 cells was ever written.",
            ],
        ),
        ("q = x", ["q is the same tensor as x."]),
        ("del x", ["x is gone. Its storage s1 of 96 bytes was freed."]),
    ],
)
def test_wording(command: str, expected: list[str]) -> None:
    watched = Watched()
    watched.run("x = zeros(2, 4, 3)")
    assert say(scene_of(watched.run(command)))[: len(expected)] == expected


def test_other_scenes() -> None:
    watched = Watched()
    watched.run("x = zeros(2, 4, 3); z = x[:, ::2]")
    assert say(scene_of(explain("z.view(12)", watched.names))) == [
        "RuntimeError: view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is not size 3 times stride 1.",
        "Way out: z.reshape(12) copies 48 bytes.",
        "Way out: z.contiguous().view(12) copies 48 bytes.",
        "Way out: z.view(4, 3) is free, dims 0 and 1 merge.",
    ]
    assert say(scene_of(explain("x", watched.names))) == ["Nothing stands in the way of x."]
    assert say(scene_of(preview("z.t()", watched.names)))[0].startswith("RuntimeError: ")
    assert say(scene_of(preview("x.numel()", watched.names))) == ["It would give 24."]
    assert say(scene_of(preview("x.clone()", watched.names)))
    told = say(scene_of(aliases_among({"x": watched["x"], "z": watched["z"]})))
    assert told[0] == "Storage s1 has 24 cells."
