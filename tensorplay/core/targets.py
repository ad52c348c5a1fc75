"""Writing into a tensor that exists: what may be written, and what must not be read meanwhile."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.promotion import can_cast
from tensorplay.backends import backend_for
from tensorplay.geometry import overlap
from tensorplay.geometry.layout import Layout

from .access import array_of, check_storage, check_within, has_bytes
from .allocation import allocate, contiguous_spec, grow
from .storage_facts import start_within
from .tensor import TensorBase, make_tensor
from .written import in_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .plan import Plan
    from .spec import Spec

# Set by autograd: refuses an in-place change of this tensor, if it must.
write_guard: Callable[[TensorBase], None] | None = None

HAZARD = (
    "an operand shares cells with the tensor that is written, in another arrangement: computed as if it had been "
    "copied first, while in PyTorch the result depends on the order of the loop"
)


def fitting(name: str, plan: Plan, tensors: list[TensorBase], target: TensorBase) -> Layout:
    """Check that the result may be written into `target`; return the layout that it will have there."""
    wanted = plan.outputs[0]
    spec = target._spec
    check_dtype(name, plan, wanted.dtype, spec.dtype)
    if wanted.device != spec.device:
        raise RuntimeError(f"{name}(): the result is on {wanted.device}, but the target is on {spec.device}")
    if wanted.size != spec.size:
        if tensors and target is tensors[0]:
            raise RuntimeError(
                f"output with shape {list(spec.size)} doesn't match the broadcast shape {list(wanted.size)}"
            )
        layout = Layout(wanted.size, wanted.stride, spec.layout.offset)
        if not target._storage.resizable():
            check_within(wanted.with_layout(layout), target._storage)
    else:
        layout = spec.layout
        check_storage(target)
    if plan.overlap != "never":
        seen = layout if plan.overlap == "resized" else spec.layout
        check_writable(seen)
        check_apart(target, seen, tensors, exactly=plan.apart)
    return layout


def check_dtype(name: str, plan: Plan, wanted: Any, given: Any) -> None:
    """Refuse a target whose dtype the result cannot be cast to, or any that a plan exact in this does not allow."""
    allowed = plan.exact_dtype if isinstance(plan.exact_dtype, tuple) else (wanted,)
    if plan.exact_dtype and given in allowed:
        return
    if not can_cast(wanted, given):
        raise plan.cast_error(f"result type {_short(wanted)} can't be cast to the desired output type {_short(given)}")
    if plan.exact_dtype:
        names = " or ".join(map(str, allowed))
        raise RuntimeError(f"{name}() writes into an out= of {names} only, but this one has {given}")


def _short(dtype: Any) -> str:
    names = {
        "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half",
        "float32": "Float", "float64": "Double", "bool": "Bool", "bfloat16": "BFloat16", "complex32": "ComplexHalf",
        "complex64": "ComplexFloat", "complex128": "ComplexDouble", "uint16": "UInt16", "uint32": "UInt32",
        "uint64": "UInt64",
    }  # fmt: skip
    return names[dtype.name]


def check_guarded(target: TensorBase) -> None:
    """Refuse to change a tensor that autograd needs as it is."""
    if write_guard is not None:
        write_guard(target)


def check_writable(layout: Layout) -> None:
    """Refuse to write through a layout in which elements share cells by stride 0."""
    reason = overlap.writes_refused(layout.size, layout.stride)
    if reason is not None:
        raise reason.exception()


def check_apart(target: TensorBase, layout: Layout, inputs: Sequence[TensorBase], *, exactly: bool = False) -> None:
    """Refuse inputs that overlap the target in part (rule 32); `layout` is how the target will be written.

    With `exactly` also those that are the very same cells.
    """
    for tensor in inputs:
        start = start_within(target._storage, tensor._storage)
        if start is not None:
            reason = overlap.partial_overlap(
                layout,
                tensor._spec.layout,
                output_itemsize=target.itemsize,
                operand_itemsize=tensor.itemsize,
                operand_start=start,
                same_allowed=not exactly,
            )
            if reason is not None:
                raise reason.exception()


def overlapping(tensors: Sequence[TensorBase], target: TensorBase, written: Layout) -> list[TensorBase]:
    """Operands that share cells with what is written in another arrangement: writing would change what is read."""
    found = []
    for tensor in tensors:
        if tensor is target:
            continue
        start = start_within(target._storage, tensor._storage)
        if start is None or (start, tensor.itemsize, tensor._spec.layout) == (0, target.itemsize, written):
            continue
        read, cells = bytes_of(tensor, start), in_bytes(written, target.itemsize)
        if overlap.shares_cells(read, cells) != "no":
            found.append(tensor)
    return found


def share_memory(first: TensorBase, second: TensorBase) -> bool:
    """Whether writing to one tensor may change the other: they lie on one storage, or on two in the same memory."""
    return start_within(first._storage, second._storage) is not None


def share_cells(first: TensorBase, second: TensorBase) -> bool:
    """Whether some byte belongs to elements of both tensors; also where that takes too long to find out."""
    start = start_within(first._storage, second._storage)
    return start is not None and overlap.shares_cells(bytes_of(first), bytes_of(second, start)) != "no"


def bytes_of(tensor: TensorBase, start: int = 0) -> Layout:
    """The bytes of a tensor's elements, counted from `start` bytes before its storage."""
    layout = in_bytes(tensor._spec.layout, tensor.itemsize)
    return Layout(layout.size, layout.stride, layout.offset + start) if start else layout


def copied(tensor: TensorBase) -> TensorBase:
    """The values of a tensor on a storage of its own, taken before they are overwritten."""
    spec = contiguous_spec(tensor._spec.size, tensor.dtype, tensor.device)
    copy: TensorBase = make_tensor(allocate(spec, poison=False), spec)
    if has_bytes((tensor, copy)):
        backend = backend_for(spec.device.type)
        backend.store(backend.array(copy._storage.buffer, spec.layout, spec.dtype), spec.dtype, array_of(tensor))
    return copy


def resize_output(target: TensorBase, wanted: Spec) -> None:
    """Give an `out=` tensor the size and strides of the result, growing its storage if need be."""
    if target.numel():
        warnings.warn(
            f"an output with shape {list(target._spec.size)} was resized since it does not match the required output "
            f"shape {list(wanted.size)}; use out.resize_(0) to reuse a tensor on purpose",
            UserWarning,
            stacklevel=6,
        )
    layout = Layout(wanted.size, wanted.stride, target._spec.layout.offset)
    grow(target._storage, layout, target.dtype)
    target._spec = target._spec.with_layout(layout)


def check_several(name: str, plan: Plan, targets: Any) -> None:
    """Refuse the `out=` of an operation with several outputs before any of them is written.

    And a tuple for an operation that has one output: `out=` is a tuple exactly where the result is one.
    """
    if not plan.several:
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(targets).__name__}")
    if not isinstance(targets, (tuple, list)):
        raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not {type(targets).__name__}")
    if len(targets) != len(plan.outputs):
        raise TypeError(f"{name}(): out= needs {len(plan.outputs)} tensors, but got {len(targets)}")
    for target in targets:
        if not isinstance(target, TensorBase):
            raise TypeError(f"{name}(): out= needs tensors, but got {type(target).__name__}")
    for wanted, target in zip(plan.outputs, targets, strict=True):
        check_dtype(name, plan, wanted.dtype, target.dtype)
        check_guarded(target)
        if target._spec.size == wanted.size:
            check_storage(target)
            check_writable(target._spec.layout)
        elif not target._storage.resizable():
            layout = Layout(wanted.size, wanted.stride, target._spec.layout.offset)
            check_within(wanted.with_layout(layout), target._storage)


def into_several(results: tuple[Any, ...], targets: Sequence[Any]) -> Any:
    """Move the results of an operation with several outputs into the tensors of its `out=`."""
    for result, target in zip(results, targets, strict=True):
        if target._spec.size != result._spec.size:
            resize_output(target, result._spec)
        target.copy_(result)
    kind: Any = type(results)
    return tuple(targets) if kind is tuple else kind(*targets)
