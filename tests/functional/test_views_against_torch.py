"""Every view operation on random layouts with random arguments, against torch: the layout, and what is refused."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp

torch = pytest.importorskip("torch")

CELLS = 4096
Case = tuple[tuple[int, ...], tuple[int, ...], int]


def random_layout(chance: random.Random, *, rank: int | None = None) -> Case:
    """Sizes 0..4; permuted, stepped, expanded and overlapping strides."""
    rank = chance.randint(0, 5) if rank is None else rank
    size = [0 if chance.random() < 0.08 else 1 if chance.random() < 0.25 else chance.randint(2, 4) for _ in range(rank)]
    order = list(range(rank))
    if chance.random() < 0.6:
        chance.shuffle(order)
    stride = [0] * rank
    step = 1
    for dim in order:
        stride[dim] = step
        step *= max(size[dim] + (chance.random() < 0.2), 1)
    kind = chance.random()
    if kind < 0.15:
        stride = [0 if chance.random() < 0.4 else value for value in stride]
    elif kind < 0.25:
        stride = [chance.choice([0, 1, 2, 3, 4, 6]) for _ in range(rank)]
    elif kind < 0.35:
        stride = [value * 2 for value in stride]
    return tuple(size), tuple(stride), chance.choice([0, 0, 1, 2, 4, 7])


def dim(chance: random.Random, rank: int) -> int:
    return chance.randint(-rank - 1, rank) if chance.random() < 0.15 else chance.randint(-rank, max(rank - 1, 0))


def new_shape(chance: random.Random, size: tuple[int, ...]) -> tuple[int, ...]:
    """A shape with the same number of elements, mostly."""
    shape = list(size)
    for _ in range(chance.randint(1, 4)):
        kind = chance.random()
        if kind < 0.4 and len(shape) > 1:
            at = chance.randrange(len(shape) - 1)
            shape[at : at + 2] = [shape[at] * shape[at + 1]]
        elif kind < 0.7 and shape:
            at = chance.randrange(len(shape))
            divisors = [k for k in range(1, shape[at] + 1) if shape[at] % k == 0]
            if divisors:
                part = chance.choice(divisors)
                shape[at : at + 1] = [part, shape[at] // part]
        else:
            shape.insert(chance.randint(0, len(shape)), 1)
    if shape and chance.random() < 0.3:
        shape[chance.randrange(len(shape))] = chance.choice([-1, -1, 2, -2, 0])
    return tuple(shape)


def some_dims(chance: random.Random, rank: int) -> tuple[int, ...]:
    dims = list(range(rank))
    chance.shuffle(dims)
    dims = dims[: chance.randint(0, rank)]
    if dims and chance.random() < 0.1:
        dims[0] = dims[-1]
    return tuple(value - rank if chance.random() < 0.3 else value for value in dims)


def slice_item(chance: random.Random) -> slice:
    bounds = [None if chance.random() < 0.4 else chance.randint(-6, 6) for _ in range(2)]
    return slice(bounds[0], bounds[1], None if chance.random() < 0.6 else chance.choice([1, 2, 3, 0, -1]))


def index(chance: random.Random, rank: int) -> Any:
    count = chance.randint(0, rank + (chance.random() < 0.1))
    items: list[Any] = [
        chance.choice([chance.randint(-4, 3), slice_item(chance), None, slice_item(chance)]) for _ in range(count)
    ]
    if chance.random() < 0.4:
        items.insert(chance.randint(0, len(items)), ...)
    return items[0] if len(items) == 1 and chance.random() < 0.5 else tuple(items)


Maker = Callable[[random.Random, tuple[int, ...]], Callable[[Any, Any], Any]]


def call(name: str, *args: Any, **kwargs: Any) -> Callable[[Any, Any], Any]:
    return lambda _, x: getattr(x, name)(*args, **kwargs)


def movedims(chance: random.Random, size: tuple[int, ...]) -> Callable[[Any, Any], Any]:
    return call("movedim", some_dims(chance, len(size)), some_dims(chance, len(size)))


def unflatten(chance: random.Random, size: tuple[int, ...]) -> Callable[[Any, Any], Any]:
    at = chance.randrange(len(size)) if size else 0
    return call("unflatten", at, new_shape(chance, (size[at],)) if size else (1,))


def as_strided(chance: random.Random, size: tuple[int, ...]) -> Callable[[Any, Any], Any]:
    sizes, strides, offset = random_layout(chance)
    return call("as_strided", sizes, strides, chance.choice([None, offset, -1, CELLS - 2]))


def indexed(chance: random.Random, size: tuple[int, ...]) -> Callable[[Any, Any], Any]:
    items = index(chance, len(size))
    return lambda _, x: x[items]


def view_dtype(chance: random.Random, size: tuple[int, ...]) -> Callable[[Any, Any], Any]:
    name = chance.choice(["int8", "float16", "int32", "float64", "complex64", "complex128", "bool"])
    return lambda library, x: x.view(getattr(library, name))


OPERATIONS: dict[str, Maker] = {
    "transpose": lambda c, s: call("transpose", dim(c, len(s)), dim(c, len(s))),
    "swapaxes": lambda c, s: call("swapaxes", dim(c, len(s)), dim(c, len(s))),
    "t": lambda c, s: call("t"),
    "permute": lambda c, s: call(
        "permute", *(some_dims(c, len(s)) if c.random() < 0.2 else c.sample(range(len(s)), len(s)))
    ),
    "movedim": movedims,
    "movedim int": lambda c, s: call("movedim", dim(c, len(s)), dim(c, len(s))),
    "select": lambda c, s: call("select", dim(c, len(s)), c.randint(-5, 4)),
    "narrow": lambda c, s: call("narrow", dim(c, len(s)), c.randint(-5, 5), c.randint(-1, 4)),
    "unsqueeze": lambda c, s: call("unsqueeze", c.randint(-len(s) - 2, len(s) + 1)),
    "squeeze": lambda c, s: call("squeeze"),
    "squeeze dim": lambda c, s: call("squeeze", dim(c, len(s))),
    "squeeze dims": lambda c, s: call("squeeze", some_dims(c, len(s))),
    "expand": lambda c, s: call(
        "expand",
        *[c.choice([2, 3]) for _ in range(c.choice([0, 0, 1, 2]))],
        *[c.choice([-1, n, 3, 0]) if n == 1 or c.random() < 0.1 else n for n in s],
    ),
    "view": lambda c, s: call("view", *new_shape(c, s) or ((),)),
    "reshape": lambda c, s: call("reshape", new_shape(c, s)),
    "flatten": lambda c, s: call("flatten", dim(c, len(s)), dim(c, len(s))),
    "ravel": lambda c, s: call("ravel"),
    "diagonal": lambda c, s: call("diagonal", c.randint(-4, 4), dim(c, len(s)), dim(c, len(s))),
    "unfold": lambda c, s: call("unfold", dim(c, len(s)), c.randint(-1, 4), c.randint(0, 3)),
    "unflatten": unflatten,
    "split": lambda c, s: call("split", c.randint(-1, 4), dim(c, len(s))),
    "split sizes": lambda c, s: call("split", [c.randint(0, 2) for _ in range(c.randint(1, 3))], dim(c, len(s))),
    "split_with_sizes": lambda c, s: call("split_with_sizes", [c.randint(-1, 2) for _ in range(2)], dim(c, len(s))),
    "chunk": lambda c, s: call("chunk", c.randint(0, 5), dim(c, len(s))),
    "tensor_split": lambda c, s: call("tensor_split", c.randint(0, 5), dim(c, len(s))),
    "tensor_split at": lambda c, s: call("tensor_split", tuple(c.randint(-5, 5) for _ in range(2)), dim(c, len(s))),
    "hsplit": lambda c, s: call("hsplit", c.randint(0, 4)),
    "vsplit": lambda c, s: call("vsplit", c.randint(0, 4)),
    "dsplit": lambda c, s: call("dsplit", [c.randint(0, 4)]),
    "unbind": lambda c, s: call("unbind", dim(c, len(s))),
    "as_strided": as_strided,
    "index": indexed,
    "T": lambda c, s: lambda _, x: x.T,
    "mT": lambda c, s: lambda _, x: x.mT,
    "H": lambda c, s: lambda _, x: x.H,
    "mH": lambda c, s: lambda _, x: x.mH,
    "contiguous": lambda c, s: call("contiguous"),
    "clone": lambda c, s: call("clone"),
    "detach": lambda c, s: call("detach"),
    "view dtype": view_dtype,
    "contiguous channels_last": lambda c, s: lambda lib, x: x.contiguous(memory_format=lib.channels_last),
    "clone channels_last": lambda c, s: lambda lib, x: x.clone(memory_format=lib.channels_last),
}


def facts(result: Any, source: Any) -> Any:
    """What must agree: layout, whether the storage is shared, whether it is the same object, whether it is a view."""
    if isinstance(result, (tuple, list)):
        return [facts(piece, source) for piece in result]
    same_storage = result.untyped_storage().data_ptr() == source.untyped_storage().data_ptr()
    return (
        tuple(result.size()),
        result.stride(),
        result.storage_offset() if same_storage else 0,
        str(result.dtype).split(".")[-1],
        same_storage,
        result is source,
        result._is_view(),
        result.is_contiguous(),
    )


def outcome(library: Any, base: Any, layout: Case, operation: Callable[[Any, Any], Any]) -> Any:
    source = base.as_strided(*layout)
    try:
        result = operation(library, source)
    except Exception as error:  # noqa: BLE001  (the type is what is compared)
        builtin = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
        return builtin.__name__
    return facts(result, source)


@pytest.mark.parametrize("name", OPERATIONS)
def test_agrees_with_torch(name: str) -> None:
    chance = random.Random(name)
    ours, theirs = tp.zeros(CELLS), torch.zeros(CELLS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(400):
            layout = random_layout(chance, rank=4 if "channels_last" in name else None)
            operation = OPERATIONS[name](chance, layout[0])
            state = chance.getstate()
            found = outcome(tp, ours, layout, operation)
            chance.setstate(state)
            assert found == outcome(torch, theirs, layout, operation), (layout, operation)


@pytest.mark.parametrize(
    "where", [3, (1, 3), "tensor(3)", "tensor([1, 3])", "tensor([3, 2, -1])", "tensor(3, dtype=torch.int32)",
              "tensor([[3]])", "tensor(3.0)", "tensor(0)", None]
)  # fmt: skip
def test_tensor_split_by_all_that_says_where(where: Any) -> None:
    given = [eval(f"torch.{where}", {"torch": library}) if type(where) is str else where for library in (tp, torch)]
    try:
        expected = [piece.tolist() for piece in torch.tensor_split(torch.arange(7), given[1])]
    except (RuntimeError, TypeError) as error:
        with pytest.raises(type(error)):
            tp.tensor_split(tp.arange(7), given[0])
    else:
        assert [piece.tolist() for piece in tp.arange(7).tensor_split(given[0])] == expected
    for name, value in (("indices", (1, 3)), ("sections", 3), ("tensor_indices_or_sections", tp.tensor(3))):
        assert len(tp.arange(7).tensor_split(**{name: value}, dim=0)) == 3


@pytest.mark.parametrize("arguments", [(2, 1), (2, (1,)), ((2,), 1), ([2], [1]), ((2,), (1,))])
def test_as_strided_takes_sequences_only(arguments: Any) -> None:
    try:
        expected = torch.arange(4).as_strided(*arguments).tolist()
    except TypeError:
        for call in (tp.arange(4).as_strided, tp.arange(4).as_strided_):
            with pytest.raises(TypeError, match="must be tuple of ints, not int"):
                call(*arguments)
    else:
        assert tp.arange(4).as_strided(*arguments).tolist() == expected


@pytest.mark.parametrize("part", ["real", "imag"])
@pytest.mark.parametrize("dtype", ["complex64", "float32"])
@pytest.mark.parametrize(
    "value", [5, 2.5, 1j, None, [1, 2], "ones(2)", "ones(1)", "ones(3)", "ones(2).to(torch.complex64)"]
)
def test_parts_are_assigned(part: str, dtype: str, value: Any) -> None:
    results = []
    for library in (tp, torch):
        x = library.zeros(2, dtype=getattr(library, dtype))
        given = eval(f"torch.{value}", {"torch": library}) if type(value) is str else value
        try:
            setattr(x, part, given)
        except (RuntimeError, TypeError) as error:
            results.append(type(error))
        else:
            results.append(x.tolist())
    assert results[0] == results[1]
