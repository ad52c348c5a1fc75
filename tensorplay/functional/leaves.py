"""A tensor's part in automatic differentiation, read and set: grad, requires_grad, detach_."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tensorplay.core.tensor import Autograd, TensorBase

from .op import accessor, composition
from .parameters import check_differentiable

if TYPE_CHECKING:
    from .faces import Tensor


@accessor("property:requires_grad")
def requires_grad(input: Tensor) -> bool:
    """Whether a gradient of this tensor is wanted. May be set on a leaf of floating point or complex dtype.

    >>> import tensorplay as tp
    >>> x = tp.ones(2)
    >>> x.requires_grad = True
    >>> (x + 1).requires_grad
    True
    """
    autograd = input._autograd
    return autograd is not None and autograd.requires_grad


@accessor("setter:requires_grad")
def set_requires_grad(input: Tensor, wanted: bool) -> None:
    """Ask for a gradient of a leaf, or no longer."""
    if not isinstance(wanted, bool):
        raise RuntimeError(f"requires_grad must be a bool, not {type(wanted).__name__}")
    if not input.is_leaf:
        way_out = "" if wanted else "; use x.detach() for the result of an operation"
        raise RuntimeError(f"requires_grad can be set on a leaf only, and an operation made this tensor{way_out}")
    if wanted:
        check_differentiable(input.dtype)
    _autograd_of(input).requires_grad = wanted


def _autograd_of(input: TensorBase) -> Autograd:
    if input._autograd is None:
        input._autograd = Autograd()
    return input._autograd


@accessor("property:grad")
def grad(input: Tensor) -> Tensor | None:
    """The gradient that `backward()` added up, None if there is none. May be set, and deleted.

    Setting it raises TypeError for what is neither a tensor nor None, and RuntimeError for a gradient of another size,
    dtype or device type, or the tensor itself. Reading it warns where no gradient is kept: of what operations made.

    >>> import tensorplay as tp
    >>> x = tp.ones(2, requires_grad=True)
    >>> x.grad = tp.zeros(2)
    >>> x.grad.tolist()
    [0.0, 0.0]
    """
    autograd = input._autograd
    if autograd is None:
        return None
    if autograd.grad is None and autograd.node is not None and not autograd.retains_grad:
        warnings.warn(
            "the grad of a tensor that is not a leaf is read: backward() keeps no gradient of it; use retain_grad() "
            "before, or the leaf",
            UserWarning,
            stacklevel=3,
        )
    kept: Tensor | None = autograd.grad
    return kept


@accessor("setter:grad")
def set_grad(input: Tensor, gradient: Tensor | None) -> None:
    """Take a tensor as the gradient, or none."""
    if gradient is None:
        if input._autograd is not None:
            input._autograd.grad = None
        return
    if not isinstance(gradient, TensorBase):
        raise TypeError(f"a gradient must be a Tensor or None, not {type(gradient).__name__}")
    if gradient is input:
        raise RuntimeError("a tensor cannot be its own gradient: assign a clone()")
    mine, given = input._spec, gradient._spec
    for what, wanted, found in (
        ("dtype", mine.dtype, given.dtype),
        ("device type", mine.device.type, given.device.type),
        ("size", list(mine.size), list(given.size)),
    ):
        if wanted != found:
            raise RuntimeError(f"a gradient of {what} {found} does not go with a tensor of {what} {wanted}")
    _autograd_of(input).grad = gradient


@accessor("deleter:grad")
def delete_grad(input: Tensor) -> None:
    """Drop the gradient."""
    set_grad(input, None)


@composition("function method")
def detach_(input: Tensor) -> Tensor:
    """Take this tensor itself out of the graph: it becomes a leaf that requires no gradient.

    Raises RuntimeError for a view, whose base stays in the graph: use `detach()`.

    >>> import tensorplay as tp
    >>> x = tp.ones(2, requires_grad=True) + 1
    >>> x.detach_().requires_grad, x.is_leaf
    (False, True)
    """
    if input._root is not None:
        raise RuntimeError("a view cannot be detached in place, as its base stays in the graph: use x.detach()")
    autograd = input._autograd
    if autograd is not None:
        autograd.requires_grad = False
        autograd.node = None
        autograd.output_number = 0
    return input
