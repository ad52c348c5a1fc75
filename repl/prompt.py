"""The prompt: editing of several lines, history, completion, and the line under it that says what would happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.filters import to_filter
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import Lexer, PygmentsLexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.styles import Style

from .completer import NamespaceCompleter
from .history import open_history
from .keys import key_bindings
from .preview import Preview
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
        ascii: bool = False,
        history: History | None = None,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._ascii = ascii
        self._preview = Preview(namespace) if preview else None
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
            bottom_toolbar=self._toolbar if preview else None,
            input=input,
            output=output,
        )
        self._keep_toolbar_close()

    def read(self) -> str:
        """The next command. What threads print meanwhile appears above the prompt."""
        if self._preview is not None:
            self._preview.forget()
        with patch_stdout(raw=True):
            return self.session.prompt()

    def _keep_toolbar_close(self) -> None:
        """The line under the prompt follows the text at once, instead of lying at the bottom of the terminal."""
        for window in self.session.layout.find_all_windows():
            content = window.content
            if isinstance(content, BufferControl) and content.buffer is self.session.default_buffer:
                window.dont_extend_height = to_filter(True)

    def _toolbar(self) -> StyleAndTextTuples:
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
