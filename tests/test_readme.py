"""The README keeps its word: its examples run, its transcript and its picture are what the shell prints."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "notebooks").glob("*.md")])


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language in a Markdown text."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples(document: Path) -> None:
    text = "\n".join(blocks(document.read_text(encoding="utf-8"), "python"))
    examples = doctest.DocTestParser().get_doctest(text, {}, document.name, str(document), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_transcript() -> None:
    (transcript,) = blocks(README, "console")
    lines = transcript.splitlines()
    commands = [line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")]
    answers = [line for line in lines if not line.startswith(">>> ")]
    shell = subprocess.run(
        [sys.executable, "-m", "tensorplay"],
        input="\n".join(commands) + "\n",
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (shell.returncode, shell.stderr) == (0, "")
    assert shell.stdout.splitlines() == answers


def test_picture_is_current() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "readme_picture.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []
