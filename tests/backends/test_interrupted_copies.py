"""Ctrl-C in the middle of a large copy: it is answered there and then, and the tensors stay usable."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tensorplay.backends import kernels

# The signal comes from a thread that waits for a part of the time which the copy takes: one from another process would
# seldom hit it, as the kernels move these 230 MB in less time than it takes to send it.
PROGRAM = """
import os, signal, threading, time
import tensorplay as tp

source = tp.ones((10, 10, 14, 16, 18, 20, 24), dtype=tp.uint8).permute(6, 5, 4, 3, 2, 1, 0)
target = tp.zeros(source.shape, dtype=tp.uint8)

def interrupted(copy, seconds):
    "Whether Ctrl-C came while the copy ran."
    timer, running = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)), False
    try:
        timer.start()
        running = True
        copy()
        running = False
        timer.join()
        time.sleep(10)  # the signal is due
    except KeyboardInterrupt:
        timer.join()
        return running

def parted(copy):
    "Whether Ctrl-C was answered before all was copied, in one of several tries."
    began = time.monotonic()
    copy()
    taken = time.monotonic() - began
    for part in (0.5, 0.3, 0.7, 0.2, 0.4, 0.6, 0.1, 0.8):
        target.zero_()
        if interrupted(copy, taken * part) and target.numpy().min() == 0:
            return True
    return False

print("moved", parted(lambda: target.copy_(source)))
print("converted", parted(lambda: target.copy_(source.view(tp.bool))))
target.copy_(source)
assert target.numpy().min() == 1 and target.is_contiguous()
target[3, 4] = 7
assert target.transpose(0, 1)[4, 3].contiguous().numpy().min() == 7
print("usable", True)
"""


@pytest.mark.parametrize("path", ["kernels", "numpy"])
def test_ctrl_c_parts_a_large_copy(path: str) -> None:
    if path == "kernels" and not kernels.available():
        pytest.skip("no compiled kernels")
    environment = {**os.environ, "TENSORPLAY_KERNELS": "numpy" if path == "numpy" else ""}
    program = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(program, capture_output=True, text=True, env=environment, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["moved", "True", "converted", "True", "usable", "True"]
