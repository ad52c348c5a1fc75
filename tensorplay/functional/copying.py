"""Copies and conversions: clone, contiguous, copy_, fill_, to, and reshape where a view does not do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.memory_format import MemoryFormat, contiguous_format, preserve_format
from tensorplay.backends.blocks import in_blocks
from tensorplay.core import arguments
from tensorplay.core.access import array_of
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.conversion import is_converted
from tensorplay.core.direct import COPY, OVERWRITE
from tensorplay.core.execute import execute, see
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.core.targets import share_memory
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import formats, order
from tensorplay.geometry import views as rules
from tensorplay.geometry.dimensions import infer_size
from tensorplay.geometry.layout import Layout, format_strides
from tensorplay.geometry.reasons import Refusal

from .numbers import checked_number
from .op import Ints, Number, Sizes, composition, op
from .parameters import tensor_argument
from .views import seen, view

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor


def copied_layout(input: Spec, format: str) -> Layout:
    """The layout of a copy: the input's own if it is dense and to be preserved (rule 8), else a memory format's."""
    if format == "preserve":
        return Layout(input.size, order.preserved_strides(input.size, input.stride))
    return Layout(input.size, format_strides(input.size, format))


@op("function method")
def clone(input: Spec, *, memory_format: MemoryFormat = preserve_format) -> Plan:
    """A copy on a storage of its own.

    With `preserve_format` a dense tensor keeps its strides and another is packed in the order of its strides. Raises
    RuntimeError for `channels_last` of a tensor that has not 4 dimensions.

    >>> import tensorplay as tp
    >>> tp.arange(6).view(2, 3).t().clone().stride()
    (1, 3)
    """
    spec = Spec(copied_layout(input, memory_format.name), input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), copies=True, elementwise=True)


@op("method", is_view=True)
def contiguous(input: Spec, memory_format: MemoryFormat = contiguous_format) -> Plan:
    """The tensor itself if it is contiguous in the memory format, else a copy that is.

    Raises RuntimeError for `channels_last` of a tensor that has not 4 dimensions.

    >>> import tensorplay as tp
    >>> x = tp.arange(6).view(2, 3)
    >>> x.contiguous() is x, x.t().contiguous().stride()
    (True, (2, 1))
    """
    format = memory_format.name
    if formats.is_contiguous(input.size, input.stride, format):
        return Plan(Effect.SAME, (input,))
    if format == "preserve":
        raise Refusal(
            RuntimeError, "contiguous() needs to know which order: preserve_format names none; use clone() to keep it"
        ).exception()
    spec = Spec(Layout(input.size, format_strides(input.size, format)), input.dtype, input.device)
    return Plan(Effect.NEW, (spec,), copies=True, elementwise=True)


@op(label="to")
def convert(input: Spec, dtype: DType, device: Device, format: str) -> Plan:
    """A copy with another dtype, device or memory format."""
    return Plan(Effect.NEW, (Spec(copied_layout(input, format), dtype, device),), copies=True, elementwise=True)


def written(result: Tensor, out: Tensor, format: MemoryFormat = preserve_format) -> Tensor:
    """The result of a composition in its `out=`, of exactly its dtype, which is resized if it must."""
    if isinstance(out, TensorBase) and out.dtype is not result.dtype:
        raise RuntimeError(f"out= must have the dtype of the result, {result.dtype}, but this one has {out.dtype}")
    target: Tensor = execute(clone, (result,), (format,), out)
    return target


def _copy_values(backend: Any, out: Any, input: Any, *_parameters: Any) -> None:
    backend.copy(out, input)


for _operation in (clone, contiguous, convert):
    _operation.run(_copy_values)

for _operation in (clone, contiguous):
    _operation.direct(lambda dtype, memory_format: COPY)


@clone.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient,)


@contiguous.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient,)


@convert.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    (input,) = context.operands
    return (to(gradient, input.device, input.dtype),)


@op("method")
def copy_(input: Spec, src: Spec | NumberSpec, non_blocking: bool = False) -> Plan:
    """Overwrite the elements with those of `src`, a tensor or a number, broadcast and cast to the dtype.

    Raises RuntimeError for a size that does not broadcast, for elements that share cells, and for a source that
    overlaps in part.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 2).copy_(tp.tensor([1, 2])).tolist()
    [[1.0, 2.0], [1.0, 2.0]]
    """
    if isinstance(src, Spec):
        rules.expand(src.layout, input.size)
        check_source_has_values(src, input)
    return Plan(Effect.WRITE, (input,), written=(input.layout,), copies=True)


def check_source_has_values(src: Spec, target: Spec) -> None:
    """Refuse to fill a tensor that has values from one on `meta`, which has none."""
    if src.device.type == "meta" and target.device.type != "meta":
        raise Refusal(
            NotImplementedError, f"a tensor on device 'meta' has no values to copy to '{target.device}'; use empty_like"
        ).exception()


@copy_.run
def _(backend: Any, target: TensorBase, src: TensorBase | Number, non_blocking: bool) -> None:
    if not isinstance(src, TensorBase):
        # Cast as an element of a tensor would be: out of range it wraps around.
        backend.store_resolved(raw_array(backend, target), target._spec, backend.xp.asarray(src))
        return
    spec, other = target._spec, src._spec
    if spec.conj == other.conj and spec.neg == other.neg and spec.dtype is other.dtype:
        # The same bits on both sides: the stored values can move as they are.
        array = array_of(src, resolve=False) if not backend.is_packed(spec.dtype) else raw_array(backend, src)
        backend.copy(raw_array(backend, target), array)
        return

    def work(place: Any, part: Any) -> None:
        backend.store_resolved(place, spec, backend.read(part, other))

    if is_converted(spec) or is_converted(other):
        in_blocks(backend, work, raw_array(backend, target), raw_array(backend, src))
    else:
        backend.copy(raw_array(backend, target), array_of(src))


copy_.direct(lambda dtype, non_blocking: OVERWRITE)


def raw_array(backend: Any, tensor: TensorBase) -> Any:
    """The stored values of a tensor, lazy bits not resolved and packed dtypes not unpacked."""
    return backend.array(tensor._storage.buffer, tensor._spec.layout, tensor._spec.dtype)


@op(label="fill_")
def overwrite(input: Spec, value: Number) -> Plan:
    """Overwrite every element with a number."""
    checked_number(value, input.dtype)
    return Plan(Effect.WRITE, (input,), written=(input.layout,), shared_cells_allowed=True)


@overwrite.run
def _(backend: Any, target: TensorBase, value: Number) -> None:
    number = checked_number(value, target.dtype)
    backend.fill_resolved(raw_array(backend, target), target._spec, number)


@composition("function method")
def fill_(input: Tensor, value: Number | Tensor) -> Tensor:
    """Overwrite every element with a number, or with the one element of a 0-dim tensor.

    Raises RuntimeError for a number that the dtype cannot hold, and for a tensor of another rank.

    >>> import tensorplay as tp
    >>> tp.zeros(2).fill_(3).tolist()
    [3.0, 3.0]
    """
    if not isinstance(value, TensorBase):
        result: Tensor = execute(overwrite, (input,), (value,))
        return result
    if value.dim():
        raise RuntimeError(f"fill_() takes a number or a 0-dim tensor, but this one has {value.dim()} dimensions")
    source: TensorBase = execute(clone, (value,), (preserve_format,)) if share_memory(value, input) else value
    execute(copy_, (_without_repetition(input), source), (False,))
    return input


def _without_repetition(tensor: Any) -> Any:
    """The elements of an expanded tensor, each of them once."""
    for dim, (length, step) in enumerate(zip(tensor._spec.size, tensor._spec.stride, strict=True)):
        if length > 1 and step == 0:
            tensor = tensor.narrow(dim, 0, 1)
    return tensor


@composition("method function")
def zero_(input: Tensor) -> Tensor:
    """Overwrite every element with 0.

    Raises RuntimeError for a leaf that requires grad.

    >>> import tensorplay as tp
    >>> tp.ones(2).zero_().tolist()
    [0.0, 0.0]
    """
    result: Tensor = execute(overwrite, (input,), (0,))
    return result


@composition("method")
def to(input: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The tensor with another dtype, device or memory format: itself if nothing changes, else a copy.

    `to(dtype)`, `to(device)`, `to(device, dtype)` and `to(other)`, with `copy=True` to copy in any case and
    `memory_format=` for the strides of the copy. Raises RuntimeError for a device that is not there,
    NotImplementedError for values of a tensor on `meta`.

    >>> import tensorplay as tp
    >>> x = tp.arange(3)
    >>> x.to(tp.int64) is x, x.to(tp.float32).dtype
    (True, tensorplay.float32)
    """
    device, dtype, copy, memory_format = _parse_to(input, args, kwargs)
    spec = input._spec
    format = preserve_format.name if memory_format is None else memory_format.name
    same_kind = dtype is spec.dtype and device == spec.device
    # PyTorch asks which format the strides suggest, so a permuted tensor counts as contiguous_format here.
    if same_kind and not copy and format in ("preserve", formats.suggested_format(spec.size, spec.stride)):
        return input
    if device.type != spec.device.type and spec.device.type == "meta":
        raise NotImplementedError(f"a tensor on device 'meta' has no values to copy to '{device}'; use empty_like")
    result: Tensor = execute(convert, (input,), (dtype, device, format))
    return result


def _parse_to(
    input: TensorBase, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Device, DType, bool, MemoryFormat | None]:
    known = {"device", "dtype", "other", "non_blocking", "copy", "memory_format"}
    for name in kwargs:
        if name not in known:
            raise TypeError(f"to() got an unexpected keyword argument '{name}'; it takes {', '.join(sorted(known))}")
    device: Any = kwargs.get("device")
    dtype: Any = kwargs.get("dtype")
    rest = list(args)
    other = kwargs.get("other")
    if rest and isinstance(rest[0], TensorBase):
        other = rest.pop(0)
    elif rest and (rest[0] is None or isinstance(rest[0], (str, Device)) or type(rest[0]) is int):
        device = rest.pop(0)
        if rest and (rest[0] is None or not isinstance(rest[0], bool)):
            dtype = rest.pop(0)
    elif rest:
        dtype = rest.pop(0)
    if other is not None:
        device, dtype = other.device, other.dtype
    flags = [bool(kwargs.get("non_blocking", False)), bool(kwargs.get("copy", False))]
    for position, value in enumerate(rest):
        if position > 1 or not isinstance(value, bool):
            raise TypeError(
                f"to() received {value!r} where it takes a dtype, a device, a tensor or the flags non_blocking and copy"
            )
        flags[position] = value
    try:
        chosen = input.dtype if dtype is None else arguments.to_dtype(dtype)
        place = input.device if device is None else arguments.to_device(device)
        memory_format = kwargs.get("memory_format")
        if memory_format is not None:
            arguments.to_memory_format(memory_format)
    except arguments.WrongType as error:
        raise TypeError(f"to() takes a dtype, a device or a tensor; expected {error.expected}") from None
    return _resolved_place(place, input.device), chosen, flags[1], memory_format


def _resolved_place(place: Device, current: Device) -> Device:
    """A device without an ordinal means the current one of its type: for a tensor that is there, its own."""
    return current if place.type == current.type and place.index is None else place


def _reshaped(input: Spec, shape: Ints) -> Spec | Plan:
    """A view under another shape if the layout allows it, else a contiguous copy."""
    layout = rules.try_view(input.layout, shape)
    if layout is not None:
        return seen(input, layout)
    size = infer_size(shape, input.numel)
    return Plan(Effect.NEW, (contiguous_spec(size, input.dtype, input.device),), copies=True)


@op("function method", is_view=True)
def reshape(input: Spec, shape: Sizes) -> Spec | Plan:
    """The same elements in the same order under another shape: a view where the layout allows it, else a copy.

    Raises RuntimeError for a shape of another number of elements.

    >>> import tensorplay as tp
    >>> x = tp.arange(6).view(2, 3)
    >>> x.reshape(3, 2)._is_view(), x.t().reshape(6)._is_view()
    (True, False)
    """
    return _reshaped(input, shape)


@composition("method")
def reshape_as(input: Tensor, other: Tensor) -> Tensor:
    """Reshape to the size of another tensor.

    Raises RuntimeError for another number of elements.

    >>> import tensorplay as tp
    >>> tp.arange(6).reshape_as(tp.zeros(2, 3)).tolist()
    [[0, 1, 2], [3, 4, 5]]
    """
    shape = tensor_argument("reshape_as", "other", other, 1)._spec.size
    return see(reshape, input, (shape,))  # type: ignore[no-any-return]


@op("function method", is_view=True)
def flatten(input: Spec, start_dim: int = 0, end_dim: int = -1) -> Spec | Plan:
    """Join dimensions into one: a view where the layout allows it, else a copy; a vector is returned itself.

    Raises RuntimeError if start_dim lies behind end_dim, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.arange(6).view(1, 2, 3).flatten(1).size()
    tensorplay.Size([1, 6])
    """
    size = rules.flatten_shape(input.layout, start_dim, end_dim)
    return Plan(Effect.SAME, (input,)) if size == input.size else _reshaped(input, size)


@composition("function method")
def ravel(input: Tensor) -> Tensor:
    """All elements in one dimension: a view of a contiguous tensor, of any other a view of a contiguous copy.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.arange(6).view(2, 3).ravel().stride()
    (1,)
    """
    result: Tensor = execute(view, (execute(contiguous, (input,), (contiguous_format,)),), ((-1,),))
    return result


def _copy_reshaped(backend: Any, out: Any, input: Any, *_parameters: Any) -> None:
    backend.copy(out.reshape(input.shape), input)  # out is contiguous, so its reshape is a view


for _operation in (reshape, flatten):
    _operation.run(_copy_reshaped)


def _gradient_reshaped(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient.reshape(context.operands[0].shape),)


for _operation in (reshape, flatten):
    _operation.gradient(_gradient_reshaped)
