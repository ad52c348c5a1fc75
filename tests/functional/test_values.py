"""Values that leave a tensor, conversions and questions: what they give and refuse, as torch does."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

META = "m.zeros((), device='meta')"

VALUES = [
    f"{META}.item()", f"{META}.tolist()", f"bool({META})", f"int({META})", f"float({META})", f"complex({META})",
    f"{META}.__index__()", f"{META}.is_nonzero()", "len(m.zeros(2, device='meta'))", "list(m.zeros(2, device='meta'))",
    "2 in m.zeros(2, device='meta')", "m.tensor([1, 2]).item()", "m.tensor([]).item()", "m.tensor([[[3]]]).item()",
    "float(m.tensor([1, 2]))", "int(m.tensor(1 + 2j))", "float(m.tensor(1 + 2j))", "int(m.tensor(1 + 0j))",
    "complex(m.tensor(2))", "complex(m.tensor([1, 2]))", "int(m.tensor(float('inf')))", "int(m.tensor(float('nan')))",
    "int(m.tensor(-2.75))", "m.tensor(2.0).__index__()", "m.tensor([[2]]).__index__()", "m.tensor([1, 2]).__index__()",
    "m.tensor(2, dtype=m.uint64).__index__()", "m.tensor(2**64 - 1, dtype=m.uint64).item()",
    "int(m.tensor(2**64 - 1, dtype=m.uint64))", "int(m.tensor(True))", "m.tensor(True).__index__()",
    "bool(m.tensor(0j))", "bool(m.tensor(1j))", "bool(m.tensor([]))", "bool(m.tensor([[3]]))", "bool(m.ones(2))",
    "bool(m.tensor(float('nan')))", "not m.tensor(0)", "'a' in m.ones(2)", "None in m.ones(2)", "1j in m.ones(2)",
    "True in m.ones(2)", "5 in m.ones(2)", "m.tensor(1.0) in m.ones(2)", "m.ones(2) in m.ones(2)",
    "m.ones(3) in m.ones(2)", "[1] in m.ones(2)", "np.float64(1) in m.ones(2)", "np.ones(2) in m.ones(2)",
    "list(m.ones(2, 2))", "len(m.ones(3))", "len(m.tensor(3))", "list(m.tensor(3))", "list(m.zeros(0, 2))",
    "max(m.tensor([1, 3, 2]))", "sum(m.tensor([1, 2]))", "range(m.tensor(3))", "[10, 20, 30][m.tensor(1)]",
    "round(float(m.tensor([2.5])), 1)", "hash(m.tensor(1)) is not None",
    "m.tensor([1.5, float('nan')], dtype=m.float16).tolist()", "m.tensor([1, 2], dtype=m.complex32).tolist()",
    "m.tensor([1.5, 2], dtype=m.bfloat16).tolist()", "m.tensor(True).item()", "m.tensor([True]).tolist()",
    "m.tensor([1.5, 2], dtype=m.bfloat16)[0].item()", "m.tensor(1 + 2j).conj().item()",
    "m.tensor([1 + 2j]).conj().imag.tolist()", "m.arange(6).reshape(2, 3).t().tolist()", "m.zeros(2, 0, 3).tolist()",
    "m.ones(2, requires_grad=True).tolist()", "m.is_nonzero(m.tensor([1, 2]))", "m.is_nonzero(m.tensor([]))",
    "m.is_nonzero(m.tensor(0.0))", "m.is_nonzero(3)",
]  # fmt: skip

CONVERSIONS = [
    *[
        f"m.tensor([-1.7, 0, 300]).{name}()"
        for name in ("float", "double", "half", "bfloat16", "int", "long", "short", "bool")
    ],
    "m.arange(3).cfloat()", "m.arange(3).cdouble()", "m.arange(3).chalf()",
    "m.tensor([-1, 128, 300]).char()", "m.tensor([-1, 128, 300]).byte()", "m.tensor([True, False]).byte()",
    "m.zeros(2, 3).t().double()", "m.zeros(2, 3, 4, 5).double(memory_format=m.channels_last)",
    "m.zeros(1).int(memory_format=m.preserve_format)", "m.zeros(1).type('m.foo')", "m.zeros(1).type('int32')",
    "m.zeros(1).type(int)", "m.zeros(1).type(m.IntTensor)", "m.zeros(1).type(m.int32)", "m.zeros(1).type(dtype=m.int8)",
    "m.zeros(1).type(3)", "m.zeros(1).type_as(m.zeros(2, dtype=m.int8))", "m.zeros(1).type_as(3)",
    "m.zeros(1).type_as(m.zeros(1, device='meta'))", "m.zeros(1, device='meta').cpu()", "m.zeros(1).to('meta')",
    "m.zeros(1, device='meta').float()", "m.zeros(1, dtype=m.bfloat16).type()[-14:]",
    "m.zeros(1, dtype=m.uint16).type()[-12:]", "m.zeros(1, device='meta').type()[-16:]",
    "m.tensor([1j]).conj().resolve_conj()", "m.tensor([1j]).resolve_conj()", "m.tensor([1j]).conj_physical()",
    "m.tensor([1j]).conj().conj_physical()", "m.tensor([1j]).conj().imag.resolve_neg()", "m.ones(2).conj_physical()",
    "m.tensor([[1j, 2], [3, 4]]).t().conj().resolve_conj()",
]  # fmt: skip

QUESTIONS = [
    "m.result_type(1, 2.0)", "m.result_type(m.ones(1), 2)", "m.result_type('a', 2)", "m.result_type(m.ones(1), None)",
    "m.result_type(m.tensor(1, dtype=m.int8), m.tensor([1], dtype=m.uint8))",
    "m.result_type(tensor=m.ones(1), other=2)", "m.result_type(np.float64(1), m.ones(1, dtype=m.int8))",
    "m.result_type(m.ones(1, dtype=m.uint16), m.ones(1, dtype=m.int8))", "m.broadcast_shapes((2, 1), (3,))",
    "m.broadcast_shapes((2, 1), (3,), 4)", "m.broadcast_shapes(2, 3)", "m.broadcast_shapes()",
    "m.broadcast_shapes((2,), (-1,))", "m.broadcast_shapes((2,), (3.0,))", "m.broadcast_shapes((2,), 'a')",
    "m.broadcast_shapes(m.Size([2, 1]), [1, 3])", "m.broadcast_shapes((0,), (1,))", "m.broadcast_shapes((0,), (2,))",
    "m.is_floating_point(m.ones(1))", "m.is_complex(m.ones(1))", "m.is_signed(m.ones(1, dtype=m.uint8))",
    "m.numel(m.ones(2, 3))", "m.is_same_size(m.ones(2), m.ones(3))", "m.is_conj(m.tensor(1j).conj())",
    "m.is_neg(m.tensor(1j).conj().imag)", "m.is_floating_point(3)", "m.numel([1])", "m.is_tensor([1])",
]  # fmt: skip


@pytest.mark.parametrize("expressions", [VALUES, CONVERSIONS, QUESTIONS], ids=["values", "conversions", "questions"])
def test_arguments_agree(torch: Any, expressions: list[str]) -> None:
    assert_agreement(expressions, torch)


def test_conversions_without_effect_return_the_tensor_itself() -> None:
    x = tp.zeros(2)
    assert x.float() is x
    assert x.type(tp.float32) is x
    assert x.type("tensorplay.FloatTensor") is x
    assert x.type_as(tp.ones(1)) is x
    assert x.cpu() is x
    assert x.resolve_conj() is x
    assert x.resolve_neg() is x
    assert x.conj_physical() is x


def test_a_gpu_that_is_not_there_is_refused_with_the_way_out() -> None:
    for ask in (lambda: tp.zeros(1).cuda(), lambda: tp.zeros(1, device="cuda"), lambda: tp.zeros(1).to("cuda:0")):
        with pytest.raises(RuntimeError, match="device='meta'"):
            ask()


def test_iteration_gives_views() -> None:
    x = tp.zeros(2, 2)
    for row in x:
        row += 1
    assert x.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_gradients_pass_through_conversions() -> None:
    x = tp.ones(2, requires_grad=True)
    x.double().sum().backward()
    assert x.grad.dtype is tp.float32
    assert x.grad.tolist() == [1.0, 1.0]


def test_values_are_python_numbers() -> None:
    for dtype, kind in (
        (tp.float16, float),
        (tp.bfloat16, float),
        (tp.complex32, complex),
        (tp.uint64, int),
        (tp.bool, bool),
    ):
        x = tp.ones(1, dtype=dtype)
        assert type(x.item()) is kind
        assert type(x.tolist()[0]) is kind


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.is_same_size(3),
        lambda x: x.is_set_to(None),
        lambda x: x.stride(np.zeros(2)),
        lambda x: x.size("a"),
        lambda x: x.stride(True),
    ],
)
def test_questions_about_other_things_are_refused_with_their_class(call: Any) -> None:
    with pytest.raises(TypeError, match=r"\(position 1\) must be (Tensor|int), not "):
        call(tp.zeros(2, 3))


def test_numbers_out_of_range_become_the_integers_of_pytorch() -> None:
    """Few and many, beside each other and apart. What PyTorch itself makes of them differently in a row is left out."""
    torch = pytest.importorskip("torch")
    limits = [
        sign * (2.0**bits + step)
        for bits in (7, 8, 15, 16, 31, 32, 53, 63, 64)
        for step in (-1, 0, 0.5, 1)
        for sign in (1, -1)
    ]
    values = [0.5, -1.9, 82014176479.9, -6348700271.8, 3.7e9, 1e10, -1e18, 1e19, 1e300, inf, -inf, nan, *limits]
    for source in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128"):
        for target in ("bool", "uint8", "int8", "int16", "int32", "int64", "uint16"):
            for repeats in (1, 3, 100):
                many = [value for value in values for _ in range(repeats)]
                if "complex" in source:
                    many = [complex(value, 0) for value in many]
                theirs = torch.tensor(many, dtype=getattr(torch, source))
                ours = tp.tensor(many, dtype=getattr(tp, source))
                case = (source, target, repeats)
                expected = theirs.to(getattr(torch, target))
                assert ours.to(getattr(tp, target)).tolist() == expected.tolist(), case
                assert ours[::2].to(getattr(tp, target)).tolist() == expected[::2].tolist(), case
                written = tp.empty(len(many), dtype=getattr(tp, target))
                assert written.copy_(ours).tolist() == expected.tolist(), case
    within = torch.linspace(-(2.0**31), 2.0**31 - 1, 100_000, dtype=torch.float64)
    for much in (within, within * 3, within.clone().index_fill_(0, torch.tensor([70_000]), nan)):
        expected = torch.stack([part.to(torch.uint8) for part in much.split(1000)])
        found = tp.from_numpy(much.numpy()).to(tp.uint8)
        assert found.numpy().tobytes() == expected.numpy().tobytes()
