"""Values without their repetitions: unique and unique_consecutive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import NoDimensions, Refusal

from .extremes import COMPLEX
from .op import composition, op
from .ordering import in_time
from .pointwise import refuse
from .reducing import comparable
from .reductions import unsupported
from .sorting import sort

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op()
def row_order(input: Spec) -> Plan:
    """Where the rows of a matrix in order are: compared by the first column, then by the next."""
    return Plan(Effect.NEW, (contiguous_spec(input.size[:1], int64, input.device),))


@row_order.run
def _(backend: Any, out: Any, input: Any) -> None:
    backend.copy(out, in_time(backend, input, backend.xp.lexsort, comparable(backend, input).T[::-1]))


@composition("function method")
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The different elements, or with `dim` the different slices along it, in order whatever `sorted` says.

    With `return_inverse` also where each element of the input is among them, with `return_counts` how often each
    occurs: then a tuple. No NaN equals another. Raises NotImplementedError for complex numbers, RuntimeError for
    slices without elements.

    >>> import tensorplay as tp
    >>> values, inverse, counts = tp.unique(tp.tensor([3, 1, 3]), return_inverse=True, return_counts=True)
    >>> values.tolist(), inverse.tolist(), counts.tolist()
    ([1, 3], [1, 0, 1], [1, 2])
    """
    refuse(unsupported("unique", input.dtype, COMPLEX))
    if dim is None:
        values, order = execute(sort, (input.reshape(-1),), (0, False, False))
        starts = _starts(values[1:] != values[:-1], values.size(0))
        return _results(values[starts], starts, order, input.size(), return_inverse, return_counts)
    rows, size, dim = _rows("unique", input, dim)
    order = execute(row_order, (rows,), ())
    rows = rows[order]
    starts = _starts((rows[1:] != rows[:-1]).any(1), rows.size(0))
    slices = _slices(rows[starts], size, dim)
    return _results(slices, starts, order, rows.size()[:1], return_inverse, return_counts, shrink=True)


@composition("function method")
def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """The elements, or with `dim` the slices along it, without those that equal the one before.

    With `return_inverse` also where each element of the input is among them, with `return_counts` how often each is
    repeated: then a tuple.

    >>> import tensorplay as tp
    >>> tp.unique_consecutive(tp.tensor([1, 1, 2, 2, 1])).tolist()
    [1, 2, 1]
    """
    refuse(unsupported("unique_consecutive", input.dtype, COMPLEX))
    if dim is None:
        values = input.reshape(-1)
        starts = _starts(values[1:] != values[:-1], values.size(0))
        found = _shrunk(values[starts], values.size(0))
        return _results(found, starts, None, input.size(), return_inverse, return_counts, shrink=True)
    rows, size, dim = _rows("unique_consecutive", input, dim)
    starts = _starts((rows[1:] != rows[:-1]).any(1), rows.size(0))
    slices = _slices(rows[starts], size, dim)
    return _results(slices, starts, None, rows.size()[:1], return_inverse, return_counts, shrink=True)


def _rows(name: str, input: Tensor, dim: int) -> tuple[Tensor, tuple[int, ...], int]:
    """The slices along a dimension as rows of a matrix, the size of the slices before, and the dimension."""
    if input.dim() == 0:
        raise NoDimensions(name).exception()
    dim = wrap_dim(dim, input.dim())
    moved = input.movedim(dim, 0)
    size = tuple(moved.size())
    if 0 in size[1:]:
        raise Refusal(
            RuntimeError, f"{name}(): slices of a tensor of size {list(input.size())} along {dim} have no elements"
        ).exception()
    return moved.reshape(size[0], -1 if size[0] else 1), size, dim


def _slices(rows: Tensor, size: tuple[int, ...], dim: int) -> Tensor:
    """Rows as the slices that they were; no view, as nothing else has the storage."""
    if not rows.size(0):
        return rows.new_empty((*size[1 : dim + 1], 0, *size[dim + 1 :]))
    return rows.view(rows.size(0), *size[1:]).movedim(0, dim).detach()


def _starts(differs: Tensor, length: int) -> Tensor:
    """Which elements are not equal to the one before: the first is not."""
    starts: Tensor = differs.new_ones((length,), dtype=bool_)
    starts[1:] = differs
    return starts


def _shrunk(found: Tensor, length: int) -> Tensor:
    """The same values at the start of a storage of `length`: as in PyTorch, which finds out late how many there are."""
    count = found.size(0)
    buffer = found.new_empty((length,))
    buffer[:count] = found
    return buffer.resize_(count)


def _results(
    values: Tensor,
    starts: Tensor,
    order: Tensor | None,
    size: tuple[int, ...],
    inverse: bool,
    counts: bool,
    *,
    shrink: bool = False,
) -> Any:
    """The values alone, or a tuple with the inverse and the counts."""
    results = [values]
    length = starts.size(0)
    if inverse:
        groups = starts.cumsum(0) - 1
        if order is not None:
            places = groups.new_empty(groups.size())
            places[order] = groups
            groups = places
        results.append(groups.view(size).detach())
    if counts:
        first = starts.nonzero()[:, 0]
        repeated = first.diff(append=first.new_full((1,), length)) if length else first.clone()
        results.append(_shrunk(repeated, length) if shrink else repeated)
    return tuple(results) if len(results) > 1 else values
