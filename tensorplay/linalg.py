"""Linear algebra under PyTorch's names: `tensorplay.linalg.inv` and its like, for matrices and stacks of them."""

from __future__ import annotations

from .functional.contractions import multi_dot, vecdot
from .functional.decompositions import cholesky, eig, eigh, eigvals, eigvalsh, qr, svd, svdvals
from .functional.faces import det, matmul, matrix_power, slogdet
from .functional.linear_algebra import LinAlgError, cross, diagonal, inv, solve, solve_triangular
from .functional.matrix_norms import matrix_norm, norm, vector_norm
from .functional.pseudoinverses import cond, matrix_rank, pinv, tensorinv, tensorsolve

__all__ = [
    "LinAlgError",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "multi_dot",
    "norm",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensorinv",
    "tensorsolve",
    "vecdot",
    "vector_norm",
]
