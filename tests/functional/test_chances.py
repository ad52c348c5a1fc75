"""Zeros and ones, categories and waiting times: the outcomes of torch where it draws by itself, and what is refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement
from functional.test_random import SEEDS, assert_same_state, random_size, seed_both, values

import tensorplay as tp

PROBABILITIES = ["float32", "float64", "float16", "bfloat16"]
OUTCOMES = ["float32", "float64", "float16", "bfloat16", "uint8", "int8", "int16", "int32", "int64", "bool"]


def needs_own_streams(torch: Any) -> None:
    """On processors made by Intel torch leaves some draws to Intel's library, whose streams are others."""
    information = Path("/proc/cpuinfo")
    if torch.backends.mkl.is_available() and (
        not information.exists() or "GenuineIntel" in information.read_text(encoding="utf-8")
    ):
        pytest.skip("no yardstick: torch draws with Intel's library on this processor")


@pytest.mark.parametrize("dtype", OUTCOMES)
def test_one_probability_for_all(torch: Any, dtype: str) -> None:
    needs_own_streams(torch)
    chance = random.Random(dtype)
    for seed in SEEDS:
        seed_both(torch, seed)
        for p in (0.3, 0.5, 0, 1, True):
            size = random_size(chance)
            order = chance.sample(range(len(size)), len(size))
            theirs = torch.empty(size, dtype=getattr(torch, dtype)).permute(order)
            mine = tp.empty(size, dtype=getattr(tp, dtype)).permute(order)
            if chance.random() < 0.5:
                theirs.bernoulli_(p), mine.bernoulli_(p)
            else:
                theirs, mine = torch.bernoulli(theirs, p), tp.bernoulli(mine, p)
            assert theirs.tolist() == mine.tolist()
            assert theirs.stride() == mine.stride()
        assert_same_state(torch)


@pytest.mark.parametrize("dtype", PROBABILITIES)
def test_a_probability_for_each(torch: Any, dtype: str) -> None:
    chance = random.Random(dtype)
    for seed in SEEDS:
        seed_both(torch, seed)
        for kind in OUTCOMES:
            size = random_size(chance)
            theirs = torch.rand(size, dtype=getattr(torch, dtype))
            mine = tp.rand(size, dtype=getattr(tp, dtype))
            if size and chance.random() < 0.5:
                theirs, mine = theirs.transpose(0, -1), mine.transpose(0, -1)
            place, twin = torch.empty(theirs.shape, dtype=getattr(torch, kind)), tp.empty(mine.shape)
            twin = twin.to(getattr(tp, kind))
            assert place.bernoulli_(theirs).tolist() == twin.bernoulli_(mine).tolist()
            assert torch.bernoulli(theirs).tolist() == tp.bernoulli(mine).tolist()
            if size:
                into, twin_into = torch.zeros(0, dtype=place.dtype), tp.zeros(0, dtype=twin.dtype)
                assert torch.bernoulli(theirs, out=into).tolist() == tp.bernoulli(mine, out=twin_into).tolist()
        assert_same_state(torch)


@pytest.mark.parametrize("dtype", PROBABILITIES)
def test_waiting_times(torch: Any, dtype: str) -> None:
    needs_own_streams(torch)
    for seed in SEEDS:
        seed_both(torch, seed)
        for rate in (1.0, 0.25, 7):
            theirs = torch.empty(3, 5, dtype=getattr(torch, dtype)).t().exponential_(rate)
            mine = tp.empty(3, 5, dtype=getattr(tp, dtype)).t().exponential_(rate)
            np.testing.assert_allclose(values(mine), values(theirs), rtol=1e-14 if dtype == "float64" else 1e-7)
        assert_same_state(torch)


@pytest.mark.parametrize("replacement", [True, False])
@pytest.mark.parametrize("dtype", PROBABILITIES)
def test_categories(torch: Any, dtype: str, replacement: bool) -> None:
    if not replacement:
        needs_own_streams(torch)
    chance = random.Random(dtype)
    for seed in SEEDS:
        seed_both(torch, seed)
        for _ in range(6):
            categories = chance.choice([2, 5, 50])
            rows = chance.choice([[], [1], [4]])
            theirs = torch.rand(*rows, categories, dtype=getattr(torch, dtype)) + 0.01
            mine = tp.rand(*rows, categories, dtype=getattr(tp, dtype)) + 0.01
            if chance.random() < 0.3:
                theirs, mine = theirs.t().contiguous().t(), mine.t().contiguous().t()
            count = chance.randint(2, categories) if chance.random() < 0.8 or replacement else 1
            if dtype in ("float16", "bfloat16") and not replacement:
                count = 1  # scores of 16 bits tie, and torch orders ties at will
            drawn = torch.multinomial(theirs, count, replacement)
            found = tp.multinomial(mine, count, replacement)
            assert drawn.tolist() == found.tolist()
            assert (drawn.stride(), found.dtype) == (found.stride(), tp.int64)
        assert_same_state(torch)


EXPRESSIONS = [
    "m.bernoulli(m.tensor([1, 0]))", "m.bernoulli(m.tensor([1.5, 0]))", "m.bernoulli(m.tensor([float('nan'), 0]))",
    "m.bernoulli(m.tensor([-0.5, 0]))", "m.bernoulli(m.tensor([0.5, 0]), 1.5)",
    "m.bernoulli(m.tensor([0.5, 0]), float('nan'))", "m.bernoulli(m.tensor([1, 0]), 1)",
    "m.bernoulli(m.tensor([1, 0]), m.tensor(1.0))", "m.bernoulli(m.tensor([1, 0]), True)",
    "m.bernoulli(m.tensor([1.0 + 0j, 0]))", "m.bernoulli(m.tensor([1.0 + 0j, 0]), 0.5)",
    "m.bernoulli(m.tensor([True, False]), 1)", "m.bernoulli(m.tensor([1.0]), out=m.zeros(3))",
    "m.bernoulli(m.tensor([1.0]), out=m.zeros(1, dtype=m.int64))",
    "m.bernoulli(m.tensor([1.0]), out=m.zeros(1, dtype=m.complex64))",
    "m.bernoulli(m.tensor([0.5]), 0.5, out=m.zeros(1))", "m.bernoulli(m.zeros(2, 3).t())",
    "m.bernoulli(m.zeros(2, 1).expand(2, 3))", "m.bernoulli(m.zeros(2, 3, device='meta'))",
    "m.zeros(2, 3, device='meta').bernoulli_(0.5)", "m.zeros(2).bernoulli()", "m.zeros(2).bernoulli(p=1)",
    "m.zeros(2).bernoulli_(2)", "m.zeros(2).bernoulli_(m.tensor([1.0]))", "m.zeros(2).bernoulli_(m.ones(3))",
    "m.zeros(2).bernoulli_(m.zeros(2, 2))", "m.zeros(2).bernoulli_(m.tensor([1, 0]))",
    "m.zeros(2, dtype=m.int64).bernoulli_(m.tensor([1.0, 0]))", "m.zeros(2, dtype=m.complex64).bernoulli_()",
    "m.zeros(2, dtype=m.complex64).bernoulli_(m.tensor(0.5))", "m.zeros(2, dtype=m.uint16).bernoulli_()",
    "m.zeros(1).expand(3).bernoulli_()", "m.zeros(1).expand(3).bernoulli_(m.tensor(0.5))",
    "m.zeros(2, requires_grad=True).bernoulli_()", "m.zeros(0).bernoulli_(m.zeros(0))",
    "m.zeros(2).bernoulli_(1)", "m.zeros(2).bernoulli_(m.tensor([0.5, float('inf')]))", "m.zeros(2).bernoulli_(None)",
    "m.zeros(2).bernoulli_('a')", "m.zeros(2).bernoulli_(1j)", "m.bernoulli(3)",
    "m.bernoulli(m.zeros(3, 2).t(), out=m.zeros(3, 2).t())", "m.bernoulli(m.zeros(2, 2), out=m.zeros(1).expand(2, 2))",
    "m.bernoulli(m.zeros(4), out=m.zeros(8)[::2])", "m.multinomial(m.ones(3), 4)", "m.multinomial(m.ones(3), 0)",
    "m.multinomial(m.ones(3), -1, True)", "m.multinomial(m.ones(2, 2, 3), 2)", "m.multinomial(m.tensor(1.0), 1)",
    "m.multinomial(m.ones(3, dtype=m.int64), 1)", "m.multinomial(m.zeros(3), 1)", "m.multinomial(m.zeros(3), 2, True)",
    "m.multinomial(m.tensor([-1.0, 2]), 1)", "m.multinomial(m.tensor([-1.0, 2]), 2, True)",
    "m.multinomial(m.tensor([float('inf'), 2]), 2, True)", "m.multinomial(m.tensor([float('nan'), 2]), 1, True)",
    "m.multinomial(m.ones(0), 1)", "m.multinomial(m.ones(0), 1, True)", "m.multinomial(m.ones(0, 3), 1)",
    "m.multinomial(m.ones(0, 3), 2, True)", "m.multinomial(m.ones(3, 0), 2, True)",
    "m.multinomial(m.ones(3), 1, out=m.zeros(1))", "m.multinomial(m.tensor([0.0, 1]), 1, out=m.zeros(4).long())",
    "m.multinomial(m.tensor([[0.0, 1]] * 3), 1, out=m.zeros(1, 3).long().t())", "m.multinomial(m.ones(3), 1.0)",
    "m.multinomial(m.ones(3), True)", "m.multinomial(m.ones(3), 2, 1)", "m.multinomial(m.ones(3, device='meta'), 2)",
    "m.multinomial(m.ones(2, 3, device='meta'), 2, True)", "m.multinomial(m.ones(3, dtype=m.complex64), 2, True)",
    "m.multinomial(m.tensor([1.0, 0, 0]), 2, True)", "m.tensor([0.0, 0, 3]).multinomial(num_samples=1)",
    "m.multinomial(m.ones(3), 2, out=m.zeros(1).long().expand(2))", "m.multinomial(m.ones(3), 1, generator=2)",
    "m.zeros(3).exponential_(0)", "m.zeros(3).exponential_(-1)", "m.zeros(3).exponential_(float('inf'))",
    "m.zeros(3).exponential_(float('nan'))", "m.zeros(3, dtype=m.int64).exponential_()",
    "m.zeros(3, dtype=m.complex64).exponential_()", "m.zeros(3, device='meta').exponential_(lambd=2)",
    "m.zeros(1).expand(3).exponential_()",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_known_outcomes() -> None:
    """What torch 2.13 draws where it draws by itself."""
    tp.manual_seed(0)
    assert tp.zeros(8).bernoulli_(0.5).tolist() == [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    tp.manual_seed(0)
    assert tp.multinomial(tp.tensor([1.0, 2, 3, 4]), 3).tolist() == [2, 1, 3]
    tp.manual_seed(0)
    assert tp.multinomial(tp.tensor([1.0, 2, 3, 4]), 5, True).tolist() == [3, 3, 2, 3, 3]


def test_what_is_refused_draws_nothing() -> None:
    tp.manual_seed(3)
    before = tp.get_rng_state().tolist()
    x = tp.zeros(3)
    for draw in (
        lambda: x.bernoulli_(tp.tensor([0.5, 0.5, 2.0])),
        lambda: tp.bernoulli(x, out=tp.zeros(1).expand(3)),
        lambda: tp.multinomial(tp.tensor([[1.0, 2.0], [0.0, 0.0]]), 2, True),
        lambda: tp.multinomial(x - 1, 2),
    ):
        with pytest.raises(RuntimeError):
            draw()
    assert x.tolist() == [0.0, 0.0, 0.0]
    assert tp.get_rng_state().tolist() == before


def test_the_frequencies() -> None:
    tp.manual_seed(5)
    assert tp.zeros(20_000).bernoulli_(0.3).mean().item() == pytest.approx(0.3, abs=0.02)
    drawn = tp.multinomial(tp.tensor([1.0, 3.0]), 20_000, replacement=True)
    assert (drawn == 1).float().mean().item() == pytest.approx(0.75, abs=0.02)
    orders = tp.multinomial(tp.ones(1000, 4), 4)
    assert sorted(orders[7].tolist()) == [0, 1, 2, 3]
    assert tp.empty(20_000).exponential_(2).mean().item() == pytest.approx(0.5, abs=0.02)
