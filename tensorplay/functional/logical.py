"""Logic on elements of any dtype: whatever is not 0 is true, NaN included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.core.execute import execute

from .elementwise import compute
from .op import composition, op
from .pointwise import plan_pointwise, promoted

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("function method logical_and_")
def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether both elements are true, as a bool tensor.

    >>> import tensorplay as tp
    >>> tp.logical_and(tp.tensor([0, 2]), tp.tensor([True, True])).tolist()
    [False, True]
    """
    result: Tensor = execute(connected, (input, other), ("logical_and",), out)
    return result


@composition("function method logical_or_")
def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether an element is true in either, as a bool tensor.

    >>> import tensorplay as tp
    >>> tp.logical_or(tp.tensor([0, 2]), tp.tensor([False, False])).tolist()
    [False, True]
    """
    result: Tensor = execute(connected, (input, other), ("logical_or",), out)
    return result


@composition("function method logical_xor_")
def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether an element is true in one but not in both, as a bool tensor.

    >>> import tensorplay as tp
    >>> tp.logical_xor(tp.tensor([0, 2]), tp.tensor([True, True])).tolist()
    [True, False]
    """
    result: Tensor = execute(connected, (input, other), ("logical_xor",), out)
    return result


@op(label="logical_and/or/xor")
def connected(input: Spec, other: Spec, name: str) -> Plan:
    """Whether two elements are both true, or either, or one alone."""
    dtype = promoted(input, other)  # refuses dtypes that do not meet
    return plan_pointwise(name, input, other, dtype=bool_, computed=dtype)


@connected.run
def _(backend: Any, out: Any, input: Any, other: Any, name: str) -> None:
    compute(backend, name, out, input, other)


@op("function method logical_not_ out=")
def logical_not(input: Spec) -> Plan:
    """Whether elements are 0, as a bool tensor.

    >>> import tensorplay as tp
    >>> tp.logical_not(tp.tensor([0.0, 2.5])).tolist()
    [True, False]
    """
    return plan_pointwise("logical_not", input, dtype=bool_, computed=input.dtype)


@logical_not.run
def _(backend: Any, out: Any, input: Any) -> None:
    compute(backend, "logical_not", out, input)


connected.direct(lambda dtype, name: name)
logical_not.direct(lambda dtype: "logical_not")
