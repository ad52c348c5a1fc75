"""How tensors are printed: precision, summaries and line width. One state for the process, with a context manager."""

from __future__ import annotations

import math
import warnings
from contextlib import contextmanager
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class PrintOptions(NamedTuple):
    """What `set_printoptions` sets.

    `precision` is the number of digits after the point, `threshold` the number of elements beyond which only
    `edgeitems` at each end of each dimension are shown, `linewidth` the number of characters after which a line is
    broken, and `sci_mode` whether floating point numbers are written with an exponent (None: where it is shorter).
    """

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}

_options = PrintOptions()


def options() -> PrintOptions:
    """The options in force."""
    return _options


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors are printed from here on; `printoptions` does so for one block.

    What is left out stays, save `sci_mode`, which is chosen anew for each tensor unless it is given. A profile sets
    all: "default", "short" (2 digits, 2 edge items) or "full" (no summaries); other arguments refine it. An unknown
    profile changes nothing and warns.

    Raises TypeError for a value of another type and ValueError for a negative number, so that printing itself cannot
    fail later.

    >>> import tensorplay as tp
    >>> tp.set_printoptions(precision=2)
    >>> tp.tensor([1.2345])
    tensor([1.23])
    >>> tp.set_printoptions(profile="default")
    >>> tp.tensor([1.2345])
    tensor([1.2345])
    """
    global _options
    changed: dict[str, Any] = {"sci_mode": _sci_mode(sci_mode)}
    if precision is not None:
        changed["precision"] = _count("precision", precision)
    if threshold is not None:
        changed["threshold"] = _threshold(threshold)
    if edgeitems is not None:
        changed["edgeitems"] = _count("edgeitems", edgeitems)
    if linewidth is not None:
        changed["linewidth"] = _whole("linewidth", linewidth)
    _options = (_options if profile is None else _profile(profile))._replace(**changed)


def get_printoptions() -> dict[str, Any]:
    """The options in force, as keywords for `set_printoptions`.

    >>> import tensorplay as tp
    >>> tp.get_printoptions()["precision"]
    4
    """
    return _options._asdict()


@contextmanager
def printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> Iterator[None]:
    """Print tensors otherwise inside a `with` block; the arguments are those of `set_printoptions`.

    >>> import tensorplay as tp
    >>> with tp.printoptions(sci_mode=True):
    ...     print(tp.tensor([1.0, 2.0]))
    tensor([1.0000e+00, 2.0000e+00])
    """
    global _options
    before = _options
    set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode)
    try:
        yield
    finally:
        _options = before


def _profile(name: Any) -> PrintOptions:
    if name not in PROFILES:
        known = ", ".join(map(repr, PROFILES))
        warnings.warn(f"there is no print profile {name!r}, so it is ignored; there are {known}", stacklevel=3)
    return PROFILES.get(name, _options)


def _whole(name: str, value: Any) -> int:
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"the print option {name} must be an int, not {type(value).__name__}") from None


def _count(name: str, value: Any) -> int:
    number = _whole(name, value)
    if number < 0:
        raise ValueError(f"the print option {name} must be 0 or more, not {number}")
    return number


def _threshold(value: Any) -> float:
    if not isinstance(value, float):
        return _whole("threshold", value)
    if math.isnan(value):
        raise ValueError("the print option threshold must be a number to compare with, not nan")
    return value


def _sci_mode(value: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise TypeError(f"the print option sci_mode must be True, False or None, not {type(value).__name__}")
