"""The faces of all operations: functions, and the class Tensor with its methods.

Written by `make faces` from the declarations beside it; change those, not this file.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from typing import Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import DType
from tensorplay.attributes.layout_kind import LayoutKind
from tensorplay.attributes.memory_format import MemoryFormat, contiguous_format, preserve_format
from tensorplay.attributes.size import Size
from tensorplay.core.arguments import exact, listed, sizes, sizes_alone
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from . import backward as _backward
from . import broadcasting as _broadcasting
from . import complex_parts as _complex_parts
from . import complex_views as _complex_views
from . import conversions as _conversions
from . import copying as _copying
from . import creation as _creation
from . import data as _data
from . import duplicating as _duplicating
from . import exchange as _exchange
from . import indexing as _indexing
from . import joining as _joining
from . import leaves as _leaves
from . import likes as _likes
from . import matrices as _matrices
from . import pieces as _pieces
from . import pointwise as _pointwise
from . import product_sums as _product_sums
from . import products as _products
from . import questions as _questions
from . import random as _random
from . import random_fills as _random_fills
from . import reductions as _reductions
from . import sequences as _sequences
from . import stacking as _stacking
from . import state as _state
from . import typed_storage as _typed_storage
from . import values as _values
from . import views as _views
from .generator import Generator
from .op import Ints, Number
from .operators import binary, reflected
from .parameters import create
from .typed_storage import TypedStorage

__all__ = [
    "Tensor",
    "add",
    "addbmm",
    "addmm",
    "addmv",
    "addr",
    "adjoint",
    "arange",
    "as_strided",
    "as_tensor",
    "asarray",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "baddbmm",
    "block_diag",
    "bmm",
    "broadcast_shapes",
    "broadcast_tensors",
    "broadcast_to",
    "cartesian_prod",
    "cat",
    "chunk",
    "clone",
    "column_stack",
    "combinations",
    "complex",
    "concat",
    "concatenate",
    "conj",
    "conj_physical",
    "detach_",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "div",
    "dot",
    "dsplit",
    "dstack",
    "empty",
    "empty_like",
    "empty_permuted",
    "empty_strided",
    "eq",
    "eye",
    "flatten",
    "from_dlpack",
    "from_numpy",
    "frombuffer",
    "full",
    "full_like",
    "ge",
    "greater",
    "greater_equal",
    "gt",
    "hsplit",
    "hstack",
    "imag",
    "index",
    "index_put",
    "index_put_",
    "is_complex",
    "is_conj",
    "is_floating_point",
    "is_neg",
    "is_nonzero",
    "is_same_size",
    "is_signed",
    "is_tensor",
    "le",
    "less",
    "less_equal",
    "linspace",
    "logspace",
    "lt",
    "matmul",
    "meshgrid",
    "mm",
    "moveaxis",
    "movedim",
    "mul",
    "multiply",
    "mv",
    "narrow",
    "ne",
    "neg",
    "negative",
    "nonzero",
    "not_equal",
    "numel",
    "ones",
    "ones_like",
    "permute",
    "polar",
    "rand",
    "rand_like",
    "randint",
    "randint_like",
    "randn",
    "randn_like",
    "randperm",
    "range",
    "ravel",
    "real",
    "remainder",
    "reshape",
    "resize_as_",
    "resolve_conj",
    "resolve_neg",
    "result_type",
    "row_stack",
    "scalar_tensor",
    "select",
    "split",
    "split_with_sizes",
    "squeeze",
    "stack",
    "sub",
    "subtract",
    "sum",
    "swapaxes",
    "swapdims",
    "t",
    "tensor",
    "tensor_split",
    "transpose",
    "tril_indices",
    "triu_indices",
    "true_divide",
    "unbind",
    "unflatten",
    "unsqueeze",
    "vander",
    "vdot",
    "view_as_complex",
    "view_as_imag",
    "view_as_real",
    "vsplit",
    "vstack",
    "zero_",
    "zeros",
    "zeros_like",
]


class Tensor(TensorBase):
    """A storage seen through a layout: sizes, strides and an offset, with a dtype and a device.

    Make one with `tensor`, `zeros`, `arange`, `empty_permuted` and their like.
    """

    __slots__ = ()

    __hash__ = TensorBase.__hash__
    __array_priority__ = 1000  # NumPy leaves operators to the tensor

    @property
    def H(self) -> Tensor: return execute(_complex_views.H, (self,), ())
    @property
    def T(self) -> Tensor: return execute(_views.T, (self,), ())
    def __add__(self, other: Any) -> Tensor: return binary(_pointwise.add, self, other, (1,))
    def __array__(self, dtype: Any = None, copy: builtins.bool | None = None) -> Any: return _exchange.as_array(self, dtype, copy)
    @property
    def __array_interface__(self) -> dict[str, Any]: return _exchange.array_interface(self)
    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: builtins.bool = False) -> Any: return _exchange.from_result(self, array, context, return_scalar)
    def __bool__(self) -> builtins.bool: return _values.is_nonzero(self)
    def __complex__(self) -> builtins.complex: return _values.to_complex(self)
    def __contains__(self, element: Any) -> builtins.bool: return _values.contains(self, element)
    def __copy__(self) -> Tensor: return _duplicating.shallow_copy(self)
    def __deepcopy__(self, memo: Any) -> Tensor: return _duplicating.deep_copy(self, memo)
    def __dlpack__(self, *, stream: builtins.int | None = None, max_version: tuple[builtins.int, builtins.int] | None = None, dl_device: tuple[builtins.int, builtins.int] | None = None, copy: builtins.bool | None = None) -> Any: return _exchange.lent(self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)
    def __dlpack_device__(self) -> tuple[builtins.int, builtins.int]: return _exchange.dlpack_device(self)
    def __eq__(self, other: Any) -> Tensor: return binary(_pointwise.eq, self, other, ())  # type: ignore[override]
    def __float__(self) -> builtins.float: return _values.to_float(self)
    def __ge__(self, other: Any) -> Tensor: return binary(_pointwise.ge, self, other, ())
    def __getitem__(self, index: Any) -> Tensor: return _indexing.get_item(self, index)
    def __gt__(self, other: Any) -> Tensor: return binary(_pointwise.gt, self, other, ())
    def __iadd__(self, other: Any) -> Tensor: return binary(_pointwise.add, self, other, (1,), self)
    def __imod__(self, other: Any) -> Tensor: return binary(_pointwise.remainder, self, other, (), self)
    def __imul__(self, other: Any) -> Tensor: return binary(_pointwise.mul, self, other, (), self)
    def __index__(self) -> builtins.int: return _values.to_index(self)
    def __int__(self) -> builtins.int: return _values.to_int(self)
    def __isub__(self, other: Any) -> Tensor: return binary(_pointwise.sub, self, other, (1,), self)
    def __iter__(self) -> Iterator[Tensor]: return _values.iterate(self)
    def __itruediv__(self, other: Any) -> Tensor: return binary(_pointwise.div, self, other, (), self)
    def __le__(self, other: Any) -> Tensor: return binary(_pointwise.le, self, other, ())
    def __len__(self) -> builtins.int: return _values.length(self)
    def __lt__(self, other: Any) -> Tensor: return binary(_pointwise.lt, self, other, ())
    def __matmul__(self, other: Any) -> Tensor: return binary(_products.matmul, self, other, ())
    def __mod__(self, other: Any) -> Tensor: return binary(_pointwise.remainder, self, other, ())
    def __mul__(self, other: Any) -> Tensor: return binary(_pointwise.mul, self, other, ())
    def __ne__(self, other: Any) -> Tensor: return binary(_pointwise.ne, self, other, ())  # type: ignore[override]
    def __neg__(self) -> Tensor: return execute(_pointwise.neg, (self,), ())
    def __radd__(self, other: Any) -> Tensor: return reflected(_pointwise.add, self, other, (1,))
    def __reduce_ex__(self, protocol: Any) -> Any: return _duplicating.reduced(self, protocol)
    def __reversed__(self) -> Tensor: return _values.backwards(self)
    def __rmatmul__(self, other: Any) -> Tensor: return reflected(_products.matmul, self, other, ())
    def __rmod__(self, other: Any) -> Tensor: return reflected(_pointwise.remainder, self, other, ())
    def __rmul__(self, other: Any) -> Tensor: return reflected(_pointwise.mul, self, other, ())
    def __rsub__(self, other: Any) -> Tensor: return reflected(_pointwise.sub, self, other, (1,))
    def __rtruediv__(self, other: Any) -> Tensor: return reflected(_pointwise.div, self, other, ())
    def __setitem__(self, index: Any, value: Any) -> None: return _indexing.set_item(self, index, value)
    def __sub__(self, other: Any) -> Tensor: return binary(_pointwise.sub, self, other, (1,))
    def __truediv__(self, other: Any) -> Tensor: return binary(_pointwise.div, self, other, ())
    def _neg_view(self) -> Tensor: return execute(_complex_views._neg_view, (self,), ())
    def add(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_pointwise.add, (self, other), (alpha,))
    def add_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_pointwise.add, (self, other), (alpha,), self)
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addbmm, (self, batch1, batch2), (beta, alpha))
    def addbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addbmm, (self, batch1, batch2), (beta, alpha), self)
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addmm, (self, mat1, mat2), (beta, alpha))
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addmm, (self, mat1, mat2), (beta, alpha), self)
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addmv, (self, mat, vec), (beta, alpha))
    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addmv, (self, mat, vec), (beta, alpha), self)
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addr, (self, vec1, vec2), (beta, alpha))
    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addr, (self, vec1, vec2), (beta, alpha), self)
    def adjoint(self) -> Tensor: return execute(_complex_views.adjoint, (self,), ())
    def alias(self) -> Tensor: return execute(_views.detach, (self,), ())
    def as_strided(self, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return execute(_views.as_strided, (self,), (exact(size), exact(stride), storage_offset))
    def as_strided_(self, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return execute(_views.as_strided, (self,), (exact(size), exact(stride), storage_offset), self)
    def backward(self, gradient: Tensor | None = None) -> None: return _backward.backward(self, gradient)
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.baddbmm, (self, batch1, batch2), (beta, alpha))
    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.baddbmm, (self, batch1, batch2), (beta, alpha), self)
    def bfloat16(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.bfloat16(self, memory_format)
    def bmm(self, mat2: Tensor) -> Tensor: return execute(_products.bmm, (self, mat2), ())
    def bool(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.bool(self, memory_format)
    def broadcast_to(self, size: Ints) -> Tensor: return execute(_views.broadcast_to, (self,), (exact(size),))
    def byte(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.byte(self, memory_format)
    def cdouble(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cdouble(self, memory_format)
    def cfloat(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cfloat(self, memory_format)
    def chalf(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.chalf(self, memory_format)
    def char(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.char(self, memory_format)
    def chunk(self, chunks: builtins.int, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.chunk, (self,), (chunks, dim))
    def clone(self, *, memory_format: MemoryFormat = preserve_format) -> Tensor: return execute(_copying.clone, (self,), (memory_format,))
    def conj(self) -> Tensor: return execute(_complex_views.conj, (self,), ())
    def conj_physical(self) -> Tensor: return execute(_conversions.conj_physical, (self,), ())
    def contiguous(self, memory_format: MemoryFormat = contiguous_format) -> Tensor: return execute(_copying.contiguous, (self,), (memory_format,))
    def copy_(self, src: Tensor, non_blocking: builtins.bool = False) -> Tensor: return execute(_copying.copy_, (self, src), (non_blocking,))
    def cpu(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cpu(self, memory_format)
    def cuda(self, device: Device | str | builtins.int | None = None, non_blocking: builtins.bool = False, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cuda(self, device, non_blocking, memory_format)
    @property
    def data(self) -> Tensor: return _state.data(self)
    @data.setter
    def data(self, source: Tensor) -> None: return _state.assign_data(self, source)
    def detach(self) -> Tensor: return execute(_views.detach, (self,), ())
    def detach_(self) -> Tensor: return _leaves.detach_(self)
    def diag(self, diagonal: builtins.int = 0) -> Tensor: return execute(_matrices.diag, (self,), (diagonal,))
    def diag_embed(self, offset: builtins.int = 0, dim1: builtins.int = -2, dim2: builtins.int = -1) -> Tensor: return execute(_matrices.diag_embed, (self,), (offset, dim1, dim2))
    def diagflat(self, offset: builtins.int = 0) -> Tensor: return _matrices.diagflat(self, offset)
    def diagonal(self, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor: return execute(_views.diagonal, (self,), (offset, dim1, dim2))
    def div(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.div, (self, other), ())
    def div_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.div, (self, other), (), self)
    def dot(self, tensor: Tensor) -> Tensor: return execute(_products.dot, (self, tensor), ())
    def double(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.double(self, memory_format)
    def dsplit(self, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return execute(_pieces.dsplit, (self,), (exact(indices_or_sections),))
    def eq(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.eq, (self, other), ())
    def eq_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.eq, (self, other), (), self)
    def expand(self, *size_: Any, size: Ints | None = None) -> Tensor: return execute(_views.expand, (self,), (sizes("expand", size_, size),))
    def expand_as(self, other: Tensor) -> Tensor: return execute(_views.expand_as, (self, other), ())
    def fill_(self, value: Number | Tensor) -> Tensor: return _copying.fill_(self, value)
    def flatten(self, start_dim: builtins.int = 0, end_dim: builtins.int = -1) -> Tensor: return execute(_copying.flatten, (self,), (start_dim, end_dim))
    def float(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.float(self, memory_format)
    def ge(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.ge, (self, other), ())
    def ge_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.ge, (self, other), (), self)
    @property
    def grad(self) -> Tensor | None: return _leaves.grad(self)
    @grad.deleter
    def grad(self) -> None: return _leaves.delete_grad(self)
    @grad.setter
    def grad(self, gradient: Tensor | None) -> None: return _leaves.set_grad(self, gradient)
    def greater(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.gt, (self, other), ())
    def greater_equal(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.ge, (self, other), ())
    def gt(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.gt, (self, other), ())
    def gt_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.gt, (self, other), (), self)
    def half(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.half(self, memory_format)
    def hsplit(self, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return execute(_pieces.hsplit, (self,), (exact(indices_or_sections),))
    @property
    def imag(self) -> Tensor: return execute(_complex_views.imag, (self,), ())
    def index_put(self, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put(self, indices, values, accumulate)
    def index_put_(self, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put_(self, indices, values, accumulate)
    def int(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.int(self, memory_format)
    def is_nonzero(self) -> builtins.bool: return _values.is_nonzero(self)
    def item(self) -> Number: return _values.item(self)
    def le(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.le, (self, other), ())
    def le_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.le, (self, other), (), self)
    def less(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.lt, (self, other), ())
    def less_equal(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.le, (self, other), ())
    def long(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.long(self, memory_format)
    def lt(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.lt, (self, other), ())
    def lt_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.lt, (self, other), (), self)
    @property
    def mH(self) -> Tensor: return execute(_complex_views.adjoint, (self,), ())
    @property
    def mT(self) -> Tensor: return execute(_views.mT, (self,), ())
    def matmul(self, other: Tensor) -> Tensor: return execute(_products.matmul, (self, other), ())
    def mm(self, mat2: Tensor) -> Tensor: return execute(_products.mm, (self, mat2), ())
    def moveaxis(self, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return execute(_views.movedim, (self,), (exact(source), exact(destination)))
    def movedim(self, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return execute(_views.movedim, (self,), (exact(source), exact(destination)))
    def mul(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.mul, (self, other), ())
    def mul_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.mul, (self, other), (), self)
    def multiply(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.mul, (self, other), ())
    def mv(self, vec: Tensor) -> Tensor: return execute(_products.mv, (self, vec), ())
    def narrow(self, dim: builtins.int, start: builtins.int, length: builtins.int) -> Tensor: return execute(_views.narrow, (self,), (dim, start, length))
    def ne(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.ne, (self, other), ())
    def ne_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.ne, (self, other), (), self)
    def neg(self) -> Tensor: return execute(_pointwise.neg, (self,), ())
    def neg_(self) -> Tensor: return execute(_pointwise.neg, (self,), (), self)
    def negative(self) -> Tensor: return execute(_pointwise.neg, (self,), ())
    def new_empty(self, *size_: Any, size: Ints | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_empty(self, sizes("new_empty", size_, size), dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def new_empty_strided(self, size: Ints, stride: Ints, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_empty_strided(self, size, stride, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def new_full(self, size: Ints, fill_value: Number | Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_full(self, size, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def new_ones(self, *size_: Any, size: Ints | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_ones(self, sizes("new_ones", size_, size), dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def new_tensor(self, data: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _data.new_tensor(self, data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def new_zeros(self, *size_: Any, size: Ints | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_zeros(self, sizes("new_zeros", size_, size), dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def nonzero(self) -> Tensor: return execute(_indexing.nonzero, (self,), ())
    def normal_(self, mean: builtins.float = 0.0, std: builtins.float = 1.0, *, generator: Generator | None = None) -> Tensor: return _random_fills.normal_(self, mean, std, generator=generator)
    def not_equal(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.ne, (self, other), ())
    def numpy(self, *, force: builtins.bool = False) -> Any: return _exchange.numpy(self, force=force)
    def permute(self, *dims_: Any, dims: Ints | None = None) -> Tensor: return execute(_views.permute, (self,), (sizes("permute", dims_, dims),))
    def random_(self, *bounds: Any, generator: Generator | None = None) -> Tensor: return _random_fills.random_(self, *bounds, generator=generator)
    def ravel(self) -> Tensor: return _copying.ravel(self)
    @property
    def real(self) -> Tensor: return execute(_complex_views.real, (self,), ())
    def remainder(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.remainder, (self, other), ())
    def remainder_(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.remainder, (self, other), (), self)
    @property
    def requires_grad(self) -> builtins.bool: return _leaves.requires_grad(self)
    @requires_grad.setter
    def requires_grad(self, wanted: builtins.bool) -> None: return _leaves.set_requires_grad(self, wanted)
    def requires_grad_(self, requires_grad: builtins.bool = True) -> Tensor: return _backward.requires_grad_(self, requires_grad)
    def reshape(self, *shape_: Any, shape: Ints | None = None) -> Tensor: return execute(_copying.reshape, (self,), (sizes("reshape", shape_, shape),))
    def reshape_as(self, other: Tensor) -> Tensor: return execute(_copying.reshape_as, (self, other), ())
    def resize_(self, *size_: Any, size: Ints | None = None, memory_format: MemoryFormat | None = None) -> Tensor: return _state.resize_(self, sizes("resize_", size_, size), memory_format=memory_format)
    def resize_as_(self, the_template: Tensor, *, memory_format: MemoryFormat | None = None) -> Tensor: return _state.resize_as_(self, the_template, memory_format=memory_format)
    def resolve_conj(self) -> Tensor: return execute(_conversions.resolve_conj, (self,), ())
    def resolve_neg(self) -> Tensor: return execute(_conversions.resolve_neg, (self,), ())
    def select(self, dim: builtins.int, index: builtins.int) -> Tensor: return execute(_views.select, (self,), (dim, index))
    def set_(self, source: Any = (), storage_offset: builtins.int = 0, size: Any = None, stride: Any = None) -> Tensor: return _state.set_(self, source, storage_offset, size, stride)
    def short(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.short(self, memory_format)
    def split(self, split_size: builtins.int | Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.split, (self,), (exact(split_size), dim))
    def split_with_sizes(self, split_sizes: Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.split_with_sizes, (self,), (exact(split_sizes), dim))
    def squeeze(self, dim: builtins.int | Ints | None = None) -> Tensor: return execute(_views.squeeze, (self,), (exact(dim),))
    def squeeze_(self, dim: builtins.int | Ints | None = None) -> Tensor: return execute(_views.squeeze, (self,), (exact(dim),), self)
    def storage(self) -> TypedStorage: return _typed_storage.storage(self)
    def sub(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_pointwise.sub, (self, other), (alpha,))
    def sub_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_pointwise.sub, (self, other), (alpha,), self)
    def subtract(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_pointwise.sub, (self, other), (alpha,))
    def sum(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None) -> Tensor: return execute(_reductions.sum, (self,), (exact(dim), keepdim, dtype))
    def swapaxes(self, axis0: builtins.int, axis1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (axis0, axis1))
    def swapdims(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (dim0, dim1))
    def t(self) -> Tensor: return execute(_views.t, (self,), ())
    def t_(self) -> Tensor: return execute(_views.t, (self,), (), self)
    def tensor_split(self, indices_or_sections: builtins.int | Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.tensor_split, (self,), (exact(indices_or_sections), dim))
    def to(self, *args: Any, **kwargs: Any) -> Tensor: return _copying.to(self, *args, **kwargs)
    def tolist(self) -> Any: return _values.tolist(self)
    def transpose(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (dim0, dim1))
    def transpose_(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (dim0, dim1), self)
    def true_divide(self, other: Tensor | Number) -> Tensor: return execute(_pointwise.div, (self, other), ())
    def type(self, dtype: Any = None, non_blocking: Any = False) -> Any: return _conversions.type(self, dtype, non_blocking)
    def type_as(self, other: Tensor) -> Tensor: return _conversions.type_as(self, other)
    def unbind(self, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.unbind, (self,), (dim,))
    def unflatten(self, dim: builtins.int, sizes: Ints) -> Tensor: return execute(_views.unflatten, (self,), (dim, exact(sizes)))
    def unfold(self, dimension: builtins.int, size: builtins.int, step: builtins.int) -> Tensor: return execute(_views.unfold, (self,), (dimension, size, step))
    def uniform_(self, from_: builtins.float = 0.0, to: builtins.float = 1.0, *, generator: Generator | None = None) -> Tensor: return _random_fills.uniform_(self, from_, to, generator=generator)
    def unsqueeze(self, dim: builtins.int) -> Tensor: return execute(_views.unsqueeze, (self,), (dim,))
    def unsqueeze_(self, dim: builtins.int) -> Tensor: return execute(_views.unsqueeze, (self,), (dim,), self)
    def vdot(self, other: Tensor) -> Tensor: return _products.vdot(self, other)
    def view(self, *size_: Any, size: Ints | None = None) -> Tensor: return execute(_views.view, (self,), (sizes("view", size_, size),))
    def view_as(self, other: Tensor) -> Tensor: return execute(_views.view_as, (self, other), ())
    def vsplit(self, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return execute(_pieces.vsplit, (self,), (exact(indices_or_sections),))
    def zero_(self) -> Tensor: return _copying.zero_(self)


def add(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_pointwise.add, (input, other), (alpha,), out)
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_product_sums.addbmm, (input, batch1, batch2), (beta, alpha), out)
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_product_sums.addmm, (input, mat1, mat2), (beta, alpha), out)
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_product_sums.addmv, (input, mat, vec), (beta, alpha), out)
def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_product_sums.addr, (input, vec1, vec2), (beta, alpha), out)
def adjoint(input: Tensor) -> Tensor: return execute(_complex_views.adjoint, (input,), ())
def arange(*bounds: Number, start: Number | None = None, end: Number | None = None, step: Number | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.arange(*bounds, start=start, end=end, step=step, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def as_strided(input: Tensor, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return execute(_views.as_strided, (input,), (exact(size), exact(stride), storage_offset))
def as_tensor(data: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None) -> Tensor: return _data.as_tensor(data, dtype=dtype, device=device)
def asarray(obj: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None, copy: builtins.bool | None = None, requires_grad: builtins.bool | None = None) -> Tensor: return _data.asarray(obj, dtype=dtype, device=device, copy=copy, requires_grad=requires_grad)
def atleast_1d(*tensors: Any) -> Any: return _broadcasting.atleast_1d(*tensors)
def atleast_2d(*tensors: Any) -> Any: return _broadcasting.atleast_2d(*tensors)
def atleast_3d(*tensors: Any) -> Any: return _broadcasting.atleast_3d(*tensors)
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_product_sums.baddbmm, (input, batch1, batch2), (beta, alpha), out)
def block_diag(*tensors: Tensor) -> Tensor: return _stacking.block_diag(*tensors)
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_products.bmm, (input, mat2), (), out)
def broadcast_shapes(*shapes: Any) -> Size: return _questions.broadcast_shapes(*shapes)
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]: return _broadcasting.broadcast_tensors(*tensors)
def broadcast_to(input: Tensor, size: Ints) -> Tensor: return execute(_views.broadcast_to, (input,), (exact(size),))
def cartesian_prod(*tensors: Tensor) -> Tensor: return _broadcasting.cartesian_prod(*tensors)
def cat(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.cat, (*listed("cat", "tensors", 1, tensors),), (dim,), out)
def chunk(input: Tensor, chunks: builtins.int, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.chunk, (input,), (chunks, dim))
def clone(input: Tensor, *, memory_format: MemoryFormat = preserve_format) -> Tensor: return execute(_copying.clone, (input,), (memory_format,))
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.column_stack(tensors, out=out)
def combinations(input: Tensor, r: builtins.int = 2, with_replacement: builtins.bool = False) -> Tensor: return _broadcasting.combinations(input, r, with_replacement)
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_complex_parts.complex, (real, imag), (), out)
def concat(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.cat, (*listed("concat", "tensors", 1, tensors),), (dim,), out)
def concatenate(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.cat, (*listed("concatenate", "tensors", 1, tensors),), (dim,), out)
def conj(input: Tensor) -> Tensor: return execute(_complex_views.conj, (input,), ())
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_conversions.conj_physical, (input,), (), out)
def detach_(input: Tensor) -> Tensor: return _leaves.detach_(input)
def diag(input: Tensor, diagonal: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_matrices.diag, (input,), (diagonal,), out)
def diag_embed(input: Tensor, offset: builtins.int = 0, dim1: builtins.int = -2, dim2: builtins.int = -1) -> Tensor: return execute(_matrices.diag_embed, (input,), (offset, dim1, dim2))
def diagflat(input: Tensor, offset: builtins.int = 0) -> Tensor: return _matrices.diagflat(input, offset)
def diagonal(input: Tensor, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor: return execute(_views.diagonal, (input,), (offset, dim1, dim2))
def div(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.div, (input, other), (), out)
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_products.dot, (input, tensor), (), out)
def dsplit(input: Tensor, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return execute(_pieces.dsplit, (input,), (exact(indices_or_sections),))
def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.dstack(tensors, out=out)
def empty(*size_: Any, size: Ints | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _creation.empty(sizes("empty", size_, size), out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def empty_like(input: Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.empty_like(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def empty_permuted(size: Ints, physical_layout: Ints, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor: return create(_creation.empty_permuted, (exact(size), exact(physical_layout)), dtype, layout, device, requires_grad, pin_memory)
def empty_strided(size: Ints, stride: Ints, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor: return create(_creation.empty_strided, (exact(size), exact(stride)), dtype, layout, device, requires_grad, pin_memory)
def eq(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.eq, (input, other), (), out)
def eye(n: builtins.int, m: builtins.int | None = None, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _matrices.eye(n, m, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def flatten(input: Tensor, start_dim: builtins.int = 0, end_dim: builtins.int = -1) -> Tensor: return execute(_copying.flatten, (input,), (start_dim, end_dim))
def from_dlpack(ext_tensor: Any, *, device: Device | str | builtins.int | None = None, copy: builtins.bool | None = None) -> Tensor: return _exchange.from_dlpack(ext_tensor, device=device, copy=copy)
def from_numpy(ndarray: Any) -> Tensor: return _data.from_numpy(ndarray)
def frombuffer(buffer: Any, *, dtype: DType, count: builtins.int = -1, offset: builtins.int = 0, requires_grad: builtins.bool = False) -> Tensor: return _data.frombuffer(buffer, dtype=dtype, count=count, offset=offset, requires_grad=requires_grad)
def full(size: Ints, fill_value: Number | Tensor, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _creation.full(size, fill_value, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def full_like(input: Tensor, fill_value: Number | Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.full_like(input, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def ge(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.ge, (input, other), (), out)
def greater(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.gt, (input, other), (), out)
def greater_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.ge, (input, other), (), out)
def gt(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.gt, (input, other), (), out)
def hsplit(input: Tensor, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return execute(_pieces.hsplit, (input,), (exact(indices_or_sections),))
def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.hstack(tensors, out=out)
def imag(input: Tensor) -> Tensor: return execute(_complex_views.imag, (input,), ())
def index(input: Tensor, indices: Sequence[Tensor]) -> Tensor: return execute(_indexing.index, (input, *listed("index", "indices", 2, indices)), ())
def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put(input, indices, values, accumulate)
def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put_(input, indices, values, accumulate)
def is_complex(input: Tensor) -> builtins.bool: return _questions.is_complex(input)
def is_conj(input: Tensor) -> builtins.bool: return _questions.is_conj(input)
def is_floating_point(input: Tensor) -> builtins.bool: return _questions.is_floating_point(input)
def is_neg(input: Tensor) -> builtins.bool: return _questions.is_neg(input)
def is_nonzero(input: Tensor) -> builtins.bool: return _values.is_nonzero(input)
def is_same_size(input: Tensor, other: Tensor) -> builtins.bool: return _questions.is_same_size(input, other)
def is_signed(input: Tensor) -> builtins.bool: return _questions.is_signed(input)
def is_tensor(obj: Any) -> builtins.bool: return _data.is_tensor(obj)
def le(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.le, (input, other), (), out)
def less(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.lt, (input, other), (), out)
def less_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.le, (input, other), (), out)
def linspace(start: Number | Tensor, end: Number | Tensor, steps: builtins.int, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.linspace(start, end, steps, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def logspace(start: Number | Tensor, end: Number | Tensor, steps: builtins.int, base: builtins.float = 10.0, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.logspace(start, end, steps, base, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def lt(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.lt, (input, other), (), out)
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_products.matmul, (input, other), (), out)
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]: return _broadcasting.meshgrid(*tensors, indexing=indexing)
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_products.mm, (input, mat2), (), out)
def moveaxis(input: Tensor, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return execute(_views.movedim, (input,), (exact(source), exact(destination)))
def movedim(input: Tensor, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return execute(_views.movedim, (input,), (exact(source), exact(destination)))
def mul(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.mul, (input, other), (), out)
def multiply(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.mul, (input, other), (), out)
def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_products.mv, (input, vec), (), out)
def narrow(input: Tensor, dim: builtins.int, start: builtins.int, length: builtins.int) -> Tensor: return execute(_views.narrow, (input,), (dim, start, length))
def ne(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.ne, (input, other), (), out)
def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.neg, (input,), (), out)
def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.neg, (input,), (), out)
def nonzero(input: Tensor) -> Tensor: return execute(_indexing.nonzero, (input,), ())
def not_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.ne, (input, other), (), out)
def numel(input: Tensor) -> builtins.int: return _questions.numel(input)
def ones(*size_: Any, size: Ints | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor: return create(_creation.ones, (sizes("ones", size_, size),), dtype, layout, device, requires_grad, pin_memory, out)
def ones_like(input: Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.ones_like(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def permute(input: Tensor, dims: Ints) -> Tensor: return execute(_views.permute, (input,), (sizes_alone("permute", "dims", 2, dims),))
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_complex_parts.polar, (abs, angle), (), out)
def rand(*size_: Any, size: Ints | None = None, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.rand(sizes("rand", size_, size), generator=generator, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def rand_like(input: Tensor, *, generator: Generator | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _random.rand_like(input, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def randint(*bounds: Any, low: builtins.int | None = None, high: builtins.int | None = None, size: Ints | None = None, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.randint(*bounds, low=low, high=high, size=size, generator=generator, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def randint_like(input: Tensor, low: builtins.int, high: builtins.int | None = None, *, generator: Generator | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _random.randint_like(input, low, high, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def randn(*size_: Any, size: Ints | None = None, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.randn(sizes("randn", size_, size), generator=generator, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def randn_like(input: Tensor, *, generator: Generator | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _random.randn_like(input, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
def randperm(n: builtins.int, *, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.randperm(n, generator=generator, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def range(start: Number, end: Number, step: Number = 1, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.range(start, end, step, out=out, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def ravel(input: Tensor) -> Tensor: return _copying.ravel(input)
def real(input: Tensor) -> Tensor: return execute(_complex_views.real, (input,), ())
def remainder(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.remainder, (input, other), (), out)
def reshape(input: Tensor, shape: Ints) -> Tensor: return execute(_copying.reshape, (input,), (sizes_alone("reshape", "shape", 2, shape),))
def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: MemoryFormat | None = None) -> Tensor: return _state.resize_as_(input, the_template, memory_format=memory_format)
def resolve_conj(input: Tensor) -> Tensor: return execute(_conversions.resolve_conj, (input,), ())
def resolve_neg(input: Tensor) -> Tensor: return execute(_conversions.resolve_neg, (input,), ())
def result_type(tensor: Any, other: Any) -> DType: return _questions.result_type(tensor, other)
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.vstack(tensors, out=out)
def scalar_tensor(s: Number | Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _creation.scalar_tensor(s, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def select(input: Tensor, dim: builtins.int, index: builtins.int) -> Tensor: return execute(_views.select, (input,), (dim, index))
def split(input: Tensor, split_size: builtins.int | Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.split, (input,), (exact(split_size), dim))
def split_with_sizes(input: Tensor, split_sizes: Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.split_with_sizes, (input,), (exact(split_sizes), dim))
def squeeze(input: Tensor, dim: builtins.int | Ints | None = None) -> Tensor: return execute(_views.squeeze, (input,), (exact(dim),))
def stack(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.stack, (*listed("stack", "tensors", 1, tensors),), (dim,), out)
def sub(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_pointwise.sub, (input, other), (alpha,), out)
def subtract(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_pointwise.sub, (input, other), (alpha,), out)
def sum(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return execute(_reductions.sum, (input,), (exact(dim), keepdim, dtype), out)
def swapaxes(input: Tensor, axis0: builtins.int, axis1: builtins.int) -> Tensor: return execute(_views.transpose, (input,), (axis0, axis1))
def swapdims(input: Tensor, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (input,), (dim0, dim1))
def t(input: Tensor) -> Tensor: return execute(_views.t, (input,), ())
def tensor(data: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _data.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def tensor_split(input: Tensor, indices_or_sections: builtins.int | Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.tensor_split, (input,), (exact(indices_or_sections), dim))
def transpose(input: Tensor, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (input,), (dim0, dim1))
def tril_indices(row: builtins.int, col: builtins.int, offset: builtins.int = 0, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, pin_memory: builtins.bool = False) -> Tensor: return _matrices.tril_indices(row, col, offset, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
def triu_indices(row: builtins.int, col: builtins.int, offset: builtins.int = 0, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, pin_memory: builtins.bool = False) -> Tensor: return _matrices.triu_indices(row, col, offset, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
def true_divide(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pointwise.div, (input, other), (), out)
def unbind(input: Tensor, dim: builtins.int = 0) -> tuple[Tensor, ...]: return execute(_pieces.unbind, (input,), (dim,))
def unflatten(input: Tensor, dim: builtins.int, sizes: Ints) -> Tensor: return execute(_views.unflatten, (input,), (dim, exact(sizes)))
def unsqueeze(input: Tensor, dim: builtins.int) -> Tensor: return execute(_views.unsqueeze, (input,), (dim,))
def vander(x: Tensor, N: builtins.int | None = None, increasing: builtins.bool = False) -> Tensor: return _matrices.vander(x, N, increasing)
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _products.vdot(input, other, out=out)
def view_as_complex(input: Tensor) -> Tensor: return execute(_complex_views.view_as_complex, (input,), ())
def view_as_imag(input: Tensor) -> Tensor: return execute(_complex_views.imag, (input,), ())
def view_as_real(input: Tensor) -> Tensor: return execute(_complex_views.view_as_real, (input,), ())
def vsplit(input: Tensor, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return execute(_pieces.vsplit, (input,), (exact(indices_or_sections),))
def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.vstack(tensors, out=out)
def zero_(input: Tensor) -> Tensor: return _copying.zero_(input)
def zeros(*size_: Any, size: Ints | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor: return create(_creation.zeros, (sizes("zeros", size_, size),), dtype, layout, device, requires_grad, pin_memory, out)
def zeros_like(input: Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.zeros_like(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format)
