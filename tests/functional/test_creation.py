"""Factories from a size: what they give and refuse, as torch does; marks of uninitialised memory; large requests."""

from __future__ import annotations

from typing import Any

import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

EMPTY = [
    "m.empty(2, out=m.ones(2))", "m.empty(2, out=m.ones(3))",
    "m.empty(2, out=m.ones(3), memory_format=m.channels_last)", "m.empty(2**62)", "m.empty(2**62, 2**62)",
    "m.empty(2**31, 2**32)", "m.empty(2**31, 2**32, device='meta')", "m.empty(0, 2**62, 2**62)",
    "m.empty(2**40, device='meta')", "m.empty(2**61, device='meta')", "m.empty(2**62, dtype=m.uint8, device='meta')",
    "m.empty()", "m.empty(2, 3, size=(2,))", "m.empty((2,), (3,))", "m.empty('a')", "m.empty(None)", "m.empty(2, None)",
    "m.empty([2, 'a'])", "m.empty(2, np.bool_(True))", "m.empty(m.tensor([2, 3]))", "m.empty(np.array([2, 3]))",
    "m.empty(2.0)", "m.empty(-1)", "m.empty((2, -3))", "m.empty(2, dtype='float32')", "m.empty(2, dtype=np.float32)",
    "m.empty(2, layout='strided')", "m.empty(2, requires_grad=1)", "m.empty(2, pin_memory=True)",
    "m.empty(2, pin_memory=1)", "m.empty(2, foo=1)", "m.empty(2, memory_format=m.channels_last)",
    "m.empty(2, memory_format=m.preserve_format)", "m.empty((2, 3, 4, 5), memory_format='channels_last')",
    "m.empty(2, out=3)", "m.empty(2, dtype=m.int8, requires_grad=True)",
    "m.empty(2, 3, 4, 5, memory_format=m.channels_last, device='meta')", "m.empty(0, 3, device='meta')",
    "m.empty(2, 3, 4, 5, 6, memory_format=m.channels_last_3d, device='meta')", "m.empty(2, device='nowhere')",
]  # fmt: skip

STRIDED = [
    "m.empty_strided((2, 3), (1,))", "m.empty_strided((2, 3), (0, 0), device='meta')",
    "m.empty_strided((2**62,), (1,))", "m.empty_strided((2, 3), (2**62, 1))", "m.empty_strided((2, 0), (-1, 1))",
    "m.empty_strided((1,), (-5,)).stride()", "m.empty_strided((2,), (-5,))", "m.empty_strided(2, 1)",
    "m.empty_strided((2, -3), (1, 1))", "m.empty_strided((10**15,), (0,)).untyped_storage().nbytes()",
    "m.empty_strided((2, 3), (3, 7), device='meta')", "m.empty_strided((2, 3), (3, 7)).untyped_storage().nbytes()",
    "m.empty_permuted((2, 3), (1, 1))", "m.empty_permuted((2, 3), (0,))", "m.empty_permuted((2, 3), (0, -1))",
    "m.empty_permuted((2, 3), (0, 2))", "m.empty_permuted((2, 0, 3), (2, 1, 0))", "m.empty_permuted(2, 3)",
    "m.empty_permuted((2, 3), (1, 0), layout=m.sparse_coo)", "m.empty_permuted([2, 3], [1, 0]).stride()",
    "m.empty_permuted((2, 3), (1, 0), requires_grad=True).requires_grad",
    "m.empty_permuted((2, 3), (1, 0), dtype=m.int64, requires_grad=True)",
    "m.empty_permuted(m.Size([2, 3]), m.tensor([1, 0]))", "m.empty_permuted((2, 3), (1, 0), out=m.empty(0))",
    "m.empty_permuted((2, 3), (1, 0), memory_format=m.channels_last)", "m.empty_permuted((2, -3), (1, 0))",
    "m.empty_permuted(size=(2, 3), physical_layout=(1, 0)).stride()",
    "m.empty_permuted((2, 1, 3, 1), (0, 2, 3, 1)).dim_order(ambiguity_check=True)",
]  # fmt: skip

FILLED = [
    "m.zeros(2, out=m.ones(3))", "m.zeros(2, out=m.ones(3), dtype=m.int64)",
    "m.zeros(2, out=m.ones(2), dtype=m.float32)", "m.zeros(2, out=m.ones(2), requires_grad=True)",
    "m.zeros(2, out=m.ones(2, 2).t())", "m.zeros((2, 3), out=m.ones(3, 2).t())",
    "m.zeros(2, out=m.ones(2), device='meta')", "m.zeros(2, out=m.ones(2), layout=m.sparse_coo)",
    "m.zeros(4, out=m.zeros(4, requires_grad=True))", "m.zeros(2, names=('a',))", "m.zeros()",
    "m.zeros(2, dtype=complex)", "m.zeros(np.int64(2))", "m.zeros(m.tensor(2))",
    "m.zeros(2, device='cpu', dtype=None, layout=None, pin_memory=None, requires_grad=None)",
    "m.ones(2, out=m.zeros(2, dtype=m.int8))", "m.ones(2, memory_format=m.channels_last)",
    "m.ones(2, dtype=m.complex32)", "m.full((2,), 1.5, out=m.zeros(2, dtype=m.int8))",
    "m.full((2,), 300, out=m.zeros(2, dtype=m.int8))", "m.full((2,), 300, dtype=m.uint8)",
    "m.full((2,), -1, dtype=m.uint8)", "m.full((2,), -300, dtype=m.uint8)", "m.full((2,), -1.5, dtype=m.uint8)",
    "m.full((2,), 255.5, dtype=m.uint8)", "m.full((2,), 1e10, dtype=m.float16)", "m.full((2,), 1e40, dtype=m.float32)",
    "m.full((2,), 1 + 1j, dtype=m.float32)", "m.full((2,), 1 + 0j)", "m.full((2,), 1 + 0j, dtype=m.float32)",
    "m.full((2,), float('nan'), dtype=m.int32)", "m.full((2,), float('nan'))",
    "m.full((2,), float('inf'), dtype=m.int32)", "m.full((2,), 2**63)", "m.full((2,), 2**63, dtype=m.float32)",
    "m.full((2,), 2**63, dtype=m.uint64)", "m.full((2,), 2**64, dtype=m.uint64)", "m.full((2,), -1, dtype=m.uint64)",
    "m.full((2,), m.tensor(3))", "m.full((2,), m.tensor([3]))", "m.full((2,), np.float64(3))",
    "m.full((2,), np.int64(3))", "m.full((2,), None)", "m.full((2,), 'a')", "m.full([2], 1.5, dtype=m.bool)",
    "m.full(size=[2], fill_value=1.5)", "m.full((True,), 1)", "m.full((2.0,), 1)", "m.full(2, 3)", "m.full((-1,), 3)",
    "m.full((2,), True)", "m.full((), 7)", "m.scalar_tensor(True)", "m.scalar_tensor(3.7, dtype=m.int64)",
    "m.scalar_tensor(1j)", "m.scalar_tensor('a')", "m.scalar_tensor(1j, dtype=m.complex64)",
    "m.scalar_tensor(300, dtype=m.int8)", "m.scalar_tensor(m.tensor(3))", "m.scalar_tensor([1])",
]  # fmt: skip

COMPLEX = [
    "m.complex(m.ones(2), m.ones(1, 2))", "m.complex(m.ones(2, dtype=m.bfloat16), m.ones(2, dtype=m.bfloat16))",
    "m.complex(m.ones(2, dtype=m.float16), m.ones(2))", "m.complex(m.ones(2), 1.0)", "m.complex(1.0, 2.0)",
    "m.complex(m.ones(2), m.ones(2), out=m.zeros(1, dtype=m.complex64))", "m.complex(real=m.ones(2), imag=m.ones(2))",
    "m.complex(m.ones(3, 2).t(), m.ones(3, 2).t())", "m.complex(m.ones(3), m.ones(2))", "m.polar(m.ones(2), m.ones(2))",
    "m.complex(m.ones(2, dtype=m.float16), m.ones(2, dtype=m.float16))", "m.polar(m.tensor([1]), m.tensor([2]))",
    "m.polar(m.ones(2), m.ones(2, dtype=m.float64))", "m.polar(m.ones(2, dtype=m.float16), m.ones(2, dtype=m.float16))",
]  # fmt: skip


@pytest.mark.parametrize("expressions", [EMPTY, STRIDED, FILLED], ids=["empty", "strided", "filled"])
def test_factories_agree(torch: Any, expressions: list[str]) -> None:
    assert_agreement(expressions, torch)


def test_complex_tensors_agree(torch: Any) -> None:
    assert_agreement(COMPLEX, torch, tolerance=1e-6)


MARKS = {
    "bool": "True", "uint8": "255", "int8": "127", "int16": "32767", "int32": "2147483647",
    "int64": "9223372036854775807", "uint16": "65535", "uint32": "4294967295", "uint64": "18446744073709551615",
    "float16": "nan", "bfloat16": "nan", "float32": "nan", "float64": "nan",
    "complex32": "(nan+0j)", "complex64": "(nan+0j)", "complex128": "(nan+0j)",
}  # fmt: skip


@pytest.mark.parametrize(("name", "mark"), MARKS.items())
def test_uninitialised_memory_is_marked(name: str, mark: str) -> None:
    dtype = getattr(tp, name)
    x = tp.zeros(2, dtype=dtype)
    made = [
        tp.empty(2, dtype=dtype),
        tp.empty_strided((2,), (3,), dtype=dtype),
        tp.empty_permuted((2, 1), (1, 0), dtype=dtype).flatten(),
        tp.empty_like(x),
        x.new_empty(2),
        x.new_empty_strided((2,), (2,)),
        tp.empty(2, out=tp.zeros(0, dtype=dtype)),
    ]
    for tensor in made:
        assert [str(value) for value in tensor.tolist()] == [mark, mark]
    assert [str(value) for value in x.resize_(3).tolist()[2:]] == [mark]


def test_the_gaps_of_a_storage_are_marked_too() -> None:
    x = tp.empty_strided((2,), (3,))
    whole = x.as_strided((4,), (1,))
    assert [str(value) for value in whole.tolist()] == ["nan"] * 4


def test_nothing_is_known_to_be_written_after_empty() -> None:
    assert tp.empty(3).untyped_storage().record.state == "nothing"
    assert tp.zeros(3).untyped_storage().record.state == "everything"


@pytest.mark.parametrize(
    "make",
    [
        lambda: tp.empty(10**15, dtype=tp.uint8),
        lambda: tp.zeros(10**15, dtype=tp.uint8),
        lambda: tp.full((10**15,), 1, dtype=tp.uint8),
        lambda: tp.arange(125 * 10**12),
        lambda: tp.eye(10**7, 10**8, dtype=tp.uint8),
        lambda: tp.rand(10**15 // 4),
        lambda: tp.empty_like(tp.empty(10**15, dtype=tp.uint8, device="meta"), device="cpu"),
    ],
)
def test_a_request_beyond_the_memory_is_refused_with_its_bytes(make: Any) -> None:
    with pytest.raises(RuntimeError, match=str(10**15)):
        make()


def test_factories_follow_the_default_dtype_and_device() -> None:
    with tp.default_dtype(tp.float64):
        assert {tp.zeros(1).dtype, tp.full((1,), 0.5).dtype, tp.arange(0.5).dtype, tp.eye(1).dtype} == {tp.float64}
        assert tp.full((1,), 1j).dtype is tp.complex128
    with tp.device("meta"):
        assert {str(x.device) for x in (tp.zeros(1), tp.arange(2), tp.tensor([1]), tp.rand(2))} == {"meta"}


def test_an_out_tensor_is_returned_itself() -> None:
    for make in (tp.zeros, tp.ones, tp.empty, tp.rand, tp.randn):
        out = tp.full((2,), 5.0)
        assert make(2, out=out) is out
    out = tp.zeros(3, dtype=tp.int64)
    for given in (
        tp.arange(3, out=out),
        tp.randperm(3, out=out),
        tp.randint(5, (3,), out=out),
        tp.full((3,), 1, out=out),
    ):
        assert given is out
