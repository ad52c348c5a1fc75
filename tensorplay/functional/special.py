"""Special functions of one number: the error functions, the logarithm of gamma, sinc and logit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .elementwise import compute
from .op import op
from .pointwise import floating, no_complex, plan_pointwise
from .transcendental import floating_function

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


def _log_gamma(value: float) -> float:
    try:
        return math.lgamma(value)
    except (ValueError, OverflowError):  # at the poles 0, -1, -2 …, and beyond the largest number
        return math.inf


def _sine_over_angle(xp: Any, values: Any) -> Any:
    angles = values * values.dtype.type(math.pi)
    return xp.where(values == 0, 1, xp.sin(angles) / angles)


erf = floating_function("erf", each(math.erf), "The error function.", "[0.0]", "[0.0]", real=True, module=__name__)
erfc = floating_function(
    "erfc", each(math.erfc), "One minus the error function: exact for large numbers.", "[0.0]", "[1.0]",
    real=True, module=__name__,
)  # fmt: skip
lgamma = floating_function(
    "lgamma", each(_log_gamma), "The logarithm of the absolute value of gamma.", "[1.0, 0.0]", "[0.0, inf]",
    real=True, module=__name__,
)  # fmt: skip
sinc = floating_function(
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
