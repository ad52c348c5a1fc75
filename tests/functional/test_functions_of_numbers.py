"""Functions of one or two numbers: against the math module and NumPy, inverses, and their in-place functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tensorplay as tp

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("dtype", [tp.float16, tp.bfloat16, tp.float32, tp.float64], ids=str)
def test_special_functions_against_the_math_module(dtype: Any) -> None:
    values = [-3.5, -1.25, -0.5, 0.25, 1.0, 2.0, 4.75]
    tolerance = {tp.float16: 1e-3, tp.bfloat16: 8e-3, tp.float32: 1e-6, tp.float64: 1e-13}[dtype]
    x = tp.tensor(values, dtype=dtype)
    for name, function in (("erf", math.erf), ("erfc", math.erfc), ("lgamma", math.lgamma), ("expm1", math.expm1)):
        found = getattr(tp, name)(x).double().tolist()
        assert found == pytest.approx([function(value) for value in values], rel=tolerance, abs=tolerance)
    assert repr(tp.lgamma(tp.tensor([0.0, -1.0, INF, NAN])).tolist()) == repr([INF, INF, INF, NAN])
    assert tp.sinc(tp.tensor([0.0, 0.5])).tolist() == pytest.approx([1.0, 2 / math.pi])
    assert tp.allclose(tp.logit(tp.sigmoid(x.float())), x.float(), atol=1e-3)
    assert tp.xlogy(tp.tensor([0.0, 0.0]), tp.tensor([0.0, NAN])).isnan().tolist() == [False, True]
    assert tp.heaviside(tp.tensor([-1.0, 0.0, 2.0]), tp.tensor(0.5)).tolist() == [0.0, 0.5, 1.0]
    assert tp.hypot(tp.tensor([3e38]), tp.tensor([1e38])).isfinite().item()
    assert tp.ldexp(tp.tensor([1.5]), tp.tensor([3])).tolist() == [12.0]


def test_the_error_function_in_float32() -> None:
    x = tp.linspace(-6, 6, 20001)
    expected = tp.tensor([math.erf(value) for value in x.tolist()])
    assert float(((x.erf() - expected).abs() / expected.abs().clamp(min=1e-30)).max()) < 5e-7
    assert x.erf().abs().max().item() == 1.0
    assert repr(tp.tensor([NAN, INF, -INF, -0.0]).erf().tolist()) == repr([NAN, 1.0, -1.0, -0.0])
    assert tp.tensor([1e-20]).erf().item() == pytest.approx(2e-20 / math.sqrt(math.pi))


@pytest.mark.parametrize(
    "name",
    ["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "exp2", "sqrt", "log", "log2", "log10", "log1p", "expm1"],
)
def test_functions_against_numpy(name: str) -> None:
    real = np.linspace(0.1, 2.0, 7)
    for values in (real, real.astype(np.float32), real + 0.5j):
        expected = getattr(np, name)(values)
        np.testing.assert_allclose(getattr(tp, name)(tp.from_numpy(values)).numpy(), expected, rtol=1e-6)
        assert tp.allclose(getattr(tp.from_numpy(values.copy()), f"{name}_")(), tp.from_numpy(expected))


PAIRS = (
    ("sin", "asin"), ("cos", "acos"), ("tan", "atan"), ("sinh", "asinh"), ("cosh", "acosh"), ("tanh", "atanh"),
    ("exp", "log"), ("deg2rad", "rad2deg"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "inverse"), PAIRS)
def test_inverses(name: str, inverse: str) -> None:
    x = tp.linspace(0.1, 1.4, 6, dtype=tp.float64)
    assert tp.allclose(getattr(tp, inverse)(getattr(tp, name)(x)), x)
    alias = f"arc{inverse[1:]}"
    if hasattr(tp, alias):
        assert tp.equal(getattr(tp, alias)(x / 2), getattr(tp, inverse)(x / 2)) or name == "cosh"


def test_functions_of_a_tensor_write_into_it_as_functions_too() -> None:
    x = tp.tensor([0.0, 4.0])
    assert tp.sqrt_(x) is x
    assert tp.neg_(x).tolist() == [0.0, -2.0]
    assert tp.relu_(x).tolist() == [0.0, 0.0]
    assert tp.clamp_(x, 1).tolist() == [1.0, 1.0]
    assert tp.exp_(x) is x
