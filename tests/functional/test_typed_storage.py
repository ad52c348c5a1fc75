"""Typed storages: bytes with a dtype, what may be written, what is converted; and against torch."""

from __future__ import annotations

import copy
import math
import pickle
import warnings
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.attributes.dtype import ALL_DTYPES
from tensorplay.core.journal import Journal, observed_by


def test_a_tensor_gives_all_of_its_storage() -> None:
    x = tp.arange(6.0).reshape(2, 3)
    storage = x[1].storage()
    assert (storage.size(), len(storage), storage.nbytes(), storage.element_size()) == (6, 6, 24, 4)
    assert (storage.dtype, storage.device, storage.data_ptr() == x.data_ptr()) == (tp.float32, tp.device("cpu"), True)
    assert storage.untyped() is x.untyped_storage()
    assert (storage.type(), storage.pickle_storage_type()) == ("tensorplay.FloatStorage", "FloatStorage")
    assert (storage.is_cuda, storage.get_device(), storage.is_pinned(), storage.is_shared()) == (
        False,
        None,
        False,
        False,
    )
    assert storage.resizable() is True
    assert (tp.is_storage(storage), tp.is_storage(x.untyped_storage()), tp.is_storage(x)) == (True, True, False)


def test_lazy_bits_are_not_resolved() -> None:
    x = tp.tensor([1 + 2j])
    assert x.conj().storage()[0] == 1 + 2j
    assert x.conj().imag.storage().tolist() == [1.0, 2.0]


def test_what_it_is_made_of() -> None:
    assert (
        repr(tp.TypedStorage())
        == " \n[tensorplay.storage.TypedStorage(dtype=tensorplay.float32, device=cpu) of size 0]"
    )
    assert (tp.TypedStorage(3).size(), tp.TypedStorage(3, dtype=tp.int16).nbytes()) == (3, 6)
    assert tp.TypedStorage([1, 2.5]).tolist() == [1.0, 2.5]
    assert tp.TypedStorage(range(2), dtype=tp.int32).tolist() == [0, 1]
    assert tp.TypedStorage([True, 2.5], dtype=tp.bool).tolist() == [True, True]
    assert tp.TypedStorage(2, dtype=tp.int32, device="meta").device.type == "meta"
    wrapped = tp.TypedStorage(wrap_storage=tp.UntypedStorage(7), dtype=tp.int16)
    assert (wrapped.size(), wrapped.nbytes()) == (3, 7)
    with tp.default_dtype(tp.float64):
        assert tp.TypedStorage(1).dtype is tp.float64


@pytest.mark.parametrize(
    ("content", "options", "error"),
    [
        ((1, 2), {}, RuntimeError), ((-1,), {}, RuntimeError), (("a",), {}, TypeError), ((2.5,), {}, TypeError),
        ((None,), {}, TypeError), (({},), {}, TypeError), (([1, "a"],), {}, TypeError), ((), {"other": 1}, TypeError),
        ((3,), {"dtype": 3}, RuntimeError), (([300],), {"dtype": tp.uint8}, RuntimeError),
        ((), {"wrap_storage": tp.UntypedStorage(4)}, RuntimeError),
        ((), {"wrap_storage": 3, "dtype": tp.int8}, TypeError),
        ((3,), {"wrap_storage": tp.UntypedStorage(4), "dtype": tp.int8}, RuntimeError),
        ((), {"wrap_storage": tp.UntypedStorage(4), "dtype": tp.int8, "device": "cpu"}, RuntimeError),
        ((tp.zeros(2),), {}, TypeError),
    ],
)  # fmt: skip
def test_what_it_is_not_made_of(content: Any, options: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        tp.TypedStorage(*content, **options)


def test_reading() -> None:
    storage = tp.arange(6.0).storage()
    assert (storage[0], storage[-1], type(storage[0]), list(storage), sum(storage)) == (
        0.0,
        5.0,
        float,
        [0, 1, 2, 3, 4, 5],
        15,
    )
    for index in (6, -7):
        with pytest.raises(IndexError, match=f"{index}.*6"):
            storage[index]
    for wrong, error in ((slice(1, 3), RuntimeError), (True, TypeError), (1.0, RuntimeError), ("a", RuntimeError)):
        with pytest.raises(error):
            storage[wrong]


def test_writing_has_the_checks_of_item_assignment() -> None:
    x = tp.zeros(6)
    storage = x.storage()
    storage[0] = 7
    storage[-1] = True
    storage[1:3] = 2.5
    storage[4:9] = tp.tensor([1.0, 3.0])
    assert x.tolist() == [7, 2.5, 2.5, 0, 1, 3]
    assert x.untyped_storage().record.state == "everything"
    for index, value, error in (
        (6, 1, IndexError), (0, "a", TypeError), (0, 1j, RuntimeError), ("a", 1, RuntimeError), (None, 1, RuntimeError),
        ([0, 1], 1, RuntimeError), (slice(None, None, -1), 1, ValueError),
    ):  # fmt: skip
        with pytest.raises(error):
            storage[index] = value
    small = tp.zeros(2, dtype=tp.int8).storage()
    small[0] = 2.9
    with pytest.raises(RuntimeError, match="300"):
        small[1] = 300
    assert small.fill_(-1).tolist() == [-1, -1]


def test_a_write_is_seen_by_observers() -> None:
    x = tp.zeros(2)
    journal = Journal()
    with observed_by(journal):
        x.storage()[1] = 5
    assert [event.written[0][0] for event in journal.events if event.written] == [x.untyped_storage().serial]


def test_resizing_counts_elements() -> None:
    x = tp.zeros(0)
    assert x.storage().resize_(3) is None
    assert (x.untyped_storage().nbytes(), x.shape) == (12, (0,))
    for wrong in (2.5, "a", None):
        with pytest.raises(RuntimeError):
            x.storage().resize_(wrong)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        x.storage().resize_(-1)


def test_copy_moves_bytes_and_converts_nothing() -> None:
    storage = tp.zeros(2).storage()
    storage.copy_(tp.tensor([1065353216, 1073741824], dtype=tp.int32).storage())
    assert storage.tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="8 bytes but src was 16"):
        storage.copy_(tp.zeros(2, dtype=tp.float64).storage())
    with pytest.raises(TypeError):
        storage.copy_(tp.zeros(2))


def test_copies() -> None:
    storage = tp.arange(3).storage()
    for twin in (storage.clone(), copy.copy(storage), copy.deepcopy(storage), pickle.loads(pickle.dumps(storage))):
        assert (twin.tolist(), twin.dtype, twin.data_ptr() == storage.data_ptr()) == ([0, 1, 2], tp.int64, False)
    assert storage.cpu().data_ptr() == storage.data_ptr()
    assert storage != tp.arange(3).storage()
    assert storage == storage


def test_without_bytes() -> None:
    storage = tp.empty(2, device="meta").storage()
    assert repr(storage) == "...\n[tensorplay.storage.TypedStorage(dtype=tensorplay.float32, device=meta) of size 2]"
    storage[0] = 1
    assert storage.fill_(1) is storage
    for read in (lambda: storage[0], storage.tolist, storage.cpu):
        with pytest.raises(NotImplementedError):
            read()


def test_from_buffer() -> None:
    storage = tp.TypedStorage.from_buffer(b"\1\0\2\0", "little", dtype=tp.int16)
    assert storage.tolist() == [1, 2]
    with pytest.raises(RuntimeError):
        tp.TypedStorage.from_buffer(b"\1\0", dtype=tp.int16)


@pytest.mark.parametrize("source", [dtype.name for dtype in ALL_DTYPES])
def test_text_and_conversions_against_torch(source: str) -> None:
    torch = pytest.importorskip("torch")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = [0, 1, 1] if source == "bool" else [0, 1, 77]
        theirs = torch.tensor(values).to(getattr(torch, source)).storage()
        ours = tp.TypedStorage(values, dtype=getattr(tp, source))
        assert ours.type() == theirs.type().replace("torch.", "tensorplay.")
        assert repr(ours) == repr(theirs).replace("torch.", "tensorplay.")
        for name in (
            "bool",
            "byte",
            "char",
            "short",
            "int",
            "long",
            "half",
            "bfloat16",
            "float",
            "double",
            "complex_float",
        ):
            assert getattr(ours, name)().tolist() == getattr(theirs, name)().tolist()
            assert str(getattr(ours, name)().dtype) == str(getattr(theirs, name)().dtype).replace(
                "torch.", "tensorplay."
            )


def test_unusual_values_are_printed_as_python_prints_them() -> None:
    lines = repr(tp.tensor([math.nan, math.inf, 1e-20, 1 / 3]).storage()).splitlines()
    assert lines[:4] == [" nan", " inf", " 9.999999682655225e-21", " 0.3333333432674408"]
