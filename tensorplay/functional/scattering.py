"""Values scattered to the places that an index tensor names along a dimension: scatter, scatter_add, scatter_reduce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.access import array_of
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.arguments import to_bool, to_text
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.core.targets import fitting
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import DimensionOutOfRange, Refusal

from .array_parts import named_cells
from .copying import clone, written
from .index_checks import RARE, check_index_dtype, check_same_dtype, positions, refuse_dtype
from .numbers import checked_number
from .op import composition, op
from .parameters import argument, int_argument, number_argument, tensor_argument
from .picking import check_index_shape
from .pointwise import common_device
from .writing_places import REDUCTIONS, change, mesh, write_along

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.geometry.layout import Layout

    from .faces import Tensor

# `reduce=` of scatter(), by the names that scatter_reduce() has for the same.
_OLD_NAMES = {"add": "sum", "multiply": "prod"}


def check_reduced_dtype(name: str, spec: Spec, reduction: str) -> None:
    """Refuse what PyTorch has no kernel for: the mean of bools, the order of complex numbers, rare dtypes."""
    refuse_dtype(name, spec.dtype, RARE if reduction != "prod" or name.startswith("scatter") else ())
    if reduction == "mean":
        refuse_dtype(name, spec.dtype, (bool_,))
    if reduction in ("amax", "amin") and spec.dtype.is_complex:
        refuse_dtype(name, spec.dtype, (spec.dtype,))


def written_copy(
    name: str, input: Any, out: Any, others: list[Any], write: Callable[[Any], Any], format: Any = contiguous_format
) -> Any:
    """What `write` makes of a tensor: of itself if it is `out`, in place; else of a copy, which goes into any `out`."""
    if out is input:
        return write(input)
    if out is not None:
        if not isinstance(out, TensorBase):
            raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
        fitting(name, whole(input._spec), [other for other in others if isinstance(other, TensorBase)], out)
    result = write(execute(clone, (input,), (format,)))
    return result if out is None else written(result, out, contiguous_format)


def whole(input: Spec) -> Plan:
    """A contiguous result of the tensor's size and dtype, which no operand may share cells with."""
    spec = contiguous_spec(input.size, input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), copies=True, apart=True, exact_dtype=True)


@op(label="scatter_")
def scatter_into(
    input: Spec, index: Spec, src: Spec | NumberSpec, name: str, dim: int, reduction: str, include_self: bool
) -> Plan:
    """Values written to the places that `index` names along `dim`, combined by a reduction if one is named."""
    dim = wrap_dim(dim, input.rank)
    common_device(name, [input, index, *([src] if isinstance(src, Spec) else [])])
    if index.numel:
        check_index_dtype(name, index)
    if isinstance(src, Spec):
        check_same_dtype(name, input, src, "source")
    if index.numel:
        check_index_shape(name, input, index, dim, "tensor")
        if isinstance(src, Spec):
            _check_source(name, index, src)
    allowed = ("", *_OLD_NAMES) if name == "scatter" else tuple(REDUCTIONS)
    if reduction not in allowed:
        raise Refusal(
            RuntimeError, f"{name}(): reduce must be one of {', '.join(allowed).lstrip(', ')}, not {reduction!r}"
        ).exception()
    if index.numel:
        check_reduced_dtype(name, input, reduction)
    elif reduction == "mean":
        refuse_dtype(name, input.dtype, (bool_,))
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True, apart=True)


def _check_source(name: str, index: Spec, src: Spec) -> None:
    for dim, length in enumerate(index.size):
        if src.rank and dim >= src.rank:
            raise DimensionOutOfRange(dim, src.rank).exception()
        if length > (src.size[dim] if src.rank else 1):
            raise Refusal(
                RuntimeError,
                f"{name}(): the index of size {list(index.size)} is larger than the source of size {list(src.size)} in "
                f"dimension {dim}",
            ).exception()
    if max(src.rank, 1) != max(index.rank, 1):
        raise Refusal(
            RuntimeError,
            f"{name}(): the index needs as many dimensions as the source, but they have {index.rank} and {src.rank}",
        ).exception()


@scatter_into.run
def _(
    backend: Any,
    target: TensorBase,
    index: TensorBase,
    src: Any,
    name: str,
    dim: int,
    reduction: str,
    include_self: bool,
) -> list[Layout] | None:
    places = array_of(index)
    if not places.size:
        return []
    number = checked_number(src, target.dtype) if not isinstance(src, TensorBase) else None
    places = places.reshape(1) if places.ndim == 0 else places
    size = target._spec.size or (1,)
    dim %= len(size)
    places = positions(backend, places, size[dim], f"dimension {dim}", RuntimeError)
    source = number
    if isinstance(src, TensorBase):
        source = array_of(src)
        source = source.reshape(1) if source.ndim == 0 else source
        source = source[tuple([slice(length) for length in places.shape])]

    def work(values: Any) -> None:
        values = values.reshape(1) if values.ndim == 0 else values
        write_along(backend, values, places, dim, source, _OLD_NAMES.get(reduction, reduction), include_self)

    change(backend, target, work)
    if not target._spec.rank:
        return [target._spec.layout]
    return named_cells(backend, target._spec.layout, mesh(backend, places, dim))


def _scattered(
    name: str, input: Any, dim: Any, index: Any, src: Any, reduction: str, include_self: bool, out: Any
) -> Any:
    tensor_argument(name, "index", index, 2)
    axis = int_argument(name, "dim", dim, 1)

    def write(target: Any) -> Any:
        return execute(scatter_into, (target, index, src), (name, axis, reduction, include_self))

    return written_copy(name, input, out, [index, src], write)


@composition("function method scatter_")
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Any = None,
    *,
    value: Any = None,
    reduce: str | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """A copy in which the values of `src` stand at the places that `index` names along `dim`: the reverse of `gather`.

    x[index[i][j]][j] = src[i][j] for dim 0. Instead of a tensor a number may be given, as `src` or as `value`. Where an
    index repeats, the last value stays; `reduce` "add" or "multiply" combines all with what is there. The result is
    contiguous. Raises RuntimeError for an index of another rank, larger than the tensor (other than along `dim`) or the
    source, or out of range, for a source of another dtype, and for a number that the dtype cannot hold; before anything
    is written.

    >>> import tensorplay as tp
    >>> tp.zeros(3).scatter(0, tp.tensor([2, 0]), tp.tensor([1.0, 2.0])).tolist()
    [2.0, 0.0, 1.0]
    """
    if (src is None) == (value is None):
        raise TypeError("scatter() takes either src, a tensor or a number, or value, a number")
    source = (
        src if isinstance(src, TensorBase) else number_argument("scatter", "value", value if src is None else src, 3)
    )
    reduction = "" if reduce is None else argument("scatter", "reduce", to_text, reduce)
    result: Tensor = _scattered("scatter", input, dim, index, source, reduction, True, out)
    return result


@composition("function method scatter_add_")
def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A copy to which the values of `src` are added at the places that `index` names along `dim`; all that meet add up.

    Raises as `scatter` does.

    >>> import tensorplay as tp
    >>> tp.zeros(3).scatter_add(0, tp.tensor([0, 0, 2]), tp.tensor([1.0, 2.0, 3.0])).tolist()
    [3.0, 0.0, 3.0]
    """
    tensor_argument("scatter_add", "src", src, 3)
    result: Tensor = _scattered("scatter_add", input, dim, index, src, "sum", True, out)
    return result


@composition("function method scatter_reduce_")
def scatter_reduce(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
    out: Tensor | None = None,
) -> Tensor:
    """A copy in which the values of `src` that meet in a place are combined: "sum", "prod", "mean", "amax" or "amin".

    With `include_self` also with what is there. The mean of integers is rounded down. Raises as `scatter` does, and
    RuntimeError for another name.

    >>> import tensorplay as tp
    >>> x, index, src = tp.tensor([5, 1]), tp.tensor([0, 0, 1]), tp.tensor([2, 7, 3])
    >>> x.scatter_reduce(0, index, src, "amax").tolist()
    [7, 3]
    >>> x.scatter_reduce(0, index, src, "sum", include_self=False).tolist()
    [9, 3]
    """
    tensor_argument("scatter_reduce", "src", src, 3)
    argument("scatter_reduce", "reduce", to_text, reduce, 4)
    include = argument("scatter_reduce", "include_self", to_bool, include_self)
    result: Tensor = _scattered("scatter_reduce", input, dim, index, src, reduce, include, out)
    return result
