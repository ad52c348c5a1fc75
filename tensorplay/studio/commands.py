"""Commands, which are no Python: `%undo`, `%why`, `%help`, and `name?` for help on a name.

A command takes the session and the rest of its line, and answers with a scene or with lines of styled text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tensorplay.core.tensor import TensorBase
from tensorplay.inspect.names import tensors_in
from tensorplay.picture.text import Line, Span, facts_pieces
from tensorplay.picture.words import few

from .explaining import explain
from .undo import ABSENT, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.picture.scene import Scene

    from .parsing import Command
    from .session import Session


@dataclass
class Reply:
    """The answer of a command: a scene to be painted, or lines. `failed` says that what was asked could not be done."""

    lines: list[Line]
    scene: Scene | None = None
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
    """%undo [N]: take back the last statement, or the last N, that changed names or tensors."""
    count = int(argument) if argument.isdecimal() else 1 if not argument else 0
    if count < 1:
        return refused(f"%undo takes a number of statements, not {argument!r}")
    if session.undo is None:
        return refused("nothing was kept to undo")
    lines: list[Line] = []
    for _ in range(count):
        try:
            step = session.undo.take_back(session.namespace)
        except LookupError as error:
            return Reply([*lines, *refused(str(error.args[0])).lines], failed=not lines)
        lines += _undone(step, session.namespace)
    return Reply(lines)


def _undone(step: Step, namespace: dict[str, Any]) -> list[Line]:
    """What a step back brought: names, layouts and cells that are as they were."""
    first, _, more = step.source.partition("\n")
    lines: list[Line] = [[Span("  undone  ", "verdict"), Span(f"{first} …" if more else first, "code")]]
    for name, value in step.names.items():
        if value is ABSENT:
            lines.append([Span("  "), Span(name, "name"), Span("  is no more")])
        elif isinstance(value, TensorBase):
            lines.append(_facts_line(name, value))
        elif name != "_":
            lines.append([Span("  "), Span(name, "name"), Span("  is what it was")])
    tensors = {name: value for name, value in tensors_in(namespace).items() if isinstance(value, TensorBase)}
    changed = {id(before.reference()) for before in step.tensors.values() if before.has_other_layout}
    lines += [_facts_line(name, value) for name, value in tensors.items() if id(value) in changed]
    for serial, before in step.storages.items():
        names = [name for name, value in tensors.items() if value._storage.serial == serial]
        if names and before.was_written:
            verb = "sees its former cells" if len(names) == 1 else "see their former cells"
            lines.append([Span("  "), Span(few(names), "name"), Span(f"  {verb}")])
    return lines


def _facts_line(name: str, tensor: TensorBase) -> Line:
    from tensorplay.inspect.facts import describe
    from tensorplay.picture.scene import facts_scene

    pieces = facts_pieces(facts_scene(describe(tensor)))
    return [Span("  "), Span(name, "name"), Span("  "), *(span for piece in pieces for span in piece)]


def help_(session: Session, argument: str) -> Reply:
    """%help [NAME], NAME?: what a name means; without one, what can be done here."""
    if argument:
        return Reply(explain(argument, session.namespace))
    rows = [(function.__doc__ or "").rstrip(".").split(": ", 1) for function in COMMANDS.values()]
    width = max([len(row[0]) for row in [*rows, *_KEYS]])
    lines: list[Line] = []
    for what, meaning in [*rows, *_KEYS]:
        lines.append([Span("  "), Span(f"{what:<{width}}", "code"), Span(f"  {meaning.splitlines()[0]}")])
    return Reply(lines)


def why(session: Session, argument: str) -> Reply:
    """%why EXPR: why an operation is refused, or why a tensor is not contiguous, with every way out and its cost."""
    from tensorplay.inspect.why import explain as explain_why
    from tensorplay.picture.scene import scene_of

    if not argument:
        return refused("%why takes an expression, for instance %why x.view(6)")
    answer = explain_why(argument, session.namespace)
    if answer is None:
        return refused(f"{argument}: only tensorplay's own operations on names and plain values can be told")
    return Reply([], scene_of(answer))


_KEYS = (
    ("Tab", "complete a name, an attribute, a parameter or a module"),
    ("Ctrl-R", "search what was typed before; the arrows walk through it"),
    ("Esc Enter", "begin another line, whatever Enter would do"),
    ("Ctrl-C", "stop a running statement, or clear what is typed"),
    ("Ctrl-D", "leave"),
)

COMMANDS: dict[str, Callable[[Session, str], Reply]] = {"why": why, "undo": undo, "help": help_}
