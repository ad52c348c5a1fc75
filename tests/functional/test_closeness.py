"""isclose, equal, and what testing.assert_close says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tensorplay as tp

NAN, INF = float("nan"), float("inf")


def test_isclose() -> None:
    x = tp.tensor([1.0, INF, NAN, -INF])
    assert tp.isclose(x, x).tolist() == [True, True, False, True]
    assert tp.isclose(x, x, equal_nan=True).tolist() == [True] * 4
    assert tp.isclose(tp.tensor([10, 11]), tp.tensor([11, 11]), rtol=0, atol=1).tolist() == [True, True]
    assert tp.isclose(tp.tensor([True]), tp.tensor([False]), atol=2).tolist() == [True]
    for wrong in (
        lambda: tp.isclose(x, x.double()),
        lambda: tp.isclose(x, x, rtol=-1.0),
        lambda: tp.allclose(x, x, atol=-1),
    ):
        with pytest.raises(RuntimeError):
            wrong()
    with pytest.raises(TypeError):
        tp.isclose(x, 1.0)


def test_equal_compares_sizes_first() -> None:
    assert tp.equal(tp.tensor([1, 2]), tp.tensor([1.0, 2.0]))
    assert not tp.equal(tp.zeros(2), tp.zeros(2, 1))
    assert not tp.equal(tp.tensor([NAN]), tp.tensor([NAN]))
    assert tp.equal(tp.zeros(0), tp.zeros(0, dtype=tp.int64))


def test_assert_close_passes() -> None:
    x = tp.tensor([1.0, NAN])
    for actual, expected, options in (
        (x[:1], x[:1] + 1e-7, {}),
        (x, x.clone(), {"equal_nan": True}),
        ({"a": [x[:1], 1], "b": None}, {"b": None, "a": (x[:1], 1)}, {}),
        (x[:1], x[:1].double(), {"check_dtype": False}),
        (1, 1.0, {"check_dtype": False}),
        (np.ones(2), np.ones(2), {}),
        (x[:1], x[:1] + 0.5, {"rtol": 0, "atol": 1}),
    ):
        tp.testing.assert_close(actual, expected, **options)


@pytest.mark.parametrize(
    ("actual", "expected", "says"),
    [
        (
            tp.tensor([1, 2]),
            tp.tensor([1, 4]),
            r"1 of 2 elements \(50.0%\).*\nlargest absolute difference: 2 at \(1,\)",
        ),
        ([tp.ones(1), tp.ones(1)], [tp.ones(1), tp.zeros(1)], r"at \[1\]"),
        ({"a": tp.ones(1)}, {"b": tp.ones(1)}, "missing are \\['b'\\]"),
        (tp.ones(2), tp.ones(3), "shape"),
        (tp.ones(2), tp.ones(2, dtype=tp.float64), "dtype"),
        ([1], [1, 2], "lengths 1 and 2"),
        (1, 2, "1 is not equal to 2"),
        (None, 1, "None"),
        (True, False, "False was expected"),
        (tp.tensor(NAN), tp.tensor(NAN), "nan"),
    ],
)
def test_assert_close_says_what_differs(actual: Any, expected: Any, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        tp.testing.assert_close(actual, expected)
    with pytest.raises(AssertionError, match=r"^mine$"):
        tp.testing.assert_close(actual, expected, msg="mine")


def test_assert_close_refuses_what_it_cannot_compare() -> None:
    with pytest.raises(TypeError):
        tp.testing.assert_close(tp.ones(1), "a")
    with pytest.raises(ValueError, match="atol"):
        tp.testing.assert_close(1, 1, rtol=1.0)


def test_of_tensors_without_values_the_attributes_are_compared() -> None:
    tp.testing.assert_close(tp.ones(2, device="meta"), tp.zeros(2, device="meta"))
    with pytest.raises(AssertionError, match="shape"):
        tp.testing.assert_close(tp.ones(2, device="meta"), tp.ones(3, device="meta"))
