"""broadcast_tensors, meshgrid, cartesian_prod, combinations and atleast_*: views and values as torch has them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

EXPRESSIONS = [
    "m.broadcast_tensors(m.ones(2, 1), m.ones(3))", "m.broadcast_tensors(m.ones(2), m.ones(3))",
    "m.broadcast_tensors()", "m.broadcast_tensors([m.ones(2)])", "m.broadcast_tensors(m.ones(2), 3)",
    "m.broadcast_tensors(m.ones(1), m.ones(0))", "m.meshgrid(m.arange(2), m.arange(3))",
    "m.meshgrid(m.arange(2), m.arange(3), indexing='xy')",
    "m.meshgrid([m.arange(2), m.arange(3), m.tensor(4)], indexing='xy')", "m.meshgrid(m.arange(2), indexing='xy')",
    "m.meshgrid([m.arange(2), m.arange(3), m.tensor(4)], indexing='ij')", "m.meshgrid(m.ones(2, 2), indexing='ij')",
    "m.meshgrid(m.ones(2), m.arange(3), indexing='ij')", "m.meshgrid(m.ones(2), indexing='ab')",
    "m.meshgrid(indexing='ij')", "m.meshgrid(3, indexing='ij')", "m.meshgrid(m.arange(0), m.arange(2), indexing='ij')",
    "m.cartesian_prod(m.arange(2))", "m.meshgrid(m.arange(6)[::2], m.arange(3).expand(3), indexing='ij')",
    "m.cartesian_prod(m.arange(2), m.arange(3))", "m.cartesian_prod(m.arange(2), m.arange(3), m.arange(2))",
    "m.cartesian_prod()", "m.cartesian_prod(m.ones(2, 2), m.ones(1))", "m.cartesian_prod(m.tensor(1), m.ones(1))",
    "m.cartesian_prod(m.arange(2), m.ones(3))", "m.cartesian_prod([m.arange(2), m.arange(3)])",
    "m.combinations(m.arange(3))", "m.combinations(m.arange(3), r=3)", "m.combinations(m.arange(3), r=4)",
    "m.combinations(m.arange(3), r=2, with_replacement=True)", "m.combinations([1])", "m.combinations(m.arange(3), 0)",
    "m.combinations(m.arange(3), r=-1)", "m.combinations(m.ones(2, 2))",
    *[f"m.atleast_{n}d({x})" for n in (1, 2, 3) for x in (
        "m.tensor(1)", "m.ones(2)", "m.ones(2, 3)", "m.ones(2, 3, 4)", "3", "m.tensor(1), m.ones(2)",
        "[m.tensor(1), m.ones(2)]", "(m.tensor(1),)", "", "m.ones(6)[::2]", "m.ones(2, 3).t()",
    )],
    "m.atleast_3d(input=m.ones(1))", "m.broadcast_shapes((2, -2), (3,))", "m.broadcast_shapes((-1,))",
    "m.broadcast_shapes((2,), (-1,))", "m.broadcast_shapes((2, 1), (-1,))",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_broadcasting_of_random_sizes(torch: Any) -> None:
    chance = random.Random(7)
    expressions = []
    for _ in range(200):
        size = [chance.choice([1, 2, 3]) for _ in range(chance.randint(0, 3))]
        others = [
            [length if chance.random() < 0.6 else 1 for length in size[chance.randint(0, len(size)) :]]
            for _ in range(2)
        ]
        expressions.append(f"m.broadcast_tensors(m.ones({size}), m.ones({others[0]}), m.ones({others[1]}))")
        expressions.append(f"m.broadcast_shapes({size}, {others[0]}, {others[1]})")
    assert_agreement(expressions, torch)


def test_views_share_memory() -> None:
    x, y = tp.zeros(2, 1), tp.zeros(3)
    for view, base in zip(tp.broadcast_tensors(x, y), (x, y), strict=True):
        assert view.data_ptr() == base.data_ptr()
    for view, base in zip(tp.meshgrid(y, y, indexing="xy"), (y, y), strict=True):
        assert view.data_ptr() == base.data_ptr()
    cube = tp.zeros(1, 2, 3)
    assert tp.atleast_3d(cube) is cube


def test_products_are_the_rows_of_the_grid() -> None:
    vectors = tp.arange(2), tp.arange(3)
    grid = tp.meshgrid(*vectors, indexing="ij")
    rows = [[a, b] for a, b in zip(*(plane.reshape(-1).tolist() for plane in grid), strict=True)]
    assert tp.cartesian_prod(*vectors).tolist() == rows


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(RuntimeError, match=r"2.*3"):
        tp.broadcast_tensors(tp.zeros(2), tp.zeros(3))
