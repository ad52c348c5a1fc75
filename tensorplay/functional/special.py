"""Special functions of one number: the error functions, the logarithm of gamma, sinc and logit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .elementwise import compute
from .op import op
from .pointwise import floating, no_complex, plan_pointwise
from .transcendental import tabulated_function

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec


def each(function: Callable[[float], float]) -> Callable[..., Any]:
    """A formula that calls a function of the math module for each element: NumPy has none of these."""

    def formula(xp: Any, values: Any) -> Any:
        results = map(function, values.reshape(-1).tolist())
        return xp.fromiter(results, xp.float64, values.size).reshape(values.shape).astype(values.dtype)

    return formula


# -log(erfc(x)) / x on 0 … 4 as a polynomial of x / 2 - 1, from its Chebyshev nodes; beyond 4 the error function is 1 in
# float32. With it erf(x) is off by 4e-7 of its value at most, since little is lost where x is small.
_ERFC_EXPONENT = (
    2.68247063, 1.73569041, 0.111811709, -0.0459560718, 0.0173829879, -0.0056366147, 0.00134321164, -8.61325297e-05,
    -0.000244820263, 0.000271094453, -0.000101849915,
)  # fmt: skip


def error_function(xp: Any, values: Any) -> Any:
    """The error function: in float32 by a polynomial, in float64 by the math module."""
    if values.dtype != xp.float32:
        return each(math.erf)(xp, values)
    size = xp.minimum(xp.absolute(values), xp.float32(4))
    place = size * xp.float32(0.5) - xp.float32(1)
    exponent = xp.full_like(size, _ERFC_EXPONENT[-1])
    for coefficient in reversed(_ERFC_EXPONENT[:-1]):
        exponent *= place
        exponent += xp.float32(coefficient)
    return xp.copysign(-xp.expm1(-exponent * size), values)


def _log_gamma(value: float) -> float:
    try:
        return math.lgamma(value)
    except (ValueError, OverflowError):  # at the poles 0, -1, -2 …, and beyond the largest number
        return math.inf


def _sine_over_angle(xp: Any, values: Any) -> Any:
    angles = values * values.dtype.type(math.pi)
    return xp.where(values == 0, 1, xp.sin(angles) / angles)


erf = tabulated_function("erf", error_function, "The error function.", "[0.0]", "[0.0]", real=True, module=__name__)
erfc = tabulated_function(
    "erfc", each(math.erfc), "One minus the error function: exact for large numbers.", "[0.0]", "[1.0]",
    real=True, module=__name__,
)  # fmt: skip
lgamma = tabulated_function(
    "lgamma", each(_log_gamma), "The logarithm of the absolute value of gamma.", "[1.0, 0.0]", "[0.0, inf]",
    real=True, module=__name__,
)  # fmt: skip
sinc = tabulated_function(
    "sinc", _sine_over_angle, "sin(pi * x) / (pi * x), and 1 where x is 0.", "[0.0]", "[1.0]", module=__name__
)


@op("function method logit_ out= function:logit_")
def logit(input: Spec, eps: float | None = None) -> Plan:
    """The logarithm of x / (1 - x); with `eps` elements are held between eps and 1 - eps first.

    Integers and bool give the default floating dtype; NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.logit(tp.tensor([0.5, 0.0])).tolist()
    [0.0, -inf]
    """
    return plan_pointwise("logit", input, dtype=floating(input.dtype), refusal=no_complex("logit", input.dtype))


@logit.run
def _(backend: Any, out: Any, input: Any, eps: float | None) -> None:
    def formula(xp: Any, values: Any) -> Any:
        if eps is not None:
            values = xp.minimum(xp.maximum(values, values.dtype.type(eps)), values.dtype.type(1 - eps))
        return xp.log(values / (1 - values))

    compute(backend, formula, out, input)
