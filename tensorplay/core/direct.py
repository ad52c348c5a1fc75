"""The shortest way for small element-wise work: one call of one array function, with all else prepared.

An operation says by `@operation.direct` which array function its `run` comes down to where its operands and its result
have one dtype. Then what `recipe_for` prepares for small tensors of certain specs is a function made here. It gives
None, with nothing done, where these very tensors need the long way: one that autograd follows, a storage without bytes
or too small, two that share a storage of which one is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import BOOLEAN, FLOATING
from tensorplay.backends import backend_for
from tensorplay.backends.numbers import number
from tensorplay.geometry.formats import is_contiguous
from tensorplay.geometry.overlap import writes_refused

from .spec import NumberSpec, Spec, plain_number
from .storage import filled_storage
from .tensor import make_tensor

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .operation import Operation

Way = Callable[[Sequence[Any], tuple[Any, ...]], Any]

COPY = "copy"  # a new tensor with the same values
OVERWRITE = "overwrite"  # the first operand gets the values of the second

# Array functions that round to 16 bits what they have computed exactly, or in float32.
_FACTORS = {"multiply", "true_divide"}
_ROUNDED_ONCE = {
    "add", "subtract", "negative", "absolute", "maximum", "minimum", "equal", "not_equal", "less", "less_equal",
    "greater", "greater_equal", COPY, OVERWRITE, *_FACTORS,
}  # fmt: skip

# What an array function may raise where the long way finds another one; so does a quiet context that is in use.
_AVOIDABLE = (RuntimeError, TypeError, ValueError)


def direct_name(operation: Operation, specs: Sequence[Any], output: Spec, parameters: tuple[Any, ...]) -> str | None:
    """The array function that is all of an operation on operands of these specs; None where there is more to it."""
    dtypes = {spec.dtype for spec in specs if isinstance(spec, Spec)}
    if operation.direct_rule is None or len(dtypes) != 1 or len(specs) > 2:
        return None
    (dtype,) = dtypes
    if output.dtype is not dtype and output.dtype.category != BOOLEAN:
        return None
    if output.dtype.category == BOOLEAN and not all([_meets(spec, dtype) for spec in specs]):
        return None
    name: str | None = operation.direct_rule(dtype, *parameters)
    if dtype.category == FLOATING and dtype.itemsize == 2:
        # All else is computed in float32; and PyTorch rounds a number to 16 bits only where it is a term.
        numbers = any([isinstance(spec, NumberSpec) for spec in specs])
        return name if name in (_ROUNDED_ONCE - _FACTORS if numbers else _ROUNDED_ONCE) else None
    return name


def _meets(spec: Any, dtype: DType) -> bool:
    """Whether an operand certainly meets a tensor in the tensor's dtype; a result of bool does not show it."""
    return isinstance(spec, Spec) or (dtype.category == FLOATING and spec.number_type is not complex)


def making(name: str, specs: Sequence[Any], output: Spec) -> Way:
    """A new tensor from one operand or two, one of which may be a number."""
    backend = backend_for(output.device.type)
    quietly, nbytes, device = backend.quietly, output.reach, output.device
    compute = backend.xp.ndarray.copy if name == COPY else getattr(backend.xp, name)
    if not _comes_out_so(specs, output):
        compute = _placed(None if name == COPY else compute, output)
    looks = looks_for(specs)
    if len(specs) == 1:
        (look,) = looks

        def from_one(operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
            values = look(operands[0])
            if values is None:
                return None
            try:
                out = quietly(compute, values)
            except _AVOIDABLE:
                return None
            return make_tensor(filled_storage(None, nbytes, device, (output, out, None)), output)

        return from_one
    look_left, look_right = looks

    def from_two(operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
        left, right = operands
        left_values, right_values = look_left(left), look_right(right)
        if left_values is None or right_values is None:
            return None
        try:
            out = quietly(compute, left_values, right_values)
        except _AVOIDABLE:
            return None
        return make_tensor(filled_storage(None, nbytes, device, (output, out, None)), output)

    return from_two


def changing(name: str, specs: Sequence[Any]) -> Way:
    """The first operand, changed in place by itself or by a second one."""
    target_spec = specs[0]
    backend = backend_for(target_spec.device.type)
    compute, quietly = getattr(backend.xp, name), backend.quietly
    look, *others = looks_for(specs)

    def change(operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
        target = operands[0]
        storage = target._storage
        place = look(target)
        if place is None or storage.exported:
            return None
        try:
            if not others:
                quietly(compute, place, out=place)
            else:
                other = operands[1]
                values = others[0](other)
                if values is None or (other is not target and _may_share(other, storage)):
                    return None
                quietly(compute, place, values, out=place)
        except _AVOIDABLE:
            return None
        return _changed(target, storage, target_spec)

    return change


def copying(target_spec: Spec, source_spec: Spec) -> Way:
    """The first operand, overwritten with the values of the second, a tensor of the same dtype."""
    if target_spec.size == source_spec.size and _in_order(target_spec) and _in_order(source_spec):
        look_target, look_source = _bytes_look(target_spec), _bytes_look(source_spec)
        place: Any = slice(None)
    else:
        look_target, look_source = looks_for((target_spec, source_spec))
        place = ...

    def copy(operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
        target, source = operands
        storage, origin = target._storage, source._storage
        if storage is origin or storage.exported or origin.part_of is not None:
            return None
        cells, values = look_target(target), look_source(source)
        if cells is None or values is None:
            return None
        cells[place] = values
        return _changed(target, storage, target_spec)

    return copy


def _may_share(operand: Any, storage: Any) -> bool:
    """Whether an operand may lie on the memory of a storage that was not handed out; a number does not."""
    origin = getattr(operand, "_storage", None)
    return origin is not None and (origin is storage or origin.part_of is not None)


def _changed(target: Any, storage: Any, spec: Spec) -> Any:
    """The target, after what was written has been noted."""
    if storage._record is None:  # all was written before
        storage.version += 1
    else:
        storage.note_write((spec.layout,), spec.dtype)
    target._counter[0] += 1
    return target


def may_be_changed(spec: Any) -> bool:
    """Whether tensors of this spec can be written: none of their elements share a cell."""
    return isinstance(spec, Spec) and writes_refused(spec.size, spec.stride) is None


def looks_for(specs: Sequence[Any]) -> list[Callable[[Any], Any]]:
    """How operands of these specs are seen as arrays of one dtype."""
    (dtype,) = {spec.dtype for spec in specs if isinstance(spec, Spec)}
    return [_number_look(dtype) if isinstance(spec, NumberSpec) else tensor_look(spec) for spec in specs]


def tensor_look(spec: Spec) -> Callable[[Any], Any]:
    """How a tensor of this spec is seen as an array; its storage keeps the last array for the next time."""
    backend = backend_for(spec.device.type)
    see, window, reach = backend.see, backend.window(spec.layout, spec.dtype), spec.reach

    def look(tensor: Any) -> Any:
        if tensor._autograd is not None:
            return None
        storage = tensor._storage
        seen, array, _ = storage.seen
        if seen is not spec:
            if storage.buffer is None or reach > storage._nbytes:
                return None
            array = see(storage.buffer, window)
            storage.seen = (spec, array, None)
        return array

    return look


def _bytes_look(spec: Spec) -> Callable[[Any], Any]:
    """How a contiguous tensor of this spec is seen as bytes, kept beside the array that they were taken from."""
    look_at_array = tensor_look(spec)
    backend = backend_for(spec.device.type)

    def look(tensor: Any) -> Any:
        if tensor._autograd is not None:
            return None
        storage = tensor._storage
        seen, array, memory = storage.seen
        if seen is not spec or memory is None:
            array = look_at_array(tensor)
            if array is None:
                return None
            memory = backend.memory(array)
            storage.seen = (spec, array, memory)
        return memory

    return look


def _number_look(dtype: DType) -> Callable[[Any], Any]:
    """How numbers are seen as arrays of a dtype; the last one is kept for the next time."""
    backend = backend_for("cpu")
    array_type = backend.computing_type(dtype)
    last: tuple[Any, Any] = (None, None)

    def look(value: Any) -> Any:
        nonlocal last
        known, array = last
        if known is not value:
            array = number(backend.xp, plain_number(value), array_type)  # type: ignore[arg-type]
            last = (value, array)
        return array

    return look


def _comes_out_so(specs: Sequence[Any], output: Spec) -> bool:
    """Whether the array function, left to itself, makes an array of the very layout that was planned."""
    return output.rank > 0 and all(
        [
            isinstance(spec, NumberSpec) or not spec.rank or (spec.size == output.size and _in_order(spec))
            for spec in [*specs, output]
        ]
    )


def _in_order(spec: Spec) -> bool:
    return is_contiguous(spec.size, spec.stride, "contiguous")


def _placed(compute: Any, output: Spec) -> Callable[..., Any]:
    """The function writing into a new array of the planned layout; None for it stands for a copy."""
    backend = backend_for(output.device.type)
    window, nbytes = backend.window(output.layout, output.dtype), output.reach

    def place(*arrays: Any) -> Any:
        out = backend.see(backend.allocate_small(nbytes), window)
        if compute is None:
            out[...] = arrays[0]
        else:
            compute(*arrays, out=out)
        return out

    return place
