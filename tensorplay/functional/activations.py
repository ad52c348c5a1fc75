"""Activation functions of nn.functional that PyTorch has nowhere else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tensorplay.core.arguments import to_float
from tensorplay.core.execute import execute
from tensorplay.geometry.reasons import Refusal

from .elementwise import compute
from .op import composition, op
from .parameters import argument
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


def _gaussian_unit(xp: Any, x: Any) -> Any:
    return x * 0.5 * (1 + error_function(xp, x * math.sqrt(0.5)))


def _gaussian_unit_by_tanh(xp: Any, x: Any) -> Any:
    return x * 0.5 * (1 + xp.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)))


def _smooth_relu(xp: Any, x: Any, beta: float, threshold: float) -> Any:
    raised = x * x.dtype.type(beta)
    return xp.where(raised > threshold, x, xp.log1p(xp.exp(raised)) / x.dtype.type(beta))


_ACTIVATIONS: dict[str, Callable[..., Any]] = {
    "gelu": _gaussian_unit,
    "gelu by tanh": _gaussian_unit_by_tanh,
    "softplus": _smooth_relu,
}


@op(label="gelu or softplus")
def activated(input: Spec, name: str, constants: Any) -> Plan:
    """An activation function that is no composition, with its constants."""
    check_floating(name.partition(" ")[0], input)
    return plan_pointwise(name, input)


@activated.run
def _(backend: Any, out: Any, input: Any, name: str, constants: tuple[float, ...]) -> None:
    def formula(xp: Any, x: Any) -> Any:
        return _ACTIVATIONS[name](xp, x, *constants)

    compute(backend, formula, out, input)


@composition("")
def gelu(input: Tensor, *, approximate: str = "none") -> Tensor:
    """X Φ(x), where Φ is the distribution function of the normal distribution; "tanh" approximates it.

    Raises RuntimeError for another approximation, NotImplementedError for what is not floating point.

    >>> import tensorplay as tp
    >>> [round(value, 4) for value in tp.nn.functional.gelu(tp.tensor([-1.0, 0.0, 1.0])).tolist()]
    [-0.1587, 0.0, 0.8413]
    """
    if approximate not in ("none", "tanh"):
        raise Refusal(RuntimeError, f"gelu(): approximate is 'none' or 'tanh', not {approximate!r}").exception()
    result: Tensor = execute(activated, (input,), ("gelu" if approximate == "none" else "gelu by tanh", ()))
    return result


@composition("")
def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """log(1 + exp(beta x)) / beta, a smooth relu(); x itself where beta x is above the threshold.

    Raises NotImplementedError for what is not floating point.

    >>> import tensorplay as tp
    >>> [round(value, 4) for value in tp.nn.functional.softplus(tp.tensor([0.0, 30.0])).tolist()]
    [0.6931, 30.0]
    """
    constants = (
        argument("softplus", "beta", to_float, beta, 2),
        argument("softplus", "threshold", to_float, threshold, 3),
    )
    result: Tensor = execute(activated, (input,), ("softplus", constants))
    return result


@composition("")
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The elements that are above 0, and 0 for the others; with `inplace` they are changed where they are.

    Raises NotImplementedError for complex numbers, RuntimeError for bool.

    >>> import tensorplay as tp
    >>> tp.nn.functional.relu(tp.tensor([-1, 2])).tolist()
    [0, 2]
    """
    return input.relu_() if inplace else input.relu()
