"""Why dimensions, indices and sizes are refused."""

from __future__ import annotations

from tensorplay.geometry.reasons.base import Reason, counted


class DimensionOutOfRange(Reason):
    """A dimension that the tensor does not have."""

    dim: int
    rank: int
    error = IndexError

    def sentence(self) -> str:
        if self.rank == 0:
            return f"dimension {self.dim} is out of range: a 0-dim tensor has no dimensions"
        return (
            f"dimension out of range: expected to be in range of [{-self.rank}, {self.rank - 1}], but got {self.dim}"
            f" (the tensor has {counted(self.rank, 'dimension')})"
        )


class NoDimensions(Reason):
    """An operation on one dimension of a 0-dim tensor; `error` differs from operation to operation."""

    operation: str
    error: type[Exception] = IndexError

    def sentence(self) -> str:
        return f"{self.operation} cannot be applied to a 0-dim tensor: it needs at least one dimension"

    def way_out(self) -> str:
        return "unsqueeze(0) gives it one"


class DuplicateDimension(Reason):
    """The same dimension named twice, perhaps once from either end."""

    dim: int
    dims: tuple[int, ...]
    operation: str
    error = RuntimeError

    def sentence(self) -> str:
        return f"{self.operation}: dim {self.dim} appears multiple times in the dims {list(self.dims)}"

    def way_out(self) -> str:
        return "Name each dimension at most once"


class WrongNumberOfDimensions(Reason):
    """A permutation that does not name as many dimensions as the tensor has."""

    operation: str
    dims: tuple[int, ...]
    rank: int
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"{self.operation}: number of dimensions in the tensor does not match: it has {self.rank},"
            f" but {list(self.dims)} names {len(self.dims)}"
        )

    def way_out(self) -> str:
        return "Name each dimension once"


class IndexOutOfRange(Reason):
    """An index beyond the size of its dimension."""

    index: int
    dim: int
    size: tuple[int, ...]
    error = IndexError

    def sentence(self) -> str:
        length = self.size[self.dim]
        allowed = f"{-length} to {length - 1} are allowed" if length else "it has no elements"
        return (
            f"index {self.index} is out of range for dimension {self.dim} with size {length}"
            f" (tensor of size {list(self.size)}): {allowed}"
        )


class NegativeSize(Reason):
    """A size below 0."""

    size: tuple[int, ...]
    length: int
    error = RuntimeError

    def sentence(self) -> str:
        return f"negative dimension {self.length} in the size {list(self.size)}: sizes are 0 or more"


class Overflow(Reason):
    """Sizes or strides whose product no 64-bit integer holds."""

    size: tuple[int, ...]
    stride: tuple[int, ...] | None = None
    error = RuntimeError

    def sentence(self) -> str:
        strides = "" if self.stride is None else f" with strides {list(self.stride)}"
        return f"the size {list(self.size)}{strides} overflows: elements, strides and bytes must stay below 2**63"


class NoMemory(Reason):
    """Bytes that are not to be had; `state` says how things stand."""

    nbytes: int
    state: str
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"cannot allocate {self.nbytes} bytes: {self.state}; device='meta' holds a layout of any size without "
            "memory"
        )


class TooManyDimensions(Reason):
    """More dimensions than the library has that holds the values."""

    rank: int
    most: int
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"a tensor of {self.rank} dimensions: values on the CPU are held by NumPy, which has at most {self.most}; "
            "squeeze() or flatten() some away, or use device='meta', which has layouts alone"
        )


# Shapes


class ShapeMismatch(Reason):
    """A shape that does not hold as many elements as there are."""

    shape: tuple[int, ...]
    numel: int
    error = RuntimeError

    def sentence(self) -> str:
        known = 1
        for length in self.shape:
            known *= 1 if length == -1 else length
        fault = (
            f"{self.numel} is no multiple of {known}" if -1 in self.shape else f"it holds {counted(known, 'element')}"
        )
        return f"shape {list(self.shape)} is invalid for input of size {self.numel}: {fault}"


class CannotInfer(Reason):
    """A shape whose -1 has no single answer."""

    shape: tuple[int, ...]
    numel: int
    error = RuntimeError

    def sentence(self) -> str:
        unknown = self.shape.count(-1)
        if unknown > 1:
            return f"only one dimension can be inferred, but the shape {list(self.shape)} has {unknown} times -1"
        return (
            f"cannot reshape tensor of {self.numel} elements into shape {list(self.shape)}: the unspecified dimension"
            " size -1 can be any value and is ambiguous"
        )

    def way_out(self) -> str:
        return "Give all sizes but one" if self.shape.count(-1) > 1 else "Give the size instead of -1"


class CannotBroadcast(Reason):
    """Shapes that do not broadcast: at `dim`, counted from the end, two sizes differ and neither is 1."""

    shapes: tuple[tuple[int, ...], ...]
    dim: int
    first: int
    second: int
    error = RuntimeError

    def sentence(self) -> str:
        first, second = self.shapes[self.first], self.shapes[self.second]
        return (
            f"shapes {list(first)} and {list(second)} do not broadcast: size {first[self.dim]} must match size"
            f" {second[self.dim]} at dimension {self.dim}"
        )

    def way_out(self) -> str:
        return "Counted from the last dimension, sizes must be equal or one of them 1"


class CannotExpand(Reason):
    """A size that cannot become another; `dim` counts in the target, `existing` is None for a new dimension."""

    size: tuple[int, ...]
    target: tuple[int, ...]
    dim: int
    existing: int | None
    error = RuntimeError

    def sentence(self) -> str:
        asked = f"expand {list(self.size)} to {list(self.target)}"
        wanted = self.target[self.dim]
        if self.existing is None and wanted == -1:
            return f"{asked}: -1 keeps a size and isn't allowed in a leading, non-existing dimension {self.dim}"
        if wanted < 0:
            return f"{asked}: size {wanted} at dimension {self.dim} is negative"
        return (
            f"{asked}: the expanded size ({wanted}) must match the existing size ({self.existing}) at non-singleton"
            f" dimension {self.dim}"
        )

    def way_out(self) -> str:
        return "Only a dimension of size 1 can be expanded; -1 keeps a size, repeat() copies"


class TooFewDimensions(Reason):
    """A target of fewer dimensions than the tensor has."""

    size: tuple[int, ...]
    target: tuple[int, ...]
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"expand {list(self.size)} to {list(self.target)}: the number of sizes provided ({len(self.target)})"
            f" must be greater or equal to the number of dimensions in the tensor ({len(self.size)})"
        )

    def way_out(self) -> str:
        return "New dimensions go in front; squeeze() or reshape() takes some away"
