"""Equality of whole tensors, and closeness within a tolerance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.backends.blocks import in_blocks
from tensorplay.backends.numbers import number
from tensorplay.core.access import array_of
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .comparison import eq
from .computing import cast, is_short_float
from .op import accessor, op
from .pointwise import floating, plan_pointwise

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op("function method")
def isclose(input: Spec, other: Spec, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Plan:
    """Whether |input - other| <= atol + rtol * |other|, as a bool tensor; broadcast.

    Infinities are close to themselves; NaN is to NaN if `equal_nan`. Both tensors have one dtype; else, and for a
    negative tolerance, RuntimeError.

    >>> import tensorplay as tp
    >>> tp.isclose(tp.tensor([1.0, 2.0]), tp.tensor([1.0, 2.1]), atol=0.05).tolist()
    [True, False]
    """
    if input.dtype is not other.dtype:
        raise RuntimeError(f"isclose() needs one dtype, but these are {input.dtype} and {other.dtype}; convert one")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"isclose(): {name} must not be negative, but is {tolerance}")
    return plan_pointwise("isclose", input, other, dtype=bool_, computed=input.dtype)


@isclose.run
def _(backend: Any, out: Any, input: Any, other: Any, rtol: float, atol: float, equal_nan: bool) -> None:
    xp = backend.xp
    computed = backend.computing_type(floating(backend.dtype_of(input.dtype)))
    working = xp.dtype(xp.float32) if is_short_float(computed) else computed

    def rounded(values: Any) -> Any:  # 16-bit floats are, after each step
        return values if working == computed else backend.cast(backend.cast(values, computed), working)

    def work(place: Any, left: Any, right: Any) -> None:
        with xp.errstate(all="ignore"):
            first, second = cast(backend, left, working), cast(backend, right, working)
            close = xp.equal(left, right) if is_exact else xp.equal(first, second)
            if equal_nan and not is_exact:
                close |= xp.isnan(first) & xp.isnan(second)
            if rtol or atol:
                allowed = xp.absolute(rounded(second * number(xp, rtol, working)))
                allowed = rounded(allowed + number(xp, atol, allowed.dtype))
                distance = xp.absolute(rounded(first - second))
                close |= xp.isfinite(distance) & (distance <= allowed)
            place[...] = close

    is_exact = input.dtype.kind in "biu"
    in_blocks(backend, work, out, input, other)


@accessor("function method")
def allclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Whether all elements are close, as `isclose` says; broadcast. True for empty tensors.

    Raises RuntimeError for two dtypes.

    >>> import tensorplay as tp
    >>> tp.allclose(tp.tensor([1.0, 2.0]), tp.tensor([1.0, 2.0 + 1e-7]))
    True
    """
    return bool(array_of(execute(isclose, (input, other), (rtol, atol, equal_nan))).all())


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
