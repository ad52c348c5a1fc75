"""Values at a place in the order along a dimension: kthvalue, median, nanmedian, and the mode, the most frequent."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, float64, int64
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from . import return_types
from .copying import to
from .creation import filled
from .extremes import UNORDERED, refuse_empty
from .op import composition, op
from .ordering import SHORT, inserted_places, kth_or, ordered_places, values_at
from .parameters import int_argument, tensor_argument
from .reducing import comparable, each_line
from .reductions import plan_reduction, unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.core.spec import Spec

    from .faces import Tensor
    from .return_types import ValuesAndIndices


@composition("function method")
def kthvalue(
    input: Tensor, k: int, dim: int = -1, keepdim: bool = False, *, out: Sequence[Tensor] | None = None
) -> ValuesAndIndices:
    """The k-th smallest value along a dimension, counted from 1, and where it is, as a named tuple (values, indices).

    NaN counts as larger than every number. Raises RuntimeError for a k out of range.

    >>> import tensorplay as tp
    >>> tp.kthvalue(tp.tensor([3, 1, 2]), 2).values.item()
    2
    """
    return _selected("kthvalue", input, dim, keepdim, out, int_argument("kthvalue", "k", k, 2))  # type: ignore[no-any-return]


def _selected(name: str, input: Any, dim: Any, keepdim: Any, out: Any, k: int = 0) -> Any:
    return execute(selection, (input,), (name, dim, keepdim, k), out)


@op(label="kthvalue, median or mode")
def selection(input: Spec, name: str, dim: int, keepdim: bool, k: int) -> Plan:
    """One value for each line along a dimension, and its index: of the order, the middle, or the most frequent."""
    wrap_dim(dim, input.rank)
    refuse_empty(name, input, dim)
    outputs = [plan_reduction(name, input, dim, keepdim, dtype).outputs[0] for dtype in (input.dtype, int64)]
    length = input.size[dim] if input.rank else 1
    if name == "kthvalue" and not 1 <= k <= length:
        raise Refusal(
            RuntimeError, f"kthvalue(): k must be 1 to {length}, the size of dimension {dim}, but is {k}"
        ).exception()
    refusal = None
    if name in ("median", "nanmedian") or (input.rank and (input.numel or name == "kthvalue")):
        refusal = unsupported(name, input.dtype, UNORDERED if name == "mode" else (bool_, *UNORDERED))
    results = getattr(return_types, name)
    return Plan(Effect.NEW, tuple(outputs), several=results, exact_dtype=True, refusal=refusal)


def _select(backend: Any, outs: Any, input: Any, dim: int, choose: Any) -> None:
    """choose(lines) -> where the value of each line along the dimension is, on an axis of size 1."""
    xp = backend.xp
    axes = [xp.expand_dims(out, dim % input.ndim) if out.ndim < input.ndim else out for out in outs]

    def work(values: Any, indices: Any, line: Any) -> None:
        places = choose(line)
        backend.copy(indices, places)
        backend.copy(values, values_at(backend, line, places))

    each_line(backend, work, dim, *axes, input)


@selection.run
def _(backend: Any, outs: Any, input: Any, name: str, dim: int, keepdim: bool, k: int) -> None:
    if name == "mode":
        _select(backend, outs, input, dim, lambda lines: _most_frequent(backend, lines))
    elif name == "kthvalue":
        _select(backend, outs, input, dim, lambda lines: _kth(backend, lines, k))
    else:
        _select(backend, outs, input, dim, lambda lines: _middle(backend, lines, skips_nan=name == "nanmedian"))


def _kth(backend: Any, lines: Any, k: int) -> Any:
    return kth_or(backend, lines, k - 1, lambda lines: ordered_places(backend, lines)[..., k - 1 : k])


def _most_frequent(backend: Any, lines: Any) -> Any:
    xp = backend.xp
    short = lines.shape[-1] <= SHORT and lines.dtype.kind not in "iub"
    places = inserted_places(backend, lines) if short else ordered_places(backend, lines)
    values = xp.take_along_axis(comparable(backend, lines), places, -1)
    positions = xp.arange(values.shape[-1])
    starts = xp.zeros(values.shape, xp.int64)
    starts[..., 1:] = xp.where(values[..., 1:] != values[..., :-1], positions[1:], 0)
    occurred = positions - xp.maximum.accumulate(starts, axis=-1)
    return xp.take_along_axis(places, xp.argmax(occurred, axis=-1, keepdims=True), -1)


def _middle(backend: Any, lines: Any, *, skips_nan: bool) -> Any:
    xp = backend.xp

    def among_nan(lines: Any) -> Any:
        numbers = xp.count_nonzero(lines == lines, axis=-1, keepdims=True)
        middle = xp.maximum(numbers - 1, 0) // 2
        if not skips_nan:  # the first NaN stands behind all numbers
            middle = xp.where(numbers < lines.shape[-1], numbers, middle)
        return xp.take_along_axis(ordered_places(backend, lines), middle, -1)

    return kth_or(backend, lines, (lines.shape[-1] - 1) // 2, among_nan)


@composition("function method")
def mode(
    input: Tensor, dim: int = -1, keepdim: bool = False, *, out: Sequence[Tensor] | None = None
) -> ValuesAndIndices:
    """The value that occurs most often along a dimension and where it is last, as a named tuple (values, indices).

    Of several such values it is the smallest. No NaN equals another.

    >>> import tensorplay as tp
    >>> values, indices = tp.mode(tp.tensor([2, 1, 2, 1, 3]))
    >>> values.item(), indices.item()
    (1, 3)
    """
    return _selected("mode", input, dim, keepdim, out)  # type: ignore[no-any-return]


@composition("function method")
def median(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Sequence[Tensor] | None = None) -> Any:
    """The median of all elements; with `dim` the medians along it and where they are, as a named tuple.

    Of an even number of elements it is the lower of the two in the middle. NaN where there is one. Raises IndexError
    for a dimension of size 0, NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 4], [3, 2]])
    >>> tp.median(x).item(), tp.median(x, 1).values.tolist()
    (2, [1, 2])
    """
    return _median("median", input, dim, keepdim, out)


@composition("function method")
def nanmedian(
    input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Sequence[Tensor] | None = None
) -> Any:
    """The median of all numbers, NaN left out; with `dim` the medians along it and where they are, as a named tuple.

    Of an even number of numbers it is the lower of the two in the middle. NaN where there are no numbers.

    >>> import tensorplay as tp
    >>> tp.nanmedian(tp.tensor([1.0, float("nan"), 3.0])).item()
    1.0
    """
    return _median("nanmedian", input, dim, keepdim, out)


def _median(name: str, input: Any, dim: int | None, keepdim: bool, out: Any) -> Any:
    if dim is not None:
        return _selected(name, input, dim, keepdim, out)
    if keepdim or out is not None:
        raise TypeError(f"{name}(): keepdim and out= belong to a dim, so name one")
    spec = tensor_argument(name, "input", input, 1)._spec
    if not spec.numel:  # as in PyTorch: NaN, or what a processor makes of NaN as an integer
        return to(execute(filled, (), ((), None, math.nan, float64, spec.device)), spec.dtype)
    return _selected(name, input.reshape(-1), 0, False, None)[0]
