"""Elements picked out of a tensor by index tensors and masks: gather, index_select, take, masked_select, nonzero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64
from tensorplay.backends import backend_for
from tensorplay.core.access import array_of, has_bytes
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import broadcast_shapes, wrap_dim
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.reasons import Refusal

from . import indexing
from .array_parts import along, blocks_along, rows
from .index_checks import RARE, WIDE_UNSIGNED, check_index_dtype, positions, refuse_dtype
from .op import composition, op
from .parameters import int_argument
from .pointwise import common_device

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


def picked(input: Spec, size: tuple[int, ...]) -> Plan:
    """A contiguous result that no operand may share cells with."""
    spec = contiguous_spec(size, input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), apart=True, exact_dtype=True)


def check_before_writing(
    target: Any,
    input: TensorBase,
    index: TensorBase,
    length: int,
    where: str,
    error: type[Exception],
    *,
    negative: bool = False,
) -> None:
    """Refuse an index out of range before an `out=` is resized; without one the run does so in time."""
    if target is not None and index.numel() and has_bytes((input, index)):
        backend = backend_for(index.device.type)
        positions(backend, array_of(index), length, where, error, negative=negative)


def check_index_shape(name: str, input: Spec, index: Spec, dim: int, what: str) -> None:
    """An index may be no larger than the tensor, except along `dim`; a 0-dim tensor counts as one of size (1,)."""
    if max(input.rank, 1) != max(index.rank, 1):
        raise Refusal(
            RuntimeError,
            f"{name}(): the index needs as many dimensions as the {what}, but they have {index.rank} and {input.rank}",
        ).exception()
    for other, length in enumerate(index.size):
        if other != dim and length > input.size[other]:
            raise Refusal(
                RuntimeError,
                f"{name}(): the index of size {list(index.size)} is larger than the {what} of size {list(input.size)} "
                f"in dimension {other}",
            ).exception()


@op("function method out=")
def gather(input: Spec, dim: int, index: Spec, *, sparse_grad: bool = False) -> Plan:
    """For each element of `index`, the element that lies at that place along `dim`: input[i][index[i][j]] for dim 1.

    The result has the size of `index` and is contiguous. Raises RuntimeError for an index of another rank, one larger
    than the tensor in another dimension, or out of range (negative ones are), IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.gather(tp.tensor([[1, 2], [3, 4]]), 1, tp.tensor([[1, 1], [0, 1]])).tolist()
    [[2, 2], [3, 4]]
    """
    dim = wrap_dim(dim, input.rank)
    common_device("gather", [input, index])
    if index.numel:
        check_index_dtype("gather", index)
        check_index_shape("gather", input, index, dim, "tensor")
    refuse_dtype("gather", input.dtype, RARE)
    spec = contiguous_spec(index.size, input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), apart=True, exact_dtype=True, overlap="resized")


@gather.check
def _(plan: Plan, target: Any, input: TensorBase, index: TensorBase, dim: int, sparse_grad: bool) -> None:
    length = input._spec.size[dim] if input.dim() else 1
    check_before_writing(target, input, index, length, f"dimension {dim}", RuntimeError)


@gather.run
def _(backend: Any, out: Any, input: Any, index: Any, dim: int, sparse_grad: bool) -> None:
    if not out.size:
        return
    input, index, out = [array.reshape(1) if array.ndim == 0 else array for array in (input, index, out)]
    dim %= input.ndim
    index = positions(backend, index, input.shape[dim], f"dimension {dim}", RuntimeError)
    input = input[tuple([slice(None if axis == dim else length) for axis, length in enumerate(index.shape)])]
    for axis, part in blocks_along(index.shape):
        source = input if axis == dim else along(input, axis, part)
        backend.copy(along(out, axis, part), backend.xp.take_along_axis(source, along(index, axis, part), dim))


@gather.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, index = context.operands
    dim, _sparse = context.parameters
    return gradient.new_zeros(input.shape).scatter_add(dim, index, gradient), None


@op("function method out=")
def index_select(input: Spec, dim: int, index: Spec) -> Plan:
    """The slices along `dim` that a vector of indices names, in its order. The result is contiguous.

    Raises IndexError for a dim or an index out of range (negative ones are) and for an index of more than one
    dimension, RuntimeError for an index of another dtype than int64 or int32.

    >>> import tensorplay as tp
    >>> tp.index_select(tp.tensor([[1, 2], [3, 4]]), 1, tp.tensor([1, 1, 0])).tolist()
    [[2, 2, 1], [4, 4, 3]]
    """
    dim = wrap_dim(dim, input.rank)
    if index.rank > 1:
        raise Refusal(
            IndexError, f"index_select() takes a vector of indices, but the index has the size {list(index.size)}"
        ).exception()
    check_index_dtype("index_select", index)
    common_device("index_select", [input, index])
    if input.rank == 0:
        if index.numel != 1:
            raise Refusal(
                RuntimeError, f"index_select() of a 0-dim tensor takes exactly one index, but got {index.numel}"
            ).exception()
        return picked(input, ())
    if input.size[dim] == 0 and index.numel and input.rank > 1:
        raise Refusal(
            RuntimeError, f"index_select() has nothing to select from: dimension {dim} has the size 0"
        ).exception()
    return picked(input, (*input.size[:dim], index.numel, *input.size[dim + 1 :]))


@index_select.check
def _(plan: Plan, target: Any, input: TensorBase, index: TensorBase, dim: int) -> None:
    length = input._spec.size[dim] if input.dim() else 1
    check_before_writing(target, input, index, length, f"dimension {dim}", _error(input.dim(), dim))


def _error(rank: int, dim: int) -> type[Exception]:
    """PyTorch's own type of error for an index out of range; its short way for dimension 1 differs."""
    return RuntimeError if rank > 1 and dim in (1, 1 - rank) else IndexError


@index_select.run
def _(backend: Any, out: Any, input: Any, index: Any, dim: int) -> None:
    if input.ndim == 0:
        input, out, dim = input.reshape(1), out.reshape(1), 0
    dim %= input.ndim
    error = RuntimeError if input.ndim > 1 and not out.size else _error(input.ndim, dim)
    places = positions(backend, index.reshape(-1), input.shape[dim], f"dimension {dim}", error)
    if not out.size:
        return
    for axis, part in blocks_along(out.shape):
        chosen = along(places, 0, part) if axis == dim else places
        source = input if axis == dim else along(input, axis, part)
        backend.copy(along(out, axis, part), backend.xp.take(source, chosen, dim))


@index_select.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, index = context.operands
    (dim,) = context.parameters
    return gradient.new_zeros(input.shape).index_add(dim, index, gradient), None


@op("function method out=")
def take(input: Spec, index: Spec) -> Plan:
    """The elements at places counted in logical order, whatever the strides; negative ones count from the end.

    The result has the size of `index` and is contiguous. Raises IndexError for an index out of range, RuntimeError for
    an index of another dtype than int64.

    >>> import tensorplay as tp
    >>> tp.take(tp.tensor([[1, 2], [3, 4]]), tp.tensor([0, -1])).tolist()
    [1, 4]
    """
    check_index_dtype("take", index, (int64,))
    common_device("take", [input, index])
    if index.numel and not input.numel:
        raise Refusal(IndexError, "take() has nothing to take: the tensor has no elements").exception()
    refuse_dtype("take", input.dtype, RARE)
    return picked(input, index.size)


@take.check
def _(plan: Plan, target: Any, input: TensorBase, index: TensorBase) -> None:
    check_before_writing(target, input, index, input.numel(), "the elements", IndexError, negative=True)


@take.run
def _(backend: Any, out: Any, input: Any, index: Any) -> None:
    if not out.size:
        return
    index, out = [array.reshape(1) if array.ndim == 0 else array for array in (index, out)]
    places = positions(backend, index, input.size, "the elements", IndexError, negative=True)
    for axis, part in blocks_along(index.shape):
        chosen = along(places, axis, part)
        if input.flags.c_contiguous:
            backend.copy(along(out, axis, part), input.reshape(-1)[chosen])
        else:
            backend.copy(along(out, axis, part), input[backend.xp.unravel_index(chosen, input.shape)])


@take.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, index = context.operands
    return gradient.new_zeros(input.shape).put(index, gradient, True), None


@composition("function method")
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """As `gather`, with tensor and indices broadcast to each other in all other dimensions; without `dim`, of vectors.

    What `argsort` and `argmax` along a dimension give can be used as indices. Along a dimension indices beyond the end
    wrap around and negative ones count from the end, as in PyTorch. Raises RuntimeError for another number of
    dimensions, for another dtype than int64 and, without `dim`, for an index out of range.

    >>> import tensorplay as tp
    >>> tp.take_along_dim(tp.tensor([[1, 2], [3, 4]]), tp.tensor([[1], [0]]), 1).tolist()
    [[2], [3]]
    """
    if not isinstance(indices, TensorBase):
        raise TypeError(f"take_along_dim(): argument 'indices' must be Tensor, not {type(indices).__name__}")
    result: Tensor
    if dim is None:
        check_index_dtype("take_along_dim", indices._spec)
        # As in PyTorch a view, so that the elements are those of the tensor in its own order or none at all.
        result = execute(gather, (input.view(-1), indices.view(-1)), (0, False), out)
        return result
    if input.dim() != indices.dim():
        raise RuntimeError(
            f"take_along_dim(): the tensor has {input.dim()} dimensions and the indices have {indices.dim()}; they "
            "must have the same number"
        )
    check_index_dtype("take_along_dim", indices._spec, (int64,))
    dim = wrap_dim(int_argument("take_along_dim", "dim", dim, 3), input.dim(), wrap_scalar=False)
    size, index_size = tuple(input.shape), tuple(indices.shape)
    spread = broadcast_shapes((*size[:dim], index_size[dim], *size[dim + 1 :]), index_size)
    stretched = broadcast_shapes((*index_size[:dim], size[dim], *index_size[dim + 1 :]), size)
    wrapped = indices.remainder(size[dim]).expand(spread)
    result = execute(gather, (input.expand(stretched), wrapped), (dim, False), out)
    return result


@op("function method out=")
def masked_select(input: Spec, mask: Spec) -> Plan:
    """The elements where a mask is True, in logical order, as a vector; tensor and mask are broadcast to each other.

    Raises RuntimeError for a mask that is no bool tensor and for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.masked_select(tp.tensor([[1, 2], [3, 4]]), tp.tensor([True, False])).tolist()
    [1, 3]
    """
    if mask.dtype is not bool_:
        raise Refusal(
            RuntimeError, f"masked_select() takes a bool mask, not {mask.dtype}; compare it: mask != 0"
        ).exception()
    broadcast_shapes(input.size, mask.size)
    refuse_dtype("masked_select", input.dtype, WIDE_UNSIGNED)
    common_device("masked_select", [input, mask])
    spec = contiguous_spec((0,), input.dtype, input.device)
    return Plan(Effect.UNKNOWN, (spec,), apart=True, exact_dtype=True)


@masked_select.measure
def _(backend: Any, plan: Plan, input: Any, mask: Any) -> tuple[Spec, ...]:
    size = broadcast_shapes(input.shape, mask.shape)
    count = int(backend.xp.count_nonzero(backend.xp.broadcast_to(mask, size)))
    return (plan.outputs[0].with_layout(Layout((count,), (1,))),)


@masked_select.run
def _(backend: Any, out: Any, input: Any, mask: Any) -> None:
    size = broadcast_shapes(input.shape, mask.shape)
    start = 0
    for part, where in rows(backend.xp.broadcast_to(input, size), backend.xp.broadcast_to(mask, size)):
        chosen = part[where]
        backend.copy(out[start : start + chosen.size], chosen)
        start += chosen.size


@composition("function method")
def nonzero(input: Tensor, *, as_tuple: bool = False, out: Tensor | None = None) -> Any:
    """The indices of the elements that are not zero: one row an element, one column a dimension.

    With `as_tuple` one vector a dimension, ready to index with; a 0-dim tensor then counts as a vector. Raises
    NotImplementedError on `meta`, where the size cannot be known.

    >>> import tensorplay as tp
    >>> tp.nonzero(tp.tensor([[0, 1], [2, 0]])).tolist()
    [[0, 1], [1, 0]]
    >>> tp.nonzero(tp.tensor([0, 3, 4]), as_tuple=True)
    (tensor([1, 2]),)
    """
    if not as_tuple:
        return execute(indexing.nonzero, (input,), (), out)
    if out is not None:
        raise TypeError("nonzero() takes out= only for the matrix of indices, not with as_tuple=True")
    return execute(indexing.nonzero, (input if input.dim() else input.unsqueeze(0),), ()).unbind(1)


@composition("function method")
def argwhere(input: Tensor) -> Tensor:
    """The indices of the elements that are not zero, one row an element: as `nonzero`.

    Raises NotImplementedError on `meta`, where the size cannot be known.

    >>> import tensorplay as tp
    >>> tp.argwhere(tp.tensor([0, 3, 4])).tolist()
    [[1], [2]]
    """
    result: Tensor = execute(indexing.nonzero, (input,), ())
    return result
