"""Powers: pow and what is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import INTEGRAL, complex128, float64
from tensorplay.backends import blocks
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan, as_plan
from tensorplay.core.spec import NumberSpec, Spec, number_spec, plain_number
from tensorplay.core.tensor import TensorBase

from .copying import to
from .elementwise import compute
from .op import Number, composition, op
from .pointwise import check_number_fits, dtype_of, no_bool, plan_pointwise, promoted, require_tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.attributes.dtype import DType
    from tensorplay.geometry.reasons import Reason

    from .faces import Tensor

_NUMBERS = (bool, int, float, complex)


@op("function method pow_ out= __pow__ __rpow__ __ipow__")
def pow(input: Spec | NumberSpec, exponent: Spec | NumberSpec) -> Plan:
    """The power input ** exponent, element by element, broadcast and promoted. Integers stay integers and wrap around.

    A negative exponent of integers gives 0, except for the powers of 1 and -1. Raises RuntimeError for integers to a
    negative Python number or to one that their dtype cannot hold, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.pow(tp.tensor([2, 3]), 2).tolist(), (2.0 ** tp.tensor([-1, 1])).tolist()
    ([4, 9], [0.5, 2.0])
    """
    dtype = promoted(input, exponent)
    require_tensor("pow", input, exponent)
    refusal = None if isinstance(exponent, NumberSpec) else no_bool("pow", dtype)
    return _plan_power("pow", input, exponent, dtype, refusal)


def _plan_power(
    name: str, input: Spec | NumberSpec, exponent: Spec | NumberSpec, dtype: DType, refusal: Reason | None
) -> Plan:
    """The plan of a power; those of a number are contiguous."""
    if isinstance(input, NumberSpec) and isinstance(exponent, Spec):
        output = contiguous_spec(exponent.size, dtype, exponent.device)
        return Plan(Effect.NEW, (output,), refusal=refusal, elementwise=True)
    return plan_pointwise(name, input, exponent, dtype=dtype, refusal=refusal, numbers_count=False)


@pow.check
def _(plan: Plan, target: Any, input: Any, exponent: Any) -> None:
    if isinstance(exponent, TensorBase):
        return
    dtype = plan.outputs[0].dtype
    power: Any = plain_number(exponent)
    if dtype.category == INTEGRAL and power < 0:
        raise RuntimeError(
            f"pow(): integers to the negative power {power} are no integers; convert to a floating dtype first"
        )
    check_number_fits(power, dtype)


@pow.run
def _(backend: Any, out: Any, input: Any, exponent: Any) -> None:
    if (isinstance(input, _NUMBERS) and input == 1) or (isinstance(exponent, _NUMBERS) and exponent == 0):
        backend.fill(out, 1)
        return
    if isinstance(exponent, _NUMBERS):
        if exponent == 1:
            backend.copy(out, input)
            return
        special = _SPECIAL_POWERS.get(exponent)
        if special is not None and (exponent in (2, 3) or not (out.dtype.kind in "iu" or out.dtype == "float16")):
            compute(backend, special, out, input)
            return
    compute(backend, _integral_power if out.dtype.kind in "iu" else "power", out, input, exponent)


def _squared(xp: Any, base: Any) -> Any:
    return base * base


def _cubed(xp: Any, base: Any) -> Any:
    return base * base * base


def _square_root(xp: Any, base: Any) -> Any:
    return xp.sqrt(base)


def _over_square_root(xp: Any, base: Any) -> Any:
    return 1 / xp.sqrt(base)


def _over(xp: Any, base: Any) -> Any:
    return 1 / base


def _over_square(xp: Any, base: Any) -> Any:
    return 1 / (base * base)


# Exponents for which PyTorch has formulas of their own, which are quicker and differ for -0.0 and -inf; of integers and
# float16 it has the first two.
_SPECIAL_POWERS: dict[Any, Any] = {
    2: _squared, 3: _cubed, 0.5: _square_root, -0.5: _over_square_root, -1: _over, -2: _over_square,
}  # fmt: skip


def _integral_power(xp: Any, base: Any, exponent: Any) -> Any:
    """Powers of integers. A negative exponent gives what is left of a fraction: 0, or 1 and -1 of themselves."""
    if exponent.dtype.kind == "u" or not bool(xp.any(exponent < 0)):
        return xp.power(base, exponent)
    whole = xp.power(base, xp.maximum(exponent, 0))
    of_fraction = xp.where(base == 1, 1, xp.where(base == -1, 1 - 2 * (exponent & 1), 0))
    return xp.where(exponent < 0, of_fraction, whole)


@composition("function method float_power_")
def float_power(input: Tensor | Number, exponent: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The power input ** exponent computed in float64, or in complex128 if an operand is complex.

    Raises RuntimeError for an `out=`, or a tensor to be changed in place, of another dtype.

    >>> import tensorplay as tp
    >>> tp.float_power(tp.tensor([2, 3]), -1).dtype
    tensorplay.float64
    """
    is_complex = False
    for operand in (input, exponent):
        spec = number_spec(operand) if not isinstance(operand, TensorBase) else operand._spec
        is_complex = is_complex or (spec is not None and dtype_of(spec).is_complex)
    dtype = complex128 if is_complex else float64
    if isinstance(out, TensorBase) and out.dtype is not dtype:
        raise RuntimeError(f"float_power() gives {dtype}, but out= or the tensor to be changed has {out.dtype}")
    operands = [input, exponent]
    tensors = [position for position, operand in enumerate(operands) if isinstance(operand, TensorBase)]
    tensors.sort(key=lambda position: -_length(operands[position]))
    for position in tensors:
        is_long = _length(operands[position]) > blocks.BLOCK_ELEMENTS
        if is_long and promoted(*pow.specs_of(operands)) is dtype:
            break  # what is not cast here is cast block by block
        given: Any = operands[position]
        operands[position] = made = to(given, dtype)
        if is_long and made is not given and out is None and _may_hold(made, operands, given):
            out = made
    result: Tensor = execute(pow, operands, (), out)
    return result


def _length(operand: Any) -> int:
    return operand._spec.layout.numel if isinstance(operand, TensorBase) else 0


def _may_hold(made: Tensor, operands: Sequence[Any], given: Tensor) -> bool:
    """Whether a copy that was made of an operand may be overwritten with the result."""
    if any([isinstance(operand, TensorBase) and operand._autograd is not None for operand in (given, *operands)]):
        return False
    (wanted,) = as_plan(pow.plan_for(operands, ())).outputs
    return wanted.same_as(made._spec)


@composition("function method square_ function:square_")
def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The square of each element; bool gives int64.

    Raises RuntimeError for an `out=` that cannot hold the result.

    >>> import tensorplay as tp
    >>> tp.square(tp.tensor([-2, 3])).tolist()
    [4, 9]
    """
    result: Tensor = execute(pow, (input, 2), (), out)
    return result


@composition("function method reciprocal_ function:reciprocal_")
def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """One over each element; integers and bool give the default floating dtype.

    Raises RuntimeError for an `out=` that cannot hold the result.

    >>> import tensorplay as tp
    >>> tp.reciprocal(tp.tensor([2, 4])).tolist()
    [0.5, 0.25]
    """
    if not isinstance(input, TensorBase):
        raise TypeError(f"reciprocal(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    result: Tensor = execute(pow, (input, -1.0), (), out)
    return result
