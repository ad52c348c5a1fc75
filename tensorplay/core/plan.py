"""Plan: what an operation would do, in integers. Nothing here has touched a byte."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from .spec import Spec

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.geometry.layout import Layout
    from tensorplay.geometry.reasons import Reason


class Effect(Enum):
    """What becomes of the result."""

    VIEW = "view"  # a new tensor on the storage of the first operand
    SAME = "same"  # the first operand itself
    NEW = "new"  # a new storage, computed
    WRITE = "write"  # cells of the first operand are overwritten
    REBIND = "rebind"  # the first operand itself gets another spec, on the storage of the last operand
    UNKNOWN = "unknown"  # a new storage whose size depends on values


class Plan:
    """The outcome of planning.

    `outputs` are the specs of the results (for UNKNOWN, the specs with the sizes that are certain); `several` says that
    the operation returns a tuple even for one output, and which one if it has names.

    `written` are layouts, in elements of the first operand's storage, that a WRITE overwrites; where values decide
    which of these cells it overwrites it is `partly`, and the run returns the layouts that were, or None if nobody
    knows. `shared_cells_allowed` marks a WRITE that gives the same result whichever of the elements that share a cell
    is written last; `apart` refuses operands that are the very cells to be written (other than the target of a WRITE),
    where others may be; `exact_dtype` refuses an `out=` of another dtype than the result's, or than those listed, even
    where it could be cast. `copies` marks a NEW result that holds the first operand's values unchanged; `detached` a
    VIEW that shares cells without being a view for autograd, and a REBIND that autograd does not see. `initialised` is
    False for storage that nothing is written to; `cast_error` is what PyTorch raises for an `out=` of a dtype that the
    result cannot be cast to; `hazard` is a sentence about a legal but surprising effect. `refusal` is raised once the
    target has been found fit: PyTorch looks at an `out=` before it finds that it has nothing to compute a dtype with.
    `overlap` says how an `out=` is looked at for cells that elements share: as it is "given", as it will be once it is
    "resized", or "never", as reductions do. `elementwise` says that the run computes each element of the result from
    those of the operands, broadcast to its size, so that any part of it may be computed by itself, and never fails.
    """

    __slots__ = (
        "apart", "cast_error", "copies", "detached", "effect", "elementwise", "exact_dtype", "hazard", "initialised",
        "outputs", "overlap", "partly", "refusal", "several", "shared_cells_allowed", "written",
    )  # fmt: skip

    def __init__(
        self,
        effect: Effect,
        outputs: tuple[Spec, ...],
        *,
        several: bool | type[tuple[Any, ...]] = False,
        written: tuple[Layout, ...] = (),
        copies: bool = False,
        initialised: bool = True,
        detached: bool = False,
        shared_cells_allowed: bool = False,
        partly: bool = False,
        apart: bool = False,
        exact_dtype: bool | tuple[DType, ...] = False,
        cast_error: type[Exception] = RuntimeError,
        hazard: str | None = None,
        refusal: Reason | None = None,
        overlap: Literal["given", "resized", "never"] = "given",
        elementwise: bool = False,
    ) -> None:
        self.effect = effect
        self.outputs = outputs
        self.several = several
        self.written = written
        self.copies = copies
        self.initialised = initialised
        self.detached = detached
        self.shared_cells_allowed = shared_cells_allowed
        self.partly = partly
        self.apart = apart
        self.cast_error = cast_error
        self.exact_dtype = exact_dtype
        self.hazard = hazard
        self.refusal = refusal
        self.overlap = overlap
        self.elementwise = elementwise

    def gathered(self, results: list[Any]) -> Any:
        """The results as the operation returns them."""
        if not self.several:
            return results[0]
        return tuple(results) if self.several is True else self.several(*results)

    def __repr__(self) -> str:
        return f"Plan({self.effect.value}, {', '.join(map(repr, self.outputs))})"


# What a declaration may return: a plan, or for views that need no more words the spec of the view, or those of several.
Outcome = Plan | Spec | tuple[Spec, ...]


def as_plan(outcome: Outcome) -> Plan:
    """The plan in full."""
    if isinstance(outcome, Plan):
        return outcome
    if isinstance(outcome, tuple):
        return Plan(Effect.VIEW, outcome, several=True)
    return Plan(Effect.VIEW, (outcome,))
