"""Variance and standard deviation, with their means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import complex32, complex64
from tensorplay.core.execute import execute
from tensorplay.geometry.reasons import Refusal

from .computing import cast
from .op import Ints, Number, composition, op
from .reducing import axes_of, folded, put, sum_fold
from .reductions import mean, plan_reduction

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op(label="var or std")
def spread(input: Spec, dim: int | Ints | None, correction: Number, keepdim: bool, root: bool) -> Plan:
    """The mean square distance from the mean, with `correction` subtracted from the number of elements; or its root."""
    name, dtype = "std" if root else "var", input.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise Refusal(RuntimeError, f"{name}() needs a floating point or complex tensor, not {dtype}").exception()
    real = dtype.to_real() if dtype.is_complex else dtype
    return plan_reduction(name, input, dim, keepdim, real, exact_dtype=False)


@spread.run
def _(backend: Any, out: Any, input: Any, dim: Any, correction: Number, keepdim: bool, root: bool) -> None:
    # In float64: first the mean, then the squares of the distances from it.
    xp = backend.xp
    axes = axes_of(input, dim)
    wide = xp.dtype("complex128" if input.dtype.kind == "c" else "float64")
    add = sum_fold(backend, xp.dtype("float64"))

    def squares(part: Any, axes: tuple[int, ...], center: Any) -> Any:
        with xp.errstate(all="ignore"):
            distance = cast(backend, part, wide) - center
            square = distance.real**2 + distance.imag**2 if wide.kind == "c" else distance**2
        return add(square, axes)

    with xp.errstate(all="ignore"):
        total = folded(backend, input, axes, sum_fold(backend, wide))
        count = input.size // max(total.size, 1)
        squared = folded(backend, input, axes, squares, add, total / xp.float64(count))
        result = squared / xp.float64(max(count - correction, 0))
        put(backend, out, xp.sqrt(result) if root else result)


@composition("function method")
def var(
    input: Tensor,
    dim: int | Ints | bool | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The variance of all elements, or along dimensions: the sum of |x - mean|² divided by n - correction.

    `correction` is 1 by default; `unbiased=False`, which may stand first as in `var(False)`, means 0. Where n is not
    larger than the correction the result is NaN or infinite. Raises RuntimeError for bool and integers.

    >>> import tensorplay as tp
    >>> tp.var(tp.tensor([1.0, 3.0])).item(), tp.var(tp.tensor([1.0, 3.0]), correction=0).item()
    (2.0, 1.0)
    """
    parameters = _parameters("var", dim, unbiased, correction, keepdim)
    result: Tensor = execute(spread, (input,), (*parameters, False), out)
    return result


@composition("function method")
def std(
    input: Tensor,
    dim: int | Ints | bool | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The standard deviation of all elements, or along dimensions: the square root of `var`.

    Raises RuntimeError for integers and bool, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.std(tp.tensor([1.0, 3.0]), correction=0).item()
    1.0
    """
    parameters = _parameters("std", dim, unbiased, correction, keepdim)
    result: Tensor = execute(spread, (input,), (*parameters, True), out)
    return result


@composition("function")
def var_mean(
    input: Tensor,
    dim: int | Ints | bool | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Tensor, Tensor]:
    """The variance and the mean of all elements, or along dimensions, as a tuple.

    Raises RuntimeError for integers and bool, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> [result.item() for result in tp.var_mean(tp.tensor([1.0, 3.0]))]
    [2.0, 2.0]
    """
    parameters = _parameters("var_mean", dim, unbiased, correction, keepdim)
    return execute(spread, (input,), (*parameters, False)), _mean(input, parameters[0], keepdim)


@composition("function")
def std_mean(
    input: Tensor,
    dim: int | Ints | bool | None = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Tensor, Tensor]:
    """The standard deviation and the mean of all elements, or along dimensions, as a tuple.

    Raises RuntimeError for integers and bool, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> [result.item() for result in tp.std_mean(tp.tensor([1.0, 3.0]), correction=0)]
    [1.0, 2.0]
    """
    parameters = _parameters("std_mean", dim, unbiased, correction, keepdim)
    return execute(spread, (input,), (*parameters, True)), _mean(input, parameters[0], keepdim)


def _mean(input: Tensor, dim: Any, keepdim: bool) -> Tensor:
    """The mean; of complex32, which mean() refuses, by way of complex64."""
    if input.dtype is complex32:
        return _mean(input.to(complex64), dim, keepdim).to(complex32)
    result: Tensor = execute(mean, (input,), (dim, keepdim, None))
    return result


def _parameters(
    name: str, dim: Any, unbiased: bool | None, correction: Number | None, keepdim: bool
) -> tuple[Any, Number, bool]:
    """dim, correction and keepdim from PyTorch's three ways to call these functions."""
    if isinstance(dim, bool):
        if unbiased is not None:
            raise TypeError(f"{name}() got two values for 'unbiased': {dim} and {unbiased}")
        dim, unbiased = None, dim
    if unbiased is not None and correction is not None:
        raise TypeError(f"{name}(): give unbiased or correction, not both")
    if correction is None:
        correction = 0 if unbiased is False else 1
    return (tuple(dim) if isinstance(dim, list) else dim), correction, keepdim
