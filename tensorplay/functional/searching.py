"""Places in sorted values, and counts of values: searchsorted, bucketize, bincount, histc."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, float32, float64, int32, int64
from tensorplay.backends.blocks import in_blocks
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.reasons import Refusal

from .computing import cast
from .extremes import UNORDERED
from .op import Number, Specs, composition, op
from .pointwise import common_device, floating_only, promoted, refuse
from .reducing import BLOCK_ELEMENTS, comparable
from .reductions import unsupported

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op(label="searchsorted")
def search(sequence: Spec, input: Spec, name: str, right: bool, out_int32: bool) -> Plan:
    """Where values would be inserted into the last dimension of a sorted sequence."""
    one = len(sequence.size) == 1
    if sequence.rank == 0 or (name == "bucketize" and not one):
        raise Refusal(RuntimeError, f"{name}(): the boundaries need 1 dimension, but have {sequence.rank}").exception()
    if not one and (input.rank != sequence.rank or input.size[:-1] != sequence.size[:-1]):
        raise Refusal(
            RuntimeError,
            f"{name}(): rows of size {list(sequence.size)} and values of size {list(input.size)} must agree in all "
            "but the last dimension",
        ).exception()
    device = common_device(name, [sequence, input])
    refusal = unsupported(name, promoted(sequence, input), (bool_, *UNORDERED)) if input.numel else None
    spec = contiguous_spec(input.size, int32 if out_int32 else int64, device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True, refusal=refusal)


@search.run
def _(backend: Any, out: Any, sequence: Any, input: Any, name: str, right: bool, out_int32: bool) -> None:
    xp = backend.xp
    common = comparable(backend, xp.empty(0, backend.computing_type(_meeting(backend, sequence, input)))).dtype
    length = sequence.shape[-1]
    sequence = cast(backend, sequence, common)
    rows = None if sequence.ndim == 1 else sequence.reshape(-1)
    offsets: Any = 0
    if rows is not None and length:
        starts = xp.arange(0, sequence.size, length).reshape(*sequence.shape[:-1], 1)
        offsets = xp.broadcast_to(starts, input.shape)

    def work(place: Any, values: Any, offset: Any) -> None:
        values = cast(backend, values, common)
        low = xp.zeros(values.shape, xp.int64)
        high = xp.full(values.shape, length)
        for _ in range(length.bit_length()):
            middle = (low + high) // 2
            found = (sequence if rows is None else rows)[xp.minimum(middle, length - 1) + offset]
            beyond = (found > values) if right else (found >= values)
            open_ = low < high
            high = xp.where(open_ & beyond, middle, high)
            low = xp.where(open_ & ~beyond, middle + 1, low)
        place[...] = low

    in_blocks(backend, work, out, input, offsets)


def _meeting(backend: Any, sequence: Any, input: Any) -> Any:
    """The dtype in which a sequence and values are compared."""
    from tensorplay.attributes.promotion import result_type_of

    return result_type_of(
        [
            ("dimensioned" if array.ndim else "zero_dimensional", backend.dtype_of(array.dtype))
            for array in (sequence, input)
        ]
    )


@composition("function")
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor | Number,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Where values would be inserted into a sorted sequence so that it stays sorted: before equal ones, or behind them.

    A sequence of several rows is searched row by row; `sorter` are the places of its values in order. `right=True` or
    `side="right"` means behind. The result is int64, or int32 with `out_int32`. NaN comes last. Raises RuntimeError for
    sizes that do not fit and for contradicting `side` and `right`.

    >>> import tensorplay as tp
    >>> tp.searchsorted(tp.tensor([1, 3, 5]), tp.tensor([0, 3, 6])).tolist()
    [0, 1, 3]
    """
    if side not in (None, "left", "right"):
        raise Refusal(RuntimeError, f"searchsorted(): side is 'left' or 'right', not {side!r}").exception()
    if side == "left" and right:
        raise Refusal(RuntimeError, "searchsorted(): side='left' contradicts right=True; leave one out").exception()
    if sorter is not None:
        sorted_sequence = _in_order(sorted_sequence, sorter)
    values = _as_values("searchsorted", sorted_sequence, input)
    parameters = ("searchsorted", right or side == "right", out_int32)
    result: Tensor = execute(search, (sorted_sequence, values), parameters, out)
    return result


@composition("function")
def bucketize(
    input: Tensor | Number,
    boundaries: Tensor,
    *,
    out_int32: bool = False,
    right: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """In which of the buckets between sorted boundaries each value is; `right=True` puts a boundary itself behind it.

    >>> import tensorplay as tp
    >>> tp.bucketize(tp.tensor([0, 3, 9]), tp.tensor([1, 3, 5])).tolist()
    [0, 1, 3]
    """
    values = _as_values("bucketize", boundaries, input)
    result: Tensor = execute(search, (boundaries, values), ("bucketize", right, out_int32), out)
    return result


def _as_values(name: str, sequence: Tensor, input: Any) -> Tensor:
    """The values to look for; a number is one for a sequence of one dimension."""
    if isinstance(input, TensorBase):
        return input  # type: ignore[return-value]
    from .data import tensor

    if sequence.dim() > 1:
        raise Refusal(
            RuntimeError, f"{name}(): a number can be looked for in 1 dimension, not in {sequence.dim()}"
        ).exception()
    found: Tensor = tensor(input, device=sequence.device)
    return found


def _in_order(sequence: Tensor, sorter: Tensor) -> Tensor:
    if sorter.size() != sequence.size():
        raise Refusal(
            RuntimeError,
            f"searchsorted(): sorter needs the size {list(sequence.size())} of the sequence, but has "
            f"{list(sorter.size())}",
        ).exception()
    if sorter.dtype is not int64:
        raise Refusal(RuntimeError, f"searchsorted(): sorter must be int64, not {sorter.dtype}").exception()
    if sorter.numel() and not 0 <= int(sorter.amin()) <= int(sorter.amax()) < sequence.size(-1):
        raise Refusal(
            RuntimeError,
            f"searchsorted(): sorter has indices from {int(sorter.amin())} to {int(sorter.amax())}, but the sequence "
            f"has {sequence.size(-1)} values",
        ).exception()
    gathered: Tensor = sequence.gather(-1, sorter)
    return gathered


@composition("function method")
def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each non-negative integer occurs, as int64; with `weights` the sum of the weights where it does.

    The sums are float32 for float32 weights, else float64. There are at least `minlength` of them. Raises RuntimeError
    for negative numbers, for several dimensions and for weights of another size, NotImplementedError for other dtypes.

    >>> import tensorplay as tp
    >>> tp.bincount(tp.tensor([0, 1, 1, 3])).tolist()
    [1, 2, 0, 1]
    """
    weighted = weights is not None and input.numel() > 0
    result: Tensor = execute(counts, (input, weights) if weighted else (input,), (minlength,))
    return result


@op(label="bincount")
def counts(operands: Specs, minlength: int) -> Plan:
    """How often numbers occur, or the sums of their weights."""
    input, *weights = operands
    if input.dtype.category != 1:
        raise Refusal(NotImplementedError, f"bincount() needs integers, not {input.dtype}").exception()
    refuse(unsupported("bincount", input.dtype, UNORDERED))
    if minlength < 0:
        raise Refusal(RuntimeError, f"bincount(): minlength must not be negative, but is {minlength}").exception()
    if input.rank != 1:
        raise Refusal(RuntimeError, f"bincount() needs 1 dimension, but the tensor has {input.rank}").exception()
    dtype = int64
    for spec in weights:
        if spec.size != input.size:
            raise Refusal(
                RuntimeError, f"bincount(): {input.size[0]} numbers need as many weights, not size {list(spec.size)}"
            ).exception()
        dtype = float32 if spec.dtype is float32 else float64
    return Plan(Effect.UNKNOWN, (contiguous_spec((minlength,), dtype, input.device),))


@counts.measure
def _(backend: Any, plan: Plan, input: Any, *others: Any) -> tuple[Spec, ...]:
    spec = plan.outputs[0]
    minlength = others[-1]
    if not input.size:
        return (spec,)
    least, greatest = int(input.min()), int(input.max())
    if least < 0:
        raise Refusal(RuntimeError, f"bincount() counts numbers from 0 on, but found {least}").exception()
    return (contiguous_spec((max(greatest + 1, minlength),), spec.dtype, spec.device),)


@counts.run
def _(backend: Any, out: Any, operands: Any, minlength: int) -> None:
    xp = backend.xp
    input, *weights = operands
    total = xp.zeros(out.shape, xp.float64 if weights else xp.int64)
    for start in range(0, input.size, BLOCK_ELEMENTS):
        part = slice(start, start + BLOCK_ELEMENTS)
        weight = [cast(backend, item[part], total.dtype) for item in weights]
        total += xp.bincount(input[part], *weight, minlength=len(total))
    backend.copy(out, total)


@op("function method out=")
def histc(input: Spec, bins: int = 100, min: float = 0, max: float = 0) -> Plan:
    """How many elements lie in each of `bins` equal intervals from `min` to `max`, in the dtype of the input.

    Where min equals max, the least and the greatest element are taken. What lies outside is not counted. Raises
    RuntimeError for a range that is not finite or not positive, NotImplementedError for other than real floating point.

    >>> import tensorplay as tp
    >>> tp.histc(tp.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3).tolist()
    [0.0, 2.0, 1.0, 0.0]
    """
    if bins <= 0:
        raise Refusal(RuntimeError, f"histc() needs at least one bin, not {bins}").exception()
    if not (math.isfinite(min) and math.isfinite(max)):
        raise Refusal(RuntimeError, f"histc() needs a finite range, not {min} to {max}").exception()
    if min > max:
        raise Refusal(RuntimeError, f"histc(): the range from {min} to {max} is empty; swap them").exception()
    spec = contiguous_spec((bins,), input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True, refusal=floating_only("histc", input.dtype))


@histc.run
def _(backend: Any, out: Any, input: Any, bins: int, min: float, max: float) -> None:
    xp = backend.xp
    values = comparable(backend, input)
    low, high = min, max
    if low == high and values.size:
        low, high = float(values.min()), float(values.max())
        if not (math.isfinite(low) and math.isfinite(high)):
            raise Refusal(RuntimeError, f"histc() needs a finite range, but found {low} to {high}").exception()
    if low == high:
        low, high = low - 1, high + 1
    total = xp.zeros(bins, xp.int64)
    flat = values.reshape(-1)
    for start in range(0, flat.size, BLOCK_ELEMENTS):
        part = flat[start : start + BLOCK_ELEMENTS].astype(xp.float64)
        part = part[(part >= low) & (part <= high)]
        places = xp.minimum(((part - low) * (bins / (high - low))).astype(xp.int64), bins - 1)
        total += xp.bincount(places, minlength=bins)
    backend.copy(out, total)
