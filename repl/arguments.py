"""The command line, read as Python reads its own: what follows the program belongs to the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

USAGE = """\
usage: tensorplay [--plain] [--quiet]                        the shell, or a program from standard input
       tensorplay [--plain] [--quiet] -c CODE [argument ...]  run CODE
       tensorplay [--plain] [--quiet] FILE [argument ...]     run a file; - is standard input

Python with tensors whose layout is shown: after each statement stands what it did to sizes, strides, storages and
aliases. All operations are there by name, the package as tp, NumPy as np. The run stops at the first error, with
exit code 1.

  -c CODE        run this program
  --plain        say the facts in sentences instead of drawing them (for screen readers too)
  --quiet        show no facts and echo no values: the program's own output alone
  -h, --help     show this text
  -V, --version  show the version

In the shell: Tab completes, ?NAME explains, %why EXPR tells why something is refused, %undo takes the last
statement back, %help lists more, Ctrl-D leaves. NO_COLOR is respected.
"""


class UsageError(Exception):
    """The command line asks for something that does not exist."""


@dataclass(frozen=True)
class Arguments:
    """What the command line asks for. `rest` is the program's own part, its name or `-c` first."""

    action: Literal["shell", "code", "file", "input", "help", "version"]
    text: str = ""
    rest: tuple[str, ...] = ("",)
    plain: bool = False
    quiet: bool = False


def read_arguments(words: list[str]) -> Arguments:
    """Read the words after the program's name. Raises UsageError.

    >>> read_arguments(["--plain", "-c", "x = 1", "--quiet"])
    Arguments(action='code', text='x = 1', rest=('-c', '--quiet'), plain=True, quiet=False)
    """
    plain = quiet = False
    for position, word in enumerate(words):
        following = words[position + 1 :]
        if word == "--plain":
            plain = True
        elif word == "--quiet":
            quiet = True
        elif word in ("-h", "--help"):
            return Arguments("help")
        elif word in ("-V", "--version"):
            return Arguments("version")
        elif word == "-":
            return Arguments("input", rest=(word, *following), plain=plain, quiet=quiet)
        elif word == "--":
            return _file(following, plain, quiet)
        elif word == "-c":
            if not following:
                raise UsageError("-c needs the code to run")
            return Arguments("code", following[0], ("-c", *following[1:]), plain, quiet)
        elif word.startswith("-c"):
            return Arguments("code", word[2:], ("-c", *following), plain, quiet)
        elif word.startswith("-"):
            raise UsageError(f"there is no option {word}")
        else:
            return _file([word, *following], plain, quiet)
    return Arguments("shell", plain=plain, quiet=quiet)


def _file(words: list[str], plain: bool, quiet: bool) -> Arguments:
    if not words:
        return Arguments("shell", plain=plain, quiet=quiet)
    return Arguments("file", words[0], tuple(words), plain, quiet)
