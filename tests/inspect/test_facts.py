"""The facts of one tensor, held against counting cell by cell."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from geometry.strategies import random_layout

import tensorplay as tp
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import make_tensor
from tensorplay.geometry.layout import Layout, required_cells
from tensorplay.inspect.coverage import cells_of_area, shared_cells, union_cells, written_cells
from tensorplay.inspect.facts import describe


def addresses(layout: Layout) -> list[int]:
    return [
        layout.offset + sum(index * step for index, step in zip(indices, layout.stride, strict=True))
        for indices in product(*map(range, layout.size))
    ]


def tensor_with(layout: Layout, dtype: Any = tp.float32) -> Any:
    storage = UntypedStorage(max(required_cells(layout), 1) * dtype.itemsize)
    return make_tensor(storage, Spec(layout, dtype, tp.device("cpu")))


@pytest.mark.parametrize("seed", range(300))
def test_cells_and_sharing(seed: int) -> None:
    layout = random_layout(random.Random(seed), max_rank=4)
    facts = describe(tensor_with(layout))
    counts = Counter(addresses(layout))
    assert facts.cells == len(counts)
    assert facts.self_overlap == ("yes" if len(counts) < layout.numel else "no")
    if facts.multiplicity is not None and counts:
        assert set(counts.values()) == {facts.multiplicity}
    assert facts.nbytes == layout.numel * 4
    assert facts.contiguous is tensor_with(layout).is_contiguous()


@pytest.mark.parametrize("seed", range(200))
def test_never_written(seed: int) -> None:
    source = random.Random(seed)
    layout = random_layout(source, max_rank=3, zero=0.0)
    layout = Layout(layout.size, layout.stride, layout.offset)
    tensor = tensor_with(layout, source.choice([tp.float32, tp.int16, tp.uint8]))
    itemsize = tensor.itemsize
    written: set[int] = set()
    for _ in range(source.randint(0, 4)):
        area = random_layout(source, max_rank=2, zero=0.0)
        width = source.choice([1, 2, 4])
        if required_cells(area) * width > tensor.untyped_storage().nbytes():
            continue
        tensor.untyped_storage().record.add(area, width)
        written |= {cell * width + byte for cell in addresses(area) for byte in range(width)}
    cells = set(addresses(layout))
    expected = sum(any(cell * itemsize + byte not in written for byte in range(itemsize)) for cell in cells)
    assert describe(tensor).never_written == expected


@pytest.mark.parametrize("seed", range(200))
def test_counting_areas(seed: int) -> None:
    source = random.Random(seed)
    areas = [random_layout(source, max_rank=3) for _ in range(source.randint(0, 4))]
    union = set().union(*[set(addresses(area)) for area in areas]) if areas else set()
    assert union_cells(areas) == len(union)
    if len(areas) > 1:
        first, second = areas[:2]
        assert shared_cells(first, second) == len(set(addresses(first)) & set(addresses(second)))


def test_areas_of_whole_cells() -> None:
    assert cells_of_area(Layout((8,), (1,), 4), 4) == Layout((2,), (1,), 1)
    assert cells_of_area(Layout((3, 4), (8, 1), 4), 4) == Layout((3,), (2,), 1)
    assert cells_of_area(Layout((3, 8), (16, 1), 0), 4) == Layout((3, 2), (4, 1), 0)
    assert cells_of_area(Layout((7,), (1,), 0), 4) is None
    assert cells_of_area(Layout((3, 2), (8, 1), 0), 4) is None


def test_large_areas_cost_nothing() -> None:
    rows = Layout((10**5, 10**6), (2 * 10**6, 1))
    others = Layout((10**5, 10**6), (2 * 10**6, 1), 10**6)
    whole = Layout((2 * 10**11,), (1,))
    assert union_cells([rows, others]) == 2 * 10**11
    assert shared_cells(whole, rows) == 10**11
    assert written_cells(whole, 1, [rows]) == 10**11


def test_formats_and_order() -> None:
    facts = describe(tp.empty(2, 3, 4, 5, device="meta").to(memory_format=tp.channels_last))
    assert (facts.formats, facts.dim_order, facts.dense) == (("channels_last",), (0, 2, 3, 1), True)
    both = describe(tp.empty(2, 1, 4, 5, device="meta"))
    assert both.formats == ("contiguous", "channels_last")
    assert both.ambiguity is not None
    reason = describe(tp.empty(2, 4, 3, device="meta")[:, ::2]).why_not_contiguous
    assert reason is not None
    assert reason.sentence() == "not contiguous: 6 ≠ 3·1 (dims 1, 2)"


def test_flags_and_versions() -> None:
    x = tp.zeros(3, dtype=tp.complex64)
    facts = describe(x.conj())
    assert (facts.conj, facts.is_view, facts.library) == (True, True, "tensorplay")
    x[0] = 1
    assert describe(x).version == 1
    assert describe(tp.zeros(2).requires_grad_()).requires_grad


def test_storage() -> None:
    x = tp.empty(6)
    x[:2] = 1
    facts = describe(x)
    assert (facts.never_written, facts.storage.written, facts.storage.nbytes) == (4, "some", 24)
    assert describe(tp.empty(6, device="meta")).never_written is None
    x.numpy()
    facts = describe(x)
    assert (facts.never_written, facts.storage.exported) == (None, True)


def test_huge_meta_tensors_without_numpy_cost() -> None:
    x = tp.empty(10**6, 10**6, device="meta")
    facts = describe(x.t()[::3])
    assert facts.cells == 333334 * 10**6
    assert facts.nbytes == 333334 * 10**6 * 4
