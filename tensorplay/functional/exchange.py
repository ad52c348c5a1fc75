"""Memory exchanged with others: NumPy arrays and DLPack, shared without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import bfloat16, complex32
from tensorplay.core.access import array_of
from tensorplay.core.arguments import to_bool
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.geometry.layout import Layout

from .copying import raw_array, to
from .op import accessor, composition
from .parameters import argument, checked_device

if TYPE_CHECKING:
    from .faces import Tensor

_CPU = Device("cpu")
_DLPACK_CPU = (1, 0)


@accessor("method")
def numpy(input: Tensor, *, force: bool = False) -> Any:
    """The values as a NumPy array on the same memory: a change of one is seen in the other.

    Strides are the tensor's, in bytes. From here on nobody knows what is written, so the storage counts as exported and
    keeps its size. Raises TypeError for bfloat16 and complex32, which NumPy does not have, and for tensors without
    values; RuntimeError for a tensor that requires a gradient or has a lazy bit set. With `force=True` the tensor is
    detached, moved to the CPU and resolved first, which may copy it.

    >>> import tensorplay as tp
    >>> x = tp.arange(4)
    >>> array = x.numpy()
    >>> array[0] = 5
    >>> x.tolist()
    [5, 1, 2, 3]
    """
    if argument("numpy", "force", to_bool, force):
        input = to(input.detach(), _CPU).resolve_conj().resolve_neg()
    if input.requires_grad:
        raise RuntimeError("numpy() would lose the gradient of this tensor; call detach().numpy()")
    _check_has_values(input, "numpy()")
    _check_resolved(input, "numpy()")
    if input.dtype in (bfloat16, complex32):
        way = "float" if input.dtype is bfloat16 else "cfloat"
        raise TypeError(f"NumPy has no type for {input.dtype}; use np.asarray(x.{way}()), or DLPack, which carries it")
    array = array_of(input)
    input._storage.mark_exported()
    return array


def _check_has_values(input: TensorBase, what: str) -> None:
    if input._spec.device.type != "cpu":
        place = input._spec.device
        way = "it has a layout but no values" if place.type == "meta" else "call cpu() first"
        raise TypeError(f"{what} needs memory on the CPU, but this tensor is on '{place}': {way}")


def _check_resolved(input: TensorBase, what: str) -> None:
    """An array shows the stored values, which are not the tensor's where a lazy bit is set."""
    for bit, word, method in ((input._spec.conj, "conjugate", "conj"), (input._spec.neg, "negative", "neg")):
        if bit:
            raise RuntimeError(
                f"{what} shows the stored values, but the {word} bit is set, so they are not those of the tensor; "
                f"call resolve_{method}() first"
            )


@accessor("__array__")
def as_array(input: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    """What `numpy.asarray` calls: the array of `numpy()`, converted to `dtype` if that differs.

    >>> import numpy as np
    >>> import tensorplay as tp
    >>> np.asarray(tp.arange(3), dtype=np.float64)
    array([0., 1., 2.])
    """
    import numpy as np

    return np.array(input.numpy(), dtype=dtype, copy=copy)


@accessor("property:__array_interface__")
def array_interface(input: Tensor) -> dict[str, Any]:
    """NumPy's description of this memory. AttributeError where there is none that it could read.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 3).__array_interface__["shape"]
    (2, 3)
    """
    try:
        interface: dict[str, Any] = input.numpy().__array_interface__
    except (RuntimeError, TypeError) as error:
        raise AttributeError(str(error)) from error
    return interface


@accessor("__array_wrap__")
def from_result(input: Tensor, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """What NumPy's functions of tensors give: a tensor on the memory of the result.

    >>> import numpy as np
    >>> import tensorplay as tp
    >>> np.add(tp.arange(2), 1).tolist()
    [1, 2]
    """
    from .data import from_array

    return from_array(array)


@accessor("__dlpack_device__")
def dlpack_device(input: Tensor) -> tuple[int, int]:
    """DLPack's name of the device: its type and number. ValueError for a device that has none.

    >>> import tensorplay as tp
    >>> tp.zeros(1).__dlpack_device__()
    (1, 0)
    """
    if input._spec.device.type != "cpu":
        raise ValueError(f"DLPack cannot lend memory of device '{input._spec.device}'")
    return _DLPACK_CPU


@accessor("__dlpack__")
def lent(
    input: Tensor,
    *,
    stream: int | None = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """A DLPack capsule that lends this memory: sizes, strides and all dtypes, bfloat16 and complex32 too.

    BufferError for a tensor that requires a gradient, has a lazy bit set or no memory, and for another device than its
    own. A copy is lent if `copy` is True.

    >>> import numpy as np
    >>> import tensorplay as tp
    >>> np.from_dlpack(tp.arange(6).view(2, 3).t()).shape
    (3, 2)
    """
    if stream not in (None, -1):
        if not isinstance(stream, int):
            raise TypeError(f"__dlpack__(): stream must be an int or None, not {type(stream).__name__}")
        raise AssertionError(f"__dlpack__(): there are no streams on the CPU, but stream={stream} was given")
    if input.requires_grad:
        raise BufferError("a tensor that requires a gradient cannot be lent; call detach() first")
    try:
        _check_has_values(input, "DLPack")
        _check_resolved(input, "DLPack")
    except (RuntimeError, TypeError) as error:
        raise BufferError(str(error)) from None
    if dl_device is not None and tuple(dl_device) != _DLPACK_CPU:
        raise BufferError(f"this tensor is on the CPU, DLPack's device (1, 0), but {tuple(dl_device)} was asked for")
    if copy:
        input = input.clone()
    array_of(input)  # refuses a storage that was shrunk, and planning
    from tensorplay.backends import backend_for
    from tensorplay.backends.dlpack import lend

    input._storage.mark_exported()
    return lend(raw_array(backend_for("cpu"), input), input.dtype, input.stride(), max_version)


@composition("function")
def from_dlpack(ext_tensor: Any, *, device: Device | str | int | None = None, copy: bool | None = None) -> Tensor:
    """A tensor on the memory that another library lends through DLPack: a change of one is seen in the other.

    Takes an object with `__dlpack__`, such as a NumPy array or a PyTorch tensor, or a capsule. BufferError for memory
    that is not on the CPU, has negative strides or a type that no tensor has; RuntimeError for what lends nothing.
    Memory that is lent as read-only stays so.

    >>> import numpy as np
    >>> import tensorplay as tp
    >>> tp.from_dlpack(np.arange(3)).tolist()
    [0, 1, 2]
    """
    from tensorplay.backends.dlpack import borrow

    if copy is not None:
        argument("from_dlpack", "copy", to_bool, copy)
    place = _CPU if device is None else checked_device("from_dlpack", device)
    borrowed = borrow(_capsule_of(ext_tensor))
    storage = UntypedStorage.around(borrowed.buffer, borrowed.nbytes, _CPU, borrowed.owner)
    result: Tensor = make_tensor(storage, Spec(Layout(borrowed.size, borrowed.stride), borrowed.dtype, _CPU))
    return to(result, place, copy=bool(copy))


def _capsule_of(lender: Any) -> Any:
    if type(lender).__name__ == "PyCapsule":
        return lender
    if not hasattr(lender, "__dlpack__"):
        raise RuntimeError(
            f"from_dlpack() takes an object with __dlpack__, such as a NumPy array, not {type(lender).__name__}; use "
            "as_tensor for other data"
        )
    try:
        return lender.__dlpack__(max_version=(1, 0))
    except TypeError:  # a lender that knows the older form only
        return lender.__dlpack__()
