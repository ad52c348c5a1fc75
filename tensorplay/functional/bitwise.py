"""Bits of integers: and, or, exclusive or, not and shifts; and the greatest common divisor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute

from .elementwise import compute
from .op import composition, op
from .pointwise import integral_only, is_integral, plan_pointwise, promoted, require_tensor

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import NumberSpec, Spec

    from .faces import Tensor


def _plan_bits(name: str, *operands: Spec | NumberSpec, bool_too: bool = True) -> Plan:
    require_tensor(name, *operands)
    dtype = promoted(*operands)
    return plan_pointwise(name, *operands, dtype=dtype, refusal=integral_only(name, dtype, bool_too=bool_too))


@op("function method bitwise_and_ out= __and__ __rand__ __iand__")
def bitwise_and(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The bits that are set in both, element by element, broadcast and promoted; for bool the logical and.

    Raises NotImplementedError for dtypes that are neither integral nor bool.

    >>> import tensorplay as tp
    >>> tp.bitwise_and(tp.tensor([6, 7]), 3).tolist()
    [2, 3]
    """
    return _plan_bits("bitwise_and", input, other)


@op("function method bitwise_or_ out= __or__ __ror__ __ior__")
def bitwise_or(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The bits that are set in either, element by element, broadcast and promoted; for bool the logical or.

    Raises NotImplementedError for dtypes that are neither integral nor bool.

    >>> import tensorplay as tp
    >>> tp.bitwise_or(tp.tensor([4, 5]), 2).tolist()
    [6, 7]
    """
    return _plan_bits("bitwise_or", input, other)


@op("function method bitwise_xor_ out= __xor__ __rxor__ __ixor__")
def bitwise_xor(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The bits that are set in one but not in both, broadcast and promoted; for bool the logical exclusive or.

    Raises NotImplementedError for dtypes that are neither integral nor bool.

    >>> import tensorplay as tp
    >>> tp.bitwise_xor(tp.tensor([4, 5]), 1).tolist()
    [5, 4]
    """
    return _plan_bits("bitwise_xor", input, other)


@op("function method bitwise_not_ out=")
def bitwise_not(input: Spec) -> Plan:
    """All bits turned over; for bool the logical not.

    Raises NotImplementedError for dtypes that are neither integral nor bool.

    >>> import tensorplay as tp
    >>> tp.bitwise_not(tp.tensor([0, 5])).tolist(), tp.bitwise_not(tp.tensor([True])).tolist()
    ([-1, -6], [False])
    """
    return plan_pointwise("bitwise_not", input, exact_dtype=True, refusal=integral_only("bitwise_not", input.dtype))


@composition("__invert__")
def invert(input: Tensor) -> Tensor:
    """All bits turned over: what `~` means. Raises TypeError for dtypes that are neither integral nor bool.

    >>> import tensorplay as tp
    >>> (~tp.tensor([True, False])).tolist()
    [False, True]
    """
    if not is_integral(input.dtype):
        raise TypeError(f"~ is defined for integral dtypes and bool, this tensor is {input.dtype}; compare it first")
    result: Tensor = execute(bitwise_not, (input,), ())
    return result


@op("function method bitwise_left_shift_ out= __lshift__ __rlshift__ __ilshift__")
def bitwise_left_shift(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """Bits moved towards the higher places, broadcast and promoted; a shift by all bits or a negative one gives 0.

    Raises NotImplementedError for dtypes that are not integral.

    >>> import tensorplay as tp
    >>> tp.bitwise_left_shift(tp.tensor([1, 3]), 2).tolist()
    [4, 12]
    """
    return _plan_bits("bitwise_left_shift", input, other, bool_too=False)


@op("function method bitwise_right_shift_ out= __rshift__ __rrshift__ __irshift__")
def bitwise_right_shift(input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """Bits moved towards the lower places, broadcast and promoted; the sign stays.

    A shift by all bits or a negative one leaves the sign: 0, or -1 for a negative number. Raises NotImplementedError
    for dtypes that are not integral.

    >>> import tensorplay as tp
    >>> tp.bitwise_right_shift(tp.tensor([12, -12]), 2).tolist()
    [3, -3]
    """
    return _plan_bits("bitwise_right_shift", input, other, bool_too=False)


@composition("function method gcd_ function:gcd_")
def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The greatest common divisors, broadcast and promoted; of 0 and 0 it is 0.

    Raises NotImplementedError for dtypes that are not integral.

    >>> import tensorplay as tp
    >>> tp.gcd(tp.tensor([12, -18]), tp.tensor([8, 12])).tolist()
    [4, 6]
    """
    result: Tensor = execute(divisors, (input, other), ("gcd",), out)
    return result


@composition("function method lcm_ function:lcm_")
def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The least common multiples, broadcast and promoted; with 0 it is 0.

    Raises NotImplementedError for dtypes that are not integral.

    >>> import tensorplay as tp
    >>> tp.lcm(tp.tensor([4, 6]), tp.tensor([6, 0])).tolist()
    [12, 0]
    """
    result: Tensor = execute(divisors, (input, other), ("lcm",), out)
    return result


@op(label="gcd or lcm")
def divisors(input: Spec, other: Spec, name: str) -> Plan:
    """The greatest common divisors, or the least common multiples."""
    return _plan_bits(name, input, other, bool_too=False)


@divisors.run
def _(backend: Any, out: Any, input: Any, other: Any, name: str) -> None:
    compute(backend, name, out, input, other)


divisors.direct(lambda dtype, name: name)


def _computes_by(operation: Operation, function: str) -> None:
    def run(backend: Any, out: Any, *operands: Any) -> None:
        compute(backend, function, out, *operands)

    operation.run(run)
    operation.direct(lambda dtype: function)


for _operation, _function in (
    (bitwise_and, "bitwise_and"),
    (bitwise_or, "bitwise_or"),
    (bitwise_xor, "bitwise_xor"),
    (bitwise_not, "bitwise_not"),
    (bitwise_left_shift, "left_shift"),
    (bitwise_right_shift, "right_shift"),
):
    _computes_by(_operation, _function)
