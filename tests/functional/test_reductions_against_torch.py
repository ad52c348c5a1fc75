"""Reductions, scans, sorts and searches with random arguments and layouts, against torch: layouts and errors too."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp

from .small_blocks import in_blocks

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

__all__ = ["in_blocks"]
CASES = 60

INTEGERS = ["bool", "uint8", "int8", "int16", "int32", "int64"]
WIDE = ["uint16", "uint32", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
COMPLEX = ["complex32", "complex64", "complex128"]
REAL = [*INTEGERS, *FLOATS]
EVERY = [*REAL, *WIDE, *COMPLEX]
Chance = random.Random
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def size(chance: Chance, rank: int | None = None, least: int = 0) -> tuple[int, ...]:
    rank = chance.choice([0, 1, 1, 2, 2, 3, 3, 4]) if rank is None else rank
    return tuple(
        [least if chance.random() < 0.08 else 1 if chance.random() < 0.2 else chance.randint(2, 4) for _ in range(rank)]
    )


def tensor(chance: Chance, names: list[str], *, expanded: bool = True, least: int = 0) -> Any:
    """Small whole numbers with repetitions, and among floats sometimes NaN and infinity."""
    dtype = getattr(torch, chance.choice(names))
    x = random_tensor(chance, size(chance, least=least), dtype, expanded=expanded)
    if dtype.is_floating_point and x.numel() and chance.random() < 0.3 and 0 not in x.stride():
        for _ in range(chance.randint(1, 3)):
            place = tuple([chance.randrange(length) for length in x.shape])
            x[place] = chance.choice([math.nan, math.inf, -math.inf])
    return x


def dim(chance: Chance, x: Any) -> int:
    rank = x.dim()
    if chance.random() < 0.06:
        return chance.randint(-rank - 1, rank)
    return chance.randint(-rank, rank - 1) if rank else chance.choice([0, -1])


def dims(chance: Chance, x: Any) -> Any:
    """None, an int, none at all, or several, of which none is named twice."""
    kind = chance.random()
    if kind < 0.2 or not x.dim():
        return chance.choice([None, dim(chance, x), ()])
    if kind < 0.5:
        return dim(chance, x)
    chosen = chance.sample(range(x.dim()), chance.randint(1, x.dim()))
    return tuple([chance.choice([place, place - x.dim()]) for place in chosen])


def reduction(name: str, names: list[str], **options: Any) -> Callable[[Chance], Case]:
    """name(x, dims, keepdim), or without dims."""
    which = options.pop("dims", dims)

    def case(chance: Chance) -> Case:
        x = tensor(chance, names, **options)
        where, keepdim = which(chance, x), chance.random() < 0.3
        if chance.random() < 0.2 and name != "logsumexp":
            return (lambda _, x: getattr(x, name)()), (x,)
        return (lambda m, x: getattr(m, name)(x, where, keepdim=keepdim)), (x,)

    return case


def with_dtype(name: str, names: list[str], dtypes: list[str], which: Any = dims) -> Callable[[Chance], Case]:
    def case(chance: Chance) -> Case:
        x = tensor(chance, names)
        where, dtype = which(chance, x), getattr(torch, chance.choice(dtypes))
        return (lambda m, x, dtype: getattr(m, name)(x, where, dtype=dtype)), (x, dtype)

    return case


def along(name: str, names: list[str], *parameters: Any, **options: Any) -> Callable[[Chance], Case]:
    """name(x, dim, ...), each parameter chosen from a list."""

    def case(chance: Chance) -> Case:
        x = tensor(chance, names, **options)
        where, chosen = dim(chance, x), [chance.choice(values) for values in parameters]
        return (lambda m, x: getattr(m, name)(x, where, *chosen)), (x,)

    return case


def into(
    name: str, names: list[str], *parameters: Any, whole: bool = False, same: bool = False
) -> Callable[[Chance], Case]:
    """out= of the right dtype mostly (or always the same) and of the right size mostly."""

    def case(chance: Chance) -> Case:
        x = tensor(chance, names, expanded=False, least=1)
        where = () if whole else (chance.randrange(x.dim()) if x.dim() else 0,)
        chosen = [chance.choice(values) for values in parameters]
        results = getattr(torch, name)(x, *chosen, *where)
        several = isinstance(results, tuple)
        outs = []
        for result in results if several else (results,):
            dtype = result.dtype if same or chance.random() < 0.8 else torch.float32
            shape = tuple(result.shape) if chance.random() < 0.8 else size(chance, least=1)
            outs.append(random_tensor(chance, shape, dtype, expanded=False))

        def call(m: Any, x: Any, *outs: Any) -> Any:
            return getattr(m, name)(x, *chosen, *where, out=outs if several else outs[0])

        return call, (x, *outs)

    return case


def spread(name: str) -> Callable[[Chance], Case]:
    """The three ways to call var and std."""

    def case(chance: Chance) -> Case:
        x = random_tensor(chance, size(chance), getattr(torch, chance.choice([*FLOATS, *COMPLEX, "int64"])))
        where, unbiased, keepdim = dims(chance, x), chance.random() < 0.5, chance.random() < 0.3
        correction = chance.choice([0, 1, 2, None, 1.5])
        calls: list[Callable[..., Any]] = [
            lambda m, x: getattr(m, name)(x, where, correction=correction, keepdim=keepdim),
            lambda m, x: getattr(m, name)(x, where, unbiased, keepdim),
            lambda m, x: getattr(m, name)(x, unbiased),
            lambda m, x: getattr(m, name)(x),
        ]
        return chance.choice(calls), (x,)

    return case


def norm(chance: Chance) -> Case:
    x = tensor(chance, [*FLOATS, *COMPLEX, "int64"])
    p = chance.choice([2, 1, 0, 3, 0.5, -1, math.inf, -math.inf, "fro", None])
    where, keepdim = dims(chance, x), chance.random() < 0.3
    dtype = chance.choice([None, None, torch.float64, torch.complex128, torch.int64])
    return (lambda m, x, dtype: m.norm(x, p, where, keepdim, dtype=dtype)), (x, dtype)


def distinct(name: str) -> Callable[[Chance], Case]:
    """topk and kthvalue where no two values are equal, as torch leaves open which of them it finds."""

    def case(chance: Chance) -> Case:
        shape = size(chance)
        numbers = chance.sample(range(-100, 156), math.prod(shape))
        x = torch.tensor(numbers).reshape(shape).to(getattr(torch, chance.choice(["int64", "float32", "int16"])))
        where = dim(chance, x)
        length = x.size(where) if x.dim() and -x.dim() <= where < x.dim() else 1
        k, flag = chance.randint(0, length + (chance.random() < 0.1)), chance.random() < 0.5
        return (lambda m, x: getattr(m, name)(x, k, where, flag)), (x,)

    return case


def diff(chance: Chance) -> Case:
    x = tensor(chance, [*REAL, "complex64"])
    where, n = dim(chance, x), chance.choice([1, 1, 1, 2, 3, 0, -1])
    inside = x.dim() and -x.dim() <= where < x.dim()
    if not inside or chance.random() < 0.5:
        return (lambda m, x: m.diff(x, n, where)), (x,)
    shape = [chance.randint(0, 2) if place == where % x.dim() else length for place, length in enumerate(x.shape)]
    end = random_tensor(chance, tuple(shape), chance.choice([x.dtype, torch.float32, torch.int64]))
    if x.dtype is torch.bool and end.dtype is not torch.bool:
        end = end.bool()
    return (lambda m, x, end: m.diff(x, n, where, prepend=end, append=end)), (x, end)


def unique(name: str) -> Callable[[Chance], Case]:
    def case(chance: Chance) -> Case:
        x = tensor(chance, [*INTEGERS, *WIDE, "complex64"] if chance.random() < 0.8 else FLOATS)
        options = {"return_inverse": chance.random() < 0.5, "return_counts": chance.random() < 0.5}
        where = None if chance.random() < 0.5 or x.dtype.is_floating_point else dim(chance, x)
        return (lambda m, x: getattr(m, name)(x, dim=where, **options)), (x,)

    return case


def search(chance: Chance) -> Case:
    several = chance.random() < 0.3
    lead = size(chance, 2) if several else ()
    dtype = getattr(torch, chance.choice(["float32", "int64", "float16", "uint8", "int32"]))
    sequence = random_tensor(chance, (*lead, chance.randint(0, 6)), dtype)
    if chance.random() < 0.9:
        sequence = sequence.sort(-1).values
    shape = (*lead, chance.randint(0, 3)) if several and chance.random() < 0.9 else size(chance)
    values = random_tensor(chance, shape, dtype if chance.random() < 0.7 else torch.float32)
    options = {"right": chance.random() < 0.5, "out_int32": chance.random() < 0.3}
    number = chance.choice([1, 2.5, -1])
    calls: list[Callable[..., Any]] = [
        lambda m, s, v: m.searchsorted(s, v, **options),
        lambda m, s, v: m.bucketize(v, s, **options),
        lambda m, s, v: m.searchsorted(s, number, **options),
    ]
    return chance.choice(calls), (sequence, values)


def bincount(chance: Chance) -> Case:
    count = chance.randint(0, 5)
    x = random_tensor(chance, (count,), getattr(torch, chance.choice(["int64", "uint8", "int32"]))).abs() % 7
    weights = random_tensor(chance, (count + (chance.random() < 0.1),), getattr(torch, chance.choice(REAL)))
    minlength = chance.choice([0, 0, 9, -1])
    if chance.random() < 0.5:
        return (lambda _, x: x.bincount(minlength=minlength)), (x,)
    return (lambda m, x, weights: m.bincount(x, weights, minlength)), (x, weights)


def histc(chance: Chance) -> Case:
    x = random_tensor(chance, size(chance), getattr(torch, chance.choice(["float32", "float64", "float16", "int64"])))
    bins, (low, high) = chance.choice([1, 3, 5, 10, 0]), chance.choice([(0, 0), (-2, 2), (0, 3), (1.5, 1.5), (3, 1)])
    return (lambda _, x: x.histc(bins, low, high)), (x,)


TRUTH = [False, True]
LINES: dict[str, Callable[[Chance], Case]] = {
    **{name: reduction(name, EVERY) for name in ("sum", "mean", "amax", "amin", "all", "any")},
    **{name: reduction(name, [*REAL, *WIDE]) for name in ("nansum",)},
    **{name: reduction(name, FLOATS) for name in ("nanmean",)},
    **{name: reduction(name, EVERY, dims=dim) for name in ("prod", "max", "min")},
    **{name: reduction(name, [*REAL, *COMPLEX], dims=dim) for name in ("argmax", "argmin")},
    **{name: reduction(name, REAL, dims=dim, expanded=False) for name in ("median", "nanmedian", "mode")},
    "logsumexp": reduction("logsumexp", REAL, dims=lambda chance, x: dims(chance, x) or 0),
    **{f"{name} dtype": with_dtype(name, [*REAL, "complex64"], [*REAL, "complex64"]) for name in ("sum", "mean")},
    "prod dtype": with_dtype("prod", REAL, [*REAL, "complex64"], dim),
    **{f"{name} dtype": with_dtype(name, REAL, REAL, dim) for name in ("cumsum", "softmax", "log_softmax")},
    **{name: spread(name) for name in ("var", "std", "var_mean", "std_mean")},
    "norm": norm,
    **{name: along(name, EVERY) for name in ("cumsum", "cumprod", "softmax", "log_softmax")},
    **{name: along(name, EVERY, expanded=False) for name in ("cumsum_", "cumprod_")},
    **{name: along(name, [*REAL, *COMPLEX], least=1) for name in ("cummax", "cummin")},
    "logcumsumexp": along("logcumsumexp", REAL),
    "sort": along("sort", EVERY, TRUTH),
    "argsort": along("argsort", EVERY, TRUTH),
    "topk": distinct("topk"),
    "kthvalue": distinct("kthvalue"),
    "diff": diff,
    "unique": unique("unique"),
    "unique_consecutive": unique("unique_consecutive"),
    "search": search,
    "bincount": bincount,
    "histc": histc,
    **{f"{name} out": into(name, REAL) for name in ("sum", "prod", "amax", "amin", "cumsum", "cumprod")},
    **{f"{name} out": into(name, REAL) for name in ("all", "any", "max", "min", "sort", "cummax", "cummin")},
    **{f"{name} out": into(name, REAL[1:]) for name in ("median", "nanmedian", "mode", "argmax", "argmin")},
    **{
        f"{name} out": into(name, FLOATS, same=True)
        for name in ("mean", "var", "std", "softmax", "logsumexp", "logcumsumexp")
    },
    "norm out": into("norm", FLOATS, [2, 1, math.inf]),
    "msort out": into("msort", REAL, whole=True),
}


@pytest.mark.usefixtures("in_blocks")
@pytest.mark.parametrize("name", LINES)
def test_agrees_with_torch(name: str) -> None:
    for seed in range(CASES):
        call, arguments = case_of(name, seed)
        found = compared(call, *arguments, views=not name.endswith("out"))
        assert not found, f"case {seed}: {arguments}\n{found}"


def case_of(name: str, seed: int) -> Case:
    if name.endswith("_"):
        base = LINES[name](random.Random(f"{name} {seed}"))
        call, (x,) = base
        return (lambda m, x: call(_Methods, x)), (x,)
    return LINES[name](random.Random(f"{name} {seed}"))


class _Methods:
    """In-place twins are methods only."""

    cumsum_ = staticmethod(lambda x, dim: x.cumsum_(dim))
    cumprod_ = staticmethod(lambda x, dim: x.cumprod_(dim))


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("block", [1, 2, 1000])
def test_logcumsumexp_of_complex_numbers(dim: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from tensorplay.functional import scans

    monkeypatch.setattr(scans, "BLOCK_ELEMENTS", block)
    inf, nan = float("inf"), float("nan")
    for values in (
        [[1 + 1j, 2 - 1j, 0.5j], [0j, -3 + 1j, 1 + 0j]],
        [[300 + 300j, 600 - 300j, 1 + 9j], [complex(-inf, 1), complex(-inf, 2), 1 + 2j]],
        [[complex(inf, 1), complex(inf, 2), 1j], [1j, complex(nan, 0), 1 + 1j]],
    ):
        for dtype in ("complex64", "complex128"):
            mine = tp.tensor(values, dtype=getattr(tp, dtype)).logcumsumexp(dim)
            theirs = torch.tensor(values, dtype=getattr(torch, dtype)).logcumsumexp(dim)
            assert str(mine.dtype).endswith(dtype)
            torch.testing.assert_close(torch.tensor(mine.tolist(), dtype=theirs.dtype), theirs, equal_nan=True)


def test_no_elements_and_no_dims() -> None:
    for name in ("nanmean", "logsumexp"):
        for keepdim in (False, True):
            mine = getattr(tp, name)(tp.zeros(2, 0), [], keepdim)
            theirs = getattr(torch, name)(torch.zeros(2, 0), [], keepdim)
            assert str(mine.tolist()) == str(theirs.tolist())
    with pytest.raises(RuntimeError, match="name them all"):
        tp.logsumexp(tp.zeros(2, 1), [])
