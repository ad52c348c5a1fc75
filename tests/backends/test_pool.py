"""Large buffers are used again, and never while anything still looks at them."""

from __future__ import annotations

import copy
import gc
import mmap
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.backends import cpu, lending, memory
from tensorplay.backends.memory import POOL
from tensorplay.backends.pool import MOST_BLOCKS, Block, Pool

LARGE = lending.LEAST_LENT_BYTES
COUNT = LARGE // 4  # elements of float32


@pytest.fixture(autouse=True)
def empty_pool() -> Iterator[None]:
    gc.collect()
    cpu.release_idle_memory()
    yield
    cpu.release_idle_memory()


def address(buffer: Any) -> int:
    return int(buffer.__array_interface__["data"][0])


def leave_idle(count: int) -> None:
    """A tensor of so many float32 came and went."""
    tp.zeros(count)


def pool_of(*sizes: int, most: int = 1 << 30) -> Pool:
    pool = Pool(lambda: most)
    for size in sizes:
        pool.give(Block(None, size))
    return pool


def test_the_smallest_block_that_fits() -> None:
    pool = pool_of(100, 60, 80)
    block = pool.take(55, 90)
    assert block is not None
    assert block.nbytes == 60
    assert pool.idle_bytes() == 180
    assert pool.take(101, 1000) is None
    assert pool.take(10, 79) is None
    assert pool.clear() == 180
    assert pool.idle_bytes() == pool.clear() == 0


def test_the_bounds() -> None:
    pool = pool_of(100, 60, 80, most=200)
    assert pool.idle_bytes() == 140  # the first one went
    pool.give(Block(None, 201))
    assert pool.idle_bytes() == 140
    assert pool_of(*[1] * 100).idle_bytes() == MOST_BLOCKS


def test_the_bound_is_a_share_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0 < POOL.most_bytes <= memory.MOST_IDLE_BYTES
    monkeypatch.setattr(memory, "_from_meminfo", lambda field: 1600 if field == "MemTotal" else None)
    monkeypatch.setattr(memory, "_control_group", lambda name: None)
    assert memory._most_idle_bytes() == 100
    monkeypatch.setattr(memory, "_control_group", lambda name: 160)
    assert memory._most_idle_bytes() == 10


@pytest.mark.parametrize("nbytes", [LARGE - 1, LARGE, LARGE + 1, lending.HUGE_PAGE, 5_000_001, 1 << 25])
def test_alignment_and_size(nbytes: int) -> None:
    for _ in range(2):
        buffer = cpu.allocate(nbytes)
        assert buffer.shape == (nbytes,)
        assert buffer.flags.writeable
        assert address(buffer) % cpu.ALIGNMENT == 0
        buffer[:] = 7
        del buffer
    assert (POOL.idle_bytes() > 0) == (nbytes >= LARGE)
    assert POOL.idle_bytes() <= nbytes * 9 // 8 + mmap.PAGESIZE


def test_huge_pages_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        pytest.skip("this system has no huge pages")
    asked = []

    class Mapping(mmap.mmap):
        def madvise(self, option: int, start: int = 0, length: int = 0) -> None:
            asked.append((option, start, length))
            raise OSError("no huge pages here")

    monkeypatch.setattr(
        lending, "_mapped", lambda nbytes: Mapping(-1, nbytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    )
    buffer = cpu.allocate(1 << 23)
    assert address(buffer) % lending.HUGE_PAGE == 0
    assert [(option, length) for option, _, length in asked] == [(mmap.MADV_HUGEPAGE, 1 << 23)]
    cpu.allocate(LARGE)
    assert len(asked) == 1


def test_a_result_takes_the_memory_of_one_that_is_gone() -> None:
    x = tp.rand(COUNT)
    y = x + 1
    place = y.data_ptr()
    assert POOL.idle_bytes() == 0
    del y
    assert POOL.idle_bytes() == LARGE
    z = x.view(-1, 2).t().contiguous()
    assert z.data_ptr() == place
    assert POOL.idle_bytes() == 0


HOLDERS: dict[str, Callable[[Any], Any]] = {
    "another tensor": lambda x: x[COUNT // 2 :],
    "its storage": lambda x: x.untyped_storage(),
    "a slice of its storage": lambda x: x.untyped_storage()[8:16],
    "a typed storage": lambda x: x.storage(),
    "NumPy": lambda x: x.numpy(),
    "NumPy, by the protocol": np.asarray,
    "a part of a part": lambda x: x.numpy()[5:][::2],
    "another type": lambda x: x.numpy().view(np.uint8)[3:7],
    "a buffer": lambda x: memoryview(x.numpy())[2:3],
    "an array of a buffer": lambda x: np.frombuffer(memoryview(x.numpy()), np.int16, 4, 2),
    "DLPack": np.from_dlpack,
    "a tensor of an array": lambda x: tp.from_numpy(x.numpy()[1:]),
    "a tensor by DLPack": tp.from_dlpack,
    "a reshaped view": lambda x: x.view(2, -1).t(),
    "a gradient": lambda x: (x.requires_grad_() * 2).grad_fn,
}


@pytest.mark.parametrize("name", HOLDERS)
def test_memory_is_kept_as_long_as_anything_looks_at_it(name: str) -> None:
    x = tp.full((COUNT,), 3.0)
    place = x.data_ptr()
    holder = HOLDERS[name](x)
    del x
    gc.collect()
    cpu.release_idle_memory()  # a result of the holder's making
    others = [tp.full((COUNT,), float(number)) for number in range(4)]
    assert place not in [other.data_ptr() for other in others]
    del others
    gc.collect()
    cpu.release_idle_memory()
    del holder
    gc.collect()
    assert POOL.idle_bytes() >= LARGE
    assert tp.empty(COUNT).data_ptr() == place


def test_torch_keeps_the_memory() -> None:
    torch = pytest.importorskip("torch")
    x = tp.full((COUNT,), 3.0)
    theirs = torch.from_dlpack(x)[3:]
    numpys = torch.from_numpy(x.numpy())
    del x
    for holder in (theirs, numpys):
        assert POOL.idle_bytes() == 0
        y = tp.zeros(COUNT)
        assert holder[0] == 3
        assert y.data_ptr() != numpys.data_ptr()
        del y
        cpu.release_idle_memory()
    del theirs, numpys, holder
    gc.collect()
    assert POOL.idle_bytes() == LARGE


def test_many_values_stay_what_they_are() -> None:
    """Tensors and arrays come and go at random; all that lives holds what was put there."""
    random = np.random.default_rng(0)
    alive: list[tuple[float, Any]] = []
    for number in range(200):
        if alive and random.random() < 0.45:
            value, held = alive.pop(int(random.integers(len(alive))))
            assert (np.asarray(held) == value).all()
            continue
        x = tp.full((int(random.integers(COUNT, 2 * COUNT)),), float(number))
        shape = random.integers(4)
        alive.append((float(number), x if shape == 0 else x.numpy()[::3] if shape == 1 else np.from_dlpack(x)[7:]))
        del x
        if len(alive) > 12:
            del alive[0]
    for value, held in alive:
        assert (np.asarray(held) == value).all()


def test_threads() -> None:
    wrong = []

    def work(seed: int) -> None:
        for turn in range(30):
            value = float(seed * 1000 + turn)
            x, y = tp.full((COUNT,), value), tp.full((COUNT + 7 * turn,), -value)
            if not ((x.numpy() == value).all() and (y.numpy() == -value).all()):
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert POOL.idle_bytes() <= POOL.most_bytes


def test_blocks_come_back_while_the_pool_is_at_work() -> None:
    """The garbage collector may run anywhere, so a block may come back in the middle of `take`."""
    pool = pool_of(100)

    class Nested:
        def __le__(self, other: int) -> bool:
            pool.give(Block(None, 50))
            return True

        def __ge__(self, other: int) -> bool:
            return True

    block = pool.take(Nested(), 1000)  # type: ignore[arg-type]
    assert block is not None
    assert block.nbytes == 100
    assert pool.idle_bytes() == 50


def test_cycles() -> None:
    x = tp.zeros(COUNT)
    cycle: list[Any] = [x]
    cycle.append(cycle)
    del x, cycle
    assert POOL.idle_bytes() == 0
    gc.collect()
    assert POOL.idle_bytes() == LARGE


def test_resizing_and_sharing() -> None:
    x = tp.arange(COUNT)
    storage = x.untyped_storage()
    seen = storage.buffer[:8]  # somebody looks at the memory from before
    storage.resize_(2 * storage.nbytes())
    assert x[COUNT - 1] == COUNT - 1
    assert POOL.idle_bytes() == 0
    del seen
    assert POOL.idle_bytes() == 2 * LARGE
    storage.resize_(0)
    assert POOL.idle_bytes() == 6 * LARGE
    y = tp.arange(COUNT)
    assert not y.is_shared()
    y.share_memory_()
    assert y.is_shared()
    assert y[5] == 5
    assert copy.deepcopy(x.untyped_storage()).nbytes() == 0
    assert tp.equal(pickle.loads(pickle.dumps(y)), y)


def test_a_forked_process_has_memory_of_its_own() -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    x = tp.zeros(COUNT)
    leave_idle(2 * COUNT)
    child = os.fork()
    if child == 0:
        right = False
        try:
            x.fill_(1)
            y = tp.full((2 * COUNT,), 2.0)
            right = x.sum().item() == COUNT and y[0].item() == 2
        finally:  # else a child with an error would go on with the tests
            os._exit(0 if right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert x.sum() == 0


def test_uninitialised_memory_is_marked_again() -> None:
    x = tp.full((COUNT,), 3.0)
    place = x.data_ptr()
    del x
    y = tp.empty(COUNT)
    assert y.data_ptr() == place
    assert y.isnan().all()


def test_idle_memory_counts_as_free_and_is_given_up_in_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_from_meminfo", lambda field: 1 << 27)
    monkeypatch.setattr(memory, "_control_group", lambda name: None)
    leave_idle(COUNT)
    assert POOL.idle_bytes() == LARGE
    assert memory.available_bytes() == (1 << 27) + LARGE
    memory.check_room(1 << 27, "a list")
    assert POOL.idle_bytes() == LARGE
    with pytest.raises(RuntimeError, match="134217729 bytes, but only 134217728"):
        memory.check_room((1 << 27) + 1, "a list")
    assert POOL.idle_bytes() == 0
    leave_idle(COUNT)
    with pytest.raises(RuntimeError, match="134217728 bytes are available"):
        tp.empty((1 << 25) + 1)
    assert POOL.idle_bytes() == 0


def test_when_the_system_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_idle(4 * COUNT)
    refused = []

    def refuse(nbytes: int) -> mmap.mmap:
        refused.append(POOL.idle_bytes())
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(lending, "_mapped", refuse)
    with pytest.raises(RuntimeError, match="the system refused"):
        tp.empty(COUNT)
    assert refused == [4 * LARGE, 0]  # asked again without idle memory


def test_show_config_names_the_pool(capsys: pytest.CaptureFixture[str]) -> None:
    leave_idle(2 * COUNT)
    tp.show_config()
    assert f"2 MB kept for their next use, at most {POOL.most_bytes >> 20} MB" in capsys.readouterr().out


def test_nothing_of_it_at_the_start() -> None:
    code = "import tensorplay, sys; print([name for name in ('mmap', 'queue', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
