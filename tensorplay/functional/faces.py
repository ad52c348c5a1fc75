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
from tensorplay.core.execute import execute, see
from tensorplay.core.tensor import TensorBase

from . import activations as _activations
from . import arithmetic as _arithmetic
from . import backward as _backward
from . import bitwise as _bitwise
from . import blends as _blends
from . import broadcasting as _broadcasting
from . import chances as _chances
from . import choosing as _choosing
from . import classifying as _classifying
from . import closeness as _closeness
from . import comparison as _comparison
from . import complex_parts as _complex_parts
from . import complex_views as _complex_views
from . import contractions as _contractions
from . import conversions as _conversions
from . import convolution as _convolution
from . import copying as _copying
from . import creation as _creation
from . import data as _data
from . import decompositions as _decompositions
from . import distances as _distances
from . import duplicating as _duplicating
from . import einsum as _einsum
from . import exchange as _exchange
from . import exponentials as _exponentials
from . import extremes as _extremes
from . import indexing as _indexing
from . import joining as _joining
from . import layers as _layers
from . import leaves as _leaves
from . import likes as _likes
from . import linear_algebra as _linear_algebra
from . import logical as _logical
from . import masking as _masking
from . import matrices as _matrices
from . import matrix_norms as _matrix_norms
from . import normals as _normals
from . import norms as _norms
from . import order_statistics as _order_statistics
from . import padding as _padding
from . import pairs as _pairs
from . import patches as _patches
from . import permutation as _permutation
from . import picking as _picking
from . import pieces as _pieces
from . import placement as _placement
from . import placing as _placing
from . import powers as _powers
from . import product_sums as _product_sums
from . import products as _products
from . import pseudoinverses as _pseudoinverses
from . import questions as _questions
from . import random as _random
from . import random_fills as _random_fills
from . import rearranging as _rearranging
from . import reductions as _reductions
from . import repeating as _repeating
from . import rounding as _rounding
from . import scans as _scans
from . import scattering as _scattering
from . import searching as _searching
from . import sequences as _sequences
from . import signs as _signs
from . import slice_writing as _slice_writing
from . import sorting as _sorting
from . import special as _special
from . import stacking as _stacking
from . import state as _state
from . import statistics as _statistics
from . import transcendental as _transcendental
from . import triangles as _triangles
from . import typed_storage as _typed_storage
from . import uniques as _uniques
from . import values as _values
from . import view_copies as _view_copies
from . import view_writing as _view_writing
from . import views as _views
from .generator import Generator
from .op import Ints, Number
from .operators import binary, reflected
from .parameters import create, dtype_or_that_of
from .return_types import LeastAndGreatest, SignAndLogarithm, SingularValuesByColumns, ValuesAndIndices
from .typed_storage import TypedStorage

__all__ = [
    "Tensor",
    "abs",
    "abs_",
    "absolute",
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "add",
    "addbmm",
    "addcdiv",
    "addcmul",
    "addmm",
    "addmv",
    "addr",
    "adjoint",
    "alias",
    "alias_copy",
    "all",
    "allclose",
    "amax",
    "amin",
    "aminmax",
    "angle",
    "any",
    "arange",
    "arccos",
    "arccos_",
    "arccosh",
    "arccosh_",
    "arcsin",
    "arcsin_",
    "arcsinh",
    "arcsinh_",
    "arctan",
    "arctan2",
    "arctan_",
    "arctanh",
    "arctanh_",
    "argmax",
    "argmin",
    "argsort",
    "argwhere",
    "as_strided",
    "as_strided_",
    "as_strided_copy",
    "as_strided_scatter",
    "as_tensor",
    "asarray",
    "asin",
    "asin_",
    "asinh",
    "asinh_",
    "atan",
    "atan2",
    "atan_",
    "atanh",
    "atanh_",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "baddbmm",
    "bernoulli",
    "bincount",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "block_diag",
    "bmm",
    "broadcast_shapes",
    "broadcast_tensors",
    "broadcast_to",
    "bucketize",
    "cartesian_prod",
    "cat",
    "cdist",
    "ceil",
    "ceil_",
    "channel_shuffle",
    "chunk",
    "clamp",
    "clamp_",
    "clamp_max",
    "clamp_max_",
    "clamp_min",
    "clamp_min_",
    "clip",
    "clip_",
    "clone",
    "column_stack",
    "combinations",
    "complex",
    "concat",
    "concatenate",
    "conj",
    "conj_physical",
    "constant_pad_nd",
    "conv1d",
    "conv2d",
    "conv3d",
    "copysign",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "count_nonzero",
    "cross",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "deg2rad",
    "deg2rad_",
    "det",
    "detach",
    "detach_",
    "detach_copy",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_copy",
    "diagonal_scatter",
    "diff",
    "div",
    "divide",
    "dot",
    "dsplit",
    "dstack",
    "einsum",
    "empty",
    "empty_like",
    "empty_permuted",
    "empty_strided",
    "eq",
    "equal",
    "erf",
    "erf_",
    "erfc",
    "erfc_",
    "exp",
    "exp2",
    "exp2_",
    "exp_",
    "expand_copy",
    "expm1",
    "expm1_",
    "eye",
    "fill",
    "fill_",
    "fix",
    "fix_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "float_power",
    "floor",
    "floor_",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "frac",
    "frac_",
    "from_dlpack",
    "from_numpy",
    "frombuffer",
    "full",
    "full_like",
    "gather",
    "gcd",
    "gcd_",
    "ge",
    "ger",
    "get_device",
    "greater",
    "greater_equal",
    "gt",
    "heaviside",
    "histc",
    "hsplit",
    "hstack",
    "hypot",
    "imag",
    "index",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_select",
    "inner",
    "inverse",
    "is_complex",
    "is_conj",
    "is_floating_point",
    "is_neg",
    "is_nonzero",
    "is_same_size",
    "is_signed",
    "is_tensor",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "kron",
    "kthvalue",
    "lcm",
    "lcm_",
    "ldexp",
    "ldexp_",
    "le",
    "lerp",
    "less",
    "less_equal",
    "lgamma",
    "lgamma_",
    "linspace",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "log_softmax",
    "logaddexp",
    "logaddexp2",
    "logcumsumexp",
    "logdet",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logit",
    "logit_",
    "logspace",
    "logsumexp",
    "lt",
    "masked_fill",
    "masked_scatter",
    "masked_select",
    "matmul",
    "matrix_power",
    "max",
    "maximum",
    "mean",
    "median",
    "meshgrid",
    "min",
    "minimum",
    "mm",
    "mode",
    "moveaxis",
    "movedim",
    "msort",
    "mul",
    "multinomial",
    "multiply",
    "mv",
    "nan_to_num",
    "nan_to_num_",
    "nanmean",
    "nanmedian",
    "nansum",
    "narrow",
    "narrow_copy",
    "ne",
    "neg",
    "neg_",
    "negative",
    "negative_",
    "nextafter",
    "nonzero",
    "norm",
    "normal",
    "not_equal",
    "numel",
    "ones",
    "ones_like",
    "outer",
    "permutation",
    "permute",
    "permute_copy",
    "pinverse",
    "pixel_shuffle",
    "pixel_unshuffle",
    "polar",
    "positive",
    "pow",
    "prod",
    "put",
    "rad2deg",
    "rad2deg_",
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
    "reciprocal",
    "reciprocal_",
    "relu",
    "relu_",
    "remainder",
    "repeat_interleave",
    "reshape",
    "resize_as_",
    "resolve_conj",
    "resolve_neg",
    "result_type",
    "roll",
    "rot90",
    "round",
    "round_",
    "row_stack",
    "rsqrt",
    "rsqrt_",
    "rsub",
    "scalar_tensor",
    "scatter",
    "scatter_add",
    "scatter_reduce",
    "searchsorted",
    "select",
    "select_copy",
    "select_scatter",
    "sgn",
    "sigmoid",
    "sigmoid_",
    "sign",
    "signbit",
    "sin",
    "sin_",
    "sinc",
    "sinc_",
    "sinh",
    "sinh_",
    "slice_copy",
    "slice_scatter",
    "slogdet",
    "softmax",
    "sort",
    "split",
    "split_copy",
    "split_with_sizes",
    "split_with_sizes_copy",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "squeeze",
    "squeeze_copy",
    "stack",
    "std",
    "std_mean",
    "sub",
    "subtract",
    "sum",
    "svd",
    "swapaxes",
    "swapdims",
    "t",
    "t_copy",
    "take",
    "take_along_dim",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "tensor",
    "tensor_split",
    "tensordot",
    "tile",
    "topk",
    "trace",
    "transpose",
    "transpose_copy",
    "tril",
    "tril_indices",
    "triu",
    "triu_indices",
    "true_divide",
    "trunc",
    "trunc_",
    "typename",
    "unbind",
    "unbind_copy",
    "unflatten",
    "unfold_copy",
    "unique",
    "unique_consecutive",
    "unravel_index",
    "unsqueeze",
    "unsqueeze_copy",
    "vander",
    "var",
    "var_mean",
    "vdot",
    "view_as_complex",
    "view_as_complex_copy",
    "view_as_imag",
    "view_as_real",
    "view_as_real_copy",
    "view_copy",
    "vsplit",
    "vstack",
    "where",
    "xlogy",
    "xlogy_",
    "zero_",
    "zeros",
    "zeros_like",
]


class Tensor(TensorBase):
    """A storage seen through a layout: sizes, strides and an offset, with a dtype and a device.

    Make one with `tensor`, `zeros`, `arange`, `empty_permuted` and their like.

    >>> import tensorplay as tp
    >>> isinstance(tp.zeros(2), tp.Tensor)
    True
    """

    __slots__ = ()

    __hash__ = TensorBase.__hash__
    __array_priority__ = 1000  # NumPy leaves operators to the tensor

    @property
    def H(self) -> Tensor: return see(_complex_views.H, self, ())
    @property
    def T(self) -> Tensor: return see(_views.T, self, ())
    def __abs__(self) -> Tensor: return execute(_signs.abs, (self,), ())
    def __add__(self, other: Any) -> Tensor: return binary(_arithmetic.add, self, other, (1,))
    def __and__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_and, self, other, ())
    def __array__(self, dtype: Any = None, copy: builtins.bool | None = None) -> Any: return _exchange.as_array(self, dtype, copy)
    @property
    def __array_interface__(self) -> dict[str, Any]: return _exchange.array_interface(self)
    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: builtins.bool = False) -> Any: return _exchange.from_result(self, array, context, return_scalar)
    def __bool__(self) -> builtins.bool: return _values.is_nonzero(self)
    def __complex__(self) -> builtins.complex: return _values.to_complex(self)
    def __contains__(self, element: Any) -> builtins.bool: return _values.contains(self, element)
    def __copy__(self) -> Tensor: return _duplicating.shallow_copy(self)
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: return _placement.cuda_array_interface(self)
    def __deepcopy__(self, memo: Any) -> Tensor: return _duplicating.deep_copy(self, memo)
    def __dlpack__(self, *, stream: builtins.int | None = None, max_version: tuple[builtins.int, builtins.int] | None = None, dl_device: tuple[builtins.int, builtins.int] | None = None, copy: builtins.bool | None = None) -> Any: return _exchange.lent(self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)
    def __dlpack_device__(self) -> tuple[builtins.int, builtins.int]: return _exchange.dlpack_device(self)
    def __eq__(self, other: Any) -> Tensor: return binary(_comparison.eq, self, other, ())  # type: ignore[override]
    def __float__(self) -> builtins.float: return _values.to_float(self)
    def __floordiv__(self, other: Any) -> Tensor: return binary(_arithmetic.floor_divide, self, other, ())
    def __ge__(self, other: Any) -> Tensor: return binary(_comparison.ge, self, other, ())
    def __getitem__(self, index: Any) -> Tensor: return _indexing.get_item(self, index)
    def __gt__(self, other: Any) -> Tensor: return binary(_comparison.gt, self, other, ())
    def __iadd__(self, other: Any) -> Tensor: return binary(_arithmetic.add, self, other, (1,), self)
    def __iand__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_and, self, other, (), self)
    def __ifloordiv__(self, other: Any) -> Tensor: return binary(_arithmetic.floor_divide, self, other, (), self)
    def __ilshift__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_left_shift, self, other, (), self)
    def __imod__(self, other: Any) -> Tensor: return binary(_arithmetic.remainder, self, other, (), self)
    def __imul__(self, other: Any) -> Tensor: return binary(_arithmetic.mul, self, other, (), self)
    def __index__(self) -> builtins.int: return _values.to_index(self)
    def __int__(self) -> builtins.int: return _values.to_int(self)
    def __invert__(self) -> Tensor: return _bitwise.invert(self)
    def __ior__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_or, self, other, (), self)
    def __ipow__(self, other: Any) -> Tensor: return binary(_powers.pow, self, other, (), self)
    def __irshift__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_right_shift, self, other, (), self)
    def __isub__(self, other: Any) -> Tensor: return binary(_arithmetic.sub, self, other, (1,), self)
    def __iter__(self) -> Iterator[Tensor]: return _values.iterate(self)
    def __itruediv__(self, other: Any) -> Tensor: return binary(_arithmetic.div, self, other, (None,), self)
    def __ixor__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_xor, self, other, (), self)
    def __le__(self, other: Any) -> Tensor: return binary(_comparison.le, self, other, ())
    def __len__(self) -> builtins.int: return _values.length(self)
    def __lshift__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_left_shift, self, other, ())
    def __lt__(self, other: Any) -> Tensor: return binary(_comparison.lt, self, other, ())
    def __matmul__(self, other: Any) -> Tensor: return binary(_products.matmul, self, other, ())
    def __mod__(self, other: Any) -> Tensor: return binary(_arithmetic.remainder, self, other, ())
    def __mul__(self, other: Any) -> Tensor: return binary(_arithmetic.mul, self, other, ())
    def __ne__(self, other: Any) -> Tensor: return binary(_comparison.ne, self, other, ())  # type: ignore[override]
    def __neg__(self) -> Tensor: return execute(_signs.neg, (self,), ())
    def __or__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_or, self, other, ())
    def __pos__(self) -> Tensor: return execute(_signs.positive, (self,), ())
    def __pow__(self, other: Any) -> Tensor: return binary(_powers.pow, self, other, ())
    def __radd__(self, other: Any) -> Tensor: return reflected(_arithmetic.add, self, other, (1,))
    def __rand__(self, other: Any) -> Tensor: return reflected(_bitwise.bitwise_and, self, other, ())
    def __reduce_ex__(self, protocol: Any) -> Any: return _duplicating.reduced(self, protocol)
    def __reversed__(self) -> Tensor: return _values.backwards(self)
    def __rfloordiv__(self, other: Any) -> Tensor: return reflected(_arithmetic.floor_divide, self, other, ())
    def __rlshift__(self, other: Any) -> Tensor: return reflected(_bitwise.bitwise_left_shift, self, other, ())
    def __rmatmul__(self, other: Any) -> Tensor: return reflected(_products.matmul, self, other, ())
    def __rmod__(self, other: Any) -> Tensor: return reflected(_arithmetic.remainder, self, other, ())
    def __rmul__(self, other: Any) -> Tensor: return reflected(_arithmetic.mul, self, other, ())
    def __ror__(self, other: Any) -> Tensor: return reflected(_bitwise.bitwise_or, self, other, ())
    def __rpow__(self, other: Any) -> Tensor: return reflected(_powers.pow, self, other, ())
    def __rrshift__(self, other: Any) -> Tensor: return reflected(_bitwise.bitwise_right_shift, self, other, ())
    def __rshift__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_right_shift, self, other, ())
    def __rsub__(self, other: Any) -> Tensor: return reflected(_arithmetic.sub, self, other, (1,))
    def __rtruediv__(self, other: Any) -> Tensor: return reflected(_arithmetic.divide_into, self, other, ())
    def __rxor__(self, other: Any) -> Tensor: return reflected(_bitwise.bitwise_xor, self, other, ())
    def __setitem__(self, index: Any, value: Any) -> None: return _indexing.set_item(self, index, value)
    def __sub__(self, other: Any) -> Tensor: return binary(_arithmetic.sub, self, other, (1,))
    def __truediv__(self, other: Any) -> Tensor: return binary(_arithmetic.div, self, other, (None,))
    def __xor__(self, other: Any) -> Tensor: return binary(_bitwise.bitwise_xor, self, other, ())
    def _neg_view(self) -> Tensor: return see(_complex_views._neg_view, self, ())
    def abs(self) -> Tensor: return execute(_signs.abs, (self,), ())
    def abs_(self) -> Tensor: return execute(_signs.abs, (self,), (), self)
    def absolute(self) -> Tensor: return execute(_signs.abs, (self,), ())
    def absolute_(self) -> Tensor: return execute(_signs.abs, (self,), (), self)
    def acos(self) -> Tensor: return execute(_transcendental.acos, (self,), ())
    def acos_(self) -> Tensor: return execute(_transcendental.acos, (self,), (), self)
    def acosh(self) -> Tensor: return _transcendental.acosh(self)
    def acosh_(self) -> Tensor: return _transcendental.acosh(self, out=self)
    def add(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_arithmetic.add, (self, other), (alpha,))
    def add_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_arithmetic.add, (self, other), (alpha,), self)
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.addbmm(self, batch1, batch2, beta=beta, alpha=alpha)
    def addbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.addbmm(self, batch1, batch2, beta=beta, alpha=alpha, out=self)
    def addcdiv(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor: return _blends.addcdiv(self, tensor1, tensor2, value=value)
    def addcdiv_(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor: return _blends.addcdiv(self, tensor1, tensor2, value=value, out=self)
    def addcmul(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor: return _blends.addcmul(self, tensor1, tensor2, value=value)
    def addcmul_(self, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor: return _blends.addcmul(self, tensor1, tensor2, value=value, out=self)
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.addmm(self, mat1, mat2, beta=beta, alpha=alpha)
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.addmm(self, mat1, mat2, beta=beta, alpha=alpha, out=self)
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.addmv(self, mat, vec, beta=beta, alpha=alpha)
    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.addmv(self, mat, vec, beta=beta, alpha=alpha, out=self)
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addr, (self, vec1, vec2), (beta, alpha))
    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return execute(_product_sums.addr, (self, vec1, vec2), (beta, alpha), self)
    def adjoint(self) -> Tensor: return see(_complex_views.adjoint, self, ())
    def alias(self) -> Tensor: return see(_views.detach, self, ())
    def all(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False) -> Tensor: return _reductions.all(self, dim, keepdim)
    def allclose(self, other: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> builtins.bool: return _closeness.allclose(self, other, rtol, atol, equal_nan)
    def amax(self, dim: builtins.int | Ints | None = (), keepdim: builtins.bool = False) -> Tensor: return _extremes.amax(self, dim, keepdim)
    def amin(self, dim: builtins.int | Ints | None = (), keepdim: builtins.bool = False) -> Tensor: return _extremes.amin(self, dim, keepdim)
    def aminmax(self, *, dim: builtins.int | None = None, keepdim: builtins.bool = False) -> LeastAndGreatest: return _extremes.aminmax(self, dim=dim, keepdim=keepdim)
    def angle(self) -> Tensor: return execute(_signs.angle, (self,), ())
    def any(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False) -> Tensor: return _reductions.any(self, dim, keepdim)
    def arccos(self) -> Tensor: return execute(_transcendental.acos, (self,), ())
    def arccos_(self) -> Tensor: return execute(_transcendental.acos, (self,), (), self)
    def arccosh(self) -> Tensor: return _transcendental.acosh(self)
    def arccosh_(self) -> Tensor: return _transcendental.acosh(self, out=self)
    def arcsin(self) -> Tensor: return execute(_transcendental.asin, (self,), ())
    def arcsin_(self) -> Tensor: return execute(_transcendental.asin, (self,), (), self)
    def arcsinh(self) -> Tensor: return _transcendental.asinh(self)
    def arcsinh_(self) -> Tensor: return _transcendental.asinh(self, out=self)
    def arctan(self) -> Tensor: return execute(_transcendental.atan, (self,), ())
    def arctan2(self, other: Tensor) -> Tensor: return execute(_pairs.atan2, (self, other), ())
    def arctan2_(self, other: Tensor) -> Tensor: return execute(_pairs.atan2, (self, other), (), self)
    def arctan_(self) -> Tensor: return execute(_transcendental.atan, (self,), (), self)
    def arctanh(self) -> Tensor: return _transcendental.atanh(self)
    def arctanh_(self) -> Tensor: return _transcendental.atanh(self, out=self)
    def argmax(self, dim: builtins.int | None = None, keepdim: builtins.bool = False) -> Tensor: return _extremes.argmax(self, dim, keepdim)
    def argmin(self, dim: builtins.int | None = None, keepdim: builtins.bool = False) -> Tensor: return _extremes.argmin(self, dim, keepdim)
    def argsort(self, dim: builtins.int = -1, descending: builtins.bool = False, *, stable: builtins.bool = False) -> Tensor: return _sorting.argsort(self, dim, descending, stable=stable)
    def argwhere(self) -> Tensor: return _picking.argwhere(self)
    def as_strided(self, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return see(_views.as_strided, self, (exact(size), exact(stride), storage_offset))
    def as_strided_(self, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return execute(_views.as_strided, (self,), (exact(size), exact(stride), storage_offset), self)
    def as_strided_scatter(self, src: Tensor, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return _view_writing.as_strided_scatter(self, src, size, stride, storage_offset)
    def asin(self) -> Tensor: return execute(_transcendental.asin, (self,), ())
    def asin_(self) -> Tensor: return execute(_transcendental.asin, (self,), (), self)
    def asinh(self) -> Tensor: return _transcendental.asinh(self)
    def asinh_(self) -> Tensor: return _transcendental.asinh(self, out=self)
    def atan(self) -> Tensor: return execute(_transcendental.atan, (self,), ())
    def atan2(self, other: Tensor) -> Tensor: return execute(_pairs.atan2, (self, other), ())
    def atan2_(self, other: Tensor) -> Tensor: return execute(_pairs.atan2, (self, other), (), self)
    def atan_(self) -> Tensor: return execute(_transcendental.atan, (self,), (), self)
    def atanh(self) -> Tensor: return _transcendental.atanh(self)
    def atanh_(self) -> Tensor: return _transcendental.atanh(self, out=self)
    def backward(self, gradient: Tensor | None = None) -> None: return _backward.backward(self, gradient)
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.baddbmm(self, batch1, batch2, beta=beta, alpha=alpha)
    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor: return _product_sums.baddbmm(self, batch1, batch2, beta=beta, alpha=alpha, out=self)
    def bernoulli(self, p: builtins.float | None = None, *, generator: Generator | None = None) -> Tensor: return _chances.bernoulli(self, p, generator=generator)
    def bernoulli_(self, p: builtins.float | Tensor = 0.5, *, generator: Generator | None = None) -> Tensor: return _chances.bernoulli_(self, p, generator=generator)
    def bfloat16(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.bfloat16(self, memory_format)
    def bincount(self, weights: Tensor | None = None, minlength: builtins.int = 0) -> Tensor: return _searching.bincount(self, weights, minlength)
    def bitwise_and(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_and, (self, other), ())
    def bitwise_and_(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_and, (self, other), (), self)
    def bitwise_left_shift(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_left_shift, (self, other), ())
    def bitwise_left_shift_(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_left_shift, (self, other), (), self)
    def bitwise_not(self) -> Tensor: return execute(_bitwise.bitwise_not, (self,), ())
    def bitwise_not_(self) -> Tensor: return execute(_bitwise.bitwise_not, (self,), (), self)
    def bitwise_or(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_or, (self, other), ())
    def bitwise_or_(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_or, (self, other), (), self)
    def bitwise_right_shift(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_right_shift, (self, other), ())
    def bitwise_right_shift_(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_right_shift, (self, other), (), self)
    def bitwise_xor(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_xor, (self, other), ())
    def bitwise_xor_(self, other: Tensor | Number) -> Tensor: return execute(_bitwise.bitwise_xor, (self, other), (), self)
    def bmm(self, mat2: Tensor) -> Tensor: return _products.bmm(self, mat2)
    def bool(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.bool(self, memory_format)
    def broadcast_to(self, size: Ints) -> Tensor: return see(_views.broadcast_to, self, (exact(size),))
    def byte(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.byte(self, memory_format)
    def cdouble(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cdouble(self, memory_format)
    def ceil(self) -> Tensor: return execute(_rounding.ceil, (self,), ())
    def ceil_(self) -> Tensor: return execute(_rounding.ceil, (self,), (), self)
    def cfloat(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cfloat(self, memory_format)
    def chalf(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.chalf(self, memory_format)
    def char(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.char(self, memory_format)
    def chunk(self, chunks: builtins.int, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.chunk, self, (chunks, dim))
    def clamp(self, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor: return _choosing.clamp(self, min, max)
    def clamp_(self, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor: return _choosing.clamp(self, min, max, out=self)
    def clamp_max(self, max: Tensor | Number) -> Tensor: return _choosing.clamp_max(self, max)
    def clamp_max_(self, max: Tensor | Number) -> Tensor: return _choosing.clamp_max(self, max, out=self)
    def clamp_min(self, min: Tensor | Number) -> Tensor: return _choosing.clamp_min(self, min)
    def clamp_min_(self, min: Tensor | Number) -> Tensor: return _choosing.clamp_min(self, min, out=self)
    def clip(self, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor: return _choosing.clamp(self, min, max)
    def clip_(self, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor: return _choosing.clamp(self, min, max, out=self)
    def clone(self, *, memory_format: MemoryFormat = preserve_format) -> Tensor: return execute(_copying.clone, (self,), (memory_format,))
    def conj(self) -> Tensor: return see(_complex_views.conj, self, ())
    def conj_physical(self) -> Tensor: return _conversions.conj_physical(self)
    def contiguous(self, memory_format: MemoryFormat = contiguous_format) -> Tensor: return see(_copying.contiguous, self, (memory_format,))
    def copy_(self, src: Tensor | Number, non_blocking: builtins.bool = False) -> Tensor: return execute(_copying.copy_, (self, src), (non_blocking,))
    def copysign(self, other: Tensor | Number) -> Tensor: return execute(_signs.copysign, (self, other), ())
    def copysign_(self, other: Tensor | Number) -> Tensor: return execute(_signs.copysign, (self, other), (), self)
    def cos(self) -> Tensor: return execute(_transcendental.cos, (self,), ())
    def cos_(self) -> Tensor: return execute(_transcendental.cos, (self,), (), self)
    def cosh(self) -> Tensor: return execute(_transcendental.cosh, (self,), ())
    def cosh_(self) -> Tensor: return execute(_transcendental.cosh, (self,), (), self)
    def count_nonzero(self, dim: builtins.int | Ints | None = None) -> Tensor: return _reductions.count_nonzero(self, dim)
    def cpu(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cpu(self, memory_format)
    def cross(self, other: Tensor, dim: builtins.int | None = None) -> Tensor: return _contractions.cross(self, other, dim)
    def cuda(self, device: Device | str | builtins.int | None = None, non_blocking: builtins.bool = False, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.cuda(self, device, non_blocking, memory_format)
    def cummax(self, dim: builtins.int) -> ValuesAndIndices: return _scans.cummax(self, dim)
    def cummin(self, dim: builtins.int) -> ValuesAndIndices: return _scans.cummin(self, dim)
    def cumprod(self, dim: builtins.int, *, dtype: DType | None = None) -> Tensor: return _scans.cumprod(self, dim, dtype=dtype)
    def cumprod_(self, dim: builtins.int, *, dtype: DType | None = None) -> Tensor: return _scans.cumprod(self, dim, dtype=dtype, out=self)
    def cumsum(self, dim: builtins.int, *, dtype: DType | None = None) -> Tensor: return _scans.cumsum(self, dim, dtype=dtype)
    def cumsum_(self, dim: builtins.int, *, dtype: DType | None = None) -> Tensor: return _scans.cumsum(self, dim, dtype=dtype, out=self)
    @property
    def data(self) -> Tensor: return _state.data(self)
    @data.setter
    def data(self, source: Tensor) -> None: return _state.assign_data(self, source)
    def deg2rad(self) -> Tensor: return _transcendental.deg2rad(self)
    def deg2rad_(self) -> Tensor: return _transcendental.deg2rad(self, out=self)
    def det(self) -> Tensor: return _linear_algebra.det(self)
    def detach(self) -> Tensor: return see(_views.detach, self, ())
    def detach_(self) -> Tensor: return _leaves.detach_(self)
    def diag(self, diagonal: builtins.int = 0) -> Tensor: return _matrices.diag(self, diagonal)
    def diag_embed(self, offset: builtins.int = 0, dim1: builtins.int = -2, dim2: builtins.int = -1) -> Tensor: return execute(_matrices.diag_embed, (self,), (offset, dim1, dim2))
    def diagflat(self, offset: builtins.int = 0) -> Tensor: return _matrices.diagflat(self, offset)
    def diagonal(self, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor: return see(_views.diagonal, self, (offset, dim1, dim2))
    def diagonal_scatter(self, src: Tensor, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor: return _view_writing.diagonal_scatter(self, src, offset, dim1, dim2)
    def diff(self, n: builtins.int = 1, dim: builtins.int = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor: return _scans.diff(self, n, dim, prepend, append)
    def div(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor: return execute(_arithmetic.div, (self, other), (rounding_mode,))
    def div_(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor: return execute(_arithmetic.div, (self, other), (rounding_mode,), self)
    def divide(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor: return execute(_arithmetic.div, (self, other), (rounding_mode,))
    def divide_(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor: return execute(_arithmetic.div, (self, other), (rounding_mode,), self)
    def dot(self, tensor: Tensor) -> Tensor: return _products.dot(self, tensor)
    def double(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.double(self, memory_format)
    def dsplit(self, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return see(_pieces.dsplit, self, (exact(indices_or_sections),))
    def eq(self, other: Tensor | Number) -> Tensor: return execute(_comparison.eq, (self, other), ())
    def eq_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.eq, (self, other), (), self)
    def equal(self, other: Tensor) -> builtins.bool: return _closeness.equal(self, other)
    def erf(self) -> Tensor: return _special.erf(self)
    def erf_(self) -> Tensor: return _special.erf(self, out=self)
    def erfc(self) -> Tensor: return _special.erfc(self)
    def erfc_(self) -> Tensor: return _special.erfc(self, out=self)
    def exp(self) -> Tensor: return execute(_transcendental.exp, (self,), ())
    def exp2(self) -> Tensor: return execute(_transcendental.exp2, (self,), ())
    def exp2_(self) -> Tensor: return execute(_transcendental.exp2, (self,), (), self)
    def exp_(self) -> Tensor: return execute(_transcendental.exp, (self,), (), self)
    def expand(self, *size_: Any, size: Ints | None = None) -> Tensor: return see(_views.expand, self, (sizes("expand", size_, size),))
    def expand_as(self, other: Tensor) -> Tensor: return execute(_views.expand_as, (self, other), ())
    def expm1(self) -> Tensor: return execute(_transcendental.expm1, (self,), ())
    def expm1_(self) -> Tensor: return execute(_transcendental.expm1, (self,), (), self)
    def exponential_(self, lambd: builtins.float = 1.0, *, generator: Generator | None = None) -> Tensor: return _chances.exponential_(self, lambd, generator=generator)
    def fill_(self, value: Number | Tensor) -> Tensor: return _copying.fill_(self, value)
    def fill_diagonal_(self, fill_value: Number, wrap: builtins.bool = False) -> Tensor: return _placing.fill_diagonal_(self, fill_value, wrap)
    def fix(self) -> Tensor: return execute(_rounding.trunc, (self,), ())
    def fix_(self) -> Tensor: return execute(_rounding.trunc, (self,), (), self)
    def flatten(self, start_dim: builtins.int = 0, end_dim: builtins.int = -1) -> Tensor: return see(_copying.flatten, self, (start_dim, end_dim))
    def flip(self, *dims_: Any, dims: Ints | None = None) -> Tensor: return execute(_rearranging.flip, (self,), (sizes("flip", dims_, dims),))
    def fliplr(self) -> Tensor: return _rearranging.fliplr(self)
    def flipud(self) -> Tensor: return _rearranging.flipud(self)
    def float(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.float(self, memory_format)
    def float_power(self, exponent: Tensor | Number) -> Tensor: return _powers.float_power(self, exponent)
    def float_power_(self, exponent: Tensor | Number) -> Tensor: return _powers.float_power(self, exponent, out=self)
    def floor(self) -> Tensor: return execute(_rounding.floor, (self,), ())
    def floor_(self) -> Tensor: return execute(_rounding.floor, (self,), (), self)
    def floor_divide(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.floor_divide, (self, other), ())
    def floor_divide_(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.floor_divide, (self, other), (), self)
    def fmax(self, other: Tensor) -> Tensor: return _comparison.fmax(self, other)
    def fmin(self, other: Tensor) -> Tensor: return _comparison.fmin(self, other)
    def fmod(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.fmod, (self, other), ())
    def fmod_(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.fmod, (self, other), (), self)
    def frac(self) -> Tensor: return _rounding.frac(self)
    def frac_(self) -> Tensor: return _rounding.frac(self, out=self)
    def gather(self, dim: builtins.int, index: Tensor, *, sparse_grad: builtins.bool = False) -> Tensor: return execute(_picking.gather, (self, index), (dim, sparse_grad))
    def gcd(self, other: Tensor) -> Tensor: return _bitwise.gcd(self, other)
    def gcd_(self, other: Tensor) -> Tensor: return _bitwise.gcd(self, other, out=self)
    def ge(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ge, (self, other), ())
    def ge_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ge, (self, other), (), self)
    def ger(self, vec2: Tensor) -> Tensor: return _contractions.outer(self, vec2)
    @property
    def grad(self) -> Tensor | None: return _leaves.grad(self)
    @grad.deleter
    def grad(self) -> None: return _leaves.delete_grad(self)
    @grad.setter
    def grad(self, gradient: Tensor | None) -> None: return _leaves.set_grad(self, gradient)
    def greater(self, other: Tensor | Number) -> Tensor: return execute(_comparison.gt, (self, other), ())
    def greater_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.gt, (self, other), (), self)
    def greater_equal(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ge, (self, other), ())
    def greater_equal_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ge, (self, other), (), self)
    def gt(self, other: Tensor | Number) -> Tensor: return execute(_comparison.gt, (self, other), ())
    def gt_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.gt, (self, other), (), self)
    def half(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.half(self, memory_format)
    def heaviside(self, values: Tensor) -> Tensor: return execute(_pairs.heaviside, (self, values), ())
    def heaviside_(self, values: Tensor) -> Tensor: return execute(_pairs.heaviside, (self, values), (), self)
    def histc(self, bins: builtins.int = 100, min: builtins.float = 0, max: builtins.float = 0) -> Tensor: return execute(_searching.histc, (self,), (bins, min, max))
    def hsplit(self, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return see(_pieces.hsplit, self, (exact(indices_or_sections),))
    def hypot(self, other: Tensor) -> Tensor: return execute(_pairs.hypot, (self, other), ())
    def hypot_(self, other: Tensor) -> Tensor: return execute(_pairs.hypot, (self, other), (), self)
    @property
    def imag(self) -> Tensor: return see(_complex_views.imag, self, ())
    @imag.setter
    def imag(self, value: Any) -> None: return _complex_views.assign_imag(self, value)
    def index(self, indices: Sequence[Tensor | None]) -> Tensor: return _indexing.index(self, indices)
    def index_add(self, dim: builtins.int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor: return _slice_writing.index_add(self, dim, index, source, alpha=alpha)
    def index_add_(self, dim: builtins.int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor: return _slice_writing.index_add(self, dim, index, source, alpha=alpha, out=self)
    def index_copy(self, dim: builtins.int, index: Tensor, source: Tensor) -> Tensor: return _slice_writing.index_copy(self, dim, index, source)
    def index_copy_(self, dim: builtins.int, index: Tensor, source: Tensor) -> Tensor: return _slice_writing.index_copy(self, dim, index, source, out=self)
    def index_fill(self, dim: builtins.int, index: Tensor, value: Number | Tensor) -> Tensor: return _slice_writing.index_fill(self, dim, index, value)
    def index_fill_(self, dim: builtins.int, index: Tensor, value: Number | Tensor) -> Tensor: return _slice_writing.index_fill_(self, dim, index, value)
    def index_put(self, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put(self, indices, values, accumulate)
    def index_put_(self, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put_(self, indices, values, accumulate)
    def index_reduce(self, dim: builtins.int, index: Tensor, source: Tensor, reduce: str, *, include_self: builtins.bool = True) -> Tensor: return _slice_writing.index_reduce(self, dim, index, source, reduce, include_self=include_self)
    def index_reduce_(self, dim: builtins.int, index: Tensor, source: Tensor, reduce: str, *, include_self: builtins.bool = True) -> Tensor: return _slice_writing.index_reduce(self, dim, index, source, reduce, include_self=include_self, out=self)
    def index_select(self, dim: builtins.int, index: Tensor) -> Tensor: return execute(_picking.index_select, (self, index), (dim,))
    def inner(self, other: Tensor) -> Tensor: return _contractions.inner(self, other)
    def int(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.int(self, memory_format)
    def inverse(self) -> Tensor: return _linear_algebra.inverse(self)
    def is_nonzero(self) -> builtins.bool: return _values.is_nonzero(self)
    def isclose(self, other: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> Tensor: return execute(_closeness.isclose, (self, other), (rtol, atol, equal_nan))
    def isfinite(self) -> Tensor: return _classifying.isfinite(self)
    def isinf(self) -> Tensor: return _classifying.isinf(self)
    def isnan(self) -> Tensor: return _classifying.isnan(self)
    def isneginf(self) -> Tensor: return _classifying.isneginf(self)
    def isposinf(self) -> Tensor: return _classifying.isposinf(self)
    def isreal(self) -> Tensor: return _classifying.isreal(self)
    def item(self) -> Number: return _values.item(self)
    def kron(self, other: Tensor) -> Tensor: return _contractions.kron(self, other)
    def kthvalue(self, k: builtins.int, dim: builtins.int = -1, keepdim: builtins.bool = False) -> ValuesAndIndices: return _order_statistics.kthvalue(self, k, dim, keepdim)
    def lcm(self, other: Tensor) -> Tensor: return _bitwise.lcm(self, other)
    def lcm_(self, other: Tensor) -> Tensor: return _bitwise.lcm(self, other, out=self)
    def ldexp(self, other: Tensor) -> Tensor: return execute(_pairs.ldexp, (self, other), ())
    def ldexp_(self, other: Tensor) -> Tensor: return execute(_pairs.ldexp, (self, other), (), self)
    def le(self, other: Tensor | Number) -> Tensor: return execute(_comparison.le, (self, other), ())
    def le_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.le, (self, other), (), self)
    def lerp(self, end: Tensor, weight: Tensor | Number) -> Tensor: return execute(_blends.lerp, (self, end, weight), ())
    def lerp_(self, end: Tensor, weight: Tensor | Number) -> Tensor: return execute(_blends.lerp, (self, end, weight), (), self)
    def less(self, other: Tensor | Number) -> Tensor: return execute(_comparison.lt, (self, other), ())
    def less_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.lt, (self, other), (), self)
    def less_equal(self, other: Tensor | Number) -> Tensor: return execute(_comparison.le, (self, other), ())
    def less_equal_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.le, (self, other), (), self)
    def lgamma(self) -> Tensor: return _special.lgamma(self)
    def lgamma_(self) -> Tensor: return _special.lgamma(self, out=self)
    def log(self) -> Tensor: return execute(_transcendental.log, (self,), ())
    def log10(self) -> Tensor: return execute(_transcendental.log10, (self,), ())
    def log10_(self) -> Tensor: return execute(_transcendental.log10, (self,), (), self)
    def log1p(self) -> Tensor: return execute(_transcendental.log1p, (self,), ())
    def log1p_(self) -> Tensor: return execute(_transcendental.log1p, (self,), (), self)
    def log2(self) -> Tensor: return execute(_transcendental.log2, (self,), ())
    def log2_(self) -> Tensor: return execute(_transcendental.log2, (self,), (), self)
    def log_(self) -> Tensor: return execute(_transcendental.log, (self,), (), self)
    def log_softmax(self, dim: builtins.int, dtype: DType | None = None) -> Tensor: return _exponentials.log_softmax(self, dim, dtype)
    def logaddexp(self, other: Tensor) -> Tensor: return _pairs.logaddexp(self, other)
    def logaddexp2(self, other: Tensor) -> Tensor: return _pairs.logaddexp2(self, other)
    def logcumsumexp(self, dim: builtins.int) -> Tensor: return _scans.logcumsumexp(self, dim)
    def logdet(self) -> Tensor: return _linear_algebra.logdet(self)
    def logical_and(self, other: Tensor) -> Tensor: return execute(_logical.logical_and, (self, other), ())
    def logical_and_(self, other: Tensor) -> Tensor: return execute(_logical.logical_and, (self, other), (), self)
    def logical_not(self) -> Tensor: return execute(_logical.logical_not, (self,), ())
    def logical_not_(self) -> Tensor: return execute(_logical.logical_not, (self,), (), self)
    def logical_or(self, other: Tensor) -> Tensor: return execute(_logical.logical_or, (self, other), ())
    def logical_or_(self, other: Tensor) -> Tensor: return execute(_logical.logical_or, (self, other), (), self)
    def logical_xor(self, other: Tensor) -> Tensor: return execute(_logical.logical_xor, (self, other), ())
    def logical_xor_(self, other: Tensor) -> Tensor: return execute(_logical.logical_xor, (self, other), (), self)
    def logit(self, eps: builtins.float | None = None) -> Tensor: return execute(_special.logit, (self,), (eps,))
    def logit_(self, eps: builtins.float | None = None) -> Tensor: return execute(_special.logit, (self,), (eps,), self)
    def logsumexp(self, dim: builtins.int | Ints, keepdim: builtins.bool = False) -> Tensor: return execute(_exponentials.logsumexp, (self,), (exact(dim), keepdim))
    def long(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.long(self, memory_format)
    def lt(self, other: Tensor | Number) -> Tensor: return execute(_comparison.lt, (self, other), ())
    def lt_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.lt, (self, other), (), self)
    @property
    def mH(self) -> Tensor: return see(_complex_views.adjoint, self, ())
    @property
    def mT(self) -> Tensor: return see(_views.mT, self, ())
    def masked_fill(self, mask: Tensor, value: Number | Tensor) -> Tensor: return _masking.masked_fill(self, mask, value)
    def masked_fill_(self, mask: Tensor, value: Number | Tensor) -> Tensor: return _masking.masked_fill_(self, mask, value)
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor: return _masking.masked_scatter(self, mask, source)
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor: return _masking.masked_scatter_(self, mask, source)
    def masked_select(self, mask: Tensor) -> Tensor: return execute(_picking.masked_select, (self, mask), ())
    def matmul(self, other: Tensor) -> Tensor: return execute(_products.matmul, (self, other), ())
    def matrix_power(self, n: builtins.int) -> Tensor: return _linear_algebra.matrix_power(self, n)
    def max(self, dim: builtins.int | Tensor | None = None, keepdim: builtins.bool = False, *, other: Tensor | None = None) -> Any: return _extremes.max(self, dim, keepdim, other=other)
    def maximum(self, other: Tensor) -> Tensor: return execute(_comparison.maximum, (self, other), ())
    def mean(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None) -> Tensor: return execute(_reductions.mean, (self,), (exact(dim), keepdim, dtype))
    def median(self, dim: builtins.int | None = None, keepdim: builtins.bool = False) -> Any: return _order_statistics.median(self, dim, keepdim)
    def min(self, dim: builtins.int | Tensor | None = None, keepdim: builtins.bool = False, *, other: Tensor | None = None) -> Any: return _extremes.min(self, dim, keepdim, other=other)
    def minimum(self, other: Tensor) -> Tensor: return execute(_comparison.minimum, (self, other), ())
    def mm(self, mat2: Tensor) -> Tensor: return _products.mm(self, mat2)
    def mode(self, dim: builtins.int = -1, keepdim: builtins.bool = False) -> ValuesAndIndices: return _order_statistics.mode(self, dim, keepdim)
    def moveaxis(self, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return see(_views.movedim, self, (exact(source), exact(destination)))
    def movedim(self, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return see(_views.movedim, self, (exact(source), exact(destination)))
    def msort(self) -> Tensor: return _sorting.msort(self)
    def mul(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.mul, (self, other), ())
    def mul_(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.mul, (self, other), (), self)
    def multinomial(self, num_samples: builtins.int, replacement: builtins.bool = False, *, generator: Generator | None = None) -> Tensor: return _chances.multinomial(self, num_samples, replacement, generator=generator)
    def multiply(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.mul, (self, other), ())
    def multiply_(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.mul, (self, other), (), self)
    def mv(self, vec: Tensor) -> Tensor: return _products.mv(self, vec)
    def nan_to_num(self, nan: builtins.float | None = None, posinf: builtins.float | None = None, neginf: builtins.float | None = None) -> Tensor: return execute(_choosing.nan_to_num, (self,), (nan, posinf, neginf))
    def nan_to_num_(self, nan: builtins.float | None = None, posinf: builtins.float | None = None, neginf: builtins.float | None = None) -> Tensor: return execute(_choosing.nan_to_num, (self,), (nan, posinf, neginf), self)
    def nanmean(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None) -> Tensor: return _reductions.nanmean(self, dim, keepdim, dtype=dtype)
    def nanmedian(self, dim: builtins.int | None = None, keepdim: builtins.bool = False) -> Any: return _order_statistics.nanmedian(self, dim, keepdim)
    def nansum(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None) -> Tensor: return execute(_reductions.nansum, (self,), (exact(dim), keepdim, dtype))
    def narrow(self, dim: builtins.int, start: builtins.int, length: builtins.int) -> Tensor: return see(_views.narrow, self, (dim, start, length))
    def narrow_copy(self, dim: builtins.int, start: builtins.int, length: builtins.int) -> Tensor: return _view_copies.narrow_copy(self, dim, start, length)
    def ne(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ne, (self, other), ())
    def ne_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ne, (self, other), (), self)
    def neg(self) -> Tensor: return execute(_signs.neg, (self,), ())
    def neg_(self) -> Tensor: return execute(_signs.neg, (self,), (), self)
    def negative(self) -> Tensor: return execute(_signs.neg, (self,), ())
    def negative_(self) -> Tensor: return execute(_signs.neg, (self,), (), self)
    def new_empty(self, *size_: Any, size: Ints | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_empty(self, sizes("new_empty", size_, size), options=(dtype, layout, device, requires_grad, pin_memory))
    def new_empty_strided(self, size: Ints, stride: Ints, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_empty_strided(self, size, stride, options=(dtype, layout, device, requires_grad, pin_memory))
    def new_full(self, size: Ints, fill_value: Number | Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_full(self, size, fill_value, options=(dtype, layout, device, requires_grad, pin_memory))
    def new_ones(self, *size_: Any, size: Ints | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_ones(self, sizes("new_ones", size_, size), options=(dtype, layout, device, requires_grad, pin_memory))
    def new_tensor(self, data: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _data.new_tensor(self, data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    def new_zeros(self, *size_: Any, size: Ints | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _likes.new_zeros(self, sizes("new_zeros", size_, size), options=(dtype, layout, device, requires_grad, pin_memory))
    def nextafter(self, other: Tensor) -> Tensor: return execute(_pairs.nextafter, (self, other), ())
    def nextafter_(self, other: Tensor) -> Tensor: return execute(_pairs.nextafter, (self, other), (), self)
    def nonzero(self, *, as_tuple: builtins.bool = False) -> Any: return _picking.nonzero(self, as_tuple=as_tuple)
    def norm(self, p: builtins.float | str | None = 'fro', dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, dtype: DType | None = None) -> Tensor: return _norms.norm(self, p, dim, keepdim, dtype=dtype)
    def normal_(self, mean: builtins.float = 0.0, std: builtins.float = 1.0, *, generator: Generator | None = None) -> Tensor: return _random_fills.normal_(self, mean, std, generator=generator)
    def not_equal(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ne, (self, other), ())
    def not_equal_(self, other: Tensor | Number) -> Tensor: return execute(_comparison.ne, (self, other), (), self)
    def numpy(self, *, force: builtins.bool = False) -> Any: return _exchange.numpy(self, force=force)
    def outer(self, vec2: Tensor) -> Tensor: return _contractions.outer(self, vec2)
    def permute(self, *dims_: Any, dims: Ints | None = None) -> Tensor: return see(_views.permute, self, (sizes("permute", dims_, dims),))
    def pin_memory(self, device: Any = None) -> Tensor: return _placement.pin_memory(self, device)
    def pinverse(self, rcond: builtins.float = 1e-15) -> Tensor: return _pseudoinverses.pinverse(self, rcond)
    def positive(self) -> Tensor: return execute(_signs.positive, (self,), ())
    def pow(self, exponent: Tensor | Number) -> Tensor: return execute(_powers.pow, (self, exponent), ())
    def pow_(self, exponent: Tensor | Number) -> Tensor: return execute(_powers.pow, (self, exponent), (), self)
    def prod(self, dim: builtins.int | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None) -> Tensor: return execute(_reductions.prod, (self,), (dim, keepdim, dtype))
    def put(self, index: Tensor, source: Tensor, accumulate: builtins.bool = False) -> Tensor: return _placing.put(self, index, source, accumulate)
    def put_(self, index: Tensor, source: Tensor, accumulate: builtins.bool = False) -> Tensor: return _placing.put_(self, index, source, accumulate)
    def rad2deg(self) -> Tensor: return _transcendental.rad2deg(self)
    def rad2deg_(self) -> Tensor: return _transcendental.rad2deg(self, out=self)
    def random_(self, *bounds: Any, generator: Generator | None = None) -> Tensor: return _random_fills.random_(self, *bounds, generator=generator)
    def ravel(self) -> Tensor: return _copying.ravel(self)
    @property
    def real(self) -> Tensor: return see(_complex_views.real, self, ())
    @real.setter
    def real(self, value: Any) -> None: return _complex_views.assign_real(self, value)
    def reciprocal(self) -> Tensor: return _powers.reciprocal(self)
    def reciprocal_(self) -> Tensor: return _powers.reciprocal(self, out=self)
    def relu(self) -> Tensor: return _choosing.relu(self)
    def relu_(self) -> Tensor: return _choosing.relu(self, out=self)
    def remainder(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.remainder, (self, other), ())
    def remainder_(self, other: Tensor | Number) -> Tensor: return execute(_arithmetic.remainder, (self, other), (), self)
    def repeat(self, *repeats_: Any, repeats: Ints | None = None) -> Tensor: return execute(_repeating.repeat, (self,), (sizes("repeat", repeats_, repeats),))
    def repeat_interleave(self, repeats: Any = None, dim: builtins.int | None = None, *, output_size: builtins.int | None = None) -> Tensor: return _repeating.repeat_interleave(self, repeats, dim, output_size=output_size)
    @property
    def requires_grad(self) -> builtins.bool: return _leaves.requires_grad(self)
    @requires_grad.setter
    def requires_grad(self, wanted: builtins.bool) -> None: return _leaves.set_requires_grad(self, wanted)
    def requires_grad_(self, requires_grad: builtins.bool = True) -> Tensor: return _backward.requires_grad_(self, requires_grad)
    def reshape(self, *shape_: Any, shape: Ints | None = None) -> Tensor: return see(_copying.reshape, self, (sizes("reshape", shape_, shape),))
    def reshape_as(self, other: Tensor) -> Tensor: return _copying.reshape_as(self, other)
    def resize_(self, *size_: Any, size: Ints | None = None, memory_format: MemoryFormat | None = None) -> Tensor: return _state.resize_(self, sizes("resize_", size_, size), memory_format=memory_format)
    def resize_as_(self, the_template: Tensor, *, memory_format: MemoryFormat | None = None) -> Tensor: return _state.resize_as_(self, the_template, memory_format=memory_format)
    def resolve_conj(self) -> Tensor: return _conversions.resolve_conj(self)
    def resolve_neg(self) -> Tensor: return _conversions.resolve_neg(self)
    def roll(self, shifts: builtins.int | Ints, dims: builtins.int | Ints | None = ()) -> Tensor: return _rearranging.roll(self, shifts, dims)
    def rot90(self, k: builtins.int = 1, dims: Ints = (0, 1)) -> Tensor: return _rearranging.rot90(self, k, dims)
    def round(self, *, decimals: builtins.int = 0) -> Tensor: return execute(_rounding.round, (self,), (decimals,))
    def round_(self, *, decimals: builtins.int = 0) -> Tensor: return execute(_rounding.round, (self,), (decimals,), self)
    def rsqrt(self) -> Tensor: return execute(_transcendental.rsqrt, (self,), ())
    def rsqrt_(self) -> Tensor: return execute(_transcendental.rsqrt, (self,), (), self)
    def scatter(self, dim: builtins.int, index: Tensor, src: Any = None, *, value: Any = None, reduce: str | None = None) -> Tensor: return _scattering.scatter(self, dim, index, src, value=value, reduce=reduce)
    def scatter_(self, dim: builtins.int, index: Tensor, src: Any = None, *, value: Any = None, reduce: str | None = None) -> Tensor: return _scattering.scatter(self, dim, index, src, value=value, reduce=reduce, out=self)
    def scatter_add(self, dim: builtins.int, index: Tensor, src: Tensor) -> Tensor: return _scattering.scatter_add(self, dim, index, src)
    def scatter_add_(self, dim: builtins.int, index: Tensor, src: Tensor) -> Tensor: return _scattering.scatter_add(self, dim, index, src, out=self)
    def scatter_reduce(self, dim: builtins.int, index: Tensor, src: Tensor, reduce: str, *, include_self: builtins.bool = True) -> Tensor: return _scattering.scatter_reduce(self, dim, index, src, reduce, include_self=include_self)
    def scatter_reduce_(self, dim: builtins.int, index: Tensor, src: Tensor, reduce: str, *, include_self: builtins.bool = True) -> Tensor: return _scattering.scatter_reduce(self, dim, index, src, reduce, include_self=include_self, out=self)
    def select(self, dim: builtins.int, index: builtins.int) -> Tensor: return see(_views.select, self, (dim, index))
    def select_scatter(self, src: Tensor, dim: builtins.int, index: builtins.int) -> Tensor: return _view_writing.select_scatter(self, src, dim, index)
    def set_(self, source: Any = (), storage_offset: builtins.int = 0, size: Any = None, stride: Any = None) -> Tensor: return _state.set_(self, source, storage_offset, size, stride)
    def sgn(self) -> Tensor: return execute(_signs.sgn, (self,), ())
    def sgn_(self) -> Tensor: return execute(_signs.sgn, (self,), (), self)
    def share_memory_(self) -> Tensor: return _placement.share_memory_(self)
    def short(self, memory_format: MemoryFormat = preserve_format) -> Tensor: return _conversions.short(self, memory_format)
    def sigmoid(self) -> Tensor: return execute(_transcendental.sigmoid, (self,), ())
    def sigmoid_(self) -> Tensor: return execute(_transcendental.sigmoid, (self,), (), self)
    def sign(self) -> Tensor: return _signs.sign(self)
    def sign_(self) -> Tensor: return _signs.sign(self, out=self)
    def signbit(self) -> Tensor: return execute(_signs.signbit, (self,), ())
    def sin(self) -> Tensor: return execute(_transcendental.sin, (self,), ())
    def sin_(self) -> Tensor: return execute(_transcendental.sin, (self,), (), self)
    def sinc(self) -> Tensor: return _special.sinc(self)
    def sinc_(self) -> Tensor: return _special.sinc(self, out=self)
    def sinh(self) -> Tensor: return execute(_transcendental.sinh, (self,), ())
    def sinh_(self) -> Tensor: return execute(_transcendental.sinh, (self,), (), self)
    def slice_scatter(self, src: Tensor, dim: builtins.int = 0, start: builtins.int | None = None, end: builtins.int | None = None, step: builtins.int = 1) -> Tensor: return _view_writing.slice_scatter(self, src, dim, start, end, step)
    def slogdet(self) -> SignAndLogarithm: return _linear_algebra.slogdet(self)
    def softmax(self, dim: builtins.int, dtype: DType | None = None) -> Tensor: return _exponentials.softmax(self, dim, dtype)
    def sort(self, dim: builtins.int = -1, descending: builtins.bool = False, *, stable: builtins.bool | None = False) -> ValuesAndIndices: return execute(_sorting.sort, (self,), (dim, descending, stable))
    def split(self, split_size: builtins.int | Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.split, self, (exact(split_size), dim))
    def split_with_sizes(self, split_sizes: Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.split_with_sizes, self, (exact(split_sizes), dim))
    def sqrt(self) -> Tensor: return execute(_transcendental.sqrt, (self,), ())
    def sqrt_(self) -> Tensor: return execute(_transcendental.sqrt, (self,), (), self)
    def square(self) -> Tensor: return _powers.square(self)
    def square_(self) -> Tensor: return _powers.square(self, out=self)
    def squeeze(self, dim: builtins.int | Ints | None = None) -> Tensor: return see(_views.squeeze, self, (exact(dim),))
    def squeeze_(self, dim: builtins.int | Ints | None = None) -> Tensor: return execute(_views.squeeze, (self,), (exact(dim),), self)
    def std(self, dim: builtins.int | Ints | builtins.bool | None = None, unbiased: builtins.bool | None = None, keepdim: builtins.bool = False, *, correction: Number | None = None) -> Tensor: return _statistics.std(self, dim, unbiased, keepdim, correction=correction)
    def storage(self) -> TypedStorage: return _typed_storage.storage(self)
    def sub(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_arithmetic.sub, (self, other), (alpha,))
    def sub_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_arithmetic.sub, (self, other), (alpha,), self)
    def subtract(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_arithmetic.sub, (self, other), (alpha,))
    def subtract_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor: return execute(_arithmetic.sub, (self, other), (alpha,), self)
    def sum(self, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None) -> Tensor: return execute(_reductions.sum, (self,), (exact(dim), keepdim, dtype))
    def svd(self, some: builtins.bool = True, compute_uv: builtins.bool = True) -> SingularValuesByColumns: return _pseudoinverses.svd(self, some, compute_uv)
    def swapaxes(self, axis0: builtins.int, axis1: builtins.int) -> Tensor: return see(_views.transpose, self, (axis0, axis1))
    def swapaxes_(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (dim0, dim1), self)
    def swapdims(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return see(_views.transpose, self, (dim0, dim1))
    def swapdims_(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (dim0, dim1), self)
    def t(self) -> Tensor: return see(_views.t, self, ())
    def t_(self) -> Tensor: return execute(_views.t, (self,), (), self)
    def take(self, index: Tensor) -> Tensor: return execute(_picking.take, (self, index), ())
    def take_along_dim(self, indices: Tensor, dim: builtins.int | None = None) -> Tensor: return _picking.take_along_dim(self, indices, dim)
    def tan(self) -> Tensor: return execute(_transcendental.tan, (self,), ())
    def tan_(self) -> Tensor: return execute(_transcendental.tan, (self,), (), self)
    def tanh(self) -> Tensor: return execute(_transcendental.tanh, (self,), ())
    def tanh_(self) -> Tensor: return execute(_transcendental.tanh, (self,), (), self)
    def tensor_split(self, indices_or_sections: builtins.int | Ints | Tensor | None = None, dim: builtins.int = 0, *, indices: Ints | None = None, sections: builtins.int | None = None, tensor_indices_or_sections: Tensor | None = None) -> tuple[Tensor, ...]: return _pieces.tensor_split(self, indices_or_sections, dim, indices=indices, sections=sections, tensor_indices_or_sections=tensor_indices_or_sections)
    def tile(self, *dims_: Any, dims: Ints | None = None) -> Tensor: return _repeating.tile(self, sizes("tile", dims_, dims))
    def to(self, *args: Any, **kwargs: Any) -> Tensor: return _copying.to(self, *args, **kwargs)
    def tolist(self) -> Any: return _values.tolist(self)
    def topk(self, k: builtins.int, dim: builtins.int = -1, largest: builtins.bool = True, sorted: builtins.bool = True) -> ValuesAndIndices: return execute(_sorting.topk, (self,), (k, dim, largest, sorted))
    def trace(self) -> Tensor: return _reductions.trace(self)
    def transpose(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return see(_views.transpose, self, (dim0, dim1))
    def transpose_(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: return execute(_views.transpose, (self,), (dim0, dim1), self)
    def tril(self, diagonal: builtins.int = 0) -> Tensor: return _triangles.tril(self, diagonal)
    def tril_(self, diagonal: builtins.int = 0) -> Tensor: return _triangles.tril(self, diagonal, out=self)
    def triu(self, diagonal: builtins.int = 0) -> Tensor: return _triangles.triu(self, diagonal)
    def triu_(self, diagonal: builtins.int = 0) -> Tensor: return _triangles.triu(self, diagonal, out=self)
    def true_divide(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor: return execute(_arithmetic.div, (self, other), (rounding_mode,))
    def true_divide_(self, other: Tensor | Number, *, rounding_mode: str | None = None) -> Tensor: return execute(_arithmetic.div, (self, other), (rounding_mode,), self)
    def trunc(self) -> Tensor: return execute(_rounding.trunc, (self,), ())
    def trunc_(self) -> Tensor: return execute(_rounding.trunc, (self,), (), self)
    def type(self, dtype: Any = None, non_blocking: Any = False) -> Any: return _conversions.type(self, dtype, non_blocking)
    def type_as(self, other: Tensor) -> Tensor: return _conversions.type_as(self, other)
    def unbind(self, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.unbind, self, (dim,))
    def unflatten(self, dim: builtins.int, sizes: Ints) -> Tensor: return see(_views.unflatten, self, (dim, exact(sizes)))
    def unfold(self, dimension: builtins.int, size: builtins.int, step: builtins.int) -> Tensor: return see(_views.unfold, self, (dimension, size, step))
    def uniform_(self, from_: builtins.float = 0.0, to: builtins.float = 1.0, *, generator: Generator | None = None) -> Tensor: return _random_fills.uniform_(self, from_, to, generator=generator)
    def unique(self, sorted: builtins.bool = True, return_inverse: builtins.bool = False, return_counts: builtins.bool = False, dim: builtins.int | None = None) -> Any: return _uniques.unique(self, sorted, return_inverse, return_counts, dim)
    def unique_consecutive(self, return_inverse: builtins.bool = False, return_counts: builtins.bool = False, dim: builtins.int | None = None) -> Any: return _uniques.unique_consecutive(self, return_inverse, return_counts, dim)
    def unsqueeze(self, dim: builtins.int) -> Tensor: return see(_views.unsqueeze, self, (dim,))
    def unsqueeze_(self, dim: builtins.int) -> Tensor: return execute(_views.unsqueeze, (self,), (dim,), self)
    def var(self, dim: builtins.int | Ints | builtins.bool | None = None, unbiased: builtins.bool | None = None, keepdim: builtins.bool = False, *, correction: Number | None = None) -> Tensor: return _statistics.var(self, dim, unbiased, keepdim, correction=correction)
    def vdot(self, other: Tensor) -> Tensor: return _products.vdot(self, other)
    def view(self, *size_: Any, size: Ints | None = None) -> Tensor: return see(_views.view, self, (sizes("view", size_, size),))
    def view_as(self, other: Tensor) -> Tensor: return execute(_views.view_as, (self, other), ())
    def vsplit(self, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return see(_pieces.vsplit, self, (exact(indices_or_sections),))
    def where(self, condition: Tensor, other: Tensor | Number) -> Tensor: return _choosing.where_of(self, condition, other)
    def xlogy(self, other: Tensor | Number) -> Tensor: return execute(_pairs.xlogy, (self, other), ())
    def xlogy_(self, other: Tensor | Number) -> Tensor: return execute(_pairs.xlogy, (self, other), (), self)
    def zero_(self) -> Tensor: return _copying.zero_(self)


def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.abs, (input,), (), out)
def abs_(input: Tensor) -> Tensor: return execute(_signs.abs, (input,), (), input)
def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.abs, (input,), (), out)
def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.acos, (input,), (), out)
def acos_(input: Tensor) -> Tensor: return execute(_transcendental.acos, (input,), (), input)
def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.acosh(input, out=out)
def acosh_(input: Tensor) -> Tensor: return _transcendental.acosh(input, out=input)
def add(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.add, (input, other), (alpha,), out)
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return _product_sums.addbmm(input, batch1, batch2, beta=beta, alpha=alpha, out=out)
def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1, out: Tensor | None = None) -> Tensor: return _blends.addcdiv(input, tensor1, tensor2, value=value, out=out)
def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1, out: Tensor | None = None) -> Tensor: return _blends.addcmul(input, tensor1, tensor2, value=value, out=out)
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return _product_sums.addmm(input, mat1, mat2, beta=beta, alpha=alpha, out=out)
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return _product_sums.addmv(input, mat, vec, beta=beta, alpha=alpha, out=out)
def addr(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_product_sums.addr, (input, vec1, vec2), (beta, alpha), out)
def adjoint(input: Tensor) -> Tensor: return see(_complex_views.adjoint, input, ())
def alias(input: Tensor) -> Tensor: return see(_views.detach, input, ())
def alias_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _view_copies.alias_copy(input, out=out)
def all(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return _reductions.all(input, dim, keepdim, out=out)
def allclose(input: Tensor, other: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> builtins.bool: return _closeness.allclose(input, other, rtol, atol, equal_nan)
def amax(input: Tensor, dim: builtins.int | Ints | None = (), keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return _extremes.amax(input, dim, keepdim, out=out)
def amin(input: Tensor, dim: builtins.int | Ints | None = (), keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return _extremes.amin(input, dim, keepdim, out=out)
def aminmax(input: Tensor, *, dim: builtins.int | None = None, keepdim: builtins.bool = False, out: Sequence[Tensor] | None = None) -> LeastAndGreatest: return _extremes.aminmax(input, dim=dim, keepdim=keepdim, out=out)
def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.angle, (input,), (), out)
def any(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return _reductions.any(input, dim, keepdim, out=out)
def arange(*bounds: Number, start: Number | None = None, end: Number | None = None, step: Number | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.arange(*bounds, start=start, end=end, step=step, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.acos, (input,), (), out)
def arccos_(input: Tensor) -> Tensor: return execute(_transcendental.acos, (input,), (), input)
def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.acosh(input, out=out)
def arccosh_(input: Tensor) -> Tensor: return _transcendental.acosh(input, out=input)
def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.asin, (input,), (), out)
def arcsin_(input: Tensor) -> Tensor: return execute(_transcendental.asin, (input,), (), input)
def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.asinh(input, out=out)
def arcsinh_(input: Tensor) -> Tensor: return _transcendental.asinh(input, out=input)
def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.atan, (input,), (), out)
def arctan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.atan2, (input, other), (), out)
def arctan_(input: Tensor) -> Tensor: return execute(_transcendental.atan, (input,), (), input)
def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.atanh(input, out=out)
def arctanh_(input: Tensor) -> Tensor: return _transcendental.atanh(input, out=input)
def argmax(input: Tensor, dim: builtins.int | None = None, keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return _extremes.argmax(input, dim, keepdim, out=out)
def argmin(input: Tensor, dim: builtins.int | None = None, keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return _extremes.argmin(input, dim, keepdim, out=out)
def argsort(input: Tensor, dim: builtins.int = -1, descending: builtins.bool = False, *, stable: builtins.bool = False, out: Tensor | None = None) -> Tensor: return _sorting.argsort(input, dim, descending, stable=stable, out=out)
def argwhere(input: Tensor) -> Tensor: return _picking.argwhere(input)
def as_strided(input: Tensor, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return see(_views.as_strided, input, (exact(size), exact(stride), storage_offset))
def as_strided_(input: Tensor, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return execute(_views.as_strided, (input,), (exact(size), exact(stride), storage_offset), input)
def as_strided_copy(input: Tensor, size: Ints, stride: Ints, storage_offset: builtins.int | None = None, *, out: Tensor | None = None) -> Tensor: return _view_copies.as_strided_copy(input, size, stride, storage_offset, out=out)
def as_strided_scatter(input: Tensor, src: Tensor, size: Ints, stride: Ints, storage_offset: builtins.int | None = None) -> Tensor: return _view_writing.as_strided_scatter(input, src, size, stride, storage_offset)
def as_tensor(data: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None) -> Tensor: return _data.as_tensor(data, dtype=dtype, device=device)
def asarray(obj: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None, copy: builtins.bool | None = None, requires_grad: builtins.bool | None = None) -> Tensor: return _data.asarray(obj, dtype=dtype, device=device, copy=copy, requires_grad=requires_grad)
def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.asin, (input,), (), out)
def asin_(input: Tensor) -> Tensor: return execute(_transcendental.asin, (input,), (), input)
def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.asinh(input, out=out)
def asinh_(input: Tensor) -> Tensor: return _transcendental.asinh(input, out=input)
def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.atan, (input,), (), out)
def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.atan2, (input, other), (), out)
def atan_(input: Tensor) -> Tensor: return execute(_transcendental.atan, (input,), (), input)
def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.atanh(input, out=out)
def atanh_(input: Tensor) -> Tensor: return _transcendental.atanh(input, out=input)
def atleast_1d(*tensors: Any) -> Any: return _broadcasting.atleast_1d(*tensors)
def atleast_2d(*tensors: Any) -> Any: return _broadcasting.atleast_2d(*tensors)
def atleast_3d(*tensors: Any) -> Any: return _broadcasting.atleast_3d(*tensors)
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return _product_sums.baddbmm(input, batch1, batch2, beta=beta, alpha=alpha, out=out)
def bernoulli(input: Tensor, p: builtins.float | None = None, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: return _chances.bernoulli(input, p, generator=generator, out=out)
def bincount(input: Tensor, weights: Tensor | None = None, minlength: builtins.int = 0) -> Tensor: return _searching.bincount(input, weights, minlength)
def bitwise_and(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_bitwise.bitwise_and, (input, other), (), out)
def bitwise_left_shift(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_bitwise.bitwise_left_shift, (input, other), (), out)
def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_bitwise.bitwise_not, (input,), (), out)
def bitwise_or(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_bitwise.bitwise_or, (input, other), (), out)
def bitwise_right_shift(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_bitwise.bitwise_right_shift, (input, other), (), out)
def bitwise_xor(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_bitwise.bitwise_xor, (input, other), (), out)
def block_diag(*tensors: Tensor) -> Tensor: return _stacking.block_diag(*tensors)
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor: return _products.bmm(input, mat2, out=out)
def broadcast_shapes(*shapes: Any) -> Size: return _questions.broadcast_shapes(*shapes)
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]: return _broadcasting.broadcast_tensors(*tensors)
def broadcast_to(input: Tensor, size: Ints) -> Tensor: return see(_views.broadcast_to, input, (exact(size),))
def bucketize(input: Tensor | Number, boundaries: Tensor, *, out_int32: builtins.bool = False, right: builtins.bool = False, out: Tensor | None = None) -> Tensor: return _searching.bucketize(input, boundaries, out_int32=out_int32, right=right, out=out)
def cartesian_prod(*tensors: Tensor) -> Tensor: return _broadcasting.cartesian_prod(*tensors)
def cat(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.cat, (*listed("cat", "tensors", 1, tensors),), (dim,), out)
def cdist(x1: Tensor, x2: Tensor, p: builtins.float = 2.0, compute_mode: str = 'use_mm_for_euclid_dist_if_necessary') -> Tensor: return _distances.cdist(x1, x2, p, compute_mode)
def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_rounding.ceil, (input,), (), out)
def ceil_(input: Tensor) -> Tensor: return execute(_rounding.ceil, (input,), (), input)
def channel_shuffle(input: Tensor, groups: builtins.int) -> Tensor: return _rearranging.channel_shuffle(input, groups)
def chunk(input: Tensor, chunks: builtins.int, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.chunk, input, (chunks, dim))
def clamp(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None, *, out: Tensor | None = None) -> Tensor: return _choosing.clamp(input, min, max, out=out)
def clamp_(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor: return _choosing.clamp(input, min, max, out=input)
def clamp_max(input: Tensor, max: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return _choosing.clamp_max(input, max, out=out)
def clamp_max_(input: Tensor, max: Tensor | Number) -> Tensor: return _choosing.clamp_max(input, max, out=input)
def clamp_min(input: Tensor, min: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return _choosing.clamp_min(input, min, out=out)
def clamp_min_(input: Tensor, min: Tensor | Number) -> Tensor: return _choosing.clamp_min(input, min, out=input)
def clip(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None, *, out: Tensor | None = None) -> Tensor: return _choosing.clamp(input, min, max, out=out)
def clip_(input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None) -> Tensor: return _choosing.clamp(input, min, max, out=input)
def clone(input: Tensor, *, memory_format: MemoryFormat = preserve_format) -> Tensor: return execute(_copying.clone, (input,), (memory_format,))
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.column_stack(tensors, out=out)
def combinations(input: Tensor, r: builtins.int = 2, with_replacement: builtins.bool = False) -> Tensor: return _broadcasting.combinations(input, r, with_replacement)
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor: return _complex_parts.complex(real, imag, out=out)
def concat(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.cat, (*listed("concat", "tensors", 1, tensors),), (dim,), out)
def concatenate(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return execute(_joining.cat, (*listed("concatenate", "tensors", 1, tensors),), (dim,), out)
def conj(input: Tensor) -> Tensor: return see(_complex_views.conj, input, ())
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _conversions.conj_physical(input, out=out)
def constant_pad_nd(input: Tensor, pad: Ints, value: Number = 0) -> Tensor: return _view_writing.constant_pad_nd(input, pad, value)
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: builtins.int | Ints = 1, padding: builtins.int | Ints | str = 0, dilation: builtins.int | Ints = 1, groups: builtins.int = 1) -> Tensor: return _convolution.conv1d(input, weight, bias, stride, padding, dilation, groups)
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: builtins.int | Ints = 1, padding: builtins.int | Ints | str = 0, dilation: builtins.int | Ints = 1, groups: builtins.int = 1) -> Tensor: return _convolution.conv2d(input, weight, bias, stride, padding, dilation, groups)
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: builtins.int | Ints = 1, padding: builtins.int | Ints | str = 0, dilation: builtins.int | Ints = 1, groups: builtins.int = 1) -> Tensor: return _convolution.conv3d(input, weight, bias, stride, padding, dilation, groups)
def copysign(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_signs.copysign, (input, other), (), out)
def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.cos, (input,), (), out)
def cos_(input: Tensor) -> Tensor: return execute(_transcendental.cos, (input,), (), input)
def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.cosh, (input,), (), out)
def cosh_(input: Tensor) -> Tensor: return execute(_transcendental.cosh, (input,), (), input)
def count_nonzero(input: Tensor, dim: builtins.int | Ints | None = None) -> Tensor: return _reductions.count_nonzero(input, dim)
def cross(input: Tensor, other: Tensor, dim: builtins.int | None = None, *, out: Tensor | None = None) -> Tensor: return _contractions.cross(input, other, dim, out=out)
def cummax(input: Tensor, dim: builtins.int, *, out: Sequence[Tensor] | None = None) -> ValuesAndIndices: return _scans.cummax(input, dim, out=out)
def cummin(input: Tensor, dim: builtins.int, *, out: Sequence[Tensor] | None = None) -> ValuesAndIndices: return _scans.cummin(input, dim, out=out)
def cumprod(input: Tensor, dim: builtins.int, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return _scans.cumprod(input, dim, dtype=dtype, out=out)
def cumsum(input: Tensor, dim: builtins.int, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return _scans.cumsum(input, dim, dtype=dtype, out=out)
def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.deg2rad(input, out=out)
def deg2rad_(input: Tensor) -> Tensor: return _transcendental.deg2rad(input, out=input)
def det(A: Tensor, *, out: Tensor | None = None) -> Tensor: return _linear_algebra.det(A, out=out)
def detach(input: Tensor) -> Tensor: return see(_views.detach, input, ())
def detach_(input: Tensor) -> Tensor: return _leaves.detach_(input)
def detach_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _view_copies.detach_copy(input, out=out)
def diag(input: Tensor, diagonal: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return _matrices.diag(input, diagonal, out=out)
def diag_embed(input: Tensor, offset: builtins.int = 0, dim1: builtins.int = -2, dim2: builtins.int = -1) -> Tensor: return execute(_matrices.diag_embed, (input,), (offset, dim1, dim2))
def diagflat(input: Tensor, offset: builtins.int = 0) -> Tensor: return _matrices.diagflat(input, offset)
def diagonal(input: Tensor, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor: return see(_views.diagonal, input, (offset, dim1, dim2))
def diagonal_copy(input: Tensor, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1, *, out: Tensor | None = None) -> Tensor: return _view_copies.diagonal_copy(input, offset, dim1, dim2, out=out)
def diagonal_scatter(input: Tensor, src: Tensor, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor: return _view_writing.diagonal_scatter(input, src, offset, dim1, dim2)
def diff(input: Tensor, n: builtins.int = 1, dim: builtins.int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, out: Tensor | None = None) -> Tensor: return _scans.diff(input, n, dim, prepend, append, out=out)
def div(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.div, (input, other), (rounding_mode,), out)
def divide(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.div, (input, other), (rounding_mode,), out)
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor: return _products.dot(input, tensor, out=out)
def dsplit(input: Tensor, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return see(_pieces.dsplit, input, (exact(indices_or_sections),))
def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.dstack(tensors, out=out)
def einsum(*args: Any) -> Tensor: return _einsum.einsum(*args)
def empty(*size_: Any, size: Ints | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _creation.empty(sizes("empty", size_, size), out=out, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def empty_like(input: Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.empty_like(input, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def empty_permuted(size: Ints, physical_layout: Ints, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor: return create(_creation.empty_permuted, (exact(size), exact(physical_layout)), (dtype, layout, device, requires_grad, pin_memory))
def empty_strided(size: Ints, stride: Ints, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor: return create(_creation.empty_strided, (exact(size), exact(stride)), (dtype, layout, device, requires_grad, pin_memory))
def eq(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.eq, (input, other), (), out)
def equal(input: Tensor, other: Tensor) -> builtins.bool: return _closeness.equal(input, other)
def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _special.erf(input, out=out)
def erf_(input: Tensor) -> Tensor: return _special.erf(input, out=input)
def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _special.erfc(input, out=out)
def erfc_(input: Tensor) -> Tensor: return _special.erfc(input, out=input)
def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.exp, (input,), (), out)
def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.exp2, (input,), (), out)
def exp2_(input: Tensor) -> Tensor: return execute(_transcendental.exp2, (input,), (), input)
def exp_(input: Tensor) -> Tensor: return execute(_transcendental.exp, (input,), (), input)
def expand_copy(input: Tensor, size: Ints, *, out: Tensor | None = None) -> Tensor: return _view_copies.expand_copy(input, sizes_alone("expand_copy", "size", 2, size), out=out)
def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.expm1, (input,), (), out)
def expm1_(input: Tensor) -> Tensor: return execute(_transcendental.expm1, (input,), (), input)
def eye(n: builtins.int, m: builtins.int | None = None, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _matrices.eye(n, m, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def fill(input: Tensor, value: Number | Tensor) -> Tensor: return _placing.fill(input, value)
def fill_(input: Tensor, value: Number | Tensor) -> Tensor: return _copying.fill_(input, value)
def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_rounding.trunc, (input,), (), out)
def fix_(input: Tensor) -> Tensor: return execute(_rounding.trunc, (input,), (), input)
def flatten(input: Tensor, start_dim: builtins.int = 0, end_dim: builtins.int = -1) -> Tensor: return see(_copying.flatten, input, (start_dim, end_dim))
def flip(input: Tensor, dims: Ints) -> Tensor: return execute(_rearranging.flip, (input,), (sizes_alone("flip", "dims", 2, dims),))
def fliplr(input: Tensor) -> Tensor: return _rearranging.fliplr(input)
def flipud(input: Tensor) -> Tensor: return _rearranging.flipud(input)
def float_power(input: Tensor | Number, exponent: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return _powers.float_power(input, exponent, out=out)
def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_rounding.floor, (input,), (), out)
def floor_(input: Tensor) -> Tensor: return execute(_rounding.floor, (input,), (), input)
def floor_divide(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.floor_divide, (input, other), (), out)
def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _comparison.fmax(input, other, out=out)
def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _comparison.fmin(input, other, out=out)
def fmod(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.fmod, (input, other), (), out)
def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _rounding.frac(input, out=out)
def frac_(input: Tensor) -> Tensor: return _rounding.frac(input, out=input)
def from_dlpack(ext_tensor: Any, *, device: Device | str | builtins.int | None = None, copy: builtins.bool | None = None) -> Tensor: return _exchange.from_dlpack(ext_tensor, device=device, copy=copy)
def from_numpy(ndarray: Any) -> Tensor: return _data.from_numpy(ndarray)
def frombuffer(buffer: Any, *, dtype: DType, count: builtins.int = -1, offset: builtins.int = 0, requires_grad: builtins.bool = False) -> Tensor: return _data.frombuffer(buffer, dtype=dtype, count=count, offset=offset, requires_grad=requires_grad)
def full(size: Ints, fill_value: Number | Tensor, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _creation.full(size, fill_value, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def full_like(input: Tensor, fill_value: Number | Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.full_like(input, fill_value, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def gather(input: Tensor, dim: builtins.int, index: Tensor, *, sparse_grad: builtins.bool = False, out: Tensor | None = None) -> Tensor: return execute(_picking.gather, (input, index), (dim, sparse_grad), out)
def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _bitwise.gcd(input, other, out=out)
def gcd_(input: Tensor, other: Tensor) -> Tensor: return _bitwise.gcd(input, other, out=input)
def ge(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.ge, (input, other), (), out)
def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: return _contractions.outer(input, vec2, out=out)
def get_device(input: Tensor) -> builtins.int: return _placement.get_device(input)
def greater(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.gt, (input, other), (), out)
def greater_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.ge, (input, other), (), out)
def gt(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.gt, (input, other), (), out)
def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.heaviside, (input, values), (), out)
def histc(input: Tensor, bins: builtins.int = 100, min: builtins.float = 0, max: builtins.float = 0, *, out: Tensor | None = None) -> Tensor: return execute(_searching.histc, (input,), (bins, min, max), out)
def hsplit(input: Tensor, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return see(_pieces.hsplit, input, (exact(indices_or_sections),))
def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.hstack(tensors, out=out)
def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.hypot, (input, other), (), out)
def imag(input: Tensor) -> Tensor: return see(_complex_views.imag, input, ())
def index(input: Tensor, indices: Sequence[Tensor | None]) -> Tensor: return _indexing.index(input, indices)
def index_add(input: Tensor, dim: builtins.int, index: Tensor, source: Tensor, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return _slice_writing.index_add(input, dim, index, source, alpha=alpha, out=out)
def index_copy(input: Tensor, dim: builtins.int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor: return _slice_writing.index_copy(input, dim, index, source, out=out)
def index_fill(input: Tensor, dim: builtins.int, index: Tensor, value: Number | Tensor) -> Tensor: return _slice_writing.index_fill(input, dim, index, value)
def index_put(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put(input, indices, values, accumulate)
def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: builtins.bool = False) -> Tensor: return _indexing.index_put_(input, indices, values, accumulate)
def index_reduce(input: Tensor, dim: builtins.int, index: Tensor, source: Tensor, reduce: str, *, include_self: builtins.bool = True, out: Tensor | None = None) -> Tensor: return _slice_writing.index_reduce(input, dim, index, source, reduce, include_self=include_self, out=out)
def index_select(input: Tensor, dim: builtins.int, index: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_picking.index_select, (input, index), (dim,), out)
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _contractions.inner(input, other, out=out)
def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _linear_algebra.inverse(input, out=out)
def is_complex(input: Tensor) -> builtins.bool: return _questions.is_complex(input)
def is_conj(input: Tensor) -> builtins.bool: return _questions.is_conj(input)
def is_floating_point(input: Tensor) -> builtins.bool: return _questions.is_floating_point(input)
def is_neg(input: Tensor) -> builtins.bool: return _questions.is_neg(input)
def is_nonzero(input: Tensor) -> builtins.bool: return _values.is_nonzero(input)
def is_same_size(input: Tensor, other: Tensor) -> builtins.bool: return _questions.is_same_size(input, other)
def is_signed(input: Tensor) -> builtins.bool: return _questions.is_signed(input)
def is_tensor(obj: Any) -> builtins.bool: return _data.is_tensor(obj)
def isclose(input: Tensor, other: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> Tensor: return execute(_closeness.isclose, (input, other), (rtol, atol, equal_nan))
def isfinite(input: Tensor) -> Tensor: return _classifying.isfinite(input)
def isinf(input: Tensor) -> Tensor: return _classifying.isinf(input)
def isnan(input: Tensor) -> Tensor: return _classifying.isnan(input)
def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _classifying.isneginf(input, out=out)
def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _classifying.isposinf(input, out=out)
def isreal(input: Tensor) -> Tensor: return _classifying.isreal(input)
def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _contractions.kron(input, other, out=out)
def kthvalue(input: Tensor, k: builtins.int, dim: builtins.int = -1, keepdim: builtins.bool = False, *, out: Sequence[Tensor] | None = None) -> ValuesAndIndices: return _order_statistics.kthvalue(input, k, dim, keepdim, out=out)
def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _bitwise.lcm(input, other, out=out)
def lcm_(input: Tensor, other: Tensor) -> Tensor: return _bitwise.lcm(input, other, out=input)
def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.ldexp, (input, other), (), out)
def ldexp_(input: Tensor, other: Tensor) -> Tensor: return execute(_pairs.ldexp, (input, other), (), input)
def le(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.le, (input, other), (), out)
def lerp(input: Tensor, end: Tensor, weight: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_blends.lerp, (input, end, weight), (), out)
def less(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.lt, (input, other), (), out)
def less_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.le, (input, other), (), out)
def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _special.lgamma(input, out=out)
def lgamma_(input: Tensor) -> Tensor: return _special.lgamma(input, out=input)
def linspace(start: Number | Tensor, end: Number | Tensor, steps: builtins.int, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.linspace(start, end, steps, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def log(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.log, (input,), (), out)
def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.log10, (input,), (), out)
def log10_(input: Tensor) -> Tensor: return execute(_transcendental.log10, (input,), (), input)
def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.log1p, (input,), (), out)
def log1p_(input: Tensor) -> Tensor: return execute(_transcendental.log1p, (input,), (), input)
def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.log2, (input,), (), out)
def log2_(input: Tensor) -> Tensor: return execute(_transcendental.log2, (input,), (), input)
def log_(input: Tensor) -> Tensor: return execute(_transcendental.log, (input,), (), input)
def log_softmax(input: Tensor, dim: builtins.int, dtype: DType | None = None, *, out: Tensor | None = None) -> Tensor: return _exponentials.log_softmax(input, dim, dtype, out=out)
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _pairs.logaddexp(input, other, out=out)
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _pairs.logaddexp2(input, other, out=out)
def logcumsumexp(input: Tensor, dim: builtins.int, *, out: Tensor | None = None) -> Tensor: return _scans.logcumsumexp(input, dim, out=out)
def logdet(input: Tensor) -> Tensor: return _linear_algebra.logdet(input)
def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_logical.logical_and, (input, other), (), out)
def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_logical.logical_not, (input,), (), out)
def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_logical.logical_or, (input, other), (), out)
def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_logical.logical_xor, (input, other), (), out)
def logit(input: Tensor, eps: builtins.float | None = None, *, out: Tensor | None = None) -> Tensor: return execute(_special.logit, (input,), (eps,), out)
def logit_(input: Tensor, eps: builtins.float | None = None) -> Tensor: return execute(_special.logit, (input,), (eps,), input)
def logspace(start: Number | Tensor, end: Number | Tensor, steps: builtins.int, base: builtins.float = 10.0, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.logspace(start, end, steps, base, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def logsumexp(input: Tensor, dim: builtins.int | Ints, keepdim: builtins.bool = False, *, out: Tensor | None = None) -> Tensor: return execute(_exponentials.logsumexp, (input,), (exact(dim), keepdim), out)
def lt(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.lt, (input, other), (), out)
def masked_fill(input: Tensor, mask: Tensor, value: Number | Tensor) -> Tensor: return _masking.masked_fill(input, mask, value)
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor: return _masking.masked_scatter(input, mask, source)
def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_picking.masked_select, (input, mask), (), out)
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_products.matmul, (input, other), (), out)
def matrix_power(A: Tensor, n: builtins.int, *, out: Tensor | None = None) -> Tensor: return _linear_algebra.matrix_power(A, n, out=out)
def max(input: Tensor, dim: builtins.int | Tensor | None = None, keepdim: builtins.bool = False, *, other: Tensor | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Any: return _extremes.max(input, dim, keepdim, other=other, out=out)
def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.maximum, (input, other), (), out)
def mean(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return execute(_reductions.mean, (input,), (exact(dim), keepdim, dtype), out)
def median(input: Tensor, dim: builtins.int | None = None, keepdim: builtins.bool = False, *, out: Sequence[Tensor] | None = None) -> Any: return _order_statistics.median(input, dim, keepdim, out=out)
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]: return _broadcasting.meshgrid(*tensors, indexing=indexing)
def min(input: Tensor, dim: builtins.int | Tensor | None = None, keepdim: builtins.bool = False, *, other: Tensor | None = None, out: Tensor | Sequence[Tensor] | None = None) -> Any: return _extremes.min(input, dim, keepdim, other=other, out=out)
def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.minimum, (input, other), (), out)
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor: return _products.mm(input, mat2, out=out)
def mode(input: Tensor, dim: builtins.int = -1, keepdim: builtins.bool = False, *, out: Sequence[Tensor] | None = None) -> ValuesAndIndices: return _order_statistics.mode(input, dim, keepdim, out=out)
def moveaxis(input: Tensor, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return see(_views.movedim, input, (exact(source), exact(destination)))
def movedim(input: Tensor, source: builtins.int | Ints, destination: builtins.int | Ints) -> Tensor: return see(_views.movedim, input, (exact(source), exact(destination)))
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _sorting.msort(input, out=out)
def mul(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.mul, (input, other), (), out)
def multinomial(input: Tensor, num_samples: builtins.int, replacement: builtins.bool = False, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: return _chances.multinomial(input, num_samples, replacement, generator=generator, out=out)
def multiply(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.mul, (input, other), (), out)
def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor: return _products.mv(input, vec, out=out)
def nan_to_num(input: Tensor, nan: builtins.float | None = None, posinf: builtins.float | None = None, neginf: builtins.float | None = None, *, out: Tensor | None = None) -> Tensor: return execute(_choosing.nan_to_num, (input,), (nan, posinf, neginf), out)
def nan_to_num_(input: Tensor, nan: builtins.float | None = None, posinf: builtins.float | None = None, neginf: builtins.float | None = None) -> Tensor: return execute(_choosing.nan_to_num, (input,), (nan, posinf, neginf), input)
def nanmean(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return _reductions.nanmean(input, dim, keepdim, dtype=dtype, out=out)
def nanmedian(input: Tensor, dim: builtins.int | None = None, keepdim: builtins.bool = False, *, out: Sequence[Tensor] | None = None) -> Any: return _order_statistics.nanmedian(input, dim, keepdim, out=out)
def nansum(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return execute(_reductions.nansum, (input,), (exact(dim), keepdim, dtype_or_that_of(dtype, out)), out)
def narrow(input: Tensor, dim: builtins.int, start: builtins.int, length: builtins.int) -> Tensor: return see(_views.narrow, input, (dim, start, length))
def narrow_copy(input: Tensor, dim: builtins.int, start: builtins.int, length: builtins.int, *, out: Tensor | None = None) -> Tensor: return _view_copies.narrow_copy(input, dim, start, length, out=out)
def ne(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.ne, (input, other), (), out)
def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.neg, (input,), (), out)
def neg_(input: Tensor) -> Tensor: return execute(_signs.neg, (input,), (), input)
def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.neg, (input,), (), out)
def negative_(input: Tensor) -> Tensor: return execute(_signs.neg, (input,), (), input)
def nextafter(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.nextafter, (input, other), (), out)
def nonzero(input: Tensor, *, as_tuple: builtins.bool = False, out: Tensor | None = None) -> Any: return _picking.nonzero(input, as_tuple=as_tuple, out=out)
def norm(input: Tensor, p: builtins.float | str | None = 'fro', dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, out: Tensor | None = None, dtype: DType | None = None) -> Tensor: return _norms.norm(input, p, dim, keepdim, out, dtype)
def normal(mean: builtins.float | Tensor, std: builtins.float | Tensor | None = None, size: Ints | None = None, *, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _normals.normal(mean, std, size, generator=generator, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def not_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_comparison.ne, (input, other), (), out)
def numel(input: Tensor) -> builtins.int: return _questions.numel(input)
def ones(*size_: Any, size: Ints | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _creation.ones(sizes("ones", size_, size), out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def ones_like(input: Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.ones_like(input, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: return _contractions.outer(input, vec2, out=out)
def permutation(A: Tensor, modeA: Any, modeB: Any, alpha: Any = 1.0, op: Any = 'IDENTITY', *, extents: Any = None, out: Tensor | None = None, out_layout: Any = None, strides: Any = None, memory_format: MemoryFormat | None = None, dtype: DType | None = None, compute: Any = None, padding: Any = None, padding_value: Number = 0, device: Any = None, strict: builtins.bool = False) -> Tensor: return _permutation.permutation(A, modeA, modeB, alpha, op, extents=extents, out=out, out_layout=out_layout, strides=strides, memory_format=memory_format, dtype=dtype, compute=compute, padding=padding, padding_value=padding_value, device=device, strict=strict)
def permute(input: Tensor, dims: Ints) -> Tensor: return see(_views.permute, input, (sizes_alone("permute", "dims", 2, dims),))
def permute_copy(input: Tensor, dims: Ints, *, out: Tensor | None = None) -> Tensor: return _view_copies.permute_copy(input, sizes_alone("permute_copy", "dims", 2, dims), out=out)
def pinverse(input: Tensor, rcond: builtins.float = 1e-15) -> Tensor: return _pseudoinverses.pinverse(input, rcond)
def pixel_shuffle(input: Tensor, upscale_factor: builtins.int) -> Tensor: return _rearranging.pixel_shuffle(input, upscale_factor)
def pixel_unshuffle(input: Tensor, downscale_factor: builtins.int) -> Tensor: return _rearranging.pixel_unshuffle(input, downscale_factor)
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor: return _complex_parts.polar(abs, angle, out=out)
def positive(input: Tensor) -> Tensor: return execute(_signs.positive, (input,), ())
def pow(input: Tensor | Number, exponent: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_powers.pow, (input, exponent), (), out)
def prod(input: Tensor, dim: builtins.int | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return execute(_reductions.prod, (input,), (dim, keepdim, dtype_or_that_of(dtype, out)), out)
def put(input: Tensor, index: Tensor, source: Tensor, accumulate: builtins.bool = False) -> Tensor: return _placing.put(input, index, source, accumulate)
def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _transcendental.rad2deg(input, out=out)
def rad2deg_(input: Tensor) -> Tensor: return _transcendental.rad2deg(input, out=input)
def rand(*size_: Any, size: Ints | None = None, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.rand(sizes("rand", size_, size), generator=generator, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def rand_like(input: Tensor, *, generator: Generator | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _random.rand_like(input, generator=generator, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def randint(*bounds: Any, low: builtins.int | None = None, high: builtins.int | None = None, size: Ints | None = None, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.randint(*bounds, low=low, high=high, size=size, generator=generator, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def randint_like(input: Tensor, low: builtins.int, high: builtins.int | None = None, *, generator: Generator | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _random.randint_like(input, low, high, generator=generator, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def randn(*size_: Any, size: Ints | None = None, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.randn(sizes("randn", size_, size), generator=generator, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def randn_like(input: Tensor, *, generator: Generator | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _random.randn_like(input, generator=generator, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
def randperm(n: builtins.int, *, generator: Generator | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _random.randperm(n, generator=generator, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def range(start: Number, end: Number, step: Number = 1, *, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _sequences.range(start, end, step, out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def ravel(input: Tensor) -> Tensor: return _copying.ravel(input)
def real(input: Tensor) -> Tensor: return see(_complex_views.real, input, ())
def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _powers.reciprocal(input, out=out)
def reciprocal_(input: Tensor) -> Tensor: return _powers.reciprocal(input, out=input)
def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _choosing.relu(input, out=out)
def relu_(input: Tensor) -> Tensor: return _choosing.relu(input, out=input)
def remainder(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.remainder, (input, other), (), out)
def repeat_interleave(input: Tensor | None = None, repeats: Any = None, dim: builtins.int | None = None, *, output_size: builtins.int | None = None) -> Tensor: return _repeating.repeat_interleave(input, repeats, dim, output_size=output_size)
def reshape(input: Tensor, shape: Ints) -> Tensor: return see(_copying.reshape, input, (sizes_alone("reshape", "shape", 2, shape),))
def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: MemoryFormat | None = None) -> Tensor: return _state.resize_as_(input, the_template, memory_format=memory_format)
def resolve_conj(input: Tensor) -> Tensor: return _conversions.resolve_conj(input)
def resolve_neg(input: Tensor) -> Tensor: return _conversions.resolve_neg(input)
def result_type(tensor: Any, other: Any) -> DType: return _questions.result_type(tensor, other)
def roll(input: Tensor, shifts: builtins.int | Ints, dims: builtins.int | Ints | None = ()) -> Tensor: return _rearranging.roll(input, shifts, dims)
def rot90(input: Tensor, k: builtins.int = 1, dims: Ints = (0, 1)) -> Tensor: return _rearranging.rot90(input, k, dims)
def round(input: Tensor, *, decimals: builtins.int = 0, out: Tensor | None = None) -> Tensor: return execute(_rounding.round, (input,), (decimals,), out)
def round_(input: Tensor, *, decimals: builtins.int = 0) -> Tensor: return execute(_rounding.round, (input,), (decimals,), input)
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.vstack(tensors, out=out)
def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.rsqrt, (input,), (), out)
def rsqrt_(input: Tensor) -> Tensor: return execute(_transcendental.rsqrt, (input,), (), input)
def rsub(input: Tensor, other: Tensor | Number, alpha: Number = 1) -> Tensor: return _arithmetic.rsub(input, other, alpha)
def scalar_tensor(s: Number | Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _creation.scalar_tensor(s, options=(dtype, layout, device, requires_grad, pin_memory))
def scatter(input: Tensor, dim: builtins.int, index: Tensor, src: Any = None, *, value: Any = None, reduce: str | None = None, out: Tensor | None = None) -> Tensor: return _scattering.scatter(input, dim, index, src, value=value, reduce=reduce, out=out)
def scatter_add(input: Tensor, dim: builtins.int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor: return _scattering.scatter_add(input, dim, index, src, out=out)
def scatter_reduce(input: Tensor, dim: builtins.int, index: Tensor, src: Tensor, reduce: str, *, include_self: builtins.bool = True, out: Tensor | None = None) -> Tensor: return _scattering.scatter_reduce(input, dim, index, src, reduce, include_self=include_self, out=out)
def searchsorted(sorted_sequence: Tensor, input: Tensor | Number, *, out_int32: builtins.bool = False, right: builtins.bool = False, side: str | None = None, sorter: Tensor | None = None, out: Tensor | None = None) -> Tensor: return _searching.searchsorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter, out=out)
def select(input: Tensor, dim: builtins.int, index: builtins.int) -> Tensor: return see(_views.select, input, (dim, index))
def select_copy(input: Tensor, dim: builtins.int, index: builtins.int, *, out: Tensor | None = None) -> Tensor: return _view_copies.select_copy(input, dim, index, out=out)
def select_scatter(input: Tensor, src: Tensor, dim: builtins.int, index: builtins.int) -> Tensor: return _view_writing.select_scatter(input, src, dim, index)
def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.sgn, (input,), (), out)
def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.sigmoid, (input,), (), out)
def sigmoid_(input: Tensor) -> Tensor: return execute(_transcendental.sigmoid, (input,), (), input)
def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _signs.sign(input, out=out)
def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_signs.signbit, (input,), (), out)
def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.sin, (input,), (), out)
def sin_(input: Tensor) -> Tensor: return execute(_transcendental.sin, (input,), (), input)
def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _special.sinc(input, out=out)
def sinc_(input: Tensor) -> Tensor: return _special.sinc(input, out=input)
def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.sinh, (input,), (), out)
def sinh_(input: Tensor) -> Tensor: return execute(_transcendental.sinh, (input,), (), input)
def slice_copy(input: Tensor, dim: builtins.int = 0, start: builtins.int | None = None, end: builtins.int | None = None, step: builtins.int = 1, *, out: Tensor | None = None) -> Tensor: return _view_copies.slice_copy(input, dim, start, end, step, out=out)
def slice_scatter(input: Tensor, src: Tensor, dim: builtins.int = 0, start: builtins.int | None = None, end: builtins.int | None = None, step: builtins.int = 1) -> Tensor: return _view_writing.slice_scatter(input, src, dim, start, end, step)
def slogdet(A: Tensor, *, out: Sequence[Tensor] | None = None) -> SignAndLogarithm: return _linear_algebra.slogdet(A, out=out)
def softmax(input: Tensor, dim: builtins.int, dtype: DType | None = None, *, out: Tensor | None = None) -> Tensor: return _exponentials.softmax(input, dim, dtype, out=out)
def sort(input: Tensor, dim: builtins.int = -1, descending: builtins.bool = False, *, stable: builtins.bool | None = False, out: Tensor | None = None) -> ValuesAndIndices: return execute(_sorting.sort, (input,), (dim, descending, stable), out)
def split(input: Tensor, split_size: builtins.int | Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.split, input, (exact(split_size), dim))
def split_copy(input: Tensor, split_size: builtins.int, dim: builtins.int = 0, *, out: Sequence[Tensor] | None = None) -> tuple[Tensor, ...]: return _view_copies.split_copy(input, split_size, dim, out=out)
def split_with_sizes(input: Tensor, split_sizes: Ints, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.split_with_sizes, input, (exact(split_sizes), dim))
def split_with_sizes_copy(input: Tensor, split_sizes: Ints, dim: builtins.int = 0, *, out: Sequence[Tensor] | None = None) -> tuple[Tensor, ...]: return _view_copies.split_with_sizes_copy(input, split_sizes, dim, out=out)
def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.sqrt, (input,), (), out)
def sqrt_(input: Tensor) -> Tensor: return execute(_transcendental.sqrt, (input,), (), input)
def square(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _powers.square(input, out=out)
def square_(input: Tensor) -> Tensor: return _powers.square(input, out=input)
def squeeze(input: Tensor, dim: builtins.int | Ints | None = None) -> Tensor: return see(_views.squeeze, input, (exact(dim),))
def squeeze_copy(input: Tensor, dim: builtins.int | Ints | None = None, *, out: Tensor | None = None) -> Tensor: return _view_copies.squeeze_copy(input, dim, out=out)
def stack(tensors: Sequence[Tensor], dim: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return _joining.stack(tensors, dim, out=out)
def std(input: Tensor, dim: builtins.int | Ints | builtins.bool | None = None, unbiased: builtins.bool | None = None, keepdim: builtins.bool = False, *, correction: Number | None = None, out: Tensor | None = None) -> Tensor: return _statistics.std(input, dim, unbiased, keepdim, correction=correction, out=out)
def std_mean(input: Tensor, dim: builtins.int | Ints | builtins.bool | None = None, unbiased: builtins.bool | None = None, keepdim: builtins.bool = False, *, correction: Number | None = None) -> tuple[Tensor, Tensor]: return _statistics.std_mean(input, dim, unbiased, keepdim, correction=correction)
def sub(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.sub, (input, other), (alpha,), out)
def subtract(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.sub, (input, other), (alpha,), out)
def sum(input: Tensor, dim: builtins.int | Ints | None = None, keepdim: builtins.bool = False, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return execute(_reductions.sum, (input,), (exact(dim), keepdim, dtype_or_that_of(dtype, out)), out)
def svd(input: Tensor, some: builtins.bool = True, compute_uv: builtins.bool = True) -> SingularValuesByColumns: return _pseudoinverses.svd(input, some, compute_uv)
def swapaxes(input: Tensor, axis0: builtins.int, axis1: builtins.int) -> Tensor: return see(_views.transpose, input, (axis0, axis1))
def swapdims(input: Tensor, dim0: builtins.int, dim1: builtins.int) -> Tensor: return see(_views.transpose, input, (dim0, dim1))
def t(input: Tensor) -> Tensor: return see(_views.t, input, ())
def t_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _view_copies.t_copy(input, out=out)
def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_picking.take, (input, index), (), out)
def take_along_dim(input: Tensor, indices: Tensor, dim: builtins.int | None = None, *, out: Tensor | None = None) -> Tensor: return _picking.take_along_dim(input, indices, dim, out=out)
def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.tan, (input,), (), out)
def tan_(input: Tensor) -> Tensor: return execute(_transcendental.tan, (input,), (), input)
def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_transcendental.tanh, (input,), (), out)
def tanh_(input: Tensor) -> Tensor: return execute(_transcendental.tanh, (input,), (), input)
def tensor(data: Any, *, dtype: DType | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _data.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
def tensor_split(input: Tensor, indices_or_sections: builtins.int | Ints | Tensor | None = None, dim: builtins.int = 0, *, indices: Ints | None = None, sections: builtins.int | None = None, tensor_indices_or_sections: Tensor | None = None) -> tuple[Tensor, ...]: return _pieces.tensor_split(input, indices_or_sections, dim, indices=indices, sections=sections, tensor_indices_or_sections=tensor_indices_or_sections)
def tensordot(a: Tensor, b: Tensor, dims: Any = 2, out: Tensor | None = None) -> Tensor: return _contractions.tensordot(a, b, dims, out)
def tile(input: Tensor, dims: Ints) -> Tensor: return _repeating.tile(input, sizes_alone("tile", "dims", 2, dims))
def topk(input: Tensor, k: builtins.int, dim: builtins.int = -1, largest: builtins.bool = True, sorted: builtins.bool = True, *, out: Tensor | None = None) -> ValuesAndIndices: return execute(_sorting.topk, (input,), (k, dim, largest, sorted), out)
def trace(input: Tensor) -> Tensor: return _reductions.trace(input)
def transpose(input: Tensor, dim0: builtins.int, dim1: builtins.int) -> Tensor: return see(_views.transpose, input, (dim0, dim1))
def transpose_copy(input: Tensor, dim0: builtins.int, dim1: builtins.int, *, out: Tensor | None = None) -> Tensor: return _view_copies.transpose_copy(input, dim0, dim1, out=out)
def tril(input: Tensor, diagonal: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return _triangles.tril(input, diagonal, out=out)
def tril_indices(row: builtins.int, col: builtins.int, offset: builtins.int = 0, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, pin_memory: builtins.bool = False) -> Tensor: return _matrices.tril_indices(row, col, offset, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
def triu(input: Tensor, diagonal: builtins.int = 0, *, out: Tensor | None = None) -> Tensor: return _triangles.triu(input, diagonal, out=out)
def triu_indices(row: builtins.int, col: builtins.int, offset: builtins.int = 0, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, pin_memory: builtins.bool = False) -> Tensor: return _matrices.triu_indices(row, col, offset, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
def true_divide(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor: return execute(_arithmetic.div, (input, other), (rounding_mode,), out)
def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor: return execute(_rounding.trunc, (input,), (), out)
def trunc_(input: Tensor) -> Tensor: return execute(_rounding.trunc, (input,), (), input)
def typename(obj: Any) -> str: return _questions.typename(obj)
def unbind(input: Tensor, dim: builtins.int = 0) -> tuple[Tensor, ...]: return see(_pieces.unbind, input, (dim,))
def unbind_copy(input: Tensor, dim: builtins.int = 0, *, out: Sequence[Tensor] | None = None) -> tuple[Tensor, ...]: return _view_copies.unbind_copy(input, dim, out=out)
def unflatten(input: Tensor, dim: builtins.int, sizes: Ints) -> Tensor: return see(_views.unflatten, input, (dim, exact(sizes)))
def unfold_copy(input: Tensor, dimension: builtins.int, size: builtins.int, step: builtins.int, *, out: Tensor | None = None) -> Tensor: return _view_copies.unfold_copy(input, dimension, size, step, out=out)
def unique(input: Tensor, sorted: builtins.bool = True, return_inverse: builtins.bool = False, return_counts: builtins.bool = False, dim: builtins.int | None = None) -> Any: return _uniques.unique(input, sorted, return_inverse, return_counts, dim)
def unique_consecutive(input: Tensor, return_inverse: builtins.bool = False, return_counts: builtins.bool = False, dim: builtins.int | None = None) -> Any: return _uniques.unique_consecutive(input, return_inverse, return_counts, dim)
def unravel_index(indices: Tensor, shape: builtins.int | Ints) -> tuple[Tensor, ...]: return _placing.unravel_index(indices, shape)
def unsqueeze(input: Tensor, dim: builtins.int) -> Tensor: return see(_views.unsqueeze, input, (dim,))
def unsqueeze_copy(input: Tensor, dim: builtins.int, *, out: Tensor | None = None) -> Tensor: return _view_copies.unsqueeze_copy(input, dim, out=out)
def vander(x: Tensor, N: builtins.int | None = None, increasing: builtins.bool = False) -> Tensor: return _matrices.vander(x, N, increasing)
def var(input: Tensor, dim: builtins.int | Ints | builtins.bool | None = None, unbiased: builtins.bool | None = None, keepdim: builtins.bool = False, *, correction: Number | None = None, out: Tensor | None = None) -> Tensor: return _statistics.var(input, dim, unbiased, keepdim, correction=correction, out=out)
def var_mean(input: Tensor, dim: builtins.int | Ints | builtins.bool | None = None, unbiased: builtins.bool | None = None, keepdim: builtins.bool = False, *, correction: Number | None = None) -> tuple[Tensor, Tensor]: return _statistics.var_mean(input, dim, unbiased, keepdim, correction=correction)
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: return _products.vdot(input, other, out=out)
def view_as_complex(input: Tensor) -> Tensor: return see(_complex_views.view_as_complex, input, ())
def view_as_complex_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _view_copies.view_as_complex_copy(input, out=out)
def view_as_imag(input: Tensor) -> Tensor: return see(_complex_views.imag, input, ())
def view_as_real(input: Tensor) -> Tensor: return see(_complex_views.view_as_real, input, ())
def view_as_real_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: return _view_copies.view_as_real_copy(input, out=out)
def view_copy(input: Tensor, size: Any = None, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor: return _view_copies.view_copy(input, size, dtype=dtype, out=out)
def vsplit(input: Tensor, indices_or_sections: builtins.int | Ints) -> tuple[Tensor, ...]: return see(_pieces.vsplit, input, (exact(indices_or_sections),))
def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: return _stacking.vstack(tensors, out=out)
def where(condition: Tensor, input: Tensor | Number | None = None, other: Tensor | Number | None = None, *, out: Tensor | None = None) -> Any: return _choosing.where(condition, input, other, out=out)
def xlogy(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor: return execute(_pairs.xlogy, (input, other), (), out)
def xlogy_(input: Tensor | Number, other: Tensor | Number) -> Tensor: return execute(_pairs.xlogy, (input, other), (), input)
def zero_(input: Tensor) -> Tensor: return _copying.zero_(input)
def zeros(*size_: Any, size: Ints | None = None, out: Tensor | None = None, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False) -> Tensor: return _creation.zeros(sizes("zeros", size_, size), out=out, options=(dtype, layout, device, requires_grad, pin_memory))
def zeros_like(input: Tensor, *, dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | builtins.int | None = None, requires_grad: builtins.bool = False, pin_memory: builtins.bool = False, memory_format: MemoryFormat | None = None) -> Tensor: return _likes.zeros_like(input, options=(dtype, layout, device, requires_grad, pin_memory), memory_format=memory_format)
