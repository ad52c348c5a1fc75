"""Layout kinds: how a tensor's elements are kept, as one strided block or as coordinates with values."""

from __future__ import annotations

from typing import Final, Self

__all__ = ["LayoutKind", "layout", "sparse_coo", "strided"]


class layout:
    """The way in which a tensor keeps its elements; also called ``LayoutKind``.

    There are two objects. ``strided``: a storage seen through sizes, strides and an offset. ``sparse_coo``: the
    coordinates of the elements that are set, and their values. Copies and pickles give the same object back.
    Making another one is refused with TypeError, writing an attribute with AttributeError.

    >>> strided, sparse_coo.name
    (tensorplay.strided, 'sparse_coo')
    """

    __slots__ = ("name",)

    name: str

    def __new__(cls, *arguments: object, **named: object) -> Self:
        """Refuse with TypeError: the layouts are a closed set."""
        raise TypeError("a layout cannot be made: use tensorplay.strided or tensorplay.sparse_coo")

    def __init_subclass__(cls) -> None:
        """Refuse with TypeError: the layouts are a closed set."""
        raise TypeError("tensorplay.layout cannot be subclassed: the layouts are a closed set")

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse with AttributeError: the objects are shared by everybody."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only")

    def __delattr__(self, name: str) -> None:
        """Refuse with AttributeError: the objects are shared by everybody."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only")

    def __repr__(self) -> str:
        return f"tensorplay.{self.name}"

    def __reduce__(self) -> str:
        # A plain name tells copy and pickle that this is the module's global of that name.
        return self.name


LayoutKind = layout


def _make(name: str) -> layout:
    made: layout = object.__new__(layout)
    object.__setattr__(made, "name", name)
    return made


strided: Final = _make("strided")
sparse_coo: Final = _make("sparse_coo")
