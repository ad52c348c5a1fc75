"""The one waist: every operation of every face comes through `execute`."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.promotion import can_cast
from tensorplay.backends import backend_for
from tensorplay.geometry import overlap
from tensorplay.geometry.layout import Layout, contiguous_strides, required_cells

from . import tensor as tensor_module
from .journal import Event, Operand, depth, nested, observers
from .plan import Effect, Plan
from .spec import Spec
from .storage import UntypedStorage
from .tensor import TensorBase, make_tensor
from .written import EVERYTHING, in_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .operation import Operation

_new = object.__new__

# Set by autograd: called with (operation, operands, parameters, plan, outputs) when a gradient may be wanted.
recorder: Callable[..., None] | None = None
# Set by autograd: refuses an in-place change of this tensor, if it must.
write_guard: Callable[[TensorBase], None] | None = None

_planning = False


class ValuesNeeded(RuntimeError):  # noqa: N818  (a state of affairs, caught by whoever plans)
    """Raised where only planning was allowed and the outcome depends on values."""


@contextmanager
def planning() -> Iterator[None]:
    """Inside, operations plan but nothing is allocated, computed or written: results have specs and no bytes."""
    global _planning
    before = _planning
    _planning = True
    try:
        yield
    finally:
        _planning = before


def is_planning() -> bool:
    """Whether operations only plan at the moment."""
    return _planning


def execute(operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...], target: Any = None) -> Any:
    """Plan an operation on the specs of its operands, then carry it out.

    `operands` are tensors (or numbers, where the declaration allows them), `parameters` all other arguments in the
    order of the declaration. `target` is the tensor to be changed in place (then it is also the first operand) or an `out=`.
    Everything that can be refused is refused before anything changes.
    """
    if operation.is_view and target is None and not observers:
        # The fast path: a view whose plan is known, of a tensor that autograd does not follow.
        input_ = operands[0]
        try:
            spec = operation.planned(input_._spec, *parameters)
        except (TypeError, AttributeError):  # unhashable, or no tensor: the long way says what is wrong
            return _execute(operation, operands, parameters, target)
        if input_._autograd is not None:
            return _execute(operation, operands, parameters, target)
        if type(spec) is Spec:
            if operation.within_storage:
                check_within(spec, input_._storage)
            result = _new(tensor_module.tensor_class)
            result._storage = input_._storage
            result._spec = spec
            root = input_._root
            result._root = input_ if root is None else root
            result._counter = input_._counter
            result._autograd = None
            return result
        if spec.effect is Effect.VIEW:
            return _views(spec, input_)
        if spec.effect is Effect.SAME:
            return input_
    return _execute(operation, operands, parameters, target)


def _execute(operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...], target: Any) -> Any:
    """The long way: checks, observers, bytes, the graph."""
    outcome = operation.plan_for(operands, parameters)
    plan = outcome if isinstance(outcome, Plan) else Plan(Effect.VIEW, (outcome,))
    tensors = [operand for operand in operands if isinstance(operand, TensorBase)]
    if plan.effect is Effect.UNKNOWN:
        plan = _measured(operation, plan, operands, parameters)
    if plan.effect is Effect.WRITE:
        target = tensors[0]
    written = _checked(operation, plan, tensors, target)
    shared = [] if target is None else _overlapping(tensors, target)
    event = None
    if observers:
        event = _announced(operation, plan, tensors, target, written)
        event.hazard = _HAZARD if shared else plan.hazard
        for observer in list(observers):
            observer.before(event, target)
    if target is not None and shared:
        operands = [_copied(item) if any(item is tensor for tensor in shared) else item for item in operands]
    result = _carried_out(operation, plan, operands, parameters, target, written)
    if recorder is not None and any(tensor._autograd is not None for tensor in tensors):
        recorder(operation, operands, parameters, plan, result)
    if event is not None:
        finish(event, plan, result, target)
    return result


def _checked(operation: Operation, plan: Plan, tensors: list[TensorBase], target: Any) -> tuple[Layout, ...]:
    """Refuse what may not be written; return the layouts that will be."""
    if operation.within_storage:
        check_within(plan.outputs[0], tensors[0]._storage)
    if target is None:
        return ()
    if not isinstance(target, TensorBase):
        raise TypeError(f"{operation.name}(): argument 'out' must be Tensor, not {type(target).__name__}")
    if write_guard is not None:
        write_guard(target)
    if plan.effect is Effect.VIEW:
        return ()
    if plan.effect is not Effect.WRITE:
        return (_fitting(operation, plan, tensors, target),)
    check_storage(target)
    if not plan.shared_cells_allowed:
        check_writable(target)
        check_apart(operation.name, target, target._spec.layout, tensors[1:])
    return plan.written


def _announced(
    operation: Operation, plan: Plan, tensors: list[TensorBase], target: Any, written: tuple[Layout, ...]
) -> Event:
    event = Event(operation.name, depth(), tensors)
    event.effect = plan.effect if target is None or plan.effect is Effect.VIEW else Effect.WRITE
    if written:
        event.written = tuple([(target._storage.serial, layout, target.itemsize) for layout in written])
    return event


def _carried_out(
    operation: Operation,
    plan: Plan,
    operands: Sequence[Any],
    parameters: tuple[Any, ...],
    target: Any,
    written: tuple[Layout, ...],
) -> Any:
    """Bind the outputs to storages and run."""
    if plan.effect is Effect.SAME:
        return operands[0]
    if plan.effect is Effect.VIEW:
        return _views(plan, operands[0]) if target is None else _restride(target, plan.outputs[0])
    if target is None:
        return _compute(operation, plan, operands, parameters)
    if plan.effect is not Effect.WRITE and plan.outputs[0].size != target._spec.size:
        resize_output(target, plan.outputs[0])
    return _write(operation, plan, operands, parameters, target, written)


def finish(event: Event, plan: Plan, result: Any, target: TensorBase | None) -> None:
    """Complete an event and tell the observers."""
    outputs = result if isinstance(result, (tuple, list)) else (result,)
    event.effect = Effect.WRITE if target is not None and plan.effect is not Effect.VIEW else plan.effect
    event.copies = plan.copies
    event.outputs = tuple([Operand(output) for output in outputs if isinstance(output, TensorBase)])
    if event.effect is Effect.NEW and plan.initialised:
        event.bytes_moved = sum(output._spec.nbytes for output in outputs if isinstance(output, TensorBase))
    elif event.effect is Effect.WRITE:
        event.bytes_moved = sum(layout.numel * itemsize for _, layout, itemsize in event.written)
    for observer in list(observers):
        observer.after(event)


def _views(plan: Plan, base: TensorBase) -> Any:
    if plan.detached:
        return make_tensor(base._storage, plan.outputs[0], None, base._counter)
    root = base if base._root is None else base._root
    results = [make_tensor(base._storage, spec, root, base._counter) for spec in plan.outputs]
    return tuple(results) if plan.several else results[0]


def _restride(target: TensorBase, spec: Spec) -> TensorBase:
    """An in-place view operation: only this tensor gets another spec."""
    target._spec = spec
    target._counter[0] += 1
    return target


def _has_bytes(operands: Sequence[Any]) -> bool:
    """Whether bytes may be read: not while planning, and not on a device without any."""
    return not _planning and all(
        operand._storage.buffer is not None for operand in operands if isinstance(operand, TensorBase)
    )


def allocate(spec: Spec, *, poison: bool) -> UntypedStorage:
    """A storage that holds exactly what the spec needs; without bytes while planning."""
    nbytes = spec.reach
    if nbytes >= 1 << 63:
        raise RuntimeError(f"a tensor of size {list(spec.size)} needs {nbytes} bytes, more than an address can count")
    if _planning:
        return UntypedStorage.planned(nbytes, spec.device)
    return UntypedStorage.allocate(nbytes, spec.device, poison=spec.dtype if poison else None)


def _compute(operation: Operation, plan: Plan, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
    """Allocate the outputs and run."""
    poison = not plan.initialised and fills_uninitialised()
    results = [make_tensor(allocate(spec, poison=poison), spec) for spec in plan.outputs]
    if operation.run_rule is not None and plan.initialised:
        if _has_bytes([*operands, *results]):
            backend = backend_for(plan.outputs[0].device.type)
            arrays = [backend.array(result._storage.buffer, result._spec.layout, result.dtype) for result in results]
            _run(backend, operation, plan, operands, parameters, arrays)
        for result in results:
            result._storage.record.forget(EVERYTHING)
    return tuple(results) if plan.several else results[0]


def _write(
    operation: Operation,
    plan: Plan,
    operands: Sequence[Any],
    parameters: tuple[Any, ...],
    target: TensorBase,
    written: tuple[Layout, ...],
) -> TensorBase:
    """Run into a tensor that exists."""
    storage = target._storage
    if _has_bytes([*operands, target]):
        backend = backend_for(target.device.type)
        if operation.measure_rule is None and plan.effect is Effect.WRITE:
            operation.run_rule(backend, target, *operands[1:], *parameters)  # type: ignore[misc]
        else:
            wanted = plan.outputs[0]
            array = backend.array(storage.buffer, target._spec.layout, target.dtype)
            if wanted.dtype is target.dtype and not target._spec.conj and not target._spec.neg:
                _run(backend, operation, plan, operands, parameters, [array])
            else:
                temporary = backend.temporary(wanted.size, wanted.dtype)
                _run(backend, operation, plan, operands, parameters, [temporary])
                backend.store_resolved(array, target._spec, temporary)
    if not _planning or storage.shadow_of is not None:
        for layout in written:
            storage.note_write(layout, target.dtype)
        target._counter[0] += 1
    return target


_HAZARD = (
    "an operand shares cells with the tensor that is written, in another arrangement: computed as if it had been "
    "copied first, while in PyTorch the result depends on the order of the loop"
)


def _overlapping(tensors: Sequence[TensorBase], target: TensorBase) -> list[TensorBase]:
    """Operands that share cells with the target in another arrangement, so that writing would change what is read."""
    sharing = [tensor for tensor in tensors if tensor._storage is target._storage and tensor is not target]
    if not sharing:
        return []
    cells = in_bytes(target._spec.layout, target.itemsize)
    return [
        tensor
        for tensor in sharing
        if (tensor.itemsize, tensor._spec.layout) != (target.itemsize, target._spec.layout)
        and overlap.shares_cells(in_bytes(tensor._spec.layout, tensor.itemsize), cells) != "no"
    ]


def _copied(tensor: TensorBase) -> TensorBase:
    """The values of a tensor on a storage of its own, taken before they are overwritten."""
    spec = contiguous_spec(tensor._spec.size, tensor.dtype, tensor.device)
    copy: TensorBase = make_tensor(allocate(spec, poison=False), spec)
    if _has_bytes((tensor, copy)):
        backend = backend_for(spec.device.type)
        backend.store(backend.array(copy._storage.buffer, spec.layout, spec.dtype), spec.dtype, array_of(tensor))
    return copy


def _run(
    backend: Any,
    operation: Operation,
    plan: Plan,
    operands: Sequence[Any],
    parameters: tuple[Any, ...],
    outputs: list[Any],
) -> None:
    """The gate: lazy bits are resolved, packed dtypes unpacked, then the operation computes."""
    arrays = [
        array_of(operand, resolve=not operation.bit_aware) if isinstance(operand, TensorBase) else operand
        for operand in operands
    ]
    packed = [backend.is_packed(spec.dtype) for spec in plan.outputs]
    places = [
        backend.temporary(spec.size, spec.dtype) if is_packed else output
        for spec, is_packed, output in zip(plan.outputs, packed, outputs, strict=True)
    ]
    if operation.has_sequence:
        fixed = operation.fixed_operands
        arrays = [*arrays[:fixed], arrays[fixed:]]
    operation.run_rule(backend, tuple(places) if plan.several else places[0], *arrays, *parameters)  # type: ignore[misc]
    for spec, is_packed, place, output in zip(plan.outputs, packed, places, outputs, strict=True):
        if is_packed:
            backend.store(output, spec.dtype, place)


def check_within(spec: Spec, storage: UntypedStorage) -> None:
    """Refuse a layout that would leave the storage."""
    if spec.reach > storage._nbytes:
        raise RuntimeError(
            f"size {list(spec.size)}, stride {list(spec.stride)} and offset {spec.layout.offset} reach {spec.reach} "
            f"bytes into the storage, which has {storage._nbytes}"
        )


def check_storage(tensor: TensorBase) -> None:
    """Refuse a tensor whose storage was shrunk below what its layout reaches."""
    spec = tensor._spec
    if spec.reach > tensor._storage._nbytes:
        raise RuntimeError(
            f"a tensor of size {list(spec.size)}, stride {list(spec.stride)} and offset {spec.layout.offset} needs "
            f"{spec.reach} bytes of storage, but its storage was resized to {tensor._storage._nbytes} bytes"
        )


def array_of(tensor: TensorBase, *, resolve: bool = True) -> Any:
    """The values of a tensor as the backend's array: a window on the storage where possible.

    Raises RuntimeError where the storage has become too small, ValuesNeeded while planning, and NotImplementedError
    where there are no bytes.
    """
    storage = tensor._storage
    if _planning or storage.shadow_of is not None:
        raise ValuesNeeded("the outcome depends on the values of a tensor")
    if storage.buffer is None:
        raise NotImplementedError(f"a tensor on device '{tensor.device}' has a layout but no values to read")
    check_storage(tensor)
    spec = tensor._spec
    backend = backend_for(spec.device.type)
    array = backend.values(storage.buffer, spec.layout, spec.dtype)
    return backend.resolved(array, spec) if resolve and (spec.conj or spec.neg) else array


def _measured(operation: Operation, plan: Plan, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Plan:
    """A plan whose sizes depend on values, now that the values may be looked at."""
    if not _has_bytes(operands):
        if _planning:
            raise ValuesNeeded(f"the size of {operation.name}() depends on values")
        raise NotImplementedError(f"{operation.name}() has a size that depends on values, and device 'meta' has none")
    arrays = [array_of(operand) if isinstance(operand, TensorBase) else operand for operand in operands]
    backend = backend_for(plan.outputs[0].device.type)
    outputs = operation.measure_rule(backend, plan, *arrays, *parameters)  # type: ignore[misc]
    return Plan(Effect.NEW, outputs, several=plan.several)


def _fitting(operation: Operation, plan: Plan, tensors: list[TensorBase], target: TensorBase) -> Layout:
    """Check that the result may be written into `target`; return the layout that it will have there."""
    wanted = plan.outputs[0]
    spec = target._spec
    if not can_cast(wanted.dtype, spec.dtype):
        raise RuntimeError(
            f"result type {_short(wanted.dtype)} can't be cast to the desired output type {_short(spec.dtype)}"
        )
    if wanted.device != spec.device:
        raise RuntimeError(f"{operation.name}(): the result is on {wanted.device}, but the target is on {spec.device}")
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
        check_writable(target)
    check_apart(operation.name, target, layout, tensors)
    return layout


def check_apart(name: str, target: TensorBase, layout: Layout, inputs: Sequence[TensorBase]) -> None:
    """Refuse inputs that overlap the target in part (rule 32); `layout` is how the target will be written."""
    for tensor in inputs:
        if tensor._storage is target._storage and overlap.partial_overlap(
            layout, tensor._spec.layout, output_itemsize=target.itemsize, operand_itemsize=tensor.itemsize
        ):
            raise RuntimeError(
                f"{name}(): the target {list(layout.size)} and an input {list(tensor._spec.size)} overlap in "
                "part of their cells; clone() the input before the operation"
            )


def _short(dtype: Any) -> str:
    names = {
        "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half",
        "float32": "Float", "float64": "Double", "bool": "Bool", "bfloat16": "BFloat16", "complex32": "ComplexHalf",
        "complex64": "ComplexFloat", "complex128": "ComplexDouble", "uint16": "UInt16", "uint32": "UInt32",
        "uint64": "UInt64",
    }  # fmt: skip
    return names[dtype.name]


def check_writable(target: TensorBase) -> None:
    """Refuse to write through a layout in which elements share cells by stride 0."""
    layout = target._spec.layout
    if overlap.writes_refused(layout.size, layout.stride):
        raise RuntimeError(
            f"more than one element of the written-to tensor refers to a single memory location: size "
            f"{list(layout.size)} with stride {list(layout.stride)}; clone() the tensor before writing"
        )


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


def grow(storage: UntypedStorage, layout: Layout, dtype: Any) -> None:
    """Make a storage large enough for a layout; the new tail is marked as uninitialised."""
    needed = required_cells(layout) * dtype.itemsize
    if needed > storage._nbytes:
        storage.resize_(needed, poison=dtype if fills_uninitialised() else None)


_fill_uninitialised = [True]


def fills_uninitialised() -> bool:
    """Whether uninitialised memory is filled with its mark."""
    return _fill_uninitialised[0]


def set_fill_uninitialised(value: bool) -> None:
    """Switch the filling of uninitialised memory on or off."""
    _fill_uninitialised[0] = bool(value)


def contiguous_spec(size: tuple[int, ...], dtype: Any, device: Any) -> Spec:
    """The spec of a new contiguous tensor."""
    return Spec(Layout(size, contiguous_strides(size)), dtype, device)


@contextmanager
def composed(name: str, tensors: Sequence[TensorBase]) -> Iterator[Callable[[Any], Any]]:
    """Operations inside belong to one composed operation `name`; call what is yielded with its result."""
    if not observers:
        yield _unchanged
        return
    event = Event(name, depth(), tensors)
    moved = _MovedBytes()
    observers.append(moved)
    finished: list[Any] = []

    def conclude(result: Any) -> Any:
        finished.append(result)
        return result

    try:
        with nested(event):
            yield conclude
    finally:
        observers.remove(moved)
    if finished:
        _finish_composed(event, finished[0], tensors, moved)


def _unchanged(result: Any) -> Any:
    return result


class _MovedBytes:
    """Adds up what the parts of a composed operation did."""

    def __init__(self) -> None:
        self.bytes_moved = 0
        self.written: list[tuple[int, Layout, int]] = []
        self.copied_last = False
        self.hazard: str | None = None

    def before(self, event: Event, target: TensorBase | None) -> None:
        pass

    def after(self, event: Event) -> None:
        self.bytes_moved += event.bytes_moved
        self.written.extend(event.written)
        if event.effect is not Effect.VIEW:
            self.copied_last = event.copies
        self.hazard = self.hazard or event.hazard


def _finish_composed(event: Event, result: Any, tensors: Sequence[TensorBase], moved: _MovedBytes) -> None:
    outputs = result if isinstance(result, (tuple, list)) else (result,)
    outputs = tuple([output for output in outputs if isinstance(output, TensorBase)])
    event.outputs = tuple([Operand(output) for output in outputs])
    event.bytes_moved = moved.bytes_moved
    event.hazard = moved.hazard
    event.written = tuple(
        [item for item in moved.written if any(item[0] == operand.storage_serial for operand in event.inputs)]
    )
    source = tensors[0] if tensors else None
    if event.written:
        event.effect = Effect.WRITE
    elif outputs and any(output is source for output in outputs):
        event.effect = Effect.SAME
    elif outputs and source is not None and outputs[0]._storage is source._storage:
        event.effect = Effect.VIEW
    else:
        event.effect = Effect.NEW
        event.copies = moved.copied_last
    for observer in list(observers):
        observer.after(event)
