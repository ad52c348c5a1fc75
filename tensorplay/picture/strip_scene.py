"""The scene of a storage with its views, and when it is worth drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .base import Scene

if TYPE_CHECKING:
    from tensorplay.geometry.layout import Layout
    from tensorplay.inspect.changes import Change, NamedView, StorageState


@dataclass(frozen=True, slots=True)
class Area(Scene):
    """A layout."""

    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Row(Scene):
    """A named view in a strip: its layout counted in the strip's cells, and how many of these it has, shared or not."""

    name: str
    area: Area
    numel: int
    item_bytes: int


@dataclass(frozen=True, slots=True)
class Strip(Scene):
    """A storage, drawn cell by cell or in buckets.

    `written` is "nothing", "some", "everything" or "unknown"; `areas` are, for "some", the layouts of bytes that were.
    `values` are the cells' values if they are few, empty for a cell that was never written. With `prefers_values` these
    are shown in place of rows if they fit, with `only_values` nothing is drawn if they do not. `labelled` says that
    rows bear their names.
    """

    storage: int
    cells: int
    cell_bytes: int
    rows: tuple[Row, ...]
    more_rows: int
    written: str
    areas: tuple[Area, ...]
    values: tuple[str, ...] | None
    labelled: bool
    prefers_values: bool
    only_values: bool


def strip_for(change: Change, state: StorageState) -> Strip | None:
    """The strip that belongs to a change, or None where it would tell nothing that the words do not."""
    kind = change.verdict.kind
    if kind in ("same", "flagged", "gone"):
        return None
    facts = change.facts
    several = len(state.views) + state.more_views > 1
    whole = state.facts.written in ("everything", "unknown") or not state.facts.has_bytes
    if kind == "written":
        told = several or change.verdict.source is not None
        return None if told else strip_scene(state, labelled=False, prefers_values=True, only_values=whole)
    if several or facts is None or facts.multiplicity != 1:
        return strip_scene(state)
    full = facts.cells == state.facts.nbytes // facts.itemsize
    if kind in ("view", "shares") or not full:
        return strip_scene(state, prefers_values=full)
    # A new tensor alone on its storage: its values in memory order tell something unless that is their order anyway.
    if facts.contiguous and whole:
        return None
    return strip_scene(state, labelled=False, prefers_values=True, only_values=whole)


def strip_scene(
    state: StorageState, *, labelled: bool = True, prefers_values: bool = False, only_values: bool = False
) -> Strip:
    """The scene of a storage with its views."""
    facts = state.facts
    # Where there are no bytes there is nothing to write, and nothing was.
    written = facts.written if facts.has_bytes else "unknown"
    return Strip(
        storage=state.number,
        cells=facts.nbytes // state.cell,
        cell_bytes=state.cell,
        rows=tuple([_row(view) for view in state.views]),
        more_rows=state.more_views,
        written=written,
        areas=tuple([area(layout) for layout in facts.written_areas]) if written == "some" else (),
        values=state.values,
        labelled=labelled,
        prefers_values=prefers_values,
        only_values=only_values,
    )


def _row(view: NamedView) -> Row:
    return Row(view.name, area(view.layout), view.layout.numel, view.itemsize)


def area(layout: Layout) -> Area:
    """A layout as plain data."""
    return Area(layout.size, layout.stride, layout.offset)
