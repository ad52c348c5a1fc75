"""Which dimension and which shape is meant: negative dimensions, the -1 of a shape, broadcasting."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from tensorplay.geometry.reasons import (
    CannotBroadcast,
    CannotInfer,
    DimensionOutOfRange,
    DuplicateDimension,
    Refusal,
    ShapeMismatch,
)


def wrap_dim(dim: int, rank: int, *, wrap_scalar: bool = True) -> int:
    """The dimension counted from the front; IndexError if the tensor does not have it.

    A 0-dim tensor takes -1 and 0, both giving 0, unless `wrap_scalar` is False.

    >>> wrap_dim(-1, 3), wrap_dim(2, 3), wrap_dim(-1, 0)
    (2, 2, 0)
    """
    if 0 <= dim < rank:
        return dim
    if -rank <= dim < 0:
        return dim + rank
    if rank == 0 and wrap_scalar and -1 <= dim <= 0:
        return 0
    raise DimensionOutOfRange(dim, rank).exception()


def wrap_dims(dims: Sequence[int], rank: int, name: str) -> tuple[int, ...]:
    """The dimensions counted from the front, in the order given; RuntimeError if one appears twice.

    `name` is the operation, for the error's text.

    >>> wrap_dims((-1, 0), 3, "sum")
    (2, 0)
    """
    wrapped: list[int] = []
    for given in dims:
        dim = wrap_dim(given, rank)
        if dim in wrapped:
            raise DuplicateDimension(dim, tuple(dims), name).exception()
        wrapped.append(dim)
    return tuple(wrapped)


def infer_size(shape: tuple[int, ...], numel: int) -> tuple[int, ...]:
    """The shape with its -1, if it has one, replaced by the size that makes it hold `numel` elements.

    RuntimeError when it cannot: two -1, another negative size, the wrong number of elements, or a -1 beside a 0.

    >>> infer_size((2, -1), 12)
    (2, 6)
    """
    if prod(shape) == numel and (not shape or min(shape) >= 0):
        return shape
    known = 1
    inferred = None
    for dim, length in enumerate(shape):
        if length == -1:
            if inferred is not None:
                raise CannotInfer(shape, numel).exception()
            inferred = dim
        elif length < 0:
            raise Refusal(
                RuntimeError, f"invalid shape dimension {length} at index {dim} of shape {list(shape)}"
            ).exception()
        else:
            known *= length
    if inferred is None or (known == 0 and numel != 0) or (known != 0 and numel % known != 0):
        raise ShapeMismatch(shape, numel).exception()
    if known == 0:
        raise CannotInfer(shape, numel).exception()
    return (*shape[:inferred], numel // known, *shape[inferred + 1 :])


def broadcast_shapes(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that all the shapes broadcast to: aligned at the last dimension, a 1 gives way to any other size.

    RuntimeError when two sizes differ and neither is 1; ValueError for a negative size.

    >>> broadcast_shapes((2, 1), (4,), (3, 1, 1))
    (3, 2, 4)
    """
    if not shapes:
        return ()
    first = shapes[0]
    if shapes.count(first) == len(shapes) and (not first or min(first) >= 0):
        return first
    rank = max(map(len, shapes))
    result = [1] * rank
    for position, shape in enumerate(shapes):
        for dim in range(-1, -len(shape) - 1, -1):
            length = shape[dim]
            if length == 1 or length == result[dim]:
                continue
            if result[dim] != 1:
                raise CannotBroadcast(shapes, dim, _source(shapes, dim, result[dim]), position).exception()
            if length < 0:
                raise Refusal(
                    ValueError, f"attempting to broadcast a dimension with negative length {length} in {list(shape)}"
                ).exception()
            result[dim] = length
    return tuple(result)


def _source(shapes: Sequence[tuple[int, ...]], dim: int, length: int) -> int:
    """Which shape brought this length to the dimension."""
    return next(position for position, shape in enumerate(shapes) if len(shape) >= -dim and shape[dim] == length)
