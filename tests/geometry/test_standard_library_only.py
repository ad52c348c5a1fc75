"""Geometry is integers: no file of it imports anything but the standard library and geometry itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tensorplay.geometry

ROOT = Path(tensorplay.geometry.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))


def imported_modules(path: Path) -> list[str]:
    modules = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            modules.append(node.module or "")
    return modules


def test_there_are_files_to_look_at() -> None:
    assert {"layout.py", "views/shapes.py"} <= {path.relative_to(ROOT).as_posix() for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports(path: Path) -> None:
    for module in imported_modules(path):
        own = module == "tensorplay.geometry" or module.startswith("tensorplay.geometry.")
        assert own or module.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {module}"


def test_the_first_import_loads_no_array_library() -> None:
    code = "import sys, tensorplay.geometry.views, tensorplay.geometry.order, tensorplay.geometry.addresses\n"
    code += "print(sorted({'numpy', 'cupy', 'torch', 'rich'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
