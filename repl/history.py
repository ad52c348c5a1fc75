"""What was typed before, kept in a file of the user's state directory; the shell works without it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

if TYPE_CHECKING:
    from collections.abc import Iterable


def history_file() -> Path:
    """`$XDG_STATE_HOME/tensorplay/history`, or `~/.local/state/tensorplay/history`."""
    state = os.environ.get("XDG_STATE_HOME", "")
    # Relative paths are to be ignored, says the standard that defines the variable.
    folder = Path(state) if Path(state).is_absolute() else Path("~/.local/state").expanduser()
    return folder / "tensorplay" / "history"


class PatientHistory(FileHistory):
    """A file that may fail: what cannot be read or written is remembered until the session ends."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        with suppress(OSError, UnicodeError):
            super().store_string(string)


def open_history() -> History:
    """The history of earlier sessions, continued."""
    try:
        file = history_file()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return InMemoryHistory()
    return PatientHistory(str(file))
