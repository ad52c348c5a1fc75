"""Scenes: all that a picture says, as plain data, before any painter decides how it looks.

Every scene is a frozen dataclass of numbers, texts, tuples and other scenes, and `to_json` gives it as dicts and lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import get_default_dtype
from tensorplay.geometry.reasons import CannotView

from .base import Scene
from .strip_scene import Strip, strip_for, strip_scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.inspect.aliases import Aliases
    from tensorplay.inspect.changes import Changes, StorageState, Verdict
    from tensorplay.inspect.facts import TensorFacts
    from tensorplay.inspect.preview import Preview
    from tensorplay.inspect.why import Why

__all__ = [
    "AliasScene",
    "EntryScene",
    "FactsScene",
    "LookScene",
    "PanelScene",
    "PreviewScene",
    "Scene",
    "Strip",
    "VerdictScene",
    "WayScene",
    "WhyScene",
    "facts_scene",
    "look",
    "panel",
    "preview_scene",
    "scene_of",
    "why_scene",
]


@dataclass(frozen=True, slots=True)
class FactsScene(Scene):
    """The facts of one tensor that are worth saying.

    `order` is the physical order of the dimensions if the tensor is dense, `reason` why it is not contiguous. Strides
    count in elements unless `stride_in_bytes`.
    """

    library: str
    dtype: str
    device: str
    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    stride_in_bytes: bool
    formats: tuple[str, ...]
    order: tuple[int, ...] | None
    reason: str
    unit_dims: tuple[int, ...]
    flags: tuple[str, ...]
    numel: int
    nbytes: int
    cells: int | None
    cell_bytes: int
    multiplicity: int | None
    overlap: str
    never_written: int | None
    storage_nbytes: int


@dataclass(frozen=True, slots=True)
class VerdictScene(Scene):
    """What became of a tensor; the fields are those of `tensorplay.inspect.changes.Verdict`."""

    kind: str
    source: str | None
    has_source: bool
    former: bool
    copied: bool
    storage: int | None
    bytes_moved: int
    written: int | None
    seen_by: tuple[str, ...]
    perhaps_seen_by: tuple[str, ...]
    version: int
    nbytes: int
    former_nbytes: int
    held_nbytes: int | None
    holders: tuple[str, ...]
    freed: bool


@dataclass(frozen=True, slots=True)
class EntryScene(Scene):
    """One name: facts, if they are new, the verdict, and the storage's strip, if it is to be drawn here."""

    name: str
    facts: FactsScene | None
    verdict: VerdictScene
    strip: Strip | None


@dataclass(frozen=True, slots=True)
class PanelScene(Scene):
    """What one command did."""

    entries: tuple[EntryScene, ...]
    hazards: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def rest(self) -> str:
        """What is not listed, in words; empty where everything is."""
        if not self.left_out:
            return ""
        return f"and {self.left_out} more" if self.entries else f"{self.left_out} more in a long list or dict"


@dataclass(frozen=True, slots=True)
class LookScene(Scene):
    """One tensor as it is: its facts and its storage."""

    name: str
    facts: FactsScene
    strip: Strip | None


@dataclass(frozen=True, slots=True)
class AliasScene(Scene):
    """Storages with the tensors on them."""

    strips: tuple[Strip, ...]


@dataclass(frozen=True, slots=True)
class PreviewScene(Scene):
    """What a command would do: entries for tensors, or the text of a value, or why it is not known, or the error.

    `dims` and `numbers` are, for a view that is refused, the two dimensions that do not merge and the outer stride, the
    inner size and the inner stride.
    """

    entries: tuple[EntryScene, ...]
    text: str
    error: str
    sentence: str
    values_needed: bool
    dims: tuple[int, ...]
    numbers: tuple[int, ...]
    reshape_bytes: int | None
    default_dtype: str


@dataclass(frozen=True, slots=True)
class WayScene(Scene):
    """A way out; the fields are those of `tensorplay.inspect.why.WayOut`."""

    expression: str
    effect: str
    bytes_moved: int
    merged: tuple[tuple[int, ...], ...]
    text: str


@dataclass(frozen=True, slots=True)
class WhyScene(Scene):
    """Why something is refused, or is as it is, and the ways out."""

    expression: str
    error: str
    sentence: str
    reasons: tuple[str, ...]
    ways_out: tuple[WayScene, ...]
    entries: tuple[EntryScene, ...]
    facts: FactsScene | None


def panel(changes: Changes) -> PanelScene:
    """The scene of what a command did. Each storage is drawn once, at the last entry that asks for it."""
    entries: list[EntryScene] = []
    drawn_at: dict[int, int] = {}
    for place, change in enumerate(changes.changes):
        state = changes.storage(change.storage)
        strip = None if state is None else strip_for(change, state)
        if strip is not None:
            if strip.storage in drawn_at:
                earlier = drawn_at[strip.storage]
                entries[earlier] = _without_strip(entries[earlier])
            drawn_at[strip.storage] = place
        facts = None if change.facts is None else facts_scene(change.facts)
        entries.append(EntryScene(change.name, facts, verdict_scene(change.verdict, change.storage, state), strip))
    return PanelScene(tuple(entries), changes.hazards, changes.left_out)


def _without_strip(entry: EntryScene) -> EntryScene:
    return EntryScene(entry.name, entry.facts, entry.verdict, None)


def facts_scene(facts: TensorFacts) -> FactsScene:
    """The scene of one tensor's facts."""
    reason = facts.why_not_contiguous
    unit_dims = getattr(facts.ambiguity, "unit_dims", ()) if len(facts.formats) > 1 else ()
    flags = [name for name in ("conj", "neg") if getattr(facts, name)]
    if facts.requires_grad:
        flags.append("requires grad")
    return FactsScene(
        library=facts.library,
        dtype=facts.dtype,
        device=facts.device,
        size=facts.size,
        stride=facts.stride,
        offset=facts.offset,
        stride_in_bytes=facts.unit != facts.itemsize,
        formats=facts.formats,
        order=facts.dim_order if facts.dense else None,
        reason="" if reason is None else reason.sentence(),
        unit_dims=unit_dims,
        flags=tuple(flags),
        numel=facts.numel,
        nbytes=facts.nbytes,
        cells=facts.cells,
        cell_bytes=facts.itemsize,
        multiplicity=facts.multiplicity,
        overlap=facts.self_overlap,
        never_written=facts.never_written,
        storage_nbytes=facts.storage.nbytes,
    )


def verdict_scene(verdict: Verdict, storage: int | None, state: StorageState | None) -> VerdictScene:
    """The scene of a verdict."""
    source = verdict.source
    return VerdictScene(
        kind=verdict.kind,
        source=None if source is None else source.name,
        has_source=source is not None,
        former=source is not None and source.former,
        copied=source is not None and source.copied,
        storage=storage,
        bytes_moved=verdict.bytes_moved,
        written=verdict.written,
        seen_by=verdict.seen_by,
        perhaps_seen_by=verdict.perhaps_seen_by,
        version=verdict.version,
        nbytes=0 if state is None else state.facts.nbytes,
        former_nbytes=verdict.former_nbytes,
        held_nbytes=verdict.held_nbytes,
        holders=verdict.holders,
        freed=verdict.freed,
    )


def look(name: str, facts: TensorFacts, state: StorageState | None) -> LookScene:
    """The scene of one tensor as it is."""
    return LookScene(name, facts_scene(facts), None if state is None else strip_scene(state))


def preview_scene(preview: Preview) -> PreviewScene:
    """The scene of what a command would do."""
    reason = preview.reason
    dims: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    if isinstance(reason, CannotView):
        dims = reason.dims
        numbers = (reason.stride_found, reason.size[dims[1]], reason.stride[dims[1]])
    return PreviewScene(
        entries=panel(preview.changes).entries,
        text=preview.text,
        error=preview.error,
        sentence=preview.sentence,
        values_needed=preview.values_needed,
        dims=dims,
        numbers=numbers,
        reshape_bytes=preview.reshape_bytes,
        default_dtype=get_default_dtype().name,
    )


def why_scene(why: Why) -> WhyScene:
    """The scene of an explanation."""
    return WhyScene(
        expression=why.expression,
        error=why.error,
        sentence=why.sentence,
        reasons=tuple([reason.sentence() for reason in why.reasons]),
        ways_out=tuple(
            [WayScene(way.expression, way.effect, way.bytes_moved, way.merged, way.text) for way in why.ways_out]
        ),
        entries=panel(why.changes).entries,
        facts=None if why.facts is None else facts_scene(why.facts),
    )


def scene_of(subject: Any) -> Scene:
    """The scene of anything that `tensorplay.inspect` finds out. TypeError for anything else."""
    kind = type(subject)
    make = _SCENES.get(kind.__name__) if kind.__module__.startswith("tensorplay.inspect.") else None
    if make is None:
        raise TypeError(f"there is no scene of {kind.__name__}")
    return make(subject)


def _lone_look(facts: TensorFacts) -> LookScene:
    return look("", facts, None)


def _alias_scene(aliases: Aliases) -> AliasScene:
    return AliasScene(tuple([strip_scene(state) for state in aliases.storages]))


# By name, so that a panel does not import what previews and explanations need.
_SCENES: dict[str, Callable[[Any], Scene]] = {
    "Changes": panel,
    "TensorFacts": _lone_look,
    "Preview": preview_scene,
    "Why": why_scene,
    "Aliases": _alias_scene,
}
