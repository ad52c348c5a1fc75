"""Completion: from the live namespace, without running anything of it."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.studio.completion import Candidate, candidates, signature_of
from tensorplay.studio.reading import read_to_cursor
from tensorplay.studio.session import Session
from tensorplay.studio.types import UNKNOWN, look_up

TRAP = """
class Trap:
    ran = []
    def __getattr__(self, name): Trap.ran.append(name); raise AttributeError(name)
    def __dir__(self): Trap.ran.append('dir'); return ['trapped']
    @property
    def computed(self): Trap.ran.append('computed'); return 5
    def method(self) -> str: Trap.ran.append('method'); return ''
    def __call__(self): Trap.ran.append('call')
    def __getitem__(self, index): Trap.ran.append('item')
    def __repr__(self): Trap.ran.append('repr'); return ''
trap = Trap()
trap.stored = 5
"""


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session()
    source = "x = empty(2, 3, device='meta'); my_list = [1]; my_dict = {'a': 1}; import os; text = 'abc'\n" + TRAP
    assert [outcome.error for outcome in session.run(source) if outcome.error] == []
    return session


def words(session: Session, text: str) -> list[str]:
    return [candidate.word for candidate in candidates(text, session.namespace, ["undo", "why", "help"])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x.transp", ["transpose", "transpose_"]),
        ("y = x.t().storage_o", ["storage_offset"]),
        ("x[0][1:].storage_o", ["storage_offset"]),
        ("(x + 1).storage_o", ["storage_offset"]),
        ("zeros(2).storage_o", ["storage_offset"]),
        ("tp.zeros(2).t().storage_o", ["storage_offset"]),
        ("f(x.t(), x.storage_o", ["storage_offset"]),
        ("x.shape.num", ["numel"]),
        ("tp.empty_perm", ["empty_permuted"]),
        ("empty_perm", ["empty_permuted"]),
        ("my_", ["my_dict", "my_list"]),
        ("my_list.appe", ["append"]),
        ("my_dict.key", ["keys"]),
        ("text.startsw", ["startswith"]),
        ("'abc'.startsw", ["startswith"]),
        ("f'{x}'.startsw", ["startswith"]),
        ("[1, 2].appe", ["append"]),
        ("{'a': 1}.key", ["keys"]),
        ("os.path.joi", ["join"]),
        ("lamb", ["lambda"]),
        ("isinst", ["isinstance"]),
        ("EMPTY_PERM", ["empty_permuted"]),
        ("x.TRANSPOSE", ["transpose", "transpose_"]),
        ("%u", ["undo"]),
        ("%why x.transp", ["transpose", "transpose_"]),
        ("x.transpose(dim", ["dim0=", "dim1="]),
        ("x.transpose(dim0=1, dim", ["dim1="]),
        ("import subproc", ["subprocess"]),
        ("from tensorplay.att", ["attributes"]),
        ("from os import getcwdb", ["getcwdb"]),
        ("from os import sep, getcwdb", ["getcwdb"]),
        ("trap.sto", ["stored"]),
        ("trap.meth", ["method"]),
        ("trap.method().startsw", ["startswith"]),
        ("for i in x:\n    x.transp", ["transpose", "transpose_"]),
    ],
)
def test_what_comes_next(session: Session, text: str, expected: list[str]) -> None:
    assert words(session, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "'x.tr",
        '"""x.tr',
        "# x.tr",
        "x.no_such_",
        "no_such_name.a",
        "no_such_name().a",
        "trap().a",
        "trap[0].a",
        "trap.computed.a",
        "trap.missing.a",
        "1.",
        "x..",
        ")",
        "x.t(",
        "lambda: 1.r",
        "\0",
        "(" * 5000,
        "x" + ".t()" * 3000 + ".",
        "from no_such_module import a",
    ],
)
def test_nothing_comes_next_or_nothing_breaks(session: Session, text: str) -> None:
    candidates(text, session.namespace)


def test_nothing_was_run(session: Session) -> None:
    for text in (
        "trap.",
        "trap.c",
        "tra",
        "trap().",
        "trap[0].",
        "trap.computed.",
        "trap.missing.x",
        "f(trap",
        "trap(",
    ):
        candidates(text, session.namespace)
        look_up(text.rstrip("."), session.namespace)
    assert session.namespace["Trap"].ran == []


def test_numpy_is_completed_when_it_is_asked_for(session: Session) -> None:
    pytest.importorskip("numpy")
    assert "arange" in words(session, "np.aran")
    assert "numpy" in sys.modules


def test_notes(session: Session) -> None:
    assert candidates("x.transpose_", session.namespace) == [Candidate("transpose_", 10, "(dim0, dim1)")]
    assert candidates("tp.transpos", session.namespace)[0] == Candidate("transpose", 8, "(input, dim0, dim1)")
    assert candidates("my_li", session.namespace) == [Candidate("my_list", 5, "list")]
    assert Candidate("x", 1, "float32 [2, 3]") in candidates("x", session.namespace)


def test_own_names_come_first(session: Session) -> None:
    assert words(session, "t")[:2] == ["text", "trap"]


def test_underscores_only_when_asked_for(session: Session) -> None:
    assert not any(word.startswith("_") for word in words(session, "x."))
    assert "__class__" in words(session, "x.__cl")


def test_long_lists_are_fast_enough(session: Session) -> None:
    assert len(words(session, "x.")) > 50
    assert len(words(session, "tp.")) > 50


@pytest.mark.parametrize(
    ("text", "call", "owner", "word"),
    [
        ("f(a, b", "f", None, "b"),
        ("f(g(1), x.y[(2)].z", "f", "x.y[(2)]", "z"),
        ("f(g(1", "g", None, ""),
        ("f([1, 2", "f", None, ""),
        ("(1, 2", None, None, ""),
        ("a.b(c)(d", "a.b(c)", None, "d"),
        ("x = 'f(' + y.z", None, "y", "z"),
        ("'a.b'.c", None, "'a.b'", "c"),
        ("f('(', x.", "f", "x", ""),
        ("f(1) + g(x)", None, None, ""),
        ("x.", None, "x", ""),
        ("'it\\'s'.up", None, "'it\\'s'", "up"),
        ("'''a'b'''.up", None, "'''a'b'''", "up"),
        ("f(  # (\n x.", "f", "x", ""),
        ("'abc\nf(x", "f", None, "x"),
    ],
)
def test_reading(text: str, call: str | None, owner: str | None, word: str) -> None:
    reading = read_to_cursor(text)
    assert (reading.call(), reading.owner(), reading.word) == (call, owner, word)


def test_looking_up(session: Session) -> None:
    known = look_up("x", session.namespace)
    assert known is not None
    assert known.value is session.namespace["x"]
    result = look_up("x.transpose(0, 1)", session.namespace)
    assert result is not None
    assert result.value is UNKNOWN
    assert result.kind is type(session.namespace["x"])
    assert look_up("x.shape", session.namespace).value == (2, 3)  # type: ignore[union-attr]
    assert look_up("lambda: 1", session.namespace) is None


def test_signatures() -> None:
    def sample(a, /, b, *rest, c, d=1, **more):  # type: ignore[no-untyped-def]
        pass

    assert signature_of(sample) == "(a, b, *rest, c, d=1, **more)"
    assert signature_of(int.from_bytes).startswith("(bytes")
    assert signature_of(5) == ""


@pytest.mark.parametrize(
    ("name", "shown"),
    [("zeros", "(*size, out=None"), ("Tensor.view", "(self, *size)"), ("Tensor.permute", "(self, *dims)")],
)
def test_spread_sizes_are_shown_by_their_name(name: str, shown: str) -> None:
    value: Any = tp
    for part in name.split("."):
        value = getattr(value, part)
    assert signature_of(value).startswith(shown)
    assert shown.strip("()").split(", ")[-2 if "out" in shown else -1] in str(inspect.signature(value))
