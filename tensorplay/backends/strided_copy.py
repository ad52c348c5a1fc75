"""The strided copy on arrays: the plan comes from geometry, the compiled kernels or NumPy move the bytes.

Both work in blocks that fit the cache, and between which Ctrl-C is answered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tensorplay.geometry.tiling import TILE_ELEMENTS

from . import blocked_copy, kernels, turned_conversion
from .copy_route import FEWEST_MOVED, LEAST_MEMCPY_BYTES, LEAST_TILED_BYTES, route
from .lending import lend

BLOCK_ELEMENTS = 1 << 22
#: Smaller conversions NumPy's own loop has done before a plan is looked up.
FEWEST_CONVERTED = 1 << 10
_SINGLE = np.dtype(np.float32)
#: From so many elements on it pays to look first whether all lie within int32.
FEWEST_LOOKED_AT = 1 << 12
_ELEMENT_SIZES = (1, 2, 4, 8, 16)


def copy_array(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    """target[...] = source, cast as PyTorch casts; source is broadcast to the target's shape."""
    if target.size == 0:
        return
    if target.dtype == source.dtype:
        if target.size < FEWEST_MOVED or not _moved(target, source):
            _copy_with_numpy(target, source)
        return
    source = prepared(source, target.dtype)
    if target.size < FEWEST_CONVERTED or not _converted(target, source):
        _copy_with_numpy(target, source)


def _copy_with_numpy(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    if target.size <= TILE_ELEMENTS:
        _copy_block(target, source)
        return
    source = np.broadcast_to(source, target.shape)
    overlap = np.may_share_memory(target, source) and not same_place(target, source)
    if overlap and target.size > BLOCK_ELEMENTS:
        taken = np.empty_like(source)  # no block may read what another has written
        copy_array(taken, source)
        copy_array(target, taken)
    elif overlap or not _converted_in_tiles(target, source):
        _copy_in_blocks(target, source)


def _converted_in_tiles(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> bool:
    strides, source_strides = strides_in_elements(target), strides_in_elements(source)
    if target.dtype == source.dtype or strides is None or source_strides is None or not target.flags.writeable:
        return False
    if target.itemsize not in _ELEMENT_SIZES or source.itemsize not in _ELEMENT_SIZES:
        return False
    if kernels.available() and turned_conversion.convert(target, source, strides, source_strides, _copy_block):
        return True
    return blocked_copy.convert(target, source, strides, source_strides, _copy_block)


@lru_cache
def type_name(array_type: np.dtype[Any]) -> str:
    """The name of an array type, which NumPy puts together anew each time."""
    return array_type.name


def same_place(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> bool:
    """Whether every element is written where it was read."""
    return (
        target.dtype == source.dtype
        and target.strides == source.strides
        and target.shape == source.shape
        and address(target) == address(source)
    )


def address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])


def strides_in_elements(array: np.ndarray[Any, Any]) -> tuple[int, ...] | None:
    """Strides in elements; None for fields of records, which lie at odd distances."""
    itemsize = array.itemsize
    if any([step % itemsize for step in array.strides]):
        return None
    return tuple([step // itemsize for step in array.strides])


def _moved(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> bool:
    """Copy with the kernels, or in tiles where they are not there. False, with nothing done, where neither serves."""
    if target.itemsize not in _ELEMENT_SIZES or not target.flags.writeable:
        return False
    if target.nbytes < LEAST_TILED_BYTES and not kernels.available():
        return False  # the route's answer, without asking
    if source.shape != target.shape:
        source = np.broadcast_to(source, target.shape)
    if target.flags.c_contiguous and source.flags.c_contiguous and target.nbytes < LEAST_MEMCPY_BYTES:
        return False  # the route's answer, without asking
    strides, source_strides = strides_in_elements(target), strides_in_elements(source)
    if strides is None or source_strides is None:
        return False
    found = route(target.shape, strides, source_strides, target.itemsize)
    if found.kernel is not None:
        return kernels.copy(found.kernel, address(target), address(source), alive=(target, source))
    return found.tiling is not None and blocked_copy.copy(target, source, strides, source_strides)


def _converted(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> bool:
    """Convert with the kernels. False, with nothing done, where they are not there or do not serve."""
    types = (type_name(source.dtype), type_name(target.dtype))
    if types not in kernels.CONVERSIONS or not kernels.available() or not target.flags.writeable:
        return False
    if not (source.dtype.isnative and target.dtype.isnative and source.shape == target.shape):
        return False
    strides, source_strides = strides_in_elements(target), strides_in_elements(source)
    if strides is None or source_strides is None or np.may_share_memory(target, source):
        return False
    rows = kernels.conversion_rows(target.shape, strides, source_strides)
    if rows is not None:
        kernels.convert(rows, types, address(target), address(source), alive=(target, source))
        return True
    if target.size > (BLOCK_ELEMENTS if target.itemsize < source.itemsize else TILE_ELEMENTS):
        return False  # tile by tile, each of which comes here again
    between = _packed_like(source, target.dtype)
    rows = kernels.conversion_rows(target.shape, strides_in_elements(between) or (), source_strides)
    if rows is None:
        return False
    kernels.convert(rows, types, address(between), address(source), alive=(between, source))
    copy_array(target, between)
    return True


def _packed_like(source: np.ndarray[Any, Any], array_type: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of another type whose elements lie in the same order, without gaps."""
    order = sorted(range(source.ndim), key=lambda dim: -abs(source.strides[dim]))
    memory = lend(source.size * array_type.itemsize).view(array_type)
    return memory.reshape([source.shape[dim] for dim in order]).transpose(
        [order.index(dim) for dim in range(source.ndim)]
    )


def prepared(source: np.ndarray[Any, Any], target_type: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """What NumPy would convert otherwise than PyTorch is converted first."""
    if source.dtype.kind == "c" and target_type.kind not in "cb":
        source = source.real  # the imaginary part is dropped
    if target_type.itemsize == 2 and target_type.kind in "fV" and source.dtype.itemsize > 4:
        with np.errstate(all="ignore"):
            source = source.astype(_SINGLE)  # 16-bit floats are rounded from float32
    return source


def _copy_block(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    if target.dtype == source.dtype:
        np.copyto(target, source)
    elif target.size < FEWEST_CONVERTED or not _converted(target, source):
        # Out-of-range and NaN conversions to integers are what the processor makes of them, without a warning.
        with np.errstate(all="ignore"):
            assign(target, source)


def assign(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    """target[...] = source, cast by NumPy; but float64 to uint8 wraps around, as in PyTorch, beyond int32, too."""
    if target.dtype.type is not np.uint8 or source.dtype.type is not np.float64 or _is_within_int32(source):
        np.copyto(target, source, casting="unsafe")
    else:
        np.positive(source, out=target, dtype=np.int64, casting="unsafe")


def _is_within_int32(source: np.ndarray[Any, Any]) -> bool:
    """Whether all elements are known to be within int32; of a few, or with a NaN among them, that is not asked."""
    return bool(source.size >= FEWEST_LOOKED_AT and source.min() >= -(2.0**31) and source.max() < 2.0**31)


def _copy_in_blocks(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    """Blocks along the outermost axis; a single row that is still too large is parted along the next."""
    if target.size <= BLOCK_ELEMENTS:
        _copy_block(target, source)
    elif target.shape[0] == 1:
        _copy_in_blocks(target[0], source[0])
    else:
        rows = max(BLOCK_ELEMENTS * target.shape[0] // target.size, 1)
        for start in range(0, target.shape[0], rows):
            _copy_in_blocks(target[start : start + rows], source[start : start + rows])
