"""What both kinds of storages offer: conversions, `storage.float()` and its like, and the way to other memory.

The conversions compute, so the operations above do them: whoever can registers how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes import dtype as dtypes

if TYPE_CHECKING:
    from collections.abc import Callable

_convert: Callable[[Any, dtypes.DType], Any] | None = None


def register_conversion(convert: Callable[[Any, dtypes.DType], Any]) -> None:
    """Name the function that makes, of a storage and a dtype, a typed storage with the converted elements."""
    global _convert
    _convert = convert


class Conversions:
    """Each method gives a new typed storage with every element (of an untyped storage: every byte) converted."""

    __slots__ = ()

    def _converted(self, dtype: dtypes.DType) -> Any:
        if _convert is None:
            raise RuntimeError("storages are converted by operations: import tensorplay first")
        return _convert(self, dtype)

    def cuda(self, device: Any = "cuda", non_blocking: Any = False) -> Any:
        """The storage on a GPU. RuntimeError where there is none.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(1).cuda()
        Traceback (most recent call last):
        RuntimeError: cannot allocate on device 'cuda'
        """
        to: Callable[..., Any] = self.to  # type: ignore[attr-defined]
        return to(device=device, non_blocking=non_blocking)

    def pin_memory(self) -> Any:
        """A copy whose memory is locked for a GPU. RuntimeError where there is none.

        >>> import tensorplay as tp
        >>> tp.UntypedStorage(1).pin_memory()
        Traceback (most recent call last):
        RuntimeError: pin_memory() needs a GPU whose driver can lock pages
        """
        raise RuntimeError(
            "pin_memory() needs a GPU whose driver can lock pages, and there is none; use the storage as it is"
        )

    def share_memory_(self) -> Any:
        """Move the bytes to memory that processes forked from this one share: a change of one is seen by all.

        The address changes, and every tensor on the storage follows. What is pickled, to be sent through a queue for
        instance, is a copy. Raises RuntimeError for a storage without bytes and for memory that something else holds,
        NotImplementedError on a system that does not fork processes.

        >>> import tensorplay as tp
        >>> storage = tp.arange(3).untyped_storage()
        >>> storage.is_shared(), storage.share_memory_().is_shared()
        (False, True)
        """
        storage: Any = self.untyped()  # type: ignore[attr-defined]
        if storage.device.type != "cpu" or not storage.has_bytes:
            raise RuntimeError(f"share_memory_() is for memory on the CPU, not for a storage on '{storage.device}'")
        if storage.is_shared():
            return self
        if storage.exported:
            raise RuntimeError(
                "share_memory_() would move bytes that something outside holds (NumPy, DLPack, another storage) away "
                "from it; clone the tensor first"
            )
        from tensorplay.backends.shared_memory import shared_copy

        storage.move_to(shared_copy(storage.buffer))
        return self

    def bool(self) -> Any:
        return self._converted(dtypes.bool_)

    def byte(self) -> Any:
        return self._converted(dtypes.uint8)

    def char(self) -> Any:
        return self._converted(dtypes.int8)

    def short(self) -> Any:
        return self._converted(dtypes.int16)

    def int(self) -> Any:
        return self._converted(dtypes.int32)

    def long(self) -> Any:
        return self._converted(dtypes.int64)

    def half(self) -> Any:
        return self._converted(dtypes.float16)

    def bfloat16(self) -> Any:
        return self._converted(dtypes.bfloat16)

    def float(self) -> Any:
        return self._converted(dtypes.float32)

    def double(self) -> Any:
        return self._converted(dtypes.float64)

    def complex_float(self) -> Any:
        return self._converted(dtypes.complex64)

    def complex_double(self) -> Any:
        return self._converted(dtypes.complex128)
