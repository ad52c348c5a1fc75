"""Conversions between two orders of the axes: NumPy's values, bit by bit, with one block between and no tensor."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tensorplay as tp
from tensorplay.backends import kernels, turned_conversion
from tensorplay.backends.strided_copy import copy_array, strides_in_elements

Array = np.ndarray[Any, np.dtype[Any]]
TYPES = [
    np.dtype(name)
    for name in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64")
] + [np.dtype(ml_dtypes.bfloat16)]
SIZE = (23, 31, 130)  # more elements than NumPy converts at once


def values(array_type: np.dtype[Any], size: tuple[int, ...]) -> Array:
    """Numbers that both sides of most conversions can hold, and some that they cannot, NaN with payloads among them."""
    generator = np.random.default_rng(1)
    made = generator.integers(-100, 100, size).astype(array_type)
    if array_type.kind in "fV" and array_type.itemsize >= 4:
        bits = made.view(f"u{array_type.itemsize}")
        chosen = generator.random(size) < 0.3
        bits[chosen] = generator.integers(0, np.iinfo(bits.dtype).max, int(chosen.sum()), bits.dtype)
    return made


def expected(source: Array, target_type: np.dtype[Any]) -> Array:
    with np.errstate(all="ignore"):
        if source.dtype.kind == "c" and target_type.kind not in "cb":
            source = source.real
        if target_type.itemsize == 2 and target_type.kind in "fV" and source.dtype.itemsize > 4:
            source = source.astype(np.float32)
        if source.dtype == np.float64 and target_type == np.uint8:
            source = source.astype(np.int64)  # beyond int32, too, it wraps around
        return np.ascontiguousarray(source).astype(target_type)


@pytest.mark.filterwarnings("ignore:Casting complex")
@pytest.mark.parametrize("types", list(product(TYPES, TYPES)), ids=lambda types: f"{types[0].name} to {types[1].name}")
def test_values(types: tuple[np.dtype[Any], np.dtype[Any]]) -> None:
    source_type, target_type = types
    whole = values(source_type, SIZE)
    for seen in (whole.transpose(2, 0, 1), whole.transpose(2, 1, 0)[::-1], whole.transpose(1, 2, 0)[:, ::2]):
        target = np.zeros(seen.shape, target_type)
        copy_array(target, seen)
        assert target.tobytes() == expected(seen, target_type).tobytes()


@pytest.mark.parametrize("seed", range(30))
def test_random_layouts(seed: int) -> None:
    source = random.Random(seed)
    size = tuple([source.choice([1, 2, 3, 7, 16, 33, 65, 200]) for _ in range(source.randint(2, 6))])
    while np.prod(size) > 2_000_000:
        size = (*size[:-1], 1) if size[-1] > 1 else size[:-1]
    size = (*size, max(100_000 // int(np.prod(size)), 1))
    order = source.sample(range(len(size)), len(size))
    target_order = source.sample(range(len(size)), len(size))
    pair = source.choice(
        [(np.uint8, np.float32), (np.int64, np.float32), (np.float32, np.int64), (np.float32, np.int16)]
    )
    gap = source.choice([1, 1, 2])
    whole = (np.arange(np.prod(size) * gap) % 251).astype(pair[0])[:: gap if gap == 2 else 1].reshape(size)
    seen = whole.transpose(order)
    if source.random() < 0.3:
        seen = seen[::-1]
    shape = tuple([seen.shape[dim] for dim in target_order])
    target = np.zeros(shape, pair[1]).transpose(np.argsort(target_order))
    copy_array(target, seen)
    assert np.array_equal(target, seen.astype(pair[1]))


def test_sides_that_overlap_and_broadcasts() -> None:
    shared = np.arange(200_000, dtype=np.int32)
    target = shared.view(np.float32).reshape(400, 500)
    source = shared.reshape(500, 400).T
    wanted = source.astype(np.float32)
    copy_array(target, source)
    assert np.array_equal(target, wanted)
    row = np.arange(400, dtype=np.int16).reshape(400, 1)
    copy_array(target, row)
    assert np.array_equal(target, np.broadcast_to(row, target.shape).astype(np.float32))


def test_other_byte_orders() -> None:
    source = np.arange(120_000, dtype=">i4").reshape(300, 400).T
    target = np.zeros(source.shape, np.float64)
    copy_array(target, source)
    assert np.array_equal(target, source)


def test_memory_between_is_one_block_for_each_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    if not kernels.available():
        pytest.skip("no compiled kernels")
    lent: list[int] = []
    lend = turned_conversion.lend
    monkeypatch.setattr(turned_conversion, "lend", lambda nbytes: lent.append(nbytes) or lend(nbytes))
    x = tp.arange(1_500_000, dtype=tp.int16).view(3, 500, 1000)
    y = x.to(tp.float32).transpose(0, 2)
    assert not lent
    z = x.transpose(0, 2).to(tp.float32, memory_format=tp.contiguous_format)
    assert 1 <= len(lent) <= tp.get_num_threads()
    assert set(lent) == {2 * turned_conversion.BLOCK_ELEMENTS} or max(lent) < 2 * turned_conversion.BLOCK_ELEMENTS
    assert tp.equal(z, y)


def test_what_it_does_not_serve() -> None:
    if not kernels.available():
        pytest.skip("no compiled kernels")
    source, target = np.zeros((300, 300), np.int16), np.zeros((300, 600), np.float32)

    def served(to: Array, origin: Array) -> bool:
        steps = strides_in_elements(to), strides_in_elements(origin)
        return turned_conversion.convert(to, origin, steps[0] or (), steps[1] or (), np.copyto)

    assert served(target[:, :300], source.T)
    assert not served(target[:, :300], source)
    assert not served(target[:, ::2], source.T)
    assert not served(target[:, :300], np.broadcast_to(source[:1].T, (300, 300)))
