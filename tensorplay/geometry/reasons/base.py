"""What a reason is: facts that make a sentence, and the error that carries them."""

from __future__ import annotations

from dataclasses import dataclass


class Reason:
    """Why something is refused. `error` is the type of error that PyTorch raises for it."""

    error: type[Exception]

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


@dataclass(frozen=True)
class Refusal(Reason):
    """A one-off refusal, for which the text is all there is to say."""

    error: type[Exception]
    text: str

    def sentence(self) -> str:
        return self.text


def counted(number: int, noun: str) -> str:
    """The number and its noun, in the plural where it must be: "1 element", "3 elements"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
