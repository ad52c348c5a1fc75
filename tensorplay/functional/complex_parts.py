"""Complex tensors made of their parts: complex and polar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import float16, float32, float64
from tensorplay.backends.blocks import in_blocks
from tensorplay.core.execute import execute
from tensorplay.geometry.reasons import Refusal

from .op import composition, op
from .pointwise import plan_pointwise
from .transcendental import cos, sin

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op(label="complex")
def of_parts(real: Spec, imag: Spec, name: str) -> Plan:
    """The complex tensor with these parts: real and imaginary for complex, absolute value and angle for polar."""
    if name == "polar" and real.dtype is float16:
        raise Refusal(NotImplementedError, "polar() is not made for float16; convert to float32 first").exception()
    if real.dtype not in (float16, float32, float64):
        raise Refusal(
            RuntimeError, f"{name}() is made of float16, float32 or float64 tensors, not of {real.dtype}"
        ).exception()
    if imag.dtype is not real.dtype:
        raise Refusal(
            RuntimeError,
            f"{name}() takes two tensors of one dtype, but they are {real.dtype} and {imag.dtype}; convert one",
        ).exception()
    return plan_pointwise(name, real, imag, dtype=real.dtype.to_complex())


@of_parts.run
def _(backend: Any, out: Any, real: Any, imag: Any, name: str) -> None:
    xp = backend.xp

    def work(place: Any, first: Any, second: Any) -> None:
        if name == "polar":
            with xp.errstate(all="ignore"):
                first, second = first * xp.cos(second), first * xp.sin(second)
        backend.copy(place.real, first)
        backend.copy(place.imag, second)

    in_blocks(backend, work, out, real, imag)


@of_parts.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    first, second = context.operands
    real, imag = gradient.real, gradient.imag
    if context.parameters[0] == "polar":
        size, angle = context.saved(0), context.saved(1)
        cosine, sine = execute(cos, (angle,), ()), execute(sin, (angle,), ())
        real, imag = real * cosine + imag * sine, size * (imag * cosine - real * sine)
    return context.reduced(real, first), context.reduced(imag, second)


@composition("function")
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The complex tensor with these real and imaginary parts, which are broadcast.

    Raises RuntimeError unless both are float16, float32 or float64.

    >>> import tensorplay as tp
    >>> tp.complex(tp.tensor([1.0, 2.0]), tp.tensor([3.0, 4.0])).tolist()
    [(1+3j), (2+4j)]
    """
    result: Tensor = execute(of_parts, (real, imag), ("complex",), out)
    return result


@composition("function")
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The complex tensor with these absolute values and angles (in radians), which are broadcast.

    Raises RuntimeError unless both are float32 or float64 and for sizes that do not broadcast, NotImplementedError for
    float16.

    >>> import tensorplay as tp
    >>> tp.polar(tp.tensor([2.0]), tp.tensor([0.0])).tolist()
    [(2+0j)]
    """
    result: Tensor = execute(of_parts, (abs, angle), ("polar",), out)
    return result
