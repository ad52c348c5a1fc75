"""Linear algebra by what must hold of its results, and where there are none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.functional import linear_algebra

INF = math.inf


@pytest.fixture(autouse=True, params=["whole", "one by one"])
def stacks_taken_apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "one by one":
        monkeypatch.setattr(linear_algebra, "LARGE", 10)


def numbers(*size: int, kind: str = "float64", seed: int = 1) -> Any:
    generator = np.random.default_rng(seed)
    values = generator.standard_normal(size)
    if kind.startswith("complex"):
        values = values + 1j * generator.standard_normal(size)
    return tp.from_numpy(values.astype(kind))


def stacks() -> list[Any]:
    """Square matrices in several layouts."""
    x = numbers(2, 3, 4, 4)
    return [
        x,
        x.mT,
        x[:, 1],
        x[0, 0],
        x.permute(1, 0, 2, 3),
        x[:, ::2, 1:, 1:],
        numbers(3, 3, kind="complex128"),
        x[:, :0],
        x[..., :0, :0],
    ]


def identity_like(x: Any) -> Any:
    return tp.eye(x.size(-1), dtype=x.dtype).expand(x.shape)


@pytest.mark.parametrize("number", range(len(stacks())))
def test_equations_of_square_matrices(number: int) -> None:
    x = stacks()[number]
    inverse = tp.linalg.inv(x)
    assert (x @ inverse).allclose(identity_like(x), atol=1e-9)
    assert tp.inverse(x).equal(inverse)
    if x.numel():
        assert inverse.mT.is_contiguous()
    right = (x @ x)[..., :2]
    assert (x @ tp.linalg.solve(x, right)).allclose(right, atol=1e-9)
    assert (tp.linalg.solve(x, right.mT, left=False) @ x).allclose(right.mT, atol=1e-9)
    vectors = x.sum(-1)
    assert (x @ tp.linalg.solve(x, vectors).unsqueeze(-1)).squeeze(-1).allclose(vectors, atol=1e-9)
    sign, logarithm = tp.linalg.slogdet(x)
    assert (sign * logarithm.exp()).allclose(tp.linalg.det(x))
    assert tp.linalg.det(x @ x).allclose(tp.linalg.det(x) ** 2)
    assert tp.linalg.matrix_power(x, 5).allclose(x @ x @ x @ x @ x)
    assert tp.linalg.matrix_power(x, -2).allclose(inverse @ inverse)
    assert tp.linalg.matrix_power(x, 0).equal(identity_like(x))


@pytest.mark.parametrize("size", [(4, 4), (5, 3), (3, 5), (2, 4, 3), (0, 2, 3), (3, 0), (0, 3)])
@pytest.mark.parametrize("kind", ["float64", "complex128"])
def test_decompositions_make_up_the_matrix(size: tuple[int, ...], kind: str) -> None:
    x = numbers(*size, kind=kind)
    for mode in ("reduced", "complete"):
        q, r = tp.linalg.qr(x, mode)
        assert (q @ r).allclose(x)
        assert (q.mH @ q).allclose(identity_like(q.mH @ q), atol=1e-9)
        assert r.equal(r.triu())
    q, r = tp.linalg.qr(x, "r")
    assert q.shape == (0,)
    assert r.allclose(tp.linalg.qr(x).R)
    for full in (False, True):
        u, s, vh = tp.linalg.svd(x, full)
        count = s.size(-1)
        assert ((u[..., :count] * s.unsqueeze(-2)) @ vh[..., :count, :]).allclose(x)
    assert tp.linalg.svdvals(x).allclose(s)
    old = tp.svd(x)
    assert ((old.U * old.S.unsqueeze(-2)) @ old.V.mH).allclose(x)
    inverse = tp.linalg.pinv(x)
    assert (x @ inverse @ x).allclose(x)
    assert tp.linalg.matrix_rank(x).tolist() == np.full(size[:-2], min(size[-2:]) if x.numel() else 0).tolist()


@pytest.mark.parametrize("number", range(len(stacks())))
def test_eigenvalues(number: int) -> None:
    x = stacks()[number]
    symmetric = x + x.mH
    values, vectors = tp.linalg.eigh(symmetric)
    assert (symmetric @ vectors).allclose(vectors * values.unsqueeze(-2), atol=1e-9)
    assert tp.linalg.eigvalsh(symmetric.tril()).allclose(values)
    assert tp.linalg.eigvalsh(symmetric.triu(), "U").allclose(values)
    values, vectors = tp.linalg.eig(x)
    assert values.is_complex()
    assert (x.to(vectors.dtype) @ vectors).allclose(vectors * values.unsqueeze(-2), atol=1e-9)
    assert tp.linalg.eigvals(x).abs().sort()[0].allclose(values.abs().sort()[0])
    positive = x @ x.mH + identity_like(x)
    for upper in (False, True):
        factor = tp.linalg.cholesky(positive, upper=upper)
        assert (factor.mH @ factor if upper else factor @ factor.mH).allclose(positive)
        assert factor.equal(factor.triu() if upper else factor.tril())
        right = x[..., :2]
        solved = tp.linalg.solve_triangular(factor, right, upper=upper)
        assert (factor @ solved).allclose(right, atol=1e-9)


def test_results_have_names() -> None:
    x = tp.eye(2)
    assert tp.linalg.slogdet(x)._fields == ("sign", "logabsdet")
    assert tp.linalg.qr(x)._fields == ("Q", "R")
    assert tp.linalg.svd(x)._fields == ("U", "S", "Vh")
    assert tp.svd(x)._fields == ("U", "S", "V")
    assert tp.linalg.eigh(x)._fields == tp.linalg.eig(x)._fields == ("eigenvalues", "eigenvectors")
    assert repr(tp.linalg.slogdet(x)).startswith("tensorplay.return_types.linalg_slogdet(\nsign=tensor(1.)")


@pytest.mark.parametrize("order", [0, 1, 2, 2.5, 0.5, -1, INF, -INF])
@pytest.mark.parametrize("kind", ["float64", "complex128", "float16"])
def test_vector_norms_as_numpy_has_them(order: float, kind: str) -> None:
    x = numbers(3, 4, 5).to(getattr(tp, kind)) if kind == "float16" else numbers(3, 4, 5, kind=kind)
    for dim, axis in ((None, None), (1, 1), (-1, -1)):
        array = np.array(x.tolist())
        expected = np.linalg.norm(array.reshape(-1) if axis is None else array, order, axis)
        ours = tp.linalg.vector_norm(x, order, dim)
        np.testing.assert_allclose(ours.double().numpy(), expected, rtol=1e-2 if kind == "float16" else 1e-10)
        assert not ours.is_complex()


@pytest.mark.parametrize("order", ["fro", "nuc", 1, -1, 2, -2, INF, -INF])
def test_matrix_norms_as_numpy_has_them(order: Any) -> None:
    x = numbers(2, 3, 4, 5)
    for dims in ((-2, -1), (0, 2), (3, 1)):
        expected = np.linalg.norm(x.numpy(), order, dims)
        np.testing.assert_allclose(tp.linalg.matrix_norm(x, order, dims).numpy(), expected)
        np.testing.assert_allclose(tp.linalg.norm(x, order, dims, True).squeeze(dims).numpy(), expected)


def test_norm_chooses() -> None:
    x = numbers(3, 4)
    assert tp.linalg.norm(x).allclose(tp.linalg.vector_norm(x))
    assert tp.linalg.norm(x, 1).allclose(tp.linalg.matrix_norm(x, 1))
    assert tp.linalg.norm(x[0], 1).allclose(x[0].abs().sum())
    assert tp.linalg.norm(x, 1, 0).allclose(x.abs().sum(0))
    assert tp.linalg.norm(x.float(), dtype=tp.float64).dtype is tp.float64


def test_condition_numbers() -> None:
    x = numbers(2, 3, 3)
    for order in (None, 2, -2, 1, -1, "fro", "nuc", INF):
        expected = np.linalg.cond(x.numpy(), order)
        np.testing.assert_allclose(tp.linalg.cond(x, order).numpy(), expected)
    x[1] = 0
    found = tp.linalg.cond(x, 1)
    assert found[0].isfinite()
    assert found[1].isinf()


def test_tensors_as_matrices() -> None:
    x = numbers(2, 3, 6)
    inverse = tp.linalg.tensorinv(x)
    assert tp.tensordot(inverse, x, 2).allclose(tp.eye(6, dtype=tp.float64))
    y = numbers(2, 3)
    assert tp.tensordot(x, tp.linalg.tensorsolve(x, y), 1).allclose(y)
    with pytest.raises(RuntimeError, match="12 and the others 3"):
        tp.linalg.tensorinv(tp.ones(4, 3, 3), 2)


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: tp.linalg.inv(tp.zeros(2, 2)), RuntimeError, "the matrix is singular"),
    (lambda: tp.linalg.inv(tp.stack([tp.eye(2), tp.zeros(2, 2)])), RuntimeError, "matrix 1 of the stack"),
    (lambda: tp.linalg.solve(tp.ones(2, 2), tp.ones(2)), RuntimeError, "singular"),
    (lambda: tp.linalg.cholesky(-tp.eye(3).expand(2, 3, 3)), RuntimeError, "matrix 0 of the stack"),
    (lambda: tp.linalg.inv(tp.ones(2, 3)), RuntimeError, "2 rows and 3 columns"),
    (lambda: tp.linalg.det(tp.ones(3)), RuntimeError, r"\[3\]"),
    (lambda: tp.linalg.det(tp.ones(2, 2).long()), RuntimeError, "int64"),
    (lambda: tp.linalg.det(tp.ones(2, 2).half()), NotImplementedError, "float16"),
    (lambda: tp.linalg.inv(tp.ones(2, 2).half()), RuntimeError, "float16"),
    (lambda: tp.linalg.eigh(tp.ones(2, 2).long()), NotImplementedError, "int64"),
    (lambda: tp.linalg.eigh(tp.eye(2), "X"), RuntimeError, "'X'"),
    (lambda: tp.linalg.qr(tp.eye(2), "full"), RuntimeError, "'full'"),
    (lambda: tp.linalg.solve(tp.eye(3), tp.ones(2, 2)), RuntimeError, r"\[3, 3\] and \[2, 2\]"),
    (lambda: tp.linalg.solve(tp.eye(3), tp.ones(3).double()), RuntimeError, "float32 and tensorplay.float64"),
    (lambda: tp.linalg.solve(tp.eye(3), tp.ones(3), left=False), RuntimeError, "unsqueeze"),
    (lambda: tp.linalg.vector_norm(tp.ones(2).long()), RuntimeError, "int64"),
    (lambda: tp.linalg.vector_norm(tp.ones(0), INF), RuntimeError, "inf"),
    (lambda: tp.linalg.vector_norm(tp.ones(2), dtype=tp.float16), RuntimeError, "narrowed"),
    (lambda: tp.linalg.vector_norm(tp.ones(2), dtype=tp.complex64), RuntimeError, "complex64"),
    (lambda: tp.linalg.vector_norm(tp.ones(2), dim=3), IndexError, "3"),
    (lambda: tp.linalg.matrix_norm(tp.ones(2, 2), 3), RuntimeError, "not 3"),
    (lambda: tp.linalg.matrix_norm(tp.ones(2)), RuntimeError, r"\[2\]"),
    (lambda: tp.linalg.matrix_norm(tp.ones(2, 2), dim=(0, 0)), RuntimeError, "both dimension 0"),
    (lambda: tp.linalg.matrix_norm(tp.ones(2, 2), dim=1), TypeError, "tuple of ints"),
    (lambda: tp.linalg.norm(tp.ones(2, 2, 2), 1), RuntimeError, "3 dimensions"),
    (lambda: tp.linalg.norm(tp.ones(2, 2, 2), dim=(0, 1, 2)), RuntimeError, r"\(0, 1, 2\)"),
    (lambda: tp.linalg.matrix_power(tp.ones(2, 2), 0.5), TypeError, "float"),
    (lambda: tp.linalg.vecdot(tp.ones(2).long(), tp.ones(2).long()), RuntimeError, "int64"),
    (lambda: tp.cdist(tp.ones(2), tp.ones(2, 2)), RuntimeError, r"x1 has the size \[2\]"),
    (lambda: tp.cdist(tp.ones(2, 3), tp.ones(2, 2)), RuntimeError, "3 and 2"),
    (lambda: tp.cdist(tp.ones(2, 2), tp.ones(2, 2), -1), RuntimeError, "-1"),
    (lambda: tp.cdist(tp.ones(2, 2), tp.ones(2, 2), compute_mode="mm"), ValueError, "'mm'"),
]


@pytest.mark.parametrize(("call", "error", "text"), REFUSED)
def test_refusals_have_the_numbers(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_singular_matrices_raise_linalgerror_and_leave_out_alone() -> None:
    out = tp.full((2, 2), 7.0)
    with pytest.raises(tp.linalg.LinAlgError):
        tp.linalg.inv(tp.ones(2, 2), out=out)
    assert out.tolist() == [[7.0, 7.0], [7.0, 7.0]]
    assert issubclass(tp.linalg.LinAlgError, RuntimeError)


def test_out() -> None:
    x = numbers(3, 3)
    out = tp.empty(0, dtype=tp.float64)
    assert tp.linalg.inv(x, out=out) is out
    assert out.stride() == (1, 3)
    q, r = tp.empty(3, 3, dtype=tp.float64), tp.empty(3, 3, dtype=tp.float64)
    assert tp.linalg.qr(x, out=(q, r)).Q is q
    assert (q @ r).allclose(x)
    with pytest.raises(RuntimeError, match=r"float64|Double"):
        tp.linalg.det(x, out=tp.empty((), dtype=tp.float32))


def test_meta_and_names() -> None:
    x = tp.empty(5, 3, 4, device="meta")
    assert [part.shape for part in tp.linalg.svd(x)] == [(5, 3, 3), (5, 3), (5, 4, 4)]
    assert tp.linalg.inv(x[..., :3]).stride() == (9, 1, 3)
    assert tp.linalg.matrix_norm(x).shape == (5,)
    assert set(tp.linalg.__all__) <= set(dir(tp.linalg))
    for name in tp.linalg.__all__:
        assert getattr(tp.linalg, name).__doc__, name
