from __future__ import annotations

import random
from math import prod

import pytest

from tensorplay.geometry.copying import plan_copy
from tensorplay.geometry.layout import contiguous_strides
from tensorplay.geometry.tiling import PIECE_BYTES, TILE_BYTES, TILE_ELEMENTS, Tiling, plan_tiles


def tiles_of(size: tuple[int, ...], order: tuple[int, ...], itemsize: int) -> Tiling:
    """The tiles of permute(order) of a contiguous tensor, made contiguous."""
    stride = contiguous_strides(size)
    result = tuple([size[dim] for dim in order])
    return plan_tiles(plan_copy(result, contiguous_strides(result), tuple([stride[dim] for dim in order]), itemsize))


def test_tiles_cover_the_copy_and_stay_small() -> None:
    source = random.Random(0)
    for _ in range(500):
        size = tuple([source.choice([1, 2, 3, 16, 30, 64, 300]) for _ in range(source.randint(0, 5))])
        order, itemsize = tuple(source.sample(range(len(size)), len(size))), source.choice([1, 2, 4, 8, 16])
        stride = contiguous_strides(size)
        result = tuple([size[dim] for dim in order])
        plan = plan_copy(result, contiguous_strides(result), tuple([stride[dim] for dim in order]), itemsize)
        found = plan_tiles(plan)
        for length, part, count in zip(plan.size, found.extent, found.counts, strict=True):
            assert 1 <= part <= length
            assert (count - 1) * part < length <= count * part
        assert 0 <= found.looped < max(len(size), 1)
        if plan.kind == "memcpy":
            assert prod(found.extent) * plan.itemsize <= PIECE_BYTES
        elif plan.size[-1] * plan.itemsize < 1024 or plan.source_stride[-1] != 1:
            assert prod(found.extent) <= 4 * TILE_ELEMENTS
            assert prod(found.extent) * plan.itemsize <= 4 * TILE_BYTES


@pytest.mark.parametrize(
    ("size", "order", "itemsize", "staged", "looped"),
    [
        ((4096, 4096), (1, 0), 4, True, 0),  # rows that fall on each other in the cache
        ((3333, 3777), (1, 0), 4, False, 0),
        ((16, 3, 224, 224), (0, 2, 3, 1), 4, False, 1),  # rows of three elements
        ((200, 250, 300), (1, 0, 2), 4, False, 0),  # long rows as they are
        ((50, 60, 3), (1, 0, 2), 4, False, 1),
        ((5,), (0,), 4, False, 0),
    ],
)
def test_sorts_of_tiles(
    size: tuple[int, ...], order: tuple[int, ...], itemsize: int, staged: bool, looped: int
) -> None:
    found = tiles_of(size, order, itemsize)
    assert (found.staged, found.looped) == (staged, looped)


def test_nothing_and_one_element() -> None:
    assert plan_tiles(plan_copy((), (), (), 4)).count == 1
    assert plan_tiles(plan_copy((0, 3), (3, 1), (1, 5), 4)).count == 0
