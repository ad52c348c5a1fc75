"""Formulas of three tensors: addcmul, addcdiv and lerp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.spec import NumberSpec, Spec, plain_number
from tensorplay.core.tensor import TensorBase

from .elementwise import compute
from .op import Number, composition, op
from .pointwise import check_number_fits, factor_dtype, floating_only, is_integral, no_bool, plan_pointwise, promoted

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan

    from .faces import Tensor


@composition("function method addcmul_")
def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1, out: Tensor | None = None) -> Tensor:
    """Input + value * tensor1 * tensor2, element by element, broadcast and promoted.

    Raises NotImplementedError for bool, RuntimeError for a value that the result's dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.addcmul(tp.tensor([1, 2]), tp.tensor([3, 4]), tp.tensor([5, 6]), value=2).tolist()
    [31, 50]
    """
    result: Tensor = execute(blend, (input, tensor1, tensor2), (value, False), out)
    return result


def _add_product(xp: Any, input: Any, first: Any, second: Any, value: Any) -> Any:
    return input + value * first * second


@composition("function method addcdiv_")
def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1, out: Tensor | None = None) -> Tensor:
    """Input + value * tensor1 / tensor2, element by element, broadcast and promoted.

    Raises RuntimeError where both `tensor1` and `tensor2` are integral, and for a value that the result's dtype cannot
    hold.

    >>> import tensorplay as tp
    >>> tp.addcdiv(tp.tensor([1.0, 2.0]), tp.tensor([3, 4]), tp.tensor([2.0, 8.0]), value=2).tolist()
    [4.0, 3.0]
    """
    result: Tensor = execute(blend, (input, tensor1, tensor2), (value, True), out)
    return result


@op(label="addcmul or addcdiv")
def blend(input: Spec, tensor1: Spec, tensor2: Spec, value: Number, divides: bool) -> Plan:
    """Input + value * tensor1 times or divided by tensor2."""
    if divides and is_integral(tensor1.dtype) and is_integral(tensor2.dtype):
        raise RuntimeError(
            f"addcdiv() does not divide integers ({tensor1.dtype} by {tensor2.dtype}): use "
            "input + value * div(tensor1, tensor2, rounding_mode='trunc'), or convert one of them to a floating dtype"
        )
    dtype = promoted(input, tensor1, tensor2)
    refusal = None if divides else no_bool("addcmul", dtype)
    if refusal is None:
        check_number_fits(value, factor_dtype(dtype))
    return plan_pointwise("addcmul or addcdiv", input, tensor1, tensor2, dtype=dtype, refusal=refusal)


@blend.run
def _(backend: Any, out: Any, input: Any, tensor1: Any, tensor2: Any, value: Number, divides: bool) -> None:
    compute(
        backend, _add_quotient if divides else _add_product, out, input, tensor1, tensor2, value, exact_numbers=True
    )


def _add_quotient(xp: Any, input: Any, first: Any, second: Any, value: Any) -> Any:
    return input + value * first / second


@op("function method lerp_ out=")
def lerp(input: Spec, end: Spec, weight: Spec | NumberSpec) -> Plan:
    """Input + weight * (end - input): the way from `input` to `end`, of which the weight is the part. Broadcast.

    All tensors have one floating or complex dtype, else RuntimeError; NotImplementedError for integers and bool.

    >>> import tensorplay as tp
    >>> tp.lerp(tp.tensor([0.0, 10.0]), tp.tensor([1.0, 20.0]), 0.5).tolist()
    [0.5, 15.0]
    """
    of_one_dtype = [("end", end)]
    if isinstance(weight, Spec) and weight.size:  # one without dimensions is promoted like a number
        of_one_dtype.append(("weight", weight))
    for name, operand in of_one_dtype:
        if operand.dtype is not input.dtype:
            raise RuntimeError(f"lerp() needs one dtype: input is {input.dtype}, but {name} is {operand.dtype}")
    dtype = promoted(input, end, weight) if isinstance(weight, Spec) else input.dtype
    refusal = floating_only("lerp", dtype, complex_too=True)
    return plan_pointwise("lerp", input, end, weight, dtype=dtype, refusal=refusal, numbers_count=False)


@lerp.check
def _(plan: Plan, target: Any, input: Any, end: Any, weight: Any) -> None:
    if plan.refusal is None and not isinstance(weight, TensorBase):
        check_number_fits(plain_number(weight), factor_dtype(plan.outputs[0].dtype))  # type: ignore[arg-type]


@lerp.run
def _(backend: Any, out: Any, input: Any, end: Any, weight: Any) -> None:
    compute(backend, _interpolated, out, input, end, weight, exact_numbers=True)


def _interpolated(xp: Any, start: Any, end: Any, weight: Any) -> Any:
    """From the nearer end, so that the weights 0 and 1 give the ends exactly."""
    way = end - start
    return xp.where(xp.absolute(weight) < 0.5, start + weight * way, end - way * (1 - weight))
