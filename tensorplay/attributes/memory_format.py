"""Memory formats: the orders of dimensions in memory that have a name."""

from __future__ import annotations

from typing import Final, Self

__all__ = [
    "MemoryFormat",
    "channels_last",
    "channels_last_3d",
    "contiguous_format",
    "memory_format",
    "preserve_format",
]


class memory_format:
    """A named order of a tensor's dimensions in memory; also called ``MemoryFormat``.

    There are four objects: ``contiguous_format``, ``channels_last`` (rank 4), ``channels_last_3d`` (rank 5) and
    ``preserve_format``, which asks an operation to keep its input's order. Copies and pickles give the same object
    back.

    ``name`` is the word used by the stride rules: "contiguous", "channels_last", "channels_last_3d" or "preserve".
    Making another one is refused with TypeError, writing an attribute with AttributeError.

    >>> channels_last, contiguous_format.name
    (tensorplay.channels_last, 'contiguous')
    """

    __slots__ = ("_public_name", "name")

    name: str
    _public_name: str

    def __new__(cls, *arguments: object, **named: object) -> Self:
        """Refuse with TypeError: the memory formats are a closed set."""
        raise TypeError(
            "a memory_format cannot be made: use tensorplay.contiguous_format, channels_last, channels_last_3d "
            "or preserve_format"
        )

    def __init_subclass__(cls) -> None:
        """Refuse with TypeError: the memory formats are a closed set."""
        raise TypeError("tensorplay.memory_format cannot be subclassed: the memory formats are a closed set")

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse with AttributeError: the objects are shared by everybody."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only")

    def __delattr__(self, name: str) -> None:
        """Refuse with AttributeError: the objects are shared by everybody."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only")

    def __repr__(self) -> str:
        return f"tensorplay.{self._public_name}"

    def __reduce__(self) -> str:
        # A plain name tells copy and pickle that this is the module's global of that name.
        return self._public_name


MemoryFormat = memory_format


def _make(public_name: str, name: str) -> memory_format:
    made: memory_format = object.__new__(memory_format)
    object.__setattr__(made, "_public_name", public_name)
    object.__setattr__(made, "name", name)
    return made


contiguous_format: Final = _make("contiguous_format", "contiguous")
channels_last: Final = _make("channels_last", "channels_last")
channels_last_3d: Final = _make("channels_last_3d", "channels_last_3d")
preserve_format: Final = _make("preserve_format", "preserve")
