"""A prompt for terminals that can only print: lines as they come, without editing, colours or preview."""

from __future__ import annotations

from tensorplay.studio.parsing import is_incomplete


class LineReader:
    """Reads with `input`, more lines until nothing is missing."""

    def __init__(self, prompt: str = ">>> ", continuation: str = "... ") -> None:
        self._prompt = prompt
        self._continuation = continuation

    def read(self) -> str:
        """The next command."""
        try:
            text = input(self._prompt)
            while is_incomplete(text):
                line = input(self._continuation)
                text = f"{text}\n{line}"
        except (KeyboardInterrupt, EOFError, UnicodeDecodeError) as error:
            print()
            if isinstance(error, UnicodeDecodeError):
                raise KeyboardInterrupt from error
            raise
        return text
