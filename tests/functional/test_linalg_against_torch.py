"""Linear algebra with random arguments and layouts, against torch: strides, dtypes and errors too."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

CASES = 150
EXACT = ["float32", "float64", "complex64", "complex128"]
OTHERS = ["float16", "bfloat16", "int64", "uint8"]
INF = math.inf
Chance = random.Random
Size = tuple[int, ...]
Case = tuple[Callable[..., Any], tuple[Any, ...]]


def stack_size(chance: Chance) -> Size:
    return tuple([chance.choice([0, 1, 2, 3]) for _ in range(chance.choice([0, 0, 1, 2]))])


def matrices(chance: Chance, *, square: bool = True, regular: bool = False) -> Any:
    rows = chance.choice([0, 1, 2, 3, 4])
    columns = rows if square else chance.choice([0, 1, 2, 3, 4])
    size = (*stack_size(chance), rows, columns)
    if chance.random() < 0.06:
        size = tuple([chance.randint(1, 3) for _ in range(chance.randint(0, 3))])
    dtype = getattr(torch, chance.choice(EXACT if chance.random() < 0.93 or 0 in size else OTHERS))
    x = random_tensor(chance, size, dtype)
    if regular and len(size) > 1 and size[-1] == size[-2]:
        x = x + torch.eye(size[-1]).to(dtype) * 20
    return x


def of_matrices(call: Callable[[Any, Any], Any], *, square: bool = True, regular: bool = False) -> Callable[..., Case]:
    return lambda chance: (call, (matrices(chance, square=square, regular=regular),))


def solve(chance: Chance) -> Case:
    x = matrices(chance, regular=True)
    left = chance.random() < 0.7
    if x.dim() < 2:
        return (lambda m, x: m.linalg.solve(x, x)), (x,)
    columns = chance.randint(1, 3)
    stack = tuple([length if chance.random() < 0.8 else 1 for length in x.shape[:-2]])[chance.randint(0, x.dim() - 2) :]
    size = (*stack, x.shape[-1], columns) if left else (*stack, columns, x.shape[-1])
    if chance.random() < 0.3:
        size = tuple(x.shape[:-1] if chance.random() < 0.6 else x.shape[-1:])
    right = random_tensor(chance, size, x.dtype if chance.random() < 0.95 else torch.int64)
    return (lambda m, x, y: m.linalg.solve(x, y, left=left)), (x, right)


def matrix_power(chance: Chance) -> Case:
    power = chance.randint(-3, 6)
    return (lambda m, x: m.linalg.matrix_power(x, power)), (matrices(chance, regular=True),)


def cholesky(chance: Chance) -> Case:
    x = matrices(chance)
    upper = chance.random() < 0.3
    if x.dim() > 1 and x.shape[-1] == x.shape[-2] and str(x.dtype).partition(".")[2] in EXACT and chance.random() < 0.9:
        x = x @ x.mH + torch.eye(x.shape[-1], dtype=x.dtype) * 3
    return (lambda m, x: m.linalg.cholesky(x, upper=upper)), (x,)


def norm(name: str) -> Callable[[Chance], Case]:
    orders: dict[str, list[Any]] = {
        "vector_norm": [0, 1, 2, 2.0, 3, 0.5, -1, INF, -INF, -2.5],
        "matrix_norm": ["fro", "nuc", 1, -1, 2, -2, INF, -INF, 0, 3, "x"],
        "norm": [None, None, "fro", "nuc", 1, -1, 2, -2, INF, -INF, 0, 3],
    }

    def case(chance: Chance) -> Case:
        size = tuple([0 if chance.random() < 0.05 else chance.randint(1, 4) for _ in range(chance.randint(0, 4))])
        rank = len(size)
        names = EXACT if chance.random() < 0.85 else OTHERS
        x = random_tensor(chance, size, getattr(torch, chance.choice(names)))
        order, keepdim = chance.choice(orders[name]), chance.random() < 0.4
        pair = tuple(chance.sample(range(-rank, 0), min(rank, 2)))
        dims = [pair, (-2, -1)] if name == "matrix_norm" else [None, None, pair, pair[:1], chance.randint(-rank, 0)]
        dim = chance.choice(dims)
        dtype = None if chance.random() < 0.8 else getattr(torch, chance.choice(EXACT + OTHERS))
        return (lambda m, x, t: getattr(m.linalg, name)(x, order, dim, keepdim, dtype=t)), (x, dtype)

    return case


def svd(chance: Chance) -> Case:
    """The vectors are determined up to a factor, so their layouts and the values are compared."""
    full = chance.random() < 0.5

    def call(m: Any, x: Any) -> Any:
        u, s, vh = m.linalg.svd(x, full)
        return u * 0, s, vh * 0

    return call, (matrices(chance, square=False),)


def qr(chance: Chance) -> Case:
    mode = chance.choice(["reduced", "complete", "r"])
    return (lambda m, x: [part.abs() * 0 for part in m.linalg.qr(x, mode)]), (matrices(chance, square=False),)


def eigh(chance: Chance) -> Case:
    def call(m: Any, x: Any) -> Any:
        values, vectors = m.linalg.eigh(x + x.mH)
        return values, vectors * 0

    x = matrices(chance)
    return call, (x if x.dim() > 1 and x.shape[-1] == x.shape[-2] else torch.eye(2),)


def cdist(chance: Chance) -> Case:
    stack = stack_size(chance)
    rows, columns, others = (chance.randint(1, 4) for _ in range(3))
    if chance.random() < 0.2:
        rows = 30
    dtype = getattr(torch, chance.choice(["float32", "float64"]))
    p = chance.choice([0, 1, 2.0, 3, INF, 0.5, -1])
    left = random_tensor(chance, (*stack, rows, columns), dtype)
    right = random_tensor(chance, (*stack, others, columns if chance.random() < 0.95 else 5), dtype)
    return (lambda m, x, y: m.cdist(x, y, p)), (left, right)


def multi_dot(chance: Chance) -> Case:
    count = chance.randint(1, 5)
    extents = [chance.randint(1, 4) for _ in range(count + 1)]
    sizes: list[Size] = [(extents[place], extents[place + 1]) for place in range(count)]
    if chance.random() < 0.2:
        sizes[0] = sizes[0][1:]
    if chance.random() < 0.2:
        sizes[-1] = sizes[-1][:1]
    if chance.random() < 0.1:
        sizes[chance.randrange(count)] = (3, 2)
    return (lambda m, *tensors: m.linalg.multi_dot(tensors)), tuple(
        [random_tensor(chance, size, torch.float64) for size in sizes]
    )


OPERATIONS: dict[str, Callable[[Chance], Case]] = {
    "det": of_matrices(lambda m, x: m.linalg.det(x)),
    "slogdet": of_matrices(lambda m, x: tuple(m.slogdet(x)), regular=True),
    "inv": of_matrices(lambda m, x: m.linalg.inv(x), regular=True),
    "diagonal": of_matrices(lambda m, x: m.linalg.diagonal(x, offset=1)),
    "svdvals": of_matrices(lambda m, x: m.linalg.svdvals(x), square=False),
    "eigvalsh": of_matrices(lambda m, x: m.linalg.eigvalsh(x), regular=True),
    "matrix_rank": of_matrices(lambda m, x: m.linalg.matrix_rank(x), square=False),
    "cond": of_matrices(lambda m, x: m.linalg.cond(x), regular=True),
    "vecdot": of_matrices(lambda m, x: m.linalg.vecdot(x, x, dim=-1), square=False),
    "solve": solve,
    "matrix_power": matrix_power,
    "cholesky": cholesky,
    "vector_norm": norm("vector_norm"),
    "matrix_norm": norm("matrix_norm"),
    "norm": norm("norm"),
    "svd": svd,
    "qr": qr,
    "eigh": eigh,
    "cdist": cdist,
    "multi_dot": multi_dot,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_agrees_with_torch(name: str) -> None:
    chance = random.Random(name)
    wrong = []
    for number in range(CASES):
        call, operands = OPERATIONS[name](chance)
        given = [(tuple(x.shape), x.stride(), x.dtype) for x in operands if isinstance(x, torch.Tensor)]
        found = compared(call, *operands, tolerance=300)
        if found:
            wrong.append(f"case {number}, {given}: {found}")
    assert not wrong, f"{len(wrong)} of {CASES} differ\n" + "\n".join(wrong[:5])
