"""Temporaries of blocks of work lie in memory that the process has already."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import resource, tensorplay as tp
tp.set_num_threads(1)
x = tp.ones(2000, 2000) * 0.5
counts = []
for _ in range(4):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    x.softmax(1)
    counts.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
print(min(counts[1:]))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="how the C library keeps freed memory is its own affair")
def test_a_repeated_operation_takes_few_new_pages() -> None:
    """16 MB are 4,000 pages; a softmax of as much went through three times as many, each time."""
    finished = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(finished.stdout) < 1500
