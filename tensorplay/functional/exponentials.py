"""Sums of exponentials without overflow: softmax, log_softmax, logsumexp. 16-bit floats are computed in float32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, complex32, get_default_dtype
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from .computing import cast
from .op import Ints, composition, op
from .pointwise import floating_only
from .reducing import axes_of, each_line, folded, put, sum_fold, working_type
from .reductions import plan_reduction, unsupported

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("function method")
def softmax(input: Tensor, dim: int, dtype: DType | None = None, *, out: Tensor | None = None) -> Tensor:
    """exp(x) divided by its sum along a dimension, computed so that nothing overflows. The result is contiguous.

    Elements are cast to `dtype` first. Raises NotImplementedError for other than real floating point.

    >>> import tensorplay as tp
    >>> tp.softmax(tp.tensor([0.0, 0.0]), 0).tolist()
    [0.5, 0.5]
    """
    result: Tensor = execute(shares, (input,), (dim, dtype, False), out)
    return result


@composition("function method")
def log_softmax(input: Tensor, dim: int, dtype: DType | None = None, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of softmax along a dimension, computed so that nothing overflows. The result is contiguous.

    Elements are cast to `dtype` first. Raises NotImplementedError for other than real floating point.

    >>> import tensorplay as tp
    >>> tp.log_softmax(tp.tensor([0.0, 0.0]), 0).tolist()
    [-0.6931471824645996, -0.6931471824645996]
    """
    result: Tensor = execute(shares, (input,), (dim, dtype, True), out)
    return result


@op(label="softmax or log_softmax")
def shares(input: Spec, dim: int, dtype: DType | None, logarithm: bool) -> Plan:
    """The exponentials along a dimension divided by their sum, or the logarithms of these shares."""
    name = "log_softmax" if logarithm else "softmax"
    chosen = input.dtype if dtype is None else dtype
    wrap_dim(dim, input.rank)
    refusal = floating_only(name, chosen) if input.numel else None
    spec = contiguous_spec(input.size, chosen, input.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True, refusal=refusal)


@shares.run
def _(backend: Any, out: Any, input: Any, dim: int, dtype: DType | None, logarithm: bool) -> None:
    xp = backend.xp
    working = working_type(xp, out.dtype)

    def work(place: Any, line: Any) -> None:
        line = cast(backend, cast(backend, line, out.dtype), working)
        with xp.errstate(all="ignore"):
            shifted = line - xp.max(line, axis=-1, keepdims=True)
            powers = xp.exp(shifted)
            total = xp.sum(powers, axis=-1, keepdims=True)
            backend.copy(place, shifted - xp.log(total) if logarithm else powers / total)

    each_line(backend, work, dim, out, input)


@op("function method out=")
def logsumexp(input: Spec, dim: int | Ints, keepdim: bool = False) -> Plan:
    """The logarithm of the sum of exponentials along dimensions, computed so that nothing overflows.

    bool and integers give the default floating dtype. Raises RuntimeError for no dim at all where there are elements.

    >>> import tensorplay as tp
    >>> tp.logsumexp(tp.tensor([0.0, 0.0]), 0).item()
    0.6931471824645996
    """
    floating = input.dtype.is_floating_point or input.dtype.is_complex
    dtype = input.dtype if floating else get_default_dtype()
    refusal = unsupported("logsumexp", dtype, (complex32,))
    plan = plan_reduction("logsumexp", input, dim, keepdim, dtype, exact_dtype=False, refusal=refusal)
    if dim == () and input.rank and input.numel and not keepdim:
        raise Refusal(RuntimeError, "logsumexp() needs the dims to sum over; name them all for one number").exception()
    return plan


@logsumexp.run
def _(backend: Any, out: Any, input: Any, dim: int | Ints, keepdim: bool) -> None:
    xp = backend.xp
    working = working_type(xp, out.dtype)
    axes = axes_of(input, dim)
    add = sum_fold(backend, working)

    def greatest(part: Any, axes: tuple[int, ...]) -> Any:
        part = cast(backend, part, working)
        part = part.real if working.kind == "c" else part
        return xp.max(part, axis=axes, keepdims=True, initial=-xp.inf)

    def fold(part: Any, axes: tuple[int, ...], peak: Any) -> Any:
        with xp.errstate(all="ignore"):
            return add(xp.exp(cast(backend, part, working) - peak), axes)

    peak = folded(backend, input, axes, greatest)
    peak = xp.where(xp.isfinite(peak), peak, peak.dtype.type(0))
    total = folded(backend, input, axes, fold, add, peak)
    with xp.errstate(all="ignore"):
        put(backend, out, xp.log(total) + peak)
