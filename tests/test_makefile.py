"""`make shell` and `make test` install anew when what the installation is made from has changed, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KERNELS = Path("tensorplay/backends/kernels")
STAMPS = (".venv/shell.stamp", ".venv/test.stamp")


def out_of_date(folder: Path, make: str, stamp: str) -> bool:
    """Whether make would make a stamp anew."""
    done = subprocess.run([make, "--question", stamp], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 1


@pytest.mark.parametrize("changed", ["pyproject.toml", "setup.py", "*.c", "*.h", None])
def test_what_makes_an_installation_old(
    tmp_path: Path, need_program: Callable[[str], str], changed: str | None
) -> None:
    make = need_program("make")
    (tmp_path / KERNELS).mkdir(parents=True)
    sources = [*(ROOT / KERNELS).glob("*.[ch]"), ROOT / "pyproject.toml", ROOT / "setup.py"]
    copies = [Path(shutil.copy(path, tmp_path / path.relative_to(ROOT))) for path in sources]
    shutil.copy(ROOT / "Makefile", tmp_path)
    installed = [tmp_path / name for name in (".venv/bin/python", *STAMPS)]
    for path in installed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    now = installed[0].stat().st_mtime
    for path in copies:
        os.utime(path, (now - 10, now - 10))
    for path in copies:
        if changed is not None and path.match(changed):
            os.utime(path, (now + 10, now + 10))
            assert all(out_of_date(tmp_path, make, stamp) for stamp in STAMPS), path
            os.utime(path, (now - 10, now - 10))
    assert not any(out_of_date(tmp_path, make, stamp) for stamp in STAMPS)


def test_bench_runs_every_benchmark(need_program: Callable[[str], str]) -> None:
    command = [need_program("make"), "--dry-run", "bench"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    patterns = said.partition("for script in ")[2].partition(";")[0].split()
    assert {path for pattern in patterns for path in ROOT.glob(pattern)} == set((ROOT / "benchmarks").glob("*.py"))
