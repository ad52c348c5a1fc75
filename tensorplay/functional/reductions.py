"""Reductions: dimensions that disappear. The results are contiguous, whatever the input's layout (rule 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, int64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dims

from .computing import sum_into
from .op import Ints, op

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec


def reduced_size(input: Spec, dims: tuple[int, ...], keepdim: bool) -> tuple[int, ...]:
    """The size once dims are reduced."""
    if keepdim:
        return tuple([1 if dim in dims else size for dim, size in enumerate(input.size)])
    return tuple([size for dim, size in enumerate(input.size) if dim not in dims])


def reduced_dims(name: str, input: Spec, dim: int | Ints | None) -> tuple[int, ...]:
    """The dimensions to reduce, from an int, several ints, or None (or nothing) for all."""
    if dim is None or dim == ():
        return tuple(range(input.rank))
    return wrap_dims((dim,) if isinstance(dim, int) else dim, input.rank, name)


@op("function method out=")
def sum(input: Spec, dim: int | Ints | None = None, keepdim: bool = False, *, dtype: DType | None = None) -> Plan:
    """The sum of all elements, or along dimensions. bool and integers add up as int64.

    >>> import tensorplay as tp
    >>> tp.sum(tp.arange(6).view(2, 3), 1).tolist()
    [3, 12]
    """
    dims = reduced_dims("sum", input, dim)
    if dtype is None:
        dtype = input.dtype if input.dtype.is_floating_point or input.dtype.is_complex else int64
    return Plan(Effect.NEW, (contiguous_spec(reduced_size(input, dims, keepdim), dtype, input.device),))


@sum.run
def _(backend: Any, out: Any, input: Any, dim: int | Ints | None, keepdim: bool, dtype: DType | None) -> None:
    if input.ndim == 0:  # -1 and 0 name the dimension that a scalar does not have
        dim = None
    sum_into(backend, out, input, None if dim == () else dim, keepdim)


@sum.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (input,) = context.operands
    dim, keepdim, _dtype = context.parameters
    dims = reduced_dims("sum", input._spec, dim)
    if not keepdim:
        for position in sorted(dims):
            gradient = gradient.unsqueeze(position)
    return (gradient.expand(input.shape),)
