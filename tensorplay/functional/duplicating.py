"""Tensors under Python's copy and pickle modules: what shares a storage goes on sharing it."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tensorplay.core.spec import Spec
from tensorplay.core.tensor import make_tensor
from tensorplay.geometry.layout import Layout

from .op import accessor, composition
from .parameters import with_grad

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.storage import UntypedStorage

    from .faces import Tensor


@composition("__copy__")
def shallow_copy(input: Tensor) -> Tensor:
    """Another tensor on the same storage, no view; a leaf that requires a gradient if this one does."""
    copy: Tensor = make_tensor(input._storage, input._spec)
    with_grad(copy, input.requires_grad)
    return copy


@composition("__deepcopy__")
def deep_copy(input: Tensor, memo: Any) -> Tensor:
    """The same tensor on a copy of the whole storage, with a copy of its gradient.

    Tensors that share a storage, copied together, share its copy. Raises RuntimeError for what operations made while
    gradients were recorded.

    >>> from copy import deepcopy
    >>> import tensorplay as tp
    >>> x = tp.arange(4)
    >>> first, second = deepcopy((x, x[1:]))
    >>> first[1] = 7
    >>> second.tolist(), x.tolist()
    ([7, 2, 3], [0, 1, 2, 3])
    """
    if not input.is_leaf:
        raise RuntimeError(
            "only leaves can be copied deeply, and this tensor is the result of recorded operations: use detach() or "
            "clone()"
        )
    copy: Tensor = make_tensor(deepcopy(input._storage, memo), input._spec)
    with_grad(copy, input.requires_grad)
    memo[id(input)] = copy
    if input._autograd is not None and input._autograd.grad is not None:
        copy.grad = deepcopy(input._autograd.grad, memo)
    return copy


@accessor("__reduce_ex__")
def reduced(input: Tensor, protocol: Any) -> Any:
    """What pickle writes: the storage, once for all tensors that share it, and how this tensor sees it.

    >>> import pickle
    >>> import tensorplay as tp
    >>> pickle.loads(pickle.dumps(tp.arange(6).view(2, 3).t())).stride()
    (1, 3)
    """
    spec = input._spec
    layout = (spec.layout.size, spec.layout.stride, spec.layout.offset)
    return restored, (input._storage, layout, spec.dtype, spec.device, spec.conj, spec.neg, input.requires_grad)


def restored(
    storage: UntypedStorage,
    layout: tuple[tuple[int, ...], tuple[int, ...], int],
    dtype: DType,
    device: Device,
    conj: bool,
    neg: bool,
    requires_grad: bool,
) -> Any:
    """A tensor from its pickle."""
    return with_grad(make_tensor(storage, Spec(Layout(*layout), dtype, device, conj, neg)), requires_grad)
