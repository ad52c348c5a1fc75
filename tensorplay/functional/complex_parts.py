"""Complex tensors made of their parts: complex and polar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import float16, float32, float64
from tensorplay.geometry.reasons import Refusal

from .op import op
from .pointwise import plan_pointwise

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec


def _plan_of_parts(name: str, first: Spec, second: Spec) -> Plan:
    """Both parts have one dtype, of which the result has the complex counterpart."""
    if first.dtype not in (float16, float32, float64):
        raise Refusal(
            RuntimeError, f"{name}() is made of float16, float32 or float64 tensors, not of {first.dtype}"
        ).exception()
    if second.dtype is not first.dtype:
        raise Refusal(
            RuntimeError,
            f"{name}() takes two tensors of one dtype, but they are {first.dtype} and {second.dtype}; convert one",
        ).exception()
    return plan_pointwise(name, first, second, dtype=first.dtype.to_complex())


@op("function out=")
def complex(real: Spec, imag: Spec) -> Plan:
    """The complex tensor with these real and imaginary parts, which are broadcast.

    Raises RuntimeError unless both are float16, float32 or float64.

    >>> import tensorplay as tp
    >>> tp.complex(tp.tensor([1.0, 2.0]), tp.tensor([3.0, 4.0])).tolist()
    [(1+3j), (2+4j)]
    """
    return _plan_of_parts("complex", real, imag)


@complex.run
def _(backend: Any, out: Any, real: Any, imag: Any) -> None:
    backend.copy(out.real, real)
    backend.copy(out.imag, imag)


@complex.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    real, imag = context.operands
    return context.reduced(gradient.real, real), context.reduced(gradient.imag, imag)


@op("function out=")
def polar(abs: Spec, angle: Spec) -> Plan:
    """The complex tensor with these absolute values and angles (in radians), which are broadcast.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.polar(tp.tensor([2.0]), tp.tensor([0.0])).tolist()
    [(2+0j)]
    """
    if abs.dtype is float16:
        raise Refusal(NotImplementedError, "polar() is not made for float16; convert to float32 first").exception()
    return _plan_of_parts("polar", abs, angle)


@polar.run
def _(backend: Any, out: Any, abs: Any, angle: Any) -> None:
    xp = backend.xp
    with xp.errstate(all="ignore"):
        backend.copy(out.real, abs * xp.cos(angle))
        backend.copy(out.imag, abs * xp.sin(angle))
