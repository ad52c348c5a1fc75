"""Facts about tensors: what they are, who shares their cells, what a command did, why something is impossible.

Nothing here draws or words anything: facts are frozen dataclasses of numbers, names and structured reasons, from which
`tensorplay.picture` makes scenes. Nothing here touches a byte of a tensor, except that a few values are read for show.

- `facts`     one tensor, or one foreign array: dtype, layout, formats, sharing, storage
- `names`     the tensors in a namespace, and which of them share a storage
- `changes`   what one command did, as a value
- `watch`     finds that out
- `preview`   what a command would do, planned and never run
- `why`       the reason of a refusal, and every way out with its cost
"""

from __future__ import annotations
