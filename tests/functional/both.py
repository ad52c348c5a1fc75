"""The same call on tensors of torch and on their twins: what the two give must agree, layouts and errors included."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from .twins import twin_of

torch = pytest.importorskip("torch")

# How far a result may be from torch's, relative to the largest number in it.
TOLERANCES = {
    "float16": 2e-3,
    "bfloat16": 2e-2,
    "float32": 2e-5,
    "float64": 1e-11,
    "complex64": 2e-5,
    "complex128": 1e-11,
}


def random_tensor(chance: random.Random, size: tuple[int, ...], dtype: Any = None, *, expanded: bool = True) -> Any:
    """A tensor of small whole numbers in a random layout: permuted, stepped, shifted, sometimes expanded."""
    dtype = dtype or torch.float32
    order = list(range(len(size)))
    if chance.random() < 0.6:
        chance.shuffle(order)
    steps = [chance.choice([1, 1, 1, 2]) for _ in size]
    widths = [1 if expanded and chance.random() < 0.07 else length for length in size]
    extents = [max(widths[dim] * steps[dim], 0) for dim in order]
    shift = chance.choice([0, 0, 3])
    count = math.prod(extents) + shift
    values = torch.tensor([chance.randint(-3, 4) for _ in range(count)], dtype=torch.float64).to(torch.int64)
    if dtype.is_complex:
        values = torch.complex(values.double(), torch.tensor([chance.randint(-3, 3) for _ in range(count)]).double())
    flat = values.to(dtype)
    whole = flat[shift:].view(extents).permute(*[order.index(dim) for dim in range(len(size))]) if size else flat[shift]
    for dim, step in enumerate(steps):
        whole = whole[(slice(None),) * dim + (slice(None, None, step),)]
    result = whole.expand(size)
    return result.conj() if dtype.is_complex and chance.random() < 0.3 else result


def twins(value: Any) -> Any:
    """The value with every tensor of torch in it replaced by its twin, and dtypes by ours."""
    if isinstance(value, torch.Tensor):
        return twin_of(value)
    if isinstance(value, torch.dtype):
        import tensorplay as tp

        return getattr(tp, str(value).removeprefix("torch."))
    if isinstance(value, (list, tuple)):
        return type(value)([twins(item) for item in value])
    return value


def outcome(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What a call gives, or the error that it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args, **kwargs)
        except Exception as error:  # noqa: BLE001  (whatever torch raises is what we must raise)
            return error


def kind_of(error: BaseException) -> str:
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def difference(theirs: Any, ours: Any, *, exact: bool = False, tolerance: float = 1.0, views: bool = True) -> str:
    """How our result differs from torch's; empty if it does not."""
    if isinstance(theirs, Exception) or isinstance(ours, Exception):
        if isinstance(theirs, Exception) and isinstance(ours, Exception):
            return "" if kind_of(theirs) == kind_of(ours) else f"{theirs!r}\n  but {ours!r}"
        return f"{theirs!r}\n  but {ours!r}"
    if isinstance(theirs, torch.Tensor):
        return tensor_difference(theirs, ours, exact, tolerance, views)
    if isinstance(theirs, (tuple, list)):
        parts = [
            difference(*pair, exact=exact, tolerance=tolerance, views=views) for pair in zip(theirs, ours, strict=True)
        ]
        return next((part for part in parts if part), "")
    return "" if theirs == ours else f"{theirs!r} but {ours!r}"


def tensor_difference(theirs: Any, ours: Any, exact: bool, tolerance: float, views: bool) -> str:
    facts = [
        (tuple(theirs.shape), tuple(ours.shape)),
        (theirs.stride(), ours.stride()),
        (str(theirs.dtype).partition(".")[2], ours.dtype.name),
        (theirs.storage_offset(), ours.storage_offset()),
        (theirs._is_view(), ours._is_view()) if views else (0, 0),
    ]
    for name, (left, right) in zip(("size", "stride", "dtype", "offset", "view"), facts, strict=True):
        if left != right:
            return f"{name}: {left} but {right}"
    expected = (
        theirs.detach().to(torch.complex128 if theirs.is_complex() else torch.float64).resolve_conj().resolve_neg()
    )
    actual = torch.tensor(ours.tolist(), dtype=expected.dtype).reshape(expected.shape)
    if not expected.numel():
        return ""
    finite = torch.isfinite(expected)
    if not torch.equal(finite, torch.isfinite(actual)):
        return f"values: {theirs.tolist()} but {ours.tolist()}"
    limit = 0.0 if exact else TOLERANCES.get(ours.dtype.name, 0.0) * tolerance
    scale = max(float(expected[finite].abs().max()) if finite.any() else 0.0, 1.0)
    distance = float((expected - actual)[finite].abs().max()) if finite.any() else 0.0
    if distance > limit * scale:
        return f"values: {theirs.tolist()} but {ours.tolist()}, {distance} apart"
    same = (expected == actual) | (expected.isnan() & actual.isnan())
    return "" if bool(same[~finite].all()) else f"values: {theirs.tolist()} but {ours.tolist()}"


def compared(call: Callable[[Any, Any], Any], *args: Any, **options: Any) -> str:
    """How `call(module, *args)` differs between torch and tensorplay; empty if it does not.

    What is written in place must agree too; after an error everything must be as it was.
    """
    import tensorplay as tp

    given, untouched = twins(args), twins(args)
    theirs, ours = outcome(call, (torch, *args), {}), outcome(call, (tp, *given), {})
    written = any(theirs is argument for argument in args)
    found = difference(theirs, ours, **{**options, "views": options.get("views", True) and not written})
    failed = isinstance(ours, Exception)
    for position, (left, right) in enumerate(zip(args, given, strict=True)):
        if not isinstance(left, torch.Tensor) or found:
            continue
        if failed:
            before = untouched[position]
            changed = repr((before.tolist(), before.stride())) != repr((right.tolist(), right.stride()))  # NaN too
            found = f"argument {position} has changed although the call failed" if changed else ""
        else:
            found = difference(left, right, **{**options, "views": False})
    return found
