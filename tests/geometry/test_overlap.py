from __future__ import annotations

import random
import time
from collections import Counter

import pytest
from geometry.strategies import cells_of, random_layout
from geometry.test_addresses import small_layout

from tensorplay.geometry import Layout
from tensorplay.geometry.layout import contiguous_strides, ordered_strides
from tensorplay.geometry.overlap import partial_overlap, self_overlap, shares_cells, writes_refused
from tensorplay.geometry.reasons import PartialOverlap, WritesOverlap


def test_self_overlap_by_brute_force() -> None:
    source = random.Random(1)
    answers: Counter[str] = Counter()
    for _ in range(4000):
        layout = small_layout(source)
        cells = cells_of(layout)
        expected = "yes" if len(set(cells)) < len(cells) else "no"
        assert self_overlap(layout) == expected, layout
        answers[expected] += 1
        assert self_overlap(layout, budget=3) in (expected, "maybe")
    assert min(answers["yes"], answers["no"]) > 500


def test_shared_cells_by_brute_force() -> None:
    source = random.Random(2)
    answers: Counter[str] = Counter()
    for _ in range(4000):
        first, second = small_layout(source), small_layout(source)
        expected = "yes" if set(cells_of(first)) & set(cells_of(second)) else "no"
        assert shares_cells(first, second) == expected, (first, second)
        assert shares_cells(second, first) == expected
        answers[expected] += 1
        assert shares_cells(first, second, budget=3) in (expected, "maybe")
    assert min(answers["yes"], answers["no"]) > 500


def test_interleaved_layouts_share_nothing() -> None:
    even, odd = Layout((10**12,), (2,)), Layout((10**12,), (2,), 1)
    assert shares_cells(even, odd) == "no"
    assert shares_cells(even, Layout((10**12,), (3,), 1)) == "yes"
    left, right = Layout((10**6, 500), (1000, 1)), Layout((10**6, 500), (1000, 1), 500)
    assert shares_cells(left, right) == "no"
    assert shares_cells(left, Layout((10**6, 2), (1000, 1), 499)) == "yes"


def test_self_overlap_of_large_layouts() -> None:
    assert self_overlap(Layout((10**6, 10**6), (10**6, 1))) == "no"
    assert self_overlap(Layout((10**6, 10**6), (10**6 - 1, 1))) == "yes"
    assert self_overlap(Layout((10**6, 10**6), (10**6, 10**6 + 1))) == "no"
    assert self_overlap(Layout((10**6, 10**6 + 2), (10**6, 10**6 + 1))) == "no"
    assert self_overlap(Layout((10**6 + 2, 10**6 + 1), (10**6, 10**6 + 1))) == "yes"
    assert self_overlap(Layout((5, 0), (0, 0))) == "no"


def test_maybe_is_said_in_bounded_time_only_where_the_search_explodes() -> None:
    source = random.Random(30)
    hard = Layout((2,) * 30, tuple(source.randint(10**9, 2 * 10**9) for _ in range(30)))
    started = time.perf_counter()
    assert self_overlap(hard) == "maybe"
    assert shares_cells(hard, Layout(hard.size, hard.stride, 1)) == "maybe"
    assert time.perf_counter() - started < 2


def test_a_write_to_an_expanded_dimension_is_refused() -> None:
    assert writes_refused((2, 3), (0, 1)) == WritesOverlap((2, 3), (0, 1), 0)
    assert writes_refused((1, 3), (0, 1)) is None
    assert writes_refused((0, 3), (0, 0)) is None
    assert writes_refused((2, 2), (1, 1)) is None  # PyTorch does not notice
    assert writes_refused((), ()) is None


def test_writes_refused_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    source = random.Random(3)
    base = torch.zeros(20000)
    refusals = 0
    for _ in range(2000):
        layout = random_layout(source)
        tensor = base.as_strided(layout.size, layout.stride, layout.offset)
        try:
            tensor.add_(0)
            refused = False
        except RuntimeError:
            refused = True
        assert (writes_refused(layout.size, layout.stride) is not None) == refused, layout
        refusals += refused
    assert refusals > 100


def test_partial_overlap() -> None:
    whole, start, end = Layout((4,), (1,)), Layout((3,), (1,)), Layout((3,), (1,), 1)
    assert partial_overlap(end, start) == PartialOverlap((1, 3), (0, 2))
    assert partial_overlap(whole, whole) is None
    assert partial_overlap(whole, Layout((4,), (1,), 4)) is None
    assert partial_overlap(Layout((2, 2), (2, 1)), Layout((2, 2), (1, 2))) is not None
    assert partial_overlap(Layout((2, 1), (2, 1)), Layout((2, 1), (2, 1), 1)) is None  # not dense: not looked at
    assert partial_overlap(Layout((0,), (1,)), whole) is None


def test_partial_overlap_in_bytes() -> None:
    """The first 8 bytes seen as int32, and as int16 from their middle on."""
    words, halves = Layout((2,), (1,)), Layout((2,), (1,), 2)
    assert partial_overlap(words, halves, output_itemsize=4, operand_itemsize=2) is not None
    assert partial_overlap(words, Layout((2,), (1,), 4), output_itemsize=4, operand_itemsize=2) is None


def test_partial_overlap_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    source = random.Random(4)
    base = torch.zeros(400)
    refusals = 0
    for _ in range(3000):
        layout = random_layout(source, max_rank=3)
        size, rank = layout.size, layout.rank
        choices = [contiguous_strides(size), ordered_strides(size, source.sample(range(rank), rank)), layout.stride]
        output = Layout(size, source.choice(choices), source.randint(0, 8))
        operand = Layout(size, source.choice(choices), source.choice([output.offset, source.randint(0, 8)]))
        if writes_refused(size, output.stride):
            continue
        written, read = (base.as_strided(x.size, x.stride, x.offset) for x in (output, operand))
        try:
            written.add_(read)
            refused = False
        except RuntimeError:
            refused = True
        assert (partial_overlap(output, operand) is not None) == refused, (output, operand)
        refusals += refused
    assert refusals > 300
