from __future__ import annotations

import pickle

import pytest

from tensorplay.geometry import reasons
from tensorplay.geometry.reasons import (
    CannotReinterpret,
    Overflow,
    PartialOverlap,
    Reason,
    Refusal,
    WritesOverlap,
    counted,
)

CLASSES = [
    value
    for value in vars(reasons).values()
    if isinstance(value, type) and issubclass(value, Reason) and value is not Reason
]

EXAMPLES: list[tuple[Reason, type[Exception], str]] = [
    (Refusal(ValueError, "said so"), ValueError, "said so"),
    (reasons.DimensionOutOfRange(5, 1), IndexError, "got 5 (the tensor has 1 dimension)"),
    (reasons.NoDimensions("select()"), IndexError, "select() cannot be applied to a 0-dim tensor"),
    (
        reasons.DuplicateDimension(1, (1, -2), "sum"),
        RuntimeError,
        "sum: dim 1 appears multiple times in the dims [1, -2]",
    ),
    (reasons.WrongNumberOfDimensions("permute", (0,), 2), RuntimeError, "it has 2, but [0] names 1"),
    (reasons.IndexOutOfRange(7, 1, (2, 3)), IndexError, "index 7 is out of range for dimension 1 with size 3"),
    (reasons.NegativeSize((2, -1), -1), RuntimeError, "negative dimension -1 in the size [2, -1]"),
    (Overflow((2**62, 4), (0, 0)), RuntimeError, "with strides [0, 0]"),
    (reasons.NoMemory(2**50, "8 bytes are available"), RuntimeError, "1125899906842624 bytes: 8 bytes are available"),
    (
        reasons.TooManyDimensions(65, 64),
        RuntimeError,
        "a tensor of 65 dimensions: values on the CPU are held by NumPy, which has at most 64",
    ),
    (reasons.ShapeMismatch((5, -1), 6), RuntimeError, "6 is no multiple of 5"),
    (reasons.CannotInfer((-1, -1, -1), 6), RuntimeError, "has 3 times -1"),
    (reasons.CannotBroadcast(((2, 3), (4,)), -1, 0, 1), RuntimeError, "size 3 must match size 4 at dimension -1"),
    (reasons.CannotExpand((2,), (3,), 0, 2), RuntimeError, "expand [2] to [3]: the expanded size (3) must match"),
    (reasons.TooFewDimensions((2, 3), (3,)), RuntimeError, "sizes provided (1)"),
    (reasons.CannotView((2, 3), (1, 2), (6,), (0, 1), 1, 6, ()), RuntimeError, "stride 1 is not size 3 · stride 2"),
    (reasons.NotContiguous((2, 3), (1, 2), "contiguous", (1,), 2, 1), RuntimeError, "not contiguous: 2 ≠ 1 (dim 1)"),
    (reasons.WrongRankForFormat(3, "channels_last", 4), RuntimeError, "required rank 4 tensor"),
    (reasons.AmbiguousOrder((1, 3), (3, 1), (), (), (0,), ()), RuntimeError, "dim 0 of size 1 may lie anywhere"),
    (reasons.OutOfStorage((3,), (1,), 0, 3, 1), RuntimeError, "require 3 elements, out of bounds for a storage of 1"),
    (CannotReinterpret((3,), (1,), 4, 8, "size(-1)", 3, 2), RuntimeError, "divisible by 2 to view elements of 4 bytes"),
    (WritesOverlap((2, 3), (0, 1), 0), RuntimeError, "dim 0 of size 2 has stride 0"),
    (PartialOverlap((1, 3), (0, 2)), RuntimeError, "cells 1 to 3 are written, 0 to 2 are read"),
]


@pytest.mark.parametrize(("reason", "error", "text"), EXAMPLES, ids=[type(example[0]).__name__ for example in EXAMPLES])
def test_a_reason_makes_the_builtin_error(reason: Reason, error: type[Exception], text: str) -> None:
    assert text in reason.sentence()
    exception = reason.exception()
    assert type(exception) is error
    assert exception.reason is reason  # type: ignore[attr-defined]
    way_out = reason.way_out()
    assert str(exception) == (f"{reason.sentence()}. {way_out}" if way_out else reason.sentence())
    assert not reason.sentence().endswith(".")


def test_every_reason_has_an_example() -> None:
    assert {type(reason) for reason, _, _ in EXAMPLES} == set(CLASSES)


@pytest.mark.parametrize("reason", [example[0] for example in EXAMPLES], ids=lambda reason: type(reason).__name__)
def test_reasons_are_values(reason: Reason) -> None:
    fields = {name: getattr(reason, name) for name in type(reason).__annotations__}
    assert pickle.loads(pickle.dumps(reason)) == reason
    for twin in (type(reason)(**fields), type(reason)(*fields.values())):
        assert twin == reason
        assert hash(twin) == hash(reason)
        assert repr(twin) == repr(reason)
    for name in fields:
        with pytest.raises(AttributeError):
            setattr(reason, name, None)
    with pytest.raises(TypeError):
        type(reason)(**fields, another=1)
    with pytest.raises(TypeError):
        type(reason)(*fields.values(), 1)
    with pytest.raises(TypeError):
        type(reason)()


def test_counted() -> None:
    assert [counted(number, "byte") for number in (0, 1, 2)] == ["0 bytes", "1 byte", "2 bytes"]
