"""Functions of two real numbers: atan2, hypot, heaviside, xlogy, logaddexp, nextafter and ldexp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.spec import NUMBER_SPECS, Spec

from .computing import call
from .elementwise import compute
from .op import composition, op
from .pointwise import (
    floating_only,
    is_integral,
    no_complex,
    plan_pointwise,
    promoted,
    promoted_to_floating,
    refuse,
    require_tensor,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import NumberSpec

    from .faces import Tensor


@op("function method atan2_ out= alias:arctan2 arctan2_")
def atan2(input: Spec, other: Spec) -> Plan:
    """The angle in radians of the point with the ordinate `input` and the abscissa `other`, from -pi to pi; broadcast.

    Integers and bool give the default floating dtype; NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.atan2(tp.tensor([0.0, 1.0]), tp.tensor([1.0, 0.0])).tolist()
    [0.0, 1.5707963705062866]
    """
    dtype = promoted_to_floating(input, other)
    return plan_pointwise("atan2", input, other, dtype=dtype, refusal=no_complex("atan2", dtype))


@op("function method hypot_ out=")
def hypot(input: Spec, other: Spec) -> Plan:
    """The square root of input ** 2 + other ** 2, without overflow on the way; broadcast and promoted.

    NotImplementedError for dtypes that are not floating.

    >>> import tensorplay as tp
    >>> tp.hypot(tp.tensor([3.0]), tp.tensor([4.0])).tolist()
    [5.0]
    """
    return _plan_of_floats("hypot", input, other)


def _plan_of_floats(name: str, input: Spec, other: Spec, *, complex_too: bool = False) -> Plan:
    dtype = promoted(input, other)
    return plan_pointwise(name, input, other, dtype=dtype, refusal=floating_only(name, dtype, complex_too=complex_too))


@op("function method heaviside_ out=")
def heaviside(input: Spec, values: Spec) -> Plan:
    """The step function: 0 where elements are negative or NaN, 1 where they are positive, `values` where they are 0.

    Broadcast. Raises RuntimeError for complex numbers and for two dtypes.

    >>> import tensorplay as tp
    >>> tp.heaviside(tp.tensor([-2.0, 0.0, 3.0]), tp.tensor(0.5)).tolist()
    [0.0, 0.5, 1.0]
    """
    refuse(no_complex("heaviside", promoted(input, values), RuntimeError))
    if input.dtype is not values.dtype:
        raise RuntimeError(f"heaviside() needs one dtype, but these are {input.dtype} and {values.dtype}; convert one")
    return plan_pointwise("heaviside", input, values, exact_dtype=True)


def _step(xp: Any, input: Any, values: Any) -> Any:
    return xp.where(input == 0, values, input > 0)


@op("function method xlogy_ out= function:xlogy_")
def xlogy(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """Input * log(other), element by element, and 0 where the input is 0 and `other` is no NaN; broadcast.

    Integers and bool give the default floating dtype; NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.xlogy(tp.tensor([0.0, 2.0]), tp.tensor([0.0, 1.0])).tolist()
    [0.0, 0.0]
    """
    require_tensor("xlogy", input, other)
    dtype = promoted_to_floating(input, other)
    return plan_pointwise("xlogy", input, other, dtype=dtype, refusal=no_complex("xlogy", dtype))


def _times_logarithm(xp: Any, factor: Any, values: Any) -> Any:
    return xp.where((factor == 0) & ~xp.isnan(values), 0, factor * xp.log(values))


@composition("function method")
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of exp(input) + exp(other), without overflow on the way; broadcast and promoted.

    NotImplementedError for integers and bool; complex numbers are admitted.

    >>> import tensorplay as tp
    >>> tp.logaddexp(tp.tensor([1000.0]), tp.tensor([0.0])).tolist()
    [1000.0]
    """
    result: Tensor = execute(logarithm_of_sum, (input, other), ("logaddexp",), out)
    return result


@composition("function method")
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm to base 2 of 2 ** input + 2 ** other, without overflow on the way; broadcast and promoted.

    NotImplementedError for dtypes that are not floating.

    >>> import tensorplay as tp
    >>> tp.logaddexp2(tp.tensor([3.0]), tp.tensor([3.0])).tolist()
    [4.0]
    """
    result: Tensor = execute(logarithm_of_sum, (input, other), ("logaddexp2",), out)
    return result


@op(label="logaddexp or logaddexp2")
def logarithm_of_sum(input: Spec, other: Spec, name: str) -> Plan:
    """The logarithm of a sum of powers, to the base e or to the base 2."""
    return _plan_of_floats(name, input, other, complex_too=name == "logaddexp")


@logarithm_of_sum.run
def _(backend: Any, out: Any, input: Any, other: Any, name: str) -> None:
    compute(backend, _logarithm_of_sum if name == "logaddexp" else "logaddexp2", out, input, other)


def _logarithm_of_sum(xp: Any, first: Any, second: Any) -> Any:
    if first.dtype.kind != "c":
        return xp.logaddexp(first, second)
    larger = xp.where(first.real >= second.real, first, second)
    return larger + xp.log1p(xp.exp(xp.where(first.real >= second.real, second, first) - larger))


def _computes_by(operation: Operation, formula: str | Callable[..., Any]) -> None:
    def run(backend: Any, out: Any, *operands: Any) -> None:
        compute(backend, formula, out, *operands)

    operation.run(run)


for _operation, _formula in (
    (atan2, "arctan2"),
    (hypot, "hypot"),
    (heaviside, _step),
    (xlogy, _times_logarithm),
):
    _computes_by(_operation, _formula)


@op("function method nextafter_ out=")
def nextafter(input: Spec, other: Spec) -> Plan:
    """The next number of the dtype after `input` in the direction of `other`; broadcast and promoted.

    NotImplementedError for dtypes that are not floating.

    >>> import tensorplay as tp
    >>> tp.nextafter(tp.tensor([0.0]), tp.tensor([1.0])).tolist()
    [1.401298464324817e-45]
    """
    return _plan_of_floats("nextafter", input, other)


@nextafter.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    call(backend, "nextafter", out, input, other)  # 16-bit floats have neighbours of their own


@op("function method ldexp_ out= function:ldexp_")
def ldexp(input: Spec, other: Spec) -> Plan:
    """Input * 2 ** other, element by element; broadcast. A floating input keeps its dtype where `other` is integral.

    Integers and bool give the default floating dtype.

    >>> import tensorplay as tp
    >>> tp.ldexp(tp.tensor([3.0]), tp.tensor([2])).tolist()
    [12.0]
    """
    if input.dtype.is_floating_point and is_integral(other.dtype):
        exponent = Spec(other.layout, input.dtype, other.device)  # it is not cast
        return plan_pointwise("ldexp", input, exponent, dtype=input.dtype)
    power = contiguous_spec(other.size, promoted(NUMBER_SPECS[float], other), other.device)
    return plan_pointwise("ldexp", input, power)


@ldexp.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, _times_power_of_two, out, input, other, exact_numbers=True)


def _times_power_of_two(xp: Any, values: Any, exponent: Any) -> Any:
    return values * xp.power(values.dtype.type(2), exponent)
