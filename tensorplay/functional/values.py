"""Values leave a tensor: Python numbers and nested lists, truth, length and iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import BOOLEAN, INTEGRAL
from tensorplay.backends.memory import check_room
from tensorplay.core.access import array_of
from tensorplay.core.tensor import TensorBase

from .literals import is_scalar
from .op import Number, accessor
from .parameters import tensor_argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .faces import Tensor


@accessor("method")
def tolist(input: Tensor) -> Any:
    """The values as nested lists of Python numbers; a number for a 0-dim tensor.

    Raises NotImplementedError on `meta`, where there are no values.

    >>> import tensorplay as tp
    >>> tp.arange(4).view(2, 2).t().tolist()
    [[0, 2], [1, 3]]
    """
    array = array_of(input)
    if array.size <= NUMBERS_AT_ONCE:
        return array.tolist()
    check_room(array.size * BYTES_OF_A_NUMBER, f"tolist() of {array.size} elements")
    return _listed(array)


NUMBERS_AT_ONCE = 1 << 20  # more are listed in parts, so that Ctrl-C is answered
BYTES_OF_A_NUMBER = 32  # of a Python number and its place in a list, about


def _listed(array: Any) -> list[Any]:
    if array.size <= NUMBERS_AT_ONCE:
        values: list[Any] = array.tolist()
        return values
    if array.ndim > 1:
        return [_listed(row) for row in array]
    parts = range(0, len(array), NUMBERS_AT_ONCE)
    return [value for start in parts for value in array[start : start + NUMBERS_AT_ONCE].tolist()]


@accessor("method")
def item(input: Tensor) -> Number:
    """The value of a tensor of one element, as a Python number.

    Raises RuntimeError for any other number of elements, and for a tensor without values.

    >>> import tensorplay as tp
    >>> tp.tensor([2.5]).item()
    2.5
    """
    count = input._spec.numel
    if count != 1:
        raise RuntimeError(f"item() needs a tensor of exactly one element, this one has {count}; use tolist()")
    if input._spec.device.type == "meta":
        raise RuntimeError("item() needs a value, but a tensor on device 'meta' has a layout only")
    number: Number = array_of(input).reshape(()).item()
    return number


@accessor("function method __bool__")
def is_nonzero(input: Tensor) -> bool:
    """Whether the one element of a tensor is not 0; NaN is not.

    Raises RuntimeError for any other number of elements: `any()` and `all()` say what is meant.

    >>> import tensorplay as tp
    >>> bool(tp.tensor([0.5])), tp.is_nonzero(tp.tensor(0))
    (True, False)
    """
    tensor_argument("is_nonzero", "input", input, 1)
    count = input._spec.numel
    if count != 1:
        raise RuntimeError(
            f"the truth of a tensor of {count} elements is ambiguous; use any() or all(), or numel() for emptiness"
        )
    return bool(item(input))


def _one_number(input: TensorBase, what: str) -> Number:
    """The element for a conversion to a Python number. ValueError for any other number of elements."""
    count = input._spec.numel
    if count != 1:
        raise ValueError(
            f"only one element tensors can be converted to Python scalars: {what}() of {count} elements has no answer; "
            "use tolist()"
        )
    return item(input)  # type: ignore[arg-type]


def _real_number(input: TensorBase, what: str) -> int | float:
    number = _one_number(input, what)
    if isinstance(number, complex):
        if number.imag:
            raise RuntimeError(f"value {number} cannot be converted to a real number by {what}() without loss")
        return number.real
    return number


@accessor("__int__")
def to_int(input: Tensor) -> int:
    """The one element as an int; a float loses its fraction.

    Raises ValueError for any other number of elements and for NaN, OverflowError for infinity, RuntimeError for an
    imaginary part and for an integer beyond int64.

    >>> import tensorplay as tp
    >>> int(tp.tensor(2.75))
    2
    """
    number = _real_number(input, "int")
    if isinstance(number, int) and not -(1 << 63) <= number < 1 << 63:
        raise RuntimeError(f"value {number} cannot be converted to an int of 64 bits; use item()")
    return int(number)


@accessor("__float__")
def to_float(input: Tensor) -> float:
    """The one element as a float. ValueError for any other number of elements, RuntimeError for an imaginary part.

    >>> import tensorplay as tp
    >>> float(tp.tensor([3]))
    3.0
    """
    return float(_real_number(input, "float"))


@accessor("__complex__")
def to_complex(input: Tensor) -> complex:
    """The one element as a complex number. ValueError for any other number of elements.

    >>> import tensorplay as tp
    >>> tp.tensor(2.5).__complex__()
    (2.5+0j)
    """
    return complex(_one_number(input, "complex"))


@accessor("__index__")
def to_index(input: Tensor) -> int:
    """The one element of an integral or boolean tensor, where Python asks for an index. TypeError for any other tensor.

    >>> import tensorplay as tp
    >>> [10, 20, 30][tp.tensor(1)]
    20
    """
    spec = input._spec
    if spec.numel != 1 or spec.dtype.category not in (BOOLEAN, INTEGRAL) or spec.device.type == "meta":
        raise TypeError(
            "only integer tensors of a single element can be converted to an index, but this one has dtype "
            f"{spec.dtype}, {spec.numel} elements, on device '{spec.device}'"
        )
    return int(item(input))  # type: ignore[arg-type]


@accessor("__len__")
def length(input: Tensor) -> int:
    """The size of the first dimension. TypeError for a 0-dim tensor.

    >>> import tensorplay as tp
    >>> len(tp.zeros(3, 2))
    3
    """
    size = input._spec.layout.size
    if not size:
        raise TypeError("len() of a 0-dim tensor: it has no dimensions")
    return size[0]


@accessor("__iter__")
def iterate(input: Tensor) -> Iterator[Tensor]:
    """The parts along the first dimension, as views. TypeError for a 0-dim tensor.

    >>> import tensorplay as tp
    >>> [row.tolist() for row in tp.arange(4).view(2, 2)]
    [[0, 1], [2, 3]]
    """
    if not input._spec.layout.size:
        raise TypeError("iteration over a 0-dim tensor: it has no dimensions; use item()")
    return iter(input.unbind(0))


@accessor("__contains__")
def contains(input: Tensor, element: Any) -> bool:
    """Whether an element equals a number, or any element equals its counterpart in another tensor.

    Raises RuntimeError for anything else.

    >>> import tensorplay as tp
    >>> 2 in tp.arange(3), 5 in tp.arange(3)
    (True, False)
    """
    if not isinstance(element, (TensorBase, bool, int, float, complex)) and not is_scalar(element):
        raise RuntimeError(f"`in` looks for a number or a tensor in a tensor, not for a {type(element).__name__}")
    if is_scalar(element):
        element = element.item()
    equal = input == element
    if equal._spec.device.type == "meta":
        raise RuntimeError("`in` needs values, but a tensor on device 'meta' has a layout only")
    return bool(array_of(equal).any())


@accessor("__reversed__")
def backwards(input: Tensor) -> Tensor:
    """A copy with the first dimension in reverse order; a 0-dim tensor itself.

    >>> import tensorplay as tp
    >>> list(reversed(tp.tensor(5)).shape)
    []
    """
    return input.flip(0) if input._spec.layout.size else input
