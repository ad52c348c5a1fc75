"""Values leave a tensor: Python numbers and nested lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.access import array_of

from .op import Number, composition

if TYPE_CHECKING:
    from .faces import Tensor


@composition("method")
def tolist(input: Tensor) -> Any:
    """The values as nested lists of Python numbers; a number for a 0-dim tensor.

    >>> import tensorplay as tp
    >>> tp.arange(4).view(2, 2).t().tolist()
    [[0, 2], [1, 3]]
    """
    return array_of(input).tolist()


@composition("method")
def item(input: Tensor) -> Number:
    """The value of a tensor of one element, as a Python number.

    Raises RuntimeError for any other number of elements.

    >>> import tensorplay as tp
    >>> tp.tensor([2.5]).item()
    2.5
    """
    if input.numel() != 1:
        raise RuntimeError(f"item() needs a tensor of exactly one element, this one has {input.numel()}")
    number: Number = array_of(input).reshape(()).item()
    return number
