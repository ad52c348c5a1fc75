"""The filling of uninitialised memory can be switched off; the flags of determinism change nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
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
