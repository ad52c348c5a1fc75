"""Tables: well formed, without script or style sheet, with every name and number, and nothing that can be injected."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from inspect_support import Watched

import tensorplay as tp
from tensorplay.inspect.aliases import aliases_among
from tensorplay.inspect.facts import describe
from tensorplay.inspect.preview import preview
from tensorplay.inspect.why import explain
from tensorplay.picture.html import to_html
from tensorplay.picture.scene import scene_of


class Reader(HTMLParser):
    """Checks that tags are closed in order, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.add(tag)
        assert {name for name, _ in attrs} <= {"style", "scope", "colspan"}
        style = dict(attrs).get("style") or ""
        assert "color:" not in style.replace("background", "")
        assert "url" not in style

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data + " "


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    assert not reader.open
    assert reader.seen <= {"table", "tr", "th", "td"}
    return reader


@pytest.fixture(scope="module")
def subjects() -> list[Any]:
    watched = Watched()
    commands = [
        "x = arange(24.).view(2, 3, 4).clone()",
        "z = x.transpose(1, 2)[:, ::2]",
        "z[0] = 7",
        "e = empty(8)",
        "e[::2] = 1",
        "big = empty(10 ** 6, 10 ** 6, device='meta')",
        "part = big[:, ::3]",
        "del big",
        "a = zeros(2, 1).expand(2, 9)",
    ]
    found: list[Any] = [watched.run(command) for command in commands]
    found += [explain(text, watched.names) for text in ("z.view(12)", "z", "x", "a += 1")]
    found += [preview(text, watched.names) for text in ("z.view(12)", "z.clone()", "x.numel()", "x.nonzero()")]
    found += [describe(watched["z"]), aliases_among({"x": watched["x"], "z": watched["z"]})]
    return found


def test_tables_are_well_formed(subjects: list[Any]) -> None:
    for subject in subjects:
        assert read(to_html(scene_of(subject))).text


def test_scenes_are_json(subjects: list[Any]) -> None:
    for subject in subjects:
        scene = scene_of(subject)
        assert json.loads(json.dumps(scene.to_json()))["scene"] == type(scene).__name__


def test_what_a_table_says(subjects: list[Any]) -> None:
    text = read(to_html(scene_of(subjects[1]))).text
    for word in ("z", "float32 [2, 2, 3]", "stride (12, 2, 4)", "view of x", "█·█·", "s1"):
        assert word in text


def test_nothing_is_injected() -> None:
    watched = Watched()
    watched.run("d = {'<script>&\"': zeros(3)}")
    watched.run("x = zeros(2)")
    html = to_html(scene_of(watched.run("d['<b>'] = x[1:]")))
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_tensors_in_notebooks() -> None:
    x = tp.arange(6).view(2, 3)
    bundle = x._repr_mimebundle_()
    assert bundle["text/plain"] == repr(x)
    assert "int64" in read(bundle["text/html"]).text
    assert x._repr_html_() == bundle["text/html"]
    answer = tp.why(x.t().view, 6)
    assert set(answer._repr_mimebundle_()) == {"text/plain", "text/html"}
    assert tp.empty(10**6, 10**6, device="meta")._repr_html_()
