"""The largest and the smallest: amax, amin, aminmax, max, min, argmax, argmin. NaN is beyond every number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, complex32, complex64, complex128, int64
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from . import return_types
from .op import Ints, composition, op
from .reducing import axes_of, extreme, folded, put, ufunc_fold, working_type
from .reductions import WIDE_UNSIGNED, plan_reduction, reduced_dims, refuse_complex, unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.core.spec import Spec

    from .faces import Tensor

COMPLEX = (complex32, complex64, complex128)
UNORDERED = (*WIDE_UNSIGNED, *COMPLEX)


def refuse_empty(name: str, input: Spec, dim: int | Ints | None) -> None:
    """There is no largest of nothing: IndexError for a dim of size 0, RuntimeError for all of an empty tensor."""
    if input.numel:
        return
    if dim is None or dim == ():
        raise Refusal(
            RuntimeError,
            f"{name}() of a tensor of size {list(input.size)} has no elements to choose from; name dims of other sizes",
        ).exception()
    for position in reduced_dims(name, input, dim):
        if input.size[position] == 0:
            raise Refusal(
                IndexError, f"{name}(): dimension {position} of size {list(input.size)} has no elements to choose from"
            ).exception()


@op("function method out=")
def amax(input: Spec, dim: int | Ints | None = (), keepdim: bool = False) -> Plan:
    """The largest of all elements, or along dimensions.

    NaN where there is one. Raises RuntimeError or IndexError where there is nothing to choose from,
    NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.amax(tp.tensor([[1, 5], [3, 2]]), 1).tolist()
    [5, 3]
    """
    return _plan_extremes("amax", input, dim, keepdim)


@op("function method out=")
def amin(input: Spec, dim: int | Ints | None = (), keepdim: bool = False) -> Plan:
    """The smallest of all elements, or along dimensions.

    NaN where there is one. Raises RuntimeError or IndexError where there is nothing to choose from,
    NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.amin(tp.tensor([[1, 5], [3, 2]]), 1).tolist()
    [1, 2]
    """
    return _plan_extremes("amin", input, dim, keepdim)


@op(label="max")
def max_of_all(input: Spec) -> Plan:
    """The largest element."""
    return _plan_extremes("max", input, (), False, exact_dtype=False)


@op(label="min")
def min_of_all(input: Spec) -> Plan:
    """The smallest element."""
    return _plan_extremes("min", input, (), False, exact_dtype=False)


def _plan_extremes(name: str, input: Spec, dim: int | Ints | None, keepdim: bool, *, exact_dtype: bool = True) -> Plan:
    refusal = unsupported(name, input.dtype, UNORDERED) if input.numel else None
    plan = plan_reduction(name, input, dim, keepdim, input.dtype, exact_dtype=exact_dtype, refusal=refusal)
    refuse_empty(name, input, dim)
    return plan


def _run_extremes(function: str) -> Any:
    def run(backend: Any, out: Any, input: Any, dim: int | Ints | None = (), keepdim: bool = False) -> None:
        fold = ufunc_fold(backend, function, working_type(backend.xp, out.dtype))
        put(backend, out, folded(backend, input, axes_of(input, dim), fold))

    return run


for _operation, _function in ((amax, "maximum"), (max_of_all, "maximum"), (amin, "minimum"), (min_of_all, "minimum")):
    _operation.run(_run_extremes(_function))


@op(label="max")
def max_along(input: Spec, dim: int, keepdim: bool) -> Plan:
    """The largest values along a dimension and where they are first."""
    return plan_choice("max", input, dim, keepdim, return_types.max)


@op(label="min")
def min_along(input: Spec, dim: int, keepdim: bool) -> Plan:
    """The smallest values along a dimension and where they are first."""
    return plan_choice("min", input, dim, keepdim, return_types.min)


def plan_choice(name: str, input: Spec, dim: int, keepdim: bool, results: Any) -> Plan:
    """One value for each line along a dimension, and its index."""
    values = plan_reduction(name, input, wrap_dim(dim, input.rank), keepdim, input.dtype).outputs[0]
    refuse_empty(name, input, dim)
    refuse_complex(name, input.dtype)
    refusal = unsupported(name, input.dtype, WIDE_UNSIGNED) if input.numel and input.rank else None
    indices = plan_reduction(name, input, dim, keepdim, int64).outputs[0]
    return Plan(Effect.NEW, (values, indices), several=results, exact_dtype=True, refusal=refusal)


def _run_choice(largest: bool) -> Any:
    def run(backend: Any, outs: Any, input: Any, dim: int, keepdim: bool) -> None:
        values, indices = outs
        if not values.size:
            return
        if not input.ndim:
            input, dim = input.reshape(1), 0
        chosen, places = extreme(backend, input, dim % input.ndim, largest)
        put(backend, values, chosen)
        put(backend, indices, places)

    return run


max_along.run(_run_choice(True))
min_along.run(_run_choice(False))


@op("function method out=")
def argmax(input: Spec, dim: int | None = None, keepdim: bool = False) -> Plan:
    """Where the largest element is first, counted through all elements in logical order, or along a dimension.

    Raises RuntimeError for bool and complex numbers, IndexError where there is nothing to choose from.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 5], [3, 5]])
    >>> tp.argmax(x).item(), tp.argmax(x, 1).tolist()
    (1, [1, 1])
    """
    return _plan_place("argmax", input, dim, keepdim)


@op("function method out=")
def argmin(input: Spec, dim: int | None = None, keepdim: bool = False) -> Plan:
    """Where the smallest element is first, counted through all elements in logical order, or along a dimension.

    Raises RuntimeError for bool and complex numbers, IndexError where there is nothing to choose from.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 5], [3, 1]])
    >>> tp.argmin(x).item(), tp.argmin(x, 1).tolist()
    (0, [0, 1])
    """
    return _plan_place("argmin", input, dim, keepdim)


def _plan_place(name: str, input: Spec, dim: int | None, keepdim: bool) -> Plan:
    refuse_complex(name, input.dtype)
    if input.dtype is bool_:
        raise Refusal(RuntimeError, f"{name}() is not defined for bool; convert to an integer dtype first").exception()
    refusal = unsupported(name, input.dtype, WIDE_UNSIGNED) if input.numel else None
    plan = plan_reduction(name, input, dim, keepdim, int64, refusal=refusal)
    if dim is None and not input.numel:
        raise Refusal(
            IndexError, f"{name}() of a tensor of size {list(input.size)} has no elements to choose from; name a dim"
        ).exception()
    refuse_empty(name, input, dim)
    return plan


def _run_place(largest: bool) -> Any:
    def run(backend: Any, out: Any, input: Any, dim: int | None, keepdim: bool) -> None:
        if not out.size:
            return
        if dim is None or not input.ndim:
            flat = backend.xp.empty(input.shape, input.dtype)
            backend.copy(flat, input)
            input, dim = flat.reshape(-1), 0
        put(backend, out, extreme(backend, input, dim % input.ndim, largest)[1])

    return run


argmax.run(_run_place(True))
argmin.run(_run_place(False))


@composition("function method")
def max(
    input: Tensor,
    dim: int | Tensor | None = None,
    keepdim: bool = False,
    *,
    other: Tensor | None = None,
    out: Tensor | Sequence[Tensor] | None = None,
) -> Any:
    """The largest element; with `dim` the largest along it and where they are first; with `other` the larger of two.

    `max(dim)` returns a named tuple (values, indices), and its `out` is a pair. `max(other)` is `maximum`. NaN is
    larger than every number. Raises RuntimeError for complex numbers, and IndexError or RuntimeError where there is
    nothing to choose from.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 5], [3, 2]])
    >>> tp.max(x).item(), tp.max(x, 1).indices.tolist(), tp.max(x, tp.tensor(3)).tolist()
    (5, [1, 0], [[3, 5], [3, 3]])
    """
    return _extreme_of("max", max_of_all, max_along, input, dim, keepdim, other, out)


@composition("function method")
def min(
    input: Tensor,
    dim: int | Tensor | None = None,
    keepdim: bool = False,
    *,
    other: Tensor | None = None,
    out: Tensor | Sequence[Tensor] | None = None,
) -> Any:
    """The smallest element; with `dim` the smallest along it and where they are first; with `other` the smaller of two.

    `min(dim)` returns a named tuple (values, indices), and its `out` is a pair. `min(other)` is `minimum`. NaN is
    smaller than every number. Raises RuntimeError for complex numbers, and IndexError or RuntimeError where there is
    nothing to choose from.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 5], [3, 2]])
    >>> tp.min(x).item(), tp.min(x, 1).indices.tolist(), tp.min(x, tp.tensor(3)).tolist()
    (1, [0, 1], [[1, 3], [3, 2]])
    """
    return _extreme_of("min", min_of_all, min_along, input, dim, keepdim, other, out)


def _extreme_of(
    name: str, of_all: Any, along: Any, input: Tensor, dim: Any, keepdim: bool, other: Any, out: Any
) -> Any:
    """Which of the three meanings of max and min is asked for."""
    if isinstance(dim, TensorBase):
        dim, other = None, dim
    if other is not None:
        from . import faces

        return (faces.maximum if name == "max" else faces.minimum)(input, other, out=out)
    if dim is not None:
        return execute(along, (input,), (dim, keepdim), out)
    if keepdim:
        raise TypeError(f"{name}(): keepdim says what becomes of a dim, so it needs one")
    return execute(of_all, (input,), (), out)


@op("function method out=", returns="LeastAndGreatest")
def aminmax(input: Spec, *, dim: int | None = None, keepdim: bool = False) -> Plan:
    """The smallest and the largest of all elements, or along a dimension, as a named tuple (min, max).

    NaN where there is one. Raises RuntimeError or IndexError where there is nothing to choose from,
    NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> least, greatest = tp.aminmax(tp.tensor([[1, 5], [3, 2]]), dim=1)
    >>> least.tolist(), greatest.tolist()
    ([1, 2], [5, 3])
    """
    plan = _plan_extremes("aminmax", input, None if dim is None else (dim,), keepdim)
    return Plan(Effect.NEW, plan.outputs * 2, several=return_types.aminmax, exact_dtype=True, refusal=plan.refusal)


@aminmax.run
def _(backend: Any, outs: Any, input: Any, dim: int | None, keepdim: bool) -> None:
    for out, function in zip(outs, ("minimum", "maximum"), strict=True):
        _run_extremes(function)(backend, out, input, None if dim is None else (dim,), keepdim)
