"""Tensors from Python data and from memory that exists: tensor, as_tensor, asarray, from_numpy, frombuffer."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import get_default_dtype
from tensorplay.backends import backend_for
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.arguments import to_bool
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.geometry.layout import Layout

from .copying import convert, to
from .literals import Literal, is_array, is_scalar
from .op import accessor, composition, op
from .parameters import (
    argument,
    check_differentiable,
    check_options,
    checked_device,
    checked_dtype,
    int_argument,
    with_grad,
)

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor

_CPU = Device("cpu")


@op()
def written_out(literal: Any, dtype: DType, device: Device) -> Plan:
    """A new contiguous tensor with the numbers of a literal."""
    return Plan(Effect.NEW, (contiguous_spec(literal.size, dtype, device),))


@written_out.run
def _(backend: Any, out: Any, literal: Literal, dtype: DType, device: Device) -> None:
    backend.copy(out, literal.array(backend, dtype))


def _from_literal(data: Any, dtype: DType | None, place: Device) -> Any:
    literal = Literal(data)
    inferred = literal.dtype() if dtype is None else dtype
    return execute(written_out, (), (literal, inferred, place))


@composition("function")
def tensor(
    data: Any,
    *,
    dtype: DType | None = None,
    device: Device | str | int | None = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor with the numbers of nested sequences, of a NumPy array or of another tensor; they are copied.

    Without a dtype, bool, int, float and complex numbers become bool, int64, the default dtype and its complex
    counterpart, and of several the one that holds all; arrays and NumPy scalars keep theirs. The result is contiguous,
    or has the strides of a dense array or tensor.

    Raises ValueError for parts of different lengths and for integers beyond 64 bits, TypeError for what is no number,
    RuntimeError for a number that `dtype` cannot hold.

    >>> import tensorplay as tp
    >>> tp.tensor([[1, 2], [3, 4.5]]).tolist()
    [[1.0, 2.0], [3.0, 4.5]]
    >>> tp.tensor([[1, 2], [3]])
    Traceback (most recent call last):
        ...
    ValueError: expected sequence of length 2 at dim 1 (got 1): the parts of a tensor have one length
    """
    result: Tensor = copied("tensor", data, dtype, device, requires_grad, pin_memory)
    return result


def copied(
    name: str, data: Any, dtype: Any, device: Any, requires_grad: Any, pin_memory: Any, place: Device | None = None
) -> Any:
    """A new tensor with the values of `data`; `place` is the device where none is given."""
    chosen = None if dtype is None else checked_dtype(name, dtype)
    if device is not None or place is None:
        place = data._spec.device if device is None and isinstance(data, TensorBase) else checked_device(name, device)
    check_options(name, get_default_dtype(), None, place, requires_grad, pin_memory)
    source = from_array(data, check_writable=False) if is_array(data) or is_scalar(data) else data
    if isinstance(source, TensorBase):
        source = source.detach()  # type: ignore[attr-defined]
        result = execute(convert, (source,), (source.dtype if chosen is None else chosen, place, "preserve"))
    else:
        result = _from_literal(data, chosen, place)
    if requires_grad:
        check_differentiable(result.dtype)
    return with_grad(result, requires_grad)


@composition("function")
def as_tensor(data: Any, *, dtype: DType | None = None, device: Device | str | int | None = None) -> Tensor:
    """A tensor of the data, which is shared where it can be: a tensor is returned itself, a NumPy array is not copied.

    It is copied if the dtype or the device differs, and if it is neither a tensor nor an array. Raises ValueError for
    lists of unequal lengths, TypeError for text.

    >>> import tensorplay as tp
    >>> x = tp.arange(3)
    >>> tp.as_tensor(x) is x
    True
    """
    if isinstance(data, TensorBase) or is_array(data):
        source: Any = data if isinstance(data, TensorBase) else from_array(data)
        chosen = source.dtype if dtype is None else checked_dtype("as_tensor", dtype)
        place = source.device if device is None else checked_device("as_tensor", device)
        result: Tensor = to(source, place, chosen)
        return result
    copy: Tensor = copied("as_tensor", data, dtype, device, False, False)
    return copy


@composition("function")
def asarray(
    obj: Any,
    *,
    dtype: DType | None = None,
    device: Device | str | int | None = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    r"""A tensor of a tensor, an array, an object that offers DLPack or a buffer, a number or nested sequences.

    The memory is shared unless `copy` is True, or the dtype or device differs; with `copy=False`, ValueError says that
    it cannot be. Of a buffer the bytes are read as elements of `dtype`, the default dtype if none is given.

    >>> import tensorplay as tp
    >>> tp.asarray(bytearray(b"\x01\x00\x02\x00"), dtype=tp.int16).tolist()
    [1, 2]
    """
    for word, value in (("copy", copy), ("requires_grad", requires_grad)):
        if value is not None:
            argument("asarray", word, to_bool, value)
    source = _shared(obj, dtype)
    if source is None:
        if copy is False:
            raise ValueError(f"a {type(obj).__name__} must be copied to become a tensor; leave copy=False out")
        result: Tensor = copied("asarray", obj, dtype, device, bool(requires_grad), False)
        return result
    chosen = source.dtype if dtype is None else checked_dtype("asarray", dtype)
    place = source.device if device is None else checked_device("asarray", device)
    changes = chosen is not source.dtype or place != source.device
    if copy is False and changes:
        raise ValueError(
            f"a tensor of {source.dtype} on '{source.device}' must be copied to become {chosen} on '{place}'; leave "
            "copy=False out"
        )
    wanted = source.requires_grad if requires_grad is None else requires_grad
    if wanted:
        check_differentiable(chosen)
    result = to(source, place, chosen, copy=bool(copy))
    if wanted == result.requires_grad:
        return result
    result = result.detach()
    with_grad(result, wanted)
    return result


def _shared(obj: Any, dtype: Any) -> Any:
    """A tensor on the memory of an object, None if it has none to share."""
    from .exchange import from_dlpack

    if isinstance(obj, TensorBase):
        return obj
    if is_array(obj):
        return from_array(obj)
    if is_scalar(obj):
        return from_array(obj.reshape(()))
    if hasattr(obj, "__dlpack__"):
        return from_dlpack(obj)
    if isinstance(obj, (list, tuple, str)):
        return None
    try:
        memoryview(obj).release()
    except TypeError:
        return None
    return frombuffer(obj, dtype=get_default_dtype() if dtype is None else dtype)


@composition("function")
def from_numpy(ndarray: Any) -> Tensor:
    """A tensor on the memory of a NumPy array: a change of one is seen in the other.

    The strides are the array's, in elements. Raises ValueError for negative strides (copy the array first), for strides
    that are no whole number of elements and for a foreign byte order; TypeError for what is no array and for types that
    no tensor has. A read-only array is shared with a warning, and stays read-only.

    >>> import numpy as np
    >>> import tensorplay as tp
    >>> array = np.arange(4)
    >>> x = tp.from_numpy(array)
    >>> array[0] = 9
    >>> x.tolist()
    [9, 1, 2, 3]
    """
    if not is_array(ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__}); use as_tensor for other data")
    result: Tensor = from_array(ndarray)
    return result


def from_array(array: Any, *, check_writable: bool = True) -> Any:
    """A tensor on the memory of a NumPy array or scalar."""
    from tensorplay.backends.sharing import bytes_of, span_of

    if not is_array(array):
        array = array.reshape(())
    if not array.dtype.isnative:
        raise ValueError(
            f"the array has the byte order of another machine ({array.dtype.str}); convert it with "
            "array.astype(array.dtype.newbyteorder('='))"
        )
    dtype = backend_for("cpu").dtype_of(array.dtype)
    if dtype is None:
        raise TypeError(f"no tensor can hold NumPy's type {array.dtype}; convert with .astype() to a number type first")
    if any(step < 0 for step in array.strides):
        raise ValueError(
            f"the array has negative strides ({array.strides} bytes), which tensors do not have; share array.copy() "
            "instead"
        )
    if any(step % array.itemsize for step in array.strides):
        raise ValueError(
            f"the strides of the array ({array.strides} bytes) are no whole numbers of elements of {array.itemsize} "
            "bytes; share array.copy() instead"
        )
    if check_writable and not array.flags.writeable:
        _warn_read_only("array")
    layout = Layout(array.shape, tuple([step // array.itemsize for step in array.strides]))
    storage = UntypedStorage.around(bytes_of(array), span_of(array), _CPU, array)
    return make_tensor(storage, Spec(layout, dtype, _CPU))


def _warn_read_only(what: str) -> None:
    warnings.warn(
        f"the {what} is read-only, so the tensor that shares its memory cannot be written to; clone() it to change it",
        UserWarning,
        stacklevel=5,
    )


@composition("function")
def frombuffer(buffer: Any, *, dtype: DType, count: int = -1, offset: int = 0, requires_grad: bool = False) -> Tensor:
    r"""A vector on the memory of an object with Python's buffer interface, such as a bytearray, without a copy.

    `count` elements from the byte `offset` on, all that follow if it is negative. Raises ValueError for an object
    without a buffer, an empty one, an offset outside of it, and bytes that are too few or no whole number of elements.

    >>> import tensorplay as tp
    >>> tp.frombuffer(bytearray(b"\x01\x00\x02\x00"), dtype=tp.int16, offset=2).tolist()
    [2]
    """
    from tensorplay.backends.sharing import buffer_bytes

    chosen = checked_dtype("frombuffer", dtype)
    start = int_argument("frombuffer", "offset", offset, 4)
    try:
        window = memoryview(buffer)
    except TypeError:
        raise ValueError(f"a {type(buffer).__name__} does not implement Python's buffer interface") from None
    if not window.contiguous:
        raise RuntimeError("the buffer has gaps between its elements; copy it first")
    elements = _elements_in(window.nbytes, chosen, int_argument("frombuffer", "count", count, 3), start)
    if requires_grad:
        check_differentiable(chosen)
    if window.readonly:
        _warn_read_only("buffer")
    nbytes = elements * chosen.itemsize
    storage = UntypedStorage.around(buffer_bytes(buffer, start, nbytes), nbytes, _CPU, buffer)
    result: Tensor = make_tensor(storage, contiguous_spec((elements,), chosen, _CPU))
    with_grad(result, requires_grad)
    return result


def _elements_in(nbytes: int, dtype: DType, count: int, offset: int) -> int:
    """How many elements to read from a buffer of `nbytes` bytes."""
    itemsize = dtype.itemsize
    if nbytes == 0 or count == 0:
        raise ValueError(f"both buffer length ({nbytes}) and count ({count}) must not be 0")
    if not 0 <= offset < nbytes:
        raise ValueError(f"offset ({offset} bytes) must lie inside the buffer, which has {nbytes} bytes")
    rest = nbytes - offset
    if count < 0:
        if rest % itemsize:
            raise ValueError(
                f"the {rest} bytes after offset {offset} must be a multiple of the element size ({itemsize}); give "
                "count"
            )
        return rest // itemsize
    if count * itemsize > rest:
        raise ValueError(f"{count} elements of {itemsize} bytes are more than the {rest} bytes after offset {offset}")
    return count


@composition("method")
def new_tensor(
    input: Tensor,
    data: Any,
    *,
    dtype: DType | None = None,
    device: Device | str | int | None = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor with the numbers of `data`, copied, in the dtype and on the device of this one.

    Raises ValueError for lists of unequal lengths, TypeError for text.

    >>> import tensorplay as tp
    >>> tp.zeros(1, dtype=tp.int8).new_tensor([1.5, 2]).tolist()
    [1, 2]
    """
    chosen = input.dtype if dtype is None else dtype
    result: Tensor = copied("new_tensor", data, chosen, device, requires_grad, pin_memory, input.device)
    return result


@accessor("function")
def is_tensor(obj: Any) -> bool:
    """Whether an object is a tensor of this package.

    >>> import tensorplay as tp
    >>> tp.is_tensor(tp.zeros(1)), tp.is_tensor([0])
    (True, False)
    """
    return isinstance(obj, TensorBase)
