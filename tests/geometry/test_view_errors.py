"""What the view operations refuse: PyTorch's type of error, and the numbers in the text."""

from __future__ import annotations

from typing import Any

import pytest

from tensorplay.geometry import Layout, Reason, views

A = Layout((2, 3, 4), (12, 4, 1), 0)
SCALAR = Layout((), ())
EMPTY = Layout((0, 2), (2, 1))

CASES: list[tuple[str, tuple[Any, ...], type[Exception], str]] = [
    ("transpose", (A, 0, 3), IndexError, "range of [-3, 2], but got 3"),
    ("transpose", (A, -4, 0), IndexError, "got -4"),
    ("transpose", (SCALAR, 0, 1), IndexError, "dimension 1 is out of range"),
    ("permute", (A, (0, 1)), RuntimeError, "it has 3, but [0, 1] names 2"),
    ("permute", (A, (0, 1, -2)), RuntimeError, "dim 1 appears multiple times in the dims [0, 1, -2]"),
    ("permute", (A, (0, 1, 5)), IndexError, "got 5"),
    ("permute", (SCALAR, (0,)), RuntimeError, "it has 0, but [0] names 1"),
    ("movedim", (A, (0, 1), (0,)), RuntimeError, "have 2 and 1"),
    ("movedim", (A, (0, -3), (0, 1)), RuntimeError, "source: dim 0 appears multiple times"),
    ("movedim", (A, (0, 1), (2, -1)), RuntimeError, "destination: dim 2 appears multiple times"),
    ("movedim", (A, (0, 0), (0, 3)), IndexError, "got 3"),
    ("unsqueeze", (A, 4), IndexError, "range of [-4, 3], but got 4"),
    ("unsqueeze", (SCALAR, 1), IndexError, "range of [-1, 0], but got 1"),
    ("squeeze", (A, (3,)), IndexError, "got 3"),
    ("squeeze", (A, (0, -3)), RuntimeError, "dim 0 appears multiple times"),
    ("squeeze", (SCALAR, (0, -1)), RuntimeError, "dim 0 appears multiple times"),
    ("select", (A, 1, 3), IndexError, "index 3 is out of range for dimension 1 with size 3"),
    ("select", (A, 1, -4), IndexError, "-3 to 2 are allowed"),
    ("select", (EMPTY, 0, 0), IndexError, "it has no elements"),
    ("select", (SCALAR, 0, 0), IndexError, "0-dim"),
    ("select", (A, 3, 0), IndexError, "got 3"),
    ("slice_", (A, 0, None, None, 0), ValueError, "greater than zero, but got 0"),
    ("slice_", (A, 0, None, None, -1), ValueError, "got -1"),
    ("slice_", (A, 3), IndexError, "got 3"),
    ("slice_", (SCALAR, 0), IndexError, "0-dim"),
    ("slice_", (A, 0, 0, 2, 2**62), RuntimeError, "overflows"),
    ("narrow", (SCALAR, 0, 0, 0), RuntimeError, "0-dim"),
    ("narrow", (A, 1, 0, -1), RuntimeError, "non-negative, but got -1"),
    ("narrow", (A, 5, 0, -1), RuntimeError, "non-negative, but got -1"),
    ("narrow", (A, 3, 0, 1), IndexError, "got 3"),
    ("narrow", (A, 1, 4, 0), IndexError, "range of [-3, 3], but got 4"),
    ("narrow", (A, 1, -4, 1), IndexError, "but got -4"),
    ("narrow", (A, 1, 2, 2), RuntimeError, "start (2) + length (2) exceeds dimension size (3)"),
    ("narrow", (A, 1, -1, 2), RuntimeError, "start (2) + length (2) exceeds dimension size (3)"),
    ("diagonal", (A, 0, 0, -3), RuntimeError, "identical: 0 and -3"),
    ("diagonal", (A, 0, 0, 3), IndexError, "got 3"),
    ("diagonal", (SCALAR,), IndexError, "dimension 1"),
    ("diagonal", (SCALAR, 0, 0, -1), RuntimeError, "identical: 0 and -1"),
    ("unfold", (A, 1, 4, 1), RuntimeError, "dimension 1 is 3 but size is 4"),
    ("unfold", (A, 1, -1, 0), RuntimeError, "size is -1"),
    ("unfold", (A, 1, 2, 0), RuntimeError, "step is 0"),
    ("unfold", (A, 3, 1, 1), IndexError, "got 3"),
    ("unfold", (SCALAR, 0, 2, 1), RuntimeError, "is 1 but size is 2"),
    ("unfold", (A, 1, 2, 2**62), RuntimeError, "overflows"),
    ("expand", (A, (3, 4)), RuntimeError, "(2) must be greater or equal to the number of dimensions in the tensor (3)"),
    ("expand", (A, (2, 3, 5)), RuntimeError, "(5) must match the existing size (4) at non-singleton dimension 2"),
    ("expand", (A, (-1, 2, 3, 4)), RuntimeError, "leading, non-existing dimension 0"),
    ("expand", (Layout((1,), (1,)), (-2,)), RuntimeError, "size -2 at dimension 0 is negative"),
    ("expand", (SCALAR, (-3, 2)), RuntimeError, "size -3 at dimension 0 is negative"),
    ("expand", (Layout((1, 1), (1, 1)), (2**62, 4)), RuntimeError, "overflows"),
    ("view", (A, (-1, -1)), RuntimeError, "only one dimension"),
    ("view", (A, (5, -1)), RuntimeError, "24 is no multiple of 5"),
    ("view", (A, (25,)), RuntimeError, "invalid for input of size 24"),
    ("view", (EMPTY, (-1, 0)), RuntimeError, "ambiguous"),
    ("view", (EMPTY, (2**40, 2**40, 2**40, 0)[::-1]), RuntimeError, "overflows"),
    (
        "view",
        (Layout((2, 3), (1, 2)), (6,)),
        RuntimeError,
        "dims 0 and 1 do not merge, stride 1 is not size 3 · stride 2",
    ),
    ("unflatten", (A, 0, ()), RuntimeError, "non-empty"),
    ("unflatten", (A, 3, (2,)), IndexError, "got 3"),
    ("unflatten", (SCALAR, 0, (1,)), RuntimeError, "0-dim"),
    ("unflatten", (A, -1, (3, 2)), RuntimeError, "[3, 2] don't multiply up to the size of dim 2 (4)"),
    ("unflatten", (A, 2, (-1, 3)), RuntimeError, "don't multiply up"),
    ("unflatten", (A, 2, (-1, -1)), RuntimeError, "only one dimension"),
    ("unflatten", (A, 2, (-2, -2)), RuntimeError, "-2"),
    ("unflatten", (EMPTY, 0, (-1, 0)), RuntimeError, "ambiguous"),
    ("flatten_shape", (A, 2, 1), RuntimeError, "start_dim 2 cannot come after end_dim 1"),
    ("flatten_shape", (A, 3), IndexError, "got 3"),
    ("as_strided", (A, (2,), (1, 1), 0, 24), RuntimeError, "[1, 1] and [2]"),
    (
        "as_strided",
        (A, (2, 2), (1, -1), 0, 24),
        RuntimeError,
        "negative strides are not supported, got strides: [1, -1]",
    ),
    ("as_strided", (A, (-2, 2), (1, 1), 0, 24), RuntimeError, "negative dimension -2"),
    ("as_strided", (A, (2,), (1,), -1, 24), RuntimeError, "invalid storage offset -1"),
    ("as_strided", (A, (3, 4), (8, 1), 5, 24), RuntimeError, "require 25 elements, out of bounds for a storage of 24"),
    ("as_strided", (A, (), (), 24, 24), RuntimeError, "require 25 elements"),
    ("as_strided", (A, (2**62, 4), (0, 0), 0, 24), RuntimeError, "overflows"),
    ("split", (A, -1, 0), RuntimeError, "split_size=-1"),
    ("split", (A, -1, 7), RuntimeError, "split_size=-1"),
    ("split", (A, 0, 1), RuntimeError, "dimension size of 3"),
    ("split", (A, 1, 3), IndexError, "got 3"),
    ("split", (A, [1, 1], 1), RuntimeError, "sum exactly to 3"),
    ("split", (A, [4, -1], 1), RuntimeError, "split_sizes=[4, -1]"),
    ("split", (SCALAR, 1), RuntimeError, "0-dim"),
    ("split_sizes", (SCALAR, [1]), RuntimeError, "0-dim"),
    ("chunk", (A, 0), RuntimeError, "got: 0"),
    ("chunk", (A, 2, 3), IndexError, "got 3"),
    ("chunk", (SCALAR, 0), RuntimeError, "0-dim"),
    ("tensor_split", (A, 0), RuntimeError, "got 0"),
    ("tensor_split", (A, 2, 3), IndexError, "got 3"),
    ("tensor_split", (SCALAR, 2), RuntimeError, "0-dim"),
    ("unbind", (A, 3), IndexError, "got 3"),
    ("unbind", (SCALAR,), IndexError, "no dimensions"),
    ("view_dtype", (SCALAR, 4, 8), RuntimeError, "element of 4 bytes as elements of 8 bytes"),
    ("view_dtype", (Layout((3,), (2,)), 8, 4), RuntimeError, "stride(-1) must be 1 to view elements of 8 bytes"),
    ("view_dtype", (Layout((3,), (2,)), 4, 8), RuntimeError, "size(-1) must be divisible by 2"),
    ("view_dtype", (Layout((4,), (1,), 1), 4, 8), RuntimeError, "storage_offset() must be divisible by 2"),
    ("view_dtype", (Layout((2, 4), (5, 1)), 4, 8), RuntimeError, "stride(0) must be divisible by 2"),
    ("view_as_complex", (SCALAR,), RuntimeError, "one or more dimensions"),
    ("view_as_complex", (Layout((3, 3), (3, 1)),), RuntimeError, "size 2, but got 3"),
    ("view_as_complex", (Layout((3, 2), (1, 3)),), RuntimeError, "stride(-1) must be 1"),
    ("view_as_complex", (Layout((3, 2), (2, 1), 1),), RuntimeError, "storage_offset() must be divisible by 2"),
    ("view_as_complex", (Layout((3, 2), (3, 1)),), RuntimeError, "stride(0) must be divisible by 2"),
]


@pytest.mark.parametrize(("name", "arguments", "error", "text"), CASES, ids=[f"{c[0]}-{c[3]}" for c in CASES])
def test_refusals(name: str, arguments: tuple[Any, ...], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as refused:
        getattr(views, name)(*arguments)
    assert type(refused.value) is error
    assert text in str(refused.value)
    reason = refused.value.reason  # type: ignore[attr-defined]
    assert isinstance(reason, Reason)
    assert reason.error is error
    assert str(reason.exception()) == str(refused.value)


def test_every_view_function_has_a_refusal_here() -> None:
    never_refuse = {"real_part", "imag_part", "view_as_real", "try_view", "why_not_view"}
    assert {case[0] for case in CASES} | never_refuse == set(views.__all__)


def test_why_not_view_tells_a_wrong_count_apart_from_a_copy() -> None:
    wrong_count = views.why_not_view(A, (5, 5))
    assert wrong_count is not None
    assert "it holds 25 elements" in wrong_count.sentence()
