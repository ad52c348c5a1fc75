"""Products of matrices and vectors, and sums with them: against NumPy, in small blocks, and where they are refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.functional import multiplying


@pytest.fixture(params=["whole", "in blocks"])
def blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in blocks":
        monkeypatch.setattr(multiplying, "BLOCK_PRODUCTS", 20)
        monkeypatch.setattr(multiplying, "WORTH_A_LOOK", 8)


SIZES = [
    ((4,), (4,)), ((9, 4), (4,)), ((4,), (4, 9)), ((5, 4), (4, 6)), ((3, 5, 4), (4, 6)), ((2, 1, 5, 4), (3, 4, 2)),
    ((2, 5, 4), (4,)), ((4,), (3, 4, 2)), ((0, 4), (4, 2)), ((3, 0), (0, 2)), ((0, 2, 3), (3, 2)), ((1, 1), (1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), SIZES)
@pytest.mark.parametrize("dtype", ["int64", "int8", "float32", "float16", "complex64"])
@pytest.mark.usefixtures("blocks")
def test_matmul(left: tuple[int, ...], right: tuple[int, ...], dtype: str) -> None:
    one = (np.arange(math.prod(left)) % 5 - 1).reshape(left)
    other = (np.arange(math.prod(right)) % 7 - 3).reshape(right)
    kind = getattr(tp, dtype)
    ours = tp.tensor(one.tolist()).reshape(left).to(kind) @ tp.tensor(other.tolist()).reshape(right).to(kind)
    assert ours.tolist() == (one @ other).tolist()
    assert ours.dtype is kind
    assert ours.is_contiguous()


@pytest.mark.usefixtures("blocks")
def test_operands_in_any_layout() -> None:
    numbers = np.random.default_rng(1).integers(-4, 5, (24, 18)).astype(np.float32)
    whole = tp.from_numpy(numbers)
    for name, x in {
        "transposed": whole.t()[:9, :8],
        "stepped": whole[::3, ::2],
        "expanded": whole[:1, :9].expand(8, 9),
        "both stepped": whole.t()[::2, ::3],
    }.items():
        assert (x @ x.mT).tolist() == (np.array(x.tolist()) @ np.array(x.tolist()).T).tolist(), name
        assert (x.mT @ x).tolist() == (np.array(x.tolist()).T @ np.array(x.tolist())).tolist(), name


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64"])
@pytest.mark.usefixtures("blocks")
def test_integers_are_exact_and_wrap_around(dtype: str) -> None:
    limits = tp.iinfo(getattr(tp, dtype))
    generator = np.random.default_rng(2)
    for low, high in ((limits.min, limits.max), (max(limits.min, -9), 9)):
        left = generator.integers(low, high, (7, 6), dtype=dtype, endpoint=True)
        right = generator.integers(low, high, (6, 5), dtype=dtype, endpoint=True)
        assert (tp.from_numpy(left) @ tp.from_numpy(right)).tolist() == (left @ right).tolist()


def test_sums_of_short_floats_are_rounded_once() -> None:
    for dtype in (tp.float16, tp.bfloat16):
        ones = tp.ones(1, 4096, dtype=dtype)
        assert (ones @ ones.mT).item() == 4096.0  # counted in 16 bits, the sum would stop at 2048 or at 256
        added = tp.addmm(tp.full((1, 1), -4096.0, dtype=dtype), ones, (ones * 1.25).mT)
        assert added.item() == 1024.0


def test_kinds_of_matmul_agree() -> None:
    generator = np.random.default_rng(3)
    a, b = (tp.from_numpy(generator.standard_normal((3, 4, 4))) for _ in range(2))
    assert tp.mm(a[0], b[0]).equal(a[0] @ b[0])
    assert a[0].mv(b[0, 0]).equal(a[0] @ b[0, 0])
    assert a.bmm(b).equal(a @ b)
    assert a[0, 0].dot(b[0, 0]).allclose((a[0, 0] * b[0, 0]).sum())
    assert tp.baddbmm(tp.zeros(3, 4, 4, dtype=tp.float64), a, b).equal(a @ b)
    assert tp.addbmm(tp.zeros(4, 4, dtype=tp.float64), a, b).allclose((a @ b).sum(0))
    assert tp.addmm(a[0], b[1], b[2], beta=2, alpha=3).allclose(2 * a[0] + 3 * (b[1] @ b[2]))
    assert tp.addmv(a[0, 0], b[1], b[2, 0]).allclose(a[0, 0] + b[1] @ b[2, 0])
    assert tp.addr(a[0], b[0, 0], b[0, 1], alpha=2).allclose(a[0] + 2 * tp.outer(b[0, 0], b[0, 1]))
    assert tp.outer(b[0, 0], b[0, 1]).equal(b[0, 0].unsqueeze(1) * b[0, 1])


def test_vdot_conjugates_and_dot_does_not() -> None:
    x, y = tp.tensor([1 + 2j, 3j]), tp.tensor([2 - 1j, 1 + 1j])
    assert tp.dot(x, y).item() == (1 + 2j) * (2 - 1j) + 3j * (1 + 1j)
    assert tp.vdot(x, y).item() == np.vdot([1 + 2j, 3j], [2 - 1j, 1 + 1j])
    assert tp.vdot(x.conj(), y).item() == tp.dot(x, y).item()


def test_with_a_beta_of_0_the_input_is_not_read() -> None:
    holes = tp.full((2, 2), math.nan)
    ones = tp.ones(2, 2)
    assert tp.addmm(holes, ones, ones, beta=0).tolist() == [[2.0, 2.0], [2.0, 2.0]]
    assert tp.addr(holes, ones[0], ones[0], beta=0).tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert holes.clone().addmm_(ones, ones, beta=0).tolist() == [[2.0, 2.0], [2.0, 2.0]]
    assert tp.baddbmm(holes, ones[None], ones[None], beta=0).isfinite().all()


def test_factors_of_integers_lose_their_fractions() -> None:
    ones = tp.ones(2, 2, dtype=tp.int64)
    assert tp.addmm(ones, ones, ones, beta=1.7, alpha=2.9).tolist() == [[5, 5], [5, 5]]
    with pytest.raises(RuntimeError, match="alpha must be an int"):
        tp.addr(ones, ones[0], ones[0], alpha=0.5)
    with pytest.raises(RuntimeError, match="1j"):
        tp.addmm(ones, ones, ones, alpha=1j)


@pytest.mark.usefixtures("blocks")
def test_the_result_may_overwrite_an_operand() -> None:
    numbers = np.arange(25.0).reshape(5, 5)
    expected = (numbers @ numbers).tolist()
    for pick in (lambda x: (x, x), lambda x: (x.clone(), x), lambda x: (x, x.clone())):
        x = tp.from_numpy(numbers.copy())
        left, right = pick(x)
        assert tp.matmul(left, right, out=x).tolist() == expected
    y = tp.from_numpy(numbers.copy())
    assert y.addmm_(y, y).tolist() == (numbers + numbers @ numbers).tolist()


def test_out_keeps_its_strides_and_asks_for_its_dtype() -> None:
    x = tp.arange(6.0).view(2, 3)
    out = tp.empty(2, 2).t()
    assert tp.mm(x, x.t(), out=out) is out
    assert out.stride() == (1, 2)
    assert out.tolist() == (x @ x.t()).tolist()
    for wrong in (tp.float64, tp.int64, tp.complex64):
        target = tp.zeros(2, 2, dtype=wrong)
        with pytest.raises(RuntimeError, match=r"float32|Float"):
            tp.mm(x, x.t(), out=target)
        assert not target.any()


def test_meta_has_sizes_and_strides() -> None:
    x = tp.empty(7, 2, 3, device="meta")
    assert (x @ x.mT).shape == (7, 2, 2)
    assert tp.addbmm(tp.empty(2, 2, device="meta"), x, x.mT).shape == (2, 2)
    assert tp.kron(x, x).shape == (49, 4, 9)
    assert tp.einsum("abc,dbe->aecd", x, x).shape == (7, 3, 3, 7)
    assert tp.cdist(x, x).shape == (7, 2, 2)


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: tp.ones(()) @ tp.ones(2), RuntimeError, "at least 1 dimension"),
    (lambda: tp.ones(2, 3) @ tp.ones(2, 3), RuntimeError, r"\[2, 3\] and \[2, 3\]: 3 columns meet 2 rows"),
    (lambda: tp.ones(2, 1, 3) @ tp.ones(3, 3, 2), RuntimeError, "3"),
    (lambda: tp.ones(2, 2) @ tp.ones(2, 2).double(), RuntimeError, "float32 and tensorplay.float64"),
    (lambda: tp.ones(2, 2).bool() @ tp.ones(2, 2).bool(), NotImplementedError, "bool"),
    (lambda: tp.mm(tp.ones(2, 2, 2), tp.ones(2, 2)), RuntimeError, r"2 and 2 dimensions.*\[2, 2, 2\]"),
    (lambda: tp.bmm(tp.ones(1, 2, 2), tp.ones(3, 2, 2)), RuntimeError, "1 and 3"),
    (lambda: tp.mv(tp.ones(()), tp.ones(2)), IndexError, "no dimensions"),
    (lambda: tp.dot(tp.ones(2), tp.ones(3)), RuntimeError, "2 columns meet 3 rows"),
    (lambda: tp.vdot(tp.ones(2, 2), tp.ones(2)), RuntimeError, "vdot"),
    (lambda: tp.addmm(tp.ones(5), tp.ones(2, 2), tp.ones(2, 2)), RuntimeError, "5"),
    (lambda: tp.addmv(tp.ones(1, 2), tp.ones(2, 2), tp.ones(2)), RuntimeError, r"\[1, 2\]"),
    (lambda: tp.baddbmm(tp.ones(2), tp.ones(2, 2), tp.ones(2, 2, 2)), RuntimeError, r"\[2, 2\]"),
    (lambda: tp.addbmm(tp.ones(2), tp.ones(2), tp.ones(2, 2, 2)), IndexError, "1"),
    (lambda: tp.ones(1).addmm_(tp.ones(2, 2), tp.ones(2, 2)), RuntimeError, r"\[1\]"),
    (lambda: tp.outer(tp.ones(2, 2), tp.ones(2)), RuntimeError, "2 dimensions"),
    (lambda: tp.inner(tp.ones(2), tp.ones(3)), RuntimeError, r"\[2\] and \[3\]"),
    (lambda: tp.tensordot(tp.ones(2, 3), tp.ones(4, 3), 1), RuntimeError, "3.*4"),
    (lambda: tp.tensordot(tp.ones(2), tp.ones(2), 2), RuntimeError, "2 of them"),
    (lambda: tp.tensordot(tp.ones(2), tp.ones(2), ([0], [0, 0])), RuntimeError, r"\[0\] and \[0, 0\]"),
    (lambda: tp.tensordot(tp.ones(2), tp.ones(2), ([3], [0])), IndexError, "3"),
    (lambda: tp.kron(tp.ones(3, 2).t(), tp.ones(3)), RuntimeError, "view"),
    (lambda: tp.cross(tp.ones(2), tp.ones(2)), RuntimeError, r"\[2\]"),
    (lambda: tp.linalg.multi_dot([tp.ones(2, 2)]), RuntimeError, "1"),
    (lambda: tp.linalg.multi_dot([tp.ones(2, 3), tp.ones(2, 3)]), RuntimeError, r"\[2, 3\] and \[2, 3\]"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "text"), REFUSED)
def test_refusals_have_the_numbers(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_tensordot_is_an_einsum() -> None:
    generator = np.random.default_rng(4)
    a, b = generator.standard_normal((2, 3, 4, 5)), generator.standard_normal((5, 3, 2, 4))
    ours = tp.tensordot(tp.from_numpy(a), tp.from_numpy(b), ([3, 1], [0, 1]))
    np.testing.assert_allclose(ours.numpy(), np.tensordot(a, b, ([3, 1], [0, 1])))
    assert ours.allclose(tp.einsum("abcd,dbef->acef", tp.from_numpy(a), tp.from_numpy(b)))


def test_kron_and_cross_as_numpy_has_them() -> None:
    generator = np.random.default_rng(5)
    for left, right in (((2, 3), (4, 5)), ((3,), (2, 2)), ((2, 2, 2), (3, 1))):
        a, b = generator.integers(-5, 6, left), generator.integers(-5, 6, right)
        assert tp.kron(tp.from_numpy(a), tp.from_numpy(b)).tolist() == np.kron(a, b).tolist()
    a, b = generator.integers(-5, 6, (4, 3)), generator.integers(-5, 6, (4, 3))
    assert tp.linalg.cross(tp.from_numpy(a), tp.from_numpy(b)).tolist() == np.cross(a, b).tolist()
    x = tp.from_numpy(a.T.copy())
    assert tp.cross(x, x.flip(0), out=x).tolist() == np.cross(a, a[:, ::-1]).T.tolist()


def test_chains_are_multiplied_in_the_cheapest_order() -> None:
    from tensorplay.functional.contractions import _cheapest

    assert _cheapest([10, 100, 5, 50])[0, 2] == 1
    assert _cheapest([50, 5, 100, 10])[0, 2] == 0
    x, y, z = (tp.rand(size, dtype=tp.float64) for size in ((3, 7), (7, 2), (2, 5)))
    assert tp.linalg.multi_dot([x, y, z]).allclose(x @ y @ z)
    assert tp.linalg.multi_dot([x[0], y, z[:, 0]]).allclose(x[0] @ y @ z[:, 0])


def test_distances() -> None:
    x, y = tp.rand(30, 4, dtype=tp.float64), tp.rand(3, 4, dtype=tp.float64)
    plain = tp.cdist(x, y, compute_mode="donot_use_mm_for_euclid_dist")
    assert tp.cdist(x, y).allclose(plain, atol=1e-6)
    for p in (0.0, 1.0, 3.0, math.inf):
        expected = [[tp.linalg.vector_norm(a - b, p).item() for b in y] for a in x]
        np.testing.assert_allclose(tp.cdist(x, y, p).numpy(), expected)
