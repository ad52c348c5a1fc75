"""The compiled copy kernels, where they were built; without them NumPy moves the bytes, with the same result.

The environment variable `TENSORPLAY_KERNELS`, read at import, chooses among them: "numpy" does without the extension,
"portable" keeps it to plain C. Addresses and steps are plain integers here; who calls has checked what they reach.
"""

from __future__ import annotations

import os
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tensorplay.backends.parallel import for_each
from tensorplay.geometry.copying import plan_copy

from .digest import digest

#: Outputs from this size on are written past the cache, and shared among threads.
LARGE_BYTES: Final = 1 << 22
#: Work between two looks at Ctrl-C.
PART_BYTES: Final = 1 << 21
PART_ELEMENTS: Final = 1 << 19
_WIDEST: Final = 16

#: From which array type to which the extension converts, under its numbers.
CONVERSIONS: Final = {
    ("float32", "float16"): 0,
    ("float16", "float32"): 1,
    ("float32", "bfloat16"): 2,
    ("bfloat16", "float32"): 3,
}
#: The arithmetic of 16-bit floats that the extension has ready, what it makes of rows, and of which, under its numbers.
ARITHMETIC: Final = {"add": 0, "subtract": 1, "multiply": 2, "true_divide": 3}
FOLDS: Final = {"add": 0, "multiply": 1, "maximum": 2, "minimum": 3}
FOLDED: Final = {"float32": 0, "float16": 1, "bfloat16": 2}
_ITEMSIZE: Final = {"float32": 4, "float16": 2, "bfloat16": 2}

_WISH: Final = os.environ.get("TENSORPLAY_KERNELS", "")
_WISHES: Final = ("", "numpy", "portable")


def _load() -> tuple[Any, str]:
    """The extension, or the reason why there is none."""
    if _WISH not in _WISHES:
        known = ", ".join([repr(wish) for wish in _WISHES if wish])
        text = f"the environment variable TENSORPLAY_KERNELS is {_WISH!r}, which is not one of {known}: it is ignored"
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    if _WISH == "numpy":
        return None, "TENSORPLAY_KERNELS=numpy"
    try:
        from tensorplay.backends.kernels import native
    except ImportError:
        return None, "the extension is not built"
    if digest(Path(__file__).parent) not in (None, getattr(native, "SOURCES", 0)):
        return None, "the extension was built from other sources: install again"
    native.portable(_WISH == "portable")
    return native, ""


_native, _why_not = _load()


def available() -> bool:
    """Whether the extension serves."""
    return _native is not None


def status() -> str:
    """Which path copies take, in words.

    >>> status().split()[0] in ("compiled", "NumPy")
    True
    """
    if _native is None:
        return f"NumPy ({_why_not})"
    return f"compiled ({', '.join(_native.features()) or 'plain C'})"


class Prepared(NamedTuple):
    """A copy made ready, with the bytes that it reaches on either side of the two starting addresses."""

    copy: object
    blocks: int
    block_bytes: int
    nbytes: int
    destination_start: int
    source_start: int
    destination_end: int
    source_low: int
    source_end: int


@lru_cache(maxsize=4096)
def prepared(
    size: tuple[int, ...], destination_stride: tuple[int, ...], source_stride: tuple[int, ...], itemsize: int
) -> Prepared | None:
    """The copy with these strides in elements, ready for any addresses; None where the kernels do not serve."""
    plan = plan_copy(size, destination_stride, source_stride, itemsize)
    if _native is None or len(plan.size) > 64 or plan.itemsize not in (1, 2, 4, 8, 16) or plan.cells_shared:
        return None
    streaming = plan.nbytes >= LARGE_BYTES
    copy, blocks, block_bytes = _native.prepare(
        plan.size, plan.destination_stride, plan.source_stride, plan.itemsize, streaming
    )
    (destination_start, destination_end), (source_low, source_end) = plan.spans
    return Prepared(
        copy=copy,
        blocks=blocks,
        block_bytes=block_bytes,
        nbytes=plan.nbytes,
        destination_start=destination_start,
        source_start=plan.source_start * itemsize,
        destination_end=destination_end,
        source_low=source_low,
        source_end=source_end,
    )


class Work(NamedTuple):
    """What the extension does in a block of a copy, and in which order of the axes blocks come, the quickest last."""

    work: str
    extent: tuple[int, ...]
    order: tuple[int, ...]
    staged: bool
    streaming: bool


def explain(ready: Prepared) -> Work:
    """What `copy` would do. ValueError for a copy of nothing."""
    return Work(*_native.explain(ready.copy))


def copy(ready: Prepared, destination: int, source: int, *, alive: Any = None) -> bool:
    """Copy between two addresses, in memory that `alive` holds; False, with nothing done, where they may overlap."""
    to, end = destination + ready.destination_start, destination + ready.destination_end
    if source + ready.source_low < end and to < source + ready.source_end:
        return False
    start = source + ready.source_start
    if ready.nbytes < LARGE_BYTES:
        _native.run(ready.copy, to, start, 0, ready.blocks)
        return True
    step = max(PART_BYTES // ready.block_bytes, 1)

    def work(first: int) -> None:
        _native.run(ready.copy, to, start, first, min(first + step, ready.blocks))

    for_each(work, range(0, ready.blocks, step), alive=alive)
    return True


@lru_cache(maxsize=4096)
def conversion_rows(
    size: tuple[int, ...], destination_stride: tuple[int, ...], source_stride: tuple[int, ...]
) -> tuple[int, int, int, int] | None:
    """(rows, elements in a row, and the steps between rows) of an element-wise pass that runs on along its rows.

    Strides in elements; None where rows are not contiguous on both sides, or more than one axis lies outside them.
    """
    plan = plan_copy(size, destination_stride, source_stride, _WIDEST)  # which is never taken for a wider element
    if plan.destination_start or plan.source_start or len(plan.size) > 2 or plan.cells_shared:
        return None
    if not plan.size:
        return 1, 1, 0, 0
    if plan.destination_stride[-1] != 1 or plan.source_stride[-1] != 1:
        return None
    if len(plan.size) == 1:
        return 1, plan.size[0], 0, 0
    return plan.size[0], plan.size[1], plan.destination_stride[0], plan.source_stride[0]


def convert(
    rows: tuple[int, int, int, int], types: tuple[str, str], destination: int, source: int, *, alive: Any = None
) -> None:
    """Convert rows as `conversion_rows` describes them between two addresses, in memory that `alive` holds.

    The bytes must not overlap.
    """
    number, (count, length, to_step, from_step) = CONVERSIONS[types], rows
    from_size, to_size = _ITEMSIZE[types[0]], _ITEMSIZE[types[1]]
    if count * length < 2 * PART_ELEMENTS:
        _native.convert(number, destination, source, count, length, to_step * to_size, from_step * from_size)
        return
    if count == 1:  # one long row is parted into rows
        whole, rest = divmod(length, PART_ELEMENTS)
        done = whole * PART_ELEMENTS
        _native.convert(number, destination + done * to_size, source + done * from_size, 1, rest, 0, 0)
        count, length, to_step, from_step = whole, PART_ELEMENTS, PART_ELEMENTS, PART_ELEMENTS
    step = max(PART_ELEMENTS // length, 1)

    def work(first: int) -> None:
        to, start = destination + first * to_step * to_size, source + first * from_step * from_size
        part = min(step, count - first)
        _native.convert(number, to, start, part, length, to_step * to_size, from_step * from_size)

    for_each(work, range(0, count, step), alive=alive)


def combine(
    function: str,
    array_type: str,
    constant: float,
    rows: int,
    count: int,
    destination: tuple[int, int],
    left: tuple[int, int],
    right: tuple[int, int],
) -> None:
    """Compute rows of 16-bit floats from two operands, each an address and the bytes between its rows.

    An operand at address 0 is the constant. The rows of the destination are those of an operand, or apart from them.
    """
    widening = CONVERSIONS[(array_type, "float32")]
    _native.combine(
        ARITHMETIC[function], widening, destination[0], left[0], right[0], constant,
        rows, count, destination[1], left[1], right[1],
    )  # fmt: skip


def look_up(rows: int, count: int, destination: tuple[int, int], source: tuple[int, int], table: int) -> None:
    """Replace 16-bit elements by those of a table, from rows to rows: addresses, and the bytes between rows."""
    _native.look_up(destination[0], source[0], table, rows, count, destination[1], source[1])


def fold(function: str, array_type: str, destination: int, source: int, rows: int, count: int, step: int) -> None:
    """Rows folded to neighbouring float32, with so many bytes between rows."""
    _native.fold(FOLDS[function], FOLDED[array_type], destination, source, rows, count, step)
