"""Recipes: operations on small tensors of known specs, prepared so far that only the bytes are missing.

`execute` asks for one where nobody watches and nothing is out of the ordinary: one output on the CPU, no lazy bits, no
packed dtype, no gradient. A recipe does what `execute` would do, without asking again what the specs have answered; it
gives None, with nothing done, where these very tensors need the long way after all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends import backend_for

from . import direct
from .plan import Effect, as_plan
from .spec import NumberSpec, Spec, plain_number
from .storage import filled_storage
from .tensor import make_tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .operation import Operation
    from .plan import Plan

MOST_ELEMENTS = 1 << 15  # for larger results the work outweighs the way to it
MOST_BYTES = MOST_ELEMENTS << 4  # few elements that lie far apart need a large storage all the same


class Recipe:
    """How an operation makes a new tensor from operands of certain specs."""

    __slots__ = ("allocate", "backend", "check", "looks", "nbytes", "output_window", "plan", "run", "spec")

    def __init__(self, operation: Operation, operands: Sequence[Any], plan: Plan) -> None:
        (spec,) = plan.outputs
        backend = backend_for(spec.device.type)
        self.backend = backend
        # What is made from nothing may be around for long, and be handed to others: it lies on a cache line.
        self.allocate = backend.allocate_small if operands else backend.allocate
        self.run = operation.run_rule
        self.check = operation.check_rule
        self.plan = plan
        self.spec = spec
        self.nbytes = spec.reach
        self.output_window = backend.window(spec.layout, spec.dtype)
        self.looks = [plain_number if isinstance(spec, NumberSpec) else direct.tensor_look(spec) for spec in operands]

    def __call__(self, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
        """The result, or None."""
        arrays = []
        for look, operand in zip(self.looks, operands, strict=True):
            array = look(operand)
            if array is None:
                return None
            arrays.append(array)
        if self.check is not None:
            self.check(self.plan, None, *operands, *parameters)
        backend = self.backend
        buffer = self.allocate(self.nbytes)
        out = backend.see(buffer, self.output_window)
        self.run(backend, out, *arrays, *parameters)  # type: ignore[misc]
        storage = filled_storage(buffer, self.nbytes, self.spec.device, (self.spec, out, None))
        return make_tensor(storage, self.spec)


def recipe_for(operation: Operation, specs: Sequence[Any], parameters: tuple[Any, ...]) -> direct.Way | None:
    """How a new tensor is made from operands of these specs; None where it takes the long way.

    Errors of planning are not for this place to raise: the long way finds them again.
    """
    plan = _small_plan(operation, specs, parameters)
    if plan is None or not plan.initialised:
        return None
    (output,) = plan.outputs
    name = None if operation.check_rule is not None else direct.direct_name(operation, specs, output, parameters)
    if plan.effect is Effect.WRITE:
        may_copy = name == direct.OVERWRITE and all([isinstance(spec, Spec) for spec in specs])
        return direct.copying(*specs) if may_copy and direct.may_be_changed(output) else None
    return Recipe(operation, specs, plan) if name is None else direct.making(name, specs, output)


def change_for(operation: Operation, specs: Sequence[Any], parameters: tuple[Any, ...]) -> direct.Way | None:
    """How the first of operands of these specs is changed in place; None where it takes the long way."""
    plan = _small_plan(operation, specs, parameters)
    if plan is None or operation.check_rule is not None or not direct.may_be_changed(specs[0]):
        return None
    (output,) = plan.outputs
    if output.dtype is not specs[0].dtype or output.size != specs[0].size:
        return None
    name = direct.direct_name(operation, specs, output, parameters)
    return None if name is None else direct.changing(name, specs)


def _small_plan(operation: Operation, specs: Sequence[Any], parameters: tuple[Any, ...]) -> Plan | None:
    """The plan, if everything about it is small and plain."""
    numbers = [isinstance(spec, NumberSpec) for spec in specs]
    if (numbers and all(numbers)) or not all([_is_plain(spec) for spec in specs]):
        return None
    if any([number and not allowed for number, allowed in zip(numbers, operation.number_allowed, strict=True)]):
        return None
    plan = as_plan(operation.planned(*specs, *parameters))
    if plan.several or plan.refusal is not None or plan.effect not in (Effect.NEW, Effect.WRITE):
        return None
    (output,) = plan.outputs
    if not _is_plain(output) or not 0 < output.numel <= MOST_ELEMENTS or output.reach > MOST_BYTES:
        return None
    return plan


def _is_plain(spec: Any) -> bool:
    """A number, or a tensor on the CPU whose stored values are its values."""
    if not isinstance(spec, Spec):
        return isinstance(spec, NumberSpec)
    if spec.device.type != "cpu" or spec.conj or spec.neg or spec.numel == 0:
        return False
    return not backend_for("cpu").is_packed(spec.dtype)
