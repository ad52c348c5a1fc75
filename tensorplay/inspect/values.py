"""The values of a small storage as short texts, for the strip that shows them cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.access import array_of
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import make_tensor
from tensorplay.core.written import EVERYTHING, UNKNOWN
from tensorplay.geometry.layout import Layout

from .coverage import written_flags

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.storage import UntypedStorage

    from .facts import StorageFacts

#: Storages of more cells are not read.
MOST_VALUES = 64


def cell_values(storage: UntypedStorage, dtype: DType, facts: StorageFacts) -> tuple[str, ...] | None:
    """The values of all cells of a storage, empty texts for those never written; None if they are many or not there."""
    count, rest = divmod(storage.nbytes(), dtype.itemsize)
    if rest or not 0 < count <= MOST_VALUES or not storage.has_bytes or storage.shadow_of is not None:
        return None
    flat = make_tensor(storage, Spec(Layout((count,), (1,)), dtype, storage.device))
    texts = value_texts(array_of(flat).tolist())
    if facts.written in (EVERYTHING, UNKNOWN):
        return tuple(texts)
    flags = written_flags(facts.written_areas, 0, storage.nbytes()) or bytearray(storage.nbytes())
    width = dtype.itemsize
    return tuple([text if all(flags[cell * width : (cell + 1) * width]) else "" for cell, text in enumerate(texts)])


def value_texts(values: list[Any]) -> list[str]:
    """Numbers as short as can be told apart: whole numbers without a point, others with four digits.

    >>> value_texts([0.0, 12.0]), value_texts([0.5, 1e-9, float("nan")]), value_texts([True, False])
    (['0', '12'], ['0.5', '1e-09', 'nan'], ['T', 'F'])
    """
    return [_text(value) for value in values]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "T" if value else "F"
    if isinstance(value, complex):
        imaginary = _text(value.imag)
        return f"{_text(value.real)}{imaginary if imaginary.startswith('-') else '+' + imaginary}j"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e7 else f"{value:.4g}"
    return str(value)
