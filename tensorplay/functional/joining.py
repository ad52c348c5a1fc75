"""Joining tensors along a dimension, one that they have or a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.promotion import result_type_of
from tensorplay.core.arguments import listed
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.formats import suggested_format
from tensorplay.geometry.layout import Layout, contiguous_strides, format_strides
from tensorplay.geometry.reasons import Refusal
from tensorplay.geometry.views import unsqueeze, view

from .op import Ints, Specs, composition, op
from .parameters import int_argument
from .pointwise import common_device

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .faces import Tensor


def _legacy_empty(spec: Spec) -> bool:
    """A tensor of size (0,) joins with anything and adds nothing."""
    return spec.size == (0,)


@op("function out= alias:concat alias:concatenate")
def cat(tensors: Specs, dim: int = 0) -> Plan:
    """Join tensors along a dimension; all others must agree. Tensors of size (0,) are skipped.

    The result has the memory format that all inputs suggest, else it is contiguous (rule 15).
    Raises ValueError for no tensors, RuntimeError for 0-dim ones and for sizes that do not agree.

    >>> import tensorplay as tp
    >>> tp.cat((tp.zeros(1, 2), tp.ones(2, 2))).tolist()
    [[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]]
    """
    if not tensors:
        raise Refusal(ValueError, "cat() needs at least one tensor").exception()
    for position, spec in enumerate(tensors):
        if spec.rank == 0:
            raise Refusal(RuntimeError, f"cat(): tensor {position} has no dimensions to be joined along").exception()
    kept = [spec for spec in tensors if not _legacy_empty(spec)]
    if kept:
        dim = wrap_dim(dim, kept[0].rank)
        refusal = _unlike(tensors, dim)
        total = sum([spec.size[dim] for spec in kept]) if refusal is None else 0
        layout = joined_layout(tensors, (*kept[0].size[:dim], total, *kept[0].size[dim + 1 :]))
    else:
        refusal, layout = None, Layout((0,), (1,))
    return _joined("cat", tensors, layout, refusal)


def joined_layout(tensors: Sequence[Spec], size: Ints) -> Layout:
    """A size in the memory format that all tensors suggest, else contiguous."""
    suggestions = {suggested_format(spec.size, spec.stride) for spec in tensors}
    format = suggestions.pop() if len(suggestions) == 1 else "contiguous"
    return Layout(size, format_strides(size, format))


def _joined(name: str, tensors: Sequence[Spec], layout: Layout, refusal: Refusal | None = None) -> Plan:
    dtype = result_type_of([("dimensioned", spec.dtype) for spec in tensors])
    spec = Spec(layout, dtype, common_device(name, list(tensors)))
    return Plan(Effect.NEW, (spec,), cast_error=TypeError, overlap="resized", refusal=refusal)


def _unlike(tensors: Sequence[Spec], dim: int) -> Refusal | None:
    """Why tensors cannot be joined along a dimension: their other sizes differ. PyTorch looks at an `out=` first."""
    first: tuple[int, Spec] | None = None
    for position, spec in enumerate(tensors):
        if _legacy_empty(spec):
            continue
        if first is None:
            first = (position, spec)
        size, rest = first[1].size, spec.size[:dim] + spec.size[dim + 1 :]
        if len(size) != spec.rank or rest != size[:dim] + size[dim + 1 :]:
            return Refusal(
                RuntimeError,
                f"cat(): sizes must agree except in dimension {dim}, but tensor {first[0]} has {list(size)} and tensor "
                f"{position} has {list(spec.size)}",
            )
    return None


@cat.run
def _(backend: Any, out: Any, tensors: Any, dim: int) -> None:
    start = 0
    for array in tensors:
        if array.shape == (0,):
            continue
        stop = start + array.shape[dim]
        place = [slice(None)] * out.ndim
        place[dim] = slice(start, stop)
        backend.copy(out[tuple(place)], array)
        start = stop


@cat.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (dim,) = context.parameters
    grads = []
    start = 0
    for tensor in context.operands:
        length = 0 if tensor.shape == (0,) else tensor.size(dim)
        grads.append(gradient.narrow(dim, start, length) if length else tensor.new_zeros(tensor.shape))
        start += length
    return tuple(grads)


@composition("function")
def stack(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor:
    """Join tensors of one size along a new dimension.

    The result has the strides of joining along the dimension that is there and parting it (rule 15), so that the memory
    format that all inputs suggest is kept; an `out=` that must be resized becomes contiguous. Raises RuntimeError for
    no tensors and for sizes that differ, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.stack((tp.tensor([1, 2]), tp.tensor([3, 4])), 1).tolist()
    [[1, 3], [2, 4]]
    """
    axis = int_argument("stack", "dim", dim, 2)
    result: Tensor = execute(stacked, listed("stack", "tensors", 1, tensors), (axis, out is not None), out)
    return result


@op(label="stack")
def stacked(tensors: Specs, dim: int, contiguous: bool) -> Plan:
    """Tensors of one size joined along a new dimension."""
    if not tensors:
        raise Refusal(RuntimeError, "stack() needs at least one tensor").exception()
    first = tensors[0]
    dim = wrap_dim(dim, first.rank + 1)
    for position, spec in enumerate(tensors):
        if spec.size != first.size:
            raise Refusal(
                RuntimeError,
                f"stack() needs tensors of one size, but tensor 0 has {list(first.size)} and tensor {position} has "
                f"{list(spec.size)}",
            ).exception()
    if dim == first.rank:  # there is no such dimension yet, so that of size 1 is joined along
        tensors = [spec.with_layout(unsqueeze(spec.layout, dim)) for spec in tensors]
        layout = joined_layout(tensors, (*first.size, len(tensors)))
    elif contiguous:
        size = (*first.size[:dim], len(tensors), *first.size[dim:])
        layout = Layout(size, contiguous_strides(size))
    else:
        size = (*first.size[:dim], len(tensors) * first.size[dim], *first.size[dim + 1 :])
        layout = view(joined_layout(tensors, size), (*first.size[:dim], len(tensors), *first.size[dim:]))
    return _joined("stack", tensors, layout)


@stacked.run
def _(backend: Any, out: Any, tensors: Any, dim: int, contiguous: bool) -> None:
    places = backend.xp.moveaxis(out, dim, 0)
    for number, array in enumerate(tensors):
        backend.copy(places[number : number + 1], array)


@stacked.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    dim, _contiguous = context.parameters
    return tuple(gradient.unbind(dim))
