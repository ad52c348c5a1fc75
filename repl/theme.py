"""How styles look: one table for light and dark terminals, in the terminal's own colours, which its user has chosen.

Text that must be read keeps the colour of the terminal's text; colours mark, and say nothing that words do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from tensorplay.picture.lines import Line

THEME = {
    "plain": "",
    "name": "bold",
    "fact": "",
    "number": "ansicyan",
    "verdict": "ansigreen",
    "warning": "bold ansimagenta",
    "error": "bold ansired",
    "code": "bold",
    "muted": "dim",
    "storage": "dim",
    "touched": "ansicyan",
    "unwritten": "dim",
    "gap": "dim",
    "value": "",
}

# The same for Python code at the prompt, by the names that pygments gives to its tokens.
CODE = {
    "pygments.keyword": "ansimagenta",
    "pygments.operator.word": "ansimagenta",
    "pygments.literal.string": "ansigreen",
    "pygments.literal.number": "ansicyan",
    "pygments.comment": "dim",
}

# And for the prompt's own parts, by the names that prompt_toolkit gives to them.
PROMPT = {
    "prompt": "ansigreen",
    "continuation": "dim",
    "completion-menu": "noinherit reverse",
    "completion-menu.completion": "noinherit reverse",
    "completion-menu.completion.current": "noinherit bold noreverse underline",
    "completion-menu.meta.completion": "noinherit reverse",
    "completion-menu.meta.completion.current": "noinherit noreverse",
    "matching-bracket.cursor": "bold",
    "matching-bracket.other": "bold",
}

_CODES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "ansired": "31",
    "ansigreen": "32",
    "ansiyellow": "33",
    "ansiblue": "34",
    "ansimagenta": "35",
    "ansicyan": "36",
}


def coloured(line: Line) -> str:
    r"""A line with the escape sequences of its styles.

    >>> coloured([("x", "name"), ("  float32", "plain")])
    '\x1b[1mx\x1b[0m  float32'
    """
    pieces = []
    for text, style in line:
        codes = ";".join([_CODES[word] for word in THEME.get(style, "").split()])
        pieces.append(f"\x1b[{codes}m{text}\x1b[0m" if codes and text.strip() else text)
    return "".join(pieces).rstrip()


def prompt_styles() -> dict[str, str]:
    """All styles under the names by which prompt_toolkit asks for them; "dim" is left out where it is not known."""
    from prompt_toolkit.styles import Attrs

    styles = {**{f"tensorplay.{name}": words for name, words in THEME.items()}, **CODE, **PROMPT}
    return styles if "dim" in Attrs._fields else {name: _without_dim(words) for name, words in styles.items()}


def fragments(lines: Iterable[Line]) -> StyleAndTextTuples:
    """Lines as prompt_toolkit's formatted text."""
    pieces: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            pieces.append(("", "\n"))
        pieces += [(f"class:tensorplay.{style}", text) for text, style in line]
    return pieces


def _without_dim(words: str) -> str:
    return " ".join([word for word in words.split() if word != "dim"])
