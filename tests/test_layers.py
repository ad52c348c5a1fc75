"""The floors of the house: imports go downwards only, the lowest floors are plain Python, importing costs little."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A package imports from lower floors only: not from above, and not from its neighbours.
FLOORS = {
    "geometry": 1,
    "attributes": 1,
    "backends": 2,
    "core": 3,
    "autograd": 4,
    "functional": 5,
    "utils": 5,
    "serialization": 6,
    "nn": 6,
    "inspect": 6,
    "picture": 7,
    "studio": 8,
    "repl": 9,
    "widgets": 9,
}
# The modules directly in `tensorplay/` gather floors 1 to 7 for users; what serves at the prompt stands on them.
PUBLIC = 7.5
# `python -m tensorplay` starts the shell, so it stands above all.
TOP = 10

FOLDERS = {"tensorplay": ROOT / "tensorplay", "tensorplay.repl": ROOT / "repl", "tensorplay.widgets": ROOT / "widgets"}
STANDARD_LIBRARY_ONLY = {"geometry", "attributes"}
HEAVY = (
    "numpy", "ml_dtypes", "cupy", "rich", "prompt_toolkit", "threadpoolctl", "matplotlib", "ipywidgets", "IPython",
)  # fmt: skip
LONGEST_FILE = 450
GENERATED = "Written by `make faces`"


@dataclass(frozen=True)
class Import:
    """One imported module, with the line that asks for it and whether only type checkers follow it."""

    module: str
    line: int
    for_types_only: bool


def module_name(path: Path) -> str:
    """The import name of a source file."""
    for package in ("tensorplay.repl", "tensorplay.widgets", "tensorplay"):
        if path.is_relative_to(FOLDERS[package]):
            parts = path.relative_to(FOLDERS[package]).with_suffix("").parts
            return ".".join([package, *(part for part in parts if part != "__init__")])
    raise ValueError(f"{path} belongs to no package")


def sources() -> dict[str, Path]:
    """All source files of the package by import name."""
    return {module_name(path): path for folder in FOLDERS.values() for path in sorted(folder.rglob("*.py"))}


def lines_for_types(tree: ast.Module) -> set[int]:
    """The lines inside `if TYPE_CHECKING:` blocks."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
            for statement in node.body:
                lines.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return lines


def imports_of(text: str, module: str, is_package: bool, known: set[str]) -> list[Import]:
    """Every import of a source, wherever it stands; `from a import b` counts as `a.b` where that is a module."""
    tree = ast.parse(text)
    only_types = lines_for_types(tree)
    found: list[tuple[str, int]] = []
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                kept = package.split(".")[: len(package.split(".")) - node.level + 1]
                origin = ".".join([*kept, *([origin] if origin else [])])
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                found.append((whole if whole in known else origin, node.lineno))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"importlib.import_module", "import_module"}:
            match node.args:
                case [ast.Constant(value=str(name)), *_]:
                    found.append((name, node.lineno))
    return [Import(name, line, line in only_types) for name, line in found]


def package_of(module: str) -> str:
    """The package of a module of ours: "geometry" for tensorplay.geometry.layout, "tensorplay" for a public module."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in {*FLOORS, "__main__"} else "tensorplay"


def floor_of(package: str) -> float:
    """The floor on which a package stands."""
    return FLOORS.get(package, TOP if package == "__main__" else PUBLIC)


def violations(module: str, imports: list[Import]) -> list[str]:
    """The imports of a module that do not go downwards."""
    here = package_of(module)
    wrong: list[str] = []
    for item in imports:
        there = package_of(item.module)
        if item.module.split(".")[0] != "tensorplay" or here == there:
            continue
        floor, target = floor_of(here), floor_of(there)
        if target > floor or (target == floor and not item.for_types_only):
            wrong.append(f"line {item.line}: {here} (floor {floor}) imports {item.module} (floor {target})")
    return wrong


SOURCES = sources()
KNOWN = set(SOURCES)
IMPORTS = {
    name: imports_of(path.read_text(encoding="utf-8"), name, path.name == "__init__.py", KNOWN)
    for name, path in SOURCES.items()
}


def test_every_folder_has_a_floor() -> None:
    folders = {path.name for path in (ROOT / "tensorplay").iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders <= set(FLOORS), "a new folder needs its floor in FLOORS"


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_imports_go_downwards(module: str) -> None:
    assert violations(module, IMPORTS[module]) == []


@pytest.mark.parametrize("module", sorted(name for name in SOURCES if package_of(name) in STANDARD_LIBRARY_ONLY))
def test_lowest_floors_are_plain_python(module: str) -> None:
    outside = {item.module.split(".")[0] for item in IMPORTS[module]} - set(sys.stdlib_module_names) - {"tensorplay"}
    assert outside == set()


def test_cupy_in_one_file_only() -> None:
    importers = {name for name, imports in IMPORTS.items() if any(i.module.split(".")[0] == "cupy" for i in imports)}
    assert importers <= {"tensorplay.backends.cuda"}


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_files_are_short(module: str) -> None:
    lines = SOURCES[module].read_text(encoding="utf-8").splitlines()
    if not any(GENERATED in line for line in lines[:10]):
        assert len(lines) <= LONGEST_FILE, "one subject a file: make a folder of this one"


def loaded_after(*command: str) -> set[str]:
    """The names of all modules that a Python process prints at its end, one a line."""
    finished = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return set(finished.stdout.split())


def test_import_loads_nothing_heavy() -> None:
    loaded = loaded_after(sys.executable, "-c", "import tensorplay, sys; print(*sys.modules)")
    assert "tensorplay" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_import_loads_nothing_slow_of_pythons_own() -> None:
    """What `import tensorplay` itself asks for: how the package was installed may ask for more before."""
    command = "import sys; before = {*sys.modules}; import tensorplay; print(*{*sys.modules} - before)"
    loaded = loaded_after(sys.executable, "-c", command)
    assert loaded.isdisjoint({"inspect", "dataclasses", "pathlib", "ctypes"})


def test_one_command_loads_no_prompt_and_no_plots() -> None:
    command = "import sys; print(*sys.modules)"
    loaded = loaded_after(sys.executable, "-m", "tensorplay", "--quiet", "-c", command)
    assert "tensorplay.repl" in loaded
    assert loaded.isdisjoint({"prompt_toolkit", "matplotlib", "ipywidgets", "IPython"})


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        ("tensorplay.core.tensor", "from tensorplay.geometry.layout import Layout", 0),
        ("tensorplay.core.tensor", "from .storage import Storage", 0),
        ("tensorplay.core.tensor", "from ..geometry import layout", 0),
        ("tensorplay.core.tensor", "import tensorplay.functional.op", 1),
        ("tensorplay.core.tensor", "from tensorplay import functional", 1),
        ("tensorplay.core.tensor", "from ..functional import op", 1),
        ("tensorplay.core.tensor", "import tensorplay", 1),
        ("tensorplay.core.tensor", "def late():\n    from tensorplay.functional import op", 1),
        ("tensorplay.core.tensor", "import importlib\nimportlib.import_module('tensorplay.inspect')", 1),
        ("tensorplay.core.tensor", "if TYPE_CHECKING:\n    from tensorplay.functional.op import Op", 1),
        ("tensorplay.geometry.layout", "from tensorplay.attributes.size import Size", 1),
        ("tensorplay.geometry.layout", "if TYPE_CHECKING:\n    from tensorplay.attributes.size import Size", 0),
        ("tensorplay.repl.session", "from tensorplay.widgets import view", 1),
        ("tensorplay.repl.session", "from tensorplay.studio import commands", 0),
        ("tensorplay.repl.session", "import tensorplay", 0),
        ("tensorplay", "from tensorplay.repl import main", 1),
        ("tensorplay.__main__", "from tensorplay.repl import main", 0),
    ],
)
def test_the_rule_itself(module: str, source: str, expected: int) -> None:
    known = {"tensorplay.functional", "tensorplay.geometry.layout", "tensorplay.functional.op"}
    assert len(violations(module, imports_of(source, module, False, known))) == expected
