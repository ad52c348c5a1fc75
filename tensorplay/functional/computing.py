"""How operations compute on arrays: every result is written into the layout that the plan chose.

`backend.xp` is the array library (NumPy on the CPU). Operands arrive with their own dtypes and are cast on the way.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from tensorplay.backends.numbers import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


# Larger work is cut into such blocks: they are shared among threads, temporaries stay in the cache, and Ctrl-C is
# answered between them.
BLOCK_ELEMENTS = 1 << 18


def call(backend: Any, function: str, out: Any, *arrays: Any) -> None:
    """out[...] = function(*arrays), computed in the dtype of `out`."""
    xp = backend.xp
    compute = getattr(xp, function)
    dtype = out.dtype
    if out.size <= BLOCK_ELEMENTS:
        with xp.errstate(all="ignore"):
            compute(*[cast(backend, array, dtype) for array in arrays], out=out, casting="unsafe")
        return

    def work(place: Any, *parts: Any) -> None:
        with xp.errstate(all="ignore"):
            compute(*[cast(backend, part, dtype) for part in parts], out=place, casting="unsafe")

    in_blocks(backend, work, out, *arrays)


def in_blocks(backend: Any, work: Callable[..., None], out: Any, *arrays: Any) -> None:
    """Do work(place, *parts) for every block of `out` and the operands broadcast to it, 0-dim operands as they are."""
    if out.size <= BLOCK_ELEMENTS:
        work(out, *arrays)
        return
    xp = backend.xp
    stretched = [array if is_one(array) else xp.broadcast_to(array, out.shape) for array in arrays]
    if not out.flags.c_contiguous:  # part along the axis that is the outermost in memory
        order = sorted(range(out.ndim), key=lambda axis: -abs(out.strides[axis]))
        out = out.transpose(order)
        stretched = [array if is_one(array) else array.transpose(order) for array in stretched]
    backend.for_each(lambda block: work(*block), _blocks(out, stretched))


def _blocks(out: Any, arrays: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """`out` and arrays of its shape, part by part along the outermost axes."""
    if out.size <= BLOCK_ELEMENTS:
        yield (out, *arrays)
        return
    rows = max(BLOCK_ELEMENTS * out.shape[0] // out.size, 1)
    for start in range(0, out.shape[0], rows):
        part = slice(start, start + rows) if out.ndim == 1 or out.shape[0] > 1 else 0
        yield from _blocks(out[part], [array if is_one(array) else array[part] for array in arrays])


NUMBERS = (bool, int, float, complex)


def is_one(operand: Any) -> bool:
    """Whether an operand is one number for all elements."""
    return isinstance(operand, NUMBERS) or not operand.ndim


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


def refuse_zero_divisor(backend: Any, divisor: Any, dtype: Any) -> None:
    """Integers cannot be divided by zero: RuntimeError before anything is written."""
    if dtype.kind in "iu" and bool(backend.xp.any(backend.xp.equal(divisor, 0))):
        raise RuntimeError("ZeroDivisionError: an integer is divided by zero")


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
