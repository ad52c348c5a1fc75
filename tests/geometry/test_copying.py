from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from tensorplay.geometry.copying import WIDEST_ELEMENT, CopyPlan, plan_copy


def byte_cells(size: tuple[int, ...], stride: tuple[int, ...], start: int, itemsize: int) -> list[int]:
    """The bytes of each element in logical order; `start` in bytes."""
    return [
        start + sum(index * step for index, step in zip(indices, stride, strict=True)) * itemsize + byte
        for indices in product(*map(range, size))
        for byte in range(itemsize)
    ]


def lowest(size: tuple[int, ...], stride: tuple[int, ...]) -> int:
    return sum(min(0, (length - 1) * step) for length, step in zip(size, stride, strict=True) if length)


def random_strides(source: random.Random, size: tuple[int, ...], repeated: float) -> tuple[int, ...]:
    """Strides of which no two elements share a cell, unless some are made 0."""
    rank = len(size)
    order = source.sample(range(rank), rank) if source.random() < 0.6 else list(range(rank))[::-1]
    stride, running = [0] * rank, 1
    for dim in order:
        stride[dim] = running * source.choice([1, 1, 1, 2])
        running = stride[dim] * max(size[dim], 1)
    return tuple(0 if source.random() < repeated else -step if source.random() < 0.15 else step for step in stride)


def test_the_plan_moves_the_same_bytes_to_the_same_places() -> None:
    source = random.Random(1)
    kinds: Counter[str] = Counter()
    widened = 0
    for _ in range(3000):
        size = tuple(0 if source.random() < 0.02 else source.randint(1, 5) for _ in range(source.randint(0, 5)))
        destination = random_strides(source, size, 0)
        origin = (0,) * len(size) if source.random() < 0.05 else random_strides(source, size, 0.1)
        itemsize = source.choice([1, 2, 4, 8, 16])
        plan = plan_copy(size, destination, origin, itemsize)
        starts = [-lowest(size, stride) + source.randint(0, 7) for stride in (destination, origin)]
        expected = dict(
            zip(
                byte_cells(size, destination, starts[0] * itemsize, itemsize),
                byte_cells(size, origin, starts[1] * itemsize, itemsize),
                strict=True,
            )
        )
        planned = dict(
            zip(
                byte_cells(
                    plan.size, plan.destination_stride, (starts[0] + plan.destination_start) * itemsize, plan.itemsize
                ),
                byte_cells(plan.size, plan.source_stride, (starts[1] + plan.source_start) * itemsize, plan.itemsize),
                strict=True,
            )
        )
        assert planned == expected, (size, destination, origin, itemsize, plan)
        assert plan.nbytes == len(expected)
        check_shape_of(plan, len(size))
        kinds[plan.kind] += 1
        widened += plan.itemsize > itemsize
    assert min(kinds.values()) > 100
    assert set(kinds) == {"memcpy", "fill", "transpose", "general"}
    assert widened > 50


def check_shape_of(plan: CopyPlan, rank: int) -> None:
    """The plan keeps to what its docstring promises."""
    named = [dim for group in plan.axes for dim in group]
    assert sorted([*named, *plan.element_dims, *plan.dropped]) == list(range(rank))
    assert list(plan.destination_stride) == sorted(plan.destination_stride, reverse=True)
    assert plan.itemsize <= max(WIDEST_ELEMENT, plan.original_itemsize)
    if 0 in plan.size:
        return
    neighbours = zip(plan.size[1:], plan.destination_stride, plan.destination_stride[1:], strict=False)
    joined = [outer == length * inner for length, outer, inner in neighbours]
    neighbours = zip(plan.size[1:], plan.source_stride, plan.source_stride[1:], strict=False)
    assert not any(
        one and outer == length * inner for one, (length, outer, inner) in zip(joined, neighbours, strict=True)
    )
    if plan.kind == "memcpy":
        assert len(plan.size) <= 1
        assert plan.destination_stride + plan.source_stride in ((), (1, 1))
    elif plan.kind == "fill":
        assert set(plan.source_stride) == {0}
    elif plan.kind == "transpose":
        assert plan.transposed_axis is not None
        assert plan.destination_stride[-1] == plan.source_stride[plan.transposed_axis] == 1


def test_channels_first_to_channels_last_is_one_transposition() -> None:
    size = (64, 128, 112, 112)
    first, last = (1605632, 12544, 112, 1), (1605632, 1, 14336, 128)
    plan = plan_copy(size, first, last, 4)
    assert (plan.kind, plan.size, plan.transposed_axis) == ("transpose", (64, 128, 12544), 1)
    assert plan.axes == ((0,), (1,), (2, 3))
    back = plan_copy(size, last, first, 4)
    assert (back.kind, back.size, back.transposed_axis) == ("transpose", (64, 12544, 128), 1)
    assert back.axes == ((0,), (2, 3), (1,))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (((2, 3, 4), (12, 4, 1), (12, 4, 1), 4), "merged dims 0, 1, 2; memcpy of [24], 96 bytes"),
        (((3, 1), (1, 1), (1, 9), 4), "dropped dim 1 of size 1; memcpy of [3], 12 bytes"),
        (((3, 4), (1, 3), (0, 0), 4), "sorted the axes to 1, 0; merged dims 1, 0; fill of [12], 48 bytes"),
        (((3, 4), (1, 3), (4, 1), 4), "sorted the axes to 1, 0; transpose of [4, 3], 48 bytes"),
        (((3,), (-1,), (1,), 4), "turned dim 0 round; general loop over [3], 12 bytes"),
        (((3,), (-1,), (-1,), 1), "turned dim 0 round; memcpy of [3], 3 bytes"),
        (
            ((3, 4, 2, 2), (16, 4, 2, 1), (4, 12, 2, 1), 4),
            "took dims 2, 3 into an element of 16 bytes instead of 4; transpose of [3, 4], 192 bytes",
        ),
        (((), (), (), 4), "memcpy of [], 4 bytes"),
        (((3, 2), (3, 1), (2, 1), 4), "general loop over [3, 2], 24 bytes"),  # a stride of 3 is no multiple of 2
        (((2, 0), (1, 1), (5, 5), 4), "merged dims 0, 1; memcpy of [0], 0 bytes"),
    ],
)
def test_the_plan_in_words(
    arguments: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int], words: str
) -> None:
    assert plan_copy(*arguments).describe() == words


def test_plans_are_remembered() -> None:
    assert plan_copy((2, 3), (3, 1), (1, 2), 4) is plan_copy((2, 3), (3, 1), (1, 2), 4)
