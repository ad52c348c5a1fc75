"""NumPy's files: `.npy` with one array, `.npz` with several by name. Arrays of objects are programs and are refused."""

from __future__ import annotations

import ast
import zipfile
from typing import Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import bfloat16, complex32
from tensorplay.backends import backend_for
from tensorplay.core.access import array_of
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.core.written import EVERYTHING
from tensorplay.geometry.layout import Layout, check_size, contiguous_strides

from .files import EPOCH, Archive, damaged, fill, opened, written_whole

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 10_000  # NumPy's own limit
MOST_DIMENSIONS = 64  # the same


def save_npy(tensor: Any, f: Any) -> None:
    """Write the values of a tensor as a `.npy` file, in Fortran order if it lies so in memory, else in C order.

    `f` is a path or a binary file. Raises TypeError for bfloat16 and complex32, which NumPy does not have, and for a
    tensor without values.

    >>> import io
    >>> import tensorplay as tp
    >>> from tensorplay.serialization import load_npy, save_npy
    >>> file = io.BytesIO()
    >>> save_npy(tp.arange(6).view(3, 2).t(), file)
    >>> load_npy(io.BytesIO(file.getvalue())).stride()
    (1, 2)
    """
    array = _array("save_npy", "the tensor", tensor)
    with written_whole(f) as file:
        _write(file, array)


def save_npz(tensors: dict[str, Any], f: Any) -> None:
    """Write the values of several tensors as an `.npz` file, under their names.

    Raises what `save_npy` raises, and TypeError for a name that is no string, before anything is written.

    >>> import io
    >>> import tensorplay as tp
    >>> from tensorplay.serialization import load_npz, save_npz
    >>> file = io.BytesIO()
    >>> save_npz({"weight": tp.ones(2), "bias": tp.zeros(1)}, file)
    >>> load_npz(io.BytesIO(file.getvalue()))
    {'weight': tensor([1., 1.]), 'bias': tensor([0.])}
    """
    for name in tensors:
        if not isinstance(name, str) or "\0" in name:
            raise TypeError(f"save_npz(): a name must be a string without NUL, not {name!r}")
    arrays = {name: _array("save_npz", repr(name), tensor) for name, tensor in tensors.items()}
    with written_whole(f) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy", EPOCH), "w", force_zip64=True) as member:
                _write(member, array)


def _array(name: str, which: str, tensor: Any) -> Any:
    if not isinstance(tensor, TensorBase):
        raise TypeError(f"{name}() writes tensors, but {which} is a {type(tensor).__name__}")
    if tensor.device.type == "meta":
        raise TypeError(f"{name}(): {which} is on device 'meta' and has no values")
    if tensor.dtype in (bfloat16, complex32):
        raise TypeError(f"{name}(): NumPy has no type for {tensor.dtype}; convert {which} with .to(), or use save()")
    return array_of(tensor)


def _write(file: Any, array: Any) -> None:
    from numpy.lib import format as npy

    npy.write_array(file, array, allow_pickle=False)


def load_npy(f: Any) -> Any:
    """The tensor of a `.npy` file, with the strides of the order in which it was written.

    Raises OSError for a file that cannot be opened, RuntimeError for one that is damaged, cut short, or holds something
    else than numbers that a tensor can hold.
    """
    with opened(f) as (file, size, name):
        return read_npy(file, size - file.tell(), name)


def load_npz(f: Any) -> dict[str, Any]:
    """The tensors of an `.npz` file by name.

    Raises OSError for a file that cannot be opened, RuntimeError for one that is damaged, cut short, or holds something
    else than arrays of numbers.
    """
    with opened(f) as (file, size, name):
        return read_npz(Archive(file, size, name, compressed=True))


def read_npy(file: Any, size: int, name: str) -> Any:
    """The tensor of a `.npy` file of a size in bytes.

    The size that the header claims must be what is there, before memory is taken for it.
    """
    shape, fortran, array_type, length = _header(file, name)
    if array_type.hasobject:
        raise damaged(name, "it holds Python objects, which would have to be run as a program (pickle)")
    dtype = backend_for("cpu").dtype_of(array_type.newbyteorder("="))
    if dtype is None:
        raise damaged(name, f"it holds numbers of NumPy's type {array_type.str!r}, which no tensor can hold")
    try:
        check_size(shape, dtype.itemsize)
    except RuntimeError as error:
        raise damaged(name, str(error)) from None
    stride = tuple(reversed(contiguous_strides(shape[::-1]))) if fortran else contiguous_strides(shape)
    spec = Spec(Layout(shape, stride), dtype, Device("cpu"))
    if spec.nbytes != size - length:
        raise damaged(name, f"an array of shape {list(shape)} has {spec.nbytes} bytes, but there are {size - length}")
    storage = UntypedStorage.allocate(spec.nbytes, spec.device)
    fill(file, name, memoryview(storage.buffer))
    storage.record.forget(EVERYTHING)
    if not array_type.isnative:
        storage.byteswap(dtype)
    return make_tensor(storage, spec)


def read_npz(archive: Archive) -> dict[str, Any]:
    """The tensors of an `.npz` file by name."""
    found: dict[str, Any] = {}
    for member in archive.members:
        if not member.endswith(".npy"):
            raise damaged(archive.name, f"its member {member!r} is no array")
        with archive.stream(member) as stream:
            tensor = read_npy(stream, archive.size_of(member), f"{member!r} of {archive.name}")
            stream.finish()
        found[member.removesuffix(".npy")] = tensor
    return found


def _header(file: Any, name: str) -> tuple[tuple[int, ...], bool, Any, int]:
    """Shape, order and type of an array, and how many bytes said so."""
    start: bytes = file.read(8)
    if len(start) < 8 or not start.startswith(MAGIC):
        raise damaged(name, "it is no array of NumPy")
    version = (start[6], start[7])
    if version not in ((1, 0), (2, 0), (3, 0)):
        raise damaged(name, f"its version {version[0]}.{version[1]} is not known")
    counted: bytes = file.read(2 if version == (1, 0) else 4)
    length = int.from_bytes(counted, "little")
    if length > LONGEST_HEADER:
        raise damaged(name, f"its header claims {length} bytes, more than {LONGEST_HEADER}")
    text: bytes = file.read(length)
    try:
        if len(text) < length:
            raise ValueError("it is cut short")
        shape, fortran, described = _parsed(text.decode("utf-8" if version == (3, 0) else "latin-1"))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise damaged(name, f"its header cannot be read ({error})") from None
    return shape, fortran, described, len(start) + len(counted) + length


def _parsed(text: str) -> tuple[tuple[int, ...], bool, Any]:
    """Shape, order and type from the literal that a header is. ValueError or TypeError for anything else."""
    literal = ast.literal_eval(text.strip())
    if not isinstance(literal, dict) or set(literal) != {"descr", "fortran_order", "shape"}:
        raise ValueError("it does not have the three entries that it should")
    shape, fortran, described = literal["shape"], literal["fortran_order"], literal["descr"]
    if not isinstance(shape, tuple) or not all(type(length) is int and length >= 0 for length in shape):
        raise ValueError(f"it claims the shape {shape!r:.60}")
    if len(shape) > MOST_DIMENSIONS or type(fortran) is not bool:
        raise ValueError("it claims too many dimensions, or an order that is neither C nor Fortran")
    if isinstance(described, list):  # records
        return shape, fortran, backend_for("cpu").xp.dtype("V")
    if not isinstance(described, str):
        raise ValueError(f"it claims the type {described!r:.60}")
    return shape, fortran, backend_for("cpu").xp.dtype(described)
