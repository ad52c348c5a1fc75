"""How matrix products are computed: the BLAS library under the array library does the work where it can."""

from __future__ import annotations

from typing import Any

BLOCK_PRODUCTS = 1 << 32  # as many multiplications go into one block, so that Ctrl-C is answered between blocks
WORTH_A_LOOK = 1 << 14  # so many multiplications of integers are worth a look at their values
EXACT_IN_FLOAT64 = 1 << 53


def matmul_into(backend: Any, out: Any, left: Any, right: Any) -> None:
    """out[...] = left @ right, rounded once to the dtype of `out`; `out` may share cells with the operands.

    Vectors count as a row on the left and as a column on the right; leading axes are broadcast.
    """
    xp = backend.xp
    if left.ndim == 1:
        left, out = left[None, :], (out[..., None, :] if right.ndim > 1 else out[None])
    if right.ndim == 1:
        right, out = right[:, None], out[..., None]
    if not left.shape[-1]:
        out[...] = 0
        return
    if not out.size:
        return
    left, right = _in_working_type(backend, left, right, out.size * left.shape[-1])
    if right.ndim == 2 and out.ndim > 2 and out.flags.c_contiguous:  # a stack on the left is one tall matrix
        out, left = out.reshape(-1, out.shape[-1]), left.reshape(-1, left.shape[-1])
    with xp.errstate(all="ignore"):
        _multiply(backend, out, _ready(xp, left), _ready(xp, right))


def _in_working_type(backend: Any, left: Any, right: Any, products: int) -> tuple[Any, Any]:
    """The operands in the type in which they are multiplied.

    16-bit floats in float32. Integers in float64, where there are many and all sums stay exact: the BLAS library
    multiplies floats only, and what it does not multiply takes twenty times as long.
    """
    xp = backend.xp
    kind = left.dtype.kind
    if kind in "iu":
        if products > WORTH_A_LOOK and left.shape[-1] * _magnitude(xp, left) * _magnitude(xp, right) < EXACT_IN_FLOAT64:
            return left.astype(xp.float64), right.astype(xp.float64)
    elif left.dtype.itemsize == 2:
        single = xp.dtype(xp.float32)
        return backend.cast(left, single), backend.cast(right, single)
    return left, right


def _magnitude(xp: Any, array: Any) -> int:
    """The largest absolute value of integers."""
    return max(int(xp.max(array)), -int(xp.min(array)))


def _ready(xp: Any, array: Any) -> Any:
    """An array that the BLAS library takes: rows or columns of neighbouring elements, else a copy."""
    rows, columns = array.strides[-2:]
    itemsize = array.itemsize
    height, width = array.shape[-2:]
    by_rows = columns == itemsize and rows >= width * itemsize and rows % itemsize == 0
    by_columns = rows == itemsize and columns >= height * itemsize and columns % itemsize == 0
    if by_rows or by_columns or array.dtype.kind in "iu" or 1 in (height, width):
        return array
    return xp.ascontiguousarray(array)


def _multiply(backend: Any, out: Any, left: Any, right: Any) -> None:
    """A product of matrices or stacks of them; one that takes long is parted: stack by stack, rows by rows."""
    xp = backend.xp
    block = BLOCK_PRODUCTS if left.dtype.kind in "fc" else BLOCK_PRODUCTS >> 6
    if out.size * left.shape[-1] <= block:
        if left.dtype == out.dtype:
            xp.matmul(left, right, out=out)
        else:
            backend.copy(out, _rounded(xp, xp.matmul(left, right), out.dtype))
        return
    left, right = (operand.copy() if xp.may_share_memory(out, operand) else operand for operand in (left, right))
    if out.ndim > 2:
        lefts = xp.broadcast_to(left, (*out.shape[:-2], *left.shape[-2:]))
        rights = xp.broadcast_to(right, (*out.shape[:-2], *right.shape[-2:]))
        for place, one, other in zip(out, lefts, rights, strict=True):
            _multiply(backend, place, one, other)
        return
    rows = max(block // (left.shape[1] * right.shape[1]), 1)
    for start in range(0, left.shape[0], rows):
        product = xp.matmul(left[start : start + rows], right)
        backend.copy(out[start : start + rows], _rounded(xp, product, out.dtype))


def _rounded(xp: Any, product: Any, dtype: Any) -> Any:
    """Exact float64 as integers that wrap around, and anything else by rounding."""
    return product.astype(xp.int64) if dtype.kind in "iu" and product.dtype.kind == "f" else product
