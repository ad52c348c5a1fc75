"""Why a layout is not what was asked for: no view, not contiguous, ambiguous, out of the storage, overlapping."""

from __future__ import annotations

from tensorplay.geometry.reasons.base import Reason, counted


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
