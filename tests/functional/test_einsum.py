"""einsum: what the letters mean, when the result is a view, and what is wrong with an equation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.core.journal import Event, observed_by

EQUATIONS = [
    ("ij,jk->ik", (3, 4), (4, 5)), ("ij,jk", (3, 4), (4, 5)), ("ij,kj->ik", (3, 4), (5, 4)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)), ("i,j->ij", (3,), (4,)), ("i,i->", (3,), (3,)), ("i,i->i", (3,), (3,)),
    ("ij,ij->", (3, 4), (3, 4)), ("abc,cd->dab", (2, 3, 4), (4, 5)), ("...ij,...jk->...ik", (2, 1, 3, 4), (5, 4, 2)),
    ("i...,i...->...", (3, 2, 4), (3, 2, 4)), ("ab,cd->adbc", (2, 3), (4, 5)), ("ijk,jil->kl", (3, 4, 5), (4, 3, 2)),
    ("ii,ij->j", (3, 3), (3, 4)), ("bB,Bb", (2, 3), (3, 2)), ("ij,->ij", (2, 3), ()),
]  # fmt: skip


@pytest.mark.parametrize(("equation", "left", "right"), EQUATIONS)
def test_two_operands(equation: str, left: Any, right: Any) -> None:
    generator = np.random.default_rng(1)
    one, other = generator.standard_normal(left), generator.standard_normal(right)
    ours = tp.einsum(equation, tp.from_numpy(np.asarray(one)), tp.from_numpy(np.asarray(other)))
    np.testing.assert_allclose(ours.numpy(), np.einsum(equation, one, other), atol=1e-12)


@pytest.mark.parametrize(
    "equation", ["ijk->kij", "ijk->", "ijk->j", "kij", "ijk->ik", "...k->k...", "i...->...", "..."]
)
def test_one_operand(equation: str) -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    assert tp.einsum(equation, tp.from_numpy(x)).tolist() == np.einsum(equation, x).tolist()


def test_three_operands() -> None:
    generator = np.random.default_rng(2)
    x, y, z = (generator.standard_normal(size) for size in ((3, 4), (4, 5, 2), (5, 3)))
    ours = tp.einsum("ij,jkl,ki->l", *map(tp.from_numpy, (x, y, z)))
    np.testing.assert_allclose(ours.numpy(), np.einsum("ij,jkl,ki->l", x, y, z))


def test_without_sums_the_result_is_a_view() -> None:
    x = tp.arange(24).view(2, 3, 4)
    assert tp.einsum("ijk->kij", x).stride() == (1, 12, 4)
    assert tp.einsum("ijk->kij", x).untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    square = tp.arange(9).view(3, 3)
    diagonal = tp.einsum("ii->i", square)
    assert diagonal.stride() == (4,)
    diagonal.zero_()
    assert square.tolist() == [[0, 1, 2], [3, 0, 5], [6, 7, 0]]
    assert tp.einsum("iij->ji", tp.arange(18).view(3, 3, 2)).tolist() == [[0, 8, 16], [1, 9, 17]]


def test_a_contraction_is_one_product_of_matrices() -> None:
    class Names:
        def __init__(self) -> None:
            self.names: dict[int, list[str]] = {}

        def before(self, event: Event, target: Any) -> None:
            pass

        def after(self, event: Event) -> None:
            self.names.setdefault(event.depth, []).append(event.name)

    x, y = tp.ones(2, 3, 4), tp.ones(4, 5)
    observer = Names()
    with observed_by(observer):
        tp.einsum("abc,cd->abd", x, y)
    assert observer.names[0] == ["einsum"]
    assert observer.names[1].count("matmul") == 1
    assert "mul" not in observer.names[1]


def test_the_result_is_contiguous_where_either_order_makes_it_so() -> None:
    x, y = tp.ones(2, 3, 4), tp.ones(4, 5)
    assert tp.einsum("abc,cd->abd", x, y).is_contiguous()
    assert tp.einsum("abc,cd->dab", x, y).is_contiguous()
    assert not tp.einsum("abc,cd->adb", x, y).is_contiguous()


@pytest.mark.parametrize(
    ("equation", "operands", "text"),
    [
        ("ij,jk,k->i", 2, "3 operands, but 2"),
        ("ij", 2, "1 operands, but 2"),
        ("ij->ii", 1, "more than once"),
        ("ij->iz", 1, "subscript z"),
        ("i1->i", 1, "'1' at index 1"),
        ("ij->i->j", 1, "'-' at index 5"),
        ("i.j", 1, "'.' at index 1"),
        ("...i...", 1, "index 4"),
        ("ijk->i", 1, "2 dimensions, but the equation names 3"),
        ("ijk...->i", 1, "2 dimensions, but the equation names 3"),
        ("i", 1, "2 dimensions, but the equation names 1"),
        ("ij,jk->ik", 2, "subscript j has the size 2"),
        ("ii->i", 1, "repeated"),
        ("...,...", 2, "ellipsis has the size 3"),
    ],
)
def test_errors_say_where(equation: str, operands: int, text: str) -> None:
    sizes = [(2, 2), (2, 3)] if equation == "...,..." else [(2, 3), (2, 3)]
    with pytest.raises(RuntimeError, match=text):
        tp.einsum(equation, *[tp.ones(size) for size in sizes[:operands]])


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="at least one operand"):
        tp.einsum("ij")
    with pytest.raises(TypeError, match="operand 0"):
        tp.einsum("i", 3)
    with pytest.raises(TypeError, match="equation"):
        tp.einsum(3, tp.ones(2))
    with pytest.raises(ValueError, match="52"):
        tp.einsum(tp.ones(2), [52])
