"""What a tensor is made of, changed on the tensor itself: its size, its storage, its data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import MemoryFormat, preserve_format
from tensorplay.core.arguments import WrongType, sizes, to_int
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.geometry import formats
from tensorplay.geometry import views as rules
from tensorplay.geometry.layout import INT64_MAX, Layout, check_size, contiguous_strides, format_strides, required_cells
from tensorplay.geometry.reasons import Refusal

from .op import Ints, Sizes, composition, op
from .typed_storage import TypedStorage
from .views import NO_LIMIT

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor


@op()
def set_size(input: Spec, size: Ints, format: str | None) -> Plan:
    """Another size on the same storage: the elements follow one another from the same offset."""
    if format is None and size == input.size:
        return Plan(Effect.SAME, (input,))
    check_size(size, input.dtype.itemsize)
    stride = contiguous_strides(size) if format is None else format_strides(size, format)
    return _rebound(input, Layout(size, stride, input.layout.offset))


@op()
def set_source(input: Spec, source: Spec, size: Ints, stride: Ints | None, storage_offset: int) -> Plan:
    """The storage of another tensor, seen through sizes and strides; the dtype and the lazy bits stay."""
    check_size(size, input.dtype.itemsize)
    stride = contiguous_strides(size) if stride is None else stride
    return _rebound(input, rules.as_strided(input.layout, size, stride, storage_offset, NO_LIMIT))


def _rebound(input: Spec, layout: Layout) -> Plan:
    needed = required_cells(layout) * input.dtype.itemsize
    if needed > INT64_MAX:
        raise Refusal(
            RuntimeError,
            f"size {list(layout.size)}, stride {list(layout.stride)} and offset {layout.offset} need {needed} bytes of "
            "storage, more than an address can count",
        ).exception()
    return Plan(Effect.REBIND, (input.with_layout(layout),))


@op()
def set_data(input: Spec, source: Spec) -> Plan:
    """Storage, layout and dtype of another tensor."""
    if source.device.type != input.device.type or source.kind is not input.kind:
        raise Refusal(
            RuntimeError,
            f"a {input.kind} tensor on '{input.device}' cannot take the data of a {source.kind} tensor on "
            f"'{source.device}'",
        ).exception()
    return Plan(Effect.REBIND, (source,), detached=True)


@composition("method")
def resize_(input: Tensor, size: Sizes, *, memory_format: MemoryFormat | None = None) -> Tensor:
    """Give this tensor another size, on the same storage, which grows if it must and never shrinks.

    The elements follow one another from the tensor's offset, whatever its strides were; of the same size nothing
    changes. Other tensors on the storage keep what they see. A tail that the storage gains is filled with the mark of
    uninitialised memory. `memory_format` chooses the strides.

    Raises RuntimeError for a negative size, for one that cannot be allocated, for a tensor that requires grad, and
    where the storage would have to grow but its memory is shared with something outside.

    >>> import tensorplay as tp
    >>> x = tp.arange(4)
    >>> x[1:].resize_(2).tolist(), x.resize_(2, 3).size(), x.untyped_storage().nbytes()
    ([1, 2], tensorplay.Size([2, 3]), 48)
    """
    resized: Tensor = _resized("resize_", input, size, memory_format)
    return resized


@composition("function method")
def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: MemoryFormat | None = None) -> Tensor:
    """Give this tensor the size of another, as `resize_` does.

    With `memory_format=preserve_format` in the memory format that the template suggests. Raises TypeError for what is
    no tensor.

    >>> import tensorplay as tp
    >>> tp.zeros(2).resize_as_(tp.zeros(1, 2)).size()
    tensorplay.Size([1, 2])
    """
    if not isinstance(the_template, TensorBase):
        raise TypeError(
            f"resize_as_(): argument 'the_template' (position 1) must be Tensor, not {type(the_template).__name__}"
        )
    spec = the_template._spec
    resized: Tensor
    if memory_format is preserve_format:
        suggested = formats.suggested_format(spec.size, spec.stride)
        resized = _sized("resize_as_", input, spec.size, suggested)
    else:
        resized = _resized("resize_as_", input, spec.size, memory_format)
    return resized


def _resized(name: str, input: Any, size: Ints, memory_format: Any) -> Any:
    if memory_format is not None and not isinstance(memory_format, MemoryFormat):
        found = type(memory_format).__name__
        raise TypeError(f"{name}(): argument 'memory_format' must be tensorplay.memory_format, not {found}")
    if memory_format is preserve_format:
        raise RuntimeError(f"{name}() needs a memory format that names strides, and preserve_format names none")
    return _sized(name, input, size, None if memory_format is None else memory_format.name)


def _sized(name: str, input: Any, size: Ints, format: str | None) -> Any:
    if input.requires_grad:
        raise RuntimeError(f"{name}(): a tensor that requires grad cannot be resized; use reshape, or resize detach()")
    return execute(set_size, (input,), (size, format))


@composition("method")
def set_(input: Tensor, source: Any = (), storage_offset: int = 0, size: Any = None, stride: Any = None) -> Tensor:
    """Let this tensor see another storage.

    `set_()` sees an empty one, `set_(tensor)` the storage of a tensor through its layout, `set_(storage)` all elements
    of a storage, and `set_(source, storage_offset, size, stride=None)` what sizes and strides say; the storage grows
    if they reach beyond it. The dtype stays, so a source with another is refused.

    Raises TypeError for other arguments; RuntimeError for another dtype or device, negative numbers, lengths that
    differ, and for a leaf that requires grad.

    >>> import tensorplay as tp
    >>> x = tp.arange(6)
    >>> y = tp.arange(0).set_(x, 1, (2, 2), (2, 1))
    >>> y.tolist(), y.data_ptr() == x[1:].data_ptr(), y._is_view()
    ([[1, 2], [3, 4]], True, False)
    """
    tensor, dtype = _source_of(input, source)
    if dtype is not None and dtype is not input.dtype:
        raise RuntimeError(
            f"set_(): a tensor of {input.dtype} cannot see the elements of a source of {dtype}; use source.view(dtype)"
        )
    if tensor.device != input.device:
        raise RuntimeError(f"set_(): a tensor on '{input.device}' cannot see a storage on '{tensor.device}'; use to()")
    layout = tensor._spec.layout
    if size is None:
        if storage_offset or stride is not None:
            raise TypeError("set_() takes storage_offset and stride together with size only")
        given: tuple[Any, ...] = (layout.size, layout.stride, layout.offset)
    else:
        given = (_ints("size", size), None if stride is None else _ints("stride", stride), _offset(storage_offset))
    changed: Tensor = execute(set_source, (input, tensor), given)
    return changed


def _source_of(input: Any, source: Any) -> tuple[Any, DType | None]:
    """What `set_` shall see as a tensor, and the dtype that its elements have, if they have one."""
    if isinstance(source, TensorBase):
        return source, source.dtype
    if isinstance(source, TypedStorage):
        storage, dtype = source.untyped(), source.dtype
    elif isinstance(source, UntypedStorage):
        storage, dtype = source, None
    elif source == ():
        storage, dtype = UntypedStorage(0, device=input.device), None
    else:
        raise TypeError(f"set_(): argument 'source' must be Tensor or a storage, not {type(source).__name__}")
    layout = Layout((storage.nbytes() // input.itemsize,), (1,))
    return make_tensor(storage, Spec(layout, input.dtype, storage.device)), dtype


def _ints(name: str, value: Any) -> Ints:
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"set_(): argument '{name}' must be tuple of ints, not {type(value).__name__}")
    found: Ints = sizes("set_", (value,))
    return found


def _offset(value: Any) -> int:
    try:
        return to_int(value)
    except WrongType:
        raise TypeError(f"set_(): argument 'storage_offset' must be int, not {type(value).__name__}") from None


@composition("property:data")
def data(input: Tensor) -> Tensor:
    """The same cells as a tensor of its own, of which autograd knows nothing.

    Neither a gradient nor the count of changes (`_version`) is shared, so a change made through it goes unseen.
    Assigning `x.data = y` lets this tensor see the storage of `y`, with its size, strides and dtype, without a trace in
    the graph or in `_version`: RuntimeError for another device, TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> x = tp.ones(2, requires_grad=True)
    >>> x.data.zero_().requires_grad, x.tolist(), x._version
    (False, [0.0, 0.0], 0)
    """
    detached: Tensor = make_tensor(input._storage, input._spec)
    return detached


@composition("setter:data")
def assign_data(input: Tensor, source: Tensor) -> None:
    """Let the tensor see the cells of another."""
    if not isinstance(source, TensorBase):
        raise TypeError(f"the data of a tensor has to be a tensor, not {type(source).__name__}")
    dtype = source.dtype
    if input.requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"the data of a tensor that requires grad must be floating point or complex, not {dtype}")
    execute(set_data, (input, source), ())
