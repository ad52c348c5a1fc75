"""Element-wise operations on random layouts and dtypes: results, strides, `out=`, in place, errors as in PyTorch."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from .both import compared, random_tensor  # noqa: E402

DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64",
    "complex128",
)  # fmt: skip
SPECIAL = (-0.0, 0.5, -2.5, float("nan"), float("inf"), -float("inf"))

# Operations of one tensor: (name, has an in-place twin, has out=).
UNARY = (
    ("abs", True, True), ("acos", True, True), ("acosh", True, True), ("angle", False, True), ("asin", True, True),
    ("asinh", True, True), ("atan", True, True), ("atanh", True, True), ("bitwise_not", True, True),
    ("ceil", True, True), ("cos", True, True), ("cosh", True, True), ("deg2rad", True, True), ("erf", True, True),
    ("erfc", True, True), ("exp", True, True), ("exp2", True, True), ("expm1", True, True), ("floor", True, True),
    ("frac", True, True), ("isfinite", False, False), ("isinf", False, False), ("isnan", False, False),
    ("isneginf", False, True), ("isposinf", False, True), ("isreal", False, False), ("lgamma", True, True),
    ("log", True, True), ("log10", True, True), ("log1p", True, True), ("log2", True, True),
    ("logical_not", True, True), ("logit", True, True), ("nan_to_num", False, True), ("neg", True, True),
    ("positive", False, False), ("rad2deg", True, True), ("reciprocal", True, True), ("relu", True, False),
    ("round", True, True), ("rsqrt", True, True), ("sgn", True, True), ("sigmoid", True, True), ("sign", True, True),
    ("signbit", False, True), ("sin", True, True), ("sinc", True, True), ("sinh", True, True), ("sqrt", True, True),
    ("square", True, True), ("tan", True, True), ("tanh", True, True), ("trunc", True, True),
)  # fmt: skip
BINARY = (
    "add", "sub", "mul", "div", "remainder", "fmod", "floor_divide", "pow", "float_power", "atan2", "hypot", "copysign",
    "maximum", "minimum", "fmax", "fmin", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift",
    "bitwise_right_shift", "logical_and", "logical_or", "logical_xor", "eq", "ne", "lt", "le", "gt", "ge", "gcd", "lcm",
    "heaviside", "xlogy", "logaddexp", "logaddexp2", "nextafter",
)  # fmt: skip
OPERATORS = (
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
    operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift, operator.eq, operator.ne, operator.lt,
    operator.le, operator.gt, operator.ge,
)  # fmt: skip
AUGMENTED = (
    operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv, operator.imod, operator.ipow,
    operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift,
)  # fmt: skip
NUMBERS = (True, False, 0, 1, 2, -1, -3, 7, 300, 2.0, -0.5, 2.5, 2j)


def size_of(chance: random.Random) -> tuple[int, ...]:
    return tuple(
        chance.choice([1, 2, 3, 2, 3, 4, 0] if chance.random() < 0.2 else [1, 2, 3])
        for _ in range(chance.randint(0, 4))
    )


def partners(chance: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two sizes that nearly always broadcast."""
    whole = size_of(chance)
    first, second = (tuple(1 if chance.random() < 0.15 else length for length in whole) for _ in range(2))
    if chance.random() < 0.25:
        second = second[chance.randint(0, len(second)) :]
    if chance.random() < 0.03:
        second = (*second, 5)
    return first, second


def tensor(chance: random.Random, size: tuple[int, ...], name: str, beside: str = "") -> Any:
    """A random tensor, of which some floating elements are special; finite ones beside complex numbers."""
    made = random_tensor(chance, size, getattr(torch, name))
    if made.dtype.is_floating_point and made.numel() and chance.random() < 0.6:
        at = tuple(chance.randrange(length) for length in made.shape)
        made[at] = chance.choice(SPECIAL[:3] if beside.startswith("complex") else SPECIAL)
    return made


def disagreements(cases: list[tuple[Callable[..., Any], tuple[Any, ...]]]) -> list[str]:
    found = []
    for call, args in cases:
        shown = [f"{a.dtype}{tuple(a.shape)}@{a.stride()}" if isinstance(a, torch.Tensor) else repr(a) for a in args]
        # Into a wider `out=` PyTorch writes what it has computed in the narrower dtype.
        narrow = isinstance(args[-1], torch.Tensor) and len({a.dtype for a in args if isinstance(a, torch.Tensor)}) > 1
        text = compared(call, *args, tolerance=2e6 if narrow else 1.0)
        if text and "ComplexHalf" not in text:  # torch computes less in complex32
            found.append(f"{', '.join(shown)}: {text}")
    return found


def target(chance: random.Random, size: tuple[int, ...]) -> Any:
    """Somewhere to write: of that size or another, of any dtype. (PyTorch writes to conjugate views by a detour.)"""
    made = random_tensor(chance, size if chance.random() < 0.7 else (2,), getattr(torch, chance.choice(DTYPES)))
    return made.resolve_conj()


@pytest.mark.parametrize(("name", "in_place", "takes_out"), UNARY)
def test_one_tensor(name: str, in_place: bool, takes_out: bool) -> None:
    chance = random.Random(name)
    cases: list[Any] = []
    for dtype in DTYPES * 2:
        cases.append((lambda module, x: getattr(module, name)(x), (tensor(chance, size_of(chance), dtype),)))
        if in_place:
            x = tensor(chance, size_of(chance), dtype).resolve_conj()
            cases.append((lambda module, x: getattr(x, f"{name}_")(), (x,)))
        if takes_out and not (name == "abs" and dtype.startswith("complex")):
            x = tensor(chance, size_of(chance), dtype)
            cases.append(
                (lambda module, x, out: getattr(module, name)(x, out=out), (x, target(chance, tuple(x.shape))))
            )
    assert disagreements(cases) == []


@pytest.mark.parametrize("name", BINARY)
def test_two_tensors(name: str) -> None:
    chance = random.Random(name)
    cases: list[Any] = []
    for dtype in DTYPES * 2:
        other = chance.choice(DTYPES) if chance.random() < 0.5 else dtype
        first, second = partners(chance)
        # NumPy takes the square root for the exponent 0.5, which differs for -inf.
        besides = ("complex", "complex") if "pow" in name else (other, dtype)
        x, y = tensor(chance, first, dtype, besides[0]), tensor(chance, second, other, besides[1])
        cases.append((lambda module, x, y: getattr(module, name)(x, y), (x, y)))
        number = chance.choice(NUMBERS)
        cases.append((lambda module, x, number: getattr(module, name)(x, number), (x, number)))
        cases.append((lambda module, x, number: getattr(module, name)(number, x), (x, number)))
        if hasattr(torch.Tensor, f"{name}_"):
            x = tensor(chance, first, dtype, other).resolve_conj()
            cases.append((lambda module, x, y: getattr(x, f"{name}_")(y), (x, y)))
        size = torch.broadcast_shapes(first, second) if second[-1:] != (5,) else (2,)
        cases.append((lambda module, x, y, out: getattr(module, name)(x, y, out=out), (x, y, target(chance, size))))
    assert disagreements(cases) == []


@pytest.mark.parametrize("function", OPERATORS, ids=lambda function: function.__name__)
def test_operators(function: Callable[..., Any]) -> None:
    chance = random.Random(function.__name__)
    cases: list[Any] = []
    for dtype in DTYPES * 2:
        first, second = partners(chance)
        other = chance.choice(DTYPES)
        x, y = tensor(chance, first, dtype, other), tensor(chance, second, other, dtype)
        number = chance.choice(NUMBERS)
        cases.append((lambda module, x, y: function(x, y), (x, y)))
        cases.append((lambda module, x, number: function(x, number), (x, number)))
        cases.append((lambda module, x, number: function(number, x), (x, number)))
    assert disagreements(cases) == []


@pytest.mark.parametrize("function", AUGMENTED, ids=lambda function: function.__name__)
def test_augmented_assignment(function: Callable[..., Any]) -> None:
    chance = random.Random(function.__name__)
    cases: list[Any] = []
    for dtype in DTYPES * 3:
        first, second = partners(chance)
        other = chance.choice(DTYPES)
        x, y = tensor(chance, first, dtype, other).resolve_conj(), tensor(chance, second, other, dtype)
        cases.append((lambda module, x, y: function(x, y), (x, y)))
        cases.append(
            (
                lambda module, x, number: function(x, number),
                (tensor(chance, first, dtype).resolve_conj(), chance.choice(NUMBERS)),
            )
        )
    assert disagreements(cases) == []


THREE: tuple[tuple[str, Callable[..., Any]], ...] = (
    ("where", lambda module, x, y, z, n, c: module.where(c, x, y)),
    ("where with a number", lambda module, x, y, z, n, c: module.where(c, x, n)),
    ("where with the number first", lambda module, x, y, z, n, c: module.where(c, n, y)),
    ("where of numbers", lambda module, x, y, z, n, c: module.where(c, n, 2)),
    ("where as a method", lambda module, x, y, z, n, c: x.where(c, y)),
    ("addcmul", lambda module, x, y, z, n, c: module.addcmul(x, y, z)),
    ("addcmul with a value", lambda module, x, y, z, n, c: module.addcmul(x, y, z, value=n)),
    ("addcmul_", lambda module, x, y, z, n, c: x.addcmul_(y, z)),
    ("addcdiv", lambda module, x, y, z, n, c: module.addcdiv(x, y.abs() + 1, z.abs() + 1, value=n)),
    ("lerp", lambda module, x, y, z, n, c: module.lerp(x, y, z)),
    ("lerp by a number", lambda module, x, y, z, n, c: module.lerp(x, y, 0.25)),
    ("clamp", lambda module, x, y, z, n, c: module.clamp(x, y, z)),
    ("clamp by numbers", lambda module, x, y, z, n, c: module.clamp(x, n, 2)),
    ("clamp from below", lambda module, x, y, z, n, c: x.clamp(min=n)),
    ("clamp from above", lambda module, x, y, z, n, c: x.clamp(max=y)),
    ("clamp_", lambda module, x, y, z, n, c: x.clamp_(n)),
    ("clamp_ by tensors", lambda module, x, y, z, n, c: x.clamp_(max=y)),
    ("divide down", lambda module, x, y, z, n, c: module.div(x, y, rounding_mode="floor")),
    ("divide towards 0", lambda module, x, y, z, n, c: module.div(x, y, rounding_mode="trunc")),
    ("add with alpha", lambda module, x, y, z, n, c: module.add(x, y, alpha=n)),
    ("sub with alpha", lambda module, x, y, z, n, c: x.sub(y, alpha=n)),
    ("rsub", lambda module, x, y, z, n, c: module.rsub(x, y, alpha=n)),
    ("isclose", lambda module, x, y, z, n, c: module.isclose(x, y, 1e-2, 0.5, True)),
    ("allclose", lambda module, x, y, z, n, c: module.allclose(x, y, 1e-2, 0.5)),
    ("equal", lambda module, x, y, z, n, c: module.equal(x, y)),
    ("round to decimals", lambda module, x, y, z, n, c: module.round(x, decimals=2)),
    ("round to tens", lambda module, x, y, z, n, c: module.round(x, decimals=-1)),
    ("nan_to_num", lambda module, x, y, z, n, c: module.nan_to_num(x, 1.5, 2, -3)),
    ("logit with eps", lambda module, x, y, z, n, c: module.logit(x, 0.2)),
)  # fmt: skip


@pytest.mark.parametrize(("call"), [call for _, call in THREE], ids=[name for name, _ in THREE])
def test_three_tensors(call: Callable[..., Any]) -> None:
    chance = random.Random(7)
    cases = []
    for dtype in DTYPES * 3:
        other = chance.choice(DTYPES) if chance.random() < 0.4 else dtype
        first, second = partners(chance)
        x, y = tensor(chance, first, dtype, other), tensor(chance, second, other, dtype)
        z = tensor(chance, chance.choice([first, second, ()]), chance.choice([dtype, other]))
        condition = random_tensor(chance, first, torch.bool if chance.random() < 0.8 else torch.uint8)
        cases.append((call, (x, y, z, chance.choice(NUMBERS), condition)))
    assert disagreements(cases) == []
