"""Activation functions of nn.functional that PyTorch has nowhere else."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.geometry.reasons import Refusal

from .elementwise import compute
from .op import composition, op
from .pointwise import plan_pointwise
from .special import error_function

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


def check_floating(name: str, input: Spec) -> None:
    """Refuse what is not floating point."""
    if not input.dtype.is_floating_point:
        raise Refusal(
            NotImplementedError, f"{name}() is defined for floating point tensors, not for {input.dtype}; use .float()"
        ).exception()


@op(label="gelu")
def gaussian_unit(input: Spec, approximate: str) -> Plan:
    """X Φ(x), where Φ is the distribution function of the normal distribution."""
    if approximate not in ("none", "tanh"):
        raise Refusal(RuntimeError, f"gelu(): approximate is 'none' or 'tanh', not {approximate!r}").exception()
    check_floating("gelu", input)
    return plan_pointwise("gelu", input)


@gaussian_unit.run
def _(backend: Any, out: Any, input: Any, approximate: str) -> None:
    def exact(xp: Any, x: Any) -> Any:
        return x * 0.5 * (1 + error_function(xp, x * math.sqrt(0.5)))

    def by_tanh(xp: Any, x: Any) -> Any:
        return x * 0.5 * (1 + xp.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)))

    compute(backend, exact if approximate == "none" else by_tanh, out, input)


@composition("")
def gelu(input: Tensor, *, approximate: str = "none") -> Tensor:
    """X Φ(x), where Φ is the distribution function of the normal distribution; "tanh" approximates it.

    Raises RuntimeError for another approximation, NotImplementedError for what is not floating point.

    >>> import tensorplay as tp
    >>> [round(value, 4) for value in tp.nn.functional.gelu(tp.tensor([-1.0, 0.0, 1.0])).tolist()]
    [-0.1587, 0.0, 0.8413]
    """
    result: Tensor = execute(gaussian_unit, (input,), (approximate,))
    return result


@op(label="softplus")
def smooth_relu(input: Spec, beta: float, threshold: float) -> Plan:
    """log(1 + exp(beta x)) / beta, and x itself above the threshold."""
    check_floating("softplus", input)
    return plan_pointwise("softplus", input)


@smooth_relu.run
def _(backend: Any, out: Any, input: Any, beta: float, threshold: float) -> None:
    def formula(xp: Any, x: Any) -> Any:
        raised = x * x.dtype.type(beta)
        return xp.where(raised > threshold, x, xp.log1p(xp.exp(raised)) / x.dtype.type(beta))

    compute(backend, formula, out, input)


@composition("")
def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """log(1 + exp(beta x)) / beta, a smooth relu(); x itself where beta x is above the threshold.

    Raises NotImplementedError for what is not floating point.

    >>> import tensorplay as tp
    >>> [round(value, 4) for value in tp.nn.functional.softplus(tp.tensor([0.0, 30.0])).tolist()]
    [0.6931, 30.0]
    """
    result: Tensor = execute(smooth_relu, (input,), (beta, threshold))
    return result


@composition("")
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The elements that are above 0, and 0 for the others; with `inplace` they are changed where they are.

    >>> import tensorplay as tp
    >>> tp.nn.functional.relu(tp.tensor([-1, 2])).tolist()
    [0, 2]
    """
    return input.relu_() if inplace else input.relu()
