"""Strided copies against the limit: the faster of memcpy and a copy past the cache, in the same run.

Every case is timed in rounds, all candidates in each round in a new order. Ratios are minimums over minimums, and
medians over medians; the time is the processor's, on one thread. "NumPy twin" is the copy as it runs where the kernels
are not built. "fresh" stands for the result in new memory, as `.contiguous()` gives it.

    python benchmarks/permutation.py [--rounds 15] [--only text]
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from collections.abc import Callable
from math import exp, log, prod
from pathlib import Path
from typing import Any

import numpy as np

import tensorplay as tp
from tensorplay.backends import blocked_copy, kernels
from tensorplay.backends.strided_copy import copy_array

Array = np.ndarray[Any, np.dtype[Any]]
TYPES = {1: np.uint8, 2: np.int16, 4: np.float32, 8: np.float64, 16: np.complex128}
PAGE = 4096

# What is copied: the size in memory, the order in which the result has the dimensions, and the bytes of an element.
CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...], int]] = {
    "4096², 1 byte": ((4096, 4096), (1, 0), 1),
    "4096², 2 bytes": ((4096, 4096), (1, 0), 2),
    "4096², 4 bytes": ((4096, 4096), (1, 0), 4),
    "3000×5000, 8 bytes": ((3000, 5000), (1, 0), 8),
    "2048², 16 bytes": ((2048, 2048), (1, 0), 16),
    "3333×3777, 4 bytes": ((3333, 3777), (1, 0), 4),
    "NCHW→NHWC 8×64×112²": ((8, 64, 112, 112), (0, 2, 3, 1), 4),
    "NHWC→NCHW 8×64×112²": ((8, 112, 112, 64), (0, 3, 1, 2), 4),
    "NHWC-3→NCHW 16×224²": ((16, 224, 224, 3), (0, 3, 1, 2), 4),
    "NCHW→NHWC-3 16×224²": ((16, 3, 224, 224), (0, 2, 3, 1), 4),
    "NHWC-3→NCHW 64×224², bytes": ((64, 224, 224, 3), (0, 3, 1, 2), 1),
    "NCHW→NHWC-3 64×224², bytes": ((64, 3, 224, 224), (0, 2, 3, 1), 1),
    "3-D (2,1,0)": ((200, 250, 300), (2, 1, 0), 4),
    "3-D (1,0,2)": ((200, 250, 300), (1, 0, 2), 4),
    "3-D (0,2,1)": ((200, 250, 300), (0, 2, 1), 4),
    "3-D (2,1,0), bytes": ((300, 350, 400), (2, 1, 0), 1),
    "4-D (3,2,1,0)": ((48, 60, 72, 80), (3, 2, 1, 0), 4),
    "4-D (2,3,0,1), 2 bytes": ((60, 64, 72, 80), (2, 3, 0, 1), 2),
    "5-D (4,1,3,0,2)": ((24, 28, 30, 26, 25), (4, 1, 3, 0, 2), 4),
    "6-D reversed": ((16, 14, 18, 16, 12, 18), (5, 4, 3, 2, 1, 0), 4),
    "6-D reversed, 8 bytes": ((16, 14, 18, 16, 12, 10), (5, 4, 3, 2, 1, 0), 8),
    "6-D (3,0,5,1,4,2), 16 bytes": ((10, 12, 14, 10, 12, 16), (3, 0, 5, 1, 4, 2), 16),
}

# What is turned round: the size, the dimensions, and the bytes of an element.
FLIPS: dict[str, tuple[tuple[int, ...], tuple[int, ...], int]] = {
    "flip rows 4096², 1 byte": ((4096, 4096), (1,), 1),
    "flip rows 4096², 4 bytes": ((4096, 4096), (1,), 4),
    "flip channels 64×224²×3, bytes": ((64, 224, 224, 3), (3,), 1),
}


def aligned(nbytes: int) -> Array:
    """Written memory that starts at a page."""
    whole = np.ones(nbytes + PAGE, np.uint8)
    start = -int(whole.__array_interface__["data"][0]) % PAGE
    return whole[start : start + nbytes]


def straight(target: Array, source: Array, streaming: bool) -> Callable[[], Any]:
    """One straight copy of all bytes, through the cache or past it."""
    if not kernels.available():
        return lambda: np.copyto(target, source)
    copy, blocks, _ = kernels._native.prepare((target.size,), (1,), (1,), 1, streaming)
    addresses = [int(side.__array_interface__["data"][0]) for side in (target, source)]
    return lambda: kernels._native.run(copy, *addresses, 0, blocks)


def candidates(case: tuple[tuple[int, ...], tuple[int, ...], int], flipped: bool) -> dict[str, Callable[[], Any]]:
    """What is timed, by name."""
    size, dims, itemsize = case
    nbytes = prod(size) * itemsize
    flat_source, flat_target = aligned(nbytes), aligned(nbytes)
    whole = flat_source.view(TYPES[itemsize]).reshape(size)
    source = np.flip(whole, dims) if flipped else whole.transpose(dims)
    target = flat_target.view(TYPES[itemsize]).reshape(source.shape)
    strides = [tuple([step // itemsize for step in side.strides]) for side in (target, source)]
    ours = tp.from_numpy(whole)
    timed: dict[str, Callable[[], Any]] = {
        "memcpy": straight(flat_target, flat_source, False),
        "past the cache": straight(flat_target, flat_source, True),
        "tensorplay": lambda: copy_array(target, source),
        "NumPy twin": lambda: blocked_copy.copy(target, source, *strides),
        "tensorplay fresh": (lambda: ours.flip(dims)) if flipped else ours.permute(dims).contiguous,
        "np.copyto": lambda: np.copyto(target, source),
    }
    try:
        import torch
    except ImportError:
        return timed
    torch.set_num_threads(1)
    theirs = torch.from_numpy(whole)
    if flipped:  # which torch only gives in new memory
        return {**timed, "torch fresh": lambda: theirs.flip(dims)}
    turned, into = theirs.permute(dims), torch.from_numpy(target)
    return {**timed, "torch copy_": lambda: into.copy_(turned), "torch fresh": turned.contiguous}


def measured(timed: dict[str, Callable[[], Any]], rounds: int) -> dict[str, tuple[float, float]]:
    """The least and the median seconds of each candidate."""
    seconds: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(rounds):
        for name in random.sample(list(timed), len(timed)):
            start = time.thread_time()
            timed[name]()
            seconds[name].append(time.thread_time() - start)
    return {name: (min(taken), sorted(taken)[len(taken) // 2]) for name, taken in seconds.items()}


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return exp(sum([log(value) for value in values]) / len(values))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="only cases whose name has this text")
    given = parser.parse_args()
    tp.set_num_threads(1)
    print(f"{processor()}; {kernels.status()}; one thread; {given.rounds} rounds; NumPy {np.__version__}\n")
    columns = ("tensorplay", "NumPy twin", "torch copy_", "np.copyto", "tensorplay fresh", "torch fresh")
    print(f"| time ÷ limit: least (median) | MB | limit ms | {' | '.join(columns)} |")
    print(f"|---|---|---|{'---|' * len(columns)}")
    ratios: dict[str, list[float]] = {name: [] for name in columns}
    for title, case in {**CASES, **FLIPS}.items():
        if given.only not in title:
            continue
        found = measured(candidates(case, title in FLIPS), given.rounds)
        limit = min([found["memcpy"], found["past the cache"]])
        cells = []
        for name in columns:
            if name not in found:
                cells.append("–")
                continue
            least, middle = found[name][0] / limit[0], found[name][1] / limit[1]
            ratios[name].append(least)
            cells.append(f"{least:.1f} ({middle:.1f})")
        print(
            f"| {title} | {prod(case[0]) * case[2] / 1e6:.0f} | {limit[0] * 1000:.2f} | {' | '.join(cells)} |",
            flush=True,
        )
    means = [f"{mean(values):.2f}" if values else "–" for values in ratios.values()]
    worst = [f"{max(values):.1f}" if values else "–" for values in ratios.values()]
    print(f"| geometric mean | | | {' | '.join(means)} |\n| worst | | | {' | '.join(worst)} |")


if __name__ == "__main__":
    main()
