"""arange, range, linspace and logspace against torch: lengths, dtypes, values and refusals on random bounds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from functional.agreement import TOLERANCES, assert_agreement, differences

import tensorplay as tp

DTYPES = ["int64", "int32", "uint8", "int8", "int16", "float32", "float64", "float16", "bfloat16", None, None, None]


def bound(chance: random.Random) -> Any:
    return chance.choice(
        [
            chance.randint(-5, 5), chance.randint(-100, 300), round(chance.uniform(-5, 5), 2),
            chance.uniform(-300, 300), True, 0, 1, 0.1, -0.25, 2.5, 2**40,
        ]
    )  # fmt: skip


def agree_on(torch: Any, calls: list[tuple[str, str | None]]) -> None:
    """Each call, with its dtype, gives the same; floating numbers may differ in their last bits."""
    wrong = []
    for text, dtype in calls:
        tolerance = TOLERANCES.get(dtype or "float32", 0.0)
        found = differences(text, torch, tolerance=tolerance)
        if found:
            wrong.append(found)
    assert not wrong, f"{len(wrong)} of {len(calls)} differ\n" + "\n".join(wrong)


def with_dtype(call: str, dtype: str | None) -> str:
    return f"{call})" if dtype is None else f"{call}, dtype=m.{dtype})"


def test_arange_on_random_bounds(torch: Any) -> None:
    chance = random.Random(1)
    calls = []
    while len(calls) < 1500:
        bounds = [bound(chance) for _ in range(chance.randint(1, 3))]
        if any(abs(number) > 1e6 for number in bounds[:2]) and not (len(bounds) == 3 and abs(bounds[2]) > 1e6):
            continue  # too long
        dtype = chance.choice(DTYPES)
        calls.append((with_dtype(f"m.arange({', '.join(map(repr, bounds))}", dtype), dtype))
    agree_on(torch, calls)


def test_range_on_random_bounds(torch: Any) -> None:
    chance = random.Random(2)
    calls = []
    for _ in range(400):
        bounds = [chance.randint(-5, 300), chance.uniform(-5, 300)]
        if chance.random() < 0.5:
            bounds.append(chance.randint(-3, 5))
        dtype = chance.choice(DTYPES)
        calls.append((with_dtype(f"m.range({', '.join(map(repr, bounds))}", dtype), dtype))
    agree_on(torch, calls)


def test_linspace_on_random_bounds(torch: Any) -> None:
    chance = random.Random(3)
    calls = []
    for _ in range(800):
        dtype = chance.choice([*DTYPES, "complex64", "complex128"])
        steps = chance.choice([0, 1, 2, 3, 5, 7, 8, 11, 16, 33, 100])
        start, end = (
            chance.choice([0, 1, -3, 2.5, 0.1]),
            chance.choice([chance.randint(0, 127), round(chance.uniform(0, 99), 2)]),
        )
        calls.append((with_dtype(f"m.linspace({start!r}, {end!r}, {steps}", dtype), dtype))
    agree_on(torch, calls)


def test_logspace_on_random_bounds(torch: Any) -> None:
    chance = random.Random(4)
    calls = []
    for _ in range(400):
        dtype = chance.choice(["int64", "int32", "float32", "float64", "float16", "bfloat16", "complex64", None])
        steps, base = chance.choice([0, 1, 2, 3, 5, 8, 11]), chance.choice([2, 10, 0.5, 1.5])
        text = f"m.logspace({chance.randint(0, 3)}, {round(chance.uniform(0, 3), 2)}, {steps}, {base}"
        calls.append((with_dtype(text, dtype), dtype))
    agree_on(torch, calls)


EXPRESSIONS = [
    "m.arange(5, dtype=m.bool)", "m.arange(5, dtype=m.complex64)", "m.arange(4, dtype=m.uint16)", "m.arange(0, 5, 0)",
    "m.arange(300, dtype=m.int8)", "m.arange(3000, dtype=m.float16)", "m.arange(1, 2.5, 0.5, dtype=m.int64)",
    "m.arange(5, out=m.zeros(2))", "m.arange(5, out=m.zeros(5, dtype=m.int8))", "m.arange(6, out=m.zeros(2, 3))",
    "m.arange(6, out=m.zeros(3, 2).t())", "m.arange(5, out=m.zeros(2), dtype=m.int64)",
    "m.arange(5, requires_grad=True)", "m.arange(5.0, requires_grad=True)", "m.arange()", "m.arange(1, 2, 3, 4)",
    "m.arange(end=4)", "m.arange(1, end=4)", "m.arange(start=4)", "m.arange(start=1, end=4, step=2)",
    "m.arange(4, step=2)", "m.arange(0, step=2, end=5)", "m.arange(3, start=0)", "m.arange(0, 3, 1, step=2)",
    "m.arange(0, 3, foo=2)", "m.arange('a')", "m.arange(None)", "m.arange([3])", "m.arange(np.int8(3))",
    "m.arange(np.float32(3))", "m.arange(m.tensor(3.0))", "m.arange(m.tensor([3]))",
    "m.arange(m.tensor(3, dtype=m.uint8))", "m.arange(2**63)", "m.arange(2**63 - 2, 2**63 - 1)", "m.arange(2**70)",
    "m.arange(-(2**63), -(2**63) + 2)", "m.arange(10**15, device='meta').shape", "m.arange(1e300)",
    "m.arange(0, 1, 1e-300)", "m.arange(5j)", "m.arange(2 + 0j)", "m.arange(float('nan'), 3)",
    "m.arange(0, 5, float('nan'))", "m.arange(-3)", "m.arange(0, 5, float('inf'))", "m.arange(0, 5, float('-inf'))",
    "m.arange(0, float('inf'))", "m.arange(0, 5, -1)", "m.arange(0, 10, 3, out=m.zeros(8)[::2])",
    "m.arange(0, 10, 3, out=m.zeros(1).expand(4))", "m.arange(0, 10, 3, out=m.zeros(4, dtype=m.complex64))",
    "m.arange(3, dtype=int)", "m.arange(3, dtype=float)", "m.range(4)", "m.range(1, 0)", "m.range(1, 4, 0)",
    "m.range(1, 4.9, dtype=m.int64)", "m.range(0, float('nan'))", "m.range(1, 3, out=m.zeros(5))",
    "m.range(0, 4, dtype=m.uint16)", "m.linspace(0, 300, 4, dtype=m.uint8)", "m.linspace(0, 1, 3, dtype=m.bool)",
    "m.linspace(0, 4, 0, dtype=m.bool)", "m.linspace(0, 1, 3.0)", "m.linspace(0, 1, True)",
    "m.linspace(0, 1, m.tensor(3))", "m.linspace(0, 1, None)", "m.linspace(start=0, end=1, steps=3)",
    "m.linspace(m.tensor(0), m.tensor(1.0), 3)", "m.linspace(m.tensor([0]), 1, 3)", "m.linspace(0, 1j, 3)",
    "m.linspace(0, 1j, 3, dtype=m.float32)", "m.linspace(0, 1j, 3, dtype=m.complex128)",
    "m.linspace(0, 1, 3, out=m.zeros(3, dtype=m.int64))", "m.linspace(0, 1, 4, out=m.zeros(2, 2))",
    "m.linspace(0, float('inf'), 3)", "m.linspace('a', 1, 3)", "m.linspace(0, 1, -1)", "m.linspace(0, 1)",
    "m.linspace(0, 1, 2**62)", "m.linspace(0, 1, 10**15, device='meta').shape",
    "m.linspace(0, 1e5, 4, dtype=m.float16)", "m.linspace(-1, 4, 3, dtype=m.uint8)",
    "m.linspace(0, 4, 3, dtype=m.complex32)", "m.linspace(1j, 2, 1)", "m.logspace(0, 2, -1)", "m.logspace(0, 2)",
    "m.logspace(0, 2, 3, base=2j)", "m.logspace(0, 2, 3, 'a')", "m.logspace(0, 4, 5, dtype=m.int8)",
    "m.logspace(0, 2, 3, -2)", "m.logspace(0, 4, 3, dtype=m.bool)", "m.logspace(0, 2j, 3)",
    "m.logspace(0, 9, 2, dtype=m.float16)",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch, tolerance=2e-6)


def test_long_sequences_are_written_in_blocks() -> None:
    x = tp.arange(3_000_000)
    assert (x[0].item(), x[2**20].item(), x[-1].item()) == (0, 2**20, 2_999_999)
    y = tp.linspace(0, 1, 3_000_001, dtype=tp.float64)
    assert (y[1_500_000].item(), y[-1].item()) == (0.5, 1.0)


def test_integers_beyond_float64_stay_exact() -> None:
    assert tp.arange(2**62, 2**62 + 3).tolist() == [2**62, 2**62 + 1, 2**62 + 2]
    assert tp.arange(-(2**63), 2**63 - 1, 2**62).numel() == 4


def test_range_says_that_it_is_old() -> None:
    with pytest.warns(UserWarning, match="arange"):
        tp.range(1, 4)
