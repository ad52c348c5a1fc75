"""The short phrases of a picture, shared by text and HTML. Names and numbers come from the scene alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .scene import FactsScene, VerdictScene


def byte_count(count: int) -> str:
    """Bytes, exact while the number is short.

    >>> byte_count(96), byte_count(1_204_224), byte_count(4_000_000_000)
    ('96 B', '1.2 MB', '4.0 GB')
    """
    return f"{count} B" if count < 10_000 else _scaled(count, ("kB", "MB", "GB", "TB", "PB", "EB"))


def cell_count(count: int) -> str:
    """A number of cells with its noun.

    >>> cell_count(1), cell_count(24), cell_count(10_400_000)
    ('1 cell', '24 cells', '10.4 M cells')
    """
    noun = "cell" if count == 1 else "cells"
    return f"{count} {noun}" if count < 10_000 else f"{_scaled(count, ('k', 'M', 'G', 'T', 'P', 'E'))} {noun}"


def _scaled(count: int, units: Sequence[str]) -> str:
    value = float(count)
    for unit in units:
        value /= 1000
        if value < 999.5:
            return f"{value:.1f} {unit}" if value < 99.95 else f"{value:.0f} {unit}"
    return f"{value:.0f} {units[-1]}"


def listed(names: Sequence[str]) -> str:
    """Names as one says them.

    >>> listed(["x"]), listed(["x", "y"]), listed(["x", "y", "z"])
    ('x', 'x and y', 'x, y and z')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def few(names: Sequence[str], most: int = 4) -> str:
    """Names as one says them, the last ones counted if they are many."""
    return listed(names) if len(names) <= most + 1 else listed([*names[:most], f"{len(names) - most} more"])


def size_text(size: Sequence[int]) -> str:
    return f"[{', '.join(map(str, size))}]"


def tuple_text(numbers: Sequence[int]) -> str:
    return f"({numbers[0]},)" if len(numbers) == 1 else f"({', '.join(map(str, numbers))})"


def arrangement(facts: FactsScene) -> str:
    """What the layout is, in the fewest words: a format, an order, or why it is neither; empty where nothing is to say."""
    if not facts.size:
        return ""
    if facts.numel == 0:
        return "empty"
    if facts.formats:
        words = " and ".join(facts.formats)
        if facts.unit_dims:
            one = len(facts.unit_dims) == 1
            dims = ", ".join(map(str, facts.unit_dims))
            words += f": dim {dims} has one element" if one else f": dims {dims} have one element each"
        return words
    if facts.order is not None:
        return f"order {tuple_text(facts.order)}"
    if facts.multiplicity is not None and facts.multiplicity > 1:
        return ""  # the strip says that each cell is shared
    return facts.reason


def source_words(verdict: VerdictScene) -> str:
    """The tensor something was made of."""
    name = verdict.source
    if name is None:
        return "an unnamed tensor"
    if verdict.former:
        name = f"the former {name}"
    return f"an unnamed copy of {name}" if verdict.copied else name


def verdict_words(verdict: VerdictScene, facts: FactsScene | None) -> list[str]:
    """The phrases of a verdict, to be joined by dots; none where nothing happened."""
    moved = f"{byte_count(verdict.bytes_moved)} moved"
    storage = f"s{verdict.storage}"
    match verdict.kind:
        case "new":
            return [", ".join([f"new storage {storage}", byte_count(verdict.nbytes), *_never_written(facts)])]
        case "copy":
            return [f"copy of {source_words(verdict)}", moved, f"new storage {storage}"]
        case "view":
            return [f"view of {source_words(verdict)}", moved, *_kept_alive(verdict, facts)]
        case "same":
            return [f"same tensor as {source_words(verdict)}"]
        case "shares":
            return [f"in the memory of {source_words(verdict)}", moved]
        case "written":
            return [_written_words(verdict), *([f"version {verdict.version}"] if verdict.version else [])]
        case "restrided":
            return ["restrided in place", moved]
        case "resized":
            grown = verdict.nbytes != verdict.former_nbytes
            sizes = f"{byte_count(verdict.former_nbytes)} → {byte_count(verdict.nbytes)}"
            return ["resized in place", f"{storage} {sizes}" if grown else f"{storage} keeps its {byte_count(verdict.nbytes)}"]
        case "moved":
            return [f"in another storage now, {storage}"]
        case "flagged":
            return ["changed in place"]
        case "gone":
            return ["gone", _storage_left(verdict, storage)]
    return []


def _never_written(facts: FactsScene | None) -> list[str]:
    if facts is None or not facts.never_written:
        return []
    if facts.never_written == facts.cells:
        return ["never written"]
    return [f"{facts.never_written} of {facts.cells} cells never written"]


def _kept_alive(verdict: VerdictScene, facts: FactsScene | None) -> list[str]:
    """What a view without a named base holds beyond its own cells."""
    if facts is None or facts.cells is None or verdict.source is not None:
        return []
    used = facts.cells * facts.cell_bytes
    return [f"keeps {byte_count(verdict.nbytes)} alive for {byte_count(used)}"] if used < verdict.nbytes else []


def _written_words(verdict: VerdictScene) -> str:
    words = "written in place" if verdict.written is None else f"{cell_count(verdict.written)} written in place"
    if verdict.has_source:
        words += f" through {source_words(verdict)}"
    seen = []
    if verdict.seen_by:
        seen.append(f"seen by {few(verdict.seen_by)}")
    if verdict.perhaps_seen_by:
        seen.append(f"{'' if seen else 'seen '}perhaps by {few(verdict.perhaps_seen_by)}")
    return ", ".join([words, *seen])


def _storage_left(verdict: VerdictScene, storage: str) -> str:
    if verdict.freed:
        return f"{storage} freed, {byte_count(verdict.former_nbytes)}"
    if not verdict.holders:
        return f"{storage} stays, held without a name" if verdict.storage is not None else "its memory stays"
    held = verdict.held_nbytes
    if held is not None and held < verdict.former_nbytes:
        verb = "keeps" if len(verdict.holders) == 1 else "keep"
        alive = f"{byte_count(verdict.former_nbytes)} for {byte_count(held)}"
        return f"{few(verdict.holders)} {verb} {storage} alive: {alive}"
    return f"{storage} stays, held by {few(verdict.holders)}"
