"""The kernels of floats give what NumPy gives in float32: arithmetic bit for bit, sums but for their order."""

from __future__ import annotations

import itertools
import os
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tensorplay.backends import kernels
from tensorplay.backends.float_kernels import (
    SHORTEST_ROW,
    combine,
    common_rows,
    every_element,
    folded_rows,
    look_up,
    rows_along,
)

Array = np.ndarray[Any, np.dtype[Any]]
HALVES = [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)]


def rounded(function: str, half: np.dtype[Any], left: Array, right: Array) -> Array:
    with np.errstate(all="ignore"):
        return getattr(np, function)(left.astype(np.float32), right.astype(np.float32)).astype(half)


def is_nan(array: Array) -> Array:
    with np.errstate(all="ignore"):
        return np.isnan(array.astype(np.float32))


def same_bits(left: Array, right: Array) -> bool:
    return np.array_equal(left.view(np.uint16), right.view(np.uint16))


@pytest.mark.parametrize("half", HALVES, ids=lambda half: half.name)
@pytest.mark.parametrize("function", kernels.ARITHMETIC)
def test_arithmetic_of_all_halves(native: Any, function: str, half: np.dtype[Any]) -> None:
    """Every number of 16 bits meets others, of which one in eight is NaN, infinite, zero or subnormal."""
    generator = np.random.default_rng(0)
    left = np.tile(np.arange(1 << 16, dtype=np.uint16), 4)
    right = generator.integers(0, 1 << 16, left.size, dtype=np.uint16)
    one, other = left.view(half), right.view(half)
    special = np.array([0, -0.0, np.inf, -np.inf, 1, -1, 1e-40, 6e-8, np.nan], np.float32).astype(half)
    other[::8] = special[generator.integers(0, special.size, other[::8].size)]
    both = is_nan(one) & is_nan(other)  # which of two NaN is kept is the processor's choice
    expected = rounded(function, half, one, other)
    found = np.empty(one.size, half)
    assert combine(function, found, one, other)
    assert same_bits(found[~both], expected[~both])
    assert is_nan(found[both]).all()


@pytest.mark.parametrize("half", HALVES, ids=lambda half: half.name)
@pytest.mark.parametrize("function", kernels.ARITHMETIC)
def test_arithmetic_with_a_number(native: Any, function: str, half: np.dtype[Any]) -> None:
    values = np.arange(1 << 16, dtype=np.uint16).view(half)
    found = np.empty(values.size, half)
    for number in (0.1, -3.0, 0.0, np.inf, 1e-30):
        constant = np.asarray(number, np.float32)
        assert combine(function, found, values, constant)
        assert same_bits(found, rounded(function, half, values, constant))
        assert combine(function, found, constant, values)
        assert same_bits(found, rounded(function, half, constant, values))


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 511, 512, 513, 1025])
def test_arithmetic_of_every_length_keeps_to_its_place(native: Any, size: int) -> None:
    left, right = np.arange(size).astype(np.float16), np.full(size, 2, np.float16)
    whole = np.full(size + 2, 5, np.float16)
    assert combine("multiply", whole[1:-1], left, right) == (size > 0)
    assert np.array_equal(whole, [5, *np.arange(size) * 2.0, 5])


LAYOUTS: dict[str, Any] = {
    "contiguous": lambda x: x,
    "transposed": lambda x: x.T,
    "stepped rows": lambda x: x[::2],
    "narrow": lambda x: x[:, :30],
    "turned around": lambda x: x[::-1],
    "every second": lambda x: x[:, ::2],
    "a row": lambda x: x[:1],
    "a column": lambda x: x[:, :1],
    "stack": lambda x: x.reshape(5, 4, 10, 10),
    "permuted stack": lambda x: x.reshape(5, 4, 10, 10).transpose(0, 2, 3, 1),
}


@pytest.mark.parametrize("half", HALVES, ids=lambda half: half.name)
@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, repeat=2)), ids=" and ".join)
def test_layouts(native: Any, half: np.dtype[Any], layouts: tuple[str, str]) -> None:
    """Of any layout it is all or nothing."""
    left, right = (
        LAYOUTS[name]((np.arange(2000).reshape(50, 40) % (7 + place)).astype(half))
        for place, name in enumerate(layouts)
    )
    if left.ndim != right.ndim:
        return
    try:
        size = np.broadcast_shapes(left.shape, right.shape)
    except ValueError:
        return
    for order in "CF":
        out = np.full(size, 3, half, order=order)
        served = combine("add", out, left, right)
        expected = rounded("add", half, *np.broadcast_arrays(left, right))
        assert same_bits(out.copy(), expected.copy() if served else np.full(size, 3, half))


def test_rows_that_all_share() -> None:
    assert common_rows((4, 6), (6, 1), (6, 1)) == (1, 24, 0, 24)
    assert common_rows((4, 6), (6, 1), (6, 1), (0, 1)) == (4, 6, 6, 6, 0)
    assert common_rows((4, 6), (8, 1), (6, 1), (12, 1)) == (4, 6, 8, 6, 12)
    assert common_rows((4, 6), (6, 1), (1, 4)) is None
    assert common_rows((4, 6), (6, 1), (1, 0)) is None


def test_cells_are_shared_only_place_by_place(native: Any) -> None:
    values = np.arange(40).astype(np.float16)
    other = np.ones(39, np.float16)
    assert not combine("add", values[1:], values[:-1], other)
    assert combine("add", values[1:], values[1:], other)
    assert np.array_equal(values, [0, *range(2, 41)])
    assert not combine("add", values, np.float32(1) * values, values)
    assert not combine("maximum", values, values, values)


# Sums.

TYPES = [np.dtype(np.float32), *HALVES]


@pytest.mark.parametrize("array_type", TYPES, ids=lambda array_type: array_type.name)
def test_sums_of_whole_numbers_are_exact(native: Any, array_type: np.dtype[Any]) -> None:
    values = (np.arange(20_000) % 7 - 3).astype(np.float32)
    buffer = np.zeros(values.nbytes + 1, np.uint8)
    for skew in (0, 1):
        array = buffer[skew : skew + values.size * array_type.itemsize].view(array_type)
        array[:] = values.astype(array_type)
        for length in (*range(1, 70), 4095, 4096, 4097, 8192, 8193, 12_289, 20_000):
            found = np.empty(1, np.float32)
            kernels.fold("add", array_type.name, found.ctypes.data, array.ctypes.data, 1, length, 0)
            assert found[0] == values[:length].sum(dtype=np.float64)


@pytest.mark.parametrize("array_type", TYPES, ids=lambda array_type: array_type.name)
def test_sums_are_near_the_true_ones_and_alike_on_every_processor(array_type: np.dtype[Any]) -> None:
    if not kernels.available():
        pytest.skip("no compiled kernels")
    values = np.random.default_rng(1).uniform(0, 1, 3_000_001).astype(np.float32).astype(array_type)
    true = values.astype(np.float64).sum()
    found = []
    for portable in (True, False):
        kernels._native.portable(portable)
        sums = folded_rows("add", values, (0,))
        assert sums is not None
        found.append(float(sums[0]))
    kernels._native.portable(os.environ.get("TENSORPLAY_KERNELS") == "portable")
    assert found[0] == found[1]
    assert abs(found[0] - true) < 3e-7 * true


def test_nothing_overflows_on_the_way(native: Any) -> None:
    large = np.tile(np.array([60_000, -60_000], np.float16), 500)
    sums = folded_rows("add", large, (0,))
    assert sums is not None
    assert sums[0] == 0
    large[3] = np.inf
    sums = folded_rows("add", large, (0,))
    assert sums is not None
    assert sums[0] == np.inf
    large[4] = np.nan
    sums = folded_rows("add", large, (0,))
    assert sums is not None
    assert np.isnan(sums[0])


@pytest.mark.parametrize("array_type", TYPES, ids=lambda array_type: array_type.name)
@pytest.mark.parametrize("function", ["multiply", "maximum", "minimum"])
def test_other_folds(native: Any, function: str, array_type: np.dtype[Any]) -> None:
    """NaN is both the largest and the smallest, wherever it stands."""
    signs = np.random.default_rng(2).choice([-1, 1], 9000)
    values = (signs * 2.0 ** np.where(np.arange(9000) % 2, 1, -1)).astype(np.float32)
    for length in (1, 31, 32, 33, 100, 4096, 4097, 9000):
        for place in (None, 0, length // 2, length - 1):
            for other in (np.inf, -np.inf, np.nan, -np.nan, 0.0):
                array = values[:length].astype(array_type)
                if place is not None:
                    array[place] = other
                found = np.empty(1, np.float32)
                kernels.fold(function, array_type.name, found.ctypes.data, array.ctypes.data, 1, length, 0)
                with np.errstate(all="ignore"):
                    expected = getattr(np, function).reduce(array.astype(np.float32))
                assert np.array_equal(found[0], expected, equal_nan=True)


@pytest.mark.parametrize("half", HALVES, ids=lambda half: half.name)
def test_tables(native: Any, half: np.dtype[Any]) -> None:
    every = every_element(half)
    assert every is not None
    values = np.random.default_rng(3).permutation(1 << 16).astype(np.uint16).view(half)[:60_000]
    table = every[::-1].copy()
    for array in (
        values,
        values[1:-1],
        values.reshape(200, 300),
        values.reshape(300, 200).T,
        values.reshape(100, 600)[:, :99],
    ):
        out = np.empty_like(array)
        assert look_up(out, table, array)
        assert same_bits(out.copy(), table[array.copy().view(np.uint16)])
    assert not look_up(values[1:], table, values[:-1])
    expected = table[values.view(np.uint16)]
    assert look_up(values, table, values)
    assert same_bits(values, expected)


@pytest.mark.parametrize("array_type", TYPES, ids=lambda array_type: array_type.name)
@pytest.mark.parametrize("name", LAYOUTS)
def test_sums_over_every_axis(native: Any, array_type: np.dtype[Any], name: str) -> None:
    array = LAYOUTS[name]((np.arange(2000).reshape(50, 40) % 5).astype(array_type))
    for count in range(array.ndim + 1):
        for axes in itertools.combinations(range(array.ndim), count):
            found = folded_rows("add", array, axes)
            if found is not None:
                expected = array.astype(np.float32).sum(axes, keepdims=True)
                assert found.shape == expected.shape
                assert np.array_equal(found, expected)


def test_which_sums_are_sums_of_rows() -> None:
    assert rows_along((50, 40), (40, 1), (1,)) == (50, 40, 40)
    assert rows_along((50, 40), (40, 1), (0, 1)) == (1, 2000, 0)
    assert rows_along((40, 50), (1, 40), (0, 1)) == (1, 2000, 0)
    assert rows_along((40, 50), (1, 40), (0,)) == (50, 40, 40)
    assert rows_along((2, 3, 40), (120, 40, 1), (2,)) == (6, 40, 40)
    assert rows_along((2, 3, 40), (120, 40, 1), (0, 2)) is None
    assert rows_along((50, 40), (40, 1), (0,)) is None
    assert rows_along((50, 40), (0, 1), (1,)) == (50, 40, 0)
    assert rows_along((50, 40), (40, 0), (1,)) is None
    assert rows_along((50, SHORTEST_ROW - 1), (40, 1), (1,)) is None
    assert rows_along((0, 40), (40, 1), (1,)) is None


def test_arguments_are_checked(native: Any) -> None:
    with pytest.raises(ValueError, match="arithmetic number 4"):
        native.combine(4, 1, 0, 0, 0, 0.0, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="conversion number 0"):
        native.combine(0, 0, 0, 0, 0, 0.0, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="fold number 0 of elements number 3"):
        native.fold(0, 3, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="fold number 4"):
        native.fold(4, 0, 0, 0, 0, 0, 0)
