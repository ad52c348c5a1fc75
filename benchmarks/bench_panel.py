"""What the panel of one command costs, watching and painting: storages of 10² to 10¹² elements, and many names.

The command itself is not counted. The peak is what tracemalloc sees during watching and painting.
"""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import tensorplay as tp
from tensorplay.inspect.watch import Watch
from tensorplay.picture.lines import plain
from tensorplay.picture.scene import panel
from tensorplay.picture.text import paint

ROUNDS = 7

COMMANDS = {
    "x = empty(n, n)": "x = tp.empty({n}, {n}, device='meta')",
    "y = x.t()": "y = x.t()",
    "z = y[1:, ::3]": "z = y[1:, ::3]",
    "w = x.as_strided(overlapping)": "w = x.as_strided(({n}, {n}), (1, 2))",
    "z[0] = 1": "z[0] = 1",
    "c = z.clone()": "c = z.clone()",
}


def cost(n: int, others: int) -> dict[str, tuple[float, int]]:
    """Milliseconds and peak bytes of the panel of each command; `others` names live beside it."""
    found: dict[str, tuple[float, int]] = {}
    for traced in (False, True):
        for _ in range(1 if traced else ROUNDS):
            namespace: dict[str, Any] = {"tp": tp}
            for number in range(others):
                namespace[f"other_{number}"] = tp.empty(3, 4, device="meta")[number % 3 :]
            watch = Watch(namespace)
            for title, command in COMMANDS.items():
                if traced:
                    tracemalloc.start()
                start = time.perf_counter()
                watch.begin()
                before = time.perf_counter() - start
                exec(command.format(n=n), namespace)
                start = time.perf_counter()
                plain(paint(panel(watch.end())))
                milliseconds = (before + time.perf_counter() - start) * 1000
                peak = tracemalloc.get_traced_memory()[1] if traced else 0
                if traced:
                    tracemalloc.stop()
                    found[title] = (found[title][0], peak)
                else:
                    found[title] = (min(milliseconds, found.get(title, (float("inf"), 0))[0]), 0)
    return found


def main() -> None:
    """Print the table."""
    print("| command | elements | other names | ms | peak KB |\n|---|---|---|---|---|")
    for n, others in ((10, 0), (1000, 0), (10**6, 0), (10**6, 200)):
        for title, (milliseconds, peak) in cost(n, others).items():
            print(f"| `{title}` | {n * n:.0e} | {others} | {milliseconds:.2f} | {peak / 1000:.0f} |")


if __name__ == "__main__":
    main()
