"""Tensors from Python data and from memory: what tensor() infers from hundreds of literals, and what is shared."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement, differences
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import tensorplay as tp

LEAVES = [
    "0", "1", "-3", "300", "2**40", "True", "False", "1.5", "-0.0", "float('inf')", "float('nan')", "1j", "2-1j",
    "np.float64(1.5)", "np.float32(2)", "np.int8(3)", "np.int64(4)", "np.uint8(5)", "np.float16(2)", "np.complex64(1)",
    "m.tensor(2)", "m.tensor(1.5)", "m.tensor([3])", "m.tensor(True)",
]  # fmt: skip
DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64"]


def literal(chance: random.Random, leaves: list[str], lengths: list[int], faults: float) -> str:
    """Nested lists and tuples, of which now and then a part does not fit."""
    if not lengths or chance.random() < faults:
        return chance.choice(leaves)
    length = max(lengths[0] + (chance.choice([-1, 1]) if chance.random() < faults else 0), 0)
    items = ", ".join(literal(chance, leaves, lengths[1:], faults) for _ in range(length))
    return f"[{items}]" if chance.random() < 0.7 else f"({items}{',' if length == 1 else ''})"


def test_inference_on_random_literals(torch: Any) -> None:
    chance = random.Random(6)
    expressions = []
    for _ in range(1200):
        leaves = chance.sample(LEAVES, chance.randint(1, 3))
        lengths = [chance.choice([0, 1, 1, 2, 3]) for _ in range(chance.randint(0, 3))]
        # One fault at a time: of a part that does not fit and a number that does not, either may be found first.
        dtype = f", dtype=m.{chance.choice(DTYPES)}" if chance.random() < 0.4 else ""
        text = literal(chance, leaves, lengths, 0.0 if dtype else 0.03)
        if dtype and ("np." in text or "tensor(1.5)" in text):
            continue  # how torch reads NumPy's scalars into another dtype depends on their Python base class
        expressions.append(f"m.tensor({text}{dtype})")
    assert_agreement(expressions, torch)


EXPRESSIONS = [
    "m.tensor('abc')", "m.tensor(b'abc')", "m.tensor(['abc'])", "m.tensor([b'abc'])", "m.tensor([['a']])",
    "m.tensor([None])", "m.tensor([1, None])", "m.tensor({1: 2})", "m.tensor({1, 2})", "m.tensor([{}])",
    "m.tensor(None)", "m.tensor(object())", "m.tensor([object()])", "m.tensor(bytearray(b'abc'))",
    "m.tensor(memoryview(b'abc'))", "m.tensor(range(3))", "m.tensor([range(3), range(3, 6)])",
    "m.tensor([[1, 2], (3, 4)])", "m.tensor([[], [1]])", "m.tensor([[], [1j]])", "m.tensor([[1], []])",
    "m.tensor([1, [2]])", "m.tensor([[1], 2])", "m.tensor([1.5, [2]])", "m.tensor([[[1, 2], [3, 4]], [[5, 6], [7]]])",
    "m.tensor([None], dtype=m.bool)", "m.tensor([None], dtype=m.float32)", "m.tensor(2**63)", "m.tensor([2**63])",
    "m.tensor(-(2**63) - 1)", "m.tensor(2**63, dtype=m.uint64)", "m.tensor(2**64, dtype=m.uint64)",
    "m.tensor(2**63, dtype=m.float32)", "m.tensor(10**400, dtype=m.float64)", "m.tensor([2**70, 1.0])",
    "m.tensor(2**63, dtype=m.int32)", "m.tensor(-255, dtype=m.uint8)", "m.tensor(-256, dtype=m.uint8)",
    "m.tensor(256, dtype=m.uint8)", "m.tensor(-129, dtype=m.int8)", "m.tensor(-1, dtype=m.uint64)",
    "m.tensor(-1, dtype=m.uint32)", "m.tensor(1.9, dtype=m.uint64)", "m.tensor(-0.9, dtype=m.uint8)",
    "m.tensor(1e20, dtype=m.int64)", "m.tensor(float('nan'), dtype=m.int64)", "m.tensor(65519, dtype=m.float16)",
    "m.tensor(70000, dtype=m.float16)", "m.tensor(1e40, dtype=m.bfloat16)", "m.tensor(1e39 + 1j, dtype=m.complex64)",
    "m.tensor(1e10 + 1j, dtype=m.complex32)", "m.tensor(1 + 0j, dtype=m.float32)", "m.tensor(0j, dtype=m.bool)",
    "m.tensor([np.uint64(1), 2])", "m.tensor([m.tensor(1, dtype=m.uint16), 2])",
    "m.tensor(np.array([1.5, 300]), dtype=m.uint8)", "m.tensor(np.array([300, -1]), dtype=m.uint8)",
    "m.tensor([np.array([300, -1])], dtype=m.uint8)", "m.tensor([np.array([1, 2]), np.array([3, 4])])",
    "m.tensor([np.array([1, 2]), [3, 4.5]])", "m.tensor([np.array(1), np.array(2.5)])", "m.tensor([np.zeros((2, 0))])",
    "m.tensor(np.array('a'))", "m.tensor(np.array([1, 2], dtype=object))", "m.tensor(np.arange(6).reshape(2, 3).T)",
    "m.tensor(np.arange(6)[::-1])", "m.tensor(np.arange(3, dtype='>i4'))", "m.tensor(m.arange(6).reshape(2, 3).t())",
    "m.tensor(m.ones(2, requires_grad=True)).requires_grad", "m.tensor([m.tensor([1, 2]), m.tensor([2, 3])])",
    "m.tensor([m.zeros(2, 3)])", "m.tensor([m.zeros(0)])", "m.tensor([m.tensor(1.5)], dtype=m.int64)",
    "m.tensor([m.tensor(1.5)], dtype=m.bool)", "m.tensor([m.tensor(1.5)], dtype=m.float16)",
    "m.tensor([1, 2], dtype=m.float32, device='meta')", "m.tensor([1, 2], m.float32)", "m.tensor()",
    "m.tensor([1], foo=2)", "m.tensor([1], requires_grad=1)", "m.tensor([1], requires_grad=True)",
    "m.tensor([1.0], pin_memory=True)", "m.tensor([1, 2], dtype=int)", "m.tensor([1, 2], dtype=np.float32)",
    "m.tensor([1, 2], device='nope')", "m.as_tensor([1, 2], dtype=m.float32)",
    "m.as_tensor(m.ones(2, requires_grad=True)).requires_grad", "m.asarray(m.arange(3), dtype=m.float32, copy=False)",
    "m.asarray([1, 2], copy=False)", "m.asarray(np.float64(3))", "m.asarray(np.arange(3.0), requires_grad=True)",
    "m.asarray(bytearray(b'abcd'))", "m.asarray('abc')", "m.asarray(b'abcd', dtype=m.int16)", "m.asarray(None)",
    "m.asarray([1, 2], requires_grad=True)", "m.asarray(m.ones(2, requires_grad=True)).requires_grad",
    "m.asarray(1, copy='x')", "m.asarray([1], m.float32)", "m.from_numpy(np.arange(12).reshape(3, 4)[:, ::2])",
    "m.from_numpy(np.broadcast_to(np.arange(3), (2, 3)))", "m.from_numpy(np.arange(4)[::-1])",
    "m.from_numpy(np.zeros((2, 0, 3)))", "m.from_numpy(np.array(5))",
    "m.from_numpy(np.zeros(3, dtype=[('a', np.int8), ('b', np.int32)])['b'])",
    "m.from_numpy(np.zeros(3, dtype='M8[s]'))", "m.from_numpy(np.zeros(3, dtype=np.longdouble))", "m.from_numpy([1])",
    "m.from_numpy(m.zeros(1))", "m.from_numpy(np.zeros((2, 1))[:, ::-1])",
    "m.from_numpy(np.arange(4)[1:]).storage_offset()",
    "m.from_numpy(np.arange(12).reshape(3, 4)[:, ::2]).untyped_storage().nbytes()",
    "m.from_numpy(np.frombuffer(bytes(9), dtype=np.int32, offset=1))",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16)", "m.frombuffer(bytearray(b'abcde'), dtype=m.int16)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, count=1)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, count=3)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, count=0)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, count=-2)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, offset=1, count=1)", "m.frombuffer(bytearray(b'abcd'))",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, offset=4)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, offset=-1)", "m.frombuffer('abcd', dtype=m.int16)",
    "m.frombuffer([1, 2], dtype=m.int16)", "m.frombuffer(bytearray(), dtype=m.int8)",
    "m.frombuffer(np.arange(3), dtype=m.int16)", "m.frombuffer(np.arange(3)[::-1], dtype=m.int16)",
    "m.frombuffer(bytearray(b'abcd'), dtype=m.int16, requires_grad=True)",
    "m.frombuffer(bytearray(b'ab'), dtype=m.bool)", "m.Tensor()", "m.Tensor([2, 3])", "m.Tensor(m.Size([2, 3])).shape",
    "m.Tensor(2.5)", "m.Tensor(-1)", "m.Tensor([1j])", "m.Tensor(np.arange(3))", "m.Tensor(m.ones(2, dtype=m.int64))",
    "m.Tensor('a')", "m.Tensor(None)", "m.Tensor(2, [3])", "m.Tensor([1, 2], device='meta')",
    "m.Tensor([1, 2], dtype=m.int8)", "m.Tensor(size=(2, 3)).shape", "m.LongTensor([1.7])", "m.ByteTensor([300])",
    "m.ByteTensor([-1])", "m.IntTensor(m.ones(2))", "m.BoolTensor([1, 0])", "m.HalfTensor([1])",
    "m.BFloat16Tensor([1])", "m.FloatTensor(np.arange(2))", "m.FloatTensor.dtype",
    "isinstance(m.zeros(1), m.FloatTensor)", "isinstance(m.zeros(1), m.LongTensor)", "m.is_tensor(m.FloatTensor)",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_a_part_of_another_length_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"length 2 at dim 1 \(got 1\)"):
        tp.tensor([[1, 2], [3]])
    with pytest.raises(ValueError, match=r"length 2 at dim 2 \(got 3\)"):
        tp.tensor([[[1, 2]], [[3, 4, 5]]])


NUMBER_TYPES = [
    np.bool_,
    np.uint8,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
]


@given(
    st.sampled_from(NUMBER_TYPES).flatmap(lambda kind: arrays.arrays(kind, arrays.array_shapes(min_dims=0, min_side=0)))
)
def test_arrays_keep_their_values_and_types(array: Any) -> None:
    copied, shared = tp.tensor(array), tp.from_numpy(array)
    nested = tp.tensor(array.tolist(), dtype=shared.dtype) if array.size else shared
    for x in (copied, shared, nested):
        assert np.array_equal(x.numpy(), array, equal_nan=array.dtype.kind in "fc")
        assert x.numpy().dtype == array.dtype
    assert shared.data_ptr() == (array.__array_interface__["data"][0] if array.size else 0)
    assert not np.shares_memory(copied.numpy(), array)


def test_what_is_shared_and_what_is_copied() -> None:
    array = np.arange(4)
    shared, copied = tp.as_tensor(array), tp.tensor(array)
    array[0] = 9
    assert (shared[0].item(), copied[0].item()) == (9, 0)
    shared[1] = 8
    assert array[1] == 8
    assert tp.as_tensor(array, dtype=tp.float32).data_ptr() != shared.data_ptr()
    assert tp.as_tensor(shared) is shared
    assert tp.asarray(shared) is shared
    assert tp.asarray(shared, copy=True) is not shared
    memory = bytearray(4)
    x = tp.frombuffer(memory, dtype=tp.int16)
    memory[0] = 1
    assert x.tolist() == [1, 0]
    assert tp.asarray(memory, dtype=tp.uint8).data_ptr() == x.data_ptr()


def test_shared_memory_counts_as_exported() -> None:
    storage = tp.from_numpy(np.arange(4)).untyped_storage()
    assert storage.exported
    assert storage.record.state == "unknown"
    with pytest.raises(RuntimeError, match="resize"):
        storage.resize_(100)


def test_the_owner_of_the_memory_stays_alive() -> None:
    x = tp.from_numpy(np.arange(100_000.0))
    y = tp.frombuffer(bytearray(range(100)), dtype=tp.uint8)
    rubbish = [np.zeros(100_000) for _ in range(50)]
    assert (x.sum().item(), y.sum().item(), len(rubbish)) == (4999950000.0, 4950, 50)


def test_read_only_memory_is_shared_with_a_warning_and_stays_so() -> None:
    array = np.arange(3)
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="read-only"):
        x = tp.from_numpy(array)
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 5
    assert (x.tolist(), x._version) == ([0, 1, 2], 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tp.tensor(array)[0] = 5
    with pytest.warns(UserWarning, match="read-only"):
        tp.frombuffer(b"abcd", dtype=tp.int16)


def test_the_old_constructors_are_those_of_the_list() -> None:
    from tensorplay.attributes.dtype import LEGACY_CONSTRUCTORS

    for name, dtype in LEGACY_CONSTRUCTORS.items():
        constructor = getattr(tp, name)
        assert constructor(2, 3).dtype is dtype
        assert isinstance(constructor([1]), constructor)
        assert tp.zeros(1).type(constructor).type() == f"tensorplay.{name}"


def test_self_containing_lists_are_refused(torch: Any) -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert differences("m.tensor(endless)", torch, endless=endless) is None
    with pytest.raises(ValueError, match="too many dimensions"):
        tp.tensor(endless)


def test_long_lists_are_read_quickly_enough_to_be_of_use() -> None:
    rows = [[float(row * column) for column in range(100)] for row in range(300)]
    assert tp.tensor(rows).shape == (300, 100)
