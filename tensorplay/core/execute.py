"""The one waist: every operation of every face comes through `execute`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends import backend_for, blocks

from . import conversion
from . import tensor as tensor_module
from .access import array_of, check_storage, check_within, has_bytes
from .allocation import allocate, fills_uninitialised, grow
from .journal import Event, Operand, depth, observers
from .plan import Effect, Plan, as_plan
from .planning import ValuesNeeded, is_planning, plannings
from .spec import Spec, number_spec, plain_number
from .targets import (
    HAZARD,
    check_apart,
    check_guarded,
    check_several,
    check_writable,
    copied,
    fitting,
    into_several,
    overlapping,
    resize_output,
)
from .tensor import TensorBase, make_tensor
from .written import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tensorplay.geometry.layout import Layout

    from .operation import Operation
    from .storage import UntypedStorage

_new = object.__new__

# Set by autograd: called with (operation, operands, parameters, plan, outputs) when a gradient may be wanted.
recorder: Callable[..., None] | None = None


def execute(operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...], target: Any = None) -> Any:
    """Plan an operation on the specs of its operands, then carry it out.

    `operands` are tensors (or numbers, where the declaration allows them), `parameters` all other arguments in the
    order of the declaration. `target` is the tensor to be changed in place (then it is also the first
    operand) or an `out=`. Everything that can be refused is refused before anything changes.
    """
    if observers:
        return _execute(operation, operands, parameters, target)
    if operation.quick and not plannings and (target is None or (operands and target is operands[0])):
        recipes = operation.recipes if target is None else operation.changes
        try:
            if len(operands) == 2:
                left, right = operands
                recipe = recipes(left._spec, right._spec, *parameters)
            else:
                recipe = recipes(*[operand._spec for operand in operands], *parameters)
        except AttributeError:  # a number is among them, or something wrong
            recipe = _recipe_with_numbers(recipes, operands, parameters)
        except Exception:  # noqa: BLE001  (whatever is wrong, the long way finds it again and says it)
            recipe = None
        if recipe is not None:
            result = recipe(operands, parameters)
            if result is not None:
                return result
    elif operation.is_view and target is None:
        if len(operands) == 1:
            return see(operation, operands[0], parameters)
        result = _seen_with_others(operation, operands, parameters)
        if result is not None:
            return result
    return _execute(operation, operands, parameters, target)


def see(operation: Operation, input_: Any, parameters: tuple[Any, ...]) -> Any:
    """`execute` for a view operation of one tensor; this is the shortest way to a view there is."""
    if observers:
        return _execute(operation, (input_,), parameters, None)
    try:
        given = input_._spec
        if given._met:
            spec = operation.planned(given, *parameters)
        else:  # many a spec is met only once: rows of a batch, slices in a loop
            given._met = True
            spec = operation.fresh(given, *parameters)
    except (TypeError, AttributeError):  # unhashable, or no tensor: the long way says what is wrong
        return _execute(operation, (input_,), parameters, None)
    if type(spec) is Spec and input_._autograd is None:
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
    found = _seen(input_, spec)
    if found is None and operation.run_rule is not None and not plannings:  # no view, but a small copy perhaps
        recipe = operation.recipes(given, *parameters)
        found = None if recipe is None else recipe((input_,), parameters)
    return _execute(operation, (input_,), parameters, None) if found is None else found


def _seen_with_others(operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
    """A view whose sizes come from another tensor (view_as and its like); None where it needs the long way."""
    try:
        spec = operation.planned(*[operand._spec for operand in operands], *parameters)
    except (TypeError, AttributeError):
        return None
    return _seen(operands[0], spec)


def _seen(input_: Any, outcome: Any) -> Any:
    """What a plan makes of a tensor that autograd does not follow, if it is a matter of specs alone; else None."""
    if input_._autograd is not None:
        return None
    if type(outcome) is Spec:
        root = input_._root
        return make_tensor(input_._storage, outcome, input_ if root is None else root, input_._counter)
    if type(outcome) is tuple:
        storage, root, counter = input_._storage, input_._root, input_._counter
        root = input_ if root is None else root
        return tuple([make_tensor(storage, piece, root, counter) for piece in outcome])
    if outcome.effect is Effect.VIEW:
        return _views(outcome, input_)
    return input_ if outcome.effect is Effect.SAME else None


def _recipe_with_numbers(recipes: Any, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
    try:
        specs = [operand._spec if isinstance(operand, TensorBase) else number_spec(operand) for operand in operands]
        return recipes(*specs, *parameters)
    except Exception:  # noqa: BLE001  (as in `execute`)
        return None


def _execute(operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...], target: Any) -> Any:
    """The long way: checks, observers, bytes, the graph."""
    parameters = operation.read(parameters)
    plan = as_plan(operation.plan_for(operands, parameters))
    if isinstance(target, (tuple, list)) or (plan.several and target is not None):
        check_several(operation.name, plan, target)
        return into_several(execute(operation, operands, parameters), target)
    tensors = [operand for operand in operands if isinstance(operand, TensorBase)]
    if operation.check_rule is not None:
        operation.check_rule(plan, target, *operands, *parameters)
    if plan.effect is Effect.UNKNOWN:
        plan = _measured(operation, plan, operands, parameters)
    if plan.effect is Effect.WRITE or plan.effect is Effect.REBIND:
        target = tensors[0]
    written = _checked(operation, plan, tensors, target)
    if plan.refusal is not None:
        raise plan.refusal.exception()
    shared = []
    if target is not None and written:
        shared = overlapping(tensors, target, target._spec.layout if plan.effect is Effect.WRITE else written[0])
    event = None
    if observers:
        event = _announced(operation, plan, tensors, target, written)
        event.hazard = HAZARD if shared else plan.hazard
        for observer in list(observers):
            observer.before(event, target)
    if target is not None and shared:
        operands = [copied(item) if any(item is tensor for tensor in shared) else item for item in operands]
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
    if not plan.detached:
        check_guarded(target)
    if plan.effect is Effect.VIEW or plan.effect is Effect.REBIND:
        return ()
    if plan.effect is not Effect.WRITE:
        return (fitting(operation.name, plan, tensors, target),)
    check_storage(target)
    if not plan.shared_cells_allowed:
        check_writable(target._spec.layout)
        check_apart(target, target._spec.layout, tensors[1:], exactly=plan.apart)
    return plan.written


def _announced(
    operation: Operation, plan: Plan, tensors: list[TensorBase], target: Any, written: tuple[Layout, ...]
) -> Event:
    event = Event(operation.name, depth(), tensors)
    event.effect = plan.effect if target is None else _effect_on_target(plan)
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
    if plan.effect is Effect.REBIND:
        return _rebind(plan, target, operands[-1]._storage)
    if target is None:
        return _compute(operation, plan, operands, parameters)
    if plan.effect is not Effect.WRITE and plan.outputs[0].size != target._spec.size:
        resize_output(target, plan.outputs[0])
    return _write(operation, plan, operands, parameters, target, written)


def _effect_on_target(plan: Plan) -> Effect:
    """What an operation in place does: it changes the tensor, or what the plan computes is written into its cells."""
    return plan.effect if plan.effect in (Effect.VIEW, Effect.REBIND) else Effect.WRITE


def finish(event: Event, plan: Plan, result: Any, target: TensorBase | None) -> None:
    """Complete an event and tell the observers."""
    outputs = result if isinstance(result, (tuple, list)) else (result,)
    event.effect = plan.effect if target is None else _effect_on_target(plan)
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
    return plan.gathered(results)


def _restride(target: TensorBase, spec: Spec) -> TensorBase:
    """An in-place view operation: only this tensor gets another spec."""
    target._spec = spec
    target._counter[0] += 1
    return target


def _rebind(plan: Plan, target: TensorBase, storage: UntypedStorage) -> TensorBase:
    """Only this tensor gets another spec and storage; the storage grows if it must."""
    (spec,) = plan.outputs
    grow(storage, spec.layout, spec.dtype)
    target._spec = spec
    target._storage = storage
    if not plan.detached:
        target._counter[0] += 1
    return target


def _compute(operation: Operation, plan: Plan, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
    """Allocate the outputs and run."""
    poison = not plan.initialised and fills_uninitialised()
    results = [make_tensor(allocate(spec, poison=poison), spec) for spec in plan.outputs]
    if operation.run_rule is not None and plan.initialised:
        if has_bytes([*operands, *results]):
            backend = backend_for(plan.outputs[0].device.type)
            arrays = [backend.array(result._storage.buffer, result._spec.layout, result.dtype) for result in results]
            if arrays[0].size > blocks.BLOCK_ELEMENTS and conversion.is_in_blocks(plan, operands):
                conversion.run_into(backend, operation, plan, operands, parameters, arrays[0], plan.outputs[0])
            else:
                _run(backend, operation, plan, operands, parameters, arrays)
        for result in results:
            result._storage.record.forget(EVERYTHING)
    return plan.gathered(results)


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
    exactly: Sequence[Layout] | None = None if plan.partly else written
    if has_bytes([*operands, target]):
        backend = backend_for(target.device.type)
        if operation.measure_rule is None and plan.effect is Effect.WRITE:
            found = operation.run_rule(backend, target, *operands[1:], *parameters)  # type: ignore[misc]
            exactly = found if plan.partly else exactly
        else:
            wanted = plan.outputs[0]
            array = backend.array(storage.buffer, target._spec.layout, target.dtype)
            is_plain = wanted.dtype is target.dtype and not target._spec.conj and not target._spec.neg
            is_long = array.size > blocks.BLOCK_ELEMENTS
            if (is_long and conversion.is_in_blocks(plan, operands, target)) or (
                not is_plain and backend.is_packed(wanted.dtype)
            ):
                conversion.run_into(backend, operation, plan, operands, parameters, array, target._spec)
            elif is_plain:
                _run(backend, operation, plan, operands, parameters, [array])
            else:
                temporary = backend.temporary(wanted.size, wanted.dtype)
                _run(backend, operation, plan, operands, parameters, [temporary])
                backend.store_resolved(array, target._spec, temporary)
    if not is_planning() or storage.shadow_of is not None:
        storage.note_write(written if exactly is None else exactly, target.dtype, certain=exactly is not None)
        target._counter[0] += 1
    return target


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
        array_of(operand, resolve=not operation.bit_aware) if isinstance(operand, TensorBase) else plain_number(operand)
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


def _measured(operation: Operation, plan: Plan, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Plan:
    """A plan whose sizes depend on values, now that the values may be looked at."""
    if not has_bytes(operands):
        if is_planning():
            raise ValuesNeeded(f"the size of {operation.name}() depends on values")
        raise NotImplementedError(f"{operation.name}() has a size that depends on values, and device 'meta' has none")
    arrays = [array_of(operand) if isinstance(operand, TensorBase) else operand for operand in operands]
    backend = backend_for(plan.outputs[0].device.type)
    outputs = operation.measure_rule(backend, plan, *arrays, *parameters)  # type: ignore[misc]
    return Plan(Effect.NEW, outputs, several=plan.several, apart=plan.apart, exact_dtype=plan.exact_dtype)
