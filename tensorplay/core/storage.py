"""Storage: untyped bytes on a device, shared by every tensor that views them."""

from __future__ import annotations

from itertools import count
from operator import index
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import DType, uint8
from tensorplay.backends import backend_for
from tensorplay.geometry.layout import Layout

from .given_bytes import bytes_from, data_of, number_size
from .storage_conversions import Conversions
from .storage_facts import StorageFacts, listed
from .written import EVERYTHING, NOTHING, UNKNOWN, Written, in_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .spec import Spec

_new = object.__new__
_serials = count(1)
_CPU = Device("cpu")
#: Storages whose memory was handed out, by the address at which the allocation begins: theirs may begin later.
handed_out: WeakValueDictionary[int, UntypedStorage] = WeakValueDictionary()
UNSEEN = (None, None, None)


class UntypedStorage(StorageFacts, Conversions):
    """A run of bytes: `UntypedStorage()`, `UntypedStorage(number_of_bytes)` or `UntypedStorage(sequence_of_bytes)`.

    `buffer` is what the backend allocated, or None where there are no bytes: on `meta`, and in the shadows with which
    the preview plans. `seen` is a spec, the array through which it last saw the buffer, and the array's bytes where
    they were of use; until `buffer` is asked for, that array may be all that holds them. `version` counts every write.
    `exported` says that memory was handed out (NumPy, DLPack), after which writes can happen unseen. `record` remembers
    what was ever written.

    Raises RuntimeError for a negative size, for what is neither a size nor a sequence, and for a sequence of other
    things than ints; those are taken modulo 256.

    >>> import tensorplay as tp
    >>> storage = tp.UntypedStorage([1, 2, 300])
    >>> storage.nbytes(), storage.tolist()
    (3, [1, 2, 44])
    """

    __slots__ = (
        "__weakref__", "_buffer", "_nbytes", "_record", "device", "exported", "owner", "part_of", "seen", "serial",
        "shadow_of", "version",
    )  # fmt: skip

    def __init__(self, content: int | Sequence[int] = 0, *, device: Any = None) -> None:
        place = _CPU if device is None else Device(device)
        if isinstance(content, int) and not isinstance(content, bool):
            self._set_up(content, place, NOTHING)
            return
        data = data_of(content)
        self._set_up(len(data), place, EVERYTHING)
        if self.buffer is not None:
            self._buffer = backend_for(place.type).from_bytes(data)

    def _set_up(self, nbytes: int, device: Device, state: str, buffer: Any = None, *, allocate: bool = True) -> None:
        if nbytes < 0:
            raise RuntimeError(f"a storage cannot have {nbytes} bytes; the size must be 0 or more")
        self.device = device
        self._nbytes = nbytes
        self._buffer = backend_for(device.type).allocate(nbytes) if allocate and buffer is None else buffer
        self.seen: tuple[Spec | None, Any, Any] = UNSEEN
        self.version = 0
        self.exported = False
        self.owner: Any = None  # keeps foreign memory alive
        self._record: Written | None = Written(nbytes, state)
        self.serial = next(_serials)
        self.shadow_of: UntypedStorage | None = None
        self.part_of: tuple[UntypedStorage, int] | None = None  # a slice: of which storage, from which byte

    @property
    def buffer(self) -> Any:
        """What the backend allocated, as bytes; of a result that was just made it is taken when it is asked for."""
        buffer = self._buffer
        if buffer is None and self.seen[1] is not None:
            buffer = self._buffer = backend_for(self.device.type).flat(self.seen[1])
        return buffer

    def move_to(self, buffer: Any) -> None:
        """Continue on another buffer, which holds the bytes already."""
        self._buffer = buffer
        self.seen = UNSEEN

    @property
    def record(self) -> Written:
        """What was ever written; made when it is asked for, since most storages are filled at once."""
        if self._record is None:
            self._record = Written(self._nbytes, EVERYTHING)
        return self._record

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
        storage.exported = original.exported
        storage.shadow_of = original
        return storage

    @classmethod
    def planned(cls, nbytes: int, device: Device) -> UntypedStorage:
        """A new storage of an operation that is only planned: a size without bytes."""
        storage = cls.__new__(cls)
        storage._set_up(nbytes, device, EVERYTHING, allocate=False)
        storage.shadow_of = storage
        return storage

    def mark_exported(self) -> None:
        """Memory was handed out: from here on nobody knows what is written, and the size is fixed."""
        self.exported = True
        self.record.forget(UNKNOWN)
        if self.buffer is not None:
            handed_out[backend_for(self.device.type).memory_start(self.buffer)] = self

    def note_write(self, layouts: Sequence[Layout], dtype: DType, *, certain: bool = True) -> None:
        """Count a write of the elements of layouts; of some of them, nobody knows which, if it is not `certain`."""
        self.version += 1
        if not self.exported:
            note = self.record.add if certain else self.record.add_some
            for layout in layouts:
                note(layout, dtype.itemsize)
        elif self.part_of is not None:
            whole, start = self.part_of
            if whole.buffer is self.owner:  # not if it was resized, which gave it other memory
                areas = [in_bytes(layout, dtype.itemsize) for layout in layouts]
                shifted = [Layout(area.size, area.stride, area.offset + start) for area in areas]
                whole.note_write(shifted, uint8, certain=certain)

    def resize_(self, nbytes: int, *, poison: DType | None = None) -> UntypedStorage:
        """Change the size; bytes that stay keep their values, views of them stay views.

        Raises RuntimeError for what is no size and for memory that something else holds. With `poison` the new tail
        holds that dtype's mark of uninitialised memory.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage([1, 2, 3]).resize_(2).tolist()
        [1, 2]
        """
        if isinstance(nbytes, bool) or not hasattr(nbytes, "__index__"):
            raise RuntimeError(f"resize_() expects a number of bytes, an int, but got {type(nbytes).__name__}")
        nbytes = index(nbytes)
        if not self.resizable():
            raise RuntimeError(
                f"cannot resize a storage of {self._nbytes} bytes to {nbytes}: its memory is shared with something "
                "outside (NumPy, DLPack, another storage); clone the tensor first"
            )
        if nbytes < 0:
            raise RuntimeError(f"a storage cannot be resized to {nbytes} bytes; the size must be 0 or more")
        if nbytes == self._nbytes:
            return self
        if self.buffer is not None:
            backend = backend_for(self.device.type)
            buffer = backend.allocate(nbytes)
            kept = min(nbytes, self._nbytes)
            buffer[:kept] = self.buffer[:kept]
            if poison is not None and nbytes > kept:
                # Begin at a whole element, so that the mark is read as the mark.
                start = min(-(-kept // poison.itemsize) * poison.itemsize, nbytes)
                backend.poison(buffer[start:], poison)
            self.move_to(buffer)
        record = self.record
        self._nbytes = nbytes
        record.resize(nbytes)
        self.version += 1
        return self

    def _bytes(self) -> Any:
        if self.buffer is None:
            if self.shadow_of is not None:
                raise NotImplementedError("the storage of an operation that is only planned has no bytes to read")
            raise NotImplementedError(f"a storage on device '{self.device.type}' has a size but no bytes to read")
        return self.buffer

    def __getitem__(self, index: int | slice) -> Any:
        """One byte as an int, or for a slice of step 1 a storage on the same memory, which cannot be resized.

        Raises IndexError for an index out of range, TypeError for another kind of index, RuntimeError for another step.
        """
        if not isinstance(index, slice):
            position = self._position(index)
            if not 0 <= position < self._nbytes:
                raise IndexError(f"index {index} out of range for storage of size {self._nbytes}")
            return int(self._bytes()[position])
        start, stop = self._range(index)
        buffer = self._bytes()
        part = UntypedStorage.around(buffer[start:stop], stop - start, self.device, buffer)
        part.part_of = (self, start)
        return part

    def __setitem__(self, index: int | slice, value: int) -> None:
        if not isinstance(value, int):
            raise RuntimeError(f"a byte of a storage is set to an int, not to {type(value).__name__}")
        if isinstance(index, slice):
            start, stop = self._range(index)
        else:
            start = self._position(index)
            stop = start + 1
            if not 0 <= start < self._nbytes:
                raise RuntimeError(f"out of bounds: index {index} in a storage of size {self._nbytes}")
        if self.buffer is not None:
            self.buffer[start:stop] = value & 0xFF
        self.note_write([Layout((stop - start,), (1,), start)], uint8)

    def _position(self, index: Any) -> int:
        if isinstance(index, bool) or not hasattr(index, "__index__"):
            raise TypeError(f"a storage is indexed by an int or a slice, not by {type(index).__name__}")
        position: int = index.__index__()
        return position + self._nbytes if position < 0 else position

    def _range(self, index: slice) -> tuple[int, int]:
        start, stop, step = index.indices(self._nbytes)
        if step != 1:
            raise RuntimeError(f"a storage is sliced with step 1 only, not {step}")
        return start, max(start, stop)

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())

    def tolist(self) -> list[int]:
        """The bytes as Python integers.

        >>> import tensorplay as tp
        >>> tp.tensor([1, 2], dtype=tp.int16).untyped_storage().tolist()
        [1, 0, 2, 0]
        """
        values: list[int] = self._bytes().tolist()
        return values

    def fill_(self, value: int) -> UntypedStorage:
        """Set every byte to `value` modulo 256. RuntimeError for anything but an int.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(2).fill_(300).tolist()
        [44, 44]
        """
        self[:] = value
        return self

    def copy_(self, source: Any, non_blocking: bool = False) -> UntypedStorage:
        """Take over the bytes of a storage of the same size, untyped or typed.

        Raises TypeError for what is no storage, RuntimeError for another size, NotImplementedError for a source without
        bytes.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(2).copy_(tp.UntypedStorage([1, 2])).tolist()
        [1, 2]
        """
        untyped = getattr(source, "untyped", None)
        if not isinstance(source, Conversions) or untyped is None:
            raise TypeError(f"copy_() takes the bytes of a storage, not of {type(source).__name__}")
        other: UntypedStorage = untyped()
        if other._nbytes != self._nbytes:
            raise RuntimeError(f"size does not match, self was {self._nbytes} bytes but src was {other._nbytes} bytes")
        if self.buffer is not None:
            self.buffer[:] = other._bytes()
        self.note_write([Layout((self._nbytes,), (1,), 0)], uint8)
        return self

    def clone(self) -> UntypedStorage:
        """A storage of its own with the same bytes, of which the same count as written.

        >>> import tensorplay as tp
        >>> storage = tp.UntypedStorage([1, 2])
        >>> storage.clone().tolist(), storage.clone().data_ptr() == storage.data_ptr()
        ([1, 2], False)
        """
        twin = UntypedStorage.allocate(self._nbytes, self.device)
        if twin.buffer is not None:
            twin.buffer[:] = self._bytes()
        twin._record = self._record_of_copy()
        return twin

    def _record_of_copy(self) -> Written:
        """What counts as written of a copy: of exported memory everything that was read."""
        return Written(self._nbytes, EVERYTHING) if self.exported else self.record.copy()

    def new(self) -> UntypedStorage:
        """An empty storage on the same device.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage([1, 2]).new().nbytes()
        0
        """
        return UntypedStorage(0, device=self.device)

    def untyped(self) -> UntypedStorage:
        """This storage.

        >>> import tensorplay as tp
        >>> storage = tp.UntypedStorage([1, 2])
        >>> storage.untyped() is storage
        True
        """
        return self

    def cpu(self) -> UntypedStorage:
        """This storage on the CPU: itself if it is there already.

        >>> import tensorplay as tp
        >>> storage = tp.UntypedStorage([1, 2])
        >>> storage.cpu() is storage
        True
        """
        return self.to(device=_CPU)

    def to(self, *, device: Any, non_blocking: bool = False) -> UntypedStorage:
        """This storage on a device: itself if it is there already, else a copy.

        Raises NotImplementedError where there are no bytes to copy, RuntimeError for a device that cannot hold any.
        """
        place = Device(device)
        if place.type == self.device.type:
            return self
        if self.buffer is None:
            raise NotImplementedError(f"a storage on device '{self.device.type}' has no bytes to copy to '{place}'")
        return UntypedStorage.allocate(self._nbytes, place).copy_(self)

    def type(self) -> str:
        """The name of the class.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(1).type()
        'tensorplay.storage.UntypedStorage'
        """
        return "tensorplay.storage.UntypedStorage"

    def byteswap(self, dtype: DType) -> None:
        """Turn the bytes of each number round, in place: from the order of one kind of machine to that of the other.

        >>> storage = UntypedStorage([1, 2, 3, 4])
        >>> import tensorplay as tp
        >>> storage.byteswap(tp.int16)
        >>> storage.tolist()
        [2, 1, 4, 3]
        """
        width = number_size(dtype)
        if self._nbytes % width:
            raise RuntimeError(f"{self._nbytes} bytes are not a multiple of the {width} bytes of a number of {dtype}")
        numbers = self._bytes().reshape(-1, width)
        numbers[:] = numbers[:, ::-1].copy()
        self.note_write([Layout((self._nbytes,), (1,), 0)], uint8)

    @classmethod
    def from_buffer(
        cls, buffer: Any, byte_order: str | None = None, count: int = -1, offset: int = 0, dtype: DType | None = None
    ) -> UntypedStorage:
        """A storage with a copy of the bytes of an object that has the buffer protocol.

        `count` elements of `dtype` (-1: as many as there are) are taken from byte `offset` on and brought into this
        machine's byte order; `byte_order` says in which they are: "native", "little" or "big". It may be left out where
        an element is one byte. Raises RuntimeError if something is missing, ValueError if the buffer does not fit.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage.from_buffer(b"abcd", "native", offset=1, count=2, dtype=tp.uint8).tolist()
        [98, 99]
        """
        if dtype is None:
            raise RuntimeError("from_buffer() needs a dtype, to know how many bytes an element has")
        if byte_order is None:
            if dtype.itemsize > 1:
                raise RuntimeError(f"from_buffer() needs a byte_order, as an element of {dtype} has several bytes")
            byte_order = "native"
        storage = cls.__new__(cls)
        data = bytes_from(buffer, byte_order, count, offset, dtype)
        storage._set_up(len(data), _CPU, EVERYTHING, backend_for("cpu").from_bytes(data))
        return storage

    def __copy__(self) -> UntypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> UntypedStorage:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        data = None if self.device.type == "meta" else self._bytes().tobytes()
        return _restored, (self._nbytes, self.device, data, self._record_of_copy())

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return self._nbytes > 0

    def __repr__(self) -> str:
        described = f"[{self.type()}(device={self.device}) of size {self._nbytes}]"
        return f"{listed(self._nbytes, self.buffer)}\n{described}"


def filled_storage(
    buffer: Any, nbytes: int, device: Device, seen: tuple[Spec | None, Any, Any] = UNSEEN
) -> UntypedStorage:
    """A storage of which every cell has been written, on a fresh buffer or on the array that `seen` holds."""
    storage = _new(UntypedStorage)
    storage.device = device
    storage._nbytes = nbytes
    storage._buffer = buffer
    storage.seen = seen
    storage.version = 0
    storage.exported = False
    storage.owner = None
    storage._record = None
    storage.serial = next(_serials)
    storage.shadow_of = None
    storage.part_of = None
    return storage


def _restored(nbytes: int, device: Device, data: bytes | None, record: Written) -> UntypedStorage:
    """A storage from its pickle."""
    storage = UntypedStorage.__new__(UntypedStorage)
    buffer = None if data is None else backend_for(device.type).from_bytes(data)
    storage._set_up(nbytes, device, EVERYTHING, buffer, allocate=False)
    storage._record = record
    return storage
