"""The largest and the smallest: amax, amin, aminmax, max, min, argmax, argmin. NaN is beyond every number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, complex32, complex64, complex128, int64
from tensorplay.attributes.memory_format import preserve_format
from tensorplay.core.arguments import exact
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan, as_plan
from tensorplay.core.targets import check_several, into_several
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from . import return_types
from .copying import clone
from .op import Ints, composition, op
from .parameters import int_argument, tensor_argument
from .reducing import axes_of, extreme, folded, put, ufunc_fold, working_type
from .reductions import WIDE_UNSIGNED, plan_reduction, reduced_dims, refuse_complex, unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.core.spec import Spec

    from .faces import Tensor
    from .return_types import LeastAndGreatest

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


@composition("function method")
def amax(input: Tensor, dim: int | Ints | None = (), keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The largest of all elements, or along dimensions.

    NaN where there is one. Raises RuntimeError or IndexError where there is nothing to choose from,
    NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.amax(tp.tensor([[1, 5], [3, 2]]), 1).tolist()
    [5, 3]
    """
    result: Tensor = execute(extreme_of, (input,), (exact(dim), keepdim, True), out)
    return result


@composition("function method")
def amin(input: Tensor, dim: int | Ints | None = (), keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The smallest of all elements, or along dimensions.

    NaN where there is one. Raises RuntimeError or IndexError where there is nothing to choose from,
    NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.amin(tp.tensor([[1, 5], [3, 2]]), 1).tolist()
    [1, 2]
    """
    result: Tensor = execute(extreme_of, (input,), (exact(dim), keepdim, False), out)
    return result


@op(label="amax or amin")
def extreme_of(input: Spec, dim: int | Ints | None, keepdim: bool, largest: bool) -> Plan:
    """The largest or the smallest of all elements, or along dimensions."""
    name = "amax" if largest else "amin"
    refusal = unsupported(name, input.dtype, UNORDERED) if input.numel else None
    plan = plan_reduction(name, input, dim, keepdim, input.dtype, refusal=refusal)
    refuse_empty(name, input, dim)
    return plan


@extreme_of.run
def _(backend: Any, out: Any, input: Any, dim: int | Ints | None, keepdim: bool, largest: bool) -> None:
    fold = ufunc_fold(backend, "maximum" if largest else "minimum", working_type(backend.xp, out.dtype))
    put(backend, out, folded(backend, input, axes_of(input, dim), fold))


@op(label="max or min")
def extreme_along(input: Spec, dim: int, keepdim: bool, largest: bool) -> Plan:
    """The largest or the smallest values along a dimension and where they are first."""
    name, results = ("max", return_types.max) if largest else ("min", return_types.min)
    values = plan_reduction(name, input, wrap_dim(dim, input.rank), keepdim, input.dtype).outputs[0]
    refuse_empty(name, input, dim)
    refuse_complex(name, input.dtype)
    refusal = unsupported(name, input.dtype, WIDE_UNSIGNED) if input.numel and input.rank else None
    indices = plan_reduction(name, input, dim, keepdim, int64).outputs[0]
    return Plan(Effect.NEW, (values, indices), several=results, exact_dtype=True, refusal=refusal)


@extreme_along.run
def _(backend: Any, outs: Any, input: Any, dim: int, keepdim: bool, largest: bool) -> None:
    values, indices = outs
    if not values.size:
        return
    if not input.ndim:
        input, dim = input.reshape(1), 0
    chosen, places = extreme(backend, input, dim % input.ndim, largest)
    put(backend, values, chosen)
    put(backend, indices, places)


@composition("function method")
def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Where the largest element is first, counted through all elements in logical order, or along a dimension.

    Raises RuntimeError for bool and complex numbers, IndexError where there is nothing to choose from.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 5], [3, 5]])
    >>> tp.argmax(x).item(), tp.argmax(x, 1).tolist()
    (1, [1, 1])
    """
    result: Tensor = execute(place_of_extreme, (input,), (dim, keepdim, True), out)
    return result


@composition("function method")
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Where the smallest element is first, counted through all elements in logical order, or along a dimension.

    Raises RuntimeError for bool and complex numbers, IndexError where there is nothing to choose from.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 5], [3, 1]])
    >>> tp.argmin(x).item(), tp.argmin(x, 1).tolist()
    (0, [0, 1])
    """
    result: Tensor = execute(place_of_extreme, (input,), (dim, keepdim, False), out)
    return result


@op(label="argmax or argmin")
def place_of_extreme(input: Spec, dim: int | None, keepdim: bool, largest: bool) -> Plan:
    """Where the largest or the smallest element is first, of all in logical order or along a dimension."""
    name = "argmax" if largest else "argmin"
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


@place_of_extreme.run
def _(backend: Any, out: Any, input: Any, dim: int | None, keepdim: bool, largest: bool) -> None:
    if not out.size:
        return
    if dim is None or not input.ndim:
        flat = backend.xp.empty(input.shape, input.dtype)
        backend.copy(flat, input)
        input, dim = flat.reshape(-1), 0
    put(backend, out, extreme(backend, input, dim % input.ndim, largest)[1])


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
    return _extreme_of(True, input, dim, keepdim, other, out)


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
    return _extreme_of(False, input, dim, keepdim, other, out)


def _extreme_of(largest: bool, input: Tensor, dim: Any, keepdim: bool, other: Any, out: Any) -> Any:
    """Which of the three meanings of max and min is asked for."""
    if isinstance(dim, TensorBase):
        dim, other = None, dim
    if other is not None:
        from . import faces

        return (faces.maximum if largest else faces.minimum)(input, other, out=out)
    if dim is not None:
        return execute(extreme_along, (input,), (dim, keepdim, largest), out)
    if keepdim:
        name = "max" if largest else "min"
        raise TypeError(f"{name}(): keepdim says what becomes of a dim, so it needs one")
    if not isinstance(out, TensorBase) or out.dtype is input.dtype or input.dtype.is_complex:
        return execute(extreme_of, (input,), ((), False, largest), out)
    # Unlike that of amax, this `out=` may be of another dtype.
    return execute(clone, (execute(extreme_of, (input,), ((), False, largest)),), (preserve_format,), out)


@composition("function method")
def aminmax(
    input: Tensor, *, dim: int | None = None, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> LeastAndGreatest:
    """The smallest and the largest of all elements, or along a dimension, as a named tuple (min, max).

    NaN where there is one. Raises RuntimeError or IndexError where there is nothing to choose from,
    NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> least, greatest = tp.aminmax(tp.tensor([[1, 5], [3, 2]]), dim=1)
    >>> least.tolist(), greatest.tolist()
    ([1, 2], [5, 3])
    """
    dims = () if dim is None else (int_argument("aminmax", "dim", dim, 2),)
    if out is not None:
        tensor_argument("aminmax", "input", input, 1)
        (wanted,) = as_plan(extreme_of.plan_for((input,), (dims, keepdim, False))).outputs
        check_several("aminmax", Plan(Effect.NEW, (wanted, wanted), several=True, exact_dtype=True), out)
    pair = [execute(extreme_of, (input,), (dims, keepdim, largest)) for largest in (False, True)]
    results = return_types.aminmax(*pair)
    return results if out is None else into_several(results, out)  # type: ignore[no-any-return]
