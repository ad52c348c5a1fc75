"""The views as copies: contiguous, on storages of their own, with the errors of the views; torch says the rest."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from functional.both import compared, random_tensor, torch

import tensorplay as tp

Call = Callable[..., Any]


def a_dim(chance: random.Random, size: tuple[int, ...]) -> int:
    return chance.randint(-len(size), max(len(size) - 1, 0))


# For each copy the view that it copies, with parameters that suit a tensor of some size, or no tensor at all.
CALLS: dict[str, tuple[Call, Callable[[random.Random, tuple[int, ...]], tuple[Any, ...]]]] = {
    "alias_copy": (lambda x: x, lambda chance, size: ()),
    "detach_copy": (lambda x: x.detach(), lambda chance, size: ()),
    "as_strided_copy": (
        lambda x, *given: x.as_strided(*given),
        lambda chance, size: ((chance.randint(0, 2), 2), (chance.randint(0, 2), 1), chance.choice([0, 1, 99])),
    ),
    "diagonal_copy": (
        lambda x, *given: x.diagonal(*given),
        lambda chance, size: (chance.randint(-2, 2), chance.randint(-3, 1), chance.randint(-2, 3)),
    ),
    "expand_copy": (
        lambda x, *given: x.expand(*given),
        lambda chance, size: ((2, *[length if length != 1 else chance.randint(0, 3) for length in size]),),
    ),
    "narrow_copy": (
        lambda x, *given: x.narrow(*given),
        lambda chance, size: (
            a_dim(chance, size),
            chance.randint(-3, 3),
            chance.randint(0, 3),
        ),
    ),
    "permute_copy": (
        lambda x, *given: x.permute(*given),
        lambda chance, size: (tuple(chance.sample(range(len(size)), len(size))),),
    ),
    "select_copy": (
        lambda x, *given: x.select(*given),
        lambda chance, size: (chance.randint(-2, 2), chance.randint(-2, 2)),
    ),
    "slice_copy": (
        lambda x, dim=0, start=None, end=None, step=1: x[
            (slice(None),) * (dim % max(x.dim(), 1)) + (slice(start, end, step),)
        ],
        lambda chance, size: (
            a_dim(chance, size),
            chance.choice([None, -2, 1, 9]),
            chance.choice([None, -1, 2, 9]),
            chance.choice([1, 1, 2, 3]),
        ),
    ),
    "split_copy": (lambda x, *given: x.split(*given), lambda chance, size: (chance.randint(1, 3), 0)),
    "split_with_sizes_copy": (
        lambda x, *given: x.split_with_sizes(*given),
        lambda chance, size: ((1, max(size[0] - 1, 0)) if size else (1,), 0),
    ),
    "squeeze_copy": (
        lambda x, *given: x.squeeze(*given),
        lambda chance, size: chance.choice([(), (0,), ((0, -1),) if len(size) > 1 else (-1,)]),
    ),
    "t_copy": (lambda x: x.t(), lambda chance, size: ()),
    "transpose_copy": (
        lambda x, *given: x.transpose(*given),
        lambda chance, size: (chance.randint(-3, 3), chance.randint(-2, 2)),
    ),
    "unbind_copy": (lambda x, *given: x.unbind(*given), lambda chance, size: (chance.randint(-2, 2),)),
    "unfold_copy": (
        lambda x, *given: x.unfold(*given),
        lambda chance, size: (chance.randint(-2, 2), chance.randint(0, 3), chance.randint(1, 2)),
    ),
    "unsqueeze_copy": (lambda x, *given: x.unsqueeze(*given), lambda chance, size: (chance.randint(-4, 4),)),
    "view_as_complex_copy": (tp.view_as_complex, lambda chance, size: ()),
    "view_as_real_copy": (lambda x: tp.view_as_real(x.resolve_conj()), lambda chance, size: ()),
    "view_copy": (
        lambda x, *given: x.reshape(*given),
        lambda chance, size: (chance.choice([(-1,), (2, -1), (-1, 3), (5,), tuple(reversed(size))]),),
    ),
}
SIZES = [(), (3,), (2, 3), (3, 2, 2), (1, 4), (2, 1, 3), (0, 2), (2, 0), (2, 2, 3, 2)]


def drawn(seed: str, count: int) -> Any:
    """Tensors of torch in random layouts, with parameters for an operation."""
    chance = random.Random(seed)
    for _ in range(count):
        size = chance.choice(SIZES)
        kind = chance.choice([torch.float32, torch.complex64, torch.int16, torch.bool])
        yield chance, random_tensor(chance, size, kind), size


@pytest.mark.parametrize("name", CALLS)
def test_copies_are_those_of_torch(name: str) -> None:
    wrong = []
    for chance, x, size in drawn(name, 120):
        if name == "view_as_complex_copy" and chance.random() < 0.7:
            x = random_tensor(chance, (*size, 2))
        given = CALLS[name][1](chance, size)
        if name == "narrow_copy" and not size:
            continue  # torch fails there by an assertion of its own
        found = compared(lambda module, y, name=name, given=given: getattr(module, name)(y, *given), x)
        if found:
            wrong.append(f"{name}{given} of {list(size)} {x.stride()} {x.dtype}: {found}")
    assert not wrong, f"{len(wrong)} differ\n" + "\n".join(wrong[:5])


@pytest.mark.parametrize("name", CALLS)
def test_a_copy_is_its_view_cloned(name: str) -> None:
    view, parameters = CALLS[name]
    tp.manual_seed(0)
    chance = random.Random(name)
    checked = 0
    for _ in range(40):
        size = chance.choice(SIZES)
        x = tp.randn(*size, 2).transpose(0, -1) if size else tp.tensor(1.5)
        if name == "view_as_real_copy":
            x = tp.complex(x, x).conj()
        elif name == "view_as_complex_copy":
            x = tp.randn(4, *size, 2)[::2]
        given = parameters(chance, tuple(x.shape))
        try:
            expected = view(x, *given)
        except (RuntimeError, IndexError, ValueError):
            continue
        checked += 1
        several = isinstance(expected, tuple)
        found = getattr(tp, name)(x, *given)
        for left, right in zip(expected if several else [expected], found if several else [found], strict=True):
            assert right.tolist() == left.tolist()
            assert right.is_contiguous()
            assert not right._is_view()
            assert right.untyped_storage() is not x.untyped_storage()
            assert right.untyped_storage().nbytes() == right.nbytes
        assert getattr(tp, name)(x.to("meta"), *given) is not None
    assert checked


OUTPUTS = [
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(4, 3, 2)),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(1)),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(2, 3, 4).permute(2, 1, 0)),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(4, 3, 2, dtype=m.float64)),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(4, 3, 2, dtype=m.int64)),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(1).expand(4, 3, 2)),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=m.zeros(4, 3, 2, device="meta")),
    lambda m, x: m.permute_copy(x, (2, 1, 0), out=3),
    lambda m, x: m.transpose_copy(x, 0, 1, out=x.view(3, 2, 4)),
    lambda m, x: m.select_copy(x, 0, 0, out=x[1]),
    lambda m, x: m.select_copy(x, 0, 0, out=x[:, 0]),
    lambda m, x: m.view_copy(x, (24,), out=m.zeros(0)),
    lambda m, x: m.view_copy(x, m.int32, out=m.zeros(2, 3, 4)),
    lambda m, x: m.view_copy(x, m.int16),
    lambda m, x: m.view_copy(x, dtype=m.float64),
    lambda m, x: m.view_copy(x, size=(-1, 2)),
    lambda m, x: m.view_copy(x),
    lambda m, x: m.view_copy(x, 24),
    lambda m, x: m.view_as_real_copy(m.zeros(2, dtype=m.complex64), out=m.zeros(2, 2)),
    lambda m, x: m.slice_copy(x, 0, 0, 1, out=m.zeros(1, 3, 4)),
    lambda m, x: m.slice_copy(x, 0, 0, 1, 0),
    lambda m, x: m.slice_copy(x, 0, 1.5),
    lambda m, x: m.slice_copy(x, 4),
    lambda m, x: m.slice_copy(m.tensor(1.0)),
    lambda m, x: m.expand_copy(x, 5),
    lambda m, x: m.permute_copy(x, 2, 1, 0),
    lambda m, x: m.permute_copy(x, (True, 1, 2)),
    lambda m, x: m.select_copy(x, 1.0, 0),
    lambda m, x: m.split_copy(x, [1, 1]),
    lambda m, x: m.split_copy(x, 1, out=[m.zeros(1, 3, 4), m.zeros(2, 1, 3, 4)]),
    lambda m, x: m.split_copy(x, 1, out=[m.zeros(1, 3, 4), m.zeros(1)]),
    lambda m, x: m.split_copy(x, 1, out=[m.zeros(1, 3, 4, dtype=m.int32), m.zeros(1, 3, 4)]),
    lambda m, x: m.split_copy(x, 1, out=[m.zeros(1, 3, 4)]),
    lambda m, x: m.unbind_copy(x, 0, out=[m.zeros(0), m.zeros(0)]),
    lambda m, x: m.unbind_copy(x, 0, out=[m.zeros(3, 4), m.zeros(3, 4, dtype=m.int64)]),
    lambda m, x: m.unbind_copy(x, 0, out=[m.zeros(3, 4)]),
    lambda m, x: m.unbind_copy(x, 0, out=m.zeros(3, 4)),
    lambda m, x: m.split_with_sizes_copy(x, [1, 1], out=[m.zeros(0), m.zeros(2)]),
    lambda m, x: m.split_with_sizes_copy(x, [1, 2]),
    lambda m, x: m.alias_copy([1, 2]),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(OUTPUTS)))
def test_outputs_and_errors_are_those_of_torch(number: int) -> None:
    x = torch.arange(24.0).view(2, 3, 4)
    assert not compared(OUTPUTS[number], x, views=False)


def test_the_tensors_of_an_out_are_written() -> None:
    targets = [tp.zeros(3), tp.zeros(0)]
    assert tp.unbind_copy(tp.arange(6.0).view(2, 3), out=targets) is None
    assert [target.tolist() for target in targets] == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_no_output_overwrites_what_is_still_to_be_copied() -> None:
    x = tp.arange(4).view(2, 2)
    tp.unbind_copy(x, out=(x[1], x[0]))
    assert x.tolist() == [[2, 3], [0, 1]]


def test_the_methods() -> None:
    assert not hasattr(tp.Tensor, "permute_copy")
    assert tp.arange(5).narrow_copy(0, -2, 2).tolist() == [3, 4]
