"""Previews tell what would happen, and typing has no effect whatever is typed."""

from __future__ import annotations

import tracemalloc
import warnings
from typing import Any

import pytest
from inspect_support import Watched

import tensorplay as tp
from tensorplay.core.journal import Journal, observers
from tensorplay.core.planning import is_planning
from tensorplay.inspect.evaluate import operations
from tensorplay.inspect.preview import preview


@pytest.fixture(scope="module")
def watched() -> Watched:
    watched = Watched()
    watched.run("x = arange(24.).view(2, 3, 4).clone(); y = x.transpose(1, 2); z = y[:, ::2]; n = 3; pair = (x, z)")
    watched.run("leaf = zeros(3, requires_grad=True)")
    return watched


def state_of(watched: Watched) -> Any:
    """Everything that a preview might change."""
    tensors = {name: value for name, value in watched.names.items() if isinstance(value, tp.Tensor)}
    return (
        {name: (id(tensor), repr(tensor._spec), tensor._version, tensor.tolist()) for name, tensor in tensors.items()},
        {name: (tensor._storage.version, tensor._storage.record.state) for name, tensor in tensors.items()},
        {name: id(value) for name, value in watched.names.items()},
        list(observers),
        tp.get_default_dtype(),
        tp.is_grad_enabled(),
        is_planning(),
    )


TYPED = [
    "x.view(4, 6)", "z.view(12)", "x + 1", "x += 1", "x.add_(1)", "x[0] = 7", "x[0, 1:] = y[0, 0]", "z[[0, 1]] = 3",
    "x.t_()", "x.transpose_(0, 1)", "x.resize_(100)", "x.zero_()", "x.fill_(3)", "x.copy_(x)", "q = x", "x = z",
    "a, b = x.split(1)", "x.unbind(0)", "x.sum()", "x @ x", "zeros(10**9)", "rand(3)", "x.clone()", "x.contiguous()",
    "x.nonzero()", "x.item()", "x.tolist()", "x.numpy()", "x.requires_grad_()", "leaf += 1", "leaf * 2", "leaf.sum()",
    "x.untyped_storage().fill_(0)", "x.untyped_storage().resize_(0)", "x.set_(z)", "x.data", "leaf.grad",
    "x.backward()", "tp.set_default_dtype(tp.float64)", "set_default_dtype(float64)", "tp.no_grad()",
    "manual_seed(0)", "x.detach_()", "open('/tmp/never', 'w')", "__import__('os')", "print(x)", "exec('n = 4')",
    "n.__class__", "[i for i in x]", "(lambda: x)()", "x if n else z", "del x", "import os", "x.view(n, -1)",
    "n ** 100000", "1 << 10 ** 9", "'a' * 10 ** 9", "[0] * 10 ** 9", "(1,) * 10 ** 9", "tensor([[1, 2], [3, 4]])",
    "pair[0] += 1", "pair[0][0] = 1", "x.__class__", "x._storage", "x._spec", "tp.core", "tp.Tensor", "tp.inspect",
    "x.shape[0]", "x.dtype.itemsize", "x.is_contiguous()", "x.dim_order(ambiguity_check=True)",
    "zeros(10 ** 6).unbind(0)", "zeros(10 ** 12).split(1)", "x.chunk(10 ** 9)",
    "zeros(10 ** 6).tensor_split(10 ** 6)", "empty(10 ** 6, 10 ** 6, device='meta').t()", "from_numpy(x)", "x.cpu()",
    "x.register_hook(print)", "x.numel() * 2", "x.stride()", "-x", "x > 1", "x == z", "x[x > 1]", "x[x > 1] = 0",
    "x.T", "torch.zeros(3)", "x.to('meta')", "x.to(float16)", "out = empty(3); out", "x.clone", "x.real",
    "cat([x, x], dim=0)", "stack((x, x))", "where(x > 1, x, x)", "x.expand(2, 2, 3, 4)",
    "x.as_strided((3, 3), (1, 1))", "x[", "", " ", "x y", "\0", "x.foo", "unknown", "x.view(unknown)",
    "x.view(2, 3, 4", "f'{x}'", "x[...]", "x[None]", "x[-1]", "x[5]", "x[::0]", "1 / 0", "1 % 0", "2.0 ** 10000",
    "x / 0", "x.view(*x.shape)", "x.view(*[2, 12])", "x.view(**{})", "add(x, 1, out=x)", "add(x, x, alpha=2)",
    "x.add(1, alpha=n)", "x.masked_fill_(x > 1, 0)", "x.normal_()", "x.uniform_()", "randn(2, 2)",
]  # fmt: skip


@pytest.mark.parametrize("typed", TYPED)
def test_typing_changes_nothing(watched: Watched, typed: str) -> None:
    journal = Journal()
    observers.append(journal)
    before = state_of(watched)
    generator = tp.initial_seed() if hasattr(tp, "initial_seed") else None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            preview(typed, watched.names)
        assert state_of(watched) == before
        assert not journal.events
        assert generator == (tp.initial_seed() if hasattr(tp, "initial_seed") else None)
    finally:
        observers.remove(journal)


def test_random_numbers_are_not_used_up() -> None:
    if not hasattr(tp, "manual_seed"):
        pytest.skip("no generator")
    tp.manual_seed(3)
    expected = tp.rand(3).tolist()
    tp.manual_seed(3)
    for typed in ("rand(3)", "randn(2, 2)", "x.normal_()", "randperm(5)", "randint(0, 9, (3,))"):
        preview(typed, {**vars(tp), "x": tp.zeros(3)})
    assert tp.rand(3).tolist() == expected


@pytest.mark.parametrize(
    "typed",
    [
        "z.permute(2, 0, 1)", "z.reshape(12)", "y = x.clone()", "z[0]", "x.unsqueeze(1)", "x.to(float64)", "x.sum(0)",
        "cat([x, x])", "zeros(3, 4).t()", "x[[0, 1, 1]]", "x > 1", "a, b = x.split(1)", "x.expand(5, 2, 3, 4)",
        "x @ y", "x.view(n, -1) if False else x", "x.flatten(1)", "x.real", "pair[1][0]", "x.T", "zeros_like(z)",
        "x[..., 0]", "x.narrow(0, 1, 1)", "x.movedim(0, -1)", "x.diagonal(0, 1, 2)", "z.contiguous()",
        "x.contiguous()", "x.view(int16)", "x.half()", "x.add(1)", "arange(10)", "full((2, 3), 7)", "eye(4)",
        "linspace(0, 1, 5)", "x.new_zeros(3)",
    ],
)  # fmt: skip
def test_a_preview_says_what_running_does(typed: str) -> None:
    watched = Watched()
    watched.run("x = arange(24.).view(2, 3, 4).clone(); y = x.transpose(1, 2); z = y[:, ::2]; n = 3; pair = (x, z)")
    planned = preview(typed, watched.names)
    if planned is None:
        assert " if " in typed
        return
    assert planned.error == ""
    happened = watched.run(typed)
    assert [(change.name, change.verdict.kind) for change in planned.changes.changes] == [
        (change.name, change.verdict.kind) for change in happened.changes
    ]
    for thought, real in zip(planned.changes.changes, happened.changes, strict=True):
        assert thought.verdict.bytes_moved == real.verdict.bytes_moved
        assert thought.verdict.source == real.verdict.source
        if real.facts is not None:
            assert thought.facts is not None
            assert (thought.facts.layout, thought.facts.dtype) == (real.facts.layout, real.facts.dtype)


@pytest.mark.parametrize(
    "typed",
    ["z[0] = 7", "z += 1", "x[0, 1] = y[0, :, 1]", "x.mul_(2)", "y[:, 1] = 3", "x.copy_(x + 1)", "pair[0].zero_()"],
)
def test_a_preview_says_what_would_be_written(typed: str) -> None:
    watched = Watched()
    watched.run("x = arange(24.).view(2, 3, 4).clone(); y = x.transpose(1, 2); z = y[:, ::2]; pair = (x, z)")
    planned = preview(typed, watched.names)
    assert planned is not None
    happened = watched.run(typed)
    assert [(change.name, change.verdict) for change in planned.changes.changes] == [
        (change.name, change.verdict) for change in happened.changes
    ]


@pytest.mark.parametrize(
    "typed", ["z.view(12)", "x.view(5)", "x.t()", "x + zeros(7)", "x[5]", "leaf += 1", "x.expand(3)"]
)
def test_a_preview_says_what_would_be_raised(watched: Watched, typed: str) -> None:
    planned = preview(typed, watched.names)
    assert planned is not None
    with pytest.raises(Exception) as caught:
        exec(typed, dict(watched.names))
    assert planned.error == type(caught.value).__name__
    assert planned.sentence in str(caught.value)


HUGE = [
    "tril_indices(10**5, 10**5)", "randperm(10**9)", "rand(10**5, 10**5)", "randint(0, 9, (10**10,))",
    "arange(10**12)", "linspace(0, 1, 10**11)", "eye(10**6)", "full((10**6, 10**6), 3)", "combinations(v)",
    "cartesian_prod(v, v)", "meshgrid(v, v)", "vander(v)", "repeat_interleave(v, 10**8)", "v.repeat(10**6)",
    "outer(v, v)", "kron(v, v)", "diag(v)", "einsum('i,j->ij', v, v)", "v.unbind(0)", "v.split(1)", "v.chunk(100000)",
    "broadcast_tensors(v, v)", "v.tolist()", "v.resize_(10**12)", "empty(10**12)", "v.normal_()", "stack((v, v, v))",
    "v.expand(10**6, -1).contiguous()", "v[v > 0]", "tp.bincount(i, minlength=10**10)", "v.sort()", "v.cumsum(0)",
    "tile(v, (10**6,))", "v.new_zeros(10**12)", "v.sum()", "tensor([[1, 2], [3, 4]])",
    "v.clone().view(10, -1).t().reshape(-1)", "m @ m", "m.half()", "cat((m, m))",
]  # fmt: skip


@pytest.mark.parametrize("typed", HUGE)
def test_a_preview_costs_little(typed: str) -> None:
    watched = Watched()
    watched.names |= {"v": tp.zeros(100_000), "i": tp.arange(1000), "m": tp.empty(10**6, 10**6, device="meta")}
    tracemalloc.start()
    try:
        preview(typed, watched.names)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_results_with_named_parts() -> None:
    watched = Watched()
    watched.run("x = arange(6.).view(2, 3)")
    for typed in ("values, indices = x.sort()", "x.sort()", "x.sort().values", "x.sort()[1]", "x.max(0)"):
        planned = preview(typed, watched.names)
        assert planned is not None, typed
        happened = watched.run(typed)
        assert [(change.name, change.verdict.kind) for change in planned.changes.changes] == [
            (change.name, change.verdict.kind) for change in happened.changes
        ]
        assert happened.changes


def test_values_are_not_looked_at(watched: Watched) -> None:
    for typed in ("x.nonzero()", "leaf.item() if False else x[0, 0, 0].item()", "x.tolist()", "x[x > 1]"):
        planned = preview(typed, watched.names)
        assert planned is None or planned.values_needed, typed


def test_nothing_that_is_allowed_is_anything_but_an_operation() -> None:
    for function in operations():
        assert function.__module__.startswith("tensorplay.functional")


def test_names_of_the_user_win(watched: Watched) -> None:
    names = {**watched.names, "zeros": lambda *_: pytest.fail("called")}
    assert preview("zeros(3)", names) is None
    assert preview("x.view(n, 8)", {**watched.names, "n": Ellipsis}) is not None


def test_foreign_arrays_are_left_alone(watched: Watched) -> None:
    import numpy as np

    assert preview("a.T", {**watched.names, "a": np.zeros((2, 3))}) is None
    assert preview("x + a", {**watched.names, "a": np.zeros((2, 3))}) is None
