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


@op("function method out=")
def mm(input: Spec, mat2: Spec) -> Plan:
    """The product of two matrices.

    Raises RuntimeError for other ranks, different dtypes, and sizes that do not fit, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.mm(tp.tensor([[1, 2], [3, 4]]), tp.tensor([[0, 1], [1, 0]])).tolist()
    [[2, 1], [4, 3]]
    """
    check_ranks("mm", (2, 2), input, mat2)
    check_meeting("mm", input, mat2)
    return plan_product("mm", (input.size[0], mat2.size[1]), input.size[1], input, mat2)


@op("function method out=")
def bmm(input: Spec, mat2: Spec) -> Plan:
    """The products of two stacks of equally many matrices, pair by pair; nothing is broadcast.

    Raises RuntimeError for other ranks, different dtypes, and sizes that do not fit, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.bmm(tp.ones(2, 1, 3), tp.ones(2, 3, 1)).tolist()
    [[[3.0]], [[3.0]]]
    """
    check_ranks("bmm", (3, 3), input, mat2)
    check_stacks("bmm", input, mat2)
    return plan_product("bmm", (*input.size[:2], mat2.size[2]), input.size[2], input, mat2)


def check_stacks(name: str, left: Spec, right: Spec) -> None:
    """Refuse stacks of different heights, and of matrices that do not fit."""
    check_meeting(name, left, right)
    if left.size[0] != right.size[0]:
        raise Refusal(
            RuntimeError,
            f"{name}() needs as many matrices on both sides, but got {left.size[0]} and {right.size[0]}; matmul() "
            "broadcasts a stack of one",
        ).exception()


@op("function method out=")
def mv(input: Spec, vec: Spec) -> Plan:
    """The product of a matrix and a vector.

    Raises RuntimeError for other ranks, different dtypes, and sizes that do not fit, IndexError for a 0-dim tensor in
    the place of the matrix, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.mv(tp.tensor([[1, 2], [3, 4]]), tp.tensor([1, 1])).tolist()
    [3, 7]
    """
    if not input.rank:
        raise Refusal(IndexError, "mv() needs a matrix, but this tensor has no dimensions").exception()
    check_ranks("mv", (2, 1), input, vec)
    check_meeting("mv", input, vec)
    return plan_product("mv", (input.size[0],), input.size[1], input, vec)


@op("function method out=")
def dot(input: Spec, tensor: Spec) -> Plan:
    """The sum of the products of the elements of two vectors, as a 0-dim tensor.

    Raises RuntimeError for other ranks, different dtypes and different lengths, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.dot(tp.tensor([1, 2]), tp.tensor([3, 4])).item()
    11
    """
    check_ranks("dot", (1, 1), input, tensor)
    check_meeting("dot", input, tensor)
    return plan_product("dot", (), True, input, tensor)


def _multiply(backend: Any, out: Any, left: Any, right: Any) -> None:
    matmul_into(backend, out, left, right)


def _gradient_of_product(context: Any, gradient: Any) -> tuple[Any, ...]:
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


for _operation in (matmul, mm, bmm, mv, dot):
    _operation.run(_multiply)
    _operation.gradient(_gradient_of_product)


@composition("function method")
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The dot product of two vectors, the first one conjugated if it is complex.

    Raises what dot() raises.

    >>> import tensorplay as tp
    >>> tp.vdot(tp.tensor([1j]), tp.tensor([1j])).item()
    (1+0j)
    """
    if isinstance(input, TensorBase) and isinstance(other, TensorBase):
        check_ranks("vdot", (1, 1), input._spec, other._spec)
        input = input.conj()
    result: Tensor = execute(dot, (input, other), (), out)
    return result
