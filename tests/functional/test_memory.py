"""What element-wise work allocates: its output, and at most a cache block more for each thread."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.backends import lending
from tensorplay.backends.blocks import BLOCK_ELEMENTS

NUMEL = 4_000_000

CASES: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "add of other dtypes": lambda x, y: x + y.to(tp.int32),
    "compare": lambda x, y: x < y,
    "exp": lambda x, y: x.exp(),
    "transposed": lambda x, y: x.view(2000, 2000).t() + y.view(2000, 2000),
    "in place": lambda x, y: x.add_(y),
    "where": lambda x, y: tp.where(x > 0.5, x, y),
}


@pytest.mark.parametrize("name", CASES)
def test_peak(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "LEAST_LENT_BYTES", sys.maxsize)  # what the pool lends is not traced
    x, y = tp.rand(NUMEL), tp.rand(NUMEL)
    case = CASES[name]
    threads = tp.get_num_threads()
    case(tp.rand(NUMEL), tp.rand(NUMEL))  # what is imported and started once is not counted
    tracemalloc.start()
    try:
        result = case(x, y)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    made = 0 if name == "in place" else result.nbytes
    made += {"add of other dtypes": 4 * NUMEL, "where": NUMEL}.get(name, 0)  # the converted operand, the condition
    block = BLOCK_ELEMENTS * 8 * 4  # operands cast and a result, of 8 bytes an element at most
    assert peak <= made + threads * block + 100_000


def zeros(*names: str) -> list[Any]:
    return [tp.zeros(NUMEL, dtype=getattr(tp, name)) for name in names]


# What is stored otherwise than it is computed: the dtypes of the operands, and whether the result is a new tensor.
CONVERTED: dict[str, tuple[tuple[str, ...], bool, Callable[..., Any]]] = {
    "in place, of a wider dtype": (("float32", "float64"), False, lambda x, y: x.add_(y)),
    "in place, float16 and float32": (("float16", "float32"), False, lambda x, y: x.mul_(y)),
    "out= bfloat16": (("float32", "float32", "bfloat16"), False, lambda x, y, out: tp.add(x, y, out=out)),
    "out= float32 of integers": (("int64", "int64", "float32"), False, lambda x, y, out: tp.add(x, y, out=out)),
    "whole quotients": (("int32", "int32", "float32"), False, lambda x, y, o: tp.floor_divide(x, y.add_(1), out=o)),
    "conj + plain": (("complex64",), True, lambda x: x.conj() + x),
    "conj times a number": (("complex64",), True, lambda x: x.conj() * 2),
    "neg + number": (("complex64",), True, lambda x: x.conj().imag + 1),
    "into conj": (("complex64",), False, lambda x: x.conj().add_(1)),
    "copied from conj": (("complex64", "complex64"), False, lambda x, y: x.copy_(y.conj())),
    "clone of conj": (("complex64",), True, lambda x: x.conj().clone()),
    "complex32": (("complex32", "complex32"), True, lambda x, y: x + y),
    "complex32 in place": (("complex32", "complex64"), False, lambda x, y: x.mul_(y)),
    "from complex32": (("complex32",), True, lambda x: x.to(tp.complex64)),
    "to complex32": (("complex64",), True, lambda x: x.to(tp.complex32)),
    "polar": (("float32", "float32"), True, tp.polar),
    "isclose": (("float32", "float32"), True, tp.isclose),
    "isclose of float16": (("float16", "float16"), True, tp.isclose),
    "float_power": (("float32", "float32"), True, tp.float_power),
    "float_power of a number": (("float32",), True, lambda x: tp.float_power(2, x)),
}


@pytest.mark.parametrize("name", CONVERTED)
def test_peak_of_what_is_converted_on_the_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "LEAST_LENT_BYTES", sys.maxsize)
    dtypes, is_new, case = CONVERTED[name]
    case(*zeros(*dtypes))
    operands = zeros(*dtypes)
    tracemalloc.start()
    try:
        result = case(*operands)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    block = BLOCK_ELEMENTS * 8 * 4
    assert peak <= (result.nbytes if is_new else 0) + tp.get_num_threads() * block + 100_000


@pytest.mark.parametrize("name", CASES)
def test_the_next_call_takes_no_fresh_memory(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = tp.rand(NUMEL), tp.rand(NUMEL)
    case = CASES[name]
    case(x, y)
    fresh: list[int] = []
    monkeypatch.setattr(lending, "_new_block", fresh.append)
    case(x, y)
    assert not fresh
