#!/usr/bin/env python3
"""Draw the picture of the README: type a short session into the shell, in a true terminal, and keep its screen as SVG.

python scripts/readme_picture.py            write docs/shell.svg
python scripts/readme_picture.py --check    say whether docs/shell.svg still shows what the shell prints
"""

from __future__ import annotations

import argparse
import difflib
import html
import io
import re
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text
from true_terminal import CTRL_D, TrueTerminal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyte.screens import Char

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "shell.svg"
TENSORPLAY = Path(sysconfig.get_path("scripts")) / "tensorplay"
COLUMNS, ROWS = 80, 36
PROMPT = ">>>"

# What is typed, and what must be on the screen before the next line is.
SESSION = (
    ("x = empty_permuted((2, 3, 4), (0, 2, 1))", "never written"),
    ("_ = x.copy_(arange(24.).view(2, 3, 4))", "version 1"),
    ("y = x.transpose(1, 2)", "view of x"),
    ("z = y[:, ::2]", "view of y"),
    ("z.view(12)", "RuntimeError"),
    ("w = z.clone()", "copy of z"),
    ("z[0] = 7", "version 2"),
)

# Calm colours on a dark ground; each is at least 4.5 : 1 against it.
THEME = TerminalTheme(
    background=(24, 26, 31),
    foreground=(220, 223, 228),
    normal=[
        (120, 126, 138),
        (240, 128, 128),
        (152, 195, 121),
        (229, 192, 123),
        (110, 175, 245),
        (205, 145, 235),
        (95, 200, 210),
        (220, 223, 228),
    ],
    bright=[
        (150, 156, 168),
        (255, 155, 155),
        (175, 215, 145),
        (245, 212, 150),
        (140, 195, 255),
        (225, 170, 250),
        (125, 220, 230),
        (255, 255, 255),
    ],
)
# pyte's names of the colours that are rich's under another name.
COLOURS = {"brown": "yellow", "brightbrown": "bright_yellow", "bfightmagenta": "bright_magenta"}


def colour(name: str) -> str | None:
    """A colour of pyte as rich names it: "red", "bright_red", or "#rrggbb"; None for the terminal's own."""
    if name == "default":
        return None
    if name in COLOURS:
        return COLOURS[name]
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    return name.replace("bright", "bright_")


def style(cell: Char) -> Style:
    """The look of one cell of the screen."""
    return Style(
        color=colour(cell.fg),
        bgcolor=colour(cell.bg),
        bold=cell.bold,
        dim=cell.blink,  # see true_terminal.Screen
        italic=cell.italics,
        underline=cell.underscore,
        strike=cell.strikethrough,
        reverse=cell.reverse,
    )


def screen_of_the_session() -> list[Text]:
    """Type the session and give the lines of the screen, the last empty ones left out."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "COLORTERM": "truecolor",
            "HOME": home,
            "XDG_STATE_HOME": home,
            "XDG_CONFIG_HOME": home,
            "NO_COLOR": None,
        }
        with TrueTerminal([str(TENSORPLAY)], columns=COLUMNS, rows=ROWS, environment=environment) as terminal:
            terminal.wait_for(PROMPT)
            for prompts, (typed, answer) in enumerate(SESSION, start=2):
                already = terminal.settle().count(answer)
                terminal.enter(typed)
                terminal.wait_for(answer, times=already + 1)
                terminal.wait_for(PROMPT, times=prompts)
            terminal.settle()
            lines = [line_of(terminal.screen.buffer[row]) for row in range(ROWS)]
            terminal.press(CTRL_D)
            terminal.exit_code()
    while lines and lines[-1].plain in {"", PROMPT}:
        lines.pop()
    return lines


def line_of(cells: Mapping[int, Char]) -> Text:
    """One line of the screen, without trailing blanks."""
    line = Text.assemble(*((cells[column].data, style(cells[column])) for column in range(COLUMNS)))
    line.rstrip()
    return line


def svg(lines: list[Text]) -> str:
    """The lines as a picture that asks nothing of the network: the fonts are those of the reader's machine."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in lines:
        console.print(line, soft_wrap=True)
    picture = console.export_svg(title="tensorplay", theme=THEME, unique_id="shell")
    picture = re.sub(r"@font-face\s*\{[^}]*\}\s*", "", picture)
    picture = picture.replace(
        "Fira Code, monospace", "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace"
    )
    return "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"


def text_of(picture: str) -> list[str]:
    """The lines of text in a picture, each as wide as it is shown."""
    rows: dict[float, str] = {}
    for across, down, words in re.findall(
        r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', picture
    ):
        rows[float(down)] = rows.get(float(down), "").ljust(round(float(across) / 12.2)) + html.unescape(words)
    return [rows[down].replace("\xa0", " ").rstrip() for down in sorted(rows)]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare the text of the picture, write nothing")
    arguments = parser.parse_args()
    drawn = svg(screen_of_the_session())
    if not arguments.check:
        PICTURE.write_text(drawn, encoding="utf-8")
        print(f"wrote {PICTURE}")
        return 0
    kept = text_of(PICTURE.read_text(encoding="utf-8"))
    differences = list(difflib.unified_diff(kept, text_of(drawn), "docs/shell.svg", "the shell", lineterm=""))
    print("\n".join(differences) or "docs/shell.svg shows what the shell prints")
    if differences:
        print("draw it anew with  make picture")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
