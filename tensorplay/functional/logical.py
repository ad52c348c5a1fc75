"""Logic on elements of any dtype: whatever is not 0 is true, NaN included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_

from .elementwise import compute
from .op import op
from .pointwise import plan_pointwise, promoted

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec


def _plan_logical(name: str, input: Spec, other: Spec) -> Plan:
    dtype = promoted(input, other)  # refuses dtypes that do not meet
    return plan_pointwise(name, input, other, dtype=bool_, computed=dtype)


@op("function method logical_and_ out=")
def logical_and(input: Spec, other: Spec) -> Plan:
    """Whether both elements are true, as a bool tensor.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.logical_and(tp.tensor([0, 2]), tp.tensor([True, True])).tolist()
    [False, True]
    """
    return _plan_logical("logical_and", input, other)


@op("function method logical_or_ out=")
def logical_or(input: Spec, other: Spec) -> Plan:
    """Whether an element is true in either, as a bool tensor.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.logical_or(tp.tensor([0, 2]), tp.tensor([False, False])).tolist()
    [False, True]
    """
    return _plan_logical("logical_or", input, other)


@op("function method logical_xor_ out=")
def logical_xor(input: Spec, other: Spec) -> Plan:
    """Whether an element is true in one but not in both, as a bool tensor.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.logical_xor(tp.tensor([0, 2]), tp.tensor([True, True])).tolist()
    [True, False]
    """
    return _plan_logical("logical_xor", input, other)


@op("function method logical_not_ out=")
def logical_not(input: Spec) -> Plan:
    """Whether elements are 0, as a bool tensor.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.logical_not(tp.tensor([0.0, 2.5])).tolist()
    [True, False]
    """
    return plan_pointwise("logical_not", input, dtype=bool_, computed=input.dtype)


def _decides(operation: Operation) -> None:
    def run(backend: Any, out: Any, *operands: Any) -> None:
        compute(backend, operation.name, out, *operands)

    operation.run(run)
    operation.direct(lambda dtype: operation.name)


for _operation in (logical_and, logical_or, logical_xor, logical_not):
    _decides(_operation)
