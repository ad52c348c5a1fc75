"""Tensors brought to common sizes or numbers of dimensions: broadcast_tensors, meshgrid, atleast_1d and their like."""

from __future__ import annotations

from itertools import combinations as chosen
from itertools import combinations_with_replacement as chosen_again
from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import broadcast_shapes

from .joining import cat
from .op import composition
from .parameters import tensor_argument
from .views import expand, view

if TYPE_CHECKING:
    from .faces import Tensor


def _checked(name: str, tensors: tuple[Any, ...]) -> None:
    for position, item in enumerate(tensors):
        if not isinstance(item, TensorBase):
            raise TypeError(f"{name}() takes tensors, but argument {position} is a {type(item).__name__}")


@composition("function")
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """Views of all tensors in the size that they broadcast to, by strides of 0; what has that size already is itself.

    Raises RuntimeError for sizes that do not fit.

    >>> import tensorplay as tp
    >>> [x.stride() for x in tp.broadcast_tensors(tp.zeros(2, 1), tp.zeros(3))]
    [(1, 0), (0, 1)]
    """
    _checked("broadcast_tensors", tensors)
    size = broadcast_shapes(*[item._spec.size for item in tensors])
    return tuple([item if item._spec.size == size else execute(expand, (item,), (size,)) for item in tensors])


@composition("function")
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """For vectors of coordinates, views of each over the grid that they span.

    With indexing "ij", which is the default, dimension i of the grid belongs to vector i; with "xy" the first two
    change places, as for pictures. 0-dim tensors count as vectors of length 1.

    Raises RuntimeError for no tensors, other ranks, and different dtypes or devices.

    >>> import tensorplay as tp
    >>> rows, columns = tp.meshgrid(tp.arange(2), tp.arange(3), indexing="ij")
    >>> rows.tolist(), columns.tolist()
    ([[0, 0, 0], [1, 1, 1]], [[0, 1, 2], [0, 1, 2]])
    """
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
    if not tensors:
        raise RuntimeError("meshgrid() needs at least one tensor")
    _checked("meshgrid", tensors)
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(f"meshgrid(): indexing must be 'ij' or 'xy', not {indexing!r}")
    for item in tensors:
        if item.dim() > 1:
            raise RuntimeError(f"meshgrid() takes vectors and 0-dim tensors, but one has the size {list(item.shape)}")
        if item.dtype is not tensors[0].dtype or item.device != tensors[0].device:
            raise RuntimeError(
                "meshgrid() takes tensors of one dtype and device, but found "
                f"{tensors[0].dtype} on {tensors[0].device} and {item.dtype} on {item.device}"
            )
    swapped = indexing == "xy" and len(tensors) > 1
    if swapped:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    size = tuple([item.numel() for item in tensors])
    grids = []
    for dim, item in enumerate(tensors):
        along = tuple([item.numel() if other == dim else 1 for other in range(len(tensors))])
        grids.append(execute(expand, (execute(view, (item,), (along,)),), (size,)))
    if swapped:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


@composition("function")
def cartesian_prod(*tensors: Tensor) -> Tensor:
    """All combinations of one element from each vector, one combination a row; of a single vector itself.

    Raises RuntimeError for tensors that are no vectors, different dtypes, and no tensors.

    >>> import tensorplay as tp
    >>> tp.cartesian_prod(tp.tensor([1, 2]), tp.tensor([3, 4])).tolist()
    [[1, 3], [1, 4], [2, 3], [2, 4]]
    """
    _checked("cartesian_prod", tensors)
    for item in tensors:
        if item.dim() != 1:
            raise RuntimeError(f"cartesian_prod() takes vectors, but one has the size {list(item.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    columns = [grid.reshape(-1, 1) for grid in meshgrid(*tensors, indexing="ij")]
    result: Tensor = execute(cat, columns, (1,))
    return result


@composition("function")
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """All choices of r elements of a vector in order, one choice a row; with `with_replacement` an element may repeat.

    Raises RuntimeError for a tensor that is no vector and for a negative r.

    >>> import tensorplay as tp
    >>> tp.combinations(tp.tensor([1, 2, 3])).tolist()
    [[1, 2], [1, 3], [2, 3]]
    """
    tensor_argument("combinations", "input", input, 1)
    if input.dim() != 1:
        raise RuntimeError(f"combinations() takes a vector, but this tensor has the size {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"combinations(): r must not be negative, but it is {r}")
    if r == 0:
        return input.new_empty(0)
    rows = list((chosen_again if with_replacement else chosen)(range(input.numel()), r))
    if not rows:
        return input.new_empty((0, r))
    chosen_rows: Tensor = input[(rows,)]  # in a tuple, since a list of tuples would stand for one
    return chosen_rows


def _atleast(name: str, tensors: tuple[Any, ...], function: Any) -> Any:
    """Apply to one tensor, or to each of several."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
        _checked(name, tensors)
        return tuple([function(item) for item in tensors])
    _checked(name, tensors)
    results = tuple([function(item) for item in tensors])
    return results[0] if len(results) == 1 else results


@composition("function")
def atleast_1d(*tensors: Any) -> Any:
    """A 0-dim tensor as a view of one dimension; others themselves. Of several tensors, a tuple.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.atleast_1d(tp.tensor(3)).shape
    tensorplay.Size([1])
    """
    return _atleast("atleast_1d", tensors, lambda item: item if item.dim() else item.reshape(1))


@composition("function")
def atleast_2d(*tensors: Any) -> Any:
    """A tensor of fewer dimensions as a view of two, with new dimensions in front; others themselves.

    Of several tensors, a tuple. Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.atleast_2d(tp.zeros(3)).shape
    tensorplay.Size([1, 3])
    """

    def seen(item: Any) -> Any:
        if item.dim() == 0:
            return item.reshape(1, 1)
        return item.unsqueeze(0) if item.dim() == 1 else item

    return _atleast("atleast_2d", tensors, seen)


@composition("function")
def atleast_3d(*tensors: Any) -> Any:
    """A tensor of fewer dimensions as a view of three, a vector in the middle and a matrix in front; others themselves.

    Of several tensors, a tuple. Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.atleast_3d(tp.zeros(3)).shape, tp.atleast_3d(tp.zeros(2, 3)).shape
    (tensorplay.Size([1, 3, 1]), tensorplay.Size([2, 3, 1]))
    """

    def seen(item: Any) -> Any:
        if item.dim() == 0:
            return item.reshape(1, 1, 1)
        if item.dim() == 1:
            return item.unsqueeze(0).unsqueeze(-1)
        return item.unsqueeze(-1) if item.dim() == 2 else item

    return _atleast("atleast_3d", tensors, seen)
