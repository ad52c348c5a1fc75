"""How long a program takes to start: `tensorplay -c pass` against `ipython -c pass`, whole processes, in one run.

Run from an environment in which tensorplay is installed (as a wheel: an editable install is slower) and, for the
ratio, IPython.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15


def seconds(command: list[str]) -> float:
    """The least of several rounds, taken in turns with the others by the caller."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def program(name: str) -> str | None:
    """The program of this environment, else of the path."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def main() -> None:
    """Print the table."""
    tensorplay, ipython = program("tensorplay"), program("ipython")
    commands = {"python -c pass": [sys.executable, "-c", "pass"]}
    if tensorplay:
        commands["tensorplay -c pass"] = [tensorplay, "-c", "pass"]
        commands['tensorplay -c "x = zeros(2, 3)"'] = [tensorplay, "-c", "x = zeros(2, 3)"]
    if ipython:
        commands["ipython -c pass"] = [ipython, "-c", "pass"]
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(ROUNDS):
        for name, command in commands.items():
            best[name] = min(best[name], seconds(command))
    reference = best.get("ipython -c pass")
    print("| command | ms | ratio to `ipython -c pass` |\n|---|---|---|")
    for name, value in best.items():
        ratio = f"{value / reference:.2f}" if reference else "–"
        print(f"| `{name}` | {value * 1000:.0f} | {ratio} |")


if __name__ == "__main__":
    main()
