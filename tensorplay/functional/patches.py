"""Pictures as columns of patches, and back: unfold and fold of nn.functional."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import INTEGRAL
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.reasons import Refusal

from .convolution import per_dimension
from .copying import clone
from .op import Ints, composition, op
from .padding import padded
from .parameters import tensor_argument
from .views import as_strided, refolded

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


def _places(name: str, size: Ints, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints) -> Ints:
    """How many patches there are in each dimension of a picture of that size."""
    for word, values, least in (
        ("kernel_size", kernel, 1),
        ("dilation", dilation, 1),
        ("padding", padding, 0),
        ("stride", stride, 1),
    ):
        if min(values) < least:
            raise Refusal(RuntimeError, f"{name}(): {word} must be at least {least}, but it is {values}").exception()
    found = tuple(
        [
            (length + 2 * around - factor * (width - 1) - 1) // step + 1
            for length, width, factor, around, step in zip(size, kernel, dilation, padding, stride, strict=True)
        ]
    )
    if min(found) < 1:
        raise Refusal(
            RuntimeError,
            f"{name}(): a picture of size {list(size)} with padding {padding} has no patch of size {kernel} with "
            f"dilation {dilation}",
        ).exception()
    return found


def _check(name: str, spec: Spec, ranks: Ints) -> None:
    """Refuse other ranks, dimensions of size 0 behind the batch."""
    if spec.rank not in ranks or 0 in spec.size[spec.rank - ranks[0] :]:
        raise Refusal(
            RuntimeError,
            f"{name}() takes {ranks[0]} dimensions, or {ranks[1]} with a batch, that are not empty, but the size is "
            f"{list(spec.size)}",
        ).exception()


def _check_dtype(name: str, spec: Spec) -> None:
    """Refuse integers, which PyTorch does not move."""
    if spec.dtype.category == INTEGRAL:
        raise Refusal(
            NotImplementedError, f"{name}() moves floating point, complex and bool elements, but not {spec.dtype}"
        ).exception()


@composition("")
def unfold(
    input: Tensor,
    kernel_size: int | Ints,
    dilation: int | Ints = 1,
    padding: int | Ints = 0,
    stride: int | Ints = 1,
) -> Tensor:
    """The patches of pictures (batch, channels, rows, columns) as columns: (batch, channels * patch, patches).

    The rows of the result run over the channels and within the patch, its columns over the places of the patches. The
    batch may be left out. Raises RuntimeError where no patch fits, NotImplementedError for integers.

    >>> import tensorplay as tp
    >>> tp.nn.functional.unfold(tp.arange(6.0).view(1, 2, 3), (1, 2)).tolist()
    [[0.0, 1.0, 3.0, 4.0], [1.0, 2.0, 4.0, 5.0]]
    """
    kernel = per_dimension("unfold", "kernel_size", kernel_size, 2)
    factors = per_dimension("unfold", "dilation", dilation, 2)
    around = per_dimension("unfold", "padding", padding, 2)
    steps = per_dimension("unfold", "stride", stride, 2)
    spec = tensor_argument("unfold", "input", input, 1)._spec
    if spec.rank < 3:
        raise IndexError(f"unfold() takes 3 dimensions, or 4 with a batch, but the size is {list(spec.size)}")
    _check("unfold", spec, (3, 4))
    places = _places("unfold", spec.size[-2:], kernel, factors, around, steps)
    _check_dtype("unfold", spec)
    picture: Any = input
    if any(around):
        picture = execute(padded, (input,), ((around[1], around[1], around[0], around[0]), "constant", 0.0))
    # A patch is a window on the picture, so all of them are a view, and the columns a copy of it.
    *lead, down, right = picture.stride()
    stride_of_windows = (
        *lead, factors[0] * down, factors[1] * right, steps[0] * down, steps[1] * right,
    )  # fmt: skip
    windows = execute(as_strided, (picture,), ((*picture.shape[:-2], *kernel, *places), stride_of_windows, None))
    columns = execute(clone, (windows,), (contiguous_format,))
    result: Tensor = refolded(columns, (*spec.size[:-3], spec.size[-3] * prod(kernel), prod(places)))
    return result


@op(label="fold")
def summed_patches(input: Spec, output_size: Ints, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints) -> Plan:
    """Pictures from their patches, which are columns; where patches overlap they are added."""
    _check("fold", input, (2, 3))
    if input.size[-2] % prod(kernel):
        raise Refusal(
            RuntimeError, f"fold(): {input.size[-2]} rows are no whole number of patches of size {kernel}"
        ).exception()
    places = _places("fold", output_size, kernel, dilation, padding, stride)
    if input.size[-1] != prod(places):
        raise Refusal(
            RuntimeError,
            f"fold(): a picture of size {list(output_size)} has {places[0]} × {places[1]} patches, but there are "
            f"{input.size[-1]} columns",
        ).exception()
    _check_dtype("fold", input)
    size = (*input.size[:-2], input.size[-2] // prod(kernel), *output_size)
    return Plan(Effect.NEW, (contiguous_spec(size, input.dtype, input.device),))


@summed_patches.run
def _(
    backend: Any,
    out: Any,
    input: Any,
    output_size: Ints,
    kernel: Ints,
    dilation: Ints,
    padding: Ints,
    stride: Ints,
) -> None:
    xp = backend.xp
    places = _places("fold", output_size, kernel, dilation, padding, stride)
    working = xp.dtype("float32") if out.dtype.itemsize == 2 else out.dtype
    lengths = [length + 2 * around for length, around in zip(output_size, padding, strict=True)]
    patches = input.reshape(*input.shape[:-2], input.shape[-2] // prod(kernel), *kernel, *places)
    whole = xp.zeros((*patches.shape[:-4], *lengths), working)
    for row in range(kernel[0]):
        for column in range(kernel[1]):
            first = slice(row * dilation[0], row * dilation[0] + stride[0] * places[0], stride[0])
            second = slice(column * dilation[1], column * dilation[1] + stride[1] * places[1], stride[1])
            whole[..., first, second] += patches[..., row, column, :, :]
    backend.copy(out, whole[..., padding[0] : padding[0] + output_size[0], padding[1] : padding[1] + output_size[1]])


@composition("")
def fold(
    input: Tensor,
    output_size: int | Ints,
    kernel_size: int | Ints,
    dilation: int | Ints = 1,
    padding: int | Ints = 0,
    stride: int | Ints = 1,
) -> Tensor:
    """Pictures (batch, channels, rows, columns) of `output_size` from their patches, which unfold() makes.

    Where patches overlap they are added up, so fold(unfold(x)) counts each element as often as patches cover it. The
    batch may be left out. Raises RuntimeError for numbers that do not fit, NotImplementedError for integers.

    >>> import tensorplay as tp
    >>> columns = tp.nn.functional.unfold(tp.ones(1, 1, 3), (1, 2))
    >>> tp.nn.functional.fold(columns, (1, 3), (1, 2)).tolist()
    [[[1.0, 2.0, 1.0]]]
    """
    parameters = (
        per_dimension("fold", "output_size", output_size, 2),
        per_dimension("fold", "kernel_size", kernel_size, 2),
        per_dimension("fold", "dilation", dilation, 2),
        per_dimension("fold", "padding", padding, 2),
        per_dimension("fold", "stride", stride, 2),
    )
    result: Tensor = execute(summed_patches, (input,), parameters)
    return result
