"""Every status that a permutation can end with, reached through the public face, with everything as it was before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.backends import backend_for

cutensor = tp.cutensor


def refused(name: str, words: str, action: Callable[[], Any]) -> None:
    with pytest.raises(cutensor.CuTensorError, match=words) as caught:
        action()
    assert caught.value.name == name
    assert str(caught.value).startswith(f"{name}: ")


def permutation(*args: Any, **kwargs: Any) -> Callable[[], Any]:
    return lambda: tp.permutation(tp.zeros(2, 3), *args, **kwargs)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("stands twice in modeA", permutation("aa", "ab")),
        ("stands twice in modeB", permutation("ab", "aba")),
        ("'b' of A is missing in modeB", permutation("ab", "a")),
        ("names 3 modes", permutation("abc", "abc")),
        ("names 1 modes", permutation("a", "a")),
        ("lacks the mode 'k'.*extents=", permutation("ab", "akb")),
        ("extent of mode 'a' is 2 in A, but 3", permutation("ab", "ab", extents={"a": 3})),
        ("extents= names the mode 'z'", permutation("ab", "ab", extents={"z": 3})),
        ("not negative", permutation("ab", "abk", extents={"k": -1})),
        ("int32", permutation([1, 1 << 40], "ab")),
        ("one character", permutation(["ab", "c"], "ab")),
        ("B has the extents", permutation("ab", "ba", out=tp.zeros(2, 3))),
        ("dtype is .*float64, but B has", permutation("ab", "ba", out=tp.zeros(3, 2), dtype=tp.float64)),
        ("same cells", permutation("ab", "ba", strides=(0, 1))),
        ("same cells", permutation("ab", "ba", strides=(1, 1))),
        ("same cells", permutation("ab", "ba", out=tp.zeros(3, 1).expand(3, 2))),
        ("backwards", permutation("ab", "ba", strides=(-2, 1))),
        ("3 strides for the 2 modes", permutation("ab", "ba", strides=(1, 2, 3))),
        ("physical_layout", permutation("ab", "ba", out_layout=(0,))),
        ("physical_layout", permutation("ab", "ba", out_layout=(0, 0))),
        ("rank", permutation("ab", "ba", memory_format=tp.channels_last)),
        ("give one of them", permutation("ab", "ba", out_layout=(0, 1), strides=(2, 1))),
        ("padding= names the mode 'z'", permutation("ab", "ba", padding={"z": (1, 1)})),
        ("two counts", permutation("ab", "ba", padding={"a": 1})),
        ("1 pairs of padding for the 2 modes", permutation("ab", "ba", padding=[(1, 1)])),
        ("only adds", permutation("ab", "ba", padding={"a": (-1, 0)})),
        ("padding value of 0.5", permutation("ab", "ba", dtype=tp.int32, padding_value=0.5)),
        ("overflow", permutation("ab", "ba", dtype=tp.float16, padding_value=1e9)),
        ("alpha is 1j", permutation("ab", "ba", 1j)),
        ("alpha has", permutation("ab", "ba", 10**400)),
        ("stride of 0", lambda: tp.permutation(tp.zeros(1).expand(3), "a", "a", strict=True)),
        ("extent of 0", lambda: tp.permutation(tp.zeros(0), "a", "a", strict=True)),
        ("alpha is 0.5, but integers", lambda: tp.permutation(tp.arange(3), "a", "a", 0.5)),
        ("overflows", permutation("ab", "abk", extents={"k": 2**61})),
        ("2 strides", lambda: cutensor.create_tensor_descriptor((2,), (1, 2))),
        ("backwards", lambda: cutensor.create_tensor_descriptor((2,), (-1,))),
        ("negative dimension", lambda: cutensor.create_tensor_descriptor((-2,))),
        ("power of two", lambda: cutensor.create_tensor_descriptor((2,), alignment=24)),
        ("jit is NONE or DEFAULT", lambda: cutensor.create_plan_preference(jit="FAST")),
        ("kernel_rank", lambda: cutensor.create_plan_preference(kernel_rank=-1)),
        ("no attribute", lambda: cutensor.create_plan_preference().attribute("SPEED")),
        ("no attribute", lambda: operation().attribute("SPEED")),
        ("has a name, but 3", lambda: operation().attribute(3)),  # type: ignore[arg-type]
        ("has a name, but 3", lambda: operation().set_attribute(3, 1)),  # type: ignore[arg-type]
        ("has a name, but None", lambda: cutensor.create_plan(operation()).attribute(None)),  # type: ignore[arg-type]
        ("has a name, but b'JIT'", lambda: cutensor.create_plan_preference().attribute(b"JIT")),  # type: ignore[arg-type]
        ("alpha: ", permutation("ab", "ba", tp.ones(2, device="meta")[0])),
        ("no attribute", lambda: operation().set_attribute("SPEED", 1)),
        ("cannot be set", lambda: operation().set_attribute("FLOPS", 1)),
        ("int32", lambda: operation().set_attribute("TAG", 1 << 40)),
        ("3 counts of padding", lambda: operation().set_attribute("PADDING_LEFT", (1, 1, 1))),
        ("no attribute", lambda: cutensor.create_plan(operation()).attribute("ALGO")),
        ("workspace limit", lambda: cutensor.create_plan(operation(), workspace_limit=-1)),
    ],
)
def test_invalid_value(words: str, action: Callable[[], Any]) -> None:
    refused("INVALID_VALUE", words, action)


def operation() -> Any:
    return cutensor.create_permutation(tp.zeros(2, 3), "ab", "ba")


def test_invalid_value_for_other_tensors_than_planned() -> None:
    plan = cutensor.create_plan(operation())
    for tensor, words in (
        (tp.zeros(2, 4), "extents"),
        (tp.zeros(3, 2).t(), "strides"),
        (tp.zeros(2, 3).double(), "dtype"),
        (tp.empty(2, 3, device="meta"), "device"),
    ):
        refused("INVALID_VALUE", words, lambda tensor=tensor: cutensor.permute(plan, 1, tensor))
    out = tp.zeros(3, 2)
    refused("INVALID_VALUE", "strides", lambda: cutensor.permute(plan, 1, tp.ones(2, 3), out.t().contiguous().t()))
    assert out.tolist() == [[0.0, 0.0]] * 3


def test_invalid_value_for_overlap_in_memory_that_two_storages_see() -> None:
    numpy = pytest.importorskip("numpy")
    square = numpy.arange(1200 * 1200, dtype="f4").reshape(1200, 1200)
    before = square.copy()
    a, b = tp.from_numpy(square), tp.from_numpy(square)
    refused("INVALID_VALUE", "overlap", lambda: tp.permutation(a, "hw", "wh", 2, out=b))
    lower, upper = tp.from_numpy(square[:601, :600]), tp.from_numpy(square[600:, :601])
    refused("INVALID_VALUE", "overlap", lambda: tp.permutation(upper[:, :600], "ab", "ab", out=lower[1:]))
    assert (square == before).all()
    left, right = tp.from_numpy(square[:, :600]), tp.from_numpy(square[:, 600:])
    tp.permutation(left, "ab", "ab", -1.0, out=right)  # one address range in another, but no cell in common
    assert (square[:, 600:] == -before[:, :600]).all()
    storage = tp.arange(4.0).untyped_storage()
    whole, part = tp.empty(0).set_(storage), tp.empty(0).set_(storage[8:])
    refused("INVALID_VALUE", "overlap", lambda: tp.permutation(whole[1:3], "a", "a", out=part))
    tp.permutation(whole[:2], "a", "a", 3.0, out=part)
    assert whole.tolist() == [0.0, 1.0, 0.0, 3.0]


def test_invalid_value_for_overlap() -> None:
    x = tp.arange(12.0)
    before = x.tolist()
    source, target = x[:6].view(2, 3), x[5:11].view(3, 2)
    refused("INVALID_VALUE", "overlap", lambda: tp.permutation(source, "ab", "ba", out=target))
    refused("INVALID_VALUE", "overlap", lambda: tp.permutation(source, "ab", "ab", out=source))
    assert x.tolist() == before
    tp.permutation(source, "ab", "ba", out=x[6:].view(3, 2))
    assert x[6:].tolist() == [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]
    apart = tp.arange(12.0)
    tp.permutation(apart[::2], "a", "a", -1.0, out=apart[1::2])  # interleaved, but apart
    assert apart[:4].tolist() == [0.0, -0.0, 2.0, -2.0]


def test_invalid_value_for_alignment() -> None:
    plan = cutensor.create_plan(
        cutensor.create_permutation(cutensor.create_tensor_descriptor((4,), (1,), alignment=64), "a", "a")
    )
    whole = tp.zeros(40000)  # large storages begin with a line
    start = -whole.data_ptr() // 4 % 16
    assert cutensor.permute(plan, 1, whole[start : start + 4]).tolist() == [0.0] * 4
    refused("INVALID_VALUE", "behind a multiple of 64", lambda: cutensor.permute(plan, 1, whole[start + 1 : start + 5]))


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("no unary operator", permutation("ab", "ba", op="ADD")),
        ("no unary operator", permutation("ab", "ba", op=3)),
        ("no unary operator", permutation("ab", "ba", op=-1)),
        ("SQR is no value", permutation("ab", "ba", op="SQR", strict=True)),
        ("computes in", permutation("ab", "ba", compute="TF32")),
        ("computes in", permutation("ab", "ba", compute=tp.int8)),
        ("not in cuTENSOR's table", permutation("ab", "ba", compute="64F", strict=True)),
        ("not in cuTENSOR's table", permutation("ab", "ba", dtype=tp.bfloat16, strict=True)),
        ("not in cuTENSOR's table", lambda: tp.permutation(tp.arange(3), "a", "a", strict=True)),
        ("imaginary", lambda: tp.permutation(tp.tensor([1j]), "a", "a", dtype=tp.float32)),
        ("RELU is not defined for complex", lambda: tp.permutation(tp.tensor([1j]), "a", "a", op="RELU")),
        ("32F or 64F", lambda: tp.permutation(tp.tensor([1j]), "a", "a", compute="16F")),
        ("64I is for integers", permutation("ab", "ba", compute="64I")),
        ("no algorithm of a permutation", lambda: cutensor.create_plan(operation(), "GETT")),
        ("no algorithm of a permutation", lambda: cutensor.create_plan(operation(), 5)),
    ],
)
def test_not_supported(words: str, action: Callable[[], Any]) -> None:
    refused("NOT_SUPPORTED", words, action)


def test_not_initialized() -> None:
    made = operation()
    with cutensor.create_plan(made) as plan:
        assert cutensor.permute(plan, 1, tp.zeros(2, 3)).shape == (3, 2)
    for action in (
        lambda: cutensor.permute(plan, 1, tp.zeros(2, 3)),
        lambda: plan.attribute("REQUIRED_WORKSPACE"),
        lambda: plan.permutation,
        plan.destroy,
        plan.__enter__,
    ):
        refused("NOT_INITIALIZED", "plan was destroyed", action)
    assert "destroyed" in repr(plan)
    made.destroy()
    refused("NOT_INITIALIZED", "operation was destroyed", lambda: cutensor.create_plan(made))
    refused("NOT_INITIALIZED", "operation was destroyed", lambda: made.attribute("TAG"))
    refused("NOT_INITIALIZED", "operation was destroyed", lambda: made.set_attribute("TAG", 1))
    assert "destroyed" in repr(made)


def test_alloc_failed() -> None:
    refused("ALLOC_FAILED", "cannot allocate", permutation("ab", "abk", extents={"k": 2**50}))
    refused("ALLOC_FAILED", "cannot allocate", permutation("ab", "ab", strides=(2**62, 1)))


def gpu_is_there() -> bool:
    try:
        backend_for("cuda")
    except RuntimeError:
        return False
    return True


@pytest.mark.skipif(gpu_is_there(), reason="a GPU is there")
def test_cuda_error() -> None:
    refused("CUDA_ERROR", "cuda", permutation("ab", "ba", device="cuda"))
    described = cutensor.create_tensor_descriptor((2, 3), device="cuda:0")
    refused("CUDA_ERROR", "cuda", lambda: cutensor.create_permutation(described, "ab", "ba"))


def test_devices() -> None:
    refused(
        "INVALID_VALUE", "A is on cpu, but the permutation is to run on meta", permutation("ab", "ba", device="meta")
    )
    refused("INVALID_VALUE", "on one device", permutation("ab", "ba", out=tp.empty(3, 2, device="meta")))
    refused("NOT_SUPPORTED", "mps", permutation("ab", "ba", device="mps"))
    assert tp.permutation(tp.zeros(2), "a", "a", device="cpu").tolist() == [0.0, 0.0]


def test_numbers_of_operators_may_come_from_elsewhere() -> None:
    numpy = pytest.importorskip("numpy")
    for number in (2, numpy.int64(2), tp.tensor(2)):
        assert tp.permutation(tp.tensor([4.0]), "a", "a", op=number).tolist() == [2.0]
    refused("NOT_SUPPORTED", "no unary operator", lambda: tp.permutation(tp.ones(2), "a", "a", op=numpy.int64(3)))


@pytest.mark.parametrize(
    "action",
    [
        permutation(3, "ab"),
        permutation([1.0, 2.0], "ab"),
        permutation("ab", "ba", "x"),
        permutation("ab", "ba", op=1.5),
        permutation("ab", "ba", op=True),
        permutation("ab", "ba", compute=3),
        permutation("ab", "abk", extents={"k": 1.0}),
        permutation("ab", "abk", extents=[3]),
        permutation("ab", "ba", padding=3),
        permutation("ab", "ba", padding={"a": (1.5, 0)}),
        permutation("ab", "ba", dtype="float32"),
        permutation("ab", "ba", strides="ab"),
        permutation("ab", "ba", memory_format="channels_last"),
        permutation("ab", "ba", out=3),
        lambda: tp.permutation(3, "a", "a"),  # type: ignore[arg-type]
        lambda: cutensor.create_plan(3),  # type: ignore[arg-type]
        lambda: cutensor.create_plan(operation(), preference="x"),  # type: ignore[arg-type]
        permutation("ab", "ba", op=2.0),
        permutation("ab", "ba", tp.ones(24)),
        permutation("ab", "ba", padding_value=tp.ones(2)),
        lambda: cutensor.permute(3, 1, tp.zeros(2)),  # type: ignore[arg-type]
        lambda: cutensor.permute(cutensor.create_plan(operation()), 1, None),  # type: ignore[arg-type]
    ],
)
def test_wrong_types(action: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        action()
