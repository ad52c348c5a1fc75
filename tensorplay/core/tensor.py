"""TensorBase: a storage seen through a spec. State and questions about it; the operations are installed above."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import MemoryFormat, contiguous_format
from tensorplay.attributes.size import Size, trusted_size
from tensorplay.geometry import formats, order
from tensorplay.geometry.dimensions import wrap_dim

from .tensor_kind import TensorKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from .spec import Spec
    from .storage import UntypedStorage


class Autograd:
    """What automatic differentiation keeps of a tensor; made only for tensors that take part in it."""

    __slots__ = ("grad", "node", "output_number", "requires_grad", "retains_grad")

    def __init__(self, *, requires_grad: bool = False) -> None:
        self.requires_grad = requires_grad
        self.grad: Any = None
        self.node: Any = None
        self.output_number = 0
        self.retains_grad = False


class TensorBase(TensorKind):
    """State of a tensor: `_storage` seen through `_spec`.

    `_root` is the tensor whose storage this one views (None for a tensor that is no view), `_counter` the list of one
    integer that counts in-place changes, shared by a base and its views.
    """

    __slots__ = ("__weakref__", "_autograd", "_counter", "_root", "_spec", "_storage")

    _autograd: Autograd | None
    _counter: list[int]
    _root: Any
    _spec: Spec
    _storage: UntypedStorage

    def __hash__(self) -> int:
        """The identity: two tensors are never the same key, whatever their values.

        >>> import tensorplay as tp
        >>> x = tp.ones(2)
        >>> {x: 1}.get(x), {x: 1}.get(tp.ones(2))
        (1, None)
        """
        return id(self)

    # Layout

    @property
    def shape(self) -> Size:
        """The size, as `tensorplay.Size`, a tuple.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").shape
        tensorplay.Size([2, 3])
        """
        return trusted_size(self._spec.layout.size)

    def size(self, dim: int | None = None) -> Any:
        """The size of all dimensions, or of one.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").size()
        tensorplay.Size([2, 3])
        """
        size = self._spec.layout.size
        return (
            trusted_size(size) if dim is None else size[wrap_dim(_dimension("size", dim), len(size), wrap_scalar=False)]
        )

    def stride(self, dim: int | None = None) -> Any:
        """Steps in elements from one index to the next, for all dimensions as a tuple, or for one.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").t().stride()
        (1, 3)
        """
        stride = self._spec.layout.stride
        return stride if dim is None else stride[wrap_dim(_dimension("stride", dim), len(stride), wrap_scalar=False)]

    def storage_offset(self) -> int:
        """Where in the storage the first element lies, in elements.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta")[1].storage_offset()
        3
        """
        return self._spec.layout.offset

    def dim(self) -> int:
        """The number of dimensions.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").dim()
        2
        """
        return len(self._spec.layout.size)

    ndimension = dim

    @property
    def ndim(self) -> int:
        """The number of dimensions.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").ndim
        2
        """
        return len(self._spec.layout.size)

    def numel(self) -> int:
        """The number of elements.

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").numel()
        6
        """
        return self._spec.layout.numel

    nelement = numel

    def is_contiguous(self, *, memory_format: MemoryFormat = contiguous_format) -> bool:
        """Whether the elements lie in the order of a memory format without gaps (rules 2 and 3 of PyTorch's layouts).

        >>> import tensorplay as tp
        >>> tp.empty(2, 3, device="meta").t().is_contiguous()
        False
        """
        if not isinstance(memory_format, MemoryFormat):
            raise TypeError(
                f"is_contiguous(): memory_format must be a memory format, not {type(memory_format).__name__}"
            )
        layout = self._spec.layout
        return formats.is_contiguous(layout.size, layout.stride, memory_format.name)

    def is_non_overlapping_and_dense(self) -> bool:
        """Whether the elements fill one run of the storage, each cell once, in whatever order.

        >>> import tensorplay as tp
        >>> x = tp.empty(2, 3, device="meta")
        >>> x.t().is_non_overlapping_and_dense(), x[:, 1:].is_non_overlapping_and_dense()
        (True, False)
        """
        layout = self._spec.layout
        return formats.is_dense(layout.size, layout.stride)

    def dim_order(self, *, ambiguity_check: bool | list[MemoryFormat] = False) -> tuple[int, ...]:
        """The dimensions from the outermost in memory to the innermost.

        With `ambiguity_check` True, or a list of memory formats to decide by, raises RuntimeError where sizes of 1 or
        equal strides leave more than one answer.

        >>> import tensorplay as tp
        >>> tp.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1), device="meta").dim_order()
        (0, 2, 3, 1)
        """
        asked: bool | list[str]
        if isinstance(ambiguity_check, bool):
            asked = ambiguity_check
        elif isinstance(ambiguity_check, list) and all(isinstance(item, MemoryFormat) for item in ambiguity_check):
            asked = [item.name for item in ambiguity_check]
        else:
            raise TypeError("dim_order(): ambiguity_check must be a bool or a list of memory formats")
        layout = self._spec.layout
        order.check_unambiguous(layout.size, layout.stride, asked)
        return order.dim_order(layout.size, layout.stride)

    # Sharing

    def is_shared(self) -> bool:
        """Whether the memory is shared between processes, as `share_memory_` makes it.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_shared()
        False
        """
        return self._storage.is_shared()

    def untyped_storage(self) -> UntypedStorage:
        """The storage: the same object for every tensor that shares it.

        >>> import tensorplay as tp
        >>> x = tp.zeros(2, 3)
        >>> x[1].untyped_storage() is x.untyped_storage(), x.untyped_storage().nbytes()
        (True, 24)
        """
        return self._storage

    def data_ptr(self) -> int:
        """Address of the first element in bytes; 0 for an empty tensor and where there are no bytes.

        >>> import tensorplay as tp
        >>> x = tp.zeros(2, 3)
        >>> x[1].data_ptr() - x.data_ptr()
        12
        """
        spec = self._spec
        pointer = self._storage.data_ptr()
        return pointer + spec.layout.offset * spec.dtype.itemsize if pointer and spec.layout.numel else 0

    @property
    def _base(self) -> Any:
        """The tensor that this one views, at the root; None for what is no view.

        >>> import tensorplay as tp
        >>> x = tp.zeros(2, 3)
        >>> x[1][0]._base is x, x._base
        (True, None)
        """
        return self._root

    def _is_view(self) -> bool:
        """Whether this tensor is a view of another one.

        >>> import tensorplay as tp
        >>> x = tp.zeros(2, 3)
        >>> x.t()._is_view(), x.detach()._is_view()
        (True, False)
        """
        return self._root is not None

    @property
    def _version(self) -> int:
        """How often the tensor, or what it shares a base with, was changed in place.

        >>> import tensorplay as tp
        >>> x = tp.zeros(2, 3)
        >>> y = x[1].fill_(1)
        >>> x._version
        1
        """
        return self._counter[0]

    def is_set_to(self, tensor: TensorBase) -> bool:
        """Whether both tensors have the same storage, size, stride and offset.

        >>> import tensorplay as tp
        >>> x = tp.zeros(2, 3)
        >>> x.is_set_to(x.view(2, 3)), x.is_set_to(x.view(3, 2))
        (True, False)
        """
        _check_tensor("is_set_to", "tensor", tensor)
        return self._storage is tensor._storage and self._spec.layout == tensor._spec.layout

    def is_same_size(self, other: TensorBase) -> bool:
        """Whether both tensors have the same size.

        >>> import tensorplay as tp
        >>> tp.zeros(2, 3).is_same_size(tp.zeros(3, 2))
        False
        """
        _check_tensor("is_same_size", "other", other)
        return self._spec.layout.size == other._spec.layout.size

    # Notebooks

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows, as text and as HTML."""
        return {"text/plain": repr(self)} if notebook_hook is None else notebook_hook(self)

    def _repr_html_(self) -> str | None:
        """What a page that knows only HTML shows; None where there is nothing to show."""
        return self._repr_mimebundle_().get("text/html")

    # Automatic differentiation

    @property
    def requires_grad(self) -> bool:
        autograd = self._autograd
        return autograd is not None and autograd.requires_grad

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made this tensor."""
        autograd = self._autograd
        return autograd is None or autograd.node is None

    @property
    def grad_fn(self) -> Any:
        """The node of the graph that made this tensor, None for a leaf."""
        return None if self._autograd is None else self._autograd.node

    @property
    def output_nr(self) -> int:
        return 0 if self._autograd is None else self._autograd.output_number

    @property
    def retains_grad(self) -> bool:
        return self._autograd is not None and self._autograd.retains_grad


def _dimension(name: str, dim: Any) -> int:
    try:
        if not isinstance(dim, bool):
            return index(dim)
    except TypeError:  # no integer, or an array that only sometimes is one
        pass
    raise TypeError(f"{name}(): argument 'dim' (position 1) must be int, not {type(dim).__name__}")


def _check_tensor(name: str, argument: str, value: object) -> None:
    if not isinstance(value, TensorBase):
        raise TypeError(f"{name}(): argument '{argument}' (position 1) must be Tensor, not {type(value).__name__}")


# Set from above: gives the MIME bundle of a tensor.
notebook_hook: Callable[[TensorBase], dict[str, str]] | None = None

_new = object.__new__
tensor_class: type[TensorBase] = TensorBase


def register_tensor_class(cls: type[TensorBase]) -> None:
    """Name the class of which new tensors are made: the one that has the operations as methods."""
    global tensor_class
    tensor_class = cls


def make_tensor(storage: UntypedStorage, spec: Spec, root: Any = None, counter: list[int] | None = None) -> Any:
    """A tensor that sees `storage` through `spec`; a view if `root` is given."""
    tensor = _new(tensor_class)
    tensor._storage = storage
    tensor._spec = spec
    tensor._root = root
    tensor._counter = [0] if counter is None else counter
    tensor._autograd = None
    return tensor
