"""Products, sums with products and einsum with random arguments and layouts, against torch: layouts and errors too."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

CASES = 150
NAMES = ["float32", "float64", "float16", "bfloat16", "int64", "int32", "uint8", "int8", "complex64", "complex128"]
Chance = random.Random
Size = tuple[int, ...]
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def dtype(chance: Chance) -> Any:
    return getattr(torch, chance.choice(NAMES))


def size(chance: Chance, rank: int) -> Size:
    return tuple([0 if chance.random() < 0.06 else chance.randint(1, 4) for _ in range(rank)])


def spoilt(chance: Chance, given: Size) -> Size:
    """Sometimes another size, which mostly does not fit."""
    return size(chance, chance.randint(0, 3)) if chance.random() < 0.08 else given


def product(name: str) -> Callable[[Chance], Case]:
    def case(chance: Chance) -> Case:
        m, k, n, b = size(chance, 4)
        left, right = {
            "mm": ((m, k), (k, n)),
            "bmm": ((b, m, k), (b, k, n)),
            "mv": ((m, k), (k,)),
            "dot": ((k,), (k,)),
            "vdot": ((k,), (k,)),
            "matmul": (
                chance.choice([(k,), (m, k), (b, m, k), (b, 1, m, k)]),
                chance.choice([(k,), (k, n), (b, k, n), (2, 1, k, n)]),
            ),
            "outer": ((m,), (n,)),
            "inner": ((*size(chance, chance.randint(0, 2)), k), (*size(chance, chance.randint(0, 2)), k)),
            "kron": (size(chance, chance.randint(0, 3)), size(chance, chance.randint(0, 3))),
        }[name]
        kind = dtype(chance)
        operands = [random_tensor(chance, spoilt(chance, given), kind) for given in (left, right)]
        how = chance.random()
        if how < 0.25 and not (name == "matmul" and 1 in (len(left), len(right))):
            try:
                wanted = tuple(getattr(torch, name)(*operands).shape)
            except (RuntimeError, IndexError):
                wanted = (2, 2)
            out = random_tensor(chance, wanted, kind if chance.random() < 0.8 else dtype(chance), expanded=False)
            return (lambda m, x, y, out: getattr(m, name)(x, y, out=out)), (*operands, out)
        if how < 0.6:
            return (lambda m, x, y: getattr(x, name)(y)), tuple(operands)
        return (lambda m, x, y: getattr(m, name)(x, y)), tuple(operands)

    return case


def sum_with(name: str) -> Callable[[Chance], Case]:
    def case(chance: Chance) -> Case:
        m, k, n, b = (chance.randint(1, 4) for _ in range(4))
        added, left, right = {
            "addmm": ((m, n), (m, k), (k, n)),
            "addbmm": ((m, n), (b, m, k), (b, k, n)),
            "baddbmm": ((b, m, n), (b, m, k), (b, k, n)),
            "addmv": ((m,), (m, k), (k,)),
            "addr": ((m, n), (m,), (n,)),
        }[name]
        kind = dtype(chance)
        in_place = chance.random() < 0.3
        if not in_place and name != "addmv" and chance.random() < 0.4:
            added = tuple([length if chance.random() < 0.6 else 1 for length in added])[chance.randint(0, len(added)) :]
        operands = (
            random_tensor(chance, added, kind, expanded=not in_place),
            random_tensor(chance, spoilt(chance, left), kind),
            random_tensor(chance, right, kind),
        )
        beta, alpha = (chance.choice([0, 1, 1, 2, -1, 0.5, 1j, 0.0]) for _ in range(2))
        face = f"{name}_" if in_place else name
        if in_place or chance.random() < 0.5:
            return (lambda m, x, y, z: getattr(x, face)(y, z, beta=beta, alpha=alpha)), operands
        return (lambda m, x, y, z: getattr(m, face)(x, y, z, beta=beta, alpha=alpha)), operands

    return case


def tensordot(chance: Chance) -> Case:
    left, right = size(chance, chance.randint(0, 4)), list(size(chance, chance.randint(0, 4)))
    count = chance.randint(0, min(len(left), len(right), 3))
    first, second = chance.sample(range(len(left)), count), chance.sample(range(len(right)), count)
    for one, other in zip(first, second, strict=True):
        right[other] = left[one] if chance.random() < 0.93 else chance.choice([1, 2, 3])
    dims: Any = (first, second)
    if chance.random() < 0.2:
        dims = chance.choice([0, 1, 2, 3, -1, ([0], [5]), ([0, 0], [1, 1]), ([0], [0, 1])])
    kind = dtype(chance)
    operands = (random_tensor(chance, left, kind), random_tensor(chance, tuple(right), kind))
    return (lambda m, x, y: m.tensordot(x, y, dims)), operands


def cross(chance: Chance) -> Case:
    given = list(size(chance, chance.randint(1, 3)))
    dim = chance.randrange(len(given))
    other = [length if chance.random() < 0.8 else 1 for length in given]
    given[dim] = other[dim] = 3
    kind = dtype(chance)
    named = chance.choice([dim, dim - len(given), None])
    operands = (random_tensor(chance, spoilt(chance, tuple(given)), kind), random_tensor(chance, tuple(other), kind))
    return (lambda m, x, y: m.cross(x, y, dim=named)), operands


def einsum(chance: Chance) -> Case:
    """An equation that is right for the most part, with ellipses, repeated letters and sizes of 1."""
    letters = "abcdeA"[: chance.randint(1, 6)]
    lengths = {letter: 0 if chance.random() < 0.05 else chance.randint(1, 4) for letter in letters}
    hidden = [chance.randint(1, 3) for _ in range(chance.randint(0, 2))]
    with_ellipsis = chance.random() < 0.3
    kind = getattr(torch, chance.choice(["float64", "float32", "bfloat16", "int64", "complex64"]))
    inputs, operands = [], []
    for _ in range(chance.choice([1, 1, 2, 2, 2, 3])):
        labels = [chance.choice(letters) for _ in range(chance.randint(0, 4))]
        if chance.random() < 0.7:
            labels = list(dict.fromkeys(labels))
        given = [chance.choice([1, 1, 2]) if chance.random() < 0.06 else lengths[letter] for letter in labels]
        if with_ellipsis and chance.random() < 0.7:
            covered = [length if chance.random() < 0.8 else 1 for length in hidden][chance.randint(0, len(hidden)) :]
            place = chance.randint(0, len(labels))
            given[place:place] = covered
            labels.insert(place, "...")
        inputs.append("".join(labels))
        operands.append(random_tensor(chance, tuple(given), kind))
    equation = ",".join(inputs)
    if chance.random() < 0.8:
        used = list(dict.fromkeys(equation.replace(".", "").replace(",", "")))
        chance.shuffle(used)
        output = used[: chance.randint(0, len(used))]
        if "..." in equation and chance.random() < 0.85:
            output.insert(chance.randint(0, len(output)), "...")
        equation += "->" + "".join(output)
    if chance.random() < 0.06:
        place = chance.randint(0, len(equation))
        noise = chance.choice([" ", ".", "..", "...", ",", "->", "-", ">", "1", "ij", "z"])
        equation = equation[:place] + noise + equation[place:]
    return (lambda m, *operands: m.einsum(equation, *operands)), tuple(operands)


OPERATIONS: dict[str, Callable[[Chance], Case]] = {
    **{name: product(name) for name in ("mm", "bmm", "mv", "dot", "vdot", "matmul", "outer", "inner", "kron")},
    **{name: sum_with(name) for name in ("addmm", "addmv", "addbmm", "baddbmm", "addr")},
    "tensordot": tensordot,
    "cross": cross,
    "einsum": einsum,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_agrees_with_torch(name: str) -> None:
    chance = random.Random(name)
    count = 8 * CASES if name == "einsum" else CASES
    wrong = []
    for number in range(count):
        call, operands = OPERATIONS[name](chance)
        given = [(tuple(x.shape), x.stride(), x.dtype) for x in operands]
        found = compared(call, *operands)
        if found:
            wrong.append(f"case {number}, {given}: {found}")
    assert not wrong, f"{len(wrong)} of {count} differ\n" + "\n".join(wrong[:5])


def test_operands_may_be_named_by_lists() -> None:
    x, y = torch.arange(6.0).view(2, 3), torch.arange(12.0).view(3, 4)
    for call in (
        lambda m, x, y: m.einsum(x, [0, 1], y, [1, 2], [2, 0]),
        lambda m, x, y: m.einsum(x, [0, 1], y, [1, 2]),
        lambda m, x, y: m.einsum(x, [..., 1], y, [1, 51], [..., 51]),
        lambda m, x, y: m.einsum("ij,jk", [x, y]),
    ):
        assert not compared(call, x, y)


def test_bool_is_not_multiplied() -> None:
    x = torch.ones(2, 2, dtype=torch.bool)
    for call in (
        lambda m, x: m.mm(x, x),
        lambda m, x: x @ x,
        lambda m, x: m.dot(x[0], x[0]),
        lambda m, x: m.addmm(x, x, x),
        lambda m, x: m.einsum("ij,jk", x, x),
        lambda m, x: m.outer(x[0], x[0]),
        lambda m, x: m.kron(x, x),
        lambda m, x: m.addr(x, x[0], x[1]),
    ):
        assert not compared(call, x)
