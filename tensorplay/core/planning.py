"""Planning without carrying out: the mode in which previews run."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Not empty while operations only plan; `execute` looks at it before anything else.
plannings: list[bool] = []


class ValuesNeeded(RuntimeError):  # noqa: N818  (a state of affairs, caught by whoever plans)
    """Raised where only planning was allowed and the outcome depends on values."""


@contextmanager
def planning() -> Iterator[None]:
    """Inside, operations plan but nothing is allocated, computed or written: results have specs and no bytes."""
    plannings.append(True)
    try:
        yield
    finally:
        plannings.pop()


def is_planning() -> bool:
    """Whether operations only plan at the moment."""
    return bool(plannings)
