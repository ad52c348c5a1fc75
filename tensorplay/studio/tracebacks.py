"""Errors as a person at the prompt wants them: their own frames, none of ours."""

from __future__ import annotations

import linecache
import os
from pathlib import Path
from typing import TYPE_CHECKING

import tensorplay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from traceback import FrameSummary, TracebackException

_STANDARD_LIBRARY = str(Path(os.__file__).parent)
# The packages of the two faces lie beside `tensorplay/` in a checkout and inside it when installed.
_OURS = {str(Path(tensorplay.__file__).parent)}


def add_own_folder(file: str) -> None:
    """Leave out the frames of the package of this file too."""
    _OURS.add(str(Path(file).parent))


def remember_source(filename: str, text: str) -> None:
    """Let tracebacks and `inspect.getsource` quote a text that stands in no file."""
    linecache.cache[filename] = (len(text), None, [f"{line}\n" for line in text.splitlines()], filename)


def format_error(error: BaseException, *, short: bool = False) -> list[str]:
    """The lines of a traceback without frames of ours, cause and context included; `short` leaves out the frames."""
    shown = _shown(error)
    return _lines(shown.format_exception_only() if short or not shown.stack else shown.format())


def is_direct(error: BaseException, filename: str) -> bool:
    """Whether an error arose in the source of this name itself, so that there is nothing to trace."""
    shown = _shown(error)
    chained = shown.__cause__ is not None or (shown.__context__ is not None and not shown.__suppress_context__)
    return not chained and len(shown.stack) <= 1 and all(frame.filename == filename for frame in shown.stack)


def _shown(error: BaseException) -> TracebackException:
    from traceback import TracebackException

    shown = TracebackException.from_exception(error)
    for part in _parts(shown):
        part.stack[:] = _frames_of_others(part.stack)
    return shown


def _lines(chunks: Iterator[str]) -> list[str]:
    return "".join(chunks).rstrip("\n").split("\n")


def _parts(shown: TracebackException) -> Iterator[TracebackException]:
    """An exception with all those that led to it."""
    waiting = [shown]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [linked for linked in (part.__cause__, part.__context__) if linked is not None]
        waiting += getattr(part, "exceptions", None) or []


def _frames_of_others(frames: list[FrameSummary]) -> list[FrameSummary]:
    """Without our frames and without those of libraries that we called; code of the person's that we called stays."""
    kept: list[FrameSummary] = []
    inside = False
    for frame in frames:
        if _is_ours(frame.filename):
            inside = True
        elif not (inside and _is_library(frame.filename)):
            inside = False
            kept.append(frame)
    return kept


def _is_ours(filename: str) -> bool:
    return any(filename.startswith((f"{folder}/", f"{folder}\\")) for folder in _OURS)


def _is_library(filename: str) -> bool:
    return filename.startswith((_STANDARD_LIBRARY, "<frozen")) or "site-packages" in filename
