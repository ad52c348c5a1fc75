"""Element-wise work, reductions and products of 10⁷ elements against torch, in one run with as many threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import tensorplay as tp

ROUNDS = 15
ROWS, COLUMNS = 2500, 4000
THREADS = 2

CASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "add": lambda lib, x, y: x + y,
    "mul": lambda lib, x, y: x * y,
    "exp": lambda lib, x, y: x.exp(),
    "tanh": lambda lib, x, y: x.tanh(),
    "sum over dim 0": lambda lib, x, y: x.sum(0),
    "sum over dim 1": lambda lib, x, y: x.sum(1),
    "sum of all": lambda lib, x, y: x.sum(),
    "max": lambda lib, x, y: x.max(),
    "softmax": lambda lib, x, y: x.softmax(1),
    "matmul": lambda lib, x, y: x @ y.t(),
}


def least(*calls: Callable[[], Any]) -> list[float]:
    """The least of many rounds, in each of which every call has its turn."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for position, call in enumerate(calls):
            start = time.perf_counter()
            call()
            best[position] = min(best[position], time.perf_counter() - start)
    return best


def main() -> None:
    """Print the table."""
    import torch

    torch.set_num_threads(THREADS)
    tp.set_num_threads(THREADS)
    print(f"| {THREADS} threads, 10⁷ elements | tensorplay ms | torch ms | ratio |\n|---|---|---|---|")
    for dtype in ("float32", "bfloat16", "float16"):
        ours = [tp.rand(ROWS, COLUMNS).to(getattr(tp, dtype)) for _ in range(2)]
        theirs = [torch.rand(ROWS, COLUMNS).to(getattr(torch, dtype)) for _ in range(2)]
        for name, case in CASES.items():
            if dtype != "float32" and name not in ("add", "exp", "sum of all"):
                continue
            mine, other = least(lambda: case(tp, *ours), lambda: case(torch, *theirs))  # noqa: B023
            print(f"| {name}, {dtype} | {mine * 1000:.1f} | {other * 1000:.1f} | {mine / other:.2f} |")


if __name__ == "__main__":
    main()
