"""Every view holds the same cells, in the same order, as NumPy's view of an array of addresses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from geometry.strategies import address_array, array_strides, cells_of, layouts
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tensorplay.geometry import Layout, views
from tensorplay.geometry.formats import merges
from tensorplay.geometry.reasons import CannotView

A = Layout((2, 3, 4), (12, 4, 1))


def same_cells(layout: Layout, array: np.ndarray[Any, Any]) -> bool:
    return bool(layout.size == array.shape) and cells_of(layout) == list(array.flat)


def same_layout(layout: Layout, array: np.ndarray[Any, Any]) -> bool:
    """The same cells and, where NumPy has no freedom of its own (no size of 0 or 1), the same strides."""
    free = [length in (0, 1) for length in layout.size]
    strides = zip(layout.stride, array_strides(array), free, strict=True)
    return same_cells(layout, array) and (
        0 in layout.size or all(mine == theirs or odd for mine, theirs, odd in strides)
    )


def dims_of(data: st.DataObject, layout: Layout, count: int) -> list[int]:
    dims = data.draw(st.permutations(range(layout.rank)))[:count]
    return [dim - layout.rank if data.draw(st.booleans()) else dim for dim in dims]


# Axes


@given(layouts(negative=True, min_rank=1), st.data())
def test_transpose(layout: Layout, data: st.DataObject) -> None:
    dim0, dim1 = (data.draw(st.integers(-layout.rank, layout.rank - 1)) for _ in range(2))
    assert same_layout(views.transpose(layout, dim0, dim1), np.swapaxes(address_array(layout), dim0, dim1))


@given(layouts(negative=True), st.data())
def test_permute(layout: Layout, data: st.DataObject) -> None:
    dims = dims_of(data, layout, layout.rank)
    assert same_layout(views.permute(layout, tuple(dims)), address_array(layout).transpose(dims))


@given(layouts(negative=True), st.data())
def test_movedim(layout: Layout, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, layout.rank))
    source, destination = dims_of(data, layout, count), dims_of(data, layout, count)
    assert same_layout(
        views.movedim(layout, source, destination), np.moveaxis(address_array(layout), source, destination)
    )


@given(layouts(negative=True), st.data())
def test_unsqueeze(layout: Layout, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-layout.rank - 1, layout.rank))
    result = views.unsqueeze(layout, dim)
    assert same_layout(result, np.expand_dims(address_array(layout), dim))
    place = dim % (layout.rank + 1)
    assert result.stride[place] == (layout.size[place] * layout.stride[place] if place < layout.rank else 1)
    assert views.squeeze(result, (dim,)) == layout


@given(layouts(negative=True), st.data())
def test_squeeze(layout: Layout, data: st.DataObject) -> None:
    array = address_array(layout)
    assert same_layout(views.squeeze(layout), array.squeeze())
    dims = dims_of(data, layout, data.draw(st.integers(0, layout.rank)))
    units = tuple(dim for dim in dims if layout.size[dim] == 1)
    assert same_layout(views.squeeze(layout, tuple(dims)), array.squeeze(axis=units))


# Ranges


@given(layouts(negative=True, zero=False, min_rank=1), st.data())
def test_select(layout: Layout, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-layout.rank, layout.rank - 1))
    index = data.draw(st.integers(-layout.size[dim], layout.size[dim] - 1))
    expected = np.moveaxis(address_array(layout), dim, 0)[index]
    assert same_layout(views.select(layout, dim, index), np.asarray(expected))


ends = st.none() | st.integers(-6, 6) | st.sampled_from([-(10**30), 10**30])


@given(layouts(negative=True, min_rank=1), ends, ends, st.none() | st.integers(1, 5), st.data())
def test_slice(layout: Layout, start: int | None, stop: int | None, step: int | None, data: st.DataObject) -> None:
    dim = data.draw(st.integers(0, layout.rank - 1))
    result = views.slice_(layout, dim, start, stop, step)
    expected = address_array(layout)[(slice(None),) * dim + (slice(start, stop, step),)]
    assert same_layout(result, expected)
    # The offset moves to the start even when nothing is left.
    first = slice(start, stop, step).indices(layout.size[dim])[0]
    assert result.offset == layout.offset + first * layout.stride[dim]


def test_an_empty_slice_keeps_its_place() -> None:
    assert views.slice_(Layout((2, 3), (3, 1)), 1, 5) == Layout((2, 0), (3, 1), 3)
    assert views.slice_(Layout((2, 3), (3, 1)), 0, 1, 0) == Layout((0, 3), (3, 1), 3)


@given(layouts(negative=True, min_rank=1), st.data())
def test_narrow(layout: Layout, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-layout.rank, layout.rank - 1))
    available = layout.size[dim]
    start = data.draw(st.integers(0, available))
    length = data.draw(st.integers(0, available - start))
    expected = np.moveaxis(np.moveaxis(address_array(layout), dim, 0)[start : start + length], 0, dim)
    result = views.narrow(layout, dim, start, length)
    assert same_layout(result, expected)
    assert result.offset == layout.offset + start * layout.stride[dim]
    if 0 < start < available:
        assert views.narrow(layout, dim, start - available, length) == result


@given(layouts(negative=True, min_rank=2), st.integers(-5, 5), st.data())
def test_diagonal(layout: Layout, offset: int, data: st.DataObject) -> None:
    dim0, dim1 = dims_of(data, layout, 2)
    result = views.diagonal(layout, offset, dim0, dim1)
    assert same_layout(result, np.diagonal(address_array(layout), offset, dim0, dim1))
    if result.size[-1] == 0:
        assert result.offset == layout.offset


@given(layouts(negative=True, min_rank=1), st.integers(1, 4), st.data())
def test_unfold(layout: Layout, step: int, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-layout.rank, layout.rank - 1))
    size = data.draw(st.integers(1, max(layout.size[dim], 1)))
    assume(size <= layout.size[dim])
    windows = np.lib.stride_tricks.sliding_window_view(address_array(layout), size, dim)
    every = (slice(None),) * (dim % layout.rank) + (slice(None, None, step),)
    assert same_layout(views.unfold(layout, dim, size, step), windows[every])


def test_unfold_of_size_0_and_of_a_0_dim_tensor() -> None:
    assert views.unfold(Layout((5,), (1,)), 0, 0, 1) == Layout((6, 0), (1, 1))
    assert views.unfold(Layout((), (), 3), 0, 1, 9) == Layout((1,), (1,), 3)
    assert views.unfold(Layout((), (), 3), -1, 0, 1) == Layout((0,), (1,), 3)


# Shapes


@given(layouts(negative=True), st.data())
def test_expand(layout: Layout, data: st.DataObject) -> None:
    target = [data.draw(st.sampled_from([0, 1, 2, 3])) for _ in range(data.draw(st.integers(0, 2)))]
    kept = [data.draw(st.sampled_from([0, 1, 2, -1])) if length == 1 else length for length in layout.size]
    plain = [length if wanted == -1 else wanted for wanted, length in zip(kept, layout.size, strict=True)]
    result = views.expand(layout, (*target, *kept))
    assert same_layout(result, np.broadcast_to(address_array(layout), (*target, *plain)))


def test_expand_gives_new_dimensions_the_stride_of_unsqueeze_or_0() -> None:
    assert views.expand(Layout((3,), (2,)), (1, 1, 3)) == Layout((1, 1, 3), (6, 6, 2))
    assert views.expand(Layout((3,), (2,)), (1, 4, 3)) == Layout((1, 4, 3), (0, 0, 2))
    assert views.expand(Layout((), ()), (1, 2)) == Layout((1, 2), (0, 0))


@st.composite
def layouts_and_shapes(draw: st.DrawFn) -> tuple[Layout, tuple[int, ...]]:
    """A layout and another shape of as many elements, made by joining and dividing dimensions."""
    layout = draw(layouts(negative=True))
    shape = list(layout.size)
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(["join", "divide", "one"]))
        place = draw(st.integers(0, max(len(shape) - 1, 0)))
        if kind == "join" and place + 1 < len(shape):
            shape[place : place + 2] = [shape[place] * shape[place + 1]]
        elif kind == "divide" and shape and shape[place] > 1:
            divisor = draw(st.sampled_from([k for k in range(1, shape[place] + 1) if shape[place] % k == 0]))
            shape[place : place + 1] = [divisor, shape[place] // divisor]
        elif kind == "one":
            shape.insert(place, 1)
    return layout, tuple(shape)


@settings(max_examples=600)
@given(layouts_and_shapes())
def test_a_view_exists_where_numpy_reshapes_without_a_copy(case: tuple[Layout, tuple[int, ...]]) -> None:
    layout, shape = case
    array = address_array(layout)
    result = views.try_view(layout, shape)
    try:
        expected = np.reshape(array, shape, copy=False)
    except ValueError:
        assert result is None
        with pytest.raises(RuntimeError) as refused:
            views.view(layout, shape)
        assert refused.value.reason == views.why_not_view(layout, shape)  # type: ignore[attr-defined]
    else:
        assert result is not None
        assert result == views.view(layout, shape)
        assert views.why_not_view(layout, shape) is None
        assert same_layout(result, expected)


@settings(max_examples=300)
@given(layouts_and_shapes())
def test_the_reason_names_two_dimensions_that_do_not_merge(case: tuple[Layout, tuple[int, ...]]) -> None:
    layout, shape = case
    reason = views.why_not_view(layout, shape)
    if not isinstance(reason, CannotView):
        return
    outer, inner = reason.dims
    assert outer < inner
    assert all(length == 1 for length in layout.size[outer + 1 : inner])
    assert reason.stride_found == layout.stride[outer]
    assert reason.stride_needed == layout.size[inner] * layout.stride[inner] != reason.stride_found
    assert (outer, inner) not in reason.merging
    free = reason.free_shape()
    if free is not None:
        assert views.try_view(layout, free) is not None
        assert len(free) == layout.rank - len(reason.merging)


def test_the_sentence_and_the_way_out_hold_the_numbers() -> None:
    with pytest.raises(RuntimeError) as refused:
        views.view(Layout((2, 2, 3), (12, 6, 1)), (12,))
    reason = refused.value.reason  # type: ignore[attr-defined]
    assert reason == CannotView((2, 2, 3), (12, 6, 1), (12,), (1, 2), 6, 3, ((0, 1),))
    assert reason.sentence() == ("view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is not size 3 · stride 1")
    assert str(refused.value).startswith(reason.sentence())
    assert reason.free_shape() == (4, 3)


def test_free_shape_merges_a_whole_run() -> None:
    stepped = views.why_not_view(Layout((2, 3, 4, 5), (240, 80, 20, 2)), (120,))
    assert isinstance(stepped, CannotView)
    assert stepped.free_shape() == (24, 5)


def test_a_view_needs_no_contiguous_tensor() -> None:
    part = views.slice_(Layout((4, 6), (6, 1)), 1, None, 4)
    assert views.view(part, (2, 2, 4)) == Layout((2, 2, 4), (12, 6, 1))


def test_views_of_empty_and_of_0_dim_layouts() -> None:
    empty = Layout((2, 0), (7, 5), 3)
    assert views.view(empty, (2, 0)) == empty
    assert views.view(empty, (0, 3)) == Layout((0, 3), (3, 1), 3)
    assert views.view(empty, (3, -1)) == Layout((3, 0), (1, 1), 3)
    assert views.view(Layout((), (), 3), (1, 1)) == Layout((1, 1), (1, 1), 3)
    assert views.view(Layout((1, 1), (5, 9), 3), ()) == Layout((), (), 3)


def test_a_view_to_its_own_size_may_change_the_stride_of_a_1() -> None:
    channels_last = Layout((1, 2, 2, 3), (12, 1, 6, 2))
    assert views.view(channels_last, (1, 2, 2, 3)).stride == (2, 1, 6, 2)


@given(layouts(min_rank=1), st.data())
def test_unflatten_undoes_flatten(layout: Layout, data: st.DataObject) -> None:
    dim = data.draw(st.integers(0, layout.rank - 1))
    length = layout.size[dim]
    divisor = data.draw(st.sampled_from([k for k in range(1, length + 1) if length % k == 0] or [1]))
    result = views.unflatten(layout, dim, (divisor, -1))
    assert views.unflatten(layout, dim - layout.rank, (divisor, length // divisor)) == result
    assert merges(result.size, result.stride)[dim]
    assert views.flatten_shape(result, dim, dim + 1) == layout.size
    assert cells_of(result) == cells_of(layout)


def test_flatten_shape() -> None:
    assert views.flatten_shape(A) == (24,)
    assert views.flatten_shape(A, 1) == (2, 12)
    assert views.flatten_shape(A, -2, -2) == (2, 3, 4)
    assert views.flatten_shape(Layout((), ())) == (1,)


@given(layouts(), st.data())
def test_as_strided(layout: Layout, data: st.DataObject) -> None:
    wanted = data.draw(layouts())
    cells = max(cells_of(wanted), default=-1) + 1
    assert views.as_strided(layout, wanted.size, wanted.stride, wanted.offset, cells) == wanted
    if cells:
        with pytest.raises(RuntimeError, match=f"storage of {cells - 1}"):
            views.as_strided(layout, wanted.size, wanted.stride, wanted.offset, cells - 1)


def test_as_strided_starts_where_the_layout_does_unless_told() -> None:
    assert views.as_strided(Layout((2,), (1,), 4), (1,), (1,), None, 5).offset == 4
    assert views.as_strided(Layout((2,), (1,), 4), (0, 9), (1, 1), 1000, 5).offset == 1000


# Pieces


@given(layouts(negative=True, min_rank=1), st.integers(1, 6), st.data())
def test_split_and_chunk_are_consecutive_slices(layout: Layout, number: int, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-layout.rank, layout.rank - 1))
    length = layout.size[dim]
    pieces = views.split(layout, number, dim)
    assert [piece.size[dim] for piece in pieces] == [
        min(number, length - start) for start in range(0, length, number)
    ] or [0]
    start = 0
    for piece in pieces:
        assert piece == views.narrow(layout, dim, start, piece.size[dim])
        start += piece.size[dim]
    chunks = views.chunk(layout, number, dim)
    assert chunks == (views.split(layout, max(-(-length // number), 1), dim) if length else (layout,) * number)


@given(layouts(negative=True, min_rank=1), st.integers(1, 6) | st.lists(st.integers(-6, 6), max_size=3), st.data())
def test_tensor_split_agrees_with_numpy(layout: Layout, sections: int | list[int], data: st.DataObject) -> None:
    dim = data.draw(st.integers(0, layout.rank - 1))
    pieces = views.tensor_split(layout, sections, dim)
    expected = np.array_split(address_array(layout), sections, dim)
    assert len(pieces) == len(expected)
    assert all(same_layout(piece, array) for piece, array in zip(pieces, expected, strict=True))


def test_counts_of_pieces() -> None:
    five, none = Layout((5,), (1,)), Layout((0,), (1,))
    assert [piece.size[0] for piece in views.chunk(five, 4)] == [2, 2, 1]
    assert [piece.size[0] for piece in views.tensor_split(five, 4)] == [2, 1, 1, 1]
    assert [piece.size[0] for piece in views.chunk(none, 3)] == [0, 0, 0]
    assert [piece.size[0] for piece in views.split(none, 0)] == [0]
    assert views.split(none, []) == ()
    assert [piece.offset for piece in views.split_sizes(five, [4, 0, 1])] == [0, 4, 4]


@given(layouts(negative=True, min_rank=1), st.data())
def test_unbind_selects_each_index(layout: Layout, data: st.DataObject) -> None:
    dim = data.draw(st.integers(-layout.rank, layout.rank - 1))
    expected = tuple(views.select(layout, dim, index) for index in range(layout.size[dim]))
    assert views.unbind(layout, dim) == expected


# Elements of another kind


@given(layouts(), st.sampled_from([1, 2, 4, 8, 16]), st.sampled_from([1, 2, 4, 8, 16]))
def test_view_dtype_covers_the_same_bytes(layout: Layout, old: int, new: int) -> None:
    def byte_cells(layout: Layout, itemsize: int) -> list[int]:
        return [cell * itemsize + byte for cell in cells_of(layout) for byte in range(itemsize)]

    try:
        result = views.view_dtype(layout, old, new)
    except RuntimeError:
        assert old != new
        shrinks = old > new and layout.rank and layout.stride[-1] == 1
        ratio = max(new // old, 1)
        fits = (
            layout.rank
            and layout.stride[-1] == 1
            and not any(number % ratio for number in (layout.size[-1], layout.offset, *layout.stride[:-1]))
        )
        assert not shrinks
        assert not (old < new and fits)
    else:
        assert byte_cells(result, new) == byte_cells(layout, old)
        if old == new:
            assert result == layout
        elif result.size[-1] and layout.size[-1] > 1:
            assert views.view_dtype(result, new, old) == layout


@given(layouts())
def test_complex_parts(layout: Layout) -> None:
    pairs = views.view_as_real(layout)
    assert views.view_as_complex(pairs) == layout
    assert views.real_part(layout) == views.select(pairs, -1, 0)
    assert views.imag_part(layout) == views.select(pairs, -1, 1)


def test_the_stride_of_a_dimension_of_size_1_may_be_odd_under_view_as_complex() -> None:
    assert views.view_as_complex(Layout((3, 1, 2), (2, 7, 1))) == Layout((3, 1), (1, 3))
