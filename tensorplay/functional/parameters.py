"""What factory functions have in common: dtype, layout, device, requires_grad, pin_memory, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device, current_device_for
from tensorplay.attributes.dtype import DType, get_default_dtype
from tensorplay.attributes.layout_kind import LayoutKind, strided
from tensorplay.attributes.memory_format import MemoryFormat, preserve_format
from tensorplay.core.access import array_of
from tensorplay.core.arguments import WrongType, to_bool, to_device, to_dtype, to_int, to_ints
from tensorplay.core.execute import execute
from tensorplay.core.tensor import Autograd, TensorBase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.core.operation import Operation

    from .op import Ints, Number


# dtype, layout, device, requires_grad and pin_memory as the caller gave them. A declaration takes them as its one
# parameter `options`, which `make faces` writes out as five.
Options = tuple[DType | None, LayoutKind | None, Device | str | int | None, bool, bool]
NO_OPTIONS: Options = (None, None, None, False, False)


def create(
    operation: Operation,
    parameters: tuple[Any, ...],
    options: Options,
    out: Any = None,
    default_dtype: DType | None = None,
    name: str = "",
) -> Any:
    """Carry out a factory operation, whose plan takes dtype and device as its last parameters.

    Without a dtype, that of `out` or else `default_dtype` is taken, which is the global default if it is None. `name`
    is what was called, where that is not the operation.
    """
    chosen, place = dtype_and_device(name or operation.name, options, out, default_dtype)
    return with_grad(execute(operation, (), (*parameters, chosen, place), out), options[3])


def dtype_and_device(
    name: str, options: Options, out: Any = None, default_dtype: DType | None = None
) -> tuple[DType, Device]:
    """The dtype and device of a tensor to be made, after a check of all options; see `create`."""
    dtype, layout, device, requires_grad, pin_memory = options
    if out is not None:
        chosen, place = options_of_out(name, out, dtype, layout, device)
    else:
        if dtype is None:
            chosen = get_default_dtype() if default_dtype is None else default_dtype
        else:
            chosen = checked_dtype(name, dtype)
        place = checked_device(name, device)
    check_options(name, chosen, layout, place, requires_grad, pin_memory)
    return chosen, place


def options_of_out(name: str, out: Any, dtype: Any, layout: Any, device: Any) -> tuple[DType, Device]:
    """The dtype and device of an `out=`, which those that are asked for must agree with."""
    if not isinstance(out, TensorBase):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if dtype is not None and checked_dtype(name, dtype) is not out.dtype:
        raise RuntimeError(f"{name}(): dtype {dtype} was asked for, but out= has {out.dtype}; leave dtype out")
    if layout is not None and layout is not out.layout:
        raise RuntimeError(f"{name}(): layout {layout} was asked for, but out= has {out.layout}; leave layout out")
    if device is not None and checked_device(name, device).type != out.device.type:
        raise RuntimeError(
            f"{name}(): device '{device}' was asked for, but out= is on '{out.device}'; leave device out"
        )
    return out.dtype, out.device


def dtype_and_device_like(name: str, input: TensorBase, options: Options) -> tuple[DType, Device]:
    """The dtype and device of a tensor made after another one, unless others are asked for; all options are checked."""
    dtype, layout, device, requires_grad, pin_memory = options
    tensor_argument(name, "input", input, 1)
    chosen = input._spec.dtype if dtype is None else checked_dtype(name, dtype)
    place = input._spec.device if device is None else checked_device(name, device)
    check_options(name, chosen, layout, place, requires_grad, pin_memory)
    return chosen, place


def argument(name: str, parameter: str, convert: Callable[[Any], Any], value: Any, position: int | None = None) -> Any:
    """Convert an argument of a function that is made of others; TypeError says which one is wrong."""
    try:
        return convert(value)
    except WrongType as error:
        place = "" if position is None else f" (position {position})"
        raise TypeError(
            f"{name}(): argument '{parameter}'{place} must be {error.expected}, not {type(value).__name__}"
        ) from None


def dtype_or_that_of(dtype: Any, out: Any) -> Any:
    """The dtype asked for; where none is, that of `out`, if there is one."""
    return out.dtype if dtype is None and isinstance(out, TensorBase) else dtype


def checked_dtype(name: str, dtype: Any) -> DType:
    """A dtype from what was given as `dtype=`."""
    chosen: DType = argument(name, "dtype", to_dtype, dtype)
    return chosen


def checked_device(name: str, device: Any) -> Device:
    """The device on which to make a tensor from what was given as `device=`; None means the default device."""
    return current_device_for(None if device is None else argument(name, "device", to_device, device))


def checked_format(name: str, memory_format: Any) -> MemoryFormat:
    """A memory format from what was given as `memory_format=`; None means to preserve."""
    if memory_format is None:
        return preserve_format
    if not isinstance(memory_format, MemoryFormat):
        kind = type(memory_format).__name__
        raise TypeError(f"{name}(): argument 'memory_format' must be tensorplay.memory_format, not {kind}")
    return memory_format


def tensor_argument(name: str, parameter: str, value: Any, position: int) -> TensorBase:
    """A tensor, or TypeError."""
    if not isinstance(value, TensorBase):
        kind = type(value).__name__
        raise TypeError(f"{name}(): argument '{parameter}' (position {position}) must be Tensor, not {kind}")
    return value


def int_argument(name: str, parameter: str, value: Any, position: int) -> int:
    """An int from what counts as one."""
    number: int = argument(name, parameter, to_int, value, position)
    return number


def size_argument(name: str, value: Any, position: int = 1) -> Ints:
    """A size given as a tuple or a list of ints; a single int is refused, since arguments follow it."""
    if not isinstance(value, (tuple, list)):
        kind = type(value).__name__
        raise TypeError(f"{name}(): argument 'size' (position {position}) must be tuple of ints, not {kind}")
    size: Ints = argument(name, "size", to_ints, value, position)
    return size


def number_argument(name: str, parameter: str, value: Any, position: int) -> Number:
    """A Python number from a number, a NumPy scalar or a 0-dim tensor."""
    kind = type(value)
    if kind is int or kind is float or kind is bool or kind is complex:
        if kind is int and not -(1 << 63) <= value < 1 << 64:
            raise OverflowError(f"{name}(): {value} is too large for argument '{parameter}', which has 64 bits")
        number: Number = value
        return number
    if isinstance(value, TensorBase):
        if value._spec.rank == 0:
            scalar: Number = array_of(value).item()
            return scalar
    elif getattr(value, "shape", None) == () and hasattr(value, "item"):  # a NumPy scalar
        return number_argument(name, parameter, value.item(), position)
    else:
        if isinstance(value, int):
            return number_argument(name, parameter, int(value), position)
        if isinstance(value, float):
            return float(value)
        if isinstance(value, complex):
            return complex(value)
    raise TypeError(f"{name}(): argument '{parameter}' (position {position}) must be Number, not {kind.__name__}")


def check_options(
    name: str, dtype: DType, layout: Any, device: Device, requires_grad: Any = False, pin_memory: Any = False
) -> None:
    """Refuse options that a dense tensor on this machine cannot have."""
    if layout is not None and layout is not strided:
        if not isinstance(layout, LayoutKind):
            raise TypeError(f"{name}(): argument 'layout' must be tensorplay.layout, not {type(layout).__name__}")
        raise NotImplementedError(f"{name}() makes dense tensors only, layout={layout} is not among them")
    for option, value in (("requires_grad", requires_grad), ("pin_memory", pin_memory)):
        if value is not None:
            argument(name, option, to_bool, value)
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


def with_grad(tensor: TensorBase, requires_grad: bool | None) -> TensorBase:
    """Switch the wish for a gradient on for a new tensor."""
    if requires_grad:
        tensor._autograd = Autograd(requires_grad=True)
    return tensor
