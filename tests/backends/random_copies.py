"""Random strided copies, and a program that holds many of them against NumPy, byte for byte.

python tests/backends/random_copies.py --count 100000
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from tensorplay.backends import blocked_copy, kernels
from tensorplay.geometry.copying import plan_copy

Array = np.ndarray[Any, np.dtype[Any]]
ROOM = 64


@dataclass(frozen=True)
class Case:
    """Two buffers with strides in elements, and the byte at which element 0 lies in each."""

    size: tuple[int, ...]
    itemsize: int
    strides: tuple[tuple[int, ...], tuple[int, ...]]
    starts: tuple[int, int]
    buffers: tuple[Array, Array]

    def view(self, side: int, buffer: Array) -> Array:
        """One side as an array, over the given bytes."""
        steps = tuple([step * self.itemsize for step in self.strides[side]])
        return np.ndarray(self.size, np.dtype(f"V{self.itemsize}"), buffer, self.starts[side], steps)


def random_size(source: random.Random, largest: int) -> tuple[int, ...]:
    """Up to 8 dimensions, some of size 1, rarely one of size 0."""
    lengths = [1, 2, 3, 4, 5, 8, 15, 16, 17, 33, 64, 70, 130, 257, 600, 1100]
    rank = source.randint(0, 8)
    long = source.random() < 0.5
    size = [source.choice(lengths) if long else source.randint(1, 5) for _ in range(rank)]
    while prod(size) > largest:
        size[size.index(max(size))] = source.randint(1, 3)
    if rank and source.random() < 0.01:
        size[source.randrange(rank)] = 0
    return tuple(size)


def random_strides(source: random.Random, size: tuple[int, ...], repeated: float) -> tuple[int, ...]:
    """Strides of which no two elements share a cell, with gaps and negative ones; some are made 0."""
    strides, running = [0] * len(size), 1
    for dim in source.sample(range(len(size)), len(size)):
        if 16 <= running < 4096 and prod(size) <= 64 * running and source.random() < 0.05:
            running = 4096  # rows of which all begin at the same place of a page
        strides[dim] = running * source.choice([1, 1, 1, 1, 2])
        running = strides[dim] * max(size[dim], 1)
    return tuple([0 if source.random() < repeated else -step if source.random() < 0.15 else step for step in strides])


def random_case(source: random.Random, largest: int = 20_000) -> Case:
    """A copy between two buffers; now and then the source overlaps or is turned round, or neither is aligned."""
    size, itemsize = random_size(source, largest), source.choice([1, 2, 4, 8, 16])
    origin = random_strides(source, size, source.choice([0, 0, 0.3]))
    if source.random() < 0.1:
        origin = tuple([source.randint(-4, 4) for _ in size])
    goal = random_strides(source, size, 0)
    if source.random() < 0.08:  # the same layout, along some dimensions backwards
        origin = tuple([step * source.choice([-1, 1]) for step in goal])
    strides = goal, origin
    buffers, starts = [], []
    for stride in strides:
        reach = [(length - 1) * step for length, step in zip(size, stride, strict=True) if length]
        lowest, highest = sum([step for step in reach if step < 0]), sum([step for step in reach if step > 0])
        buffer = np.frombuffer(source.randbytes((highest - lowest + 1) * itemsize + 3 * ROOM), np.uint8).copy()
        skew = source.choice([0, 0, itemsize, source.randrange(ROOM)])
        aligned = -int(buffer.__array_interface__["data"][0]) % ROOM
        buffers.append(buffer)
        starts.append(aligned + skew - lowest * itemsize)
    return Case(size, itemsize, strides, (starts[0], starts[1]), (buffers[0], buffers[1]))


def kernel_disagreement(case: Case, source: random.Random, streaming: bool) -> str | None:
    """Copy with the extension, in parts and out of order; what differs from NumPy, in words."""
    expected, found = case.buffers[0].copy(), case.buffers[0].copy()
    case.view(0, expected)[...] = case.view(1, case.buffers[1])
    plan = plan_copy(case.size, *case.strides, case.itemsize)
    native = kernels._native
    copy, blocks, _ = native.prepare(plan.size, plan.destination_stride, plan.source_stride, plan.itemsize, streaming)
    addresses = [
        int(buffer.__array_interface__["data"][0]) + start + moved * case.itemsize
        for buffer, start, moved in zip(
            (found, case.buffers[1]), case.starts, (plan.destination_start, plan.source_start), strict=True
        )
    ]
    cuts = sorted({0, blocks, *[source.randint(0, blocks) for _ in range(source.choice([1, 5]))]})
    for first, last in source.sample(list(pairwise(cuts)), len(cuts) - 1):
        native.run(copy, *addresses, first, last)
    if np.array_equal(expected, found):
        return None
    return f"{int((expected != found).sum())} bytes differ: {case.size} {case.strides} {case.itemsize} {plan}"


def twin_disagreement(case: Case) -> str | None:
    """Copy in tiles with NumPy, whatever else is there; what differs from one plain loop, in words."""
    expected, found = case.buffers[0].copy(), case.buffers[0].copy()
    case.view(0, expected)[...] = case.view(1, case.buffers[1])
    done = blocked_copy.copy(case.view(0, found), case.view(1, case.buffers[1]), *case.strides)
    if done and np.array_equal(expected, found):
        return None
    plan = plan_copy(case.size, *case.strides, case.itemsize)
    return f"{int((expected != found).sum())} bytes differ: {case.size} {case.strides} {case.itemsize} {plan}"


def main() -> None:
    """Hold random copies against NumPy and report."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    source = random.Random(given.seed)
    for number in range(given.count):
        case = random_case(source)
        problem = twin_disagreement(case)
        if kernels.available() and not problem:
            kernels._native.portable(number % 4 == 3)
            problem = kernel_disagreement(case, source, streaming=source.random() < 0.5)
        if problem:
            raise SystemExit(f"copy {number}: {problem}")
    compiled = "the kernels, a quarter of the time in plain C, and " if kernels.available() else ""
    print(f"{given.count} random copies agree with a plain loop byte for byte: {compiled}NumPy in tiles")


if __name__ == "__main__":
    main()
