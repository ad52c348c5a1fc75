"""What layers of neural networks compute, of nn.functional: linear, softmax, normalisation, one_hot."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING

from tensorplay.attributes.dtype import bfloat16, float16, float32, int64
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.access import array_of, has_bytes
from tensorplay.core.arguments import WrongType, to_ints
from tensorplay.core.execute import execute
from tensorplay.core.tensor import make_tensor

from .activations import check_floating
from .arithmetic import div
from .creation import filled
from .matrix_norms import vector_norm
from .op import Ints, composition
from .parameters import int_argument, tensor_argument
from .product_sums import sum_of_products
from .products import matmul
from .scattering import scatter_into

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor


@composition("")
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Input @ weight.t() + bias: rows of `in` features become rows of `out` features; weight is (out, in), bias (out).

    A weight that is a vector gives one feature, without a dimension for it. Raises RuntimeError for sizes that do not
    fit and for different dtypes, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.nn.functional.linear(tp.tensor([[1, 2]]), tp.tensor([[1, 1], [0, 3]]), tp.tensor([10, 20])).tolist()
    [[13, 26]]
    """
    if not input.dim() or not weight.dim():
        raise RuntimeError(
            f"linear() needs at least 1 dimension on both sides, but got {input.dim()} and {weight.dim()}"
        )
    turned = weight.t()
    if bias is None:
        result: Tensor = execute(matmul, (input, turned), ())
    elif weight.dim() != 2:
        raise RuntimeError(f"linear() with a bias takes a weight of 2 dimensions, but it has {weight.dim()}")
    elif input.dim() == 2:
        result = execute(sum_of_products, (bias, input, turned), ("linear", 1, 1))
    elif input.is_contiguous() and bias.is_contiguous() and bias.dim() == 1:
        rows = input.reshape(math.prod(input.shape[:-1]), input.size(-1))
        added = execute(sum_of_products, (bias, rows, turned), ("linear", 1, 1))
        result = added.view(*input.shape[:-1], weight.size(0))
    else:
        result = execute(matmul, (input, turned), ()) + bias
    return result


def _implicit_dim(name: str, rank: int) -> int:
    """The dimension that softmax() takes if none is named, for old programs."""
    dim = 0 if rank in (0, 1, 3) else 1
    warnings.warn(
        f"{name}() without a dim takes dimension {dim} of a tensor of {rank}, for old programs; name the dim",
        UserWarning,
        stacklevel=5,
    )
    return dim


@composition("")
def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None) -> Tensor:
    """exp(x) / Σ exp(x) along a dimension: positive numbers that add up to 1. With a dtype, of the converted input.

    Raises IndexError for a dim out of range, NotImplementedError for integers and bool.

    >>> import tensorplay as tp
    >>> tp.nn.functional.softmax(tp.tensor([0.0, 0.0]), dim=0).tolist()
    [0.5, 0.5]
    """
    return input.softmax(_implicit_dim("softmax", input.dim()) if dim is None else dim, dtype)


@composition("")
def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None) -> Tensor:
    """The logarithm of softmax(), computed without its loss of precision.

    >>> import tensorplay as tp
    >>> round(tp.nn.functional.log_softmax(tp.tensor([0.0, 0.0]), dim=0)[0].item(), 4)
    -0.6931
    """
    return input.log_softmax(_implicit_dim("log_softmax", input.dim()) if dim is None else dim, dtype)


@composition("")
def layer_norm(
    input: Tensor,
    normalized_shape: Ints,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """The last dimensions, which have the size `normalized_shape`, with mean 0 and variance 1, times weight plus bias.

    The variance counts `eps` more than it is. The result is contiguous. Raises RuntimeError for sizes that do not fit
    and for parameters of another dtype (beside a 16-bit input they may be float32), NotImplementedError for an input
    that is not floating point.

    >>> import tensorplay as tp
    >>> tp.nn.functional.layer_norm(tp.tensor([[1.0, 3.0], [5.0, 5.0]]), (2,), eps=0.0001).round(decimals=3).tolist()
    [[-1.0, 1.0], [0.0, 0.0]]
    """
    if not isinstance(normalized_shape, (tuple, list)):
        kind = type(normalized_shape).__name__
        raise TypeError(f"layer_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not {kind}")
    try:
        size = to_ints(normalized_shape)
    except WrongType:
        raise TypeError(f"layer_norm(): normalized_shape must be made of ints, not {normalized_shape!r}") from None
    if not size or tuple(input.shape[max(input.dim() - len(size), 0) :]) != size:
        raise RuntimeError(
            f"layer_norm(): the last dimensions must have the size {list(size)}, but the input has {list(input.shape)}"
        )
    check_floating("layer_norm", input._spec)
    if not input.numel():
        return input.clone(memory_format=contiguous_format)
    x = _plain(input).to(float32 if input.dtype in (float16, bfloat16) else input.dtype)
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is None:
            continue
        if tuple(parameter.shape) != size:
            raise RuntimeError(
                f"layer_norm(): {name} must have the size {list(size)}, but it has {list(parameter.shape)}"
            )
        if parameter.dtype not in (input.dtype, x.dtype):
            raise RuntimeError(
                f"layer_norm(): {name} must be {input.dtype} as the input is, but it is {parameter.dtype}"
            )
    dims = tuple(range(-len(size), 0))
    centred = x - x.mean(dims, True)
    result = centred * ((centred * centred).mean(dims, True) + eps).rsqrt()
    if weight is not None:
        result = result * _plain(weight).to(x.dtype)
    if bias is not None:
        result = result + _plain(bias).to(x.dtype)
    return result.to(input.dtype)


def _plain(tensor: Tensor) -> Tensor:
    """The tensor, or a copy, with the strides of a new contiguous one, also where a size is 1."""
    return tensor.reshape(-1).view(tensor.shape)


@composition("")
def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """For each index a row of zeros with a one at its place; -1 classes means as many as the largest index asks for.

    The result has one dimension more and is int64. Raises RuntimeError for another dtype than int64, for negative
    indices and for indices that are not below num_classes.

    >>> import tensorplay as tp
    >>> tp.nn.functional.one_hot(tp.tensor([2, 0])).tolist()
    [[0, 0, 1], [1, 0, 0]]
    """
    spec = tensor_argument("one_hot", "tensor", tensor, 1)._spec
    classes = int_argument("one_hot", "num_classes", num_classes, 2)
    if spec.dtype is not int64:
        raise RuntimeError(f"one_hot() takes int64 indices, but these are {spec.dtype}; use .long()")
    if not spec.numel and classes <= 0:
        raise RuntimeError("one_hot() cannot tell the number of classes from an empty tensor: give num_classes")
    if classes == -1 and spec.device.type == "meta":
        raise NotImplementedError("one_hot() has a size that depends on values, and device 'meta' has none")
    if spec.numel and (classes == -1 or has_bytes([tensor])):
        least, greatest = [int(array_of(extreme)) for extreme in tensor.aminmax()]
        if least < 0:
            raise RuntimeError(f"one_hot(): a class must not be negative, but {least} is among them")
        if classes == -1:
            classes = greatest + 1
        elif greatest >= classes:
            raise RuntimeError(f"one_hot(): class {greatest} is not below num_classes = {num_classes}")
    rows = execute(filled, (), ((*spec.size, max(classes, 0)), None, 0, int64, spec.device))
    if spec.numel:
        execute(scatter_into, (rows, tensor.unsqueeze(-1), 1), ("scatter", -1, "", True))
    result: Tensor = make_tensor(rows._storage, rows._spec)
    return result


@composition("")
def normalize(
    input: Tensor, p: float = 2.0, dim: int | Ints = 1, eps: float = 1e-12, out: Tensor | None = None
) -> Tensor:
    """The tensor divided by its p-norm along a dimension, or by eps where that is larger.

    Raises RuntimeError for bool and integers, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.nn.functional.normalize(tp.tensor([[0.0, 4.0]])).tolist()
    [[0.0, 1.0]]
    """
    norms = vector_norm(input, p, dim, True).clamp_min(eps).expand(input.shape)
    result: Tensor = execute(div, (input, norms), (None,), out)
    return result
