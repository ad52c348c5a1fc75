"""Every example in a docstring runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tensorplay
import tensorplay.repl
import tensorplay.widgets

# These modules import what only some machines have.
NOT_EVERYWHERE = {"tensorplay.backends.cuda"}
# Importing this one starts the shell.
PROGRAM = "tensorplay.__main__"


def modules() -> list[str]:
    """The import names of all modules of the project."""
    names = ["tensorplay", "tensorplay.repl", "tensorplay.widgets"]
    for package in (tensorplay, tensorplay.repl, tensorplay.widgets):
        names += [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return sorted(set(names) - NOT_EVERYWHERE - {PROGRAM})


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0, "the report above says which example printed something else"
