"""Joining tensors along a dimension, one that they have or a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.promotion import result_type_of
from tensorplay.core.arguments import listed
from tensorplay.core.execute import execute, see
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.formats import suggested_format
from tensorplay.geometry.layout import Layout, format_strides
from tensorplay.geometry.reasons import Refusal

from .op import Ints, Specs, composition, op
from .parameters import int_argument
from .pointwise import common_device
from .views import refolded
from .views import unsqueeze as unsqueezed

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
    given = listed("stack", "tensors", 1, tensors)
    if not given:
        raise RuntimeError("stack() needs at least one tensor")
    for place, item in enumerate(given):
        if not isinstance(item, TensorBase):
            kind = type(item).__name__
            raise TypeError(f"stack(): expected Tensor as element {place} of argument 'tensors', but got {kind}")
    specs = [item._spec for item in given]
    size = specs[0].size
    axis = wrap_dim(axis, len(size) + 1)
    for position, spec in enumerate(specs):
        if spec.size != size:
            raise RuntimeError(
                f"stack() needs tensors of one size, but tensor 0 has {list(size)} and tensor {position} has "
                f"{list(spec.size)}"
            )
    result: Tensor
    if out is None and axis < len(size):
        result = refolded(execute(cat, given, (axis,)), (*size[:axis], len(given), *size[axis:]))
    else:  # there is no such dimension yet, so that of size 1 is joined along
        if out is not None and axis < len(size):
            given = tuple([item.contiguous() for item in given])
        result = execute(cat, tuple([see(unsqueezed, item, (axis,)) for item in given]), (axis,), out)
    return result
