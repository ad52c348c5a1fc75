"""Modes matched by name, the words for a copy's plan, and cache lines counted against counting them one by one."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tensorplay.geometry.cache_lines import LINE, Fetches, Lines, plain_loop, touched_lines
from tensorplay.geometry.copy_words import axis_names, kernel_words, preparation_words
from tensorplay.geometry.copying import plan_copy
from tensorplay.geometry.modes import column_major_strides, match_modes, mode_text, modes_text, to_modes


def test_a_character_is_its_code() -> None:
    assert to_modes("hw", "modeA") == to_modes([104, "w"], "modeA") == (104, 119)
    assert (mode_text(104), mode_text(-3), mode_text(32)) == ("h", "-3", "32")
    assert modes_text((104, -3)) == "h,-3"


@pytest.mark.parametrize(
    ("modes", "error", "words"),
    [
        ("hwh", RuntimeError, "stands twice"),
        ([1, 2, 1], RuntimeError, "stands twice"),
        (["hw"], RuntimeError, "one character"),
        ([1 << 31], RuntimeError, "int32"),
        ([1.0], TypeError, "float"),
        ([True], TypeError, "bool"),
        (7, TypeError, "int32 labels"),
    ],
)
def test_what_is_no_mode(modes: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        to_modes(modes, "modeA")


def test_column_major() -> None:
    assert column_major_strides(()) == ()
    assert column_major_strides((2, 0, 3)) == (1, 2, 2)


def test_matches() -> None:
    found = match_modes((2, 3), (1, 2), (2, 3, 1), {3: 5}, ((0, 0), (1, 2), (0, 0)))
    assert [match.source for match in found] == [1, None, 0]
    assert [match.padded for match in found] == [3, 8, 2]


def brute(size: list[int], stride: list[int], itemsize: int, start: int) -> int:
    lines = set()
    for index in product(*map(range, size)):
        first = start + itemsize * sum(place * step for place, step in zip(index, stride, strict=True))
        lines.update(range(first // LINE, (first + itemsize - 1) // LINE + 1))
    return len(lines)


def test_lines_against_counting() -> None:
    chance = random.Random(4)
    exact = 0
    for _ in range(4000):
        rank = chance.randint(0, 4)
        size = [chance.randint(0 if chance.random() < 0.05 else 1, 5) for _ in range(rank)]
        steps = [0, 1, 2, 3, 5, 16, 17, 100, 128, 640, -1, -7, chance.randint(1, 400)]
        stride = [chance.choice(steps) for _ in range(rank)]
        itemsize = chance.choice([1, 2, 4, 8, 16])
        start = 1 << 20 | chance.randrange(100) * itemsize
        found, expected = touched_lines(size, stride, itemsize, start), brute(size, stride, itemsize, start)
        assert found.count == expected if found.exact else found.count >= expected, (size, stride, itemsize, start)
        exact += found.exact
    assert exact > 3500


def test_lines_of_a_dense_layout_in_any_order() -> None:
    assert touched_lines((64, 64), (1, 64), 4) == touched_lines((64, 64), (64, 1), 4) == Lines(256, True)


def test_plain_loop() -> None:
    assert plain_loop((8, 8), (1, 8), (8, 1), 4) == Fetches(4, 4)
    assert plain_loop((1024, 1024), (1024, 1), (1024, 1), 4) == Fetches(65536, 65536)
    assert plain_loop((1024, 1024), (1, 1024), (1024, 1), 4) == Fetches(1 << 20, 65536)
    assert plain_loop((0, 3), (3, 1), (3, 1), 4) == Fetches(0, 0)
    assert plain_loop((), (), (), 4) == Fetches(1, 1)


@pytest.mark.parametrize(
    ("size", "destination", "source", "words"),
    [
        ((2, 3), (3, 1), (3, 1), "one straight copy of 6 elements"),
        ((2, 3), (3, 1), (0, 0), "one element written to all of [6]"),
        ((0, 3), (3, 1), (1, 2), "nothing to move"),
        ((5, 7), (7, 1), (1, 5), "tiled transposition of [5, 7]: A runs along h, B along w"),
        ((5, 7), (14, 2), (1, 5), "loop over [5, 7], innermost along w"),
        ((5, 7), (9, 1), (11, 1), "loop over [5, 7], straight runs along w"),
    ],
)
def test_kernels_in_words(
    size: tuple[int, ...], destination: tuple[int, ...], source: tuple[int, ...], words: str
) -> None:
    assert kernel_words(plan_copy(size, destination, source, 4), "hw") == words


def test_preparation_in_words() -> None:
    plan = plan_copy((1, 4, 3, 2), (24, 6, 2, 1), (24, 2, 8, 1), 4)
    assert preparation_words(plan, "nchw") == ("dropped n of extent 1", "took w into elements of 8 bytes instead of 4")
    assert axis_names(plan, ("0", "1", "2", "3")) == ("1", "2")
