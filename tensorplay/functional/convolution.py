"""Convolutions, as products of the weights with the patches of the input that they meet."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bfloat16, bool_, complex64, float32, uint16, uint32, uint64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.arguments import WrongType, to_int
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry import views as rules
from tensorplay.geometry.formats import is_contiguous, suggested_format
from tensorplay.geometry.layout import Layout, contiguous_strides, format_strides
from tensorplay.geometry.reasons import Refusal

from .multiplying import matmul_into
from .op import Ints, Specs, composition, op
from .pointwise import common_device

if TYPE_CHECKING:
    from .faces import Tensor

BLOCK_ELEMENTS = 1 << 22  # as many elements of patches are laid out side by side at once
_NAMES = {3: "conv1d", 4: "conv2d", 5: "conv3d"}


@op()
def convolution(tensors: Specs, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Plan:
    """The convolution of an input with weights, and a bias if there is one; `padding` has two numbers a dimension.

    In the memory format channels_last (or channels_last_3d) if the input or the weights suggest it, else contiguous.
    """
    input, weight, *rest = tensors
    name = _NAMES[input.rank]
    _check_channels(name, input, weight, groups)
    for bias in rest:
        if bias.size != weight.size[:1]:
            raise Refusal(
                RuntimeError, f"{name}() needs a bias of size {[weight.size[0]]}, but it has {list(bias.size)}"
            ).exception()
    for other in (weight, *rest):
        if other.dtype is not input.dtype:
            raise Refusal(
                RuntimeError, f"{name}() needs one dtype on all sides, but got {input.dtype} and {other.dtype}"
            ).exception()
    if input.dtype in (bool_, uint16, uint32, uint64):
        raise Refusal(NotImplementedError, f"{name}() multiplies no {input.dtype}; use .float()").exception()
    size = (input.size[0], weight.size[0], *_result_size(name, input, weight, stride, padding, dilation))
    spec = Spec(Layout(size, _strides(size, input, weight)), input.dtype, common_device(name, list(tensors)))
    return Plan(Effect.NEW, (spec,), exact_dtype=True)


def _strides(size: Ints, input: Spec, weight: Spec) -> Ints:
    """In the memory format that the input or the weights suggest.

    Signals count as pictures of one row; a permuted one is copied first, as in PyTorch, and suggests nothing.
    The result is contiguous for an empty batch, and for volumes of some dtypes.
    """
    if input.rank == 3:
        if not is_contiguous(input.size, input.stride):
            input = contiguous_spec(input.size, input.dtype, input.device)
        strides = _strides((*size[:2], 1, size[2]), _as_picture(input), _as_picture(weight))
        return (*strides[:2], strides[3])
    last = "channels_last_3d" if input.rank == 5 else "channels_last"
    suggested = [suggested_format(spec.size, spec.stride) for spec in (input, weight)]
    if last not in suggested or not input.size[0]:
        return contiguous_strides(size)
    if input.rank == 5 and input.dtype not in (float32, bfloat16, complex64):
        return contiguous_strides(size)
    return format_strides(size, last)


def _as_picture(signal: Spec) -> Spec:
    """Signals seen as pictures of one row."""
    return signal.with_layout(rules.unsqueeze(signal.layout, 2))


def _check_channels(name: str, input: Spec, weight: Spec, groups: int) -> None:
    """Refuse weights that do not fit the channels of the input."""
    if groups <= 0:
        raise Refusal(RuntimeError, f"{name}(): groups must be positive, but it is {groups}").exception()
    if weight.size[0] < groups or weight.size[0] % groups:
        raise Refusal(
            RuntimeError, f"{name}(): {weight.size[0]} output channels cannot be shared among {groups} groups"
        ).exception()
    if input.size[1] != weight.size[1] * groups:
        raise Refusal(
            RuntimeError,
            f"{name}(): weights of size {list(weight.size)} in {groups} groups need {weight.size[1] * groups} channels,"
            f" but the input of size {list(input.size)} has {input.size[1]}",
        ).exception()


def _result_size(name: str, input: Spec, weight: Spec, stride: Ints, padding: Ints, dilation: Ints) -> Ints:
    """The sizes behind batch and channels: how many steps the weights can take in each dimension."""
    found = []
    for place in range(input.rank - 2):
        if stride[place] <= 0 or dilation[place] <= 0:
            raise Refusal(
                RuntimeError, f"{name}(): stride and dilation must be positive, but they are {stride} and {dilation}"
            ).exception()
        if min(padding) < 0:
            raise Refusal(RuntimeError, f"{name}(): padding must not be negative, but it is {padding}").exception()
        length, kernel = input.size[place + 2], weight.size[place + 2]
        padded = length + padding[2 * place] + padding[2 * place + 1]
        reach = dilation[place] * (kernel - 1) + 1
        if kernel <= 0 or reach > padded or length <= 0:
            raise Refusal(
                RuntimeError,
                f"{name}(): along dimension {place + 2} the kernel of {kernel} reaches over {reach} elements, but the "
                f"input has {padded} with its padding, of which {length} are its own",
            ).exception()
        found.append((padded - reach) // stride[place] + 1)
    return tuple(found)


@convolution.run
def _(backend: Any, out: Any, tensors: Any, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> None:
    xp = backend.xp
    input, weight, *rest = tensors
    places = out.shape[2:]
    working = xp.dtype("float32") if out.dtype.itemsize == 2 and out.dtype.kind not in "iu" else out.dtype
    patches = patches_of(xp, padded_array(xp, input, padding), weight.shape[2:], stride, dilation, places)
    channels, results = weight.shape[1], weight.shape[0] // groups
    terms = channels * prod(weight.shape[2:])
    rows = max(BLOCK_ELEMENTS // max(terms * prod(places[1:]), 1), 1)  # of the first dimension, at once
    for sample in range(out.shape[0]):
        for start in range(0, places[0], rows):
            part = slice(start, start + rows)
            for group in range(groups):
                own = slice(group * channels, (group + 1) * channels)
                filters = slice(group * results, (group + 1) * results)
                columns = patches[(sample, own, *(slice(None),) * len(places), part)]
                product = xp.empty((results, *columns.shape[1 + len(places) :]), working)
                matrix = columns.reshape(terms, -1) if terms else xp.empty((0, prod(product.shape[1:])), working)
                flat = product.reshape(results, -1)
                matmul_into(backend, flat, weight[filters].reshape(results, terms), matrix)
                if rest:
                    flat += rest[0][filters, None]
                backend.copy(out[sample, filters, part], product)


def padded_array(xp: Any, array: Any, padding: Ints) -> Any:
    """An array with zeros around its dimensions behind batch and channels; itself if there are none."""
    if not any(padding):
        return array
    before, after = padding[::2], padding[1::2]
    lengths = [length + sum(pair) for length, *pair in zip(array.shape[2:], before, after, strict=True)]
    padded = xp.zeros((*array.shape[:2], *lengths), array.dtype)
    inside = tuple([slice(first, first + length) for first, length in zip(before, array.shape[2:], strict=True)])
    padded[(..., *inside)] = array
    return padded


def patches_of(xp: Any, array: Any, kernel: Ints, stride: Ints, dilation: Ints, places: Ints) -> Any:
    """A view of the size (batch, channels, *kernel, *places): what each weight meets at each place."""
    own, steps = array.strides[:2], array.strides[2:]
    within = [step * factor for step, factor in zip(steps, dilation, strict=True)]
    between = [step * factor for step, factor in zip(steps, stride, strict=True)]
    return xp.lib.stride_tricks.as_strided(
        array, (*array.shape[:2], *kernel, *places), (*own, *within, *between), writeable=array.flags.writeable
    )


def per_dimension(name: str, word: str, value: Any, count: int) -> Ints:
    """One number for each dimension, from a number for all or a sequence."""
    try:
        values = tuple([to_int(item) for item in value]) if isinstance(value, (tuple, list)) else (to_int(value),)
    except WrongType:
        raise TypeError(f"{name}(): argument '{word}' must be an int or a tuple of ints, not {value!r}") from None
    if len(values) == 1:
        return values * count
    if len(values) != count:
        raise RuntimeError(f"{name}(): argument '{word}' must be one number or {count} of them, but it is {values}")
    return values


def _convolved(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: Any,
    count: int,
) -> Tensor:
    """The convolution along the last `count` dimensions, of a batch or of one input without a batch."""
    name = f"conv{count}d"
    if input.dim() not in (count + 1, count + 2):
        raise RuntimeError(
            f"{name}() takes inputs of {count + 1} dimensions, or {count + 2} with a batch, but the size is "
            f"{list(input.shape)}"
        )
    if weight.dim() != count + 2:
        raise RuntimeError(f"{name}() takes weights of {count + 2} dimensions, but their size is {list(weight.shape)}")
    batched = input if input.dim() == count + 2 else input.unsqueeze(0)
    steps = per_dimension(name, "stride", stride, count)
    reach = per_dimension(name, "dilation", dilation, count)
    sides = _sides(name, padding, steps, reach, tuple(weight.shape[2:]))
    (shared,) = per_dimension(name, "groups", groups, 1)
    tensors = (batched, weight) if bias is None else (batched, weight, bias)
    result: Tensor = execute(convolution, tensors, (steps, sides, reach, shared))
    return result if batched is input else result.squeeze(0)


def _sides(name: str, padding: Any, stride: Ints, dilation: Ints, kernel: Ints) -> Ints:
    """How much is padded before and behind each dimension."""
    if padding == "same":
        if set(stride) != {1}:
            raise RuntimeError(f"{name}(): padding 'same' keeps the size with a stride of 1 only, not {stride}")
        totals = [factor * (length - 1) for factor, length in zip(dilation, kernel, strict=True)]
        return tuple([side for total in totals for side in (total // 2, total - total // 2)])
    if isinstance(padding, str):
        if padding != "valid":
            raise RuntimeError(f"{name}(): padding is a number, numbers, 'same' or 'valid', not {padding!r}")
        padding = 0
    return tuple([side for side in per_dimension(name, "padding", padding, len(kernel)) for _ in range(2)])


@composition("function")
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Ints = 1,
    padding: int | Ints | str = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution of signals (batch, channels, length) with weights (filters, channels / groups, kernel).

    The arguments are those of conv2d().

    >>> import tensorplay as tp
    >>> tp.conv1d(tp.tensor([[[1, 2, 3, 4]]]), tp.tensor([[[1, 1]]])).tolist()
    [[[3, 5, 7]]]
    """
    return _convolved(input, weight, bias, stride, padding, dilation, groups, 1)


@composition("function")
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Ints = 1,
    padding: int | Ints | str = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution of pictures (batch, channels, height, width) with weights (filters, channels / groups, kernel).

    Each element of the result is the sum of the products of a filter with the patch that it covers, plus its bias.
    `stride` is the distance of the patches, `dilation` that of the elements within one, `padding` the number of zeros
    around the picture: a number, one for rows and one for columns, "valid" for none, or "same" to keep the size.
    Channels and filters are parted into `groups` that do not see each other. The batch may be left out.

    The result is channels_last if the input or the weights suggest it, else contiguous. Raises RuntimeError for sizes
    that do not fit and for different dtypes, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> picture = tp.arange(9).view(1, 1, 3, 3)
    >>> tp.conv2d(picture, tp.ones(1, 1, 2, 2).long()).tolist()
    [[[[8, 12], [20, 24]]]]
    """
    return _convolved(input, weight, bias, stride, padding, dilation, groups, 2)


@composition("function")
def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Ints = 1,
    padding: int | Ints | str = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution of volumes (batch, channels, depth, rows, columns) with weights of as many dimensions.

    The arguments are those of conv2d().

    >>> import tensorplay as tp
    >>> tp.conv3d(tp.ones(1, 1, 2, 2, 2), tp.ones(1, 1, 2, 2, 2)).item()
    8.0
    """
    return _convolved(input, weight, bias, stride, padding, dilation, groups, 3)
