"""Values as JSON and back: plain Python values, nested at will, in which tensors and storages stand as numbers.

None, bools, ints, floats and strings stand for themselves; everything else is an object with one key that names its
kind. A list, tuple or dict that occurs again is a reference to its first occurrence, so that it stays one object.
"""

from __future__ import annotations

import base64
import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import ALL_DTYPES, DType
from tensorplay.attributes.layout_kind import LayoutKind, sparse_coo, strided
from tensorplay.attributes.memory_format import (
    MemoryFormat,
    channels_last,
    channels_last_3d,
    contiguous_format,
    preserve_format,
)
from tensorplay.attributes.size import Size

if TYPE_CHECKING:
    from collections.abc import Callable

DTYPES = {dtype.name: dtype for dtype in ALL_DTYPES}
_FORMATS = {format.name: format for format in (contiguous_format, preserve_format, channels_last, channels_last_3d)}
_LAYOUTS = {kind.name: kind for kind in (strided, sparse_coo)}
_INT64 = 1 << 63
_DICTS: dict[type, str] = {dict: "dict", OrderedDict: "ordered dict"}


class Encoder:
    """Turns values into JSON. `special` gives the JSON of tensors and storages, and None for anything else."""

    def __init__(self, special: Callable[[Any], Any]) -> None:
        self.special = special
        self.numbers: dict[int, int] = {}
        self.kept: list[Any] = []  # so that no identity is used twice

    def encode(self, value: Any, path: str = "the value") -> Any:
        """The JSON of a value. TypeError for one that is not plain, saying where it is."""
        if value is None or value is True or value is False:
            return value
        kind = type(value)
        if kind in (str, int, float, complex, bytes):
            return _encode_plain(value)
        if kind in (list, tuple) or kind in _DICTS:
            return self._encode_container(value, path)
        attribute = _encode_attribute(value)
        if attribute is not None:
            return attribute
        special = self.special(value)
        if special is None:
            raise TypeError(
                f"{path} is a {kind.__module__}.{kind.__qualname__}, which save() does not keep: only tensors, "
                "storages, numbers, strings, bytes, None, and lists, tuples and dicts of them"
            )
        return special

    def _encode_container(self, value: Any, path: str) -> Any:
        if id(value) in self.numbers:
            return {"again": self.numbers[id(value)]}
        self.numbers[id(value)] = len(self.numbers)
        self.kept.append(value)
        if type(value) in (list, tuple):
            items = [self.encode(item, f"{path}[{place}]") for place, item in enumerate(value)]
            return {"list" if type(value) is list else "tuple": items}
        pairs = []
        for key, item in value.items():
            if type(key) not in (str, int, float, complex, bool, bytes, type(None), tuple):
                raise TypeError(f"{path} has a key of type {type(key).__name__}: only plain values can be keys")
            pairs.append([self.encode(key, f"the key {key!r} of {path}"), self.encode(item, f"{path}[{key!r}]")])
        return {_DICTS[type(value)]: pairs}


def _encode_plain(value: Any) -> Any:
    if isinstance(value, int):
        return value if -_INT64 <= value < _INT64 else {"int": hex(value)}
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, complex):
        return {"complex": [_encode_plain(value.real), _encode_plain(value.imag)]}
    return {"bytes": base64.b64encode(value).decode("ascii")} if isinstance(value, bytes) else value


def _encode_attribute(value: Any) -> Any:
    if type(value) is Size:
        return {"size": list(value)}
    if isinstance(value, DType):
        return {"dtype": value.name}
    if isinstance(value, Device):
        return {"device": str(value)}
    if isinstance(value, MemoryFormat):
        return {"memory format": value.name}
    if isinstance(value, LayoutKind):
        return {"layout": value.name}
    return None


class Decoder:
    """Turns JSON back into values. `special` makes tensors and storages from (kind, JSON), or gives None.

    Raises ValueError for whatever the encoder does not write.
    """

    def __init__(self, special: Callable[[str, Any], Any]) -> None:
        self.special = special
        self.seen: list[Any] = []

    def decode(self, node: Any) -> Any:
        """The value that a piece of JSON stands for."""
        if node is None or isinstance(node, (bool, int, float, str)):
            return node
        if not isinstance(node, dict) or len(node) != 1:
            raise ValueError("a value is neither plain nor an object with one key")
        ((kind, content),) = node.items()
        if kind == "again":
            return self._again(content)
        if kind in ("list", "tuple", "dict", "ordered dict"):
            return self._container(kind, content)
        if kind in _PLAIN:
            return _PLAIN[kind](content)
        value = self.special(kind, content)
        if value is None:
            raise ValueError(f"there is no kind of value called {kind!r}")
        return value

    def _again(self, content: Any) -> Any:
        if type(content) is not int or not 0 <= content < len(self.seen) or self.seen[content] is _UNFINISHED:
            raise ValueError(f"a reference to container {content!r} leads nowhere")
        return self.seen[content]

    def _container(self, kind: str, content: Any) -> Any:
        if not isinstance(content, list):
            raise ValueError(f"the content of a {kind} is no list")
        number = len(self.seen)
        if kind == "list":
            items: list[Any] = []
            self.seen.append(items)
            items.extend(self.decode(item) for item in content)
            return items
        if kind == "tuple":
            self.seen.append(_UNFINISHED)
            self.seen[number] = tuple([self.decode(item) for item in content])
            return self.seen[number]
        pairs: dict[Any, Any] = {} if kind == "dict" else OrderedDict()
        self.seen.append(pairs)
        for pair in content:
            if not isinstance(pair, list) or len(pair) != 2:
                raise ValueError("an entry of a dict is no pair")
            key = self.decode(pair[0])
            try:
                hash(key)
            except TypeError:
                raise ValueError(f"a {type(key).__name__} cannot be a key") from None
            pairs[key] = self.decode(pair[1])
        return pairs


_UNFINISHED = object()


def _of(kind: type, content: Any) -> Any:
    if type(content) is not kind:
        raise ValueError(f"expected {kind.__name__}, but found {type(content).__name__}")
    return content


def _decode_int(content: Any) -> int:
    return int(_of(str, content), 16)


def _decode_float(content: Any) -> float:
    if content not in ("nan", "inf", "-inf"):
        raise ValueError(f"{content!r} is no float")
    return float(content)


def _decode_complex(content: Any) -> complex:
    parts = [
        _decode_float(part["float"]) if isinstance(part, dict) and "float" in part else part
        for part in _of(list, content)
    ]
    if len(parts) != 2 or not all(type(part) in (int, float) for part in parts):
        raise ValueError("a complex number is no pair of floats")
    return complex(*parts)


def _decode_size(content: Any) -> Size:
    return Size([_of(int, length) for length in _of(list, content)])


def _named(table: dict[str, Any]) -> Callable[[Any], Any]:
    def decode(content: Any) -> Any:
        if not isinstance(content, str) or content not in table:
            raise ValueError(f"{content!r} is not one of {', '.join(table)}")
        return table[content]

    return decode


def _decode_device(content: Any) -> Device:
    try:
        return Device(_of(str, content))
    except RuntimeError as error:
        raise ValueError(str(error)) from None


_PLAIN: dict[str, Callable[[Any], Any]] = {
    "int": _decode_int,
    "float": _decode_float,
    "complex": _decode_complex,
    "bytes": lambda content: base64.b64decode(_of(str, content), validate=True),
    "size": _decode_size,
    "dtype": _named(DTYPES),
    "device": _decode_device,
    "memory format": _named(_FORMATS),
    "layout": _named(_LAYOUTS),
}
