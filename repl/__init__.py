"""The `tensorplay` command: the shell, and programs from `-c`, a file or standard input.

Importing this imports nothing of the shell's prompt; programs never need it.
"""

from __future__ import annotations

import sys

from .arguments import USAGE, Arguments, UsageError, read_arguments


def main(words: list[str] | None = None) -> int:
    """Do what the command line asks for and return the exit code.

    0 after a program that ended well, 1 after one that ended with an error, 2 where the command line or its file cannot
    be read, 130 after Ctrl-C, 141 where nobody reads the output any more; `sys.exit` in a program passes through.
    """
    try:
        arguments = read_arguments(sys.argv[1:] if words is None else words)
    except UsageError as error:
        sys.stderr.write(f"tensorplay: {error}; tensorplay --help lists what there is\n")
        return 2
    if arguments.action == "help":
        sys.stdout.write(USAGE)
        return 0
    import tensorplay

    if arguments.action == "version":
        sys.stdout.write(f"tensorplay {tensorplay.__version__}\n")
        return 0
    if not arguments.plain:
        return _run(arguments)
    from tensorplay.picture.notebook import prefer_sentences

    prefer_sentences(True)  # what a program shows itself, by tp.show and its like, is said too
    try:
        return _run(arguments)
    finally:
        prefer_sentences(False)


def _run(arguments: Arguments) -> int:
    from .printer import Printer
    from .streams import is_terminal, line_aware

    sys.stdout = line_aware(sys.stdout)
    printer = Printer(sys.stdout, plain=arguments.plain, quiet=arguments.quiet)
    if arguments.action == "shell" and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        from .shell import run_shell

        return run_shell(printer)
    from .programs import run_program

    return run_program(arguments, printer)
