"""The golden cases measured on PyTorch, where they lie beside the checkout; skipped where they do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

YARDSTICK = Path(__file__).parent.parent.parent / "shared" / "yardstick"

GROUPS = ["view.", "factory.", "format.", "device.", "dtype.", "repr."]

# Cases that call what is not there yet, by what they wait for.
WAITING = {
    "sparse tensors": set(),
    "grad_fn of an operation that has no gradient yet": set(),
}


@pytest.mark.parametrize("group", GROUPS)
def test_every_case_of_the_group_passes(group: str, tmp_path: Path) -> None:
    script = YARDSTICK / "run_cases.py"
    if not script.exists():
        pytest.skip("no yardstick beside this checkout")
    found = tmp_path / "found.json"
    command = [sys.executable, str(script), str(YARDSTICK / "public.jsonl"), "--module", "tensorplay"]
    result = subprocess.run(
        [*command, "--group", group, "--json", str(found)], capture_output=True, text=True, timeout=300, check=False
    )
    outcome = json.loads(found.read_text(encoding="utf-8"))
    waiting = set().union(*WAITING.values())
    failed = {case["id"] for case in outcome["fails"]}
    assert outcome["total"] > 0
    assert failed <= waiting, result.stdout
    assert {name for name in waiting if name.startswith(group)} <= failed, "a case waits that passes already"
