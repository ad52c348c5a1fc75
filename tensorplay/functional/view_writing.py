"""Copies of a tensor in which the cells of one of its views hold other values: select_scatter and its like; padding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import preserve_format
from tensorplay.core.arguments import to_int, to_ints
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.formats import suggested_format
from tensorplay.geometry.layout import format_strides
from tensorplay.geometry.overlap import writes_refused

from .copying import clone
from .creation import filled
from .index_items import Slice
from .indexing import getitem
from .op import composition
from .parameters import argument, number_argument
from .views import as_strided, diagonal, narrow, select

if TYPE_CHECKING:
    from collections.abc import Callable

    from .faces import Tensor
    from .op import Ints, Number


def _with_storage_copied(input: Any) -> Any:
    """A copy that sees a copy of the whole storage through the same layout; a plain one of an expanded tensor."""
    layout = input._spec.layout
    if writes_refused(layout.size, layout.stride) is not None:
        return execute(clone, (input,), (preserve_format,))
    cells = input._storage.nbytes() // input.itemsize
    copy = execute(clone, (execute(as_strided, (input,), ((cells,), (1,), 0)),), (preserve_format,))
    seen = execute(as_strided, (copy,), (layout.size, layout.stride, layout.offset))
    return seen.detach()


def _written(name: str, input: Any, src: Any, view: Callable[[Any], Any]) -> Any:
    if not isinstance(src, TensorBase):
        raise TypeError(f"{name}(): argument 'src' (position 2) must be Tensor, not {type(src).__name__}")
    copy = _with_storage_copied(input)
    place = view(copy)
    if place.shape != src.shape:
        raise RuntimeError(
            f"{name}(): src must have exactly the size of what it replaces, {list(place.shape)}, but has "
            f"{list(src.shape)}"
        )
    place.copy_(src)
    return copy


@composition("function method")
def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """A copy whose slice at one index of a dimension is `src`, of exactly the slice's size.

    The copy has the strides and the offset of the tensor, on a copy of the whole storage. Raises RuntimeError for a src
    of another size, IndexError for a dim or an index out of range.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 2).select_scatter(tp.ones(2), 0, 1).tolist()
    [[0.0, 0.0], [1.0, 1.0]]
    """
    result: Tensor = _written("select_scatter", input, src, lambda copy: execute(select, (copy,), (dim, index)))
    return result


@composition("function method")
def slice_scatter(
    input: Tensor, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Tensor:
    """A copy whose slice start:end:step of a dimension is `src`, of exactly the slice's size.

    The copy has the strides and the offset of the tensor, on a copy of the whole storage. Raises RuntimeError for a src
    of another size and a step that is not positive, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.zeros(4).slice_scatter(tp.ones(2), 0, 1, 4, 2).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    axis = wrap_dim(argument("slice_scatter", "dim", to_int, dim, 3), input.dim(), wrap_scalar=False)
    if argument("slice_scatter", "step", to_int, step, 6) <= 0:
        raise RuntimeError(f"slice_scatter(): the step must be positive, but it is {step}")
    bounds = [
        None if value is None else argument("slice_scatter", "start or end", to_int, value) for value in (start, end)
    ]
    items = (*[Slice((None, None, None))] * axis, Slice((*bounds, step)))
    result: Tensor = _written("slice_scatter", input, src, lambda copy: execute(getitem, (copy,), (items,)))
    return result


@composition("function method")
def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """A copy whose diagonal of two dimensions is `src`, of exactly the size of `diagonal(offset, dim1, dim2)`.

    The copy has the strides and the offset of the tensor, on a copy of the whole storage. Raises RuntimeError for a src
    of another size, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 2).diagonal_scatter(tp.ones(2)).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    result: Tensor = _written(
        "diagonal_scatter", input, src, lambda copy: execute(diagonal, (copy,), (offset, dim1, dim2))
    )
    return result


@composition("function method")
def as_strided_scatter(
    input: Tensor, src: Tensor, size: Ints, stride: Ints, storage_offset: int | None = None
) -> Tensor:
    """A copy in which the cells of `as_strided(size, stride, storage_offset)` hold `src`, of exactly that size.

    The copy has the strides and the offset of the tensor, on a copy of the whole storage. Raises RuntimeError for a src
    of another size and for a layout that leaves the storage.

    >>> import tensorplay as tp
    >>> tp.zeros(4).as_strided_scatter(tp.ones(2), (2,), (3,)).tolist()
    [1.0, 0.0, 0.0, 1.0]
    """
    result: Tensor = _written(
        "as_strided_scatter", input, src, lambda copy: execute(as_strided, (copy,), (size, stride, storage_offset))
    )
    return result


@composition("function")
def constant_pad_nd(input: Tensor, pad: Ints, value: Number = 0) -> Tensor:
    """A copy with rows of a number added around it: `pad` has two counts, before and behind, for each dimension.

    The last dimension comes first; negative counts cut off. The result has the memory format that the tensor suggests.
    Raises RuntimeError for an odd number of counts, for more than there are dimensions, and for sizes below 0.

    >>> import tensorplay as tp
    >>> tp.constant_pad_nd(tp.tensor([[1, 2]]), (1, 0, 0, 1), 7).tolist()
    [[7, 1, 2], [7, 7, 7]]
    """
    counts = argument("constant_pad_nd", "pad", to_ints, pad, 2)
    number = number_argument("constant_pad_nd", "value", value, 3)
    rank = input.dim()
    if len(counts) % 2 or len(counts) > 2 * rank:
        raise RuntimeError(
            f"constant_pad_nd() takes two counts for each of at most {rank} dimensions, but got {len(counts)}"
        )
    around = [(0, 0)] * (rank - len(counts) // 2)
    around += [(counts[place], counts[place + 1]) for place in range(len(counts) - 2, -1, -2)]
    inner = input
    for dim, (before, behind) in enumerate(around):
        start, length = max(-before, 0), inner.size(dim) + min(before, 0) + min(behind, 0)
        if start or length != inner.size(dim):
            inner = execute(narrow, (inner,), (dim, start, length))
    copy: Tensor
    if max(counts, default=0) <= 0:
        copy = execute(clone, (inner,), (preserve_format,))
        return copy
    size = tuple([length + before + behind for length, (before, behind) in zip(input.shape, around, strict=True)])
    spec = input._spec
    stride = format_strides(size, suggested_format(spec.size, spec.stride))
    copy = execute(filled, (), (size, stride, number, spec.dtype, spec.device))
    place: Any = copy
    for dim, (before, _) in enumerate(around):
        place = execute(narrow, (place,), (dim, max(before, 0), inner.size(dim)))
    place.copy_(inner)
    return copy
