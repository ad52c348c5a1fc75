"""Elements in another order: flip, roll, rot90, and the shuffles of channels and pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    preserve_format,
)
from tensorplay.core.arguments import to_ints
from tensorplay.core.execute import execute, see
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.dimensions import wrap_dim, wrap_dims
from tensorplay.geometry.formats import suggested_format
from tensorplay.geometry.layout import Layout, format_strides
from tensorplay.geometry.order import preserved_strides

from .copying import clone
from .index_checks import RARE, refuse_dtype
from .joining import cat
from .op import Ints, Sizes, composition, op
from .parameters import argument, int_argument
from .views import narrow, refolded

if TYPE_CHECKING:
    from .faces import Tensor

MEMORY_FORMATS = {format.name: format for format in (contiguous_format, channels_last, channels_last_3d)}


@op("function method")
def flip(input: Spec, dims: Sizes) -> Plan:
    """The elements in reverse order along some dimensions: a copy, as tensors have no negative strides.

    The strides are those of `clone()` (rule 8). Raises RuntimeError for a repeated dim, IndexError for one out of
    range.

    >>> import tensorplay as tp
    >>> tp.arange(6).view(2, 3).flip(1).tolist()
    [[2, 1, 0], [5, 4, 3]]
    """
    wrap_dims(dims, input.rank, "flip")
    stride = preserved_strides(input.size, input.stride)
    return Plan(Effect.NEW, (Spec(Layout(input.size, stride), input.dtype, input.device),))


@flip.run
def _(backend: Any, out: Any, input: Any, dims: Ints) -> None:
    turned = {dim % input.ndim for dim in dims} if input.ndim else set()
    backend.copy(out, input[tuple([slice(None, None, -1 if dim in turned else 1) for dim in range(input.ndim)])])


@flip.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (dims,) = context.parameters
    return (gradient.flip(dims),)


@composition("function method")
def fliplr(input: Tensor) -> Tensor:
    """The elements in reverse order along dimension 1. Raises RuntimeError for fewer than two dimensions.

    >>> import tensorplay as tp
    >>> tp.tensor([[1, 2], [3, 4]]).fliplr().tolist()
    [[2, 1], [4, 3]]
    """
    if input.dim() < 2:
        raise RuntimeError(f"fliplr() needs at least 2 dimensions, but this tensor has {input.dim()}")
    flipped: Tensor = execute(flip, (input,), ((1,),))
    return flipped


@composition("function method")
def flipud(input: Tensor) -> Tensor:
    """The elements in reverse order along dimension 0. Raises RuntimeError for a 0-dim tensor.

    >>> import tensorplay as tp
    >>> tp.tensor([[1, 2], [3, 4]]).flipud().tolist()
    [[3, 4], [1, 2]]
    """
    if input.dim() < 1:
        raise RuntimeError("flipud() needs at least 1 dimension, but this tensor has none")
    flipped: Tensor = execute(flip, (input,), ((0,),))
    return flipped


@composition("function method")
def roll(input: Tensor, shifts: int | Ints, dims: int | Ints | None = ()) -> Tensor:
    """The elements moved along dims, or in logical order; what leaves at one end comes in at the other.

    The result is that of joining the two parts: contiguous, or in the memory format that the tensor suggests. Raises
    RuntimeError unless there are as many shifts as dims, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.arange(6).view(2, 3).roll(1, 1).tolist(), tp.arange(6).view(2, 3).roll(1).tolist()
    ([[2, 0, 1], [5, 3, 4]], [[5, 0, 1], [2, 3, 4]])
    """
    distances = argument("roll", "shifts", to_ints, shifts, 1)
    axes = () if dims is None else argument("roll", "dims", to_ints, dims, 2)
    if not distances:
        raise RuntimeError("roll() needs at least one shift")
    if not axes and len(distances) == 1:
        flat: Tensor = refolded(_rolled(input.reshape(-1), distances[0], 0), input._spec.size)
        return flat
    if len(axes) != len(distances):
        raise RuntimeError(
            f"roll() needs a dimension for each shift, but got {len(distances)} shifts and {len(axes)} dims"
        )
    result = input
    for distance, dim in zip(distances, axes, strict=True):
        result = _rolled(result, distance, dim)
    return result


def _rolled(input: Any, shift: int, dim: int) -> Any:
    """The elements moved along one dimension: what leaves at one end comes in at the other."""
    if not input._spec.numel:
        return execute(clone, (input,), (preserve_format,))
    dim = wrap_dim(dim, input.dim(), wrap_scalar=False)
    length = input.size(dim)
    start = -shift % length
    ends = [see(narrow, input, (dim, *part)) for part in ((start, length - start), (0, start))]
    return execute(cat, ends, (dim,))


@composition("function method")
def rot90(input: Tensor, k: int = 1, dims: Ints = (0, 1)) -> Tensor:
    """The elements turned k times by a right angle in the plane of two dimensions, from the first towards the second.

    Raises RuntimeError unless two different dims are named, IndexError for one out of range.

    >>> import tensorplay as tp
    >>> tp.tensor([[1, 2], [3, 4]]).rot90().tolist()
    [[2, 4], [1, 3]]
    """
    turns = int_argument("rot90", "k", k, 1) % 4
    plane = argument("rot90", "dims", to_ints, dims, 2)
    rank = input.dim()
    if len(plane) != 2:
        raise RuntimeError(f"rot90() turns in the plane of 2 dims, but got {len(plane)}: {list(plane)}")
    if rank < 2:
        raise RuntimeError(f"rot90() needs at least 2 dimensions, but this tensor has {rank}")
    first, second = [wrap_dim(dim, rank) for dim in plane]
    if first == second:
        raise RuntimeError(f"rot90() needs two different dims, but {plane[0]} and {plane[1]} are the same")
    if turns == 0:
        copy: Tensor = execute(clone, (input,), (contiguous_format,))
        return copy
    flipped: Any = execute(flip, (input,), (((second,), plane, (first,))[turns - 1],))
    turned: Tensor = flipped if turns == 2 else flipped.transpose_(first, second)
    return turned


def _regrouped(name: str, input: Any, parted: Ints, order: Ints, size: Ints) -> Any:
    """Dimensions parted, brought into another order and joined again, in the memory format that the input suggests."""
    moved = input.reshape(parted).permute(order)
    spec = input._spec
    refuse_dtype(name, spec.dtype, RARE)
    format = suggested_format(spec.size, spec.stride)
    result = moved.reshape(size)
    if result._storage is input._storage or result.stride() != format_strides(size, format):
        return execute(clone, (result,), (MEMORY_FORMATS[format],))
    return result


@composition("function")
def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """The channels (dimension 1) dealt out: with g groups, channel i goes where i // g and i % g change places.

    The result has the memory format that the input suggests. Raises RuntimeError for fewer than three dimensions and
    for a number of channels that the groups do not divide.

    >>> import tensorplay as tp
    >>> tp.channel_shuffle(tp.arange(4).view(1, 4, 1), 2).tolist()
    [[[0], [2], [1], [3]]]
    """
    count = int_argument("channel_shuffle", "groups", groups, 2)
    if input.dim() < 3:
        raise RuntimeError(
            f"channel_shuffle() needs more than 2 dimensions, but the input has size {list(input.shape)}"
        )
    if count <= 0:
        raise RuntimeError(f"channel_shuffle(): the number of groups must be positive, but it is {count}")
    batch, channels, *rest = input.shape
    if channels % count:
        raise RuntimeError(f"channel_shuffle(): {channels} channels cannot be divided into {count} groups")
    order = (0, 2, 1, *range(3, len(rest) + 3))
    shuffled: Tensor = _regrouped(
        "channel_shuffle", input, (batch, count, channels // count, *rest), order, tuple(input.shape)
    )
    return shuffled


def _checked_pixels(name: str, word: str, input: Any, factor: int) -> int:
    number = int_argument(name, word, factor, 2)
    if input.dim() < 3:
        raise RuntimeError(f"{name}() needs at least 3 dimensions, but the input has {input.dim()}")
    if number <= 0:
        raise RuntimeError(f"{name}(): {word} must be positive, but it is {number}")
    if suggested_format(input._spec.size, input._spec.stride) == "channels_last_3d":
        raise RuntimeError(f"{name}() keeps channels_last and contiguous_format, but the input is channels_last_3d")
    return number


@composition("function")
def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Channels spread out as pixels: a (…, C·r·r, H, W) tensor becomes (…, C, H·r, W·r).

    The result has the memory format that the input suggests. Raises RuntimeError for fewer than three dimensions and
    for a number of channels that r·r does not divide.

    >>> import tensorplay as tp
    >>> tp.pixel_shuffle(tp.arange(4).view(4, 1, 1), 2).tolist()
    [[[0, 1], [2, 3]]]
    """
    factor = _checked_pixels("pixel_shuffle", "upscale_factor", input, upscale_factor)
    *batch, channels, height, width = input.shape
    if channels % (factor * factor):
        raise RuntimeError(
            f"pixel_shuffle(): {channels} channels are not divisible by upscale_factor² = {factor * factor}"
        )
    kept = channels // factor**2
    rank = len(batch)
    order = (*range(rank), rank, rank + 3, rank + 1, rank + 4, rank + 2)
    parted = (*batch, kept, factor, factor, height, width)
    shuffled: Tensor = _regrouped(
        "pixel_shuffle", input, parted, order, (*batch, kept, height * factor, width * factor)
    )
    return shuffled


@composition("function")
def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Pixels gathered as channels, the inverse of `pixel_shuffle`: (…, C, H·r, W·r) becomes (…, C·r·r, H, W).

    The result has the memory format that the input suggests. Raises RuntimeError for fewer than three dimensions and
    for a height or width that r does not divide.

    >>> import tensorplay as tp
    >>> tp.pixel_unshuffle(tp.arange(4).view(1, 2, 2), 2).tolist()
    [[[0]], [[1]], [[2]], [[3]]]
    """
    factor = _checked_pixels("pixel_unshuffle", "downscale_factor", input, downscale_factor)
    *batch, channels, height, width = input.shape
    for word, length in (("height", height), ("width", width)):
        if length % factor:
            raise RuntimeError(
                f"pixel_unshuffle(): the {word} {length} is not divisible by downscale_factor = {factor}"
            )
    rank = len(batch)
    order = (*range(rank), rank, rank + 2, rank + 4, rank + 1, rank + 3)
    parted = (*batch, channels, height // factor, factor, width // factor, factor)
    size = (*batch, channels * factor**2, height // factor, width // factor)
    shuffled: Tensor = _regrouped("pixel_unshuffle", input, parted, order, size)
    return shuffled
