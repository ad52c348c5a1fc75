"""Questions about each element: is it NaN, infinite, finite, real?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .comparison import eq, ne
from .complex_views import imag
from .elementwise import compute
from .likes import ones_like
from .op import composition, op
from .pointwise import no_complex, plan_pointwise, refuse

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("function method")
def isnan(input: Tensor) -> Tensor:
    """Whether elements are NaN, as a bool tensor; a complex number is if one of its parts is.

    >>> import tensorplay as tp
    >>> tp.isnan(tp.tensor([1.0, float("nan")])).tolist()
    [False, True]
    """
    result: Tensor = execute(ne, (input, input), ())
    return result


@op("function method")
def isinf(input: Spec) -> Plan:
    """Whether elements are infinite, as a bool tensor; a complex number is if one of its parts is.

    >>> import tensorplay as tp
    >>> tp.isinf(tp.tensor([1.0, -float("inf")])).tolist()
    [False, True]
    """
    return plan_pointwise("isinf", input, dtype=bool_)


@isinf.run
def _(backend: Any, out: Any, input: Any) -> None:
    if input.dtype.kind in "biu":
        backend.fill(out, False)
    else:
        compute(backend, "isinf", out, input, dtype=input.dtype)


@op("function method")
def isfinite(input: Spec) -> Plan:
    """Whether elements are neither infinite nor NaN, as a bool tensor; of a complex number both parts must be.

    >>> import tensorplay as tp
    >>> tp.isfinite(tp.tensor([1.0, float("inf"), float("nan")])).tolist()
    [True, False, False]
    """
    return plan_pointwise("isfinite", input, dtype=bool_)


@isfinite.run
def _(backend: Any, out: Any, input: Any) -> None:
    if input.dtype.kind in "biu":
        backend.fill(out, True)
    else:
        compute(backend, "isfinite", out, input, dtype=input.dtype)


@composition("function method")
def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether elements are positive infinity, as a bool tensor. Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.isposinf(tp.tensor([1.0, float("inf"), -float("inf")])).tolist()
    [False, True, False]
    """
    return _equals("isposinf", input, math.inf, out)


@composition("function method")
def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether elements are negative infinity, as a bool tensor. Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.isneginf(tp.tensor([1.0, float("inf"), -float("inf")])).tolist()
    [False, False, True]
    """
    return _equals("isneginf", input, -math.inf, out)


def _equals(name: str, input: Tensor, number: float, out: Tensor | None) -> Tensor:
    if isinstance(input, TensorBase):
        refuse(no_complex(name, input.dtype, RuntimeError))
    result: Tensor = execute(eq, (input, number), (), out)
    return result


@composition("function method")
def isreal(input: Tensor) -> Tensor:
    """Whether elements have no imaginary part, as a bool tensor; numbers that are not complex have none.

    >>> import tensorplay as tp
    >>> tp.isreal(tp.tensor([1 + 0j, 1j])).tolist()
    [True, False]
    """
    if isinstance(input, TensorBase) and input.dtype.is_complex:
        result: Tensor = execute(eq, (execute(imag, (input,), ()), 0), ())
        return result
    return ones_like(input, dtype=bool_)
