"""Programs from -c, a file and standard input, run as a person runs them: in a process of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tensorplay

PANEL = """\
  x  float32 [2, 3, 4] stride (12, 1, 3) order (0, 2, 1)
     new storage s1, 96 B, never written
     s1 ░░░░░░░░░░░░░░░░░░░░░░░░
"""
MAKE_X = "x = empty_permuted((2, 3, 4), (0, 2, 1))"


def tensorplay_run(
    *arguments: str,
    input: str | bytes = "",
    folder: Path | None = None,
    environment: dict[str, str | None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command and give its exit code, output and errors as UTF-8."""
    wanted = {**os.environ, "PYTHONUTF8": "1", **(environment or {})}
    done = subprocess.run(
        [sys.executable, "-m", "tensorplay", *arguments],
        input=input.encode() if isinstance(input, str) else input,
        cwd=folder,
        env={name: value for name, value in wanted.items() if value is not None},
        capture_output=True,
        check=False,
        timeout=120,
    )
    decoded = [text.decode("utf-8") for text in (done.stdout, done.stderr)]
    assert "\x1b" not in "".join(decoded)
    return subprocess.CompletedProcess(done.args, done.returncode, *decoded)


def outcome(done: subprocess.CompletedProcess[str]) -> tuple[int, str, str]:
    return done.returncode, done.stdout, done.stderr


def test_code_file_and_pipe_say_the_same(tmp_path: Path) -> None:
    source = f"{MAKE_X}\nx.stride()\n"
    (tmp_path / "program.py").write_text(source)
    expected = (0, PANEL + "(12, 1, 3)\n", "")
    assert outcome(tensorplay_run("-c", source)) == expected
    assert outcome(tensorplay_run("program.py", folder=tmp_path)) == expected
    assert outcome(tensorplay_run(input=source)) == expected
    assert outcome(tensorplay_run("-", input=source)) == expected


def test_quiet_leaves_the_output_to_the_program() -> None:
    assert outcome(tensorplay_run("--quiet", "-c", f"{MAKE_X}; x.stride(); print('said', end='')")) == (0, "said", "")


def test_plain_speaks_for_what_a_program_shows_itself() -> None:
    done = tensorplay_run("--plain", "--quiet", "-c", f"{MAKE_X}; tp.show(x)")
    assert done.returncode == 0
    assert "x is a float32 tensor of size [2, 3, 4]" in done.stdout
    assert done.stdout.isascii()


def test_plain_speaks() -> None:
    done = tensorplay_run("--plain", "-c", f"{MAKE_X}; y = x.transpose(1, 2)")
    assert (done.returncode, done.stderr) == (0, "")
    assert "It is a view of x; no bytes were moved." in done.stdout
    assert not set(done.stdout) & set("█░·≠")


def test_an_error_ends_the_program_with_code_1() -> None:
    source = f"{MAKE_X}\nz = x[:, :, ::2]\ndef f(t):\n    return t.view(12)\n\nf(z)\nprint('never')"
    done = tensorplay_run("-c", source)
    assert done.returncode == 1
    assert done.stdout.startswith(PANEL)
    assert "never\n" not in done.stdout.replace("never written", "")
    lines = [line for line in done.stderr.splitlines() if line.strip(" ^~")]
    assert lines[:5] == [
        "Traceback (most recent call last):",
        '  File "<string>", line 6, in <module>',
        "    f(z)",
        '  File "<string>", line 4, in f',
        "    return t.view(12)",
    ]
    assert lines[5].startswith("RuntimeError: view [2, 3, 2] as [12]")
    assert len(lines) == 6


def test_ways_out_follow_the_traceback() -> None:
    done = tensorplay_run("-c", "z = empty(2, 4, 3, device='meta')[:, ::2]\nz.view(12)")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-3:] == [
        "  ways out  z.reshape(12)            copies 48 B",
        "            z.contiguous().view(12)  copies 48 B",
        "            z.view(4, 3)             free: dims 0 and 1 merge (12 = 2·6)",
    ]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import sys; sys.exit()", 0),
        ("import sys; sys.exit(7)", 7),
        ("exit()", 0),
        ("quit(3)", 3),
        ("raise SystemExit('the reason')", 1),
        ("def f():\n    raise SystemExit(4)\n\nf()", 4),
        ("import os; os._exit(5)", 5),
        ("1 / 0", 1),
        ("x = = 1", 1),
        ("class A:\n    def __repr__(self): raise OSError('no')\n\nA()", 1),
        ("def f(): f()\n\nf()", 1),
        ("del __builtins__; x = 1", 0),
        ("", 0),
    ],
)
def test_exit_codes(source: str, code: int) -> None:
    done = tensorplay_run("-c", source)
    assert done.returncode == code
    assert ("the reason" in done.stderr) == ("the reason" in source)


def test_a_syntax_error_runs_nothing() -> None:
    done = tensorplay_run("-c", "print('first')\nx = = 1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        '  File "<string>", line 2',
        "    x = = 1",
        "        ^",
        "SyntaxError: invalid syntax",
    ]


@pytest.mark.parametrize("source", [b"x = '\xff\xfe'\n", b"\x00\n", b"# coding: no-such\n"])
def test_what_is_no_text(source: bytes, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_bytes(source)
    for done in (tensorplay_run(input=source), tensorplay_run("program.py", folder=tmp_path)):
        assert done.returncode == 1
        assert done.stdout == ""
        assert "SyntaxError" in done.stderr
        assert "tensorplay/" not in done.stderr


def test_the_module_main(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("value = 5\n")
    program = tmp_path / "program.py"
    program.write_text(
        '"""What it is."""\n'
        "import sys, helper, pickle\n"
        "class Kept: pass\n"
        "print(__name__, __file__, __doc__, sys.argv, helper.value, sys.modules['__main__'].Kept is Kept)\n"
        "print(type(pickle.loads(pickle.dumps(Kept()))) is Kept)\n"
        "if __name__ == '__main__': print('main')\n"
    )
    done = tensorplay_run("--quiet", str(program), "--plain", "-c", "rest")
    expected = f"__main__ {program} What it is. {[str(program), '--plain', '-c', 'rest']} 5 True\nTrue\nmain\n"
    assert outcome(done) == (0, expected, "")


def test_a_documentation_is_not_echoed_but_in_code(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("'doc'\n'said'\n")
    assert tensorplay_run("program.py", folder=tmp_path).stdout == "'said'\n"
    assert tensorplay_run("-c", "'doc'").stdout == "'doc'\n"


def test_arguments_of_code_and_pipe(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("value = 5\n")
    source = "import sys, helper; print(sys.argv, helper.value)"
    assert tensorplay_run("-c", source, "a", "--quiet", folder=tmp_path).stdout == "['-c', 'a', '--quiet'] 5\n"
    assert tensorplay_run("-", "a", "b", input=source, folder=tmp_path).stdout == "['-', 'a', 'b'] 5\n"


def test_version_and_help() -> None:
    assert outcome(tensorplay_run("--version")) == (0, f"tensorplay {tensorplay.__version__}\n", "")
    done = tensorplay_run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in ("-c", "FILE", "--plain", "--quiet", "--version", "NO_COLOR"))
    assert all(len(line) <= 120 for line in done.stdout.splitlines())


@pytest.mark.parametrize("arguments", [["--no-such"], ["-x"], ["-c"], ["no such file.py"], ["."]])
def test_a_wrong_command_line(arguments: list[str], tmp_path: Path) -> None:
    done = tensorplay_run(*arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tensorplay: ")
    assert len(done.stderr.splitlines()) == 1


def test_lines_that_a_program_leaves_open_are_ended() -> None:
    done = tensorplay_run("-c", "print('a', end=''); x = empty(3, device='meta'); print('b', end='')\n1 / 0")
    assert done.stdout.startswith("a\n  x  float32")
    assert done.stdout.endswith("\nb\n")


def test_a_pipe_without_end() -> None:
    assert tensorplay_run(input="x = 5").returncode == 0
    done = tensorplay_run(input="name = input()\nprint(name)")
    assert done.returncode == 1
    assert "EOFError" in done.stderr


def test_output_that_knows_only_ascii() -> None:
    environment: dict[str, str | None] = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    source = f"{MAKE_X}; y = x.transpose(1, 2)[:, ::2]\n'äß'\ny.view(12)"
    done = tensorplay_run("-c", source, environment=environment)
    assert done.returncode == 1
    assert "s1 ::::::::" in done.stdout
    assert r"'\xe4\xdf'" in done.stdout
    assert "6 != 3*1" in done.stdout
    assert "ways out" in done.stderr
    assert (done.stdout + done.stderr).isascii()


def test_commands_in_a_pipe() -> None:
    done = tensorplay_run(input="x = zeros(3, device='meta')\nx.fill_(1)\n%undo\n%why x.view(2)\nx?\n%no_such\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "undone  x.fill_(1)" in done.stdout
    assert "shape [2] is invalid" in done.stdout
    assert "there is no command %no_such" in done.stdout


@pytest.mark.parametrize(
    "source",
    [
        "for i in range(100000): print(i)\nx = zeros(3)",
        "import sys, time\nprint(0, flush=True)\ntime.sleep(0.5); print(1)\nsys.exit(3)",
    ],
)
def test_nobody_reads(source: str) -> None:
    command = [sys.executable, "-m", "tensorplay", "-c", source]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "0\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 141


def test_nobody_reads_the_facts() -> None:
    source = "\n".join([f"x{number} = zeros(3, 3, device='meta').t()" for number in range(2000)])
    command = [sys.executable, "-m", "tensorplay"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(source.encode())
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(120) == 141


def test_an_interrupt_ends_a_program() -> None:
    command = [sys.executable, "-m", "tensorplay", "-c", "print('running', flush=True)\nwhile True: pass"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "running\n"
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert time.monotonic() - began < 5
        assert process.stderr.read().endswith("KeyboardInterrupt\n")


def test_threads_are_waited_for() -> None:
    source = "import threading, time\ndef work():\n    time.sleep(0.3); print('done')\n\n"
    source += "threading.Thread(target=work).start()"
    assert tensorplay_run("-c", source).stdout == "done\n"


def test_a_hook_for_errors_is_asked() -> None:
    done = tensorplay_run("-c", "import sys; sys.excepthook = lambda kind, error, trace: print('hooked', error)\n1 / 0")
    assert outcome(done) == (1, "hooked division by zero\n", "")


def test_a_program_may_close_its_output() -> None:
    done = tensorplay_run("-c", "import sys\nprint('a')\nsys.stdout.close()\nx = zeros(2, device='meta')")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("source", ["pass", "x = zeros(3, device='meta').view(3, 1)", "y = 1 + 1"])
def test_what_is_not_imported(source: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"{source}\nimport sys; print(*sys.modules)\n")
    heavy = {
        "numpy",
        "ml_dtypes",
        "rich",
        "prompt_toolkit",
        "matplotlib",
        "ipywidgets",
        "IPython",
        "pygments",
        "asyncio",
    }
    for arguments, input in ((["-c", program.read_text()], ""), ([str(program)], ""), ([], program.read_text())):
        loaded = set(tensorplay_run("--quiet", *arguments, input=input).stdout.split())
        assert "tensorplay" in loaded
        assert not loaded & heavy
    loaded = set(tensorplay_run("-c", program.read_text()).stdout.split())
    assert not loaded & heavy


def test_numpy_on_demand() -> None:
    pytest.importorskip("numpy")
    done = tensorplay_run("-c", "def f(n): return np.arange(n).sum()\n\nprint(f(4), np.pi)")
    assert outcome(done) == (0, f"6 {3.141592653589793}\n", "")
