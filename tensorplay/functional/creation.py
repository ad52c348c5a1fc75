"""Factories: tensors from sizes and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import MemoryFormat
from tensorplay.core.execute import contiguous_spec
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.layout import Layout, check_size, format_strides, ordered_strides
from tensorplay.geometry.reasons import Refusal

from .op import Ints, Number, Sizes, op
from .parameters import create

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.layout_kind import LayoutKind

    from .faces import Tensor


@op()
def empty_in_format(size: Ints, format: str, dtype: DType, device: Device) -> Plan:
    """A new tensor of uninitialised cells with the strides of a memory format."""
    check_size(size)
    spec = Spec(Layout(size, format_strides(size, format)), dtype, device)
    return Plan(Effect.NEW, (spec,), initialised=False)


@op("factory")
def empty_permuted(size: Ints, physical_layout: Ints, dtype: DType, device: Device) -> Plan:
    """A dense tensor of uninitialised cells whose dimensions lie in memory in a given order.

    `physical_layout` lists the dimensions from the outermost in memory to the innermost, so that
    `t.stride(physical_layout[i])` is the i-th stride of a contiguous tensor. (0, 2, 3, 1) is NHWC for NCHW sizes. This is
    not `empty(size).permute(physical_layout)`.

    Raises RuntimeError for a wrong number of dimensions, a repeated one, or one out of range; negative dimensions are
    not counted from the end.

    >>> import tensorplay as tp
    >>> tp.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1), device="meta").stride()
    (105, 1, 21, 3)
    """
    check_size(size)
    spec = Spec(Layout(size, ordered_strides(size, physical_layout)), dtype, device)
    return Plan(Effect.NEW, (spec,), initialised=False)


@op("factory")
def zeros(size: Sizes, dtype: DType, device: Device) -> Plan:
    """A contiguous tensor of zeros.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 3).tolist()
    [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    return _new(size, dtype, device)


@zeros.run
def _(backend: Any, out: Any, size: Ints, dtype: DType, device: Device) -> None:
    backend.fill(out, 0)


def _new(size: Ints, dtype: DType, device: Device) -> Plan:
    check_size(size)
    return Plan(Effect.NEW, (contiguous_spec(size, dtype, device),))
