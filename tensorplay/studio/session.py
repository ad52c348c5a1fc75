"""A session: statements run one after the other in a namespace, and of each it is known what it did."""

from __future__ import annotations
import __future__

import ast
import builtins
from dataclasses import dataclass, replace
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from tensorplay.core.journal import observers

from .builtin_names import BuiltinNames
from .interrupts import Interrupts
from .namespace import fill_namespace
from .parsing import Command, Statement, parse
from .undo import Undo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tensorplay.inspect.changes import Changes
    from tensorplay.inspect.why import Why

    from .commands import Reply

_FUTURE_FLAGS = 0
for _name in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _name).compiler_flag


@dataclass
class Outcome:
    """What one statement or command came to.

    `echo` is the representation of an expression's value, None where Python prints none. `changes` are the facts, None
    where nobody watches. `error` ended the statement, and `why` says more of it where it was a refusal of ours. `fault`
    is an error of ours while the facts were gathered. `notices` are sentences about what had to be put back.
    """

    source: str
    filename: str = ""
    echo: str | None = None
    changes: Changes | None = None
    reply: Reply | None = None
    error: BaseException | None = None
    why: Why | None = None
    fault: Exception | None = None
    notices: tuple[str, ...] = ()


class Session:
    """A namespace in which sources are run.

    `watching` gathers the facts of what each statement changed; `undoing` keeps what is needed to take statements back.

    >>> session = Session()
    >>> [outcome.echo for outcome in session.run("x = zeros(2, 3).t(); x.stride()")]
    [None, '(1, 3)']
    """

    def __init__(
        self,
        namespace: dict[str, Any] | None = None,
        *,
        watching: bool = True,
        undoing: bool = True,
        interrupts: Interrupts | None = None,
    ) -> None:
        self.namespace = fill_namespace({"__name__": "__main__"}) if namespace is None else namespace
        self.undo = Undo() if undoing else None
        self.interrupts = Interrupts() if interrupts is None else interrupts
        self.builtins = BuiltinNames()
        self._watch: Any = None
        if watching:
            from tensorplay.inspect.watch import Watch

            self._watch = Watch(self.namespace)
        self._future_flags = 0

    def run(self, source: str | bytes, filename: str = "<string>", *, documented: bool = False) -> Iterator[Outcome]:
        """Run a source, one outcome for each statement or command as soon as it is done; an error ends it.

        A source that cannot be parsed has one outcome, its SyntaxError, and nothing of it is run. SystemExit is raised.
        With `documented` a string that begins the source is its documentation, as in a module.
        """
        try:
            parts = parse(source, filename)
        except (SyntaxError, RecursionError, MemoryError, OverflowError) as error:
            yield Outcome(source if isinstance(source, str) else "", filename, error=error)
            return
        if documented and parts and isinstance(first := parts[0], Statement) and first.string is not None:
            self.namespace["__doc__"] = first.string
            del parts[0]
        for part in parts:
            if isinstance(part, Command):
                from .commands import answer

                outcome = Outcome(part.source, filename, reply=answer(self, part))
            else:
                outcome = self._run_statement(part, filename)
            yield outcome
            if outcome.error is not None:
                return

    def _run_statement(self, statement: Statement, filename: str) -> Outcome:
        outcome = Outcome(statement.source, filename)
        value: Any = None
        try:
            with self.interrupts.held_back():
                self._begin(statement.source)
            self.builtins.enter()
            try:
                value = self._execute(statement, filename)
            finally:
                outcome.notices = self.builtins.leave()
        except BaseException as error:  # noqa: BLE001 whatever a statement raises, the session goes on
            outcome.error = error
        try:
            with self.interrupts.held_back():
                self._end(outcome, value)
        except KeyboardInterrupt as interrupt:
            outcome.error = outcome.error or interrupt
        if isinstance(outcome.error, SystemExit):
            raise outcome.error
        if value is not None and outcome.error is None:
            self._echo(outcome, value)
        return outcome

    def _execute(self, statement: Statement, filename: str) -> Any:
        """Run one statement; the value of an expression, else None."""
        if not isinstance(self.namespace.get("__builtins__"), (ModuleType, dict)):
            self.namespace["__builtins__"] = builtins
        if isinstance(statement.node, ast.Expr):
            return eval(self._compile(ast.Expression(statement.node.value), filename, "eval"), self.namespace)
        exec(self._compile(ast.Module([statement.node], []), filename, "exec"), self.namespace)
        return None

    def _compile(self, tree: ast.Module | ast.Expression, filename: str, mode: str) -> CodeType:
        """Compile as part of one program: a `from __future__ import` holds for all that follows."""
        code: CodeType = compile(tree, filename, mode, self._future_flags, dont_inherit=True)
        self._future_flags |= code.co_flags & _FUTURE_FLAGS
        return code

    def _begin(self, source: str) -> None:
        if self.undo is not None:
            self.undo.begin(source, self.namespace)
            observers.append(self.undo)
        if self._watch is not None:
            self._watch.begin()

    def _end(self, outcome: Outcome, value: Any) -> None:
        if self.undo is not None:
            if outcome.error is not None:
                self.undo.repair()
            if self.undo in observers:
                observers.remove(self.undo)
            self.undo.end(self.namespace)
        if self._watch is None:
            return
        try:
            changes = self._watch.end() if value is None else self._watch.end(value)
            outcome.changes = changes if self.undo is None else _with_undo(changes, self.undo)
            if outcome.error is not None and getattr(outcome.error, "reason", None) is not None:
                from tensorplay.inspect.why import explain_error

                outcome.why = explain_error(outcome.error, outcome.source, self.namespace)
        except Exception as fault:  # noqa: BLE001 a picture that fails must not end the session
            outcome.fault = fault

    def _echo(self, outcome: Outcome, value: Any) -> None:
        """What Python's own prompt would print, and `_` for the next statement."""
        try:
            self.builtins.enter()
            try:
                outcome.echo = repr(value)
            finally:
                outcome.notices += self.builtins.leave()
        except BaseException as error:  # noqa: BLE001 a representation is a person's code too
            outcome.error = error
        else:
            self.namespace["_"] = value


def _with_undo(changes: Changes, undo: Undo) -> Changes:
    """What nobody else holds by a name is held so that it can be brought back: say so."""
    told = tuple(
        [
            replace(change, verdict=replace(change.verdict, holders=("%undo",), held_nbytes=None))
            if change.verdict.kind == "gone"
            and not (change.verdict.freed or change.verdict.holders)
            and undo.holds(change.name.partition("[")[0])
            else change
            for change in changes.changes
        ]
    )
    return changes if told == changes.changes else replace(changes, changes=told)
