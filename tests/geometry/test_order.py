from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from geometry.strategies import layouts, sizes
from hypothesis import given, settings
from hypothesis import strategies as st

from tensorplay.geometry.formats import is_dense
from tensorplay.geometry.layout import contiguous_strides, format_strides, ordered_strides
from tensorplay.geometry.order import (
    broadcast_strides,
    check_unambiguous,
    dim_order,
    elementwise_strides,
    gathered_strides,
    preserved_strides,
    sorted_dims,
    why_ambiguous,
)
from tensorplay.geometry.reasons import AmbiguousOrder

if TYPE_CHECKING:
    from tensorplay.geometry import Layout


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_the_order_of_empty_permuted_is_found_again(order: tuple[int, ...]) -> None:
    size = (2, 3, 4, 5)
    assert dim_order(size, ordered_strides(size, order)) == order
    assert why_ambiguous(size, ordered_strides(size, order)) is None


@pytest.mark.parametrize(
    ("size", "stride", "order"),
    [
        ((2, 3, 1, 1), (3, 1, 1, 1), (0, 1, 2, 3)),  # contiguous and channels_last: the sort decides
        ((2, 1, 4, 5), (20, 20, 5, 1), (0, 1, 2, 3)),
        ((2, 3, 4, 5), (60, 1, 15, 3), (0, 2, 3, 1)),
        ((2, 3), (0, 1), (0, 1)),  # an expanded dimension compares with nothing
        ((3, 2), (1, 0), (0, 1)),
        ((3, 2), (1, 1), (0, 1)),  # of equal strides the smaller size lies further in
        ((2, 3), (1, 1), (1, 0)),
        ((), (), ()),
    ],
)
def test_orders_measured_on_pytorch(size: tuple[int, ...], stride: tuple[int, ...], order: tuple[int, ...]) -> None:
    torch = pytest.importorskip("torch")
    assert torch.zeros(200).as_strided(size, stride).dim_order() == order
    assert dim_order(size, stride) == order


@pytest.mark.parametrize(
    ("size", "stride", "formats", "undecided"),
    [
        ((1, 3), (3, 1), True, ()),
        ((1, 3), (3, 1), [], ()),
        ((1, 3), (3, 1), ["channels_last"], ()),
        ((2, 3), (1, 1), True, ((0, 1),)),
        ((2, 3), (0, 1), True, ((0, 1),)),
        ((2, 3, 1, 1), (3, 1, 1, 1), ["contiguous", "channels_last"], ((1, 2), (2, 3))),
    ],
)
def test_an_ambiguous_order_is_refused(
    size: tuple[int, ...], stride: tuple[int, ...], formats: bool | list[str], undecided: tuple[tuple[int, int], ...]
) -> None:
    with pytest.raises(RuntimeError, match="does not have unique dim order") as refused:
        check_unambiguous(size, stride, formats)
    reason = refused.value.reason  # type: ignore[attr-defined]
    assert isinstance(reason, AmbiguousOrder)
    assert reason.undecided == undecided
    assert reason.unit_dims == tuple(dim for dim, length in enumerate(size) if length == 1)
    check_unambiguous(size, stride, False)


def test_one_listed_format_that_holds_decides() -> None:
    check_unambiguous((1, 3), (3, 1), ["contiguous"])
    check_unambiguous((2, 1, 3), (3, 3, 1), ["contiguous", "channels_last"])
    reason = why_ambiguous((2, 3, 1, 1), (3, 1, 1, 1), ["contiguous", "channels_last"])
    assert reason is not None
    assert "dims 2, 3 of size 1 may lie anywhere" in reason.sentence()
    assert "it holds ['contiguous', 'channels_last']" in reason.sentence()


@given(layouts(max_rank=5))
def test_preserved_strides_keep_what_is_dense_and_pack_the_rest(layout: Layout) -> None:
    result = preserved_strides(layout.size, layout.stride)
    assert is_dense(layout.size, result)
    if is_dense(layout.size, layout.stride):
        assert result == layout.stride


@given(layouts(max_rank=4))
def test_one_operand_gives_its_preserved_order(layout: Layout) -> None:
    size, stride = layout.size, layout.stride
    result = elementwise_strides([(size, stride)], size)
    assert is_dense(size, result)
    assert elementwise_strides([(size, stride)] * 3, size) == result
    distinct = len(set(stride)) == len(stride) and 0 not in stride
    if distinct and 0 not in size and 1 not in size:
        # With all strides told apart, the result lies in the order of NumPy's own "K" order copy.
        copy = np.lib.stride_tricks.as_strided(np.zeros(1, np.int8), size, stride).copy("K")
        assert result == copy.strides


def test_the_first_operand_that_can_tell_decides() -> None:
    rows, columns = ((2, 3), (3, 1)), ((2, 3), (1, 2))
    assert elementwise_strides([rows, columns], (2, 3)) == (3, 1)
    assert elementwise_strides([columns, rows], (2, 3)) == (1, 2)
    assert elementwise_strides([((3,), (1,)), columns], (2, 3)) == (1, 2)
    assert elementwise_strides([((), ()), columns], (2, 3)) == (1, 2)


def test_alike_operands_pass_their_layout_on() -> None:
    channels_last = ((2, 3, 4, 5), format_strides((2, 3, 4, 5), "channels_last"))
    assert elementwise_strides([channels_last, channels_last], (2, 3, 4, 5)) == channels_last[1]
    odd = ((1, 3), (7, 1))
    assert elementwise_strides([odd, odd], (1, 3)) == (3, 1)  # contiguous operands give canonical strides


@given(sizes(max_rank=4, zero=False), st.data())
def test_broadcast_strides_are_those_of_numpy(shape: tuple[int, ...], data: st.DataObject) -> None:
    size = tuple(1 if data.draw(st.booleans()) else length for length in shape[data.draw(st.integers(0, len(shape))) :])
    expected = np.broadcast_to(np.zeros(size, np.int8), shape).strides
    result = broadcast_strides(size, contiguous_strides(size), shape)
    assert all(mine == theirs or length == 1 for mine, theirs, length in zip(result, expected, shape, strict=True))


@settings(max_examples=200)
@given(layouts(max_rank=5), layouts(max_rank=5))
def test_the_sort_is_a_permutation(first: Layout, second: Layout) -> None:
    rank = min(first.rank, second.rank)
    order = sorted_dims(first.size[:rank], [first.stride[:rank], second.stride[:rank]])
    assert sorted(order) == list(range(rank))


def test_gathered_shapes() -> None:
    index = ((2,), (1,))
    assert gathered_strides((4, 5, 6), (30, 6, 1), [index])[0] == (2, 5, 6)
    assert gathered_strides((4, 5, 6), (30, 6, 1), [None, index, index])[0] == (4, 2)
    assert gathered_strides((4, 5, 6), (30, 6, 1), [index, None, index])[0] == (2, 5)
    assert gathered_strides((4, 5, 6), (30, 6, 1), [((3, 1), (1, 1)), index])[0] == (3, 2, 6)
    with pytest.raises(IndexError, match=r"shapes \[2\], \[3\]"):
        gathered_strides((4, 5), (5, 1), [index, ((3,), (1,))])
    with pytest.raises(IndexError, match="dimension 0 with size 0"):
        gathered_strides((0, 5), (5, 1), [index])
    assert gathered_strides((0, 5), (5, 1), [((0,), (1,))])[0] == (0, 5)
