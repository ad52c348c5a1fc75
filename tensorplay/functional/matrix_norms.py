"""Norms of linalg: of vectors, of matrices, and norm(), which chooses between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.promotion import promote_types
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim

from . import decompositions, norms
from .contractions import into
from .linear_algebra import check_exact
from .op import Ints, composition
from .parameters import number_argument

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor


@composition("")
def vector_norm(
    x: Tensor,
    ord: float = 2,
    dim: int | Ints | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The norm of a tensor as one vector, or along dimensions: (Σ |x|^ord)^(1/ord).

    For ord 0 it counts what is not zero; for inf and -inf it is the greatest and the least magnitude. With a dtype the
    elements are converted first. Complex elements give a real result. Raises RuntimeError for bool and integers, for a
    dtype that is narrower or of another kind, and where no elements have a norm of that order.

    >>> import tensorplay as tp
    >>> tp.linalg.vector_norm(tp.tensor([3.0, -4.0])).item(), tp.linalg.vector_norm(tp.tensor([3.0, -4.0]), 1).item()
    (5.0, 7.0)
    """
    order = number_argument("vector_norm", "ord", ord, 2)
    _check_dtype("vector_norm", x.dtype, dtype)
    dims = tuple(dim) if isinstance(dim, list) else dim
    _check_out("vector_norm", out, x.dtype if dtype is None else dtype)
    result: Tensor = execute(norms.vector_norm, (x,), (order, dims, keepdim, dtype), out)
    return result


def _check_dtype(name: str, own: DType, dtype: DType | None) -> None:
    """Refuse tensors that have no norms, and dtypes in which they may not be computed."""
    if not (own.is_floating_point or own.is_complex):
        raise RuntimeError(
            f"linalg.{name}() takes floating point or complex tensors, but this one is {own}; use .float()"
        )
    if dtype is None:
        return
    if own.is_complex != dtype.is_complex or not (dtype.is_floating_point or dtype.is_complex):
        kind = "complex" if own.is_complex else "floating point"
        raise RuntimeError(f"linalg.{name}(): for a tensor of {own} the dtype must be {kind} too, but it is {dtype}")
    if promote_types(own, dtype) is not dtype:
        raise RuntimeError(f"linalg.{name}(): {own} would be narrowed to {dtype}; convert the tensor if that is meant")


def _check_out(name: str, out: Any, dtype: DType) -> None:
    real = dtype.to_real() if dtype.is_complex else dtype
    if isinstance(out, TensorBase) and out.dtype is not real:
        raise RuntimeError(
            f"linalg.{name}() writes into an out= of its own dtype only: {real}, but this one has {out.dtype}"
        )


@composition("")
def matrix_norm(
    A: Tensor,  # noqa: N803
    ord: float | str = "fro",
    dim: Ints = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The norm of a matrix, or of each in a stack; `dim` names the rows and the columns.

    "fro" (Frobenius) is the norm of all elements, "nuc" the sum of the singular values, 2 and -2 the largest and the
    smallest of them, 1 and -1 the largest and the smallest sum of a column's magnitudes, inf and -inf of a row's.

    Raises RuntimeError for another ord, for bool and integers, and for what are no two different dimensions.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[3.0, 0.0], [4.0, 0.0]])
    >>> tp.linalg.matrix_norm(x).item(), tp.linalg.matrix_norm(x, 1).item(), tp.linalg.matrix_norm(x, -1).item()
    (5.0, 7.0, 0.0)
    """
    if isinstance(dim, int) or not isinstance(dim, (tuple, list)):
        raise TypeError(f"matrix_norm(): argument 'dim' must be tuple of ints, not {type(dim).__name__}")
    order = ord if isinstance(ord, str) else abs(number_argument("matrix_norm", "ord", ord, 2))
    if order not in ("fro", "nuc", 1, 2, math.inf):
        raise RuntimeError(f"linalg.matrix_norm(): ord is 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, but not {ord!r}")
    if A.dim() < 2:
        raise RuntimeError(f"linalg.matrix_norm() takes matrices or stacks of them, but the size is {list(A.shape)}")
    _check_dtype("matrix_norm", A.dtype, dtype)
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm(): dim names the rows and the columns, but it is {tuple(dim)}")
    rows, columns = (wrap_dim(place, A.dim()) for place in dim)
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm(): the rows and the columns are both dimension {rows}")
    if order == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim, dtype=dtype, out=out)
    if dtype is not None:
        A = A.to(dtype)  # noqa: N806
    if order in ("nuc", 2):
        result = _spectral_norm(A, order, ord, rows, columns, keepdim)
    else:
        summed, compared = (rows, columns) if order == 1 else (columns, rows)
        sums = vector_norm(A, 1, summed, keepdim)
        result = _extreme(sums, compared - (not keepdim and summed < compared), keepdim, ord)
    _check_out("matrix_norm", out, A.dtype)
    return result if out is None else into("matrix_norm", result, out)


def _spectral_norm(A: Tensor, order: float | str, ord: Any, rows: int, columns: int, keepdim: bool) -> Tensor:  # noqa: N803
    """The sum, the largest or the smallest of the singular values of the matrices in two dimensions."""
    check_exact("matrix_norm", A.dtype, short=RuntimeError)
    order_of_dims = [*[dim for dim in range(A.dim()) if dim not in (rows, columns)], rows, columns]
    values = decompositions.svdvals(A.permute(order_of_dims))
    result = values.sum(-1, keepdim) if order == "nuc" else _extreme(values, values.dim() - 1, keepdim, ord)
    if not keepdim:
        return result
    return result.unsqueeze(-1).permute([order_of_dims.index(dim) for dim in range(A.dim())])


def _extreme(values: Tensor, dim: int, keepdim: bool, ord: Any) -> Tensor:
    """The largest values along a dimension, 0 if there are none; or with a negative ord the smallest."""
    if ord < 0:
        return values.amin((dim,), keepdim)
    return values.amax((dim,), keepdim) if values.size(dim) else values.sum(dim, keepdim)


@composition("")
def norm(
    A: Tensor,  # noqa: N803
    ord: float | str | None = None,
    dim: int | Ints | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """A vector norm along one dimension, a matrix norm along two; of a whole vector or matrix if `dim` is not given.

    Without an ord it is the square root of the sum of all squares, for any rank. Raises what vector_norm() and
    matrix_norm() raise, and RuntimeError for an ord where there is neither a vector nor a matrix.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[3.0, 0.0], [4.0, 0.0]])
    >>> tp.linalg.norm(x).item(), tp.linalg.norm(x, 1, dim=0).tolist(), tp.linalg.norm(x, 1).item()
    (5.0, [7.0, 0.0], 7.0)
    """
    dims = None if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    if dims is not None and len(dims) not in (1, 2):
        raise RuntimeError(f"linalg.norm() has norms along 1 dimension and along 2, but dim is {dims}")
    if ord is None:
        return vector_norm(A, 2, dims, keepdim, dtype=dtype, out=out)
    if dims is None and A.dim() not in (1, 2):
        raise RuntimeError(f"linalg.norm(): a tensor of {A.dim()} dimensions needs a dim beside the ord {ord!r}")
    if isinstance(ord, str) or len(dims or A.shape) == 2:
        places = tuple(range(A.dim())) if dims is None and A.dim() == 2 else dims or (-2, -1)
        return matrix_norm(A, ord, places, keepdim, dtype=dtype, out=out)
    return vector_norm(A, ord, dims or (0,), keepdim, dtype=dtype, out=out)
