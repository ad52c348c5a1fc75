"""Explanations: every way out is tried for real, and costs what it is said to cost."""

from __future__ import annotations

import ast
import random
from typing import Any

import numpy as np
import pytest
from geometry.strategies import random_layout
from inspect_support import Watched

import tensorplay as tp
from tensorplay.core.journal import Journal, observed_by
from tensorplay.core.plan import Effect
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import make_tensor
from tensorplay.geometry.layout import required_cells
from tensorplay.geometry.reasons import AmbiguousOrder, CannotView, NotContiguous, WritesOverlap
from tensorplay.inspect.preview import preview
from tensorplay.inspect.why import Why, explain, explain_call, explain_error


@pytest.fixture
def watched() -> Watched:
    watched = Watched()
    watched.run(
        "x = arange(24.).view(2, 3, 4).clone(); y = x.transpose(1, 2); z = x[:, ::2]; a = zeros(4, 1).expand(4, 9)"
    )
    watched.run("m = zeros(2, 1, 4, 5); u = zeros(5)")
    return watched


def moved_by(text: str, names: dict[str, Any]) -> int:
    """The bytes that running an expression copies into new storages."""
    journal = Journal()
    with observed_by(journal):
        exec(text, {**vars(tp), **names})
    return sum(event.bytes_moved for event in journal.events if event.effect is Effect.NEW)


def check_ways(answer: Why | None, names: dict[str, Any], spent: int = 0) -> None:
    assert answer is not None
    for way in answer.ways_out:
        assert moved_by(way.expression, dict(names)) == way.bytes_moved + spent, way.expression
        assert (way.effect == "copies") is (way.bytes_moved > 0)


def moved_anyway(text: str, names: dict[str, Any]) -> int:
    """The bytes that the receiver and the arguments of a call copy."""
    call = ast.parse(text).body[0]
    if not isinstance(call, ast.Expr) or not isinstance(call.value, ast.Call):
        return 0
    receiver = [call.value.func.value] if isinstance(call.value.func, ast.Attribute) else []
    return sum([moved_by(ast.unparse(part), dict(names)) for part in (*receiver, *call.value.args)])


REFUSED = [
    "z.view(12)", "z.view(-1)", "z[0].view(8)", "y.view(24)", "y.flatten().t().view(5)", "x.view(5, 5)",
    "x.view(5, -1)", "x.expand(4, 3, 4)", "u.expand(5, 3)", "x.expand(3)", "a += 1", "a.add_(1)", "a[0] = a[1]",
    "a.copy_(zeros(4, 9))", "u[1:] += u[:-1]", "u[1:].copy_(u[:-1])", "m.dim_order(ambiguity_check=True)",
    "z[:, :, 1].view(int16)", "u.view(int64)", "z.view_as(u)", "x.unflatten(1, (2, 2))",
    "y.unflatten(1, (2, 2)).view(24)", "narrow(x, 0, 1, 5)", "y.mT.view(4, 6)",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_ways_out_of_refusals(watched: Watched, text: str) -> None:
    answer = explain(text, watched.names)
    assert answer is not None
    if not answer.error:  # some of these are legal
        exec(text, dict(watched.names))
        return
    with pytest.raises(Exception) as caught:
        exec(text, dict(watched.names))
    assert answer.error == type(caught.value).__name__
    assert answer.sentence in str(caught.value)
    check_ways(answer, watched.names, moved_anyway(text, watched.names))
    again = explain_error(caught.value, text, watched.names)
    assert again is not None or getattr(caught.value, "reason", None) is None


@pytest.mark.parametrize("seed", range(150))
def test_ways_out_of_views(seed: int) -> None:
    source = random.Random(seed)
    layout = random_layout(source, max_rank=4, zero=0.0)
    storage = UntypedStorage(max(required_cells(layout), 1) * 4)
    x = make_tensor(storage, Spec(layout, tp.float32, tp.device("cpu")))
    answer = explain(f"x.view({layout.numel})", {"x": x})
    assert answer is not None
    try:
        x.view(layout.numel)
    except RuntimeError:
        assert answer.error == "RuntimeError"
        assert isinstance(answer.reasons[0], CannotView)
        assert len(answer.ways_out) >= 2
        check_ways(answer, {"x": x})
        outer, inner = answer.reasons[0].dims
        assert layout.stride[outer] != layout.size[inner] * layout.stride[inner]
        for way in answer.ways_out:
            for outer, inner, found, size, step in way.merged:
                assert (layout.stride[outer], layout.size[inner], layout.stride[inner]) == (found, size, step)
                assert found == size * step
    else:
        assert answer.error == ""


def test_what_is_not_refused(watched: Watched) -> None:
    answer = explain("z", watched.names)
    assert answer is not None
    assert [type(reason) for reason in answer.reasons] == [NotContiguous]
    check_ways(answer, watched.names)
    answer = explain("a", watched.names)
    assert answer is not None
    assert [type(reason) for reason in answer.reasons] == [NotContiguous, WritesOverlap]
    answer = explain("m", watched.names)
    assert answer is not None
    assert [type(reason) for reason in answer.reasons] == [AmbiguousOrder]
    answer = explain("x", watched.names)
    assert answer is not None
    assert answer.reasons == ()


def test_a_view_needs_no_contiguous_tensor() -> None:
    watched = Watched()
    watched.run("t24 = arange(24).reshape(4, 6)[:, :4]")
    answer = explain("t24.view(2, 2, 4)", watched.names)
    assert answer is not None
    assert answer.error == ""
    assert [change.verdict.kind for change in answer.changes.changes] == ["view"]


def test_calls() -> None:
    z = tp.zeros(2, 4, 3)[:, ::2]
    answer = explain_call(z.view, (12,), {}, "z")
    assert [way.expression for way in answer.ways_out] == ["z.reshape(12)", "z.contiguous().view(12)", "z.view(4, 3)"]
    answer = explain_call(z.view, (tp.int64,), {}, "z")
    assert answer.error == "RuntimeError"
    answer = explain_call(z.add_, (tp.zeros(9),), {}, "z")
    assert answer.error == "RuntimeError"
    answer = explain_call(tp.cat, ([z, tp.zeros(3)],), {"dim": 0})
    assert answer.error
    answer = explain_call(z, (), {}, "z")
    assert [type(reason) for reason in answer.reasons] == [NotContiguous]
    answer = explain_call(z.dim_order, (), {"ambiguity_check": [tp.contiguous_format]}, "z")
    assert answer.expression == "z.dim_order(ambiguity_check=[contiguous_format])"
    array = np.zeros((3, 4)).T
    assert [(way.expression, way.bytes_moved) for way in explain_call(array, (), {}, "a").ways_out] == [
        ("np.ascontiguousarray(a)", 96)
    ]
    for wrong in (print, len, object(), z.untyped_storage, array.reshape):
        with pytest.raises(TypeError):
            explain_call(wrong, (), {})


def test_what_cannot_be_planned() -> None:
    assert explain("print(1)", {}) is None
    assert explain("for i in x: pass", {}) is None
    assert explain("x.view(", {}) is None


def test_errors_of_other_kinds(watched: Watched) -> None:
    assert explain_error(ValueError("no"), "x.view(24)", watched.names) is None
    error = RuntimeError("lost")
    vars(error)["reason"] = WritesOverlap((2,), (0,), 0)
    answer = explain_error(error, "def f(): pass", watched.names)
    assert answer is not None
    assert answer.ways_out == ()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("tp.arange(6).view(2, 3).t().view(6)", [48, 48]),
        ("tp.ones(3).view(2)", [0]),
        ("tp.transpose(tp.zeros(2, 3), 0, 1).view(6)", [24, 24]),
        ("tp.zeros(1).expand(3).add_(tp.zeros(3))", [12]),
        ("tp.ones(3, 2).t()", [24]),
    ],
)
def test_ways_out_cost_what_they_add(source: str, expected: list[int]) -> None:
    answer = explain(source, {"tp": tp})
    assert answer is not None
    assert [way.bytes_moved for way in answer.ways_out] == expected
    shown = preview(source, {"tp": tp})
    assert shown is not None
    assert shown.reshape_bytes in (None, expected[0])


def test_why_a_tensor_is_not_contiguous_by_the_question_itself() -> None:
    x = tp.zeros(2, 3, 4, 4).permute(0, 2, 3, 1)
    answer = explain("x.is_contiguous()", {"x": x})
    assert answer is not None
    assert [reason.sentence() for reason in answer.reasons] == ["not contiguous: 16 ≠ 1 (dim 3)"]
    assert [(way.expression, way.bytes_moved) for way in answer.ways_out] == [("x.contiguous()", x.nbytes)]
    answer = explain_call(x.is_contiguous, (), {"memory_format": tp.channels_last})
    assert [reason.sentence() for reason in answer.reasons] == ["not channels_last: 4 ≠ 1 (dim 1)"]
    assert [way.expression for way in answer.ways_out] == ["x.contiguous(memory_format=channels_last)"]
    assert explain_call(x.contiguous().is_contiguous, (), {}).reasons == ()
    assert not explain_call(tp.zeros(2).is_contiguous, (), {"memory_format": tp.channels_last}).ways_out
