"""Gathers, scatters, masks, puts and writes into views with random arguments and layouts, against torch."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.functional import array_parts

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

CASES = 90
EVERY = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float32", "float64",
    "complex64", "complex128",
)  # fmt: skip
Chance = random.Random
Case = tuple[Callable[..., Any], tuple[Any, ...]]
Size = tuple[int, ...]


def size(chance: Chance, rank: int | None = None) -> Size:
    rank = chance.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]) if rank is None else rank
    return tuple(
        [0 if chance.random() < 0.05 else 1 if chance.random() < 0.2 else chance.randint(2, 4) for _ in range(rank)]
    )


def tensor(chance: Chance, shape: Size, dtype: Any, *, expanded: bool = True) -> Any:
    """Values in a random layout; floats are sometimes NaN or infinite."""
    x = random_tensor(chance, shape, dtype, expanded=expanded)
    if dtype.is_floating_point and x.numel() and chance.random() < 0.2 and 0 not in x.stride():
        x[tuple([chance.randrange(length) for length in shape])] = chance.choice([math.nan, math.inf, -math.inf])
    return x


def a_dtype(chance: Chance) -> Any:
    return getattr(torch, chance.choice(EVERY))


def a_dim(chance: Chance, rank: int) -> int:
    if chance.random() < 0.05:
        return chance.randint(-rank - 2, rank + 1)
    return chance.randint(-rank, rank - 1) if rank else chance.choice([0, -1])


def nearly(chance: Chance, shape: Any, chance_of_change: float = 0.03) -> Size:
    """The size, seldom changed in a dimension, or by a dimension."""
    found = [max(n + chance.choice([-1, 1]), 0) if chance.random() < chance_of_change else n for n in shape]
    if chance.random() < 0.02:
        found.append(1)
    return tuple(found)


def indices(chance: Chance, shape: Size, length: int, types: Any = ("int64",) * 8 + ("int32", "int16")) -> Any:
    """Indices of a random layout, seldom out of range."""
    count = math.prod(shape)
    beyond = chance.random() < 0.06
    values = [chance.randint(0, max(length - 1, 0)) for _ in range(count)]
    if beyond and count:
        values[chance.randrange(count)] = chance.choice([length, -1, -length, -length - 1])
    index = torch.tensor(values, dtype=getattr(torch, chance.choice(types))).reshape(shape)
    order = chance.sample(range(len(shape)), len(shape))
    return index.permute(order).contiguous().permute([order.index(at) for at in range(len(shape))]) if shape else index


def along(shape: Size, dim: int) -> tuple[int, int]:
    """A valid dimension near `dim`, and its length."""
    if not shape:
        return 0, 1
    at = dim % len(shape) if -len(shape) <= dim < len(shape) else 0
    return at, shape[at]


def number(chance: Chance) -> Any:
    return chance.choice([3, -2, 2.5, True, 300, 1e30, 1j])


def gather(chance: Chance) -> Case:
    shape, dtype = size(chance), a_dtype(chance)
    dim = a_dim(chance, len(shape))
    at, length = along(shape, dim)
    wanted = [chance.randint(0, 4) if other == at else chance.randint(0, n) for other, n in enumerate(shape)]
    index = indices(chance, nearly(chance, wanted), length)
    x = tensor(chance, shape, dtype)
    if chance.random() < 0.1:
        out = tensor(chance, size(chance, 2), chance.choice([dtype, torch.float64]), expanded=False)
        return lambda m, x, index, out: m.gather(x, dim, index, out=out), (x, index, out)
    return lambda m, x, index: x.gather(dim, index), (x, index)


def index_select(chance: Chance) -> Case:
    shape = size(chance)
    dim = a_dim(chance, len(shape))
    index = indices(chance, chance.choice([(0,), (1,), (2,), (3,), (3,), (), (1, 2)]), along(shape, dim)[1])
    return lambda m, x, index: m.index_select(x, dim, index), (tensor(chance, shape, a_dtype(chance)), index)


def take(chance: Chance) -> Case:
    shape = size(chance)
    index = indices(chance, size(chance, chance.choice([0, 1, 2])), math.prod(shape), ("int64",) * 9 + ("int32",))
    return lambda m, x, index: x.take(index), (tensor(chance, shape, a_dtype(chance)), index)


def take_along_dim(chance: Chance) -> Case:
    shape = size(chance)
    dim = a_dim(chance, len(shape))
    at, length = along(shape, dim)
    wanted = [chance.randint(1, 3) if other == at else chance.choice([1, n]) for other, n in enumerate(shape)]
    index = indices(chance, nearly(chance, wanted), length)
    x = tensor(chance, shape, a_dtype(chance))
    if chance.random() < 0.2:
        return lambda m, x, index: m.take_along_dim(x, index), (x, index)
    return lambda m, x, index: m.take_along_dim(x, index, dim), (x, index)


def a_mask(chance: Chance, shape: Size) -> Any:
    wanted = list(nearly(chance, [chance.choice([1, n, n, n]) for n in shape]))
    if chance.random() < 0.2:
        wanted = wanted[1:]
    if chance.random() < 0.08:
        wanted = [2, *wanted]
    dtype = torch.uint8 if chance.random() < 0.04 else torch.bool
    return (
        random_tensor(chance, tuple(wanted), torch.int64) > 0
        if dtype is torch.bool
        else torch.ones(wanted, dtype=dtype)
    )


def masked_select(chance: Chance) -> Case:
    shape = size(chance)
    return lambda m, x, mask: m.masked_select(x, mask), (tensor(chance, shape, a_dtype(chance)), a_mask(chance, shape))


def nonzero(chance: Chance) -> Case:
    x = tensor(chance, size(chance), a_dtype(chance))
    kind = chance.random()
    if kind < 0.3:
        return lambda m, x: m.nonzero(x, as_tuple=True), (x,)
    if kind < 0.5:
        return lambda m, x: m.argwhere(x), (x,)
    return lambda m, x: x.nonzero(), (x,)


def scatter(chance: Chance) -> Case:
    shape, dtype = size(chance), a_dtype(chance)
    dim = a_dim(chance, len(shape))
    at, length = along(shape, dim)
    wanted = nearly(
        chance, [chance.randint(0, 4) if other == at else chance.randint(0, n) for other, n in enumerate(shape)]
    )
    index = indices(chance, wanted, length)
    source_type = a_dtype(chance) if chance.random() < 0.03 else dtype
    source = tensor(chance, nearly(chance, [n + chance.choice([0, 0, 1]) for n in wanted], 0.02), source_type)
    x = tensor(chance, shape, dtype, expanded=chance.random() < 0.1)
    kind, twin = chance.random(), chance.choice(["", "_"])
    if kind < 0.25:
        return lambda m, x, index, src: getattr(x, "scatter" + twin)(dim, index, src), (x, index, source)
    if kind < 0.4:
        value = number(chance)
        return lambda m, x, index: getattr(x, "scatter" + twin)(dim, index, value), (x, index)
    if kind < 0.5:
        name = chance.choice(["add", "multiply", "multiply", "sum"])
        return lambda m, x, index, src: getattr(x, "scatter" + twin)(dim, index, src, reduce=name), (x, index, source)
    if kind < 0.65:
        return lambda m, x, index, src: getattr(x, "scatter_add" + twin)(dim, index, src), (x, index, source)
    if kind < 0.72 and not dtype.is_complex:
        return lambda m, x, index, src, out: m.scatter(x, dim, index, src, out=out), (
            x,
            index,
            source,
            torch.zeros(0, dtype=dtype),
        )
    name, own = chance.choice(["sum", "prod", "mean", "amax", "amin", "sum"]), chance.random() < 0.5
    return (
        lambda m, x, index, src: getattr(x, "scatter_reduce" + twin)(dim, index, src, name, include_self=own),
        (x, index, source),
    )


def slices(chance: Chance) -> Case:
    shape, dtype = size(chance), a_dtype(chance)
    dim = a_dim(chance, len(shape))
    at, length = along(shape, dim)
    count = chance.randint(0, 4)
    index = indices(chance, chance.choice([(count,)] * 9 + [()]), length, ("int64",) * 9 + ("int32",))
    wanted = nearly(chance, [count if other == at else n for other, n in enumerate(shape)], 0.02)
    source = tensor(chance, wanted, a_dtype(chance) if chance.random() < 0.03 else dtype)
    x = tensor(chance, shape, dtype, expanded=chance.random() < 0.1)
    kind, twin = chance.random(), chance.choice(["", "_"])
    if kind < 0.3:
        alpha = chance.choice([1, 1, 2, -1, 2.5])
        return lambda m, x, index, src: getattr(x, "index_add" + twin)(dim, index, src, alpha=alpha), (x, index, source)
    if kind < 0.6:
        return lambda m, x, index, src: getattr(x, "index_copy" + twin)(dim, index, src), (x, index, source)
    if kind < 0.8:
        value = number(chance)
        return lambda m, x, index: getattr(x, "index_fill" + twin)(dim, index, value), (x, index)
    name, own = chance.choice(["prod", "mean", "amax", "amin"]), chance.random() < 0.5
    return (
        lambda m, x, index, src: getattr(x, "index_reduce" + twin)(dim, index, src, name, include_self=own),
        (x, index, source),
    )


def masks(chance: Chance) -> Case:
    shape, dtype = size(chance), a_dtype(chance)
    x = tensor(chance, shape, dtype, expanded=chance.random() < 0.1)
    mask, twin = a_mask(chance, shape), chance.choice(["", "_"])
    if chance.random() < 0.6:
        value = number(chance)
        if chance.random() < 0.3:
            given = torch.tensor(value)
            return lambda m, x, mask, value: getattr(x, "masked_fill" + twin)(mask, value), (x, mask, given)
        return lambda m, x, mask: getattr(x, "masked_fill" + twin)(mask, value), (x, mask)
    source = tensor(chance, size(chance, 2), dtype if chance.random() < 0.95 else torch.int16)
    return lambda m, x, mask, source: getattr(x, "masked_scatter" + twin)(mask, source), (x, mask, source)


def puts(chance: Chance) -> Case:
    shape, dtype = size(chance), a_dtype(chance)
    x = tensor(chance, shape, dtype, expanded=chance.random() < 0.1)
    wanted = size(chance, chance.choice([0, 1, 2]))
    count, cells = math.prod(wanted), math.prod(shape)
    twin, add = chance.choice(["", "_"]), chance.random() < 0.4
    add = add or count > cells
    if add:
        index = indices(chance, wanted, cells, ("int64",) * 9 + ("int32",))
    else:  # which of equal indices comes last depends on the layout in torch
        index = torch.tensor(chance.sample(range(-cells, 0), count), dtype=torch.int64).reshape(wanted)
    source = tensor(chance, nearly(chance, wanted), dtype)
    return lambda m, x, index, source: getattr(x, "put" + twin)(index, source, add), (x, index, source)


def diagonals(chance: Chance) -> Case:
    shape = size(chance, chance.choice([1, 2, 2, 2, 3]))
    if len(shape) == 2 and chance.random() < 0.5:
        shape = (shape[0] * 3, shape[1])
    x = tensor(chance, shape, a_dtype(chance), expanded=False)
    # For wrapped diagonals of views torch looks for cells behind the storage.
    value, wrap = number(chance), chance.random() < 0.5 and x.is_contiguous() and not x.storage_offset()
    return lambda m, x: x.fill_diagonal_(value, wrap), (x,)


def into_views(chance: Chance) -> Case:
    shape, dtype = size(chance, chance.choice([1, 2, 2, 3])), a_dtype(chance)
    x = tensor(chance, shape, dtype)
    if x.is_conj():
        x = x.resolve_conj()
    dim = a_dim(chance, len(shape))
    at, length = along(shape, dim)
    kind = chance.random()
    if kind < 0.35:
        place = chance.randint(-length, max(length - 1, 0))
        source = tensor(chance, nearly(chance, shape[:at] + shape[at + 1 :]), dtype)
        return lambda m, x, source: x.select_scatter(source, dim, place), (x, source)
    if kind < 0.7:
        start, stop, step = chance.choice([None, 0, 1, -1]), chance.choice([None, 2, -1, 9]), chance.choice([1, 1, 2])
        count = len(range(length)[start:stop:step])
        source = tensor(chance, nearly(chance, (*shape[:at], count, *shape[at + 1 :])), dtype)
        return lambda m, x, source: m.slice_scatter(x, source, dim, start, stop, step), (x, source)
    if kind < 0.85 and len(shape) == 2:
        offset = chance.randint(-2, 2)
        count = max(min(shape[0], shape[1] - offset) if offset >= 0 else min(shape[0] + offset, shape[1]), 0)
        source = tensor(chance, nearly(chance, (count,)), dtype)
        return lambda m, x, source: x.diagonal_scatter(source, offset), (x, source)
    step, offset = chance.randint(0, 3), chance.choice([None, 0, 1])
    return (
        lambda m, x, source: x.as_strided_scatter(source, (2,), (step,), offset),
        (x, tensor(chance, (2,), dtype)),
    )


def padding(chance: Chance) -> Case:
    counts = [chance.randint(-2, 3) for _ in range(chance.choice([0, 2, 2, 4, 4, 6, 3]))]
    value = chance.choice([0, 2, 2.5])
    x = tensor(chance, size(chance), a_dtype(chance))
    return lambda m, x: m.constant_pad_nd(x, counts, value), (x,)


def unravelled(chance: Chance) -> Case:
    shape = tuple([chance.randint(1, 4) for _ in range(chance.randint(0, 3))])
    x = tensor(chance, size(chance), getattr(torch, chance.choice(["int64", "int32", "uint8", "float32"])))
    return lambda m, x: m.unravel_index(x, shape), (x,)


def assignment(chance: Chance) -> Case:
    shape, dtype = size(chance), a_dtype(chance)
    x = tensor(chance, shape, dtype, expanded=chance.random() < 0.1)
    mask = random_tensor(chance, shape, torch.int64) > 0
    values = tensor(chance, chance.choice([(), (1,), shape, (3,)]), chance.choice([dtype, dtype, torch.float32]))

    def assign(m: Any, x: Any, mask: Any, values: Any) -> Any:
        x[mask] = values
        return x

    return assign, (x, mask, values)


CASES_OF = (
    gather, index_select, take, take_along_dim, masked_select, nonzero, scatter, slices, masks, puts, diagonals,
    into_views, padding, unravelled, assignment,
)  # fmt: skip


@pytest.mark.parametrize("make", CASES_OF, ids=lambda make: make.__name__)
@pytest.mark.parametrize("blocks", [False, True], ids=["whole", "blocks"])
def test_against_torch(make: Callable[[Chance], Case], blocks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if blocks:
        monkeypatch.setattr(array_parts, "BLOCK_ELEMENTS", 3)
    chance = random.Random(f"{make.__name__} {blocks}")
    for _ in range(CASES):
        call, args = make(chance)
        found = compared(call, *args)
        shown = [cell.cell_contents for cell in call.__closure__ or ()]
        assert not found, (found, [(tuple(x.shape), x.stride(), x.dtype, x.tolist()) for x in args], shown)


# Equivalences and NumPy


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
