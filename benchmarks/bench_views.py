"""View operations on a small tensor, ours against torch in the same run: repeated arguments, and fresh ones.

Repeated: the same operation on the same tensor again and again. Fresh: every call sees a layout that was not seen
before, either in its offset, as the rows of a batch have it, or in its sizes and strides, too. Times are the least of
several rounds; the table's figure is the ratio to torch.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING, Any

import tensorplay as tp

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 7
REPEATS = 20_000
FRESH = 3_000
SIZES = 500

REPEATED: dict[str, Callable[[Any], Any]] = {
    "transpose(1, 2)": lambda x: x.transpose(1, 2),
    "permute(2, 0, 1)": lambda x: x.permute(2, 0, 1),
    "view(6, 4)": lambda x: x.view(6, 4),
    "reshape(6, 4)": lambda x: x.reshape(6, 4),
    "flatten()": lambda x: x.flatten(),
    "expand(5, 2, 3, 4)": lambda x: x.expand(5, 2, 3, 4),
    "unsqueeze(0)": lambda x: x.unsqueeze(0),
    "squeeze()": lambda x: x.squeeze(),
    "x[0]": lambda x: x[0],
    "x[:, 1:]": lambda x: x[:, 1:],
    "x[..., None]": lambda x: x[..., None],
    "select(0, 1)": lambda x: x.select(0, 1),
    "narrow(1, 0, 2)": lambda x: x.narrow(1, 0, 2),
    "diagonal()": lambda x: x.diagonal(),
    "unfold(1, 2, 1)": lambda x: x.unfold(1, 2, 1),
    "unflatten(2, (2, 2))": lambda x: x.unflatten(2, (2, 2)),
    "movedim(0, 2)": lambda x: x.movedim(0, 2),
    "as_strided((2, 2), (1, 1))": lambda x: x.as_strided((2, 2), (1, 1)),
    "mT": lambda x: x.mT,
    "unbind()": lambda x: x.unbind(),
    "split(1)": lambda x: x.split(1),
    "chunk(2)": lambda x: x.chunk(2),
    "detach()": lambda x: x.detach(),
}

FRESH_LAYOUT: dict[str, Callable[[Any], Any]] = {
    "transpose(1, 2)": lambda x: x.transpose(1, 2),
    "permute(2, 0, 1)": lambda x: x.permute(2, 0, 1),
    "view(6, -1)": lambda x: x.view(6, -1),
    "reshape(6, -1)": lambda x: x.reshape(6, -1),
    "flatten()": lambda x: x.flatten(),
    "expand(5, -1, -1, -1)": lambda x: x.expand(5, -1, -1, -1),
    "unsqueeze(0)": lambda x: x.unsqueeze(0),
    "squeeze()": lambda x: x.squeeze(),
    "x[0]": lambda x: x[0],
    "x[:, 1:]": lambda x: x[:, 1:],
    "x[..., None]": lambda x: x[..., None],
    "select(2, 1)": lambda x: x.select(2, 1),
    "narrow(2, 1, 2)": lambda x: x.narrow(2, 1, 2),
    "diagonal()": lambda x: x.diagonal(),
    "unfold(1, 2, 1)": lambda x: x.unfold(1, 2, 1),
    "movedim(0, 2)": lambda x: x.movedim(0, 2),
    "as_strided((2, 2), (1, 1))": lambda x: x.as_strided((2, 2), (1, 1)),
    "mT": lambda x: x.mT,
    "unbind()": lambda x: x.unbind(),
    "split(1)": lambda x: x.split(1),
    "chunk(2)": lambda x: x.chunk(2),
    "detach()": lambda x: x.detach(),
}


def repeated(library: Any, call: Callable[[Any], Any]) -> float:
    """Nanoseconds a call on one tensor."""
    x = library.zeros(2, 3, 4)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter_ns()
        for _ in range(REPEATS):
            call(x)
        best = min(best, (time.perf_counter_ns() - start) / REPEATS)
    return best


def fresh(library: Any, call: Callable[[Any], Any]) -> float:
    """Nanoseconds a call on tensors of which each has a layout of its own; the least of several rounds."""
    best = float("inf")
    for round_ in range(ROUNDS):
        base = library.zeros(24 + ROUNDS * FRESH)
        # The offsets differ, so no layout occurs twice.
        tensors = [base.as_strided((2, 3, 4), (12, 4, 1), round_ * FRESH + i) for i in range(FRESH)]
        start = time.perf_counter_ns()
        for x in tensors:
            call(x)
        best = min(best, (time.perf_counter_ns() - start) / FRESH)
    return best


def fresh_sizes(library: Any, call: Callable[[Any], Any]) -> float:
    """Nanoseconds a call on tensors of which each has sizes and strides of its own; the least of several rounds."""
    best = float("inf")
    base = library.zeros(6 * (ROUNDS * SIZES + 4))
    for round_ in range(ROUNDS):
        lengths = [4 + round_ * SIZES + i for i in range(SIZES)]
        tensors = [base.as_strided((2, 3, length), (3 * length, length, 1)) for length in lengths]
        start = time.perf_counter_ns()
        for x in tensors:
            call(x)
        best = min(best, (time.perf_counter_ns() - start) / SIZES)
    return best


def main() -> None:
    """Print the table."""
    import torch

    torch.set_num_threads(1)
    gc.disable()
    tables = (
        ("repeated", REPEATED, repeated),
        ("fresh offsets", FRESH_LAYOUT, fresh),
        ("fresh sizes", FRESH_LAYOUT, fresh_sizes),
    )
    for title, calls, measure in tables:
        print(f"\n| {title} | tensorplay ns | torch ns | ratio |\n|---|---|---|---|")
        for name, call in calls.items():
            ours, theirs = measure(tp, call), measure(torch, call)
            print(f"| `{name}` | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} |")


if __name__ == "__main__":
    main()
