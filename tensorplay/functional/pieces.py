"""Views in pieces: split, chunk, unbind and their like give tuples of views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import int64
from tensorplay.core.access import array_of
from tensorplay.core.arguments import exact
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import views as rules
from tensorplay.geometry.reasons import Refusal

from .op import Ints, composition, op
from .views import seen

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec
    from tensorplay.geometry.layout import Layout

    from .faces import Tensor

PIECES = "tuple[Tensor, ...]"


def pieces_of(input: Spec, layouts: tuple[Layout, ...]) -> tuple[Spec, ...]:
    """A tuple of views of one operand."""
    return tuple([seen(input, layout) for layout in layouts])


@op("function method", is_view=True, returns=PIECES)
def unbind(input: Spec, dim: int = 0) -> tuple[Spec, ...]:
    """All slices along a dimension, as a tuple.

    Raises IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> [piece.storage_offset() for piece in tp.empty(2, 3, device="meta").unbind(1)]
    [0, 1, 2]
    """
    return pieces_of(input, rules.unbind(input.layout, dim))


@op("function method", is_view=True, returns=PIECES)
def split(input: Spec, split_size: int | Ints, dim: int = 0) -> tuple[Spec, ...]:
    """Pieces of one size along a dimension, the last maybe smaller; or of the sizes listed.

    Raises RuntimeError for sizes that are negative or do not add up, and for a 0-dim tensor.

    >>> import tensorplay as tp
    >>> [piece.size(0) for piece in tp.empty(7, device="meta").split(3)]
    [3, 3, 1]
    """
    return pieces_of(input, rules.split(input.layout, split_size, dim))


@op("function method", is_view=True, returns=PIECES)
def split_with_sizes(input: Spec, split_sizes: Ints, dim: int = 0) -> tuple[Spec, ...]:
    """Pieces of the sizes listed, which must add up to the dimension's size.

    Raises RuntimeError where they do not, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> [piece.size(0) for piece in tp.empty(7, device="meta").split_with_sizes((2, 5))]
    [2, 5]
    """
    return pieces_of(input, rules.split_sizes(input.layout, split_sizes, dim))


@op("function method", is_view=True, returns=PIECES)
def chunk(input: Spec, chunks: int, dim: int = 0) -> tuple[Spec, ...]:
    """At most `chunks` pieces of equal size, the last maybe smaller.

    Raises RuntimeError for fewer than 1 and for a 0-dim tensor, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> [piece.size(0) for piece in tp.empty(5, device="meta").chunk(4)]
    [2, 2, 1]
    """
    return pieces_of(input, rules.chunk(input.layout, chunks, dim))


@op(label="tensor_split", is_view=True, returns=PIECES)
def split_anyhow(input: Spec, indices_or_sections: int | Ints, dim: int) -> tuple[Spec, ...]:
    """That many pieces, or pieces between indices."""
    return pieces_of(input, rules.tensor_split(input.layout, indices_or_sections, dim))


@composition("function method")
def tensor_split(
    input: Tensor,
    indices_or_sections: int | Ints | Tensor | None = None,
    dim: int = 0,
    *,
    indices: Ints | None = None,
    sections: int | None = None,
    tensor_indices_or_sections: Tensor | None = None,
) -> tuple[Tensor, ...]:
    """Exactly that many pieces, the first ones maybe larger by one; or pieces between the indices listed.

    Both may be given by a tensor on the CPU, whose values are read: a 0-dim one is a number of pieces, a vector lists
    indices. Raises TypeError for several of them or none, RuntimeError for a tensor that is not int64, has more
    dimensions or lies elsewhere, and for less than one piece.

    >>> import tensorplay as tp
    >>> [piece.size(0) for piece in tp.empty(5, device="meta").tensor_split(4)]
    [2, 1, 1, 1]
    >>> [piece.size(0) for piece in tp.arange(5).tensor_split(tp.tensor([1, 3]))]
    [1, 2, 2]
    """
    ways = (indices_or_sections, indices, sections, tensor_indices_or_sections)
    given = [way for way in ways if way is not None]
    if len(given) != 1:
        raise TypeError(f"tensor_split() takes a number of pieces or indices between them, once, but got {len(given)}")
    where = _numbers_of(given[0]) if isinstance(given[0], TensorBase) else exact(given[0])
    pieces: tuple[Tensor, ...] = execute(split_anyhow, (input,), (where, dim))
    return pieces


def _numbers_of(given: Any) -> int | Ints:
    """What a tensor says about pieces."""
    if given.dtype is not int64:
        raise RuntimeError(f"tensor_split() takes the pieces from a tensor of int64, not of {given.dtype}")
    if given.dim() > 1:
        raise RuntimeError(f"tensor_split() takes the pieces from a tensor of 0 or 1 dimensions, not of {given.dim()}")
    if given.device.type != "cpu":
        raise RuntimeError(f"tensor_split() takes the pieces from a tensor on the CPU, not on '{given.device}'")
    numbers = array_of(given).tolist()
    return tuple(numbers) if isinstance(numbers, list) else int(numbers)


@op("function method", is_view=True, returns=PIECES)
def hsplit(input: Spec, indices_or_sections: int | Ints) -> tuple[Spec, ...]:
    """Split along dimension 1 (dimension 0 of a vector) into equal sections or at indices.

    Raises RuntimeError for a 0-dim tensor and for sections that would not be equal.

    >>> import tensorplay as tp
    >>> [piece.size(1) for piece in tp.empty(2, 6, device="meta").hsplit(3)]
    [2, 2, 2]
    """
    return _stacked_split("hsplit", input, indices_or_sections, 1, 0 if input.rank == 1 else 1)


@op("function method", is_view=True, returns=PIECES)
def vsplit(input: Spec, indices_or_sections: int | Ints) -> tuple[Spec, ...]:
    """Split along dimension 0 into equal sections or at indices.

    Raises RuntimeError for fewer than 2 dimensions and for sections that would not be equal.

    >>> import tensorplay as tp
    >>> [piece.size(0) for piece in tp.empty(4, 6, device="meta").vsplit((1,))]
    [1, 3]
    """
    return _stacked_split("vsplit", input, indices_or_sections, 2, 0)


@op("function method", is_view=True, returns=PIECES)
def dsplit(input: Spec, indices_or_sections: int | Ints) -> tuple[Spec, ...]:
    """Split along dimension 2 into equal sections or at indices.

    Raises RuntimeError for fewer dimensions and for sections that would not be equal.

    >>> import tensorplay as tp
    >>> [piece.size(2) for piece in tp.empty(1, 1, 6, device="meta").dsplit(2)]
    [3, 3]
    """
    return _stacked_split("dsplit", input, indices_or_sections, 3, 2)


def _stacked_split(
    name: str, input: Spec, indices_or_sections: int | Ints, least_rank: int, dim: int
) -> tuple[Spec, ...]:
    if input.rank < least_rank:
        raise Refusal(
            RuntimeError, f"{name}() needs a tensor of at least {least_rank} dimensions, but this one has {input.rank}"
        ).exception()
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
        if sections <= 0 or input.size[dim] % sections:
            raise Refusal(
                RuntimeError,
                f"{name}() cannot divide dimension {dim} of size {input.size[dim]} into {sections} equal sections",
            ).exception()
    return pieces_of(input, rules.tensor_split(input.layout, indices_or_sections, dim))
