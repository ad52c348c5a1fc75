"""What every scene is: plain data that JSON can hold."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any


class Scene:
    """What all scenes have."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The scene as dicts, lists, numbers and texts."""
        return {"scene": type(self).__name__, **_plain(asdict(self))}  # type: ignore[call-overload]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value
