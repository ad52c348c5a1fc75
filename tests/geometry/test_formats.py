from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from geometry.strategies import address_array, cells_of, layouts
from hypothesis import given, settings

from tensorplay.geometry import Layout, views
from tensorplay.geometry.formats import (
    held_formats,
    is_contiguous,
    is_dense,
    merges,
    merging_pairs,
    suggested_format,
    why_not_contiguous,
)
from tensorplay.geometry.reasons import NotContiguous, WrongRankForFormat

FORMATS = ("contiguous", "channels_last", "channels_last_3d")


@settings(max_examples=300)
@given(layouts(max_rank=5, negative=True))
def test_contiguous_is_what_numpy_calls_c_contiguous(layout: Layout) -> None:
    contiguous = bool(address_array(layout).flags.c_contiguous)
    assert is_contiguous(layout.size, layout.stride) == contiguous
    assert is_contiguous(layout.size, layout.stride, "preserve") == contiguous


@settings(max_examples=300)
@given(layouts(max_rank=5, min_rank=4, zero=False))
def test_channels_last_is_contiguous_with_the_channels_moved_last(layout: Layout) -> None:
    format = "channels_last" if layout.rank == 4 else "channels_last_3d"
    moved = np.moveaxis(address_array(layout), 1, -1)
    assert is_contiguous(layout.size, layout.stride, format) == moved.flags.c_contiguous
    other = "channels_last_3d" if layout.rank == 4 else "channels_last"
    assert not is_contiguous(layout.size, layout.stride, other)


def test_an_empty_tensor_is_contiguous_but_not_therefore_channels_last() -> None:
    assert is_contiguous((2, 0), (7, 7))
    assert not is_contiguous((2, 3, 0, 2), (7, 7, 7, 7), "channels_last")
    assert is_contiguous((2, 3, 0, 2), (0, 1, 6, 3), "channels_last")


@settings(max_examples=300)
@given(layouts(max_rank=5))
def test_dense_fills_a_range_each_cell_once(layout: Layout) -> None:
    cells = cells_of(layout)
    fills = sorted(cells) == list(range(min(cells, default=0), min(cells, default=0) + len(cells)))
    assert is_dense(layout.size, layout.stride) == fills


@pytest.mark.parametrize(
    ("size", "stride", "held", "suggested"),
    [
        ((2, 3, 4, 5), (60, 20, 5, 1), ("contiguous",), "contiguous"),
        ((2, 3, 4, 5), (60, 1, 15, 3), ("channels_last",), "channels_last"),
        ((2, 1, 4, 5), (20, 20, 5, 1), ("contiguous", "channels_last"), "contiguous"),
        ((2, 1, 4, 5), (20, 1, 5, 1), ("contiguous", "channels_last"), "channels_last"),
        ((2, 3, 1, 1), (3, 1, 1, 1), ("contiguous", "channels_last"), "contiguous"),
        ((2, 3, 1, 1), (3, 1, 3, 3), ("contiguous", "channels_last"), "channels_last"),
        ((2, 1, 1, 1), (1, 1, 1, 1), ("contiguous", "channels_last"), "contiguous"),
        ((2, 3, 4, 5, 6), (360, 1, 90, 18, 3), ("channels_last_3d",), "channels_last_3d"),
        ((2, 3), (1, 2), (), "contiguous"),
        ((), (), ("contiguous",), "contiguous"),
    ],
)
def test_formats_held_and_suggested(
    size: tuple[int, ...], stride: tuple[int, ...], held: tuple[str, ...], suggested: str
) -> None:
    # The suggested formats are those that torch.cat of the one tensor gives its result.
    assert held_formats(size, stride) == held
    assert suggested_format(size, stride) == suggested


@settings(max_examples=300)
@given(layouts(max_rank=5))
def test_the_reason_for_a_format_not_held(layout: Layout) -> None:
    size, stride = layout.size, layout.stride
    for format in FORMATS:
        reason = why_not_contiguous(size, stride, format)
        assert (reason is None) == is_contiguous(size, stride, format)
        if isinstance(reason, NotContiguous):
            assert reason.found == stride[reason.dims[0]] != reason.expected
            inner = reason.dims[1:]
            assert reason.expected == (size[inner[0]] * stride[inner[0]] if inner else 1)
            repaired = list(stride)
            repaired[reason.dims[0]] = reason.expected
            # With this stride as expected, the fault is gone or lies further out.
            following = why_not_contiguous(size, repaired, format)
            assert not isinstance(following, NotContiguous) or following.dims[0] != reason.dims[0]


def test_the_sentences() -> None:
    def sentence(*arguments: object) -> str:
        reason = why_not_contiguous(*arguments)  # type: ignore[arg-type]
        assert reason is not None
        return reason.sentence()

    assert sentence((2, 2, 3), (12, 6, 1)) == "not contiguous: 6 ≠ 3·1 (dims 1, 2)"
    assert sentence((2, 3), (6, 2)) == "not contiguous: 2 ≠ 1 (dim 1)"
    assert sentence((2, 1, 3), (9, 7, 1)) == "not contiguous: 9 ≠ 3·1 (dims 0, 2)"
    assert sentence((2, 3, 4, 5), (60, 20, 5, 1), "channels_last") == "not channels_last: 20 ≠ 1 (dim 1)"
    assert sentence((2, 3, 4, 5), (60, 1, 15, 4), "channels_last") == "not channels_last: 4 ≠ 3·1 (dims 3, 1)"
    assert "required rank 4 tensor" in sentence((2, 3), (3, 1), "channels_last")
    assert isinstance(why_not_contiguous((2, 3), (3, 1), "channels_last_3d"), WrongRankForFormat)


@settings(max_examples=300)
@given(layouts(max_rank=4, negative=True))
def test_two_dimensions_merge_where_a_view_can_join_them(layout: Layout) -> None:
    size = layout.size
    for dim, merging in enumerate(merges(size, layout.stride)):
        joined = (*size[:dim], size[dim] * size[dim + 1], *size[dim + 2 :])
        assert merging == (views.try_view(layout, joined) is not None)


def test_merging_pairs_skip_dimensions_of_size_1() -> None:
    assert merges((2, 1, 2, 3), (12, 99, 6, 1)) == (True, True, False)
    assert merging_pairs((2, 1, 2, 3), (12, 99, 6, 1)) == ((0, 2),)
    assert merging_pairs((2, 3, 4), (12, 4, 1)) == ((0, 1), (1, 2))
    assert merging_pairs((), ()) == merging_pairs((5,), (3,)) == ()


@given(layouts(max_rank=5, zero=False))
def test_all_pairs_merge_exactly_when_one_view_joins_everything(layout: Layout) -> None:
    dims = [dim for dim, length in enumerate(layout.size) if length != 1]
    everything = merging_pairs(layout.size, layout.stride) == tuple(pairwise(dims))
    assert everything == (views.try_view(layout, (layout.numel,)) is not None)
