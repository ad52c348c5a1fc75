"""Spec: all that a planning rule may see of a tensor, which is everything but its bytes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tensorplay.attributes.layout_kind import LayoutKind, strided
from tensorplay.geometry.layout import required_cells

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.geometry.layout import Layout


class Spec:
    """A layout, a dtype, a device and the two lazy bits.

    Specs are immutable and compared by identity: planning the same operation twice hands out the same object, which is
    what makes a spec a cheap key for the cache of plans. Use `same_as` to compare by value.
    """

    __slots__ = ("_met", "_reach", "conj", "device", "dtype", "layout", "neg")

    kind: LayoutKind = strided

    def __init__(self, layout: Layout, dtype: DType, device: Device, conj: bool = False, neg: bool = False) -> None:
        self.layout = layout
        self.dtype = dtype
        self.device = device
        self.conj = conj
        self.neg = neg
        self._reach = -1
        self._met = False  # whether a plan was made of it before; the first one is not worth remembering

    @property
    def reach(self) -> int:
        """Bytes of storage that the layout needs, from the storage's first byte to the last one touched."""
        if self._reach < 0:
            self._reach = required_cells(self.layout) * self.dtype.itemsize
        return self._reach

    @property
    def size(self) -> tuple[int, ...]:
        return self.layout.size

    @property
    def stride(self) -> tuple[int, ...]:
        return self.layout.stride

    @property
    def rank(self) -> int:
        return len(self.layout.size)

    @property
    def numel(self) -> int:
        return self.layout.numel

    @property
    def nbytes(self) -> int:
        """Bytes of the elements as counted by size, however few cells of storage they share."""
        return self.layout.numel * self.dtype.itemsize

    def with_layout(self, layout: Layout) -> Spec:
        """The same dtype, device and bits seen through another layout."""
        return Spec(layout, self.dtype, self.device, self.conj, self.neg)

    def same_as(self, other: Spec) -> bool:
        """Equality by value."""
        return (
            self.layout == other.layout
            and self.dtype is other.dtype
            and self.device == other.device
            and self.conj is other.conj
            and self.neg is other.neg
        )

    def __repr__(self) -> str:
        bits = "".join(f", {name}" for name in ("conj", "neg") if getattr(self, name))
        return f"Spec({self.layout!r}, {self.dtype}, {self.device}{bits})"


class NumberSpec:
    """Stands for a Python number among the operands of a plan: only its type counts, never its value."""

    __slots__ = ("number_type",)

    def __init__(self, number_type: type) -> None:
        self.number_type = number_type

    def __repr__(self) -> str:
        return f"NumberSpec({self.number_type.__name__})"


NUMBER_SPECS: dict[type, NumberSpec] = {kind: NumberSpec(kind) for kind in (bool, int, float, complex)}


def number_spec(value: object) -> NumberSpec | None:
    """What stands for a number among the operands: a Python number, or a NumPy scalar. None for anything else."""
    spec = NUMBER_SPECS.get(type(value))
    if spec is not None:
        if type(value) is int and not -(1 << 63) <= value < 1 << 64:
            raise OverflowError(
                f"{value} has more than 64 bits: an int among tensors lies between -2**63 and 2**64 - 1"
            )
        return spec
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return NUMBER_SPECS.get(type(value.item()))
    return next((NUMBER_SPECS[kind] for kind in NUMBER_SPECS if isinstance(value, kind)), None)


def plain_number(value: object) -> object:
    """A number as exactly Python's bool, int, float or complex; what is no number comes back as it is."""
    if type(value) in NUMBER_SPECS:
        return value
    spec = number_spec(value)
    if spec is None:
        return value
    return value.item() if hasattr(value, "item") else spec.number_type(value)
