"""normal() with numbers and tensors: the numbers of torch, sizes, dtypes and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement
from functional.test_random import FLOATING, SEEDS, assert_same_state, seed_both, values

import tensorplay as tp

CALLS = [
    lambda m, dtype: m.normal(2, 0.5, (3, 7), dtype=dtype),
    lambda m, dtype: m.normal(-1.0, 3, (4, 5, 6), dtype=dtype),
    lambda m, dtype: m.normal(m.arange(20).to(dtype), 2.0),
    lambda m, dtype: m.normal(m.arange(6).view(2, 3).to(dtype).t(), 2),
    lambda m, dtype: m.normal(3, m.arange(20).to(m.float32)),
    lambda m, dtype: m.normal(m.arange(3).to(dtype), m.arange(6).to(m.float32).view(2, 3)),
    lambda m, dtype: m.normal(m.zeros(2, 1, dtype=dtype), m.arange(20)),
    lambda m, dtype: m.normal(m.arange(20).to(m.float64), 1.5, out=m.zeros(20, dtype=dtype)),
    lambda m, dtype: m.normal(m.tensor([1.0]), 1.5, out=m.zeros(5, dtype=dtype)),
    lambda m, dtype: m.normal(1.0, m.ones(18), out=m.zeros(0, dtype=dtype)),
    lambda m, dtype: m.normal(m.ones(2, 9), m.ones(9), out=m.zeros(9, 2, dtype=dtype).t()),
]


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("number", range(len(CALLS)))
def test_numbers_are_those_of_torch(torch: Any, number: int, dtype: str) -> None:
    for seed in SEEDS:
        seed_both(torch, seed)
        theirs = CALLS[number](torch, getattr(torch, dtype))
        mine = CALLS[number](tp, getattr(tp, dtype))
        assert (theirs.stride(), theirs.shape, str(theirs.dtype)[6:]) == (
            mine.stride(),
            mine.shape,
            str(mine.dtype)[11:],
        )
        loose = {"bfloat16": 2e-2, "float16": 2e-3}.get(dtype, 1e-4)
        np.testing.assert_allclose(values(mine), values(theirs), rtol=loose, atol=loose)
        assert_same_state(torch)


EXPRESSIONS = [
    "m.normal(0, 1, 2)", "m.normal(0, 1)", "m.normal(0.0, 1.0, (2,), dtype=m.int64)", "m.normal(0, -1, (2,))",
    "m.normal(0.0, float('nan'), (2,))", "m.normal(m.zeros(2), -1)", "m.normal(m.zeros(2), m.tensor([1.0, -1]))",
    "m.normal(m.zeros(2), m.tensor([1.0, float('nan')]))", "m.normal(m.zeros(2), m.ones(3))",
    "m.normal(m.zeros(2, 3), m.ones(6))", "m.normal(m.zeros(2, 3), m.zeros(3))", "m.normal(m.zeros(3, 2).t(), 0)",
    "m.normal(1.0, m.zeros(3, 2).t())", "m.normal(m.zeros(2, dtype=m.int64), 1)",
    "m.normal(m.zeros(2, dtype=m.int64), m.ones(2))", "m.normal(m.zeros(2), m.zeros(2, dtype=m.int64))",
    "m.normal(m.zeros(2), m.zeros(2, dtype=m.float64))", "m.normal(m.zeros(2, dtype=m.float64), m.zeros(2))",
    "m.normal(0.0, m.zeros(2, dtype=m.float64))", "m.normal(0.0, m.ones(2, dtype=m.int64))",
    "m.normal(m.zeros(2, dtype=m.complex64), 0.0)", "m.normal(m.zeros(2), m.ones(2, dtype=m.complex64))",
    "m.normal(0.0, m.ones(2, dtype=m.complex64))", "m.normal(m.zeros(2), 1.0, out=m.zeros(5))",
    "m.normal(m.zeros(2), 1.0, out=m.zeros(2, dtype=m.int64))", "m.normal(0.0, 0.0, (2,), out=m.zeros(5)).shape",
    "m.normal(m.tensor(0.0), 0.0)", "m.normal(m.tensor(0.0), m.tensor(0.0))", "m.normal(mean=0.0, std=m.tensor([0.0]))",
    "m.normal(mean=m.zeros(2)).shape", "m.normal(std=m.zeros(2))", "m.normal(0.0, std=0.0, size=(2,))",
    "m.normal(0.0, 1.0, (2,), device='meta')", "m.normal(m.zeros(2, device='meta'), 1.0)",
    "m.normal(m.zeros(2), 1.0, (2,))", "m.normal(m.zeros(2), 1.0, dtype=m.float64)",
    "m.normal(0.0, 0.0, (2,), requires_grad=True)", "m.normal('a', 1.0, (2,))", "m.normal(True, 0, (2,))",
    "m.normal(0j, 1.0, (2,))", "m.normal(m.zeros(2), 1j)", "m.normal([0.0, 1.0], 1.0)", "m.normal(0.0, m.zeros(0))",
    "m.normal(m.tensor(0.0), 0.0, (2,))", "m.normal(0.0, 0.0, ())", "m.normal(0.0, 1.0, (-1,))",
    "m.normal(0.0, 1.0, (2,), out=m.zeros(2), dtype=m.float64)", "m.normal(0.0, 0.0, size=(2,), generator=3)",
    "m.normal(0.0, size=(2,))", "m.normal(m.zeros(2, 1), m.zeros(3))", "m.normal(m.zeros(2, device='meta'), m.ones(2))",
    "m.normal(m.zeros(2), 0.0, out=m.zeros(2)).tolist()", "m.normal(0.0, 1.0, (2,), layout=m.sparse_coo)",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_means_that_share_cells_with_the_output_are_read_first() -> None:
    mean = tp.arange(4.0)
    assert tp.normal(mean, 0.0, out=mean).tolist() == [0.0, 1.0, 2.0, 3.0]


def test_the_distribution() -> None:
    tp.manual_seed(1)
    x = tp.normal(5.0, 2.0, (50_000,)).numpy()
    assert abs(x.mean() - 5) < 0.05
    assert abs(x.std() - 2) < 0.05
