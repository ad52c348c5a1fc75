"""The shortest way gives what the long way gives, and leaves to it what it cannot do."""

from __future__ import annotations

import random
import threading
import warnings
from functools import partial
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.core.journal import Journal, observed_by

TWO = ["add", "sub", "mul", "div", "eq", "ne", "lt", "le", "gt", "ge", "maximum", "minimum", "fmax", "logical_and"]
ONE = ["neg", "abs", "exp", "sqrt", "log", "sin", "tanh", "floor", "logical_not", "clone"]
IN_PLACE = ["add_", "sub_", "mul_", "div_", "copy_", "exp_", "neg_"]
DTYPES = [tp.bool, tp.uint8, tp.int32, tp.int64, tp.float16, tp.float32, tp.float64, tp.complex64]


def random_tensor(chance: random.Random, dtype: Any, size: tuple[int, ...]) -> Any:
    numbers = tp.tensor([chance.randint(-3, 4) for _ in range(4 * 4 * 4)]).to(dtype).view(4, 4, 4)
    layouts = [
        numbers[: size[0], : size[1], 0].contiguous(),
        numbers[: size[1], : size[0], 1].t(),
        numbers[0, : size[0], : size[1]],
        numbers[1, :1, : size[1]],
        numbers[2, 0, : size[1]],
        numbers[3, 0, 0],
    ]
    return chance.choice(layouts)


def the_long_way(call: Any) -> Any:
    """An observed operation takes the long way."""
    with observed_by(Journal()):
        return outcome(call)


def outcome(call: Any) -> Any:
    try:
        result = call()
    except Exception as error:  # noqa: BLE001
        return type(error)
    return result.dtype, result.shape, result.stride(), repr(result.tolist()), result._version


@pytest.mark.parametrize("name", [*TWO, *ONE])
def test_new_results(name: str) -> None:
    chance = random.Random(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no overflow or division by zero is warned about
        for _ in range(150):
            size = (chance.randint(1, 4), chance.randint(1, 4))
            operands = [random_tensor(chance, chance.choice(DTYPES), size)]
            if name in TWO:
                other = random_tensor(chance, chance.choice([operands[0].dtype, *DTYPES]), size)
                operands.append(chance.choice([other, other, 3, -1, 2.5, 300, True]))
            call = partial(getattr(tp, name), *operands)
            for _ in range(2):  # prepared, then followed
                found = outcome(call)
            assert found == the_long_way(call), (name, operands)


@pytest.mark.parametrize("name", IN_PLACE)
def test_changes_in_place(name: str) -> None:
    chance = random.Random(name)
    for _ in range(150):
        size = (chance.randint(1, 4), chance.randint(1, 4))
        first = random_tensor(chance, chance.choice(DTYPES), size)
        arguments = []
        if name not in ("exp_", "neg_"):
            other = random_tensor(chance, chance.choice([first.dtype, *DTYPES]), size)
            same = first[: first.shape[0]] if first.dim() else first
            arguments = [chance.choice([other, other, first, same, 3, 2.5])]

        def changed(first: Any = first, arguments: Any = arguments) -> Any:
            storage = first.untyped_storage().clone()
            target = tp.empty(0, dtype=first.dtype).set_(storage, first.storage_offset(), first.shape, first.stride())
            moved = [target if item is first else item for item in arguments]
            return getattr(target, name)(*moved)

        changed_twice = [outcome(changed) for _ in range(2)]
        assert changed_twice[1] == the_long_way(changed), (name, first, arguments)


def test_a_result_has_its_bytes() -> None:
    """They are held by an array alone until somebody asks for the storage's buffer."""
    x = tp.arange(6.0).view(2, 3)
    for operand in (x, x.t(), x[:, 1:]):
        for _ in range(2):
            result = operand + operand
        assert result.untyped_storage().nbytes() == 4 * result.numel()
        assert result.data_ptr() % 4 == 0
        assert result.numpy().tolist() == [[2 * value for value in row] for row in operand.tolist()]
        assert tp.empty(0).set_(result.untyped_storage()).sum() == result.sum()


def test_a_resized_storage_is_seen_anew() -> None:
    x, y = tp.ones(3), tp.ones(3)
    for _ in range(3):
        assert (x + y).tolist() == [2.0, 2.0, 2.0]
    x.untyped_storage().resize_(0)
    with pytest.raises(RuntimeError, match="resized to 0 bytes"):
        x + y
    x.untyped_storage().resize_(12)
    x.fill_(5)
    assert (x + y).tolist() == [6.0, 6.0, 6.0]


def test_versions_and_what_was_written() -> None:
    x, y = tp.empty(2, 3), tp.ones(2, 3)
    for count in range(1, 4):
        x.copy_(y)
        assert x._version == count
        assert x.untyped_storage().record.covers(0, 24)
    x[:, 1:].add_(y[:, 1:])
    assert x._version == 4
    assert x.tolist() == [[1.0, 2.0, 2.0]] * 2


def test_gradients_are_recorded() -> None:
    x, y = tp.ones(2, 3), tp.ones(2, 3)
    x + y
    w = tp.ones(2, 3, requires_grad=True)
    assert (w + y).requires_grad
    assert not (x + y).requires_grad
    with pytest.raises(RuntimeError):
        w.add_(y)


def test_threads_do_not_meet() -> None:
    x, y = tp.arange(2000.0).view(40, 50), tp.ones(40, 50)
    wrong: list[Any] = []

    def work(number: float) -> None:
        wrong.extend([number for _ in range(300) if (x * number + y)[1, 1] != 51 * number + 1])

    threads = [threading.Thread(target=work, args=(number,)) for number in (1.0, 2.0, 3.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_copies_of_one_element_dimensions() -> None:
    """Their strides say nothing, and the bytes lie in order all the same."""
    for _ in range(3):
        x = tp.zeros(6).as_strided((2, 1, 3), (3, 50, 1))
        y = tp.arange(6.0).as_strided((2, 1, 3), (3, 1, 1))
        for _ in range(2):
            x.copy_(y)
        assert x.tolist() == y.tolist()
        assert x._base.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    flags = tp.tensor([True, False])
    assert tp.zeros(2, dtype=tp.bool).copy_(flags).tolist() == [True, False]
    number = tp.tensor(1.5, dtype=tp.bfloat16)
    assert tp.tensor(0.0, dtype=tp.bfloat16).copy_(number).item() == 1.5


@pytest.mark.parametrize("dtype", [tp.float16, tp.bfloat16])
def test_16_bit_floats_take_the_short_way_to_the_same_bits(dtype: Any) -> None:
    x = tp.arange(-40, 40).to(dtype) / 7
    y = tp.arange(80).to(dtype) / 3
    for call in (lambda: x + y, lambda: x * y, lambda: x - 1.1, lambda: x * 1.1, lambda: x < y, lambda: -x, x.clone):
        for _ in range(2):
            result = call()
        assert result.view(-1).tolist() == observed(call).tolist()
    assert tp.zeros(80, dtype=dtype).copy_(x).tolist() == x.tolist()


def observed(call: Any) -> Any:
    with observed_by(Journal()):
        return call()


def test_a_slice_of_the_storage_that_is_written_takes_the_long_way() -> None:
    x = tp.arange(6.0)
    part = tp.empty(0).set_(x.untyped_storage()[8:])
    same = tp.empty(0).set_(x.untyped_storage()[:])
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"overlap|single memory location|share"):
            x[:4].add_(part)
        assert x.add_(same).tolist()[1] in (2.0, 4.0)
