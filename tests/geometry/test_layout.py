from __future__ import annotations

import numpy as np
import pytest
from geometry.strategies import array_strides, cells_of, layouts, sizes
from hypothesis import given
from hypothesis import strategies as st

from tensorplay.geometry import Layout
from tensorplay.geometry.layout import (
    bounds,
    check_size,
    contiguous_strides,
    format_strides,
    ordered_strides,
    required_cells,
)


def test_a_layout_is_a_value() -> None:
    layout = Layout((2, 3), (3, 1), 4)
    assert layout == Layout((2, 3), (3, 1), 4)
    assert hash(layout) == hash(Layout((2, 3), (3, 1), 4))
    assert layout not in (Layout((2, 3), (3, 1)), Layout((3, 2), (3, 1), 4), Layout((2, 3), (1, 3), 4))
    assert layout != ((2, 3), (3, 1), 4)
    assert repr(layout) == "Layout(size=(2, 3), stride=(3, 1), offset=4)"
    assert (layout.rank, layout.numel, Layout((), ()).numel, Layout((2, 0), (1, 1)).numel) == (2, 6, 1, 0)
    with pytest.raises(AttributeError):
        layout.rank = 3  # type: ignore[misc]


@given(sizes(max_rank=5, zero=False))
def test_contiguous_strides_are_those_of_numpy(size: tuple[int, ...]) -> None:
    assert contiguous_strides(size) == array_strides(np.empty(size, np.int16))


def test_a_size_of_0_counts_as_1_in_contiguous_strides() -> None:
    assert contiguous_strides((2, 0, 3)) == (3, 3, 1)
    assert contiguous_strides((0,)) == (1,)
    assert contiguous_strides((4, 0, 0, 5)) == (5, 5, 5, 1)


@given(sizes(max_rank=5, zero=False).flatmap(lambda size: st.tuples(st.just(size), st.permutations(range(len(size))))))
def test_ordered_strides_are_those_of_a_transposed_numpy_array(case: tuple[tuple[int, ...], list[int]]) -> None:
    size, order = case
    physical = np.empty([size[dim] for dim in order], np.int8)
    assert ordered_strides(size, order) == array_strides(physical.transpose(np.argsort(order)))


@pytest.mark.parametrize(
    ("physical_layout", "numbers"),
    [
        ((0,), "names 1 dimensions, but the size [2, 3] has 2"),
        ((0, 0), "duplicate dimension 0"),
        ((0, -1), "got -1 at index 1"),
        ((2, 0), "got 2 at index 0"),
    ],
)
def test_ordered_strides_refuse_what_is_no_permutation(physical_layout: tuple[int, ...], numbers: str) -> None:
    with pytest.raises(RuntimeError) as refused:
        ordered_strides((2, 3), physical_layout)
    assert numbers in str(refused.value)


@given(sizes(max_rank=5, zero=False).filter(lambda size: len(size) in (4, 5)))
def test_channels_last_strides_are_those_of_a_moved_axis(size: tuple[int, ...]) -> None:
    physical = np.empty((size[0], *size[2:], size[1]), np.int8)
    expected = array_strides(np.moveaxis(physical, -1, 1))
    assert format_strides(size, "channels_last" if len(size) == 4 else "channels_last_3d") == expected


def test_channels_last_strides_multiply_a_size_of_0_as_it_is() -> None:
    assert format_strides((4, 4, 0, 4), "channels_last") == (0, 1, 16, 4)
    assert format_strides((2, 0), "contiguous") == (1, 1)


@pytest.mark.parametrize(
    ("format", "numbers"),
    [("channels_last", "rank 4 tensor"), ("channels_last_3d", "rank 5 tensor"), ("preserve", "'preserve'")],
)
def test_format_strides_refuse_another_rank(format: str, numbers: str) -> None:
    with pytest.raises(RuntimeError) as refused:
        format_strides((2, 3, 4), format)
    assert numbers in str(refused.value)


@given(layouts(negative=True))
def test_bounds_are_the_lowest_and_the_highest_cell(layout: Layout) -> None:
    cells = cells_of(layout)
    assert bounds(layout) == ((min(cells), max(cells)) if cells else None)
    assert required_cells(layout) == (max(cells) + 1 if cells else 0)


@pytest.mark.parametrize("size", [(), (0,), (3, 4), (2**62,), (2**62, 0, 1), (0, 2**62, 1), (2**31, 2**31)])
def test_sizes_within_int64_are_admitted(size: tuple[int, ...]) -> None:
    check_size(size)


@pytest.mark.parametrize(
    ("size", "itemsize", "numbers"),
    [
        ((2, -3), 1, "negative dimension -3 in the size [2, -3]"),
        ((0, -1), 1, "negative dimension -1"),
        ((2**62, 2), 1, "[4611686018427387904, 2]"),
        ((2**61,), 4, "overflows"),
        ((2**62, 4, 0), 1, "overflows"),
        ((0, 2**62, 4), 1, "overflows"),
    ],
)
def test_sizes_that_no_tensor_can_have_are_refused(size: tuple[int, ...], itemsize: int, numbers: str) -> None:
    with pytest.raises(RuntimeError) as refused:
        check_size(size, itemsize)
    assert numbers in str(refused.value)
