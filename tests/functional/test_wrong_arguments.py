"""Arguments of a wrong class: TypeError says which argument it is, whatever it would have broken inside."""

from __future__ import annotations

from typing import Any

import pytest

import tensorplay as tp

pytest.importorskip("numpy")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: tp.zeros(2).inner(None), "argument 'other' .* must be Tensor, not NoneType"),
        (lambda: tp.arange(3).diff({}), "argument 'n' .* must be int, not dict"),
        (lambda: tp.arange(3).diff(1, 0, 3.5), "argument 'prepend' .* must be Tensor, not float"),
        (lambda: tp.arange(3).unique(dim="a"), "argument 'dim' .* must be int, not str"),
        (lambda: tp.zeros(2).reshape(tp.int64), "must be made of ints, but found dtype"),
        (lambda: tp.zeros(tp.int64), "must be made of ints, but found dtype"),
        (lambda: tp.acosh(3), r"^acosh\(\): argument 'input' .* must be Tensor, not int"),
        (lambda: tp.fmax(tp.ones(2), 3), r"^fmax\(\): argument 'other' .* must be Tensor, not int"),
        (lambda: tp.zeros(2).masked_fill(5, 1), "argument 'mask' .* must be Tensor, not int"),
    ],
)
def test_the_argument_is_named(call: Any, expected: str) -> None:
    with pytest.raises(TypeError, match=expected) as caught:
        call()
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_errors_of_right_arguments_stay() -> None:
    with pytest.raises(RuntimeError, match="size"):
        tp.zeros(2).inner(tp.zeros(3))
    with pytest.raises(IndexError):
        tp.arange(3).unique(dim=4)
