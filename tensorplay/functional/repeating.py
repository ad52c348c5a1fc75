"""Tensors repeated: whole (repeat, tile) or element by element (repeat_interleave)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import int32, int64
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.layout import Layout, check_size
from tensorplay.geometry.reasons import Refusal

from .copying import clone
from .op import Ints, Sizes, composition, op
from .parameters import int_argument, tensor_argument
from .picking import index_select

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op("method")
def repeat(input: Spec, repeats: Sizes) -> Plan:
    """Copies of the tensor along each dimension, as many as `repeats` says.

    More repeats than dimensions add dimensions in front. The result is contiguous. Raises RuntimeError for fewer
    repeats than dimensions and for negative ones.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2]).repeat(2, 2).tolist()
    [[1, 2, 1, 2], [1, 2, 1, 2]]
    """
    if len(repeats) < input.rank:
        raise Refusal(
            RuntimeError,
            f"repeat() needs a number for each of the {input.rank} dimensions, but got {len(repeats)}: {list(repeats)}",
        ).exception()
    return _repeated(input, repeats)


@composition("function method")
def tile(input: Tensor, dims: Sizes) -> Tensor:
    """Copies of the tensor along its dimensions, as `repeat`; for dimensions that are not given, one.

    Raises RuntimeError for a negative number of copies.

    >>> import tensorplay as tp
    >>> tp.tensor([[1, 2]]).tile(2).tolist()
    [[1, 2, 1, 2]]
    """
    rank = tensor_argument("tile", "input", input, 1)._spec.rank
    result: Tensor = execute(repeat, (input,), ((1,) * (rank - len(dims)) + dims,))
    return result


def _repeated(input: Spec, repeats: Ints) -> Plan:
    lengths = (1,) * (len(repeats) - input.rank) + input.size
    size = tuple([length * count for length, count in zip(lengths, repeats, strict=True)])
    check_size(size, input.dtype.itemsize)
    return Plan(Effect.NEW, (contiguous_spec(size, input.dtype, input.device),))


@repeat.run
def _(backend: Any, out: Any, input: Any, repeats: Ints) -> None:
    lengths = (1,) * (out.ndim - input.ndim) + input.shape
    if not out.size:
        return
    # Each dimension is parted into the number of the copy and the place in it.
    parted = [part for length, whole in zip(lengths, out.shape, strict=True) for part in (whole // length, length)]
    spread = [part for length in lengths for part in (1, length)]
    if out.flags.c_contiguous:
        backend.copy(out.reshape(parted), input.reshape(spread))
    else:
        backend.copy(out, backend.xp.broadcast_to(input.reshape(spread), parted).reshape(out.shape))


@repeat.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (input,) = context.operands
    lengths = (1,) * (gradient.dim() - input.dim()) + tuple(input.shape)
    if not gradient.numel():
        return (gradient.new_zeros(input.shape),)
    parted = [part for length, whole in zip(lengths, gradient.shape, strict=True) for part in (whole // length, length)]
    copies = tuple(range(0, 2 * gradient.dim(), 2))
    summed = gradient.reshape(parted).sum(copies) if copies else gradient
    return (summed.reshape(input.shape),)


@op(label="repeat_interleave")
def repeated_positions(repeats: Spec, output_size: int | None) -> Plan:
    """The position of each number of a vector, as often as the number says."""
    if repeats.rank != 1:
        raise Refusal(
            RuntimeError, f"repeat_interleave() takes a vector of repeats, but got the size {list(repeats.size)}"
        ).exception()
    if repeats.dtype not in (int64, int32):
        raise Refusal(
            NotImplementedError, f"repeat_interleave() takes repeats of int64 or int32, not of {repeats.dtype}"
        ).exception()
    if output_size is not None:
        return Plan(Effect.NEW, (contiguous_spec((output_size,), repeats.dtype, repeats.device),))
    return Plan(Effect.UNKNOWN, (contiguous_spec((0,), repeats.dtype, repeats.device),))


@repeated_positions.measure
def _(backend: Any, plan: Plan, repeats: Any, output_size: int | None) -> tuple[Spec, ...]:
    return (plan.outputs[0].with_layout(Layout((_checked_total(backend, repeats),), (1,))),)


def _checked_total(backend: Any, repeats: Any) -> int:
    if repeats.size and int(backend.xp.min(repeats)) < 0:
        raise RuntimeError(f"repeat_interleave(): repeats must not be negative, but found {backend.xp.min(repeats)}")
    return int(backend.xp.sum(repeats, dtype=backend.xp.int64))


@repeated_positions.run
def _(backend: Any, out: Any, repeats: Any, output_size: int | None) -> None:
    total = _checked_total(backend, repeats)
    if total != out.size:
        raise RuntimeError(f"repeat_interleave(): the repeats add up to {total}, but output_size is {output_size}")
    out[...] = backend.xp.repeat(backend.xp.arange(repeats.size), repeats)


@composition("function method")
def repeat_interleave(
    input: Tensor | None = None,
    repeats: Any = None,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Each element (or each slice along `dim`) repeated, all alike or as many times as a tensor of repeats says.

    Without `dim` the tensor is flattened. `repeat_interleave(repeats)` alone gives positions: i, repeats[i] times.
    `output_size` promises the total, which a tensor of repeats on `meta` needs. Raises RuntimeError for negative
    repeats, for a tensor of repeats of another length, and for an `output_size` that is not the total.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2]).repeat_interleave(2).tolist()
    [1, 1, 2, 2]
    >>> tp.repeat_interleave(tp.tensor([2, 0, 1])).tolist()
    [0, 0, 2]
    """
    size = None if output_size is None else int_argument("repeat_interleave", "output_size", output_size, 4)
    if repeats is None:
        repeats, input = input, None
    if input is None and isinstance(repeats, TensorBase):
        positions: Tensor = execute(repeated_positions, (repeats,), (size,))
        return positions
    if not isinstance(input, TensorBase):
        raise TypeError(f"repeat_interleave(): argument 'input' must be Tensor, not {type(input).__name__}")
    result: Tensor
    if isinstance(repeats, TensorBase):
        result = _by_tensor(input, repeats, dim, size)
    else:
        result = _by_number(input, int_argument("repeat_interleave", "repeats", repeats, 2), dim, size)
    return result


def _by_number(input: Any, repeats: int, dim: int | None, size: int | None) -> Any:
    if dim is None:
        input, dim = input.flatten(), 0
    dim = wrap_dim(int_argument("repeat_interleave", "dim", dim, 3), input.dim())
    if repeats < 0:
        raise RuntimeError(f"repeat_interleave(): repeats must not be negative, but it is {repeats}")
    if size is not None and size != repeats * input.size(dim):
        raise RuntimeError(f"repeat_interleave(): output_size is {size}, but there are {repeats * input.size(dim)}")
    spread = list(input.unsqueeze(dim + 1).shape)
    spread[dim + 1] = repeats
    copy: Any = execute(clone, (input.unsqueeze(dim + 1).expand(spread),), (contiguous_format,))
    return copy.flatten(dim, dim + 1)


def _by_tensor(input: Any, repeats: Any, dim: int | None, size: int | None) -> Any:
    if dim is None:
        input, dim = input.flatten(), 0
    dim = int_argument("repeat_interleave", "dim", dim, 3)
    length = input.size(dim)
    if repeats.dim() > 1:
        raise RuntimeError(f"repeat_interleave(): repeats must have at most 1 dimension, but has {repeats.dim()}")
    if repeats.dim() == 0 or repeats.numel() == 1:
        repeats = repeats.reshape(1).expand(length)
    elif repeats.numel() != length:
        raise RuntimeError(
            f"repeat_interleave(): there are {repeats.numel()} repeats, but dimension {dim} has the size {length}"
        )
    positions = execute(repeated_positions, (repeats,), (size,))
    # The lazy bits are kept, as in PyTorch.
    if input.is_conj():
        return execute(index_select, (input.conj(), positions), (dim,)).conj()
    if input.is_neg():
        return execute(index_select, (input._neg_view(), positions), (dim,))._neg_view()
    return execute(index_select, (input, positions), (dim,))
