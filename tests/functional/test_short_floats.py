"""float16 and bfloat16 are computed as float32 and rounded once, whatever the size and the layout."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.backends import blocks
from tensorplay.functional import elementwise, reducing

torch = pytest.importorskip("torch")

from .both import random_tensor  # noqa: E402
from .twins import twin_of  # noqa: E402

SIZES = [
    (),
    (1,),
    (0, 3),
    (40,),
    (5000,),
    (50, 60),
    (3, 0, 4),
    (1, 1500),
    (1500, 1),
    (9, 5, 70),
    (33, 2, 40),
    (4, 3, 5, 32),
]
HALVES = ["float16", "bfloat16"]
STEP = {"float16": 2.0**-10, "bfloat16": 2.0**-7}


@pytest.fixture(params=["whole", "blocks"])
def in_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "blocks":
        monkeypatch.setattr(blocks, "BLOCK_ELEMENTS", 400)
        monkeypatch.setattr(reducing, "BLOCK_ELEMENTS", 400)


def tensor(chance: random.Random, size: tuple[int, ...], name: str) -> Any:
    """Random numbers in a random layout: some small, some near the largest float16, some NaN and infinite."""
    made = random_tensor(chance, size, torch.float32)
    scale = chance.choice([1.0, 1.0, 0.1, 1e-6, 15_000.0])
    made = made.add(0.3).mul(scale).to(getattr(torch, name))
    if made.numel() and chance.random() < 0.3:
        place = tuple([chance.randrange(length) for length in made.shape])
        made[place] = chance.choice([math.nan, math.inf, -math.inf])
    return made


def rounded(exact: Any, name: str) -> Any:
    return exact.to(torch.float32).to(getattr(torch, name)).double()


def near(found: Any, expected: Any, tolerance: float) -> bool:
    found = torch.tensor(found.to(tp.float64).tolist(), dtype=torch.float64).reshape(expected.shape)
    return bool(torch.allclose(found, expected, rtol=tolerance, atol=0, equal_nan=True))


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
}


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("operation", ARITHMETIC)
def test_arithmetic_is_rounded_once(in_blocks: None, operation: str, name: str) -> None:
    chance = random.Random(operation + name)
    call = ARITHMETIC[operation]
    for _ in range(20):
        size = chance.choice(SIZES)
        partner = tuple([1 if chance.random() < 0.15 else length for length in size])
        x = tensor(chance, size, name)
        y = tensor(chance, partner[chance.choice([0, 0, 0, 1]) :] if size else (), name)
        left, right = twin_of(x), twin_of(y)
        expected = rounded(call(x.float(), y.float()), name)
        assert near(call(left, right), expected, 0)
        assert near(call(right, left), rounded(call(y.float(), x.float()), name), 0)
        number = chance.choice([0.1, -3, 2.5, math.inf, 1e-9, 65_504.0])
        # As in PyTorch a number is rounded to 16 bits where it is a term, and not where it is a factor.
        term = getattr(torch, name) if operation in ("add", "sub") else torch.float32
        given = torch.tensor(number, dtype=term).float()
        assert near(call(left, number), rounded(call(x.float(), given), name), 0)
        in_place = getattr(left.clone(), f"{operation}_")(right)
        assert near(in_place, expected, 0)


def test_a_0_dim_factor_is_not_rounded_first(in_blocks: None) -> None:
    x = tp.full((300,), 1.0, dtype=tp.bfloat16)
    assert (x * tp.tensor(1.0059)).unique().tolist() == [1.0078125]
    assert (x * 1.0059).unique().tolist() == [1.0078125]
    assert (x + tp.tensor(0.001)).unique().tolist() == [1.0]


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: x.exp(),
    "lgamma": lambda x: x.lgamma(),
    "round": lambda x: x.round(decimals=1),
    "gelu": tp.nn.functional.gelu,
    "power": lambda x: x**1.7,
    "remainder": lambda x: x % 0.3,
    "number to the power": lambda x: 3**x,
    "0-dim operand": lambda x: tp.fmod(x, tp.tensor(0.7, dtype=x.dtype)),
    "in place": lambda x: x.clone().sigmoid_(),
    "out": lambda x: tp.tan(x, out=tp.empty(0, dtype=x.dtype)),
}


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_from_a_table(monkeypatch: pytest.MonkeyPatch, function: str, name: str) -> None:
    """A table of all 65536 results gives the bits that each element gives by itself."""
    chance = random.Random(function + name)
    for _ in range(10):
        x = twin_of(tensor(chance, chance.choice(SIZES), name))
        monkeypatch.setattr(elementwise, "WORTH_A_TABLE", 1)
        found = FUNCTIONS[function](x)
        monkeypatch.setattr(elementwise, "WORTH_A_TABLE", 1 << 30)
        expected = FUNCTIONS[function](x)
        assert (found.shape, found.stride(), found.dtype) == (expected.shape, expected.stride(), expected.dtype)
        assert found.view(tp.int16).tolist() == expected.view(tp.int16).tolist()


def dims(chance: random.Random, rank: int) -> Any:
    return tuple(chance.sample(range(rank), chance.randint(1, rank))) if rank else ()


REDUCTIONS: dict[str, Callable[[Any, Any, bool], Any]] = {
    "sum": lambda x, dims, keepdim: x.sum(dims, keepdim),
    "sum of all": lambda x, dims, keepdim: x.sum(),
    "mean": lambda x, dims, keepdim: x.mean(dims, keepdim),
    "nansum": lambda x, dims, keepdim: x.nansum(dims, keepdim),
    "norm": lambda x, dims, keepdim: x.norm(2, dims, keepdim),
    "logsumexp": lambda x, dims, keepdim: x.logsumexp(dims or 0, keepdim),
    "amax": lambda x, dims, keepdim: x.amax(dims, keepdim),
    "amin": lambda x, dims, keepdim: x.amin(dims, keepdim),
    "var": lambda x, dims, keepdim: x.var(dims, keepdim=keepdim),
    "std": lambda x, dims, keepdim: x.std(dims, keepdim=keepdim),
    "prod": lambda x, dims, keepdim: x.prod(dims[0] if dims else 0, keepdim),
    "softmax": lambda x, dims, keepdim: x.softmax(dims[0] if dims else 0),
    "cumsum": lambda x, dims, keepdim: x.cumsum(dims[0] if dims else 0),
    "argmax": lambda x, dims, keepdim: x.argmax(dims[0] if dims else 0, keepdim),
    "argmin": lambda x, dims, keepdim: x.argmin(dims[0] if dims else None, keepdim),
}


@pytest.mark.filterwarnings("ignore:.*degrees of freedom")
@pytest.mark.parametrize("name", HALVES)
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_reductions_are_rounded_once(in_blocks: None, reduction: str, name: str) -> None:
    """Within half a step of the result in float64: no more than the last rounding, and float32's own, are lost."""
    chance = random.Random(reduction + name)
    call = REDUCTIONS[reduction]
    for _ in range(15):
        size = chance.choice(SIZES)
        where, keepdim = dims(chance, len(size)), chance.random() < 0.5
        x = tensor(chance, size, name)
        if reduction in ("amax", "amin", "argmax", "argmin") and not x.numel():
            continue
        if reduction in ("sum", "sum of all", "mean", "cumsum", "nansum"):
            x = x.abs()  # sums that nearly vanish have no exact digits
        found, theirs = call(twin_of(x), where, keepdim), call(x, where, keepdim)
        assert (tuple(found.shape), found.stride()) == (tuple(theirs.shape), theirs.stride())
        if found.dtype is tp.int64:
            assert found.tolist() == theirs.tolist()
            continue
        exact = call(x.double(), where, keepdim).to(torch.float32).to(x.dtype).double()
        assert near(found, exact, STEP[name]) or near(found, theirs.double(), STEP[name])


@pytest.mark.parametrize("name", HALVES)
def test_only_the_last_rounding_overflows(name: str) -> None:
    dtype = getattr(tp, name)
    large = tp.tensor([60_000.0, 60_000.0, -60_000.0, -60_000.0, 7.0] * 400, dtype=dtype)
    assert large.sum().item() == 2800
    assert large.abs().mean().item() == large.abs().float().mean().to(dtype).item()
    assert tp.full((3000,), 60_000.0, dtype=dtype).sum().item() == (math.inf if name == "float16" else 179_306_496.0)
    assert tp.full((3000,), 0.001, dtype=dtype).sum().item() == pytest.approx(3, rel=5e-3)
