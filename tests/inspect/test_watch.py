"""What a command did: the verdict on every name, from where, with how many bytes, seen by whom."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from inspect_support import Watched

import tensorplay as tp
from tensorplay.core.journal import observers
from tensorplay.inspect.watch import Watch, watch_of

if TYPE_CHECKING:
    from tensorplay.inspect.changes import Verdict


@pytest.fixture
def watched() -> Watched:
    watched = Watched()
    watched.run("x = arange(24.).view(2, 3, 4).clone()")
    watched.run("y = x.transpose(1, 2)")
    watched.run("z = y[:, ::2]")
    return watched


def told(verdict: Verdict) -> tuple[Any, ...]:
    source = verdict.source
    return verdict.kind, None if source is None else source.name, verdict.bytes_moved


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("n = z[0]", ("view", "z", 0)),
        ("n = y[:, ::2][0]", ("view", "y", 0)),
        ("n = x.t if False else x.detach()", ("view", "x", 0)),
        ("n = z.clone()", ("copy", "z", 48)),
        ("n = z.contiguous()", ("copy", "z", 48)),
        ("n = x.contiguous()", ("same", "x", 0)),
        ("n = z.reshape(12)", ("copy", "z", 48)),
        ("n = z.reshape(4, 3)", ("copy", "z", 48)),
        ("n = x.reshape(4, 6)", ("view", "x", 0)),
        ("n = z.to(float64)", ("copy", "z", 96)),
        ("n = x + 1", ("new", None, 96)),
        ("n = z", ("same", "z", 0)),
        ("n = zeros(3)", ("new", None, 12)),
        ("n = empty(3)", ("new", None, 0)),
        ("n = zeros(3)[1:]", ("view", None, 0)),
        ("n = z.clone()[0]", ("view", "z", 48)),
        ("n = x.view(int16)", ("view", "x", 0)),
        ("n = x._base", None),
        ("n = cat([x, x])", ("new", None, 192)),
    ],
)
def test_where_a_new_name_comes_from(watched: Watched, command: str, expected: tuple[Any, ...] | None) -> None:
    changes = watched.run(command).changes
    assert [told(change.verdict) for change in changes] == ([] if expected is None else [expected])
    assert all(change.name == "n" and change.kind == "made" for change in changes)


def test_rebinding(watched: Watched) -> None:
    change = watched.only("x = x.t if False else x.permute(2, 0, 1)")
    assert (change.kind, told(change.verdict), change.verdict.source and change.verdict.source.former) == (
        "rebound", ("view", "x", 0), True,
    )  # fmt: skip
    changes = watched.run("y, z = z, y").changes
    assert [(change.name, told(change.verdict)) for change in changes] == [
        ("y", ("same", "z", 0)),
        ("z", ("same", "y", 0)),
    ]
    assert all(change.verdict.source and change.verdict.source.former for change in changes)


def test_several_at_once(watched: Watched) -> None:
    changes = watched.run("a, b = x.split(1); c = a")
    assert [(change.name, change.verdict.kind) for change in changes.changes] == [
        ("a", "view"),
        ("b", "view"),
        ("c", "same"),
    ]
    assert len(changes.storages) == 1
    many = watched.run("for i in range(20): exec(f'm{i} = zeros(2)')" if False else "ms = [zeros(2) for _ in [0] * 20]")
    assert (len(many.changes), many.left_out) == (8, 12)
    assert [change.name for change in many.changes[:2]] == ["ms[0]", "ms[1]"]


@pytest.mark.parametrize(
    ("command", "name", "cells", "seen_by"),
    [
        ("z[0] = 7", "z", 6, ("x", "y")),
        ("z += 1", "z", 12, ("x", "y")),
        ("x.zero_()", "x", 24, ("y", "z")),
        ("y[:, 1::2] = 0", "y", 12, ("x",)),
        ("x[0, 0, 0] = 1", "x", 1, ("y", "z")),
        ("y[0].fill_(2)", "y", 12, ("x", "z")),
        ("z[0] = 7; z[0] = 8", "z", 6, ("x", "y")),
        ("z[0] = 7; z[1] = 8", "z", 12, ("x", "y")),
        ("for row in x: row += 1\ndel row", "x", 24, ("y", "z")),
        ("for i in [0, 1]: x[i, 1] = 5", "x", 8, ("y", "z")),
        ("add(z, 1, out=z)", "z", 12, ("x", "y")),
        ("x.copy_(ones(2, 3, 4))", "x", 24, ("y", "z")),
    ],
)
def test_writes(watched: Watched, command: str, name: str, cells: int, seen_by: tuple[str, ...]) -> None:
    changes = [change for change in watched.run(command).changes if change.verdict.kind == "written"]
    assert [(change.name, change.verdict.written, change.verdict.seen_by) for change in changes] == [
        (name, cells, seen_by)
    ]
    assert changes[0].verdict.version == watched[name]._version


def test_writes_into_what_the_command_made_are_not_told(watched: Watched) -> None:
    changes = watched.run("n = zeros(3); n[0] = 1; m = n[1:]; m += 1")
    assert [(change.name, change.verdict.kind) for change in changes.changes] == [("n", "new"), ("m", "view")]


def test_writes_behind_the_operations(watched: Watched) -> None:
    change = watched.only("x.untyped_storage().fill_(0); None")
    assert (change.verdict.kind, change.verdict.written, change.verdict.perhaps_seen_by) == (
        "written", None, ("y", "z"),
    )  # fmt: skip


def test_writes_through_what_has_no_name(watched: Watched) -> None:
    watched.names["hidden"] = type("Holder", (), {})()
    watched.run("hidden.view = z[1]")
    change = watched.only("hidden.view[0] = 3")
    assert (change.name, change.verdict.kind, change.verdict.written) == ("z", "written", 3)
    watched.run("del z")
    change = watched.only("hidden.view[0] = 4")  # it is a view of what was a view of y
    assert (change.name, change.verdict.kind, change.verdict.written) == ("y", "written", 3)
    watched.run("part = x[0]; hidden.root = x; hidden.other = x[1]")
    watched.run("del x, y")
    change = watched.only("hidden.other[0] = 4")
    assert (change.name, change.verdict.written, change.verdict.seen_by) == ("s1", 4, ())
    assert change.verdict.source is not None
    change = watched.only("hidden.root[0, 0] = 4")
    assert (change.name, change.verdict.written, change.verdict.seen_by) == ("s1", 4, ("part",))


def test_changes_in_place(watched: Watched) -> None:
    watched.run("n = zeros(2, 3)")
    assert watched.run("n.t_()").changes[0].verdict.kind == "restrided"
    change = watched.run("n.resize_(5, 5)").changes[0]
    assert (change.verdict.kind, change.verdict.former_nbytes, change.facts and change.facts.storage.nbytes) == (
        "resized", 24, 100,
    )  # fmt: skip
    assert watched.run("n.requires_grad_()").changes[0].verdict.kind == "flagged"
    assert watched.run("n.requires_grad_()").changes[0].verdict.kind == "known"
    watched.run("m = zeros(3)")
    assert watched.run("m.set_(zeros(4))").changes[0].verdict.kind == "moved"


def test_deletions(watched: Watched) -> None:
    change = watched.only("del x")
    assert (change.kind, change.verdict.holders, change.verdict.freed) == ("deleted", ("y", "z"), False)
    watched.run("big = zeros(1000)")
    watched.run("part = big[:10]")
    change = watched.only("del big")
    assert (change.verdict.holders, change.verdict.held_nbytes, change.verdict.former_nbytes) == (("part",), 40, 4000)
    assert watched.only("del part").verdict.freed
    assert watched.only("y = 3").verdict.kind == "gone"


def test_values(watched: Watched) -> None:
    change = watched.only("z")
    assert (change.name, change.kind, change.verdict.kind) == ("z", "value", "known")
    change = watched.only("z[1]")
    assert (change.name, told(change.verdict)) == ("_", ("view", "z", 0))
    assert [change.name for change in watched.run("x.split(1)").changes] == ["_[0]", "_[1]"]
    assert not watched.run("x.numel()")
    assert not watched.run("1 + 1")


def test_many_names_cost_little() -> None:
    watched = Watched()
    watched.run("ts = [zeros(2) for _ in [0] * 60]; us = [[zeros(2)[1:] for _ in [0] * 60] for _ in [0] * 14]")
    changes = watched.run("ts = [t.view(2) for t in ts]; us = [[u.view(1) for u in row] for row in us]")
    assert len(changes.changes) == 8
    assert changes.left_out > 800
    many = watched.run("base = zeros(100); rows = [base[i:] for i in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]")
    assert many.storages[0].more_views == 5
    (state,) = watched.run("last = base[99:]").storages
    assert state.views[-1].name == "last"


def test_hazards() -> None:
    watched = Watched()
    watched.run("a = ones(3, 3)")
    assert watched.run("a -= a[:, :1]").hazards


def test_values_are_shown_while_they_are_few(watched: Watched) -> None:
    (state,) = watched.run("n = tensor([1.5, 2, -3])").storages
    assert state.values == ("1.5", "2", "-3")
    (state,) = watched.run("n = zeros(1000)").storages
    assert state.values is None
    (state,) = watched.run("n = tensor([True, False])").storages
    assert state.values == ("T", "F")
    (state,) = watched.run("n = tensor([1 + 2j, 1j])").storages
    assert state.values == ("1+2j", "0+1j")
    (state,) = watched.run("n = tensor([1.5, 2], dtype=bfloat16)").storages
    assert state.values == ("1.5", "2")


def test_numbers_of_storages() -> None:
    watched = Watched()
    first = watched.run("a = zeros(2); b = zeros(3)")
    assert [state.number for state in first.storages] == [1, 2]
    watched.run("del a")
    assert [state.number for state in watched.run("c = zeros(2); d = b[1:]").storages] == [2, 3]


def test_nothing_is_kept_alive() -> None:
    watched = Watched()
    watched.run("x = zeros(3)")
    watched.run("y = x[1:]")
    reference = weakref.ref(watched["x"]._storage)
    watched.run("del x, y")
    gc.collect()
    assert reference() is None


def test_long_histories_stay_short() -> None:
    watched = Watched()
    watched.run("x = zeros(3, 3)")
    lineage = watched.watch._lineage
    watched.run("for _ in [0] * 2000: x = x.t()")
    watched.run("for _ in [0] * 2000: x = x.clone()")
    node, length = lineage.node_of(watched["x"]), 0
    while node is not None:
        node, length = node.source, length + 1  # type: ignore[assignment]
    assert length < 10
    assert len(lineage._nodes) < 20


def test_a_failing_command_is_told_as_far_as_it_came() -> None:
    watched = Watched()
    watched.watch.begin()
    with pytest.raises(ZeroDivisionError):
        exec("x = zeros(2); y = x[1:]; 1 / 0", watched.names)
    assert [change.name for change in watched.watch.end().changes] == ["x", "y"]
    assert watched.watch._lineage not in observers


def test_the_watch_of_a_namespace() -> None:
    namespace: dict[str, Any] = {}
    watch = Watch(namespace)
    assert watch_of(namespace) is watch
    assert watch_of({}) is None


@pytest.mark.parametrize("elements", [10**2, 10**6, 10**12])
@pytest.mark.parametrize("command", ["y = x[:, ::3]", "y = x.t()", "y = x.unfold(0, 3, 1)", "x[0] = 1"])
def test_memory_does_not_grow_with_the_storage(elements: int, command: str) -> None:
    from tensorplay.picture.scene import scene_of
    from tensorplay.picture.text import paint

    side = int(elements**0.5)
    watched = Watched()
    watched.run(f"x = zeros({side}, {side}, device='meta')")
    tracemalloc.start()
    try:
        watched.watch.begin()
        exec(command, watched.names)
        paint(scene_of(watched.watch.end()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


def test_no_values_are_needed() -> None:
    watched = Watched()
    changes = watched.run("x = empty(10**6, 10**6, device='meta').t()")
    assert changes.storages[0].values is None
    assert tp.empty(2, device="meta") is not None


def test_tensors_beyond_the_first_entries_are_counted() -> None:
    namespace: dict[str, Any] = {"tp": tp}
    watch = Watch(namespace)

    def told(source: str) -> tuple[int, int]:
        watch.begin()
        exec(source, namespace)
        changes = watch.end()
        assert bool(changes) is (changes.left_out > 0 or len(changes.changes) > 0)
        return len(changes.changes), changes.left_out

    assert told("rows = [tp.empty(2, device='meta') for _ in range(100)]") == (8, 92)
    assert told("rows.append(tp.empty(1, device='meta'))") == (0, 1)
    assert told("rows[0] = tp.empty(3, device='meta')") == (1, 0)
    assert told("rows.pop(); numbers = [1] * 1000") == (0, 0)
    assert told("other = {n: tp.empty(n, device='meta') for n in range(70)}") == (8, 62)
    assert told("same = [tp.empty(2, device='meta')] * 100") == (1, 0)
