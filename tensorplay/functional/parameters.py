"""What factory functions have in common: dtype, layout, device, requires_grad, pin_memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import current_device_for
from tensorplay.attributes.dtype import DType, get_default_dtype
from tensorplay.attributes.layout_kind import LayoutKind, strided
from tensorplay.core.arguments import WrongType, to_dtype
from tensorplay.core.execute import execute
from tensorplay.core.tensor import Autograd, TensorBase

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.core.operation import Operation


def create(
    operation: Operation,
    parameters: tuple[Any, ...],
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Any:
    """Carry out a factory operation, whose plan takes dtype and device as its last parameters."""
    chosen = get_default_dtype() if dtype is None else checked_dtype(operation.name, dtype)
    place = current_device_for(device)
    check_options(operation.name, chosen, layout, place, requires_grad, pin_memory)
    result = execute(operation, (), (*parameters, chosen, place))
    return with_grad(result, requires_grad)


def checked_dtype(name: str, dtype: Any) -> DType:
    """A dtype from what was given as `dtype=`."""
    try:
        return to_dtype(dtype)
    except WrongType as error:
        raise TypeError(f"{name}(): argument 'dtype' must be {error.expected}, not {type(dtype).__name__}") from None


def check_options(
    name: str, dtype: DType, layout: Any, device: Device, requires_grad: Any, pin_memory: Any
) -> None:
    """Refuse options that a dense tensor on this machine cannot have."""
    if layout is not None and layout is not strided:
        if not isinstance(layout, LayoutKind):
            raise TypeError(f"{name}(): argument 'layout' must be tensorplay.layout, not {type(layout).__name__}")
        raise NotImplementedError(f"{name}() makes dense tensors only, layout={layout} is not among them")
    for option, value in (("requires_grad", requires_grad), ("pin_memory", pin_memory)):
        if not isinstance(value, bool):
            raise TypeError(f"{name}(): argument '{option}' must be bool, not {type(value).__name__}")
    if pin_memory:
        raise RuntimeError(
            f"{name}(pin_memory=True) needs a GPU whose driver can lock pages, and there is none; leave pin_memory out"
            if device.type == "cpu"
            else f"{name}(pin_memory=True) is for tensors on the CPU, not on '{device}'"
        )
    if requires_grad:
        check_differentiable(dtype)


def check_differentiable(dtype: DType) -> None:
    """Refuse a dtype that has no gradients."""
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(
            f"only tensors of floating point and complex dtype can require gradients, and this one is {dtype}"
        )


def with_grad(tensor: TensorBase, requires_grad: bool) -> TensorBase:
    """Switch the wish for a gradient on for a new tensor."""
    if requires_grad:
        tensor._autograd = Autograd(requires_grad=True)
    return tensor
