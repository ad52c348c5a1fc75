"""The short phrases of a picture, shared by text and HTML. Names and numbers come from the scene alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .scene import EntryScene, FactsScene, PreviewScene, VerdictScene, WayScene


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


def percent(part: int, whole: int) -> str:
    """A part of the whole, never rounded to all or nothing.

    >>> percent(334, 1000), percent(1, 10**6), percent(999_999, 10**6), percent(5, 5)
    ('33 %', '<1 %', '>99 %', '100 %')
    """
    if 0 < part * 100 < whole:
        return "<1 %"
    if 99 * whole < part * 100 < 100 * whole:
        return ">99 %"
    return f"{round(part * 100 / whole)} %"


def one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())


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
    """What the layout is, in the fewest words: a format, an order, why it is neither, or nothing."""
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
            return [f"shares memory with {source_words(verdict)}", moved]
        case "written":
            return [_written_words(verdict), *([f"version {verdict.version}"] if verdict.version else [])]
        case "restrided":
            return ["restrided in place", moved]
        case "resized":
            grown = verdict.nbytes != verdict.former_nbytes
            sizes = f"{byte_count(verdict.former_nbytes)} → {byte_count(verdict.nbytes)}"
            return [
                "resized in place",
                f"{storage} {sizes}" if grown else f"{storage} keeps its {byte_count(verdict.nbytes)}",
            ]
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
    return ", ".join([words, *seen_words(verdict)])


def seen_words(verdict: VerdictScene) -> list[str]:
    """Who sees what was written."""
    seen = []
    if verdict.seen_by:
        seen.append(f"seen by {few(verdict.seen_by)}")
    if verdict.perhaps_seen_by:
        seen.append(f"{'' if seen else 'seen '}perhaps by {few(verdict.perhaps_seen_by)}")
    return seen


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


def way_words(way: WayScene) -> str:
    """What a way out costs."""
    if way.effect == "value":
        return f"gives {way.text}"
    if way.effect == "copies":
        return f"copies {byte_count(way.bytes_moved)}"
    merges = [
        f"dims {outer} and {inner} merge ({found} = {size}·{step})" for outer, inner, found, size, step in way.merged
    ]
    return f"free: {', '.join(merges)}" if merges else "free"


def preview_words(scene: PreviewScene) -> list[str]:
    """The phrases of a preview, to be joined by dots."""
    if scene.values_needed:
        return ["?", one_line(scene.sentence)]
    if scene.dims:
        outer, inner = scene.dims
        found, size, step = scene.numbers
        words = [f"not a view: dims {outer} and {inner} do not merge ({found} ≠ {size}·{step})"]
        return words if scene.reshape_bytes is None else [*words, f"reshape copies {byte_count(scene.reshape_bytes)}"]
    if scene.error:
        return [f"{scene.error}: {one_line(scene.sentence)}"]
    if not scene.entries:
        return [scene.text] if scene.text else []
    words = _planned(scene.entries[0], scene.default_dtype)
    return words if len(scene.entries) == 1 else [*words, f"and {len(scene.entries) - 1} more"]


def _planned(entry: EntryScene, default_dtype: str) -> list[str]:
    """What would become of one name."""
    facts, verdict = entry.facts, entry.verdict
    words = []
    if facts is not None:
        kind = "" if facts.dtype == default_dtype else f"{facts.dtype} "
        kind += "" if facts.device == "cpu" else f"{facts.device} "
        stride = f" stride {tuple_text(facts.stride)}" if facts.size else ""
        offset = f" offset {facts.offset}" if facts.offset else ""
        words.append(f"{kind}{size_text(facts.size)}{stride}{offset}")
    moved = f"{byte_count(verdict.bytes_moved)} to move"
    match verdict.kind:
        case "view":
            words.append(f"view of {source_words(verdict)}")
            words += [moved] if verdict.bytes_moved else []
        case "copy":
            words += [f"copy of {source_words(verdict)}", moved]
        case "new":
            words.append(f"new storage, {byte_count(verdict.nbytes)}")
        case "same":
            words.append(f"same tensor as {source_words(verdict)}")
        case "written":
            what = "cells" if verdict.written is None else cell_count(verdict.written)
            words.append(", ".join([f"writes {what} of {entry.name} in place", *seen_words(verdict)]))
        case "restrided" | "resized" | "flagged" | "moved":
            words.append(f"changes {entry.name} in place")
    return words
