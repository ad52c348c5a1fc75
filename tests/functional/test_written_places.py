"""What gathers, scatters, masks and puts must hold: equivalences, what counts as written, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tensorplay as tp


def grid(*shape: int) -> Any:
    return tp.arange(int(np.prod(shape))).view(*shape)


def test_gather_and_scatter_undo_each_other() -> None:
    x = grid(4, 5).t()
    index = tp.tensor([[3, 0, 2, 1]] * 5)
    picked = x.gather(1, index)
    assert tp.zeros_like(x).scatter(1, index, picked).tolist() == x.tolist()
    assert picked.tolist() == np.take_along_axis(np.array(x.tolist()), np.array(index.tolist()), 1).tolist()


def test_the_last_of_equal_indices_stays() -> None:
    index = tp.zeros(5, 4, dtype=tp.int64)
    for source in (grid(5, 4), grid(4, 5).t(), grid(5, 4).flip(0)):
        for order in (index, tp.zeros(4, 5, dtype=tp.int64).t()):
            assert tp.zeros(3, 4, dtype=tp.int64).scatter(0, order, source)[0].tolist() == source[4].tolist()
    assert tp.zeros(2, dtype=tp.int64).index_copy(0, tp.tensor([1, 1]), tp.tensor([5, 6])).tolist() == [0, 6]


def test_sums_of_sixteen_bits_are_rounded_once() -> None:
    x = tp.zeros(1, dtype=tp.float16)
    ones = tp.ones(4096, dtype=tp.float16)
    index = tp.zeros(4096, dtype=tp.int64)
    assert x.scatter_add(0, index, ones).item() == 4096.0
    assert x.index_add(0, index, ones).item() == 4096.0
    assert x.put(index, ones, True).item() == 4096.0


def test_numpy_agrees() -> None:
    x = np.arange(24.0).reshape(4, 6)
    mask = x % 5 == 0
    ours, our_mask = tp.from_numpy(x.copy()), tp.from_numpy(mask)
    assert ours.masked_select(our_mask).tolist() == x[mask].tolist()
    assert ours.masked_fill(our_mask, -1).tolist() == np.where(mask, -1, x).tolist()
    assert tp.argwhere(our_mask).tolist() == np.argwhere(mask).tolist()
    assert ours.take(tp.tensor([3, -1])).tolist() == x.take([3, -1]).tolist()
    assert tp.constant_pad_nd(ours, (1, 2, 3, 0), 7).tolist() == np.pad(x, ((3, 0), (1, 2)), constant_values=7).tolist()
    expected = x.copy()
    np.fill_diagonal(expected, 9)
    assert ours.clone().fill_diagonal_(9).tolist() == expected.tolist()


# What is written counts as written, what is refused changes nothing


def unwritten(tensor: Any) -> list[int]:
    """The cells that were never written."""
    flags = tensor.untyped_storage().record.flags(0, tensor.untyped_storage().nbytes())
    return [cell for cell in range(tensor.untyped_storage().nbytes() // 8) if not flags[cell * 8]]


@pytest.mark.parametrize(
    ("write", "left"),
    [
        (lambda x: x.scatter_(1, tp.tensor([[0], [2]]), 1), [1, 2, 3, 4]),
        (lambda x: x.scatter_add_(0, tp.tensor([[1]]), tp.ones(1, 1, dtype=tp.int64)), [0, 1, 2, 4, 5]),
        (lambda x: x.index_fill_(1, tp.tensor([-1]), 1), [0, 1, 3, 4]),
        (lambda x: x.index_copy_(0, tp.tensor([1]), tp.ones(1, 3, dtype=tp.int64)), [0, 1, 2]),
        (lambda x: x.index_add_(1, tp.tensor([0]), tp.ones(2, 1, dtype=tp.int64)), [1, 2, 4, 5]),
        (lambda x: x.masked_fill_(tp.tensor([True, False, False]), 1), [1, 2, 4, 5]),
        (lambda x: x.masked_scatter_(tp.tensor([[False], [True]]), tp.arange(3)), [0, 1, 2]),
        (lambda x: x.put_(tp.tensor([0, -1]), tp.tensor([1, 2])), [1, 2, 3, 4]),
        (lambda x: x.fill_diagonal_(1), [1, 2, 3, 5]),
        (lambda x: x.__setitem__(tp.tensor([False, True]), 1), [0, 1, 2]),
        (lambda x: x.__setitem__((tp.tensor([1, 0]), [2, 0]), 1), [1, 2, 3, 4]),
        (lambda x: x.tril_(), []),
    ],
)
def test_only_what_is_written_counts(write: Callable[[Any], Any], left: list[int]) -> None:
    x = tp.empty(2, 3, dtype=tp.int64)
    write(x)
    assert unwritten(x) == left
    assert x._version > 0


def test_operands_that_share_cells() -> None:
    x = tp.arange(9.0).view(3, 3)
    index = tp.tensor([0, 1, 2])
    for call in (
        lambda: x.index_add_(0, index, x), lambda: x.index_copy_(0, index[:1], x[1:2]),
        lambda: x.scatter_(0, tp.zeros(3, 3, dtype=tp.int64), x), lambda: x.put_(tp.arange(9), x),
        lambda: tp.gather(x, 0, tp.zeros(3, 3, dtype=tp.int64), out=x), lambda: tp.take(x, tp.arange(9), out=x[:]),
        lambda: tp.index_select(x, 0, tp.tensor([0]), out=x[1:2]),
        lambda: tp.scatter(x, 0, tp.zeros(1, 3, dtype=tp.int64), x[1:2], out=x[1:]),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match="single memory location"):
            call()
    assert x.tolist() == tp.arange(9.0).view(3, 3).tolist()
    flags = tp.tensor([True, False, True])
    assert flags.masked_fill_(flags, False).tolist() == [False, False, False]
    y = tp.arange(4)
    assert y.masked_scatter_(tp.tensor([False, True, True, True]), y).tolist() == [0, 0, 1, 2]  # as if copied first
    z = tp.arange(6)
    assert z[::2].index_add_(0, tp.tensor([0, 1, 2]), z[1::2]).tolist() == [1, 5, 9]


def test_an_expanded_tensor_takes_one_number() -> None:
    for fill in (
        lambda x: x.masked_fill_(tp.tensor([True, False, True]), 5), lambda x: x.index_fill_(1, tp.tensor([0, 2]), 5),
        lambda x: x.__setitem__((slice(None), [0, 2]), 5.0),
    ):  # fmt: skip
        x = tp.zeros(1, 3).expand(2, 3)
        fill(x)
        assert x.tolist() == [[5.0, 0.0, 5.0]] * 2
    x = tp.zeros(1, 3).expand(2, 3)
    for refused in (
        lambda: x.scatter_(1, tp.zeros(2, 1, dtype=tp.int64), 1), lambda: x.put_(tp.tensor([0]), tp.ones(1)),
        lambda: x.index_copy_(0, tp.tensor([0]), tp.ones(1, 3)), lambda: x.__setitem__(slice(None), 1),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match="single memory location"):
            refused()


@pytest.mark.parametrize(
    "call",
    [
        lambda x, i: x.gather(1, i), lambda x, i: x.scatter(1, i, 2.0), lambda x, i: x.scatter_add(1, i, x),
        lambda x, i: x.index_select(0, i[0]), lambda x, i: x.index_fill(0, i[0], 1), lambda x, i: x.take(i),
        lambda x, i: x.index_copy(1, i[0], x[:, :2]), lambda x, i: x.masked_fill(x > 0, 1),
        lambda x, i: x.put(i, x[:, :2]),
        lambda x, i: x.masked_scatter(x > 0, x), lambda x, i: tp.constant_pad_nd(x, (1, 1)), lambda x, i: x[i[0], i[1]],
        lambda x, i: x.select_scatter(x[0], 0, 1), lambda x, i: x.tril(),
        lambda x, i: x.scatter_reduce(0, i, x, "mean"),
        lambda x, i: tp.unravel_index(i, (2, 3))[1], lambda x, i: x.take_along_dim(i, 1),
    ],
)  # fmt: skip
def test_meta_gives_the_same_layout(call: Callable[[Any, Any], Any]) -> None:
    x, index = tp.arange(6.0).view(3, 2).t(), tp.tensor([[0, 1], [1, 0]])
    real = call(x, index)
    planned = call(
        tp.empty_strided(x.shape, x.stride(), device="meta"),
        tp.empty_strided((2, 2), (2, 1), dtype=tp.int64, device="meta"),
    )
    assert (planned.shape, planned.stride(), planned.dtype) == (real.shape, real.stride(), real.dtype)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda x: x.gather(1, tp.tensor([[3]])), RuntimeError, "index 3 is out of bounds for dimension 1 with size 3"),
        (lambda x: x.gather(1, tp.tensor([0])), RuntimeError, "1 and 2"),
        (lambda x: x.gather(1, tp.tensor([[0.0]])), RuntimeError, "float32"),
        (lambda x: x.scatter_(1, tp.tensor([[0, 7]]), 1), RuntimeError, "index 7"),
        (lambda x: x.scatter_(1, tp.tensor([[0]]), tp.ones(1, 1, dtype=tp.float64)), RuntimeError, "float64"),
        (lambda x: x.scatter_(1, tp.tensor([[0]]), 1j), RuntimeError, "1j"),
        (lambda x: x.scatter_(1, tp.tensor([[0]])), TypeError, "src"),
        (lambda x: x.scatter_reduce_(1, tp.tensor([[0]]), tp.ones(1, 1), "sun"), RuntimeError, "'sun'"),
        (lambda x: x.index_select(0, tp.tensor([2])), IndexError, "index 2"),
        (lambda x: x.index_select(0, [0]), TypeError, "argument 'index' (position 3) must be Tensor, not list"),
        (lambda x: x.index_add_(0, tp.tensor([0]), tp.ones(2, 3)), RuntimeError, "1 indices for 2 slices"),
        (lambda x: x.index_copy_(0, tp.tensor([0, 5]), tp.ones(2, 3)), IndexError, "index 5"),
        (lambda x: x.index_fill_(0, tp.tensor([0]), 1e300), RuntimeError, "1e+300"),
        (lambda x: x.masked_fill_(tp.tensor([1, 0, 1]), 1), RuntimeError, "mask != 0"),
        (lambda x: x.masked_fill_(tp.tensor([True, False]), 1), RuntimeError, "3"),
        (
            lambda x: x.masked_scatter_(tp.tensor(True), tp.ones(5)),
            RuntimeError,
            "True 6 times, but the source has only 5",
        ),
        (lambda x: x.put_(tp.tensor([6]), tp.ones(1)), IndexError, "index 6"),
        (lambda x: x.put_(tp.tensor([0]), tp.ones(2)), IndexError, "2 values and 1 indices"),
        (lambda x: x.take(tp.tensor([-7])), IndexError, "index -7"),
        (lambda x: x.__setitem__(0, [1.0, 2.0, 3.0]), TypeError, "tensorplay.tensor()"),
        (lambda x: x.__setitem__([0], tp.tensor([1])), RuntimeError, "dtypes match"),
        (lambda x: x.select_scatter(tp.ones(1, 3), 0, 0), RuntimeError, "[3], but has [1, 3]"),
        (lambda x: x.fill_diagonal_("a"), TypeError, "fill_value"),
        (lambda x: tp.constant_pad_nd(x, (1,)), RuntimeError, "got 1"),
        (lambda x: tp.unravel_index(tp.tensor([1]), (2, -1)), ValueError, "[2, -1]"),
    ],
)
def test_errors_say_what_is_wrong_and_change_nothing(
    call: Callable[[Any], Any], kind: type[Exception], text: str
) -> None:
    x = tp.arange(6.0).view(2, 3)
    with pytest.raises(kind) as caught:
        call(x)
    assert text in str(caught.value)
    assert (x.tolist(), x._version) == ([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], 0)


def test_an_out_is_not_resized_before_the_indices_are_checked() -> None:
    out = tp.zeros(1)
    for call in (
        lambda: tp.gather(tp.ones(2, 2), 0, tp.tensor([[5, 0]]), out=out),
        lambda: tp.index_select(tp.ones(2, 2), 0, tp.tensor([5]), out=out),
        lambda: tp.take(tp.ones(2, 2), tp.tensor([[5, 0]]), out=out),
        lambda: tp.scatter(tp.ones(2, 2), 0, tp.tensor([[5]]), 1.0, out=out),
        lambda: tp.index_copy(tp.ones(2, 2), 0, tp.tensor([5]), tp.ones(1, 2), out=out),
    ):
        with pytest.raises((RuntimeError, IndexError), match="index 5"):
            call()
    assert (out.tolist(), out._version) == ([0.0], 0)


def test_journals_see_one_operation() -> None:
    from tensorplay.core.journal import Journal, observed_by

    x = tp.zeros(3)
    journal = Journal()
    with observed_by(journal):
        x.scatter_(0, tp.tensor([1]), 2.0)
        x.masked_fill(x > 1, 0.0)
    names = [event.name for event in journal.events if event.depth == 0]
    assert "scatter" in names
    assert "masked_fill" in names
