"""Matrices, or stacks of them, as products of simpler ones: Cholesky, QR, singular values, eigenvalues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.reasons import Refusal

from .linear_algebra import attempt, check_exact, check_matrices, matrices_by_columns, one_by_one
from .op import composition, op
from .return_types import (
    EigenvaluesAndVectors,
    OrthogonalAndTriangular,
    SingularValues,
    linalg_eig,
    linalg_eigh,
    linalg_qr,
    linalg_svd,
)

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op(label="cholesky")
def cholesky_factor(A: Spec, upper: bool) -> Plan:  # noqa: N803
    """The triangular factors of positive definite matrices."""
    check_matrices("cholesky", A)
    check_exact("cholesky", A.dtype)
    return Plan(Effect.NEW, (matrices_by_columns(A.size, A.dtype, A.device),), exact_dtype=True)


@cholesky_factor.run
def _(backend: Any, out: Any, A: Any, upper: bool) -> None:  # noqa: N803
    xp = backend.xp
    trouble = "is not positive definite"
    out[...] = attempt(backend, "cholesky", trouble, lambda part: xp.linalg.cholesky(part, upper=upper), A)


@composition("")
def cholesky(A: Tensor, *, upper: bool = False, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The lower triangular L with A = L L.mH, or the upper one, of a positive definite matrix or of each in a stack.

    Only that triangle of A is read. Raises LinAlgError for a matrix that is not positive definite, RuntimeError for
    matrices that are not square and for integers, NotImplementedError for 16-bit floats.

    >>> import tensorplay as tp
    >>> tp.linalg.cholesky(tp.tensor([[4.0, 2.0], [2.0, 2.0]])).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    result: Tensor = execute(cholesky_factor, (A,), (upper,), out)
    return result


@op(label="qr")
def qr_factors(A: Spec, mode: str) -> Plan:  # noqa: N803
    """The factors of QR decompositions."""
    check_matrices("qr", A, square=False)
    check_exact("qr", A.dtype)
    if mode not in ("reduced", "complete", "r"):
        raise Refusal(RuntimeError, f"linalg.qr(): mode is 'reduced', 'complete' or 'r', not {mode!r}").exception()
    stack, (rows, columns) = A.size[:-2], A.size[-2:]
    inner = rows if mode == "complete" else min(rows, columns)
    if mode == "r":
        first = contiguous_spec((0,), A.dtype, A.device)
    else:
        first = matrices_by_columns((*stack, rows, inner), A.dtype, A.device)
    second = matrices_by_columns((*stack, inner, columns), A.dtype, A.device)
    return Plan(Effect.NEW, (first, second), several=linalg_qr, exact_dtype=True)


@qr_factors.run
def _(backend: Any, outs: Any, A: Any, mode: str) -> None:  # noqa: N803
    linalg = backend.xp.linalg
    factors = one_by_one(backend, lambda part: linalg.qr(part, mode=mode), A)
    if mode == "r":
        outs[1][...] = factors
    else:
        outs[0][...], outs[1][...] = factors


@composition("")
def qr(A: Tensor, mode: str = "reduced", *, out: Sequence[Tensor] | None = None) -> OrthogonalAndTriangular:  # noqa: N803
    """A matrix, or each in a stack, as the product of Q, whose columns are orthonormal, and an upper triangular R.

    With mode "reduced" Q has as many columns as fit, with "complete" it is square, and with "r" it is left out (empty).
    Returns a named tuple (Q, R). Raises RuntimeError for what is no matrix, for integers and for another mode,
    NotImplementedError for 16-bit floats.

    >>> import tensorplay as tp
    >>> Q, R = tp.linalg.qr(tp.tensor([[3.0, 1.0], [4.0, 2.0], [0.0, 0.0]]))
    >>> Q.shape, (Q @ R).allclose(tp.tensor([[3.0, 1.0], [4.0, 2.0], [0.0, 0.0]]), atol=1e-5)
    (tensorplay.Size([3, 2]), True)
    """
    result: OrthogonalAndTriangular = execute(qr_factors, (A,), (mode,), out)
    return result


@op(label="svd")
def svd_factors(A: Spec, full_matrices: bool) -> Plan:  # noqa: N803
    """The factors of singular value decompositions."""
    check_matrices("svd", A, square=False)
    check_exact("svd", A.dtype)
    stack, (rows, columns) = A.size[:-2], A.size[-2:]
    inner = min(rows, columns)
    left, right = (rows, columns) if full_matrices else (inner, inner)
    real = A.dtype.to_real() if A.dtype.is_complex else A.dtype
    specs = (
        matrices_by_columns((*stack, rows, left), A.dtype, A.device),
        contiguous_spec((*stack, inner), real, A.device),
        matrices_by_columns((*stack, right, columns), A.dtype, A.device),
    )
    return Plan(Effect.NEW, specs, several=linalg_svd, exact_dtype=True)


@svd_factors.run
def _(backend: Any, outs: Any, A: Any, full_matrices: bool) -> None:  # noqa: N803
    xp = backend.xp
    trouble = "has no singular value decomposition that was found: it has elements that are not finite, perhaps"
    factors = attempt(backend, "svd", trouble, lambda part: xp.linalg.svd(part, full_matrices), A)
    for out, factor in zip(outs, factors, strict=True):
        out[...] = factor


@composition("")
def svd(A: Tensor, full_matrices: bool = True, *, out: Sequence[Tensor] | None = None) -> SingularValues:  # noqa: N803
    """The singular value decomposition A = U diag(S) Vh of a matrix, or of each in a stack; S falls.

    Without `full_matrices`, U and Vh have only as many columns and rows as S has values. Returns a named tuple
    (U, S, Vh). Raises RuntimeError for what is no matrix and for integers, NotImplementedError for 16-bit floats.

    >>> import tensorplay as tp
    >>> tp.linalg.svd(tp.tensor([[0.0, 2.0], [1.0, 0.0]])).S.tolist()
    [2.0, 1.0]
    """
    result: SingularValues = execute(svd_factors, (A,), (full_matrices,), out)
    return result


@composition("")
def svdvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The singular values of a matrix, or of each in a stack, from the largest to the smallest.

    >>> import tensorplay as tp
    >>> tp.linalg.svdvals(tp.tensor([[0.0, 2.0], [1.0, 0.0]])).tolist()
    [2.0, 1.0]
    """
    result: Tensor = execute(values_of, (A,), ("svdvals", "L"), out)
    return result


@op(label="eigenvalues")
def values_of(A: Spec, kind: str, triangle: str) -> Plan:  # noqa: N803
    """The singular values ("svdvals"), or the eigenvalues ("eigvals", "eigvalsh"), of matrices."""
    check_matrices(kind, A, square=kind != "svdvals")
    check_exact(kind, A.dtype, integral=NotImplementedError if kind == "eigvalsh" else RuntimeError)
    _check_triangle(kind, triangle)
    real = A.dtype.to_real() if A.dtype.is_complex else A.dtype
    dtype = A.dtype.to_complex() if kind == "eigvals" else real
    spec = contiguous_spec((*A.size[:-2], min(A.size[-2:])), dtype, A.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True)


@values_of.run
def _(backend: Any, out: Any, A: Any, kind: str, triangle: str) -> None:  # noqa: N803
    linalg = backend.xp.linalg
    computed = {
        "svdvals": lambda part: linalg.svd(part, compute_uv=False),
        "eigvals": linalg.eigvals,
        "eigvalsh": lambda part: linalg.eigvalsh(part, triangle),
    }
    out[...] = attempt(
        backend, kind, "has elements that are not finite, perhaps: its values were not found", computed[kind], A
    )


def _check_triangle(name: str, triangle: str) -> None:
    if triangle not in ("L", "U"):
        raise Refusal(RuntimeError, f"linalg.{name}(): UPLO is 'L' or 'U', not {triangle!r}").exception()


@op(label="eig")
def eigen_factors(A: Spec, triangle: str) -> Plan:  # noqa: N803
    """Eigenvalues and eigenvectors: of any square matrices, or of Hermitian ones whose `triangle` is read."""
    name = "eigh" if triangle else "eig"
    check_matrices(name, A)
    check_exact(name, A.dtype, integral=NotImplementedError if triangle else RuntimeError)
    if triangle:
        _check_triangle(name, triangle)
        values = A.dtype.to_real() if A.dtype.is_complex else A.dtype
        vectors, kind = A.dtype, linalg_eigh
    else:
        values = vectors = A.dtype.to_complex()
        kind = linalg_eig
    specs = (contiguous_spec(A.size[:-1], values, A.device), matrices_by_columns(A.size, vectors, A.device))
    return Plan(Effect.NEW, specs, several=kind, exact_dtype=True)


@eigen_factors.run
def _(backend: Any, outs: Any, A: Any, triangle: str) -> None:  # noqa: N803
    linalg = backend.xp.linalg
    compute = (lambda part: linalg.eigh(part, triangle)) if triangle else linalg.eig
    found = attempt(backend, "eigh" if triangle else "eig", "has eigenvalues that were not found", compute, A)
    for out, factor in zip(outs, found, strict=True):
        out[...] = factor


@composition("")
def eig(A: Tensor, *, out: Sequence[Tensor] | None = None) -> EigenvaluesAndVectors:  # noqa: N803
    """The eigenvalues of a square matrix, or of each in a stack, and the eigenvectors as columns; always complex.

    Returns a named tuple (eigenvalues, eigenvectors). Raises RuntimeError for matrices that are not square and for
    integers, NotImplementedError for 16-bit floats.

    >>> import tensorplay as tp
    >>> tp.linalg.eig(tp.tensor([[1.0, 0.0], [0.0, 3.0]])).eigenvalues.tolist()
    [(1+0j), (3+0j)]
    """
    result: EigenvaluesAndVectors = execute(eigen_factors, (A,), ("",), out)
    return result


@composition("")
def eigvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The eigenvalues of a square matrix, or of each in a stack; always complex. Raises what eig() raises.

    >>> import tensorplay as tp
    >>> tp.linalg.eigvals(tp.tensor([[1.0, 0.0], [0.0, 3.0]])).tolist()
    [(1+0j), (3+0j)]
    """
    result: Tensor = execute(values_of, (A,), ("eigvals", "L"), out)
    return result


@composition("")
def eigh(A: Tensor, UPLO: str = "L", *, out: Sequence[Tensor] | None = None) -> EigenvaluesAndVectors:  # noqa: N803
    """The eigenvalues of a Hermitian or symmetric matrix, or of each in a stack, rising, and the eigenvectors.

    Only the lower triangle ("L") or the upper one ("U") of A is read. Returns a named tuple (eigenvalues,
    eigenvectors). Raises RuntimeError for matrices that are not square, NotImplementedError for integers and
    16-bit floats.

    >>> import tensorplay as tp
    >>> tp.linalg.eigh(tp.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues.round(decimals=4).tolist()
    [1.0, 3.0]
    """
    result: EigenvaluesAndVectors = execute(eigen_factors, (A,), (UPLO.upper(),), out)
    return result


@composition("")
def eigvalsh(A: Tensor, UPLO: str = "L", *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The eigenvalues of a Hermitian or symmetric matrix, or of each in a stack, in rising order.

    Raises what eigh() raises.

    >>> import tensorplay as tp
    >>> tp.linalg.eigvalsh(tp.tensor([[2.0, 1.0], [1.0, 2.0]])).round(decimals=4).tolist()
    [1.0, 3.0]
    """
    result: Tensor = execute(values_of, (A,), ("eigvalsh", UPLO.upper()), out)
    return result
