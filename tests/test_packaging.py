"""A newcomer's path: the wheel, a fresh environment, the command, and a first session in a true terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path

import pytest
from true_terminal import CTRL_D, TrueTerminal

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"]
KERNELS = ROOT / "tensorplay/backends/kernels"

# One worker builds the wheel and the environment; the tests that use them stay together.
pytestmark = pytest.mark.xdist_group("packaging")


def run(*command: str, cwd: Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program away from the checkout, with nothing of the test's own Python settings."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        command,
        cwd=cwd,
        env={**clean, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def packages_in_the_tree() -> set[str]:
    """The import names of all folders that are packages, under the names that the project maps them to."""
    found: set[str] = set()
    for name, folder in FOLDERS.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            found.add(".".join([name, *init.parent.relative_to(ROOT / folder).parts]))
    return found


def place_in_wheel(path: Path) -> str:
    """Where a file of the checkout lies in the wheel."""
    for name, folder in FOLDERS.items():
        if path.is_relative_to(ROOT / folder):
            return f"{name.replace('.', '/')}/{path.relative_to(ROOT / folder).as_posix()}"
    raise ValueError(f"{path} belongs to no package")


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout as a newcomer has it: without environments and earlier builds."""
    copied = tmp_path_factory.mktemp("source") / "tensorplay"
    left_out = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so")
    return Path(shutil.copytree(ROOT, copied, ignore=left_out))


def built_wheel(source: Path, target: Path, environment: dict[str, str] | None = None) -> Path:
    """The wheel of a folder or of a source distribution."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(target)]
    built = run(*pip, str(source), *options, cwd=target, environment=environment)
    assert built.returncode == 0, built.stdout + built.stderr
    (made,) = target.glob("*.whl")
    return made


@pytest.fixture(scope="session")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def source_distribution(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("sdist")
    code = "import sys, setuptools.build_meta as backend; backend.build_sdist(sys.argv[1])"
    built = run(sys.executable, "-c", code, str(target), cwd=source)
    assert built.returncode == 0, built.stdout + built.stderr
    (made,) = target.glob("*.tar.gz")
    return made


@dataclass(frozen=True)
class Installed:
    """A fresh environment that holds the wheel and what it asks for, with a folder to work in and a home of its own."""

    programs: Path
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        home = str(self.folder / "home")
        return {"HOME": home, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return run(str(self.programs / program), *arguments, cwd=self.folder, environment=self.environment)


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("newcomer")
    (folder / "home").mkdir()
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / "bin"
    pip = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
    done = run(*pip, str(wheel), cwd=folder)
    if done.returncode != 0 and "Retrying (Retry" in done.stderr:
        pytest.skip("the package index, from which the dependencies come, cannot be reached")
    assert done.returncode == 0, done.stdout + done.stderr
    return Installed(programs, folder)


def test_the_list_of_packages_is_complete() -> None:
    listed = PROJECT["tool"]["setuptools"]["packages"]
    assert set(listed) == packages_in_the_tree()
    assert len(set(listed)) == len(listed)


def test_wheel_holds_every_source_and_nothing_else_at_top_level(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {
        "tensorplay",
        f"tensorplay-{PROJECT['project']['version']}.dist-info",
    }
    assert "tensorplay/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    sources = {place_in_wheel(path) for folder in FOLDERS.values() for path in (ROOT / folder).rglob("*.py")}
    assert sources == {name for name in names if name.endswith(".py")}


def names_in_distribution(source_distribution: Path) -> set[str]:
    with tarfile.open(source_distribution) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_source_distribution_holds_what_the_wheel_is_built_from(source_distribution: Path) -> None:
    names = names_in_distribution(source_distribution)
    needed = {
        path.relative_to(ROOT).as_posix() for folder in FOLDERS.values() for path in (ROOT / folder).rglob("*.py")
    }
    kernels = {path.relative_to(ROOT).as_posix() for path in KERNELS.iterdir() if path.suffix in (".c", ".h", ".pyi")}
    assert {"setup.py", "pyproject.toml", "LICENSE", "tensorplay/py.typed"} | needed | kernels <= names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]


def test_source_distribution_holds_tests_documents_and_tools(source: Path, source_distribution: Path) -> None:
    folders = [source / name for name in ("benchmarks", "docs", "notebooks", "scripts", "tests")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [*source.glob("*.md"), source / "Makefile", source / "MANIFEST.in"]
    assert {path.relative_to(source).as_posix() for path in files} <= names_in_distribution(source_distribution)


COPIES = """
import sys, numpy as np, tensorplay as tp
from tensorplay.backends import kernels
assert tp.__file__.startswith(sys.path[0])
values = np.arange(300 * 500, dtype=np.float32).reshape(300, 500)
assert np.array_equal(tp.from_numpy(values).t().contiguous().numpy(), values.T)
assert tp.from_numpy(values).half().t().contiguous().float()[2, 1].item() == 502
print(kernels.status())
"""


def status_of(wheel: Path, folder: Path) -> str:
    """How copies are made by what a wheel holds, unpacked into a folder."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    unset = {"TENSORPLAY_KERNELS": ""}
    done = run(
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(folder)!r})\n{COPIES}",
        cwd=folder,
        environment=unset,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_a_compiler_numpy_copies(source_distribution: Path, tmp_path: Path) -> None:
    wheel = built_wheel(source_distribution, tmp_path, {"CC": "false", "LDSHARED": "false"})
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith((".so", ".c", ".h"))]
    assert status_of(wheel, tmp_path / "unpacked") == "NumPy (the extension is not built)"


def test_a_source_distribution_builds_the_kernels(source_distribution: Path, tmp_path: Path) -> None:
    if not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no compiler of C")
    wheel = built_wheel(source_distribution, tmp_path, {"CFLAGS": "-O0"})  # quickly
    assert len([name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".so")]) == 1
    assert status_of(wheel, tmp_path / "unpacked").startswith("compiled")


def test_wheel_says_what_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata_name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(metadata_name).decode())
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "Apache-2.0"
    needed = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert {line.split(">=")[0].replace("-", "_") for line in needed} == {
        "numpy",
        "ml_dtypes",
        "rich",
        "prompt_toolkit",
        "threadpoolctl",
    }
    assert set(metadata.get_all("Provides-Extra", [])) == {"notebook", "cuda12", "cuda13", "safetensors", "test"}


def test_import_from_the_environment(installed: Installed) -> None:
    code = "import tensorplay, tensorplay.repl, tensorplay.widgets; print(tensorplay.__file__, tensorplay.__version__)"
    done = installed.run("python", "-c", code)
    assert done.returncode == 0, done.stderr
    file, version = done.stdout.split()
    assert Path(file).is_relative_to(installed.programs.parent)
    assert version == PROJECT["project"]["version"]


@pytest.mark.parametrize("module", ["repl", "widgets"])
def test_no_top_level_name_is_taken(installed: Installed, module: str) -> None:
    done = installed.run("python", "-c", f"import {module}")
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr


def test_version_and_help(installed: Installed) -> None:
    version = installed.run("tensorplay", "--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.split() == ["tensorplay", PROJECT["project"]["version"]]
    usage = installed.run("tensorplay", "--help")
    assert (usage.returncode, usage.stderr) == (0, "")
    assert "-c" in usage.stdout


def test_one_command(installed: Installed) -> None:
    done = installed.run("tensorplay", "-c", "x = empty_permuted((2, 3, 4), (0, 2, 1)); y = x.transpose(1, 2)")
    assert (done.returncode, done.stderr) == (0, "")
    assert "stride (12, 1, 3)" in done.stdout
    assert "view of x" in done.stdout
    assert "\x1b" not in done.stdout


def test_first_session_in_a_true_terminal(installed: Installed) -> None:
    command = [str(installed.programs / "tensorplay")]
    environment = {**installed.environment, "PYTHONPATH": None, "NO_COLOR": None}
    with TrueTerminal(command, columns=80, rows=24, environment=environment) as terminal:
        terminal.wait_for(">>>")
        terminal.enter("x = empty_permuted((2, 3, 4), (0, 2, 1))")
        terminal.wait_for("x  float32 [2, 3, 4] stride (12, 1, 3) order (0, 2, 1)")
        terminal.wait_for("never written")
        terminal.wait_for("s1 ░░░")
        terminal.enter("y = x.transpose(1, 2)")
        terminal.wait_for("y  float32 [2, 4, 3] stride (12, 3, 1) contiguous")
        terminal.wait_for("view of x · 0 B moved")
        terminal.enter("y.view(7)")
        terminal.wait_for("RuntimeError")
        terminal.enter("print('still', 'here')")
        terminal.wait_for("still here")
        terminal.press(CTRL_D)
        assert terminal.exit_code() == 0
