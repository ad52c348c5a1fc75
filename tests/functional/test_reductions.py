"""Reductions against NumPy, in whole and in small blocks, and what they say of NaN, ties, empty tensors and `out=`."""

from __future__ import annotations

import itertools
import math
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.core.journal import Journal, observed_by
from tensorplay.functional import reducing

from .small_blocks import in_blocks

NAN, INF = math.nan, math.inf
__all__ = ["in_blocks"]


def arrays() -> Iterator[np.ndarray[Any, Any]]:
    """The same numbers in several layouts."""
    numbers = np.random.default_rng(7).integers(-9, 10, (4, 5, 6)).astype(np.float64)
    yield numbers
    yield numbers.transpose(2, 0, 1)
    yield numbers[::2, 1:, ::3]
    yield np.lib.stride_tricks.as_strided(numbers, (4, 3, 6), (240, 0, 8))
    yield numbers.astype(np.int64).transpose(1, 0, 2)
    yield numbers[0]
    yield numbers[0, 0]


def some_dims(rank: int) -> list[Any]:
    several = [dims for count in (2, 3) for dims in itertools.permutations(range(-rank, 0), count)][:6]
    return [None, *range(rank), *several]


REDUCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "sum": (tp.sum, np.sum),
    "amax": (lambda x, dim: x.amax(() if dim is None else dim), np.max),
    "amin": (lambda x, dim: x.amin(() if dim is None else dim), np.min),
    "all": (tp.all, np.all),
    "any": (tp.any, np.any),
    "count_nonzero": (tp.count_nonzero, np.count_nonzero),
    "mean": (lambda x, dim: x.double().mean(dim), np.mean),
    "nansum": (tp.nansum, np.nansum),
    "var": (lambda x, dim: x.double().var(dim, correction=0), np.var),
    "std": (lambda x, dim: x.double().std(dim, unbiased=False), np.std),
    "norm": (lambda x, dim: x.double().norm(2, dim), lambda x, axis: np.sqrt(np.sum(x * x, axis))),
    "norm inf": (lambda x, dim: x.double().norm(INF, dim), lambda x, axis: np.max(np.abs(x), axis)),
    "norm 3": (lambda x, dim: x.double().norm(3, dim), lambda x, axis: np.sum(np.abs(x) ** 3, axis) ** (1 / 3)),
    "logsumexp": (
        lambda x, dim: x.double().logsumexp(tuple(range(x.dim())) if dim is None else dim),
        lambda x, axis: np.log(np.sum(np.exp(x), axis)),
    ),
}
ALONG: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "prod": (lambda x, dim: (x % 3).prod(dim), lambda x, axis: np.prod(x % 3, axis)),
    "argmax": (tp.argmax, np.argmax),
    "argmin": (tp.argmin, np.argmin),
    "max": (lambda x, dim: x.max(dim).values, np.max),
    "min": (lambda x, dim: x.min(dim).values, np.min),
    "max indices": (lambda x, dim: x.max(dim).indices, np.argmax),
    "median": (lambda x, dim: x.median(dim).values, lambda x, axis: np.quantile(x, 0.5, axis, method="lower")),
    "softmax": (lambda x, dim: x.double().softmax(dim), lambda x, axis: np.exp(x) / np.exp(x).sum(axis, keepdims=True)),
}


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.usefixtures("in_blocks")
def test_a_reduction_agrees_with_numpy(name: str) -> None:
    ours, theirs = REDUCTIONS[name]
    for array in arrays():
        for dim in some_dims(array.ndim):
            result, expected = ours(tp.from_numpy(array), dim), np.asarray(theirs(array, axis=dim))
            np.testing.assert_allclose(result.numpy(), expected, rtol=1e-12, atol=1e-12)
            assert result.is_contiguous()
            assert tuple(result.shape) == expected.shape


@pytest.mark.parametrize("name", ALONG)
@pytest.mark.usefixtures("in_blocks")
def test_a_reduction_along_a_dimension_agrees_with_numpy(name: str) -> None:
    ours, theirs = ALONG[name]
    for array in arrays():
        for dim in range(-array.ndim, array.ndim):
            result = ours(tp.from_numpy(array), dim)
            np.testing.assert_allclose(result.numpy(), theirs(array, axis=dim), rtol=1e-12)
            assert result.is_contiguous()


def test_keepdim_leaves_the_dimensions_with_size_1() -> None:
    x = tp.arange(24.0).view(2, 3, 4)
    for result in (x.sum((0, 2), True), x.amax((0, 2), True), x.all((0, 2), True), x.std((0, 2), keepdim=True)):
        assert (result.size(), result.stride()) == ((1, 3, 1), (3, 1, 1))
    assert x.max(1, keepdim=True).indices.size() == (2, 1, 4)
    assert x.argmax(keepdim=True).tolist() == [[[23]]]
    assert x.norm(2, 1, True).size() == (2, 1, 4)


@pytest.mark.usefixtures("in_blocks")
@pytest.mark.parametrize("shape", [(100_000,), (50_000, 2), (300, 400)])
def test_float32_sums_are_accurate_along_every_dimension(shape: tuple[int, ...], monkeypatch: Any) -> None:
    monkeypatch.setattr(reducing, "BLOCK_ELEMENTS", max(reducing.BLOCK_ELEMENTS, 1 << 12))
    array = np.random.default_rng(3).random(shape, np.float32) + np.float32(0.5)
    for dim in (None, *range(len(shape))):
        exact = array.sum(dim, dtype=np.float64)
        for result in (tp.from_numpy(array).sum(dim), tp.from_numpy(array).mean(dim) * (array.size / exact.size)):
            np.testing.assert_allclose(result.numpy(), exact, rtol=2e-6)


def test_16_bit_floats_are_added_in_float32_and_rounded_once() -> None:
    for dtype in (tp.float16, tp.bfloat16):
        x = tp.full((4096,), 1.0, dtype=dtype)
        assert (x.sum().item(), x.mean().item(), x.cumsum(0)[-1].item()) == (4096.0, 1.0, 4096.0)
        assert x.norm().item() == 64.0


@pytest.mark.parametrize("dtype", [tp.bool, tp.uint8, tp.int8, tp.int16, tp.int32, tp.uint16])
def test_bool_and_small_integers_add_up_as_int64(dtype: Any) -> None:
    x = tp.ones(300, dtype=dtype)
    for result in (x.sum(), x.sum(0), x.prod(), x.nansum(), x.cumsum(0), x.cumprod(0), x.count_nonzero(0)):
        assert result.dtype is tp.int64
    assert x.sum().item() == 300


def test_dtype_is_what_elements_are_cast_to_first() -> None:
    x = tp.tensor([1.7, 1.7])
    assert x.sum(dtype=tp.int32).item() == 2
    assert x.prod(dtype=tp.float64).dtype is tp.float64
    assert tp.tensor([300, 2]).sum(dtype=tp.uint8).item() == 46
    assert tp.tensor([2, 2]).sum(dtype=tp.bool).item() is True
    assert tp.tensor([1, 2]).mean(dtype=tp.float16).item() == 1.5


def test_nothing_at_all() -> None:
    x = tp.zeros(0, 3)
    assert (x.sum().item(), x.prod().item(), x.all().item(), x.any().item()) == (0.0, 1.0, True, False)
    assert x.sum(0).tolist() == [0.0, 0.0, 0.0]
    assert x.sum(1).size() == (0,)
    assert math.isnan(x.mean().item())
    assert x.logsumexp(0).tolist() == [-INF] * 3
    assert math.isnan(x.median().item())
    assert x.amax(1).size() == x.max(1).values.size() == x.argmin(1).size() == (0,)
    assert x.norm(dim=0).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda x: x.max(), RuntimeError, r"\[0, 3\]"),
        (lambda x: x.amin(), RuntimeError, r"\[0, 3\]"),
        (lambda x: x.max(0), IndexError, r"dimension 0 of size \[0, 3\]"),
        (lambda x: x.amax(0), IndexError, r"dimension 0"),
        (lambda x: x.argmax(), IndexError, "name a dim"),
        (lambda x: x.argmin(-2), IndexError, "dimension 0"),
        (lambda x: x.aminmax(dim=0), IndexError, "dimension 0"),
        (lambda x: x.median(0), IndexError, "dimension 0"),
        (lambda x: x.mode(0), IndexError, "dimension 0"),
        (lambda x: x.norm(INF), RuntimeError, "order inf"),
        (lambda x: x.sum(2), IndexError, "2"),
        (lambda x: x.sum((0, -2)), RuntimeError, "multiple times"),
        (lambda x: x.long().mean(), RuntimeError, "float32"),
        (lambda x: x.long().std(), RuntimeError, "int64"),
        (lambda x: x.long().norm(), RuntimeError, "int64"),
        (lambda x: x.new_ones(2, dtype=tp.complex64).max(), NotImplementedError, "complex64"),
        (lambda x: x.new_ones(2, dtype=tp.complex64).max(0), RuntimeError, "order"),
        (lambda x: x.new_ones(2, dtype=tp.complex64).nansum(), RuntimeError, "real and imag"),
        (lambda x: x.bool().argmax(1), RuntimeError, "bool"),
        (lambda x: x.new_ones(2, dtype=tp.bool).median(), NotImplementedError, "bool"),
        (lambda x: x.new_ones(2, dtype=tp.int64).softmax(0), NotImplementedError, "int64"),
        (lambda x: x.sum(0, 1), TypeError, "bool"),
        (lambda x: x.sum(True), TypeError, "int"),
        (lambda x: x.prod((0, 1)), TypeError, "int"),
        (lambda x: x.max(keepdim=True), TypeError, "keepdim"),
        (lambda x: x.var(0, True, correction=1), TypeError, "not both"),
        (lambda x: x.new_ones(2).logsumexp(()), RuntimeError, "dims"),
        (lambda x: x.norm("nuc"), NotImplementedError, "svdvals"),
        (lambda x: x.norm("p"), RuntimeError, "'fro'"),
        (lambda x: x[0:0, 0].trace(), RuntimeError, "1 dimensions"),
    ],
)
def test_a_refusal_has_the_type_of_pytorchs_and_the_numbers(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call(tp.zeros(0, 3))


def test_nan_wins_every_comparison_and_the_first_of_equals_is_found() -> None:
    x = tp.tensor([[1.0, NAN, 5.0, NAN], [3.0, 7.0, 7.0, 3.0]])
    for result in (x.max(1), x.min(1)):
        assert math.isnan(result.values[0].item())
        assert result.indices[0].item() == 1
    assert (x.max(1).indices[1].item(), x.min(1).indices[1].item()) == (1, 0)
    assert math.isnan(x.amax().item())
    assert math.isnan(x.aminmax().min.item())
    assert (x.argmax().item(), x.argmin(1).tolist()) == (1, [1, 0])
    assert math.isnan(x.median().item())
    assert x.median(1).indices.tolist() == [1, 3]  # the second of the two threes
    assert (x.nanmedian().item(), x.nansum().item(), x.nanmean().item()) == (3.0, 26.0, pytest.approx(26 / 6))
    assert math.isnan(x.norm(INF).item())


def test_all_and_any_of_no_dimension_reduce_nothing() -> None:
    x = tp.tensor([[0, 2], [3, 0]]).t()
    assert x.all(()).tolist() == x.any(()).tolist() == [[False, True], [True, False]]
    assert x.sum(()).item() == 5
    assert tp.tensor([1, 2], dtype=tp.uint8).any().dtype is tp.uint8


def test_max_has_three_meanings() -> None:
    x, y = tp.tensor([[1, 5], [3, 2]]), tp.tensor([2, 4])
    assert tp.max(x).item() == x.max().item() == 5
    values, indices = x.max(dim=0)
    assert (values.tolist(), indices.tolist()) == ([3, 5], [1, 0])
    assert tp.max(x, y).tolist() == x.max(other=y).tolist() == [[2, 5], [3, 4]]
    assert tp.min(x, y).tolist() == [[1, 4], [2, 2]]


def test_named_results() -> None:
    result = tp.tensor([[1, 2], [3, 4]]).max(0)
    assert repr(result) == "tensorplay.return_types.max(\nvalues=tensor([3, 4]),\nindices=tensor([1, 1]))"
    assert isinstance(result, tp.return_types.max)
    assert [type(item).__name__ for item in (result[0], result.values)] == ["Tensor", "Tensor"]
    assert tp.return_types.aminmax._fields == ("min", "max")
    assert pickle.loads(pickle.dumps(tp.return_types.max(1, 2))) == (1, 2)


def test_ways_to_call_var() -> None:
    x = tp.tensor([[1.0, 2.0, 6.0], [3.0, 3.0, 3.0]])
    assert x.var(0).tolist() == x.var(dim=0).tolist() == x.var((0,), True).tolist() == [2.0, 0.5, 4.5]
    assert x.var(0, False).tolist() == x.var(0, correction=0).tolist() == [1.0, 0.25, 2.25]
    assert x.var(False).item() == x.var(unbiased=False).item() == pytest.approx(2.3333333)
    assert x.var(0, False, True).size() == (1, 3)
    assert x.std(correction=6).item() == INF
    assert math.isnan(tp.tensor(1.0).var().item())
    deviation, mean = tp.std_mean(x, 1)
    assert (mean.tolist(), deviation[1].item()) == ([3.0, 3.0], 0.0)
    assert tp.var_mean(tp.tensor([1 + 1j, 3 + 3j]))[0].item() == 4.0


def test_sums_of_exponentials_do_not_overflow() -> None:
    x = tp.tensor([1000.0, 1000.0])
    assert x.softmax(0).tolist() == [0.5, 0.5]
    assert x.log_softmax(0)[0].item() == pytest.approx(-math.log(2))
    assert x.logsumexp(0).item() == pytest.approx(1000 + math.log(2))
    assert tp.tensor([-INF, -INF]).logsumexp(0).item() == -INF
    assert tp.tensor([INF, 1.0]).logsumexp(0).item() == INF
    assert tp.tensor([1, 2]).logsumexp(0).dtype is tp.float32


def test_out_follows_the_rules_of_each_operation() -> None:
    x = tp.tensor([[1.5, 2.5], [3.0, 4.0]])
    target = tp.zeros(2, dtype=tp.int64)
    assert tp.sum(x, 0, out=target) is target
    assert target.tolist() == [4, 6]  # elements are cast to the dtype of out first
    with pytest.raises(RuntimeError, match="float64"):
        tp.sum(x, 0, dtype=tp.float64, out=tp.zeros(2))
    with pytest.raises(RuntimeError, match="float32"):
        tp.amax(x, 0, out=tp.zeros(2, dtype=tp.float64))
    assert tp.max(x, out=tp.zeros((), dtype=tp.float64)).item() == 4.0
    with pytest.raises(RuntimeError, match="uint8"):
        tp.any(x, 0, out=tp.zeros(2))
    strided = tp.zeros(4)[::2]
    tp.mean(x, 0, out=strided)
    assert strided.tolist() == [2.25, 3.25]


def test_a_pair_of_outs_is_refused_before_either_is_written() -> None:
    x = tp.tensor([[1.0, 2.0], [3.0, 1.0]])
    values, indices = tp.zeros(2), tp.zeros(2, dtype=tp.int32)
    with pytest.raises(RuntimeError, match="int64"):
        tp.max(x, 0, out=(values, indices))
    assert values.tolist() == [0.0, 0.0]
    indices = tp.zeros(0, dtype=tp.int64)
    result = tp.max(x, 0, out=(values, indices))
    assert result.values is values
    assert result.indices is indices
    assert (values.tolist(), indices.tolist()) == ([3.0, 2.0], [1, 0])
    with pytest.raises(TypeError, match="2 tensors"):
        tp.max(x, 0, out=(values,))
    with pytest.raises(TypeError, match="int"):
        tp.sort(x, out=(values, 3))


def test_meta_tensors_have_the_layouts() -> None:
    x = tp.empty(1 << 20, 3, 1 << 20, device="meta").transpose(0, 1)
    for call in (
        lambda x: x.sum(0),
        lambda x: x.max(0).indices,
        lambda x: x.var(0),
        lambda x: x.median(0).values,
        lambda x: x.norm(2, 0),
        lambda x: x.logsumexp(0),
    ):
        assert (call(x).size(), call(x).stride()) == ((1 << 20, 1 << 20), (1 << 20, 1))
        assert call(x).device.type == "meta"


def test_a_reduction_is_one_operation_to_observers() -> None:
    journal = Journal()
    x = tp.arange(6.0).view(2, 3)
    with observed_by(journal):
        for call in (x.sum, x.max, x.std, x.nanmean, x.median):
            call(0)
    assert [event.name for event in journal.events] == ["sum", "max", "std", "nanmean", "median"]


def test_random_layouts_and_all_dims_at_once() -> None:
    chance = random.Random(5)
    for _ in range(50):
        size = [chance.randint(1, 4) for _ in range(chance.randint(1, 5))]
        order = chance.sample(range(len(size)), len(size))
        x = tp.arange(math.prod(size)).view(size).permute(order)
        dims = tuple(chance.sample(range(len(size)), chance.randint(1, len(size))))
        assert x.sum(dims).tolist() == x.numpy().sum(dims).tolist()
