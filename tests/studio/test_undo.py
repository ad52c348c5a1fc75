"""Stepping back: names, layouts and bytes are as before, nothing is run again, and what is kept has a limit."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tensorplay.core.journal import observers
from tensorplay.studio.session import Session
from tensorplay.studio.undo import Undo

pytest.importorskip("numpy")


def started(source: str, undo: Undo | None = None) -> Session:
    session = Session()
    if undo is not None:
        session.undo = undo
    assert [outcome.error for outcome in session.run(source) if outcome.error] == []
    return session


def run(session: Session, source: str) -> None:
    assert [outcome.error for outcome in session.run(source) if outcome.error] == []


def back(session: Session) -> str:
    assert session.undo is not None
    return session.undo.take_back(session.namespace).source


def state(session: Session, *names: str) -> list[Any]:
    """All that undo must restore of some tensors."""
    found = []
    for name in names:
        tensor = session.namespace[name]
        storage = tensor.untyped_storage()
        found.append(
            (
                tensor.shape,
                tensor.stride(),
                tensor.storage_offset(),
                tensor.dtype,
                tensor.is_conj(),
                tensor._version,
                id(storage),
                storage.nbytes(),
                storage.version,
                storage.record.state,
                storage.record.layouts,
                storage.tolist() if storage.has_bytes else None,
            )
        )
    return found


def test_names_made_rebound_and_deleted() -> None:
    session = started("x = zeros(2, 3); n = 1; s = 'kept'")
    old = session.namespace["x"]
    run(session, "x = x.t(); m = x")
    run(session, "del n")
    assert back(session) == "del n"
    assert session.namespace["n"] == 1
    assert back(session) == "m = x"
    assert "m" not in session.namespace
    assert back(session) == "x = x.t()"
    assert session.namespace["x"] is old
    assert session.namespace["s"] == "kept"


@pytest.mark.parametrize(
    "change",
    [
        "x[0] = 7",
        "x.fill_(3)",
        "x.zero_()",
        "x[:, ::2] += 1",
        "y[0] = 9; y[1] = 8; x[0, 0] = 7",
        "x.t_()",
        "x.unsqueeze_(0)",
        "x.copy_(zeros(2, 3))",
        "x.add_(x)",
        "for i in range(100): x[i % 2, i % 3] = i",
        "for i in range(100): x.t()[i % 3] = i",
        "x.untyped_storage().resize_(48); x.resize_(12); x.fill_(5)",
        "y.mul_(2)",
    ],
)
def test_bytes_layouts_and_versions(change: str) -> None:
    session = started("x = zeros(2, 3); x[1] = 4; y = x.t()")
    if change.startswith("x.untyped_storage"):
        before = state(session, "x")
    else:
        before = state(session, "x", "y")
    ran = list(session.run(change))
    if isinstance(ran[-1].error, AttributeError):
        pytest.skip(f"{ran[-1].error}")
    assert ran[-1].error is None
    for _ in ran:
        if session.undo is not None and session.undo.steps and session.undo.steps[-1].source in change:
            back(session)
    if not change.startswith("x.untyped_storage"):
        assert state(session, "x", "y") == before
    else:
        assert session.namespace["x"].tolist() == [[0, 0, 0], [4, 4, 4]]
    assert before


def test_what_was_never_written_is_so_again() -> None:
    session = started("x = empty(4)")
    before = state(session, "x")
    run(session, "x[::2] = 1")
    assert session.namespace["x"].untyped_storage().record.state == "some"
    back(session)
    assert state(session, "x") == before


def test_random_walks() -> None:
    generator = random.Random(3)
    commands = [
        "x[0] = {n}", "y.fill_({n})", "z[::2] = {n}", "x.t_()", "y = x.t()", "z = x.clone()", "del y", "y = z",
        "x += {n}",
        "z.copy_(x)", "x = zeros(3, 3)", "y = x[1:]", "z[:] = x", "w = x.flatten()",
    ]  # fmt: skip
    for _ in range(40):
        session = started("x = zeros(3, 3); y = x[1:]; z = y.t()")
        seen = []
        for _ in range(12):
            names = [name for name in "xyzw" if name in session.namespace]
            snapshot = (names, state(session, *names))
            steps = len(session.undo.steps)  # type: ignore[union-attr]
            list(session.run(generator.choice(commands).format(n=generator.randrange(9))))
            if len(session.undo.steps) > steps:  # type: ignore[union-attr]
                seen.append(snapshot)
        while seen:
            back(session)
            names, expected = seen.pop()
            assert [name for name in "xyzw" if name in session.namespace] == names
            assert state(session, *names) == expected


def test_a_failed_statement_can_be_taken_back() -> None:
    session = started("x = zeros(3)")
    before = state(session, "x")
    (outcome,) = session.run("for i in range(9): x[i] = 1")
    assert isinstance(outcome.error, IndexError)
    assert session.namespace["x"].tolist() == [1, 1, 1]
    back(session)
    assert state(session, "x") == before


def test_nothing_to_undo() -> None:
    session = started("1 + 1; print(end='')")
    with pytest.raises(LookupError, match="nothing to undo"):
        back(session)


def test_looking_is_no_step() -> None:
    session = started("x = zeros(2, 3)")
    run(session, "x.t(); x.sum(); x[0]; x.clone()")
    assert back(session) == "x = zeros(2, 3)"


def test_the_last_value_follows() -> None:
    session = started("x = zeros(2); 5; _ = x.fill_(1); 6")
    assert back(session) == "_ = x.fill_(1)"
    assert session.namespace["_"] == 5


def test_as_many_steps_as_are_kept() -> None:
    session = started("x = 0", Undo(kept_steps=3))
    run(session, "\n".join([f"x = {number}" for number in range(1, 10)]))
    assert [back(session) for _ in range(3)] == ["x = 9", "x = 8", "x = 7"]
    with pytest.raises(LookupError, match="the last 3 statements"):
        back(session)
    assert session.namespace["x"] == 6


def test_as_many_bytes_as_are_kept() -> None:
    session = started("x = zeros(1 << 18)", Undo(kept_bytes=3 << 20))
    run(session, "\n".join([f"x.fill_({number})" for number in range(1, 6)]))
    assert [back(session) for _ in range(3)] == ["x.fill_(5)", "x.fill_(4)", "x.fill_(3)"]
    with pytest.raises(LookupError):
        back(session)
    assert session.namespace["x"][0].item() == 2


def test_too_much_for_one_step_says_so_and_changes_nothing() -> None:
    session = started("y = 1; x = zeros(1 << 20)", Undo(kept_bytes=3 << 20))
    run(session, "y = 2; x.fill_(1); y = 3")
    assert back(session) == "y = 3"
    for _ in range(2):
        with pytest.raises(LookupError, match=r"cannot undo 'x.fill_\(1\)': it overwrote more than the 3 MB"):
            back(session)
    assert session.namespace["x"][0].item() == 1
    assert session.namespace["y"] == 2


def test_memory_let_go_is_kept_only_while_it_is_little() -> None:
    session = started("x = zeros(1 << 20); y = zeros(8)", Undo(kept_bytes=3 << 20))
    run(session, "x = None")
    with pytest.raises(LookupError, match="let go of 4 MB, more than the 3 MB"):
        back(session)
    run(session, "y = None")
    back(session)
    assert session.namespace["y"].shape == (8,)


def test_a_view_that_stays_costs_nothing() -> None:
    session = started("x = zeros(1 << 20); y = x[1:]", Undo(kept_bytes=3 << 20))
    run(session, "del x")
    back(session)
    assert session.namespace["x"].numel() == 1 << 20


def test_loops_keep_each_cell_once() -> None:
    session = started("x = zeros(1 << 16)", Undo(kept_bytes=1 << 20))
    run(session, "for i in range(1000): x.add_(1)")
    assert session.undo is not None
    assert session.undo.steps[-1].kept_bytes == 1 << 18
    run(session, "for i in range(1000): x[i % 200] = 5")
    assert session.undo.steps[-1].kept_bytes <= 1 << 18
    back(session)
    assert session.namespace["x"][3].item() == 1000
    back(session)
    assert session.namespace["x"][3].item() == 0


def test_meta_tensors_have_no_bytes_to_keep() -> None:
    session = started("x = empty(1 << 40, device='meta')")
    before = state(session, "x")
    run(session, "x.fill_(1)")
    back(session)
    assert state(session, "x") == before


def test_no_operation_runs() -> None:
    session = started("x = zeros(2, 3); y = x.t()")
    run(session, "x[0] = 5; x = 3")

    class Listener:
        def before(self, event: Any, target: Any) -> None:
            raise AssertionError("an operation ran")

        def after(self, event: Any) -> None:
            raise AssertionError("an operation ran")

    listener = Listener()
    observers.append(listener)
    try:
        back(session)
        back(session)
    finally:
        observers.remove(listener)
    assert session.namespace["y"].tolist() == [[0, 0]] * 3


@pytest.mark.parametrize("dtype", ["bool", "int16", "bfloat16", "float64", "complex64", "complex128", "complex32"])
def test_every_width(dtype: str) -> None:
    session = started(f"x = zeros(5, dtype=tp.{dtype})")
    before = state(session, "x")
    run(session, "x[1::2] = 1")
    assert state(session, "x") != before
    back(session)
    assert state(session, "x") == before


@pytest.mark.parametrize(
    "failing", ["x.resize_(10)", "x.resize_(1 << 60)", "x.expand(2, 3).add_(1)", "x[9] = 1", "x += 'a'"]
)
def test_what_failed_is_no_step(failing: str) -> None:
    session = started("x = zeros(3)")
    session.namespace["a"] = session.namespace["x"].numpy()  # its memory is fixed from here on
    before = state(session, "x")
    (outcome,) = session.run(failing)
    assert outcome.error is not None
    assert state(session, "x") == before
    assert back(session) == "x = zeros(3)"


def test_what_was_done_before_an_error_is_a_step() -> None:
    session = started("x = zeros(3)\ndef f():\n    x.add_(1)\n    x.resize_(1 << 60)")
    (outcome,) = session.run("f()")
    assert outcome.error is not None
    assert back(session) == "f()"
    assert session.namespace["x"].tolist() == [0, 0, 0]


def test_memory_that_was_handed_out_is_told() -> None:
    def told(session: Session) -> str:
        (outcome,) = session.run("%undo")
        assert outcome.reply is not None
        lines = [part for part in outcome.reply.parts if isinstance(part, list)]
        return "\n".join(["".join([span.text for span in line]) for line in lines])

    session = started("x = zeros(3)\ny = x[1:]\nz = zeros(2)")
    run(session, "z.add_(1)")
    assert "NumPy" not in told(session)
    run(session, "x.numpy()[0] = 1; z.add_(1)")
    assert "x and y  share memory with NumPy or another library" in told(session)
