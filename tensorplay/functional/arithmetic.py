"""Addition, subtraction, multiplication and the divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, bool_
from tensorplay.backends.numbers import number
from tensorplay.core.access import array_of, has_bytes
from tensorplay.core.execute import execute
from tensorplay.core.spec import NumberSpec, plain_number
from tensorplay.core.tensor import TensorBase

from .elementwise import compute, converted
from .op import Number, composition, op
from .pointwise import (
    check_number_fits,
    dtype_of,
    floating,
    is_integral,
    no_bool,
    no_complex,
    plan_pointwise,
    promoted,
    promoted_to_floating,
    require_tensor,
)

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op("function method add_ out= __add__ __radd__ __iadd__")
def add(input: Spec | NumberSpec, other: Spec | NumberSpec, *, alpha: Number = 1) -> Plan:
    """Input + alpha * other, element by element, broadcast and promoted. For bool it is the logical or.

    Raises RuntimeError for sizes that do not broadcast and for an alpha that is no whole number of an integral result.

    >>> import tensorplay as tp
    >>> tp.add(tp.tensor([1, 2]), tp.tensor([[10], [20]]), alpha=2).tolist()
    [[21, 22], [41, 42]]
    """
    plan = plan_pointwise("add", input, other)
    _check_alpha("add", alpha, plan.outputs[0].dtype)
    return plan


@add.run
def _(backend: Any, out: Any, input: Any, other: Any, alpha: Number) -> None:
    if out.dtype == bool:
        compute(backend, "logical_or", out, input, other if alpha else False)
    elif alpha == 1:
        compute(backend, "add", out, input, other)
    else:
        compute(backend, _add_scaled, out, input, other, alpha)


add.direct(lambda dtype, alpha: "add" if alpha == 1 and dtype is not bool_ else None)


def _add_scaled(xp: Any, input: Any, other: Any, alpha: Any) -> Any:
    return input + alpha * other


@add.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, other = context.operands
    alpha = context.parameters[0]
    scaled = gradient if alpha == 1 else gradient * alpha
    return context.reduced(gradient, input), context.reduced(scaled, other)


def _check_alpha(name: str, alpha: Number, dtype: DType) -> None:
    if isinstance(alpha, bool) and dtype is not bool_:
        raise RuntimeError(f"{name}(): a bool alpha is for bool results only, this one is {dtype}")
    if isinstance(alpha, complex) and not dtype.is_complex:
        raise RuntimeError(f"{name}(): a complex alpha needs a complex result, this one is {dtype}")
    if isinstance(alpha, float) and is_integral(dtype):
        raise RuntimeError(f"{name}(): for an integral result alpha must be an int, not {alpha}")
    check_number_fits(alpha, dtype)


@op("function method sub_ out= __sub__ __rsub__ __isub__ alias:subtract subtract_")
def sub(input: Spec | NumberSpec, other: Spec | NumberSpec, *, alpha: Number = 1) -> Plan:
    """Input - alpha * other, element by element, broadcast and promoted. Integers wrap around.

    Raises RuntimeError for a bool operand: use logical_xor or convert it.

    >>> import tensorplay as tp
    >>> tp.sub(tp.tensor([1, 2]), 1).tolist()
    [0, 1]
    """
    if any([dtype_of(operand) is bool_ for operand in (input, other)]):
        raise RuntimeError(
            "sub() is not defined for bool: use logical_xor(), or `~` for the opposite of a mask, or convert to an "
            "integer dtype first"
        )
    plan = plan_pointwise("sub", input, other)
    _check_alpha("sub", alpha, plan.outputs[0].dtype)
    return plan


@sub.run
def _(backend: Any, out: Any, input: Any, other: Any, alpha: Number) -> None:
    if alpha == 1:
        compute(backend, "subtract", out, input, other)
    else:
        compute(backend, _subtract_scaled, out, input, other, alpha)


sub.direct(lambda dtype, alpha: "subtract" if alpha == 1 else None)


def _subtract_scaled(xp: Any, input: Any, other: Any, alpha: Any) -> Any:
    return input - alpha * other


@composition("function")
def rsub(input: Tensor, other: Tensor | Number, alpha: Number = 1) -> Tensor:
    """Other - alpha * input: subtraction with the operands exchanged. Raises RuntimeError for a bool operand.

    >>> import tensorplay as tp
    >>> tp.rsub(tp.tensor([1, 2]), 10).tolist()
    [9, 8]
    """
    if not isinstance(input, TensorBase):
        raise TypeError(f"rsub(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    result: Tensor = execute(sub, (other, input), (alpha,))
    return result


@op("function method mul_ out= __mul__ __rmul__ __imul__ alias:multiply multiply_")
def mul(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The product, element by element, broadcast and promoted. For bool it is the logical and; integers wrap around.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.mul(tp.tensor([1, 2]), 0.5).tolist()
    [0.5, 1.0]
    """
    return plan_pointwise("mul", input, other)


@mul.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, "logical_and" if out.dtype == bool else "multiply", out, input, other, exact_numbers=True)


mul.direct(lambda dtype: "logical_and" if dtype is bool_ else "multiply")


@mul.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, other = context.operands
    left, right = (
        operand.conj() if isinstance(operand, TensorBase) else operand  # type: ignore[attr-defined]
        for operand in (context.saved(0), context.saved(1))
    )
    of_input = context.reduced(gradient * right, input) if isinstance(input, TensorBase) else None
    of_other = context.reduced(gradient * left, other) if isinstance(other, TensorBase) else None
    return of_input, of_other


ROUNDING_MODES = (None, "floor", "trunc")


@op("function method div_ out= __truediv__ __itruediv__ alias:divide divide_ alias:true_divide true_divide_")
def div(input: Spec | NumberSpec, other: Spec | NumberSpec, *, rounding_mode: str | None = None) -> Plan:
    """The quotient, element by element; integers give the default floating dtype.

    With `rounding_mode` "floor" or "trunc" the quotient is rounded down or towards 0 and integers stay integers; then
    RuntimeError for an integral division by zero, NotImplementedError for bool and complex. RuntimeError for another
    mode.

    >>> import tensorplay as tp
    >>> tp.div(tp.tensor([-3, 3]), 2).tolist(), tp.div(tp.tensor([-3, 3]), 2, rounding_mode="floor").tolist()
    ([-1.5, 1.5], [-2, 1])
    """
    if rounding_mode not in ROUNDING_MODES:
        raise RuntimeError(f"div(): rounding_mode must be None, 'trunc' or 'floor', not {rounding_mode!r}")
    if rounding_mode is None:
        return plan_pointwise("div", input, other, dtype=promoted_to_floating(input, other))
    return _plan_of_whole_quotient("div", input, other)


def _plan_of_whole_quotient(name: str, input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    dtype = promoted(input, other)
    return plan_pointwise(name, input, other, dtype=dtype, refusal=no_bool(name, dtype) or no_complex(name, dtype))


div.direct(lambda dtype, rounding_mode: None if rounding_mode else "true_divide")


@div.run
def _(backend: Any, out: Any, input: Any, other: Any, rounding_mode: str | None) -> None:
    if rounding_mode is None:
        compute(backend, "true_divide", out, input, other, exact_numbers=True)
    elif rounding_mode == "floor":
        compute(backend, "floor_divide", out, input, other)
    else:
        compute(backend, _divide_towards_zero, out, input, other)


@op("__rtruediv__", label="div")
def divide_into(input: Spec | NumberSpec, other: Spec) -> Plan:
    """Input / other where the tensor stands on the right.

    The strides are those of reciprocals that are multiplied by the number, since that is what PyTorch does.

    >>> import tensorplay as tp
    >>> (6 / tp.tensor([2, 4])).tolist()
    [3.0, 1.5]
    """
    dtype = promoted_to_floating(input, other)
    if isinstance(input, NumberSpec):
        reciprocal = plan_pointwise("div", other, dtype=floating(other.dtype)).outputs[0]
        return plan_pointwise("div", input, reciprocal, dtype=dtype)
    return plan_pointwise("div", input, other, dtype=dtype)


@divide_into.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, "true_divide", out, input, other, exact_numbers=True)


def _divide_towards_zero(xp: Any, input: Any, other: Any) -> Any:
    if input.dtype.kind in "iu":
        return xp.floor_divide(input - xp.fmod(input, other), other)  # without its remainder it divides evenly
    return xp.trunc(input / other)


@div.check
def _(plan: Plan, target: Any, input: Any, other: Any, rounding_mode: str | None) -> None:
    if rounding_mode is not None:
        refuse_zero_divisor("div", plan, input, other)


def refuse_zero_divisor(name: str, plan: Plan, input: Any, other: Any) -> None:
    """Integers cannot be divided by zero: RuntimeError before anything is written."""
    (output,) = plan.outputs
    if (
        plan.refusal is not None
        or output.dtype.is_floating_point
        or output.dtype.is_complex
        or not output.numel
        or not has_bytes([input, other])
    ):
        return
    from tensorplay.backends import backend_for

    backend = backend_for(output.device.type)
    dtype = backend.computing_type(output.dtype)
    if isinstance(other, TensorBase):
        divisors = array_of(other)
        divisors = divisors if divisors.ndim else converted(divisors, dtype)
    else:
        divisors = number(backend.xp, plain_number(other), dtype)  # type: ignore[arg-type]
    if not bool(backend.xp.all(divisors)):
        raise RuntimeError(f"ZeroDivisionError: {name}() of integers by 0; floating dtypes give inf or nan instead")


@op("function method floor_divide_ out= __floordiv__ __rfloordiv__ __ifloordiv__")
def floor_divide(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The quotient rounded down, element by element, in the promoted dtype.

    Raises RuntimeError for an integral division by zero, NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> tp.floor_divide(tp.tensor([-7, 7]), 2).tolist()
    [-4, 3]
    """
    return _plan_of_whole_quotient("floor_divide", input, other)


@floor_divide.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, "floor_divide", out, input, other)


@op("function method remainder_ out= __mod__ __rmod__ __imod__")
def remainder(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The remainder of the division that rounds down: it has the sign of the divisor.

    Raises RuntimeError for an integral division by zero, NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> tp.remainder(tp.tensor([-3, 5]), 4).tolist()
    [1, 1]
    """
    require_tensor("remainder", input, other)
    return _plan_of_whole_quotient("remainder", input, other)


@remainder.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, "remainder", out, input, other)


@op("function method fmod_ out=")
def fmod(input: Spec, other: Spec | NumberSpec) -> Plan:
    """The remainder of the division that rounds towards 0: it has the sign of the dividend.

    Raises RuntimeError for an integral division by zero, NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> tp.fmod(tp.tensor([-3, 5]), 4).tolist()
    [-3, 1]
    """
    return _plan_of_whole_quotient("fmod", input, other)


@fmod.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, "fmod", out, input, other)


@floor_divide.check
def _(plan: Plan, target: Any, input: Any, other: Any) -> None:
    refuse_zero_divisor("floor_divide", plan, input, other)


@remainder.check
def _(plan: Plan, target: Any, input: Any, other: Any) -> None:
    refuse_zero_divisor("remainder", plan, input, other)


@fmod.check
def _(plan: Plan, target: Any, input: Any, other: Any) -> None:
    refuse_zero_divisor("fmod", plan, input, other)
