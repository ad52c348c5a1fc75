"""Triangles of matrices: tril and triu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.reasons import Refusal

from .array_parts import BLOCK_ELEMENTS
from .index_checks import WIDE_UNSIGNED, refuse_dtype
from .op import composition, op

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("function method tril_")
def tril(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The elements on and below a diagonal of a matrix, or of each of a stack of matrices; the others become 0.

    `diagonal` above 0 means one above the main diagonal. The result is contiguous. Raises RuntimeError for fewer than
    two dimensions.

    >>> import tensorplay as tp
    >>> tp.tril(tp.tensor([[1, 2], [3, 4]])).tolist()
    [[1, 0], [3, 4]]
    """
    result: Tensor = execute(triangle, (input,), (diagonal, False), out)
    return result


@composition("function method triu_")
def triu(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The elements on and above a diagonal of a matrix, or of each of a stack of matrices; the others become 0.

    `diagonal` above 0 means one above the main diagonal. The result is contiguous. Raises RuntimeError for fewer than
    two dimensions.

    >>> import tensorplay as tp
    >>> tp.triu(tp.tensor([[1, 2], [3, 4]]), 1).tolist()
    [[0, 2], [0, 0]]
    """
    result: Tensor = execute(triangle, (input,), (diagonal, True), out)
    return result


@op(label="tril or triu")
def triangle(input: Spec, diagonal: int, upper: bool) -> Plan:
    """The elements on one side of a diagonal, and zeros."""
    name = "triu" if upper else "tril"
    if input.rank < 2:
        raise Refusal(
            RuntimeError, f"{name}() needs at least 2 dimensions, but this tensor has {input.rank}"
        ).exception()
    refuse_dtype(name, input.dtype, WIDE_UNSIGNED)
    return Plan(Effect.NEW, (contiguous_spec(input.size, input.dtype, input.device),), exact_dtype=True)


@triangle.run
def _(backend: Any, out: Any, input: Any, diagonal: int, upper: bool) -> None:
    xp = backend.xp
    rows, columns = out.shape[-2:]
    step = max(BLOCK_ELEMENTS * rows // max(out.size, 1), 1)
    for start in range(0, rows, step):
        part, source = out[..., start : start + step, :], input[..., start : start + step, :]
        # Of row i, column j lies on the diagonal number j - i.
        numbers = xp.arange(columns) - xp.arange(start, start + part.shape[-2])[:, None]
        backend.copy(part, source)
        xp.copyto(part, xp.zeros((), part.dtype), where=numbers < diagonal if upper else numbers > diagonal)


@triangle.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (execute(triangle, (gradient,), context.parameters),)
