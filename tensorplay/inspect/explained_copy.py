"""What a copy into another order would cost: what moves, in which order, over how many cache lines, by which kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import MemoryFormat
from tensorplay.backends.copy_route import route, route_words
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import formats
from tensorplay.geometry.cache_lines import CACHE_LINES, LINE, Fetches, Lines, plain_loop, touched_lines
from tensorplay.geometry.copy_words import axis_names, kernel_words, preparation_words
from tensorplay.geometry.copying import plan_copy
from tensorplay.geometry.layout import format_strides, ordered_strides
from tensorplay.geometry.reasons import counted

from .facts import describe

if TYPE_CHECKING:
    from tensorplay.geometry.copying import CopyPlan

    from .facts import TensorFacts


@dataclass(frozen=True, slots=True, repr=False)
class CopyExplanation:
    """A copy that was not made.

    `source_lines` and `destination_lines` are the distinct cache lines of 64 bytes that each side touches, exact where
    they say so. `plain` is a model of what nested loops over the dimensions as they stand would fetch, with a cache of
    `CACHE_LINES` lines; a tiled kernel fetches each line about once. `needed` is False where the tensor lies in the
    order already, so that contiguous() gives the tensor itself and moves nothing.
    """

    order: str
    dtype: str
    size: tuple[int, ...]
    source_stride: tuple[int, ...]
    destination_stride: tuple[int, ...]
    itemsize: int
    needed: bool
    plan: CopyPlan
    source_lines: Lines
    destination_lines: Lines
    plain: Fetches

    @property
    def nbytes(self) -> int:
        """The bytes that move."""
        numel = 1
        for length in self.size:
            numel *= length
        return numel * self.itemsize if self.needed else 0

    @property
    def kernel(self) -> str:
        """Which kernel serves, in words."""
        return kernel_words(self.plan, self._names, ("the source", "the copy"))

    @property
    def here(self) -> tuple[str, ...]:
        """What does it on the CPU of this machine: the compiled kernel or NumPy, its blocks and their order."""
        found = route(self.size, self.destination_stride, self.source_stride, self.itemsize)
        return route_words(found, axis_names(found.plan, self._names)) if self.nbytes else ()

    @property
    def loop_order(self) -> tuple[str, ...]:
        """The axes in which the copy is written, from the outermost to the innermost."""
        return axis_names(self.plan, self._names)

    @property
    def plain_cost(self) -> float:
        """How many times as many lines a plain loop fetches as there are."""
        return self.plain.total / max(self.source_lines.count + self.destination_lines.count, 1)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple([str(dim) for dim in range(len(self.size))])

    def __repr__(self) -> str:
        head = f"{self.dtype} {list(self.size)} stride {self.source_stride} → {self.order}"
        if not self.needed:
            return f"{head}: nothing moves, the tensor lies like this already"
        lines = [f"{head} stride {self.destination_stride}: {counted(self.nbytes, 'byte')} move"]
        prepared = preparation_words(self.plan, self._names)
        if prepared:
            lines.append(f"  first   {'; '.join(prepared)}")
        lines.append(f"  order   dims {', '.join(self.loop_order) or '–'}, outermost first")
        lines.append(f"  kernel  {self.kernel}")
        lines += [f"  {label:<6}  {words}" for label, words in zip(("here", ""), self.here, strict=False)]
        source, destination = _line_words(self.source_lines), _line_words(self.destination_lines)
        lines.append(f"  lines   {source} read, {destination} written, of {LINE} bytes each")
        lines.append(
            f"  plain   loops over the dims as they stand fetch {self.plain.source} + {self.plain.destination} lines, "
            f"{self.plain_cost:.1f} × as many (model: {CACHE_LINES} lines are kept)"
        )
        return "\n".join(lines)


def _line_words(lines: Lines) -> str:
    return str(lines.count) if lines.exact else f"at most {lines.count}"


def explain_copy(x: Any, order: Any = "contiguous") -> CopyExplanation:
    """What copying a tensor or array into another order would move, and how. Nothing is copied.

    `order` is a memory format or its name, the dimensions from the outermost in memory to the innermost, or a tensor of
    the same size, into which would be copied. Raises RuntimeError for an order that does not fit the rank, TypeError
    for what is no order, ValueError for an array whose strides are no multiples of its item size.

    >>> import tensorplay as tp
    >>> explain_copy(tp.empty(8, 64, 112, 112, device="meta"), "channels_last")
    float32 [8, 64, 112, 112] stride (802816, 12544, 112, 1) → channels_last stride (802816, 1, 7168, 64): ...
      first   merged (2 3)
      order   dims 0, (2 3), 1, outermost first
      kernel  tiled transposition of [8, 12544, 64]: the source runs along (2 3), the copy along 1
      here    ...
      lines   401408 read, 401408 written, of 64 bytes each
      plain   loops over the dims as they stand fetch 401408 + 6422528 lines, 8.5 × as many (model: 512 lines are kept)
    """
    facts = describe(x)
    if facts.unit != facts.itemsize:
        raise ValueError(f"strides of {facts.stride} bytes are no multiples of the item size {facts.itemsize}")
    name, stride, needed = _asked(facts, order)
    size, itemsize = facts.size, facts.itemsize
    return CopyExplanation(
        order=name,
        dtype=facts.dtype,
        size=size,
        source_stride=facts.stride,
        destination_stride=stride,
        itemsize=itemsize,
        needed=needed,
        plan=plan_copy(size, stride, facts.stride, itemsize),
        source_lines=touched_lines(size, facts.stride, itemsize, facts.storage.address + facts.offset * itemsize),
        destination_lines=touched_lines(size, stride, itemsize, _start(order)),
        plain=plain_loop(size, facts.stride, stride, itemsize),
    )


def _start(order: Any) -> int:
    """The address of the copy's first byte; new storage begins with a line."""
    return order.data_ptr() if isinstance(order, TensorBase) else 0


def _asked(facts: TensorFacts, order: Any) -> tuple[str, tuple[int, ...], bool]:
    """What the order is called, its strides, and whether a copy is needed."""
    size = facts.size
    if isinstance(order, TensorBase):
        if order._spec.size != size:
            raise RuntimeError(f"a copy has one size on both sides, but they are {list(size)} and {list(order.shape)}")
        return "the given tensor", order._spec.stride, True
    if isinstance(order, (str, MemoryFormat)):
        name = (order.name if isinstance(order, MemoryFormat) else order).removesuffix("_format")
        stride = format_strides(size, name)
        return name, stride, not formats.is_contiguous(size, facts.stride, name)
    if isinstance(order, Sequence) and all([type(dim) is int for dim in order]):
        stride = ordered_strides(size, tuple(order))
        same = all([a == b for a, b, length in zip(stride, facts.stride, size, strict=True) if length != 1])
        return f"order {tuple(order)}", stride, not same and 0 not in size
    raise TypeError(f"an order is a memory format, a tuple of dims or a tensor, not {type(order).__name__}")
