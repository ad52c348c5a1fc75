"""Scenes in whole sentences without drawings: for `--plain`, for screen readers, and for a braille line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .scene import (
    AliasScene,
    EntryScene,
    FactsScene,
    LookScene,
    PanelScene,
    PreviewScene,
    VerdictScene,
    WhyScene,
)
from .strips import GAP, UNWRITTEN, Writing, row_marks
from .words import few, listed, percent, size_text, source_words, tuple_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .base import Scene
    from .strip_scene import Row, Strip

#: Runs of cells, and values, that a sentence lists; what has more is counted.
MOST_RUNS, MOST_CELLS = 6, 96


def say(scene: Scene) -> list[str]:
    """The sentences of a scene, one a line.

    >>> import tensorplay as tp
    >>> from tensorplay.inspect.watch import Watch
    >>> from tensorplay.picture.scene import scene_of
    >>> namespace = {"z": tp.zeros(2, 3)}
    >>> watch = Watch(namespace)
    >>> watch.begin()
    >>> exec("z[0] = 7", namespace)
    >>> for sentence in say(scene_of(watch.end())):
    ...     print(sentence)
    3 cells of z were written in place. Its version is now 1.
    Storage s1 has 6 cells. They hold 7, 7, 7, 0, 0, 0.
    """
    sentences: list[str] = _SPEAKERS[type(scene)](scene)
    return sentences


def byte_words(count: int) -> str:
    """Bytes in words, exact."""
    return f"{count} byte" if count == 1 else f"{count} bytes"


def spoken(text: str) -> str:
    """Signs as words.

    >>> spoken("not contiguous: 6 ≠ 3·1 (dims 1, 2)")
    'not contiguous: 6 is not 3 times 1 (dims 1, 2)'
    """
    return text.replace(" ≠ ", " is not ").replace(" · ", " times ").replace("·", " times ").replace(" → ", " to ")


def _panel(scene: PanelScene) -> list[str]:
    sentences = [sentence for entry in scene.entries for sentence in _entry(entry)]
    sentences += [f"Beware: {hazard}." for hazard in scene.hazards]
    if scene.rest:
        sentences.append(f"{scene.rest[:1].upper()}{scene.rest[1:]}.")
    return sentences


def _entry(entry: EntryScene) -> list[str]:
    sentences = [] if entry.facts is None else [_facts(entry.name, entry.facts)]
    told = _verdict(entry.name, entry.verdict, entry.facts)
    if told:
        sentences.append(told)
    if entry.strip is not None:
        sentences += _strip(entry.strip)
    return sentences


def _facts(name: str, facts: FactsScene) -> str:
    library = "" if facts.library == "tensorplay" else f"{facts.library} "
    device = "" if facts.device == "cpu" else f" on device {facts.device}"
    article = "an" if (library or facts.dtype)[0] in "aeio" else "a"
    what = "array" if facts.library == "numpy" else "tensor"
    parts = [f"{name} is {article} {library}{facts.dtype} {what}{device} of size {size_text(facts.size)}"]
    unit = " bytes" if facts.stride_in_bytes else ""
    if facts.size:
        parts.append(f"stride {tuple_text(facts.stride)}{unit}")
    if facts.offset:
        parts.append(f"offset {facts.offset}{unit}")
    sentences = [f"{', '.join(parts)}.", _arrangement(facts)]
    sentences += [
        "It requires a gradient." if flag == "requires grad" else f"It has its {flag} bit set." for flag in facts.flags
    ]
    return " ".join([sentence for sentence in sentences if sentence])


def _arrangement(facts: FactsScene) -> str:
    if not facts.size:
        return ""
    if facts.numel == 0:
        return "It is empty."
    if facts.formats:
        text = f"It is {' and '.join(facts.formats)}"
        if facts.unit_dims:
            dims = ", ".join(map(str, facts.unit_dims))
            text += (
                f", since dim {dims} has one element" if len(facts.unit_dims) == 1 else f", since dims {dims} have one"
            )
        return f"{text}."
    if facts.order is not None:
        return f"Its dimensions lie in memory in the order {tuple_text(facts.order)}."
    text = f"It is {spoken(facts.reason)}." if facts.reason else ""
    if facts.multiplicity is not None and facts.multiplicity > 1:
        return f"{text} Each of its {facts.cells} cells holds {facts.multiplicity} elements.".strip()
    if facts.overlap == "yes":
        return f"{text} Some of its elements share cells.".strip()
    return f"{text} Some of its elements may share cells.".strip() if facts.overlap == "maybe" else text


def _verdict(name: str, verdict: VerdictScene, facts: FactsScene | None) -> str:
    storage = f"s{verdict.storage}"
    moved = "no bytes were moved" if not verdict.bytes_moved else f"{byte_words(verdict.bytes_moved)} were moved"
    match verdict.kind:
        case "new":
            return f"It has a new storage, {storage}, of {byte_words(verdict.nbytes)}.{_never_written(facts)}"
        case "copy":
            return f"It is a copy of {source_words(verdict)}; {moved}, to a new storage, {storage}."
        case "view":
            return f"It is a view of {source_words(verdict)}; {moved}."
        case "same":
            return f"{name} is the same tensor as {source_words(verdict)}."
        case "shares":
            return f"It shares memory with {source_words(verdict)}; {moved}."
        case "written":
            return _written(name, verdict)
        case "restrided":
            return "Its layout was changed in place; no bytes were moved."
        case "resized":
            sizes = f"from {byte_words(verdict.former_nbytes)} to {byte_words(verdict.nbytes)}"
            grown = verdict.nbytes != verdict.former_nbytes
            return (
                f"It was resized in place, {f'and its storage {storage} {sizes}' if grown else 'its storage was not'}."
            )
        case "moved":
            return f"It has another storage now, {storage}."
        case "gone":
            return f"{name} is gone. {_left(verdict, storage)}"
    return ""


def _never_written(facts: FactsScene | None) -> str:
    if facts is None or not facts.never_written:
        return ""
    if facts.never_written == facts.cells:
        return f" None of its {facts.cells} cells was ever written." if facts.cells != 1 else " It was never written."
    return f" {facts.never_written} of its {facts.cells} cells were never written."


def _written(name: str, verdict: VerdictScene) -> str:
    count = verdict.written
    cells = "Cells" if count is None else "1 cell" if count == 1 else f"{count} cells"
    through = f" through {source_words(verdict)}" if verdict.has_source else ""
    text = f"{cells} of {name} {'was' if count == 1 else 'were'} written in place{through}."
    if verdict.seen_by:
        text += (
            f" {few(verdict.seen_by)} {'see' if len(verdict.seen_by) > 1 else 'sees'} {'it' if count == 1 else 'them'}."
        )
    if verdict.perhaps_seen_by:
        text += f" Perhaps {few(verdict.perhaps_seen_by)} too."
    return f"{text} Its version is now {verdict.version}." if verdict.version else text


def _left(verdict: VerdictScene, storage: str) -> str:
    if verdict.freed:
        return f"Its storage {storage} of {byte_words(verdict.former_nbytes)} was freed."
    if not verdict.holders:
        return "Its memory stays, held by something without a name."
    held = verdict.held_nbytes
    names, verb = few(verdict.holders), "keep" if len(verdict.holders) > 1 else "keeps"
    if held is not None and held < verdict.former_nbytes:
        return f"{names} {verb} {byte_words(verdict.former_nbytes)} of {storage} alive and uses {held} of them."
    return f"{names} {verb} its storage {storage} alive."


# Storages


def _strip(strip: Strip) -> list[str]:
    count = "1 cell" if strip.cells == 1 else f"{strip.cells} cells"
    head = f"Storage s{strip.storage} has {count}"
    if any(row.item_bytes != strip.cell_bytes for row in strip.rows):
        head += f" of {byte_words(strip.cell_bytes)}"
    values = strip.values or ()
    if strip.prefers_values and any(values):
        told = ", ".join([value or "never written" for value in values])
        return [f"{head}. {'It holds' if len(values) == 1 else 'They hold'} {told}."]
    if not strip.labelled:
        unwritten = _unwritten(strip)
        return [f"{head}.{unwritten}"] if unwritten and not strip.only_values else []
    sentences = [f"{head}.", *_rows(strip)]
    if strip.more_rows:
        sentences.append(f"{strip.more_rows} more views are on it.")
    return sentences


def _unwritten(strip: Strip) -> str:
    """Which cells were never written, as far as they can be listed."""
    if strip.cells > MOST_CELLS or strip.written != "some":
        return ""
    runs = runs_of([kind == UNWRITTEN for kind in Writing(strip).buckets(strip.cells)])
    return f" Never written: {_ranges(runs)}." if 0 < len(runs) <= MOST_RUNS else ""


def _rows(strip: Strip) -> list[str]:
    """What each view touches; views that touch the same are told together."""
    told: dict[str, list[str]] = {}
    writing = Writing(strip)
    for row in strip.rows:
        told.setdefault(_touched(strip, row, writing), []).append(row.name)
    return [f"{listed(names)} {'touches' if len(names) == 1 else 'touch'} {what}." for what, names in told.items()]


def _touched(strip: Strip, row: Row, writing: Writing) -> str:
    found = row_marks(strip, row, min(strip.cells, MOST_CELLS), writing)
    if found.cells is None:
        return "some of them; how many is not known"
    if found.cells == strip.cells:
        text = "it" if strip.cells == 1 else "all of them"
    else:
        text = f"{found.cells} of them, {percent(found.cells, strip.cells)}"
        runs = runs_of([mark.kind != GAP for mark in found.marks]) if strip.cells <= MOST_CELLS else []
        text += f": {_ranges(runs)}" if 0 < len(runs) <= MOST_RUNS else ""
    if found.each is not None and found.each > 1:
        text += f"; each cell holds {found.each} elements"
    elif found.cells < row.numel:
        text += "; some cells hold several elements"
    return text


def runs_of(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and last place of each run of True.

    >>> runs_of([True, True, False, True])
    [(0, 1), (3, 3)]
    """
    runs: list[tuple[int, int]] = []
    for place, flag in enumerate(flags):
        if flag and runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        elif flag:
            runs.append((place, place))
    return runs


def _ranges(runs: Sequence[tuple[int, int]]) -> str:
    parts = [str(first) if first == last else f"{first} to {last}" for first, last in runs]
    single = len(runs) == 1 and runs[0][0] == runs[0][1]
    return f"{'cell' if single else 'cells'} {', '.join(parts)}"


# Other scenes


def _look(scene: LookScene) -> list[str]:
    sentences = [_facts(scene.name or "It", scene.facts)]
    return sentences if scene.strip is None else sentences + _strip(scene.strip)


def _aliases(scene: AliasScene) -> list[str]:
    return [sentence for strip in scene.strips for sentence in _strip(strip)]


def _preview(scene: PreviewScene) -> list[str]:
    if scene.values_needed or scene.error:
        told = [f"{scene.error + ': ' if scene.error else ''}{spoken(scene.sentence)}."]
        if scene.reshape_bytes is not None:
            told.append(f"reshape copies {byte_words(scene.reshape_bytes)}.")
        return told
    if scene.text:
        return [f"It would give {scene.text}."]
    return [f"Planned: {sentence}" for entry in scene.entries for sentence in _entry(entry)[:2]]


def _why(scene: WhyScene) -> list[str]:
    sentences = [f"{scene.error}: {spoken(scene.sentence)}."] if scene.error else []
    sentences += [f"{scene.expression}: {spoken(reason)}." for reason in scene.reasons if not scene.error]
    if not sentences:
        sentences.append(f"Nothing stands in the way of {scene.expression}.")
    for way in scene.ways_out:
        if way.effect == "value":
            sentences.append(f"Way out: {way.expression} gives {way.text}.")
        elif way.effect == "copies":
            sentences.append(f"Way out: {way.expression} copies {byte_words(way.bytes_moved)}.")
        else:
            merged = ", ".join([f"dims {pair[0]} and {pair[1]} merge" for pair in way.merged])
            sentences.append(f"Way out: {way.expression} is free{', ' + merged if merged else ''}.")
    return sentences


_SPEAKERS: dict[type[Scene], Any] = {
    PanelScene: _panel,
    LookScene: _look,
    AliasScene: _aliases,
    PreviewScene: _preview,
    WhyScene: _why,
}
