"""The strided copy on arrays, with the compiled kernels and with NumPy alone."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tensorplay.backends import blocked_copy, kernels
from tensorplay.backends.strided_copy import copy_array
from tensorplay.geometry import tiling
from tensorplay.geometry.copying import plan_copy

from .random_copies import random_case, twin_disagreement

Array = np.ndarray[Any, np.dtype[Any]]
SMALL_TILES = {
    "RUN_BYTES": 16,
    "SHORTEST_SOURCE_RUN": 2,
    "SHORTEST_DESTINATION_RUN": 3,
    "TILE_ELEMENTS": 32,
    "LONG_ROW_BYTES": 16,
    "PIECE_BYTES": 64,
    "CLASHING_BYTES": 8,
    "CLASHING_LINES": 1,
    "CALL_COST": 20,
}


@pytest.fixture(params=["compiled", "numpy"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The way of the bytes; the one of NumPy is there with an extension, too."""
    if request.param == "numpy":
        monkeypatch.setattr(kernels, "_native", None)
    elif not kernels.available():
        pytest.skip("no compiled kernels")
    return str(request.param)


@pytest.fixture
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Tiles so small that a small copy has many, of every sort."""
    for name, value in SMALL_TILES.items():
        monkeypatch.setattr(tiling, name, value)
    monkeypatch.setattr(blocked_copy, "PART_BYTES", 100)
    blocked_copy.prepared.cache_clear()
    yield
    blocked_copy.prepared.cache_clear()


def test_random_copies_in_tiles() -> None:
    source = random.Random(2)
    for _ in range(600):
        assert twin_disagreement(random_case(source)) is None


def test_random_copies_in_many_tiles(small_tiles: None) -> None:
    source = random.Random(3)
    sorts = set()
    for _ in range(600):
        case = random_case(source, 3000)
        assert twin_disagreement(case) is None
        found = tiling.plan_tiles(plan_copy(case.size, *case.strides, case.itemsize))
        sorts.add((found.staged, found.looped > 0, found.count > 1))
    assert {(True, False, True), (False, True, True), (False, False, True), (False, False, False)} <= sorts


def test_arrays_of_every_kind_of_strides(path: str) -> None:
    source = random.Random(5)
    for _ in range(400):
        case = random_case(source, 60_000)
        expected = case.buffers[0].copy()
        case.view(0, expected)[...] = case.view(1, case.buffers[1])
        copy_array(case.view(0, case.buffers[0]), case.view(1, case.buffers[1]))
        assert np.array_equal(expected, case.buffers[0])


@pytest.mark.parametrize("size", [(3000, 1700), (5_000_001,), (40, 50, 60, 45)])
def test_large_copies_are_parted(path: str, size: tuple[int, ...]) -> None:
    values = np.arange(np.prod(size), dtype=np.float32).reshape(size)
    target = np.zeros(size[::-1], np.float32)
    copy_array(target, values.T)
    assert np.array_equal(target, values.T)
    copy_array(target, np.array(3, np.float32))
    assert (target == 3).all()


Take = Callable[[Array, tuple[int, ...]], tuple[Array, Array]]
OVERLAPS: tuple[Take, ...] = (
    lambda flat, size: (flat[1:], flat[:-1]),
    lambda flat, size: (flat[:-1], flat[1:]),
    lambda flat, size: (flat, flat[::-1]),
    lambda flat, size: (flat.reshape(size)[:, ::2], flat.reshape(size)[:, 1::2]),
    lambda flat, size: (flat, flat),
)


@pytest.mark.parametrize("size", [(100, 120), (2300, 2100)])
def test_overlapping_sides(path: str, size: tuple[int, ...]) -> None:
    values = np.arange(np.prod(size), dtype=np.float32)
    for take in OVERLAPS:
        expected = values.copy()
        target, source = take(expected, size)
        target[...] = source.copy()
        found = values.copy()
        copy_array(*take(found, size))
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("half", [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)], ids=lambda half: half.name)
@pytest.mark.parametrize("size", [(2000,), (70, 90), (2_500_000,), (9, 30, 41)])
def test_conversions_between_layouts(path: str, half: np.dtype[Any], size: tuple[int, ...]) -> None:
    single = np.dtype(np.float32)
    values = np.random.default_rng(1).standard_normal(size).astype(single)
    for origin, goal in ((single, half), (half, single)):
        source = values.astype(origin)
        for seen in (source, source.T, source[..., ::2], source[::-1], source[1:]):
            expected = seen.astype(goal)
            target = np.zeros(seen.shape, goal)
            copy_array(target, seen)
            assert np.array_equal(target, expected)
            wide = np.zeros((*seen.shape, 2), goal)
            copy_array(wide[..., 1], seen)
            assert np.array_equal(wide[..., 1], expected)
            assert not wide[..., 0].any()
        copy_array(target, source[..., :1].ravel()[:1])
        assert (target == source[..., :1].ravel()[0].astype(goal)).all()


def test_other_types_and_records_go_to_numpy(path: str) -> None:
    records = np.zeros((3000, 5), np.dtype([("small", "u1"), ("value", "<f4")]))
    values = np.arange(15_000, dtype=np.float32).reshape(3000, 5)
    copy_array(records["value"], values)
    assert np.array_equal(records["value"], values)
    locked = np.zeros((200, 200), np.float32)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        copy_array(locked, np.ones((200, 200), np.float32).T)


def test_copies_run_side_by_side(path: str) -> None:
    values = np.arange(1_000_000, dtype=np.float64).reshape(1000, 1000)
    targets = [np.zeros_like(values) for _ in range(4)]
    threads = [threading.Thread(target=copy_array, args=(target, values.T)) for target in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(target, values.T) for target in targets)


@pytest.mark.parametrize(("origin", "goal"), [("f4", "f8"), ("i8", "u1"), ("f8", "f2"), ("c8", "f4"), ("?", "i4")])
def test_conversions_in_tiles(path: str, origin: str, goal: str) -> None:
    values = np.random.default_rng(2).integers(-100, 100, (300, 70, 17)).astype(origin)
    for seen in (values, values.T, values[::-1, ::2], values.swapaxes(0, 1)):
        expected = (seen.real if origin == "c8" else seen).astype(goal)
        target = np.zeros(seen.shape, goal)
        copy_array(target, seen)
        assert np.array_equal(target, expected)
        copy_array(target.transpose(2, 1, 0)[:, ::-1], seen.transpose(2, 1, 0))
        assert np.array_equal(target, expected[:, ::-1])


def test_cells_written_twice_are_left_to_one_loop(path: str) -> None:
    cells = np.zeros(20_000, np.float32)
    shared = np.lib.stride_tricks.as_strided(cells, (100, 200, 2), (400, 4, 4))
    copy_array(shared, np.full(shared.shape, 7, np.float32))
    assert (shared == 7).all()
