"""Thousands of random tensors under random options: the same text as torch's."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from functional.twins import dtype_of, twin_of

import tensorplay as tp
from tensorplay.attributes.dtype import ALL_DTYPES

torch = pytest.importorskip("torch")

NAMES = [dtype.name for dtype in ALL_DTYPES]
PARTS = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    yield
    torch.set_default_dtype(torch.float32)
    tp.set_default_dtype(tp.float32)
    torch.set_printoptions(profile="default")
    tp.set_printoptions(profile="default")


def numbers(chance: random.Random, count: int) -> list[float]:
    """Numbers of one kind, so that all forms come up: whole, small, huge, not finite, near a change of form."""
    kinds: list[Any] = [
        lambda: chance.randint(-5, 5),
        lambda: chance.uniform(-1, 1),
        lambda: chance.choice([0.0, -0.0, 1.0, math.inf, -math.inf, math.nan]),
        lambda: chance.uniform(-1, 1) * 10 ** chance.randint(-9, 9),
        lambda: chance.randint(-(10**9), 10**9),
        lambda: chance.choice([1e-4, 9.9e-5, 1e-3, 1.0, 1000.0, 1001.0, 1e8, 1.1e8, 0.5]),
        lambda: chance.choice([chance.gauss(0, 1), math.nan, math.inf, 0.0]),
        lambda: chance.choice([0.0, 1e-40, 1e-8, 65504.0, 2.5]),
        lambda: chance.randint(0, 200),
    ]
    kind = chance.choice(kinds)
    return [float(kind()) for _ in range(count)]


def whole(value: float, name: str) -> int:
    """The number as one that an integral dtype holds."""
    if not math.isfinite(value):
        return 0
    limits = torch.iinfo(getattr(torch, name))
    if limits.min == 0:
        return int(value) % min(limits.max + 1, 1 << 62)
    return max(limits.min, min(limits.max, int(value)))


def random_tensor(chance: random.Random, name: str) -> Any:
    rank = chance.choice([0, 1, 1, 1, 2, 2, 3, 4])
    longest = chance.choice([3, 8, 40]) if rank <= 2 else 5
    if rank == 1 and chance.random() < 0.3:
        longest = 1500
    size = [chance.randint(0, longest) for _ in range(rank)]
    count = math.prod(size)
    dtype = getattr(torch, name)
    if dtype.is_complex:
        part = getattr(torch, PARTS[name])
        parts = [torch.tensor(numbers(chance, count), dtype=torch.float64).to(part) for _ in range(2)]
        tensor = torch.view_as_complex(torch.stack(parts, -1)).reshape(size)
        if chance.random() < 0.3:
            tensor = tensor.conj()
        if chance.random() < 0.2:
            tensor = tensor.imag
    elif dtype.is_floating_point:
        tensor = torch.tensor(numbers(chance, count), dtype=torch.float64).to(dtype).reshape(size)
    elif name == "bool":
        tensor = torch.tensor([chance.random() < 0.5 for _ in range(count)], dtype=torch.bool).reshape(size)
    else:
        values = [whole(value, name) for value in numbers(chance, count)]
        tensor = torch.tensor(values, dtype=torch.int64).to(dtype).reshape(size)
    if rank > 1 and chance.random() < 0.4:
        tensor = tensor.permute(*chance.sample(range(rank), rank))
    if rank and tensor.size(0) > 2 and chance.random() < 0.3:
        tensor = tensor[1::2]
    return tensor


def random_options(chance: random.Random) -> dict[str, Any]:
    return {
        "precision": chance.choice([None, 0, 1, 2, 6, 10]),
        "threshold": chance.choice([None, 0, 5, 20, 100, math.inf]),
        "edgeitems": chance.choice([None, 0, 1, 2, 5]),
        "linewidth": chance.choice([None, 0, 20, 60, 120]),
        "profile": chance.choice([None, None, "short", "full", "default"]),
        "sci_mode": chance.choice([None, True, False]),
    }


def text_of(tensor: Any) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch calls complex32 experimental
        return repr(tensor).replace("torch.", "tensorplay.")


@pytest.mark.parametrize("name", NAMES)
def test_random_tensors(name: str) -> None:
    chance = random.Random(name)
    for _ in range(120):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = random_tensor(chance, name)
        default = getattr(torch, chance.choice(["float32", "float32", "float64", "float16", "bfloat16"]))
        torch.set_default_dtype(default)
        tp.set_default_dtype(dtype_of(torch.empty(0, dtype=default)))
        torch.set_printoptions(profile="default")
        tp.set_printoptions(profile="default")
        if chance.random() < 0.5:
            chosen = random_options(chance)
            torch.set_printoptions(**chosen)
            tp.set_printoptions(**chosen)
        ours = twin_of(theirs)
        assert repr(ours) == text_of(theirs)
        assert str(ours) == repr(ours)


@pytest.mark.parametrize(
    "values",
    [
        [1e-4, 1.0], [9.99e-5, 1.0], [0.0, 0.0], [-0.0], [1e8, 1.0], [1.1e8], [1e5 + 0.5, 3.0], [999.0, 1e6],
        [math.nan], [math.inf, 1.5], [-math.inf, 2.0], [1e-45], [3.4e38], [1e38, 1e-38], [0.00012], [2.5, 1000.0],
        [0.1, 100.1],
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32", "float64"])
def test_where_the_form_changes(values: list[float], name: str) -> None:
    theirs = torch.tensor(values, dtype=torch.float64).to(getattr(torch, name))
    assert repr(twin_of(theirs)) == text_of(theirs)
    assert repr(twin_of(theirs[0])) == text_of(theirs[0])


@pytest.mark.parametrize(
    "size", [(0,), (0, 3), (2, 0, 4), (), (1,), (1001,), (1000,), (7, 200), (3, 400), (2, 2, 300), (9, 9, 9, 9)]
)
@pytest.mark.parametrize("name", ["float32", "int64", "bool", "complex64", "int8", "float64"])
def test_sizes_around_the_summary(size: tuple[int, ...], name: str) -> None:
    theirs = (torch.arange(math.prod(size)) % 100).to(getattr(torch, name)).reshape(size)
    assert repr(twin_of(theirs)) == text_of(theirs)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(), (0,), (2, 3), (10**6, 10**6)])
def test_meta_tensors(name: str, size: tuple[int, ...]) -> None:
    theirs = torch.empty(size, dtype=getattr(torch, name), device="meta")
    assert repr(tp.empty(size, dtype=getattr(tp, name), device="meta")) == text_of(theirs)


@pytest.mark.parametrize("specification", ["", ".3f", "8.2e", "+", "g"])
@pytest.mark.parametrize("value", [1.5, -2.0, 1e9])
def test_format_of_one_number(value: float, specification: str) -> None:
    assert format(tp.tensor(value), specification) == format(torch.tensor(value), specification)


@pytest.mark.parametrize("sci_mode", [None, True, False])
@pytest.mark.parametrize("requires_grad", [False, True])
def test_suffixes_break_the_line_where_they_must(sci_mode: bool | None, requires_grad: bool) -> None:
    torch.set_printoptions(sci_mode=sci_mode)
    tp.set_printoptions(sci_mode=sci_mode)
    for count in range(1, 40):
        theirs = torch.arange(count, dtype=torch.float64) + 0.5
        ours = twin_of(theirs)
        ours.requires_grad = requires_grad
        assert repr(ours) == text_of(theirs.requires_grad_(requires_grad))
