"""Conversion of what a person may pass into what a plan expects: exact ints, tuples of ints, dtypes, devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import DType, as_dtype
from tensorplay.attributes.memory_format import MemoryFormat

if TYPE_CHECKING:
    from collections.abc import Callable


class WrongType(Exception):  # noqa: N818  (it is caught and named with its argument, never seen)
    """A value that cannot stand for a parameter; `expected` names what could."""

    def __init__(self, expected: str) -> None:
        self.expected = expected


def to_int(value: Any) -> int:
    """An int from what counts as one: NumPy integers and one-element integer tensors, but no bool and no float."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or _is_bool_tensor(value):
        raise WrongType("int")
    index = getattr(type(value), "__index__", None)
    if index is None:
        raise WrongType("int")
    try:
        return int(index(value))
    except TypeError:
        raise WrongType("int") from None


def _is_bool_tensor(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "name", None) in ("bool", "bool_")


def to_ints(value: Any) -> tuple[int, ...]:
    """A tuple of ints from a sequence of them, or from one int."""
    if isinstance(value, (tuple, list)):
        return tuple([item if type(item) is int else to_int(item) for item in value])
    try:
        return (to_int(value),)
    except WrongType:
        raise WrongType("tuple of ints") from None


def to_shape(value: Any) -> tuple[int, ...]:
    """A tuple of ints from a sequence of them; one int does not count, since another argument follows."""
    if isinstance(value, (tuple, list)):
        return to_ints(value)
    raise WrongType("tuple of ints")


def to_int_or_ints(value: Any) -> int | tuple[int, ...]:
    """An int, or a tuple of them."""
    return to_ints(value) if isinstance(value, (tuple, list)) else to_int(value)


def to_bool(value: Any) -> bool:
    """A bool; numbers do not count."""
    if isinstance(value, bool):
        return value
    raise WrongType("bool")


def to_number(value: Any) -> bool | int | float | complex:
    """A Python number; NumPy scalars and 0-dim tensors give theirs."""
    if isinstance(value, (bool, int, float, complex)):
        return value
    item = getattr(value, "item", None)
    if item is None or getattr(value, "shape", ()) != ():
        raise WrongType("Number")
    number: bool | int | float | complex = item()
    return number


def to_float(value: Any) -> float:
    """A real number as a float."""
    number = to_number(value)
    if isinstance(number, complex):
        raise WrongType("float")
    return float(number)


def to_dtype(value: Any) -> DType:
    """A dtype; Python's bool, int, float and complex stand for theirs."""
    try:
        return as_dtype(value)
    except TypeError:
        raise WrongType("tensorplay.dtype") from None


def to_device(value: Any) -> Device:
    """A device from a device, a string or a legacy ordinal."""
    if isinstance(value, Device):
        return value
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return Device(value)
    raise WrongType("tensorplay.device")


def to_memory_format(value: Any) -> MemoryFormat:
    if isinstance(value, MemoryFormat):
        return value
    raise WrongType("tensorplay.memory_format")


def to_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise WrongType("str")


def _or_none(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def optional(value: Any) -> Any:
        return None if value is None else convert(value)

    return optional


class TensorGiven(TypeError):  # noqa: N818  (caught, as WrongType is)
    """A tensor stands for a parameter: its value may change, so it has to be read before any cache of plans sees it."""


EXACT: dict[type, Callable[[Any], Any]] = {int: to_int, bool: to_bool, tuple: to_ints}

_CONVERTERS: dict[str, Any] = {
    # A type stands for itself: a value of exactly this type passes without a call.
    "int": int,
    "bool": bool,
    "Ints": to_ints,
    "Shape": to_shape,
    "Sizes": None,  # the face has converted them
    "int | Ints": to_int_or_ints,
    "float": to_float,
    "Number": to_number,
    "DType": to_dtype,
    "Device": to_device,
    "MemoryFormat": to_memory_format,
    "str": to_text,
    "Any": None,
}


def converter(annotation: str) -> Any:
    """The converter for a parameter's annotation in a declaration; None passes the value on."""
    if annotation.endswith(" | None"):
        inner = _CONVERTERS[annotation.removesuffix(" | None")]
        return None if inner is None else _or_none(EXACT.get(inner, inner))
    return _CONVERTERS[annotation]


def sizes(name: str, given: tuple[Any, ...], keyword: Any = None) -> Any:
    """Unite the two ways of giving sizes, `f(2, 3)` and `f((2, 3))`, to a tuple of exact ints.

    Every element is checked here, before any cache of plans can take True or 1.0 for 1. Something that is no size at
    all, a dtype given to `view`, is returned as it is.
    """
    values: Any = given
    if not given:
        if keyword is None:
            raise TypeError(f"{name}() is missing its sizes or dims: give ints, or one tuple of ints")
        values = keyword
    elif keyword is not None:
        raise TypeError(f"{name}() got multiple values for its size: give ints, or one tuple of ints")
    elif len(given) == 1 and type(given[0]) is not int:
        values = given[0]
    if not isinstance(values, (tuple, list)):
        if isinstance(values, DType) and name == "view":
            return values
        values = (values,)
    for value in values:
        if type(value) is not int:
            break
    else:
        return tuple(values) if type(values) is not tuple else values
    try:
        return tuple([value if type(value) is int else to_int(value) for value in values])
    except WrongType:
        bad = next(position for position, value in enumerate(values) if not is_int(value))
        raise TypeError(
            f"{name}(): a size must be made of ints, but found {type(values[bad]).__name__} at position {bad}"
        ) from None


def is_int(value: Any) -> bool:
    """Whether `to_int` takes it."""
    try:
        to_int(value)
    except WrongType:
        return False
    return True


def sizes_alone(name: str, parameter: str, place: int, given: Any) -> tuple[int, ...]:
    """Sizes or dims as a function takes them, in one tuple: exact ints. One int is refused."""
    try:
        return to_shape(given)
    except WrongType:
        found = type(given).__name__
        if isinstance(given, (tuple, list)):
            wrong = next(position for position, value in enumerate(given) if not is_int(value))
            found = f"a {found} with {type(given[wrong]).__name__} at position {wrong}"
        raise TypeError(
            f"{name}(): argument '{parameter}' (position {place}) must be tuple of ints, not {found}"
        ) from None


def listed(name: str, parameter: str, place: int, given: Any) -> tuple[Any, ...]:
    """The tensors of a tuple or list; one tensor is no list of its rows."""
    if isinstance(given, (tuple, list)):
        return tuple(given)
    raise TypeError(
        f"{name}(): argument '{parameter}' (position {place}) must be tuple of Tensors, not {type(given).__name__}"
    )


def exact(values: Any) -> Any:
    """A tuple of exact ints from any sequence of ints, so that no cache of plans can take True or 1.0 for 1.

    What is no such sequence is returned as it is, for the declaration to refuse.
    """
    if type(values) is tuple:
        for value in values:
            if type(value) is not int:
                break
        else:
            return values
    if isinstance(values, (tuple, list)):
        try:
            return to_ints(values)
        except WrongType:
            return list(values)  # cannot be hashed, so it never meets a cache
    if type(values) is not int and hasattr(values, "_spec"):  # a tensor of one int
        return to_int(values) if is_int(values) else values
    return values
