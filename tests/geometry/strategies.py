"""Layouts to test with, and what NumPy says about them: an array whose elements are their own addresses."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided

from tensorplay.geometry.layout import Layout, ordered_strides

Address = np.dtype(np.int64)


def cells_of(layout: Layout) -> list[int]:
    """The address of each element in logical order, straight from the definition of a stride."""
    return [
        layout.offset + sum(index * step for index, step in zip(indices, layout.stride, strict=True))
        for indices in product(*map(range, layout.size))
    ]


def address_array(layout: Layout) -> np.ndarray[Any, Any]:
    """A NumPy array with the layout's sizes and strides, each element holding its address (relative to a shifted zero).

    Addresses are moved up where strides are negative, by the same amount in the array and in `array_layout`.
    """
    lowest = layout.offset + sum(
        min(0, (length - 1) * step) for length, step in zip(layout.size, layout.stride, strict=True)
    )
    highest = layout.offset + sum(
        max(0, (length - 1) * step) for length, step in zip(layout.size, layout.stride, strict=True)
    )
    pool = np.arange(min(lowest, 0), max(highest, 0) + 1, dtype=Address)
    start = layout.offset - min(lowest, 0)
    stride = [step * Address.itemsize for step in layout.stride]
    return as_strided(pool[start:], layout.size, stride)


def array_strides(array: np.ndarray[Any, Any]) -> tuple[int, ...]:
    """An array's strides in elements."""
    return tuple(step // array.itemsize for step in array.strides)


@st.composite
def sizes(draw: st.DrawFn, max_rank: int = 4, zero: bool = True) -> tuple[int, ...]:
    """Small sizes with many ones and, unless refused, some zeros."""
    lengths = [1, 1, 2, 2, 3, 3, 4] + ([0] if zero else [])
    return tuple(draw(st.lists(st.sampled_from(lengths), max_size=max_rank)))


@st.composite
def layouts(draw: st.DrawFn, max_rank: int = 4, zero: bool = True, negative: bool = False, min_rank: int = 0) -> Layout:
    """Dense, permuted, stepped, expanded and overlapping layouts."""
    size = draw(sizes(max_rank, zero).filter(lambda size: len(size) >= min_rank))
    rank = len(size)
    kind = draw(st.sampled_from(["dense", "stepped", "any"]))
    if kind == "any":
        stride = draw(st.tuples(*[st.sampled_from([0, 1, 1, 2, 3, 4, 6, 12])] * rank))
    else:
        stretched = tuple(length * draw(st.integers(1, 2)) for length in size) if kind == "stepped" else size
        stride = ordered_strides(stretched, draw(st.permutations(range(rank))))
        if kind == "stepped":
            stride = tuple(0 if draw(st.integers(0, 7)) == 0 else step for step in stride)
    if negative:
        stride = tuple(-step if draw(st.booleans()) else step for step in stride)
    return Layout(size, stride, draw(st.integers(0, 5)))


def random_layout(source: random.Random, max_rank: int = 5, zero: float = 0.1) -> Layout:
    """The same variety from a plain generator, for loops of thousands."""
    rank = source.randint(0, max_rank)
    size = tuple(
        0 if source.random() < zero else 1 if source.random() < 0.3 else source.randint(2, 4) for _ in range(rank)
    )
    order = source.sample(range(rank), rank)
    kind = source.random()
    if kind < 0.5:
        stride = ordered_strides(size, order if kind < 0.35 else range(rank))
    elif kind < 0.75:
        stride = ordered_strides([length * source.randint(1, 2) + source.randint(0, 1) for length in size], order)
        stride = tuple(0 if source.random() < 0.15 else step for step in stride)
    else:
        stride = tuple(source.choice([0, 1, 1, 2, 3, 4, 6, 12]) for _ in range(rank))
    if rank in (4, 5) and source.random() < 0.2:
        stride = ordered_strides(size, (0, *range(2, rank), 1))
    return Layout(size, stride, source.choice([0, 0, 3, 7]))
