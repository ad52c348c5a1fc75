"""Norms of vectors: all elements, or those along dimensions, count as one vector."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.geometry.reasons import Refusal

from .computing import cast
from .op import Ints, Number, composition, op
from .reducing import axes_of, folded, put, sum_fold, ufunc_fold, working_type
from .reductions import plan_reduction, reduced_dims

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op(label="norm")
def vector_norm(input: Spec, order: Number, dim: int | Ints | None, keepdim: bool, dtype: DType | None) -> Plan:
    """(Σ |x|^order)^(1/order), and its limits for the orders 0, inf and -inf."""
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise Refusal(RuntimeError, f"norm() needs a floating point or complex tensor, not {input.dtype}").exception()
    if isinstance(order, complex):
        raise Refusal(RuntimeError, f"norm() needs a real order, not {order}").exception()
    chosen = input.dtype if dtype is None else dtype
    if not (chosen.is_floating_point or chosen.is_complex):
        raise Refusal(RuntimeError, f"norm() needs a floating point or complex dtype, not {chosen}").exception()
    if dtype is not None and input.dtype.is_complex != dtype.is_complex:
        raise Refusal(RuntimeError, f"norm(): {dtype} does not suit a tensor of {input.dtype}").exception()
    if order < 0 or order == math.inf:
        for position in reduced_dims("norm", input, dim):
            if input.rank and input.size[position] == 0:
                raise Refusal(
                    RuntimeError, f"norm() of order {order} has no value for no elements, as in dimension {position}"
                ).exception()
    return plan_reduction("norm", input, dim, keepdim, chosen.to_real() if chosen.is_complex else chosen)


@vector_norm.run
def _(backend: Any, out: Any, input: Any, order: float, dim: Any, keepdim: bool, dtype: DType | None) -> None:
    xp = backend.xp
    working = working_type(xp, out.dtype)
    given = working if input.dtype.kind != "c" else xp.dtype("complex64" if working.itemsize == 4 else "complex128")
    axes = axes_of(input, dim)
    add = sum_fold(backend, working)

    def magnitudes(part: Any) -> Any:
        return xp.abs(cast(backend, part, given))

    def fold(part: Any, axes: tuple[int, ...]) -> Any:
        with xp.errstate(all="ignore"):
            sizes = magnitudes(part)
            if order == 2:
                return add(sizes * sizes, axes)
            return add((sizes != 0) if order == 0 else sizes if order == 1 else sizes**order, axes)

    if math.isinf(order):
        limit = ufunc_fold(backend, "maximum" if order > 0 else "minimum", working)
        put(backend, out, folded(backend, input, axes, lambda part, axes: limit(magnitudes(part), axes), limit))
        return
    total = folded(backend, input, axes, fold, add)
    with xp.errstate(all="ignore"):
        total = xp.sqrt(total) if order == 2 else total if order in (0, 1) else total ** working.type(1 / order)
        put(backend, out, total)


@composition("function method")
def norm(
    input: Tensor,
    p: float | str | None = "fro",
    dim: int | Ints | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    dtype: DType | None = None,
) -> Tensor:
    """The p-norm of all elements, or along dimensions: (Σ |x|^p)^(1/p); "fro" and None mean 2.

    For p = 0 it counts what is not zero; for inf and -inf it is the greatest and the least magnitude. Raises
    RuntimeError for bool and integers, and where there is nothing to choose from.

    >>> import tensorplay as tp
    >>> tp.norm(tp.tensor([3.0, 4.0])).item(), tp.norm(tp.tensor([3.0, -4.0]), 1).item()
    (5.0, 7.0)
    """
    if p is None or p == "fro":
        p = 2.0
    elif p == "nuc":
        raise NotImplementedError("norm('nuc') adds up singular values: use linalg.svdvals(x).sum()")
    elif isinstance(p, str):
        raise Refusal(RuntimeError, f"norm(): p is a number or 'fro', not {p!r}").exception()
    order = float(p) if not isinstance(p, complex) else p
    dims = tuple(dim) if isinstance(dim, list) else dim
    result: Tensor = execute(vector_norm, (input,), (order, dims, keepdim, dtype), out)
    return result
