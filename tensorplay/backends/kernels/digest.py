"""A number for the C sources in a folder, by which an extension that was built from others is told."""

from __future__ import annotations

import zlib
from pathlib import Path


def digest(folder: str | Path) -> int | None:
    """The checksum of all C files and headers; None where there are none, as in an installed wheel."""
    files = sorted([file for file in Path(folder).iterdir() if file.suffix in (".c", ".h")])
    checksum = 0
    for file in files:
        checksum = zlib.crc32(file.read_bytes(), checksum)
    return checksum if files else None
