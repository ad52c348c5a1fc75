"""The device without memory: tensors have specs and storages have sizes, but there are no bytes."""

from __future__ import annotations


def allocate(nbytes: int) -> None:
    """Nothing to allocate, whatever the size."""


def pointer(buffer: None) -> int:
    """Address of the first byte; there is none."""
    return 0
