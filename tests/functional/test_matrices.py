"""eye, diag and its like, vander and triangle indices: against torch on all small sizes, and against each other."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from functional.agreement import assert_agreement, differences

import tensorplay as tp


def test_triangle_indices_of_all_small_matrices(torch: Any) -> None:
    for rows, columns, offset in product(range(5), range(5), range(-6, 7)):
        for name in ("tril_indices", "triu_indices"):
            expected = getattr(torch, name)(rows, columns, offset)
            found = getattr(tp, name)(rows, columns, offset)
            assert (found.tolist(), found.stride()) == (expected.tolist(), expected.stride()), (
                name,
                rows,
                columns,
                offset,
            )


def test_rows_without_elements_take_no_memory() -> None:
    rows = 10**12
    assert tp.triu_indices(rows, 2, -1).tolist() == [[0, 0, 1, 1, 2], [0, 1, 0, 1, 1]]
    assert tp.tril_indices(rows, 2, 2 - rows).tolist() == [[rows - 2, rows - 1, rows - 1], [0, 0, 1]]
    assert tp.triu_indices(rows, 2, 2).tolist() == tp.tril_indices(rows, 2, -rows).tolist() == [[], []]
    assert tp.triu_indices(rows, 0).tolist() == tp.tril_indices(rows, 0).tolist() == [[], []]


def test_triangles_make_up_the_matrix() -> None:
    for rows, columns, offset in product(range(1, 5), range(1, 5), range(-5, 5)):
        lower, upper = tp.tril_indices(rows, columns, offset), tp.triu_indices(rows, columns, offset + 1)
        pairs = [*zip(*lower.tolist(), strict=True), *zip(*upper.tolist(), strict=True)]
        assert sorted(pairs) == list(product(range(rows), range(columns)))


def test_diagonals_on_random_tensors(torch: Any) -> None:
    chance = random.Random(5)
    for _ in range(150):
        n, offset = chance.randint(0, 4), chance.randint(-3, 3)
        dtype = chance.choice(["int64", "float32", "bool", "float16", "int8", "complex64", "bfloat16"])
        vector = f"m.arange({n}).to(m.{dtype})"
        first, second = chance.randint(-4, 3), chance.randint(-4, 3)
        columns, increasing = chance.choice([None, 0, 1, 2, 5]), chance.choice([True, False])
        expressions = [
            f"m.diag({vector}, {offset})", f"m.diagflat({vector}, {offset})", f"{vector}.diag_embed({offset})",
            f"m.diag(m.arange({4 * n}).reshape({n}, 4), {offset})",
            f"m.diag_embed(m.arange({6 * n}).reshape(2, {n}, 3), {offset}, {first}, {second})",
            f"m.eye({n}, {n + offset}, dtype=m.{dtype})",
        ]  # fmt: skip
        assert_agreement(expressions, torch)
        # torch's version counter of an increasing matrix is an accident of how it is made
        found = differences(f"m.vander({vector}, {columns}, {increasing}).tolist()", torch)
        assert found is None, found


EXPRESSIONS = [
    "m.eye(2.0)", "m.eye(True)", "m.eye(-1)", "m.eye(2, -1)", "m.eye(2, 3, out=m.zeros(1))", "m.eye(n=2, m=1)",
    "m.eye(2, dtype=m.uint16)", "m.eye(2, dtype=m.complex32)", "m.eye(2, requires_grad=True)", "m.eye(0)",
    "m.tril_indices(-1, 3)", "m.tril_indices(3, -1)", "m.tril_indices(3, 3, offset=1, dtype=m.int32)",
    "m.tril_indices(3, 3, dtype=m.float32)", "m.tril_indices(3, 3, dtype=m.uint8)",
    "m.tril_indices(3, 3, device='meta')", "m.tril_indices(3.0, 3)", "m.tril_indices(3)", "m.tril_indices(3, 3, 2.0)",
    "m.triu_indices(10**9, 10**9)", "m.tril_indices(10**6, 10**6, device='meta').shape",
    "m.triu_indices(10**6, 3, 1, device='meta').shape", "m.vander(m.tensor([1, 2, 3]), N=-1)",
    "m.vander(m.tensor([[1, 2]]))", "m.vander(m.tensor(1))", "m.vander([1, 2])",
    "m.vander(m.tensor([1, 2, 3], dtype=m.int8), N=7)", "m.vander(m.tensor([1j, 2]))", "m.vander(m.tensor([]))",
    "m.diag(m.tensor(3))", "m.diag(m.ones(2, 2, 2))", "m.diag(m.ones(0))", "m.arange(3).diag()",
    "m.diag(m.arange(6).reshape(2, 3), 5)", "m.diag(m.arange(3.0), out=m.zeros(3, 3))",
    "m.diag_embed(m.ones(2, 3), 0, 0, 0)", "m.diag_embed(m.ones(2, 3), 0, 0, 5)", "m.diag_embed(m.tensor(3))",
    "m.diagflat(m.tensor(3), 1)", "m.ones(2).diagflat(offset=1)", "m.diagflat(m.tensor([[1, 2], [3, 4]]), -1)",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_diag_undoes_diag() -> None:
    x = tp.arange(4)
    for offset in (-2, 0, 3):
        assert tp.diag(tp.diag(x, offset), offset).tolist() == x.tolist()
        assert tp.diag_embed(x, offset).diagonal(offset).tolist() == x.tolist()


def test_diag_has_a_gradient() -> None:
    x = tp.arange(3.0).requires_grad_()
    (tp.diag(x, 1) * tp.arange(16.0).view(4, 4)).sum().backward()
    assert x.grad.tolist() == [1.0, 6.0, 11.0]
    with pytest.raises(RuntimeError, match="3 dimensions"):
        tp.diag(tp.zeros(1, 1, 1))
