"""The conversions that both kinds of storages offer: `storage.float()` and its like.

They compute, so the operations above do them: whoever can registers how.
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
        """The storage on a GPU. RuntimeError where there is none."""
        to: Callable[..., Any] = self.to  # type: ignore[attr-defined]
        return to(device=device, non_blocking=non_blocking)

    def pin_memory(self) -> Any:
        """A copy whose memory is locked for a GPU. RuntimeError where there is none."""
        raise RuntimeError(
            "pin_memory() needs a GPU whose driver can lock pages, and there is none; use the storage as it is"
        )

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
