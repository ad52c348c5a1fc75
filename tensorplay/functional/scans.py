"""Scans along a dimension: running sums, products and extremes, and differences. Results are contiguous (rule 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, bool_, complex32, int64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from . import return_types
from .computing import cast
from .extremes import UNORDERED
from .op import composition, op
from .pointwise import floating_only
from .reducing import BLOCK_ELEMENTS, comparable, each_line, widest_type
from .reductions import WIDE_UNSIGNED, accumulated, unsupported
from .return_types import PAIR

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


REFUSED = (bool_, complex32, *WIDE_UNSIGNED)


def _plan_scan(name: str, input: Spec, dim: int, dtype: DType, refused: tuple[DType, ...] = ()) -> Plan:
    wrap_dim(dim, input.rank)
    refusal = unsupported(name, dtype, refused) if input.numel and input.rank else None
    spec = contiguous_spec(input.size, dtype, input.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True, refusal=refusal)


@op("function method out=dtype cumsum_")
def cumsum(input: Spec, dim: int, *, dtype: DType | None = None) -> Plan:
    """The running sum along a dimension. bool and integers add up as int64.

    Elements are cast to `dtype` first, by default to that of `out` or of the tensor that is changed in place.

    >>> import tensorplay as tp
    >>> tp.cumsum(tp.tensor([1, 2, 3]), 0).tolist()
    [1, 3, 6]
    """
    chosen = accumulated(input, dtype)
    return _plan_scan("cumsum", input, dim, chosen, REFUSED)


@op("function method out=dtype cumprod_")
def cumprod(input: Spec, dim: int, *, dtype: DType | None = None) -> Plan:
    """The running product along a dimension. bool and integers are multiplied as int64.

    Elements are cast to `dtype` first, by default to that of `out` or of the tensor that is changed in place.

    >>> import tensorplay as tp
    >>> tp.cumprod(tp.tensor([1, 2, 3]), 0).tolist()
    [1, 2, 6]
    """
    chosen = accumulated(input, dtype)
    return _plan_scan("cumprod", input, dim, chosen, REFUSED)


@op("function method out=")
def logcumsumexp(input: Spec, dim: int) -> Plan:
    """The logarithm of the running sum of exponentials along a dimension, without overflow.

    Raises NotImplementedError for dtypes that are not real floating point.

    >>> import tensorplay as tp
    >>> tp.logcumsumexp(tp.tensor([0.0, 0.0]), 0).tolist()
    [0.0, 0.6931471824645996]
    """
    wrap_dim(dim, input.rank)
    spec = contiguous_spec(input.size, input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True, refusal=floating_only("logcumsumexp", input.dtype))


@op("function method out=", returns=PAIR)
def cummax(input: Spec, dim: int) -> Plan:
    """The running maximum along a dimension and where it was last found, as a named tuple (values, indices).

    NaN, once it occurs, stays.

    >>> import tensorplay as tp
    >>> values, indices = tp.cummax(tp.tensor([1, 3, 2, 3]), 0)
    >>> values.tolist(), indices.tolist()
    ([1, 3, 3, 3], [0, 1, 1, 3])
    """
    return _plan_running("cummax", input, dim, return_types.cummax)


@op("function method out=", returns=PAIR)
def cummin(input: Spec, dim: int) -> Plan:
    """The running minimum along a dimension and where it was last found, as a named tuple (values, indices).

    NaN, once it occurs, stays.

    >>> import tensorplay as tp
    >>> values, indices = tp.cummin(tp.tensor([3, 1, 2, 1]), 0)
    >>> values.tolist(), indices.tolist()
    ([3, 1, 1, 1], [0, 1, 1, 3])
    """
    return _plan_running("cummin", input, dim, return_types.cummin)


def _plan_running(name: str, input: Spec, dim: int, results: Any) -> Plan:
    wrap_dim(dim, input.rank)
    refusal = unsupported(name, input.dtype, UNORDERED) if input.numel and input.rank else None
    outputs = tuple([contiguous_spec(input.size, dtype, input.device) for dtype in (input.dtype, int64)])
    return Plan(Effect.NEW, outputs, several=results, exact_dtype=True, refusal=refusal)


def _run_accumulation(function: str) -> Any:
    """Running sums and products: in a wide type, and each rounded on its own."""

    def run(backend: Any, out: Any, input: Any, dim: int, dtype: DType | None = None) -> None:
        xp = backend.xp
        wide = widest_type(xp, out.dtype)
        accumulate = getattr(xp, function).accumulate

        def scan(place: Any, line: Any) -> None:
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

        each_line(backend, scan, dim, out, input)

    return run


cumsum.run(_run_accumulation("add"))
cumprod.run(_run_accumulation("multiply"))
logcumsumexp.run(_run_accumulation("logaddexp"))


def _run_running(function: str) -> Any:
    """Running extremes: the places first, then the values that are there."""

    def run(backend: Any, outs: Any, input: Any, dim: int) -> None:
        xp = backend.xp
        accumulate = getattr(xp, function).accumulate

        def scan(values: Any, indices: Any, line: Any) -> None:
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

        each_line(backend, scan, dim, *outs, input)

    return run


cummax.run(_run_running("maximum"))
cummin.run(_run_running("minimum"))


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
