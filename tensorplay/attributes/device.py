"""Devices: where a tensor's storage lives, and where new tensors go when nobody says."""

from __future__ import annotations

import operator
import re
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final, SupportsIndex

if TYPE_CHECKING:
    import builtins
    from types import EllipsisType, TracebackType

__all__ = [
    "DEVICE_TYPES",
    "Device",
    "current_device_for",
    "device",
    "get_default_device",
    "set_default_device",
]

# Every type that PyTorch can name. A device is only a name: whether its hardware is there is asked when memory is.
DEVICE_TYPES: Final = (
    "cpu",
    "cuda",
    "ipu",
    "xpu",
    "mkldnn",
    "opengl",
    "opencl",
    "ideep",
    "hip",
    "ve",
    "fpga",
    "maia",
    "xla",
    "lazy",
    "vulkan",
    "mps",
    "meta",
    "hpu",
    "mtia",
    "privateuseone",
)

_DEVICE_STRING: Final = re.compile(r"([A-Za-z_]+)(?::(0|[1-9][0-9]*))?")
_INT32_LIMIT: Final = 2**31
_INT64_LIMIT: Final = 2**63


class device:
    """The name of a place for tensors: a type such as "cpu" or "cuda", and perhaps an index; also called ``Device``.

    Without an index it means the current device of that type, whichever that is when a tensor is made. It is made
    from a string, from a type and an index, from another device, or from an index alone, which for historical reasons
    always means cuda. ``type`` and ``index`` (an integer, or None) are plain reads; devices are immutable, compare by
    value and hash accordingly. A device need not exist to be named.

    An index is kept in a signed byte, as PyTorch keeps it: 300 is 44. Where that byte would be negative, PyTorch makes
    a device that prints as ``cuda:-128``; here it is refused with RuntimeError, as are malformed strings, unknown types
    and negative indices. Numbers beyond int64 give ValueError, arguments of other types TypeError.

    As a context manager it is the default device of this thread inside the block:

    >>> device("cuda:1"), device("cuda", 1) == device(1), device("cpu").index is None
    (device(type='cuda', index=1), True, True)
    >>> with device("meta"):
    ...     get_default_device()
    device(type='meta')
    """

    __slots__ = ("index", "type")

    type: str
    index: int | None

    def __new__(
        cls,
        device_or_type: str | bytes | SupportsIndex | device | EllipsisType = ...,
        /,
        index: SupportsIndex | EllipsisType | None = ...,
        *,
        device: str | bytes | SupportsIndex | device | EllipsisType = ...,
        type: str | bytes | EllipsisType = ...,
    ) -> Device:
        """Name a device: ``device(text)``, ``device(type, index)``, ``device(other)`` or ``device(cuda_index)``."""
        given = [value for value in (device_or_type, device, type) if value is not ...]
        if len(given) != 1:
            raise TypeError(
                f"a device is given once, as a string, an index or a device; got {len(given)} of them: "
                "write for instance device('cuda:1'), device('cuda', 1) or device(type='cuda', index=1)"
            )
        what = given[0]
        if type is ... and index is ...:
            return _from_one(what)
        if device is not ...:
            raise TypeError("index goes with a type, not with device=: write device(type='cuda', index=1)")
        if not isinstance(what, str | bytes):
            raise TypeError(
                f"with an index, the first argument must be the device's type as a string, such as 'cuda'; "
                f"got {what!r} of type {_type_name(what)}"
            )
        kind, inner = _parse(what)
        if inner is not None:
            raise RuntimeError(
                f"the index was given twice, inside {what!r} and as an argument: write device({kind!r}, {inner}) "
                f"or device({what!r})"
            )
        if index is None or index is ...:
            return _make(kind, None)
        number = _as_integer(index)
        if number is None:
            raise TypeError(f"a device's index must be an integer; got {index!r} of type {_type_name(index)}")
        return _make(kind, _as_index(number))

    def __init_subclass__(cls) -> None:
        """Refuse with TypeError: devices are compared by what they name alone."""
        raise TypeError("tensorplay.device cannot be subclassed")

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse with AttributeError: tensors and default settings share these objects."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only; make another device")

    def __delattr__(self, name: str) -> None:
        """Refuse with AttributeError: tensors and default settings share these objects."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only; make another device")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Device):
            return NotImplemented
        return self.type == other.type and self.index == other.index

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{index})"

    def __reduce__(self) -> tuple[builtins.type[Device], tuple[str] | tuple[str, int]]:
        return Device, ((self.type,) if self.index is None else (self.type, self.index))

    def __enter__(self) -> Device:
        _defaults.outer.append(_defaults.current)
        _defaults.current = self
        return self

    def __exit__(
        self,
        error_type: builtins.type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        _defaults.current = _defaults.outer.pop()


Device = device


def _make(kind: str, index: int | None) -> Device:
    made: Device = object.__new__(Device)
    object.__setattr__(made, "type", kind)
    object.__setattr__(made, "index", index)
    return made


def _type_name(value: object) -> str:
    return type(value).__name__


def _as_integer(value: object) -> int | None:
    """Give the integer that an argument is, None if it is none. True and False are no device indices."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _from_one(value: object) -> Device:
    """Make a device from the single argument of ``device(value)``."""
    if isinstance(value, Device):
        return value
    if isinstance(value, str | bytes):
        return _from_text(value)
    number = _as_integer(value)
    if number is None:
        raise TypeError(
            f"a device is named by a string such as 'cpu' or 'cuda:1', by a cuda index, or by a device; "
            f"got {value!r} of type {_type_name(value)}"
        )
    return _make("cuda", _as_index(number))


# Factories are called with the same few strings over and over; devices are immutable, so one object serves them all.
@lru_cache(maxsize=128)
def _from_text(text: str | bytes) -> Device:
    kind, index = _parse(text)
    return _make(kind, None if index is None else _as_index(index))


def _parse(text: str | bytes) -> tuple[str, int | None]:
    """Split "cuda:1" into its type and its index; RuntimeError says what is wrong with other strings."""
    if isinstance(text, bytes):
        text = text.decode()
    if not text:
        raise RuntimeError("the device string is empty: write for instance 'cpu', 'meta' or 'cuda:1'")
    match = _DEVICE_STRING.fullmatch(text)
    if match is None:
        raise RuntimeError(
            f"invalid device string {text!r}: it must be a type, perhaps with a colon and an index without sign, "
            "spaces or leading zeros, such as 'cpu' or 'cuda:1'"
        )
    kind, index = match.groups()
    # The digits are counted first, since Python refuses to read thousands of them.
    if index is not None and (len(index) > 10 or int(index) >= _INT32_LIMIT):
        raise RuntimeError(f"the index {index} in the device string {text!r} is too large: it must be below 2**31")
    if kind not in DEVICE_TYPES:
        raise RuntimeError(f"unknown device type {kind!r} in {text!r}: it must be one of {', '.join(DEVICE_TYPES)}")
    return kind, None if index is None else int(index)


def _as_index(number: int) -> int:
    """Check an index and fit it into a signed byte, as PyTorch does."""
    if not -_INT64_LIMIT <= number < _INT64_LIMIT:
        raise ValueError(f"the device index {number} does not fit into 64 bits")
    if number < 0:
        raise RuntimeError(f"a device's index must not be negative; got {number}")
    index = number % 256
    if index >= 128:
        raise RuntimeError(
            f"the device index {number} does not fit: it is kept in a signed byte, where it would be {index - 256}; "
            "indices go from 0 to 127"
        )
    return index


class _Defaults(threading.local):
    """The default device of one thread, and those to go back to when its ``with`` blocks end (the outermost first)."""

    def __init__(self) -> None:
        self.current: Device = _CPU
        self.outer: list[Device] = []


_CPU: Final = _make("cpu", None)
_defaults = _Defaults()


def get_default_device() -> Device:
    """Give the device on which this thread makes tensors when none is asked for; the CPU at the start.

    >>> get_default_device()
    device(type='cpu')
    """
    return _defaults.current


def set_default_device(device: str | SupportsIndex | Device | None) -> None:
    """Make ``device`` this thread's default; None goes back to the CPU. Refuses what ``device(...)`` refuses.

    Inside a ``with device(...)`` block it takes effect at once and outlasts the blocks; as each inner block ends, the
    device of the block around it applies again. ``with device(...)`` changes the default for one block only.

    >>> set_default_device("meta")
    >>> get_default_device()
    device(type='meta')
    >>> set_default_device(None)
    """
    chosen = _CPU if device is None else Device(device)
    _defaults.current = chosen
    if _defaults.outer:
        _defaults.outer[0] = chosen


def current_device_for(device: str | SupportsIndex | Device | None) -> Device:
    """Give the device on which a tensor asked for with ``device`` is made; None asks for the default device.

    The CPU and ``meta`` are one place each, so their index is dropped, as PyTorch does. Refuses what ``device(...)``
    refuses.

    >>> current_device_for("cpu:0"), current_device_for(None), current_device_for(1)
    (device(type='cpu'), device(type='cpu'), device(type='cuda', index=1))
    """
    asked = _defaults.current if device is None else device if isinstance(device, Device) else Device(device)
    if asked.index is not None and asked.type in _SINGLE_DEVICES:
        return _SINGLE_DEVICES[asked.type]
    return asked


_SINGLE_DEVICES: Final = {"cpu": _CPU, "meta": _make("meta", None)}
