"""A conversion between two orders of the axes, in blocks that stay in the cache.

The copy kernels bring a block into the target's order, still in the source's type, and from there it is converted row
after row. So neither a whole tensor between the two steps is needed, nor a loop that converts while it jumps.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tensorplay.geometry.copying import WIDEST_ELEMENT, plan_copy
from tensorplay.geometry.layout import contiguous_strides
from tensorplay.geometry.tiling import cover_run

from . import kernels
from .blocked_copy import seen
from .lending import lend
from .parallel import for_each

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from tensorplay.geometry.copying import CopyPlan

    Array = np.ndarray[Any, np.dtype[Any]]
    Ints = tuple[int, ...]

#: Elements of a block: large beside the 15 µs that it takes to start one, small beside the last cache.
BLOCK_ELEMENTS: Final = 1 << 18
#: How far a block reaches along the runs of either side, in elements: whole cache lines, and long rows to convert.
SOURCE_RUN: Final = 64
TARGET_RUN: Final = 512


class _Turned(NamedTuple):
    """The plan of a conversion, and how far a block reaches along its axes."""

    plan: CopyPlan
    extent: Ints


@lru_cache(maxsize=1024)
def _prepared(size: Ints, target_stride: Ints, source_stride: Ints) -> _Turned | None:
    """None where the source runs along the target's rows, too, or the order of the writes counts."""
    plan = plan_copy(size, target_stride, source_stride, WIDEST_ELEMENT)  # which is never taken for a wider one
    innermost = len(plan.size) - 1
    if plan.cells_shared or 0 in plan.source_stride or innermost < 1 or plan.destination_stride[innermost] != 1:
        return None
    closest = min(range(len(plan.size)), key=lambda axis: abs(plan.source_stride[axis]))
    if closest == innermost:
        return None
    extent = [1] * len(plan.size)
    cover_run(extent, plan.size, plan.source_stride, closest, SOURCE_RUN)
    cover_run(extent, plan.size, plan.destination_stride, innermost, TARGET_RUN)
    for axis in range(innermost, -1, -1):
        extent[axis] = max(min(plan.size[axis], extent[axis] * (BLOCK_ELEMENTS // prod(extent))), extent[axis])
    return _Turned(plan, tuple(extent))


def convert(
    target: Array, source: Array, target_stride: Ints, source_stride: Ints, cast: Callable[[Array, Array], None]
) -> bool:
    """target[...] = source for arrays of two types that do not overlap, strides in elements; `cast` converts a block.

    False, with nothing done, where this way does not serve.
    """
    ready = _prepared(target.shape, target_stride, source_stride)
    if ready is None:
        return False
    plan, extent = ready
    to = seen(target, plan.destination_start, plan.size, plan.destination_stride, target.dtype)
    origin = seen(source, plan.source_start, plan.size, plan.source_stride, source.dtype)
    base, steps = _address(origin), origin.strides
    spare: list[Array] = []

    def work(start: Ints) -> None:
        part = to[tuple([slice(first, first + length) for first, length in zip(start, extent, strict=True)])]
        try:
            memory = spare.pop()
        except IndexError:
            memory = lend(prod(extent) * source.itemsize).view(source.dtype)
        size = part.shape
        copy = kernels.prepared(size, contiguous_strides(size), plan.source_stride, source.itemsize)
        if copy is None:
            raise RuntimeError(f"there is no kernel for a block of {list(size)}")
        from_address = base + sum([first * step for first, step in zip(start, steps, strict=True)])
        kernels.copy(copy, _address(memory), from_address)
        cast(part, memory[: part.size].reshape(size))
        spare.append(memory)

    for_each(work, product(*[range(0, size, length) for size, length in zip(plan.size, extent, strict=True)]))
    return True


def _address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])
