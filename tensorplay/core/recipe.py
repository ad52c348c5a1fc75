"""Recipe: an operation on small tensors of known specs, prepared so far that only the bytes are missing.

`execute` asks for one where nobody watches and nothing is out of the ordinary: one new output on the CPU, no lazy bits,
no packed dtype, no gradient. A recipe does what `execute` would do, without asking again what the specs have answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends import backend_for

from .plan import Effect, as_plan
from .spec import NumberSpec, Spec, plain_number
from .storage import UntypedStorage
from .tensor import make_tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .operation import Operation
    from .plan import Plan

MOST_ELEMENTS = 1 << 15  # for larger results the work outweighs the way to it
MOST_BYTES = MOST_ELEMENTS << 4  # few elements that lie far apart need a large storage all the same


class Recipe:
    """How an operation runs on operands of certain specs; `windows` says how each operand's buffer is to be seen."""

    __slots__ = ("backend", "check", "nbytes", "output_window", "plan", "reaches", "run", "spec", "windows")

    def __init__(self, operation: Operation, operands: Sequence[Any], plan: Plan) -> None:
        (spec,) = plan.outputs
        backend = backend_for(spec.device.type)
        self.backend = backend
        self.run = operation.run_rule
        self.check = operation.check_rule
        self.plan = plan
        self.spec = spec
        self.nbytes = spec.reach
        self.output_window = backend.window(spec.layout, spec.dtype)
        self.windows = [
            backend.window(operand.layout, operand.dtype) if isinstance(operand, Spec) else None for operand in operands
        ]
        self.reaches = [operand.reach if isinstance(operand, Spec) else 0 for operand in operands]

    def follow(self, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Any:
        """The result, or None where these tensors need the long way after all."""
        backend = self.backend
        see = backend.see
        arrays = []
        for operand, window, reach in zip(operands, self.windows, self.reaches, strict=True):
            if window is None:
                arrays.append(plain_number(operand))
                continue
            storage = operand._storage
            if operand._autograd is not None or storage.buffer is None or reach > storage._nbytes:
                return None
            arrays.append(see(storage.buffer, window))
        if self.check is not None:
            self.check(self.plan, None, *operands, *parameters)
        buffer = backend.allocate_small(self.nbytes)
        self.run(backend, see(buffer, self.output_window), *arrays, *parameters)  # type: ignore[misc]
        return make_tensor(UntypedStorage.filled(buffer, self.nbytes, self.spec.device), self.spec)


def recipe_for(operation: Operation, specs: Sequence[Any], parameters: tuple[Any, ...]) -> Recipe | None:
    """The recipe of an operation for operands of these specs; None where it takes the long way.

    Errors of planning are not for this place to raise: the long way finds them again.
    """
    numbers = [isinstance(spec, NumberSpec) for spec in specs]
    if all(numbers) or not all([_is_plain(spec) for spec in specs]):
        return None
    if any([number and not allowed for number, allowed in zip(numbers, operation.number_allowed, strict=True)]):
        return None
    plan = as_plan(operation.planned(*specs, *parameters))
    if plan.effect is not Effect.NEW or plan.several or not plan.initialised or plan.refusal is not None:
        return None
    (output,) = plan.outputs
    if not _is_plain(output) or not 0 < output.numel <= MOST_ELEMENTS or output.reach > MOST_BYTES:
        return None
    return Recipe(operation, specs, plan)


def _is_plain(spec: Any) -> bool:
    """A number, or a tensor on the CPU whose stored values are its values."""
    if not isinstance(spec, Spec):
        return isinstance(spec, NumberSpec)
    if spec.device.type != "cpu" or spec.conj or spec.neg or spec.numel == 0:
        return False
    return not backend_for("cpu").is_packed(spec.dtype)
