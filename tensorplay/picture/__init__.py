"""Pictures of facts: scenes, which are plain data, and painters, which turn a scene into text, sentences or HTML.

- `scene`      frozen dataclasses of numbers and names, with `to_json`; `scene_of` makes them from facts
- `words`      the short phrases that text and HTML share
- `strips`     which mark stands for which cells of a storage, for any width
- `text`       lines of styled text for a terminal
- `sentences`  the same in whole sentences, without drawings
- `html`       a table with inline styles, which shows wherever HTML does
"""

from __future__ import annotations
