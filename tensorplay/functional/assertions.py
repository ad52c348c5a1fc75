"""Asserting that tensors, numbers and collections of them are close: what `tensorplay.testing` offers."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tensorplay.attributes.dtype import (
    DType,
    bfloat16,
    complex32,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int64,
)
from tensorplay.attributes.promotion import number_dtype, promote_types
from tensorplay.core.access import array_of
from tensorplay.core.execute import execute
from tensorplay.core.spec import number_spec
from tensorplay.core.tensor import TensorBase

from .closeness import isclose
from .copying import to
from .data import from_array
from .literals import is_array, is_scalar
from .pointwise import is_integral

# How far from the expected value a result of each dtype may be: a part of the value, and a number.
TOLERANCES: dict[DType, tuple[float, float]] = {
    float16: (1e-3, 1e-5),
    bfloat16: (1.6e-2, 1e-5),
    float32: (1.3e-6, 1e-5),
    float64: (1e-7, 1e-7),
    complex32: (1e-3, 1e-5),
    complex64: (1.3e-6, 1e-5),
    complex128: (1e-7, 1e-7),
}

Message = str | Callable[[str], str] | None


class _Mismatch(Exception):  # noqa: N818  (it becomes the AssertionError once the place is known)
    def __init__(self, text: str, *, placed: bool = False) -> None:
        super().__init__(text)
        self.placed = placed


class _Comparison:
    """What is asked of every pair."""

    def __init__(self, rtol: float | None, atol: float | None, equal_nan: bool, checks: dict[str, bool]) -> None:
        self.rtol = rtol
        self.atol = atol
        self.equal_nan = equal_nan
        self.checks = checks

    def tolerances(self, *dtypes: DType) -> tuple[float, float]:
        """As given, else the wider of those of the dtypes."""
        if self.rtol is not None and self.atol is not None:
            return self.rtol, self.atol
        found = [TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max(rtol for rtol, _ in found), max(atol for _, atol in found)

    def compare(self, actual: Any, expected: Any, place: str) -> None:
        """Raise _Mismatch where two things differ; `place` is where they are in the collections that were given."""
        try:
            self._compare(actual, expected, place)
        except _Mismatch as mismatch:
            if not place or mismatch.placed:
                raise
            raise _Mismatch(f"at {place}: {mismatch}", placed=True) from None

    def _compare(self, actual: Any, expected: Any, place: str) -> None:
        if actual is None or expected is None:
            if actual is not expected:
                raise _Mismatch(f"only one of two is None: {actual} beside {expected}")
        elif isinstance(actual, bool) and isinstance(expected, bool):
            if actual is not expected:
                raise _Mismatch(f"{expected} was expected, but it is {actual}")
        elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
            self._compare_mappings(actual, expected, place)
        elif _is_sequence(actual) and _is_sequence(expected):
            if len(actual) != len(expected):
                raise _Mismatch(f"the sequences have lengths {len(actual)} and {len(expected)}")
            for index, (left, right) in enumerate(zip(actual, expected, strict=True)):
                self.compare(left, right, f"{place}[{index}]")
        elif number_spec(actual) is not None and number_spec(expected) is not None:
            self._compare_numbers(actual, expected)
        else:
            self._compare_tensors(_tensor(actual, expected), _tensor(expected, actual))

    def _compare_mappings(self, actual: Mapping[Any, Any], expected: Mapping[Any, Any], place: str) -> None:
        missing, additional = expected.keys() - actual.keys(), actual.keys() - expected.keys()
        if missing or additional:
            raise _Mismatch(
                f"the mappings have other keys: missing are {sorted(missing, key=repr)}, "
                f"not expected are {sorted(additional, key=repr)}"
            )
        for key in actual:
            self.compare(actual[key], expected[key], f"{place}[{key!r}]")

    def _compare_numbers(self, actual: Any, expected: Any) -> None:
        actual, expected = (value.item() if is_scalar(value) else value for value in (actual, expected))
        if self.checks["dtype"] and type(actual) is not type(expected):
            raise _Mismatch(f"the types differ: {type(actual).__name__} beside {type(expected).__name__}")
        dtypes = [_widest(number_dtype(number)) for number in (actual, expected)]
        rtol, atol = self.tolerances(*dtypes)
        if actual == expected or (self.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)):
            return
        difference = abs(actual - expected)
        if not (math.isfinite(difference) and difference <= atol + rtol * abs(expected)):
            _refuse_numbers(actual, expected, difference, rtol, atol)

    def _compare_tensors(self, actual: Any, expected: Any) -> None:
        attributes = [
            ("shape", actual.shape, expected.shape, True),
            ("layout", actual.layout, expected.layout, self.checks["layout"]),
            ("stride", actual.stride(), expected.stride(), self.checks["stride"]),
            ("device", actual.device, expected.device, self.checks["device"]),
            ("dtype", actual.dtype, expected.dtype, self.checks["dtype"]),
        ]
        for name, left, right, asked in attributes:
            if asked and left != right:
                raise _Mismatch(f"{name} differs: {left}, but expected is {right}")
        if actual.is_meta or expected.is_meta:  # there are no values to compare
            return
        rtol, atol = self.tolerances(actual.dtype, expected.dtype)
        common = promote_types(actual.dtype, expected.dtype)
        actual, expected = (to(tensor, common) for tensor in (actual, expected))
        close = array_of(execute(isclose, (actual, expected), (rtol, atol, self.equal_nan)))
        if close.all():
            return
        if not actual.dim():
            actual, expected = actual.item(), expected.item()
            _refuse_numbers(actual, expected, abs(actual - expected), rtol, atol)
        wide = int64 if is_integral(common) else _widest(common)
        _refuse_tensors(close, array_of(to(actual, wide)), array_of(to(expected, wide)), rtol, atol)


def _widest(dtype: DType) -> DType:
    """Differences of numbers, and for messages, are computed as exactly as can be."""
    if dtype.is_complex:
        return complex128
    return float64 if dtype.is_floating_point else dtype


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _tensor(value: Any, other: Any) -> Any:
    """A tensor of what can stand for one beside the other."""
    if isinstance(value, TensorBase) and isinstance(other, TensorBase):
        return value
    if is_array(value) and is_array(other):
        return from_array(value, check_writable=False)
    raise TypeError(
        f"assert_close() compares tensors, arrays, numbers, None, and sequences and mappings of them, with their like; "
        f"it got {type(value).__name__} beside {type(other).__name__}"
    )


def _refuse_numbers(actual: Any, expected: Any, difference: float, rtol: float, atol: float) -> None:
    relative = difference / abs(expected) if expected else math.inf
    raise _Mismatch(
        f"{actual} is not {_wanted(rtol, atol)} {expected}\n"
        f"absolute difference: {difference}{_allowed(atol, rtol, atol)}\n"
        f"relative difference: {relative}{_allowed(rtol, rtol, atol)}"
    )


def _refuse_tensors(close: Any, actual: Any, expected: Any, rtol: float, atol: float) -> None:
    """Say how many elements differ, and where they do most; elements that are close are left out."""
    from tensorplay.backends import backend_for

    xp = backend_for("cpu").xp
    with xp.errstate(all="ignore"):
        absolute = xp.where(close, 0, xp.absolute(actual - expected))
        relative = xp.where(close, 0, absolute / xp.absolute(expected))
    count, total = int(xp.count_nonzero(~close)), close.size
    lines = [f"{count} of {total} elements ({count / total:.1%}) are not {_wanted(rtol, atol)} what is expected"]
    for name, differences, tolerance in (("absolute", absolute, atol), ("relative", relative, rtol)):
        place = tuple(int(index) for index in xp.unravel_index(xp.argmax(differences), close.shape))
        lines.append(
            f"largest {name} difference: {differences[place].item()} at {place}{_allowed(tolerance, rtol, atol)}"
        )
    raise _Mismatch("\n".join(lines))


def _wanted(rtol: float, atol: float) -> str:
    return "equal to" if rtol == atol == 0 else "close to"


def _allowed(tolerance: float, rtol: float, atol: float) -> str:
    return "" if rtol == atol == 0 else f", allowed are {tolerance}"


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: Message = None,
) -> None:
    """Assert that |actual - expected| <= atol + rtol * |expected| for each element; AssertionError says where not.

    Compares tensors, NumPy arrays, numbers and None, and sequences and mappings of them. Shape, device, dtype and
    layout must be the same, and the strides with `check_stride`; of tensors on `meta` nothing else is compared. Without
    tolerances those of the dtype count: (rtol, atol) is (1.3e-6, 1e-5) for float32, (1e-7, 1e-7) for float64,
    (1e-3, 1e-5) for float16, (1.6e-2, 1e-5) for bfloat16, and 0 for integers and bool. `msg` replaces the message, or
    makes one of it.

    Raises ValueError for one tolerance alone, TypeError for what cannot be compared.

    >>> import tensorplay as tp
    >>> tp.testing.assert_close(tp.tensor([1.0, 2.0]), tp.tensor([1.0, 2.0 + 1e-7]))
    >>> tp.testing.assert_close([tp.arange(2)], [tp.arange(3)])
    Traceback (most recent call last):
    AssertionError: at [0]: shape differs: tensorplay.Size([2]), but expected is tensorplay.Size([3])
    """
    if (rtol is None) is not (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"assert_close() needs both rtol and atol, or neither, but got no {missing}")
    if not allow_subclasses and type(actual) is not type(expected):
        raise TypeError(
            f"assert_close(): {type(actual).__name__} beside {type(expected).__name__}; allow_subclasses=True"
        )
    checks = {"device": check_device, "dtype": check_dtype, "layout": check_layout, "stride": check_stride}
    try:
        _Comparison(rtol, atol, equal_nan, checks).compare(actual, expected, "")
    except _Mismatch as mismatch:
        text = str(mismatch)
        raise AssertionError(text if msg is None else msg if isinstance(msg, str) else msg(text)) from None
