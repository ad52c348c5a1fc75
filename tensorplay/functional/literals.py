"""Nested Python data as numbers in order: its size, the dtype that it suggests, and its conversion to elements."""

from __future__ import annotations

import operator
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import (
    INTEGRAL,
    DType,
    bool_,
    default_complex_dtype,
    get_default_dtype,
    int64,
    uint64,
)
from tensorplay.attributes.limits import iinfo
from tensorplay.attributes.promotion import promote_types
from tensorplay.core.access import array_of
from tensorplay.core.tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .op import Ints, Number

MOST_DIMENSIONS = 128


class Literal:
    """Numbers that were written down: `numbers` in logical order, for a tensor of size `size`.

    `kinds` holds what the numbers are: Python types, and dtypes for tensors, NumPy scalars and arrays. A literal cannot
    be hashed, so that no cache of plans ever keeps it.
    """

    __slots__ = ("kinds", "numbers", "size")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, data: Any) -> None:
        if isinstance(data, (str, bytes)):
            raise TypeError(f"a tensor is made of numbers, not of '{type(data).__name__}'")
        self.size: Ints = _size_of(data)
        self.kinds: set[Any] = set()
        self.numbers: list[Any] = []
        if 0 in self.size:
            self.kinds.update(_kinds_within(data))
        else:
            self._read(data, 0)

    def _read(self, data: Any, dim: int) -> None:
        """Append the numbers of a part, whose sizes must be those of the dimensions from `dim` on."""
        if dim == len(self.size):
            self.kinds.add(kind_of(data))
            self.numbers.append(data)
            return
        if is_array(data):
            self._read_array(data, dim)
            return
        if not _is_sequence(data):
            raise TypeError(
                f"not a sequence: a {type(data).__name__} stands in dimension {dim}, where others are sequences of "
                f"length {self.size[dim]}"
            )
        if len(data) != self.size[dim]:
            raise ValueError(
                f"expected sequence of length {self.size[dim]} at dim {dim} (got {len(data)}): the parts of a tensor "
                "have one length"
            )
        if dim == len(self.size) - 1:
            # The innermost dimension is read at once: this is where the time goes.
            items = data if isinstance(data, (list, tuple)) else list(data)
            types = set(map(type, items))
            self.kinds.update(types if types <= _PYTHON_NUMBERS else map(kind_of, items))
            self.numbers.extend(items)
        else:
            for part in data:
                self._read(part, dim + 1)

    def _read_array(self, array: Any, dim: int) -> None:
        if array.shape != self.size[dim:]:
            raise ValueError(
                f"expected a part of shape {list(self.size[dim:])} at dim {dim}, but an array has {list(array.shape)}: "
                "the parts of a tensor have one shape"
            )
        self.kinds.add(_dtype_of_array(array))
        self.numbers.extend(array.reshape(-1).tolist())

    def dtype(self) -> DType:
        """The dtype that holds all numbers. RuntimeError for what is no number."""
        found: DType | None = None
        for kind in self.kinds:
            dtype = kind if isinstance(kind, DType) else _dtype_of_type(kind)
            found = dtype if found is None else promote_types(found, dtype)
        return get_default_dtype() if found is None else found

    def array(self, backend: Any, dtype: DType) -> Any:
        """The numbers as an array in the type in which values of `dtype` are computed, shaped as the tensor.

        Raises as PyTorch does: RuntimeError for a number beyond an integral dtype, TypeError for what is no number.
        """
        numbers = self.numbers
        if not self.kinds <= _PYTHON_NUMBERS:
            numbers = [_plain(number, dtype) for number in numbers]
        xp = backend.xp
        if dtype is bool_:
            values = xp.array([bool(number) for number in numbers], dtype=bool)
        elif dtype.is_complex:
            values = xp.array(numbers, dtype=xp.complex128)
        elif dtype.is_floating_point:
            if complex in self.kinds:
                raise TypeError(f"a complex number cannot become an element of {dtype}: it must be real")
            values = xp.array(numbers, dtype=xp.float64)
        else:
            values = self._integers(xp, numbers, dtype)
        return values.reshape(self.size)

    def _integers(self, xp: Any, numbers: list[Any], dtype: DType) -> Any:
        """Integral elements: floats lose their fraction, numbers beyond the range are refused."""
        if not self.kinds <= {int, bool}:
            numbers = [_whole(number, dtype) for number in numbers]
        if dtype is uint64:
            return xp.array(numbers, dtype=xp.uint64)
        try:
            values = xp.array(numbers, dtype=xp.int64)
        except OverflowError:
            worst = max(numbers, key=abs)
            raise ValueError(f"{worst} is too large for an integer of 64 bits; give dtype=tensorplay.float64") from None
        limits = iinfo(dtype)
        least = limits.min if dtype.is_signed else -limits.max  # negative numbers wrap in unsigned dtypes
        if dtype is not int64 and numbers and (values.min() < least or values.max() > limits.max):
            worst = next(number for number in numbers if not least <= number <= limits.max)
            raise RuntimeError(f"value {worst} cannot be converted to {dtype} without overflow")
        return values


_PYTHON_NUMBERS = {bool, int, float, complex}
_NO_NUMBERS = (dict, set, frozenset, str, bytes)


def is_array(value: Any) -> bool:
    """Whether a value is a NumPy array; NumPy is not imported to find out."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def is_scalar(value: Any) -> bool:
    """Whether a value is a NumPy scalar."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)


def _is_sequence(value: Any) -> bool:
    """Whether a value counts as a dimension; tensors among numbers stand for their one element."""
    if isinstance(value, (list, tuple)):
        return True
    return hasattr(type(value), "__getitem__") and not isinstance(value, (TensorBase, dict)) and not is_scalar(value)


def _size_of(data: Any) -> Ints:
    """The size, read along the first elements."""
    size: list[int] = []
    part = data
    while _is_sequence(part):
        if isinstance(part, bytes):
            raise TypeError("a tensor is made of numbers, not of 'bytes'; use frombuffer")
        if isinstance(part, str) or len(size) == MOST_DIMENSIONS:
            raise ValueError(f"too many dimensions '{type(part).__name__}': numbers are expected after {len(size)}")
        if is_array(part):
            if part.ndim == 0:
                raise TypeError("an array without dimensions stands among sequences; use array.item()")
            return (*size, *part.shape)
        length = len(part)
        size.append(length)
        if not length:
            break
        part = part[0]
    return tuple(size)


def _kinds_within(data: Any) -> Iterable[Any]:
    """What data without elements suggests all the same: an empty sequence counts as the default dtype."""
    if is_array(data):
        return (_dtype_of_array(data),)
    if not _is_sequence(data):
        return (kind_of(data),)
    return chain.from_iterable(map(_kinds_within, data)) if len(data) else (get_default_dtype(),)


def kind_of(number: Any) -> Any:
    """What a number is: its Python type, or the dtype of a tensor, NumPy scalar or array."""
    if isinstance(number, TensorBase):
        return number._spec.dtype
    if is_scalar(number) or is_array(number):
        return _dtype_of_array(number)
    for kind in (bool, int, float, complex):
        if isinstance(number, kind):
            return kind
    return type(number)


def _dtype_of_array(value: Any) -> DType:
    """The dtype of a NumPy array or scalar."""
    from tensorplay.backends import backend_for

    dtype = backend_for("cpu").dtype_of(value.dtype)
    if dtype is None:
        raise TypeError(f"no tensor can hold NumPy's type {value.dtype}; convert with .astype() to a number type first")
    found: DType = dtype
    return found


def _dtype_of_type(kind: type) -> DType:
    if kind is bool:
        return bool_
    if kind is int:
        return int64
    if kind is float:
        return get_default_dtype()
    if kind is complex:
        return default_complex_dtype()
    if hasattr(kind, "__getitem__") and not issubclass(kind, dict):
        raise TypeError(
            f"'{kind.__name__}' object cannot be interpreted as a number: it stands where others are numbers"
        )
    raise RuntimeError(f"could not infer dtype of {kind.__name__}: a tensor is made of numbers")


def _plain(number: Any, dtype: DType) -> Number:
    """A Python number from a tensor, a NumPy scalar, or an object that can be converted to the dtype."""
    if isinstance(number, TensorBase):
        return _element(number, dtype)
    if is_scalar(number):
        value: Number = number.item()
        return value.real if isinstance(value, complex) and not dtype.is_complex and dtype is not bool_ else value
    if isinstance(number, (bool, int, float, complex)):
        return number
    if isinstance(number, _NO_NUMBERS) or _is_sequence(number):
        raise TypeError(f"an element must be a number, not {type(number).__name__}")
    convert: Callable[[Any], Number] = (
        complex if dtype.is_complex else float if dtype.is_floating_point else operator.index
    )
    return convert(number)


def _element(tensor: TensorBase, dtype: DType) -> Number:
    """The one element of a tensor that stands among numbers."""
    if tensor._spec.numel != 1:
        error = TypeError if dtype.category <= INTEGRAL else ValueError
        raise error(
            "only one element tensors can be converted to Python scalars, this one has size "
            f"{list(tensor._spec.size)}; use stack to join tensors"
        )
    own = tensor._spec.dtype
    if dtype.category <= INTEGRAL and own.category > INTEGRAL:
        raise TypeError(f"only integer tensors can become elements of {dtype}, but this one is {own}")
    number: Number = array_of(tensor).reshape(()).item()
    return number


def _whole(number: Any, dtype: DType) -> int:
    """An integer from a real number, which loses its fraction."""
    if isinstance(number, float) and dtype is not uint64:
        limits = iinfo(dtype)
        if not limits.min <= number <= limits.max:  # NaN neither
            raise RuntimeError(f"value {number} cannot be converted to {dtype} without overflow")
        return int(number)
    if isinstance(number, (float, complex)):
        raise TypeError(f"{number!r} cannot be interpreted as an integer of {dtype}")
    return int(number)
