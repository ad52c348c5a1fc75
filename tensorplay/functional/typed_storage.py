"""TypedStorage: a storage whose elements have a dtype, PyTorch's former face of storages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, get_default_dtype, uint8
from tensorplay.backends import backend_for
from tensorplay.core.access import array_of
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.storage_conversions import Conversions, register_conversion
from tensorplay.core.storage_facts import listed
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.geometry.layout import Layout

from .op import accessor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tensorplay.attributes.device import Device

    from .faces import Tensor

# Typed storages of these dtypes were classes of their own in PyTorch; their names are what `type()` still gives.
_CLASSES = {
    "bool": "BoolStorage", "uint8": "ByteStorage", "int8": "CharStorage", "int16": "ShortStorage",
    "int32": "IntStorage", "int64": "LongStorage", "float16": "HalfStorage", "bfloat16": "BFloat16Storage",
    "float32": "FloatStorage", "float64": "DoubleStorage", "complex64": "ComplexFloatStorage",
    "complex128": "ComplexDoubleStorage",
}  # fmt: skip


class TypedStorage(Conversions):
    """An untyped storage and the dtype of its elements.

    `TypedStorage()`, `TypedStorage(number_of_elements)` or `TypedStorage(sequence)`, each with `dtype=` and `device=`;
    `TypedStorage(wrap_storage=storage, dtype=dtype)` shares the bytes of an untyped storage. PyTorch keeps this class
    for old programs only: `untyped_storage()` is the lasting way to a storage.

    Raises TypeError for what is neither a number nor a sequence, RuntimeError for arguments that do not go together.

    >>> import tensorplay as tp
    >>> storage = tp.TypedStorage([1, 2], dtype=tp.int16)
    >>> storage.tolist(), storage.nbytes(), storage.untyped().tolist()
    ([1, 2], 4, [1, 0, 2, 0])
    """

    __slots__ = ("_storage", "dtype")

    def __init__(self, *content: Any, wrap_storage: Any = None, dtype: Any = None, device: Any = None) -> None:
        if dtype is not None and not isinstance(dtype, DType):
            raise RuntimeError(f"expected tensorplay.dtype, but got {type(dtype).__name__}")
        if wrap_storage is not None:
            if content or device is not None or dtype is None:
                raise RuntimeError("TypedStorage(wrap_storage=...) goes with dtype, and with nothing else")
            if not isinstance(wrap_storage, UntypedStorage):
                raise TypeError(f"wrap_storage must be UntypedStorage, not {type(wrap_storage).__name__}")
            self._storage, self.dtype = wrap_storage, dtype
            return
        if len(content) > 1:
            raise RuntimeError(f"TypedStorage takes one size or one sequence, but got {len(content)} arguments")
        self.dtype = get_default_dtype() if dtype is None else dtype
        values = content[0] if content else 0
        if isinstance(values, int):
            self._storage = UntypedStorage(values * self.dtype.itemsize, device=device)
            return
        is_sequence = hasattr(values, "__len__") and hasattr(values, "__getitem__")
        if not is_sequence or isinstance(values, (dict, TensorBase)):
            raise TypeError(
                f"TypedStorage is made of a number of elements or of a sequence, not of {type(values).__name__}"
            )
        self._storage = UntypedStorage(len(values) * self.dtype.itemsize, device=device)
        for position, value in enumerate(values):
            self[position] = value

    @property
    def device(self) -> Device:
        return self._storage.device

    @property
    def is_cuda(self) -> bool:
        return self._storage.is_cuda

    def untyped(self) -> UntypedStorage:
        """The bytes: the same object each time."""
        return self._storage

    def size(self) -> int:
        """Number of elements."""
        return self._storage.nbytes() // self.dtype.itemsize

    def __len__(self) -> int:
        return self.size()

    def nbytes(self) -> int:
        """Size in bytes."""
        return self._storage.nbytes()

    def element_size(self) -> int:
        """Bytes an element."""
        return self.dtype.itemsize

    def data_ptr(self) -> int:
        """Address of the first byte; 0 where there are no bytes."""
        return self._storage.data_ptr()

    def get_device(self) -> int | None:
        """Ordinal of the device, None where it has none."""
        return self._storage.get_device()

    def is_pinned(self) -> bool:
        """Whether the memory is page-locked for a GPU."""
        return self._storage.is_pinned()

    def is_shared(self) -> bool:
        """Whether the memory is shared between processes."""
        return self._storage.is_shared()

    def resizable(self) -> bool:
        """Whether `resize_` may change the size."""
        return self._storage.resizable()

    def type(self) -> str:
        """The name that this kind of storage had as a class, or of this class if it had none."""
        return f"tensorplay.{_CLASSES.get(self.dtype.name, 'storage.TypedStorage')}"

    def pickle_storage_type(self) -> str:
        """The name of that class without the module. KeyError if there was none."""
        return _CLASSES[self.dtype.name]

    def _seen(self) -> Any:
        """All elements as a tensor."""
        return make_tensor(self._storage, Spec(Layout((self.size(),), (1,)), self.dtype, self.device))

    def __getitem__(self, index: int) -> Any:
        """One element as a Python number. IndexError out of range, RuntimeError for another kind of index."""
        if isinstance(index, bool):
            raise TypeError("a typed storage is indexed by an int, not by bool")
        if not isinstance(index, int):
            hint = "; slice the untyped storage" if isinstance(index, slice) else ""
            raise RuntimeError(f"a typed storage is read at an int, not at {type(index).__name__}{hint}")
        size = self.size()
        if not -size <= index < size:
            raise IndexError(f"index {index} out of range for storage of size {size}")
        element = Spec(Layout((), (), index % size), self.dtype, self.device)
        return array_of(make_tensor(self._storage, element)).item()

    def __setitem__(self, index: int | slice, value: Any) -> None:
        """Write one element or those of a slice, with the checks of item assignment to a tensor."""
        if not isinstance(index, (int, slice)):
            raise RuntimeError(f"a typed storage is written at an int or a slice, not at {type(index).__name__}")
        self._seen()[index] = value

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def tolist(self) -> list[Any]:
        """The elements as Python numbers."""
        values: list[Any] = array_of(self._seen()).tolist()
        return values

    def fill_(self, value: Any) -> TypedStorage:
        """Set every element to a number."""
        self[:] = value
        return self

    def copy_(self, source: Any, non_blocking: bool = False) -> TypedStorage:
        """Take over the bytes of a storage of as many bytes; nothing is converted."""
        self._storage.copy_(source, non_blocking)
        return self

    def resize_(self, size: int) -> None:
        """Change the number of elements, as `UntypedStorage.resize_` does that of bytes."""
        if not isinstance(size, int):
            raise RuntimeError(f"resize_() expects a number of elements, an int, but got {type(size).__name__}")
        self._storage.resize_(int(size) * self.dtype.itemsize)

    def clone(self) -> TypedStorage:
        """A storage of its own with the same elements."""
        return self._wrapping(self._storage.clone())

    def cpu(self) -> TypedStorage:
        """The elements on the CPU."""
        return self._wrapping(self._storage.cpu())

    def to(self, *, device: Any, non_blocking: bool = False) -> TypedStorage:
        """The elements on a device."""
        return self._wrapping(self._storage.to(device=device, non_blocking=non_blocking))

    def _wrapping(self, storage: UntypedStorage) -> TypedStorage:
        return TypedStorage(wrap_storage=storage, dtype=self.dtype)

    @classmethod
    def from_buffer(
        cls, buffer: Any, byte_order: str | None = None, count: int = -1, offset: int = 0, dtype: Any = None
    ) -> TypedStorage:
        """A storage with a copy of a buffer's elements; see `UntypedStorage.from_buffer`."""
        return cls(wrap_storage=UntypedStorage.from_buffer(buffer, byte_order, count, offset, dtype), dtype=dtype)

    def __copy__(self) -> TypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> TypedStorage:
        from copy import deepcopy

        return self._wrapping(deepcopy(self._storage, memo))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._storage, self.dtype)

    def __repr__(self) -> str:
        values = None
        if self._storage.has_bytes:
            buffer = self._storage.buffer
            values = backend_for(self.device.type).values(buffer, Layout((self.size(),), (1,)), self.dtype)
        described = f"tensorplay.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {self.size()}"
        return f"{listed(self.size(), values)}\n[{described}]"


def _restored(storage: UntypedStorage, dtype: DType) -> TypedStorage:
    return TypedStorage(wrap_storage=storage, dtype=dtype)


def _converted(storage: Any, dtype: DType) -> TypedStorage:
    """A typed storage with the elements of another storage, converted as `copy_` converts."""
    source = storage if isinstance(storage, TypedStorage) else TypedStorage(wrap_storage=storage, dtype=uint8)
    result = TypedStorage(source.size(), dtype=dtype, device=source.device)
    result._seen().copy_(source._seen())
    return result


register_conversion(_converted)


@accessor("method")
def storage(input: Tensor) -> TypedStorage:
    """The storage with the tensor's dtype; `untyped_storage()` is the way that PyTorch keeps.

    All of the storage, wherever in it the tensor lies, and as it is, whatever the tensor's lazy bits say.

    >>> import tensorplay as tp
    >>> x = tp.arange(6).view(2, 3)
    >>> x[1].storage().tolist(), x.storage().data_ptr() == x.data_ptr()
    ([0, 1, 2, 3, 4, 5], True)
    """
    return TypedStorage(wrap_storage=input._storage, dtype=input.dtype)


def is_storage(value: object) -> bool:
    """Whether a value is a storage, typed or untyped.

    >>> import tensorplay as tp
    >>> tp.is_storage(tp.zeros(1).untyped_storage()), tp.is_storage(tp.zeros(1))
    (True, False)
    """
    return isinstance(value, Conversions)
