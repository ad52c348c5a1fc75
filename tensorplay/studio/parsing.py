"""From source text to what is run one after the other: statements of Python, and commands such as `%undo` and `x?`."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

# A command stands alone on its line and begins it: `%why x.view(6)`, `?x`, `x.view?`, and `x??`, as in IPython.
COMMAND = re.compile(r"(?P<percent>%[a-z]\w*\b.*)|\?\??(?P<asked_first>[^?]*)|(?P<asked_last>[^#'\"?=]+)\?\??\s*")
COMPOUND = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.AsyncFor, ast.While, ast.If, ast.Try, ast.TryStar,
    ast.With, ast.AsyncWith, ast.Match,
)  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """One top-level statement with its text."""

    node: ast.stmt
    source: str

    @property
    def string(self) -> str | None:
        """The string that it consists of, as a documentation does; None for all else."""
        match self.node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                return text
        return None


@dataclass(frozen=True)
class Command:
    """A command of the studio: its name without the sign, and the rest of its line."""

    name: str
    argument: str
    source: str


def parse(source: str | bytes, filename: str = "<string>") -> list[Statement | Command]:
    """The statements and commands of a source, in order.

    Raises SyntaxError where Python does, for bytes that are no text and for characters that no source may hold too.
    """
    if isinstance(source, bytes):
        source = _decoded(source, filename)
    try:
        return list(_statements(source, filename))
    except SyntaxError:
        pieces = _pieces(source)
        if not any(isinstance(piece, Command) for piece in pieces):
            raise
    found: list[Statement | Command] = []
    for piece in pieces:
        found += [piece] if isinstance(piece, Command) else _statements(piece, filename)
    return found


def _decoded(source: bytes, filename: str) -> str:
    """The text of a source file, by its byte order mark or by the coding that it names in its first two lines."""
    head = b"".join(source.splitlines(keepends=True)[:2])
    try:
        if b"coding" in head:
            from importlib.util import decode_source

            return decode_source(source)
        return source.decode("utf-8-sig")
    except (UnicodeDecodeError, SyntaxError):
        ast.parse(source, filename)  # says what is wrong, as Python does
        raise


def _statements(source: str, filename: str) -> list[Statement]:
    try:
        tree = ast.parse(source, filename)
    except ValueError as error:  # a null byte, in some releases of Python, or half of a pair of surrogates
        raise SyntaxError(str(error), (filename, 1, None, None)) from None
    lines = [line.encode("utf-8", "surrogatepass") for line in re.split(r"\r\n|\r|\n", source)]
    return [Statement(node, _text_of(node, lines)) for node in tree.body]


def _text_of(node: ast.stmt, lines: list[bytes]) -> str:
    """The text of a statement; columns count the bytes of a line."""
    first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", ()))]) - 1
    last = (node.end_lineno or node.lineno) - 1
    if last >= len(lines):
        return ""
    taken = lines[first : last + 1]
    taken[-1] = taken[-1][: node.end_col_offset]
    if first == node.lineno - 1:
        taken[0] = taken[0][node.col_offset :]
    return b"\n".join(taken).decode("utf-8", "replace")


def command_in(line: str) -> Command | None:
    """The command that a line is, or None: `x?` asks for help as `%help x` does."""
    match = COMMAND.fullmatch(line.rstrip())
    if match is None:
        return None
    if match["percent"]:
        name, _, argument = match["percent"][1:].partition(" ")
        return Command(name, argument.strip(), line.strip())
    asked = match["asked_first"] if match["asked_last"] is None else match["asked_last"]
    return Command("help", asked.strip(), line.strip())


def _pieces(text: str) -> list[str | Command]:
    """The text parted at its commands; the parts keep their line numbers by as many empty lines before them."""
    pieces: list[str | Command] = []
    part: list[str] = []
    for number, line in enumerate(text.splitlines()):
        command = command_in(line)
        if command is None:
            part.append(line)
            continue
        pieces += ["\n".join(part), command]
        part = [""] * (number + 1)
    return [*pieces, "\n".join(part)]


def is_incomplete(text: str) -> bool:
    r"""Whether Enter at the end of the text should begin another line rather than run it.

    That is so inside brackets and strings, after a colon, and after a block until an empty line ends it.

    >>> is_incomplete("for i in range(3):"), is_incomplete("for i in range(3): print(i)\n"), is_incomplete("x = 1")
    (True, False, False)
    """
    from codeop import compile_command

    if command_in(text.strip()) is not None:
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if compile_command(text, "<input>", "exec") is None:
                return True
            tree = ast.parse(text)
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
            return False
    last_line = text[text.rfind("\n") + 1 :]
    return bool(tree.body) and isinstance(tree.body[-1], COMPOUND) and last_line.strip() != ""
