"""Every public name of the first tier is there, no stub, and documented with an example."""

from __future__ import annotations

import ast
import doctest
import io
import sys
import types
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import tensorplay as tp

SOURCES = Path(tp.__file__).parent
LIST = Path(__file__).parent / "tier1_names.txt"


def listed() -> list[tuple[str, str]]:
    """The list's pairs of kind and name."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    pairs = [line.split() for line in lines if line and not line.startswith("#")]
    return [(kind, name) for kind, name in pairs]


NAMES = listed()


def named(name: str) -> Any:
    return reduce(getattr, name.split("."), tp)


def is_pythons_own(value: Any) -> bool:
    """Whether a method is inherited from `object` or `tuple`, or is a slot, and so says nothing by itself."""
    if isinstance(value, types.MemberDescriptorType):
        return True
    return getattr(value, "__qualname__", "").partition(".")[0] in ("object", "tuple")


def documented() -> dict[str, Any]:
    """The names that have to explain themselves: all but constants and what Python gives by itself."""
    values = {name: named(name) for kind, name in NAMES if kind != "attribute" or name.startswith("Tensor.")}
    return {name: value for name, value in values.items() if not is_pythons_own(value)}


def test_the_list_is_whole() -> None:
    assert len(NAMES) == len(set(NAMES)) > 800


def test_every_name_is_there() -> None:
    missing = []
    for _, name in NAMES:
        try:
            named(name)
        except AttributeError:
            missing.append(name)
    # On the CPU this one must be missing, as in PyTorch, for others to see that there is no memory on a GPU.
    assert missing == []
    with pytest.raises(AttributeError, match="GPU"):
        tp.zeros(2).__cuda_array_interface__  # noqa: B018


@pytest.mark.parametrize("kind", ["function", "method", "class"])
def test_kinds(kind: str) -> None:
    tests = {
        "function": callable,
        "method": lambda value: callable(value) or isinstance(value, (property, types.MemberDescriptorType)),
        "class": lambda value: isinstance(value, type) or callable(value),
    }
    assert [name for found, name in NAMES if found == kind and not tests[kind](named(name))] == []


def test_every_name_is_documented_with_an_example() -> None:
    assert [name for name, value in documented().items() if ">>> " not in (value.__doc__ or "")] == []


def module_of(value: Any) -> str:
    return str(getattr(value.fget if isinstance(value, property) else value, "__module__", ""))


def test_the_examples_run() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    seen: set[str] = set()
    said = io.StringIO()
    for name, value in documented().items():
        text = value.__doc__
        if text in seen:
            continue
        seen.add(text)
        names = dict(vars(sys.modules.get(module_of(value), tp)))
        runner.run(doctest.DocTestParser().get_doctest(text, names, name, None, 0), out=said.write)
    assert runner.failures == 0, said.getvalue()
    assert runner.tries > 1000


def functions_in(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def is_stub(function: ast.FunctionDef) -> bool:
    """Whether a function does nothing but pass, or refuse whatever it is given as not implemented."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    match body:
        case [ast.Raise(exc=ast.Call(func=ast.Name(id="NotImplementedError")) | ast.Name(id="NotImplementedError"))]:
            return True
        case [ast.Pass()]:
            return True
    return False


@pytest.mark.parametrize("folder", ["attributes", "functional", "utils", "nn", "."])
def test_nothing_is_a_stub(folder: str) -> None:
    paths = sorted((SOURCES / folder).glob("*.py") if folder == "." else (SOURCES / folder).rglob("*.py"))
    assert paths
    stubs = [f"{path.name}: {function.name}" for path in paths for function in functions_in(path) if is_stub(function)]
    assert stubs == []
