"""Determinants, inverses, systems of equations and powers of square matrices, or of stacks of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, bfloat16, complex32, float16
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.layout import Layout, contiguous_strides
from tensorplay.geometry.reasons import Refusal

from . import contractions
from .contractions import into
from .copying import overwrite
from .creation import filled
from .op import Ints, composition, op
from .parameters import int_argument, tensor_argument
from .pointwise import common_device
from .products import matmul
from .return_types import SignAndLogarithm, linalg_slogdet

if TYPE_CHECKING:
    from .faces import Tensor


LARGE = 1 << 22  # elements in a stack that is taken apart
QUICK = 1 << 14  # elements of matrices that are done before anybody presses Ctrl-C


class LinAlgError(RuntimeError):
    """A matrix for which there is no result, such as the inverse of a singular one."""


def by_columns(size: Ints) -> Ints:
    """The strides of matrices, or stacks of them, whose columns are contiguous, as LAPACK leaves them."""
    if len(size) < 2:
        return contiguous_strides(size)
    turned = contiguous_strides((*size[:-2], size[-1], size[-2]))
    return (*turned[:-2], turned[-1], turned[-2])


def matrices_by_columns(size: Ints, dtype: DType, device: Any) -> Spec:
    """The spec of new matrices whose columns are contiguous."""
    return Spec(Layout(size, by_columns(size)), dtype, device)


def check_matrices(name: str, matrix: Spec, *, square: bool = True) -> None:
    """Refuse what are no matrices, or no square ones."""
    if matrix.rank < 2:
        raise Refusal(
            RuntimeError, f"linalg.{name}() takes matrices or stacks of them, but the size is {list(matrix.size)}"
        ).exception()
    if square and matrix.size[-1] != matrix.size[-2]:
        raise Refusal(
            RuntimeError,
            f"linalg.{name}() takes square matrices, but these have {matrix.size[-2]} rows and {matrix.size[-1]} "
            "columns",
        ).exception()


def check_exact(
    name: str,
    dtype: DType,
    *,
    integral: type[Exception] = RuntimeError,
    short: type[Exception] = NotImplementedError,
) -> None:
    """Refuse integers and 16-bit floats, with the types of error that PyTorch has for them."""
    if not (dtype.is_floating_point or dtype.is_complex):
        raise Refusal(
            integral, f"linalg.{name}() takes floating point or complex matrices, but these are {dtype}; use .float()"
        ).exception()
    if dtype in (float16, bfloat16, complex32):
        raise Refusal(
            short, f"linalg.{name}() needs 32 bits or more, but the dtype is {dtype}; use .float()"
        ).exception()


@op(label="det")
def determinant(A: Spec) -> Plan:  # noqa: N803
    """The determinants of square matrices."""
    check_matrices("det", A)
    check_exact("det", A.dtype)
    return Plan(Effect.NEW, (contiguous_spec(A.size[:-2], A.dtype, A.device),), exact_dtype=True)


@determinant.run
def _(backend: Any, out: Any, A: Any) -> None:  # noqa: N803
    out[...] = one_by_one(backend, backend.xp.linalg.det, A)


@composition("function method")
def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The determinant of a square matrix, or of each in a stack.

    Raises RuntimeError for matrices that are not square and for integers, NotImplementedError for 16-bit floats.

    >>> import tensorplay as tp
    >>> f"{tp.linalg.det(tp.tensor([[1.0, 2.0], [3.0, 4.0]])).item():.4f}"
    '-2.0000'
    """
    result: Tensor = execute(determinant, (A,), (), out)
    return result


@op(label="slogdet")
def log_determinant(A: Spec) -> Plan:  # noqa: N803
    """The signs of determinants and the logarithms of their absolute values."""
    check_matrices("slogdet", A)
    check_exact("slogdet", A.dtype, short=RuntimeError)
    size = A.size[:-2]
    real = A.dtype.to_real() if A.dtype.is_complex else A.dtype
    specs = (contiguous_spec(size, A.dtype, A.device), contiguous_spec(size, real, A.device))
    return Plan(Effect.NEW, specs, several=linalg_slogdet, exact_dtype=True)


@log_determinant.run
def _(backend: Any, outs: Any, A: Any) -> None:  # noqa: N803
    for out, result in zip(outs, one_by_one(backend, backend.xp.linalg.slogdet, A), strict=True):
        out[...] = result


@composition("function method")
def slogdet(A: Tensor, *, out: Sequence[Tensor] | None = None) -> SignAndLogarithm:  # noqa: N803
    """The sign of the determinant and the logarithm of its absolute value, which neither overflows nor vanishes.

    Returns a named tuple (sign, logabsdet); for a singular matrix (0, -inf). Raises what det() raises.

    >>> import tensorplay as tp
    >>> sign, logabsdet = tp.linalg.slogdet(tp.eye(2) * -10)
    >>> sign.item(), f"{logabsdet.item():.4f}"
    (1.0, '4.6052')
    """
    result: SignAndLogarithm = execute(log_determinant, (A,), (), out)
    return result


@composition("function method")
def logdet(input: Tensor) -> Tensor:
    """The logarithm of the determinant: NaN where it is negative, -inf where it is 0.

    >>> import tensorplay as tp
    >>> tp.logdet(tp.eye(2)).item()
    0.0
    """
    sign, logarithm = slogdet(input)
    return sign.log() + logarithm


def one_by_one(backend: Any, compute: Callable[..., Any], stack: Any, *others: Any) -> Any:
    """What `compute` gives for matrices; a large stack matrix by matrix, so that Ctrl-C is answered between them."""
    xp = backend.xp
    if others or stack.ndim == 2 or stack.size <= LARGE:
        with xp.errstate(all="ignore"):
            return compute(stack, *others) if stack.size <= QUICK else backend.waited(compute, stack, *others)
    results = [one_by_one(backend, compute, part) for part in stack]
    if isinstance(results[0], tuple):
        return tuple([xp.stack(parts) for parts in zip(*results, strict=True)])
    return xp.stack(results)


def attempt(backend: Any, name: str, trouble: str, compute: Callable[..., Any], *arrays: Any) -> Any:
    """What `compute` gives, or LinAlgError with the number of the matrix for which it failed."""
    xp = backend.xp
    try:
        return one_by_one(backend, compute, *arrays)
    except xp.linalg.LinAlgError:
        matrix = arrays[0]
        stack = matrix.reshape(-1, *matrix.shape[-2:]) if matrix.ndim > 2 else None
        where = (
            "the matrix" if stack is None else f"matrix {_first_failing(xp, compute, stack, arrays[1:])} of the stack"
        )
        raise LinAlgError(f"linalg.{name}(): {where} {trouble}") from None


def _first_failing(xp: Any, compute: Any, stack: Any, others: Sequence[Any]) -> int:
    """The place in a stack of the first matrix that has no result."""
    columns = [xp.zeros((stack.shape[-1], 1), stack.dtype) for _ in others]  # it is the matrix that matters
    for position, one in enumerate(stack):
        try:
            compute(one, *columns)
        except xp.linalg.LinAlgError:
            return position
    return 0


@composition("")
def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The inverse of a square matrix, or of each in a stack. The columns of the result are contiguous.

    Raises LinAlgError for a singular matrix, RuntimeError for matrices that are not square, integers and 16-bit floats.

    >>> import tensorplay as tp
    >>> tp.linalg.inv(tp.tensor([[2.0, 0.0], [0.0, 4.0]])).tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    spec = tensor_argument("inv", "A", A, 1)._spec
    check_matrices("inv", spec)
    check_exact("inv", spec.dtype, short=RuntimeError)
    side = spec.size[-1]
    identity: Any = execute(filled, (), ((side, side), None, 0, spec.dtype, spec.device))
    execute(overwrite, (identity.diagonal(),), (1,))
    result: Tensor = execute(solution, (A, identity), (True, True, "inv"), out)
    return result


@composition("function method")
def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of a square matrix, or of each in a stack: another name of linalg.inv.

    >>> import tensorplay as tp
    >>> tp.inverse(tp.tensor([[2.0]])).tolist()
    [[0.5]]
    """
    return inv(input, out=out)


@op(label="solve")
def solution(A: Spec, B: Spec, left: bool, only_matrices: bool, name: str) -> Plan:  # noqa: N803
    """The X of A X = B, or of X A = B; with `only_matrices` B is never a vector and X always has contiguous columns."""
    check_matrices("solve", A)
    if A.dtype is not B.dtype:
        raise Refusal(
            RuntimeError, f"linalg.solve() needs one dtype on both sides, but got {A.dtype} and {B.dtype}"
        ).exception()
    if not B.rank:
        raise Refusal(
            RuntimeError, "linalg.solve(): B must be a vector or matrices, but it has 0 dimensions"
        ).exception()
    vectors = not only_matrices and _are_vectors(A.size, B.size)
    if vectors and not left:
        raise Refusal(RuntimeError, "linalg.solve(left=False) takes no vectors: unsqueeze B").exception()
    wanted = (*B.size, 1) if vectors else B.size
    if wanted[-2 if left else -1] != A.size[-1]:
        raise Refusal(
            RuntimeError,
            f"linalg.solve(): the sizes {list(A.size)} and {list(B.size)} do not fit the equation "
            f"{'A X = B' if left else 'X A = B'}",
        ).exception()
    check_exact("solve", A.dtype)
    size = (*broadcast_shapes(A.size[:-2], wanted[:-2]), *wanted[-2:])
    size = size[:-1] if vectors else size
    device = common_device("solve", [A, B])
    column_wise = left or only_matrices
    spec = matrices_by_columns(size, A.dtype, device) if column_wise else contiguous_spec(size, A.dtype, device)
    return Plan(Effect.NEW, (spec,), exact_dtype=True)


def _are_vectors(left: Ints, right: Ints) -> bool:
    """Whether the right side of an equation is a vector for each matrix, or one for all."""
    return len(right) == 1 or right == left[:-1]


@solution.run
def _(backend: Any, out: Any, A: Any, B: Any, left: bool, only_matrices: bool, name: str) -> None:  # noqa: N803
    xp = backend.xp
    vectors = not only_matrices and _are_vectors(A.shape, B.shape)
    B = B[..., None] if vectors else B  # noqa: N806
    if not left:
        A, B = xp.swapaxes(A, -1, -2), xp.swapaxes(B, -1, -2)  # noqa: N806
    why = "is singular: it has no inverse" if name == "inv" else "is singular: its equation has no single solution"
    found = attempt(backend, name, why, xp.linalg.solve, A, B)
    out[...] = xp.swapaxes(found, -1, -2) if not left else found[..., 0] if vectors else found


@composition("")
def solve(A: Tensor, B: Tensor, *, left: bool = True, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """The X of A X = B, or with left=False of X A = B, for square matrices A; leading dimensions are broadcast.

    B is a matrix, or a vector, or a vector for each matrix of a stack. The columns of the result are contiguous (with
    left=False its rows are). Raises LinAlgError for a singular A, RuntimeError for sizes that do not fit, different
    dtypes and integers, NotImplementedError for 16-bit floats.

    >>> import tensorplay as tp
    >>> tp.linalg.solve(tp.tensor([[2.0, 0.0], [0.0, 4.0]]), tp.tensor([1.0, 2.0])).tolist()
    [0.5, 0.5]
    """
    result: Tensor = execute(solution, (A, B), (left, False, "solve"), out)
    return result


@composition("function method")
def matrix_power(A: Tensor, n: int, *, out: Tensor | None = None) -> Tensor:  # noqa: N803
    """A square matrix, or each in a stack, to a whole power: by multiplication, for a negative one of the inverse.

    Raises RuntimeError for matrices that are not square, LinAlgError for a negative power of a singular one.

    >>> import tensorplay as tp
    >>> tp.linalg.matrix_power(tp.tensor([[1, 1], [0, 1]]), 3).tolist()
    [[1, 3], [0, 1]]
    """
    power = int_argument("matrix_power", "n", n, 2)
    check_matrices("matrix_power", A._spec)
    result = _power_of(A, power)
    return result if out is None else into("matrix_power", result, out)


def _power_of(base: Tensor, power: int) -> Any:
    if power == 0:
        result = base.new_empty(base.shape)
        result.zero_()
        result.diagonal(0, -2, -1).fill_(1)
        return result
    if power < 0:
        base, power = inv(base), -power
        if power == 1:
            return base
    if power == 1:
        return base.clone(memory_format=contiguous_format)
    found: Any = None
    while True:  # the squares of the base whose exponents make up the power
        if power & 1:
            found = base if found is None else execute(matmul, (found, base), ())
        power >>= 1
        if not power:
            return found
        base = execute(matmul, (base, base), ())


@composition("")
def solve_triangular(
    A: Tensor,  # noqa: N803
    B: Tensor,  # noqa: N803
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The X of A X = B, or with left=False of X A = B, where only the upper or the lower triangle of A is read.

    With `unitriangular` the diagonal counts as ones. The columns of the result are contiguous. Raises what solve()
    raises; B is a matrix or a stack of them.

    >>> import tensorplay as tp
    >>> tp.linalg.solve_triangular(tp.tensor([[2.0, 9.0], [0.0, 4.0]]), tp.tensor([[2.0], [0.0]]), upper=True).tolist()
    [[1.0], [0.0]]
    """
    check_matrices("solve_triangular", A._spec)
    check_matrices("solve_triangular", B._spec, square=False)
    triangle = A.triu(int(unitriangular)) if upper else A.tril(-int(unitriangular))
    if unitriangular:
        triangle.diagonal(0, -2, -1).fill_(1)
    result: Tensor = execute(solution, (triangle, B), (left, True, "solve"), out)
    return result


@composition("")
def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:  # noqa: N803
    """A view of the diagonal of a matrix, or of each in a stack; `offset` above 0 means one above the main diagonal.

    Raises IndexError for fewer than 2 dimensions.

    >>> import tensorplay as tp
    >>> tp.linalg.diagonal(tp.tensor([[1, 2], [3, 4]])).tolist()
    [1, 4]
    """
    return A.diagonal(offset, dim1, dim2)


@composition("")
def cross(input: Tensor, other: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor:
    """The cross product of vectors of three elements along a dimension; the other dimensions are broadcast.

    Raises RuntimeError where there are not three, for different ranks or dtypes, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.linalg.cross(tp.tensor([1, 0, 0]), tp.tensor([0, 1, 0])).tolist()
    [0, 0, 1]
    """
    return contractions.cross(input, other, dim, out=out)
