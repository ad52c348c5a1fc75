"""Keys that mean something of their own at the prompt: Enter, Tab and Backspace know about blocks of code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, get_common_complete_suffix
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, completion_is_selected, has_completions, has_focus, has_selection
from prompt_toolkit.key_binding import KeyBindings

from tensorplay.studio.parsing import is_incomplete

if TYPE_CHECKING:
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

INDENTATION = "    "
# After these a block is over.
LEAVING = ("return", "pass", "raise", "break", "continue")


def indentation_after(text: str) -> str:
    """The blanks with which the line after a text begins.

    >>> indentation_after("for i in range(3):"), indentation_after("    return x")
    ('    ', '')
    """
    line = text[text.rfind("\n") + 1 :]
    blanks = line[: len(line) - len(line.lstrip())]
    words = line.split("#")[0].split()
    if not words:
        return blanks
    if words[-1].endswith(":"):
        return blanks + INDENTATION
    if words[0] in LEAVING:
        return blanks[: -len(INDENTATION)] if len(blanks) >= len(INDENTATION) else ""
    return blanks


def should_run(document: Document) -> bool:
    """Whether Enter runs what is written: when nothing is missing, and the cursor is not inside several lines."""
    if document.line_count > 1 and document.text_after_cursor.strip():
        return False
    return not is_incomplete(document.text)


def key_bindings() -> KeyBindings:
    """The bindings for a prompt in which Enter may begin another line."""
    bindings = KeyBindings()
    writing = has_focus(DEFAULT_BUFFER)
    indented = Indented()

    @bindings.add("enter", filter=writing & completion_is_selected)
    def take_completion(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    @bindings.add("enter", filter=writing & ~completion_is_selected)
    def run_or_continue(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if should_run(buffer.document):
            buffer.text = buffer.text.rstrip()
            buffer.validate_and_handle()
        else:
            indented.begin_line(buffer)

    @bindings.add("escape", "enter", filter=writing)
    def always_continue(event: KeyPressEvent) -> None:
        indented.begin_line(event.current_buffer)

    @Condition
    def only_blanks_before() -> bool:
        from prompt_toolkit.application import get_app

        return not get_app().current_buffer.document.current_line_before_cursor.strip()

    @bindings.add("tab", filter=writing & only_blanks_before & ~has_selection)
    def indent(event: KeyPressEvent) -> None:
        indented.add(event.current_buffer, INDENTATION)

    @bindings.add(" ", filter=writing & only_blanks_before & ~has_selection)
    def blank(event: KeyPressEvent) -> None:
        indented.add(event.current_buffer, " ")

    @bindings.add("tab", filter=writing & ~only_blanks_before & ~has_completions)
    def complete(event: KeyPressEvent) -> None:
        _complete(event.current_buffer)

    @bindings.add("backspace", filter=writing & only_blanks_before & ~has_selection)
    def dedent(event: KeyPressEvent) -> None:
        blanks = event.current_buffer.document.current_line_before_cursor
        whole = blanks != "" and len(blanks) % len(INDENTATION) == 0
        event.current_buffer.delete_before_cursor(len(INDENTATION) if whole else 1)

    return bindings


class Indented:
    """The blanks that Enter has put at the beginning of a line.

    Whoever types or pastes blanks there by habit means those: they are taken as typed until they are used up.
    """

    def __init__(self) -> None:
        self._row = -1
        self._left = 0

    def begin_line(self, buffer: Buffer) -> None:
        """Begin a line with the blanks that it should have."""
        blanks = indentation_after(buffer.document.text_before_cursor)
        buffer.insert_text("\n" + blanks)
        self._row, self._left = buffer.document.cursor_position_row, len(blanks)

    def add(self, buffer: Buffer, blanks: str) -> None:
        """Blanks are typed before anything else in a line."""
        taken = min(self._left, len(blanks)) if buffer.document.cursor_position_row == self._row else 0
        self._left -= taken
        buffer.insert_text(blanks[taken:])


def _complete(buffer: Buffer) -> None:
    """Write what all candidates have in common; where that is nothing new, show them in a menu."""
    request = CompleteEvent(completion_requested=True)
    found = list(buffer.completer.get_completions(buffer.document, request))
    suffix = get_common_complete_suffix(buffer.document, found)
    if len(found) == 1:
        buffer.apply_completion(found[0])
    elif suffix:
        buffer.insert_text(suffix)
    elif found:
        buffer.start_completion()
