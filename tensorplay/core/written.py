"""What was ever written of a storage: a short list of byte layouts, never a mask as large as the storage."""

from __future__ import annotations

from tensorplay.geometry.addresses import AddressMap
from tensorplay.geometry.layout import Layout

LIMIT = 64  # layouts kept before the record collapses
EXACT_BYTES = 1 << 16  # up to this size a collapse counts byte by byte instead of giving up

NOTHING, SOME, EVERYTHING, UNKNOWN = "nothing", "some", "everything", "unknown"


class Written:
    """The record of one storage. `state` is "nothing", "some", "everything" or "unknown"; addresses are bytes."""

    __slots__ = ("layouts", "nbytes", "state")

    def __init__(self, nbytes: int, state: str) -> None:
        self.nbytes = nbytes
        self.state = state
        self.layouts: list[Layout] = []

    def add(self, layout: Layout, itemsize: int) -> None:
        """Note that the elements of `layout` (in elements of `itemsize` bytes) were written."""
        if self.state in (EVERYTHING, UNKNOWN) or layout.numel == 0:
            return
        area = in_bytes(layout, itemsize)
        run = as_run(area)
        self.state = SOME
        if run is None:
            if area not in self.layouts:
                self.layouts.append(area)
        else:
            self._add_run(*run)
        if len(self.layouts) > LIMIT or run is None:
            self._collapse()

    def _add_run(self, start: int, stop: int) -> None:
        """Insert a run of bytes, joined with the runs that it touches."""
        others = []
        for layout in self.layouts:
            run = as_run(layout)
            if run is not None and run[0] <= stop and start <= run[1]:
                start, stop = min(start, run[0]), max(stop, run[1])
            else:
                others.append(layout)
        if start <= 0 and stop >= self.nbytes:
            self.forget(EVERYTHING)
        else:
            self.layouts = [*others, Layout((stop - start,), (1,), start)]

    def _collapse(self) -> None:
        """Shorten the list: exactly for a small storage, else by giving up once it is too long."""
        if self.nbytes <= EXACT_BYTES:
            flags = bytearray(self.nbytes)
            for layout in self.layouts:
                for address in AddressMap(layout).addresses(0, self.nbytes) or ():
                    flags[address] = 1
            if all(flags):
                self.forget(EVERYTHING)
            elif len(self.layouts) > LIMIT:
                runs = _runs(flags)
                if len(runs) > LIMIT:
                    self.forget(UNKNOWN)
                else:
                    self.layouts = [Layout((stop - start,), (1,), start) for start, stop in runs]
        elif len(self.layouts) > LIMIT:
            self.forget(UNKNOWN)

    def forget(self, state: str) -> None:
        """Replace the list by one word."""
        self.state = state
        self.layouts = []

    def resize(self, nbytes: int) -> None:
        """The storage changed its size; bytes that it gained were never written."""
        if self.state == EVERYTHING and nbytes > self.nbytes:
            self.state = SOME if self.nbytes else NOTHING
            self.layouts = [Layout((self.nbytes,), (1,), 0)] if self.nbytes else []
        elif self.state == SOME and nbytes < self.nbytes:
            self.forget(UNKNOWN)
        self.nbytes = nbytes

    def covers(self, start: int, stop: int) -> bool | None:
        """Whether all bytes of [start, stop) were written; None if nobody knows."""
        if self.state == UNKNOWN:
            return None
        if self.state == EVERYTHING or start >= stop:
            return True
        maps = [AddressMap(layout) for layout in self.layouts]
        return all(any(area.contains(address) for area in maps) for address in range(start, stop))


def in_bytes(layout: Layout, itemsize: int) -> Layout:
    """The layout of the single bytes of a layout of elements."""
    if itemsize == 1:
        return layout
    stride = tuple(step * itemsize for step in layout.stride)
    return Layout((*layout.size, itemsize), (*stride, 1), layout.offset * itemsize)


def as_run(layout: Layout) -> tuple[int, int] | None:
    """[start, stop) if the addresses of the layout are one run without holes, else None."""
    span = 1
    for step, size in sorted(zip(layout.stride, layout.size, strict=True)):
        if size == 1 or step == 0:
            continue
        if step < 0 or step > span:
            return None
        span = (size - 1) * step + span
    return layout.offset, layout.offset + span


def _runs(flags: bytearray) -> list[tuple[int, int]]:
    runs = []
    start = None
    for address, flag in enumerate([*flags, 0]):
        if flag and start is None:
            start = address
        elif not flag and start is not None:
            runs.append((start, address))
            start = None
    return runs
