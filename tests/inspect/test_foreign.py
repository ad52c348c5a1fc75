"""Arrays of other libraries: what is told of them, and that they are seen beside ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from inspect_support import Watched

import tensorplay as tp
from tensorplay.inspect.facts import describe
from tensorplay.inspect.sharing import all_placed, together


def test_strides_in_elements() -> None:
    facts = describe(np.arange(24.0).reshape(4, 6)[::-1, ::2])
    assert (facts.library, facts.dtype, facts.size, facts.stride, facts.offset) == (
        "numpy", "float64", (4, 3), (-6, 2), 18,
    )  # fmt: skip
    assert (facts.unit, facts.contiguous, facts.is_view, facts.cells) == (8, False, True, 12)
    assert facts.storage.nbytes == 192
    assert facts.storage.version is None


def test_strides_in_bytes() -> None:
    records = np.zeros(3, dtype=[("flag", "i1"), ("value", "<f8")])
    facts = describe(records["value"])
    assert (facts.unit, facts.stride, facts.offset, facts.itemsize) == (1, (9,), 1, 8)
    assert (facts.contiguous, facts.dense, facts.formats) == (False, False, ())
    assert (facts.cells, facts.self_overlap) == (3, "no")
    assert "9" in str(facts.why_not_contiguous.sentence() if facts.why_not_contiguous else "")


@pytest.mark.parametrize("strides", [(3,), (9,), (8,), (0,), (12,)])
def test_cells_of_odd_strides(strides: tuple[int, ...]) -> None:
    pool = np.zeros(64, dtype=np.uint8)
    array = np.ndarray((4,), np.float64, pool.data, 1, strides)
    touched = [{1 + index * strides[0] + byte for byte in range(8)} for index in range(4)]
    overlap = any(touched[a] & touched[b] for a in range(4) for b in range(a))
    facts = describe(array)
    assert facts.contiguous is (strides == (8,))
    assert (facts.self_overlap == "yes") is overlap


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(()), np.zeros((0, 3)), np.zeros((2, 3), order="F"), np.zeros(3, dtype=">f8"), np.zeros(2, dtype="S3"),
        np.zeros(2, dtype="S0"), np.zeros(2, dtype=object), np.array([], dtype=np.int8), np.zeros((1, 1))[::-1],
        np.broadcast_to(np.zeros(1), (5, 6)), np.zeros(2, dtype="datetime64[s]"),
    ],
)  # fmt: skip
def test_every_array_has_facts(array: Any) -> None:
    facts = describe(array)
    assert facts.size == array.shape
    if array.dtype.itemsize:
        assert tuple(step * facts.unit for step in facts.stride) == array.strides
        assert facts.contiguous or not array.flags.c_contiguous


class Interface:
    """Something that speaks the array interface and nothing else."""

    def __init__(self, interface: dict[str, Any]) -> None:
        self.__array_interface__ = interface


def test_array_interface() -> None:
    facts = describe(Interface({"shape": (2, 3), "typestr": "<f4", "strides": (4, 8), "data": (4096, False)}))
    assert (facts.dtype, facts.stride, facts.dim_order) == ("float32", (1, 2), (1, 0))
    facts = describe(Interface({"shape": (2, 3), "typestr": "|b1", "data": (4096, False), "version": 3}))
    assert (facts.dtype, facts.stride, facts.contiguous) == ("bool", (3, 1), True)


def test_dlpack() -> None:
    class Capsule:
        def __init__(self, array: Any) -> None:
            self.array = array

        def __dlpack__(self, **options: Any) -> Any:
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self) -> Any:
            return self.array.__dlpack_device__()

    facts = describe(Capsule(np.zeros((2, 3), np.int16).T))
    assert (facts.dtype, facts.size, facts.stride) == ("int16", (3, 2), (1, 3))


@pytest.mark.parametrize("what", [1, "x", [1, 2], None, object()])
def test_what_is_no_array(what: Any) -> None:
    with pytest.raises(TypeError):
        describe(what)


def test_torch() -> None:
    torch = pytest.importorskip("torch")
    x = torch.arange(24.0).reshape(2, 3, 4).permute(0, 2, 1)
    facts = describe(x)
    assert (facts.library, facts.dtype, facts.stride, facts.dim_order) == ("torch", "float32", (12, 1, 4), (0, 2, 1))
    assert (facts.is_view, facts.storage.nbytes) == (True, 96)
    assert describe(torch.zeros(2, device="meta")).device == "meta"
    assert describe(torch.zeros(2, dtype=torch.complex64).conj()).conj


def test_memory_is_shared_across_libraries() -> None:
    watched = Watched()
    watched.names["np"] = np
    watched.run("a = np.arange(12).reshape(3, 4)")
    changes = watched.run("lent = tp.from_numpy(a)")
    (change,) = changes.changes
    assert change.verdict.kind in ("shares", "view")
    assert change.verdict.source is not None
    assert change.verdict.source.name == "a"
    (state,) = changes.storages
    assert [view.name for view in state.views] == ["a", "lent"]
    assert state.facts.written == "unknown"
    change = watched.only("b = a[::-1, 1:]")  # NumPy knows the memory's owner, which has no name here
    assert (change.verdict.kind, change.verdict.source and change.verdict.source.name) == ("shares", "a")
    assert change.facts is not None
    assert change.facts.stride == (-4, 1)
    change = watched.only("lent[0] = 7")
    assert change.verdict.seen_by == ("a", "b")
    change = watched.only("n = zeros(3).numpy()")
    assert (change.verdict.kind, change.facts and change.facts.library) == ("new", "numpy")


def test_parts_of_one_memory_are_found_together() -> None:
    pool = np.zeros(100)
    one, two = all_placed({"one": pool[:10], "two": pool[50:]})
    assert len(together(one, [one, two])) == 2
    apart = all_placed({"one": np.zeros(3), "two": np.zeros(3)})
    assert len(together(apart[0], apart)) == 1


@pytest.mark.parametrize("size", [(3, 4), (600, 600)])
def test_an_array_of_ours_begins_where_the_storage_does(size: tuple[int, ...]) -> None:
    x = tp.zeros(size)
    array = x.numpy()
    one, other = all_placed({"x": x, "array": array})
    assert (one.start, one.nbytes) == (other.start, other.nbytes)
    assert (describe(array).offset, describe(array[1:]).offset) == (0, size[1])
    assert describe(x[1:].numpy()).offset == size[1]
