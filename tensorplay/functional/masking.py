"""Elements overwritten where a mask is True: masked_fill, masked_scatter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.access import array_of
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.core.targets import share_memory
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.overlap import writes_refused
from tensorplay.geometry.reasons import Refusal

from .array_parts import FEW_PLACES, named_cells, rows
from .copying import clone, raw_array
from .index_checks import RARE, WIDE_UNSIGNED, check_same_dtype, refuse_dtype
from .numbers import checked_number
from .op import composition, op
from .parameters import number_argument, tensor_argument
from .pointwise import common_device
from .views import expand
from .writing_places import change

if TYPE_CHECKING:
    from tensorplay.geometry.layout import Layout

    from .faces import Tensor
    from .op import Number


def _check_mask(name: str, input: Spec, mask: Spec) -> None:
    if mask.dtype is not bool_:
        raise Refusal(RuntimeError, f"{name}() takes a bool mask, not {mask.dtype}; compare it: mask != 0").exception()
    size = broadcast_shapes(input.size, mask.size)
    if size != input.size:
        raise Refusal(
            RuntimeError,
            f"output with shape {list(input.size)} doesn't match the broadcast shape {list(size)} of tensor and mask",
        ).exception()


def _masked_cells(backend: Any, layout: Layout, mask: Any) -> list[Layout] | None:
    """The cells where a mask of the layout's size is True; None if they are many."""
    count = int(backend.xp.count_nonzero(mask))
    if count == mask.size:
        return [layout]
    return named_cells(backend, layout, backend.xp.nonzero(mask)) if 0 < count <= FEW_PLACES else None if count else []


@op(label="masked_fill_")
def fill_masked(input: Spec, mask: Spec, value: Spec | NumberSpec) -> Plan:
    """One number written where the mask is True."""
    if isinstance(value, Spec) and value.rank:
        raise Refusal(
            RuntimeError, f"masked_fill() takes a number or a 0-dim tensor, but this one has {value.rank} dimensions"
        ).exception()
    common_device("masked_fill", [input, mask])
    _check_mask("masked_fill", input, mask)
    refuse_dtype("masked_fill", input.dtype, WIDE_UNSIGNED)
    shared = writes_refused(input.size, input.stride) is not None  # allowed, as all cells get the same number
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True, shared_cells_allowed=shared)


@fill_masked.run
def _(backend: Any, target: TensorBase, mask: TensorBase, value: Any) -> list[Layout] | None:
    number = array_of(value).item() if isinstance(value, TensorBase) else value
    number = checked_number(number, target.dtype)
    chosen = backend.xp.broadcast_to(array_of(mask), target._spec.size)
    cells = _masked_cells(backend, target._spec.layout, chosen)

    stored = backend.as_stored(target._spec, number)
    for part, where in rows(raw_array(backend, target), chosen):
        backend.xp.copyto(part, stored, where=where)
    return cells


@composition("function method")
def masked_fill(input: Tensor, mask: Tensor, value: Number | Tensor) -> Tensor:
    """A copy that holds one number where the mask is True; tensor and mask are broadcast to each other.

    The number may be a 0-dim tensor. The result is contiguous and has the tensor's dtype. Raises RuntimeError for a
    mask that is no bool tensor, for sizes that do not broadcast, and for a number that the dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2, 3]).masked_fill(tp.tensor([True, False, True]), 9).tolist()
    [9, 2, 9]
    """
    tensor_argument("masked_fill", "mask", mask, 2)
    copy = _broadcast_copy(input, mask)
    filled: Tensor = execute(fill_masked, (copy, mask, _number(value)), ())
    return filled


@composition("method")
def masked_fill_(input: Tensor, mask: Tensor, value: Number | Tensor) -> Tensor:
    """Write one number where the mask is True, which is broadcast to the tensor: `masked_fill` in place.

    Raises RuntimeError for a mask that is not bool or does not broadcast, and for a number that the dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.arange(3).masked_fill_(tp.tensor([True, False, True]), 7).tolist()
    [7, 1, 7]
    """
    tensor_argument("masked_fill_", "mask", mask, 1)
    filled: Tensor = execute(fill_masked, (input, mask, _number(value)), ())
    return filled


def _number(value: Any) -> Any:
    return value if isinstance(value, TensorBase) else number_argument("masked_fill", "value", value, 3)


def _broadcast_copy(input: Any, mask: Any) -> Any:
    """A contiguous copy of the size that tensor and mask have together."""
    size = broadcast_shapes(input._spec.size, mask._spec.size)
    return execute(clone, (execute(expand, (input,), (size,)),), (contiguous_format,))


@op(label="masked_scatter_")
def scatter_masked(input: Spec, mask: Spec, source: Spec) -> Plan:
    """The elements of a source, one after another, written where the mask is True."""
    check_same_dtype("masked_scatter", input, source, "source")
    common_device("masked_scatter", [input, mask, source])
    _check_mask("masked_scatter", input, mask)
    refuse_dtype("masked_scatter", input.dtype, RARE)
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True)


@scatter_masked.run
def _(backend: Any, target: TensorBase, mask: TensorBase, source: TensorBase) -> list[Layout] | None:
    chosen = backend.xp.broadcast_to(array_of(mask), target._spec.size)
    count = int(backend.xp.count_nonzero(chosen))
    if count > source.numel():
        raise RuntimeError(
            f"masked_scatter(): the mask is True {count} times, but the source has only {source.numel()} elements"
        )
    elements = array_of(source).reshape(-1)[:count]
    if share_memory(source, target):
        elements = elements.copy()  # what is read must not have been written meanwhile
    cells = _masked_cells(backend, target._spec.layout, chosen)

    def work(values: Any) -> None:
        start = 0
        for part, where in rows(values, chosen):
            stop = start + int(backend.xp.count_nonzero(where))
            part[where] = elements[start:stop]
            start = stop

    change(backend, target, work)
    return cells


@composition("function method")
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """A copy in which the elements of `source`, one after another, stand where the mask is True.

    Tensor and mask are broadcast to each other; the result is contiguous. Raises RuntimeError for a mask that is no
    bool tensor, for a source of another dtype, and for one with too few elements, before anything is written.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2, 3]).masked_scatter(tp.tensor([True, False, True]), tp.tensor([8, 9])).tolist()
    [8, 2, 9]
    """
    tensor_argument("masked_scatter", "mask", mask, 2)
    tensor_argument("masked_scatter", "source", source, 3)
    filled: Tensor = execute(scatter_masked, (_broadcast_copy(input, mask), mask, source), ())
    return filled


@composition("method")
def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Write the elements of `source` where the mask is True: `masked_scatter` in place, for a mask that broadcasts.

    Raises RuntimeError for a mask that is not bool, another dtype, and too few elements.

    >>> import tensorplay as tp
    >>> tp.zeros(3).masked_scatter_(tp.tensor([True, False, True]), tp.tensor([5.0, 6.0])).tolist()
    [5.0, 0.0, 6.0]
    """
    tensor_argument("masked_scatter_", "mask", mask, 1)
    tensor_argument("masked_scatter_", "source", source, 2)
    filled: Tensor = execute(scatter_masked, (input, mask, source), ())
    return filled
