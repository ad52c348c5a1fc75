"""Gradients: the graph walked backwards, each node's rule applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.autograd.modes import no_grad
from tensorplay.core.tensor import Autograd, TensorBase

from .op import composition
from .parameters import check_differentiable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorplay.autograd.graph import Node

    from .faces import Tensor


class Context:
    """What a gradient rule may look at: operands for their sizes, `saved` for their values, and the parameters."""

    __slots__ = ("_node", "operands", "parameters")

    def __init__(self, node: Node) -> None:
        self._node = node
        self.operands = node.operands
        self.parameters = node.parameters

    def saved(self, position: int) -> Any:
        """An operand whose values the rule needs. RuntimeError if they were changed since."""
        operand = self.operands[position]
        if isinstance(operand, TensorBase) and operand._counter[0] != self._node.versions[position]:
            raise RuntimeError(
                f"a tensor of size {list(operand.shape)} that the gradient of {self._node.name} needs was changed in "
                f"place: it is at version {operand._counter[0]}, recorded was version "
                f"{self._node.versions[position]}; clone() it before the change"
            )
        return operand.detach() if isinstance(operand, TensorBase) else operand  # type: ignore[attr-defined]

    def reduced(self, gradient: Any, operand: Any) -> Any:
        """Sum a gradient over the dimensions along which its operand was broadcast; None for a number."""
        if not isinstance(operand, TensorBase):
            return None
        size = operand._spec.size
        leading = gradient.dim() - len(size)
        dims = [*range(leading)]
        dims += [leading + dim for dim, length in enumerate(size) if length == 1 and gradient.size(leading + dim) != 1]
        summed = gradient.sum(tuple(dims), True) if dims else gradient
        if leading:
            summed = summed.reshape(size)
        if summed.is_complex() and not operand.is_complex():
            summed = summed.real
        return summed.to(operand.dtype)


@composition("method")
def requires_grad_(input: Tensor, requires_grad: bool = True) -> Tensor:
    """Ask for a gradient of this tensor, or no longer.

    Raises RuntimeError for a dtype without gradients, and for switching off what an operation made.

    >>> import tensorplay as tp
    >>> tp.ones(2).requires_grad_().requires_grad
    True
    """
    if not isinstance(requires_grad, bool):
        raise TypeError(f"requires_grad_(): argument 'requires_grad' must be bool, not {type(requires_grad).__name__}")
    if requires_grad:
        check_differentiable(input.dtype)
        if input._autograd is None:
            input._autograd = Autograd()
        input._autograd.requires_grad = True
    elif input._autograd is not None:
        if input._autograd.node is not None:
            raise RuntimeError("only a leaf can stop requiring grad; use x.detach() for the result of an operation")
        input._autograd.requires_grad = False
    return input


@composition("method")
def backward(input: Tensor, gradient: Tensor | None = None) -> None:
    """Compute the gradients of all leaves that took part and add them to their `grad`.

    `gradient` is the gradient of this tensor; for a tensor of one element it is 1.

    >>> import tensorplay as tp
    >>> x = tp.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0]
    """
    if not input.requires_grad:
        raise RuntimeError("backward() needs a tensor that requires grad and that recorded operations made")
    if gradient is None:
        if input.numel() != 1:
            raise RuntimeError(
                f"a gradient can be created implicitly for one element only, this tensor has {input.numel()}: give "
                "backward() the gradient of the result, or sum() first"
            )
        gradient = input.new_ones(input.shape)
    with no_grad():
        _propagate(input, gradient)


def _propagate(output: Any, gradient: Any) -> None:
    node = output._autograd.node
    if node is None:
        _accumulate(output, gradient)
        return
    pending: dict[Node, list[Any]] = {node: [None] * len(node.output_specs)}
    pending[node][output._autograd.output_number] = gradient
    for current in _from_last_to_first(node):
        gradients = pending.pop(current, None)
        if gradients is None:
            continue
        for edge, part in zip(current.edges, _gradients_of(current, gradients), strict=True):
            if not edge or part is None:
                continue
            if edge.node is None:
                _accumulate(edge.leaf, part)
                continue
            waiting = pending.setdefault(edge.node, [None] * len(edge.node.output_specs))
            known = waiting[edge.output_number]
            waiting[edge.output_number] = part if known is None else known + part


def _gradients_of(node: Node, gradients: Sequence[Any]) -> Sequence[Any]:
    rule = node.operation.gradient_rule
    if rule is None:
        raise NotImplementedError(
            f"{node.operation.name}() has no gradient here: detach() its operand, or use operations that have one"
        )
    some = next(gradient for gradient in gradients if gradient is not None)
    filled = [
        some.new_zeros(spec.size) if gradient is None else gradient
        for gradient, spec in zip(gradients, node.output_specs, strict=True)
    ]
    found: Sequence[Any] = rule(Context(node), *filled)
    return found


def _from_last_to_first(last: Node) -> list[Node]:
    """All nodes below, each before those that made its operands."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(last, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((edge.node, False) for edge in node.edges if edge and edge.node is not None)
    return order[::-1]


def _accumulate(leaf: Any, gradient: Any) -> None:
    autograd = leaf._autograd
    gradient = gradient.reshape(leaf.shape)
    autograd.grad = gradient.clone() if autograd.grad is None else autograd.grad + gradient
