"""Order along a dimension: sort, argsort, msort, topk. Every sort is stable, and NaN exceeds every number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from . import return_types
from .copying import copied_layout, written
from .extremes import UNORDERED
from .op import composition, op
from .ordering import leading_places, ordered_places, values_at
from .reducing import each_line
from .reductions import refuse_complex, unsupported
from .return_types import PAIR

if TYPE_CHECKING:
    from .faces import Tensor


@op("function method out=", returns=PAIR)
def sort(input: Spec, dim: int = -1, descending: bool = False, *, stable: bool | None = False) -> Plan:
    """The values in order along a dimension and where each was, as a named tuple (values, indices).

    Equal values keep their order, whatever `stable` says; NaN counts as larger than every number. Both results have the
    input's strides if it is dense (rule 8). Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> values, indices = tp.sort(tp.tensor([3, 1, 2]))
    >>> values.tolist(), indices.tolist()
    ([1, 2, 3], [1, 2, 0])
    """
    layout = copied_layout(input, "preserve")
    wrap_dim(dim, input.rank)
    refuse_complex("sort", input.dtype)
    outputs = (Spec(layout, input.dtype, input.device), Spec(layout, int64, input.device))
    return Plan(Effect.NEW, outputs, several=return_types.sort, exact_dtype=True)


@sort.run
def _(backend: Any, outs: Any, input: Any, dim: int, descending: bool, stable: bool | None) -> None:

    def work(values: Any, indices: Any, line: Any) -> None:
        places = ordered_places(backend, line, descending)
        backend.copy(indices, places)
        backend.copy(values, values_at(backend, line, places))

    each_line(backend, work, dim, *outs, input)


@composition("function method")
def argsort(
    input: Tensor, dim: int = -1, descending: bool = False, *, stable: bool = False, out: Tensor | None = None
) -> Tensor:
    """Where the values in order along a dimension are, as `sort` returns it.

    Raises IndexError for a dim out of range, RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.argsort(tp.tensor([3, 1, 2])).tolist()
    [1, 2, 0]
    """
    result: Tensor = execute(sort, (input,), (dim, descending, stable)).indices
    return result if out is None else written(result, out)


@composition("function method")
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The values in order along the first dimension.

    >>> import tensorplay as tp
    >>> tp.msort(tp.tensor([[3, 1], [2, 4]])).tolist()
    [[2, 1], [3, 4]]
    """
    result: Tensor = execute(sort, (input,), (0, False, False)).values
    return result if out is None else written(result, out)


@op("function method out=", returns=PAIR)
def topk(input: Spec, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Plan:
    """The k largest (or smallest) values along a dimension and where they are, as a named tuple (values, indices).

    They come in order, of equal values the first ones. NaN counts as larger than every number. Raises RuntimeError for
    a k beyond the size of the dimension, for bool and for complex numbers.

    >>> import tensorplay as tp
    >>> values, indices = tp.topk(tp.tensor([3, 1, 4, 2]), 2)
    >>> values.tolist(), indices.tolist()
    ([4, 3], [2, 0])
    """
    dim = wrap_dim(dim, input.rank)
    length = input.size[dim] if input.rank else 1
    if not 0 <= k <= length:
        raise Refusal(RuntimeError, f"topk() can select 0 to {length} elements of dimension {dim}, not {k}").exception()
    refuse_complex("topk", input.dtype)
    if input.dtype is bool_:
        raise Refusal(RuntimeError, "topk() is not defined for bool; convert to an integer dtype first").exception()
    refusal = unsupported("topk", input.dtype, UNORDERED) if input.rank else None
    size = (*input.size[:dim], k, *input.size[dim + 1 :]) if input.rank else ()
    outputs = tuple([contiguous_spec(size, dtype, input.device) for dtype in (input.dtype, int64)])
    return Plan(Effect.NEW, outputs, several=return_types.topk, exact_dtype=True, refusal=refusal)


@topk.run
def _(backend: Any, outs: Any, input: Any, k: int, dim: int, largest: bool, sorted: bool) -> None:

    def work(values: Any, indices: Any, line: Any) -> None:
        places = leading_places(backend, line, values.shape[-1], largest)
        backend.copy(indices, places)
        backend.copy(values, values_at(backend, line, places))

    each_line(backend, work, dim, *outs, input)
