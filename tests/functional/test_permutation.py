"""permutation and tensorplay.cutensor: values against NumPy, every operator, alpha, dtypes, padding and statuses."""

from __future__ import annotations

import math
import pickle
import random
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.cutensor import CuTensorError, Operator, Status
from tensorplay.functional.permutation_types import PRECISIONS, TRIPLES

LETTERS = "abcdefg"
NUMPY_OPERATORS: dict[str, Any] = {
    "IDENTITY": lambda x: x,
    "SQRT": np.sqrt,
    "RELU": lambda x: np.maximum(x, 0),
    "CONJ": np.conj,
    "RCP": lambda x: 1 / x,
    "SIGMOID": lambda x: 1 / (1 + np.exp(-x)),
    "TANH": np.tanh,
    "EXP": np.exp,
    "LOG": np.log,
    "ABS": np.abs,
    "NEG": np.negative,
    "SIN": np.sin,
    "COS": np.cos,
    "TAN": np.tan,
    "SINH": np.sinh,
    "COSH": np.cosh,
    "ASIN": np.arcsin,
    "ACOS": np.arccos,
    "ATAN": np.arctan,
    "ASINH": np.arcsinh,
    "ACOSH": np.arccosh,
    "ATANH": np.arctanh,
    "CEIL": np.ceil,
    "FLOOR": np.floor,
    "MISH": lambda x: x * np.tanh(np.log1p(np.exp(x))),
    "SWISH": lambda x: x / (1 + np.exp(-x)),
    "SOFT_PLUS": lambda x: np.log1p(np.exp(x)),
    "SOFT_SIGN": lambda x: x / (1 + np.abs(x)),
    "SQR": lambda x: x * x,
}


def expected_permutation(array: Any, modes_a: str, modes_b: str, extents: dict[str, int]) -> Any:
    """What NumPy makes of it: einsum for the modes that are there, broadcasting for the others."""
    present = "".join(mode for mode in modes_b if mode in modes_a)
    moved = np.einsum(array, [LETTERS.index(mode) for mode in modes_a], [LETTERS.index(mode) for mode in present])
    sizes = dict(zip(modes_a, array.shape, strict=True)) | extents
    places = tuple(slice(None) if mode in modes_a else None for mode in modes_b)
    return np.broadcast_to(moved[places], tuple(sizes[mode] for mode in modes_b))


def test_random_modes_against_numpy() -> None:
    chance = random.Random(8)
    for _ in range(400):
        rank, extra = chance.randint(0, 5), chance.randint(0, 2)
        modes_a = LETTERS[:rank]
        modes_b = "".join(chance.sample(LETTERS[: rank + extra], rank + extra))
        extents = {mode: chance.randint(1, 3) for mode in LETTERS[rank : rank + extra]}
        size = [chance.randint(1, 4) for _ in range(rank)]
        dtype = chance.choice([tp.float32, tp.int16, tp.float64, tp.bool, tp.complex64, tp.uint8])
        array = np.asarray(np.arange(math.prod(size)).reshape(size) % 100)
        base = tp.from_numpy(array).to(dtype)
        order = chance.sample(range(rank), rank)
        source = base.permute(order).contiguous().permute([order.index(dim) for dim in range(rank)])  # in another order
        options: dict[str, Any] = {}
        if chance.random() < 0.4:
            options["out_layout"] = tuple(chance.sample(range(rank + extra), rank + extra))
        result = tp.permutation(source, modes_a, modes_b, extents=extents, **options)
        expected = expected_permutation(base.numpy(), modes_a, modes_b, extents)
        assert result.dtype is dtype
        np.testing.assert_array_equal(result.numpy(), expected)
        if options:
            assert result.stride() == tp.empty_permuted(tuple(result.shape), options["out_layout"]).stride()
        else:
            assert result.is_contiguous()


def test_random_padding_against_numpy() -> None:
    chance = random.Random(9)
    for _ in range(150):
        rank = chance.randint(1, 4)
        size = [chance.randint(1, 4) for _ in range(rank)]
        modes_b = "".join(chance.sample(LETTERS[:rank], rank))
        pairs = [(chance.randint(0, 2), chance.randint(0, 2)) for _ in range(rank)]
        array = np.arange(math.prod(size), dtype=np.float32).reshape(size)
        padding: Any = dict(zip(modes_b, pairs, strict=True)) if chance.random() < 0.5 else pairs
        result = tp.permutation(tp.from_numpy(array), LETTERS[:rank], modes_b, 2.0, padding=padding, padding_value=-5)
        expected = 2 * expected_permutation(array, LETTERS[:rank], modes_b, {})
        np.testing.assert_array_equal(result.numpy(), np.pad(expected, pairs, constant_values=-5))


def test_all_operators_stand_in_the_enum() -> None:
    assert len([operator for operator in Operator if operator is not Operator.SQR]) == 28
    assert set(NUMPY_OPERATORS) == set(Operator.__members__)


@pytest.mark.parametrize("name", sorted(NUMPY_OPERATORS))
def test_operators(name: str) -> None:
    values = np.linspace(-2.75, 2.75, 24).reshape(2, 3, 4)
    with np.errstate(all="ignore"):
        expected = 3 * NUMPY_OPERATORS[name](values).transpose(2, 0, 1)
    result = tp.permutation(tp.from_numpy(values), "abc", "cab", 3, name)
    np.testing.assert_allclose(result.numpy(), expected, rtol=1e-12)
    single = tp.permutation(tp.from_numpy(values).float(), "abc", "cab", 3, name.lower())
    np.testing.assert_allclose(single.numpy(), expected, rtol=3e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["IDENTITY", "SQRT", "CONJ", "RCP", "EXP", "TANH", "ABS", "SQR", "SWISH", "NEG"])
def test_operators_of_complex_numbers(name: str) -> None:
    values = (np.arange(6) - 2.5).reshape(2, 3) * (1 + 0.5j)
    result = tp.permutation(tp.from_numpy(values), "ab", "ba", 1 - 2j, name)
    np.testing.assert_allclose(result.numpy(), (1 - 2j) * NUMPY_OPERATORS[name](values).T, rtol=1e-12)


def test_operators_by_their_other_names() -> None:
    x = tp.tensor([1 + 2j])
    for op in ("CONJUGATE", "conj", 9, Operator.CONJ, "CUTENSOR_OP_CONJ"):
        assert tp.permutation(x, "a", "a", op=op).tolist() == [1 - 2j]


def test_soft_plus_of_large_numbers() -> None:
    assert tp.permutation(tp.tensor([1000.0, -1000.0]), "a", "a", op="SOFT_PLUS").tolist() == [1000.0, 0.0]


def test_alpha_0_does_not_read() -> None:
    x = tp.tensor([float("nan"), float("inf"), 1.0])
    assert tp.permutation(x, "a", "a", 0).tolist() == [0.0, 0.0, 0.0]
    assert tp.permutation(x, "a", "a", 0.0, "RCP").tolist() == [0.0, 0.0, 0.0]
    assert math.isnan(tp.permutation(x, "a", "a", 1)[0].item())
    padded = tp.permutation(x, "a", "a", 0, padding={"a": (1, 0)}, padding_value=7)
    assert padded.tolist() == [7.0, 0.0, 0.0, 0.0]


def test_nan_payloads_are_moved() -> None:
    bits = np.array([0x7FC01234, 0xFFC00001, 0x7F800123], np.uint32)
    result = tp.permutation(tp.from_numpy(bits.view(np.float32)), "a", "ab", extents={"b": 2})
    assert result.numpy().view(np.uint32).T.tolist() == [bits.tolist()] * 2


@pytest.mark.parametrize("pair", sorted(TRIPLES, key=str))
def test_the_table_of_dtypes(pair: tuple[Any, Any]) -> None:
    source, result = pair
    values = tp.tensor([[1.5, -2.0, 3.25]]).to(source)
    for precision in PRECISIONS:
        if precision in TRIPLES[pair]:
            found = tp.permutation(values, "ab", "ba", 0.5, dtype=result, compute=precision, strict=True)
            assert (found.dtype, found.flatten().to(tp.complex128).tolist()) == (result, [0.75, -1.0, 1.625])
        else:
            with pytest.raises(CuTensorError, match="NOT_SUPPORTED"):
                tp.permutation(values, "ab", "ba", dtype=result, compute=precision, strict=True)


def test_short_precisions_round_after_each_step() -> None:
    x = tp.tensor([1.0, 3.0, 7.0], dtype=tp.float16)
    array = x.numpy()
    by_steps = (np.exp(array.astype(np.float32)).astype(np.float16) * np.float16(0.1)).tolist()
    assert tp.permutation(x, "a", "a", 0.1, "EXP", compute="16F").tolist() == by_steps
    once = (np.exp(array.astype(np.float32)) * np.float32(0.1)).astype(np.float16).tolist()
    assert tp.permutation(x, "a", "a", 0.1, "EXP", compute="32F").tolist() == once
    third = tp.tensor([1 / 3], dtype=tp.float64)
    assert tp.permutation(third, "a", "a", compute="32F").tolist() == [float(np.float32(1 / 3))]
    assert tp.permutation(third, "a", "a").tolist() == [1 / 3]


def test_integers() -> None:
    x = tp.tensor([[1, -2], [3, 100]], dtype=tp.int8)
    assert tp.permutation(x, "ab", "ba", 2).tolist() == [[2, 6], [-4, -56]]  # 200 wraps around
    assert tp.permutation(x, "ab", "ba", op="RELU").tolist() == [[1, 3], [0, 100]]
    assert tp.permutation(x, "ab", "ba", dtype=tp.float32, alpha=0.5).tolist() == [[0.5, 1.5], [-1.0, 50.0]]
    assert tp.permutation(x, "ab", "ba", op="EXP").dtype is tp.float32
    assert tp.permutation(x, "ab", "ba", 0.5, compute="64F").tolist() == [[0, 1], [-1, 50]]
    large = tp.tensor([2**63 - 1, -(2**63)])
    assert tp.permutation(large, "a", "a").tolist() == [2**63 - 1, -(2**63)]
    assert tp.permutation(large, "a", "a", -1).tolist() == [-(2**63) + 1, -(2**63)]
    assert tp.permutation(tp.tensor([True, False]), "a", "a", dtype=tp.int64, alpha=3).tolist() == [3, 0]
    unsigned = tp.tensor([2**64 - 1], dtype=tp.uint64)
    assert tp.permutation(unsigned, "a", "a", op="ABS").tolist() == [2**64 - 1]


def test_half_complex_numbers() -> None:
    x = tp.tensor([1 + 2j, 3 - 1j]).to(tp.complex32)
    assert tp.permutation(x, "a", "ba", 2j, extents={"b": 1}).to(tp.complex64).tolist() == [[-4 + 2j, 2 + 6j]]


def test_conjugate_and_negative_bits() -> None:
    x = tp.tensor([[1 + 2j, 3 - 1j]])
    assert tp.permutation(x.conj(), "ab", "ba").tolist() == [[1 - 2j], [3 + 1j]]
    assert tp.permutation(x.conj().imag, "ab", "ba").tolist() == [[-2.0], [1.0]]
    out = tp.zeros(2, 1, dtype=tp.complex64)
    tp.permutation(x, "ab", "ba", out=out.conj())
    assert out.tolist() == [[1 - 2j], [3 + 1j]]


def test_expanded_and_empty() -> None:
    x = tp.tensor([1.0, 2.0]).expand(3, 2)
    assert tp.permutation(x, "ab", "ba", op="SQR").tolist() == [[1.0] * 3, [4.0] * 3]
    assert tp.permutation(tp.zeros(0, 2), "ab", "ba").shape == (2, 0)
    padded = tp.permutation(tp.zeros(0, 2), "ab", "ba", padding={"a": (1, 1)}, padding_value=4)
    assert padded.tolist() == [[4.0, 4.0]] * 2


def test_out_and_strides() -> None:
    x = tp.arange(6.0).view(2, 3)
    out = tp.full((3, 4), -1.0)
    assert tp.permutation(x, "ab", "ba", out=out[:, ::2]) is not out
    assert out.tolist() == [[0.0, -1.0, 3.0, -1.0], [1.0, -1.0, 4.0, -1.0], [2.0, -1.0, 5.0, -1.0]]
    assert tp.permutation(x, "ab", "ba", strides=(1, 5)).stride() == (1, 5)
    image = tp.zeros(2, 3, 4, 5)
    assert tp.permutation(image, "nchw", "nchw", memory_format=tp.channels_last).stride() == (60, 1, 15, 3)
    single = tp.zeros(3, 2)
    assert tp.permutation(x.double(), "ab", "ba", out=single) is single
    assert single.tolist() == x.t().tolist()


def test_large_work_in_blocks() -> None:
    array = np.random.default_rng(0).standard_normal((700, 900), dtype=np.float32)
    result = tp.permutation(tp.from_numpy(array), "ab", "ba", 2.0, "SQR")
    np.testing.assert_array_equal(result.numpy(), (array * array * np.float32(2)).T)


def test_descriptors_are_packed_column_major() -> None:
    cutensor = tp.cutensor
    a = cutensor.create_tensor_descriptor((2, 3), dtype=tp.float64)
    operation = cutensor.create_permutation(a, [1, 2], [2, 1])
    plan = cutensor.create_plan(operation)
    source = tp.empty_strided((2, 3), (1, 2), dtype=tp.float64).copy_(tp.arange(6.0).view(2, 3))
    moved = cutensor.permute(plan, 1, source)
    assert (moved.stride(), moved.tolist()) == ((1, 3), [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]])
    b = cutensor.create_tensor_descriptor((3, 2), (2, 1), tp.float32)
    assert cutensor.create_permutation(a, "ab", "ba", out=b).permutation.b is b


def test_attributes() -> None:
    operation = tp.cutensor.create_permutation(
        tp.zeros(2, 3), "hw", "wkh", extents={"k": 5}, op="TANH", padding={"k": (1, 2)}, padding_value=3
    )
    assert operation.attribute("PADDING_LEFT") == (0, 1, 0)
    assert operation.attribute("CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT") == (0, 2, 0)
    assert operation.attribute("PADDING_VALUE") == 3
    assert operation.attribute("FLOPS") == 60.0  # 30 elements, each through tanh and times alpha
    assert operation.attribute("MOVED_BYTES") == 24 + 3 * 8 * 2 * 4
    assert operation.attribute("SCALAR_TYPE") == "R_32F"
    operation.set_attribute("TAG", 42)
    assert operation.attribute("tag") == 42
    plan = tp.cutensor.create_plan(operation)
    operation.set_attribute("PADDING_LEFT", (1, 0, 0))
    operation.set_attribute("PADDING_RIGHT", (0, 0, 0))
    operation.set_attribute("PADDING_VALUE", 9)
    changed = tp.cutensor.permute(tp.cutensor.create_plan(operation), 1, tp.zeros(2, 3))
    assert (tuple(changed.shape), changed[0, 0, 0].item()) == ((4, 5, 2), 9.0)
    assert tuple(tp.cutensor.permute(plan, 1, tp.zeros(2, 3)).shape) == (3, 8, 2)  # as it was then
    assert plan.attribute("REQUIRED_WORKSPACE") == plan.required_workspace == 0
    assert plan.preference.attribute("ALGO") == -1
    patient = tp.cutensor.create_plan(operation, "DEFAULT_PATIENT")
    assert patient.preference.attribute("CUTENSOR_PLAN_PREFERENCE_ALGO").name == "DEFAULT_PATIENT"
    assert tp.cutensor.create_plan(operation, -6).preference.algo == -6


@pytest.mark.parametrize(
    ("dtype", "options", "word"),
    [
        ("float32", {}, "R_32F"), ("float16", {}, "R_32F"), ("float16", {"compute": "16F"}, "R_16F"),
        ("bfloat16", {"compute": tp.bfloat16}, "R_16BF"), ("float64", {}, "R_64F"), ("complex64", {}, "C_32F"),
        ("complex128", {}, "C_64F"), ("int8", {}, "R_64I"), ("uint64", {}, "R_64U"), ("int8", {"op": "EXP"}, "R_32F"),
        ("int64", {"op": "EXP"}, "R_64F"), ("bool", {"dtype": tp.float16}, "R_32F"),
    ],
)  # fmt: skip
def test_scalar_types(dtype: str, options: dict[str, Any], word: str) -> None:
    operation = tp.cutensor.create_permutation(tp.zeros(2, dtype=getattr(tp, dtype)), "a", "a", **options)
    assert operation.attribute("SCALAR_TYPE") == word


def test_a_plan_is_a_lesson() -> None:
    operation = tp.cutensor.create_permutation(
        tp.zeros(2, 3, 4, 5, dtype=tp.int32), "nchw", "nhwck", extents={"k": 2}, padding={"h": (1, 0)}
    )
    text = str(tp.cutensor.create_plan(operation))
    for words in (
        "B[n,h,w,c,k] = alpha · A[n,c,h,w]", "int32 → int32, computed in 64I", "broadcast", "1 + 4 + 0, padded",
        "merged (hw)", "FLOPS        240", "MOVED_BYTES  1680: 480 read, 1200 written", "workspace    0 bytes",
        "would refuse this: int32 → int32 computed in 64I is not in its table",
    ):  # fmt: skip
        assert words in text, text
    assert str(operation) == text.splitlines()[0]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: tp.zeros(2, 3).int(), "not in its table"),
        (lambda: tp.zeros(2, 3) > 0, "not in its table"),
        (lambda: tp.zeros(1, 3).expand(2, 3), "stride of 0"),
        (lambda: tp.zeros(0, 3), "extent of 0"),
    ],
)
def test_strict_keeps_the_limits_of_cutensor(make: Any, words: str) -> None:
    plan = tp.cutensor.create_plan(tp.cutensor.create_permutation(make(), "ab", "ba"))
    assert words in str(plan)
    assert "would refuse" in str(plan)
    with pytest.raises(CuTensorError):
        tp.permutation(make(), "ab", "ba", strict=True)


def test_the_journal_and_meta() -> None:
    x = tp.empty(1000, 1000, 1000, device="meta")
    result = tp.permutation(x, "abc", "cba", op="EXP", out_layout=(1, 2, 0))
    assert (result.device.type, result.stride()) == ("meta", (1, 1000000, 1000))
    from tensorplay.core.journal import Journal, observed_by

    journal = Journal()
    with observed_by(journal):
        tp.permutation(tp.zeros(2, 3), "ab", "ba")
    events = [event for event in journal.events if event.name == "permutation"]
    assert events
    assert all(event.copies and event.bytes_moved == 24 for event in events)


def test_the_preview_plans_it() -> None:
    from tensorplay.inspect.preview import preview

    found = preview("y = tp.permutation(x, 'ab', 'ba')", {"tp": tp, "x": tp.zeros(2, 3)})
    assert found is not None
    assert found.error == ""
    refused = preview("tp.permutation(x, 'aa', 'ba')", {"tp": tp, "x": tp.zeros(2, 3)})
    assert refused is not None
    assert refused.error == "CuTensorError"


def test_the_error() -> None:
    with pytest.raises(RuntimeError) as caught:
        tp.permutation(tp.zeros(2), "ab", "ba")
    error = caught.value
    assert isinstance(error, CuTensorError)
    assert (error.status, error.name, error.status.value) == (Status.INVALID_VALUE, "INVALID_VALUE", 7)
    assert str(error).startswith("INVALID_VALUE: ")
    again = pickle.loads(pickle.dumps(error))
    assert (again.status, str(again)) == (error.status, str(error))


def test_the_numbers_of_the_statuses() -> None:
    assert {status.name: status.value for status in Status} == {
        "SUCCESS": 0, "NOT_INITIALIZED": 1, "ALLOC_FAILED": 3, "INVALID_VALUE": 7, "ARCH_MISMATCH": 8,
        "MAPPING_ERROR": 11, "EXECUTION_FAILED": 13, "INTERNAL_ERROR": 14, "NOT_SUPPORTED": 15, "LICENSE_ERROR": 16,
        "CUBLAS_ERROR": 17, "CUDA_ERROR": 18, "INSUFFICIENT_WORKSPACE": 19, "INSUFFICIENT_DRIVER": 20, "IO_ERROR": 21,
    }  # fmt: skip
