"""How operations compute on arrays: every result is written into the layout that the plan chose.

`backend.xp` is the array library (NumPy on the CPU). Operands arrive with their own dtypes and are cast on the way.
"""

from __future__ import annotations

from typing import Any


def call(backend: Any, function: str, out: Any, *arrays: Any) -> None:
    """out[...] = function(*arrays), computed in the dtype of `out`."""
    xp = backend.xp
    with xp.errstate(all="ignore"):
        getattr(xp, function)(*[_cast(xp, array, out.dtype) for array in arrays], out=out, casting="unsafe")


def _cast(xp: Any, array: Any, dtype: Any) -> Any:
    """An operand in the computing dtype: cast before, since the array library would promote by its own rules."""
    if isinstance(array, (bool, int, float, complex)):
        return number(xp, array, dtype)
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and dtype.kind != "c":
        array = array.real
    return array.astype(dtype)


def number(xp: Any, value: bool | complex, dtype: Any) -> Any:
    """A Python number as a 0-dim array; integers beyond the range wrap around."""
    if dtype.kind in "iu" and isinstance(value, int):
        bits = dtype.itemsize * 8
        value &= (1 << bits) - 1
        if dtype.kind == "i" and value >> (bits - 1):
            value -= 1 << bits
    if isinstance(value, complex) and dtype.kind != "c":
        value = value.real
    return xp.asarray(value).astype(dtype)


def compare(backend: Any, function: str, out: Any, dtype: Any, left: Any, right: Any) -> None:
    """out[...] = left <function> right, both cast to `dtype` first."""
    xp = backend.xp
    common = backend.computing_type(dtype)
    getattr(xp, function)(_cast(xp, left, common), _cast(xp, right, common), out=out)


def scaled(backend: Any, array: Any, factor: Any, dtype: Any) -> Any:
    """Factor * array in a dtype, as a temporary."""
    xp = backend.xp
    with xp.errstate(all="ignore"):
        return xp.multiply(_cast(xp, array, dtype), number(xp, factor, dtype))


def refuse_zero_divisor(backend: Any, divisor: Any, dtype: Any) -> None:
    """Integers cannot be divided by zero: RuntimeError before anything is written."""
    if dtype.kind in "iu" and bool(backend.xp.any(backend.xp.equal(divisor, 0))):
        raise RuntimeError("ZeroDivisionError: an integer is divided by zero")


def sum_into(backend: Any, out: Any, array: Any, axes: Any, keepdims: bool) -> None:
    """Sum along axes (None: all), in float32 at least, rounded once."""
    xp = backend.xp
    working = out.dtype if out.dtype.itemsize > 2 or out.dtype.kind in "iu" else xp.dtype("float32")
    with xp.errstate(all="ignore"):
        if working == out.dtype:
            xp.sum(array, axis=axes, dtype=working, keepdims=keepdims, out=out)
        else:
            out[...] = xp.sum(array, axis=axes, dtype=working, keepdims=keepdims).astype(out.dtype)


def matmul_into(backend: Any, out: Any, left: Any, right: Any) -> None:
    """The matrix product; 16-bit floats are multiplied in float32 and rounded once, bool by 'any of all'."""
    xp = backend.xp
    kind, size = out.dtype.kind, out.dtype.itemsize
    with xp.errstate(all="ignore"):
        if (kind != "b" and (size > 2 or kind in "iu")) or kind == "b":
            xp.matmul(left, right, out=out)
        else:
            out[...] = xp.matmul(left.astype(xp.float32), right.astype(xp.float32)).astype(out.dtype)


def gather(backend: Any, out: Any, array: Any, indices: list[Any]) -> None:
    """out[...] = array[indices]."""
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
    key = checked(backend, array.shape, indices)
    if accumulate:
        with backend.xp.errstate(all="ignore"):
            backend.xp.add.at(array, key, values)
    else:
        array[key] = values
