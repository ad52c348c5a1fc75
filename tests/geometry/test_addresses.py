"""The closed forms against listing every cell."""

from __future__ import annotations

import random
import time
from bisect import bisect_left
from collections import Counter
from itertools import pairwise

import pytest
from geometry.strategies import cells_of

from tensorplay.geometry import Layout
from tensorplay.geometry.addresses import AddressMap, bucket_edges
from tensorplay.geometry.layout import ordered_strides

LAYOUTS = 4500


def small_layout(source: random.Random) -> Layout:
    """Dense, stepped, overlapping, expanded and reversed layouts of at most 1,296 elements."""
    rank = source.randint(0, 4)
    size = tuple(0 if source.random() < 0.03 else source.randint(1, 6) for _ in range(rank))
    if source.random() < 0.4:
        stepped = [length * source.choice([1, 1, 1, 2, 3]) for length in size]
        stride = ordered_strides(stepped, source.sample(range(rank), rank))
    else:
        stride = tuple(source.randint(0, 12) for _ in range(rank))
    return Layout(size, tuple(-step if source.random() < 0.2 else step for step in stride), source.randint(0, 5))


def test_every_question_about_thousands_of_small_layouts() -> None:
    source = random.Random(1)
    exact = 0
    for _ in range(LAYOUTS):
        layout = small_layout(source)
        cells = Counter(cells_of(layout))
        touched = sorted(cells)
        addresses = AddressMap(layout)
        assert addresses.exact
        assert (addresses.numel, addresses.cells) == (layout.numel, len(touched))
        assert (addresses.lowest, addresses.highest) == ((touched[0], touched[-1]) if touched else (None, None))
        low, high = (touched[0] - 3, touched[-1] + 4) if touched else (-3, 4)
        for address in range(low, high):
            assert addresses.contains(address) == (address in cells), layout
            assert addresses.multiplicity(address) == cells[address], layout
            assert addresses.count_below(address) == bisect_left(touched, address), layout
        buckets = source.randint(1, 9)
        expected = [bisect_left(touched, edge) for edge in bucket_edges(low, high, buckets)]
        assert addresses.counts(low, high, buckets) == tuple(last - first for first, last in pairwise(expected))
        start, stop = source.randint(low, high), source.randint(low, high)
        assert addresses.addresses(start, stop) == [cell for cell in touched if start <= cell < stop]
        exact += len(touched) < layout.numel
    assert exact > 500  # plenty of shared cells among them


def test_a_small_budget_says_so_and_is_never_wrong() -> None:
    source = random.Random(2)
    unknown = 0
    for _ in range(1500):
        layout = small_layout(source)
        cells = Counter(cells_of(layout))
        addresses = AddressMap(layout, budget=5)
        if addresses.exact:
            assert addresses.cells == len(cells)
            continue
        unknown += 1
        assert addresses.cells is None
        assert addresses.count_below(3) is None
        assert addresses.counts(0, 10, 2) is None
        for address in range(min(cells) - 2, max(cells) + 3):
            assert addresses.contains(address) in (address in cells, None)
            assert addresses.multiplicity(address) in (cells[address], None)
            window = addresses.addresses(address, address + 4)
            assert window is None or window == sorted(cell for cell in cells if address <= cell < address + 4)
    assert unknown > 100


def test_an_empty_layout_touches_nothing() -> None:
    addresses = AddressMap(Layout((3, 0), (1, 1), 7))
    assert addresses.exact
    assert (addresses.cells, addresses.lowest, addresses.highest) == (0, None, None)
    assert (addresses.contains(7), addresses.multiplicity(7), addresses.count_below(100)) == (False, 0, 0)
    assert addresses.counts(0, 10, 2) == (0, 0)
    assert addresses.addresses(0, 100) == []


def test_a_storage_of_a_million_million_cells_costs_no_more() -> None:
    rows = AddressMap(Layout((10**6, 10**6), (2 * 10**6, 2), 1))
    assert rows.cells == 10**12
    assert rows.highest == 1 + (10**6 - 1) * (2 * 10**6 + 2)
    assert (rows.contains(2 * 10**6 * 777 + 1), rows.contains(2 * 10**6 * 777 + 2)) == (True, False)
    assert rows.count_below(2 * 10**11) == 10**11
    assert rows.counts(0, 2 * 10**12, 4) == (25 * 10**10,) * 4
    assert rows.addresses(10**12, 10**12 + 6) == [10**12 + 1, 10**12 + 3, 10**12 + 5]

    windows = AddressMap(Layout((10**12, 1000), (1, 1)))  # unfold: the windows overlap
    assert windows.cells == 10**12 + 999
    assert (windows.multiplicity(0), windows.multiplicity(5 * 10**11), windows.multiplicity(10**12)) == (1, 1000, 999)

    expanded = AddressMap(Layout((10**6, 3, 10**6), (0, 1, 3)))
    assert (expanded.cells, expanded.multiplicity(7)) == (3 * 10**6, 10**6)


@pytest.mark.parametrize(
    "layout",
    [
        Layout((10**6, 10**6), (10**6, 1)),
        Layout((10**4, 10**4, 10**4), (10**8, 1, 10**4)),
        Layout((64, 3, 10**4, 10**4), (3 * 10**8, 1, 3 * 10**4, 3)),
        Layout((10**12, 10**3), (1, 1)),
    ],
)
def test_many_questions_take_little_time(layout: Layout) -> None:
    started = time.perf_counter()
    addresses = AddressMap(layout)
    for address in range(0, 10**12, 10**9):
        addresses.contains(address)
        addresses.count_below(address)
    addresses.counts(0, 10**12, 1000)
    assert time.perf_counter() - started < 1  # some 20 ms here


def test_beyond_the_budget_single_addresses_and_windows_may_still_be_answered() -> None:
    tangled = AddressMap(Layout((10**6, 10**6, 10**6), (10007, 9973, 31)))
    assert not tangled.exact
    assert tangled.cells is None
    assert tangled.contains(31) is True
    assert tangled.contains(32) is False
    assert tangled.addresses(0, 100) == [0, 31, 62, 93]
    assert tangled.addresses(9970, 10008) == tangled_by_hand(9970, 10008)


def tangled_by_hand(start: int, stop: int) -> list[int]:
    """The same window, listed from small multiples alone."""
    found = {10007 * i + 9973 * j + 31 * k for i in range(2) for j in range(2) for k in range(323)}
    return sorted(cell for cell in found if start <= cell < stop)


def test_bucket_edges_divide_evenly() -> None:
    assert bucket_edges(0, 12, 3) == (0, 4, 8, 12)
    assert bucket_edges(5, 7, 4) == (5, 5, 6, 6, 7)
    assert bucket_edges(-4, 4, 2) == (-4, 0, 4)
