"""The line under the prompt: what the expression that is being typed would give, or how the function is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.inspect.preview import preview
from tensorplay.picture.lines import Line, Span
from tensorplay.picture.scene import scene_of
from tensorplay.picture.text import paint
from tensorplay.studio.completion import signature_of
from tensorplay.studio.reading import read_to_cursor
from tensorplay.studio.types import UNKNOWN, look_up

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Lines under the prompt.
MOST_LINES = 3


class Preview:
    """Plans what is typed, without running it. The last answer is kept while neither text nor namespace change.

    `plain` tells it in sentences.
    """

    def __init__(self, namespace: Mapping[str, Any], *, plain: bool = False) -> None:
        self._namespace = namespace
        self._plain = plain
        self._key: tuple[str, str, int, bool] | None = None
        self._lines: list[Line] = []

    def forget(self) -> None:
        """A statement has run: names may mean something else."""
        self._key = None

    def lines(self, text: str, before_cursor: str, width: int, *, ascii: bool = False) -> list[Line]:
        """At most MOST_LINES lines, never an error."""
        key = (text, before_cursor, width, ascii)
        if key != self._key:
            try:
                lines = self._planned(text, width, ascii) or self._signature(before_cursor, width)
            except Exception:  # noqa: BLE001 what is typed may be anything, and nothing may disturb the typing
                lines = []
            self._key, self._lines = key, lines[:MOST_LINES]
        return self._lines

    def _planned(self, text: str, width: int, ascii: bool) -> list[Line]:
        source = text.removeprefix("%why ").strip()
        planned = preview(source, self._namespace) if source else None
        if planned is None:
            return []
        return _spoken(planned, width) if self._plain else paint(scene_of(planned), width=width, ascii=ascii)

    def _signature(self, before_cursor: str, width: int) -> list[Line]:
        """The parameters of the function whose call is begun."""
        called = read_to_cursor(before_cursor).call()
        known = None if called is None else look_up(called, self._namespace)
        if called is None or known is None or known.value is UNKNOWN:
            return []
        signature = signature_of(known.value, skip_first="." in called)
        text = f"{called.rpartition('.')[2]}{signature}"
        return [[Span("    "), Span(text[: max(width - 5, 0)], "muted")]] if signature else []


def _spoken(planned: Any, width: int) -> list[Line]:
    """What is planned, in sentences."""
    from textwrap import wrap

    from tensorplay.picture.sentences import say

    lines = wrap(" ".join(say(scene_of(planned))), max(width - 5, 1), break_long_words=False)
    return [[Span(f"    {line}")] for line in lines]
