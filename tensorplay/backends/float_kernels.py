"""What compiled kernels have ready for arrays of floats: arithmetic and functions of 16 bits, sums and their like.

All is computed in float32. What they do not serve is told at once and left to NumPy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from . import kernels
from .strided_copy import address, same_place, strides_in_elements, type_name

#: Shorter rows NumPy folds as quickly.
SHORTEST_ROW = 32

Array = np.ndarray[Any, Any]


def combine(function: str, out: Array, *operands: Array) -> bool:
    """out[...] = function(left, right) of 16-bit floats of one type, rounded once; a 0-dim operand is not rounded.

    False, with nothing done, where the kernels do not have it ready.
    """
    name = type_name(out.dtype)
    if function not in kernels.ARITHMETIC or not kernels.available() or not (out.size and out.flags.writeable):
        return False
    operands = tuple(
        [
            operand if operand.shape == out.shape or not operand.ndim else np.broadcast_to(operand, out.shape)
            for operand in operands
        ]
    )
    whole = [operand for operand in operands if operand.ndim]
    if not whole or (name, "float32") not in kernels.CONVERSIONS or any([_unlike(out, operand) for operand in whole]):
        return False
    rows = _rows(out, whole)
    if rows is None:
        return False
    count, length, to_step, *steps = rows
    constants = [float(operand) for operand in operands if not operand.ndim]
    places = iter([(address(operand), step * 2) for operand, step in zip(whole, steps, strict=True)])
    left, right = [next(places) if operand.ndim else (0, 0) for operand in operands]
    constant = constants[0] if constants else 0.0
    kernels.combine(function, name, constant, count, length, (address(out), to_step * 2), left, right)
    return True


def every_element(array_type: np.dtype[Any]) -> Array | None:
    """All numbers of a 16-bit type in the order of their bits, for a table; None where no kernel looks up in it."""
    return np.arange(1 << 16, dtype=np.uint16).view(array_type) if kernels.available() else None


def look_up(out: Array, table: Array, operand: Array) -> bool:
    """out[...] = the element of the table, in the order of `every_element`, that stands for each of the operand.

    False, with nothing done, where the kernels do not serve.
    """
    if not (out.size and out.flags.writeable) or _unlike(out, operand):
        return False
    rows = _rows(out, [operand])
    if rows is None:
        return False
    count, length, to_step, step = rows
    kernels.look_up(count, length, (address(out), to_step * 2), (address(operand), step * 2), address(table))
    return True


def _unlike(out: Array, operand: Array) -> bool:
    """Whether an operand cannot be walked through beside `out`: cells may be shared only place by place."""
    if operand.dtype != out.dtype:
        return True
    return np.may_share_memory(out, operand) and not same_place(out, operand)


def _rows(out: Array, operands: list[Array]) -> tuple[int, ...] | None:
    """The number of common rows, their length, and the elements between those of `out` and of each operand."""
    if out.flags.c_contiguous and all([operand.flags.c_contiguous for operand in operands]):
        return 1, out.size, *[0] * (1 + len(operands))
    strides = [strides_in_elements(array) for array in (out, *operands)]
    if None in strides:
        return None
    return common_rows(out.shape, *strides)


@lru_cache(maxsize=4096)
def common_rows(size: tuple[int, ...], out: tuple[int, ...], *operands: tuple[int, ...]) -> tuple[int, ...] | None:
    """Rows in which all arrays with these strides run on; None where there are none, or on more than one axis."""
    found = [kernels.conversion_rows(size, out, stride) for stride in operands]
    parted = [rows for rows in found if rows is not None]
    if len(parted) < len(found):
        return None
    count, length, to_step, _ = max(parted)
    steps = []
    for rows, row_length, row_step, step in parted:
        if rows == 1:
            step = length
        elif (rows, row_length, row_step) != (count, length, to_step):
            return None
        steps.append(step)
    return count, length, to_step, *steps


def folded_rows(function: str, array: Array, axes: tuple[int, ...]) -> Array | None:
    """Axes that lie together in memory folded with `add`, `multiply`, `maximum` or `minimum` in float32, and kept.

    None, with nothing done, for other arrays.
    """
    name = type_name(array.dtype)
    if name not in kernels.FOLDED or not array.dtype.isnative or not kernels.available():
        return None
    stride = strides_in_elements(array)
    rows = None if stride is None else rows_along(array.shape, stride, axes)
    if rows is None:
        return None
    count, length, step = rows
    made = np.empty([1 if axis in axes else size for axis, size in enumerate(array.shape)], np.float32)
    kernels.fold(function, name, address(made), address(array), count, length, step * array.itemsize)
    return made


@lru_cache(maxsize=4096)
def rows_along(size: tuple[int, ...], stride: tuple[int, ...], axes: tuple[int, ...]) -> tuple[int, int, int] | None:
    """The number of rows, their length and the elements between them where axes are folded row by row.

    None where the axes do not run on, the others do not follow each other evenly, or the rows are short.
    """
    length = 1
    for axis in sorted(axes, key=lambda axis: stride[axis]):
        if size[axis] > 1:
            if stride[axis] != length:
                return None
            length *= size[axis]
    rows, step = 1, 0
    for axis in reversed(range(len(size))):
        if axis not in axes and size[axis] > 1:
            if rows == 1:
                step = stride[axis]
            elif stride[axis] != rows * step:
                return None
            rows *= size[axis]
    return (rows, length, step) if length >= SHORTEST_ROW and 0 not in size and step >= 0 else None
