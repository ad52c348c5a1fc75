"""Tensors made after another one: `*_like` take over size, strides, dtype and device, `new_*` dtype and device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute

from .copying import copied_layout
from .creation import empty_in_format, empty_strided, filled
from .op import Ints, Number, Sizes, composition
from .parameters import (
    Options,
    checked_format,
    dtype_and_device_like,
    number_argument,
    size_argument,
    with_grad,
)

if TYPE_CHECKING:
    from tensorplay.attributes.memory_format import MemoryFormat
    from tensorplay.core.operation import Operation

    from .faces import Tensor


def like(
    operation: Operation,
    parameters: tuple[Any, ...],
    name: str,
    input: Any,
    options: Options,
    memory_format: Any = None,
) -> Any:
    """Carry out an operation that takes size, stride, `parameters`, dtype and device, after the layout of `input`.

    With `preserve_format`, which None means, a dense input's strides are taken over as they are, others are packed in
    their order (rule 8).
    """
    chosen, place = dtype_and_device_like(name, input, options)
    made = copied_layout(input._spec, checked_format(name, memory_format).name)
    return with_grad(execute(operation, (), (made.size, made.stride, *parameters, chosen, place)), options[3])


@composition("function")
def zeros_like(input: Tensor, *, options: Options, memory_format: MemoryFormat | None = None) -> Tensor:
    """Zeros in the size, strides, dtype and device of another tensor.

    A dense tensor's strides are taken over, others are packed in their order; `memory_format` asks for its own. Raises
    TypeError for what is no tensor, RuntimeError for `channels_last` of one that has not 4 dimensions.

    >>> import tensorplay as tp
    >>> tp.zeros_like(tp.empty(2, 3, device="meta").t()).stride()
    (1, 3)
    """
    result: Tensor = like(filled, (0,), "zeros_like", input, options, memory_format)
    return result


@composition("function")
def ones_like(input: Tensor, *, options: Options, memory_format: MemoryFormat | None = None) -> Tensor:
    """Ones in the size, strides, dtype and device of another tensor.

    Raises TypeError for what is no tensor, RuntimeError for `channels_last` of one that has not 4 dimensions.

    >>> import tensorplay as tp
    >>> tp.ones_like(tp.zeros(2, 2), dtype=tp.int64).tolist()
    [[1, 1], [1, 1]]
    """
    result: Tensor = like(filled, (1,), "ones_like", input, options, memory_format)
    return result


@composition("function")
def full_like(
    input: Tensor, fill_value: Number | Tensor, *, options: Options, memory_format: MemoryFormat | None = None
) -> Tensor:
    """A number everywhere, in the size, strides, dtype and device of another tensor.

    Raises RuntimeError for a number that the dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.full_like(tp.zeros(2), 7).tolist()
    [7.0, 7.0]
    """
    value = number_argument("full_like", "fill_value", fill_value, 2)
    result: Tensor = like(filled, (value,), "full_like", input, options, memory_format)
    return result


@composition("function")
def empty_like(input: Tensor, *, options: Options, memory_format: MemoryFormat | None = None) -> Tensor:
    """Values that are not set, in the size, strides, dtype and device of another tensor.

    Raises TypeError for what is no tensor, RuntimeError for `channels_last` of one that has not 4 dimensions.

    >>> import tensorplay as tp
    >>> tp.empty_like(tp.empty(2, 3, 4, device="meta").permute(2, 0, 1)).stride()
    (1, 12, 4)
    """
    result: Tensor = like(empty_strided, (), "empty_like", input, options, memory_format)
    return result


def new(operation: Operation, parameters: tuple[Any, ...], name: str, input: Tensor, options: Options) -> Any:
    """Carry out a factory operation with the dtype and device of `input`, unless others are asked for."""
    chosen, place = dtype_and_device_like(name, input, options)
    return with_grad(execute(operation, (), (*parameters, chosen, place)), options[3])


@composition("method")
def new_zeros(input: Tensor, size: Sizes, *, options: Options) -> Tensor:
    """A contiguous tensor of zeros in the dtype and on the device of this one.

    Raises RuntimeError for a negative size, TypeError for one that is not made of ints.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2]).new_zeros(2, 2).tolist()
    [[0, 0], [0, 0]]
    """
    result: Tensor = new(filled, (size, None, 0), "new_zeros", input, options)
    return result


@composition("method")
def new_ones(input: Tensor, size: Sizes, *, options: Options) -> Tensor:
    """A contiguous tensor of ones in the dtype and on the device of this one.

    Raises RuntimeError for a negative size, TypeError for one that is not made of ints.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2]).new_ones(2).tolist()
    [1, 1]
    """
    result: Tensor = new(filled, (size, None, 1), "new_ones", input, options)
    return result


@composition("method")
def new_empty(input: Tensor, size: Sizes, *, options: Options) -> Tensor:
    """A contiguous tensor whose values are not set, in the dtype and on the device of this one.

    Raises RuntimeError for a negative size, TypeError for one that is not made of ints.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2], dtype=tp.int8).new_empty(2).tolist()
    [127, 127]
    """
    result: Tensor = new(empty_in_format, (size, "contiguous"), "new_empty", input, options)
    return result


@composition("method")
def new_full(input: Tensor, size: Ints, fill_value: Number | Tensor, *, options: Options) -> Tensor:
    """A contiguous tensor of one number in the dtype and on the device of this one.

    Raises RuntimeError for a number that the dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2]).new_full((2,), 3.7).tolist()
    [3, 3]
    """
    value = number_argument("new_full", "fill_value", fill_value, 2)
    result: Tensor = new(filled, (size_argument("new_full", size), None, value), "new_full", input, options)
    return result


@composition("method")
def new_empty_strided(input: Tensor, size: Ints, stride: Ints, *, options: Options) -> Tensor:
    """A tensor with given strides whose values are not set, in the dtype and on the device of this one.

    Raises RuntimeError for negative sizes or strides, and for another number of strides than of sizes.

    >>> import tensorplay as tp
    >>> tp.tensor([1, 2]).new_empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    result: Tensor = new(empty_strided, (size, stride), "new_empty_strided", input, options)
    return result
