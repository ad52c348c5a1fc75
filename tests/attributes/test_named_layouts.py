"""Memory formats and kinds of layout: small closed sets of named objects."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from tensorplay.attributes import layout_kind, memory_format
from tensorplay.attributes.layout_kind import LayoutKind, sparse_coo, strided
from tensorplay.attributes.memory_format import (
    MemoryFormat,
    channels_last,
    channels_last_3d,
    contiguous_format,
    preserve_format,
)

EVERY = {
    "contiguous_format": contiguous_format,
    "channels_last": channels_last,
    "channels_last_3d": channels_last_3d,
    "preserve_format": preserve_format,
    "strided": strided,
    "sparse_coo": sparse_coo,
}
each = pytest.mark.parametrize("name", EVERY)


@each
def test_text(name: str) -> None:
    assert repr(EVERY[name]) == str(EVERY[name]) == f"tensorplay.{name}"


@each
def test_text_is_that_of_torch(name: str, torch: Any) -> None:
    assert repr(getattr(torch, name)) == f"torch.{name}"
    assert type(getattr(torch, name)).__name__ == type(EVERY[name]).__name__


@each
def test_copies_and_pickles_are_the_same_object(name: str) -> None:
    one = EVERY[name]
    assert copy.copy(one) is one
    assert copy.deepcopy([one])[0] is one
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(one, protocol)) is one


@each
def test_nothing_can_be_changed(name: str) -> None:
    one: Any = EVERY[name]
    with pytest.raises(AttributeError, match=name):
        one.name = "mine"
    with pytest.raises(AttributeError, match=name):
        one.color = "red"
    with pytest.raises(AttributeError, match=name):
        del one.name


@pytest.mark.parametrize("kind", [MemoryFormat, LayoutKind])
def test_no_others_can_be_made(kind: type) -> None:
    with pytest.raises(TypeError, match="cannot be made"):
        kind()
    with pytest.raises(TypeError, match="cannot be made"):
        kind("strided")
    with pytest.raises(TypeError, match="subclassed"):
        type("Mine", (kind,), {})


def test_names_are_those_of_the_stride_rules() -> None:
    formats = (contiguous_format, channels_last, channels_last_3d, preserve_format)
    assert [one.name for one in formats] == ["contiguous", "channels_last", "channels_last_3d", "preserve"]
    assert [one.name for one in (strided, sparse_coo)] == ["strided", "sparse_coo"]


def test_they_equal_only_themselves() -> None:
    assert len(set(EVERY.values())) == len(EVERY)
    assert channels_last not in ["channels_last", preserve_format]


def test_classes_carry_the_names_of_torch() -> None:
    assert MemoryFormat is memory_format.memory_format
    assert LayoutKind is layout_kind.layout
    assert isinstance(channels_last, MemoryFormat)
    assert isinstance(strided, LayoutKind)
