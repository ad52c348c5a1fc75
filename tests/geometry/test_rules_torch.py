"""Formats, order and the strides of results against PyTorch, on thousands of random layouts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from geometry.strategies import random_layout

from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.formats import is_contiguous, is_dense, suggested_format, why_not_contiguous
from tensorplay.geometry.layout import check_size, contiguous_strides, format_strides, ordered_strides
from tensorplay.geometry.order import (
    dim_order,
    elementwise_strides,
    gathered_strides,
    preserved_strides,
    why_ambiguous,
)

torch = pytest.importorskip("torch")

FORMATS = {
    "contiguous": torch.contiguous_format,
    "channels_last": torch.channels_last,
    "channels_last_3d": torch.channels_last_3d,
}
Operand = tuple[tuple[int, ...], tuple[int, ...]]


@pytest.fixture(scope="module")
def pool() -> Any:
    return torch.zeros(20000)


def test_formats(pool: Any) -> None:
    source = random.Random(1)
    for _ in range(3000):
        layout = random_layout(source)
        size, stride = layout.size, layout.stride
        tensor = pool.as_strided(size, stride)
        assert contiguous_strides(size) == torch.empty(size).stride()
        for name, format in FORMATS.items():
            held = tensor.is_contiguous(memory_format=format)
            assert is_contiguous(size, stride, name) == held
            assert (why_not_contiguous(size, stride, name) is None) == held
            if name == "contiguous" or len(size) == {"channels_last": 4, "channels_last_3d": 5}[name]:
                assert format_strides(size, name) == torch.empty(size, memory_format=format).stride()
        assert is_dense(size, stride) == torch.ops.aten.is_non_overlapping_and_dense(tensor)
        assert preserved_strides(size, stride) == tensor.clone().stride()
        order = source.sample(range(len(size)), len(size))
        assert ordered_strides(size, order) == torch.empty_permuted(size, order).stride()
        if len(size) in (4, 5) and 0 not in size:
            assert format_strides(size, suggested_format(size, stride)) == torch.cat([tensor]).stride()


def test_dim_order(pool: Any) -> None:
    source = random.Random(2)
    refusals = 0
    for _ in range(3000):
        layout = random_layout(source)
        size, stride = layout.size, layout.stride
        tensor = pool.as_strided(size, stride)
        assert dim_order(size, stride) == tensor.dim_order()
        for formats in (False, True, [], source.sample(list(FORMATS), source.randint(1, 3))):
            check = formats if isinstance(formats, bool) else [FORMATS[name] for name in formats]
            try:
                tensor.dim_order(ambiguity_check=check)
                refused = False
            except RuntimeError:
                refused = True
            assert (why_ambiguous(size, stride, formats) is not None) == refused, (layout, formats)
            refusals += refused
    assert 3000 < refusals < 9000


def other_operand(source: random.Random, first: Operand) -> Operand:
    """An operand that broadcasts with the first one: other strides, ones, fewer dimensions."""
    size = [1 if length != 1 and source.random() < 0.15 else length for length in first[0]]
    if source.random() < 0.2:
        size = size[source.randint(0, len(size)) :]
    if len(size) == len(first[0]) and source.random() < 0.3:
        return tuple(size), first[1]
    scale = source.choice([1, 1, 2])
    stride = ordered_strides(size, source.sample(range(len(size)), len(size)))
    return tuple(size), tuple(step * scale for step in stride)


def test_elementwise_results(pool: Any) -> None:
    source = random.Random(3)
    conditions = torch.zeros(20000, dtype=torch.bool)
    for _ in range(3000):
        layout = random_layout(source, max_rank=4)
        first: Operand = (layout.size, layout.stride)
        operands = [first, other_operand(source, first), other_operand(source, first)]
        source.shuffle(operands)
        one, two, three = (pool.as_strided(*operand) for operand in operands)
        condition = conditions.as_strided(*operands[0])
        for used, result in (
            (operands[:1], one.neg()),
            (operands[:2], one + two),
            (operands, torch.addcmul(one, two, three)),
            (operands, torch.where(condition, two, three)),
        ):
            shape = broadcast_shapes(*[size for size, _ in used])
            assert shape == tuple(result.shape)
            assert elementwise_strides(used, shape) == result.stride(), used


def test_gathered_results(pool: Any) -> None:
    source = random.Random(4)
    indices = torch.zeros(20000, dtype=torch.int64)
    shapes = [(2,), (2,), (3, 2), (1,), (3, 1), (1, 2), (2, 3, 2), (0,)]
    compared = 0
    for _ in range(3000):
        layout = random_layout(source)
        if not layout.size:
            continue
        chosen: list[Operand | None] = [None] * source.randint(1, layout.rank)
        for dim in source.sample(range(len(chosen)), source.randint(1, len(chosen))):
            shape = source.choice(shapes)
            strides = [ordered_strides(shape, source.sample(range(len(shape)), len(shape))), contiguous_strides(shape)]
            strides.append(tuple(source.choice([0, 1, 2, 5]) for _ in shape))
            chosen[dim] = (shape, source.choice(strides))
        index = tuple(slice(None) if item is None else indices.as_strided(*item) for item in chosen)
        try:
            result = pool.as_strided(layout.size, layout.stride)[index]
        except IndexError:
            with pytest.raises(IndexError):
                gathered_strides(layout.size, layout.stride, chosen)
        else:
            expected = (tuple(result.shape), result.stride())
            assert gathered_strides(layout.size, layout.stride, chosen) == expected, (layout, chosen)
            compared += 1
    assert compared > 1500


@pytest.mark.parametrize("dtype", [torch.uint8, torch.float32])
def test_sizes_beyond_int64(dtype: Any) -> None:
    for size in [
        (2**62, 0, 4), (2**62, 4, 0), (2**63 - 1, 2, 0), (2**63 - 1, 1), (2**62, 2), (0, 2**62, 2), (0, 2**62, 1),
        (2, 0, 2**62), (2**40, 2**40, 0), (0, 2**40, 2**40), (2**40, 0, 2**40), (2, -1), (-1, 0), (0, -1),
    ]:  # fmt: skip
        try:
            torch.empty(size, dtype=dtype, device="meta")
        except RuntimeError:
            with pytest.raises(RuntimeError):
                check_size(size, dtype.itemsize)
        else:
            check_size(size, dtype.itemsize)
