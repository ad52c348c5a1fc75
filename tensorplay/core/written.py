"""What was ever written of a storage: a short list of byte layouts, never a mask as large as the storage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from tensorplay.geometry.layout import Layout, required_cells
from tensorplay.geometry.progressions import Axis, merged, positive_axes

LIMIT = 64  # layouts kept before the record is shortened
EXACT_BYTES = 1 << 20  # ranges up to this size may be looked at byte by byte
STEPS = 1 << 14  # runs of equal distance that marking one layout may take

NOTHING, SOME, EVERYTHING, UNKNOWN = "nothing", "some", "everything", "unknown"


class Written:
    """The record of one storage; addresses are bytes.

    `state` is "nothing", "some", "everything" or "unknown", and is never wrong: where the truth would take too long
    to find, or too long a list to keep, it is "unknown". `layouts` lists the areas written while the state is "some",
    each with its bytes in the innermost dimension.

    >>> record = Written(16, NOTHING)
    >>> record.add(Layout((2,), (2,)), 4)
    >>> record.state, record.covers(0, 4), record.covers(0, 8)
    ('some', True, False)
    >>> record.add(Layout((2,), (2,), 1), 4)
    >>> record.state
    'everything'
    """

    __slots__ = ("layouts", "nbytes", "state")

    def __init__(self, nbytes: int, state: str) -> None:
        self.nbytes = nbytes
        self.state = state
        self.layouts: list[Layout] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.nbytes, self.state, [(area.size, area.stride, area.offset) for area in self.layouts])

    def copy(self) -> Written:
        """A record of its own that says the same."""
        twin = Written(self.nbytes, self.state)
        twin.layouts = list(self.layouts)
        return twin

    def forget(self, state: str) -> None:
        """Replace the list by one word."""
        self.state = state
        self.layouts = []

    def add(self, layout: Layout, itemsize: int) -> None:
        """Note that the elements of `layout` (in elements of `itemsize` bytes) were written."""
        if self.state == EVERYTHING or layout.numel == 0:
            return
        area = in_bytes(layout, itemsize)
        run = as_run(area)
        if run is not None and run[0] <= 0 and run[1] >= self.nbytes:
            self.forget(EVERYTHING)
        elif self.state != UNKNOWN and self._insert(area):
            self.state = SOME
            self._decide()

    def add_some(self, layout: Layout, itemsize: int) -> None:
        """Note that some elements of `layout` were written, nobody knows which."""
        if self.state in (EVERYTHING, UNKNOWN) or layout.numel == 0:
            return
        area = in_bytes(layout, itemsize)
        if not any(_contains(known, area) for known in self.layouts):
            self.forget(UNKNOWN)

    def resize(self, nbytes: int) -> None:
        """The storage changed its size; bytes that it gained were never written, bytes that it lost do not count."""
        before, self.nbytes = self.nbytes, nbytes
        if self.state == EVERYTHING and nbytes > before:
            self.forget(SOME if before else NOTHING)
            if before:
                self.layouts.append(Layout((before,), (1,), 0))
        elif self.state == SOME and nbytes < before:
            areas, self.layouts = self.layouts, []
            for area in areas:
                parts = _clipped(_axes_of(area), area.offset, nbytes)
                if parts is None:
                    self.forget(UNKNOWN)
                    return
                for part in parts:
                    self._insert(part)
            self.state = SOME if self.layouts else NOTHING
            self._decide()

    def covers(self, start: int, stop: int) -> bool | None:
        """Whether all bytes of [start, stop) were written; None if nobody knows. Bytes outside the storage were not."""
        if start >= stop:
            return True
        if start < 0 or stop > self.nbytes or self.state == NOTHING:
            return False
        if self.state != SOME:
            return True if self.state == EVERYTHING else None
        wanted = Layout((stop - start,), (1,), start)
        if any(_contains(area, wanted) for area in self.layouts):
            return True
        if sum([area.numel for area in self.layouts]) < stop - start:
            return False
        for low, high in _looked_at(start, stop):
            flags = self.flags(low, high)
            if flags is None:
                return None
            if not all(flags):
                return False
        return True if stop - start <= EXACT_BYTES else None

    def flags(self, start: int, stop: int) -> bytearray | None:
        """One byte for each byte of [start, stop) of the storage: 1 if it was written, else 0; None if nobody knows.

        >>> record = Written(8, NOTHING)
        >>> record.add(Layout((2,), (2,)), 2)
        >>> list(record.flags(1, 6))
        [1, 0, 0, 1, 1]
        """
        if self.state == UNKNOWN:
            return None
        if self.state == EVERYTHING:
            return bytearray(b"\1") * (stop - start)
        flags = bytearray(stop - start)
        for area in self.layouts:
            if not _mark(flags, start, area):
                return None
        return flags

    def _insert(self, area: Layout) -> bool:
        """Add an area to the list, joined with what it continues; False if it holds nothing new."""
        kept: list[Layout] = []
        pending: Layout | None = area
        while pending is not None:
            area, pending = pending, None
            kept = []
            for position, other in enumerate(self.layouts):
                if _far_runs(other, area):
                    kept.append(other)
                    continue
                if other == area or _contains(other, area):
                    return False
                whole = _joined(other, area)
                if whole is not None:
                    # The larger area may continue others in turn.
                    self.layouts = kept + self.layouts[position + 1 :]
                    pending = whole
                    break
                if not _contains(area, other):
                    kept.append(other)
        self.layouts = [*kept, area]
        return True

    def _shorten(self) -> None:
        """Make one area of equal ones at equal distances; if that is not enough, give up."""
        areas = sorted(self.layouts, key=lambda area: (area.size, area.stride, area.offset))
        self.layouts = []
        for (size, stride), group in groupby(areas, key=lambda area: (area.size, area.stride)):
            for start, step, count in _progressions([area.offset for area in group]):
                self._insert(in_bytes(Layout((count, *size), (step, *stride), start), 1))
        if len(self.layouts) > LIMIT:
            self.forget(UNKNOWN)

    def _decide(self) -> None:
        """Keep the list short, and find out whether the areas, together, are all there is."""
        if len(self.layouts) > LIMIT:
            self._shorten()
        if self.state != SOME or sum([area.numel for area in self.layouts]) < self.nbytes:
            return
        covered = self.covers(0, self.nbytes)
        if covered is not False:
            self.forget(EVERYTHING if covered else UNKNOWN)


def _restored(nbytes: int, state: str, areas: Sequence[tuple[tuple[int, ...], tuple[int, ...], int]]) -> Written:
    record = Written(nbytes, state)
    record.layouts = [Layout(*area) for area in areas]
    return record


def in_bytes(layout: Layout, itemsize: int) -> Layout:
    """The bytes of a layout of elements, in the fewest dimensions, strides falling to 1.

    Every set of bytes that steps can describe gets one form, so that areas can be compared.

    >>> in_bytes(Layout((2, 3), (3, 1), 1), 4)
    Layout(size=(24,), stride=(1,), offset=4)
    >>> in_bytes(Layout((3, 2), (1, 3)), 1), in_bytes(Layout((2,), (5,)), 2)
    (Layout(size=(6,), stride=(1,), offset=0), Layout(size=(2, 2), stride=(10, 1), offset=0))
    """
    size, stride = layout.size, layout.stride
    if len(size) == 1 and stride[0] == 1:
        return Layout((size[0] * itemsize,), (1,), layout.offset * itemsize)
    if 0 in size:
        return Layout((0,), (1,), layout.offset * itemsize)
    axes, start, _ = positive_axes(size, [step * itemsize for step in stride])
    if itemsize > 1:
        axes.append(Axis(1, itemsize))
    axes = merged(axes)
    if not axes or axes[-1].stride > 1:
        axes.append(Axis(1, 1))
    return _layout_of(axes, layout.offset * itemsize + start)


def as_run(area: Layout) -> tuple[int, int] | None:
    """[start, stop) if the area, in the form of `in_bytes`, is one run without holes, else None."""
    return (area.offset, area.offset + area.size[0]) if len(area.size) == 1 else None


def _axes_of(area: Layout) -> list[Axis]:
    return [Axis(step, length) for length, step in zip(area.size, area.stride, strict=True)]


def _layout_of(axes: Iterable[Axis], offset: int) -> Layout:
    axes = list(axes)
    return Layout(tuple([axis.length for axis in axes]), tuple([axis.stride for axis in axes]), offset)


def _contains(area: Layout, other: Layout) -> bool:
    """Whether every byte of `other` is found in `area` by walking along the dimensions of `area`. False is no proof."""
    rest = other.offset - area.offset
    if rest < 0:
        return False
    places = []
    for step in area.stride:
        places.append(rest // step)
        rest %= step
    for length, step in zip(other.size, other.stride, strict=True):
        for dim, own in enumerate(area.stride):
            if step % own == 0:
                places[dim] += step // own * (length - 1)
                break
        else:
            return False
    return all([place < length for place, length in zip(places, area.size, strict=True)])


def _far_runs(first: Layout, second: Layout) -> bool:
    """Whether both are runs with bytes between them: the frequent case in which nothing more need be asked."""
    if len(first.size) > 1 or len(second.size) > 1:
        return False
    return first.offset > second.offset + second.size[0] or second.offset > first.offset + first.size[0]


def _joined(first: Layout, second: Layout) -> Layout | None:
    """One area with exactly the bytes of two that continue one another along one dimension, or None."""
    if first.offset > second.offset:
        first, second = second, first
    distance = second.offset - first.offset
    if first.stride == second.stride:
        differing = [dim for dim, length in enumerate(first.size) if length != second.size[dim]]
        if len(differing) > 1:
            return None
        for dim in differing or range(len(first.size)):
            step, length = first.stride[dim], first.size[dim]
            if distance % step == 0 and distance // step <= length:
                total = max(length, distance // step + second.size[dim])
                size = (*first.size[:dim], total, *first.size[dim + 1 :])
                return in_bytes(Layout(size, first.stride, first.offset), 1)
        return None
    # One has a dimension more, along which the other has a single place.
    longer, shorter = (first, second) if len(first.size) > len(second.size) else (second, first)
    if len(longer.size) != len(shorter.size) + 1:
        return None
    dim = next((dim for dim, step in enumerate(shorter.stride) if step != longer.stride[dim]), len(shorter.size))
    if longer.size[:dim] + longer.size[dim + 1 :] != shorter.size:
        return None
    if longer.stride[:dim] + longer.stride[dim + 1 :] != shorter.stride:
        return None
    length, step = longer.size[dim], longer.stride[dim]
    places = 1 if shorter is first else length
    if distance % step or distance // step > places:
        return None
    total = distance // step + length if shorter is first else max(length, distance // step + 1)
    size = (*longer.size[:dim], total, *longer.size[dim + 1 :])
    return in_bytes(Layout(size, longer.stride, first.offset), 1)


def _clipped(axes: list[Axis], offset: int, limit: int) -> list[Layout] | None:
    """What lies below `limit`, as areas; None if they are too many."""
    if offset >= limit:
        return []
    span = sum([axis.span for axis in axes])
    if offset + span < limit:
        return [in_bytes(_layout_of(axes, offset), 1)]
    (step, length), inner = axes[0], axes[1:]
    # Blocks that end below the limit stay whole, those that begin below it are clipped themselves.
    whole = max((limit - 1 - offset - span) // step + length, 0)
    parts = [in_bytes(_layout_of([Axis(step, whole), *inner], offset), 1)] if whole else []
    if inner:
        begun = min((limit - 1 - offset) // step + 1, length)
        if begun - whole > LIMIT:
            return None
        for place in range(whole, begun):
            part = _clipped(inner, offset + place * step, limit)
            if part is None:
                return None
            parts += part
    return parts


def _progressions(offsets: Sequence[int]) -> list[tuple[int, int, int]]:
    """Rising numbers as (start, step, count): three or more at one distance together, others alone."""
    found = []
    position = 0
    while position < len(offsets):
        count = 1
        step = offsets[position + 1] - offsets[position] if position + 1 < len(offsets) else 1
        while position + count < len(offsets) and offsets[position + count] == offsets[position] + count * step:
            count += 1
        if count < 3:
            count = 1
        found.append((offsets[position], step, count))
        position += count
    return found


def _looked_at(start: int, stop: int) -> list[tuple[int, int]]:
    """The parts of a range that may be looked at byte by byte: all of it, or both ends."""
    if stop - start <= EXACT_BYTES:
        return [(start, stop)]
    return [(start, start + EXACT_BYTES // 2), (stop - EXACT_BYTES // 2, stop)]


def _mark(flags: bytearray, start: int, area: Layout) -> bool:
    """Set to 1 the flags, of the bytes from `start` on, that the area touches; False if that would take too long."""
    stop = start + len(flags)
    axes = _axes_of(area)
    longest = max(axes, key=lambda axis: axis.length)
    axes.remove(longest)
    bases = [area.offset]
    reach = required_cells(area) - 1 - area.offset
    for axis in axes:
        reach -= axis.span
        places = [_places(axis, base, reach, start, stop) for base in bases]
        if sum([len(indices) for indices in places]) > STEPS:
            return False
        bases = [base + place * axis.stride for base, indices in zip(bases, places, strict=True) for place in indices]
    step = longest.stride
    for base in bases:
        indices = _places(longest, base, 0, start, stop)
        if indices:
            begin = base + indices[0] * step - start
            flags[begin : begin + (len(indices) - 1) * step + 1 : step] = b"\1" * len(indices)
    return True


def _places(axis: Axis, base: int, reach: int, start: int, stop: int) -> range:
    """The places along an axis from which bytes of [start, stop) can be reached, at most `reach` further on."""
    first = -((base + reach - start) // axis.stride)
    return range(max(first, 0), min((stop - 1 - base) // axis.stride + 1, axis.length))
