"""Reductions: dimensions that disappear. The results are contiguous, whatever the input's layout (rule 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import (
    DType,
    bool_,
    complex32,
    complex64,
    complex128,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.arguments import exact
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dims
from tensorplay.geometry.reasons import Refusal

from .op import Ints, composition, op
from .parameters import tensor_argument
from .pointwise import refuse
from .reducing import axes_of, folded, product_fold, put, sum_fold, truth, working_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.core.spec import Spec
    from tensorplay.geometry.reasons import Reason

    from .faces import Tensor

WIDE_UNSIGNED = (uint16, uint32, uint64)


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


def plan_reduction(
    name: str,
    input: Spec,
    dim: int | Ints | None,
    keepdim: bool,
    dtype: DType,
    *,
    exact_dtype: bool = True,
    refusal: Reason | None = None,
) -> Plan:
    """A contiguous result without the reduced dimensions."""
    size = reduced_size(input, reduced_dims(name, input, dim), keepdim)
    spec = contiguous_spec(size, dtype, input.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=exact_dtype, overlap="never", refusal=refusal)


def unsupported(name: str, dtype: DType, refused: Sequence[DType]) -> Reason | None:
    """NotImplementedError for dtypes that PyTorch does not compute either."""
    if dtype not in refused:
        return None
    return Refusal(NotImplementedError, f"{name}() is not defined for {dtype}; convert to another dtype first")


def refuse_complex(name: str, dtype: DType) -> None:
    """RuntimeError for complex numbers, which have no order."""
    if dtype.is_complex:
        raise Refusal(RuntimeError, f"{name}() needs an order, and {dtype} has none; use abs() or real").exception()


def accumulated(input: Spec, dtype: DType | None) -> DType:
    """The dtype of a sum or product: as asked for, else the input's, and int64 for bool and integers."""
    if dtype is not None:
        return dtype
    return input.dtype if input.dtype.is_floating_point or input.dtype.is_complex else int64


@op("function method out=dtype")
def sum(input: Spec, dim: int | Ints | None = None, keepdim: bool = False, *, dtype: DType | None = None) -> Plan:
    """The sum of all elements, or along dimensions. bool and integers add up as int64.

    Elements are cast to `dtype` before they are added, by default to that of `out`. Raises IndexError for a dim out of
    range, RuntimeError for one named twice, NotImplementedError for complex32.

    >>> import tensorplay as tp
    >>> tp.sum(tp.arange(6).view(2, 3), 1).tolist()
    [3, 12]
    """
    chosen = accumulated(input, dtype)
    refusal = unsupported("sum", chosen, (complex32, *WIDE_UNSIGNED))
    return plan_reduction("sum", input, dim, keepdim, chosen, refusal=refusal)


@op("function method out=dtype")
def prod(input: Spec, dim: int | None = None, keepdim: bool = False, *, dtype: DType | None = None) -> Plan:
    """The product of all elements, or along a dimension. bool and integers are multiplied as int64.

    Elements are cast to `dtype` before they are multiplied, by default to that of `out`. Raises IndexError for a dim
    out of range.

    >>> import tensorplay as tp
    >>> tp.prod(tp.tensor([[1, 2], [3, 4]]), 0).tolist()
    [3, 8]
    """
    chosen = accumulated(input, dtype)
    refusal = unsupported("prod", chosen, (complex32, *WIDE_UNSIGNED)) if input.numel else None
    return plan_reduction("prod", input, dim, keepdim, chosen, refusal=refusal)


@op("function method out=dtype")
def nansum(input: Spec, dim: int | Ints | None = None, keepdim: bool = False, *, dtype: DType | None = None) -> Plan:
    """The sum of all elements, or along dimensions, with NaN counted as 0.

    Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.nansum(tp.tensor([1.0, float("nan"), 2.0])).item()
    3.0
    """
    if input.dtype.is_complex:
        raise Refusal(RuntimeError, f"nansum() is not defined for {input.dtype}; sum real and imag apart").exception()
    chosen = accumulated(input, dtype)
    refusal = None
    if input.dtype.is_floating_point:
        refusal = unsupported("nansum", chosen, (complex32, complex64, complex128))
    return plan_reduction("nansum", input, dim, keepdim, chosen, refusal=refusal)


@op("function method out=")
def mean(input: Spec, dim: int | Ints | None = None, keepdim: bool = False, *, dtype: DType | None = None) -> Plan:
    """The mean of all elements, or along dimensions.

    Elements are cast to `dtype` first. Raises RuntimeError for bool and integers, unless a floating point or complex
    `dtype` is given.

    >>> import tensorplay as tp
    >>> tp.mean(tp.tensor([[1.0, 2.0], [3.0, 4.0]]), 0).tolist()
    [2.0, 3.0]
    """
    chosen = input.dtype if dtype is None else dtype
    if not (chosen.is_floating_point or chosen.is_complex):
        raise Refusal(
            RuntimeError, f"mean() needs a floating point or complex dtype, not {chosen}; give dtype=float32"
        ).exception()
    refusal = unsupported("mean", chosen, (complex32,))
    return plan_reduction("mean", input, dim, keepdim, chosen, exact_dtype=dtype is not None, refusal=refusal)


@composition("function method")
def nanmean(
    input: Tensor,
    dim: int | Ints | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The mean of all elements that are not NaN, or along dimensions.

    Raises RuntimeError for bool, integers and complex numbers.

    >>> import tensorplay as tp
    >>> tp.nanmean(tp.tensor([1.0, float("nan"), 2.0])).item()
    1.5
    """
    if not (input.is_floating_point() or input.is_complex()):
        raise Refusal(RuntimeError, f"nanmean() needs a floating point tensor, not {input.dtype}").exception()
    if dtype is None and out is not None:
        dtype = out.dtype
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise Refusal(RuntimeError, f"nanmean() needs a floating point dtype, not {dtype}").exception()
    dims = exact(dim)
    total: Tensor = execute(nansum, (input,), (dims, keepdim, dtype))
    present: Tensor = execute(sum, (input == input,), (dims, keepdim, None))
    from .faces import div

    return div(total, present, out=out)


@composition("function method")
def all(input: Tensor, dim: int | Ints | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether all elements are different from 0, or all along dimensions. NaN counts as different.

    The result is bool, and uint8 for uint8. No dimension at all, as in `dim=()`, reduces nothing. Raises IndexError for
    a dim out of range, RuntimeError for one that is named twice.

    >>> import tensorplay as tp
    >>> tp.all(tp.tensor([[1, 0], [2, 3]]), 1).tolist()
    [False, True]
    """
    result: Tensor = execute(truths, (input,), (exact(dim), keepdim, True), out)
    return result


@composition("function method")
def any(input: Tensor, dim: int | Ints | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether any element is different from 0, or any along dimensions. NaN counts as different.

    The result is bool, and uint8 for uint8. No dimension at all, as in `dim=()`, reduces nothing. Raises IndexError for
    a dim out of range, RuntimeError for one that is named twice.

    >>> import tensorplay as tp
    >>> tp.any(tp.tensor([[1, 0], [0, 0]]), 1).tolist()
    [True, False]
    """
    result: Tensor = execute(truths, (input,), (exact(dim), keepdim, False), out)
    return result


@op(label="all or any")
def truths(input: Spec, dim: int | Ints | None, keepdim: bool, every: bool) -> Plan:
    """Whether every element is different from 0, or any is."""
    name = "all" if every else "any"
    size = input.size if dim == () else reduced_size(input, reduced_dims(name, input, dim), keepdim)
    spec = contiguous_spec(size, uint8 if input.dtype is uint8 else bool_, input.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=(bool_, uint8), overlap="never")


@composition("function method")
def count_nonzero(input: Tensor, dim: int | Ints | None = None) -> Tensor:
    """How many elements are different from 0, in all or along dimensions, as int64. NaN counts as different.

    Raises IndexError for a dim out of range, RuntimeError for one that is named twice.

    >>> import tensorplay as tp
    >>> tp.count_nonzero(tp.tensor([[1, 0], [2, 3]])).item()
    3
    """
    given: Any = tensor_argument("count_nonzero", "input", input, 1)
    dims = exact(dim)
    reduced_dims("count_nonzero", given._spec, dims)
    refuse(unsupported("count_nonzero", given.dtype, () if dims or dims == 0 else WIDE_UNSIGNED))
    result: Tensor = execute(sum, (given if given.dtype is bool_ else given != 0,), (dims, False, None))
    return result


@composition("function method")
def trace(input: Tensor) -> Tensor:
    """The sum of the diagonal of a matrix.

    Raises RuntimeError for a tensor that has not 2 dimensions, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.trace(tp.tensor([[1, 2], [3, 4]])).item()
    5
    """
    refuse(unsupported("trace", input.dtype, (bool_, *WIDE_UNSIGNED, complex32)))
    if input.dim() != 2:
        raise Refusal(RuntimeError, f"trace() needs a matrix, but the tensor has {input.dim()} dimensions").exception()
    result: Tensor = execute(sum, (input.diagonal(),), (None, False, None))
    return result


@sum.run
def _(backend: Any, out: Any, input: Any, dim: Any, keepdim: bool, dtype: DType | None) -> None:
    fold = sum_fold(backend, working_type(backend.xp, out.dtype))
    put(backend, out, folded(backend, input, axes_of(input, dim), fold))


@prod.run
def _(backend: Any, out: Any, input: Any, dim: Any, keepdim: bool, dtype: DType | None) -> None:
    fold = product_fold(backend, working_type(backend.xp, out.dtype))
    put(backend, out, folded(backend, input, axes_of(input, dim), fold))


@nansum.run
def _(backend: Any, out: Any, input: Any, dim: Any, keepdim: bool, dtype: DType | None) -> None:
    xp = backend.xp
    add = sum_fold(backend, working_type(xp, out.dtype))

    def fold(part: Any, axes: tuple[int, ...]) -> Any:
        return add(part if part.dtype.kind in "iub" else xp.where(part == part, part, part.dtype.type(0)), axes)

    put(backend, out, folded(backend, input, axes_of(input, dim), fold, add))


@mean.run
def _(backend: Any, out: Any, input: Any, dim: Any, keepdim: bool, dtype: DType | None) -> None:
    xp = backend.xp
    total = folded(backend, input, axes_of(input, dim), sum_fold(backend, working_type(xp, out.dtype)))
    with xp.errstate(all="ignore"):
        put(backend, out, xp.divide(total, input.size // max(total.size, 1), dtype=total.dtype))


@truths.run
def _(backend: Any, out: Any, input: Any, dim: Any, keepdim: bool, every: bool) -> None:
    reduce = (backend.xp.logical_and if every else backend.xp.logical_or).reduce

    def fold(part: Any, axes: tuple[int, ...]) -> Any:
        return reduce(truth(part), axis=axes, keepdims=True)

    put(backend, out, folded(backend, input, () if dim == () else axes_of(input, dim), fold))


@sum.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (input,) = context.operands
    dim, keepdim, _dtype = context.parameters
    dims = reduced_dims("sum", input._spec, dim)
    if not keepdim:
        for position in sorted(dims):
            gradient = gradient.unsqueeze(position)
    return (gradient.expand(input.shape),)
