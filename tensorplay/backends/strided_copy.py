"""The strided copy on NumPy: the plan comes from geometry, the bytes move here, in blocks that Ctrl-C can part."""

from __future__ import annotations

from typing import Any

import numpy as np

from tensorplay.geometry.copying import plan_copy

BLOCK_ELEMENTS = 1 << 22
_SINGLE = np.dtype(np.float32)


def copy_array(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    """target[...] = source, cast as PyTorch casts; source is broadcast to the target's shape."""
    if target.size == 0:
        return
    source = _prepared(source, target.dtype)
    if target.size > BLOCK_ELEMENTS:
        source = np.broadcast_to(source, target.shape)
        order = _writing_order(target, source)
        _copy_in_blocks(target.transpose(order), source.transpose(order))
    else:
        _copy_block(target, source)


def _prepared(source: np.ndarray[Any, Any], target_type: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """What NumPy would convert otherwise than PyTorch is converted first."""
    if source.dtype.kind == "c" and target_type.kind not in "cb":
        source = source.real  # the imaginary part is dropped
    if target_type.itemsize == 2 and target_type.kind in "fV" and source.dtype.itemsize > 4:
        with np.errstate(all="ignore"):
            source = source.astype(_SINGLE)  # 16-bit floats are rounded from float32
    return source


def _writing_order(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> list[int]:
    """The axes in the order in which the plan writes them, outermost first."""
    sizes = (target.itemsize, source.itemsize)
    if any(step % size for array, size in zip((target, source), sizes, strict=True) for step in array.strides):
        return list(range(target.ndim))  # fields of records lie at odd distances: as they are
    plan = plan_copy(
        target.shape,
        tuple([step // sizes[0] for step in target.strides]),
        tuple([step // sizes[1] for step in source.strides]),
        target.itemsize,
    )
    return [*[dim for group in plan.axes for dim in group], *plan.element_dims, *plan.dropped]


def _copy_block(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    # Out-of-range and NaN conversions to integers are what the processor makes of them, without a warning.
    with np.errstate(all="ignore"):
        np.copyto(target, source, casting="unsafe")


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
