"""Signatures as a person is to read them: `*size` for sizes that may be given one by one or as `size=`.

In the code the two need two names, `size_` and `size`. Python's `inspect`, which makes signatures, takes as long to
import as a tenth of this package; so this is done when something that reads signatures is there.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING

from . import faces

if TYPE_CHECKING:
    from collections.abc import Iterator

_HAS_SPREAD = 0x04  # inspect.CO_VARARGS
_done = False


def show_spread_by_name() -> None:
    """Give every face with spread sizes the signature to be shown."""
    global _done
    if _done:
        return
    _done = True
    for face in _faces():
        if face.__code__.co_flags & _HAS_SPREAD:
            _sign(face)


def _faces() -> Iterator[FunctionType]:
    for holder in (vars(faces), vars(faces.Tensor)):
        yield from [face for face in holder.values() if isinstance(face, FunctionType)]


def _sign(face: FunctionType) -> None:
    import inspect

    signature = inspect.signature(face)
    parameters = signature.parameters
    spread = next(name for name, item in parameters.items() if item.kind is item.VAR_POSITIONAL)
    plain = spread.rstrip("_")
    if plain == spread:
        return
    shown = [item.replace(name=plain) if name == spread else item for name, item in parameters.items() if name != plain]
    face.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
