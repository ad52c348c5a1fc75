"""What follows from singular values: ranks, pseudoinverses, condition numbers; and systems of equations of tensors."""

from __future__ import annotations

import math
from math import prod
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.limits import finfo

from . import decompositions, return_types
from .contractions import into
from .linear_algebra import LinAlgError, check_exact, check_matrices, inv, solve
from .matrix_norms import matrix_norm
from .op import Ints, composition

if TYPE_CHECKING:
    from .faces import Tensor
    from .return_types import SingularValuesByColumns


@composition("function method")
def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> SingularValuesByColumns:
    """The singular value decomposition A = U diag(S) V.mH, in the old arrangement of the result; see linalg.svd.

    With `some`, U and V have only as many columns as S has values; without `compute_uv` they are zeros.

    >>> import tensorplay as tp
    >>> tp.svd(tp.tensor([[3.0, 0.0], [0.0, 4.0]])).S.tolist()
    [4.0, 3.0]
    """
    U, S, Vh = decompositions.svd(input, full_matrices=not some or not compute_uv)  # noqa: N806
    V = Vh.mH  # noqa: N806
    if not compute_uv:
        U, V = U.new_zeros(U.shape), V.new_zeros(V.shape)  # noqa: N806
    result: SingularValuesByColumns = return_types.svd(U, S, V)
    return result


def _cut(A: Tensor, values: Tensor, atol: float | None, rtol: float | None) -> Any:  # noqa: N803
    """Which singular values count as more than 0: those above atol and above rtol times the largest."""
    if rtol is None:
        rtol = 0.0 if atol is not None and atol > 0 else max(A.shape[-2:]) * finfo(values.dtype).eps
    limit = values.amax((-1,), True) * rtol
    return values > (limit if atol is None else limit.clamp(min=atol))


@composition("")
def matrix_rank(
    A: Tensor,  # noqa: N803
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """How many singular values of a matrix, or of each in a stack, are above atol and above rtol times the largest.

    rtol is by default the larger number of rows or columns times the dtype's eps, or 0 beside an atol.

    >>> import tensorplay as tp
    >>> tp.linalg.matrix_rank(tp.ones(3, 3)).item()
    1
    """
    check_exact("matrix_rank", A.dtype, short=RuntimeError)
    values = decompositions.eigvalsh(A).abs() if hermitian else decompositions.svdvals(A)
    counted = _cut(A, values, atol, rtol).sum(-1) if values.size(-1) else values.sum(-1).long()
    return counted if out is None else into("matrix_rank", counted, out)


@composition("")
def pinv(
    A: Tensor,  # noqa: N803
    rcond: float | None = None,
    hermitian: bool = False,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The pseudoinverse of a matrix, or of each in a stack: singular values that count as 0 are left out.

    `atol`, `rtol` (old name `rcond`) and `hermitian` mean what they mean to matrix_rank().

    >>> import tensorplay as tp
    >>> tp.linalg.pinv(tp.tensor([[2.0, 0.0], [0.0, 0.0]])).tolist()
    [[0.5, 0.0], [0.0, 0.0]]
    """
    check_matrices("pinv", A._spec, square=hermitian)
    check_exact("pinv", A.dtype, short=RuntimeError)
    if not A.numel():
        result = A.new_empty((*A.shape[:-2], A.size(-1), A.size(-2)))
    else:
        U, S, Vh = decompositions.svd(A, full_matrices=False)  # noqa: N806
        kept = _cut(A, S, atol, rcond if rtol is None else rtol)
        inverted = kept.to(S.dtype) / S.where(kept, S.new_ones(()))
        result = (Vh.mH * inverted.unsqueeze(-2)) @ U.mH
    return result if out is None else into("pinv", result, out)


@composition("function method")
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """The pseudoinverse of a matrix, or of each in a stack: another name of linalg.pinv.

    >>> import tensorplay as tp
    >>> tp.pinverse(tp.tensor([[2.0]])).tolist()
    [[0.5]]
    """
    return pinv(input, rcond)


@composition("")
def cond(A: Tensor, p: float | str | None = None, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The condition number of a matrix, or of each in a stack: its norm times that of its inverse.

    `p` is an order of matrix_norm(); None and 2 divide the largest singular value by the smallest, -2 the other way
    round, and take matrices that are not square. A singular matrix has the number inf.

    >>> import tensorplay as tp
    >>> tp.linalg.cond(tp.tensor([[2.0, 0.0], [0.0, 1.0]])).item()
    2.0
    """
    check_matrices("cond", A._spec, square=p not in (None, 2, -2))
    if p in (None, 2, -2):
        values = decompositions.svdvals(A)
        if not values.numel():
            result = values.sum(-1)
        else:
            largest, smallest = values.narrow(-1, 0, 1), values.narrow(-1, -1, 1)
            result = (smallest / largest if p == -2 else largest / smallest).squeeze(-1)
    else:
        assert p is not None
        try:
            result = matrix_norm(A, p) * matrix_norm(inv(A), p)
        except LinAlgError:  # one by one, since others in a stack may have an inverse
            result = matrix_norm(A, p)
            if A.dim() == 2:
                result.fill_(math.inf)
            else:
                for position in range(A.size(0)):
                    result[position] = cond(A[position], p)
    return result if out is None else into("cond", result, out)


@composition("")
def tensorinv(A: Tensor, ind: int = 2, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The inverse of a tensor as a map from its last dimensions to its first `ind`: tensordot with it is the identity.

    Raises RuntimeError where both groups of dimensions do not hold equally many elements, and for an ind below 1.

    >>> import tensorplay as tp
    >>> tp.linalg.tensorinv(tp.eye(4).reshape(2, 2, 4), 2).shape
    tensorplay.Size([4, 2, 2])
    """
    if ind < 1:
        raise RuntimeError(f"linalg.tensorinv(): ind must be at least 1, but it is {ind}")
    first, last = tuple(A.shape[:ind]), tuple(A.shape[ind:])
    if prod(first) != prod(last):
        raise RuntimeError(
            f"linalg.tensorinv() needs as many elements on both sides, but the first {ind} dimensions hold "
            f"{prod(first)} and the others {prod(last)}"
        )
    result = inv(A.reshape(prod(first), prod(last))).reshape(*last, *first)
    return result if out is None else into("tensorinv", result, out)


@composition("")
def tensorsolve(
    A: Tensor,  # noqa: N803
    B: Tensor,  # noqa: N803
    dims: Ints | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The X with tensordot(A, X, X.dim()) = B; `dims` are dimensions of A that are moved to its end first.

    Raises RuntimeError where the dimensions do not make a square.

    >>> import tensorplay as tp
    >>> tp.linalg.tensorsolve(tp.eye(4).reshape(2, 2, 4), tp.ones(2, 2)).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.dim() - len(dims), A.dim())))  # noqa: N806
    size = tuple(A.shape[B.dim() :])
    if prod(size) != B.numel():
        raise RuntimeError(
            f"linalg.tensorsolve(): the sizes {list(A.shape)} and {list(B.shape)} leave {prod(size)} unknowns for "
            f"{B.numel()} equations"
        )
    result = solve(A.reshape(-1, prod(size)), B.reshape(-1)).reshape(size)
    return result if out is None else into("tensorsolve", result, out)
