"""Conversions of a whole tensor: to a dtype by name, to a device, to resolved bits."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from tensorplay.attributes import dtype as dtypes
from tensorplay.attributes.dtype import ALL_DTYPES, LEGACY_CONSTRUCTORS, DType
from tensorplay.attributes.memory_format import preserve_format
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .copying import clone, to, written
from .op import composition
from .parameters import tensor_argument

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.attributes.device import Device
    from tensorplay.attributes.memory_format import MemoryFormat
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("method")
def float(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in float32: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.arange(2).float().tolist()
    [0.0, 1.0]
    """
    return to(input, dtypes.float32, memory_format=memory_format)


@composition("method")
def double(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in float64: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.zeros(1).double().dtype
    tensorplay.float64
    """
    return to(input, dtypes.float64, memory_format=memory_format)


@composition("method")
def half(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in float16: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.tensor([2049.0]).half().tolist()
    [2048.0]
    """
    return to(input, dtypes.float16, memory_format=memory_format)


@composition("method")
def bfloat16(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in bfloat16: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.tensor([257.0]).bfloat16().tolist()
    [256.0]
    """
    return to(input, dtypes.bfloat16, memory_format=memory_format)


@composition("method")
def int(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in int32: itself if it is that already, else a copy; fractions are cut off.

    >>> import tensorplay as tp
    >>> tp.tensor([-1.7, 1.7]).int().tolist()
    [-1, 1]
    """
    return to(input, dtypes.int32, memory_format=memory_format)


@composition("method")
def long(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in int64: itself if it is that already, else a copy; fractions are cut off.

    >>> import tensorplay as tp
    >>> tp.tensor([True, False]).long().tolist()
    [1, 0]
    """
    return to(input, dtypes.int64, memory_format=memory_format)


@composition("method")
def short(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in int16: itself if it is that already, else a copy; fractions are cut off.

    >>> import tensorplay as tp
    >>> tp.arange(2).short().dtype
    tensorplay.int16
    """
    return to(input, dtypes.int16, memory_format=memory_format)


@composition("method")
def char(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in int8: itself if it is that already, else a copy; integers beyond the range wrap around.

    >>> import tensorplay as tp
    >>> tp.tensor([128]).char().tolist()
    [-128]
    """
    return to(input, dtypes.int8, memory_format=memory_format)


@composition("method")
def byte(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in uint8: itself if it is that already, else a copy; integers beyond the range wrap around.

    >>> import tensorplay as tp
    >>> tp.tensor([-1, 256]).byte().tolist()
    [255, 0]
    """
    return to(input, dtypes.uint8, memory_format=memory_format)


@composition("method")
def bool(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in bool: itself if it is that already, else a copy; whatever is not 0 is True.

    >>> import tensorplay as tp
    >>> tp.tensor([0.0, 0.5]).bool().tolist()
    [False, True]
    """
    return to(input, dtypes.bool_, memory_format=memory_format)


@composition("method")
def cfloat(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in complex64: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.arange(2).cfloat().tolist()
    [0j, (1+0j)]
    """
    return to(input, dtypes.complex64, memory_format=memory_format)


@composition("method")
def cdouble(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in complex128: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.arange(2).cdouble().dtype
    tensorplay.complex128
    """
    return to(input, dtypes.complex128, memory_format=memory_format)


@composition("method")
def chalf(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor in complex32: itself if it is that already, else a copy.

    >>> import tensorplay as tp
    >>> tp.arange(2).chalf().tolist()
    [0j, (1+0j)]
    """
    return to(input, dtypes.complex32, memory_format=memory_format)


# What dtypes are called in the names of the old typed constructors, as far as those exist.
_TYPE_NAMES = {
    **{dtype: name for name, dtype in LEGACY_CONSTRUCTORS.items()},
    dtypes.complex32: "ComplexHalfTensor",
    dtypes.complex64: "ComplexFloatTensor",
    dtypes.complex128: "ComplexDoubleTensor",
    dtypes.uint16: "UInt16Tensor",
    dtypes.uint32: "UInt32Tensor",
    dtypes.uint64: "UInt64Tensor",
}


@composition("method")
def type(input: Tensor, dtype: Any = None, non_blocking: Any = False) -> Any:
    """The name of the tensor's old typed constructor, or the tensor in another dtype.

    `dtype` is a dtype, an old constructor or its name. Raises ValueError for another name, TypeError for anything else.

    >>> import tensorplay as tp
    >>> tp.arange(2).type(), tp.arange(2).type(tp.float32).type()
    ('tensorplay.LongTensor', 'tensorplay.FloatTensor')
    """
    if dtype is None:
        place = "" if input.device.type == "cpu" else f"{input.device.type}."
        return f"tensorplay.{place}{_TYPE_NAMES[input.dtype]}"
    return to(input, *_named_type(dtype))


def _named_type(dtype: Any) -> tuple[Any, ...]:
    """What to pass to `to()` for what was given as a type."""
    if isinstance(dtype, DType):
        return (dtype,)
    if isinstance(dtype, str):
        parts = dtype.split(".")
        for known in ALL_DTYPES:
            if parts[0] == "tensorplay" and parts[-1] == _TYPE_NAMES[known]:
                if len(parts) == 2:
                    return (known,)
                if len(parts) == 3 and parts[1] in ("cuda", "meta"):
                    return (parts[1], known)
        raise ValueError(f"invalid type: '{dtype}'; it is called as the old constructors: 'tensorplay.FloatTensor'")
    if isinstance(dtype, builtins.type):
        named = getattr(dtype, "dtype", None)
        if isinstance(named, DType):
            return (named,)
        raise ValueError(f"invalid type: '{dtype.__name__}'; give a dtype such as tensorplay.int64")
    raise TypeError(f"type() takes a dtype, an old constructor or its name, not {builtins.type(dtype).__name__}")


@composition("method")
def type_as(input: Tensor, other: Tensor) -> Tensor:
    """The tensor in the dtype and on the device of another one: itself if nothing changes, else a copy.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.arange(2).type_as(tp.zeros(1)).dtype
    tensorplay.float32
    """
    if not isinstance(other, TensorBase):
        raise TypeError(f"type_as(): argument 'other' (position 1) must be Tensor, not {builtins.type(other).__name__}")
    return to(input, other)


@composition("method")
def cpu(input: Tensor, memory_format: MemoryFormat = preserve_format) -> Tensor:
    """The tensor on the CPU: itself if it is there, else a copy. NotImplementedError for a tensor without values.

    >>> import tensorplay as tp
    >>> x = tp.arange(2)
    >>> x.cpu() is x
    True
    """
    return to(input, "cpu", memory_format=memory_format)


@composition("method")
def cuda(
    input: Tensor,
    device: Device | str | builtins.int | None = None,
    non_blocking: builtins.bool = False,
    memory_format: MemoryFormat = preserve_format,
) -> Tensor:
    """The tensor on a GPU: itself if it is there, else a copy. RuntimeError where there is no GPU, with the way out.

    >>> import tensorplay as tp
    >>> tp.empty(2, device="meta").is_cuda
    False
    """
    return to(input, "cuda" if device is None else device, memory_format=memory_format)


@composition("function method")
def resolve_conj(input: Tensor) -> Tensor:
    """The tensor without the conjugate bit: itself if the bit is not set, else a copy that holds the conjugates.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.tensor([1 + 2j]).conj().resolve_conj().is_conj()
    False
    """
    return _copied_if("resolve_conj", input, lambda spec: spec.conj)


@composition("function method")
def resolve_neg(input: Tensor) -> Tensor:
    """The tensor without the negative bit: itself if the bit is not set, else a copy that holds the negated values.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.tensor([1 + 2j]).conj().imag.resolve_neg().tolist()
    [-2.0]
    """
    return _copied_if("resolve_neg", input, lambda spec: spec.neg)


def _copied_if(name: str, input: Any, holds: Callable[[Spec], builtins.bool]) -> Tensor:
    """The tensor itself, or a copy in which lazy bits are resolved where that holds of its spec."""
    given: Tensor = tensor_argument(name, "input", input, 1)  # type: ignore[assignment]
    if not holds(given._spec):
        return given
    result: Tensor = execute(clone, (given,), (preserve_format,))
    return result


@composition("function method")
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The complex conjugate, computed into a new tensor; a real tensor is returned itself.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> y = tp.tensor([1 + 2j]).conj_physical()
    >>> y.tolist(), y.is_conj()
    ([(1-2j)], False)
    """
    given: Any = tensor_argument("conj_physical", "input", input, 1)
    if not given.dtype.is_complex:
        return given if out is None else written(given, out)
    result: Tensor = execute(clone, (given.conj(),), (preserve_format,), out)
    return result
