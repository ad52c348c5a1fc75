"""Matrix products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.reasons import Refusal

from .computing import matmul_into
from .op import op
from .pointwise import common_device

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec


@op("function method out= __matmul__ __rmatmul__")
def matmul(input: Spec, other: Spec) -> Plan:
    """The matrix product; of stacks pair by pair; a vector counts as a row on the left and as a column on the right.

    Raises RuntimeError for 0-dim tensors, different dtypes, and sizes that do not fit.

    >>> import tensorplay as tp
    >>> tp.matmul(tp.tensor([[1, 2], [3, 4]]), tp.tensor([1, 1])).tolist()
    [3, 7]
    """
    if not input.rank or not other.rank:
        raise Refusal(
            RuntimeError, f"matmul() needs at least 1 dimension on both sides, but got {input.rank} and {other.rank}"
        ).exception()
    if input.dtype is not other.dtype:
        raise Refusal(
            RuntimeError, f"matmul() needs one dtype on both sides, but got {input.dtype} and {other.dtype}"
        ).exception()
    left = input.size if input.rank > 1 else (1, *input.size)
    right = other.size if other.rank > 1 else (*other.size, 1)
    if left[-1] != right[-2]:
        raise Refusal(
            RuntimeError,
            f"matmul() cannot multiply sizes {list(input.size)} and {list(other.size)}: {left[-1]} columns meet "
            f"{right[-2]} rows",
        ).exception()
    size = broadcast_shapes(left[:-2], right[:-2])
    size += ((left[-2],) if input.rank > 1 else ()) + ((right[-1],) if other.rank > 1 else ())
    return Plan(Effect.NEW, (contiguous_spec(size, input.dtype, common_device("matmul", [input, other])),))


@matmul.run
def _(backend: Any, out: Any, input: Any, other: Any) -> None:
    matmul_into(backend, out, input, other)


@matmul.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, other = context.operands
    left, right = context.saved(0), context.saved(1)
    left = left.unsqueeze(0) if left.dim() == 1 else left
    right = right.unsqueeze(1) if right.dim() == 1 else right
    if other.dim() == 1:
        gradient = gradient.unsqueeze(-1)
    if input.dim() == 1:
        gradient = gradient.unsqueeze(-2)
    of_left = context.reduced(gradient @ right.mH, left)
    of_right = context.reduced(left.mH @ gradient, right)
    return of_left.reshape(input.shape), of_right.reshape(other.shape)
