"""Questions about a storage: how many bytes, where, and who else holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends import backend_for

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device

    from .storage import UntypedStorage

SHOWN = 1000  # longer storages are printed by their ends
EDGE = 10


class StorageFacts:
    """What an untyped storage says about itself without reading a byte."""

    __slots__ = ()

    _nbytes: int
    buffer: Any
    device: Device
    exported: bool

    def nbytes(self) -> int:
        """Size in bytes.

        >>> import tensorplay as tp
        >>> tp.zeros(2, 3).untyped_storage().nbytes()
        24
        """
        return self._nbytes

    def size(self) -> int:
        """Size in bytes.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(5).size()
        5
        """
        return self._nbytes

    def __len__(self) -> int:
        return self._nbytes

    def element_size(self) -> int:
        """Bytes an element: an untyped storage counts in bytes.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(5).element_size()
        1
        """
        return 1

    def data_ptr(self) -> int:
        """Address of the first byte; 0 where there are no bytes.

        >>> import tensorplay as tp
        >>> x = tp.zeros(4)
        >>> x[1:].untyped_storage().data_ptr() == x.data_ptr()
        True
        """
        return 0 if self.buffer is None else int(backend_for(self.device.type).pointer(self.buffer))

    @property
    def is_cuda(self) -> bool:
        """Whether the bytes are on a GPU.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(5).is_cuda
        False
        """
        return self.device.type == "cuda"

    def get_device(self) -> int | None:
        """Ordinal of the device, None where it has none.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(5).get_device() is None
        True
        """
        return self.device.index

    def is_pinned(self) -> bool:
        """Whether the memory is page-locked for a GPU.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(5).is_pinned()
        False
        """
        return False

    def is_shared(self) -> bool:
        """Whether the memory is shared between processes, as `share_memory_` makes it.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(5).is_shared()
        False
        """
        if self.device.type != "cpu" or self.buffer is None:
            return False
        from tensorplay.backends.shared_memory import is_shared

        return is_shared(self.buffer)

    def resizable(self) -> bool:
        """Whether `resize_` may change the size: not once memory was handed out.

        >>> import tensorplay as tp
        >>> x = tp.zeros(4)
        >>> array = x.numpy()
        >>> x.untyped_storage().resizable(), tp.UntypedStorage(5).resizable()
        (False, True)
        """
        return not self.exported

    @property
    def has_bytes(self) -> bool:
        """Whether there are bytes: not on `meta`, and not while an operation is only planned."""
        return self.buffer is not None


def start_within(storage: UntypedStorage, other: UntypedStorage) -> int | None:
    """Where another storage begins, in bytes from where this one does; None if they have no memory in common.

    Two storages can share memory only if something outside holds it, or if one is a slice of the other.

    >>> import tensorplay as tp
    >>> storage = tp.UntypedStorage([1, 2, 3])
    >>> start_within(storage, storage), start_within(storage, storage[1:]), start_within(storage, storage.clone())
    (0, 1, None)
    """
    if storage is other:
        return 0
    if storage.shadow_of is not None and other.shadow_of is not None:  # what is only planned happens to the originals
        storage, other = storage.shadow_of, other.shadow_of
    if not (storage.exported and other.exported) and storage.part_of is other.part_of is None:
        return None
    if storage.buffer is None or other.buffer is None or storage.device.type != other.device.type:
        return None
    if not backend_for(storage.device.type).xp.may_share_memory(storage.buffer, other.buffer):
        return None
    return other.data_ptr() - storage.data_ptr()


def listed(count: int, values: Any) -> str:
    """Values one a line, of a long array the first and the last only; None for values stands for unknown ones."""
    if values is None:
        return "..."
    if count <= SHOWN:
        return " " + "\n ".join([str(value) for value in values.tolist()])
    edges = [[str(value) for value in part.tolist()] for part in (values[:EDGE], values[-EDGE:])]
    return " " + "\n ".join([*edges[0], "...", *edges[1]])
