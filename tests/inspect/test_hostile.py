"""Objects that break whatever looks at them: the display never does, and none of their code runs."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

import pytest
from inspect_support import Watched

from tensorplay.inspect.names import tensors_in
from tensorplay.inspect.preview import preview

ran: list[str] = []


def _bang(name: str) -> Any:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        ran.append(name)
        raise RuntimeError(f"{name} was called")

    return method


_WORDS = """
getattr getattribute eq ne hash len iter bool repr str getitem contains index int float add radd array
array_interface dlpack call instancecheck enter
"""
_NAMES = [f"__{word}__" for word in _WORDS.split()]
Evil = type("Evil", (), {name: _bang(name) for name in _NAMES})
EvilList = type("EvilList", (list,), {name: _bang(name) for name in _NAMES if name != "__getattribute__"})
EvilDict = type("EvilDict", (dict,), {name: _bang(name) for name in _NAMES if name != "__getattribute__"})


class EvilMeta(type):
    def __instancecheck__(cls, other: object) -> bool:
        ran.append("__instancecheck__")
        raise RuntimeError

    def __getattribute__(cls, name: str) -> Any:
        if name not in ("__mro__", "__module__"):
            ran.append(f"meta {name}")
        return super().__getattribute__(name)


class WithEvilMeta(metaclass=EvilMeta):
    pass


@pytest.fixture
def watched() -> Watched:
    watched = Watched()
    watched.run("x = zeros(2, 3)")
    watched.names |= {
        "evil": Evil(),
        "evil_list": EvilList(),
        "evil_dict": EvilDict(),
        "nested": [Evil(), (Evil(),), {"a": Evil()}],
        "meta": WithEvilMeta(),
        "evil_class": WithEvilMeta,
    }
    watched.names[3] = "no text"  # type: ignore[index]
    ran.clear()
    return watched


def test_watching(watched: Watched) -> None:
    change = watched.only("y = x.t()")
    assert (change.name, change.verdict.kind) == ("y", "view")
    assert ran == []


def test_as_a_value(watched: Watched) -> None:
    assert not watched.run("evil")
    assert ran == []


@pytest.mark.parametrize(
    "text",
    [
        "x + evil", "evil + x", "x.view(evil)", "evil.view", "evil[0]", "evil(x)", "x[evil]", "x.view(*evil)",
        "x == evil", "evil == x", "[evil, x]", "-evil", "nested", "nested[0]", "y = evil", "x[0] = evil",
        "evil.x = x", "evil[0] = x", "cat(evil)", "cat(evil_list)", "x.to(meta)", "evil_class()", "cat([x, evil])",
        "tp.cat([evil])", "f'{evil}'", "x.view(size=evil)", "evil if x else evil", "x and evil", "not evil",
        "evil_list * 2", "x.__class__", "x[0:evil]",
    ],
)  # fmt: skip
def test_previewing(watched: Watched, text: str) -> None:
    preview(text, watched.names)
    assert ran == []


def test_scanning(watched: Watched) -> None:
    assert list(tensors_in(watched.names)) == ["x"]
    assert ran == []


class Pair(NamedTuple):
    first: Any
    second: Any


def test_containers_of_the_users_own() -> None:
    watched = Watched()
    watched.names |= {"Kept": type("Kept", (list,), {}), "Pair": Pair, "OrderedDict": OrderedDict}
    watched.run("k = Kept([zeros(2)]); p = Pair(zeros(2), 3); o = OrderedDict(w=zeros(1))")
    watched.names["evil_list"] = EvilList([watched["k"][0]])
    ran.clear()
    assert list(tensors_in(watched.names)) == ["k[0]", "p[0]", "o['w']", "evil_list[0]"]
    assert ran == []


def test_circles() -> None:
    watched = Watched()
    watched.run("c = [zeros(2)]; c.append(c); c.append({'self': c})")
    assert list(tensors_in(watched.names)) == ["c[0]", "c[1][0]"]
