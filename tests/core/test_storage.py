"""Untyped storages: bytes, slices, sizes, errors, what is shared, what counts as written; and against torch."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.written import EVERYTHING, NOTHING, SOME, UNKNOWN


def bytes_of(*values: int) -> UntypedStorage:
    return tp.UntypedStorage(list(values))


def test_what_it_is_made_of() -> None:
    assert bytes_of(1, 300, -1).tolist() == [1, 44, 255]
    for sequence in ((1, 2), range(1, 3), b"\1\2", bytearray(b"\1\2"), bytes_of(1, 2), [True, 2]):
        assert tp.UntypedStorage(sequence).tolist() == [1, 2]
    assert tp.UntypedStorage().nbytes() == 0
    assert (tp.UntypedStorage(5).nbytes(), tp.UntypedStorage(5).record.state) == (5, NOTHING)
    assert (bytes_of(1).record.state, tp.UntypedStorage(4, device="meta").device.type) == (EVERYTHING, "meta")
    assert isinstance(bytes_of(1), tp.storage.UntypedStorage)


@pytest.mark.parametrize("content", [2.5, -1, None, True, "abc", [1.5], ["a"], [[1]], {1: 2}, iter([1]), {1}])
def test_what_it_is_not_made_of(content: Any) -> None:
    with pytest.raises(RuntimeError):
        tp.UntypedStorage(content)


def test_sizes() -> None:
    storage = tp.arange(6.0).untyped_storage()
    assert (len(storage), storage.size(), storage.nbytes(), storage.element_size()) == (24, 24, 24, 1)
    assert (bool(storage), bool(tp.UntypedStorage())) == (True, False)
    assert (storage.get_device(), storage.is_cuda, storage.is_pinned(), storage.is_shared()) == (
        None,
        False,
        False,
        False,
    )
    assert (tp.UntypedStorage().data_ptr(), tp.UntypedStorage(4, device="meta").data_ptr()) == (0, 0)
    assert tp.arange(6.0).untyped_storage().data_ptr() % 64 == 0


def test_without_a_gpu() -> None:
    for storage in (bytes_of(1), tp.TypedStorage([1.0])):
        with pytest.raises(RuntimeError, match="cpu"):
            storage.cuda()
        with pytest.raises(RuntimeError, match="GPU"):
            storage.pin_memory()
    assert tp.zeros(1).is_shared() is False


def test_identity() -> None:
    x = tp.arange(6)
    storage = x.untyped_storage()
    assert storage is x.view(2, 3).t().untyped_storage()
    assert storage == x[1:].untyped_storage()
    assert storage != storage.clone()
    assert len({storage, x.untyped_storage(), storage.clone()}) == 2
    assert storage.untyped() is storage.cpu() is storage.to(device="cpu") is storage


def test_reading() -> None:
    storage = bytes_of(5, 6, 7)
    assert (storage[0], storage[-1], type(storage[0]), list(storage), 6 in storage) == (5, 7, int, [5, 6, 7], True)
    for index in (3, -4):
        with pytest.raises(IndexError, match=rf"{index} .*size 3"):
            storage[index]
    for wrong in (True, 1.0, "a", None):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            storage[wrong]  # type: ignore[index]
    for step in (2, -1):
        with pytest.raises(RuntimeError, match=f"not {step}"):
            storage[::step]


def test_writing() -> None:
    storage = bytes_of(0, 0, 0)
    storage[0] = 300
    storage[-1] = -1
    assert storage.tolist() == [44, 0, 255]
    storage[1:9] = 5
    storage[2:1] = 8
    storage[7:9] = 8
    assert storage.tolist() == [44, 5, 5]
    assert storage.fill_(257).tolist() == [1, 1, 1]
    for index in (3, -4):
        with pytest.raises(RuntimeError, match=str(index)):
            storage[index] = 1
    for value in (2.5, "a", None, [1]):
        with pytest.raises(RuntimeError, match=type(value).__name__):
            storage[0] = value  # type: ignore[assignment]
        with pytest.raises(RuntimeError, match=type(value).__name__):
            storage.fill_(value)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        storage[::2] = 1
    assert storage.tolist() == [1, 1, 1]


def test_tensors_see_what_is_written() -> None:
    x = tp.zeros(2, dtype=tp.uint8)
    x.untyped_storage()[1] = 7
    assert (x.tolist(), x._version) == ([0, 7], 0)


def test_a_slice_is_on_the_same_memory() -> None:
    whole = tp.UntypedStorage(8)
    whole[:] = 0
    part = whole[2:6]
    assert (part.nbytes(), part.data_ptr() - whole.data_ptr(), part.resizable(), whole.resizable()) == (
        4,
        2,
        False,
        True,
    )
    part[1] = 9
    whole[2] = 4
    assert (whole.tolist(), part.tolist()) == ([0, 0, 4, 9, 0, 0, 0, 0], [4, 9, 0, 0])
    with pytest.raises(RuntimeError, match=r"4 bytes to 9"):
        part.resize_(9)
    whole.resize_(1)
    assert part.tolist() == [4, 9, 0, 0]


def test_a_write_through_a_slice_is_noted_where_it_happens() -> None:
    whole = tp.UntypedStorage(8)
    part = whole[2:6]
    assert part.record.state == UNKNOWN
    part[1] = 9
    assert [whole.record.covers(place, place + 1) for place in range(8)] == [place == 3 for place in range(8)]
    assert whole.version == 1
    whole.resize_(16)  # moves the whole to other memory
    part[0] = 1
    assert (whole.record.covers(2, 3), whole.version) == (False, 2)


def test_resizing() -> None:
    x = tp.arange(4.0)
    storage = x.untyped_storage()
    assert storage.resize_(8) is storage
    assert (storage.nbytes(), storage.tolist()) == (8, [0, 0, 0, 0, 0, 0, 128, 63])
    assert storage.resize_(12).tolist()[:8] == [0, 0, 0, 0, 0, 0, 128, 63]
    for wrong in (-1, 2.0, "a", True, None):
        with pytest.raises(RuntimeError):
            storage.resize_(wrong)  # type: ignore[arg-type]
    assert (storage.nbytes(), storage.version) == (12, 2)
    with pytest.raises(RuntimeError, match=str(10**15)):
        storage.resize_(10**15)
    assert storage.nbytes() == 12


def test_what_was_written_follows_the_size() -> None:
    storage = tp.zeros(2, dtype=tp.int32).untyped_storage()
    storage.resize_(16)
    assert (storage.record.state, storage.record.covers(0, 8), storage.record.covers(8, 9)) == (SOME, True, False)
    storage.resize_(4)
    assert storage.record.state == EVERYTHING
    storage.resize_(0)
    storage.resize_(4)
    assert storage.record.state == NOTHING


def test_exported_memory_keeps_its_size_and_counts_as_unknown() -> None:
    x = tp.zeros(2)
    storage = x.untyped_storage()
    storage.mark_exported()
    assert (storage.resizable(), storage.record.state) == (False, UNKNOWN)
    for nbytes in (0, 8, 100, -1):
        with pytest.raises(RuntimeError, match=f"8 bytes to {nbytes}"):
            storage.resize_(nbytes)
    x.fill_(1)
    assert (storage.record.state, storage.version) == (UNKNOWN, 1)
    assert (storage.clone().resizable(), storage.clone().record.state) == (True, EVERYTHING)


def test_copying() -> None:
    storage = bytes_of(1, 2, 3)
    assert storage.copy_(bytes_of(4, 5, 6)) is storage
    assert storage.tolist() == [4, 5, 6]
    assert storage.copy_(tp.TypedStorage([7, 8, 9], dtype=tp.uint8)).tolist() == [7, 8, 9]
    for size in (2, 9):
        with pytest.raises(RuntimeError, match=f"3 bytes but src was {size} bytes"):
            storage.copy_(tp.UntypedStorage(size))
    for wrong in (tp.zeros(3, dtype=tp.uint8), 3, b"abc"):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            storage.copy_(wrong)
    with pytest.raises(NotImplementedError):
        storage.copy_(tp.UntypedStorage(3, device="meta"))
    assert storage.tolist() == [7, 8, 9]


def test_clones_have_memory_of_their_own_and_the_same_record() -> None:
    storage = tp.UntypedStorage(4)
    storage[0] = 1
    for twin in (storage.clone(), copy.copy(storage), copy.deepcopy(storage), pickle.loads(pickle.dumps(storage))):
        assert (twin[0], twin.nbytes(), twin.serial != storage.serial) == (1, 4, True)
        assert [bool(flag) for flag in twin.record.flags(0, 4) or ()] == [True, False, False, False]
        twin[0] = 2
        assert storage[0] == 1
    first, second = copy.deepcopy([storage, storage])
    assert first is second
    assert storage.new().nbytes() == 0


def test_storages_without_bytes() -> None:
    storage = tp.UntypedStorage(8, device="meta")
    for read in (lambda: storage[0], lambda: storage[0:2], storage.tolist, lambda: list(storage), storage.cpu):
        with pytest.raises(NotImplementedError, match="meta"):
            read()
    storage[0] = 1
    assert (len(storage), storage.record.covers(0, 1), storage.record.covers(0, 2)) == (8, True, False)
    assert storage.fill_(3).record.state == EVERYTHING
    assert storage.clone().device.type == "meta"
    assert storage.copy_(tp.UntypedStorage(8)) is storage
    assert storage.resize_(10**15).nbytes() == 10**15
    assert pickle.loads(pickle.dumps(storage)).nbytes() == 10**15
    assert repr(storage) == f"...\n[tensorplay.storage.UntypedStorage(device=meta) of size {10**15}]"
    assert bytes_of(1, 2).to(device="meta").nbytes() == 2
    with pytest.raises(RuntimeError):
        storage.resize_(-1)


def test_shadows_plan_sizes_without_touching_the_storage() -> None:
    storage = bytes_of(1, 2, 3)
    shadow = UntypedStorage.shadow(storage)
    shadow.resize_(8)
    shadow[0] = 9
    assert (storage.tolist(), storage.version, shadow.nbytes()) == ([1, 2, 3], 0, 8)
    with pytest.raises(NotImplementedError, match="planned"):
        shadow.tolist()
    storage.mark_exported()
    with pytest.raises(RuntimeError):
        UntypedStorage.shadow(storage).resize_(8)


def test_text() -> None:
    assert (
        repr(bytes_of(1, 2))
        == str(bytes_of(1, 2))
        == " 1\n 2\n[tensorplay.storage.UntypedStorage(device=cpu) of size 2]"
    )
    assert repr(tp.UntypedStorage()) == " \n[tensorplay.storage.UntypedStorage(device=cpu) of size 0]"
    assert repr(bytes_of(*range(256), *range(256), *range(256), *range(256))).splitlines()[9:12] == [
        " 9",
        " ...",
        " 246",
    ]


def test_conversions_take_every_byte_as_a_number() -> None:
    storage = bytes_of(0, 1, 200)
    expected = {
        "byte": [0, 1, 200], "char": [0, 1, -56], "short": [0, 1, 200], "int": [0, 1, 200], "long": [0, 1, 200],
        "bool": [False, True, True], "half": [0, 1, 200], "bfloat16": [0, 1, 200], "float": [0, 1, 200],
        "double": [0, 1, 200], "complex_float": [0, 1, 200], "complex_double": [0, 1, 200],
    }  # fmt: skip
    for name, values in expected.items():
        converted = getattr(storage, name)()
        assert isinstance(converted, tp.TypedStorage)
        assert converted.tolist() == values
    assert storage.float().dtype is tp.float32
    assert tp.UntypedStorage(4, device="meta").float().nbytes() == 16


def test_from_buffer() -> None:
    make = tp.UntypedStorage.from_buffer
    foreign = "big" if sys.byteorder == "little" else "little"
    assert make(b"abcd", dtype=tp.uint8).tolist() == [97, 98, 99, 100]
    assert make(bytearray(b"abcd"), "native", offset=1, count=2, dtype=tp.uint8).tolist() == [98, 99]
    assert make(b"abcd", sys.byteorder, dtype=tp.int16).tolist() == [97, 98, 99, 100]
    assert make(b"abcd", foreign, dtype=tp.int16).tolist() == [98, 97, 100, 99]
    assert make(b"abcd", foreign, dtype=tp.float32).tolist() == [100, 99, 98, 97]
    assert make(b"abcdefgh", foreign, dtype=tp.complex64).tolist() == [100, 99, 98, 97, 104, 103, 102, 101]
    for arguments, error in (
        ({"dtype": None}, RuntimeError),
        ({"dtype": tp.int16}, RuntimeError),
        ({"dtype": tp.int16, "byte_order": "odd"}, ValueError),
        ({"dtype": tp.int64, "byte_order": "native"}, ValueError),
        ({"dtype": tp.uint8, "offset": 9}, ValueError),
        ({"dtype": tp.uint8, "offset": -1}, ValueError),
        ({"dtype": tp.uint8, "count": 9}, ValueError),
    ):
        with pytest.raises(error):
            make(b"abcd", **arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        make(3, "native", dtype=tp.uint8)


def test_byteswap() -> None:
    storage = bytes_of(1, 2, 3, 4)
    storage.byteswap(tp.int16)
    assert storage.tolist() == [2, 1, 4, 3]
    with pytest.raises(RuntimeError, match="8"):
        storage.byteswap(tp.float64)


def test_random_work_on_storages_against_torch() -> None:
    torch = pytest.importorskip("torch")
    import random

    chance = random.Random(0)
    for _ in range(60):
        content = [chance.randrange(256) for _ in range(chance.randrange(1, 9))]
        pair = (tp.UntypedStorage(content), torch.UntypedStorage(content))
        for _ in range(40):
            index = chance.randrange(-10, 10)
            bounds = slice(
                chance.choice([None, chance.randrange(-9, 9)]), chance.choice([None, chance.randrange(-9, 9)])
            )
            value = chance.randrange(-300, 600)
            size = chance.randrange(9)
            outcomes = [work(storage, chance.getstate(), index, bounds, value, size) for storage in pair]
            chance.random()
            assert outcomes[0] == outcomes[1]
            assert pair[0].tolist() == pair[1].tolist()


def work(storage: Any, state: Any, index: int, bounds: slice, value: int, size: int) -> Any:
    """One random operation: what it gives, or the type of its error."""
    import random

    chance = random.Random()
    chance.setstate(state)
    try:
        match chance.randrange(7):
            case 0:
                storage[abs(index)] = value  # torch reads at negative indices, but does not write there
            case 1:
                storage[bounds] = value
            case 2:
                return storage[bounds].tolist()
            case 3:
                return storage[max(index, -storage.nbytes())]
            case 4:
                before = storage.nbytes()
                storage.resize_(size)
                if size > before:
                    storage[before:] = value  # torch leaves there what it finds
            case 5:
                storage.fill_(value)
            case 6:
                return storage.clone().tolist()
    except (IndexError, RuntimeError, TypeError) as error:
        return type(error).__name__
    return None
