from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from tensorplay.attributes.dtype import (
    ALL_DTYPES,
    DType,
    bfloat16,
    bool_,
    complex64,
    default_dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int64,
)
from tensorplay.attributes.limits import finfo, iinfo

FLOATING_OR_COMPLEX = [one for one in ALL_DTYPES if one.is_floating_point or one.is_complex]
INTEGRAL = [one for one in ALL_DTYPES if one not in FLOATING_OR_COMPLEX and one is not bool_]
FLOAT_FIELDS = ("bits", "eps", "max", "min", "tiny", "smallest_normal", "resolution", "dtype")
INTEGER_FIELDS = ("bits", "max", "min", "dtype")


@pytest.mark.parametrize("one", FLOATING_OR_COMPLEX, ids=str)
def test_finfo_is_that_of_torch(one: DType, torch: Any) -> None:
    ours, theirs = finfo(one), torch.finfo(getattr(torch, one.name))
    for field in FLOAT_FIELDS:
        assert getattr(ours, field) == getattr(theirs, field), field
        assert type(getattr(ours, field)) is type(getattr(theirs, field)), field
    assert repr(ours) == str(ours) == repr(theirs)


@pytest.mark.parametrize("one", INTEGRAL, ids=str)
def test_iinfo_is_that_of_torch(one: DType, torch: Any) -> None:
    ours, theirs = iinfo(one), torch.iinfo(getattr(torch, one.name))
    for field in INTEGER_FIELDS:
        assert getattr(ours, field) == getattr(theirs, field), field
        assert type(getattr(ours, field)) is type(getattr(theirs, field)), field
    assert repr(ours) == str(ours) == repr(theirs)


@pytest.mark.parametrize("one", [one for one in FLOATING_OR_COMPLEX if one.is_floating_point], ids=str)
def test_finfo_is_that_of_the_array_libraries(one: DType) -> None:
    if one is bfloat16:
        library = pytest.importorskip("ml_dtypes")
        theirs = library.finfo(library.bfloat16)
    else:
        theirs = pytest.importorskip("numpy").finfo(one.name)
    ours = finfo(one)
    for field in ("eps", "max", "min", "tiny", "smallest_normal"):
        assert getattr(ours, field) == float(getattr(theirs, field)), field
    assert ours.bits == theirs.bits
    assert ours.resolution == pytest.approx(float(theirs.resolution), rel=1e-2)


@pytest.mark.parametrize("one", INTEGRAL, ids=str)
def test_iinfo_is_that_of_numpy(one: DType) -> None:
    theirs = pytest.importorskip("numpy").iinfo(one.name)
    ours = iinfo(one)
    assert (ours.bits, ours.min, ours.max) == (theirs.bits, int(theirs.min), int(theirs.max))


def test_text() -> None:
    assert repr(finfo(float16)) == (
        "finfo(resolution=0.001, min=-65504, max=65504, eps=0.000976562, smallest_normal=6.10352e-05, "
        "tiny=6.10352e-05, dtype=float16)"
    )
    assert repr(iinfo(int64)) == "iinfo(min=-9.22337e+18, max=9.22337e+18, dtype=int64)"


def test_python_types_and_defaults() -> None:
    assert finfo() == finfo(float32)
    with default_dtype(float64):
        assert finfo() == finfo(float64)
    assert finfo(float) == finfo(complex) == finfo(float64)
    assert finfo(type=complex64) == finfo(float32)
    assert iinfo(int) == iinfo(type=int64)


def test_values_are_facts() -> None:
    assert finfo(float32) != finfo(float64)
    assert iinfo(int8) != iinfo(int16)
    assert iinfo(int8) != 3
    assert len({finfo(float32), finfo(complex64), iinfo(int8)}) == 2
    for limits in (finfo(float32), iinfo(int8)):
        assert copy.copy(limits) == pickle.loads(pickle.dumps(limits)) == limits
        with pytest.raises(AttributeError, match=limits.dtype):
            limits.max = 1


@pytest.mark.parametrize(
    ("function", "wrong", "remedy"),
    [
        (finfo, int8, "iinfo"),
        (finfo, int, "iinfo"),
        (finfo, bool_, "bool$"),
        (finfo, "float32", "float32"),
        (finfo, None, "None"),
        (iinfo, float32, "finfo"),
        (iinfo, complex64, "finfo"),
        (iinfo, bool, "bool$"),
        (iinfo, "int8", "int8"),
        (iinfo, 1, "1"),
    ],
)
def test_other_types_are_refused(function: Any, wrong: Any, remedy: str) -> None:
    with pytest.raises(TypeError, match=remedy):
        function(wrong)


def test_wrong_arguments_are_refused() -> None:
    floating: Any = finfo
    integral: Any = iinfo
    for call in (integral, lambda: floating(float32, 1), lambda: floating(dtype=float32)):
        with pytest.raises(TypeError):
            call()
