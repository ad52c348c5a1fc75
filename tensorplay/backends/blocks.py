"""Long element-wise work, cut into blocks: temporaries stay in the cache, and Ctrl-C is answered between them.

`backend.xp` is the array library (NumPy on the CPU), and `backend.for_each` shares the blocks out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


BLOCK_ELEMENTS = 1 << 18
NUMBERS = (bool, int, float, complex)


def in_blocks(backend: Any, work: Callable[..., None], out: Any, *arrays: Any) -> None:
    """Do work(place, *parts) for every block of `out` and the operands broadcast to it, 0-dim operands as they are."""
    if out.size <= BLOCK_ELEMENTS:
        work(out, *arrays)
        return
    xp = backend.xp
    stretched = [array if is_one(array) else xp.broadcast_to(array, out.shape) for array in arrays]
    if not out.flags.c_contiguous:  # part along the axis that is the outermost in memory
        order = sorted(range(out.ndim), key=lambda axis: -abs(out.strides[axis]))
        out = out.transpose(order)
        stretched = [array if is_one(array) else array.transpose(order) for array in stretched]
    backend.for_each(lambda block: work(*block), _blocks(out, stretched))


def _blocks(out: Any, arrays: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """`out` and arrays of its shape, part by part along the outermost axes."""
    if out.size <= BLOCK_ELEMENTS:
        yield (out, *arrays)
        return
    rows = max(BLOCK_ELEMENTS * out.shape[0] // out.size, 1)
    for start in range(0, out.shape[0], rows):
        part = slice(start, start + rows) if out.ndim == 1 or out.shape[0] > 1 else 0
        yield from _blocks(out[part], [array if is_one(array) else array[part] for array in arrays])


def is_one(operand: Any) -> bool:
    """Whether an operand is one number for all elements."""
    return isinstance(operand, NUMBERS) or not operand.ndim
