"""How random words become numbers: the arithmetic of PyTorch's CPU kernels, on vectors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes import dtype as dtypes
from tensorplay.geometry.order import dim_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.attributes.dtype import DType

    from .generator import Generator
    from .op import Ints

BLOCK_ELEMENTS = 1 << 20  # a multiple of 16; long draws are cut into such blocks, so that Ctrl-C is answered between
PERMUTED_TOGETHER = 1 << 15  # so many exchanges are drawn together
# How many binary digits the numbers of a dtype have.
DIGITS = {dtypes.float16: 11, dtypes.bfloat16: 8, dtypes.float32: 24, dtypes.float64: 53}
WIDE_SPAN = 1 << 28  # integers from so many are drawn from 64 random bits each, fewer from 32
SMALLEST_FILL = 16  # from here on normal numbers of a contiguous tensor are made in blocks of 16


def in_memory_order(xp: Any, size: Ints, stride: Ints, dtype: Any, draw: Callable[[Any], None]) -> Any:
    """An array of a size whose elements are drawn in the order in which a layout has them in memory."""
    order = dim_order(size, stride)
    flat = xp.empty(math.prod(size), dtype)
    draw(flat)
    inverse = sorted(range(len(order)), key=order.__getitem__)
    return flat.reshape([size[dim] for dim in order]).transpose(inverse)


def blocks(flat: Any) -> Any:
    """A vector in parts."""
    for start in range(0, len(flat), BLOCK_ELEMENTS):
        yield flat[start : start + BLOCK_ELEMENTS]


def working_type(xp: Any, dtype: DType) -> Any:
    """The type in which the numbers of a floating dtype are computed: float32 for 16 bits."""
    return xp.dtype("float64" if dtype is dtypes.float64 else "float32")


def unit_interval(xp: Any, count: int, dtype: DType, generator: Generator) -> Any:
    """Numbers in [0, 1) of 53 random bits for float64, of 24 for the others, which are computed in float32."""
    if dtype is dtypes.float64:
        return (generator.double_words(count) & ((1 << 53) - 1)).astype(xp.float64) * 2.0**-53
    return (generator.words(count) & ((1 << 24) - 1)).astype(xp.float32) * xp.float32(2.0**-24)


def draw_uniform(xp: Any, flat: Any, dtype: DType, generator: Generator, low: float, high: float) -> None:
    """Fill a vector of elements with numbers from `low` to below `high`; what rounds up to `high` becomes `low`."""
    real = working_type(xp, dtype).type
    with xp.errstate(all="ignore"):
        for block in blocks(flat):
            block[:] = unit_interval(xp, len(block), dtype, generator) * (real(high) - real(low)) + real(low)
            block[block == flat.dtype.type(high)] = low


def draw_normal(
    xp: Any, flat: Any, dtype: DType, generator: Generator, mean: float, std: float, contiguous: bool
) -> None:
    """Fill a vector with normal numbers: in blocks of 16 if it is long and contiguous, else in pairs."""
    if contiguous and len(flat) >= SMALLEST_FILL:
        _draw_normal_blocks(xp, flat, dtype, generator, mean, std)
    else:
        for block in blocks(flat):
            _draw_normal_pairs(xp, block, generator, mean, std)


def _draw_normal_blocks(xp: Any, flat: Any, dtype: DType, generator: Generator, mean: float, std: float) -> None:
    """Box and Muller's way on 8 + 8 uniform numbers; a rest is covered by 16 fresh ones that end with the vector.

    For 32 and 64 bits PyTorch draws a uniform number for every element first, also for those of the rest.
    """
    whole = len(flat) // 16 * 16
    for block in blocks(flat[:whole]):
        uniform = unit_interval(xp, len(block), dtype, generator)
        block[:] = _box_muller(xp, uniform.reshape(-1, 2, 8), dtype, mean, std).reshape(-1)
    if whole < len(flat):
        if flat.dtype.itemsize > 2:
            unit_interval(xp, len(flat) - whole, dtype, generator)
        last = unit_interval(xp, 16, dtype, generator)
        flat[-16:] = _box_muller(xp, last.reshape(1, 2, 8), dtype, mean, std).reshape(-1)


def _box_muller(xp: Any, uniform: Any, dtype: DType, mean: float, std: float) -> Any:
    real = working_type(xp, dtype).type
    first, second = 1 - uniform[:, 0], uniform[:, 1]
    radius = xp.sqrt(real(-2) * xp.log(first))
    angle = real(2 * math.pi) * second
    return xp.stack((radius * xp.cos(angle), radius * xp.sin(angle)), axis=1) * real(std) + real(mean)


def _draw_normal_pairs(xp: Any, flat: Any, generator: Generator, mean: float, std: float) -> None:
    """Pairs in float64; the second of a pair that is not needed is kept for the next draw."""
    start = 0
    spare = generator.take_spare_normal() if len(flat) else None
    if spare is not None:
        flat[0] = spare * std + mean
        start = 1
    count = len(flat) - start
    if not count:
        return
    pairs = (count + 1) // 2
    uniform = unit_interval(xp, 2 * pairs, dtypes.float64, generator)
    radius = xp.sqrt(-2.0 * xp.log1p(-uniform[1::2]))
    angle = 2.0 * math.pi * uniform[0::2]
    values = xp.stack((radius * xp.cos(angle), radius * xp.sin(angle)), axis=1).reshape(-1)
    if count % 2:
        generator.keep_spare_normal(float(values[-1]))
    flat[start:] = values[:count] * std + mean


def draw_integers(xp: Any, flat: Any, generator: Generator, low: int, span: int, wide: bool) -> None:
    """Fill an int64 vector with integers in [low, low + span), remainders of words of 64 bits if `wide`, else 32."""
    for block in blocks(flat):
        words = generator.double_words(len(block)) if wide else generator.words(len(block))
        if span < 1 << 64:
            words = words % xp.uint64(span)
        block[:] = words.view(xp.int64) + xp.int64(low)


def draw_permutation(xp: Any, flat: Any, generator: Generator) -> None:
    """Fill a vector with the integers from 0 on in random order, exchanging each with a later one."""
    count = len(flat)
    order = xp.arange(count)
    cells = memoryview(order)
    for start in range(0, max(count - 1, 0), PERMUTED_TOGETHER):
        stop = min(start + PERMUTED_TOGETHER, count - 1)
        later = xp.arange(count - start, count - stop, -1)
        others = generator.words(stop - start).astype(xp.int64) % later + xp.arange(start, stop)
        for place, other in enumerate(others.tolist(), start):
            cells[place], cells[other] = cells[other], cells[place]
    flat[:] = order
