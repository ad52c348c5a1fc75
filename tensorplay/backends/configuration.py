"""How this installation works, in words: what copies memory, how many threads, what waits for its next use."""

from __future__ import annotations

from . import kernels
from .memory import POOL
from .parallel import get_num_threads


def configuration() -> tuple[tuple[str, str], ...]:
    """What there is to say, each with its name.

    >>> [name for name, words in configuration()]
    ['copies', 'threads', 'buffers']
    """
    return (
        ("copies", kernels.status()),
        ("threads", f"{get_num_threads()}"),
        ("buffers", f"{POOL.idle_bytes() >> 20} MB kept for their next use, at most {POOL.most_bytes >> 20} MB"),
    )
