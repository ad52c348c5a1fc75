"""Storage: untyped bytes on a device, shared by every tensor that views them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import DType, uint8
from tensorplay.backends import backend_for
from tensorplay.geometry.layout import Layout

from .written import EVERYTHING, NOTHING, UNKNOWN, Written

if TYPE_CHECKING:
    from collections.abc import Iterable

_serials = count(1)
_CPU = Device("cpu")


class UntypedStorage:
    """A run of bytes.

    `buffer` is what the backend allocated, or None where there are no bytes: on `meta`, and in the shadows with which
    the preview plans. `version` counts every write. `exported` says that memory was handed out (NumPy, DLPack), after
    which writes can happen unseen. `record` remembers what was ever written.

    >>> import tensorplay as tp
    >>> storage = tp.arange(3, dtype=tp.int16, device="cpu").untyped_storage()
    >>> storage.nbytes(), storage.tolist()
    (6, [0, 0, 1, 0, 2, 0])
    """

    __slots__ = ("__weakref__", "_nbytes", "buffer", "device", "exported", "owner", "record", "serial", "shadow_of", "version")

    buffer: Any

    def __init__(self, content: int | Iterable[int] = 0, *, device: Any = None) -> None:
        device = _CPU if device is None else Device(device)
        if isinstance(content, float) or isinstance(content, str):
            raise TypeError(f"a storage is made of a number of bytes or of byte values, not of {type(content).__name__}")
        if isinstance(content, int):
            self._set_up(content, device, NOTHING)
            return
        data = bytes([value & 0xFF for value in content])
        self._set_up(len(data), device, EVERYTHING)
        if self.buffer is not None:
            self.buffer = backend_for(device.type).from_bytes(data)

    def _set_up(self, nbytes: int, device: Device, state: str, buffer: Any = None, *, allocate: bool = True) -> None:
        if nbytes < 0:
            raise RuntimeError(f"a storage cannot have {nbytes} bytes; the size must be 0 or more")
        self.device = device
        self._nbytes = nbytes
        self.buffer = backend_for(device.type).allocate(nbytes) if allocate and buffer is None else buffer
        self.version = 0
        self.exported = False
        self.owner: Any = None  # keeps foreign memory alive
        self.record = Written(nbytes, state)
        self.serial = next(_serials)
        self.shadow_of: UntypedStorage | None = None

    @classmethod
    def allocate(cls, nbytes: int, device: Device, *, poison: DType | None = None) -> UntypedStorage:
        """A new storage; with `poison` its cells hold that dtype's mark of uninitialised memory."""
        storage = cls.__new__(cls)
        storage._set_up(nbytes, device, NOTHING)
        if poison is not None and storage.buffer is not None:
            backend_for(device.type).poison(storage.buffer, poison)
        return storage

    @classmethod
    def around(cls, buffer: Any, nbytes: int, device: Device, owner: Any) -> UntypedStorage:
        """A storage on memory that something else owns, NumPy for instance; it cannot be resized."""
        storage = cls.__new__(cls)
        storage._set_up(nbytes, device, UNKNOWN, buffer, allocate=False)
        storage.exported = True
        storage.owner = owner
        return storage

    @classmethod
    def shadow(cls, original: UntypedStorage) -> UntypedStorage:
        """The same storage for planning only: its size and device without its bytes."""
        storage = cls.__new__(cls)
        storage._set_up(original._nbytes, original.device, UNKNOWN, allocate=False)
        storage.shadow_of = original
        return storage

    @classmethod
    def planned(cls, nbytes: int, device: Device) -> UntypedStorage:
        """A new storage of an operation that is only planned: a size without bytes."""
        storage = cls.__new__(cls)
        storage._set_up(nbytes, device, EVERYTHING, allocate=False)
        storage.shadow_of = storage
        return storage

    def nbytes(self) -> int:
        """Size in bytes."""
        return self._nbytes

    def size(self) -> int:
        """Size in bytes."""
        return self._nbytes

    def __len__(self) -> int:
        return self._nbytes

    def element_size(self) -> int:
        """Bytes an element: an untyped storage counts in bytes."""
        return 1

    def data_ptr(self) -> int:
        """Address of the first byte; 0 where there are no bytes."""
        return 0 if self.buffer is None else int(backend_for(self.device.type).pointer(self.buffer))

    @property
    def is_cuda(self) -> bool:
        return self.device.type == "cuda"

    def get_device(self) -> int:
        """Ordinal of the device, -1 on the CPU."""
        return self.device.index if self.device.index is not None and self.is_cuda else -1

    def is_pinned(self) -> bool:
        """Whether the memory is page-locked for a GPU."""
        return False

    def is_shared(self) -> bool:
        """Whether the memory is shared between processes."""
        return False

    def resizable(self) -> bool:
        """Whether `resize_` may change the size: not once memory was handed out."""
        return not self.exported

    @property
    def has_bytes(self) -> bool:
        return self.buffer is not None

    def mark_exported(self) -> None:
        """Memory was handed out: from here on nobody knows what is written, and the size is fixed."""
        self.exported = True
        self.record.forget(UNKNOWN)

    def note_write(self, layout: Layout, dtype: DType) -> None:
        """Count a write of the elements of a layout."""
        self.version += 1
        record = self.record
        if record.state is not EVERYTHING:
            record.add(layout, dtype.itemsize)

    def resize_(self, nbytes: int, *, poison: DType | None = None) -> UntypedStorage:
        """Change the size; bytes that stay keep their values, views of them stay views.

        Raises RuntimeError for a negative size and for memory that something else holds. With `poison` the new tail
        holds that dtype's mark of uninitialised memory.
        """
        if nbytes < 0:
            raise RuntimeError(f"a storage cannot be resized to {nbytes} bytes; the size must be 0 or more")
        if nbytes == self._nbytes:
            return self
        if not self.resizable():
            raise RuntimeError(
                f"cannot resize a storage of {self._nbytes} bytes to {nbytes}: its memory is shared with something "
                "outside (NumPy, DLPack); clone the tensor first"
            )
        if self.buffer is not None:
            backend = backend_for(self.device.type)
            buffer = backend.allocate(nbytes)
            kept = min(nbytes, self._nbytes)
            buffer[:kept] = self.buffer[:kept]
            if poison is not None and nbytes > kept:
                # Begin at a whole element, so that the mark is read as the mark.
                start = min(-(-kept // poison.itemsize) * poison.itemsize, nbytes)
                backend.poison(buffer[start:], poison)
            self.buffer = buffer
        self._nbytes = nbytes
        self.record.resize(nbytes)
        self.version += 1
        return self

    def _bytes(self) -> Any:
        if self.buffer is None:
            raise NotImplementedError(f"a storage on device '{self.device.type}' has a size but no bytes to read or write")
        return self.buffer

    def __getitem__(self, index: int | slice) -> int | UntypedStorage:
        """One byte, or for a slice of step 1 a storage of its own with a copy of the bytes."""
        buffer = self._bytes()
        if isinstance(index, slice):
            start, stop = self._range(index)
            part = UntypedStorage.allocate(max(stop - start, 0), self.device)
            part.buffer[:] = buffer[start:stop]
            part.record.forget(EVERYTHING)
            return part
        return int(buffer[self._position(index)])

    def __setitem__(self, index: int | slice, value: int) -> None:
        buffer = self._bytes()
        start, stop = self._range(index) if isinstance(index, slice) else (self._position(index), self._position(index) + 1)
        buffer[start:stop] = int(value) & 0xFF
        self.note_write(Layout((max(stop - start, 0),), (1,), start), uint8)

    def _position(self, index: int) -> int:
        if not isinstance(index, int):
            raise TypeError(f"a storage is indexed by an int or a slice, not by {type(index).__name__}")
        if not -self._nbytes <= index < self._nbytes:
            raise IndexError(f"index {index} out of range for storage of size {self._nbytes}")
        return index % self._nbytes

    def _range(self, index: slice) -> tuple[int, int]:
        start, stop, step = index.indices(self._nbytes)
        if step != 1:
            raise RuntimeError(f"a storage is sliced with step 1 only, not {step}")
        return start, stop

    def __iter__(self) -> Any:
        return iter(self.tolist())

    def tolist(self) -> list[int]:
        """The bytes as Python integers."""
        values: list[int] = self._bytes().tolist()
        return values

    def fill_(self, value: int) -> UntypedStorage:
        """Set every byte to `value` modulo 256."""
        self[:] = value
        return self

    def copy_(self, source: UntypedStorage) -> UntypedStorage:
        """Take over the bytes of a storage of the same size."""
        if source._nbytes != self._nbytes:
            raise RuntimeError(f"size does not match, self was {self._nbytes} bytes but src was {source._nbytes} bytes")
        self._bytes()[:] = source._bytes()
        self.note_write(Layout((self._nbytes,), (1,), 0), uint8)
        return self

    def clone(self) -> UntypedStorage:
        """A storage of its own with the same bytes."""
        copy = UntypedStorage.allocate(self._nbytes, self.device)
        if self.buffer is not None:
            copy.copy_(self)
        return copy

    def cpu(self) -> UntypedStorage:
        """This storage on the CPU: itself if it is there already."""
        if self.device.type == "cpu":
            return self
        raise NotImplementedError(f"a storage on device '{self.device.type}' has no bytes to copy to the CPU")

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return self._nbytes > 0

    def __repr__(self) -> str:
        if self.buffer is None:
            content = "..."
        elif self._nbytes > 1000:
            head, tail = self.buffer[:10].tolist(), self.buffer[-10:].tolist()
            content = "\n".join([*(f" {value}" for value in head), "...", *(f" {value}" for value in tail)])
        else:
            content = "\n".join(f" {value}" for value in self.tolist())
        return f"{content}\n[tensorplay.storage.UntypedStorage(device={self.device}) of size {self._nbytes}]"
