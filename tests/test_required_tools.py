"""The rule of `conftest.py`: a test may skip for want of a tool on anybody's machine, but not on the project's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = """
import pytest

def test_passes():
    pass

def test_needs_a_program(need_program):
    need_program("no-such-program")

def test_needs_a_module():
    pytest.importorskip("no_such_module")

def test_needs_hardware():
    pytest.importorskip("cupy_that_nobody_has")

@pytest.mark.xfail(reason="known")
def test_known_fault():
    assert False
"""
WHOLE_FILE = "import pytest\npytest.importorskip('no_such_module')\ndef test_never_seen(): pass\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A small suite under the rules of this one."""
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_sample.py").write_text(SAMPLE, encoding="utf-8")
    return tmp_path


def outcome(suite: Path, required: str | None) -> tuple[int, dict[str, int], str]:
    """Run the suite: the exit code, how many tests had which outcome, and what was printed."""
    environment = {name: value for name, value in os.environ.items() if name != "TENSORPLAY_REQUIRE_TOOLS"}
    if required is not None:
        environment["TENSORPLAY_REQUIRE_TOOLS"] = required
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(suite), str(suite)]
    done = subprocess.run(command, cwd=suite, env=environment, capture_output=True, text=True, check=False)
    counts = {word: int(count) for count, word in re.findall(r"(\d+) ([a-z]+)", done.stdout.splitlines()[-1])}
    return (
        done.returncode,
        {word: counts.get(word, 0) for word in ("passed", "failed", "skipped", "xfailed")},
        done.stdout,
    )


@pytest.mark.parametrize("required", [None, "", "0"])
def test_a_missing_tool_skips(suite: Path, required: str | None) -> None:
    code, counts, _ = outcome(suite, required)
    assert (code, counts) == (0, {"passed": 1, "failed": 0, "skipped": 3, "xfailed": 1})


def test_a_missing_tool_fails_where_tools_are_required(suite: Path) -> None:
    code, counts, printed = outcome(suite, "1")
    assert (code, counts) == (1, {"passed": 1, "failed": 2, "skipped": 1, "xfailed": 1})
    assert "the program no-such-program is not installed" in printed
    assert "no_such_module" in printed


def test_a_file_that_skips_as_a_whole_fails_too(suite: Path) -> None:
    (suite / "test_whole_file.py").write_text(WHOLE_FILE, encoding="utf-8")
    code, _, printed = outcome(suite, "1")
    assert code != 0
    assert "no_such_module" in printed
