"""Equality of whole tensors, and closeness within a tolerance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorplay.core.access import array_of
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .arithmetic import add, mul, sub
from .bitwise import bitwise_and, bitwise_or
from .classifying import isfinite, isnan
from .comparison import eq, le
from .copying import to
from .op import accessor, composition
from .pointwise import floating, is_integral
from .signs import abs

if TYPE_CHECKING:
    from .faces import Tensor


@composition("function method")
def isclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether |input - other| <= atol + rtol * |other|, as a bool tensor; broadcast.

    Infinities are close to themselves; NaN is to NaN if `equal_nan`. Both tensors have one dtype; else, and for a
    negative tolerance, RuntimeError.

    >>> import tensorplay as tp
    >>> tp.isclose(tp.tensor([1.0, 2.0]), tp.tensor([1.0, 2.1]), atol=0.05).tolist()
    [True, False]
    """
    for position, (name, operand) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(operand, TensorBase):
            raise TypeError(
                f"isclose(): argument '{name}' (position {position}) must be Tensor, not {type(operand).__name__}"
            )
    if not isinstance(equal_nan, bool):
        raise TypeError(f"isclose(): argument 'equal_nan' (position 5) must be bool, not {type(equal_nan).__name__}")
    if input.dtype is not other.dtype:
        raise RuntimeError(f"isclose() needs one dtype, but these are {input.dtype} and {other.dtype}; convert one")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"isclose(): {name} must not be negative, but is {tolerance}")
    close: Tensor = execute(eq, (input, other), ())
    if equal_nan and not is_integral(input.dtype):
        both = execute(bitwise_and, (isnan(input), isnan(other)), ())
        execute(bitwise_or, (close, both), (), close)
    if rtol == 0 and atol == 0:
        return close
    compared = to(other, floating(other.dtype))
    allowed = execute(add, (abs_of(execute(mul, (compared, rtol), ())), atol), (1,))
    distance = abs_of(execute(sub, (to(input, compared.dtype), compared), (1,)))
    near = execute(bitwise_and, (isfinite(distance), execute(le, (distance, allowed), ())), ())
    execute(bitwise_or, (close, near), (), close)
    return close


def abs_of(input: Tensor) -> Tensor:
    """The absolute values."""
    result: Tensor = execute(abs, (input,), ())
    return result


@accessor("function method")
def allclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Whether all elements are close, as `isclose` says; broadcast. True for empty tensors.

    Raises RuntimeError for two dtypes.

    >>> import tensorplay as tp
    >>> tp.allclose(tp.tensor([1.0, 2.0]), tp.tensor([1.0, 2.0 + 1e-7]))
    True
    """
    return bool(array_of(isclose(input, other, rtol, atol, equal_nan)).all())


@accessor("function method")
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same size and equal elements. NaN equals nothing; dtypes may differ.

    Raises RuntimeError for tensors on two devices.

    >>> import tensorplay as tp
    >>> tp.equal(tp.tensor([1, 2]), tp.tensor([1.0, 2.0])), tp.equal(tp.zeros(1), tp.zeros(1, 1))
    (True, False)
    """
    for position, (name, operand) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(operand, TensorBase):
            raise TypeError(
                f"equal(): argument '{name}' (position {position}) must be Tensor, not {type(operand).__name__}"
            )
    if input.device != other.device:
        raise RuntimeError(f"equal() needs both tensors on one device, but found {input.device} and {other.device}")
    if input.size() != other.size():
        return False
    return bool(array_of(execute(eq, (input, other), ())).all())
