"""Half-written code, read from its beginning to the cursor: which brackets and strings are open, what stands before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_IDENTIFIER_END = re.compile(r"[^\W\d]\w*\Z")
_CLOSING = {")": "(", "]": "[", "}": "{"}


@dataclass
class Reading:
    """A text up to the cursor. `starts` leads from the end of a closed bracket or string to its beginning."""

    text: str
    open_brackets: list[int] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    in_string: bool = False
    in_comment: bool = False

    @property
    def word(self) -> str:
        """The part of an identifier right before the cursor."""
        match = _IDENTIFIER_END.search(self.text)
        return "" if match is None else match[0]

    def primary_before(self, end: int) -> str:
        """The name, attribute, call or index expression that ends at a position; empty if there is none."""
        position = end
        while position:
            character = self.text[position - 1]
            if position in self.starts:
                position = self.starts[position]
                if self.text[position] in "\"'":
                    break
            elif character.isidentifier() or character.isdigit():
                while position and (self.text[position - 1].isidentifier() or self.text[position - 1].isdigit()):
                    position -= 1
                if not position or self.text[position - 1] != ".":
                    break
                position -= 1
            else:
                break
        return self.text[position:end]

    def owner(self) -> str | None:
        """The expression whose attribute is being written, or None."""
        dot = len(self.text) - len(self.word) - 1
        if dot < 1 or self.text[dot] != ".":
            return None
        return self.primary_before(dot) or None

    def call(self) -> str | None:
        """The expression that is being called, its arguments half-written; None outside a call."""
        for position in reversed(self.open_brackets):
            if self.text[position] == "(":
                called = self.primary_before(position)
                if called:
                    return called
        return None


def read_to_cursor(text: str) -> Reading:
    """Read code that may break off anywhere.

    >>> reading = read_to_cursor("y = x.view(2, other.si")
    >>> reading.call(), reading.owner(), reading.word
    ('x.view', 'other', 'si')
    """
    reading = Reading(text)
    position = 0
    while position < len(text):
        character = text[position]
        if character in "\"'":
            position = _skip_string(reading, position)
            continue
        if character == "#":
            end = text.find("\n", position)
            if end < 0:
                reading.in_comment = True
                break
            position = end
        elif character in "([{":
            reading.open_brackets.append(position)
        elif character in _CLOSING and reading.open_brackets and text[reading.open_brackets[-1]] == _CLOSING[character]:
            reading.starts[position + 1] = reading.open_brackets.pop()
        position += 1
    return reading


def _skip_string(reading: Reading, start: int) -> int:
    """The position after a string, the end of the text if it is open."""
    text = reading.text
    quote = text[start] * 3 if text.startswith(text[start] * 3, start) else text[start]
    position = start + len(quote)
    while position < len(text):
        if text[position] == "\\":
            position += 2
        elif text.startswith(quote, position):
            position += len(quote)
            reading.starts[position] = start
            return position
        elif text[position] == "\n" and len(quote) == 1:
            return position
        else:
            position += 1
    reading.in_string = True
    return len(text)
