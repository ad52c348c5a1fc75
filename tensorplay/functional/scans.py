"""Scans along a dimension: running sums, products and extremes, and differences. Results are contiguous (rule 14)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, bool_, complex32, int64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from . import return_types
from .computing import cast
from .extremes import UNORDERED
from .op import composition, op
from .parameters import dtype_or_that_of
from .pointwise import floating_only
from .reducing import BLOCK_ELEMENTS, comparable, each_line, widest_type
from .reductions import WIDE_UNSIGNED, accumulated, unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.core.spec import Spec

    from .faces import Tensor
    from .return_types import ValuesAndIndices


REFUSED = (bool_, complex32, *WIDE_UNSIGNED)


@composition("function method cumsum_")
def cumsum(input: Tensor, dim: int, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor:
    """The running sum along a dimension. bool and integers add up as int64.

    Elements are cast to `dtype` first, by default to that of `out` or of the tensor that is changed in place. Raises
    IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.cumsum(tp.tensor([1, 2, 3]), 0).tolist()
    [1, 3, 6]
    """
    return _scanned("cumsum", input, dim, dtype, out)


@composition("function method cumprod_")
def cumprod(input: Tensor, dim: int, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor:
    """The running product along a dimension. bool and integers are multiplied as int64.

    Elements are cast to `dtype` first, by default to that of `out` or of the tensor that is changed in place. Raises
    IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.cumprod(tp.tensor([1, 2, 3]), 0).tolist()
    [1, 2, 6]
    """
    return _scanned("cumprod", input, dim, dtype, out)


@composition("function method")
def logcumsumexp(input: Tensor, dim: int, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the running sum of exponentials along a dimension, without overflow.

    Raises NotImplementedError for bool, integers and complex32.

    >>> import tensorplay as tp
    >>> tp.logcumsumexp(tp.tensor([0.0, 0.0]), 0).tolist()
    [0.0, 0.6931471824645996]
    """
    return _scanned("logcumsumexp", input, dim, None, out)


# The functions of NumPy that add what comes next to what there is.
_STEPS = {"cumsum": "add", "cumprod": "multiply", "logcumsumexp": "logaddexp"}


def _scanned(name: str, input: Any, dim: Any, dtype: Any, out: Any) -> Tensor:
    if name != "logcumsumexp":
        dtype = dtype_or_that_of(dtype, out)
    result: Tensor = execute(scan, (input,), (name, dim, dtype), out)
    return result


@op(label="cumsum or cumprod")
def scan(input: Spec, name: str, dim: int, dtype: DType | None) -> Plan:
    """What all elements so far make together: their sum, their product, or the logarithm of the sum of exponentials."""
    wrap_dim(dim, input.rank)
    if name == "logcumsumexp":
        chosen = input.dtype
        refusal = unsupported(name, chosen, (complex32,)) or floating_only(name, chosen, complex_too=True)
    else:
        chosen = accumulated(input, dtype)
        refusal = unsupported(name, chosen, REFUSED) if input.numel and input.rank else None
    return Plan(Effect.NEW, (contiguous_spec(input.size, chosen, input.device),), exact_dtype=True, refusal=refusal)


@composition("function method")
def cummax(input: Tensor, dim: int, *, out: Sequence[Tensor] | None = None) -> ValuesAndIndices:
    """The running maximum along a dimension and where it was last found, as a named tuple (values, indices).

    NaN, once it occurs, stays. Raises IndexError for a dim out of range, NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> values, indices = tp.cummax(tp.tensor([1, 3, 2, 3]), 0)
    >>> values.tolist(), indices.tolist()
    ([1, 3, 3, 3], [0, 1, 1, 3])
    """
    return execute(running_extreme, (input,), (dim, True), out)  # type: ignore[no-any-return]


@composition("function method")
def cummin(input: Tensor, dim: int, *, out: Sequence[Tensor] | None = None) -> ValuesAndIndices:
    """The running minimum along a dimension and where it was last found, as a named tuple (values, indices).

    NaN, once it occurs, stays. Raises IndexError for a dim out of range, NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> values, indices = tp.cummin(tp.tensor([3, 1, 2, 1]), 0)
    >>> values.tolist(), indices.tolist()
    ([3, 1, 1, 1], [0, 1, 1, 3])
    """
    return execute(running_extreme, (input,), (dim, False), out)  # type: ignore[no-any-return]


@op(label="cummax or cummin")
def running_extreme(input: Spec, dim: int, largest: bool) -> Plan:
    """The largest or the smallest so far along a dimension, and where it was last found."""
    name, results = ("cummax", return_types.cummax) if largest else ("cummin", return_types.cummin)
    wrap_dim(dim, input.rank)
    refusal = unsupported(name, input.dtype, UNORDERED) if input.numel and input.rank else None
    outputs = tuple([contiguous_spec(input.size, dtype, input.device) for dtype in (input.dtype, int64)])
    return Plan(Effect.NEW, outputs, several=results, exact_dtype=True, refusal=refusal)


def _add_complex_exponentials(xp: Any, values: Any, axis: int, dtype: Any) -> Any:
    """The logarithms of the running sums of exponentials along the last axis; NumPy's logaddexp is for reals only.

    With NaN in either part of a value both parts of all that follow are NaN.
    """
    sums = xp.empty(values.shape, dtype)
    last = xp.full(values.shape[:-1], -xp.inf, dtype)
    for position in range(values.shape[-1]):
        value = values[..., position]
        value_is_less = value.real < last.real
        less, more = xp.where(value_is_less, value, last), xp.where(value_is_less, last, value)
        follows = xp.log1p(xp.exp(less - more)) + more
        follows = xp.where(xp.isinf(more.real) & (more.real == less.real), xp.log(xp.exp(less) + xp.exp(more)), follows)
        follows = xp.where(xp.isneginf(more.real), less, follows)
        last = xp.where(xp.isnan(value) | xp.isnan(last), complex("nan+nanj"), follows)
        sums[..., position] = last
    return sums


@scan.run
def _(backend: Any, out: Any, input: Any, name: str, dim: int, dtype: DType | None) -> None:
    # In a wide type, and each rounded on its own.
    xp = backend.xp
    wide = widest_type(xp, out.dtype)
    accumulate = getattr(xp, _STEPS[name]).accumulate
    if name == "logcumsumexp" and wide.kind == "c":
        accumulate = partial(_add_complex_exponentials, xp)

    def work(place: Any, line: Any) -> None:
        last: Any = None
        for start in range(0, line.shape[-1], BLOCK_ELEMENTS):
            stop = start + BLOCK_ELEMENTS
            part = cast(backend, cast(backend, line[..., start:stop], out.dtype), wide)
            if last is not None:
                part = xp.concatenate([last, part], -1)
            with xp.errstate(all="ignore"):
                part = accumulate(part, axis=-1, dtype=wide)
            backend.copy(place[..., start:stop], part if last is None else part[..., 1:])
            last = part[..., -1:]

    each_line(backend, work, dim, out, input)


@running_extreme.run
def _(backend: Any, outs: Any, input: Any, dim: int, largest: bool) -> None:
    # The places first, then the values that are there.
    xp = backend.xp
    accumulate = (xp.maximum if largest else xp.minimum).accumulate

    def work(values: Any, indices: Any, line: Any) -> None:
        last = place = None
        for start in range(0, line.shape[-1], BLOCK_ELEMENTS):
            part = comparable(backend, line[..., start : start + BLOCK_ELEMENTS])
            running = part if last is None else xp.concatenate([last, part], -1)
            running = accumulate(running, axis=-1)[..., running.shape[-1] - part.shape[-1] :]
            found = (part == running) | (part != part)
            places = xp.where(found, xp.arange(start, start + part.shape[-1]), -1)
            if place is not None:
                places[..., :1] = xp.maximum(places[..., :1], place)
            places = xp.maximum.accumulate(places, axis=-1)
            last, place = running[..., -1:], places[..., -1:]
            backend.copy(indices[..., start : start + BLOCK_ELEMENTS], places)
            backend.copy(values[..., start : start + BLOCK_ELEMENTS], xp.take_along_axis(line, places, -1))

    each_line(backend, work, dim, *outs, input)


@composition("function method")
def diff(
    input: Tensor,
    n: int = 1,
    dim: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The differences of neighbours along a dimension, `n` times over; of bools whether they differ.

    `prepend` and `append` are joined to the input first. Raises RuntimeError for a 0-dim tensor and a negative n.

    >>> import tensorplay as tp
    >>> tp.diff(tp.tensor([1, 4, 9, 16])).tolist(), tp.diff(tp.tensor([1, 4, 9, 16]), n=2).tolist()
    ([3, 5, 7], [2, 2])
    """
    from . import faces

    if input.dim() == 0:
        raise Refusal(RuntimeError, "diff() needs at least one dimension, but the tensor has none").exception()
    if n < 0:
        raise Refusal(RuntimeError, f"diff(): n must not be negative, but is {n}").exception()
    ends = [end for end in (prepend, append) if end is not None]
    for end in ends:
        if end.dim() != input.dim():
            raise Refusal(
                RuntimeError,
                f"diff(): prepend and append need the {input.dim()} dimensions of the input, but one has {end.dim()}",
            ).exception()
    dim = wrap_dim(dim, input.dim())
    if n == 0:
        return input.clone() if out is None else out.copy_(input)
    if ends:
        joined = [prepend, input, append]
        input = faces.cat([tensor for tensor in joined if tensor is not None], dim)
    subtract = faces.ne if input.dtype is bool_ else faces.sub
    steps = min(n, input.size(dim))
    for step in range(steps):
        length = max(input.size(dim) - 1, 0)
        target = out if step == steps - 1 else None
        input = subtract(input.narrow(dim, 1, length), input.narrow(dim, 0, length), out=target)
    return input
