"""The record of what was ever written, against a mask with one flag for each byte."""

from __future__ import annotations

import pickle
import random
from itertools import product

import pytest

import tensorplay as tp
from tensorplay.core import written
from tensorplay.core.written import EVERYTHING, NOTHING, SOME, UNKNOWN, Written, in_bytes
from tensorplay.geometry.layout import Layout, required_cells


def bytes_of(layout: Layout, itemsize: int) -> set[int]:
    """Every byte that the elements of a layout occupy, one by one."""
    found: set[int] = set()
    for index in product(*[range(length) for length in layout.size]):
        cell = layout.offset + sum(place * step for place, step in zip(index, layout.stride, strict=True))
        found.update(range(cell * itemsize, (cell + 1) * itemsize))
    return found


def random_layout(rng: random.Random, cells: int) -> Layout:
    for _ in range(50):
        rank = rng.choice([0, 1, 1, 2, 2, 3])
        size = tuple([rng.choice([0, 1, 2, 2, 3, 4, 6, 12]) for _ in range(rank)])
        stride = tuple([rng.choice([0, 1, 1, 2, 3, 4, 5, 6, 12]) for _ in range(rank)])
        layout = Layout(size, stride, rng.randrange(cells))
        if required_cells(layout) <= cells:
            return layout
    return Layout((), (), 0)


def check(record: Written, truth: set[int], nbytes: int) -> None:
    assert record.nbytes == nbytes
    match record.state:
        case "nothing":
            assert not truth
        case "some":
            assert 0 < len(truth) < nbytes
            assert set().union(*[bytes_of(area, 1) for area in record.layouts]) == truth
        case "everything":
            assert len(truth) == nbytes
    assert (record.state == SOME) == bool(record.layouts)
    assert len(record.layouts) <= written.LIMIT


@pytest.mark.parametrize("seed", range(8))
def test_random_writes_against_a_mask(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    seen = dict.fromkeys([NOTHING, SOME, EVERYTHING, UNKNOWN], 0)
    for _ in range(400):
        monkeypatch.setattr(written, "LIMIT", rng.choice([2, 4, 64]))
        monkeypatch.setattr(written, "STEPS", rng.choice([4, 1 << 14]))
        monkeypatch.setattr(written, "EXACT_BYTES", rng.choice([8, 1 << 20]))
        nbytes = rng.randrange(97)
        full = rng.random() < 0.3
        record = Written(nbytes, EVERYTHING if full else NOTHING)
        truth = set(range(nbytes)) if full else set()
        for _ in range(rng.randrange(1, 40)):
            itemsize = rng.choice([1, 2, 4, 8])
            if rng.random() < 0.1:
                nbytes = rng.randrange(97)
                record.resize(nbytes)
                truth = {address for address in truth if address < nbytes}
            elif nbytes >= itemsize:
                layout = random_layout(rng, nbytes // itemsize)
                record.add(layout, itemsize)
                truth |= bytes_of(layout, itemsize)
            check(record, truth, nbytes)
            seen[record.state] += 1
            start = rng.randrange(-2, nbytes + 3)
            stop = rng.randrange(start, nbytes + 4)
            covered = record.covers(start, stop)
            assert covered in {None, truth.issuperset(range(start, stop))}
            window = range(max(start, 0), max(min(stop, nbytes), start, 0))
            flags = record.flags(window.start, window.stop)
            assert flags is None or [bool(flag) for flag in flags] == [address in truth for address in window]
    assert min(seen.values()) > 100


def test_every_other_element_leaves_the_odd_ones() -> None:
    x = tp.empty_permuted((7,), (0,))
    x[::2] = 1
    record = x.untyped_storage().record
    assert record.state == SOME
    assert [record.covers(4 * cell, 4 * cell + 4) for cell in range(7)] == [True, False, True, False, True, False, True]
    assert record.covers(0, 28) is False
    x[1::2] = 1
    assert record.state == EVERYTHING


def test_unwritten_after_writing_through_a_transposed_view() -> None:
    x = tp.empty_permuted((4, 3), (0, 1))
    x.t()[1] = 1
    record = x.untyped_storage().record
    assert [record.covers(4 * cell, 4 * cell + 4) for cell in range(12)] == [cell % 3 == 1 for cell in range(12)]


@pytest.mark.parametrize("order", ["forwards", "backwards", "even first"])
def test_columns_join_until_everything_is_written(order: str) -> None:
    columns = {
        "forwards": [*range(50)],
        "backwards": [*range(49, -1, -1)],
        "even first": [*range(0, 50, 2), *range(1, 50, 2)],
    }
    record = Written(50 * 1000 * 8, NOTHING)
    for column in columns[order]:
        assert record.state != EVERYTHING
        record.add(Layout((1000,), (50,), column), 8)
    assert record.state == EVERYTHING


def test_a_regular_loop_over_single_elements_stays_exact() -> None:
    record = Written(1000 * 1000 * 4, NOTHING)
    for cell in range(1000):
        record.add(Layout((), (), cell * 1001), 4)
    assert record.state == SOME
    assert len(record.layouts) == 1
    assert record.covers(4 * 1001 * 500, 4 * 1001 * 500 + 4) is True
    assert record.covers(4 * 1001 * 500 + 4, 4 * 1001 * 500 + 8) is False


def test_too_many_scattered_writes_end_in_unknown_and_a_full_write_ends_that() -> None:
    record = Written(1 << 30, NOTHING)
    for cell in range(written.LIMIT):
        record.add(Layout((), (), cell * cell * 10), 4)
    assert (record.state, len(record.layouts)) == (SOME, written.LIMIT)
    record.add(Layout((), (), 1 << 20), 4)
    assert (record.state, record.layouts, record.covers(0, 1)) == (UNKNOWN, [], None)
    record.add(Layout((1 << 28,), (1,)), 4)
    assert record.state == EVERYTHING


def test_overlapping_areas_that_cover_all_are_found() -> None:
    record = Written(600, NOTHING)
    for step, offset in ((2, 0), (3, 0), (6, 1)):
        record.add(Layout((len(range(offset, 600, step)),), (step,), offset), 1)
        assert record.state == SOME
    record.add(Layout((100,), (6,), 5), 1)
    assert record.state == EVERYTHING


def test_overlapping_areas_too_large_to_look_at_are_unknown() -> None:
    size = 6 << 20
    record = Written(size, NOTHING)
    for step, offset in ((2, 0), (3, 0), (6, 1), (6, 5)):
        record.add(Layout((len(range(offset, size, step)),), (step,), offset), 1)
    assert record.state == UNKNOWN


def test_large_storages_cost_no_more_than_small_ones() -> None:
    x = tp.empty_permuted((1000, 1000, 1000), (0, 1, 2), device="meta")
    record = x.untyped_storage().record
    x[:, :, ::2] = 1
    assert record.state == SOME
    assert record.covers(0, 4) is True
    assert record.covers(0, 4 * 10**9) is False
    x[:, :, 1::2] = 1
    assert record.state == EVERYTHING
    assert record.covers(0, 4 * 10**9) is True


def test_shrinking_forgets_exactly_what_was_cut() -> None:
    record = Written(64, NOTHING)
    record.add(Layout((4, 2), (4, 1)), 4)  # the first two of every four elements
    record.resize(36)
    assert [bool(flag) for flag in record.flags(0, 36) or ()] == [address % 16 < 8 for address in range(36)]
    record.resize(4)
    assert record.state == EVERYTHING
    record.resize(8)
    assert (record.state, record.covers(0, 4), record.covers(4, 8)) == (SOME, True, False)
    record.resize(0)
    record.resize(8)
    assert record.state == NOTHING


def test_one_form_for_every_set_of_bytes() -> None:
    whole = Layout((24,), (1,), 8)
    assert in_bytes(Layout((3, 2), (1, 3), 2), 4) == whole
    assert in_bytes(Layout((2, 3, 1, 5), (3, 1, 7, 0), 2), 4) == whole
    assert in_bytes(Layout((5, 2), (1, 1), 2), 4) == whole


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_copies_and_pickles_say_the_same(protocol: int) -> None:
    record = Written(64, NOTHING)
    record.add(Layout((4,), (2,)), 4)
    for twin in (record.copy(), pickle.loads(pickle.dumps(record, protocol))):
        assert (twin.nbytes, twin.state, twin.layouts) == (record.nbytes, record.state, record.layouts)
        twin.add(Layout((4,), (2,), 1), 4)
        assert (record.state, twin.flags(0, 32)) == (SOME, bytearray(b"\1" * 32))


INDICES = [([0, 2],), ([-1, 0, -1],), ([0, 1], [1, 2]), (slice(None), [1]), ([[0], [2]], [0, 3]), (1, [2, 2]), ([],)]


@pytest.mark.parametrize("index", INDICES, ids=str)
@pytest.mark.parametrize("turned", [False, True])
def test_writes_at_index_tensors_are_exact_while_they_are_few(index: tuple[object, ...], turned: bool) -> None:
    x, mask = tp.empty(4, 4), tp.zeros(4, 4, dtype=tp.bool)
    for tensor, value in ((x, 1.0), (mask, True)):
        (tensor.t() if turned else tensor)[index] = value
    record = x.untyped_storage().record
    assert [record.covers(4 * cell, 4 * cell + 4) for cell in range(16)] == mask.flatten().tolist()


def test_writes_at_a_mask_are_exact_too() -> None:
    x = tp.empty(5)
    x[tp.tensor([True, False, False, True, False])] = 1
    record = x.untyped_storage().record
    assert [record.covers(4 * cell, 4 * cell + 4) for cell in range(5)] == [True, False, False, True, False]


def test_many_indexed_writes_are_unknown_where_anything_was_unwritten() -> None:
    x = tp.empty(1000)
    x[:500] = 1
    x[tp.arange(100)] = 2
    assert x.untyped_storage().record.state == UNKNOWN
    x.fill_(1)
    x[tp.arange(100)] = 2
    assert x.untyped_storage().record.state == EVERYTHING
    y = tp.empty(1000)
    y[:500] = 1
    y[:200][tp.arange(100)] = 2
    assert (y.untyped_storage().record.state, y.untyped_storage().record.covers(0, 2000)) == (SOME, True)
    z = tp.empty(4, device="meta")
    z[tp.zeros(1, dtype=tp.int64, device="meta")] = 1
    assert z.untyped_storage().record.state == UNKNOWN
