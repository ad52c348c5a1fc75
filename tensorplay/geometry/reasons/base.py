"""What a reason is: facts that make a sentence, and the error that carries them."""

from __future__ import annotations

from typing import Any, ClassVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Reason:
    """Why something is refused: a value of the fields that a subclass annotates.

    `error` is the type of error that PyTorch raises for it. This is what a frozen dataclass is; written out, since
    making two dozen of those would take a sixth of the time in which the package is imported.
    """

    error: type[Exception]
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(vars(cls).get("__annotations__", {}))

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self._fields
        if len(values) > len(fields):
            raise TypeError(f"{type(self).__name__} has {len(fields)} fields, but got {len(values)} values")
        given = {**dict(zip(fields, values, strict=False)), **named}
        for name in fields:
            if name in given:
                vars(self)[name] = given.pop(name)
            elif not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} needs its field {name!r}")
        if given:
            raise TypeError(f"{type(self).__name__} has no field {next(iter(given))!r}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._fields])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self._values(), strict=True)])
        return f"{type(self).__name__}({fields})"

    def sentence(self) -> str:
        """What was asked and what is the case, with the numbers."""
        raise NotImplementedError

    def way_out(self) -> str:
        """What to do instead; empty when the sentence says it."""
        return ""

    def exception(self) -> Exception:
        """The error to raise, with this reason as its attribute `reason`."""
        way_out = self.way_out()
        exception = self.error(f"{self.sentence()}. {way_out}" if way_out else self.sentence())
        vars(exception)["reason"] = self
        return exception


class Refusal(Reason):
    """A one-off refusal, for which the text is all there is to say."""

    error: type[Exception]
    text: str

    def sentence(self) -> str:
        return self.text


def counted(number: int, noun: str) -> str:
    """The number and its noun, in the plural where it must be: "1 element", "3 elements"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
