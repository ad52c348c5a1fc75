"""explain_copy: what a copy into another order would move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.backends import kernels
from tensorplay.geometry.cache_lines import Lines


def test_channels_last() -> None:
    x = tp.empty(8, 64, 112, 112, device="meta")
    found = tp.explain_copy(x, "channels_last")
    copy = x.contiguous(memory_format=tp.channels_last)
    assert found.destination_stride == copy.stride()
    assert found.nbytes == x.nbytes
    assert found.source_lines == found.destination_lines == Lines(x.nbytes // 64, True)
    assert found.loop_order == ("0", "(2 3)", "1")
    assert "tiled transposition" in found.kernel
    assert found.plain_cost > 8
    assert found == tp.explain_copy(x, tp.channels_last)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_copies_here(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled:
        monkeypatch.setattr(kernels, "_native", None)
    elif not kernels.available():
        pytest.skip("no compiled kernels")
    found = tp.explain_copy(tp.empty(4096, 4096, device="meta").t())
    assert found.here[0].startswith("compiled" if compiled else "NumPy")
    assert ("blocks of" if compiled else "tiles of") in found.here[1]
    for line in found.here:
        assert line in repr(found)
    assert tp.explain_copy(tp.zeros(40, 40).t()).here == ("one call of NumPy, as the copy is small",)
    medium = tp.explain_copy(tp.zeros(100, 100).t()).here  # the cache holds it whole
    assert ("blocks of" in medium[-1]) == compiled
    assert "one memcpy" in tp.explain_copy(tp.zeros(100, 100).t(), tp.empty(100, 100).t()).here[0]
    twice = tp.as_strided(tp.zeros(200), (100, 100), (1, 1))
    assert "more than once" in tp.explain_copy(tp.zeros(100, 100), twice).here[0]
    assert tp.explain_copy(tp.zeros(40, 40)).here == ()


def test_nothing_moves() -> None:
    x = tp.zeros(2, 3)
    for order in ("contiguous", tp.contiguous_format, (0, 1), [0, 1]):
        found = tp.explain_copy(x, order)
        assert (found.needed, found.nbytes) == (False, 0)
        assert "nothing moves" in repr(found)
    assert not tp.explain_copy(tp.zeros(1, 3).t(), (0, 1)).needed


def test_orders() -> None:
    x = tp.zeros(4, 5)
    assert tp.explain_copy(x, (1, 0)).destination_stride == (1, 4)
    into = tp.zeros(5, 8)[:, ::2].t()
    assert tp.explain_copy(x, into).destination_stride == into.stride()
    assert tp.explain_copy(x.t()).destination_stride == (4, 1)
    assert tp.explain_copy(tp.zeros(5).expand(4, 5)).source_lines.count <= 2
    assert tp.explain_copy(np.zeros((3, 4), np.float32).T).needed


def test_refusals() -> None:
    x = tp.zeros(4, 5)
    for order in ("channels_last", "preserve", (0,), (0, 2), tp.zeros(5, 4)):
        with pytest.raises(RuntimeError):
            tp.explain_copy(x, order)
    with pytest.raises(TypeError):
        tp.explain_copy(x, 3)
    with pytest.raises(TypeError):
        tp.explain_copy(3)
    records = np.zeros(4, [("a", np.float32), ("b", np.int8)])
    with pytest.raises(ValueError, match="item size"):
        tp.explain_copy(records["a"])


def test_what_has_no_layout_is_refused_in_words_that_fit_every_caller() -> None:
    three: Any = 3
    for look in (tp.explain_copy, tp.describe, tp.show, tp.why, tp.assert_contiguous):
        with pytest.raises(TypeError, match=r"^a tensor or an array has a layout to look at, but int has none$"):
            look(three)
