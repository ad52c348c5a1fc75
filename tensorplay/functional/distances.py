"""Distances between the rows of two tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorplay.attributes.dtype import bfloat16, float16

from .matrix_norms import vector_norm
from .op import composition

if TYPE_CHECKING:
    from .faces import Tensor

MANY_ROWS = 25  # from here on, Euclidean distances are computed with one product of matrices
_MODES = (
    "use_mm_for_euclid_dist_if_necessary",
    "use_mm_for_euclid_dist",
    "donot_use_mm_for_euclid_dist",
)


@composition("function")
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """The p-norm of the difference of each row of `x1` and each row of `x2`; leading dimensions are broadcast.

    The result has a row for each row of `x1`, and a column for each of `x2`. For p = 2 and more than 25 rows the
    distances follow from one product of matrices, which is quick and less precise, unless `compute_mode` forbids it.

    Raises RuntimeError for vectors, rows of different lengths, a negative p, integers and different dtypes,
    NotImplementedError for 16-bit floats, ValueError for another mode.

    >>> import tensorplay as tp
    >>> tp.cdist(tp.tensor([[0.0, 0.0], [3.0, 0.0]]), tp.tensor([[3.0, 4.0]])).tolist()
    [[5.0], [4.0]]
    """
    for name, tensor in (("x1", x1), ("x2", x2)):
        if not tensor.is_floating_point():
            raise RuntimeError(f"cdist() takes floating point tensors, but {name} is {tensor.dtype}; use .float()")
        if tensor.dim() < 2:
            raise RuntimeError(
                f"cdist() takes matrices or stacks of them, but {name} has the size {list(tensor.shape)}"
            )
    if x1.size(-1) != x2.size(-1):
        raise RuntimeError(f"cdist() needs rows of one length, but they have {x1.size(-1)} and {x2.size(-1)} elements")
    if not p >= 0:
        raise RuntimeError(f"cdist() takes a p of at least 0, not {p}")
    if x1.dtype is not x2.dtype:
        raise RuntimeError(f"cdist() needs one dtype on both sides, but got {x1.dtype} and {x2.dtype}")
    if x1.dtype in (float16, bfloat16):
        raise NotImplementedError(f"cdist() needs 32 bits or more, but the dtype is {x1.dtype}; use .float()")
    if compute_mode not in _MODES:
        raise ValueError(f"cdist(): compute_mode is one of {', '.join(_MODES)}, not {compute_mode!r}")
    many = x1.size(-2) > MANY_ROWS or x2.size(-2) > MANY_ROWS
    if p == 2 and compute_mode != _MODES[2] and (many or compute_mode == _MODES[1]):
        squares = (x1 * x1).sum(-1, True) + (x2 * x2).sum(-1, True).mT
        result = (squares - 2 * (x1 @ x2.mT)).clamp(min=0).sqrt()
        return result.view(result.shape)
    return vector_norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)
