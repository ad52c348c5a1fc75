"""Refusals as values: what was asked, what is the case and the way out, as numbers for texts and pictures alike.

A rule that must refuse raises `SomeReason(...).exception()`: PyTorch's type of error, with the reason as its attribute.
"""

from __future__ import annotations

from tensorplay.geometry.reasons.base import (
    Reason,
    Refusal,
    counted,
)
from tensorplay.geometry.reasons.layouts import (
    AmbiguousOrder,
    CannotReinterpret,
    CannotView,
    NotContiguous,
    OutOfStorage,
    PartialOverlap,
    WritesOverlap,
    WrongRankForFormat,
)
from tensorplay.geometry.reasons.sizes import (
    CannotBroadcast,
    CannotExpand,
    CannotInfer,
    DimensionOutOfRange,
    DuplicateDimension,
    IndexOutOfRange,
    NegativeSize,
    NoDimensions,
    NoMemory,
    Overflow,
    ShapeMismatch,
    TooFewDimensions,
    TooManyDimensions,
    WrongNumberOfDimensions,
)

__all__ = [
    "AmbiguousOrder",
    "CannotBroadcast",
    "CannotExpand",
    "CannotInfer",
    "CannotReinterpret",
    "CannotView",
    "DimensionOutOfRange",
    "DuplicateDimension",
    "IndexOutOfRange",
    "NegativeSize",
    "NoDimensions",
    "NoMemory",
    "TooManyDimensions",
    "NotContiguous",
    "OutOfStorage",
    "Overflow",
    "PartialOverlap",
    "Reason",
    "Refusal",
    "ShapeMismatch",
    "TooFewDimensions",
    "WritesOverlap",
    "WrongNumberOfDimensions",
    "WrongRankForFormat",
    "counted",
]
