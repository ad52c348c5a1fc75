"""pad: a tensor with more elements around it, or with fewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.core.arguments import WrongType, to_float, to_ints
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.formats import suggested_format
from tensorplay.geometry.layout import Layout, format_strides
from tensorplay.geometry.order import preserved_strides
from tensorplay.geometry.reasons import Refusal

from .numbers import checked_number
from .op import Ints, composition, op
from .parameters import argument

if TYPE_CHECKING:
    from .faces import Tensor

MODES = ("constant", "reflect", "replicate", "circular")
# With other modes than "constant": how many dimensions are padded -> the ranks of the tensor.
RANKS = {1: (2, 3), 2: (3, 4), 3: (4, 5)}


def _before_and_after(rank: int, sides: Ints) -> list[tuple[int, int]]:
    """For each dimension, what is added in front and behind; `sides` begin with the last dimension."""
    pairs = [(sides[place], sides[place + 1]) for place in range(0, len(sides), 2)]
    return [(0, 0)] * (rank - len(pairs)) + pairs[::-1]


@op(label="pad")
def padded(input: Spec, sides: Ints, mode: str, value: float) -> Plan:
    """The tensor with elements added to its last dimensions, or with negative numbers taken away."""
    pairs = _before_and_after(input.rank, sides)
    size = tuple([length + before + after for length, (before, after) in zip(input.size, pairs, strict=True)])
    for dim, (length, (before, after)) in enumerate(zip(input.size, pairs, strict=True)):
        if mode != "constant":
            _check_reach(mode, dim, length, before, after)
        elif length + min(before, 0) + min(after, 0) < 0:
            size = (*size[:dim], -1, *size[dim + 1 :])
        if size[dim] < 0:
            raise Refusal(
                RuntimeError,
                f"pad(): of the {length} elements in dimension {dim}, {(before, after)} leave less than none",
            ).exception()
    if mode in ("reflect", "replicate") and max(size[-(len(sides) // 2) :]) < 1:
        raise Refusal(RuntimeError, f"pad({mode!r}): {sides} leave nothing of the size {list(input.size)}").exception()
    _check_values(input, sides, mode, value)
    return Plan(Effect.NEW, (Spec(_padded_layout(input, size, pairs, mode), input.dtype, input.device),))


def _padded_layout(input: Spec, size: Ints, pairs: Sequence[tuple[int, int]], mode: str) -> Layout:
    """Where nothing is added, that of a copy of the part; else the format that the input suggests."""
    if mode == "constant" and all(side <= 0 for pair in pairs for side in pair):
        return Layout(size, preserved_strides(size, input.stride))
    format = "contiguous" if mode == "circular" else suggested_format(input.size, input.stride)
    return Layout(size, format_strides(size, format))


def _check_values(input: Spec, sides: Ints, mode: str, value: float) -> None:
    """Refuse a number that the dtype cannot hold, and what PyTorch does not repeat."""
    if mode == "constant":
        if any(side > 0 for side in sides):
            checked_number(value, input.dtype)
    elif mode != "circular" and 0 in input.size[input.rank == len(sides) // 2 + 2 :]:
        raise Refusal(
            RuntimeError, f"pad({mode!r}) needs something to repeat, but the size is {list(input.size)}"
        ).exception()
    elif mode != "circular" and input.dtype is bool_:
        raise Refusal(
            NotImplementedError, f"pad({mode!r}) moves no bool; use .to(uint8), or mode 'constant'"
        ).exception()


def _check_reach(mode: str, dim: int, length: int, before: int, after: int) -> None:
    """Refuse to repeat more than there is."""
    if mode == "replicate":
        return
    most = length + min(before, 0) + min(after, 0) if mode == "circular" else length - 1
    if max(before, after) > max(most, 0):
        raise Refusal(
            RuntimeError,
            f"pad({mode!r}): dimension {dim} has {length} elements, of which {most} can be repeated on a side, but "
            f"{(before, after)} are asked for",
        ).exception()


@padded.run
def _(backend: Any, out: Any, input: Any, sides: Ints, mode: str, value: float) -> None:
    xp = backend.xp
    pairs = _before_and_after(input.ndim, sides)
    if mode == "constant":
        if any(side > 0 for side in sides):
            backend.fill(out, int(value) if out.dtype.kind in "iu" else value)
        kept = _inside(input.shape, [(max(-before, 0), max(-after, 0)) for before, after in pairs])
        inside = _inside(out.shape, [(max(before, 0), max(after, 0)) for before, after in pairs])
        backend.copy(out[inside], input[kept])
        return
    if not out.size:
        return
    # Dimension by dimension, so that corners repeat what has been repeated.
    for axis, (before, after) in enumerate(pairs):
        if not (before or after):
            continue
        length = input.shape[axis]
        if mode == "circular":  # what is cut away on one side does not come back on the other
            first, length = max(-before, 0), length + min(before, 0) + min(after, 0)
            sources = first + (xp.arange(out.shape[axis]) - max(before, 0)) % length
        else:
            sources = _sources(xp, xp.arange(out.shape[axis]) - before, length, mode)
        input = xp.take(input, sources, axis)
    backend.copy(out, input)


def _inside(shape: Ints, pairs: Sequence[tuple[int, int]]) -> tuple[slice, ...]:
    """What is left of each dimension when some elements are left out on both sides."""
    return tuple([slice(before, length - after) for length, (before, after) in zip(shape, pairs, strict=True)])


def _sources(xp: Any, places: Any, length: int, mode: str) -> Any:
    """Which element of a dimension stands at places before, in and behind it."""
    if mode == "replicate":
        return xp.clip(places, 0, length - 1)
    return length - 1 - abs(length - 1 - abs(places))


@composition("")
def pad(input: Tensor, pad: Ints, mode: str = "constant", value: float | None = None) -> Tensor:
    """The tensor with elements added around its last dimensions, or with negative numbers taken away.

    `pad` names for the last dimension how many go before and behind, then for the one before it, and so on. The modes
    are "constant", which adds `value` (0), and for the last one to three dimensions of a batch or of a single input
    "reflect", which mirrors without repeating the edge, "replicate", which repeats it, and "circular", which goes on at
    the other end. A channels_last input gives such a result, except with "circular".

    Raises RuntimeError where not enough elements are left or to be repeated, for an odd number of sides and for a value
    beside another mode; NotImplementedError for other ranks and modes.

    >>> import tensorplay as tp
    >>> x = tp.tensor([[1, 2, 3]])
    >>> tp.nn.functional.pad(x, (1, 2)).tolist(), tp.nn.functional.pad(x, (2, 0), "reflect").tolist()
    ([[0, 1, 2, 3, 0, 0]], [[3, 2, 1, 2, 3]])
    """
    if not isinstance(pad, (tuple, list)):
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type(pad).__name__}")
    try:
        sides = to_ints(pad)
    except WrongType:
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, but it is {pad!r}") from None
    if len(sides) % 2:
        raise RuntimeError(f"pad() takes two numbers a dimension, but got {len(sides)}")
    if len(sides) > 2 * input.dim():
        raise RuntimeError(f"pad(): {len(sides)} numbers are too many for a tensor of {input.dim()} dimensions")
    if mode not in MODES:
        raise NotImplementedError(f"pad() has the modes {', '.join(MODES)}, but not {mode!r}")
    number: float = 0.0 if value is None else argument("pad", "value", to_float, value, 4)
    if mode != "constant":
        if number != 0:
            raise RuntimeError(f"pad(): mode {mode!r} takes its elements from the tensor, not from value={value}")
        if input.dim() not in RANKS.get(len(sides) // 2, ()):
            raise NotImplementedError(
                f"pad({mode!r}) pads 1 dimension of 2 or 3, 2 of 3 or 4, or 3 of 4 or 5, but not {len(sides) // 2} of "
                f"{input.dim()}"
            )
    result: Tensor = execute(padded, (input,), (sides, mode, number))
    return result
