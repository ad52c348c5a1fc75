"""Products of matrices and vectors: matmul and its kinds for fixed ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, bool_, complex32, uint16, uint32, uint64
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.reasons import Refusal

from .multiplying import matmul_into
from .op import Ints, composition, op
from .parameters import tensor_argument
from .pointwise import common_device

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec

    from .faces import Tensor

NO_PRODUCTS = (bool_, uint16, uint32, uint64, complex32)  # as in PyTorch


def plan_product(name: str, size: Ints, multiplies: bool | int, *operands: Spec) -> Plan:
    """The plan of a result, contiguous, whose elements are sums of products, if it `multiplies` at all.

    Raises RuntimeError for different dtypes, and NotImplementedError for those that are not multiplied.
    """
    first = operands[0]
    for other in operands[1:]:
        if other.dtype is not first.dtype:
            raise Refusal(
                RuntimeError, f"{name}() needs one dtype on all sides, but got {first.dtype} and {other.dtype}"
            ).exception()
    spec = contiguous_spec(size, first.dtype, common_device(name, list(operands)))
    if multiplies and spec.numel:
        check_multipliable(name, first.dtype)
    return Plan(Effect.NEW, (spec,), exact_dtype=True)


def check_multipliable(name: str, dtype: DType) -> None:
    """Refuse the dtypes for which PyTorch multiplies no matrices."""
    if dtype in NO_PRODUCTS:
        way_out = "uint8 or float32" if dtype is bool_ else "complex64" if dtype is complex32 else "int64"
        raise Refusal(
            NotImplementedError, f"{name}() multiplies no {dtype}; convert the operands, to {way_out} for instance"
        ).exception()


def check_ranks(name: str, ranks: Ints, *operands: Spec) -> None:
    """Refuse operands of other numbers of dimensions."""
    if tuple([operand.rank for operand in operands]) != ranks:
        sizes = " and ".join(str(list(operand.size)) for operand in operands)
        wanted = " and ".join(map(str, ranks))
        raise Refusal(
            RuntimeError, f"{name}() needs {wanted} dimensions, but got the sizes {sizes}; matmul() takes any"
        ).exception()


def check_meeting(name: str, left: Spec, right: Spec) -> None:
    """Refuse rows of the left operand that are not as long as the columns of the right one."""
    columns = left.size[-1]
    rows = right.size[-2 if right.rank > 1 else -1]
    if columns != rows:
        raise Refusal(
            RuntimeError,
            f"{name}() cannot multiply sizes {list(left.size)} and {list(right.size)}: {columns} columns meet {rows} "
            "rows",
        ).exception()


@op("function method out= __matmul__ __rmatmul__")
def matmul(input: Spec, other: Spec) -> Plan:
    """The matrix product; of stacks pair by pair; a vector counts as a row on the left and as a column on the right.

    float16 and bfloat16 are summed up in float32. Raises RuntimeError for 0-dim tensors, different dtypes, and sizes
    that do not fit, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.matmul(tp.tensor([[1, 2], [3, 4]]), tp.tensor([1, 1])).tolist()
    [3, 7]
    """
    if not input.rank or not other.rank:
        raise Refusal(
            RuntimeError, f"matmul() needs at least 1 dimension on both sides, but got {input.rank} and {other.rank}"
        ).exception()
    check_meeting("matmul", input, other)
    size = broadcast_shapes(input.size[:-2], other.size[:-2])
    size += input.size[-2:-1] if input.rank > 1 else ()
    size += other.size[-1:] if other.rank > 1 else ()
    return plan_product("matmul", size, input.size[-1] or not size, input, other)


@composition("function method")
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of two matrices.

    Raises RuntimeError for other ranks, different dtypes, and sizes that do not fit, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.mm(tp.tensor([[1, 2], [3, 4]]), tp.tensor([[0, 1], [1, 0]])).tolist()
    [[2, 1], [4, 3]]
    """
    return _product("mm", (2, 2), input, "mat2", mat2, out)


@composition("function method")
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The products of two stacks of equally many matrices, pair by pair; nothing is broadcast.

    Raises RuntimeError for other ranks, different dtypes, and sizes that do not fit, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.bmm(tp.ones(2, 1, 3), tp.ones(2, 3, 1)).tolist()
    [[[3.0]], [[3.0]]]
    """
    return _product("bmm", (3, 3), input, "mat2", mat2, out)


def check_stacks(name: str, left: Spec, right: Spec) -> None:
    """Refuse matrices and vectors that do not fit, and stacks of different heights."""
    check_meeting(name, left, right)
    if left.rank == 3 and left.size[0] != right.size[0]:
        raise Refusal(
            RuntimeError,
            f"{name}() needs as many matrices on both sides, but got {left.size[0]} and {right.size[0]}; matmul() "
            "broadcasts a stack of one",
        ).exception()


@composition("function method")
def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The product of a matrix and a vector.

    Raises RuntimeError for other ranks, different dtypes, and sizes that do not fit, IndexError for a 0-dim tensor in
    the place of the matrix, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.mv(tp.tensor([[1, 2], [3, 4]]), tp.tensor([1, 1])).tolist()
    [3, 7]
    """
    if not tensor_argument("mv", "input", input, 1).dim() and isinstance(vec, TensorBase):
        raise Refusal(IndexError, "mv() needs a matrix, but this tensor has no dimensions").exception()
    return _product("mv", (2, 1), input, "vec", vec, out)


@composition("function method")
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The sum of the products of the elements of two vectors, as a 0-dim tensor.

    Raises RuntimeError for other ranks, different dtypes and different lengths, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.dot(tp.tensor([1, 2]), tp.tensor([3, 4])).item()
    11
    """
    return _product("dot", (1, 1), input, "tensor", tensor, out)


def _product(name: str, ranks: Ints, input: Any, word: str, other: Any, out: Any) -> Tensor:
    """What matmul() makes of operands of these ranks alone."""
    try:
        left, right = input._spec, other._spec
    except AttributeError:
        left, right = [
            tensor_argument(name, parameter, operand, place)._spec
            for place, (parameter, operand) in enumerate((("input", input), (word, other)), 1)
        ]
    if (len(left.size), len(right.size)) != ranks:
        check_ranks(name, ranks, left, right)
    if ranks == (3, 3) and left.size[0] != right.size[0]:
        check_stacks(name, left, right)
    result: Tensor = execute(matmul, (input, other), (), out)
    return result


@matmul.run
def _(backend: Any, out: Any, left: Any, right: Any) -> None:
    matmul_into(backend, out, left, right)


@matmul.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    input, other = context.operands
    left, right = context.saved(0), context.saved(1)
    left = left.unsqueeze(0) if left.dim() == 1 else left
    right = right.unsqueeze(1) if right.dim() == 1 else right
    if other.dim() == 1:
        gradient = gradient.unsqueeze(-1)
    if input.dim() == 1:
        gradient = gradient.unsqueeze(-2)
    of_left = context.reduced(gradient @ right.mH, left)
    of_right = context.reduced(left.mH @ gradient, right)
    return of_left.reshape(input.shape), of_right.reshape(other.shape)


@composition("function method")
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The dot product of two vectors, the first one conjugated if it is complex.

    Raises what dot() raises.

    >>> import tensorplay as tp
    >>> tp.vdot(tp.tensor([1j]), tp.tensor([1j])).item()
    (1+0j)
    """
    first: Any = tensor_argument("vdot", "input", input, 1)
    return _product("vdot", (1, 1), first.conj(), "other", other, out)
