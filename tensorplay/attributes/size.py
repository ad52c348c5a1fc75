"""Size: the extents of a tensor, one integer for each dimension."""

from __future__ import annotations

import math
import operator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self, SupportsIndex, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Size", "trusted_size"]

_INT64_LIMIT: Final = 2**63


class Size(tuple[int, ...]):
    """A tuple of integers, as ``x.shape`` and ``x.size()`` give it. Slices, sums and repetitions are sizes again.

    It equals and hashes as the tuple with the same numbers. Elements may be anything with ``__index__``, negative
    numbers included; others are refused with TypeError, numbers outside int64 with ValueError.

    >>> Size([2, 3]), Size([2, 3, 4])[1:], Size([2, 3]).numel()
    (tensorplay.Size([2, 3]), tensorplay.Size([3, 4]), 6)
    """

    __slots__ = ()

    def __new__(cls, iterable: Iterable[SupportsIndex] = (), /) -> Self:
        """Make a size from the integers of ``iterable``."""
        made = tuple.__new__(cls, iterable)
        for element in made:
            if type(element) is not int or not -_INT64_LIMIT <= element < _INT64_LIMIT:
                return tuple.__new__(cls, map(_as_extent, range(len(made)), made))
        return made

    def numel(self) -> int:
        """Give the number of elements of a tensor of this size: the product of all numbers, 1 if there are none.

        >>> Size([2, 0, 3]).numel(), Size().numel()
        (0, 1)
        """
        return math.prod(self)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> Size: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> int | Size:
        found = tuple.__getitem__(self, key)
        return trusted_size(found) if isinstance(found, tuple) else found

    def __add__(self, other: tuple[Any, ...], /) -> Size:
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: tuple[Any, ...], /) -> Size:
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(tuple.__add__(other, self))

    def __mul__(self, count: SupportsIndex, /) -> Size:
        return trusted_size(tuple.__mul__(self, count))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"tensorplay.Size({list(self)})"

    def __reduce__(self) -> tuple[type[Size], tuple[tuple[int, ...]]]:
        return Size, (tuple(self),)


# For integers that are known to be good, such as a layout's: no check, no Python frame.
trusted_size: Final[Callable[[Iterable[int]], Size]] = partial(tuple.__new__, Size)


def _as_extent(position: int, element: SupportsIndex) -> int:
    """Turn one element into a plain int, or say which element is at fault."""
    try:
        extent = int(operator.index(element))
    except TypeError:
        raise TypeError(
            f"a Size holds integers, but element {position} is {element!r} of type {type(element).__name__}"
        ) from None
    if not -_INT64_LIMIT <= extent < _INT64_LIMIT:
        raise ValueError(
            f"a Size holds 64-bit integers, but element {position} is {extent}, outside -2**63 to 2**63 - 1"
        )
    return extent
