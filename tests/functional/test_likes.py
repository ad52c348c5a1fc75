"""`*_like` and `new_*`: strides, values and refusals after tensors of random layouts, as torch has them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

LIKES = ["zeros_like", "ones_like", "empty_like", "rand_like", "randn_like"]
FORMATS = ["contiguous_format", "channels_last", "channels_last_3d", "preserve_format"]


def random_layout(chance: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rank = chance.randint(0, 5)
    size = tuple(chance.choice([0, 1, 1, 2, 3, 4]) for _ in range(rank))
    order = list(range(rank))
    chance.shuffle(order)
    stride, step = [0] * rank, 1
    for dim in order:
        stride[dim] = step
        step *= max(size[dim], 1) + chance.choice([0, 0, 1])
    return size, tuple([0 if chance.random() < 0.1 else value for value in stride])


def test_strides_are_those_of_torch(torch: Any) -> None:
    chance = random.Random(0)
    for _ in range(400):
        size, stride = random_layout(chance)
        # On device meta torch takes other strides for empty tensors than on the CPU; ours are the CPU's on both.
        theirs = torch.empty_strided(size, stride)
        mine = tp.empty_strided(size, stride, device=chance.choice(["cpu", "meta"]))
        name = chance.choice(LIKES)
        assert getattr(torch, name)(theirs).stride() == getattr(tp, name)(mine).stride(), (size, stride)
        assert torch.full_like(theirs, 3).stride() == tp.full_like(mine, 3).stride()
        wanted = chance.choice(FORMATS)
        try:
            expected = getattr(torch, name)(theirs, memory_format=getattr(torch, wanted)).stride()
        except RuntimeError:
            with pytest.raises(RuntimeError):
                getattr(tp, name)(mine, memory_format=getattr(tp, wanted))
        else:
            assert getattr(tp, name)(mine, memory_format=getattr(tp, wanted)).stride() == expected


EXPRESSIONS = [
    "m.zeros_like(m.ones(2, dtype=m.int8))", "m.zeros_like([1, 2])", "m.zeros_like(m.ones(2), device='meta')",
    "m.zeros_like(m.ones(2), dtype=m.int8, requires_grad=True)", "m.zeros_like(m.ones(2), pin_memory=True)",
    "m.zeros_like(m.ones(2), foo=1)", "m.zeros_like(m.ones(2), m.int8)", "m.zeros_like(input=m.ones(2))",
    "m.zeros_like(m.ones(2), memory_format=None)", "m.zeros_like(m.ones(2), dtype=None, device=None, layout=None)",
    "m.zeros_like(m.ones(2, requires_grad=True)).requires_grad", "m.full_like(m.ones(2, dtype=m.int8), 300)",
    "m.zeros_like(m.ones(2), memory_format='contiguous')", "m.ones_like(m.ones(2), requires_grad=True)",
    "m.full_like(m.ones(2, dtype=m.int8), 1.5)", "m.full_like(m.ones(2, dtype=m.bool), 1.5)",
    "m.full_like(m.ones(2), 1j)", "m.full_like(m.ones(2), m.tensor(3))", "m.full_like(m.ones(2), 'a')",
    "m.full_like(m.ones(2), fill_value=3, dtype=m.int8)", "m.empty_like(m.ones(2, device='meta'))",
    "m.ones_like(m.ones(2, 3).t())", "m.zeros_like(m.tensor([1j]).conj())", "m.zeros_like(m.tensor([1j]).conj().imag)",
    "m.rand_like(m.ones(2, dtype=m.int64))", "m.randn_like(m.ones(2, dtype=m.bool))", "m.randint_like(m.ones(2), 1)",
    "m.randint_like(m.ones(2, 3).t(), 4, 5)", "m.randint_like(m.ones(2), 3, 3)", "m.arange(3).new_zeros(2, 3)",
    "m.arange(3).new_zeros((2, 3))", "m.arange(3).new_zeros(size=(2,))", "m.arange(3).new_ones(2, dtype=m.float16)",
    "m.arange(3).new_ones()", "m.arange(3).new_full((2,), 2.5)", "m.arange(3).new_full(2, 2.5)",
    "m.arange(3).new_full((2,), 1j)", "m.arange(3).new_empty((2,), device='meta')",
    "m.arange(3).new_empty_strided((2, 3), (1, 2), device='meta')", "m.arange(3).new_empty_strided((2, 3), (1,))",
    "m.arange(3.0).new_zeros(2, requires_grad=True)", "m.arange(3).new_zeros(2, requires_grad=True)",
    "m.arange(3, device='meta').new_ones(2)", "m.arange(3).new_tensor([1.5, 2])", "m.arange(3.0).new_tensor([1, 2])",
    "m.arange(3).new_tensor(np.array([1.5, 2]))", "m.arange(3).new_tensor(m.arange(6.0).reshape(2, 3).t())",
    "m.arange(3).new_tensor([1], dtype=m.float64)",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_layouts_without_torch() -> None:
    x = tp.zeros(2, 3, 4).permute(2, 0, 1)
    assert tp.zeros_like(x).stride() == x.stride()
    assert tp.zeros_like(x, memory_format=tp.contiguous_format).stride() == (6, 3, 1)
    assert tp.zeros_like(tp.zeros(2, 1).expand(2, 3)).stride() == (3, 1)
    assert x.new_zeros(2, 2).stride() == (2, 1)
