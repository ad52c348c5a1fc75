"""Help on names: what is in the namespace, and what tensors have as methods only."""

from __future__ import annotations

import pytest

from tensorplay.studio.explaining import explain


def lines(name: str) -> list[str]:
    return ["".join(span.text for span in line) for line in explain(name, {}) if isinstance(line, list)]


@pytest.mark.parametrize("name", ["view", "expand", "transpose_"])
def test_a_method_has_help_by_its_bare_name(name: str) -> None:
    heading, first, *_ = lines(name)
    assert heading.startswith(f"  {name}(")
    assert first.strip()


def test_an_unknown_name_says_so() -> None:
    assert lines("nothing_here") == ["  nothing_here: NameError: name 'nothing_here' is not defined"]
