"""View operations: another layout on the same storage, no bytes moved. The rules are `geometry.views`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType
from tensorplay.core.execute import execute
from tensorplay.core.journal import observers
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import make_tensor
from tensorplay.geometry import views as rules
from tensorplay.geometry.reasons import Refusal

from .op import Ints, Shape, Sizes, op

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation
    from tensorplay.geometry.layout import Layout

_new = object.__new__
NO_LIMIT = 1 << 63  # the storage's size is checked where the storage is known, in `execute`


def seen(input: Spec, layout: Layout) -> Spec:
    """The operand through another layout."""
    # Field by field: this is most of the cost of a view that was not planned before.
    spec = _new(Spec)
    spec.layout = layout
    spec.dtype = input.dtype
    spec.device = input.device
    spec.conj = input.conj
    spec.neg = input.neg
    spec._reach = -1
    spec._met = False
    return spec


@op("function method transpose_ swapaxes_ swapdims_ alias:swapaxes(axis0, axis1) alias:swapdims", is_view=True)
def transpose(input: Spec, dim0: int, dim1: int) -> Spec:
    """Swap two dimensions: their sizes and strides change places.

    Raises IndexError for a dimension outside [-rank, rank).

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, 4, device="meta").transpose(0, 2).stride()
    (1, 4, 12)
    """
    return seen(input, rules.transpose(input.layout, dim0, dim1))


@transpose.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient.transpose(*context.parameters),)


@op("function method t_", is_view=True)
def t(input: Spec) -> Spec:
    """Transpose a matrix; a tensor of rank 0 or 1 is viewed as it is.

    Raises RuntimeError for a rank above 2.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, device="meta").t().stride()
    (1, 3)
    """
    if input.rank > 2:
        raise RuntimeError(
            f"t() expects a tensor with at most 2 dimensions, but this one has {input.rank}; use permute"
        )
    return input if input.rank < 2 else seen(input, rules.transpose(input.layout, 0, 1))


@op("function method", is_view=True)
def permute(input: Spec, dims: Sizes) -> Spec:
    """Reorder the dimensions: dimension i of the result is dimension dims[i] of the input.

    Raises RuntimeError for a wrong number of dims or a repeated one, IndexError for one out of range.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, 5, 7, device="meta").permute(0, 2, 3, 1).stride()
    (105, 7, 1, 35)
    """
    return seen(input, rules.permute(input.layout, dims))


@t.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient.t(),)


@permute.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (dims,) = context.parameters
    rank = len(dims)
    inverse = sorted(range(rank), key=[dim % rank for dim in dims].__getitem__) if rank else []
    return (gradient.permute(inverse),)


@op("function method alias:moveaxis", is_view=True)
def movedim(input: Spec, source: int | Ints, destination: int | Ints) -> Spec:
    """Move dimensions to other places; the others keep their order.

    Raises RuntimeError for repeated dims or lists of different lengths, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, 4, device="meta").movedim(0, -1).size()
    tensorplay.Size([3, 4, 2])
    """
    return seen(input, rules.movedim(input.layout, source, destination))


@op("function method", is_view=True)
def select(input: Spec, dim: int, index: int) -> Spec:
    """The slice at one index of a dimension, which disappears.

    Raises IndexError for a dim or an index out of range.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, device="meta").select(1, -1).storage_offset()
    2
    """
    return seen(input, rules.select(input.layout, dim, index))


@op("function method", is_view=True)
def narrow(input: Spec, dim: int, start: int, length: int) -> Spec:
    """The elements start .. start + length - 1 of a dimension.

    Raises RuntimeError where they leave the dimension, IndexError for a dim or start out of range.

    >>> import tensorplay as tp
    >>> tp.empty(2, 5, device="meta").narrow(1, 1, 3).size()
    tensorplay.Size([2, 3])
    """
    return seen(input, rules.narrow(input.layout, dim, start, length))


@narrow.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (_within_zeros(context, gradient, narrow),)


def _within_zeros(context: Any, gradient: Any, part: Operation) -> Any:
    """The gradient in the part of a tensor that was seen, and zeros elsewhere."""
    result = gradient.new_zeros(context.operands[0].shape)
    execute(part, (result,), context.parameters).copy_(gradient)
    return result


@op("function method unsqueeze_", is_view=True)
def unsqueeze(input: Spec, dim: int) -> Spec:
    """A new dimension of size 1 before dimension `dim`.

    Raises IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, device="meta").unsqueeze(1).stride()
    (3, 3, 1)
    """
    return seen(input, rules.unsqueeze(input.layout, dim))


@unsqueeze.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient.reshape(context.operands[0].shape),)


@op("function method squeeze_", is_view=True)
def squeeze(input: Spec, dim: int | Ints | None = None) -> Spec:
    """Drop dimensions of size 1: all of them, or those named (a named dimension of another size stays).

    Raises IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.empty(1, 3, 1, device="meta").squeeze(0).size()
    tensorplay.Size([3, 1])
    """
    dims = (dim,) if isinstance(dim, int) else dim
    return seen(input, rules.squeeze(input.layout, dims))


@op("method", is_view=True)
def expand(input: Spec, size: Sizes) -> Spec:
    """Repeat dimensions of size 1 without moving bytes: their stride becomes 0. -1 keeps a size.

    Raises RuntimeError for a size that is neither kept nor expanded from 1.

    >>> import tensorplay as tp
    >>> tp.empty(3, 1, device="meta").expand(2, 3, 4).stride()
    (0, 1, 0)
    """
    return seen(input, rules.expand(input.layout, size))


@expand.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (context.reduced(gradient, context.operands[0]),)


@op("function method", is_view=True)
def broadcast_to(input: Spec, size: Ints) -> Spec:
    """Expand to a size, as `expand`.

    Raises RuntimeError for a size that it does not broadcast to.

    >>> import tensorplay as tp
    >>> tp.broadcast_to(tp.empty(3, device="meta"), (2, 3)).stride()
    (0, 1)
    """
    return seen(input, rules.expand(input.layout, size))


@op("method", is_view=True)
def expand_as(input: Spec, other: Spec) -> Spec:
    """Expand to the size of another tensor.

    Raises RuntimeError for a size that it does not broadcast to.

    >>> import tensorplay as tp
    >>> tp.empty(3, device="meta").expand_as(tp.empty(2, 3, device="meta")).stride()
    (0, 1)
    """
    return seen(input, rules.expand(input.layout, other.size))


@op("method", is_view=True)
def view(input: Spec, size: Sizes) -> Spec | Plan:
    """The same elements in the same order under another shape (one -1 is inferred), or, given a dtype, the same bytes.

    Raises RuntimeError where dimensions would have to be merged that do not lie behind one another in memory: the
    message names them and `reshape` copies instead.

    >>> import tensorplay as tp
    >>> tp.empty(4, 6, device="meta")[:, :4].view(2, 2, 4).stride()
    (12, 6, 1)
    >>> tp.empty(2, 3, dtype=tp.float32, device="meta").view(tp.int16).size()
    tensorplay.Size([2, 6])
    """
    if isinstance(size, DType):
        return _view_dtype(input, size)
    return seen(input, rules.view(input.layout, size))


@view.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (input,) = context.operands
    return (gradient.reshape(input.shape),)


def _view_dtype(input: Spec, dtype: DType) -> Plan:
    if (input.conj or input.neg) and dtype is not input.dtype:
        bit = "conj" if input.conj else "neg"
        raise RuntimeError(
            f"view(dtype) cannot reinterpret a tensor whose {bit} bit is set; call resolve_{bit}() first"
        )
    layout = rules.view_dtype(input.layout, input.dtype.itemsize, dtype.itemsize)
    # The bytes of a number are no function of it that has a gradient, so PyTorch does not call this a view.
    return Plan(Effect.VIEW, (Spec(layout, dtype, input.device, input.conj, input.neg),), detached=True)


@op("method", is_view=True)
def view_as(input: Spec, other: Spec) -> Spec:
    """View with the shape of another tensor.

    Raises RuntimeError for another number of elements, and where the strides do not allow a view.

    >>> import tensorplay as tp
    >>> tp.empty(6, device="meta").view_as(tp.empty(2, 3, device="meta")).stride()
    (3, 1)
    """
    return seen(input, rules.view(input.layout, other.size))


@op("function method", is_view=True)
def diagonal(input: Spec, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Spec:
    """The diagonal of two dimensions, as a new last dimension whose stride is the sum of theirs.

    Raises RuntimeError if both dims are the same, IndexError for one out of range.

    >>> import tensorplay as tp
    >>> tp.empty(3, 4, device="meta").diagonal().stride()
    (5,)
    """
    return seen(input, rules.diagonal(input.layout, offset, dim1, dim2))


@diagonal.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (_within_zeros(context, gradient, diagonal),)


def refolded(made: Any, size: Ints) -> Any:
    """What was just made, under another size: no view of it, but a tensor of its own, which nobody has changed."""
    layout = rules.view(made._spec.layout, size)
    result = make_tensor(made._storage, made._spec.with_layout(layout))
    if made.requires_grad:
        result._autograd = execute(view, (made,), (size,))._autograd
    return result


@op("method", is_view=True)
def unfold(input: Spec, dimension: int, size: int, step: int) -> Spec:
    """All windows of `size` elements of a dimension, `step` apart, as a new last dimension. Windows may share cells.

    Raises IndexError for a dim out of range, RuntimeError for a window larger than it and a step below 1.

    >>> import tensorplay as tp
    >>> x = tp.empty(7, device="meta").unfold(0, 3, 2)
    >>> x.size(), x.stride()
    (tensorplay.Size([3, 3]), (2, 1))
    """
    return seen(input, rules.unfold(input.layout, dimension, size, step))


@op("function method", is_view=True)
def unflatten(input: Spec, dim: int, sizes: Ints) -> Spec:
    """Part one dimension into several (one -1 is inferred).

    Raises RuntimeError where the sizes do not multiply to the dimension's.

    >>> import tensorplay as tp
    >>> tp.empty(2, 12, device="meta").unflatten(1, (3, -1)).size()
    tensorplay.Size([2, 3, 4])
    """
    return seen(input, rules.unflatten(input.layout, dim, sizes))


@op("function method as_strided_ function:as_strided_", is_view=True, within_storage=True)
def as_strided(input: Spec, size: Shape, stride: Shape, storage_offset: int | None = None) -> Spec:
    """Any layout on the storage: sizes, strides and offset in elements. Elements may share cells.

    Without `storage_offset` the tensor's own is kept. Raises RuntimeError for negative numbers, for lists of different
    lengths and for a layout that leaves the storage.

    >>> import tensorplay as tp
    >>> tp.arange(5).as_strided((3, 3), (1, 1)).tolist()
    [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
    """
    return seen(input, rules.as_strided(input.layout, size, stride, storage_offset, NO_LIMIT))


@op("property:T", is_view=True)
def T(input: Spec) -> Spec:  # noqa: N802
    """All dimensions in reversed order.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, 4, device="meta").T.size()
    tensorplay.Size([4, 3, 2])
    """
    return seen(input, rules.permute(input.layout, tuple(range(input.rank - 1, -1, -1))))


@op("property:mT", is_view=True)
def mT(input: Spec) -> Spec | Plan:  # noqa: N802
    """The last two dimensions swapped; a 0-dim tensor is returned itself.

    Raises RuntimeError for a tensor of one dimension.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, 4, device="meta").mT.size()
    tensorplay.Size([2, 4, 3])
    """
    if not input.rank:
        return Plan(Effect.SAME, (input,))
    require_matrix("mT", input)
    rank = input.rank
    return seen(input, rules.transpose(input.layout, rank - 2, rank - 1))


def require_matrix(name: str, input: Spec) -> None:
    """Refuse a tensor of fewer than two dimensions."""
    if input.rank < 2:
        raise Refusal(RuntimeError, f"{name} needs at least 2 dimensions, but this tensor has {input.rank}").exception()


@op("function method alias:alias", is_view=True)
def detach(input: Spec) -> Plan:
    """The same storage under the same layout, outside the graph of autograd: not a view for it.

    >>> import tensorplay as tp
    >>> x = tp.zeros(3)
    >>> x.detach()._is_view(), x.detach().data_ptr() == x.data_ptr()
    (False, True)
    """
    return Plan(Effect.VIEW, (input,), detached=True)


def detach_of(input: Any) -> Any:
    """What `Tensor.detach` calls: nothing is to be planned, so unless somebody watches it takes the short way."""
    if observers:
        return execute(detach, (input,), ())
    return make_tensor(input._storage, input._spec, None, input._counter)
