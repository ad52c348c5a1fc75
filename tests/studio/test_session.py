"""Sessions: statements one after the other, what each came to, and errors that leave nothing of ours half-done."""

from __future__ import annotations

import builtins
import sys
import threading
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.core.journal import observers
from tensorplay.core.planning import is_planning
from tensorplay.studio.session import Outcome, Session


def outcomes(session: Session, source: str) -> list[Outcome]:
    return list(session.run(source, "<test>"))


def only(session: Session, source: str) -> Outcome:
    (outcome,) = outcomes(session, source)
    return outcome


@pytest.fixture
def session() -> Session:
    return Session()


def test_each_statement_is_done_before_the_next(session: Session) -> None:
    running = session.run("a = 1\nb = 2")
    assert "a" not in session.namespace
    next(running)
    assert session.namespace["a"] == 1
    assert "b" not in session.namespace
    assert next(running).source == "b = 2"


def test_expressions_are_echoed_and_kept(session: Session) -> None:
    found = outcomes(session, "1 + 1; _ * 2; None; print('', end=''); 'a'; x = 3")
    assert [outcome.echo for outcome in found] == ["2", "4", None, None, "'a'", None]
    assert session.namespace["_"] == "a"


def test_facts_of_what_changed(session: Session) -> None:
    made, nothing, viewed = outcomes(session, "x = empty(2, 3, device='meta'); n = 3; x.t()")
    assert made.changes is not None
    assert [change.name for change in made.changes.changes] == ["x"]
    assert not nothing.changes
    assert viewed.changes is not None
    assert viewed.changes.changes[0].verdict.kind == "view"
    assert viewed.echo is not None


def test_what_is_only_held_to_be_brought_back() -> None:
    def verdict(session: Session, source: str) -> tuple[bool, tuple[str, ...]]:
        changes = outcomes(session, source)[-1].changes
        assert changes is not None
        (change,) = changes.changes
        assert change.verdict.kind == "gone"
        return change.verdict.freed, change.verdict.holders

    source = "x = empty(4, device='meta'); y = x[1:]"
    for session, last in ((Session(), (False, ("%undo",))), (Session(undoing=False), (True, ()))):
        outcomes(session, source)
        assert verdict(session, "del x") == (False, ("y",))
        assert verdict(session, "y = None") == last


def test_nobody_watches_where_nothing_is_shown() -> None:
    outcome = only(Session(watching=False), "x = empty(2, device='meta')")
    assert outcome.changes is None


def test_an_error_ends_the_source_and_keeps_what_was_done(session: Session) -> None:
    found = outcomes(session, "x = 1\ny = 1 / 0\nz = 2")
    assert [type(outcome.error) for outcome in found] == [type(None), ZeroDivisionError]
    assert session.namespace["x"] == 1
    assert "z" not in session.namespace
    assert only(session, "x").echo == "1"


def test_what_an_error_of_ours_says(session: Session) -> None:
    outcomes(session, "z = empty(2, 4, 3, device='meta')[:, ::2]")
    outcome = only(session, "z.view(12)")
    assert isinstance(outcome.error, RuntimeError)
    assert outcome.why is not None
    assert outcome.why.ways_out[0].expression == "z.reshape(12)"


@pytest.mark.parametrize(
    "source", ["x = = 1", "x = 'abc", "\0", "'\ud800'", "return 5", "f(" * 100 + ")" * 100, "-" * 100_000 + "1", "x +"]
)
def test_what_cannot_be_run(session: Session, source: str) -> None:
    outcome = outcomes(session, source)[-1]
    assert isinstance(outcome.error, Exception)
    assert only(session, "1").echo == "1"


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    def __repr__(self): raise OSError('no')\nA()",
        "class A:\n    def __repr__(self): return 5\nA()",
        "class A:\n    def __repr__(self): raise KeyboardInterrupt\nA()",
        "def f(): f()\nf()",
        "x = []\nfor i in range(100000): x = [x]\nx",
        "raise BaseException('all')",
        "raise GeneratorExit",
        "class A(Exception):\n    def __str__(self): raise OSError('no')\nraise A",
        "del no_such_name",
    ],
)
def test_errors_of_all_kinds(session: Session, source: str) -> None:
    failed = outcomes(session, source)[-1]
    assert failed.error is not None
    assert failed.fault is None
    assert only(session, "zeros(2).stride()").echo == "(1,)"
    assert not observers
    assert not is_planning()


@pytest.mark.parametrize(
    "source",
    [
        "del __builtins__",
        "__builtins__ = None",
        "__builtins__ = 5",
        "globals().clear()",
        "tp = None",
        "del tp, zeros",
        "_ = 5",
        "__name__ = 3",
        "x: int = 3",
        "import sys; sys.stdout = None; sys.stdout = sys.__stdout__",
    ],
)
def test_a_namespace_that_was_spoiled(session: Session, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    assert outcomes(session, source)[-1].error is None
    assert only(session, "len('abc')").echo == "3"
    assert only(session, "import tensorplay as tp").error is None
    made = only(session, "y = tp.empty(3, device='meta')")
    assert made.changes is not None
    assert [change.name for change in made.changes.changes] == ["y"]
    assert session.namespace["__builtins__"] is builtins


@pytest.mark.parametrize("source", ["raise SystemExit(3)", "import sys; sys.exit(3)", "def f(): exit(3)\nf()"])
def test_system_exit_passes_through(session: Session, source: str) -> None:
    with pytest.raises(SystemExit) as caught:
        outcomes(session, source)
    assert caught.value.code == 3
    assert not observers


def test_the_future_holds_for_all_that_follows(session: Session) -> None:
    outcomes(session, "from __future__ import annotations")
    only(session, "def f(x: no_such_name): pass")
    assert only(session, "f.__annotations__").echo == "{'x': 'no_such_name'}"
    assert "no_such_name" in repr(only(Session(), "def f(x: no_such_name): pass").error)


def test_a_documentation_is_not_echoed(session: Session) -> None:
    source = '"""What it is."""\n"said"'
    assert [outcome.echo for outcome in session.run(source, documented=True)] == ["'said'"]
    assert session.namespace["__doc__"] == "What it is."
    assert [outcome.echo for outcome in Session().run(source)] == ["'What it is.'", "'said'"]


def test_an_interrupt_is_an_error_like_others(session: Session) -> None:
    outcome = only(session, "raise KeyboardInterrupt")
    assert isinstance(outcome.error, KeyboardInterrupt)
    assert only(session, "1").echo == "1"


def test_what_is_interrupted_is_put_back(session: Session) -> None:
    numpy = pytest.importorskip("numpy")
    outcomes(session, "x = zeros(4); y = x[1:]")

    class HalfwayError(Exception):
        pass

    def half_done(target: Any, value: Any) -> None:
        target[:2] = value
        raise HalfwayError

    from tensorplay.backends import cpu

    original = cpu.fill
    cpu.fill = half_done
    try:
        outcome = only(session, "y.fill_(7)")
    finally:
        cpu.fill = original
    if outcome.error is None:
        pytest.skip("fill_ does not go through the backend's fill")
    assert isinstance(outcome.error, HalfwayError)
    assert numpy.array_equal(session.namespace["x"].tolist(), [0, 0, 0, 0])
    assert session.namespace["x"]._version == 0
    assert session.undo is not None
    assert session.namespace["x"].untyped_storage().record.state == "everything"


def test_a_fault_of_the_watch_does_not_end_the_session(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*values: Any) -> None:
        raise AssertionError("a fault of ours")

    monkeypatch.setattr("tensorplay.inspect.watch.Report", broken)
    outcome = only(session, "x = 1")
    assert isinstance(outcome.fault, AssertionError)
    assert outcome.error is None
    assert not observers


def test_threads(session: Session) -> None:
    outcomes(session, "import threading\nx = zeros(1000)\ndef work():\n    for i in range(100): x.add_(1)\n")
    threads = [threading.Thread(target=session.namespace["work"]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(50):
        assert only(session, f"y{number} = x[{number}:]").fault is None
    for thread in threads:
        thread.join()
    assert not observers


def test_commands_have_answers(session: Session) -> None:
    (outcome,) = session.run("%help")
    assert outcome.reply is not None
    assert outcome.reply.parts


def test_the_namespace_may_be_given() -> None:
    namespace: dict[str, Any] = {"tp": tp}
    list(Session(namespace).run("x = tp.empty(2, device='meta')"))
    assert namespace["x"].is_meta


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import builtins; del builtins.len", "builtins.len was deleted"),
        ("__builtins__.print = None", "builtins.print was replaced by what cannot be called"),
        (
            "class A:\n    def __repr__(self): del __builtins__.isinstance; return 'A'\nA()",
            "builtins.isinstance was deleted",
        ),
        ("__builtins__.__dict__.pop('BaseException'); 1 / 0", "builtins.BaseException was deleted"),
    ],
)
def test_builtins_that_are_gone_are_put_back(session: Session, source: str, told: str) -> None:
    before = dict(vars(builtins))
    assert told in [notice for outcome in outcomes(session, source) for notice in outcome.notices]
    assert {name: value for name, value in vars(builtins).items() if name in before} == before
    assert only(session, "len(zeros(3).stride())").echo == "1"


def test_all_builtins_may_go_at_once(session: Session) -> None:
    before = dict(vars(builtins))
    outcome = only(session, "vars(__builtins__).clear()")
    assert len(outcome.notices) == len(before)
    assert vars(builtins) == before


def test_builtins_that_are_replaced_hold_in_statements_alone(session: Session) -> None:
    outcomes(session, "import builtins; own = len; builtins.len = lambda value: 5")
    assert len([]) == 0
    assert only(session, "len([])").echo == "5"
    outcomes(session, "builtins.len = own")
    assert only(session, "len([])").echo == "0"
