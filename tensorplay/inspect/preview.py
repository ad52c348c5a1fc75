"""What a command would do: planned on shadows while it is typed, without running anything of the user's."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.size import Size
from tensorplay.core.planning import ValuesNeeded
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.reasons import CannotView, Reason

from .changes import NO_CHANGES, Changes
from .evaluate import Evaluator, NotPlannable, Refused
from .lineage import Lineage
from .names import Numbering, tensors_in
from .report import NOTHING, Report, snapshot
from .shadows import Shadows, planned_only
from .shown import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping

#: A text longer than this is not previewed.
LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True, repr=False)
class Preview(Shown):
    """What a command would do.

    `changes` are what it would do to tensors (`_` names the value of an expression), `text` the value of an expression
    that is a number, a size or the like. `error` and `sentence` say what it would raise, with the structured `reason`
    if there is one; `values_needed` that the outcome depends on values, which are not looked at. `reshape_bytes` are
    the bytes that `reshape` would move where a view is refused.
    """

    changes: Changes = NO_CHANGES
    text: str = ""
    error: str = ""
    sentence: str = ""
    reason: Reason | None = None
    values_needed: bool = False
    reshape_bytes: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What evaluation on shadows came to: changes and the value, or the error and the call that was refused.

    `bytes_moved` counts what would be copied or computed into new storages.
    """

    changes: Changes
    value: Any
    bytes_moved: int
    error: Exception | None
    refused: Refused | None


def preview(source_text: str, namespace: Mapping[str, Any]) -> Preview | None:
    """What a command would do to the tensors of a namespace, or None where that cannot be said without running it.

    Only names, literals, operators, subscripts, and tensorplay's own operations are looked at, and these only plan: no
    user code runs, no value is read, nothing changes.

    >>> import tensorplay as tp
    >>> z = tp.empty(2, 4, 3, device="meta")[:, ::2]
    >>> preview("z.permute(2, 0, 1)", {"z": z}).changes.changes[0].facts.stride
    (1, 12, 6)
    >>> preview("z.view(12)", {"z": z}).sentence
    'view [2, 2, 3] as [12]: dims 1 and 2 do not merge, stride 6 is not size 3 · stride 1'
    >>> preview("z.view(open('file'))", {"z": z}) is None
    True
    """
    statement = parsed(source_text)
    if statement is None:
        return None
    outcome = evaluate(statement, namespace)
    if outcome is None:
        return None
    error = outcome.error
    if isinstance(error, ValuesNeeded):
        return Preview(values_needed=True, sentence=str(error))
    if error is not None:
        reason = getattr(error, "reason", None)
        known = reason if isinstance(reason, Reason) else None
        sentence = str(error) if known is None else known.sentence()
        moved = _reshape_bytes(known, outcome.refused, namespace)
        return Preview(error=type(error).__name__, sentence=sentence, reason=known, reshape_bytes=moved)
    return Preview(changes=outcome.changes, text=_text(outcome.value))


def parsed(source_text: str) -> ast.stmt | None:
    """The one statement of a text; None for anything else."""
    if len(source_text) > LONGEST_TEXT or "\0" in source_text:
        return None
    try:
        body = ast.parse(source_text.strip()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return body[0] if len(body) == 1 else None


def evaluate(statement: ast.stmt, namespace: Mapping[str, Any]) -> Outcome | None:
    """Carry out a statement on shadows; None if it has something in it that is not run while a person types."""
    shadows = Shadows()
    named = {name: tensor for name, tensor in tensors_in(namespace).items() if isinstance(tensor, TensorBase)}
    tensors = {name: shadows.of(tensor) for name, tensor in named.items()}
    lineage = Lineage()
    for name, shadow in tensors.items():
        node = lineage.node_of(shadow)
        node.name = node.name or name
    before = {name: snapshot(shadow) for name, shadow in tensors.items()}
    lineage.start(UntypedStorage(0, device="meta").serial)
    evaluator = Evaluator(namespace, shadows)
    value, failed = None, None
    with planned_only(lineage):
        try:
            value = evaluator.run(statement)
        except NotPlannable:
            return None
        except RecursionError:
            return None
        except Exception as error:  # noqa: BLE001  (whatever an operation raises is the answer)
            failed = error
    if failed is not None:
        return Outcome(Changes(), None, 0, failed, evaluator.refused)
    shown = value if isinstance(statement, ast.Expr) else NOTHING
    for name, result in evaluator.assigned.items():
        if name.startswith("_"):  # a person does not want it shown, but asked for the preview
            shown = result
            continue
        for full_name in [full for full in tensors if full == name or full.startswith(f"{name}[")]:
            del tensors[full_name]
        tensors.update(tensors_in({name: result}))
    report = Report(before, tensors, lineage, Numbering(), shown)
    return Outcome(report.changes(), value, lineage.bytes_moved, None, None)


def _reshape_bytes(reason: Reason | None, refused: Refused | None, namespace: Mapping[str, Any]) -> int | None:
    """What `reshape` would move in place of a view that is refused."""
    if not isinstance(reason, CannotView) or refused is None or not refused.receiver:
        return None
    statement = parsed(f"{refused.receiver}.reshape({', '.join(map(str, reason.shape))})")
    outcome = None if statement is None else evaluate(statement, namespace)
    if outcome is None or outcome.error is not None:
        return None
    return outcome.bytes_moved - bytes_before(refused, namespace)


def bytes_before(refused: Refused, namespace: Mapping[str, Any]) -> int:
    """What the receiver and the arguments of a refused call move themselves, whatever is then done with them."""
    moved = 0
    for text in (refused.receiver, *refused.arguments):
        statement = parsed(text)
        outcome = None if statement is None else evaluate(statement, namespace)
        moved += 0 if outcome is None else outcome.bytes_moved
    return moved


def _text(value: Any) -> str:
    """A value that is no tensor, if it is short."""
    if type(value) in (bool, int, float, complex, str, Size) or (
        type(value) is tuple and all(type(item) in (int, bool) for item in value)
    ):
        text = repr(value)
        return text if len(text) <= 60 else ""
    return ""
