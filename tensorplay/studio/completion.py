"""What can come next while code is being written, from the live namespace, without running any of it."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tensorplay.core.tensor import TensorBase
from tensorplay.functional.signatures import show_spread_by_name

from .namespace import given_value
from .reading import Reading, read_to_cursor
from .types import FUNCTIONS, UNKNOWN, Known, has_class, look_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_IMPORTED_FROM = re.compile(r"\s*from\s+(?P<module>[\w.]+)\s+import\s+(?:\(?\s*(?:\w+\s*,\s*)*)\w*\Z")
_IMPORTED = re.compile(r"\s*(?:import|from)\s+(?:[\w.]+\s*,\s*)*(?P<start>[\w.]*)\Z")


@dataclass(frozen=True)
class Candidate:
    """A whole word that can stand where `length` characters before the cursor are written, and a note about it."""

    word: str
    length: int
    note: str = ""


def candidates(text: str, namespace: Mapping[str, Any], commands: Iterable[str] = ()) -> list[Candidate]:
    """What can complete the word before the cursor, the most probable first. `text` ends at the cursor.

    >>> import tensorplay as tp
    >>> [candidate.word for candidate in candidates("x.storage_", {"x": tp.zeros(2)})]
    ['storage_offset']
    """
    line = text[text.rfind("\n") + 1 :]
    if re.fullmatch(r"%\w*", line):
        return _matching(line[1:], [(name, "command") for name in commands])
    reading = read_to_cursor(re.sub(r"\A%\w+ ", "", text))
    if reading.in_string or reading.in_comment:
        return []
    imported = _imports(line)
    if imported is not None:
        return imported
    owner = reading.owner()
    if owner is not None:
        return _attributes(look_up(owner, namespace), reading.word)
    if not reading.word and reading.call() is None:
        return []
    return _keywords_of_call(reading, namespace) + (_names(reading.word, namespace) if reading.word else [])


def _matching(word: str, offered: Iterable[tuple[str, str]]) -> list[Candidate]:
    """Those that begin with the word; if none does, those that do but for capitals."""
    listed = list(offered)
    for begins in (str.startswith, lambda name, start: name.lower().startswith(start.lower())):
        found = [Candidate(name, len(word), note) for name, note in listed if begins(name, word)]
        if found:
            return found
    return []


def _visible(names: Iterable[str], word: str) -> list[str]:
    """Names with underscores only when asked for."""
    return [name for name in names if not name.startswith("_") or word.startswith("_")]


def _attributes(known: Known | None, word: str) -> list[Candidate]:
    if known is None:
        return []
    # Functions in modules and classes are called with all their parameters, methods without the first.
    bound = not has_class(known.value, ModuleType, type)
    offered = []
    for name in _visible(known.attributes(), word):
        attribute = known.attribute(name) if _may_match(name, word) else None
        offered.append((name, "" if attribute is None else note_of(attribute, bound=bound)))
    return _matching(word, offered)


def _names(word: str, namespace: Mapping[str, Any]) -> list[Candidate]:
    """A person's own names first, then what stands ready, Python's builtins and keywords."""
    own = [name for name in namespace if namespace[name] is not given_value(name)]
    ready = [name for name in namespace if name not in own]
    python = [name for name in vars(builtins) if name not in namespace]
    offered = [
        (name, note_of(Known(namespace[name])))
        for name in [*sorted(_visible(own, word)), *sorted(_visible(ready, word))]
        if _may_match(name, word)
    ]
    offered += [(name, "") for name in sorted(_visible(python, word))]
    offered += [(name, "keyword") for name in keyword.kwlist if name not in vars(builtins)]
    return _matching(word, offered)


def _may_match(name: str, word: str) -> bool:
    return name.lower().startswith(word.lower())


def _keywords_of_call(reading: Reading, namespace: Mapping[str, Any]) -> list[Candidate]:
    """The parameters of the function that is being called, as `name=`."""
    called = reading.call()
    before = reading.text[: len(reading.text) - len(reading.word)].rstrip()
    if called is None or before[-1:] not in ("(", ","):
        return []
    known = look_up(called, namespace)
    if known is None or known.value is UNKNOWN:
        return []
    begun = reading.text[reading.open_brackets[-1] :]
    offered = [
        (f"{name}=", "parameter")
        for name, kind in parameters_of(known.value)
        if kind in ("either", "keyword") and f"{name}=" not in begun
    ]
    return _matching(reading.word, offered) if reading.word or len(offered) < 20 else []


def _imports(line: str) -> list[Candidate] | None:
    """Modules and what is in them, inside an import statement; None elsewhere."""
    match = _IMPORTED_FROM.fullmatch(line)
    if match is not None:
        word = re.search(r"\w*\Z", line)[0]  # type: ignore[index]
        module = sys.modules.get(match["module"])
        return [] if module is None else _attributes(Known(module), word)
    match = _IMPORTED.fullmatch(line)
    if match is None:
        return None
    package, _, word = match["start"].rpartition(".")
    offered = [(name, "module") for name in _visible(modules_in(package), word)]
    return _matching(word, offered)


@cache
def modules_in(package: str) -> tuple[str, ...]:
    """The modules that can be imported from a package, or at the top; the package itself is not imported for this."""
    from pkgutil import iter_modules

    if not package:
        found = {module.name for module in iter_modules()} | set(sys.stdlib_module_names)
    else:
        loaded = sys.modules.get(package)
        found = {module.name for module in iter_modules(getattr(loaded, "__path__", []))}
    return tuple(sorted(found))


def note_of(known: Known, *, bound: bool = False) -> str:
    """A word about a value: a tensor's dtype and size, a function's parameters, else its class."""
    value = known.value
    if value is UNKNOWN:
        return "" if known.kind is None else known.kind.__name__
    if has_class(value, TensorBase):
        return f"{value.dtype.name} {list(value.shape)}"
    if has_class(value, ModuleType):
        return "module"
    if has_class(value, type):
        return "class"
    if has_class(value, *FUNCTIONS):
        return signature_of(value, skip_first=bound)
    return type(value).__name__


def signature_of(value: Any, *, skip_first: bool = False) -> str:
    """The parameters of a function with their defaults, without annotations; empty where nobody knows them."""
    import inspect

    show_spread_by_name()
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except Exception:  # noqa: BLE001 builtins have no signature, and some objects a broken one
        return ""
    if skip_first and parameters and parameters[0].name in ("self", "cls"):
        del parameters[0]
    words: list[str] = []
    starred = False
    for parameter in parameters:
        name = parameter.name
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            words.append("*")
            starred = True
        if parameter.kind is parameter.VAR_POSITIONAL:
            name, starred = f"*{name}", True
        elif parameter.kind is parameter.VAR_KEYWORD:
            name = f"**{name}"
        if parameter.default is not parameter.empty:
            name += f"={_default(parameter.default)}"
        words.append(name)
    return f"({', '.join(words)})"


def _default(value: Any) -> str:
    try:
        return repr(value).replace("tensorplay.", "")
    except Exception:  # noqa: BLE001 the representation of a default is anybody's code
        return "…"


def parameters_of(value: Any) -> list[tuple[str, str]]:
    """Names of a function's parameters, each "positional", "either", "keyword" or "starred"."""
    import inspect

    if not has_class(value, *FUNCTIONS, type):
        return []
    try:
        parameters = inspect.signature(value).parameters.values()
    except Exception:  # noqa: BLE001 as above
        return []
    kinds: dict[Any, str] = {
        inspect.Parameter.POSITIONAL_ONLY: "positional",
        inspect.Parameter.POSITIONAL_OR_KEYWORD: "either",
        inspect.Parameter.KEYWORD_ONLY: "keyword",
    }
    found = [(parameter.name, kinds.get(parameter.kind, "starred")) for parameter in parameters]
    return [item for item in found if item[0] != "self"]
