"""A copy's plan in words, with the names that a person gave to the dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tensorplay.geometry.reasons import counted

if TYPE_CHECKING:
    from tensorplay.geometry.copying import CopyPlan


def axis_names(plan: CopyPlan, names: Sequence[str]) -> tuple[str, ...]:
    """What each axis of the plan is made of, outermost first; merged dimensions stand together in parentheses.

    >>> from tensorplay.geometry.copying import plan_copy
    >>> axis_names(plan_copy((2, 3, 4), (12, 4, 1), (1, 8, 2), 4), "nhw")
    ('n', '(hw)')
    """
    joint = "" if all([len(name) == 1 and not name.isdigit() for name in names]) else " "
    return tuple([_together([names[dim] for dim in group], joint) for group in plan.axes])


def _together(names: Sequence[str], joint: str) -> str:
    return names[0] if len(names) == 1 else f"({joint.join(names)})"


def kernel_words(plan: CopyPlan, names: Sequence[str], sides: tuple[str, str] = ("A", "B")) -> str:
    """Which kernel serves a plan, and along which axes it walks; `sides` are what source and destination are called.

    >>> from tensorplay.geometry.copying import plan_copy
    >>> kernel_words(plan_copy((3, 4), (4, 1), (1, 3), 4), "hw")
    'tiled transposition of [3, 4]: A runs along h, B along w'
    >>> kernel_words(plan_copy((3, 4), (4, 1), (4, 1), 4), "hw")
    'one straight copy of 12 elements'
    """
    axes = axis_names(plan, names)
    size = list(plan.size)
    if 0 in plan.size:
        return "nothing to move"
    if plan.kind == "memcpy":
        return f"one straight copy of {counted(plan.nbytes // plan.original_itemsize, 'element')}"
    if plan.kind == "fill":
        return f"one element written to all of {size}"
    if plan.kind == "transpose" and plan.transposed_axis is not None:
        source, destination = sides
        along = f"{source} runs along {axes[plan.transposed_axis]}, {destination} along {axes[-1]}"
        return f"tiled transposition of {size}: {along}"
    if plan.destination_stride[-1] == plan.source_stride[-1] == 1:
        return f"loop over {size}, straight runs along {axes[-1]}"
    return f"loop over {size}, innermost along {axes[-1]}"


def preparation_words(plan: CopyPlan, names: Sequence[str]) -> tuple[str, ...]:
    """What was done to the dimensions before a kernel was chosen, one phrase each."""
    words = []
    if plan.dropped:
        words.append(f"dropped {', '.join([names[dim] for dim in plan.dropped])} of extent 1")
    if plan.flipped:
        words.append(f"turned {', '.join([names[dim] for dim in plan.flipped])} round")
    merged = [name for name, group in zip(axis_names(plan, names), plan.axes, strict=True) if len(group) > 1]
    if merged:
        words.append(f"merged {', '.join(merged)}")
    if plan.itemsize != plan.original_itemsize:
        taken = ", ".join([names[dim] for dim in plan.element_dims])
        words.append(f"took {taken} into elements of {plan.itemsize} bytes instead of {plan.original_itemsize}")
    return tuple(words)
