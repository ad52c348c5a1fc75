"""Answers that show themselves: a painter from the floor above is registered here and turns them into text or HTML."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Set from above: gives the text, and the MIME bundle, of an answer.
text_painter: Callable[[Any], str] | None = None
bundle_painter: Callable[[Any], dict[str, str]] | None = None


class Shown:
    """Mixed into the answers of `tensorplay.inspect`: printed, they are pictures."""

    __slots__ = ()

    def __repr__(self) -> str:
        if text_painter is not None:
            return text_painter(self)
        named = ", ".join([f"{field.name}={getattr(self, field.name)!r}" for field in fields(self)])  # type: ignore[arg-type]
        return f"{type(self).__name__}({named})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows."""
        return {"text/plain": repr(self)} if bundle_painter is None else bundle_painter(self)
