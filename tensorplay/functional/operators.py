"""How an operator of Python reaches an operation: what is no operand gives NotImplemented, as Python expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.spec import number_spec
from tensorplay.core.tensor import TensorBase

from .data import from_array
from .literals import is_array

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation


def binary(operation: Operation, left: Any, right: Any, parameters: tuple[Any, ...], target: Any = None) -> Any:
    """`left <operator> right`, for an operator method of `left`; into `target` for `<operator>=`."""
    if isinstance(right, TensorBase) or number_spec(right) is not None:
        return execute(operation, (left, right), parameters, target)
    if operation.name in ("eq", "ne") and is_array(right):  # else Python would fall back on identity
        return execute(operation, (left, from_array(right, check_writable=False)), parameters)
    return NotImplemented


def reflected(operation: Operation, right: Any, left: Any, parameters: tuple[Any, ...]) -> Any:
    """`left <operator> right`, for a reflected operator method of `right`."""
    if number_spec(left) is not None or isinstance(left, TensorBase):
        return execute(operation, (left, right), parameters)
    return NotImplemented
