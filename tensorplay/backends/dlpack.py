"""DLPack, the common form in which array libraries lend each other memory: capsules written and read.

A capsule holds a pointer to a C structure that describes memory: address, device, sizes, strides and a type code.
Whoever takes it owes a call of its deleter. The structures are those of dlpack.h, version 1.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorplay.attributes import dtype as dtypes
from tensorplay.geometry.layout import contiguous_strides

from .sharing import Bytes, bytes_at

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

NAME, VERSIONED_NAME = b"dltensor", b"dltensor_versioned"
CPU, CUDA_HOST = 1, 3
READ_ONLY = 1
_USED = {NAME: b"used_dltensor", VERSIONED_NAME: b"used_dltensor_versioned"}  # kept here: a capsule copies no name
# Type codes by the first letters of our names; complex32 and bfloat16 have no NumPy type that could say it for them.
_CODES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "complex": 5, "bool": 6}


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Device(ctypes.Structure):
    _fields_ = (("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


_Deleter = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("manager_context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


class _VersionedManaged(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


_api = ctypes.pythonapi
_api.PyCapsule_IsValid.argtypes = (ctypes.py_object, ctypes.c_char_p)
_api.PyCapsule_IsValid.restype = ctypes.c_int
_api.PyCapsule_GetPointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_SetName.argtypes = (ctypes.py_object, ctypes.c_char_p)
_api.PyCapsule_SetName.restype = ctypes.c_int


def _opened(capsule: Any) -> tuple[bytes, int, Any]:
    """The name of a capsule that was not taken yet, the address in it and the structure there."""
    for name, structure in ((VERSIONED_NAME, _VersionedManaged), (NAME, _Managed)):
        if _api.PyCapsule_IsValid(capsule, name):
            address = _api.PyCapsule_GetPointer(capsule, name)
            return name, address, structure.from_address(address)
    raise RuntimeError(
        "from_dlpack() received no DLPack capsule, or one that was taken before: a capsule can be used only once"
    )


def lend(
    array: np.ndarray[Any, Any], dtype: DType, stride: tuple[int, ...], max_version: tuple[int, int] | None
) -> Any:
    """A capsule for an array of the elements of `dtype`, whose strides in elements are `stride`.

    NumPy makes and later frees the structure, so that nothing of ours need be alive then. Types that NumPy has no code
    for travel as unsigned integers of the same width, and the structure is told what they are.
    """
    packed = dtype in (dtypes.bfloat16, dtypes.complex32)
    plain: Any = array.view(np.uint16 if dtype is dtypes.bfloat16 else np.uint32) if packed else array
    if max_version is not None and max_version[0] >= 1:
        try:
            capsule = plain.__dlpack__(max_version=max_version)
        except TypeError:  # NumPy 2.0 knows the older form only
            capsule = plain.__dlpack__()
    else:
        capsule = plain.__dlpack__()
    _, _, managed = _opened(capsule)
    if array.size == 0 and managed.tensor.strides:  # NumPy does not keep the strides of empty arrays
        for dim, step in enumerate(stride):
            managed.tensor.strides[dim] = step
    if packed:
        managed.tensor.dtype.code = _CODES[dtype.name.rstrip("0123456789")]
    return capsule


@dataclass(frozen=True)
class Borrowed:
    """What a capsule lends: its bytes from the first element on, and how to see them."""

    buffer: Bytes
    nbytes: int
    size: tuple[int, ...]
    stride: tuple[int, ...]
    dtype: DType
    owner: Any


class _Owner:
    """Keeps borrowed memory until nothing needs it any more, then calls the lender's deleter."""

    def __init__(self, address: int, deleter: int | None) -> None:
        self._address = address
        self._deleter = _Deleter(deleter) if deleter else None

    def __del__(self) -> None:
        if self._deleter is not None:
            self._deleter(self._address)


def borrow(capsule: Any) -> Borrowed:
    """Take over the memory of a capsule.

    BufferError for what no tensor can hold: other devices, other types, negative strides. The capsule is then left to
    its lender.
    """
    name, address, managed = _opened(capsule)
    tensor = managed.tensor
    if tensor.device.device_type not in (CPU, CUDA_HOST):
        raise BufferError(
            f"the memory is on a device of DLPack's type {tensor.device.device_type}, which is not the CPU; copy it "
            "there first"
        )
    dtype = _dtype_of(tensor.dtype)
    size = tuple(tensor.shape[: tensor.ndim]) if tensor.ndim else ()
    if tensor.ndim and tensor.strides:
        stride = tuple(tensor.strides[: tensor.ndim])
    else:
        stride = contiguous_strides(size)
    if any(step < 0 for step in stride):
        raise BufferError(f"the memory has negative strides {list(stride)}, which tensors do not have; copy it first")
    cells = 0 if 0 in size else sum((length - 1) * step for length, step in zip(size, stride, strict=True)) + 1
    read_only = name == VERSIONED_NAME and bool(managed.flags & READ_ONLY)
    start = (tensor.data or 0) + tensor.byte_offset
    # From here on the memory is ours: the name tells the capsule's own destructor to leave it alone.
    owner = _Owner(address, managed.deleter)
    _api.PyCapsule_SetName(capsule, _USED[name])
    nbytes = cells * dtype.itemsize
    return Borrowed(bytes_at(start, nbytes, owner, writable=not read_only), nbytes, size, stride, dtype, owner)


def _dtype_of(found: _DataType) -> DType:
    if found.lanes == 1:
        for dtype in dtypes.ALL_DTYPES:
            if _CODES[dtype.name.rstrip("0123456789")] == found.code and dtype.itemsize * 8 == found.bits:
                return dtype
    raise BufferError(
        f"no tensor can hold elements of DLPack's type code {found.code} with {found.bits} bits in {found.lanes} lanes"
    )
