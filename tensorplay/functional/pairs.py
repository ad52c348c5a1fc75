"""Functions of two real numbers: atan2, hypot, heaviside, xlogy, logaddexp, nextafter and ldexp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute

from .arithmetic import mul
from .computing import call
from .elementwise import compute
from .op import Number, composition, op
from .pointwise import (
    floating_only,
    no_complex,
    plan_pointwise,
    promoted,
    promoted_to_floating,
    refuse,
    require_tensor,
)
from .powers import pow

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import NumberSpec, Spec

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


def _plan_of_floats(name: str, input: Spec, other: Spec) -> Plan:
    dtype = promoted(input, other)
    return plan_pointwise(name, input, other, dtype=dtype, refusal=floating_only(name, dtype))


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
    return plan_pointwise("heaviside", input, values)


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


@op("function method out=")
def logaddexp(input: Spec, other: Spec) -> Plan:
    """The logarithm of exp(input) + exp(other), without overflow on the way; broadcast and promoted.

    NotImplementedError for dtypes that are not floating.

    >>> import tensorplay as tp
    >>> tp.logaddexp(tp.tensor([1000.0]), tp.tensor([0.0])).tolist()
    [1000.0]
    """
    return _plan_of_floats("logaddexp", input, other)


@op("function method out=")
def logaddexp2(input: Spec, other: Spec) -> Plan:
    """The logarithm to base 2 of 2 ** input + 2 ** other, without overflow on the way; broadcast and promoted.

    NotImplementedError for dtypes that are not floating.

    >>> import tensorplay as tp
    >>> tp.logaddexp2(tp.tensor([3.0]), tp.tensor([3.0])).tolist()
    [4.0]
    """
    return _plan_of_floats("logaddexp2", input, other)


def _computes_by(operation: Operation, formula: str | Callable[..., Any]) -> None:
    def run(backend: Any, out: Any, *operands: Any) -> None:
        compute(backend, formula, out, *operands)

    operation.run(run)


for _operation, _formula in (
    (atan2, "arctan2"),
    (hypot, "hypot"),
    (heaviside, _step),
    (xlogy, _times_logarithm),
    (logaddexp, "logaddexp"),
    (logaddexp2, "logaddexp2"),
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


@composition("function method ldexp_ function:ldexp_")
def ldexp(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Input * 2 ** other, element by element; broadcast. Integers give the default floating dtype.

    >>> import tensorplay as tp
    >>> tp.ldexp(tp.tensor([3.0]), tp.tensor([2])).tolist()
    [12.0]
    """
    result: Tensor = execute(mul, (input, execute(pow, (2.0, other), ())), (), out)
    return result
