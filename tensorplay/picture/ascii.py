"""What stands for the signs of a picture where only ASCII can be shown."""

from __future__ import annotations

import codecs

_SIGNS = {
    " ·": " -",
    "·": "*",
    "×": "x",
    "≠": "!=",
    "→": "->",
    "…": "...",
    "≥": ">=",
    "≤": "<=",
    "‥": "..",
    "—": "-",
}


def in_ascii(text: str) -> str:
    """The text in ASCII.

    >>> in_ascii("view of x · 0 B moved"), in_ascii("6 ≠ 3·1")
    ('view of x - 0 B moved', '6 != 3*1')
    """
    if text.isascii():
        return text
    for sign, substitute in _SIGNS.items():
        text = text.replace(sign, substitute)
    return text.encode("ascii", "backslashreplace").decode("ascii")


def needs_ascii(encoding: str | None) -> bool:
    """Whether an encoding cannot show the pictures' signs.

    >>> needs_ascii("utf-8"), needs_ascii("latin-1"), needs_ascii(None)
    (False, True, True)
    """
    try:
        codecs.lookup(encoding or "ascii")
        "█░▒▁▂▃▄▅▆▇·×≠→".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return True
    return False
