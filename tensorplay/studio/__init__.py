"""What the shell and the notebook offer alike: sessions, commands such as `%undo`, completion, help.

- `namespace`   the names that stand ready
- `parsing`     statements and commands in a source
- `session`     runs them one after the other, and says of each what it did
- `undo`        what statements changed, kept and put back
- `commands`    `%undo`, `%why`, `%config`, `%help`
- `tracebacks`  errors without frames of ours
- `completion`  what can come next in half-written code, told by `types` and `reading` without running any
- `interrupts`  Ctrl-C, held back where something must be finished
"""

from __future__ import annotations
