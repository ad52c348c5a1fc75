"""Rows turned round: flips of contiguous memory, in every width, length and alignment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.backends import kernels
from tensorplay.backends.kernels import LARGE_BYTES
from tensorplay.geometry.copying import plan_copy

Array = np.ndarray[Any, np.dtype[Any]]
WIDTHS = [1, 2, 4, 8, 16]
GUARD = 64


def memory(nbytes: int) -> Array:
    """Bytes that start at a cache line."""
    whole = np.random.default_rng(nbytes).integers(0, 256, nbytes + 64, np.uint8)
    start = -int(whole.__array_interface__["data"][0]) % 64
    return whole[start : start + nbytes]


def turned(
    native: Any, size: tuple[int, int], itemsize: int, gap: int, offsets: tuple[int, int], streaming: bool
) -> None:
    """Turn rows round, some elements apart on both sides, and look at every byte around them, too."""
    rows, length = size
    step = length + gap
    nbytes = (rows * step + 1) * itemsize
    source, found = memory(nbytes + 3 * GUARD), memory(nbytes + 2 * GUARD)
    expected = found.copy()

    def view(buffer: Array, side: int) -> Array:
        return np.ndarray(size, f"V{itemsize}", buffer, GUARD + offsets[side], (step * itemsize, itemsize))

    view(expected, 0)[...] = view(source, 1)[:, ::-1]
    copy, blocks, _ = native.prepare(size, (step, 1), (step, -1), itemsize, streaming)
    last = view(source, 1).ctypes.data + (length - 1) * itemsize
    native.run(copy, view(found, 0).ctypes.data, last, 0, blocks)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("itemsize", WIDTHS)
@pytest.mark.parametrize("gap", [0, 1])
def test_rows_of_every_length(native: Any, itemsize: int, gap: int) -> None:
    for length in range(201):
        for offsets in ((0, 0), (1, 0), (0, 3), (itemsize, 5)):
            turned(native, (5, length), itemsize, gap, offsets, streaming=False)
        turned(native, (40, length), itemsize, gap, (length % 64, 0), streaming=True)


@pytest.mark.parametrize("itemsize", WIDTHS)
@pytest.mark.parametrize("nbytes", [1024, 1040, 1136, 4096, 4112])
def test_long_rows_past_the_cache(native: Any, itemsize: int, nbytes: int) -> None:
    for offset in (0, itemsize, 48, 1, 63):
        for gap in (0, 1):
            turned(native, (7, nbytes // itemsize), itemsize, gap, (offset, offset // 2), streaming=True)
    turned(native, (1, 300_000 // itemsize), itemsize, 0, (itemsize, 1), streaming=True)


@pytest.mark.parametrize("rest", [1, 5, 40, 300])
def test_the_short_last_piece_of_an_endless_row(native: Any, rest: int) -> None:
    """Only the last block is done: the others are not there."""
    length = 4095 * 131072 + rest
    copy, blocks, _ = native.prepare((length,), (1,), (-1,), 1, True)
    _, (piece,), *_ = native.explain(copy)
    done = (blocks - 1) * piece
    assert length - done == rest
    for offset in range(0, 64, 9):
        source, found = memory(rest), memory(rest + 2 * GUARD)
        expected = found.copy()
        expected[offset : offset + rest] = source[::-1]
        native.run(copy, found.ctypes.data + offset - done, source.ctypes.data + rest - 1 + done, blocks - 1, blocks)
        assert np.array_equal(found, expected)


def words_for(size: tuple[int, ...], source: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """What a copy to contiguous bytes does, and the sizes that are left of it."""
    goal = tuple([int(np.prod(size[dim + 1 :])) for dim in range(len(size))])
    ready = kernels.prepared(size, goal, source, 1)
    assert ready is not None
    return kernels.explain(ready).work, plan_copy(size, goal, source, 1).size


def test_which_flips_are_turned() -> None:
    if not kernels.available():
        pytest.skip("no compiled kernels")
    whole, last, first = (-3500, -70, -1), (3500, 70, -1), (-3500, 70, 1)
    assert words_for((40, 50, 70), whole)[0].startswith("rows turned round")
    assert words_for((40, 50, 70), whole)[1] == (140_000,)
    assert words_for((40, 50, 70), last)[0].startswith("rows turned round")
    assert words_for((40, 50, 70), first) == ("runs moved whole", (40, 3500))


@pytest.mark.parametrize("dtype", [tp.uint8, tp.int16, tp.float32, tp.float64, tp.complex128])
@pytest.mark.parametrize("size", [(130, 90), (3, 40, 77), (90, 130, 3), (LARGE_BYTES // 1000 + 1, 1003)])
def test_flips_of_tensors(dtype: Any, size: tuple[int, ...]) -> None:
    tensor = tp.arange(int(np.prod(size))).reshape(size).to(dtype)
    values = tensor.numpy()
    every = tuple(range(len(size)))
    for dims in ((-1,), (0,), every, every[1:]):
        assert np.array_equal(tensor.flip(dims).numpy(), np.flip(values, dims))
