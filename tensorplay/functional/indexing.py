"""Indexing: x[...] as views where it can be, and gathering or scattering where index tensors take part (rule 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64, uint8
from tensorplay.backends import blocks
from tensorplay.core.access import array_of
from tensorplay.core.arguments import listed
from tensorplay.core.execute import execute, see
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NUMBER_SPECS, Spec, plain_number
from tensorplay.core.targets import check_writable
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import views as rules
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.order import gathered_strides
from tensorplay.geometry.overlap import writes_refused
from tensorplay.geometry.reasons import Refusal

from .array_parts import named_cells
from .computing import gather, scatter
from .copying import copy_, overwrite, raw_array
from .creation import filled
from .index_items import (
    Gap,
    Slice,
    as_tuple,
    basic_items,
    check_dots,
    dimensions_taken,
    index_tensor,
    slice_of,
)
from .masking import fill_masked
from .numbers import checked_number
from .op import Number, Specs, composition, op
from .parameters import tensor_argument
from .views import expand, seen, select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .faces import Tensor


_ONE = Layout((1,), (1,))


@op(label="slice", is_view=True)
def getitem(input: Spec, items: Any) -> Spec:
    """Ints, slices, None and one `...`, applied as views from the left."""
    layout = input.layout
    dim = 0
    given = len(items) - items.count(None) - items.count(Ellipsis)
    if given > len(layout.size):
        if type(items[0]) is Slice and len(items) == 1:  # a step that is none is named first
            rules.slice_(_ONE, 0, *items[0])
        raise IndexError(f"too many indices: {given} for a tensor of {len(layout.size)} dimensions")
    if items.count(Ellipsis) > 1:
        check_dots(items, len(layout.size) - given)
    for item in items:
        if type(item) is int:
            layout = _selected(layout, dim, item)
        elif item is None:
            layout = rules.unsqueeze(layout, dim)
            dim += 1
        elif item is Ellipsis:
            dim += len(input.layout.size) - given
        else:
            if item != (None, None, None):
                layout = rules.slice_(layout, dim, *item)
            dim += 1
    return seen(input, layout)


def _selected(layout: Layout, dim: int, index: int) -> Layout:
    size = layout.size[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")
    return rules.select(layout, dim, index)


@composition("__getitem__")
def get_item(input: Tensor, index: Any) -> Tensor:
    """x[index]: a view for ints, slices, None and `...`; a new tensor if lists, bools or tensors take part."""
    result: Tensor
    index = as_tuple(index)
    basic = basic_items(index)
    if basic is not None:
        result = execute(getitem, (input,), (basic,))
        return result
    view, indices = _parted(input, index)
    result = execute(gather_elements, (view, *_trimmed(_expanded_masks(view, indices))), ())
    return result


def item_of(input: TensorBase, index_: Any) -> Any:
    """x[index]: a view for ints, slices, None and `...`; a new tensor if lists, bools or tensors take part.

    Index tensors and lists are broadcast together; if they do not stand side by side, their dimensions come first. A
    mask stands for the indices of its ones. Raises IndexError for an index out of range and for too many of them.

    >>> import tensorplay as tp
    >>> x = tp.arange(6).view(2, 3)
    >>> x[:, 1].tolist(), x[..., ::2].stride(), x[[1, 0], [0, 2]].tolist(), x[x > 3].tolist()
    ([1, 4], (3, 2), [3, 2], [4, 5])
    """
    # The basic cases take the short way.
    if type(index_) is int:
        return see(select, input, (0, index_))
    basic = basic_items(index_)
    return see(getitem, input, (basic,)) if basic is not None else get_item(input, index_)  # type: ignore[arg-type]


def _parted(input: Any, index: Any) -> tuple[Any, list[Any]]:
    """Apply ints, slices and None as views; return the view and one entry a dimension: an index tensor, or None.

    A mask takes as many dimensions as it has: it stands at the first, and Gap at the others.
    """
    items = list(index) if isinstance(index, tuple) else [index]
    items = [index_tensor(item) for item in items]
    given = sum(dimensions_taken(item) for item in items)
    rank = input.dim()
    if given > rank:
        raise IndexError(f"too many indices: {given} for a tensor of {rank} dimensions")
    check_dots(items, rank - given)
    basic: list[Any] = []
    indices: list[Any] = []
    dots = False
    for item in items:
        if isinstance(item, TensorBase):
            if item.dtype is bool_ and item.dim() == 0:  # adds a dimension of size 1 or 0
                basic.append(None)
                vector = item.unsqueeze(0)  # type: ignore[attr-defined]
                indices.extend(execute(nonzero, (vector,), ()).unbind(1))
            else:
                taken = dimensions_taken(item)
                basic.extend([Slice((None, None, None))] * taken)
                indices.append(item)
                indices.extend([Gap] * (taken - 1))
        elif item is Ellipsis:
            if not dots:
                basic.append(item)
                indices.extend([None] * (rank - given))
            dots = True
        else:
            basic.append(slice_of(item) if isinstance(item, slice) else item)
            if not isinstance(item, int):
                indices.append(None)
    view = execute(getitem, (input,), (tuple(basic),))
    return view, indices


def _expanded_masks(view: Any, indices: list[Any]) -> list[Any]:
    """Each mask is replaced by the index tensors of its True elements, one a dimension."""
    _check_masks(view, indices)
    expanded: list[Any] = []
    for item in indices:
        if item is Gap:
            continue
        if isinstance(item, TensorBase) and item.dtype in (bool_, uint8):
            expanded.extend(execute(nonzero, (item,), ()).unbind(1))
        else:
            expanded.append(item)
    return expanded


def _check_masks(view: Any, indices: list[Any]) -> None:
    """Refuse masks whose sizes are not those of the dimensions where they stand."""
    for dim, item in enumerate(indices):
        if isinstance(item, TensorBase) and item.dtype in (bool_, uint8):
            for position, length in enumerate(item._spec.size):
                if dim + position >= view.dim() or length != view.size(dim + position):
                    raise IndexError(
                        f"the mask of size {list(item._spec.size)} does not match the tensor of size "
                        f"{list(view.shape)} in dimension {dim + position}"
                    )


def _trimmed(indices: list[Any]) -> list[Any]:
    while indices and indices[-1] is None:
        indices = indices[:-1]
    return indices


@op(label="index")
def gather_elements(input: Spec, indices: Specs) -> Plan:
    """Gather elements: one index tensor, or None, for each leading dimension. The result is a copy."""
    size, stride = _gathered_layout(input, list(indices))
    return Plan(Effect.NEW, (Spec(Layout(size, stride), input.dtype, input.device),))


@composition("function method")
def index(input: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """The elements that index tensors and masks name, one for each leading dimension, None for a whole one: a copy.

    Raises IndexError for an index out of range, of another dtype, or of a size that does not broadcast with the others.

    >>> import tensorplay as tp
    >>> tp.tensor([[1, 2], [3, 4]]).index((None, tp.tensor([1]))).tolist()
    [[2], [4]]
    """
    placed = _checked_indices("index", indices)
    if not any(isinstance(item, TensorBase) for item in placed):
        raise IndexError("index() needs at least one index tensor")
    result: Tensor = execute(gather_elements, (input, *_trimmed(_expanded_masks(input, placed))), ())
    return result


def _gathered_layout(input: Spec, indices: list[Spec | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    layouts = [None if item is None else (item.size, item.stride) for item in indices]
    return gathered_strides(input.size, input.stride, layouts)


@gather_elements.run
def _(backend: Any, out: Any, input: Any, indices: list[Any]) -> None:
    gather(backend, out, input, indices)


@op(label="index_put_")
def put_(input: Spec, values: Spec, indices: Specs, accumulate: bool = False) -> Plan:
    """Write values to the elements that index tensors name. Checked before anything is written."""
    size, _ = _gathered_layout(input, list(indices))
    if broadcast_shapes(values.size, size) != size:
        raise Refusal(
            RuntimeError, f"shape mismatch: values of size {list(values.size)} cannot be broadcast to {list(size)}"
        ).exception()
    if values.dtype is not input.dtype:
        raise Refusal(
            RuntimeError,
            f"index put requires the source and destination dtypes match, got {input.dtype} for the destination and "
            f"{values.dtype} for the source",
        ).exception()
    shared = writes_refused(input.size, input.stride) is not None  # PyTorch lets expanded tensors be written here
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True, apart=True, shared_cells_allowed=shared)


@put_.run
def _(backend: Any, target: TensorBase, values: TensorBase, *rest: Any) -> list[Layout] | None:
    *indices, accumulate = rest
    arrays = [None if item is None else array_of(item) for item in indices]
    spec = target._spec
    if backend.is_packed(spec.dtype) or spec.conj or spec.neg:
        # Changed as values and stored back, since the stored form cannot be computed with.
        current = array_of(target).copy()
        scatter(backend, current, arrays, array_of(values), accumulate)
        backend.store_resolved(raw_array(backend, target), spec, current)
    else:
        scatter(backend, raw_array(backend, target), arrays, array_of(values), accumulate)
    return named_cells(backend, spec.layout, arrays)


@composition("function method")
def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write values to the elements that index tensors name, one a dimension; with `accumulate` they are added.

    Raises IndexError for an index out of range and RuntimeError for another dtype or a size that does not broadcast,
    both before anything is written.

    >>> import tensorplay as tp
    >>> tp.zeros(4).index_put_((tp.tensor([1, 1]),), tp.tensor([2.0, 3.0]), accumulate=True).tolist()
    [0.0, 5.0, 0.0, 0.0]
    """
    tensor_argument("index_put_", "values", values, 2)
    _put(input, _checked_indices("index_put_", indices), values, accumulate)
    return input


def _checked_indices(name: str, indices: Any) -> list[Any]:
    """The index tensors and masks of a sequence, each at the dimension where it stands."""
    placed: list[Any] = []
    for position, item in enumerate(listed(name, "indices", 1, indices)):
        if item is None:
            placed.append(None)
            continue
        tensor = tensor_argument(name, f"indices[{position}]", item, 1)
        if tensor.dtype not in (bool_, uint8) and tensor.dtype.name not in ("int64", "int32"):
            raise IndexError(f"tensors used as indices must be long, int, byte or bool tensors, not {tensor.dtype}")
        placed.append(tensor)
        placed.extend([Gap] * (dimensions_taken(tensor) - 1))
    return placed


@composition("function method")
def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """A copy in which `index_put_` has written.

    Raises IndexError for an index out of range, RuntimeError for values of another dtype or of sizes that do not fit.

    >>> import tensorplay as tp
    >>> tp.zeros(3).index_put((tp.tensor([2]),), tp.tensor([7.0])).tolist()
    [0.0, 0.0, 7.0]
    """
    return index_put_(input.clone(), indices, values, accumulate)


@op()
def nonzero(input: Spec) -> Plan:
    """The indices of the elements that are not zero: one row an element, one column a dimension.

    Raises NotImplementedError on `meta`, where the size cannot be known.

    >>> import tensorplay as tp
    >>> tp.nonzero(tp.tensor([[0, 1], [2, 0]])).tolist()
    [[0, 1], [1, 0]]
    """
    spec = Spec(Layout((0, input.rank), (1, 0)), int64, input.device)
    return Plan(Effect.UNKNOWN, (spec,), apart=True, exact_dtype=True)


@nonzero.measure
def _(backend: Any, plan: Plan, input: Any) -> tuple[Spec, ...]:
    spec = plan.outputs[0]
    count = int(backend.xp.count_nonzero(input))
    return (spec.with_layout(Layout((count, spec.size[1]), (1, count))),)


@nonzero.run
def _(backend: Any, out: Any, input: Any) -> None:
    if not input.size or not input.ndim:
        return
    # Rows by rows, so that Ctrl-C is answered.
    rows = max(blocks.BLOCK_ELEMENTS * input.shape[0] // input.size, 1)
    place = 0
    for first in range(0, input.shape[0], rows):
        columns = backend.xp.nonzero(input[first : first + rows])
        found = slice(place, place + len(columns[0]))
        place = found.stop
        for column, indices in enumerate(columns):
            out[found, column] = indices if column else indices + first


@composition("__setitem__")
def set_item(input: Tensor, index: Any, value: Any) -> None:
    """x[index] = value: written in place, broadcast and cast.

    The index is one that `x[index]` takes. Raises IndexError for an index out of range, RuntimeError for a value
    that does not broadcast to the elements named, before anything is written.

    >>> import tensorplay as tp
    >>> x = tp.zeros(2, 3)
    >>> x[1] = tp.arange(3)
    >>> x[x == 0] = -1
    >>> x.tolist()
    [[-1.0, -1.0, -1.0], [-1.0, 1.0, 2.0]]
    """
    index = as_tuple(index)
    if not isinstance(value, TensorBase):
        value = _checked_value(input, value)
    basic = basic_items(index)
    if index is True or index is False:  # all elements or none; what is assigned to all is cast
        basic = (None,)
    if basic is not None:
        if index is not False:
            _assign(execute(getitem, (input,), (basic,)), value)
        return
    view, indices = _parted(input, index)
    if not isinstance(value, TensorBase):
        value = execute(filled, (), ((), None, value, view.dtype, view.device))
    _put(view, indices, value, False)


def _checked_value(input: Any, value: Any) -> Number:
    """The number to be assigned. TypeError for lists and arrays, which a tensor has to be made of first."""
    number: Any = plain_number(value)
    if type(number) not in NUMBER_SPECS:
        raise TypeError(
            f"cannot assign a {type(value).__name__} to elements of a tensor: only tensors and numbers; "
            "make a tensor of it with tensorplay.tensor()"
        )
    checked_number(number, input.dtype)
    return number  # type: ignore[no-any-return]


def _assign(view: Any, value: Any) -> None:
    if isinstance(value, TensorBase):
        source = _without_leading_ones(value, view.dim())
        if source.shape != view.shape:
            source = execute(expand, (source,), (view._spec.size,))
        execute(copy_, (view, source), (False,))
    else:
        check_writable(view._spec.layout)  # PyTorch fills expanded tensors, but does not assign to their elements
        execute(overwrite, (view,), (value,))


def _without_leading_ones(source: Any, rank: int) -> Any:
    """Leading dimensions of size 1 that the target does not have are dropped."""
    while source.dim() > rank and source.size(0) == 1:
        source = execute(select, (source,), (0, 0))
    return source


def _put(view: Any, indices: list[Any], values: Any, accumulate: bool) -> None:
    """Write values to the elements that index tensors and masks name.

    One value for a single mask fills, and is cast; otherwise the dtypes must agree.
    """
    tensors = [item for item in indices if isinstance(item, TensorBase)]
    if values.numel() == 1 and not accumulate and len(tensors) == 1 and tensors[0].dtype in (bool_, uint8):
        _check_masks(view, indices)
        mask: Any = tensors[0]
        place = next(dim for dim, item in enumerate(indices) if item is mask)
        for _ in range(view.dim() - place - mask.dim()):
            mask = mask.unsqueeze(-1)
        execute(fill_masked, (view, mask, values.reshape(())), ())
        return
    indices = _trimmed(_expanded_masks(view, indices))
    rank = len(_gathered_layout(view._spec, [None if item is None else item._spec for item in indices])[0])
    execute(put_, (view, _without_leading_ones(values, rank), *indices), (accumulate,))
