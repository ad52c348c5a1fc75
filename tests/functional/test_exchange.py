"""Memory exchanged with NumPy and through DLPack, both ways, for all dtypes, strides and offsets; what is refused."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

NUMPY_DTYPES = [
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "complex64", "complex128",
]  # fmt: skip
ALL_DTYPES = [*NUMPY_DTYPES, "bfloat16", "complex32"]

EXPRESSIONS = [
    "m.zeros(2, device='meta').numpy()", "m.zeros(2, device='meta').numpy(force=True)",
    "np.asarray(m.zeros(2, device='meta'))", "m.ones(2, requires_grad=True).numpy()",
    "m.ones(2, requires_grad=True).numpy(force=True)", "np.asarray(m.ones(2, requires_grad=True))",
    "m.tensor([1j]).conj().numpy()", "m.tensor([1j]).conj().imag.numpy()", "m.tensor([1j]).conj().numpy(force=True)",
    "np.asarray(m.tensor([1j]).conj())", "np.asarray(m.tensor([1j]).conj().imag)",
    "m.ones(2, dtype=m.bfloat16).numpy()", "m.ones(2, dtype=m.bfloat16).numpy(force=True)",
    "np.asarray(m.ones(2, dtype=m.bfloat16))", "np.asarray(m.ones(2, dtype=m.bfloat16), dtype=np.float32)",
    "m.ones(2, dtype=m.complex32).numpy()", "m.ones(2).numpy(True)", "m.ones(2).numpy(force=1)",
    "m.ones(2).numpy(copy=True)", "m.arange(6).reshape(2, 3).t()[1:].numpy()", "m.ones(2).__array__()",
    "m.ones(2).__array__(np.float64)", "m.ones(2).__array__(dtype=np.float64)", "np.asarray(m.arange(3), dtype='f4')",
    "np.array(m.arange(3))", "m.zeros(2, device='meta').__dlpack__()", "m.zeros(2, device='meta').__dlpack_device__()",
    "m.ones(2, requires_grad=True).__dlpack__()", "m.tensor([1j]).conj().__dlpack__()",
    "m.ones(2).__dlpack__(stream=1)", "m.ones(2).__dlpack__(stream='a')",
    "tuple(map(int, m.ones(2).__dlpack_device__()))", "m.from_dlpack(np.ones(2))",
    "m.from_dlpack(np.ones(2, dtype=bool))", "m.from_dlpack(np.ones((2, 1, 3)).T)", "m.from_dlpack([1])",
    "m.from_dlpack(np.ones(2, dtype='>f4'))", "m.from_dlpack(np.ones(2, dtype=object))",
    "m.from_dlpack(np.broadcast_to(np.ones(1), (3,)))", "m.from_dlpack(m.ones(2, requires_grad=True))",
    "m.from_dlpack(m.tensor([1j]).conj())", "m.from_dlpack(m.arange(6).reshape(2, 3)[:, 1])",
    "m.from_dlpack(m.arange(6).reshape(2, 3)[:, 1]).untyped_storage().nbytes()", "m.from_dlpack(np.ones((0, 3)))",
    "m.from_dlpack(m.ones(0, 3))", "m.from_dlpack(m.ones(3, 0, 2, dtype=m.bfloat16))", "m.from_dlpack(m.tensor(5))",
    "m.from_dlpack(m.arange(3), copy=True)", "m.from_dlpack(m.arange(3), device='cpu')",
    "m.from_dlpack(m.arange(3).__dlpack__())",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def strided(dtype: str) -> Any:
    """A tensor with an offset, gaps and swapped dimensions."""
    return tp.arange(24).to(getattr(tp, dtype)).reshape(4, 6)[1:, 1::2].t()


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_an_array_is_a_window_on_the_tensor(dtype: str) -> None:
    x = strided(dtype)
    for array in (x.numpy(), np.asarray(x), x.__array__(), np.from_dlpack(x)):
        assert array.strides == tuple(step * x.itemsize for step in x.stride())
        assert array.__array_interface__["data"][0] == x.data_ptr()
        assert array.tolist() == x.tolist()
        assert array.flags.writeable
    x[0, 0] = 1
    assert x.numpy()[0, 0] == 1
    x.numpy()[1, 1] = 0
    assert x[1, 1].item() == 0


def test_what_leaves_is_marked_as_exported() -> None:
    for leave in (
        lambda x: x.numpy(),
        np.asarray,
        lambda x: x.__dlpack__(),
        lambda x: x.__array_interface__,
    ):
        x = tp.zeros(3)
        assert not x.untyped_storage().exported
        leave(x)
        assert x.untyped_storage().exported
        assert x.untyped_storage().record.state == "unknown"
        with pytest.raises(RuntimeError, match="shared with something outside"):
            x.resize_(10)


def test_a_refusal_marks_nothing() -> None:
    x = tp.zeros(3, dtype=tp.bfloat16)
    with pytest.raises(TypeError, match=r"x\.float\(\)"):
        x.numpy()
    assert not hasattr(x, "__array_interface__")
    assert not x.untyped_storage().exported


def test_copies_on_request() -> None:
    x = tp.arange(3)
    assert not np.shares_memory(np.array(x, copy=True), x.numpy())
    assert np.shares_memory(np.asarray(x, copy=False), x.numpy())
    with pytest.raises(ValueError, match="copy"):
        np.asarray(x, dtype=np.float64, copy=False)
    assert tp.from_dlpack(x, copy=True).data_ptr() != x.data_ptr()


def test_numpy_functions_give_tensors() -> None:
    result = np.add(tp.arange(3), 1)
    assert isinstance(result, tp.Tensor)
    assert result.tolist() == [1, 2, 3]
    assert (np.float64(2) * tp.ones(2)).dtype is tp.float32


@pytest.mark.parametrize("dtype", ALL_DTYPES)
def test_dlpack_to_torch_and_back(torch: Any, dtype: str) -> None:
    x = strided(dtype)
    theirs = torch.from_dlpack(x)
    assert (theirs.data_ptr(), theirs.stride(), str(theirs.dtype)) == (x.data_ptr(), x.stride(), f"torch.{dtype}")
    back = tp.from_dlpack(theirs)
    assert (back.data_ptr(), back.stride(), back.dtype) == (x.data_ptr(), x.stride(), x.dtype)
    assert back.tolist() == theirs.tolist() == x.tolist()
    back[0, 0] = 1
    assert x[0, 0].item() == theirs[0, 0].item() == 1


@pytest.mark.parametrize("dtype", ALL_DTYPES)
def test_dlpack_among_ourselves(dtype: str) -> None:
    x = strided(dtype)
    y = tp.from_dlpack(x)
    assert (y.data_ptr(), y.stride(), y.dtype, y.storage_offset()) == (x.data_ptr(), x.stride(), x.dtype, 0)


def test_negative_strides_are_refused_without_harm() -> None:
    array = np.arange(4)
    for _ in range(100):
        with pytest.raises(BufferError, match="negative strides"):
            tp.from_dlpack(array[::-1])
    gc.collect()
    assert array.tolist() == [0, 1, 2, 3]


def test_a_capsule_is_taken_once() -> None:
    capsule = tp.arange(3).__dlpack__()
    assert tp.from_dlpack(capsule).tolist() == [0, 1, 2]
    with pytest.raises(RuntimeError, match="only once"):
        tp.from_dlpack(capsule)
    del capsule
    tp.arange(3).__dlpack__()  # a capsule that nobody takes frees what it holds


def test_both_forms_of_the_capsule() -> None:
    for version in (None, (0, 8), (1, 0)):
        assert tp.from_dlpack(tp.arange(3).__dlpack__(max_version=version)).tolist() == [0, 1, 2]
    with pytest.raises(BufferError, match="on the CPU"):
        tp.arange(3).__dlpack__(dl_device=(2, 0))


def test_read_only_memory_stays_read_only() -> None:
    array = np.arange(3)
    array.flags.writeable = False
    x = tp.from_dlpack(array)
    with pytest.raises(ValueError, match="read-only"):
        x.fill_(1)
    assert array.tolist() == [0, 1, 2]


def test_lent_memory_lives_as_long_as_it_is_needed(torch: Any) -> None:
    x = tp.arange(1000.0)
    storage = weakref.ref(x.untyped_storage())
    theirs = torch.from_dlpack(x)
    del x
    gc.collect()
    assert theirs.sum().item() == 499500
    assert storage() is None or theirs is not None
    for lender in (lambda: np.arange(1000.0), lambda: torch.arange(1000.0), lambda: tp.arange(1000.0)):
        borrowed = tp.from_dlpack(lender())
        gc.collect()
        rubbish = [np.zeros(1000) for _ in range(100)]
        assert (borrowed.sum().item(), len(rubbish)) == (499500, 100)


def test_memory_that_is_not_read_is_refused() -> None:
    class OnAnotherDevice:
        def __dlpack__(self) -> Any:
            return tp.arange(3)  # no capsule at all

    with pytest.raises((RuntimeError, ValueError)):
        tp.from_dlpack(OnAnotherDevice())
