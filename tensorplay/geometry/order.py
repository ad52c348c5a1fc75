"""The physical order of dimensions, and the strides that results of operations get from those of their operands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.formats import is_contiguous, is_dense
from tensorplay.geometry.layout import Layout, contiguous_strides, format_strides
from tensorplay.geometry.reasons import AmbiguousOrder, Reason, Refusal
from tensorplay.geometry.views import expand, try_view


def sorted_dims(size: Sequence[int], strides: Sequence[Sequence[int]]) -> list[int]:
    """The dimensions from the innermost to the outermost, as the strides of all operands order them.

    PyTorch's own insertion sort, step by step, as it is no true ordering: a stride of 0 compares with nothing, so
    the outcome depends on the path. The first operand that can tell two dimensions apart decides.
    """
    rank = len(size)
    order = list(range(rank - 1, -1, -1))
    for start in range(1, rank):
        moving = start
        for place in range(start - 1, -1, -1):
            decision = _compare(size, strides, order[place], order[moving])
            if decision < 0:
                break
            if decision > 0:
                order[place], order[moving] = order[moving], order[place]
                moving = place
    return order


def _compare(size: Sequence[int], strides: Sequence[Sequence[int]], inner: int, outer: int) -> int:
    """1 if the two dimensions should change places, -1 if they stand right, 0 if no operand can tell."""
    for stride in strides:
        if stride[inner] == 0 or stride[outer] == 0:
            continue
        if stride[inner] != stride[outer]:
            return 1 if stride[inner] > stride[outer] else -1
        if size[inner] > size[outer]:
            return 1
    return 0


def dim_order(size: Sequence[int], stride: Sequence[int]) -> tuple[int, ...]:
    """The dimensions from the outermost to the innermost, as `Tensor.dim_order()` gives them.

    >>> dim_order((2, 3, 4), (12, 1, 3))
    (0, 2, 1)
    """
    settled = _settled_order(size, stride)
    return settled if settled is not None else tuple(reversed(sorted_dims(size, [stride])))


def _settled_order(size: Sequence[int], stride: Sequence[int]) -> tuple[int, ...] | None:
    """The order that a memory format settles alone, without comparing strides; None if there is none or two."""
    contiguous = is_contiguous(size, stride)
    channels_last = is_contiguous(size, stride, "channels_last")
    if contiguous and not channels_last:
        return tuple(range(len(size)))
    if channels_last and not contiguous:
        return (0, 2, 3, 1)
    return None


def why_ambiguous(size: Sequence[int], stride: Sequence[int], formats: bool | Sequence[str] = True) -> Reason | None:
    """Why the order of dimensions is not unique; None if it is, or if `formats` is False.

    `formats` is what `dim_order(ambiguity_check=...)` takes: True, or the memory formats of which exactly one must hold
    to decide where sizes of 1 or equal neighbouring strides leave the order open.

    >>> why_ambiguous((2, 3, 4), (12, 4, 1)) is None, why_ambiguous((1, 3), (3, 1), ["contiguous"]) is None
    (True, True)
    >>> why_ambiguous((2, 3), (0, 1)).undecided
    ((0, 1),)
    """
    if formats is False:
        return None
    listed = () if formats is True else tuple(formats)
    held = tuple([format for format in listed if is_contiguous(size, stride, format)])
    unit_dims = tuple([dim for dim, length in enumerate(size) if length == 1])
    ties = [(dim, dim + 1) for dim in range(len(size) - 1) if stride[dim] == stride[dim + 1]]
    if (unit_dims or ties) and len(held) != 1:
        return AmbiguousOrder(tuple(size), tuple(stride), listed, held, unit_dims, tuple(ties))
    if formats and _settled_order(size, stride) is None:
        order = sorted_dims(size, [stride])
        undecided = [(outer, inner) for inner, outer in pairwise(order) if _compare(size, [stride], inner, outer) == 0]
        if undecided:
            return AmbiguousOrder(tuple(size), tuple(stride), listed, held, unit_dims, tuple(undecided))
    return None


def check_unambiguous(size: Sequence[int], stride: Sequence[int], formats: bool | Sequence[str] = True) -> None:
    """RuntimeError if the order of dimensions is not unique; see `why_ambiguous`."""
    reason = why_ambiguous(size, stride, formats)
    if reason is not None:
        raise reason.exception()


def elementwise_strides(
    operands: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], shape: tuple[int, ...]
) -> tuple[int, ...]:
    """The strides of an elementwise result, from the (size, stride) of each tensor operand and the broadcast shape.

    Operands that all have the result's shape and are all contiguous, all channels_last, or dense with the same
    strides pass their layout on. Otherwise the dimensions are sorted by the operands' strides, the first operand
    that can tell deciding, so that `a + b` and `b + a` may differ.

    >>> elementwise_strides([((2, 3), (1, 2)), ((3,), (1,))], (2, 3))
    (1, 2)
    """
    if operands.count(operands[0]) == len(operands):
        operands = operands[:1]  # alike operands decide alike
    contiguous = True
    for size, stride in operands:
        if size != shape:
            break
        contiguous = contiguous and is_contiguous(size, stride)
    else:
        if contiguous:
            return contiguous_strides(shape)
        if len(shape) == 4 and all([is_contiguous(shape, stride, "channels_last") for _, stride in operands]):
            return format_strides(shape, "channels_last")
        first = operands[0][1]
        if all([stride == first for _, stride in operands]) and is_dense(shape, first):
            return first
    return _packed(shape, sorted_dims(shape, [broadcast_strides(size, stride, shape) for size, stride in operands]))


def broadcast_strides(size: Sequence[int], stride: Sequence[int], shape: Sequence[int]) -> tuple[int, ...]:
    """An operand's strides in the result's rank: 0 where a dimension is missing or a 1 is stretched.

    >>> broadcast_strides((3, 1), (1, 1), (2, 3, 4))
    (0, 1, 0)
    """
    missing = len(shape) - len(size)
    kept = [
        0 if length == 1 and shape[missing + dim] != 1 else step
        for dim, (length, step) in enumerate(zip(size, stride, strict=True))
    ]
    return (0,) * missing + tuple(kept)


def _packed(shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """Strides without gaps along an order, innermost first; the logical order itself gives a contiguous tensor's."""
    if all([dim == len(shape) - 1 - place for place, dim in enumerate(order)]):
        return contiguous_strides(shape)
    stride = [0] * len(shape)
    running = 1
    for dim in order:
        stride[dim] = running
        running *= shape[dim]
    return tuple(stride)


def preserved_strides(size: tuple[int, ...], stride: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of a copy that preserves the layout (`clone`, `empty_like`, `to(dtype)`).

    Dense: exactly the input's. Otherwise packed in the order of the input's strides.

    >>> preserved_strides((2, 3), (1, 2)), preserved_strides((2, 3), (1, 4))
    ((1, 2), (1, 2))
    """
    if is_dense(size, stride):
        return stride
    return _packed(size, sorted_dims(size, [stride]))


def gathered_strides(
    size: tuple[int, ...], stride: tuple[int, ...], indices: Sequence[tuple[tuple[int, ...], tuple[int, ...]] | None]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shape and the strides of `x[indices]`, from the (size, stride) of x and of each index tensor.

    `indices` has an entry for each leading dimension, None where it is taken whole; at least one must be an index.
    The index tensors broadcast to one shape, which takes the place of the indexed dimensions if these are neighbours,
    else comes first; IndexError if they do not broadcast or index an empty dimension. The result is a copy with the
    strides of an elementwise result, the source being an operand that does not move along the index dimensions.

    >>> gathered_strides((4, 5, 6), (30, 6, 1), [None, ((2,), (1,)), None])
    ((4, 2, 6), (12, 6, 1))
    """
    indexed = [dim for dim, index in enumerate(indices) if index is not None]
    present = [index for index in indices if index is not None]
    try:
        index_shape = broadcast_shapes(*[index_size for index_size, _ in present])
    except RuntimeError:
        shapes = ", ".join([str(list(index_size)) for index_size, _ in present])
        raise Refusal(
            IndexError, f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}"
        ).exception() from None
    for dim in indexed:
        if size[dim] == 0 and 0 not in index_shape:
            raise Refusal(
                IndexError, f"index is out of bounds for dimension {dim} with size 0 (tensor of size {list(size)})"
            ).exception()
    neighbours = indexed[-1] - indexed[0] + 1 == len(indexed)
    before = list(range(indexed[0])) if neighbours else []
    after = [dim for dim in range(len(before), len(size)) if dim not in indexed]
    shape = (*[size[dim] for dim in before], *index_shape, *[size[dim] for dim in after])
    source = (*[stride[dim] for dim in before], *[0] * len(index_shape), *[stride[dim] for dim in after])
    around = (*[1] * len(before), *index_shape, *[1] * len(after))
    operands = [(shape, source)]
    for index_size, index_stride in present:
        index = try_view(expand(Layout(index_size, index_stride), index_shape), around)
        operands.append((around, contiguous_strides(around) if index is None else index.stride))
    return shape, elementwise_strides(operands, shape)
