"""Factories: tensors from a size and perhaps a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import current_device_for
from tensorplay.attributes.dtype import get_default_dtype
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.attributes.promotion import number_dtype
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.layout import Layout, check_size, format_strides, ordered_strides, required_cells
from tensorplay.geometry.reasons import Overflow, Refusal

from .numbers import checked_number
from .op import Ints, Number, Shape, Sizes, composition, op
from .parameters import (
    NO_OPTIONS,
    Options,
    checked_format,
    create,
    dtype_and_device,
    number_argument,
    size_argument,
    with_grad,
)

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.memory_format import MemoryFormat

    from .faces import Tensor


@op(label="empty")
def empty_in_format(size: Ints, format: str, dtype: DType, device: Device) -> Plan:
    """A new tensor of uninitialised cells with the strides of a memory format."""
    check_size(size, dtype.itemsize)
    spec = Spec(Layout(size, format_strides(size, format)), dtype, device)
    return Plan(Effect.NEW, (spec,), initialised=False)


@composition("function varargs")
def empty(
    size: Sizes, *, out: Tensor | None = None, options: Options, memory_format: MemoryFormat | None = None
) -> Tensor:
    """A tensor whose values are not set, contiguous or in a memory format.

    The cells are filled with NaN, nan+0j, the largest integer or True, so that their use is seen, unless
    `tensorplay.utils.deterministic.fill_uninitialized_memory` is switched off. With `out=`, that tensor is only
    resized. Raises RuntimeError for a negative size, one beyond the address space or the memory, and a memory format of
    another rank.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, 4, 5, memory_format=tp.channels_last, device="meta").stride()
    (60, 1, 15, 3)
    >>> tp.empty(2).tolist()
    [nan, nan]
    """
    format = contiguous_format if memory_format is None else checked_format("empty", memory_format)
    if out is None:
        result: Tensor = create(empty_in_format, (size, format.name), options)
        return result
    if memory_format is not None:
        raise RuntimeError("empty(): give memory_format or out=, not both: out= has strides already")
    dtype_and_device("empty", options, out)
    out.resize_(size)
    with_grad(out, options[3])
    return out


@op("factory")
def empty_strided(size: Shape, stride: Shape, dtype: DType, device: Device) -> Plan:
    """A tensor whose values are not set, with the strides that are given.

    Strides of 0, and those that let elements share cells or leave gaps, are allowed; `empty_permuted` makes tensors
    that are dense for certain. Raises RuntimeError for another number of strides, for negative sizes and for an extent
    below the start or beyond the address space.

    >>> import tensorplay as tp
    >>> tp.empty_strided((2, 3), (1, 2), device="meta").stride()
    (1, 2)
    """
    if len(size) != len(stride):
        raise Refusal(
            RuntimeError,
            f"the sizes {list(size)} have {len(size)} dimensions, the strides {list(stride)} {len(stride)}: "
            "give one stride for each dimension",
        ).exception()
    check_size(size)
    if any(step < 0 and length > 1 for step, length in zip(stride, size, strict=True)) and 0 not in size:
        raise Refusal(
            RuntimeError,
            f"strides must not be negative, but they are {list(stride)}: elements would lie before the storage; "
            "flip() makes a copy in the other direction",
        ).exception()
    # A negative stride that nothing steps along becomes 1, as in PyTorch.
    layout = Layout(size, tuple([1 if step < 0 else step for step in stride]))
    if required_cells(layout) * dtype.itemsize > (1 << 63) - 1:
        raise Overflow(size).exception()
    return Plan(Effect.NEW, (Spec(layout, dtype, device),), initialised=False)


@op("factory")
def empty_permuted(size: Shape, physical_layout: Shape, dtype: DType, device: Device) -> Plan:
    """A dense tensor of uninitialised cells whose dimensions lie in memory in a given order.

    `physical_layout` lists the dimensions from the outermost in memory to the innermost, so that
    `t.stride(physical_layout[i])` is the i-th stride of a contiguous tensor. (0, 2, 3, 1) is NHWC for NCHW sizes. This
    is not `empty(size).permute(physical_layout)`.

    Raises RuntimeError for a wrong number of dimensions, a repeated one, or one out of range; negative dimensions are
    not counted from the end.

    >>> import tensorplay as tp
    >>> tp.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1), device="meta").stride()
    (105, 1, 21, 3)
    """
    check_size(size, dtype.itemsize)
    spec = Spec(Layout(size, ordered_strides(size, physical_layout)), dtype, device)
    return Plan(Effect.NEW, (spec,), initialised=False)


def new_plan(size: Ints, dtype: DType, device: Device) -> Plan:
    """The plan of a new contiguous tensor that is computed."""
    check_size(size, dtype.itemsize)
    return Plan(Effect.NEW, (contiguous_spec(size, dtype, device),))


@op(label="full")
def filled(size: Ints, stride: Ints | None, value: Number, dtype: DType, device: Device) -> Plan:
    """A new tensor, every element the same number, with given strides or contiguous.

    Raises RuntimeError for a number that the dtype cannot hold.
    """
    checked_number(value, dtype)
    if stride is None:
        return new_plan(size, dtype, device)
    check_size(size, dtype.itemsize)
    return Plan(Effect.NEW, (Spec(Layout(size, stride), dtype, device),))


@filled.run
def _(backend: Any, out: Any, size: Ints, stride: Ints | None, value: Number, dtype: DType, device: Device) -> None:
    backend.fill(out, checked_number(value, dtype))


def _constant(name: str, value: Number, size: Ints, out: Any, options: Options) -> Tensor:
    result: Tensor
    if out is None and options == NO_OPTIONS:  # as most often, and there is nothing to check
        result = execute(filled, (), (size, None, value, get_default_dtype(), current_device_for(None)))
    else:
        result = create(filled, (size, None, value), options, out, name=name)
    return result


@composition("function varargs")
def zeros(size: Sizes, *, out: Tensor | None = None, options: Options) -> Tensor:
    """A contiguous tensor of zeros.

    Raises RuntimeError for a negative size, TypeError for one that is not made of ints.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 3).tolist()
    [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    return _constant("zeros", 0, size, out, options)


@composition("function varargs")
def ones(size: Sizes, *, out: Tensor | None = None, options: Options) -> Tensor:
    """A contiguous tensor of ones.

    Raises RuntimeError for a negative size, TypeError for one that is not made of ints.

    >>> import tensorplay as tp
    >>> tp.ones(2, 2, dtype=tp.int64).tolist()
    [[1, 1], [1, 1]]
    """
    return _constant("ones", 1, size, out, options)


@composition("function")
def full(size: Ints, fill_value: Number | Tensor, *, out: Tensor | None = None, options: Options) -> Tensor:
    """A contiguous tensor, every element `fill_value`.

    Without a dtype, the number decides: bool, int64, the default dtype or its complex counterpart. Raises RuntimeError
    for a number that the dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.full((2, 2), 7).tolist(), tp.full((1,), 0.5).dtype
    ([[7, 7], [7, 7]], tensorplay.float32)
    """
    lengths = size_argument("full", size)
    value = number_argument("full", "fill_value", fill_value, 2)
    result: Tensor = create(filled, (lengths, None, value), options, out, number_dtype(value))
    return result


@composition("function")
def scalar_tensor(s: Number | Tensor, *, options: Options) -> Tensor:
    """A 0-dim tensor of a number, in the default dtype unless another is given.

    Raises TypeError for what is no number.

    >>> import tensorplay as tp
    >>> tp.scalar_tensor(3).item()
    3.0
    """
    value = number_argument("scalar_tensor", "s", s, 1)
    result: Tensor = create(filled, ((), None, value), options, name="scalar_tensor")
    return result
