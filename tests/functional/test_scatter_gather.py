"""Gathers, scatters, masks, puts and writes into views with random arguments and layouts, against torch."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

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
