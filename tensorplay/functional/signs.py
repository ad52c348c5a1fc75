"""Signs and absolute values: neg, positive, abs, sgn, sign, angle, signbit and copysign."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase

from .elementwise import compute
from .op import composition, op
from .pointwise import (
    floating,
    no_bool,
    no_complex,
    plan_pointwise,
    plan_preserving,
    promoted_to_floating,
    refuse,
)

if TYPE_CHECKING:
    from tensorplay.core.spec import NumberSpec, Spec

    from .faces import Tensor


@op("function method neg_ out= __neg__ function:neg_ alias:negative negative_ function:negative_")
def neg(input: Spec) -> Plan:
    """The negated values; unsigned integers wrap around.

    Raises RuntimeError for a bool tensor: use logical_not or convert it.

    >>> import tensorplay as tp
    >>> tp.neg(tp.tensor([1, -2])).tolist()
    [-1, 2]
    """
    if input.dtype is bool_:
        raise RuntimeError("negation is not defined for bool tensors; use logical_not, or convert to an integer dtype")
    return plan_pointwise("neg", input, exact_dtype=True)


@neg.run
def _(backend: Any, out: Any, input: Any) -> None:
    compute(backend, "negative", out, input)


neg.direct(lambda dtype: "negative")


@op("function method __pos__")
def positive(input: Spec) -> Plan:
    """The tensor itself, as a plus sign means. Raises RuntimeError for a bool tensor.

    >>> import tensorplay as tp
    >>> x = tp.tensor([1, -2])
    >>> +x is x
    True
    """
    refuse(no_bool("positive", input.dtype, RuntimeError))
    return Plan(Effect.SAME, (input,))


@op("function method abs_ out= __abs__ function:abs_ alias:absolute absolute_")
def abs(input: Spec) -> Plan:
    """The absolute values; of complex numbers they are real.

    Raises NotImplementedError for bool, and RuntimeError for a complex tensor in place.

    >>> import tensorplay as tp
    >>> tp.abs(tp.tensor([-2, 3])).tolist(), tp.abs(tp.tensor([3 + 4j])).tolist()
    ([2, 3], [5.0])
    """
    if input.dtype.is_complex:
        return plan_preserving(input, input.dtype.to_real())
    return plan_pointwise("abs", input, exact_dtype=True, refusal=no_bool("abs", input.dtype))


@abs.check
def _(plan: Plan, target: Any, input: Any) -> None:
    if target is not None and target is input and input.dtype.is_complex:
        raise RuntimeError(f"abs_() of a complex tensor would be real, but this one is {input.dtype}; use abs()")


@abs.run
def _(backend: Any, out: Any, input: Any) -> None:
    compute(backend, "absolute", out, input, dtype=input.dtype)


abs.direct(lambda dtype: "absolute")


@op("function method sgn_ out=")
def sgn(input: Spec) -> Plan:
    """The sign of each element: -1, 0 or 1, and of a complex number z / |z|. NaN has the sign 0.

    Raises RuntimeError for an `out=` that cannot hold the result.

    >>> import tensorplay as tp
    >>> tp.sgn(tp.tensor([3 + 4j, 0j])).abs().tolist()
    [1.0, 0.0]
    """
    return plan_pointwise("sgn", input, exact_dtype=True)


@sgn.run
def _(backend: Any, out: Any, input: Any) -> None:
    if out.dtype == bool:
        backend.copy(out, input)
    else:
        compute(backend, _direction if out.dtype.kind == "c" else _sign, out, input)


def _sign(xp: Any, values: Any) -> Any:
    return xp.subtract(values > 0, values < 0, dtype=xp.int8)


def _direction(xp: Any, values: Any) -> Any:
    size = xp.absolute(values)
    return xp.where(size == 0, 0, values / size)


@composition("function method sign_")
def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sign of each element: -1, 0 or 1. NaN has the sign 0.

    Raises NotImplementedError for complex numbers, of which sgn() gives z / |z|.

    >>> import tensorplay as tp
    >>> tp.sign(tp.tensor([-2.5, 0.0, 3.0])).tolist()
    [-1.0, 0.0, 1.0]
    """
    if isinstance(input, TensorBase) and input.dtype.is_complex:
        raise NotImplementedError("sign() is not defined for complex numbers; sgn() gives z / |z|")
    result: Tensor = execute(sgn, (input,), (), out)
    return result


@op("function method out=")
def angle(input: Spec) -> Plan:
    """The angles of complex numbers in radians; a real number has the angle 0, or pi if it is negative.

    Integers and bool give the default floating dtype, complex dtypes their real counterpart. Raises RuntimeError for an
    `out=` that cannot hold the result.

    >>> import tensorplay as tp
    >>> tp.angle(tp.tensor([1j, 1, -1])).tolist()
    [1.5707963705062866, 0.0, 3.1415927410125732]
    """
    if input.dtype.is_complex:
        return Plan(Effect.NEW, (contiguous_spec(input.size, input.dtype.to_real(), input.device),), elementwise=True)
    return plan_pointwise("angle", input, dtype=floating(input.dtype))


@angle.run
def _(backend: Any, out: Any, input: Any) -> None:
    if input.dtype.kind == "c":
        compute(backend, _argument, out, input, dtype=input.dtype)
    else:
        compute(backend, _angle_of_real, out, input)


def _argument(xp: Any, values: Any) -> Any:
    return xp.arctan2(values.imag, values.real)


def _angle_of_real(xp: Any, values: Any) -> Any:
    return xp.where(xp.isnan(values), values, xp.where(values < 0, values.dtype.type(math.pi), values.dtype.type(0)))


@op("function method out=")
def signbit(input: Spec) -> Plan:
    """Whether the sign is a minus, as a bool tensor; -0.0 has one.

    Raises NotImplementedError for complex numbers, RuntimeError for an `out=` that is not bool.

    >>> import tensorplay as tp
    >>> tp.signbit(tp.tensor([-0.0, 0.0, -2.0])).tolist()
    [True, False, True]
    """
    refuse(no_complex("signbit", input.dtype))
    return plan_pointwise("signbit", input, dtype=bool_, computed=input.dtype, exact_dtype=True)


@signbit.run
def _(backend: Any, out: Any, input: Any) -> None:
    compute(backend, _signbit, out, input, dtype=input.dtype)


def _signbit(xp: Any, values: Any) -> Any:
    return values < 0 if values.dtype.kind in "biu" else xp.signbit(values)


@op("function method copysign_ out=")
def copysign(input: Spec, other: Spec | NumberSpec) -> Plan:
    """The size of the input with the sign of `other`, broadcast and promoted; -0.0 counts as negative.

    Integers and bool give the default floating dtype. Raises NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.copysign(tp.tensor([1.0, -2.0]), -0.0).tolist()
    [-1.0, -2.0]
    """
    dtype = promoted_to_floating(input, other)
    return plan_pointwise("copysign", input, other, dtype=dtype, refusal=no_complex("copysign", dtype))


@copysign.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    compute(backend, "copysign", out, input, other)
