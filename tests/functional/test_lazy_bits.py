"""Writing through a lazy negation or conjugation: values are cast to the target's dtype before they are turned."""

from __future__ import annotations

from typing import Any

import pytest

import tensorplay as tp

pytest.importorskip("numpy")

BOTH = tp.tensor([1, -1])
WRITING = {
    "ne_": (lambda a: a.ne_(1), [1, 1]),
    "lt_": (lambda a: a.lt_(1), [1, 1]),
    "logical_not_": (lambda a: a.logical_not_(), [0, 1]),
    "logical_and_": (lambda a: a.logical_and_(BOTH), [1, 0]),
    "copy_": (lambda a: a.copy_(BOTH > 0), [1, 0]),
    "setitem": (lambda a: a.__setitem__(slice(None), BOTH > 0), [1, 0]),
    "out=": (lambda a: tp.eq(BOTH, 1, out=a), [1, 0]),
    "uint8": (lambda a: a.copy_(tp.tensor([3, 100], dtype=tp.uint8)), [3, 100]),
    "uint8 out=": (lambda a: tp.add(tp.tensor([2, 99], dtype=tp.uint8), 1, out=a), [3, 100]),
}


DTYPES = [tp.float32, tp.bfloat16, tp.int8, tp.int64, tp.complex64]


@pytest.mark.parametrize(
    ("name", "dtype"),
    # Complex numbers have no order.
    [(name, dtype) for name in WRITING for dtype in DTYPES if not (name == "lt_" and dtype.is_complex)],
)
def test_other_dtypes_into_a_negated_view(name: str, dtype: Any) -> None:
    write, expected = WRITING[name]
    base = tp.tensor([1, 0], dtype=dtype)
    view = base._neg_view()
    write(view)
    assert view.is_neg()
    assert view.tolist() == expected
    assert base.tolist() == [-value for value in expected]


def test_a_real_result_into_a_conjugated_view_has_no_negative_zero() -> None:
    view = tp.tensor([1 + 1j, 0]).conj()
    view.copy_(BOTH > 0)
    assert str(view.tolist()) == "[(1+0j), 0j]"


def test_a_complex_result_into_a_negated_real_view_drops_the_imaginary_part() -> None:
    view = tp.zeros(2)._neg_view()
    view.copy_(tp.tensor([1 + 2j, 3j]))
    assert view.tolist() == [1, 0]


def test_a_negated_view_of_bools_cannot_be_read_or_written() -> None:
    view = tp.tensor([True, False])._neg_view()
    with pytest.raises(NotImplementedError, match="no negative"):
        view.tolist()
    with pytest.raises(NotImplementedError, match="no negative"):
        view.copy_(BOTH)
