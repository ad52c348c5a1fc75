"""Questions about each element: is it NaN, infinite, finite, real?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.order import elementwise_strides, preserved_strides

from .comparison import eq, ne
from .complex_views import imag
from .creation import filled
from .elementwise import compute
from .likes import like
from .op import composition, op
from .parameters import NO_OPTIONS
from .pointwise import is_integral, no_complex, plan_pointwise, plan_preserving, refuse

if TYPE_CHECKING:
    from .faces import Tensor


@composition("function method")
def isnan(input: Tensor) -> Tensor:
    """Whether elements are NaN, as a bool tensor; a complex number is if one of its parts is.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.isnan(tp.tensor([1.0, float("nan")])).tolist()
    [False, True]
    """
    result: Tensor = execute(ne, (input, input), ())
    return result


def _plan_test(input: Spec, formula: Callable[[Spec], tuple[int, ...]]) -> Plan:
    """A test that PyTorch composes of other operations, each of which packs the strides: `formula` follows them."""
    if is_integral(input.dtype):
        return plan_preserving(input, bool_)
    return Plan(Effect.NEW, (Spec(Layout(input.size, formula(input)), bool_, input.device),), elementwise=True)


def _stride_of(size: tuple[int, ...], *strides: tuple[int, ...], number: bool = False) -> tuple[int, ...]:
    """The strides of an operation on tensors of one size, and on a number if one takes part."""
    return elementwise_strides([(size, stride) for stride in strides] + [((), ())] * number, size)


def _stride_of_infinite(input: Spec) -> tuple[int, ...]:
    """abs(x) == inf, of complex numbers for each part: the parts are views of every other number."""
    step = 2 if input.dtype.is_complex else 1
    absolute = _stride_of(input.size, tuple([step * stride for stride in input.stride]))
    return _stride_of(input.size, absolute, number=True)


def _stride_of_finite(input: Spec) -> tuple[int, ...]:
    """(x == x) * (abs(x) != inf)."""
    same = _stride_of(input.size, input.stride)
    absolute = preserved_strides(input.size, input.stride) if input.dtype.is_complex else same
    return _stride_of(input.size, same, _stride_of(input.size, absolute, number=True))


@composition("function method")
def isinf(input: Tensor) -> Tensor:
    """Whether elements are infinite, as a bool tensor; a complex number is if one of its parts is.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.isinf(tp.tensor([1.0, -float("inf")])).tolist()
    [False, True]
    """
    result: Tensor = execute(classified, (input,), ("isinf",))
    return result


# What is asked of a number; integers are finite.
_TESTS: dict[str, Callable[..., Any]] = {
    "isfinite": lambda xp, values: xp.isfinite(values),
    "isinf": lambda xp, values: xp.isinf(values),
    "isposinf": lambda xp, values: values == xp.inf,
    "isneginf": lambda xp, values: values == -xp.inf,
}


@op(label="isfinite or isinf")
def classified(input: Spec, name: str) -> Plan:
    """Whether elements are finite or infinite, in any direction or in one."""
    if name in ("isfinite", "isinf"):
        return _plan_test(input, _stride_of_finite if name == "isfinite" else _stride_of_infinite)
    refuse(no_complex(name, input.dtype, RuntimeError))
    return plan_pointwise(name, input, dtype=bool_, computed=input.dtype, exact_dtype=True)


@classified.run
def _(backend: Any, out: Any, input: Any, name: str) -> None:
    if input.dtype.kind in "biu":
        backend.fill(out, name == "isfinite")
    else:
        compute(backend, _TESTS[name], out, input, dtype=input.dtype)


@composition("function method")
def isfinite(input: Tensor) -> Tensor:
    """Whether elements are neither infinite nor NaN, as a bool tensor; of a complex number both parts must be.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.isfinite(tp.tensor([1.0, float("inf"), float("nan")])).tolist()
    [True, False, False]
    """
    result: Tensor = execute(classified, (input,), ("isfinite",))
    return result


@composition("function method")
def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether elements are positive infinity, as a bool tensor.

    Raises RuntimeError for complex numbers and for an `out=` that is not bool.

    >>> import tensorplay as tp
    >>> tp.isposinf(tp.tensor([1.0, float("inf"), -float("inf")])).tolist()
    [False, True, False]
    """
    result: Tensor = execute(classified, (input,), ("isposinf",), out)
    return result


@composition("function method")
def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether elements are negative infinity, as a bool tensor.

    Raises RuntimeError for complex numbers and for an `out=` that is not bool.

    >>> import tensorplay as tp
    >>> tp.isneginf(tp.tensor([1.0, float("inf"), -float("inf")])).tolist()
    [False, False, True]
    """
    result: Tensor = execute(classified, (input,), ("isneginf",), out)
    return result


@composition("function method")
def isreal(input: Tensor) -> Tensor:
    """Whether elements have no imaginary part, as a bool tensor; numbers that are not complex have none.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.isreal(tp.tensor([1 + 0j, 1j])).tolist()
    [True, False]
    """
    if isinstance(input, TensorBase) and input.dtype.is_complex:
        result: Tensor = execute(eq, (execute(imag, (input,), ()), 0), ())
        return result
    ones: Tensor = like(filled, (1,), "isreal", input, (bool_, *NO_OPTIONS[1:]))
    return ones
