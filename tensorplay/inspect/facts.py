"""What there is to know of one tensor without knowing its name: dtype, layout, formats, sharing, storage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import formats, order, overlap
from tensorplay.geometry.addresses import AddressMap

from . import coverage
from .shown import Shown

if TYPE_CHECKING:
    from tensorplay.core.storage import UntypedStorage
    from tensorplay.geometry.layout import Layout
    from tensorplay.geometry.overlap import Answer
    from tensorplay.geometry.reasons import Reason

#: Search steps, and cells listed, for one tensor's facts. Facts are made after every command, so this stays small.
BUDGET = 2000


@dataclass(frozen=True, slots=True)
class StorageFacts:
    """The bytes behind a tensor.

    `serial` tells our storages apart; memory of another library has none, and is known by its `address`. `version`
    counts writes, None where nobody counts. `written` is "nothing", "some", "everything" or "unknown", and
    `written_areas` lists, for "some", the layouts in bytes that were.
    """

    serial: int | None
    nbytes: int
    version: int | None
    exported: bool
    written: str
    written_areas: tuple[Layout, ...]
    address: int
    has_bytes: bool


@dataclass(frozen=True, slots=True, repr=False)
class TensorFacts(Shown):
    """One tensor, or one array of another library.

    `layout` counts in units of `unit` bytes: the item size, unless a NumPy array has byte strides that are no multiples
    of it. `cells` is the number of distinct cells that the elements occupy, None where only a long search could tell;
    `multiplicity` how many elements lie in each of them if it is the same number for all, else None; `never_written` is
    the number of cells that were never written, None if nobody knows.
    """

    library: str
    dtype: str
    itemsize: int
    device: str
    layout: Layout
    unit: int
    dim_order: tuple[int, ...]
    ambiguity: Reason | None
    why_not_contiguous: Reason | None
    formats: tuple[str, ...]
    dense: bool
    self_overlap: Answer
    cells: int | None
    multiplicity: int | None
    nbytes: int
    never_written: int | None
    storage: StorageFacts
    conj: bool = False
    neg: bool = False
    requires_grad: bool = False
    is_view: bool = False
    version: int = 0

    @property
    def size(self) -> tuple[int, ...]:
        return self.layout.size

    @property
    def stride(self) -> tuple[int, ...]:
        return self.layout.stride

    @property
    def offset(self) -> int:
        return self.layout.offset

    @property
    def numel(self) -> int:
        return self.layout.numel

    @property
    def contiguous(self) -> bool:
        return self.why_not_contiguous is None


def describe(x: Any) -> TensorFacts:
    """The facts about a tensor, a NumPy or torch array, or anything with `__array_interface__` or `__dlpack__`.

    TypeError for anything else.

    >>> import tensorplay as tp
    >>> facts = describe(tp.empty_permuted((2, 3, 4), (0, 2, 1), device="meta"))
    >>> facts.stride, facts.dim_order, facts.dense, facts.contiguous
    ((12, 1, 3), (0, 2, 1), True, False)
    """
    if not isinstance(x, TensorBase):
        from .foreign import describe_foreign

        return describe_foreign(x)
    spec = x._spec
    layout = spec.layout
    storage = storage_facts(x._storage)
    return facts_of(
        layout,
        library="tensorplay",
        dtype=spec.dtype.name,
        itemsize=spec.dtype.itemsize,
        device=str(spec.device),
        storage=storage,
        conj=spec.conj,
        neg=spec.neg,
        requires_grad=x.requires_grad,
        is_view=x._is_view(),
        version=x._version,
    )


def storage_facts(storage: UntypedStorage) -> StorageFacts:
    """The facts about one of our storages."""
    record = storage.record
    return StorageFacts(
        serial=storage.serial,
        nbytes=storage.nbytes(),
        version=storage.version,
        exported=storage.exported,
        written=record.state,
        written_areas=tuple(record.layouts),
        address=storage.data_ptr() if storage.exported else 0,
        has_bytes=storage.has_bytes,
    )


def facts_of(
    layout: Layout,
    *,
    library: str,
    dtype: str,
    itemsize: int,
    device: str,
    storage: StorageFacts,
    unit: int | None = None,
    why_not_contiguous: Reason | None = None,
    conj: bool = False,
    neg: bool = False,
    requires_grad: bool = False,
    is_view: bool = False,
    version: int = 0,
) -> TensorFacts:
    """Derive everything that follows from a layout; `unit` is given where the strides do not count in elements."""
    size, unit = layout.size, unit or itemsize
    whole = all(step * unit % itemsize == 0 for step in layout.stride)
    stride = tuple([step * unit // itemsize for step in layout.stride]) if whole else layout.stride
    # Elements share cells if they share bytes, which matters where the strides do not count in elements.
    area = layout if unit == itemsize else coverage.in_cells(layout, unit, itemsize, 1)
    overlapping = overlap.self_overlap(area, BUDGET)
    cells = AddressMap(layout, BUDGET).cells
    return TensorFacts(
        library=library,
        dtype=dtype,
        itemsize=itemsize,
        device=device,
        layout=layout,
        unit=unit,
        dim_order=order.dim_order(size, stride),
        ambiguity=order.why_ambiguous(size, stride),
        why_not_contiguous=formats.why_not_contiguous(size, stride) if whole else why_not_contiguous,
        formats=formats.held_formats(size, stride) if whole else (),
        dense=whole and formats.is_dense(size, stride),
        self_overlap=overlapping,
        cells=cells,
        multiplicity=_uniform_multiplicity(layout, cells, overlapping),
        nbytes=layout.numel * itemsize,
        never_written=coverage.never_written(layout, itemsize, cells, storage) if unit == itemsize else None,
        storage=storage,
        conj=conj,
        neg=neg,
        requires_grad=requires_grad,
        is_view=is_view,
        version=version,
    )


def _uniform_multiplicity(layout: Layout, cells: int | None, overlapping: Answer) -> int | None:
    """How many elements lie in each cell, if dimensions of stride 0 are the only reason; 1 without overlap."""
    if overlapping == "no":
        return 1
    if not cells or (overlapping == "yes" and cells == layout.numel):
        return None  # unknown, or elements overlap in part
    moving = [length for length, step in zip(layout.size, layout.stride, strict=True) if step]
    distinct = 1
    for length in moving:
        distinct *= length
    return layout.numel // cells if distinct == cells else None
