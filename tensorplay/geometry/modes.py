"""Modes: the dimensions of two tensors matched by name, as cuTENSOR does it.

A mode is an int32 label; a character stands for its code. Each stands at most once in a tensor, every mode of A stands
in B too, and a mode that A lacks is broadcast. Nothing but integers here; what is refused is a RuntimeError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tensorplay.geometry.reasons import Refusal

LABELS: Final = range(-(1 << 31), 1 << 31)


@dataclass(frozen=True, slots=True)
class Match:
    """One mode of B: its extent without the padding, what is added on either side, and the dimension of A it is.

    `source` is None for a mode that A lacks.
    """

    mode: int
    extent: int
    left: int
    right: int
    source: int | None

    @property
    def padded(self) -> int:
        """The extent of B."""
        return self.left + self.extent + self.right


def _refused(text: str) -> Exception:
    return Refusal(RuntimeError, text).exception()


def to_modes(modes: Any, name: str) -> tuple[int, ...]:
    """The labels of a text, each of whose characters is a mode, or of a sequence of ints and single characters.

    TypeError for what cannot be a mode, RuntimeError for one that stands twice or is no int32.

    >>> to_modes("nc", "modeA"), to_modes([110, "c"], "modeA")
    ((110, 99), (110, 99))
    """
    if not isinstance(modes, (str, Sequence)):
        raise TypeError(f"{name} must be a text or a sequence of int32 labels, not {type(modes).__name__}")
    labels: list[int] = []
    for place, mode in enumerate(modes):
        label = to_mode(mode, f"{name}[{place}]")
        if label in labels:
            raise _refused(
                f"mode {mode_text(label)!r} stands twice in {name} {modes_text([*labels, label])!r}: each mode at most "
                "once in a tensor"
            )
        labels.append(label)
    return tuple(labels)


def to_mode(mode: Any, name: str) -> int:
    """The label of one mode."""
    if isinstance(mode, str):
        if len(mode) != 1:
            raise _refused(f"{name} is {mode!r}, but a mode is one character or an int32 label")
        return ord(mode)
    if isinstance(mode, bool) or not hasattr(mode, "__index__"):
        raise TypeError(f"{name} must be one character or an int32 label, not {type(mode).__name__}")
    label = int(mode.__index__())
    if label not in LABELS:
        raise _refused(f"{name} is {label}, but labels are int32")
    return label


def mode_text(mode: int) -> str:
    """How a mode is written: a letter as itself, any other label as its number.

    >>> mode_text(ord("h")), mode_text(3)
    ('h', '3')
    """
    return chr(mode) if 0 <= mode < 0x110000 and chr(mode).isalpha() else str(mode)


def modes_text(modes: Sequence[int]) -> str:
    """Modes one after the other; with commas where some are numbers.

    >>> modes_text((104, 119)), modes_text((104, 3))
    ('hw', 'h,3')
    """
    texts = [mode_text(mode) for mode in modes]
    return ("" if all([text.isalpha() for text in texts]) else ",").join(texts)


def column_major_strides(extents: Sequence[int]) -> tuple[int, ...]:
    """The packed strides with the first mode innermost: what cuTENSOR takes where strides are left out.

    >>> column_major_strides((2, 3, 4))
    (1, 2, 6)
    """
    strides = []
    running = 1
    for extent in extents:
        strides.append(running)
        running *= extent or 1
    return tuple(strides)


def match_modes(
    extents_a: Sequence[int],
    modes_a: Sequence[int],
    modes_b: Sequence[int],
    extents: Mapping[int, int],
    padding: Sequence[tuple[int, int]],
) -> tuple[Match, ...]:
    """Each mode of B with its extent and the dimension of A that it is.

    `extents` gives those of modes that A lacks, and may repeat those of A; `padding` has a pair for each mode of B.

    >>> [match.source for match in match_modes((2, 3), (119, 104), (104, 107, 119), {107: 5}, ((0, 0),) * 3)]
    [1, None, 0]
    """
    if len(modes_a) != len(extents_a):
        raise _refused(
            f"modeA {modes_text(modes_a)!r} names {len(modes_a)} modes, but A of size {list(extents_a)} has "
            f"{len(extents_a)}"
        )
    for mode in modes_a:
        if mode not in modes_b:
            raise _refused(
                f"mode {mode_text(mode)!r} of A is missing in modeB {modes_text(modes_b)!r}: a permutation sums over "
                "nothing, so every mode of A must stand in B"
            )
    for mode in extents:
        if mode not in modes_b:
            raise _refused(
                f"extents= names the mode {mode_text(mode)!r}, which is not in modeB {modes_text(modes_b)!r}"
            )
    if len(padding) != len(modes_b):
        raise _refused(f"the padding counts {len(padding)} modes, but modeB {modes_text(modes_b)!r} has {len(modes_b)}")
    found = []
    for mode, (left, right) in zip(modes_b, padding, strict=True):
        if left < 0 or right < 0:
            raise _refused(f"the padding of mode {mode_text(mode)!r} is {(left, right)}, but it only adds: 0 or more")
        source = modes_a.index(mode) if mode in modes_a else None
        found.append(Match(mode, _extent(mode, source, extents_a, extents), left, right, source))
    return tuple(found)


def _extent(mode: int, source: int | None, extents_a: Sequence[int], extents: Mapping[int, int]) -> int:
    given = extents.get(mode)
    if source is None:
        if given is None:
            name = repr(mode_text(mode))
            raise _refused(f"A lacks the mode {name}, so its extent is not known: give extents={{{name}: …}}")
        if given < 0:
            raise _refused(f"the extent of mode {mode_text(mode)!r} is {given}, but extents are not negative")
        return given
    if given is not None and given != extents_a[source]:
        raise _refused(f"the extent of mode {mode_text(mode)!r} is {extents_a[source]} in A, but {given} is asked for")
    return extents_a[source]
