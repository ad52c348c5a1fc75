"""Operations whose operands or results are stored otherwise than they are computed.

Lazy bits are resolved, packed dtypes unpacked and results cast on the way. Element by element this is done block by
block, so that a long tensor is never converted as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends import backend_for, blocks

from .access import array_of
from .spec import Spec, plain_number
from .tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .operation import Operation
    from .plan import Plan


def is_in_blocks(plan: Plan, operands: Sequence[Any], target: TensorBase | None = None) -> bool:
    """Whether an operation whose result is longer than a block has to convert something, and can do so in blocks."""
    if not plan.elementwise:
        return False
    (wanted,) = plan.outputs
    if target is not None and (target.dtype is not wanted.dtype or is_converted(target._spec)):
        return True
    specs = [wanted, *[operand._spec for operand in operands if isinstance(operand, TensorBase)]]
    return any([is_converted(spec) for spec in specs])


def is_converted(spec: Spec) -> bool:
    """Whether the values of a tensor are others than its storage shows."""
    return spec.conj or spec.neg or backend_for(spec.device.type).is_packed(spec.dtype)


def run_into(
    backend: Any,
    operation: Operation,
    plan: Plan,
    operands: Sequence[Any],
    parameters: tuple[Any, ...],
    target: Any,
    stored: Spec,
) -> None:
    """Run an operation with one output, and write what it computes as `stored` says how the target holds it."""
    (wanted,) = plan.outputs
    direct = stored.dtype is wanted.dtype and not is_converted(stored)
    looks = [_look(backend, operand, resolve=not operation.bit_aware) for operand in operands]
    fixed = operation.fixed_operands
    run: Any = operation.run_rule

    def work(place: Any, *parts: Any) -> None:
        values: list[Any] = [look(part) for look, part in zip(looks, parts, strict=True)]
        if operation.has_sequence:
            values = [*values[:fixed], values[fixed:]]
        if direct:
            run(backend, place, *values, *parameters)
            return
        computed = backend.temporary(place.shape, wanted.dtype)
        run(backend, computed, *values, *parameters)
        if stored.dtype is not wanted.dtype:
            computed = backend.rounded(computed, wanted.dtype)
        backend.store_resolved(place, stored, computed)

    held = [
        array_of(operand, as_stored=True) if isinstance(operand, TensorBase) else plain_number(operand)
        for operand in operands
    ]
    if plan.elementwise:
        blocks.in_blocks(backend, work, target, *held)
    else:
        work(target, *held)


def _look(backend: Any, operand: Any, *, resolve: bool) -> Callable[[Any], Any]:
    """How a part of an operand, as it is stored, becomes values."""
    if not isinstance(operand, TensorBase) or not is_converted(operand._spec):
        return _as_it_is
    spec = operand._spec
    return lambda part: backend.read(part, spec, resolve)


def _as_it_is(part: Any) -> Any:
    return part
