"""The prompt: editing of several lines, history, completion, and the line under it that says what would happen."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.filters import is_done, to_filter
from prompt_toolkit.input import create_input
from prompt_toolkit.layout import ConditionalContainer, Dimension, HSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import Lexer, PygmentsLexer
from prompt_toolkit.output import ColorDepth, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.styles import Style

from .completer import NamespaceCompleter
from .history import open_history
from .keys import key_bindings
from .preview import MOST_LINES, Preview
from .theme import fragments, prompt_styles

if TYPE_CHECKING:
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

#: Lines kept free for the menu of completions.
MENU_LINES = 8


class PromptReader:
    """Reads commands at a terminal. `input` and `output` are the terminal's, unless a test gives its own."""

    def __init__(
        self,
        namespace: dict[str, Any],
        *,
        preview: bool = True,
        plain: bool = False,
        ascii: bool = False,
        history: History | None = None,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._ascii = ascii
        self._preview = Preview(namespace, plain=plain) if preview else None
        if output is None:
            output = create_output()
            if isinstance(output, Vt100_Output):
                output.enable_cpr = (
                    False  # nothing here needs to know the cursor's row, and some terminals never answer
                )
        self.session: PromptSession[str] = PromptSession(
            [("class:prompt", ">>> ")],
            multiline=True,
            prompt_continuation=[("class:continuation", "... ")],
            key_bindings=key_bindings(),
            completer=NamespaceCompleter(namespace),
            complete_while_typing=False,
            reserve_space_for_menu=MENU_LINES,
            history=open_history() if history is None else history,
            enable_history_search=True,
            enable_suspend=True,
            lexer=_python_lexer(),
            include_default_pygments_style=False,
            style=Style.from_dict(prompt_styles()),
            color_depth=ColorDepth.from_env(),
            input_processors=[HighlightMatchingBracketProcessor()],
            input=create_input(os.fdopen(os.dup(0))) if input is None else input,
            output=output,
        )
        if preview:
            self._add_preview()

    def read(self) -> str:
        """The next command. What threads print meanwhile appears above the prompt."""
        if self._preview is not None:
            self._preview.forget()
        with patch_stdout(raw=True):
            return self.session.prompt()

    def _add_preview(self) -> None:
        """Show the preview right under what is typed; a bottom toolbar would lie at the bottom of the terminal."""
        for window in self.session.layout.find_all_windows():
            content = window.content
            if isinstance(content, BufferControl) and content.buffer is self.session.default_buffer:
                window.dont_extend_height = to_filter(True)
        under = Window(
            FormattedTextControl(self._previewed), height=Dimension(min=1, max=MOST_LINES), dont_extend_height=True
        )
        container = self.session.layout.container
        if isinstance(container, HSplit):
            container.children.insert(1, ConditionalContainer(under, ~is_done))

    def _previewed(self) -> StyleAndTextTuples:
        if self._preview is None:
            return []
        document = self.session.default_buffer.document
        width = get_app().output.get_size().columns
        lines = self._preview.lines(document.text, document.text_before_cursor, width, ascii=self._ascii)
        return fragments(lines)


def _python_lexer() -> Lexer | None:
    """Colours for Python code, by the package that rich brings; none where it is missing."""
    try:
        from pygments.lexers.python import PythonLexer
    except ModuleNotFoundError:
        return None
    return PygmentsLexer(PythonLexer)
