"""Functions of one floating or complex number: exponentials, logarithms, roots, and the functions of angles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .arithmetic import mul
from .creation import empty_strided
from .elementwise import compute
from .likes import like
from .op import composition, op
from .parameters import NO_OPTIONS
from .pointwise import floating, no_complex, plan_pointwise, refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.attributes.dtype import DType
    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


def floating_function(
    name: str,
    formula: str | Callable[..., Any],
    summary: str,
    argument: str,
    result: str,
    *,
    aliases: str = "",
) -> Operation:
    """An operation on one tensor whose result is floating or complex, with its in-place twins and aliases.

    `formula` is what `compute` takes; `argument` and `result` make the example.
    """

    def plan(input: Spec) -> Plan:
        return plan_pointwise(name, input, dtype=floating(input.dtype))

    _describe(plan, name, __name__, summary, argument, result)
    operation = op(f"function method out= {_twins(name, aliases)}")(plan)

    def run(backend: Any, out: Any, input: Any) -> None:
        compute(backend, formula, out, input)

    operation.run(run)
    if isinstance(formula, str):
        operation.direct(lambda dtype: formula)
    return operation


def _describe(
    function: Any, name: str, module: str, summary: str, argument: str, result: str, *, real: bool = False
) -> None:
    """Give a function that is made its name and its docstring."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    complex_numbers = "NotImplementedError for complex numbers." if real else "Complex numbers are admitted."
    function.__doc__ = f"""{summary}

    Integers and bool give the default floating dtype. {complex_numbers}
    Raises RuntimeError for an `out=`, or a tensor changed in place, that cannot hold the result.

    >>> import tensorplay as tp
    >>> tp.{name}(tp.tensor({argument})).tolist()
    {result}
    """


def _twins(name: str, aliases: str) -> str:
    """The words that declare the in-place twins and the aliases."""
    names = [name, *aliases.split()]
    return " ".join([f"{known}_ function:{known}_" for known in names] + [f"alias:{alias}" for alias in names[1:]])


_FORMULAS: dict[str, str | Callable[..., Any]] = {}  # of the functions that share `tabulated`
_REAL: set[str] = set()  # those of them that are not defined for complex numbers


@op(label="special function")
def tabulated(input: Spec, name: str) -> Plan:
    """A function of one floating or complex number, of those that are seldom the bulk of the work."""
    refusal = no_complex(name, input.dtype) if name in _REAL else None
    return plan_pointwise(name, input, dtype=floating(input.dtype), refusal=refusal)


@tabulated.run
def _(backend: Any, out: Any, input: Any, name: str) -> None:
    compute(backend, _FORMULAS[name], out, input)


@tabulated.direct
def _(dtype: DType, name: str) -> str | None:
    formula = _FORMULAS[name]
    return formula if isinstance(formula, str) else None


def tabulated_function(
    name: str,
    formula: str | Callable[..., Any],
    summary: str,
    argument: str,
    result: str,
    *,
    aliases: str = "",
    real: bool = False,
    module: str = __name__,
) -> Callable[..., Tensor]:
    """As `floating_function`, but a face of the one operation `tabulated`; `real` refuses complex numbers."""
    _FORMULAS[name] = formula
    if real:
        _REAL.add(name)

    def function(input: Tensor, *, out: Tensor | None = None) -> Tensor:
        found: Tensor = execute(tabulated, (input,), (name,), out)
        return found

    _describe(function, name, module, summary, argument, result, real=real)
    return composition(f"function method {_twins(name, aliases)}")(function)


def _over_square_root(xp: Any, values: Any) -> Any:
    return 1 / xp.sqrt(values)


def _logistic(xp: Any, values: Any) -> Any:
    return 1 / (1 + xp.exp(-values))


exp = floating_function("exp", "exp", "e to the power of each element.", "[0]", "[1.0]")
exp2 = floating_function("exp2", "exp2", "2 to the power of each element.", "[0, 3]", "[1.0, 8.0]")
expm1 = floating_function("expm1", "expm1", "e to the power of each element, less 1: exact near 0.", "[0.0]", "[0.0]")
log = floating_function(
    "log", "log", "The natural logarithm; of 0 it is -inf, of a negative number nan.", "[1.0, 0.0]", "[0.0, -inf]"
)
log2 = floating_function("log2", "log2", "The logarithm to base 2.", "[1, 8]", "[0.0, 3.0]")
log10 = floating_function("log10", "log10", "The logarithm to base 10.", "[1]", "[0.0]")
log1p = floating_function(
    "log1p", "log1p", "The natural logarithm of 1 + each element: exact near 0.", "[0.0]", "[0.0]"
)
sqrt = floating_function("sqrt", "sqrt", "The square root; of a negative number nan.", "[4, 9]", "[2.0, 3.0]")
rsqrt = floating_function("rsqrt", _over_square_root, "One over the square root.", "[4, 0]", "[0.5, inf]")
sigmoid = floating_function("sigmoid", _logistic, "The logistic function 1 / (1 + exp(-x)).", "[0.0]", "[0.5]")
sin = floating_function("sin", "sin", "The sine of angles in radians.", "[0]", "[0.0]")
cos = floating_function("cos", "cos", "The cosine of angles in radians.", "[0]", "[1.0]")
tan = floating_function("tan", "tan", "The tangent of angles in radians.", "[0]", "[0.0]")
asin = floating_function(
    "asin", "arcsin", "The angle in radians whose sine is given.", "[0]", "[0.0]", aliases="arcsin"
)
acos = floating_function(
    "acos", "arccos", "The angle in radians whose cosine is given.", "[1]", "[0.0]", aliases="arccos"
)
atan = floating_function(
    "atan", "arctan", "The angle in radians whose tangent is given.", "[0]", "[0.0]", aliases="arctan"
)
sinh = floating_function("sinh", "sinh", "The hyperbolic sine.", "[0]", "[0.0]")
cosh = floating_function("cosh", "cosh", "The hyperbolic cosine.", "[0]", "[1.0]")
tanh = floating_function("tanh", "tanh", "The hyperbolic tangent.", "[0]", "[0.0]")
asinh = tabulated_function(
    "asinh", "arcsinh", "The number whose hyperbolic sine is given.", "[0]", "[0.0]", aliases="arcsinh"
)
acosh = tabulated_function(
    "acosh", "arccosh", "The number whose hyperbolic cosine is given.", "[1]", "[0.0]", aliases="arccosh"
)
atanh = tabulated_function(
    "atanh", "arctanh", "The number whose hyperbolic tangent is given.", "[0]", "[0.0]", aliases="arctanh"
)


@composition("function method deg2rad_ function:deg2rad_")
def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Angles in degrees converted to radians. Integers give the default floating dtype; RuntimeError for complex.

    >>> import tensorplay as tp
    >>> tp.deg2rad(tp.tensor([180.0])).tolist()
    [3.1415927410125732]
    """
    return _times("deg2rad", input, math.pi / 180, out)


@composition("function method rad2deg_ function:rad2deg_")
def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Angles in radians converted to degrees. Integers give the default floating dtype; RuntimeError for complex.

    >>> import tensorplay as tp
    >>> tp.rad2deg(tp.tensor([0.0])).tolist()
    [0.0]
    """
    return _times("rad2deg", input, 180 / math.pi, out)


def _times(name: str, input: Tensor, factor: float, out: Tensor | None) -> Tensor:
    if isinstance(input, TensorBase):
        refuse(no_complex(name, input.dtype, RuntimeError))
        if out is None:
            out = like(empty_strided, (), name, input, (floating(input.dtype), *NO_OPTIONS[1:]))
    result: Tensor = execute(mul, (input, factor), (), out)
    return result
