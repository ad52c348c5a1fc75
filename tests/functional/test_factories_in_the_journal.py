"""Factories are single operations to the journal, plan without bytes, and leave nothing behind when they fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.core.journal import Journal, observed_by
from tensorplay.core.planning import ValuesNeeded, planning

X = tp.arange(6.0).view(2, 3)

MADE = {
    "full": lambda: tp.full((2,), 3),
    "empty": lambda: tp.empty(2),
    "arange": lambda: tp.arange(3),
    "rand": lambda: tp.rand(2),
    "tensor": lambda: tp.tensor([1, 2]),
    "from_numpy": lambda: tp.from_numpy(np.ones(2)),
    "eye": lambda: tp.eye(2),
    "zeros_like": lambda: tp.zeros_like(X),
    "new_zeros": lambda: X.new_zeros(2),
    "double": X.double,
    "diagflat": lambda: tp.diagflat(X),
    "Tensor": lambda: tp.Tensor(2, 3),
    "FloatTensor": lambda: tp.FloatTensor([1]),
    "randperm": lambda: tp.randperm(3),
    "linspace": lambda: tp.linspace(0, 1, 3),
    "from_dlpack": lambda: tp.from_dlpack(X),
}


@pytest.mark.parametrize(("name", "make"), MADE.items(), ids=MADE)
def test_one_event_with_the_name_that_was_called(name: str, make: Any) -> None:
    journal = Journal()
    with observed_by(journal):
        made = make()
    (event,) = journal.events
    assert (event.name, event.effect.value) == (name, "new")
    assert event.outputs[0].is_(made)


def test_reading_values_is_no_operation() -> None:
    journal, one = Journal(), X[0, 0]
    with observed_by(journal):
        X.tolist(), one.item(), bool(one), float(one), len(X), X.numpy(), tp.is_tensor(X)
    assert not journal.events


def test_an_out_tensor_is_written() -> None:
    out = tp.zeros(3)
    journal = Journal()
    with observed_by(journal):
        tp.arange(3, out=out)
        out.uniform_()
    assert [(event.name, event.effect.value) for event in journal.events] == [
        ("arange", "write"),
        ("uniform_", "write"),
    ]
    assert all(written[0] == out.untyped_storage().serial for event in journal.events for written in event.written)


def test_factories_plan_without_bytes() -> None:
    with planning():
        for name, make in MADE.items():
            if name not in ("from_numpy", "from_dlpack"):
                assert make().untyped_storage().buffer is None, name
        for ask in (X.numpy, X.tolist, X[0, 0].item, lambda: bool(X[0, 0]), lambda: tp.from_dlpack(X)):
            with pytest.raises(ValuesNeeded):
                ask()


@pytest.mark.parametrize(
    "attempt",
    [
        lambda out: tp.full((2,), 300, out=out),
        lambda out: tp.arange(0, 5, 0, out=out),
        lambda out: tp.zeros(-1, out=out),
        lambda out: tp.zeros(2, out=out, dtype=tp.float32),
        lambda out: tp.empty(2**62, 2**62, out=out),
        lambda out: out.random_(-300, 2),
        lambda out: out.uniform_(),
        lambda out: tp.randint(0, 300, (2,), out=out),
    ],
)
def test_a_failed_attempt_changes_nothing(attempt: Any) -> None:
    out = tp.tensor([1, 2, 3], dtype=tp.int8)
    with pytest.raises((RuntimeError, TypeError, NotImplementedError)):
        attempt(out)
    assert (out.tolist(), out.size(), out.stride(), out._version, out.untyped_storage().nbytes()) == (
        [1, 2, 3],
        (3,),
        (1,),
        0,
        3,
    )
