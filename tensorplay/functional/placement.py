"""Where the memory of a tensor lies: on a GPU, locked for one, shared between processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.planning import is_planning

from .op import accessor, composition
from .parameters import tensor_argument

if TYPE_CHECKING:
    from .faces import Tensor


@accessor("function")
def get_device(input: Tensor) -> int:
    """The ordinal of the GPU that a tensor is on, -1 for a tensor that is on none.

    >>> import tensorplay as tp
    >>> tp.get_device(tp.zeros(2))
    -1
    """
    return tensor_argument("get_device", "input", input, 1).get_device()


@composition("method")
def pin_memory(input: Tensor, device: Any = None) -> Tensor:
    """A copy in memory that is locked for a GPU, so that it is copied there without a detour.

    Raises RuntimeError where there is no GPU, and for a tensor that is not on the CPU.

    >>> import tensorplay as tp
    >>> tp.zeros(2).pin_memory()
    Traceback (most recent call last):
    RuntimeError: pin_memory() needs a GPU whose driver can lock pages, and there is none; use the tensor as it is
    """
    if input.device.type != "cpu":
        raise RuntimeError(f"pin_memory() is for dense tensors on the CPU, and this one is on '{input.device}'")
    raise RuntimeError(
        "pin_memory() needs a GPU whose driver can lock pages, and there is none; use the tensor as it is"
    )


@composition("method")
def share_memory_(input: Tensor) -> Tensor:
    """Move the storage to memory that processes forked from this one share: a change of one is seen by all.

    Every tensor on the storage follows. What is pickled is a copy. Raises RuntimeError on another device than the CPU
    and for memory that something else holds, NotImplementedError on a system that does not fork processes.

    >>> import tensorplay as tp
    >>> x = tp.arange(4)
    >>> x[1:].share_memory_().is_shared(), x.is_shared(), x.tolist()
    (True, True, [0, 1, 2, 3])
    """
    if not is_planning():
        input._storage.share_memory_()
    return input


@accessor("property:__cuda_array_interface__")
def cuda_array_interface(input: Tensor) -> dict[str, Any]:
    """CuPy's and Numba's description of memory on a GPU. AttributeError for a tensor that is on none.

    >>> import tensorplay as tp
    >>> hasattr(tp.zeros(2), "__cuda_array_interface__")
    False
    """
    raise AttributeError(
        f"__cuda_array_interface__ describes memory on a GPU, but this tensor is on '{input.device}'; numpy() and "
        "DLPack lend memory on the CPU"
    )
