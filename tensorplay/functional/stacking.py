"""Stacking tensors as rows, columns and layers: hstack, vstack, dstack, column_stack, and matrices along a diagonal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import current_device_for
from tensorplay.attributes.dtype import get_default_dtype
from tensorplay.core.arguments import listed
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .broadcasting import atleast_1d, atleast_2d, atleast_3d
from .creation import filled
from .joining import cat
from .op import composition
from .pointwise import common_device, promoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .faces import Tensor


def _checked(name: str, tensors: Any) -> tuple[Any, ...]:
    """At least one tensor, from a tuple or list."""
    given = listed(name, "tensors", 1, tensors)
    if not given:
        raise RuntimeError(f"{name}() needs at least one tensor")
    for position, item in enumerate(given):
        if not isinstance(item, TensorBase):
            raise TypeError(
                f"{name}(): expected Tensor as element {position} of argument 'tensors', but got {type(item).__name__}"
            )
    return given


@composition("function")
def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join tensors side by side: along dimension 1, vectors and numbers along dimension 0.

    Raises RuntimeError for no tensors and for sizes that do not agree.

    >>> import tensorplay as tp
    >>> tp.hstack((tp.tensor([1, 2]), tp.tensor(3))).tolist()
    [1, 2, 3]
    """
    parts = atleast_1d(_checked("hstack", tensors))
    result: Tensor = execute(cat, parts, (0 if parts[0].dim() == 1 else 1,), out)
    return result


@composition("function alias:row_stack")
def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join tensors one below the other, along dimension 0; vectors and numbers count as rows.

    Raises RuntimeError for no tensors and for sizes that do not agree.

    >>> import tensorplay as tp
    >>> tp.vstack((tp.tensor([1, 2]), tp.tensor([3, 4]))).tolist()
    [[1, 2], [3, 4]]
    """
    result: Tensor = execute(cat, atleast_2d(_checked("vstack", tensors)), (0,), out)
    return result


@composition("function")
def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join tensors one behind the other, along dimension 2; fewer dimensions are filled up as by `atleast_3d`.

    Raises RuntimeError for no tensors and for sizes that do not agree.

    >>> import tensorplay as tp
    >>> tp.dstack((tp.tensor([1, 2]), tp.tensor([3, 4]))).tolist()
    [[[1, 3], [2, 4]]]
    """
    result: Tensor = execute(cat, atleast_3d(_checked("dstack", tensors)), (2,), out)
    return result


@composition("function")
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Join tensors side by side, vectors and numbers as columns.

    Raises RuntimeError for no tensors and for sizes that do not agree.

    >>> import tensorplay as tp
    >>> tp.column_stack((tp.tensor([1, 2]), tp.tensor([3, 4]))).tolist()
    [[1, 3], [2, 4]]
    """
    columns = [item.reshape(item.numel(), 1) if item.dim() < 2 else item for item in _checked("column_stack", tensors)]
    result: Tensor = execute(cat, columns, (1,), out)
    return result


@composition("function")
def block_diag(*tensors: Tensor) -> Tensor:
    """The matrix with the given ones along its diagonal and zeros elsewhere; vectors count as rows.

    Raises RuntimeError for a tensor of more than two dimensions.

    >>> import tensorplay as tp
    >>> tp.block_diag(tp.tensor([[1], [2]]), tp.tensor([3, 4])).tolist()
    [[1, 0, 0], [2, 0, 0], [0, 3, 4]]
    """
    if not tensors:
        nothing: Tensor = execute(filled, (), ((1, 0), None, 0, get_default_dtype(), current_device_for(None)))
        return nothing
    given = _checked("block_diag", tensors)
    for position, item in enumerate(given):
        if item.dim() > 2:
            raise RuntimeError(
                f"block_diag() takes matrices, vectors and numbers, but tensor {position} has {item.dim()} dimensions"
            )
    blocks = [item if item.dim() == 2 else item.reshape(1, -1) for item in given]
    size = tuple([sum([block.size(dim) for block in blocks]) for dim in (0, 1)])
    dtype = promoted(*[item._spec for item in given])
    device = common_device("block_diag", [item._spec for item in given])
    result: Tensor = execute(filled, (), (size, None, 0, dtype, device))
    row = column = 0
    for block in blocks:
        height, width = block.shape
        result[row : row + height, column : column + width].copy_(block)
        row, column = row + height, column + width
    return result
