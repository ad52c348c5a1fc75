"""Long work is cut into blocks: the results are those of one piece, whatever the shapes."""

from __future__ import annotations

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.functional import computing


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "BLOCK_ELEMENTS", 5)
    monkeypatch.setattr(computing, "BLOCK_PRODUCTS", 20)


@pytest.mark.parametrize(
    ("left", "right"),
    [((7,), (7,)), ((3, 4), (4,)), ((2, 3, 4), (3, 1)), ((1, 9), (8, 1)), ((1, 1, 13), (1,)), ((6, 1, 2), (1, 5, 2)), ((), (3, 3))],
)  # fmt: skip
def test_pointwise(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    one = np.arange(np.prod(left, dtype=int)).reshape(left)
    other = np.arange(np.prod(right, dtype=int)).reshape(right) * 3
    ours = tp.arange(one.size).reshape(left), tp.arange(other.size).reshape(right) * 3
    assert (ours[0] + ours[1]).tolist() == (one + other).tolist()
    assert (ours[0] < ours[1]).tolist() == (one < other).tolist()


@pytest.mark.parametrize(
    ("left", "right"),
    [((4,), (4,)), ((9, 4), (4,)), ((4,), (4, 9)), ((5, 4), (4, 6)), ((3, 5, 4), (4, 6)), ((2, 1, 5, 4), (3, 4, 2)), ((2, 5, 4), (4,)),
     ((4,), (3, 4, 2))],
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["int64", "float32", "float16"])
def test_matmul(left: tuple[int, ...], right: tuple[int, ...], dtype: str) -> None:
    one = (np.arange(np.prod(left, dtype=int)) % 5).reshape(left)
    other = (np.arange(np.prod(right, dtype=int)) % 7).reshape(right)
    kind = getattr(tp, dtype)
    ours = (tp.arange(one.size) % 5).reshape(left).to(kind), (tp.arange(other.size) % 7).reshape(right).to(kind)
    assert (ours[0] @ ours[1]).tolist() == (one @ other).tolist()


def test_in_place_work_in_blocks_reads_before_it_writes() -> None:
    x = tp.arange(24).view(4, 6)
    expected = (np.arange(24).reshape(4, 6) * 2).tolist()
    assert x.add_(x).tolist() == expected
