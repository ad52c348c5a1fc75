"""A namespace under watch: statements are run in it as a shell would, and what they did is handed out."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Any

import tensorplay as tp
from tensorplay.inspect.watch import Watch

if TYPE_CHECKING:
    from tensorplay.inspect.changes import Change, Changes


class Watched:
    """All operations by name, `tp`, and nothing else."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {
            name: getattr(tp, name) for name in dir(tp) if not name.startswith("_") and not hasattr(builtins, name)
        }
        self.names["tp"] = tp
        self.watch = Watch(self.names)

    def run(self, command: str) -> Changes:
        """What the statements of a text did; the last one may be an expression, whose value is told too."""
        body = ast.parse(command).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        self.watch.begin()
        exec(compile(ast.Module(body, []), "<test>", "exec"), self.names)
        if last is None:
            return self.watch.end()
        value = eval(compile(ast.Expression(last.value), "<test>", "eval"), self.names)
        return self.watch.end() if value is None else self.watch.end(value)

    def only(self, command: str) -> Change:
        """The one change that a command made."""
        (change,) = self.run(command).changes
        return change

    def __getitem__(self, name: str) -> Any:
        return self.names[name]
