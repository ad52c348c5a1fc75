from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import pytest

from tensorplay.attributes.dtype import (
    ALIASES,
    ALL_DTYPES,
    BOOLEAN,
    COMPLEX,
    FLOATING,
    INTEGRAL,
    LEGACY_CONSTRUCTORS,
    DType,
    as_dtype,
    bfloat16,
    bool_,
    complex32,
    complex64,
    complex128,
    default_complex_dtype,
    default_dtype,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    int8,
    int32,
    int64,
    set_default_dtype,
    uint8,
)

every_dtype = pytest.mark.parametrize("one", ALL_DTYPES, ids=str)

# name: bytes for each element, category
EXPECTED = {
    "bool": (1, BOOLEAN),
    "uint8": (1, INTEGRAL),
    "int8": (1, INTEGRAL),
    "int16": (2, INTEGRAL),
    "int32": (4, INTEGRAL),
    "int64": (8, INTEGRAL),
    "uint16": (2, INTEGRAL),
    "uint32": (4, INTEGRAL),
    "uint64": (8, INTEGRAL),
    "float16": (2, FLOATING),
    "bfloat16": (2, FLOATING),
    "float32": (4, FLOATING),
    "float64": (8, FLOATING),
    "complex32": (4, COMPLEX),
    "complex64": (8, COMPLEX),
    "complex128": (16, COMPLEX),
}


def test_there_are_sixteen() -> None:
    assert {one.name: (one.itemsize, one.category) for one in ALL_DTYPES} == EXPECTED


@every_dtype
def test_attributes_agree_with_the_category(one: DType) -> None:
    assert isinstance(one, dtype)
    assert one.is_floating_point is (one.category == FLOATING)
    assert one.is_complex is (one.category == COMPLEX)
    assert one.is_signed is not (one is bool_ or one.name.startswith("uint"))


@every_dtype
def test_attributes_are_those_of_torch(one: DType, torch: Any) -> None:
    theirs = getattr(torch, one.name)
    for name in ("itemsize", "is_floating_point", "is_complex", "is_signed"):
        assert getattr(one, name) == getattr(theirs, name), name
    assert repr(one) == repr(theirs).replace("torch", "tensorplay")
    assert str(one.to_real()) == str(theirs.to_real()).replace("torch", "tensorplay")
    try:
        expected = theirs.to_complex()
    except RuntimeError:
        with pytest.raises(RuntimeError, match=one.name):
            one.to_complex()
    else:
        assert one.to_complex().name == str(expected).removeprefix("torch.")


@every_dtype
def test_copies_and_pickles_are_the_same_object(one: DType) -> None:
    assert copy.copy(one) is one
    assert copy.deepcopy([one])[0] is one
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(one, protocol)) is one


@every_dtype
def test_nothing_can_be_changed(one: DType) -> None:
    with pytest.raises(AttributeError, match=one.name):
        one.itemsize = 3
    with pytest.raises(AttributeError, match=one.name):
        one.color = "red"
    with pytest.raises(AttributeError, match=one.name):
        del one.itemsize


def test_no_other_dtype_can_be_made() -> None:
    assert DType is dtype
    assert dtype.__name__ == "dtype"
    for arguments in ((), ("float32",), (float32,)):
        with pytest.raises(TypeError, match="cannot be made"):
            DType(*arguments)
    with pytest.raises(TypeError, match="subclassed"):
        type("Mine", (DType,), {})


def test_a_dtype_equals_only_itself() -> None:
    assert len(set(ALL_DTYPES)) == 16
    assert float32 not in ["float32", float64]
    with pytest.raises(TypeError):
        sorted([float32, float64])  # type: ignore[type-var]


def test_real_and_complex_counterparts() -> None:
    assert [one.to_complex() for one in (float16, bfloat16, float32, float64)] == [
        complex32,
        complex64,
        complex64,
        complex128,
    ]
    assert [one.to_real() for one in (complex32, complex64, complex128)] == [float16, float32, float64]
    assert complex64.to_complex() is complex64
    assert int8.to_real() is int8


def test_second_names_are_those_of_torch(torch: Any) -> None:
    for name, one in ALIASES.items():
        assert getattr(torch, name) is getattr(torch, one.name)
    for name, one in LEGACY_CONSTRUCTORS.items():
        assert getattr(torch, name).dtype is getattr(torch, one.name)


def test_python_types_stand_for_dtypes() -> None:
    assert [as_dtype(one) for one in (bool, int, float, complex)] == [bool_, int64, float64, complex128]
    assert as_dtype(uint8) is uint8
    with default_dtype(float16):
        assert as_dtype(float) is float64
    for wrong in ("float32", None, 3, str, [], object()):
        with pytest.raises(TypeError, match="expected a dtype"):
            as_dtype(wrong)  # type: ignore[arg-type]


def test_default_dtype_is_any_floating_one() -> None:
    try:
        for one in (float16, bfloat16, float64, float32):
            set_default_dtype(one)
            assert get_default_dtype() is one
            assert default_complex_dtype() is one.to_complex()
    finally:
        set_default_dtype(float32)


@pytest.mark.parametrize("wrong", [*(one for one in ALL_DTYPES if not one.is_floating_point), "float32", None, float])
def test_other_default_dtypes_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="default dtype must be"):
        set_default_dtype(wrong)
    with pytest.raises(TypeError, match="default dtype must be"), default_dtype(wrong):
        pass
    assert get_default_dtype() is float32


def fail_on(expected: DType) -> None:
    assert get_default_dtype() is expected
    raise ZeroDivisionError


def test_default_dtype_of_a_block_is_restored() -> None:
    with default_dtype(float64):
        assert get_default_dtype() is float64
        with pytest.raises(ZeroDivisionError), default_dtype(float16):
            fail_on(float16)
        assert get_default_dtype() is float64
        set_default_dtype(bfloat16)
    assert get_default_dtype() is float32


def test_default_dtype_is_shared_by_threads() -> None:
    seen: list[DType] = []
    with default_dtype(float64):
        thread = threading.Thread(target=lambda: seen.append(get_default_dtype()))
        thread.start()
        thread.join()
    assert seen == [float64]


def test_int_is_thirty_two_bits_wide() -> None:
    assert ALIASES["int"] is int32
    assert ALIASES["float"] is float32
