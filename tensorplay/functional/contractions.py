"""Products of tensors of any rank and sums along what they share: outer, inner, tensordot, kron, cross."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import broadcast_shapes, wrap_dim, wrap_dims
from tensorplay.geometry.reasons import Refusal

from .arithmetic import mul
from .copying import clone
from .joining import stack
from .op import Ints, composition
from .parameters import int_argument, tensor_argument
from .pointwise import common_device
from .products import check_multipliable, matmul
from .views import refolded

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@composition("function method alias:ger")
def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of all elements of a vector with all of another: row i is input[i] * vec2.

    The dtypes are promoted. Raises RuntimeError for tensors of other ranks.

    >>> import tensorplay as tp
    >>> tp.outer(tp.tensor([1, 2]), tp.tensor([3, 4])).tolist()
    [[3, 4], [6, 8]]
    """
    for name, tensor in (("input", input), ("vec2", vec2)):
        if tensor.dim() != 1:
            raise RuntimeError(f"outer() takes vectors, but {name} has {tensor.dim()} dimensions")
    result: Tensor = execute(mul, (input.reshape(-1, 1), vec2), (), out)
    return result


@composition("function method")
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of two tensors summed along the last dimension of both; with a 0-dim tensor, the plain product.

    Raises RuntimeError for last dimensions of different sizes and for different dtypes.

    >>> import tensorplay as tp
    >>> tp.inner(tp.tensor([1, 2]), tp.tensor([[3, 4], [5, 6]])).tolist()
    [11, 17]
    """
    if not input.dim() or not other.dim():
        product: Tensor = execute(mul, (input, other), (), out)
        return product
    if input.size(-1) != other.size(-1):
        raise RuntimeError(
            f"inner() sums along the last dimensions, which must be alike, but the sizes are {list(input.shape)} and "
            f"{list(other.shape)}"
        )
    return _contracted("inner", input, other, (-1,), (-1,), out)


@composition("function")
def tensordot(a: Tensor, b: Tensor, dims: Any = 2, out: Tensor | None = None) -> Tensor:
    """The products of two tensors, summed along pairs of dimensions.

    `dims` is a pair of lists, of dimensions of `a` and of those of `b` that they meet; or a number n, which means the
    last n dimensions of `a` and the first n of `b`. The dimensions that are left follow each other, those of `a` first.

    Raises RuntimeError for dimensions that do not fit, are named twice or are not as many on both sides, for a negative
    or too large n, and for different dtypes; IndexError for a dimension out of range.

    >>> import tensorplay as tp
    >>> tp.tensordot(tp.ones(2, 3, 4), tp.ones(4, 3, 5), ([1, 2], [1, 0])).shape
    tensorplay.Size([2, 5])
    """
    of_a, of_b = _paired_dims(a, b, dims)
    return _contracted("tensordot", a, b, of_a, of_b, out)


def _paired_dims(a: Tensor, b: Tensor, dims: Any) -> tuple[Ints, Ints]:
    """The dimensions of both tensors that tensordot() sums along."""
    if isinstance(dims, TensorBase):
        dims = dims.tolist() if dims._spec.numel > 1 else int(dims.item())  # type: ignore[attr-defined]
    if isinstance(dims, (tuple, list)):
        of_a, of_b = dims
        for given in (of_a, of_b):
            if not isinstance(given, (tuple, list)):
                raise TypeError(f"tensordot(): dims must be two lists of dimensions, but one is {given!r}")
        return tuple(of_a), tuple(of_b)
    if not isinstance(dims, int) or isinstance(dims, bool):
        raise RuntimeError(f"tensordot(): dims must be an int or a pair of lists of ints, but it is {dims!r}")
    if not 0 <= dims <= min(a.dim(), b.dim()):
        raise RuntimeError(
            f"tensordot(): there are {a.dim()} and {b.dim()} dimensions, so {dims} of them cannot be summed along"
        )
    return tuple(range(-dims, 0)), tuple(range(dims))


def _contracted(name: str, a: Tensor, b: Tensor, of_a: Ints, of_b: Ints, out: Tensor | None) -> Tensor:
    """The sum along pairs of dimensions, as one product of matrices."""
    if len(of_a) != len(of_b):
        raise RuntimeError(f"{name}() sums along pairs of dimensions, but got {list(of_a)} and {list(of_b)}")
    if a.dtype is not b.dtype:
        raise RuntimeError(f"{name}() needs one dtype on both sides, but got {a.dtype} and {b.dtype}")
    left, right = a, b
    for first, second in zip(of_a, of_b, strict=True):
        if b.size(second) == 1:  # what is broadcast is summed at once
            left = left.sum(first, True, dtype=a.dtype)
        elif a.size(first) == 1:
            right = right.sum(second, True, dtype=b.dtype)
        elif a.size(first) != b.size(second):
            raise RuntimeError(
                f"{name}(): dimensions that are summed along must be alike, but dimension {first} of the first tensor "
                f"has the size {a.size(first)} and dimension {second} of the second one has {b.size(second)}"
            )
    summed_a, summed_b = wrap_dims(of_a, a.dim(), name), wrap_dims(of_b, b.dim(), name)
    kept_a = tuple([dim for dim in range(a.dim()) if dim not in summed_a])
    kept_b = tuple([dim for dim in range(b.dim()) if dim not in summed_b])
    size = tuple([a.size(dim) for dim in kept_a] + [b.size(dim) for dim in kept_b])
    terms = prod([left.size(dim) for dim in summed_a])
    rows = left.permute(kept_a + summed_a).reshape(prod(size[: len(kept_a)]), terms)
    columns = right.permute(summed_b + kept_b).reshape(terms, prod(size[len(kept_a) :]))
    result: Tensor = execute(matmul, (rows, columns), ()).reshape(size)
    return result if out is None else into(name, result, out)


def into(name: str, result: Tensor, out: Tensor) -> Tensor:
    """A result moved into an `out=`, which must have its dtype and gets its size."""
    if not isinstance(out, TensorBase):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if out.dtype is not result.dtype:
        raise RuntimeError(
            f"{name}() writes into an out= of its own dtype only: {result.dtype}, but this one has {out.dtype}"
        )
    moved: Tensor = execute(clone, (result,), (contiguous_format,), out)
    return moved


@composition("function method")
def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Kronecker product: each element of the input is replaced by itself times the whole of `other`.

    A tensor of fewer dimensions gets more in front. The dtypes are promoted. Raises RuntimeError, as in PyTorch, where
    the strides that the inputs suggest for the products do not let both dimensions of a pair be seen as one: use
    contiguous(), or give an `out`.

    >>> import tensorplay as tp
    >>> tp.kron(tp.tensor([[1, 0]]), tp.tensor([[1, 2], [3, 4]])).tolist()
    [[1, 2, 0, 0], [3, 4, 0, 0]]
    """
    first: Any = tensor_argument("kron", "input", input, 1)
    second: Any = tensor_argument("kron", "other", other, 2)
    left, right = _interleaved(first._spec.size, second._spec.size)
    product = execute(mul, (first.view(left), second.view(right)), ())
    size = tuple([product.size(place) * product.size(place + 1) for place in range(0, len(left), 2)])
    result: Tensor
    if out is None:
        result = refolded(product, size)
    else:
        result = execute(clone, (product.reshape(size),), (contiguous_format,), out)
    return result


def _interleaved(first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """Sizes in which dimension 2 i runs over dimension i of the first tensor, and 2 i + 1 over that of the second."""
    rank = max(len(first), len(second))
    first = (1,) * (rank - len(first)) + first
    second = (1,) * (rank - len(second)) + second
    left: Ints = ()
    right: Ints = ()
    for one, other in zip(first, second, strict=True):
        left += (one, 1)
        right += (1, other)
    return left, right


def _check_vectors(input: Spec, other: Spec, dim: int) -> tuple[int, Ints]:
    """The dimension of a cross product and its size, broadcast; refuse what are not vectors of three elements."""
    if input.rank != other.rank:
        raise Refusal(
            RuntimeError, f"cross() needs as many dimensions on both sides, but got {input.rank} and {other.rank}"
        ).exception()
    dim = wrap_dim(dim, input.rank, wrap_scalar=False)
    if input.size[dim] != 3 or other.size[dim] != 3:
        raise Refusal(
            RuntimeError,
            f"cross() multiplies vectors of 3 elements, but along dimension {dim} there are {input.size[dim]} and "
            f"{other.size[dim]}",
        ).exception()
    size = broadcast_shapes(input.size, other.size)
    if input.dtype is not other.dtype:
        raise Refusal(
            RuntimeError, f"cross() needs one dtype on both sides, but got {input.dtype} and {other.dtype}"
        ).exception()
    check_multipliable("cross", input.dtype)
    common_device("cross", [input, other])
    return dim, size


@composition("function method")
def cross(input: Tensor, other: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """The cross product of vectors of three elements along a dimension; the other dimensions are broadcast.

    Without `dim`, the first dimension of size 3 is taken. The result is contiguous. Raises RuntimeError where there is
    no such dimension, for different ranks or dtypes, IndexError for a dim out of range, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.cross(tp.tensor([1, 0, 0]), tp.tensor([0, 1, 0]), dim=0).tolist()
    [0, 0, 1]
    """
    left, right = [
        tensor_argument("cross", name, operand, place)._spec
        for place, (name, operand) in enumerate((("input", input), ("other", other)), 1)
    ]
    if dim is None:
        if 3 not in left.size:
            raise RuntimeError(f"cross() found no dimension of size 3 in the size {list(left.size)}")
        dim = left.size.index(3)
    axis, size = _check_vectors(left, right, int_argument("cross", "dim", dim, 3))
    ones = input.expand(size).unbind(axis)
    others = other.expand(size).unbind(axis)
    parts = [ones[first] * others[second] - ones[second] * others[first] for first, second in ((1, 2), (2, 0), (0, 1))]
    result = stack(parts, axis)
    return result if out is None else into("cross", result, out)


@composition("")
def vecdot(x: Tensor, y: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor:
    """The dot products of vectors along a dimension, those of `x` conjugated if complex; the others are broadcast.

    >>> import tensorplay as tp
    >>> tp.linalg.vecdot(tp.tensor([[1.0, 2.0], [3.0, 4.0]]), tp.tensor([1.0, 1.0])).tolist()
    [3.0, 7.0]
    """
    for tensor in (x, y):
        if not (tensor.is_floating_point() or tensor.is_complex()):
            raise RuntimeError(
                f"vecdot() takes floating point or complex tensors, but one is {tensor.dtype}; use .float()"
            )
    result = (x.conj() * y).sum(dim)
    return result if out is None else into("vecdot", result, out)


@composition("")
def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The product of two or more matrices, in the order of multiplications that takes the fewest.

    The first may be a vector, which counts as a row, and so may the last, which counts as a column. Raises RuntimeError
    for other ranks, less than two tensors, sizes that do not fit and different dtypes.

    >>> import tensorplay as tp
    >>> tp.linalg.multi_dot([tp.ones(2, 3), tp.ones(3, 4), tp.ones(4)]).tolist()
    [12.0, 12.0]
    """
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot() multiplies at least 2 tensors, but got {len(tensors)}")
    chain = list(tensors)
    size: Ints = ()
    if chain[0].dim() == 1:
        chain[0] = chain[0].unsqueeze(0)
    else:
        size += (chain[0].size(0),)
    if chain[-1].dim() == 1:
        chain[-1] = chain[-1].unsqueeze(-1)
    else:
        size += (chain[-1].size(-1),)
    for position, tensor in enumerate(chain):
        if tensor.dim() != 2:
            raise RuntimeError(
                f"multi_dot(): tensor {position} must be a matrix, but it has {tensors[position].dim()} dimensions"
            )
        if tensor.dtype is not chain[0].dtype:
            raise RuntimeError(
                f"multi_dot() needs one dtype, but tensor 0 has {chain[0].dtype} and {position} {tensor.dtype}"
            )
        if position and chain[position - 1].size(1) != tensor.size(0):
            raise RuntimeError(
                f"multi_dot() cannot multiply tensors {position - 1} and {position} with the sizes "
                f"{list(tensors[position - 1].shape)} and {list(tensors[position].shape)}"
            )
    splits = _cheapest([chain[0].size(0), *[tensor.size(1) for tensor in chain]])
    result: Tensor = _chained(chain, splits, 0, len(chain) - 1).view(size)
    return result if out is None else into("multi_dot", result, out)


def _cheapest(extents: list[int]) -> dict[tuple[int, int], int]:
    """For each run of a chain of matrices, first to last, behind which one it is best parted."""
    count = len(extents) - 1
    costs = {(place, place): 0 for place in range(count)}
    splits: dict[tuple[int, int], int] = {}
    for length in range(1, count):
        for first in range(count - length):
            last = first + length
            choices = {
                split: costs[first, split]
                + costs[split + 1, last]
                + extents[first] * extents[split + 1] * extents[last + 1]
                for split in range(first, last)
            }
            splits[first, last] = min(choices, key=choices.__getitem__)
            costs[first, last] = choices[splits[first, last]]
    return splits


def _chained(chain: list[Any], splits: dict[tuple[int, int], int], first: int, last: int) -> Any:
    """The product of a run of a chain of matrices."""
    if first == last:
        return chain[first]
    split = splits[first, last]
    return execute(matmul, (_chained(chain, splits, first, split), _chained(chain, splits, split + 1, last)), ())
