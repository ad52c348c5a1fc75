"""Commands, which are no Python: `%undo`, `%why`, `%config`, `%help`, and `name?` for help on a name.

A command takes the session and the rest of its line, and answers with scenes and lines of styled text.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tensorplay import __version__
from tensorplay.backends.configuration import configuration
from tensorplay.core.tensor import TensorBase
from tensorplay.inspect.facts import describe
from tensorplay.inspect.names import tensors_in
from tensorplay.inspect.why import explain as explain_refusal
from tensorplay.picture.lines import Line, Span
from tensorplay.picture.scene import look, scene_of
from tensorplay.picture.words import few

from .explaining import explain
from .undo import ABSENT, KEPT_BYTES, KEPT_STEPS, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tensorplay.picture.scene import Scene

    from .parsing import Command
    from .session import Session

#: Digits of a number of statements, and names that are told of after a step back; the others are counted.
MOST_DIGITS, MOST_NAMES = 9, 12


@dataclass
class Reply:
    """The answer of a command: scenes to be painted, and lines. `failed` says that what was asked could not be done."""

    parts: list[Scene | Line]
    failed: bool = False


def answer(session: Session, command: Command) -> Reply:
    """Carry out a command. Whatever is wrong with it is said in the answer."""
    function = COMMANDS.get(command.name)
    if function is None:
        known = ", ".join([f"%{name}" for name in COMMANDS])
        return refused(f"there is no command %{command.name}; there are {known}")
    return function(session, command.argument)


def refused(sentence: str) -> Reply:
    """The answer to a command that could not be carried out."""
    return Reply([[Span("  "), Span(sentence, "warning")]], failed=True)


def undo(session: Session, argument: str) -> Reply:
    """%undo [N]: take back what the last statement changed, or the last N."""
    few_digits = argument.isdecimal() and len(argument) <= MOST_DIGITS
    count = int(argument) if few_digits else 1 if not argument else 0
    if count < 1:
        return refused(f"%undo takes a number of statements, not {argument!r}")
    if session.undo is None:
        return refused("nothing was kept to undo")
    parts: list[Scene | Line] = []
    for _ in range(count):
        try:
            step = session.undo.take_back(session.namespace)
        except LookupError as error:
            return Reply([*parts, *refused(str(error.args[0])).parts], failed=not parts)
        parts += _undone(step, session.namespace)
    return Reply([*parts, *_unseen(session.namespace)])


def _unseen(namespace: dict[str, Any]) -> list[Line]:
    """What no step back brings: bytes that were changed through memory that was handed out."""
    names = [
        name
        for name, value in tensors_in(namespace).items()
        if isinstance(value, TensorBase) and value._storage.exported
    ]
    if not names:
        return []
    verb = "shares" if len(names) == 1 else "share"
    rest = f"  {verb} memory with NumPy or another library: what was written from there is not taken back"
    return [[Span("  "), Span(few(names), "name"), Span(rest, "warning")]]


def _undone(step: Step, namespace: dict[str, Any]) -> list[Scene | Line]:
    """What a step back brought: names, layouts and cells that are as they were."""
    first, _, more = step.source.partition("\n")
    parts: list[Scene | Line] = [[Span("  undone  ", "verdict"), Span(f"{first} …" if more else first, "code")]]
    told = [(name, value) for name, value in step.names.items() if name not in ("_", "__name__")]
    tensors_first = sorted(told, key=lambda item: not isinstance(item[1], TensorBase))
    for name, value in tensors_first[:MOST_NAMES]:
        if value is ABSENT:
            parts.append([Span("  "), Span(name, "name"), Span("  is no more")])
        elif isinstance(value, TensorBase):
            parts.append(look(name, describe(value), None))
        else:
            parts.append([Span("  "), Span(name, "name"), Span("  is what it was")])
    if len(told) > MOST_NAMES:
        parts.append([Span(f"  and {len(told) - MOST_NAMES} more names", "muted")])
    tensors = {name: value for name, value in tensors_in(namespace).items() if isinstance(value, TensorBase)}
    changed = {id(before.reference()) for before in step.tensors.values() if before.has_other_layout}
    parts += [look(name, describe(value), None) for name, value in tensors.items() if id(value) in changed]
    for serial, before in step.storages.items():
        names = [name for name, value in tensors.items() if value._storage.serial == serial]
        if names and before.was_written:
            verb = "sees its former cells" if len(names) == 1 else "see their former cells"
            parts.append([Span("  "), Span(few(names), "name"), Span(f"  {verb}")])
    return parts


def help_(session: Session, argument: str) -> Reply:
    """%help [NAME], NAME?: what a name means; without one, this list."""
    if argument:
        return Reply(explain(argument, session.namespace))
    rows = [(function.__doc__ or "").rstrip(".").split(": ", 1) for function in COMMANDS.values()]
    width = max([len(row[0]) for row in [*rows, *_KEYS]])
    lines = [[Span(f"  {what:<{width}}", "code"), Span(f"  {meaning}")] for what, meaning in [*rows, *_KEYS]]
    return Reply(
        [*lines, [Span(f"  %undo keeps {KEPT_STEPS} statements and {KEPT_BYTES >> 20} MB of their bytes", "muted")]]
    )


def why(session: Session, argument: str) -> Reply:
    """%why EXPR: why it is refused, or not contiguous, and every way out."""
    if not argument:
        return refused("%why takes an expression, for instance %why x.view(6)")
    answer = explain_refusal(argument, session.namespace)
    if answer is None:
        unknown = _unknown_in(argument, session.namespace)
        if unknown:
            return refused(unknown)
        return refused(f"{argument}: only tensorplay's own operations on names and plain values can be told")
    return Reply([scene_of(answer)])


def config(session: Session, argument: str) -> Reply:
    """%config: version, what copies memory, threads, kept buffers."""
    if argument:
        return refused(f"%config takes nothing, not {argument!r}")
    rows = (("tensorplay", __version__), *configuration())
    return Reply([[Span(f"  {name:<10}", "muted"), Span(f"  {words}")] for name, words in rows])


def _unknown_in(source: str, namespace: dict[str, Any]) -> str:
    """What is no Python in a text, or the first name in it that means nothing; empty where there is neither."""
    try:
        tree = ast.parse(source.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return f"{source}: this is no Python expression"
    names: Iterable[str] = [
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    ]
    missing = next((name for name in names if name not in namespace and not hasattr(builtins, name)), None)
    return f"name {missing!r} is not defined" if missing else ""


_KEYS = (
    ("Tab", "complete a name, an attribute, a parameter or a module"),
    ("Ctrl-R", "search what was typed before; the arrows walk through it"),
    ("Esc Enter", "begin another line, whatever Enter would do"),
    ("Ctrl-C", "stop a running statement, or clear what is typed"),
    ("Ctrl-D", "leave"),
)

COMMANDS: dict[str, Callable[[Session, str], Reply]] = {"why": why, "undo": undo, "config": config, "help": help_}
