"""Comparisons, and the greater or the less of two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, bool_
from tensorplay.attributes.promotion import number_dtype, result_type_of
from tensorplay.core.execute import execute

from .computing import compare
from .elementwise import compute
from .op import composition, op
from .pointwise import no_complex, plan_pointwise, promoted, refuse

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import NumberSpec, Spec

    from .faces import Tensor


def _plan_comparison(name: str, input: Spec, other: Spec | NumberSpec, *, ordered: bool) -> Plan:
    dtype = promoted(input, other)  # refuses dtypes that do not meet
    refusal = no_complex(name, dtype) if ordered else None
    return plan_pointwise(name, input, other, dtype=bool_, computed=dtype, refusal=refusal)


@op("function method eq_ out= __eq__")
def eq(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are equal, as a bool tensor; both are cast to the promoted dtype first, and NaN equals nothing.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.eq(tp.tensor([1, 2]), 2).tolist()
    [False, True]
    """
    return _plan_comparison("eq", input, other, ordered=False)


@op("function method ne_ out= __ne__ alias:not_equal not_equal_")
def ne(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements differ, as a bool tensor.

    Raises RuntimeError for sizes that do not broadcast.

    >>> import tensorplay as tp
    >>> tp.ne(tp.tensor([1, 2]), 2).tolist()
    [True, False]
    """
    return _plan_comparison("ne", input, other, ordered=False)


@op("function method lt_ out= __lt__ alias:less less_")
def lt(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are less, as a bool tensor. Raises NotImplementedError for complex numbers: they have no order.

    >>> import tensorplay as tp
    >>> tp.lt(tp.tensor([1, 2]), 2).tolist()
    [True, False]
    """
    return _plan_comparison("lt", input, other, ordered=True)


@op("function method le_ out= __le__ alias:less_equal less_equal_")
def le(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are less or equal, as a bool tensor. Raises NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.le(tp.tensor([1, 2, 3]), 2).tolist()
    [True, True, False]
    """
    return _plan_comparison("le", input, other, ordered=True)


@op("function method gt_ out= __gt__ alias:greater greater_")
def gt(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are greater, as a bool tensor. Raises NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.gt(tp.tensor([1, 2, 3]), 2).tolist()
    [False, False, True]
    """
    return _plan_comparison("gt", input, other, ordered=True)


@op("function method ge_ out= __ge__ alias:greater_equal greater_equal_")
def ge(input: Spec, other: Spec | NumberSpec) -> Plan:
    """Whether elements are greater or equal, as a bool tensor. Raises NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.ge(tp.tensor([1, 2, 3]), 2).tolist()
    [False, True, True]
    """
    return _plan_comparison("ge", input, other, ordered=True)


def meeting_type(backend: Any, *arrays: Any) -> DType:
    """The dtype in which arrays and numbers are compared."""
    return result_type_of(
        [
            ("number", number_dtype(array))
            if isinstance(array, (bool, int, float, complex))
            else ("dimensioned" if array.ndim else "zero_dimensional", backend.dtype_of(array.dtype))
            for array in arrays
        ]
    )


def _compares_by(operation: Operation, function: str) -> None:
    def run(backend: Any, out: Any, input: Any, other: Any) -> None:
        compare(backend, function, out, meeting_type(backend, input, other), input, other)

    operation.run(run)
    operation.direct(lambda dtype: function)


for _operation, _function in (
    (eq, "equal"),
    (ne, "not_equal"),
    (lt, "less"),
    (le, "less_equal"),
    (gt, "greater"),
    (ge, "greater_equal"),
):
    _compares_by(_operation, _function)


def _plan_extreme(name: str, input: Spec, other: Spec) -> Plan:
    dtype = promoted(input, other)
    refuse(no_complex(name, dtype, RuntimeError))
    return plan_pointwise(name, input, other, dtype=dtype)


@op("function method out=")
def maximum(input: Spec, other: Spec) -> Plan:
    """The greater of two elements, broadcast and promoted; NaN if either is NaN.

    Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.maximum(tp.tensor([1, 5]), tp.tensor([3, 4])).tolist()
    [3, 5]
    """
    return _plan_extreme("maximum", input, other)


@op("function method out=")
def minimum(input: Spec, other: Spec) -> Plan:
    """The less of two elements, broadcast and promoted; NaN if either is NaN.

    Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.minimum(tp.tensor([1, 5]), tp.tensor([3, 4])).tolist()
    [1, 4]
    """
    return _plan_extreme("minimum", input, other)


@composition("function method")
def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The greater of two elements, broadcast and promoted; of a number and NaN the number.

    Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.fmax(tp.tensor([1.0, float("nan")]), tp.tensor([3.0, 4.0])).tolist()
    [3.0, 4.0]
    """
    result: Tensor = execute(number_of_two, (input, other), ("fmax",), out)
    return result


@composition("function method")
def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The less of two elements, broadcast and promoted; of a number and NaN the number.

    Raises RuntimeError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.fmin(tp.tensor([1.0, float("nan")]), tp.tensor([3.0, 4.0])).tolist()
    [1.0, 4.0]
    """
    result: Tensor = execute(number_of_two, (input, other), ("fmin",), out)
    return result


@op(label="fmax or fmin")
def number_of_two(input: Spec, other: Spec, name: str) -> Plan:
    """The greater or the less of two elements; of a number and NaN the number."""
    return _plan_extreme(name, input, other)


@number_of_two.run
def _(backend: Any, out: Any, input: Any, other: Any, name: str) -> None:
    compute(backend, name, out, input, other)


number_of_two.direct(lambda dtype, name: name)


def _chooses_by(operation: Operation) -> None:
    def run(backend: Any, out: Any, input: Any, other: Any) -> None:
        compute(backend, operation.name, out, input, other)

    operation.run(run)
    operation.direct(lambda dtype: operation.name)


for _operation in (maximum, minimum):
    _chooses_by(_operation)
