"""Long work is cut into blocks: the results are those of one piece, whatever the shapes."""

from __future__ import annotations

import numpy as np
import pytest

import tensorplay as tp

pytestmark = pytest.mark.usefixtures("blocks_of_five")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((7,), (7,)), ((3, 4), (4,)), ((2, 3, 4), (3, 1)), ((1, 9), (8, 1)), ((1, 1, 13), (1,)),
        ((6, 1, 2), (1, 5, 2)), ((), (3, 3)),
    ],
)  # fmt: skip
def test_pointwise(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    one = np.arange(np.prod(left, dtype=int)).reshape(left)
    other = np.arange(np.prod(right, dtype=int)).reshape(right) * 3
    ours = tp.arange(one.size).reshape(left), tp.arange(other.size).reshape(right) * 3
    assert (ours[0] + ours[1]).tolist() == (one + other).tolist()
    assert (ours[0] < ours[1]).tolist() == (one < other).tolist()


def test_in_place_work_in_blocks_reads_before_it_writes() -> None:
    x = tp.arange(24).view(4, 6)
    expected = (np.arange(24).reshape(4, 6) * 2).tolist()
    assert x.add_(x).tolist() == expected


def test_an_error_in_a_part_is_raised_and_the_workers_go_on() -> None:
    from tensorplay.backends.parallel import for_each

    def work(part: int) -> None:
        if part == 5:
            raise ValueError(part)

    with pytest.raises(ValueError, match="5"):
        for_each(work, range(10))
    seen: list[int] = []
    for_each(seen.append, range(10))
    assert sorted(seen) == list(range(10))


@pytest.mark.parametrize(
    ("wrong", "kind"), [(0, RuntimeError), (-1, RuntimeError), (1.5, TypeError), (True, TypeError)]
)
def test_a_wrong_number_of_threads_is_refused(wrong: object, kind: type[Exception]) -> None:
    threads = tp.get_num_threads()
    with pytest.raises(kind):
        tp.set_num_threads(wrong)
    assert tp.get_num_threads() == threads


@pytest.mark.parametrize("size", [(17,), (3, 4), (7, 1, 2), (1, 11), (0, 3), ()])
def test_nonzero(size: tuple[int, ...]) -> None:
    values = (np.arange(np.prod(size, dtype=int)) % 3).reshape(size)
    assert tp.from_numpy(values).nonzero().tolist() == np.argwhere(values).tolist()
