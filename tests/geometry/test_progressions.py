from __future__ import annotations

import random
import time
from collections import Counter
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tensorplay.geometry.progressions import Axis, is_sum, merged, positive_axes, ways

axes_lists = st.lists(st.builds(Axis, st.integers(1, 12), st.integers(2, 6)), max_size=4)


def sums(axes: list[Axis]) -> Counter[int]:
    """How often each sum comes about, by listing them all."""
    return Counter(map(sum, product(*[range(0, axis.span + 1, axis.stride) for axis in axes])))


@settings(max_examples=400)
@given(axes_lists)
def test_merging_keeps_the_set_of_sums(axes: list[Axis]) -> None:
    fewer = merged(axes)
    assert set(sums(fewer)) == set(sums(axes))
    assert fewer == sorted(fewer, reverse=True)
    assert len(fewer) <= len(axes)


@settings(max_examples=400)
@given(axes_lists)
def test_sums_are_counted_exactly(axes: list[Axis]) -> None:
    expected = sums(axes)
    for total in range(-2, max(expected) + 3):
        assert ways(axes, total) == expected[total]
        assert is_sum(axes, total) == (total in expected)


@settings(max_examples=200)
@given(axes_lists, st.integers(0, 5))
def test_a_small_budget_gives_the_right_answer_or_none(axes: list[Axis], budget: int) -> None:
    expected = sums(axes)
    for total in range(0, max(expected) + 1, 3):
        assert ways(axes, total, budget) in (expected[total], None)
        assert is_sum(axes, total, budget) in (total in expected, None)


def test_the_budget_is_spent_in_the_worst_case_only() -> None:
    source = random.Random(30)
    hard = [Axis(source.randint(10**9, 2 * 10**9), 2) for _ in range(30)]
    started = time.perf_counter()
    assert is_sum(hard, 15 * 10**9 + 1) is None
    assert ways(hard, 15 * 10**9 + 1) is None
    assert time.perf_counter() - started < 2
    # Two axes are solved in closed form, however long they are.
    assert ways([Axis(10007, 10**15), Axis(9973, 10**15)], 10007 * 9973 * 10**6) == 10**6 + 1
    assert is_sum([Axis(10, 10**15), Axis(6, 10**15)], 10**12 + 1) is False


def test_positive_axes() -> None:
    assert positive_axes((), ()) == ([], 0, 1)
    assert positive_axes((2, 3, 5, 1), (1, -4, 0, 9)) == ([Axis(4, 3), Axis(1, 2)], -8, 5)
