"""Element-wise operations: one plan for all of them, and a table of the array functions that compute them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import current_device_for
from tensorplay.attributes.dtype import DType, bool_, get_default_dtype
from tensorplay.attributes.promotion import number_dtype, result_type_of
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.order import elementwise_strides

from .computing import call, compare, refuse_zero_divisor, scaled
from .op import Number, op

if TYPE_CHECKING:
    from collections.abc import Callable

_SAMPLES: dict[type, Number] = {bool: True, int: 1, float: 1.0, complex: 1j}


def promoted(*operands: Spec | NumberSpec) -> DType:
    """The dtype in which operands meet: dimensioned tensors outrank 0-dim ones, which outrank numbers (rule 35)."""
    return result_type_of([_kind(operand) for operand in operands])


def _kind(operand: Spec | NumberSpec) -> tuple[Any, DType]:
    if isinstance(operand, NumberSpec):
        return "number", number_dtype(_SAMPLES[operand.number_type])
    return ("dimensioned" if operand.size else "zero_dimensional"), operand.dtype


def plan_pointwise(name: str, *operands: Spec | NumberSpec, dtype: DType | None = None) -> Plan:
    """The broadcast size, the strides that the operands suggest (rules 10, 11) and a dtype, by default the promoted."""
    specs = [operand for operand in operands if isinstance(operand, Spec)]
    if not specs:  # numbers alone make a 0-dim tensor
        return Plan(Effect.NEW, (Spec(Layout((), ()), dtype or promoted(*operands), current_device_for(None)),))
    size = specs[0].size
    if len(specs) > 1 and any([spec.size != size for spec in specs]):
        size = broadcast_shapes(*[spec.size for spec in specs])
    stride = elementwise_strides([(spec.size, spec.stride) for spec in specs], size)
    chosen = promoted(*operands) if dtype is None else dtype
    return Plan(Effect.NEW, (Spec(Layout(size, stride), chosen, common_device(name, specs)),))


def common_device(name: str, specs: list[Spec]) -> Any:
    """The device of all operands; a 0-dim tensor on the CPU goes with any."""
    device = specs[0].device
    for spec in specs[1:]:
        if spec.device == device or (spec.rank == 0 and spec.device.type == "cpu"):
            continue
        first = specs[0]
        if first.rank == 0 and first.device.type == "cpu" and device == first.device:
            device = spec.device
            continue
        raise RuntimeError(f"{name}() needs all tensors on one device, but found {device} and {spec.device}")
    return device


@op("function method add_ out= __add__ __radd__ __iadd__")
def add(input: Spec | NumberSpec, other: Spec | NumberSpec, *, alpha: Number = 1) -> Plan:
    """Input + alpha * other, element by element, broadcast and promoted.

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
    if alpha != 1:
        other = scaled(backend, other, alpha, out.dtype)
    call(backend, "logical_or" if out.dtype == bool else "add", out, input, other)


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
    if isinstance(alpha, float) and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name}(): for an integral result alpha must be an int, not {alpha}")


@op("function method sub_ out= __sub__ __rsub__ __isub__ alias:subtract")
def sub(input: Spec | NumberSpec, other: Spec | NumberSpec, *, alpha: Number = 1) -> Plan:
    """Input - alpha * other, element by element, broadcast and promoted.

    Raises RuntimeError for bool tensors: use logical_xor or convert them.

    >>> import tensorplay as tp
    >>> tp.sub(tp.tensor([1, 2]), 1).tolist()
    [0, 1]
    """
    if any(isinstance(operand, Spec) and operand.dtype is bool_ for operand in (input, other)):
        raise RuntimeError("subtraction is not defined for bool tensors; convert one to an integer dtype first")
    plan = plan_pointwise("sub", input, other)
    _check_alpha("sub", alpha, plan.outputs[0].dtype)
    return plan


@sub.run
def _(backend: Any, out: Any, input: Any, other: Any, alpha: Number) -> None:
    if alpha != 1:
        other = scaled(backend, other, alpha, out.dtype)
    call(backend, "subtract", out, input, other)


@op("function method mul_ out= __mul__ __rmul__ __imul__ alias:multiply")
def mul(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The product, element by element, broadcast and promoted.

    >>> import tensorplay as tp
    >>> tp.mul(tp.tensor([1, 2]), 0.5).tolist()
    [0.5, 1.0]
    """
    return plan_pointwise("mul", input, other)


@mul.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    call(backend, "logical_and" if out.dtype == bool else "multiply", out, input, other)


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


@op("function method div_ out= __truediv__ __rtruediv__ __itruediv__ alias:true_divide")
def div(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The quotient, element by element; integers give the default floating dtype.

    >>> import tensorplay as tp
    >>> tp.div(tp.tensor([1, 2]), 2).tolist()
    [0.5, 1.0]
    """
    dtype = promoted(input, other)
    floating = dtype.is_floating_point or dtype.is_complex
    return plan_pointwise("div", input, other, dtype=dtype if floating else get_default_dtype())


@div.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    call(backend, "true_divide", out, input, other)


@op("function method remainder_ out= __mod__ __rmod__ __imod__")
def remainder(input: Spec, other: Spec | NumberSpec) -> Plan:
    """The remainder of the division that rounds down: it has the sign of the divisor.

    Raises RuntimeError for an integral division by zero and for complex numbers.

    >>> import tensorplay as tp
    >>> tp.remainder(tp.tensor([-3, 5]), 4).tolist()
    [1, 1]
    """
    plan = plan_pointwise("remainder", input, other)
    if plan.outputs[0].dtype.is_complex or plan.outputs[0].dtype is bool_:
        raise NotImplementedError(f"remainder() is not defined for {plan.outputs[0].dtype}")
    return plan


@remainder.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    refuse_zero_divisor(backend, other, out.dtype)
    call(backend, "remainder", out, input, other)


@op("function method neg_ out= __neg__ alias:negative")
def neg(input: Spec) -> Plan:
    """The negated values.

    Raises RuntimeError for a bool tensor.

    >>> import tensorplay as tp
    >>> tp.neg(tp.tensor([1, -2])).tolist()
    [-1, 2]
    """
    if input.dtype is bool_:
        raise RuntimeError("negation is not defined for bool tensors; use logical_not, or convert to an integer dtype")
    return plan_pointwise("neg", input)


@neg.run
def _(backend: Any, out: Any, input: Any) -> None:
    call(backend, "negative", out, input)


def _comparison(name: str, function: str, symbol: str) -> Callable[..., None]:
    def run(backend: Any, out: Any, input: Any, other: Any) -> None:
        compare(backend, function, out, _meeting_type(backend, input, other), input, other)

    run.__doc__ = f"{name}: input {symbol} other."
    return run


def _meeting_type(backend: Any, *arrays: Any) -> DType:
    """The dtype in which arrays and numbers are compared."""
    return result_type_of(
        [
            ("number", number_dtype(array))
            if isinstance(array, (bool, int, float, complex))
            else ("dimensioned" if array.ndim else "zero_dimensional", backend.dtype_of(array.dtype))
            for array in arrays
        ]
    )


def _plan_comparison(name: str, input: Spec, other: Spec | NumberSpec, *, ordered: bool) -> Plan:
    if ordered and promoted(input, other).is_complex:
        raise RuntimeError(f"{name}() needs an order, and complex numbers have none")
    promoted(input, other)  # refuses dtypes that do not meet
    return plan_pointwise(name, input, other, dtype=bool_)


@op("function method eq_ out= __eq__")
def eq(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are equal, as a bool tensor.

    >>> import tensorplay as tp
    >>> tp.eq(tp.tensor([1, 2]), 2).tolist()
    [False, True]
    """
    return _plan_comparison("eq", input, other, ordered=False)


@op("function method ne_ out= __ne__ alias:not_equal")
def ne(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements differ, as a bool tensor.

    >>> import tensorplay as tp
    >>> tp.ne(tp.tensor([1, 2]), 2).tolist()
    [True, False]
    """
    return _plan_comparison("ne", input, other, ordered=False)


@op("function method lt_ out= __lt__ alias:less")
def lt(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are less, as a bool tensor. Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.lt(tp.tensor([1, 2]), 2).tolist()
    [True, False]
    """
    return _plan_comparison("lt", input, other, ordered=True)


@op("function method le_ out= __le__ alias:less_equal")
def le(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are less or equal, as a bool tensor. Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.le(tp.tensor([1, 2, 3]), 2).tolist()
    [True, True, False]
    """
    return _plan_comparison("le", input, other, ordered=True)


@op("function method gt_ out= __gt__ alias:greater")
def gt(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are greater, as a bool tensor. Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.gt(tp.tensor([1, 2, 3]), 2).tolist()
    [False, False, True]
    """
    return _plan_comparison("gt", input, other, ordered=True)


@op("function method ge_ out= __ge__ alias:greater_equal")
def ge(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are greater or equal, as a bool tensor. Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.ge(tp.tensor([1, 2, 3]), 2).tolist()
    [False, True, True]
    """
    return _plan_comparison("ge", input, other, ordered=True)


for _operation, _function, _symbol in (
    (eq, "equal", "=="),
    (ne, "not_equal", "!="),
    (lt, "less", "<"),
    (le, "less_equal", "<="),
    (gt, "greater", ">"),
    (ge, "greater_equal", ">="),
):
    _operation.run(_comparison(_operation.name, _function, _symbol))
