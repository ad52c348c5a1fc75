"""nn.functional with random arguments and layouts, against torch: layouts and errors too."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

CASES = 120
FLOATS = ["float32", "float64", "float16", "bfloat16"]
Chance = random.Random
Size = tuple[int, ...]
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def dtype(chance: Chance, names: list[str]) -> Any:
    return getattr(torch, chance.choice(names))


def size(chance: Chance, rank: int, least: int = 0) -> Size:
    return tuple([least if chance.random() < 0.05 else chance.randint(1, 4) for _ in range(rank)])


def picture(chance: Chance, size: Size, kind: Any) -> Any:
    """In any layout, and often channels_last."""
    x = random_tensor(chance, size, kind)
    if len(size) == 4 and chance.random() < 0.4:
        return x.contiguous(memory_format=torch.channels_last)
    return x


def one_or_several(chance: Chance, count: int, low: int, high: int) -> Any:
    if chance.random() < 0.6:
        return chance.randint(low, high)
    return tuple([chance.randint(low, high) for _ in range(count)])


def convolution(count: int, names: list[str]) -> Callable[[Chance], Case]:
    def case(chance: Chance) -> Case:
        groups = chance.choice([1, 1, 1, 2, 3])
        channels, filters = groups * chance.randint(1, 3), groups * chance.randint(1, 3)
        kernel = tuple([chance.randint(1, 3) for _ in range(count)])
        places = tuple([chance.randint(2, 6) for _ in range(count)])
        kind = dtype(chance, names)
        batch: Size = (chance.randint(1, 3),) if chance.random() < 0.85 else ()
        x = picture(chance, (*batch, channels, *places), kind)
        weight = picture(chance, (filters, channels // groups, *kernel), kind)
        if chance.random() < 0.06:
            weight = picture(chance, size(chance, count + 2, 1), kind)
        bias = random_tensor(chance, (filters,), kind) if chance.random() < 0.5 else None
        stride = one_or_several(chance, count, 1, 3)
        padding = chance.choice([one_or_several(chance, count, 0, 2), 0, "same", "valid"])
        dilation = one_or_several(chance, count, 1, 2)

        def call(m: Any, x: Any, weight: Any, bias: Any) -> Any:
            function = getattr(m.nn.functional, f"conv{count}d")
            return function(x, weight, bias, stride, padding, dilation, groups)

        return call, (x, weight, bias)

    return case


def linear(chance: Chance) -> Case:
    features, results = size(chance, 2)
    kind = dtype(chance, [*FLOATS, "int64", "complex64"])
    x = random_tensor(chance, (*size(chance, chance.randint(0, 3)), features), kind)
    weight = (results, features) if chance.random() < 0.9 else size(chance, chance.randint(0, 3))
    bias = random_tensor(chance, (results,), kind) if chance.random() < 0.6 else None
    return (lambda m, x, w, b: m.nn.functional.linear(x, w, b)), (x, random_tensor(chance, weight, kind), bias)


def pad(mode: str) -> Callable[[Chance], Case]:
    def case(chance: Chance) -> Case:
        rank = chance.randint(1, 5) if mode == "constant" else chance.randint(2, 5)
        counts = {2: [1], 3: [1, 2], 4: [2, 3], 5: [3]}
        count = chance.randint(0, rank) if mode == "constant" else chance.choice(counts[rank])
        steps = [0, 0, 1, 1, 2, -1, 3] if mode != "circular" else [0, 0, 1, 1, 2, 3]
        sides = tuple([chance.choice(steps) for _ in range(2 * count)])
        value = chance.choice([None, None, 0, 1.5, -1]) if mode == "constant" else None
        x = picture(chance, size(chance, rank), dtype(chance, [*FLOATS, "int64", "uint8", "complex64"]))
        return (lambda m, x: m.nn.functional.pad(x, sides, mode, value)), (x,)

    return case


def unfold(chance: Chance) -> Case:
    x = picture(chance, size(chance, chance.choice([3, 4, 4])), dtype(chance, [*FLOATS, "complex64"]))
    kernel, dilation = one_or_several(chance, 2, 1, 3), one_or_several(chance, 2, 1, 2)
    padding, stride = one_or_several(chance, 2, 0, 2), one_or_several(chance, 2, 1, 2)
    return (lambda m, x: m.nn.functional.unfold(x, kernel, dilation, padding, stride)), (x,)


def fold(chance: Chance) -> Case:
    kernel, dilation = one_or_several(chance, 2, 1, 3), one_or_several(chance, 2, 1, 2)
    padding, stride = one_or_several(chance, 2, 0, 2), one_or_several(chance, 2, 1, 2)
    whole = (chance.randint(2, 6), chance.randint(2, 6))
    pairs = [value if isinstance(value, tuple) else (value, value) for value in (kernel, dilation, padding, stride)]
    columns = 1
    for place, length in enumerate(whole):
        width, factor, around, step = (pair[place] for pair in pairs)
        columns *= max((length + 2 * around - factor * (width - 1) - 1) // step + 1, 0)
    rows = chance.randint(1, 3) * pairs[0][0] * pairs[0][1]
    batch = size(chance, chance.choice([0, 1, 1, 1]))
    x = random_tensor(chance, (*batch, rows, columns if chance.random() < 0.95 else 3), dtype(chance, FLOATS))
    return (lambda m, x: m.nn.functional.fold(x, whole, kernel, dilation, padding, stride)), (x,)


def layer_norm(chance: Chance) -> Case:
    given = size(chance, chance.randint(1, 4))
    count = chance.randint(1, len(given))
    normalized = given[-count:] if chance.random() < 0.95 else given[:count]
    kind = dtype(chance, FLOATS)
    weight, bias = (random_tensor(chance, normalized, kind) if chance.random() < 0.5 else None for _ in range(2))
    operands = (random_tensor(chance, given, kind), weight, bias)
    return (lambda m, x, w, b: m.nn.functional.layer_norm(x, normalized, w, b)), operands


def one_hot(chance: Chance) -> Case:
    x = random_tensor(chance, size(chance, chance.randint(0, 3)), dtype(chance, ["int64"] * 9 + ["int32", "float32"]))
    classes = chance.choice([-1, -1, 5, 4, 3, 0])
    return (lambda m, x: m.nn.functional.one_hot(x, classes)), (x.abs() if chance.random() < 0.9 else x,)


def softmax(chance: Chance) -> Case:
    given = size(chance, chance.randint(0, 4))
    dim = chance.randint(-len(given), max(len(given) - 1, 0)) if chance.random() < 0.8 else None
    name = chance.choice(["softmax", "log_softmax"])
    operand = random_tensor(chance, given, dtype(chance, FLOATS))
    return (lambda m, x: getattr(m.nn.functional, name)(x, dim)), (operand,)


def normalize(chance: Chance) -> Case:
    given = size(chance, chance.randint(1, 4))
    p, dim = chance.choice([2.0, 1, 3, float("inf")]), chance.randint(-len(given), len(given) - 1)
    return (lambda m, x: m.nn.functional.normalize(x, p, dim)), (random_tensor(chance, given, dtype(chance, FLOATS)),)


def activation(call: Callable[[Any, Any], Any]) -> Callable[[Chance], Case]:
    names = [*FLOATS, *FLOATS, "int64", "bool", "complex64"]
    return lambda chance: (call, (picture(chance, size(chance, chance.randint(0, 5)), dtype(chance, names)),))


OPERATIONS: dict[str, Callable[[Chance], Case]] = {
    "conv1d": convolution(1, [*FLOATS, "int64"]),
    "conv2d": convolution(2, [*FLOATS, "int64"]),
    "conv3d": convolution(3, ["float64", "float16", "int64"]),
    **{f"pad {mode}": pad(mode) for mode in ("constant", "reflect", "replicate", "circular")},
    "linear": linear,
    "unfold": unfold,
    "fold": fold,
    "layer_norm": layer_norm,
    "one_hot": one_hot,
    "softmax": softmax,
    "normalize": normalize,
    "gelu": activation(lambda m, x: m.nn.functional.gelu(x)),
    "gelu tanh": activation(lambda m, x: m.nn.functional.gelu(x, approximate="tanh")),
    "softplus": activation(lambda m, x: m.nn.functional.softplus(x, 2, 3)),
    "relu": activation(lambda m, x: m.nn.functional.relu(x)),
    "relu in place": activation(lambda m, x: m.nn.functional.relu(x.clone(), True)),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_agrees_with_torch(name: str) -> None:
    chance = random.Random(name)
    wrong = []
    for number in range(CASES):
        call, operands = OPERATIONS[name](chance)
        given = [(tuple(x.shape), x.stride(), x.dtype) for x in operands if isinstance(x, torch.Tensor)]
        found = compared(call, *operands, tolerance=10)
        if found:
            wrong.append(f"case {number}, {given}: {found}")
    assert not wrong, f"{len(wrong)} of {CASES} differ\n" + "\n".join(wrong[:5])
