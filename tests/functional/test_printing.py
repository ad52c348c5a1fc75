"""Printing: options, what must not be read, and texts that any reader can check."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.core.planning import planning
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import make_tensor


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    yield
    tp.set_printoptions(profile="default")


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (lambda: tp.zeros(2, 3), "tensor([[0., 0., 0.],\n        [0., 0., 0.]])"),
        (lambda: tp.arange(3), "tensor([0, 1, 2])"),
        (lambda: tp.tensor(3.14), "tensor(3.1400)"),
        (lambda: tp.tensor([1 + 2j]).conj(), "tensor([1.-2.j])"),
        (lambda: tp.tensor([1 + 2j]).conj().imag, "tensor([-2.])"),
        (lambda: tp.tensor([True, False]), "tensor([ True, False])"),
        (lambda: tp.ones(2, dtype=tp.float16), "tensor([1., 1.], dtype=tensorplay.float16)"),
        (lambda: tp.zeros(2, 0), "tensor([], size=(2, 0))"),
        (lambda: tp.zeros(2, requires_grad=True), "tensor([0., 0.], requires_grad=True)"),
        (lambda: tp.zeros(2, requires_grad=True) + 1, "tensor([1., 1.], grad_fn=<AddBackward0>)"),
        (lambda: tp.zeros(2000), "tensor([0., 0., 0.,  ..., 0., 0., 0.])"),
        (lambda: tp.empty(2, 3, device="meta"), "tensor(..., device='meta', size=(2, 3))"),
    ],
)
def test_texts(tensor: Any, text: str) -> None:
    assert repr(tensor()) == str(tensor()) == text


def test_the_default_dtype_needs_no_suffix() -> None:
    with tp.default_dtype(tp.float64):
        assert repr(tp.ones(1)) == "tensor([1.])"
        assert repr(tp.ones(1, dtype=tp.float32)) == "tensor([1.], dtype=tensorplay.float32)"


def test_a_block_of_options_ends_with_the_block() -> None:
    x = tp.tensor([1.23456])
    with tp.printoptions(precision=2, sci_mode=True):
        assert repr(x) == "tensor([1.23e+00])"
        assert tp.get_printoptions()["sci_mode"] is True
    assert repr(x) == "tensor([1.2346])"
    with pytest.raises(KeyError), tp.printoptions(precision=1):
        raise KeyError
    assert repr(x) == "tensor([1.2346])"


def test_options_are_keywords_again() -> None:
    tp.set_printoptions(precision=3, threshold=math.inf, edgeitems=1, linewidth=10, sci_mode=False)
    options = tp.get_printoptions()
    tp.set_printoptions(profile="short")
    assert tp.get_printoptions() == {
        "precision": 2,
        "threshold": 1000,
        "edgeitems": 2,
        "linewidth": 80,
        "sci_mode": None,
    }
    tp.set_printoptions(**options)
    assert tp.get_printoptions() == options


def test_sci_mode_is_chosen_anew_unless_given() -> None:
    tp.set_printoptions(sci_mode=True)
    tp.set_printoptions(precision=2)
    assert tp.get_printoptions()["sci_mode"] is None


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"precision": -1}, ValueError), ({"precision": 2.5}, TypeError), ({"edgeitems": -1}, ValueError),
        ({"edgeitems": "3"}, TypeError), ({"threshold": "a"}, TypeError), ({"threshold": math.nan}, ValueError),
        ({"linewidth": 1.5}, TypeError), ({"sci_mode": 1}, TypeError), ({"digits": 3}, TypeError),
    ],
)  # fmt: skip
def test_options_that_printing_could_not_follow_are_refused_at_once(options: Any, error: type[Exception]) -> None:
    before = tp.get_printoptions()
    with pytest.raises(error):
        tp.set_printoptions(**options)
    assert tp.get_printoptions() == before
    assert repr(tp.ones(1)) == "tensor([1.])"


def test_an_unknown_profile_is_ignored_with_a_warning() -> None:
    before = tp.get_printoptions()
    with pytest.warns(UserWarning, match=r"no print profile 'bogus'.*'default', 'short', 'full'"):
        tp.set_printoptions(profile="bogus")
    assert tp.get_printoptions() == before


@pytest.mark.parametrize("dtype", [tp.float32, tp.complex32, tp.complex64, tp.bool, tp.bfloat16])
@pytest.mark.parametrize("size", [(10**8,), (10**4, 10**4), (2, 5 * 10**7), (5 * 10**7, 2)])
def test_of_a_large_tensor_only_the_edges_are_read(dtype: tp.DType, size: tuple[int, ...]) -> None:
    x = tp.ones((1,) * len(size), dtype=dtype).expand(size)
    if dtype.is_complex:
        x = x.conj()
    tracemalloc.start()
    try:
        text = repr(x)
        assert tracemalloc.get_traced_memory()[1] < 1 << 18
    finally:
        tracemalloc.stop()
    assert "..." in text


def test_the_whole_of_a_large_tensor_must_lie_in_its_storage() -> None:
    x = tp.ones(2000)
    x.untyped_storage().resize_(7996)
    with pytest.raises(RuntimeError, match=r"8000.*7996"):
        repr(x)


def test_a_tensor_that_is_only_planned_has_no_values_to_print() -> None:
    x = tp.ones(2, 3)
    shadow = make_tensor(UntypedStorage.shadow(x._storage), x._spec)
    assert repr(shadow) == "tensor(..., size=(2, 3))"
    with planning():
        assert repr(x + 1) == "tensor(..., size=(2, 3))"
        assert repr(tp.zeros(())) == str(tp.zeros(())) == f"{tp.zeros(())}" == "tensor(..., size=())"
        assert repr(tp.zeros(0)) == "tensor([])"


@pytest.mark.parametrize("tensor", [lambda: tp.ones(2), lambda: tp.ones(1), lambda: tp.empty((), device="meta")])
def test_a_format_is_for_one_number(tensor: Any) -> None:
    with pytest.raises(TypeError, match=r"'\.2f'"):
        format(tensor(), ".2f")


def test_printing_is_no_operation() -> None:
    from tensorplay.core.journal import Journal, observed_by

    journal = Journal()
    x = tp.ones(3)
    with observed_by(journal):
        repr(x)
        format(x, "")
    assert not journal.events
