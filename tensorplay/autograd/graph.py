"""Nodes of the graph, and the recorder that `execute` calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core import execute as waist
from tensorplay.core import targets
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import Autograd, TensorBase

from .modes import is_grad_enabled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.core.operation import Operation


class Edge:
    """Where the gradient of an operand goes: to the node that made it, or to the leaf itself."""

    __slots__ = ("leaf", "node", "output_number")

    def __init__(self, tensor: TensorBase) -> None:
        autograd = tensor._autograd
        self.node: Node | None = autograd.node if autograd is not None else None
        self.output_number = autograd.output_number if autograd is not None else 0
        self.leaf = tensor if self.node is None and tensor.requires_grad else None

    def __bool__(self) -> bool:
        return self.node is not None or self.leaf is not None


class Node:
    """One recorded operation: its operands as they were, its parameters, and the edges to what made the operands."""

    __slots__ = ("edges", "name", "operands", "operation", "output_specs", "parameters", "versions")

    def __init__(
        self, operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...], outputs: Sequence[TensorBase]
    ) -> None:
        self.operation = operation
        self.name = _node_name(operation.name)
        self.operands = tuple(operands)
        self.parameters = parameters
        self.edges = tuple([Edge(operand) if isinstance(operand, TensorBase) else None for operand in operands])
        self.versions = tuple([operand._counter[0] if isinstance(operand, TensorBase) else 0 for operand in operands])
        self.output_specs = tuple([output._spec for output in outputs])

    def __repr__(self) -> str:
        return f"<{self.name}>"


def _node_name(name: str) -> str:
    words = "".join(word[:1].upper() + word[1:] for word in name.strip("_").split("_"))
    return f"{words}Backward0"


def record(operation: Operation, operands: Sequence[Any], parameters: tuple[Any, ...], plan: Plan, result: Any) -> None:
    """Give the results of an operation their place in the graph, if a gradient may be wanted."""
    if not is_grad_enabled() or plan.effect is Effect.SAME:
        return
    if not any(isinstance(operand, TensorBase) and operand.requires_grad for operand in operands):
        return
    if plan.detached:
        return
    outputs = result if isinstance(result, tuple) else (result,)
    differentiable = [output for output in outputs if output.dtype.is_floating_point or output.dtype.is_complex]
    if not differentiable:
        return
    node = Node(operation, operands, parameters, outputs)
    for number, output in enumerate(outputs):
        output._autograd = Autograd(requires_grad=True)
        output._autograd.node = node
        output._autograd.output_number = number


def guard_write(tensor: TensorBase) -> None:
    """Refuse to change a leaf that wants a gradient: what was recorded would no longer be true."""
    if is_grad_enabled() and tensor.requires_grad and tensor.is_leaf:
        raise RuntimeError(
            "a leaf tensor that requires grad cannot be changed in place: do so in `with no_grad():`, or on a clone()"
        )
    if is_grad_enabled() and tensor._root is not None and tensor._root.requires_grad:
        if tensor._root.is_leaf:
            raise RuntimeError(
                "a view of a leaf tensor that requires grad cannot be changed in place: do so in `with no_grad():`, "
                "or on a view of a clone()"
            )
        raise NotImplementedError(
            "changing a view in place is not recorded by autograd here; write the result to a new tensor, for instance "
            "with cat or where"
        )


def connect() -> None:
    """Let `execute` record what it does, and ask before it writes."""
    waist.recorder = record
    targets.write_guard = guard_write
