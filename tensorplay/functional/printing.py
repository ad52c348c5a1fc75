"""Tensors as text, in the form that PyTorch prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes import dtype as dtypes
from tensorplay.core import tensor as tensor_module
from tensorplay.core.access import array_of, check_storage
from tensorplay.core.planning import ValuesNeeded
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.geometry import views as rules

from .print_options import PrintOptions, options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tensorplay.attributes.dtype import DType
    from tensorplay.core.spec import Spec
    from tensorplay.geometry.layout import Layout


def text_of(tensor: TensorBase) -> str:
    """What `repr(tensor)` gives: the values, and what is special about the tensor.

    A tensor without values (on `meta`, or only planned) is shown by its size. Of a large tensor only the edges are
    read. Raises RuntimeError where the storage was shrunk below what the tensor reaches.

    >>> import tensorplay as tp
    >>> tp.arange(3), tp.zeros(2, 3, device="meta")
    (tensor([0, 1, 2]), tensor(..., device='meta', size=(2, 3)))
    """
    chosen = options()
    kind = type(tensor)
    prefix = "tensor(" if kind is tensor_module.tensor_class else f"{kind.__name__}("
    contents = contents_of(tensor, len(prefix), chosen)
    suffixes = [*_attributes(tensor, contents, chosen), *_gradient(tensor)]
    text = prefix + (contents or "...")
    return text + joined(text, suffixes, len(prefix), chosen) + ")"


def format_of(tensor: TensorBase, specification: str) -> str:
    """What `format(tensor, specification)` gives: a 0-dim tensor formats its number, others only without specification.

    Raises TypeError for a specification that would have to apply to several elements.

    >>> import tensorplay as tp
    >>> f"{tp.tensor(2.5):.3f}", f"{tp.arange(2)}"
    ('2.500', 'tensor([0, 1])')
    """
    if tensor.dim() == 0 and not tensor.is_meta:
        try:
            return format(array_of(tensor).item(), specification)
        except ValuesNeeded:
            if specification:
                raise
    if specification:
        raise TypeError(
            f"the format {specification!r} applies to one number, but this tensor has size {list(tensor.shape)} on "
            f"device '{tensor.device}'"
        )
    return str(tensor)


def contents_of(tensor: TensorBase, indent: int, chosen: PrintOptions) -> str | None:
    """The values in brackets, without prefix and suffixes; None where there are no values to be read."""
    spec = tensor._spec
    if tensor.is_meta:
        return None
    if spec.numel == 0:
        return "[]"
    summarised = spec.numel > chosen.threshold
    try:
        if summarised and spec.rank:
            check_storage(tensor)
            values = _edges(tensor, spec.layout, chosen.edgeitems)
        else:
            values = array_of(tensor).tolist()
    except ValuesNeeded:
        return None
    numbers = NumberText(values, spec.dtype, chosen)
    return _block(values, spec.size, indent, numbers, chosen, summarised)


def _edges(tensor: TensorBase, layout: Layout, edgeitems: int) -> list[Any]:
    """The values at the edges as nested lists: from each dimension that is long enough the first and the last items."""
    length = layout.size[0]
    whole = length <= 2 * edgeitems
    if layout.rank > 1:
        shown = range(length) if whole else [*range(edgeitems), *range(length - edgeitems, length)]
        return [_edges(tensor, rules.select(layout, 0, index), edgeitems) for index in shown]
    parts = [layout]
    if not whole:
        parts = [rules.narrow(layout, 0, start, edgeitems) for start in (0, length - edgeitems)]
    spec = tensor._spec
    return [
        value for part in parts for value in array_of(make_tensor(tensor._storage, spec.with_layout(part))).tolist()
    ]


class NumberText:
    """Numbers in one common form and width, chosen from all numbers that will be shown."""

    def __init__(self, values: Any, dtype: DType, chosen: PrintOptions) -> None:
        flat = list(_flattened(values))
        self.imaginary: RealText | None = None
        if dtype.is_complex:
            self.real = RealText([value.real for value in flat], True, chosen)
            self.imaginary = RealText([value.imag for value in flat], True, chosen)
        else:
            self.real = RealText(flat, dtype.is_floating_point, chosen)

    @property
    def width(self) -> int:
        """Characters of a number and of the comma and blank after it."""
        return self.real.width + 2 + (0 if self.imaginary is None else self.imaginary.width + 1)

    def write(self, value: Any) -> str:
        """One number."""
        if self.imaginary is None:
            return self.real.write(value)
        imaginary = self.imaginary.write(value.imag).lstrip() + "j"
        return self.real.write(value.real) + ("" if imaginary[0] in "+-" else "+") + imaginary


class RealText:
    """Real numbers in one form: as they are (integers, bools), whole with a point, with digits, or with an exponent."""

    def __init__(self, values: Sequence[Any], floating: bool, chosen: PrintOptions) -> None:
        self.floating = floating
        self.whole = True
        self.scientific = False
        self.precision = chosen.precision
        self.width = 1
        decisive = values
        if floating:
            decisive = [value for value in values if value != 0 and math.isfinite(value)]
            if not decisive:
                return
            sizes = [abs(value) for value in decisive]
            self.whole = all(value.is_integer() for value in decisive)
            self.scientific = _needs_exponent(min(sizes), max(sizes)) if chosen.sci_mode is None else chosen.sci_mode
        self.width = max([1, *(len(self._plain(value)) for value in decisive)])

    def _plain(self, value: Any) -> str:
        if not self.floating:
            return str(value)
        if self.scientific:
            return f"{value:.{self.precision}e}"
        if self.whole:
            return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
        return f"{value:.{self.precision}f}"

    def write(self, value: Any) -> str:
        """One number, filled up from the left to the common width."""
        return self._plain(value).rjust(self.width)


def _needs_exponent(smallest: float, largest: float) -> bool:
    """Whether numbers between these two, by size, would be too long or too small for a common number of digits."""
    return largest / smallest > 1000 or largest > 1e8 or smallest < 1e-4


def _flattened(values: Any) -> Iterator[Any]:
    if isinstance(values, list):
        for value in values:
            yield from _flattened(value)
    else:
        yield values


def _block(
    values: Any, size: tuple[int, ...], indent: int, numbers: NumberText, chosen: PrintOptions, summarised: bool
) -> str:
    """Nested values in brackets, `indent` characters from the left edge."""
    if not size:
        return numbers.write(values)
    edgeitems = chosen.edgeitems
    shortened = summarised and size[0] > 2 * edgeitems
    if len(size) == 1:
        words = [numbers.write(value) for value in values]
        if shortened:
            words.insert(edgeitems, " ..." if edgeitems else "...")
        in_line = max(1, (chosen.linewidth - indent) // numbers.width)
        lines = [", ".join(words[start : start + in_line]) for start in range(0, len(words), in_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    blocks = [_block(value, size[1:], indent + 1, numbers, chosen, summarised) for value in values]
    if shortened:
        blocks.insert(edgeitems, "...")
    return "[" + ("," + "\n" * (len(size) - 1) + " " * (indent + 1)).join(blocks) + "]"


def _attributes(tensor: TensorBase, contents: str | None, chosen: PrintOptions) -> list[str]:
    """What must be said besides the values for the text to describe the tensor: device, size, dtype."""
    spec = tensor._spec
    found = []
    if spec.device.type != "cpu":
        found.append(f"device='{spec.device}'")
    without_values = contents is None
    empty = spec.numel == 0
    if without_values or (empty and spec.rank != 1) or (not empty and not chosen.edgeitems):
        found.append(f"size={tuple(spec.size)}")
    if not _dtype_is_plain(spec, nothing_shown=without_values or empty):
        found.append(f"dtype={spec.dtype}")
    return found


def _dtype_is_plain(spec: Spec, *, nothing_shown: bool) -> bool:
    """Whether the dtype is what a reader assumes: the default one, or what the values themselves tell."""
    default = dtypes.get_default_dtype()
    if spec.dtype is default or nothing_shown:
        return spec.dtype is default
    complex_default = dtypes.complex128 if default is dtypes.float64 else dtypes.complex64
    return spec.dtype in (complex_default, dtypes.int64, dtypes.bool_)


def _gradient(tensor: TensorBase) -> list[str]:
    node = tensor.grad_fn
    if node is not None:
        return [f"grad_fn=<{node.name}>"]
    return ["requires_grad=True"] if tensor.requires_grad else []


def joined(before: str, suffixes: Sequence[str], indent: int, chosen: PrintOptions) -> str:
    """Suffixes after a text, each on the same line if it fits, else on a new one.

    It fits where it does in PyTorch, whose name is shorter: a line may be longer by that.
    """
    length = len(before) - before.rfind("\n") + 1
    text = ""
    for suffix in suffixes:
        counted = len(suffix.replace("=tensorplay.", "=torch."))
        if length + counted + 2 > chosen.linewidth:
            text += ",\n" + " " * indent + suffix
            length = indent + counted
        else:
            text += ", " + suffix
            length += counted + 2
    return text
