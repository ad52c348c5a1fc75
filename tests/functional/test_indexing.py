"""Reading and writing by index against torch: random mixtures of ints, slices, None, lists, masks and tensors."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

import tensorplay as tp

torch = pytest.importorskip("torch")


def random_size(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.choice([1, 2, 3, 4, 3, 0 if chance.random() < 0.1 else 2]) for _ in range(chance.randint(0, 4)))


def nested(chance: random.Random, size: tuple[int, ...], limit: int) -> Any:
    """Nested lists of indices for a dimension of size `limit`, seldom out of range."""
    if not size:
        beyond = chance.random() < 0.02
        return limit if beyond else chance.randint(-limit, limit - 1) if limit else 0
    return [nested(chance, size[1:], limit) for _ in range(size[0])]


def mask(chance: random.Random, size: tuple[int, ...]) -> Any:
    return [mask(chance, size[1:]) for _ in range(size[0])] if size else chance.random() < 0.5


def random_items(chance: random.Random, size: tuple[int, ...]) -> list[tuple[str, Any]]:
    """Descriptions of the items of an index, to be made real in either library."""
    items: list[tuple[str, Any]] = []
    dim = 0
    while dim < len(size) and chance.random() < 0.85:
        kind = chance.choice(["int", "slice", "all", "none", "list", "tensor", "tensor", "mask", "mask2", "zero"])
        length = size[dim]
        if kind == "none":
            items.append(("as is", None))
            continue
        if kind == "int":
            items.append(("as is", chance.randint(-length, max(length - 1, 0))))
        elif kind == "slice":
            items.append(("as is", slice(chance.choice([None, 0, 1, -1]), chance.choice([None, 2, -1]), None)))
        elif kind == "all":
            items.append(("as is", slice(None)))
        elif kind == "list":
            items.append(("as is", nested(chance, (chance.randint(1, 3),), length)))
        elif kind == "tensor":
            shape = chance.choice([(2,), (2,), (1,), (2, 1), (3, 2), ()])
            items.append(("index", nested(chance, shape, length)))
        elif kind == "zero":
            items.append(("index", nested(chance, (), length)))
        elif kind == "mask":
            items.append(("mask", mask(chance, (length,))))
        elif dim + 1 < len(size):
            items.append(("mask", mask(chance, (length, size[dim + 1]))))
            dim += 1
        dim += 1
    if chance.random() < 0.3:
        items.insert(chance.randint(0, len(items)), ("as is", ...))
    return items


def made(library: Any, items: list[tuple[str, Any]]) -> Any:
    kinds = {"index": library.int64, "mask": library.bool}
    real = [value if kind == "as is" else library.tensor(value, dtype=kinds[kind]) for kind, value in items]
    return real[0] if len(real) == 1 else tuple(real)


def source(library: Any, size: tuple[int, ...], order: list[int]) -> Any:
    """Distinct values under permuted strides."""
    numel = 1
    for length in size:
        numel *= length
    permuted = [size[dim] for dim in order]
    inverse = [order.index(dim) for dim in range(len(size))]
    return library.arange(float(numel)).view(permuted).permute(inverse)


def described(result: Any, base: Any) -> Any:
    shared = result.untyped_storage().data_ptr() == base.untyped_storage().data_ptr()
    return (tuple(result.shape), result.stride(), shared, result._is_view(), result.tolist())


def outcome(act: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return act()
    except Exception as error:  # noqa: BLE001  (the type is what is compared)
        return next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins").__name__


@pytest.mark.parametrize("seed", range(8))
def test_reading_agrees_with_torch(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(250):
        size = random_size(chance)
        order = chance.sample(range(len(size)), len(size))
        items = random_items(chance, size)
        ours, theirs = source(tp, size, order), source(torch, size, order)
        found = outcome(lambda: described(ours[made(tp, items)], ours))  # noqa: B023
        expected = outcome(lambda: described(theirs[made(torch, items)], theirs))  # noqa: B023
        assert found == expected, (size, order, items)


@pytest.mark.parametrize("seed", range(8))
def test_writing_agrees_with_torch(seed: int) -> None:
    chance = random.Random(100 + seed)
    for _ in range(250):
        size = random_size(chance)
        order = chance.sample(range(len(size)), len(size))
        items = random_items(chance, size)
        kind = chance.choice(["number", "row", "same", "wrong"])
        results = []
        for library in (tp, torch):
            x = source(library, size, order)

            def write(x: Any = x, library: Any = library) -> Any:
                index = made(library, items)  # noqa: B023
                if kind == "number":  # noqa: B023
                    x[index] = -1
                elif kind == "row":  # noqa: B023
                    x[index] = library.tensor([-5.0])
                elif kind == "same":  # noqa: B023
                    x[index] = x[index] * 10 + 1
                else:
                    x[index] = library.zeros(7, 7)
                return x.tolist()

            before = x.tolist()
            result = outcome(write)
            if isinstance(result, str):
                # torch writes what precedes an index that is out of range; here nothing may be written
                assert library is torch or x.tolist() == before
            results.append(result)
        assert results[0] == results[1], (size, order, items, kind)


@pytest.mark.parametrize(
    ("index", "kind"),
    [
        (5, IndexError), (-4, IndexError), ((0, 0, 0, 0), IndexError), ("a", (IndexError, TypeError)),
        (1.0, IndexError),
        (slice(None, None, 0), ValueError), (slice(None, None, -1), ValueError), (slice("a", None), TypeError),
        ([0, 7], IndexError), (([[0, 1], [2]],), ValueError), (object(), (IndexError, TypeError)),
        (([0, 1], [0, 1, 2]), IndexError), ([True, False], IndexError), ([1.5], IndexError),
    ],
)  # fmt: skip
def test_what_is_no_index_is_refused(index: Any, kind: Any) -> None:
    x = tp.arange(27.0).view(3, 3, 3)
    before = x.tolist()
    with pytest.raises(kind):
        x[index]
    with pytest.raises(kind):
        x[index] = 1
    assert x.tolist() == before


def test_a_mask_of_another_size_names_the_dimension() -> None:
    with pytest.raises(IndexError, match="dimension 0"):
        tp.zeros(3)[tp.tensor([True, False])]


def test_iteration_and_length() -> None:
    x = tp.arange(6).view(3, 2)
    assert [row.tolist() for row in x] == [[0, 1], [2, 3], [4, 5]]
    assert len(x) == 3
    with pytest.raises(TypeError):
        len(tp.tensor(1))
    with pytest.raises(TypeError):
        iter(tp.tensor(1))


@pytest.mark.parametrize(
    ("start", "stop", "step", "error"), [(0, 1, -1, ValueError), (None, None, 0, ValueError), (0, 1, 1, IndexError)]
)
def test_a_slice_of_no_dimension_names_its_step_first(start: Any, stop: Any, step: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        tp.tensor(5)[start:stop:step]
