"""What index tensors must be: their dtype and values, and the dtypes that PyTorch gathers and scatters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import complex32, int32, int64, uint16, uint32, uint64
from tensorplay.geometry.reasons import Refusal

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.spec import Spec

WIDE_UNSIGNED = (uint16, uint32, uint64)
RARE = (*WIDE_UNSIGNED, complex32)
INDEX_TYPES = (int64, int32)


def refuse_dtype(name: str, dtype: DType, refused: tuple[DType, ...]) -> None:
    """NotImplementedError for a dtype that PyTorch has no kernel for."""
    if dtype in refused:
        raise Refusal(
            NotImplementedError, f"{name}() is not implemented for {dtype}; convert it to another dtype with .to()"
        ).exception()


def check_index_dtype(
    name: str, index: Spec, allowed: tuple[DType, ...] = INDEX_TYPES, error: type[Exception] = RuntimeError
) -> None:
    """Refuse an index tensor of another dtype than int64 (or int32)."""
    if index.dtype not in allowed:
        wanted = " or ".join([dtype.name for dtype in allowed])
        raise Refusal(
            error, f"{name}() takes an index of dtype {wanted}, not {index.dtype}; convert it with .long()"
        ).exception()


def check_same_dtype(name: str, input: Spec, source: Spec, what: str) -> None:
    """Refuse a source of another dtype than the tensor that it is written into."""
    if source.dtype is not input.dtype:
        raise Refusal(
            RuntimeError,
            f"{name}(): the tensor and the {what} need the same dtype, but they are {input.dtype} and {source.dtype}; "
            f"convert the {what} with .to()",
        ).exception()


def positions(
    backend: Any, index: Any, length: int, where: str, error: type[Exception], *, negative: bool = False
) -> Any:
    """Index values as int64. `error` for one outside 0 .. length - 1 (or, where `negative` ones count, -length)."""
    xp = backend.xp
    if index.size:
        lowest, highest = int(xp.min(index)), int(xp.max(index))
        for extreme in (lowest, highest):
            if not (-length if negative else 0) <= extreme < length:
                raise error(f"index {extreme} is out of bounds for {where} with size {length}")
        if negative and lowest < 0:
            return xp.where(index < 0, index + length, index).astype(xp.int64)
    return index.astype(xp.int64, copy=False)
