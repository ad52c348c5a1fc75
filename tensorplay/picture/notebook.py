"""Pictures for scripts and notebooks: as text that fits the terminal, in sentences if these are preferred, as HTML."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from tensorplay.inspect import shown
from tensorplay.inspect.facts import describe
from tensorplay.inspect.names import Numbering, tensors_in
from tensorplay.inspect.sharing import all_placed, placed, storage_state

from .ascii import needs_ascii
from .html import to_html
from .scene import LookScene, Scene, look, scene_of
from .sentences import say
from .text import paint, plain

if TYPE_CHECKING:
    from collections.abc import Mapping


def look_at(tensor: Any, namespace: Mapping[str, Any], numbers: Numbering, *, name: str = "") -> LookScene:
    """The scene of one tensor as it is, with every tensor of the namespace that shares its storage.

    `name` is what it is called if the namespace does not hold it.
    """
    tensors = tensors_in(namespace)
    known = next((known for known, value in tensors.items() if value is tensor), None)
    if known is None:
        tensors[name] = tensor
    name = known or name
    one = placed(name, tensor)
    others = all_placed(_first_names(tensors, name))
    return look(name, describe(tensor), storage_state(one, others, numbers))


def _first_names(tensors: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Each tensor under its first name, and the one called `name` under that."""
    found: dict[str, Any] = {}
    seen = {id(tensors[name])}
    for known, tensor in tensors.items():
        if known == name or id(tensor) not in seen:
            found[known] = tensor
            seen.add(id(tensor))
    return found


def mime_bundle(tensor: Any) -> dict[str, str]:
    """The text of a tensor and a table of its facts, for `Tensor._repr_mimebundle_`."""
    scene = look_at(tensor, vars(sys.modules["__main__"]), Numbering())
    return {"text/plain": repr(tensor), "text/html": to_html(scene)}


_sentences = [False]


def prefer_sentences(preferred: bool) -> None:
    """Whether `tp.show` and the answers of `tp.why` and its like speak in sentences, as the shell's `--plain` asks."""
    _sentences[0] = preferred


def text_of(scene: Scene) -> str:
    """A scene for standard output: in its width, in characters that it can encode."""
    if _sentences[0]:
        return "\n".join(say(scene))
    ascii = needs_ascii(getattr(sys.stdout, "encoding", None) or "utf-8")
    return plain(paint(scene, width=shutil.get_terminal_size().columns, ascii=ascii))


def _text_of_answer(answer: Any) -> str:
    return text_of(scene_of(answer))


def _bundle_of(answer: Any) -> dict[str, str]:
    return {"text/plain": repr(answer), "text/html": to_html(scene_of(answer))}


def register() -> None:
    """Let the answers of `tensorplay.inspect` show themselves."""
    shown.text_painter = _text_of_answer
    shown.bundle_painter = _bundle_of
