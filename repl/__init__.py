"""The `tensorplay` command."""

from __future__ import annotations

import code

import tensorplay


def main() -> None:
    """Start a Python prompt in which the package is at hand as `tp`."""
    code.interact(banner="", local={"tp": tensorplay})
