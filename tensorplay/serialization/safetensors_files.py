"""Files of safetensors, through its own package: tensors by name, without sharing and in C order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes import dtype as dtypes
from tensorplay.attributes.device import Device
from tensorplay.core.access import array_of
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.core.written import EVERYTHING

from .files import damaged, opened, written_whole

if TYPE_CHECKING:
    from types import ModuleType

_DTYPES = {
    "BOOL": dtypes.bool_, "U8": dtypes.uint8, "I8": dtypes.int8, "I16": dtypes.int16, "U16": dtypes.uint16,
    "I32": dtypes.int32, "U32": dtypes.uint32, "I64": dtypes.int64, "U64": dtypes.uint64, "F16": dtypes.float16,
    "BF16": dtypes.bfloat16, "F32": dtypes.float32, "F64": dtypes.float64, "C64": dtypes.complex64,
}  # fmt: skip


def _package() -> ModuleType:
    try:
        import safetensors.numpy
    except ImportError:
        raise ImportError(
            "files of safetensors need the package safetensors: pip install safetensors, or the extra "
            "tensorplay[safetensors]"
        ) from None
    package: ModuleType = safetensors
    return package


def save_safetensors(tensors: dict[str, Any], f: Any, metadata: dict[str, str] | None = None) -> None:
    """Write the values of tensors by name, and texts about them, as a file of safetensors.

    `f` is a path or a binary file. The format knows no strides and no sharing: every tensor is written in C order,
    whole. Raises TypeError for a dtype that the format does not have (complex32, complex128), for a tensor without
    values and for a name that is no string; ImportError where the package is not installed.
    """
    package: Any = _package()
    arrays = {}
    for name, tensor in tensors.items():
        if not isinstance(name, str):
            raise TypeError(f"save_safetensors(): a name must be a string, not a {type(name).__name__}")
        if not isinstance(tensor, TensorBase):
            raise TypeError(f"save_safetensors() writes tensors, but {name!r} is a {type(tensor).__name__}")
        if tensor.device.type == "meta":
            raise TypeError(f"save_safetensors(): {name!r} is on device 'meta' and has no values")
        if tensor.dtype not in _DTYPES.values():
            raise TypeError(f"save_safetensors(): the format has no {tensor.dtype}; convert {name!r}, or use save()")
        arrays[name] = array_of(tensor).copy(order="C")
    content = package.numpy.save(arrays, metadata)
    with written_whole(f) as file:
        file.write(content)


def load_safetensors(f: Any) -> dict[str, Any]:
    """The tensors of a file of safetensors by name, each on a storage of its own.

    Raises OSError for a file that cannot be opened, RuntimeError for one that is damaged or holds numbers that no
    tensor can hold, ImportError where the package is not installed.
    """
    with opened(f) as (file, _, name):
        return read_safetensors(file.read(), name)


def read_safetensors(content: bytes, name: str) -> dict[str, Any]:
    """The tensors of the bytes of a file."""
    package: Any = _package()
    try:
        found = package.deserialize(content)
    except package.SafetensorError as error:
        raise damaged(name, str(error)) from None
    tensors = {}
    for key, item in found:
        dtype = _DTYPES.get(item["dtype"])
        if dtype is None:
            raise damaged(name, f"{key!r} holds numbers of the type {item['dtype']}, which no tensor can hold")
        spec = contiguous_spec(tuple(item["shape"]), dtype, Device("cpu"))
        storage = UntypedStorage(bytes(item["data"]))
        storage.record.forget(EVERYTHING)
        if storage.nbytes() != spec.nbytes:
            raise damaged(name, f"{key!r} should have {spec.nbytes} bytes, but has {storage.nbytes()}")
        tensors[key] = make_tensor(storage, spec)
    return tensors


def looks_like_safetensors(head: bytes, size: int) -> bool:
    """Whether the first bytes of a file are the length of a JSON header that fits into it, and its beginning."""
    return len(head) > 8 and 2 <= int.from_bytes(head[:8], "little") <= size - 8 and head[8:9] == b"{"
