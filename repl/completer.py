"""The studio's candidates as prompt_toolkit wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion

from tensorplay.studio.commands import COMMANDS
from tensorplay.studio.completion import candidates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from prompt_toolkit.document import Document


class NamespaceCompleter(Completer):
    """Completes names, attributes, parameters and modules from a live namespace; a failure completes nothing."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self._namespace = namespace

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        try:
            found = candidates(document.text_before_cursor, self._namespace, COMMANDS)
        except Exception:  # noqa: BLE001 completing looks at objects of all kinds, and may not disturb the typing
            return
        for candidate in found:
            yield Completion(candidate.word, -candidate.length, display_meta=candidate.note)
