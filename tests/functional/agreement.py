"""The same expression evaluated with torch and with tensorplay: what they give, or the type of the error they raise."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

import tensorplay as tp

TOLERANCES = {
    "float16": 2e-3,
    "bfloat16": 2e-2,
    "float32": 2e-6,
    "complex64": 2e-6,
    "float64": 1e-13,
    "complex128": 1e-13,
}


def evaluated(expression: str, module: Any, **names: Any) -> Any:
    """The value of an expression in which `m` is the module, or the error that it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return eval(expression, {"m": module, "np": np, **names})
        except Exception as error:  # noqa: BLE001  (whatever torch raises is what we must raise)
            return error


def described(value: Any) -> Any:
    """What must be alike, without the name of the module."""
    if isinstance(value, Exception):
        return next(kind.__name__ for kind in type(value).__mro__ if kind.__module__ == "builtins")
    if type(value).__name__ == "Tensor":
        values = None if value.device.type == "meta" else value.tolist()
        dtype = str(value.dtype).rpartition(".")[2]
        size, stride = tuple(value.size()), value.stride()
        return ("tensor", dtype, size, stride, value.requires_grad, value._version, value._is_view(), values)
    if isinstance(value, (tuple, list)) and not hasattr(value, "numel"):
        return type(value).__name__, [described(item) for item in value]
    if isinstance(value, np.ndarray):
        return "array", str(value.dtype), value.shape, value.strides, value.tolist()
    if type(value).__module__.partition(".")[0] in ("torch", "tensorplay"):
        return str(value).rpartition(".")[2]
    return type(value).__name__, value


def close(left: Any, right: Any, tolerance: float) -> bool:
    """Equal, or as near as the tolerance (a part of the largest number) allows; NaN equals NaN."""
    if isinstance(left, (tuple, list)) and isinstance(right, (tuple, list)):
        return len(left) == len(right) and all(close(a, b, tolerance) for a, b in zip(left, right, strict=True))
    if left == right or (left != left and right != right):
        return True
    numbers = (int, float, complex)
    if tolerance and isinstance(left, numbers) and isinstance(right, numbers):
        return abs(left - right) <= tolerance * max(abs(left), abs(right), 1) and not math.isinf(abs(left))
    return repr(left) == repr(right)  # a NaN inside a complex number


def differences(expression: str, torch: Any, *, tolerance: float = 0.0, ours: Any = tp, **names: Any) -> str | None:
    """How the two disagree about an expression; None if they agree."""
    theirs = evaluated(expression, torch, **names)
    mine = evaluated(expression, ours, **names)
    left, right = described(theirs), described(mine)
    if close(left, right, tolerance):
        return None
    lines = [
        f"{name:10} {seen}  {value if isinstance(value, Exception) else ''}"
        for name, seen, value in (("torch", left, theirs), ("tensorplay", right, mine))
    ]
    return "\n  ".join([expression, *lines])


def assert_agreement(expressions: list[str], torch: Any, *, tolerance: float = 0.0, **names: Any) -> None:
    """All expressions mean the same to both."""
    found = [differences(expression, torch, tolerance=tolerance, **names) for expression in expressions]
    wrong = [text for text in found if text]
    assert not wrong, f"{len(wrong)} of {len(expressions)} differ\n" + "\n".join(wrong)
