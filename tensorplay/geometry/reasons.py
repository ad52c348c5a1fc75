"""Refusals as values: what was asked, what is the case and the way out, as numbers for texts and pictures alike.

A rule that must refuse raises `SomeReason(...).exception()`: PyTorch's type of error, with the reason as its attribute.
"""

from __future__ import annotations

from dataclasses import dataclass


class Reason:
    """Why something is refused. `error` is the type of error that PyTorch raises for it."""

    error: type[Exception]

    def sentence(self) -> str:
        """What was asked and what is the case, with the numbers."""
        raise NotImplementedError

    def way_out(self) -> str:
        """What to do instead; empty when the sentence says it."""
        return ""

    def exception(self) -> Exception:
        """The error to raise, with this reason as its attribute `reason`."""
        way_out = self.way_out()
        exception = self.error(f"{self.sentence()}. {way_out}" if way_out else self.sentence())
        vars(exception)["reason"] = self
        return exception


@dataclass(frozen=True)
class Refusal(Reason):
    """A one-off refusal, for which the text is all there is to say."""

    error: type[Exception]
    text: str

    def sentence(self) -> str:
        return self.text


# Dimensions, indices and sizes


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class NoDimensions(Reason):
    """An operation on one dimension of a 0-dim tensor; `error` differs from operation to operation."""

    operation: str
    error: type[Exception] = IndexError

    def sentence(self) -> str:
        return f"{self.operation} cannot be applied to a 0-dim tensor: it needs at least one dimension"

    def way_out(self) -> str:
        return "unsqueeze(0) gives it one"


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class NegativeSize(Reason):
    """A size below 0."""

    size: tuple[int, ...]
    length: int
    error = RuntimeError

    def sentence(self) -> str:
        return f"negative dimension {self.length} in the size {list(self.size)}: sizes are 0 or more"


@dataclass(frozen=True)
class Overflow(Reason):
    """Sizes or strides whose product no 64-bit integer holds."""

    size: tuple[int, ...]
    stride: tuple[int, ...] | None = None
    error = RuntimeError

    def sentence(self) -> str:
        strides = "" if self.stride is None else f" with strides {list(self.stride)}"
        return f"the size {list(self.size)}{strides} overflows: elements, strides and bytes must stay below 2**63"


# Shapes


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class CannotView(Reason):
    """A shape that would join two dimensions which do not run on into each other.

    `dims` are the outer and the inner one; they would merge if the outer stride were `stride_needed`, which is the
    inner size times the inner stride. `merging` lists the pairs of neighbouring dimensions that do merge.
    """

    size: tuple[int, ...]
    stride: tuple[int, ...]
    shape: tuple[int, ...]
    dims: tuple[int, int]
    stride_found: int
    stride_needed: int
    merging: tuple[tuple[int, int], ...]
    error = RuntimeError

    def sentence(self) -> str:
        outer, inner = self.dims
        return (
            f"view {list(self.size)} as {list(self.shape)}: dims {outer} and {inner} do not merge, stride"
            f" {self.stride_found} is not size {self.size[inner]} · stride {self.stride[inner]}"
        )

    def way_out(self) -> str:
        return "reshape() copies where it must; contiguous() copies first"

    def free_shape(self) -> tuple[int, ...] | None:
        """The shape with every pair in `merging` merged, which is a view; None when no dimensions merge."""
        if not self.merging:
            return None
        shape = list(self.size)
        for outer, inner in reversed(self.merging):
            shape[outer] *= shape[inner]
            shape[inner] = 1
        absorbed = {inner for _, inner in self.merging}
        return tuple(length for dim, length in enumerate(shape) if dim not in absorbed)


# Memory formats and order


@dataclass(frozen=True)
class NotContiguous(Reason):
    """The first stride, from the innermost dimension outwards, that a memory format does not allow.

    `dims` are the dimension at fault and, if there is one, the dimension inside it whose size times stride was
    expected. The innermost dimension stands alone: its stride must be 1.
    """

    size: tuple[int, ...]
    stride: tuple[int, ...]
    format: str
    dims: tuple[int, ...]
    found: int
    expected: int
    error = RuntimeError

    def sentence(self) -> str:
        name = "contiguous" if self.format == "preserve" else self.format
        if len(self.dims) == 1:
            return f"not {name}: {self.found} ≠ {self.expected} (dim {self.dims[0]})"
        outer, inner = self.dims
        return f"not {name}: {self.found} ≠ {self.size[inner]}·{self.stride[inner]} (dims {outer}, {inner})"

    def way_out(self) -> str:
        return "contiguous() copies"


@dataclass(frozen=True)
class WrongRankForFormat(Reason):
    """A memory format that is only for another rank."""

    rank: int
    format: str
    needed: int
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"required rank {self.needed} tensor to use {self.format} format, but this one has rank {self.rank}:"
            f" {self.format} is for {'NCHW' if self.needed == 4 else 'NCDHW'} only"
        )


@dataclass(frozen=True)
class AmbiguousOrder(Reason):
    """A layout whose physical order of dimensions is not unique.

    `unit_dims` are the dimensions of size 1, `undecided` pairs of dimensions that the strides do not order,
    `held` those of the listed formats that the layout has.
    """

    size: tuple[int, ...]
    stride: tuple[int, ...]
    formats: tuple[str, ...]
    held: tuple[str, ...]
    unit_dims: tuple[int, ...]
    undecided: tuple[tuple[int, int], ...]
    error = RuntimeError

    def sentence(self) -> str:
        causes = []
        if self.unit_dims:
            plural = "s" if len(self.unit_dims) > 1 else ""
            causes.append(f"dim{plural} {', '.join(map(str, self.unit_dims))} of size 1 may lie anywhere")
        for first, second in self.undecided:
            strides = f"{self.stride[first]} and {self.stride[second]}"
            causes.append(f"strides {strides} do not order dims {first} and {second}")
        text = f"the tensor of size {list(self.size)} and stride {list(self.stride)} does not have unique dim order"
        if causes:
            text += f": {'; '.join(causes)}"
        if self.formats:
            text += f"; of the given memory formats {list(self.formats)} it holds {list(self.held) or 'none'}"
        return text

    def way_out(self) -> str:
        return "Without the check PyTorch's choice is given; a list of formats of which exactly one holds decides"


# Storage, dtype and overlap


@dataclass(frozen=True)
class OutOfStorage(Reason):
    """A layout that reaches beyond the storage, counted in elements."""

    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    needed: int
    available: int
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"as_strided: sizes {list(self.size)}, strides {list(self.stride)} and storage offset {self.offset} require"
            f" {counted(self.needed, 'element')}, out of bounds for a storage of {self.available}"
        )


@dataclass(frozen=True)
class CannotReinterpret(Reason):
    """A view of elements as wider or narrower ones that the layout does not allow.

    `what` names the quantity at fault, `found` its value; it must be 1 (`divisor` None) or divisible by `divisor`.
    """

    size: tuple[int, ...]
    stride: tuple[int, ...]
    old_itemsize: int
    new_itemsize: int
    what: str
    found: int
    divisor: int | None
    error = RuntimeError

    def sentence(self) -> str:
        must = "be 1" if self.divisor is None else f"be divisible by {self.divisor}"
        return (
            f"{self.what} must {must} to view elements of {counted(self.old_itemsize, 'byte')} as elements of"
            f" {counted(self.new_itemsize, 'byte')}, but got {self.found}"
        )

    def way_out(self) -> str:
        return "contiguous() first, or to() to convert the values" if self.what != "size(-1)" else ""


@dataclass(frozen=True)
class WritesOverlap(Reason):
    """A write into a layout that puts all of a dimension into the same cells."""

    size: tuple[int, ...]
    stride: tuple[int, ...]
    dim: int
    error = RuntimeError

    def sentence(self) -> str:
        return (
            f"more than one element of the written-to tensor refers to a single memory location: dim {self.dim} of size"
            f" {self.size[self.dim]} has stride 0"
        )

    def way_out(self) -> str:
        return "Please clone() the tensor before writing to it"


@dataclass(frozen=True)
class PartialOverlap(Reason):
    """An output that shares some cells with an input in other places; the ranges are addresses, ends included."""

    output: tuple[int, int]
    input: tuple[int, int]
    error = RuntimeError

    def sentence(self) -> str:
        return (
            "some elements of the input tensor and the written-to tensor refer to a single memory location:"
            f" cells {self.output[0]} to {self.output[1]} are written, {self.input[0]} to {self.input[1]} are read"
        )

    def way_out(self) -> str:
        return "Please clone() the input before the operation"


def counted(number: int, noun: str) -> str:
    """The number and its noun, in the plural where it must be: "1 element", "3 elements"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
