"""Every view operation against PyTorch on random layouts and arguments, good and bad: strides, offsets, error types."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from geometry.strategies import random_layout

from tensorplay.geometry import Layout, views

torch = pytest.importorskip("torch")

TRIES = 500
Case = tuple[Callable[[Layout], Any], Callable[[Any], Any]]


def some_dim(source: random.Random, rank: int) -> int:
    """A dimension that mostly exists."""
    if rank == 0:
        return source.choice([-1, 0, 0, 1])
    return source.randint(-rank - 2, rank + 1) if source.random() < 0.15 else source.randint(-rank, rank - 1)


def length_at(layout: Layout, dim: int) -> int:
    return layout.size[dim] if -layout.rank <= dim < layout.rank else 3


def transpose(source: random.Random, layout: Layout) -> Case:
    dim0, dim1 = some_dim(source, layout.rank), some_dim(source, layout.rank)
    return lambda x: views.transpose(x, dim0, dim1), lambda t: t.transpose(dim0, dim1)


def permute(source: random.Random, layout: Layout) -> Case:
    rank = layout.rank
    dims = [dim - rank if source.random() < 0.3 else dim for dim in source.sample(range(rank), rank)]
    if source.random() < 0.2:
        dims = [some_dim(source, rank) for _ in range(source.choice([rank, rank, rank + 1]))]
    return lambda x: views.permute(x, dims), lambda t: t.permute(dims)


def movedim(source: random.Random, layout: Layout) -> Case:
    rank, count = layout.rank, source.randint(0, layout.rank)
    origin, target = source.sample(range(-rank, 0), count), source.sample(range(rank), count)
    if source.random() < 0.3:
        target = [some_dim(source, rank) for _ in range(source.choice([count, count, count + 1]))]
    return lambda x: views.movedim(x, origin, target), lambda t: t.movedim(origin, target)


def unsqueeze(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank + 1)
    return lambda x: views.unsqueeze(x, dim), lambda t: t.unsqueeze(dim)


def squeeze(source: random.Random, layout: Layout) -> Case:
    if source.random() < 0.2:
        return views.squeeze, lambda t: t.squeeze()
    dims = tuple(some_dim(source, layout.rank) for _ in range(source.randint(0, 3)))
    return lambda x: views.squeeze(x, dims), lambda t: t.squeeze(dims)


def select(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    length = length_at(layout, dim)
    index = source.randint(-length - 1, length)
    return lambda x: views.select(x, dim, index), lambda t: t.select(dim, index)


def slice_(source: random.Random, layout: Layout) -> Case:
    dim = source.randrange(layout.rank) if layout.rank else 0
    length = length_at(layout, dim)
    start, stop = (None if source.random() < 0.2 else source.randint(-length - 2, length + 2) for _ in range(2))
    step = source.choice([None, 1, 1, 2, 3, 0, -1])
    index = (slice(None),) * dim + (slice(start, stop, step),)
    return lambda x: views.slice_(x, dim, start, stop, step), lambda t: t[index]


def narrow(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    length = length_at(layout, dim)
    start, count = source.randint(-length - 1, length + 1), source.randint(-1, length + 1)
    return lambda x: views.narrow(x, dim, start, count), lambda t: t.narrow(dim, start, count)


def diagonal(source: random.Random, layout: Layout) -> Case:
    arguments = (source.randint(-5, 5), some_dim(source, layout.rank), some_dim(source, layout.rank))
    return lambda x: views.diagonal(x, *arguments), lambda t: t.diagonal(*arguments)


def unfold(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    arguments = (dim, source.randint(-1, length_at(layout, dim) + 1), source.randint(-1, 4))
    return lambda x: views.unfold(x, *arguments), lambda t: t.unfold(*arguments)


def expand(source: random.Random, layout: Layout) -> Case:
    kept = [source.choice([1, 2, 3, -1, 0]) if n == 1 else source.choice([n, n, n, -1, n + 1]) for n in layout.size]
    target = (*[source.choice([1, 2, 3, 0, 1, 2, -1]) for _ in range(source.choice([0, 0, 1, 2]))], *kept)
    if source.random() < 0.1:
        target = target[1:]
    if 0 in target and not layout.size:
        target = tuple(abs(length) for length in target)  # PyTorch lets a negative size pass beside a 0; we do not
    return lambda x: views.expand(x, target), lambda t: t.expand(target)


def view(source: random.Random, layout: Layout) -> Case:
    shape = list(layout.size)
    for _ in range(source.randint(0, 3)):
        place = source.randrange(len(shape)) if shape else 0
        if len(shape) > place + 1 and source.random() < 0.5:
            shape[place : place + 2] = [shape[place] * shape[place + 1]]
        elif shape and shape[place] > 1:
            divisor = source.choice([k for k in range(1, shape[place] + 1) if shape[place] % k == 0])
            shape[place : place + 1] = [divisor, shape[place] // divisor]
        if source.random() < 0.25:
            shape.insert(place, 1)
    if shape and source.random() < 0.3:
        shape[source.randrange(len(shape))] = source.choice([-1, -1, -2, 5])
    return lambda x: views.view(x, tuple(shape)), lambda t: t.view(shape)


def unflatten(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    length = length_at(layout, dim)
    sizes = source.choice([(1, length), (length, 1, 1), (-1,), (length, -1), (2, -1), (), (-1, -1), (-2, 2), (0, -1)])
    return lambda x: views.unflatten(x, dim, sizes), lambda t: t.unflatten(dim, sizes)


def flatten_shape(source: random.Random, layout: Layout) -> Case:
    start, end = some_dim(source, layout.rank), some_dim(source, layout.rank)
    return lambda x: views.flatten_shape(x, start, end), lambda t: tuple(t.flatten(start, end).shape)


def as_strided(source: random.Random, layout: Layout) -> Case:
    rank = source.randint(0, 3)
    size = tuple(source.randint(0, 4) for _ in range(rank))
    stride = tuple(source.choice([-1, 0, 1, 2, 3, 4, 9]) for _ in range(rank if source.random() < 0.9 else rank + 1))
    offset = source.choice([None, 0, 2, 9, -1])
    cells = source.randint(0, 40)

    def ours(_: Layout) -> Layout:
        return views.as_strided(Layout((cells,), (1,)), size, stride, offset, cells)

    return ours, lambda _: torch.zeros(cells).as_strided(size, stride, offset)


def split(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    length = length_at(layout, dim)
    sizes: int | list[int] = source.randint(-1, length + 1)
    if source.random() < 0.5:
        sizes = [source.randint(0, 2) for _ in range(source.randint(0, 3))]
        sizes.append(length - sum(sizes))
    return lambda x: views.split(x, sizes, dim), lambda t: t.split(sizes, dim)


def chunk(source: random.Random, layout: Layout) -> Case:
    arguments = (source.randint(-1, 6), some_dim(source, layout.rank))
    return lambda x: views.chunk(x, *arguments), lambda t: t.chunk(*arguments)


def tensor_split(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    sections: int | tuple[int, ...] = source.randint(-1, 6)
    if source.random() < 0.5:
        sections = tuple(source.randint(-5, 5) for _ in range(source.randint(0, 3)))
    return lambda x: views.tensor_split(x, sections, dim), lambda t: t.tensor_split(sections, dim)


def unbind(source: random.Random, layout: Layout) -> Case:
    dim = some_dim(source, layout.rank)
    return lambda x: views.unbind(x, dim), lambda t: t.unbind(dim)


MAKERS = [transpose, permute, movedim, unsqueeze, squeeze, select, slice_, narrow, diagonal, unfold, expand, view]
MAKERS += [unflatten, flatten_shape, as_strided, split, chunk, tensor_split, unbind]


def plain(result: Any) -> Any:
    if isinstance(result, Layout):
        return result.size, result.stride, result.offset
    if isinstance(result, torch.Tensor):
        return tuple(result.shape), result.stride(), result.storage_offset()
    return [plain(item) for item in result] if isinstance(result, tuple) else result


def outcome(function: Callable[[Any], Any], argument: Any) -> Any:
    try:
        return plain(function(argument))
    except (RuntimeError, IndexError, ValueError) as error:
        return type(error).__name__


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_agrees_with_torch(maker: Callable[[random.Random, Layout], Case]) -> None:
    source = random.Random(zlib.crc32(maker.__name__.encode()))
    pool = torch.zeros(4000)
    errors = 0
    for _ in range(TRIES):
        layout = random_layout(source)
        ours, theirs = maker(source, layout)
        expected = outcome(theirs, pool.as_strided(layout.size, layout.stride, layout.offset))
        assert outcome(ours, layout) == expected, layout
        errors += isinstance(expected, str)
    assert 0 < errors < TRIES


ITEMSIZES = {1: "uint8", 2: "float16", 4: "float32", 8: "float64", 16: "complex128"}


def test_view_dtype_agrees_with_torch() -> None:
    source = random.Random(5)
    for _ in range(2000):
        layout = random_layout(source, max_rank=3)
        old, new = source.choice(list(ITEMSIZES)), source.choice(list(ITEMSIZES))
        pool = torch.zeros(2000, dtype=getattr(torch, ITEMSIZES[old]))
        tensor = pool.as_strided(layout.size, layout.stride, layout.offset)
        dtype = getattr(torch, ITEMSIZES[new])
        ours = outcome(lambda x, old=old, new=new: views.view_dtype(x, old, new), layout)  # type: ignore[misc]
        assert ours == outcome(lambda t, dtype=dtype: t.view(dtype), tensor)  # type: ignore[misc]


def test_complex_views_agree_with_torch() -> None:
    source = random.Random(6)
    real, both = torch.zeros(2000), torch.zeros(2000, dtype=torch.complex64)
    for _ in range(1000):
        layout = random_layout(source, max_rank=3)
        if source.random() < 0.6:
            stride = tuple(2 * step for step in layout.stride)
            layout = Layout((*layout.size, 2), (*stride, source.choice([1, 1, 1, 2])), layout.offset)
        tensor = both.as_strided(layout.size, layout.stride, layout.offset)
        assert plain(views.view_as_real(layout)) == plain(torch.view_as_real(tensor))
        assert plain(views.real_part(layout)) == plain(tensor.real)
        assert plain(views.imag_part(layout)) == plain(tensor.imag)
        tensor = real.as_strided(layout.size, layout.stride, layout.offset)
        assert outcome(views.view_as_complex, layout) == outcome(torch.view_as_complex, tensor)
