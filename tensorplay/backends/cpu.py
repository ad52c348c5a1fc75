"""The CPU: buffers and arrays are NumPy's. This is the first module that imports it."""

from __future__ import annotations

import contextvars
import math
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from tensorplay.attributes import dtype as dtypes
from tensorplay.geometry.reasons import NoMemory, TooManyDimensions

from . import lending
from .float_kernels import combine as combine  # noqa: PLC0414
from .float_kernels import every_element as every_element  # noqa: PLC0414
from .float_kernels import folded_rows as folded_rows  # noqa: PLC0414
from .float_kernels import look_up as look_up  # noqa: PLC0414
from .memory import POOL, room_for
from .parallel import for_each as for_each  # noqa: PLC0414  (passed on: part of the backend's interface)
from .parallel import limit_libraries
from .parallel import waited as waited  # noqa: PLC0414
from .strided_copy import FEWEST_CONVERTED, assign, copy_array, prepared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tensorplay.attributes.dtype import DType
    from tensorplay.geometry.layout import Layout

xp = np
_SINGLE = np.dtype(np.float32)

# The C library's allocator on Linux keeps freed memory only up to about the size of the largest block freed so far, at
# most 32 MB. What is larger goes back to the system, and the temporaries of every block of work would cost a fault for
# each of their pages. So a block of that size is freed at the beginning; nobody touches it, and it takes no memory.
LARGEST_KEPT_BYTES = (1 << 25) - (1 << 16)
np.empty(LARGEST_KEPT_BYTES, np.uint8)  # freed at once

limit_libraries()

# Array functions called through this are silent about overflow and invalid values, for a tenth of what errstate costs.
# Only one thread is inside at a time: RuntimeError for another, which then takes a way of its own.
_quiet = contextvars.copy_context()
_quiet.run(np.seterr, all="ignore")
quietly = _quiet.run

ALIGNMENT = 64
CHECKED_BYTES = 1 << 26  # larger allocations ask first how much memory there is
MOST_DIMENSIONS = 64  # NumPy's
LARGEST_STRIDE = (1 << 63) - 1  # in bytes
BLOCK_BYTES = 1 << 24  # long work is cut into such blocks, so that Ctrl-C is answered between them

# complex32 has no NumPy type: its storage is seen as pairs of float16 packed in 32 bits, and computed as complex64.
_NUMPY_TYPES: dict[DType, np.dtype[Any]] = {
    dtype: np.dtype(dtype.name)
    for dtype in (
        dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint16, dtypes.uint32,
        dtypes.uint64, dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128,
    )
}  # fmt: skip
_NUMPY_TYPES[dtypes.bool_] = np.dtype(np.bool_)
_NUMPY_TYPES[dtypes.bfloat16] = np.dtype(ml_dtypes.bfloat16)
_NUMPY_TYPES[dtypes.complex32] = np.dtype(np.uint32)
_DTYPES = {numpy_type: dtype for dtype, numpy_type in _NUMPY_TYPES.items() if dtype is not dtypes.complex32}


def numpy_type(dtype: DType) -> np.dtype[Any]:
    """The NumPy type of the bytes of a dtype (complex32: the 32 bits of a pair of float16)."""
    return _NUMPY_TYPES[dtype]


def computing_type(dtype: DType) -> np.dtype[Any]:
    """The NumPy type in which values of a dtype are read, written and computed."""
    return _NUMPY_TYPES[dtypes.complex64 if dtype is dtypes.complex32 else dtype]


def dtype_of(array_type: np.dtype[Any]) -> DType | None:
    """The dtype of a NumPy type in native byte order, or None if no tensor can hold it."""
    return _DTYPES.get(array_type)


def allocate(nbytes: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A 64-byte-aligned buffer. Raises RuntimeError when the memory is not there."""
    if nbytes > CHECKED_BYTES:
        room = room_for(nbytes)
        if room is not None and nbytes > room:
            raise NoMemory(nbytes, f"{room} bytes are available").exception()
    try:
        return _obtained(nbytes)
    except (MemoryError, ValueError) as error:
        if POOL.clear():
            return allocate(nbytes)
        raise NoMemory(nbytes, "the system refused").exception() from error


def _obtained(nbytes: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    if nbytes >= lending.LEAST_LENT_BYTES:
        return lending.lend(nbytes)
    whole = np.empty(nbytes + ALIGNMENT, np.uint8)
    shift = -pointer(whole) % ALIGNMENT
    return whole[shift : shift + nbytes]


def release_idle_memory() -> int:
    """Hand the buffers that wait for their next use back to the system; returns how many bytes they had."""
    return POOL.clear()


def pointer(buffer: np.ndarray[Any, Any]) -> int:
    """Address of the first byte, 0 for an empty buffer."""
    return int(buffer.__array_interface__["data"][0]) if buffer.size else 0


def memory_start(buffer: np.ndarray[Any, Any]) -> int:
    """Address of the first byte of the allocation that a buffer lies in."""
    while isinstance(buffer.base, np.ndarray):
        buffer = buffer.base
    return pointer(buffer)


def array(buffer: np.ndarray[Any, Any], layout: Layout, dtype: DType) -> np.ndarray[Any, Any]:
    """The bytes of a buffer seen through a layout. NumPy refuses a layout that leaves the buffer."""
    itemsize = dtype.itemsize
    try:
        if 0 in layout.size:  # an offset beyond the end is legal where nothing is read
            return np.empty(layout.size, _NUMPY_TYPES[dtype])
        stride = tuple([step * itemsize for step in layout.stride])
        return np.ndarray(layout.size, _NUMPY_TYPES[dtype], buffer, layout.offset * itemsize, stride)
    except ValueError:
        check_rank(len(layout.size))
        return see(buffer, window(layout, dtype))


def check_rank(rank: int) -> None:
    """RuntimeError for more dimensions than NumPy has."""
    if rank > MOST_DIMENSIONS:
        raise TooManyDimensions(rank, MOST_DIMENSIONS).exception()


Window = tuple[tuple[int, ...], np.dtype[Any], int, tuple[int, ...]]


def window(layout: Layout, dtype: DType) -> Window:
    """What `see` needs to see a buffer through a layout, prepared once."""
    itemsize = dtype.itemsize
    stride = tuple([step * itemsize for step in layout.stride])
    check_rank(len(stride))
    if max(stride, default=0) > LARGEST_STRIDE:  # only where a dimension has one element, and its stride no meaning
        stride = tuple([step if step <= LARGEST_STRIDE else 0 for step in stride])
    return layout.size, _NUMPY_TYPES[dtype], layout.offset * itemsize, stride


def see(buffer: np.ndarray[Any, Any], through: Window) -> np.ndarray[Any, Any]:
    """The bytes of a buffer through a window, as `array` shows them."""
    size, array_type, offset, stride = through
    return np.ndarray(size, array_type, buffer, offset, stride)


def allocate_small(nbytes: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A buffer for a small tensor: aligned as elements need it, not as whole cache lines."""
    return np.empty(nbytes, np.uint8)


def flat(array: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The bytes of an array that was allocated whole: its buffer, or itself as one."""
    return np.ndarray((array.nbytes,), np.uint8, array) if array.base is None else array.base


def memory(array: np.ndarray[Any, Any]) -> memoryview:
    """The bytes of a contiguous array, for the quickest of all copies."""
    flat = array.reshape(-1)
    assert array.flags.c_contiguous, "a copy would not be the array's memory"
    return flat.view(np.uint8).data


def poison(buffer: np.ndarray[Any, Any], dtype: DType) -> None:
    """Fill a buffer with the value that marks uninitialised cells: NaN, nan+0j, the largest integer, True."""
    value: Any
    if dtype is dtypes.complex32:
        value = np.array([np.nan, 0], np.float16).view(np.uint32)[0]
    elif dtype.is_complex:
        value = complex(math.nan, 0)
    elif dtype.is_floating_point:
        value = math.nan
    elif dtype is dtypes.bool_:
        value = True
    else:
        value = np.iinfo(_NUMPY_TYPES[dtype]).max
    whole = len(buffer) // dtype.itemsize * dtype.itemsize
    fill(buffer[:whole].view(_NUMPY_TYPES[dtype]), value)


def blocks(flat: np.ndarray[Any, Any]) -> Iterator[np.ndarray[Any, Any]]:
    """A one-dimensional array in pieces of BLOCK_BYTES."""
    step = max(BLOCK_BYTES // max(flat.itemsize, 1), 1)
    for start in range(0, len(flat), step):
        yield flat[start : start + step]


def values(buffer: np.ndarray[Any, Any], layout: Layout, dtype: DType) -> np.ndarray[Any, Any]:
    """The values of a layout in their computing type; a copy only for complex32."""
    raw = array(buffer, layout, dtype)
    return unpack_complex32(raw) if dtype is dtypes.complex32 else raw


def read(raw: np.ndarray[Any, Any], spec: Any, resolve: bool = True) -> np.ndarray[Any, Any]:
    """The values of an array obtained from `array`, in their computing type, with the lazy bits carried out."""
    source = unpack_complex32(raw) if spec.dtype is dtypes.complex32 else raw
    return resolved(source, spec) if resolve else source


def rounded(source: np.ndarray[Any, Any], dtype: DType) -> np.ndarray[Any, Any]:
    """Computed values as a tensor of a dtype would hold them."""
    return unpack_complex32(pack_complex32(source)) if dtype is dtypes.complex32 else source


def copy(target: np.ndarray[Any, Any], source: np.ndarray[Any, Any]) -> None:
    """target[...] = source, cast as PyTorch casts; both in the same form, packed or not."""
    copy_array(target, source)


def cast(source: np.ndarray[Any, Any], array_type: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array in another type, in the same order in memory: a copy, or itself; real to real, as PyTorch casts."""
    if source.dtype == array_type:
        return source
    if source.size < FEWEST_CONVERTED or not (_is_short_float(source.dtype) or _is_short_float(array_type)):
        with np.errstate(all="ignore"):
            source = prepared(source, array_type)
            if array_type.itemsize > 1:
                return source.astype(array_type)
            made = np.empty_like(source, dtype=array_type)
            assign(made, source)
            return made
    if array_type.itemsize > 4:
        return cast(source, _SINGLE).astype(array_type)
    made = np.empty_like(source, dtype=array_type)
    copy_array(made, source)
    return made


def _is_short_float(array_type: np.dtype[Any]) -> bool:
    return array_type.itemsize == 2 and array_type.kind in "fV"


def fill(target: np.ndarray[Any, Any], value: Any) -> None:
    """Set every element of an array."""
    if _is_short_float(target.dtype):
        with np.errstate(all="ignore"):
            value = np.asarray(value).astype(target.dtype).view(np.uint16)[()]
        target = target.view(np.uint16)  # its bits are written more quickly
    if target.nbytes <= BLOCK_BYTES or not target.flags.c_contiguous:
        target[...] = value
    else:
        for block in blocks(target.reshape(-1)):
            block.fill(value)


def fill_resolved(target: np.ndarray[Any, Any], spec: Any, value: Any) -> None:
    """Set every element of an array obtained from `array` to a number, through the spec's lazy bits."""
    fill(target, as_stored(spec, value))


def as_stored(spec: Any, value: Any) -> Any:
    """A number as an array obtained from `array` holds it, through the spec's lazy bits."""
    source = resolved(np.asarray(value).astype(computing_type(spec.dtype)), spec)
    return pack_complex32(source)[()] if is_packed(spec.dtype) else source[()]


def is_packed(dtype: DType) -> bool:
    """Whether values are stored in a form in which they cannot be computed."""
    return dtype is dtypes.complex32


def temporary(size: tuple[int, ...], dtype: DType) -> np.ndarray[Any, Any]:
    """A fresh array for results on their way into a layout."""
    array_type = computing_type(dtype)
    nbytes = math.prod(size) * array_type.itemsize
    check_rank(len(size))
    if nbytes < lending.LEAST_LENT_BYTES:
        return np.empty(size, array_type)
    return np.ndarray(size, array_type, allocate(nbytes))


def resolved(source: np.ndarray[Any, Any], spec: Any) -> np.ndarray[Any, Any]:
    """A copy of an array's values with the lazy bits of a spec carried out."""
    if spec.conj:
        source = np.asarray(np.conj(source))  # of a 0-dim array NumPy makes a scalar
    if spec.neg and source.dtype.kind == "b":
        raise NotImplementedError("a bool has no negative, so the lazy negation of this view cannot be carried out")
    return np.asarray(np.negative(source)) if spec.neg else source


def store_resolved(target: np.ndarray[Any, Any], spec: Any, source: np.ndarray[Any, Any]) -> None:
    """Write values through a spec whose lazy bits say how its storage holds them.

    They are cast to its dtype before: a bool has no negative, and that of a uint8 is another number.
    """
    if spec.conj or spec.neg:
        array_type = computing_type(spec.dtype)
        if source.dtype.kind == "c" and array_type.kind not in "cb":
            source = source.real
        source = resolved(cast(source, array_type), spec)
    store(target, spec.dtype, source)


def store(target: np.ndarray[Any, Any], dtype: DType, source: np.ndarray[Any, Any]) -> None:
    """Write values into an array obtained from `array`, cast as PyTorch casts."""
    if dtype is dtypes.complex32:
        copy_array(target, pack_complex32(source))
    else:
        copy_array(target, source)


def unpack_complex32(packed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """complex64 values of an array of packed float16 pairs."""
    pairs = np.ascontiguousarray(packed).view(np.float16).reshape(*packed.shape, 2).astype(np.float32)
    return pairs.view(np.complex64)[..., 0]


def pack_complex32(source: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The packed float16 pairs of an array of any numbers."""
    with np.errstate(all="ignore"):
        pairs = np.empty((*source.shape, 2), np.float16)
        pairs[..., 0] = source.real.astype(np.float32)
        pairs[..., 1] = source.imag.astype(np.float32)
    return pairs.view(np.uint32)[..., 0]


def from_bytes(data: bytes) -> np.ndarray[Any, Any]:
    """A buffer with the given content."""
    buffer = allocate(len(data))
    buffer[:] = np.frombuffer(data, np.uint8)
    return buffer
