"""GPUs under PyTorch's names, `tensorplay.cuda.is_available()` and its like.

There is no GPU that tensorplay could compute on, so the questions are answered truthfully: none is available, none
counted, and no memory taken. What needs one raises RuntimeError and names the way out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .attributes.device import Device

__all__ = ["current_device", "device_count", "get_device_name", "is_available", "memory_allocated", "synchronize"]


def is_available() -> bool:
    """Whether tensors can be made on a GPU.

    >>> import tensorplay as tp
    >>> tp.cuda.is_available()
    False
    """
    return False


def device_count() -> int:
    """The number of GPUs that tensors can be made on.

    >>> import tensorplay as tp
    >>> tp.cuda.device_count()
    0
    """
    return 0


def memory_allocated(device: Device | str | int | None = None) -> int:
    """How many bytes the tensors on a GPU occupy; 0 where there is none.

    >>> import tensorplay as tp
    >>> tp.cuda.memory_allocated()
    0
    """
    return 0


def current_device() -> int:
    """The ordinal of the GPU on which device="cuda" makes tensors. RuntimeError where there is none.

    >>> import tensorplay as tp
    >>> tp.cuda.current_device()
    Traceback (most recent call last):
    RuntimeError: current_device() needs a GPU, and tensorplay finds none that it could compute on
    """
    raise _refusal("current_device")


def get_device_name(device: Device | str | int | None = None) -> str:
    """What a GPU is called. RuntimeError where there is none.

    >>> import tensorplay as tp
    >>> tp.cuda.get_device_name(0)
    Traceback (most recent call last):
    RuntimeError: get_device_name() needs a GPU, and tensorplay finds none that it could compute on
    """
    raise _refusal("get_device_name")


def synchronize(device: Device | str | int | None = None) -> None:
    """Wait until a GPU has finished what it was given to do. RuntimeError where there is none.

    >>> import tensorplay as tp
    >>> tp.cuda.synchronize()
    Traceback (most recent call last):
    RuntimeError: synchronize() needs a GPU, and tensorplay finds none that it could compute on
    """
    raise _refusal("synchronize")


def _refusal(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}() needs a GPU, and tensorplay finds none that it could compute on: ask is_available() first, and use "
        "device='cpu', or device='meta' to study layouts without memory"
    )
