"""Slices along a dimension, named by a vector of indices, that are overwritten or added to: index_copy and its like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64
from tensorplay.attributes.memory_format import preserve_format
from tensorplay.core.access import array_of
from tensorplay.core.arguments import to_bool
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.overlap import writes_refused
from tensorplay.geometry.reasons import NoDimensions, Refusal

from .array_parts import named_cells
from .computing import scaled
from .index_checks import WIDE_UNSIGNED, check_index_dtype, check_same_dtype, positions, refuse_dtype
from .numbers import checked_number
from .op import composition, op
from .parameters import argument, int_argument, number_argument, tensor_argument
from .pointwise import common_device
from .scattering import check_reduced_dtype, written_copy
from .writing_places import REDUCTIONS, change, write_along, write_slices

if TYPE_CHECKING:
    from tensorplay.geometry.layout import Layout

    from .faces import Tensor
    from .op import Number


@op(label="index_add_")
def combine_slices(
    input: Spec, index: Spec, source: Spec, name: str, dim: int, reduction: str, include_self: bool, alpha: Number
) -> Plan:
    """Slices combined with those of a source by a reduction."""
    dim = wrap_dim(dim, input.rank)
    _check_vector(name, index, IndexError)
    check_index_dtype(name, index)
    check_same_dtype(name, input, source, "source")
    common_device(name, [input, index, source])
    if source.rank == 0:
        length, rest = 1, source.size
        if index.numel != 1:
            raise NoDimensions(f"{name}() along dim {dim} of the source").exception()
    elif dim >= source.rank:
        raise _other_shape(name, input, source).exception()
    else:
        length, rest = source.size[dim], (*source.size[:dim], *source.size[dim + 1 :])
    if input.rank != source.rank and index.numel == length:
        raise _other_shape(name, input, source).exception()
    if length != index.numel:
        raise Refusal(
            RuntimeError, f"{name}(): there are {index.numel} indices for {length} slices of the source along dim {dim}"
        ).exception()
    if rest != (*input.size[:dim], *input.size[dim + 1 :]):
        raise _other_shape(name, input, source).exception()
    if reduction == "sum":
        refuse_dtype(name, input.dtype, WIDE_UNSIGNED)
    elif index.numel:
        check_reduced_dtype(name, input, reduction)
    if reduction != "sum" and (not include_self or input.rank < 2):
        if input.dtype is bool_ or input.dtype.is_complex:
            refuse_dtype(name, input.dtype, (input.dtype,))
        _check_not_empty(name, input, index, dim)
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True, apart=True)


def _check_vector(name: str, index: Spec, error: type[Exception]) -> None:
    if index.rank > 1:
        raise Refusal(
            error, f"{name}() takes a vector of indices, but the index has the size {list(index.size)}"
        ).exception()


def _check_not_empty(name: str, input: Spec, index: Spec, dim: int) -> None:
    """Refuse indices into a dimension that is the only empty one; where others are empty nothing is looked at."""
    if index.numel and input.rank and input.size[dim] == 0 and input.size.count(0) == 1:
        raise Refusal(RuntimeError, f"{name}() has nothing to write to: dimension {dim} has the size 0").exception()


def _other_shape(name: str, input: Spec, source: Spec) -> Refusal:
    return Refusal(
        RuntimeError,
        f"{name}(): but for the dimension that is indexed, the source must have the size of the tensor; they have "
        f"{list(source.size)} and {list(input.size)}",
    )


@combine_slices.run
def _(
    backend: Any,
    target: TensorBase,
    index: TensorBase,
    source: TensorBase,
    name: str,
    dim: int,
    reduction: str,
    include_self: bool,
    alpha: Number,
) -> list[Layout] | None:
    xp = backend.xp
    array = array_of(source)
    if alpha != 1:
        array = scaled(backend, array, checked_number(alpha, target.dtype), array.dtype)
    array = array.reshape(1) if array.ndim == 0 else array
    size = target._spec.size or (1,)
    dim %= len(size)
    # PyTorch's own types of error; its short way for a plain sum of slices differs.
    plain = name == "index_add" and len(size) > 1 and dim in (0, len(size) - 1)
    plain = plain and type(alpha) is not bool and alpha == 1
    error = RuntimeError if plain else IndexError
    vector = array_of(index).reshape(-1)
    if name == "index_add" and len(size) > 1 and (not array.size or 0 in size):
        return []
    places = positions(backend, vector, size[dim], f"dimension {dim}", error)
    spread = xp.broadcast_to(places.reshape([-1 if axis == dim else 1 for axis in range(len(size))]), array.shape)

    def work(values: Any) -> None:
        values = values.reshape(1) if values.ndim == 0 else values
        write_along(backend, values, spread, dim, array, reduction, include_self)

    change(backend, target, work)
    return _named_slices(backend, target, places, dim)


def _named_slices(backend: Any, target: TensorBase, places: Any, dim: int) -> list[Layout] | None:
    layout = target._spec.layout
    return named_cells(backend, layout, [*[None] * dim, places]) if layout.rank else [layout] * (places.size > 0)


@composition("function method index_add_")
def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """A copy to whose slices along `dim`, named by a vector of indices, those of `source` times alpha are added.

    Repeated indices add up. The result is contiguous. Raises RuntimeError for a source of another dtype or size and for
    an index out of range (IndexError for vectors), before anything is written.

    >>> import tensorplay as tp
    >>> tp.zeros(3).index_add(0, tp.tensor([2, 2]), tp.tensor([1.0, 2.0]), alpha=10).tolist()
    [0.0, 0.0, 30.0]
    """
    factor = number_argument("index_add", "alpha", alpha, 4)
    checked_number(factor, input.dtype)
    result: Tensor = _combined("index_add", input, dim, index, source, ("sum", True, factor), out)
    return result


@composition("function method index_reduce_")
def index_reduce(
    input: Tensor,
    dim: int,
    index: Tensor,
    source: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
    out: Tensor | None = None,
) -> Tensor:
    """A copy whose slices along `dim`, named by a vector of indices, are combined with those of `source`.

    `reduce` is "prod", "mean", "amax" or "amin"; with `include_self` what is there takes part. Raises RuntimeError for
    another name and for a source of another dtype or size, IndexError for an index out of range.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 5]).index_reduce(0, tp.tensor([0, 0]), tp.tensor([3, 2]), "amax").tolist()
    [3, 5]
    """
    if not isinstance(reduce, str):
        raise TypeError(f"index_reduce(): argument 'reduce' (position 4) must be str, not {type(reduce).__name__}")
    if reduce not in REDUCTIONS or reduce == "sum":
        raise RuntimeError(f"index_reduce(): reduce must be one of prod, mean, amax, amin, not {reduce!r}")
    include = argument("index_reduce", "include_self", to_bool, include_self)
    result: Tensor = _combined("index_reduce", input, dim, index, source, (reduce, include, 1), out)
    return result


def _combined(name: str, input: Any, dim: Any, index: Any, source: Any, how: tuple[Any, ...], out: Any) -> Any:
    tensor_argument(name, "index", index, 2)
    tensor_argument(name, "source", source, 3)
    axis = int_argument(name, "dim", dim, 1)

    def write(target: Any) -> Any:
        return execute(combine_slices, (target, index, source), (name, axis, *how))

    return written_copy(name, input, out, [index, source], write)


@op(label="index_copy_ or index_fill_")
def overwrite_slices(input: Spec, index: Spec, source: Spec | NumberSpec, name: str, dim: int) -> Plan:
    """Slices overwritten with those of a source, or with one number."""
    check: Any = _check_copy if name == "index_copy" else _check_fill
    check(input, index, source, dim)
    # All cells get the same number, so it does not matter which of those that share one is written last.
    shared = name == "index_fill" and writes_refused(input.size, input.stride) is not None
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True, apart=True, shared_cells_allowed=shared)


def _check_copy(input: Spec, index: Spec, source: Spec, dim: int) -> None:
    dim = wrap_dim(dim, input.rank)
    _check_vector("index_copy", index, IndexError)
    if source.rank == 0 and index.numel != 1:
        raise Refusal(
            IndexError, f"index_copy(): a 0-dim source goes with exactly one index, but there are {index.numel}"
        ).exception()
    if source.rank and input.rank and source.rank != input.rank:
        raise Refusal(
            IndexError,
            f"index_copy(): tensor and source need the same number of dimensions, but have {input.rank} and "
            f"{source.rank}",
        ).exception()
    check_index_dtype("index_copy", index, (int64,))
    check_same_dtype("index_copy", input, source, "source")
    common_device("index_copy", [input, index, source])
    rest = source.size[:dim] + source.size[dim + 1 :]
    if rest != input.size[:dim] + input.size[dim + 1 :]:
        raise _other_shape("index_copy", input, source).exception()
    if source.rank and source.size[dim] != index.numel:
        raise Refusal(
            IndexError,
            f"index_copy(): there are {index.numel} indices for {source.size[dim]} slices of the source along "
            f"dim {dim}",
        ).exception()
    refuse_dtype("index_copy", input.dtype, WIDE_UNSIGNED)
    _check_not_empty("index_copy", input, index, dim)


@overwrite_slices.run
def _(backend: Any, target: TensorBase, index: TensorBase, source: Any, name: str, dim: int) -> list[Layout] | None:
    fills = name == "index_fill"
    array = array_of(source) if isinstance(source, TensorBase) else source
    if fills:
        array = checked_number(array.item() if isinstance(source, TensorBase) else array, target.dtype)
    elif array.ndim == 0:
        array = array.reshape(1)
    size = target._spec.size or (1,)
    dim %= len(size)
    if 0 in size:
        return []
    vector = array_of(index).reshape(-1)
    places = positions(backend, vector, size[dim], f"dimension {dim}", IndexError, negative=fills)

    def work(values: Any) -> None:
        write_slices(backend, values.reshape(1) if values.ndim == 0 else values, places, dim, array)

    change(backend, target, work)
    return _named_slices(backend, target, places, dim)


@composition("function method index_copy_")
def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A copy whose slices along `dim`, named by a vector of indices, are those of `source`.

    Of repeated indices the last one counts. The result is contiguous. Raises IndexError for an index out of range or
    not as long as the source, RuntimeError for a source of another dtype or size, before anything is written.

    >>> import tensorplay as tp
    >>> tp.zeros(3).index_copy(0, tp.tensor([2, 0]), tp.tensor([1.0, 2.0])).tolist()
    [2.0, 0.0, 1.0]
    """
    tensor_argument("index_copy", "index", index, 2)
    tensor_argument("index_copy", "source", source, 3)
    axis = int_argument("index_copy", "dim", dim, 1)

    def write(target: Any) -> Any:
        return execute(overwrite_slices, (target, index, source), ("index_copy", axis))

    result: Tensor = written_copy("index_copy", input, out, [index, source], write)
    return result


def _check_fill(input: Spec, index: Spec, value: Spec | NumberSpec, dim: int) -> None:
    if isinstance(value, Spec):
        if value.rank:
            raise Refusal(
                RuntimeError, f"index_fill() takes a number or a 0-dim tensor, but this one has {value.rank} dimensions"
            ).exception()
        complex_value = value.dtype.is_complex
    else:
        complex_value = value.number_type is complex
    check_index_dtype("index_fill", index, (int64,), IndexError)
    if complex_value and not input.dtype.is_complex:
        raise Refusal(RuntimeError, f"index_fill() cannot write a complex number into {input.dtype}").exception()
    dim = wrap_dim(dim, input.rank)
    _check_vector("index_fill", index, RuntimeError)
    refuse_dtype("index_fill", input.dtype, WIDE_UNSIGNED)
    _check_not_empty("index_fill", input, index, dim)


@composition("function method")
def index_fill(input: Tensor, dim: int, index: Tensor, value: Number | Tensor) -> Tensor:
    """A copy whose slices along `dim`, named by a vector of indices, hold one number.

    Negative indices count from the end. The strides are those of `clone()`. Raises IndexError for an index out of range
    or of another dtype than int64, RuntimeError for a number that the dtype cannot hold, before anything is written.

    >>> import tensorplay as tp
    >>> tp.zeros(3).index_fill(0, tp.tensor([0, -1]), 5).tolist()
    [5.0, 0.0, 5.0]
    """
    filled: Tensor = _filled(input, dim, index, value, None)
    return filled


@composition("method")
def index_fill_(input: Tensor, dim: int, index: Tensor, value: Number | Tensor) -> Tensor:
    """Overwrite the slices along `dim` that a vector of indices names with one number: `index_fill` in place.

    Raises IndexError for a dim or an index out of range, RuntimeError for indices that are no vector.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 3).index_fill_(1, tp.tensor([0, 2]), 7).tolist()
    [[7.0, 0.0, 7.0], [7.0, 0.0, 7.0]]
    """
    filled: Tensor = _filled(input, dim, index, value, input)
    return filled


def _filled(input: Any, dim: Any, index: Any, value: Any, out: Any) -> Any:
    tensor_argument("index_fill", "index", index, 2)
    axis = int_argument("index_fill", "dim", dim, 1)
    number = value if isinstance(value, TensorBase) else number_argument("index_fill", "value", value, 3)

    def write(target: Any) -> Any:
        return execute(overwrite_slices, (target, index, number), ("index_fill", axis))

    return written_copy("index_fill", input, out, [index], write, preserve_format)
