"""Matrices and index lists of a regular form: eye, diag, diag_embed, diagflat, vander, tril_indices, triu_indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import complex32, int32, int64, uint16, uint32, uint64
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute, see
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import make_tensor
from tensorplay.geometry.dimensions import wrap_dims
from tensorplay.geometry.layout import check_size
from tensorplay.geometry.reasons import Refusal

from . import views
from .copying import clone, overwrite, to
from .creation import filled
from .joining import cat, stack
from .op import composition, op
from .parameters import (
    Options,
    check_options,
    checked_device,
    checked_dtype,
    dtype_and_device,
    int_argument,
    tensor_argument,
    with_grad,
)
from .repeating import repeated_positions
from .scans import cumprod, cumsum
from .sequences import progression

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.layout_kind import LayoutKind
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("function")
def eye(n: int, m: int | None = None, *, out: Tensor | None = None, options: Options) -> Tensor:
    """A matrix of n rows and m columns (n if m is not given) with ones on the diagonal and zeros elsewhere.

    Raises RuntimeError for a negative number of rows or columns.

    >>> import tensorplay as tp
    >>> tp.eye(2, 3).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    """
    rows = int_argument("eye", "n", n, 1)
    columns = rows if m is None else int_argument("eye", "m", m, 2)
    for name, value in (("n", rows), ("m", columns)):
        if value < 0:
            raise RuntimeError(f"eye(): {name} must be greater or equal to 0, got {value}")
    chosen, place = dtype_and_device("eye", options, out)
    if chosen in (uint16, uint32, uint64, complex32):
        raise NotImplementedError(f"eye() makes no {chosen}; make another dtype and convert it with .to({chosen})")
    zeros = execute(filled, (), ((rows, columns), None, 0, chosen, place))
    execute(overwrite, (see(views.diagonal, zeros, (0, 0, 1)),), (1,))
    result: Any
    if out is None:
        result = make_tensor(zeros._storage, zeros._spec)  # a new tensor counts as never changed
    else:
        result = execute(clone, (zeros,), (contiguous_format,), out)
    return with_grad(result, options[3])  # type: ignore[return-value]


@op("function method")
def diag_embed(input: Spec, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Plan:
    """The last dimension laid out on the diagonals of matrices in the dimensions dim1 and dim2, zeros elsewhere.

    `offset` above 0 means a diagonal above the main one. The result is contiguous and has one dimension more. Raises
    IndexError for dims out of range, RuntimeError for two that are the same.

    >>> import tensorplay as tp
    >>> tp.diag_embed(tp.tensor([1, 2]), 1).tolist()
    [[0, 1, 0], [0, 0, 2], [0, 0, 0]]
    """
    rank = input.rank + 1
    if input.rank == 0:
        raise Refusal(IndexError, "diag_embed() needs a tensor of at least one dimension, this one has 0").exception()
    first, second = _diagonal_dims(dim1, dim2, rank)
    side = input.size[-1] + abs(offset)
    rest = iter(input.size)
    size = tuple([side if dim in (first, second) else next(rest) for dim in range(rank)])
    return Plan(Effect.NEW, (contiguous_spec(size, input.dtype, input.device),))


def _diagonal_dims(dim1: int, dim2: int, rank: int) -> tuple[int, int]:
    (first,), (second,) = (wrap_dims((dim,), rank, "diag_embed") for dim in (dim1, dim2))
    if first == second:
        raise Refusal(RuntimeError, f"diagonal dimensions cannot be identical: {dim1} and {dim2}").exception()
    return first, second


@diag_embed.run
def _(backend: Any, out: Any, input: Any, offset: int, dim1: int, dim2: int) -> None:
    backend.fill(out, 0)
    first, second = _diagonal_dims(dim1, dim2, out.ndim)
    rows = backend.xp.arange(input.shape[-1])
    # The two indexed dimensions go first, whatever lies between them.
    matrices = backend.xp.moveaxis(out, (first, second), (0, 1))
    matrices[rows + max(-offset, 0), rows + max(offset, 0)] = backend.xp.moveaxis(input, -1, 0)


@diag_embed.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient.diagonal(*context.parameters),)


@composition("function method")
def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The matrix with a vector on its diagonal, or a copy of the diagonal of a matrix.

    `diagonal` above 0 means one above the main diagonal. Raises RuntimeError for a tensor of another rank.

    >>> import tensorplay as tp
    >>> tp.diag(tp.tensor([1, 2])).tolist(), tp.diag(tp.tensor([[1, 2], [3, 4]]), 1).tolist()
    ([[1, 0], [0, 2]], [2])
    """
    rank = tensor_argument("diag", "input", input, 1)._spec.rank
    offset = int_argument("diag", "diagonal", diagonal, 2)
    if rank not in (1, 2):
        raise RuntimeError(f"diag() takes a vector or a matrix, but this tensor has {rank} dimensions")
    result: Tensor
    if rank == 1:
        result = execute(diag_embed, (input,), (offset, -2, -1), out)
    else:
        result = execute(clone, (see(views.diagonal, input, (offset, 0, 1)),), (contiguous_format,), out)
    return result


@composition("function method")
def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """The matrix with all elements of a tensor, in logical order, on its diagonal.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.diagflat(tp.tensor([[1], [2]])).tolist()
    [[1, 0], [0, 2]]
    """
    tensor_argument("diagflat", "input", input, 1)
    result: Tensor = execute(diag_embed, (input.reshape(-1),), (offset, -2, -1))
    return result


@composition("function")
def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:  # noqa: N803
    """The Vandermonde matrix of a vector: its powers, from the highest to 1, or the other way if `increasing`.

    N is the number of columns, the length of the vector if it is not given. bool and integers give int64.
    Raises RuntimeError for a tensor that is no vector and for a negative N.

    >>> import tensorplay as tp
    >>> tp.vander(tp.tensor([1, 2, 3])).tolist()
    [[1, 1, 1], [4, 2, 1], [9, 3, 1]]
    """
    tensor_argument("vander", "x", x, 1)
    if x.dim() != 1:
        raise RuntimeError(f"vander() takes a vector, but this tensor has {x.dim()} dimensions")
    columns = x.numel() if N is None else int_argument("vander", "N", N, 2)
    if columns < 0:
        raise RuntimeError(f"vander(): N must not be negative, but it is {columns}")
    dtype = x.dtype if x.dtype.is_floating_point or x.dtype.is_complex else int64
    converted = to(x, dtype)
    powers: Any = execute(filled, (), ((x.numel(), columns), None, 1, dtype, x.device))
    if columns > 1:
        powers = execute(cat, (powers[:, :1], converted.unsqueeze(1).expand(x.numel(), columns - 1)), (1,))
        powers = cumprod(powers, 1)
    return powers if increasing else powers.flip(1)  # type: ignore[no-any-return]


def _triangle_size(row: int, col: int, offset: int, upper: bool) -> int:
    """How many elements lie on and below the diagonal number `offset`, or on and above it."""
    if upper:
        return row * col - _triangle_size(row, col, offset - 1, upper=False)
    if row == 0 or col == 0:
        return 0
    # Row i has min(max(i + 1 + offset, 0), col) elements: none at first, then one more in each row, then all.
    first = max(-offset, 0)
    full = min(max(col - offset - 1, 0), row)
    if first >= row:
        return 0
    growing = max(full - first, 0)
    shortest = first + 1 + offset
    return growing * shortest + growing * (growing - 1) // 2 + (row - max(full, first)) * col


def _indices_of_triangle(
    name: str, row: Any, col: Any, offset: Any, upper: bool, dtype: Any, layout: Any, device: Any, pin_memory: Any
) -> Any:
    rows = int_argument(name, "row", row, 1)
    columns = int_argument(name, "col", col, 2)
    shift = int_argument(name, "offset", offset, 3)
    for word, value in (("row", rows), ("col", columns)):
        if value < 0:
            raise RuntimeError(f"{name}(): {word} must be non-negative, got {value}")
    if dtype not in (None, int64, int32, int):
        raise NotImplementedError(f"{name}() counts in int64 or int32, not in {dtype}; convert the result with .to()")
    chosen = int64 if dtype is None else checked_dtype(name, dtype)
    place = checked_device(name, device)
    check_options(name, chosen, layout, place, False, pin_memory)
    total = _triangle_size(rows, columns, shift, upper)
    check_size((2, total), chosen.itemsize)
    # The longest comes first, so that what there is no memory for is refused at once.
    positions: Any = execute(progression, (), ((total,), 0, 1, int64, place))
    # Only rows with elements are counted, from `skipped` on. Each has so many; the first of them stands in this column,
    # and so many stand in the rows before.
    skipped = 0 if upper else max(-shift, 0)
    filled_rows = min(rows, columns - shift if upper else rows) - skipped if total else 0
    numbers: Any = execute(progression, (), ((filled_rows,), skipped, 1, int64, place))
    counts = (numbers + (shift if upper else shift + 1)).clamp(0, columns)
    first: Any = 0
    if upper:
        first, counts = counts, columns - counts
    before = cumsum(counts, 0) - counts
    in_rows = execute(repeated_positions, (counts,), (total,))
    in_columns = positions - (before - first).index((in_rows,))
    if skipped:
        in_rows += skipped
    return to(stack((in_rows, in_columns)), chosen)


@composition("function")
def tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
    layout: LayoutKind | None = None,
    device: Device | str | int | None = None,
    pin_memory: bool = False,
) -> Tensor:
    """Row and column numbers of the elements on and below a diagonal of a row × col matrix, row by row.

    The result has size (2, n). `offset` above 0 means a diagonal above the main one. dtype is int64 or int32. Raises
    RuntimeError for a negative number of rows or columns, NotImplementedError for another dtype.

    >>> import tensorplay as tp
    >>> tp.tril_indices(2, 3).tolist()
    [[0, 1, 1], [0, 0, 1]]
    """
    result: Tensor = _indices_of_triangle("tril_indices", row, col, offset, False, dtype, layout, device, pin_memory)
    return result


@composition("function")
def triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
    layout: LayoutKind | None = None,
    device: Device | str | int | None = None,
    pin_memory: bool = False,
) -> Tensor:
    """Row and column numbers of the elements on and above a diagonal of a row × col matrix, row by row.

    The result has size (2, n). `offset` above 0 means a diagonal above the main one. dtype is int64 or int32. Raises
    RuntimeError for a negative number of rows or columns, NotImplementedError for another dtype.

    >>> import tensorplay as tp
    >>> tp.triu_indices(2, 3).tolist()
    [[0, 0, 0, 1, 1], [0, 1, 2, 1, 2]]
    """
    result: Tensor = _indices_of_triangle("triu_indices", row, col, offset, True, dtype, layout, device, pin_memory)
    return result
