"""What an operation costs beside its work: tensors of six elements, and copies of 4 KB, against torch.

Both sides are timed in turn, and the least of many rounds counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import tensorplay as tp

ROUNDS = 40
CALLS = 2000
SMALL = (2, 3)
FOUR_KB = (32, 32)

CASES: dict[str, tuple[tuple[int, ...], Callable[[Any, Any, Any], Any]]] = {
    "x + y": (SMALL, lambda lib, x, y: x + y),
    "x * y": (SMALL, lambda lib, x, y: x * y),
    "x + 1.5": (SMALL, lambda lib, x, y: x + 1.5),
    "x < y": (SMALL, lambda lib, x, y: x < y),
    "-x": (SMALL, lambda lib, x, y: -x),
    "x.exp()": (SMALL, lambda lib, x, y: x.exp()),
    "x + y.t()": ((3, 3), lambda lib, x, y: x + y.t()),
    "x.add_(y)": (SMALL, lambda lib, x, y: x.add_(y)),
    "x.clone()": (SMALL, lambda lib, x, y: x.clone()),
    "x.copy_(y)": (SMALL, lambda lib, x, y: x.copy_(y)),
    "x.copy_(y), 4 KB": (FOUR_KB, lambda lib, x, y: x.copy_(y)),
    "x.copy_(y.t()), 4 KB": (FOUR_KB, lambda lib, x, y: x.copy_(y.t())),
    "x.t().contiguous()": (SMALL, lambda lib, x, y: x.t().contiguous()),
    "x.sum()": (SMALL, lambda lib, x, y: x.sum()),
    "x @ y.t()": (SMALL, lambda lib, x, y: x @ y.t()),
    "zeros(2, 3)": (SMALL, lambda lib, x, y: lib.zeros(2, 3)),
}


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS


def main() -> None:
    """Print the table."""
    import torch

    torch.set_num_threads(1)
    tp.set_num_threads(1)
    print("| small tensors | tensorplay ns | torch ns | ratio |\n|---|---|---|---|")
    for name, (size, case) in CASES.items():
        ours = [tp.rand(*size) * 1 for _ in range(2)]
        theirs = [torch.rand(*size) for _ in range(2)]
        mine = other = float("inf")
        for _ in range(ROUNDS):
            mine = min(mine, seconds(lambda: case(tp, *ours)))  # noqa: B023
            other = min(other, seconds(lambda: case(torch, *theirs)))  # noqa: B023
        print(f"| `{name}` | {mine * 1e9:.0f} | {other * 1e9:.0f} | {mine / other:.2f} |", flush=True)


if __name__ == "__main__":
    main()
