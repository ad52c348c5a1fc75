from __future__ import annotations

import numpy as np
import pytest
from geometry.strategies import sizes
from hypothesis import given
from hypothesis import strategies as st

from tensorplay.geometry.dimensions import broadcast_shapes, infer_size, wrap_dim, wrap_dims
from tensorplay.geometry.reasons import CannotBroadcast, CannotInfer, DimensionOutOfRange, ShapeMismatch


@given(st.integers(1, 6), st.data())
def test_dimensions_count_from_either_end_as_list_indices_do(rank: int, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-rank, rank - 1))
    assert wrap_dim(dim, rank) == list(range(rank))[dim]


@pytest.mark.parametrize(("dim", "rank"), [(2, 2), (-3, 2), (1, 0), (-2, 0), (10**20, 3)])
def test_a_dimension_out_of_range(dim: int, rank: int) -> None:
    with pytest.raises(IndexError) as refused:
        wrap_dim(dim, rank)
    assert refused.value.reason == DimensionOutOfRange(dim, rank)  # type: ignore[attr-defined]
    assert str(dim) in str(refused.value)


def test_the_text_names_the_range() -> None:
    with pytest.raises(
        IndexError, match=r"expected to be in range of \[-3, 2\], but got 5 \(the tensor has 3 dimensions\)"
    ):
        wrap_dim(5, 3)


def test_a_0_dim_tensor_takes_0_and_minus_1() -> None:
    assert (wrap_dim(0, 0), wrap_dim(-1, 0)) == (0, 0)
    with pytest.raises(IndexError, match="no dimensions"):
        wrap_dim(0, 0, wrap_scalar=False)


def test_several_dimensions() -> None:
    assert wrap_dims((-1, 0), 3, "sum") == (2, 0)
    assert wrap_dims((), 3, "sum") == ()
    with pytest.raises(RuntimeError, match=r"squeeze: dim 1 appears multiple times in the dims \[1, 0, -2\]"):
        wrap_dims((1, 0, -2), 3, "squeeze")
    with pytest.raises(IndexError):
        wrap_dims((0, 3), 3, "squeeze")
    with pytest.raises(RuntimeError):
        wrap_dims((0, -1), 0, "sum")


@given(sizes(max_rank=5), st.data())
def test_the_inferred_size_is_the_one_left_out(size: tuple[int, ...], data: st.DataObject) -> None:
    numel = int(np.prod(size))
    assert infer_size(size, numel) == size
    for dim in range(len(size)):
        asked = (*size[:dim], -1, *size[dim + 1 :])
        others = int(np.prod(asked)) * -1
        if others:
            assert infer_size(asked, numel) == size
        elif numel == 0:
            with pytest.raises(RuntimeError, match="ambiguous"):
                infer_size(asked, numel)


@pytest.mark.parametrize(
    ("shape", "numel", "reason", "text"),
    [
        ((2, -1, -1), 6, CannotInfer, "only one dimension can be inferred"),
        ((-1, 0), 0, CannotInfer, "-1 can be any value"),
        ((-1, 0), 6, ShapeMismatch, "shape [-1, 0] is invalid for input of size 6"),
        ((-1, 4), 6, ShapeMismatch, "6 is no multiple of 4"),
        ((7,), 6, ShapeMismatch, "shape [7] is invalid for input of size 6: it holds 7 elements"),
        ((), 6, ShapeMismatch, "shape [] is invalid for input of size 6: it holds 1 element"),
        ((2**62, 4), 6, ShapeMismatch, "[4611686018427387904, 4]"),
    ],
)
def test_shapes_that_do_not_fit(shape: tuple[int, ...], numel: int, reason: type, text: str) -> None:
    with pytest.raises(RuntimeError) as refused:
        infer_size(shape, numel)
    assert isinstance(refused.value.reason, reason)  # type: ignore[attr-defined]
    assert text in str(refused.value)


@pytest.mark.parametrize("shape", [(-2, 3), (-2, -3), (-1, -2)])
def test_negative_sizes_other_than_minus_1(shape: tuple[int, ...]) -> None:
    with pytest.raises(
        RuntimeError, match=rf"invalid shape dimension -2 at index \d of shape \[{shape[0]}, {shape[1]}\]"
    ):
        infer_size(shape, 6)


@given(st.lists(sizes(max_rank=4), max_size=4))
def test_broadcasting_agrees_with_numpy(shapes: list[tuple[int, ...]]) -> None:
    try:
        expected = np.broadcast_shapes(*shapes)
    except ValueError:
        with pytest.raises(RuntimeError) as refused:
            broadcast_shapes(*shapes)
        reason = refused.value.reason  # type: ignore[attr-defined]
        assert isinstance(reason, CannotBroadcast)
        pair = {shapes[reason.first][reason.dim], shapes[reason.second][reason.dim]}
        assert len(pair) == 2
        assert 1 not in pair
    else:
        assert broadcast_shapes(*shapes) == expected


def test_broadcasting_names_the_pair_at_fault() -> None:
    with pytest.raises(
        RuntimeError, match=r"shapes \[2, 3\] and \[2, 4\] do not broadcast: size 3 must match size 4 at dimension -1"
    ):
        broadcast_shapes((1,), (2, 3), (2, 4))
    with pytest.raises(ValueError, match="negative length -1"):
        broadcast_shapes((-1,), (3,))
    with pytest.raises(ValueError, match="negative length -2"):
        broadcast_shapes((-2, 3), (-2, 3))
