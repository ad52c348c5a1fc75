"""Joining, rearranging, repeating and triangles with random arguments and layouts, against torch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.functional import array_parts, triangles

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

CASES = 80
EVERY = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64",
    "complex128",
)  # fmt: skip
Chance = random.Random
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def size(chance: Chance, rank: int | None = None) -> tuple[int, ...]:
    rank = chance.choice([0, 1, 1, 2, 2, 3, 3, 4, 5]) if rank is None else rank
    return tuple(
        [0 if chance.random() < 0.06 else 1 if chance.random() < 0.2 else chance.randint(2, 4) for _ in range(rank)]
    )


def tensor(chance: Chance, shape: tuple[int, ...] | None = None, dtype: str | None = None) -> Any:
    shape = size(chance) if shape is None else shape
    x = random_tensor(chance, shape, getattr(torch, dtype or chance.choice(EVERY)))
    if len(shape) in (4, 5) and chance.random() < 0.3:
        return x.contiguous(memory_format=torch.channels_last if len(shape) == 4 else torch.channels_last_3d)
    return x


def dim(chance: Chance, rank: int, bad: float = 0.07) -> int:
    if chance.random() < bad:
        return chance.randint(-rank - 2, rank + 1)
    return chance.randint(-rank, rank - 1) if rank else chance.choice([0, -1])


def several(chance: Chance, vary: bool) -> list[Any]:
    """Tensors that can be joined along some dimension, mostly."""
    shape = size(chance)
    mixed = chance.random() < 0.3
    found = []
    for _ in range(chance.randint(1, 3)):
        other = list(shape)
        if vary and other and chance.random() < 0.6:
            other[chance.randrange(len(other))] = chance.randint(0, 3)
        if chance.random() < 0.04:
            other.append(2)
        if vary and chance.random() < 0.05:
            other = [0]
        found.append(tensor(chance, tuple(other), None if mixed else "float32"))
    return found


def outs(chance: Chance, dtype: Any) -> Any:
    """A tensor to write into, of the right size or not."""
    other = chance.choice([dtype, dtype, dtype, torch.float64, torch.int64])
    return random_tensor(chance, size(chance, 2), other, expanded=False)


def stack(chance: Chance) -> Case:
    tensors = several(chance, vary=False)
    at = dim(chance, tensors[0].dim() + 1)
    return lambda m, *given: m.stack(given, at), tuple(tensors)


def stack_out(chance: Chance) -> Case:
    tensors = several(chance, vary=False)
    out = outs(chance, tensors[0].dtype)
    return lambda m, out, *given: m.stack(given, out=out), (out, *tensors)


def cat(chance: Chance) -> Case:
    tensors = several(chance, vary=True)
    at = dim(chance, tensors[0].dim())
    name = chance.choice(["cat", "concat", "concatenate"])
    return lambda m, *given: getattr(m, name)(given, dim=at), tuple(tensors)


def stacks(chance: Chance) -> Case:
    name = chance.choice(["hstack", "vstack", "row_stack", "dstack", "column_stack"])
    return lambda m, *given: getattr(m, name)(given), tuple(several(chance, vary=chance.random() < 0.5))


def block_diag(chance: Chance) -> Case:
    tensors = [tensor(chance, size(chance, chance.choice([0, 1, 2, 2, 2, 3]))) for _ in range(chance.randint(0, 3))]
    return lambda m, *given: m.block_diag(*given), tuple(tensors)


def flip(chance: Chance) -> Case:
    x = tensor(chance)
    dims = [dim(chance, x.dim()) for _ in range(chance.randint(0, x.dim() or 1))]
    kind = chance.random()
    if kind < 0.15:
        return lambda m, x: x.fliplr(), (x,)
    if kind < 0.3:
        return lambda m, x: m.flipud(x), (x,)
    return lambda m, x: m.flip(x, dims), (x,)


def roll(chance: Chance) -> Case:
    x = tensor(chance)
    count = chance.choice([0, 1, 1, 2])
    dims = tuple([dim(chance, x.dim()) for _ in range(count)])
    shifts = tuple([chance.randint(-6, 6) for _ in range(max(count, 1) if chance.random() < 0.93 else 2)])
    return lambda m, x: m.roll(x, shifts, dims), (x,)


def rot90(chance: Chance) -> Case:
    x = tensor(chance)
    turns, plane = chance.randint(-5, 5), [dim(chance, x.dim()), dim(chance, x.dim())]
    return lambda m, x: m.rot90(x, turns, plane), (x,)


def repeat(chance: Chance) -> Case:
    x = tensor(chance)
    counts = [chance.choice([0, 1, 1, 2, 3]) for _ in range(max(x.dim() + chance.choice([0, 0, 1, -1]), 0))]
    if counts and chance.random() < 0.05:
        counts[0] = -1
    name = chance.choice(["repeat", "tile"])
    return lambda m, x: getattr(x, name)(counts), (x,)


def repeat_interleave(chance: Chance) -> Case:
    x = tensor(chance)
    at = chance.choice([None, dim(chance, x.dim()), dim(chance, x.dim())])
    count = chance.choice([0, 1, 2, 3, -1])
    return lambda m, x: m.repeat_interleave(x, count, at), (x,)


def repeat_by_tensor(chance: Chance) -> Case:
    x = tensor(chance)
    at = dim(chance, x.dim())
    length = x.size(at) if -x.dim() <= at < x.dim() else 2
    length = chance.choice([length, length, length, 1, 2])
    counts = [-1 if chance.random() < 0.03 else chance.choice([0, 1, 1, 2]) for _ in range(length)]
    dtype = chance.choice([torch.int64, torch.int64, torch.int32, torch.int16])
    if chance.random() < 0.15:
        return lambda m, repeats: m.repeat_interleave(repeats), (torch.tensor(counts, dtype=dtype),)
    return lambda m, x, repeats: x.repeat_interleave(repeats, at), (x, torch.tensor(counts, dtype=dtype))


def shuffle(chance: Chance) -> Case:
    factor = chance.choice([1, 2, 2, 3, 0])
    shape = list(size(chance, chance.choice([3, 4, 4, 2])))
    for place in range(-3, 0):
        if len(shape) >= -place and chance.random() < 0.8:
            shape[place] *= max(factor, 1) ** (2 if place == -3 else 1)
    x = tensor(chance, tuple([length or 1 for length in shape]))
    name = chance.choice(["channel_shuffle", "pixel_shuffle", "pixel_unshuffle"])
    return lambda m, x: getattr(m, name)(x, factor), (x,)


def triangle(chance: Chance) -> Case:
    x = tensor(chance)
    name, diagonal = chance.choice(["tril", "triu"]), chance.randint(-4, 4)
    kind = chance.random()
    if kind < 0.2 and 0 not in x.stride():  # of tensors with shared cells torch writes what comes last
        return lambda m, x: getattr(x, name + "_")(diagonal), (x,)
    if kind < 0.4:  # torch corrupts memory where `out` has gaps
        out = torch.zeros(tuple(x.shape), dtype=chance.choice([x.dtype, x.dtype, torch.float64]))
        return lambda m, x, out: getattr(m, name)(x, diagonal, out=out), (x, out)
    return lambda m, x: getattr(m, name)(x, diagonal), (x,)


CASES_OF = (
    stack, stack_out, cat, stacks, block_diag, flip, roll, rot90, repeat, repeat_interleave, repeat_by_tensor, shuffle,
    triangle,
)  # fmt: skip


@pytest.mark.parametrize("make", CASES_OF, ids=lambda make: make.__name__)
@pytest.mark.parametrize("blocks", [False, True], ids=["whole", "blocks"])
def test_against_torch(make: Callable[[Chance], Case], blocks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if blocks:
        monkeypatch.setattr(array_parts, "BLOCK_ELEMENTS", 3)
        monkeypatch.setattr(triangles, "BLOCK_ELEMENTS", 3)
    chance = random.Random(f"{make.__name__} {blocks}")
    for _ in range(CASES):
        call, args = make(chance)
        found = compared(call, *args, exact=True)
        assert not found, (found, [(tuple(x.shape), x.stride(), x.dtype) for x in args], call.__closure__)


# Equivalences


def grid(*shape: int) -> Any:
    return tp.arange(int(np.prod(shape))).view(*shape)


def test_stacks_are_joins_of_unsqueezed_tensors() -> None:
    x, y = grid(2, 3, 4).permute(2, 0, 1), grid(4, 2, 3)
    for at in range(-4, 4):
        joined = tp.cat([x.unsqueeze(at), y.unsqueeze(at)], at)
        assert tp.stack([x, y], at).tolist() == joined.tolist()
        assert [part.tolist() for part in tp.stack([x, y], at).unbind(at)] == [x.tolist(), y.tolist()]


def test_flips_and_rolls_undo_themselves() -> None:
    x = grid(3, 4, 5).permute(1, 2, 0)
    assert x.flip(0, 2).flip(2, 0).tolist() == x.tolist()
    assert x.roll((1, -2), (0, 1)).roll((-1, 2), (0, 1)).tolist() == x.tolist()
    assert x.roll(7).roll(-7).tolist() == x.tolist()
    assert x.rot90(1, (0, 2)).rot90(3, (0, 2)).tolist() == x.tolist()
    assert x.rot90(2).tolist() == x.flip(0, 1).tolist()
    array = np.array(x.tolist())
    assert x.rot90(1, (1, 2)).tolist() == np.rot90(array, 1, (1, 2)).tolist()
    assert x.roll(3, 1).tolist() == np.roll(array, 3, 1).tolist()
    assert x.repeat(1, 2, 3).tolist() == np.tile(array, (1, 2, 3)).tolist()
    assert x.repeat_interleave(2, 1).tolist() == np.repeat(array, 2, 1).tolist()


def test_shuffles_undo_themselves() -> None:
    x = tp.arange(2 * 8 * 3 * 5).view(2, 8, 3, 5)
    assert tp.pixel_unshuffle(tp.pixel_shuffle(x, 2), 2).tolist() == x.tolist()
    assert tp.channel_shuffle(tp.channel_shuffle(x, 2), 4).tolist() == x.tolist()


def test_triangles_add_up() -> None:
    x = grid(2, 4, 3)
    for diagonal in range(-5, 6):
        assert (x.tril(diagonal) + x.triu(diagonal + 1)).tolist() == x.tolist()
    with pytest.raises(RuntimeError, match="single memory location"):
        tp.ones(1, 3).expand(3, 3).tril_()


@pytest.mark.parametrize(
    "call",
    [
        lambda x: tp.stack([x, x], 1), lambda x: tp.cat([x, x], -1), lambda x: x.flip(0), lambda x: x.roll(1, 1),
        lambda x: x.roll(5), lambda x: x.rot90(), lambda x: x.repeat(2, 1, 1), lambda x: x.tile(2),
        lambda x: x.repeat_interleave(2, 1), lambda x: x.tril(), lambda x: tp.hstack([x, x]),
        lambda x: tp.block_diag(x[0]),
    ],
)  # fmt: skip
def test_meta_gives_the_same_layout(call: Callable[[Any], Any]) -> None:
    x = grid(2, 3, 4).permute(1, 2, 0)
    planned = call(tp.empty_strided(x.shape, x.stride(), dtype=x.dtype, device="meta"))
    assert (planned.shape, planned.stride(), planned.dtype) == (call(x).shape, call(x).stride(), call(x).dtype)
    assert planned.device.type == "meta"


def test_repeats_on_meta_need_their_total() -> None:
    x, repeats = tp.empty(3, device="meta"), tp.empty(3, dtype=tp.int64, device="meta")
    with pytest.raises(NotImplementedError, match="depends on values"):
        x.repeat_interleave(repeats)
    assert x.repeat_interleave(repeats, output_size=5).shape == (5,)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: tp.cat([]), ValueError, "at least one tensor"),
        (lambda: tp.stack([]), RuntimeError, "at least one tensor"),
        (lambda: tp.cat(tp.ones(2, 2)), TypeError, "tuple of Tensors, not Tensor"),
        (lambda: tp.stack([tp.ones(2), 3]), TypeError, "element 1"),
        (lambda: tp.hstack([tp.ones(2), 3]), TypeError, "element 1"),
        (lambda: tp.stack([tp.ones(2), tp.ones(3)]), RuntimeError, "[2] and tensor 1 has [3]"),
        (lambda: tp.cat([tp.ones(2)], out=tp.ones(2, dtype=tp.int64)), TypeError, "can't be cast"),
        (lambda: tp.flip(tp.ones(2), 0), TypeError, "tuple of ints, not int"),
        (lambda: tp.ones(2).flip(0.0), TypeError, "float"),
        (lambda: tp.flip(tp.ones(2), (True,)), TypeError, "bool at position 0"),
        (lambda: tp.ones(2, 2).flip(0, 0), RuntimeError, "multiple times"),
        (lambda: tp.ones(2).roll(1, (0, 0)), RuntimeError, "1 shifts and 2 dims"),
        (lambda: tp.ones(2).roll(1.5), TypeError, "shifts"),
        (lambda: tp.ones(2, 2).rot90(1, (0, -2)), RuntimeError, "0 and -2 are the same"),
        (lambda: tp.ones(2, 2).repeat(2), RuntimeError, "2 dimensions, but got 1"),
        (lambda: tp.ones(2).repeat(1 << 40, 1 << 40), RuntimeError, "1099511627776"),
        (lambda: tp.ones(2).repeat_interleave(True), TypeError, "repeats"),
        (lambda: tp.ones(2).repeat_interleave(tp.tensor([1, 2]), output_size=4), RuntimeError, "add up to 3"),
        (lambda: tp.pixel_shuffle(tp.ones(3, 2, 2), 2), RuntimeError, "3 channels"),
        (lambda: tp.tril(tp.ones(2)), RuntimeError, "at least 2 dimensions"),
        (lambda: tp.tril(tp.ones(2, 2), 1.5), TypeError, "diagonal"),
        (lambda: tp.block_diag(tp.ones(1, 1, 1)), RuntimeError, "tensor 0 has 3 dimensions"),
    ],
)
def test_errors_say_what_is_wrong(call: Callable[[], Any], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value)
