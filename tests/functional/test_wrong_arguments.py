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


SEVERAL = {
    "max": lambda out: tp.max(tp.arange(6).view(2, 3), dim=0, out=out),
    "min": lambda out: tp.min(tp.arange(6).view(2, 3), dim=0, out=out),
    "median": lambda out: tp.median(tp.arange(6).view(2, 3), dim=0, out=out),
    "mode": lambda out: tp.mode(tp.arange(6).view(2, 3), dim=0, out=out),
    "kthvalue": lambda out: tp.kthvalue(tp.arange(6).view(2, 3), 1, dim=0, out=out),
    "sort": lambda out: tp.sort(tp.arange(6).view(2, 3), out=out),
    "topk": lambda out: tp.topk(tp.arange(6).view(2, 3), 2, out=out),
    "cummax": lambda out: tp.cummax(tp.arange(6).view(2, 3), 0, out=out),
    "cummin": lambda out: tp.cummin(tp.arange(6).view(2, 3), 0, out=out),
    "aminmax": lambda out: tp.aminmax(tp.arange(6).view(2, 3), dim=0, out=out),
    "slogdet": lambda out: tp.linalg.slogdet(tp.eye(2), out=out),
}
ONE = {
    "add": lambda out: tp.add(tp.arange(3), 1, out=out),
    "sum": lambda out: tp.sum(tp.arange(6).view(2, 3), 0, out=out),
    "cat": lambda out: tp.cat([tp.arange(3), tp.arange(3)], out=out),
    "where": lambda out: tp.where(tp.arange(3) > 0, 1, tp.arange(3), out=out),
    "take": lambda out: tp.take(tp.arange(3), tp.tensor([1]), out=out),
    "msort": lambda out: tp.msort(tp.arange(3), out=out),
    "max": lambda out: tp.max(tp.arange(3), out=out),
}


@pytest.mark.parametrize("name", SEVERAL)
def test_a_tuple_of_outputs_is_taken_whole_or_not_at_all(name: str) -> None:
    first, second, third = (tp.full((2,), 7) for _ in range(3))
    for wrong in (first, (first,), (first, second, third), (first, 3), (first, None), "ab", tp.zeros(2, 2)):
        with pytest.raises(TypeError):
            SEVERAL[name](wrong)
    follows = tp.full((2,), 7.0).requires_grad_()
    with pytest.raises(RuntimeError):
        SEVERAL[name]((first, follows))
    for out in (first, second, third):
        assert out.tolist() == [7, 7]


@pytest.mark.parametrize("name", ONE)
def test_one_output_is_no_tuple(name: str) -> None:
    out = tp.full((2,), 7)
    for wrong in ((out,), [out], (out, out), (), 3):
        with pytest.raises(TypeError, match="must be Tensor, not"):
            ONE[name](wrong)
    assert out.tolist() == [7, 7]


def test_no_output_is_changed_where_the_second_requires_grad() -> None:
    least = tp.full((3,), 7.0)
    with pytest.raises(RuntimeError, match="requires grad"):
        tp.aminmax(tp.ones(2, 3), dim=0, out=(least, tp.zeros(3).requires_grad_()))
    assert least.tolist() == [7, 7, 7]


MATRIX = tp.arange(6.0).view(2, 3)
# A 0-dim tensor stands for its number: what it names, and the same call with a number.
NUMBERS = {
    "alpha": lambda one, number: tp.add(MATRIX, 1, alpha=number),
    "alpha in place": lambda one, number: MATRIX.clone().sub_(MATRIX, alpha=number),
    "value": lambda one, number: tp.addcmul(MATRIX, MATRIX, MATRIX, value=number),
    "beta": lambda one, number: tp.addmm(MATRIX, tp.eye(2), MATRIX, beta=number),
    "sum": lambda one, number: MATRIX.sum(one),
    "std": lambda one, number: MATRIX.std(one),
    "count_nonzero": lambda one, number: MATRIX.count_nonzero(one),
    "cumsum": lambda one, number: MATRIX.cumsum(one),
    "tril": lambda one, number: MATRIX.tril(one),
    "round": lambda one, number: tp.round(MATRIX / 7, decimals=one),
    "narrow": lambda one, number: MATRIX.narrow(one, one, one),
    "eps": lambda one, number: tp.nan_to_num(MATRIX / 0, number),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_tensor_of_one_number_stands_for_it(name: str) -> None:
    call = NUMBERS[name]
    expected = call(1, 2.5)
    for number in (tp.tensor(2.5), tp.tensor(2.5, dtype=tp.float16)):
        for one in (tp.tensor(1), tp.tensor(1, dtype=tp.uint8)):
            assert call(one, number).tolist() == expected.tolist()


def test_the_number_of_a_tensor_is_read_at_each_call() -> None:
    dim = tp.tensor(0)
    assert MATRIX.unsqueeze(dim).shape == (1, 2, 3)
    assert MATRIX.sum(dim).shape == (3,)
    dim.fill_(1)
    assert MATRIX.unsqueeze(dim).shape == (2, 1, 3)
    assert MATRIX.sum(dim).shape == (2,)


def test_which_tensors_are_no_number() -> None:
    for alpha in (tp.tensor([2.0]), tp.tensor([1.0, 2.0]), tp.tensor([])):
        with pytest.raises(TypeError, match=r"'alpha' .* must be Number, not Tensor"):
            tp.add(MATRIX, 1, alpha=alpha)
    for dim in (tp.tensor(1.0), tp.tensor(True)):
        with pytest.raises(TypeError, match=r"'dim' .* must be int, not Tensor"):
            MATRIX.sum(dim)


def test_bytes_of_no_dimension_are_a_mask_and_words_are_no_index() -> None:
    assert MATRIX[tp.tensor(5, dtype=tp.uint8)].shape == (1, 2, 3)
    assert MATRIX[tp.tensor(0, dtype=tp.uint8)].shape == (0, 2, 3)
    for word in ("a", b"a", (0, "a")):
        with pytest.raises(TypeError, match="an index must be"):
            MATRIX[word]
