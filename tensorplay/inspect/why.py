"""Why something is refused, or why a tensor is not what one would like, and every way out with its cost.

No way out is proposed that was not planned on the very layout: whether it works, and what it moves, is measured.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tensorplay.attributes import memory_format
from tensorplay.attributes.dtype import DType
from tensorplay.attributes.memory_format import MemoryFormat
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import overlap
from tensorplay.geometry.formats import why_not_contiguous
from tensorplay.geometry.reasons import (
    AmbiguousOrder,
    CannotExpand,
    CannotReinterpret,
    CannotView,
    NotContiguous,
    PartialOverlap,
    Reason,
    ShapeMismatch,
    TooFewDimensions,
    WritesOverlap,
)

from .changes import NO_CHANGES, Changes
from .evaluate import Method
from .facts import TensorFacts, describe
from .preview import Outcome, bytes_before, evaluate, parsed
from .shown import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .evaluate import Refused

Effect = Literal["free", "copies", "value"]


@dataclass(frozen=True, slots=True)
class WayOut:
    """An expression that works, and what it costs.

    "free" moves nothing, "copies" moves `bytes_moved`, "value" is an answer that is no tensor: `text`. `merged` lists,
    for a view of another shape, the pairs of dimensions that it merges, each as (outer, inner, stride of the outer,
    size of the inner, stride of the inner).
    """

    expression: str
    effect: Effect
    bytes_moved: int = 0
    merged: tuple[tuple[int, int, int, int, int], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Why(Shown):
    """The answer about an expression.

    `error` names what it raises, empty if it raises nothing; then `changes` say what it does, and `reasons` why its
    value is not contiguous, not writable, or has no unique order of dimensions, as far as that is so.
    """

    expression: str
    error: str
    sentence: str
    reasons: tuple[Reason, ...]
    ways_out: tuple[WayOut, ...]
    changes: Changes = NO_CHANGES
    facts: TensorFacts | None = None


def explain(source_text: str, namespace: Mapping[str, Any]) -> Why | None:
    """Why an expression is refused, or what it is and is not; None for what cannot be planned without running it.

    >>> import tensorplay as tp
    >>> z = tp.empty(2, 4, 3, device="meta")[:, ::2]
    >>> answer = explain("z.view(12)", {"z": z})
    >>> for way in answer.ways_out:
    ...     print(way.expression, way.effect, way.bytes_moved)
    z.reshape(12) copies 48
    z.contiguous().view(12) copies 48
    z.view(4, 3) free 0
    """
    statement = parsed(source_text)
    outcome = None if statement is None else evaluate(statement, namespace)
    if statement is None or outcome is None:
        return None
    if outcome.error is not None:
        return _why_refused(source_text.strip(), outcome, namespace)
    if isinstance(outcome.value, Method):
        return None
    return _why_like_this(ast.unparse(statement), statement, outcome, namespace)


def explain_error(error: BaseException, source_text: str, namespace: Mapping[str, Any]) -> Why | None:
    """Why a command raised what it raised, as far as it can be planned again and is refused in the same way."""
    answer = explain(source_text, namespace)
    if answer is not None and answer.error == type(error).__name__:
        return answer
    reason = getattr(error, "reason", None)
    if not isinstance(reason, Reason):
        return None
    return Why(source_text.strip(), type(error).__name__, reason.sentence(), (reason,), ())


def explain_call(function: Any, arguments: Sequence[Any], named: Mapping[str, Any], name: str = "x") -> Why:
    """The same for a function or bound method and its arguments; a tensor is called `name`.

    TypeError where there is nothing to plan.

    >>> import tensorplay as tp
    >>> explain_call(tp.empty(2, 3, device="meta").t().view, (6,), {}).sentence
    'view [3, 2] as [6]: dims 0 and 1 do not merge, stride 1 is not size 2 · stride 3'
    """
    namespace: dict[str, Any] = {}
    subject = getattr(function, "__self__", None)
    if isinstance(subject, TensorBase):
        namespace[name] = subject
        called = f"{name}.{function.__name__}"
    elif isinstance(function, TensorBase):
        namespace[name] = function
        return _certain(explain(name, namespace), name)
    elif not arguments and not named and not callable(function):
        return _why_foreign(name, describe(function))
    else:
        called = str(getattr(function, "__name__", "object"))
        namespace[called] = function
    texts = [_argument_text(value, namespace) for value in arguments]
    texts += [f"{key}={_argument_text(value, namespace)}" for key, value in named.items()]
    source = f"{called}({', '.join(texts)})"
    return _certain(explain(source, namespace), source)


def _certain(answer: Why | None, source: str) -> Why:
    if answer is None:
        raise TypeError(f"why() explains tensorplay's own operations on tensors and plain values, not {source}")
    return answer


def _argument_text(value: Any, namespace: dict[str, Any]) -> str:
    """How an argument is written; what has no plain form gets a name."""
    if isinstance(value, (DType, MemoryFormat)):
        text = value.name if isinstance(value, DType) else format_name(value.name)
        namespace[text] = value
        return text
    if isinstance(value, TensorBase):
        known = next((name for name, other in namespace.items() if other is value), None)
        text = known or next(letter for letter in "abcdefghijklmnop" if letter not in namespace)
        namespace[text] = value
        return text
    if type(value) in (list, tuple):
        inner = ", ".join([_argument_text(item, namespace) for item in value])
        if type(value) is list:
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def format_name(name: str) -> str:
    """The public name of a memory format that geometry calls `name`."""
    return f"{name}_format" if name in ("contiguous", "preserve") else name


# Refusals


def _why_refused(expression: str, outcome: Outcome, namespace: Mapping[str, Any]) -> Why:
    error = outcome.error
    reason = getattr(error, "reason", None)
    known = reason if isinstance(reason, Reason) else None
    ways: tuple[WayOut, ...] = ()
    if known is not None and outcome.refused is not None:
        spent = bytes_before(outcome.refused, namespace)
        ways = _ways_out(_candidates(known, outcome.refused), namespace, known, spent)
    return Why(
        expression,
        type(error).__name__,
        str(error) if known is None else known.sentence(),
        () if known is None else (known,),
        ways,
    )


def _candidates(reason: Reason, refused: Refused) -> list[str]:
    """Expressions that may work, the nearest to what was asked first."""
    receiver, method = refused.receiver, refused.method
    arguments = ", ".join(refused.arguments)
    if refused.operator:
        return _operator_candidates(reason, refused)
    if not receiver and refused.arguments:  # a function: the first argument is the tensor
        receiver, arguments = refused.arguments[0], ", ".join(refused.arguments[1:])
    if not receiver:
        return []
    call = f"{method}({arguments})"
    match reason:
        case CannotView():
            shape = ", ".join(map(str, reason.shape))
            free = reason.free_shape()
            reshaped = f"{receiver}.reshape({arguments if method == 'view' else shape})"
            ways = [reshaped, f"{receiver}.contiguous().{call}"]
            return ways if free is None else [*ways, f"{receiver}.view({', '.join(map(str, free))})"]
        case CannotReinterpret():
            return [f"{receiver}.contiguous().{call}", f"{receiver}.to({arguments})"]
        case CannotExpand() | TooFewDimensions():
            places = range(len(reason.size) + 1)
            return [f"{receiver}.unsqueeze({place}).{call}" for place in places]
        case ShapeMismatch():
            shapes = [[*reason.shape[:dim], -1, *reason.shape[dim + 1 :]] for dim in range(len(reason.shape))]
            return [f"{receiver}.{method}({', '.join(map(str, inferred))})" for inferred in shapes]
        case WritesOverlap():
            return [f"{receiver}.clone()" if method == "__setitem__" else f"{receiver}.clone().{call}"]
        case PartialOverlap():
            return [f"{receiver}.{method}({arguments}.clone())"] if len(refused.arguments) == 1 else []
        case AmbiguousOrder():
            formats = [f"[{format_name(name)}]" for name in ("contiguous", "channels_last", "channels_last_3d")]
            return [f"{receiver}.dim_order()", *[f"{receiver}.dim_order(ambiguity_check={item})" for item in formats]]
        case NotContiguous():
            return [f"{receiver}.contiguous()"]
    return []


def _operator_candidates(reason: Reason, refused: Refused) -> list[str]:
    """For `left += right` and its like, and for `left[index] = right`."""
    left, right = refused.receiver, refused.arguments[0]
    match reason:
        case WritesOverlap():
            name, _, _ = left.partition("[")
            plain = refused.operator.removesuffix("=")
            return [f"{left} = {left} {plain} {right}" if plain else f"{name} = {name}.clone()"]
        case PartialOverlap():
            return [f"{left} {refused.operator} {_cloned(right)}"]
    return []


def _cloned(text: str) -> str:
    simple = isinstance(ast.parse(text, mode="eval").body, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    return f"{text}.clone()" if simple else f"({text}).clone()"


_FORMATS = {
    format_name(name): getattr(memory_format, format_name(name))
    for name in ("contiguous", "channels_last", "channels_last_3d", "preserve")
}


def _ways_out(
    candidates: Sequence[str], namespace: Mapping[str, Any], reason: Reason, spent: int
) -> tuple[WayOut, ...]:
    """Those candidates that work, each with what it moves beyond the bytes that are `spent` anyway."""
    ways = []
    known = _FORMATS | dict(namespace)
    for candidate in candidates:
        statement = parsed(candidate)
        outcome = None if statement is None else evaluate(statement, known)
        if outcome is None or outcome.error is not None:
            continue
        moved = max(outcome.bytes_moved - spent, 0)
        if isinstance(statement, ast.Expr) and not isinstance(outcome.value, TensorBase):
            ways.append(WayOut(candidate, "value", text=repr(outcome.value)))
        else:
            ways.append(
                WayOut(candidate, "copies" if moved else "free", moved, () if moved else _merged(reason, outcome))
            )
    return tuple(ways)


def _merged(reason: Reason, outcome: Outcome) -> tuple[tuple[int, int, int, int, int], ...]:
    if not isinstance(reason, CannotView) or outcome.value._spec.size == reason.shape:
        return ()
    size, stride = reason.size, reason.stride
    return tuple([(outer, inner, stride[outer], size[inner], stride[inner]) for outer, inner in reason.merging])


# What is not refused


def _why_foreign(name: str, facts: TensorFacts) -> Why:
    """Of an array of another library: why it is not contiguous, and what that library has to say for it."""
    reason = facts.why_not_contiguous
    if reason is None:
        return Why(name, "", "", (), (), facts=facts)
    copy = f"np.ascontiguousarray({name})" if facts.library == "numpy" else f"{name}.contiguous()"
    ways = (WayOut(copy, "copies", facts.nbytes),) if facts.library in ("numpy", "torch") else ()
    return Why(name, "", "", (reason,), ways, facts=facts)


def _why_like_this(expression: str, statement: ast.stmt, outcome: Outcome, namespace: Mapping[str, Any]) -> Why:
    """Of a tensor that an expression gives: why it is not contiguous, not writable, or ambiguous, and what helps."""
    value = outcome.value
    if isinstance(statement, ast.Expr) and isinstance(value, bool):
        answer = _why_contiguous_or_not(expression, statement.value, namespace)
        if answer is not None:
            return answer
    if not isinstance(statement, ast.Expr) or not isinstance(value, TensorBase):
        return Why(expression, "", "", (), (), outcome.changes)
    facts = describe(value)
    reasons: list[Reason] = []
    candidates: list[tuple[Reason, str]] = []
    simple = isinstance(statement.value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    text = expression if simple else f"({expression})"
    refused = overlap.writes_refused(facts.size, facts.stride)
    if facts.why_not_contiguous is not None:
        reasons.append(facts.why_not_contiguous)
        candidates.append((facts.why_not_contiguous, f"{text}.contiguous()"))
    if refused is not None:
        reasons.append(refused)
        candidates.append((refused, f"{text}.clone()"))
    if facts.ambiguity is not None and refused is None:
        reasons.append(facts.ambiguity)
        candidates += [(facts.ambiguity, f"{text}.dim_order()")]
    spent = outcome.bytes_moved
    ways = [way for reason, candidate in candidates for way in _ways_out([candidate], namespace, reason, spent)]
    return Why(expression, "", "", tuple(reasons), tuple(ways), outcome.changes, facts)


def _why_contiguous_or_not(expression: str, asked: ast.expr, namespace: Mapping[str, Any]) -> Why | None:
    """Of `x.is_contiguous()` what stands in the way, and what helps; None for any other expression."""
    match asked:
        case ast.Call(func=ast.Attribute(value=receiver, attr="is_contiguous"), args=arguments, keywords=keywords):
            given = [*arguments, *[keyword.value for keyword in keywords]]
        case _:
            return None
    subject, *formats = [evaluate(ast.Expr(part), _FORMATS | dict(namespace)) for part in (receiver, *given)]
    if subject is None or not isinstance(subject.value, TensorBase):
        return None
    wanted = next((outcome.value.name for outcome in formats if outcome is not None), "contiguous")
    facts = describe(subject.value)
    reason = why_not_contiguous(facts.size, facts.stride, wanted)
    if reason is None:
        return Why(expression, "", "", (), (), facts=facts)
    words = "" if wanted == "contiguous" else f"memory_format={format_name(wanted)}"
    remedy = f"{ast.unparse(receiver)}.contiguous({words})"
    return Why(expression, "", "", (reason,), _ways_out([remedy], namespace, reason, subject.bytes_moved), facts=facts)
