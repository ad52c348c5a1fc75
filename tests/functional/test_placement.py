"""Where memory lies: shared between processes, locked for a GPU, on one; and the names of types."""

from __future__ import annotations

import math
import os
import pickle
from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")


@needs_fork
def test_a_forked_process_changes_what_is_shared() -> None:
    x = tp.arange(4)
    view, before = x[1:], x.data_ptr()
    assert view.share_memory_() is view
    assert (x.is_shared(), x.tolist(), x.data_ptr() != before, x._version) == (True, [0, 1, 2, 3], True, 0)
    child = os.fork()
    if child == 0:
        try:
            view.numpy()[0] = 77
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert (x.tolist(), view.tolist()) == ([0, 77, 2, 3], [77, 2, 3])


@needs_fork
def test_sharing_once_is_enough() -> None:
    storage = tp.arange(3).storage()
    address = storage.share_memory_().data_ptr()
    assert storage.share_memory_() is storage
    assert (storage.data_ptr(), storage.untyped().is_shared()) == (address, True)
    assert tp.zeros(0).share_memory_().is_shared()
    assert not tp.arange(3).share_memory_().clone().is_shared()
    assert not pickle.loads(pickle.dumps(tp.arange(3).share_memory_())).is_shared()
    assert not tp.arange(3).share_memory_().resize_(9).is_shared()
    assert tp.arange(3).share_memory_().add_(1).tolist() == [1, 2, 3]


def test_memory_that_something_else_holds_stays_where_it_is() -> None:
    array = np.zeros(3)
    for held in (tp.from_numpy(array), tp.zeros(4).untyped_storage()[:2]):
        with pytest.raises(RuntimeError, match="clone"):
            held.share_memory_()
    assert tp.from_numpy(array).data_ptr() == array.ctypes.data


EXPRESSIONS = [
    "m.zeros(2).pin_memory()", "m.zeros(2, device='meta').pin_memory()", "m.zeros(2).is_pinned()",
    "m.zeros(2).is_shared()", "m.zeros(2, device='meta').share_memory_()",
    "m.UntypedStorage(4, device='meta').share_memory_()", "m.zeros(2).untyped_storage().pin_memory()",
    "m.get_device(m.zeros(2))", "m.get_device(m.zeros(2, device='meta'))", "m.get_device(3)",
    "m.typename(m.zeros(2)).partition('.')[2]", "m.typename(m.zeros(2).long()).partition('.')[2]",
    "m.typename(m.zeros(2, dtype=m.complex64)).partition('.')[2]",
    "m.typename(m.zeros(2, device='meta')).partition('.')[2]", "m.typename(m.zeros(2).storage()).partition('.')[2]",
    "m.typename(m.zeros(2).untyped_storage()).partition('.')[2]", "m.typename(3)", "m.typename('a')",
    "m.typename(m.Tensor).partition('.')[2]", "m.typename(m.float32).partition('.')[2]", "m.typename(int)",
    "m.typename(m.device('cpu')).partition('.')[2]", "m.typename(None)", "m.typename(m.Size([1])).partition('.')[2]",
    "m.typename(np.zeros(2))", "m.typename(len)", "m.cuda.is_available()", "m.cuda.device_count()",
    "m.cuda.memory_allocated()", "m.cuda.memory_allocated(0)", "hasattr(m.zeros(2), '__cuda_array_interface__')",
    "m.zeros(2).__cuda_array_interface__", "m.fill_(m.zeros(2), 3)", "m.fill_(m.zeros(2), m.tensor(3))",
    "m.fill_(m.zeros(2), m.tensor([3]))", "m.fill_(m.zeros(2))", "m.fill_(m.zeros(2), value=3)",
    "m.as_strided_(m.zeros(4), (2, 2), (1, 1), 1)", "m.as_strided_(m.zeros(4), (2, 2), (1, 9))",
    "(m.e, m.pi, m.inf, m.newaxis)", "m.zeros(2, 3)[:, m.newaxis]",
]  # fmt: skip


def test_answers_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


@pytest.mark.parametrize("name", ["current_device", "get_device_name", "synchronize"])
def test_what_needs_a_gpu_names_the_way_out(name: str) -> None:
    with pytest.raises(RuntimeError, match=rf"{name}\(\) needs a GPU.*device='meta'"):
        getattr(tp.cuda, name)()


def test_constants() -> None:
    assert (tp.pi, tp.e, tp.inf, math.isnan(tp.nan)) == (math.pi, math.e, math.inf, True)
