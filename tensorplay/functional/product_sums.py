"""beta * input + alpha * a product: addmm, addmv, addbmm, baddbmm, addr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry import views as rules
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from .computing import call, scaled
from .multiplying import matmul_into
from .numbers import checked_number
from .op import Number, composition, op
from .parameters import tensor_argument
from .pointwise import plan_pointwise
from .products import check_meeting, check_ranks, check_stacks, plan_product

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.spec import Spec

    from .faces import Tensor


@op(label="addmm")
def sum_of_products(input: Spec, left: Spec, right: Spec, name: str, beta: Number, alpha: Number) -> Plan:
    """Alpha times the matrix product, as of matmul(), plus beta times the input, which is expanded to its size."""
    size = (*left.size[:-1], *right.size[left.rank - 1 :])
    rules.expand(input.layout, size)
    plan = plan_product(name, size, left.size[-1], left, right, input)
    for factor in (beta, alpha):
        checked_number(factor, input.dtype)
    return plan


def _added(name: str, input: Any, left: Any, right: Any, beta: Number, alpha: Number, out: Any) -> Tensor:
    result: Tensor = execute(sum_of_products, (input, left, right), (name, beta, alpha), out)
    return result


def _specs(name: str, *operands: tuple[str, Any]) -> list[Spec]:
    try:
        return [operand._spec for _, operand in operands]
    except AttributeError:
        given = enumerate(operands, 1)
        return [tensor_argument(name, word, operand, place)._spec for place, (word, operand) in given]


@composition("function method addmm_")
def addmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """The product of two matrices, times alpha, plus the input, expanded to its size, times beta.

    With a beta of 0 the input is not read, so that NaN in it do not spread. For integers, beta and alpha lose their
    fractions. Raises RuntimeError for other ranks, different dtypes, sizes that do not fit and complex factors of real
    matrices, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.addmm(tp.ones(2), tp.ones(1, 3), tp.ones(3, 2), beta=10, alpha=2).tolist()
    [[16.0, 16.0]]
    """
    _, left, right = _specs("addmm", ("input", input), ("mat1", mat1), ("mat2", mat2))
    check_ranks("addmm", (2, 2), left, right)
    check_meeting("addmm", left, right)
    return _added("addmm", input, mat1, mat2, beta, alpha, out)


@composition("function method addmv_")
def addmv(
    input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """The product of a matrix and a vector, times alpha, plus the input, expanded to its size, times beta.

    With a beta of 0 the input is not read. Raises what addmm() raises.

    >>> import tensorplay as tp
    >>> tp.addmv(tp.tensor([1, 2]), tp.tensor([[1, 1], [1, 0]]), tp.tensor([3, 4])).tolist()
    [8, 5]
    """
    added, left, right = _specs("addmv", ("input", input), ("mat", mat), ("vec", vec))
    check_ranks("addmv", (2, 1), left, right)
    if added.rank > 1:
        raise Refusal(RuntimeError, f"addmv() adds a vector, but the input has the size {list(added.size)}").exception()
    check_meeting("addmv", left, right)
    return _added("addmv", input, mat, vec, beta, alpha, out)


def _check_batches(name: str, input: Any, batch1: Any, batch2: Any) -> None:
    """Refuse what are not two stacks of matrices that fit; IndexError, as in PyTorch, for missing dimensions."""
    _, left, right = _specs(name, ("input", input), ("batch1", batch1), ("batch2", batch2))
    wrap_dim(1, left.rank)
    wrap_dim(2, right.rank)
    check_ranks(name, (3, 3), left, right)
    check_stacks(name, left, right)


@composition("function method addbmm_")
def addbmm(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """The sum of the products of two stacks of matrices, pair by pair, times alpha, plus the input times beta.

    With a beta of 0 the input is not read. Raises what addmm() raises, and IndexError for ranks below 3.

    >>> import tensorplay as tp
    >>> tp.addbmm(tp.ones(2), tp.ones(4, 1, 3), tp.ones(4, 3, 2)).tolist()
    [[13.0, 13.0]]
    """
    _check_batches("addbmm", input, batch1, batch2)
    # The sum of the products is one product: of the matrices side by side with those one below the other.
    count, rows, terms = batch1.shape
    left = batch1.transpose(0, 1).reshape(rows, count * terms)
    return _added("addbmm", input, left, batch2.reshape(count * terms, batch2.size(2)), beta, alpha, out)


@composition("function method baddbmm_")
def baddbmm(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """The products of two stacks of matrices, pair by pair, times alpha, plus the input, expanded, times beta.

    With a beta of 0 the input is not read. Raises what addmm() raises, and IndexError for ranks below 3.

    >>> import tensorplay as tp
    >>> tp.baddbmm(tp.ones(2), tp.ones(1, 1, 3), tp.ones(1, 3, 2)).tolist()
    [[[4.0, 4.0]]]
    """
    _check_batches("baddbmm", input, batch1, batch2)
    return _added("baddbmm", input, batch1, batch2, beta, alpha, out)


@sum_of_products.run
def _(backend: Any, out: Any, input: Any, left: Any, right: Any, name: str, beta: Number, alpha: Number) -> None:
    """Write the product times alpha plus the input times beta; 16-bit floats stay float32 until the end."""
    xp = backend.xp
    working = xp.dtype("float32") if out.dtype.itemsize == 2 and out.dtype.kind not in "iu" else out.dtype
    beta, alpha = _factor(out, beta), _factor(out, alpha)
    product = xp.empty(out.shape, working)
    matmul_into(backend, product, left, right)
    if alpha != 1:
        call(backend, "multiply", product, product, alpha)
    if beta == 0:
        backend.copy(out, product)
    else:
        added = scaled(backend, input, beta, working) if beta != 1 else input
        call(backend, "add", product if working != out.dtype else out, product, added)
        if working != out.dtype:
            backend.copy(out, product)


def _factor(out: Any, factor: Number) -> Number:
    """A factor of integers without its fraction."""
    return int(factor.real) if out.dtype.kind in "iu" else factor


@op("function method addr_ out=")
def addr(input: Spec, vec1: Spec, vec2: Spec, *, beta: Number = 1, alpha: Number = 1) -> Plan:
    """The outer product of two vectors, times alpha, plus the input, expanded to its size, times beta.

    The dtypes are promoted; bool means `or` and `and`. With a beta of 0 the input is not read. Raises RuntimeError for
    other ranks, sizes that do not fit, and factors of another kind than the result.

    >>> import tensorplay as tp
    >>> tp.addr(tp.tensor(1), tp.tensor([1, 2]), tp.tensor([3, 4])).tolist()
    [[4, 5], [7, 9]]
    """
    check_ranks("addr", (1, 1), vec1, vec2)
    size = (vec1.size[0], vec2.size[0])
    rules.expand(input.layout, size)
    column = vec1.with_layout(rules.unsqueeze(vec1.layout, 1))
    plan = plan_pointwise("addr", input, column, vec2)
    for word, factor in (("beta", beta), ("alpha", alpha)):
        _check_factor(word, factor, plan.outputs[0].dtype)
    return Plan(Effect.NEW, plan.outputs)  # of a column and a row, which the run makes of the vectors


def _check_factor(word: str, factor: Number, dtype: DType) -> None:
    """Refuse a factor of addr() of another kind than the result."""
    if isinstance(factor, bool) and dtype is not bool_:
        raise Refusal(RuntimeError, f"addr(): a bool {word} is for bool results only, this one is {dtype}").exception()
    if not isinstance(factor, int) and not (dtype.is_floating_point or dtype.is_complex):
        raise Refusal(RuntimeError, f"addr(): for an integral result {word} must be an int, not {factor}").exception()
    checked_number(factor, dtype)


@addr.run
def _(backend: Any, out: Any, input: Any, vec1: Any, vec2: Any, beta: Number, alpha: Number) -> None:
    xp = backend.xp
    product = xp.empty(out.shape, out.dtype)
    if out.dtype == bool:
        call(backend, "logical_and", product, vec1[:, None], vec2)
        call(backend, "logical_and", product, product, bool(alpha))
        call(backend, "logical_or", out, product, input if beta else False)
        return
    call(backend, "multiply", product, vec1[:, None], vec2)
    if alpha != 1:
        call(backend, "multiply", product, product, alpha)
    if beta == 0:
        backend.copy(out, product)
    else:
        call(backend, "add", out, product, scaled(backend, input, beta, out.dtype) if beta != 1 else input)
