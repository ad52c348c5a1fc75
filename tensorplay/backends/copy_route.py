"""Which way a strided copy takes on this machine: here it is decided, and here it is said.

One call of NumPy serves where a plan would not pay. Else the compiled kernels do, or NumPy in tiles where they are not
built. A copy that writes cells more than once keeps the order of a plain loop.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from tensorplay.geometry.copying import plan_copy
from tensorplay.geometry.reasons import counted
from tensorplay.geometry.tiling import plan_tiles

from . import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.geometry.copying import CopyPlan
    from tensorplay.geometry.tiling import Tiling

#: Smaller copies NumPy's own loop has done before a plan is looked up.
FEWEST_MOVED: Final = 1 << 13
#: Smaller copies of one contiguous run are left to NumPy, too: it makes them one memcpy.
LEAST_MEMCPY_BYTES: Final = kernels.LARGE_BYTES
#: Without kernels, smaller copies go by one call: the cache holds them whole, and tiles cost 15 µs before the first.
LEAST_TILED_BYTES: Final = 1 << 18


class Route(NamedTuple):
    """A way, with what it needs: "call" is one call of NumPy, "loop" NumPy in the order of the axes."""

    way: Literal["call", "kernel", "tiles", "loop"]
    plan: CopyPlan
    kernel: kernels.Prepared | None = None
    tiling: Tiling | None = None


def route(
    size: tuple[int, ...], destination_stride: tuple[int, ...], source_stride: tuple[int, ...], itemsize: int
) -> Route:
    """The way of a copy between two layouts that do not overlap; strides in elements.

    >>> route((2, 3), (3, 1), (1, 2), 4).way
    'call'
    """
    return _route(size, destination_stride, source_stride, itemsize, kernels.available())


@lru_cache(maxsize=4096)
def _route(
    size: tuple[int, ...],
    destination_stride: tuple[int, ...],
    source_stride: tuple[int, ...],
    itemsize: int,
    compiled: bool,
) -> Route:
    plan = plan_copy(size, destination_stride, source_stride, itemsize)
    if prod(size) < FEWEST_MOVED or (plan.kind == "memcpy" and plan.nbytes < LEAST_MEMCPY_BYTES):
        return Route("call", plan)
    if plan.cells_shared:
        return Route("loop", plan)
    if not compiled and plan.nbytes < LEAST_TILED_BYTES:
        return Route("call", plan)
    kernel = kernels.prepared(size, destination_stride, source_stride, itemsize) if compiled else None
    return Route("tiles", plan, tiling=plan_tiles(plan)) if kernel is None else Route("kernel", plan, kernel)


def route_words(found: Route, axes: Sequence[str]) -> tuple[str, ...]:
    """A way in words: what does it, and how it is parted; `axes` names the axes of its plan.

    >>> route_words(route((2, 3), (3, 1), (1, 2), 4), "hw")
    ('one call of NumPy, as the copy is small',)
    """
    if found.kernel is not None:
        facts = kernels.explain(found.kernel)
        words = _tile_words("block", found.kernel.blocks, found.plan, facts.extent, facts.order, axes)
        words += ["put together in a buffer"] * facts.staged + ["written past the cache"] * facts.streaming
        return f"{kernels.status()}: {facts.work}", ", ".join(words)
    if found.tiling is not None:
        tiling = found.tiling
        words = _tile_words("tile", tiling.count, found.plan, tiling.extent, range(len(axes)), axes)
        words += ["through a buffer in the order of the source"] * tiling.staged
        entries = ", ".join(axes[len(axes) - tiling.looped :])
        each = f"each entry along {entries} in each tile" if tiling.looped else "each tile"
        return f"{kernels.status()}: one call for {each}", ", ".join(words)
    if found.way == "loop":
        return ("NumPy in the order of the axes, as cells are written more than once",)
    small = "it makes one memcpy of it" if found.plan.kind == "memcpy" else "the copy is small"
    return (f"one call of NumPy, as {small}",)


def _tile_words(
    word: str, count: int, plan: CopyPlan, extent: Sequence[int], order: Sequence[int], axes: Sequence[str]
) -> list[str]:
    """How many, how large, and along which axis one follows the other."""
    parted = [axis for axis in order if extent[axis] < plan.size[axis]]
    next_one = [f"the next one along {axes[parted[-1]]}"] if parted else []
    return [f"{counted(count, word)} of {list(extent)}", *next_one]
