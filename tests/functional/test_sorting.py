"""Order along a dimension, scans and searches, against NumPy, in whole and in small blocks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tensorplay as tp

from .small_blocks import in_blocks

NAN, INF = math.nan, math.inf
__all__ = ["in_blocks"]
pytestmark = pytest.mark.usefixtures("in_blocks")


def arrays() -> Iterator[np.ndarray[Any, Any]]:
    """Numbers with many repetitions, in several layouts and dtypes."""
    numbers = np.random.default_rng(11).integers(-4, 5, (4, 5, 6)).astype(np.float32)
    yield numbers
    yield numbers.transpose(2, 0, 1)
    yield numbers[::2, 1:, ::3]
    yield numbers.astype(np.int64).transpose(1, 0, 2)
    yield numbers.astype(np.int8)[0]
    yield numbers.astype(np.float16)[0, 0]
    yield numbers.reshape(-1)


def each() -> Iterator[tuple[np.ndarray[Any, Any], int]]:
    for array in arrays():
        for dim in range(-array.ndim, array.ndim):
            yield array, dim


def test_sort_is_stable_both_ways() -> None:
    for array, dim in each():
        x = tp.from_numpy(array)
        values, indices = x.sort(dim)
        np.testing.assert_array_equal(indices.numpy(), np.argsort(array, dim, kind="stable"))
        np.testing.assert_array_equal(values.numpy(), np.sort(array, dim))
        values, indices = x.sort(dim, descending=True)
        expected = np.argsort(-array.astype(np.float64), dim, kind="stable")
        np.testing.assert_array_equal(indices.numpy(), expected)
        np.testing.assert_array_equal(values.numpy(), np.take_along_axis(array, expected, dim))
        np.testing.assert_array_equal(x.argsort(dim, descending=True).numpy(), expected)


def test_sorted_tensors_keep_the_strides_of_dense_ones() -> None:
    x = tp.arange(24).view(2, 3, 4).permute(2, 0, 1)
    for result in (*x.sort(1), x.argsort(0), x.msort()):
        assert result.stride() == x.stride() == (1, 12, 4)
    assert x[:, :, ::2].sort().values.stride() == (1, 8, 4)


def test_topk_is_the_beginning_of_sort() -> None:
    for array, dim in each():
        x = tp.from_numpy(array)
        for largest in (True, False):
            for k in {0, 1, array.shape[dim] // 2, array.shape[dim]}:
                values, indices = x.topk(k, dim, largest)
                ordered = x.sort(dim, descending=largest)
                assert values.tolist() == ordered.values.narrow(dim, 0, k).tolist()
                assert indices.tolist() == ordered.indices.narrow(dim, 0, k).tolist()
                assert values.is_contiguous()


def test_the_few_largest_of_many() -> None:
    chance = random.Random(2)
    numbers = [chance.choice([chance.randint(-5, 5), chance.random(), INF, -INF]) for _ in range(5000)]
    x = tp.tensor(numbers, dtype=tp.float64)
    for largest in (True, False):
        ordered = x.sort(descending=largest)
        for k in (1, 7, 300, 3000):
            assert x.topk(k, largest=largest).indices.tolist() == ordered.indices[:k].tolist()
            assert x.kthvalue(k).values.item() == x.sort().values[k - 1].item()


def test_kthvalue_and_median_are_elements_of_the_sorted_line() -> None:
    for array, dim in each():
        x = tp.from_numpy(array)
        values, places = x.sort(dim)
        length = array.shape[dim]
        for k in range(1, length + 1):
            result = x.kthvalue(k, dim)
            assert result.values.tolist() == values.select(dim, k - 1).tolist()
            assert result.indices.tolist() == places.select(dim, k - 1).tolist()
        for result in (x.median(dim), x.nanmedian(dim)):
            assert result.indices.tolist() == places.select(dim, (length - 1) // 2).tolist()
        assert x.median().item() == x.reshape(-1).sort().values[(x.numel() - 1) // 2].item()


def test_mode_is_the_smallest_of_the_most_frequent() -> None:
    for array, dim in each():
        values, indices = tp.from_numpy(array).mode(dim)
        lines = np.moveaxis(array, dim, -1).reshape(-1, array.shape[dim])
        found = zip(lines.tolist(), values.reshape(-1).tolist(), indices.reshape(-1).tolist(), strict=True)
        for line, value, index in found:
            assert value == min(set(line), key=lambda item: (-line.count(item), item))
            assert line[index] == value
            assert value not in line[index + 1 :]


def test_nan_comes_last_and_first() -> None:
    x = tp.tensor([NAN, 1.0, INF, NAN, -INF])
    assert x.sort().indices.tolist() == [4, 1, 2, 0, 3]
    assert x.sort(descending=True).indices.tolist() == [0, 3, 2, 1, 4]
    assert x.topk(1).indices.tolist() == [0]
    assert x.topk(2, largest=False).indices.tolist() == [4, 1]
    assert x.kthvalue(4).indices.item() == 0
    assert (x.median(0).indices.item(), x.nanmedian(0).values.item()) == (0, 1.0)
    assert tp.tensor([NAN, NAN]).nanmedian(0).indices.item() == 0
    long = tp.cat([tp.full((40,), 2.0), x, tp.arange(40.0)])
    assert long.sort().indices[-2:].tolist() == [40, 43]
    assert long.topk(3).indices.tolist() == [40, 43, 42]


def test_scans_agree_with_numpy() -> None:
    for array, dim in each():
        x, double = tp.from_numpy(array), array.astype(np.float64)
        np.testing.assert_allclose(x.double().cumsum(dim).numpy(), np.cumsum(double, dim))
        np.testing.assert_allclose((x % 3).double().cumprod(dim).numpy(), np.cumprod(double % 3, dim))
        values, indices = x.cummax(dim)
        np.testing.assert_array_equal(values.numpy(), np.maximum.accumulate(array, dim))
        np.testing.assert_array_equal(np.take_along_axis(array, indices.numpy(), dim), values.numpy())
        np.testing.assert_array_equal(x.cummin(dim).values.numpy(), np.minimum.accumulate(array, dim))
        expected = np.logaddexp.accumulate(double, dim)
        np.testing.assert_allclose(x.double().logcumsumexp(dim).numpy(), expected)
        np.testing.assert_array_equal(x.diff(dim=dim).numpy(), np.diff(array, axis=dim))
        assert values.is_contiguous()
        assert x.cumsum(dim).is_contiguous()


def test_a_running_maximum_is_found_where_it_is_last_and_nan_stays() -> None:
    values, indices = tp.tensor([1.0, 3.0, 2.0, 3.0, NAN, 9.0, NAN]).cummax(0)
    assert indices.tolist() == [0, 1, 1, 3, 4, 4, 6]
    assert all(math.isnan(value) for value in values[4:].tolist())
    assert tp.tensor([2, 1, 1]).cummin(0).indices.tolist() == [0, 1, 2]
    assert tp.tensor([False, True]).cummax(0).values.tolist() == [False, True]


def test_scans_in_place_keep_the_dtype() -> None:
    x = tp.tensor([[1, 2], [3, 4]], dtype=tp.int8)
    assert x.cumsum_(0).tolist() == [[1, 2], [4, 6]]
    assert x.cumprod_(1).tolist() == [[1, 2], [4, 24]]
    assert x.dtype is tp.int8
    target = tp.zeros(2, dtype=tp.uint8)
    tp.cumsum(tp.tensor([200, 100]), 0, out=target)
    assert target.tolist() == [200, 44]
    y = tp.arange(6.0).view(2, 3)
    assert y.t().cumsum_(0).t().tolist() == y.tolist() == [[0.0, 1.0, 3.0], [3.0, 7.0, 12.0]]


def test_running_sums_of_float32_are_kept_in_float64() -> None:
    x = tp.full((5000,), 0.1)
    assert x.cumsum(0)[-1].item() == pytest.approx(500.0, rel=1e-7)


def test_diff_joins_what_is_given_and_repeats() -> None:
    x = tp.tensor([[1, 4, 9], [0, 0, 2]])
    assert x.diff(n=2).tolist() == [[2], [2]]
    assert x.diff(n=0).tolist() == x.tolist()
    assert x.diff(n=5).size() == (2, 0)
    assert x.diff(dim=0, prepend=tp.zeros(1, 3)).tolist() == [[1.0, 4.0, 9.0], [-1.0, -4.0, -7.0]]
    assert x.diff(append=x[:, :1]).tolist() == [[3, 5, -8], [0, 2, -2]]
    assert tp.tensor([True, False, False]).diff().tolist() == [True, False]
    assert tp.diff(x, out=tp.zeros(2, 2)).tolist() == [[3.0, 5.0], [0.0, 2.0]]


@pytest.mark.parametrize("right", [False, True])
def test_searchsorted_agrees_with_numpy(right: bool) -> None:
    generator = np.random.default_rng(4)
    rows, values = np.sort(generator.integers(0, 9, (3, 4, 7))), generator.integers(-1, 10, (3, 4, 5))
    found = tp.searchsorted(tp.from_numpy(rows), tp.from_numpy(values), right=right).numpy()
    side = "right" if right else "left"
    for place in np.ndindex(3, 4):
        np.testing.assert_array_equal(found[place], np.searchsorted(rows[place], values[place], side))
    sequence = tp.from_numpy(rows[0, 0])
    for x in (tp.from_numpy(values).permute(2, 0, 1), tp.from_numpy(values)[:, ::2]):
        expected = np.searchsorted(rows[0, 0], x.numpy(), side)
        for result in (tp.searchsorted(sequence, x, side=side), tp.bucketize(x, sequence, right=right)):
            np.testing.assert_array_equal(result.numpy(), expected)
            assert result.is_contiguous()
    assert tp.searchsorted(sequence, 4).item() == np.searchsorted(rows[0, 0], 4)
    assert tp.searchsorted(sequence, 4.5, out_int32=True).dtype is tp.int32


def test_a_sorter_says_where_the_values_in_order_are() -> None:
    x = tp.tensor([5, 1, 3])
    assert tp.searchsorted(x, tp.tensor([0, 3, 9]), sorter=x.argsort()).tolist() == [0, 1, 3]


def test_counts() -> None:
    generator = np.random.default_rng(9)
    numbers, weights = generator.integers(0, 20, 500), generator.random(500)
    x = tp.from_numpy(numbers)
    np.testing.assert_array_equal(x.bincount(minlength=30).numpy(), np.bincount(numbers, minlength=30))
    np.testing.assert_allclose(x.bincount(tp.from_numpy(weights)).numpy(), np.bincount(numbers, weights))
    assert x[:0].bincount(minlength=2).tolist() == [0, 0]
    counted, _ = np.histogram(weights, 7, (0.2, 0.9))
    np.testing.assert_array_equal(tp.from_numpy(weights).histc(7, 0.2, 0.9).numpy(), counted)
    assert tp.tensor([3.0, 3.0]).histc(3).tolist() == [0.0, 2.0, 0.0]


def test_unique_agrees_with_numpy() -> None:
    for array in arrays():
        x = tp.from_numpy(array)
        values, inverse, counts = x.unique(return_inverse=True, return_counts=True)
        expected = np.unique(array, return_inverse=True, return_counts=True)
        for ours, theirs in zip((values, inverse, counts), expected, strict=True):
            np.testing.assert_array_equal(ours.numpy(), theirs.reshape(ours.shape))
        assert values[inverse].tolist() == array.tolist()
        for dim in range(array.ndim):
            slices, places, repeated = x.unique(dim=dim, return_inverse=True, return_counts=True)
            known = np.unique(array, axis=dim, return_inverse=True, return_counts=True)
            np.testing.assert_array_equal(slices.numpy(), known[0])
            np.testing.assert_array_equal(places.numpy(), known[1].reshape(-1))
            np.testing.assert_array_equal(repeated.numpy(), known[2])


def test_unique_consecutive_undoes_repetition() -> None:
    chance = random.Random(6)
    for _ in range(20):
        numbers = [0]
        for _ in range(chance.randint(0, 6)):
            numbers.append(chance.choice([item for item in range(4) if item != numbers[-1]]))
        times = [chance.randint(1, 3) for _ in numbers]
        x = tp.tensor(numbers).repeat_interleave(tp.tensor(times))
        values, inverse, counts = x.unique_consecutive(return_inverse=True, return_counts=True)
        assert (values.tolist(), counts.tolist()) == (numbers, times)
        assert values[inverse].tolist() == x.tolist()
        assert x.view(-1, 1).expand(-1, 2).unique_consecutive(dim=0).tolist() == [[item] * 2 for item in numbers]


def test_no_nan_equals_another() -> None:
    x = tp.tensor([NAN, 1.0, NAN])
    assert x.unique(return_counts=True)[1].tolist() == [1, 1, 1]
    assert x.unique_consecutive().numel() == 3
    assert x.mode().indices.item() == 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda x: x.topk(4), RuntimeError, "0 to 3 elements of dimension 1, not 4"),
        (lambda x: x.topk(1, 2), IndexError, "2"),
        (lambda x: x.bool().topk(1), RuntimeError, "bool"),
        (lambda x: x.kthvalue(0), RuntimeError, "1 to 3"),
        (lambda x: x.to(tp.complex64).sort(), RuntimeError, "order"),
        (lambda x: x.cumsum(2), IndexError, "2"),
        (lambda x: x.cumsum(0, dtype=tp.bool), NotImplementedError, "bool"),
        (lambda x: x.bool().cumsum_(0), NotImplementedError, "bool"),
        (lambda x: x.to(tp.complex64).cummax(0), NotImplementedError, "complex64"),
        (lambda x: x.diff(-1), RuntimeError, "-1"),
        (lambda x: x[0, 0].diff(), RuntimeError, "dimension"),
        (lambda x: x.diff(prepend=x[0]), RuntimeError, "2 dimensions"),
        (lambda x: x.unique(dim=2), IndexError, "2"),
        (lambda x: x[:, :0].unique(dim=0), RuntimeError, r"\[2, 0\]"),
        (lambda x: x[0, 0].unique(dim=0), IndexError, "0-dim"),
        (lambda x: tp.searchsorted(x, x[0]), RuntimeError, r"\[2, 3\]"),
        (lambda x: tp.searchsorted(x, 1), RuntimeError, "1 dimension"),
        (lambda x: tp.searchsorted(x[0], x, side="left", right=True), RuntimeError, "contradicts"),
        (lambda x: tp.searchsorted(x[0], x, side="up"), RuntimeError, "'up'"),
        (lambda x: tp.searchsorted(x[0], x, sorter=tp.tensor([0, 1, 3])), RuntimeError, "0 to 3"),
        (lambda x: tp.bucketize(x, x), RuntimeError, "1 dimension"),
        (lambda x: x.bincount(), NotImplementedError, "float32"),
        (lambda x: tp.tensor([0, -2]).bincount(), RuntimeError, "-2"),
        (lambda x: tp.tensor([0, 2]).bincount(x[0]), RuntimeError, "2 numbers"),
        (lambda x: tp.tensor([0, 2]).bincount(minlength=-1), RuntimeError, "-1"),
        (lambda x: x.histc(0), RuntimeError, "0"),
        (lambda x: x.histc(3, 2, 1), RuntimeError, r"2.0 to 1.0"),
        (lambda x: (x / 0).histc(3), RuntimeError, "finite"),
    ],
)
def test_a_refusal_has_the_type_of_pytorchs_and_the_numbers(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call(tp.ones(2, 3))
