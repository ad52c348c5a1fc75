"""Where the values of arrays are in order: whole lines, or only the k-th and the first of a line. NaN comes last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .reducing import BLOCK_ELEMENTS, comparable

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = 16  # so many values are sorted by insertion in PyTorch
SAMPLE = 1 << 14  # so many values of a long line tell where it is parted
FEW = 4  # a choice of less than every fourth value is worth a search without sorting


def ordered_places(backend: Any, lines: Any, descending: bool = False) -> Any:
    """Where the values in order along the last axis are: equal values in their order, NaN behind every number.

    Descending is the opposite, except that equal values keep their order.
    """
    xp = backend.xp
    lines = comparable(backend, lines)
    length = lines.shape[-1]
    if descending:
        return length - 1 - ordered_places(backend, lines[..., ::-1])[..., ::-1]
    if length <= BLOCK_ELEMENTS:
        return xp.argsort(lines, axis=-1, kind="stable")
    places = xp.empty(lines.shape, xp.int64)
    for position in xp.ndindex(lines.shape[:-1]):
        places[position] = _places_in_long_line(backend, lines[position])
    return places


def _places_in_long_line(backend: Any, line: Any) -> Any:
    """The order of one line, parted by value into buckets, which are sorted apart."""
    xp = backend.xp
    sample = xp.sort(line[:: max(line.size // SAMPLE, 1)])
    sample = sample[sample == sample]
    borders = xp.unique(sample[:: max(sample.size * BLOCK_ELEMENTS // line.size, 1)])
    starts = range(0, line.size, BLOCK_ELEMENTS)
    parts: list[Any] = [None] * len(starts)

    def part(number: int) -> None:
        block = line[starts[number] : starts[number] + BLOCK_ELEMENTS]
        bucket = xp.searchsorted(borders, block, side="right").astype(xp.uint16)
        ends = xp.cumsum(xp.bincount(bucket, minlength=len(borders) + 1))
        parts[number] = xp.split(xp.argsort(bucket, kind="stable") + starts[number], ends[:-1])

    backend.for_each(part, range(len(starts)))
    buckets: list[Any] = [None] * (len(borders) + 1)

    def order(number: int) -> None:
        places = xp.concatenate([pieces[number] for pieces in parts])
        buckets[number] = places[xp.argsort(line[places], kind="stable")]

    backend.for_each(order, range(len(buckets)))
    return backend.waited(xp.concatenate, buckets)


def in_time(backend: Any, lines: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns; where the lines are long, in a thread that Ctrl-C need not wait for."""
    return function(*arguments) if lines.size <= BLOCK_ELEMENTS else backend.waited(function, *arguments)


def values_at(backend: Any, lines: Any, places: Any) -> Any:
    """The values at places of the lines."""
    return in_time(backend, lines, backend.xp.take_along_axis, lines, places, -1)


def kth_places(xp: Any, lines: Any, k: int) -> Any:
    """Where the k-th value of each line in order is, counted from 0, on an axis of size 1; lines without NaN."""
    value = xp.partition(lines, k, axis=-1)[..., k : k + 1]
    wanted = k - xp.count_nonzero(lines < value, axis=-1, keepdims=True)  # of the values that equal it
    return xp.argmax(xp.cumsum(lines == value, axis=-1) > wanted, axis=-1, keepdims=True)


def kth_or(backend: Any, lines: Any, k: int, otherwise: Callable[[Any], Any]) -> Any:
    """`kth_places`, or what `otherwise` makes of the lines if there is NaN among them."""
    xp = backend.xp
    lines = comparable(backend, lines)
    if lines.dtype.kind in "iub" or not bool(xp.isnan(lines).any()):
        return in_time(backend, lines, kth_places, xp, lines, k)
    return otherwise(lines)


def _chosen_places(xp: Any, lines: Any, count: int, descending: bool) -> Any:
    """Where the first values of each line in order are, as they lie; lines without NaN."""
    last = lines.shape[-1] - count if descending else count - 1
    border = xp.partition(lines, last, axis=-1)[..., last : last + 1]
    beyond = lines > border if descending else lines < border
    level = lines == border
    wanted = count - xp.count_nonzero(beyond, axis=-1, keepdims=True)
    chosen = beyond | (level & (xp.cumsum(level, axis=-1) <= wanted))
    return xp.nonzero(chosen)[-1].reshape(*lines.shape[:-1], count)


def leading_places(backend: Any, lines: Any, count: int, descending: bool) -> Any:
    """The first `count` places of `ordered_places`."""
    xp = backend.xp
    lines = comparable(backend, lines)
    length = lines.shape[-1]
    plain = lines.dtype.kind in "iub" or not bool(xp.isnan(lines).any())
    if count * FEW >= length or not count or not plain:
        return ordered_places(backend, lines, descending)[..., :count]
    places = in_time(backend, lines, _chosen_places, xp, lines, count, descending)
    order = ordered_places(backend, xp.take_along_axis(lines, places, -1), descending)
    return xp.take_along_axis(places, order, -1)


def inserted_places(backend: Any, lines: Any) -> Any:
    """The order in which insertion sorts short lines: as `ordered_places`, but NaN stops what would pass it.

    PyTorch sorts so for the mode, whose result shows it where all values occur once.
    """
    xp = backend.xp
    values = comparable(backend, lines)
    columns = xp.arange(lines.shape[-1])
    places = xp.broadcast_to(columns, lines.shape)
    for place in range(1, lines.shape[-1]):
        moved = values[..., place : place + 1]
        passed = xp.logical_and.accumulate((moved < values[..., :place])[..., ::-1], axis=-1).sum(-1, keepdims=True)
        target = xp.where(moved < values[..., :1], 0, place - passed)
        source = xp.where(columns == target, place, columns - ((columns > target) & (columns <= place)))
        values = xp.take_along_axis(values, source, -1)
        places = xp.take_along_axis(places, source, -1)
    return places
