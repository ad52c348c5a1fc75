"""Strides near the largest number, more dimensions than NumPy has, and several `...` in one index."""

from __future__ import annotations

from typing import Any

import pytest

import tensorplay as tp

pytest.importorskip("numpy")

LARGE = 1 << 62


@pytest.mark.parametrize("stride", [LARGE, (1 << 63) - 1])
def test_a_stride_that_nothing_uses_may_be_large(stride: int) -> None:
    x = tp.ones(3).as_strided((1, 2), (stride, 1))
    assert x.tolist() == [[1, 1]]
    assert (x + 1).sum().item() == 4
    x.mul_(3)
    assert x.numpy().tolist() == [[3, 3]]
    assert x.clone().tolist() == [[3, 3]]


def test_numbers_beyond_64_bits_are_refused() -> None:
    with pytest.raises(RuntimeError, match=r"strides \[9223372036854775808\] overflows.* below 2\*\*63"):
        tp.zeros(3).as_strided((1,), (1 << 63,))


@pytest.mark.parametrize("size", [(1,) * 65, (1,) * 66])
def test_more_dimensions_than_numpy_has(size: tuple[int, ...]) -> None:
    with pytest.raises(RuntimeError, match=rf"of {len(size)} dimensions.* at most 64"):
        tp.ones(size)
    x = tp.ones(size[64:]).view(size)
    for action in (lambda: x + 1, x.tolist, lambda: x.mul_(2), x.numpy, lambda: repr(x)):
        with pytest.raises(RuntimeError, match=rf"of {len(size)} dimensions.* at most 64"):
            action()
    assert tp.empty(size, device="meta").permute(*range(len(size) - 1, -1, -1)).size() == size[::-1]


INDICES: list[Any] = [
    (..., 0, ...), (..., ...), (..., slice(None), ..., 0), (0, ..., 1, ..., 2), (..., None, ...), (0, ..., ..., None),
    (..., 0, ..., 0, ...), (..., [0, 1], ...), (0, ..., ..., [0, 1]), (..., True, ..., True),
]  # fmt: skip


@pytest.mark.parametrize("index", INDICES)
def test_several_ellipses_as_in_pytorch(index: Any) -> None:
    torch = pytest.importorskip("torch")
    x, y = tp.arange(24).view(2, 3, 4), torch.arange(24).view(2, 3, 4)
    try:
        expected = y[index].tolist()
    except IndexError:
        with pytest.raises(IndexError, match="ellipses"):
            x[index]
        with pytest.raises(IndexError, match="ellipses"):
            x[index] = 0
    else:
        assert x[index].tolist() == expected
