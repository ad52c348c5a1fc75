"""Cache lines: how many a layout touches, exactly where a formula serves, and how often a plain loop fetches them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

#: Bytes of a cache line, and how many lines the model of a first-level cache holds (32 KiB).
LINE: Final = 64
CACHE_LINES: Final = 512


@dataclass(frozen=True, slots=True)
class Lines:
    """A number of cache lines; where it is not exact, it is the most that there can be."""

    count: int
    exact: bool


def touched_lines(size: Sequence[int], stride: Sequence[int], itemsize: int, start: int = 0, line: int = LINE) -> Lines:
    """How many distinct cache lines the elements of a layout lie on.

    `stride` counts elements of `itemsize` bytes, `start` is the byte address of the first element.

    Elements between which no whole line fits make a run, whose lines are all between its ends. Runs that lie further
    apart share no line, and what each of them touches depends on where in a line it begins, which is counted for all at
    once. Only where axes overlap so that runs come close to each other again is the number no more than a bound.

    >>> touched_lines((1024, 16), (1024, 1), 4), touched_lines((4, 4), (1, 100), 4, 60)
    (Lines(count=1024, exact=True), Lines(count=5, exact=True))
    """
    if 0 in size:
        return Lines(0, True)
    axes = sorted(
        [(abs(step) * itemsize, length) for length, step in zip(size, stride, strict=True) if length > 1 and step]
    )
    start += sum([step * itemsize * (length - 1) for length, step in zip(size, stride, strict=True) if step < 0])
    run = itemsize
    while axes and axes[0][0] - run < line:
        step, length = axes.pop(0)
        run += step * (length - 1)
    # From here on each axis leaves more than a line between its runs; nested axes must do so, too.
    exact, reach = True, run
    for step, length in axes:
        exact = exact and step - reach >= line
        reach += step * (length - 1)
    residues = Counter({start % line: 1})
    for step, length in axes:
        residues = _shifted(residues, step, length, line)
    count = sum([times * ((residue + run - 1) // line + 1) for residue, times in residues.items()])
    if not exact:
        whole = (start + reach - 1) // line - start // line + 1
        return Lines(min(count, whole), count == 1)
    return Lines(count, True)


def _shifted(residues: Counter[int], step: int, length: int, line: int) -> Counter[int]:
    """Where in their lines the runs begin once an axis has repeated them."""
    found: Counter[int] = Counter()
    period = next(period for period in range(1, line + 1) if step * period % line == 0)
    for residue, times in residues.items():
        for place in range(min(period, length)):
            found[(residue + place * step) % line] += times * ((length - place - 1) // period + 1)
    return found


@dataclass(frozen=True, slots=True)
class Fetches:
    """How many cache lines a loop fetches on each side."""

    source: int
    destination: int

    @property
    def total(self) -> int:
        return self.source + self.destination


def plain_loop(
    size: Sequence[int], source_stride: Sequence[int], destination_stride: Sequence[int], itemsize: int
) -> Fetches:
    """How many lines nested loops over the dimensions fetch, the last one innermost, without any tiling.

    A model: the cache keeps the `CACHE_LINES` lines used last. Loops whose lines fit find them again in the next turn
    of the loop around them; those that do not fetch everything anew in each turn.

    >>> plain_loop((4096, 4096), (1, 4096), (4096, 1), 4)
    Fetches(source=16777216, destination=1048576)
    """
    if 0 in size:
        return Fetches(0, 0)
    strides = (source_stride, destination_stride)
    kept = len(size)  # the loops from here on fit into the cache together
    while kept > 0 and sum(_lines(size, stride, itemsize, kept - 1) for stride in strides) <= CACHE_LINES:
        kept -= 1
    # One more loop may go round what fits: what it leaves for its next turn is still there.
    around = max(kept - 1, 0)
    fetched = [_lines(size, stride, itemsize, around) * prod(size[:around]) for stride in strides]
    return Fetches(*fetched)


def _lines(size: Sequence[int], stride: Sequence[int], itemsize: int, first: int) -> int:
    return touched_lines(size[first:], stride[first:], itemsize).count
