from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorplay.attributes.size import Size, trusted_size

if TYPE_CHECKING:
    from collections.abc import Callable

extents = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=6)


class Four:
    def __index__(self) -> int:
        return 4


def test_it_is_a_tuple() -> None:
    size = Size([2, 3, 4])
    assert isinstance(size, tuple)
    assert size == (2, 3, 4)
    assert (2, 3, 4) == size  # noqa: SIM300 (the other order is another method)
    assert size not in [[2, 3, 4], (2, 3)]
    assert hash(size) == hash((2, 3, 4))
    assert {(2, 3, 4): "found"}[size] == "found"
    assert size < (2, 4)
    first, *rest = size
    assert (first, rest) == (2, [3, 4])
    assert (size.count(2), size.index(4), len(size), 3 in size) == (1, 2, 3, True)


def test_text() -> None:
    assert repr(Size([2, 3])) == str(Size([2, 3])) == f"{Size([2, 3])}" == "tensorplay.Size([2, 3])"
    assert repr(Size()) == "tensorplay.Size([])"


def test_elements_become_plain_integers() -> None:
    made = Size([True, Four(), 5])
    assert made == (1, 4, 5)
    assert [type(element) for element in made] == [int, int, int]


@pytest.mark.parametrize(
    ("wrong", "position"),
    [([2.0], 0), (["a"], 0), ("ab", 0), ([1, None], 1), ([[1]], 0), ([1, 2, 1j], 2), ([Size([1])], 0)],
)
def test_other_elements_are_refused(wrong: Any, position: int) -> None:
    with pytest.raises(TypeError, match=f"element {position} is"):
        Size(wrong)


@pytest.mark.parametrize("wrong", [2**63, -(2**63) - 1, 2**70])
def test_elements_beyond_int64_are_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=str(wrong)):
        Size([1, wrong])


def test_wrong_arguments_are_refused() -> None:
    make: Callable[..., Size] = Size
    for arguments in ((3,), (2, 3), (None,)):
        with pytest.raises(TypeError):
            make(*arguments)
    with pytest.raises(TypeError):
        make(iterable=[1])
    with pytest.raises(AttributeError):
        Size([1]).color = "red"  # type: ignore[attr-defined]


def test_slices_are_sizes_and_elements_integers() -> None:
    size = Size([2, 3, 4])
    assert repr(size[1:]) == "tensorplay.Size([3, 4])"
    assert repr(size[::-1]) == "tensorplay.Size([4, 3, 2])"
    assert repr(size[:0]) == "tensorplay.Size([])"
    assert type(size[0]) is int
    assert (size[-1], size[True]) == (4, 3)
    with pytest.raises(IndexError):
        size[3]
    with pytest.raises(TypeError):
        size["a"]  # type: ignore[call-overload]


def test_sums_and_repetitions_are_sizes() -> None:
    size, four = Size([2, 3]), (4,)
    for result, expected in (
        (size + Size([4]), "[2, 3, 4]"),
        (size + four, "[2, 3, 4]"),
        (four + size, "[4, 2, 3]"),
        (size * 2, "[2, 3, 2, 3]"),
        (2 * size, "[2, 3, 2, 3]"),
        (size * -1, "[]"),
        (size * True, "[2, 3]"),
    ):
        assert repr(result) == f"tensorplay.Size({expected})"
    size += (5,)
    assert repr(size) == "tensorplay.Size([2, 3, 5])"


def test_sums_with_other_things_are_refused() -> None:
    size: Any = Size([2])
    other: Any
    for other in ([3], None, 1, iter([3])):
        with pytest.raises(TypeError):
            size + other
    for other in ([3], None, 1):
        with pytest.raises(TypeError):
            other + size
    for other in (("a",), (2.5,)):
        with pytest.raises(TypeError, match="element"):
            size + other
        with pytest.raises(TypeError, match="element"):
            other + size
    for other in (1.5, "a", size):
        with pytest.raises(TypeError):
            size * other


def test_numel() -> None:
    assert [Size(one).numel() for one in ([2, 3], [], [0, 3], [-2, 3])] == [6, 1, 0, -6]


def test_numel_is_exact_beyond_int64() -> None:
    # PyTorch's product wraps around to 0 here.
    assert Size([2**40, 2**40]).numel() == 2**80


def test_copies_and_pickles_are_sizes() -> None:
    size = Size([2, 3])
    assert size.__reduce__() == (Size, ((2, 3),))
    for again in (copy.copy(size), copy.deepcopy(size), pickle.loads(pickle.dumps(size))):
        assert type(again) is Size
        assert again == size


def test_trusted_size_makes_sizes() -> None:
    assert type(trusted_size((2, 3))) is Size
    assert trusted_size((2, 3)) == Size([2, 3])


@given(extents, extents, st.integers(-8, 8), st.integers(-8, 8), st.integers(-2, 3))
def test_it_does_what_tuples_do(a: list[int], b: list[int], start: int, stop: int, count: int) -> None:
    for ours, tuples in (
        (Size(a)[start:stop], tuple(a)[start:stop]),
        (Size(a)[stop:start:-1], tuple(a)[stop:start:-1]),
        (Size(a) + Size(b), tuple(a + b)),
        (Size(a) * count, tuple(a) * count),
    ):
        assert type(ours) is Size
        assert ours == tuples


EXPRESSIONS = """
Size(); Size([]); Size((2, 3)); Size(range(3)); Size(x for x in (1, 2)); Size(3); Size(2, 3); Size([2.0]); Size('ab')
Size(b'ab'); Size([True]); Size([None]); Size([[1]]); Size([-1]); Size([2**63 - 1]); Size([2**63]); Size([-2**63 - 1])
Size({1: 2}); Size(None); Size(iterable=[1]); Size([1], a=1); Size([Size([1])]); Size([1j]); Size(map(int, '12'))
Size([2, 3, 4])[0]; Size([2, 3, 4])[1:]; Size([2, 3, 4])[::-1]; Size([2])[5]; Size([2])['a']; Size([2, 3])[True]
Size([2, 3])[1, 0]; Size([2]) + (3,); (3,) + Size([2]); Size([2]) + [3]; [3] + Size([2]); Size([2]) + ('a',)
(2.5,) + Size([2]); Size([2]) + None; Size([2]) + iter([3]); Size([2]) * 2; 2 * Size([2]); Size([2]) * -3
Size([2]) * 1.5; Size([2]) * 'a'; Size([2]) * Size([3]); Size([2, 3]).numel(); Size([]).numel(); Size([2]).numel(1)
Size([2]) == (2,); Size([2]) == [2]; hash(Size([2])) == hash((2,)); Size([2]) < (3,); Size([2]).color
Size([4, 2]).index(2); Size([2]).__add__('a'); Size([2]).__radd__((3,)); Size([2]).__rmul__(2)
isinstance(Size([2]), tuple); str(Size([1, 2]))
"""


@pytest.mark.parametrize("expression", [one.strip() for one in EXPRESSIONS.strip().replace("\n", ";").split(";")])
def test_results_and_errors_are_those_of_torch(expression: str, torch: Any) -> None:
    def outcome(kind: type) -> str:
        try:
            return repr(eval(expression, {"Size": kind})).replace("torch.", "tensorplay.")
        except Exception as error:  # noqa: BLE001 (whatever it is, ours must be of the same type)
            return type(error).__name__

    assert outcome(Size) == outcome(torch.Size)
