"""How operations compute on arrays: every result is written into the layout that the plan chose.

`backend.xp` is the array library (NumPy on the CPU). Operands arrive with their own dtypes and are cast on the way.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from tensorplay.backends import blocks
from tensorplay.backends.blocks import NUMBERS, in_blocks
from tensorplay.backends.numbers import number


def call(backend: Any, function: str, out: Any, *arrays: Any) -> None:
    """out[...] = function(*arrays), computed in the dtype of `out`."""
    xp = backend.xp
    compute = getattr(xp, function)
    dtype = out.dtype
    if out.size <= blocks.BLOCK_ELEMENTS:
        with xp.errstate(all="ignore"):
            compute(*[cast(backend, array, dtype) for array in arrays], out=out, casting="unsafe")
        return

    def work(place: Any, *parts: Any) -> None:
        with xp.errstate(all="ignore"):
            compute(*[cast(backend, part, dtype) for part in parts], out=place, casting="unsafe")

    in_blocks(backend, work, out, *arrays)


def cast(backend: Any, array: Any, dtype: Any) -> Any:
    """An operand in the computing dtype: cast before, since the array library would promote by its own rules."""
    if isinstance(array, NUMBERS):
        return number(backend.xp, array, dtype)
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        array = array.real  # the imaginary part is dropped, but counts for a bool
    return backend.cast(array, dtype)


def is_short_float(dtype: Any) -> bool:
    """Whether an array type is float16 or bfloat16."""
    return bool(dtype.itemsize == 2 and dtype.kind in "fV")


def compare(backend: Any, function: str, out: Any, dtype: Any, left: Any, right: Any) -> None:
    """out[...] = left <function> right, both cast to `dtype` first; 16-bit floats are compared as float32."""
    xp = backend.xp
    common = backend.computing_type(dtype)
    test = getattr(xp, function)
    working = xp.dtype(xp.float32) if is_short_float(common) else common

    def work(place: Any, *parts: Any) -> None:
        with xp.errstate(all="ignore"):
            test(*[cast(backend, cast(backend, part, common), working) for part in parts], out=place)

    in_blocks(backend, work, out, left, right)


def scaled(backend: Any, array: Any, factor: Any, dtype: Any) -> Any:
    """Factor * array in a dtype, as a temporary."""
    xp = backend.xp
    with xp.errstate(all="ignore"):
        return xp.multiply(cast(backend, array, dtype), number(xp, factor, dtype))


def gather(backend: Any, out: Any, array: Any, indices: list[Any]) -> None:
    """out[...] = array[indices]. As in PyTorch, indices are not looked at where nothing is gathered."""
    if out.size:
        backend.copy(out, array[checked(backend, array.shape, indices)])


def checked(backend: Any, shape: tuple[int, ...], indices: list[Any]) -> tuple[Any, ...]:
    """An index for the array library. IndexError for an index out of range, before anything is written."""
    xp = backend.xp
    key = []
    for dim, index in enumerate(indices):
        if index is None:
            key.append(slice(None))
            continue
        if index.size:
            for extreme in (int(xp.min(index)), int(xp.max(index))):
                if not -shape[dim] <= extreme < shape[dim]:
                    raise IndexError(f"index {extreme} is out of bounds for dimension {dim} with size {shape[dim]}")
        key.append(index.astype(xp.int64))
    return tuple(key)


def scatter(backend: Any, array: Any, indices: list[Any], values: Any, accumulate: bool) -> None:
    """array[indices] = values, or += where indices may repeat."""
    shape = backend.xp.broadcast_shapes(*[index.shape for index in indices if index is not None])
    if 0 in shape or any(length == 0 for length, index in zip_longest(array.shape, indices) if index is None):
        return
    key = checked(backend, array.shape, indices)
    if accumulate:
        with backend.xp.errstate(all="ignore"):
            backend.xp.add.at(array, key, values)
    else:
        array[key] = values
