"""Long element-wise work whose operands or target are stored otherwise than it computes: as at a stroke, in blocks.

Casts into a target, lazy bits and complex32, in every layout, against torch with blocks of a few elements.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp

torch = pytest.importorskip("torch")

from .both import random_tensor  # noqa: E402
from .twins import twin_of  # noqa: E402

SIZES: list[tuple[int, ...]] = [(23,), (4, 7), (3, 1, 9), (2, 5, 3, 2), (1, 17), (17, 1)]
REAL = ["int32", "int64", "float16", "bfloat16", "float32", "float64"]
COMPLEX = ["complex32", "complex64", "complex128"]
FUNCTIONS = ["add", "sub", "mul", "maximum"]


pytestmark = pytest.mark.usefixtures("blocks_of_five")


def operand(chance: random.Random, size: tuple[int, ...], name: str, *, bits: bool = True) -> Any:
    """A tensor of torch's in some layout, maybe with lazy bits."""
    dtype = getattr(torch, name)
    if not dtype.is_complex and dtype.is_floating_point and name in ("float32", "float64") and chance.random() < 0.3:
        source = random_tensor(chance, size, torch.complex64 if name == "float32" else torch.complex128, expanded=False)
        return (source.resolve_conj().conj() if bits else source.resolve_conj()).imag
    if name == "complex32":
        made = random_tensor(chance, size, torch.complex64, expanded=False).resolve_conj().to(dtype)
        return made.conj() if bits and chance.random() < 0.5 else made
    return random_tensor(chance, size, dtype, expanded=False)


def narrowed(chance: random.Random, size: tuple[int, ...]) -> tuple[int, ...]:
    """A size that is broadcast to another."""
    size = tuple([1 if chance.random() < 0.3 else length for length in size])
    return size[chance.randrange(len(size) + 1) :] if chance.random() < 0.3 else size


def agree(call: Callable[..., Any], *tensors: Any) -> bool:
    """Whether torch has a result; then ours is the same, and so are all the tensors afterwards."""
    ours = [twin_of(tensor) for tensor in tensors]
    before = [tensor.tolist() for tensor in tensors]
    try:
        expected = call(*tensors)
    except (RuntimeError, NotImplementedError):
        return False
    result = call(*ours)
    assert result.stride() == expected.stride()
    assert (result.is_conj(), result.is_neg()) == (expected.is_conj(), expected.is_neg())
    assert result.tolist() == expected.tolist(), before
    for mine, theirs in zip(ours, tensors, strict=True):
        assert mine.tolist() == theirs.tolist(), before
        assert every_cell(mine) == every_cell(theirs)
    return True


def every_cell(tensor: Any) -> Any:
    """The elements of the whole storage, also those between the tensor's own."""
    cells = tensor.untyped_storage().nbytes() // tensor.element_size()
    return tensor.as_strided((cells,), (1,), 0).tolist()


def tried(seed: int, names: list[str], call: Callable[[random.Random, str, tuple[int, ...]], bool]) -> int:
    chance = random.Random(seed)
    return sum([call(chance, chance.choice(names), chance.choice(SIZES)) for _ in range(150)])


def test_in_place_on_another_dtype() -> None:
    def once(chance: random.Random, name: str, size: tuple[int, ...]) -> bool:
        left = operand(chance, size, name)
        right = operand(chance, narrowed(chance, size), chance.choice(REAL + COMPLEX))
        method = chance.choice(FUNCTIONS[:3])
        return agree(lambda x, y: getattr(x, f"{method}_")(y), left, right)

    assert tried(1, REAL + COMPLEX, once) > 40


def test_out_of_another_dtype() -> None:
    def once(chance: random.Random, name: str, size: tuple[int, ...]) -> bool:
        left = operand(chance, narrowed(chance, size), name)
        right = operand(chance, size, chance.choice(REAL + COMPLEX))
        out = operand(chance, size, chance.choice(REAL + COMPLEX))
        function = chance.choice(FUNCTIONS)
        module: dict[type, Any] = {torch.Tensor: torch}
        return agree(lambda x, y, o: getattr(module.get(type(x), tp), function)(x, y, out=o), left, right, out)

    assert tried(2, REAL + COMPLEX, once) > 40


def test_new_tensors_of_lazy_and_packed_operands() -> None:
    def once(chance: random.Random, name: str, size: tuple[int, ...]) -> bool:
        left = operand(chance, narrowed(chance, size), name)
        right = operand(chance, size, chance.choice([*COMPLEX, "float32", "float64"]))
        function = chance.choice(FUNCTIONS[:3])
        module: dict[type, Any] = {torch.Tensor: torch}
        return agree(lambda x, y: getattr(module.get(type(x), tp), function)(x, y), left, right)

    assert tried(3, [*COMPLEX, "float32"], once) > 40


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.clone(), lambda x: x.t().contiguous(), lambda x: x * 2, lambda x: x.imag + 1, lambda x: x.real * 3,
        lambda x: x.conj().resolve_conj(), lambda x: x.imag.neg(), lambda x: x.add_(1), lambda x: x.conj().mul_(2),
        lambda x: x.conj().copy_(x.clone()), lambda x: x.t().mul_(x.t()), lambda x: x.abs().sqrt().floor(),
        lambda x: x == x.conj(), lambda x: x[1:].copy_(x[:-1].clone().conj()), lambda x: x.add_(x[0].clone()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.parametrize("conjugate", [False, True])
def test_one_operand(call: Callable[[Any], Any], name: str, conjugate: bool) -> None:
    x = operand(random.Random(name), (4, 7), name, bits=False).clone()
    agree(call, x.conj() if conjugate else x)


@pytest.mark.parametrize(("left", "right"), [("complex32", "complex64"), ("complex64", "complex32")])
def test_conversions(left: str, right: str) -> None:
    x = operand(random.Random(0), (4, 7), left, bits=False)
    assert twin_of(x).to(getattr(tp, right)).tolist() == x.to(getattr(torch, right)).tolist()
    assert twin_of(x.conj()).to(getattr(tp, right)).tolist() == x.conj().to(getattr(torch, right)).tolist()


def test_a_packed_result_in_a_wider_target_is_rounded() -> None:
    x = torch.tensor([1.0, 2.0, 2048.0, 0.1] * 4).to(torch.complex32)
    y = torch.tensor([0.1, 0.001, 1.0, 3.0] * 4).to(torch.complex32)
    out = tp.zeros(16, dtype=tp.complex64)
    assert tp.add(twin_of(x), twin_of(y), out=out).tolist() == (x + y).to(torch.complex64).tolist()


def test_a_number_written_through_lazy_bits_where_a_mask_says_so() -> None:
    x = torch.arange(12.0).view(3, 4) + 1j
    mask = torch.arange(12).view(3, 4) % 3 == 0
    agree(lambda x, mask: x.conj().masked_fill_(mask, 2 + 3j), x, mask)
    agree(lambda x, mask: x.conj().imag.masked_fill_(mask, 5), x, mask)


def test_operands_that_share_cells_are_read_before_they_are_written() -> None:
    x = torch.arange(36.0).view(6, 6) + 1j
    expected = (x.real.double() + x.t().conj().real.clone()).tolist()
    ours = twin_of(x)
    assert ours.real.add_(ours.t().conj().real.double()).tolist() == expected


def test_an_integral_division_by_zero_changes_nothing() -> None:
    x, divisor = tp.arange(20, dtype=tp.int32), tp.ones(20, dtype=tp.int64)
    divisor[17] = 0
    for call in (x.floor_divide_, x.remainder_, lambda other: tp.fmod(x, other, out=x)):
        with pytest.raises(RuntimeError):
            call(divisor)
        assert x.tolist() == list(range(20))


@pytest.mark.parametrize("name", [*REAL, "bool", "complex64", "complex128"])
@pytest.mark.parametrize("equal_nan", [False, True])
def test_isclose(name: str, equal_nan: bool) -> None:
    chance = random.Random(name)
    dtype = getattr(torch, name)
    for size in SIZES:
        left = random_tensor(chance, size, dtype)
        right = random_tensor(chance, narrowed(chance, size), dtype)
        if dtype.is_floating_point or dtype.is_complex:
            left, right = left * 1.001, right * 0.999
            left[left == 3] = float("nan")
            right[right == 3] = float("nan")
        for tolerances in ((1e-5, 1e-8), (0.0, 0.0), (1e-3, 0.0), (0.5, 1.0), (0.0, 1.0)):
            expected = torch.isclose(left, right, *tolerances, equal_nan)
            result = tp.isclose(twin_of(left), twin_of(right), *tolerances, equal_nan)
            assert result.tolist() == expected.tolist()
            assert result.stride() == expected.stride()


def test_float_power() -> None:
    chance = random.Random(4)
    for size in SIZES:
        for name in [*REAL, "complex64"]:
            left = random_tensor(chance, size, getattr(torch, name), expanded=False)
            if left.is_complex():
                left[left == 0] = 1  # its powers are no numbers, here and there of another kind
            right = random_tensor(chance, narrowed(chance, size), torch.int32)
            for first, second in ((left, right), (left.abs(), 2), (2, left), (right.abs(), left)):
                ours = [twin_of(item) if isinstance(item, torch.Tensor) else item for item in (first, second)]
                expected, result = torch.float_power(first, second), tp.float_power(*ours)
                assert result.stride() == expected.stride()
                assert torch.allclose(torch.tensor(result.tolist(), dtype=expected.dtype), expected, equal_nan=True)
                for item, mine in zip((first, second), ours, strict=True):
                    assert not isinstance(item, torch.Tensor) or mine.tolist() == item.tolist()


def test_polar_and_its_gradient() -> None:
    size, angle = torch.rand(4, 7), torch.rand(7, 4).t()
    ours = tp.tensor(size.tolist(), requires_grad=True), tp.tensor(angle.tolist(), requires_grad=True)
    theirs = size.clone().requires_grad_(), angle.clone().requires_grad_()
    mine, expected = tp.polar(*ours), torch.polar(*theirs)
    gradient = torch.complex(torch.rand(4, 7), torch.rand(4, 7))
    mine.backward(twin_of(gradient))
    expected.backward(gradient)
    assert torch.allclose(torch.tensor(mine.detach().tolist()), expected.detach())
    for left, right in zip(ours, theirs, strict=True):
        assert torch.allclose(torch.tensor(left.grad.tolist()), right.grad, rtol=1e-4, atol=1e-5)
