"""The filling of uninitialised memory can be switched off; the flags of determinism refuse what torch refuses."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.utils import deterministic


@pytest.fixture(autouse=True)
def as_at_the_start() -> Iterator[None]:
    yield
    deterministic.fill_uninitialized_memory = True
    tp.use_deterministic_algorithms(False)


def test_the_filling_can_be_switched() -> None:
    assert tp.utils.deterministic is deterministic
    assert deterministic.fill_uninitialized_memory is True
    assert math.isnan(tp.empty_permuted((2,), (0,))[1].item())
    tp.utils.deterministic.fill_uninitialized_memory = False
    assert deterministic.fill_uninitialized_memory is False
    storage = tp.empty(2).untyped_storage()
    assert (storage.nbytes(), storage.record.state) == (8, "nothing")
    x = tp.zeros(2).resize_(4)
    assert (x[:2].tolist(), x.untyped_storage().record.covers(8, 9)) == ([0.0, 0.0], False)


@pytest.mark.parametrize("value", [3, "a", None])
def test_the_filling_is_a_bool(value: Any) -> None:
    with pytest.raises(RuntimeError, match=type(value).__name__):
        deterministic.fill_uninitialized_memory = value
    assert deterministic.fill_uninitialized_memory is True


@pytest.mark.parametrize("mode", [True, False])
@pytest.mark.parametrize("warn_only", [True, False])
def test_the_flags_do_not_change_what_is_uninitialised(mode: bool, warn_only: bool) -> None:
    tp.use_deterministic_algorithms(mode, warn_only=warn_only)
    assert tp.are_deterministic_algorithms_enabled() is mode
    assert tp.is_deterministic_algorithms_warn_only_enabled() is (mode and warn_only)
    assert tp.get_deterministic_debug_mode() == (0 if not mode else 1 if warn_only else 2)
    assert all(math.isnan(value) for value in tp.empty_permuted((2, 3), (1, 0)).flatten().tolist())
    assert tp.empty_permuted((2,), (0,), dtype=tp.int16).tolist() == [32767, 32767]
    assert deterministic.fill_uninitialized_memory is True


def test_wrong_flags_are_refused() -> None:
    for arguments, options in (((1,), {}), (("a",), {}), ((True,), {"warn_only": 1}), ((), {}), ((True, True), {})):
        with pytest.raises(TypeError):
            tp.use_deterministic_algorithms(*arguments, **options)  # type: ignore[arg-type]
    for mode, error in (("odd", RuntimeError), (7, RuntimeError), (1.0, TypeError)):
        with pytest.raises(error):
            tp.set_deterministic_debug_mode(mode)  # type: ignore[arg-type]
    assert tp.get_deterministic_debug_mode() == 0


@pytest.mark.parametrize(("name", "number"), [("default", 0), ("warn", 1), ("error", 2)])
def test_the_debug_mode_is_both_flags_in_one(name: str, number: int) -> None:
    for mode in (name, number):
        tp.set_deterministic_debug_mode(mode)
        assert (tp.get_deterministic_debug_mode(), tp.are_deterministic_algorithms_enabled()) == (number, number > 0)
        assert tp.is_deterministic_algorithms_warn_only_enabled() is (number == 1)


# What torch's documentation names, as far as it is here and does not differentiate.
NAMED: list[Callable[[Any], Any]] = [
    lambda m: m.zeros(3).put_(m.tensor([1]), m.ones(1)),
    lambda m: m.zeros(3).put_(m.tensor([1]), m.ones(1), accumulate=True),
    lambda m: m.put(m.zeros(3), m.tensor([1]), m.ones(1)),
    lambda m: m.put(m.zeros(3), m.tensor([1]), m.ones(1), True),
    lambda m: m.zeros(3).put_(m.tensor([], dtype=m.int64), m.zeros(0)),
    lambda m: m.zeros(3).put_(m.tensor([7]), m.ones(1)),
    lambda m: m.zeros(3).put_(m.tensor([1.0]), m.ones(2)),
    lambda m: m.zeros(1).expand(3).put_(m.tensor([1]), m.ones(1)),
    lambda m: m.zeros(3, device="meta").put_(m.tensor([1], device="meta"), m.ones(1, device="meta")),
    lambda m: m.zeros(3).put_(m.tensor([1]), 5),
    lambda m: m.zeros(3).index_put_((m.tensor([1, 1]),), m.ones(2)),
    lambda m: m.zeros(3).index_put_((m.tensor([1, 1]),), m.ones(2), accumulate=True),
    lambda m: m.zeros(3).__setitem__(m.tensor([1, 1]), m.ones(2)),
    lambda m: m.zeros(3).scatter_(0, m.tensor([1, 1]), m.ones(2)),
    lambda m: m.zeros(3).scatter_add_(0, m.tensor([1, 1]), m.ones(2)),
    lambda m: m.zeros(3).scatter_reduce_(0, m.tensor([1, 1]), m.ones(2), "sum"),
    lambda m: m.zeros(3).scatter_reduce_(0, m.tensor([1, 1]), m.ones(2), "prod"),
    lambda m: m.zeros(3).scatter_reduce_(0, m.tensor([1, 1]), m.ones(2), "mean"),
    lambda m: m.zeros(3).index_add_(0, m.tensor([1, 1]), m.ones(2)),
    lambda m: m.zeros(3).index_copy_(0, m.tensor([1, 1]), m.ones(2)),
    lambda m: m.gather(m.zeros(3), 0, m.tensor([1, 1])),
    lambda m: m.zeros(3).index_select(0, m.tensor([1, 1])),
    lambda m: m.zeros(3).repeat_interleave(2),
    lambda m: m.zeros(3).masked_scatter_(m.ones(3).bool(), m.ones(3)),
    lambda m: m.bincount(m.tensor([1, 1]), m.ones(2)),
    lambda m: m.histc(m.ones(3)),
    lambda m: m.zeros(3).median(0),
    lambda m: m.zeros(3).kthvalue(1),
    lambda m: m.zeros(3).cumsum(0),
    lambda m: m.nn.functional.conv2d(m.ones(1, 1, 3, 3), m.ones(1, 1, 2, 2)),
    lambda m: m.nn.functional.pad(m.ones(1, 1, 3), (1, 1), "reflect"),
    lambda m: m.empty(2).resize_(3),
]


def told(module: Any, call: Callable[[Any], Any]) -> tuple[str, int]:
    """The type of error that a call raises, and how many warnings speak of determinism."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            call(module)
            error = ""
        except Exception as raised:  # noqa: BLE001  (whatever torch raises is what we must raise)
            error = type(raised).__name__
    return error, sum("determinis" in str(item.message) for item in given)


@pytest.mark.parametrize("warn_only", [False, True])
def test_what_torch_refuses_or_warns_of_is_refused_or_warned_of(warn_only: bool) -> None:
    torch = pytest.importorskip("torch")
    tp.use_deterministic_algorithms(True, warn_only=warn_only)
    torch.use_deterministic_algorithms(True, warn_only=warn_only)
    try:
        found = [(told(torch, call), told(tp, call)) for call in NAMED]
    finally:
        torch.use_deterministic_algorithms(False)
    assert [ours for _, ours in found] == [theirs for theirs, _ in found]
    assert found[0][1] == (("", 1) if warn_only else ("RuntimeError", 0))


def test_what_is_refused_changes_nothing() -> None:
    x = tp.zeros(3)
    tp.use_deterministic_algorithms(True)
    with pytest.raises(RuntimeError, match=r"put_ is not deterministic.*accumulate=True"):
        x.put_(tp.tensor([1, 1]), tp.ones(2))
    assert (x.tolist(), x._version) == ([0.0, 0.0, 0.0], 0)
    assert x.put_(tp.tensor([1, 1]), tp.ones(2), accumulate=True).tolist() == [0.0, 2.0, 0.0]


def test_a_warning_names_the_line_that_asked() -> None:
    tp.use_deterministic_algorithms(True, warn_only=True)
    with pytest.warns(UserWarning, match="put_ is not deterministic") as given:
        tp.zeros(3).put_(tp.tensor([1]), tp.ones(1))
    assert given[0].filename == __file__
