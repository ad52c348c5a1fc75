"""beta * input + alpha * a product: addmm, addmv, addbmm, baddbmm, addr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_
from tensorplay.geometry import views as rules
from tensorplay.geometry.dimensions import wrap_dim
from tensorplay.geometry.reasons import Refusal

from .computing import call, scaled
from .multiplying import matmul_into
from .numbers import checked_number
from .op import Ints, Number, op
from .pointwise import plan_pointwise
from .products import check_meeting, check_ranks, check_stacks, plan_product

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec


def _plan_sum(
    name: str, input: Spec, size: Ints, terms: int, left: Spec, right: Spec, beta: Number, alpha: Number
) -> Plan:
    """The plan of a product of that size to which the input is added, expanded to it."""
    rules.expand(input.layout, size)
    plan = plan_product(name, size, terms, left, right, input)
    for factor in (beta, alpha):
        checked_number(factor, input.dtype)
    return plan


@op("function method addmm_ out=")
def addmm(input: Spec, mat1: Spec, mat2: Spec, *, beta: Number = 1, alpha: Number = 1) -> Plan:
    """The product of two matrices, times alpha, plus the input, expanded to its size, times beta.

    With a beta of 0 the input is not read, so that NaN in it do not spread. For integers, beta and alpha lose their
    fractions. Raises RuntimeError for other ranks, different dtypes, sizes that do not fit and complex factors of real
    matrices, NotImplementedError for bool.

    >>> import tensorplay as tp
    >>> tp.addmm(tp.ones(2), tp.ones(1, 3), tp.ones(3, 2), beta=10, alpha=2).tolist()
    [[16.0, 16.0]]
    """
    check_ranks("addmm", (2, 2), mat1, mat2)
    check_meeting("addmm", mat1, mat2)
    size = (mat1.size[0], mat2.size[1])
    return _plan_sum("addmm", input, size, mat1.size[1], mat1, mat2, beta, alpha)


@op("function method addmv_ out=")
def addmv(input: Spec, mat: Spec, vec: Spec, *, beta: Number = 1, alpha: Number = 1) -> Plan:
    """The product of a matrix and a vector, times alpha, plus the input, expanded to its size, times beta.

    With a beta of 0 the input is not read. Raises what addmm() raises.

    >>> import tensorplay as tp
    >>> tp.addmv(tp.tensor([1, 2]), tp.tensor([[1, 1], [1, 0]]), tp.tensor([3, 4])).tolist()
    [8, 5]
    """
    check_ranks("addmv", (2, 1), mat, vec)
    if input.rank > 1:
        raise Refusal(RuntimeError, f"addmv() adds a vector, but the input has the size {list(input.size)}").exception()
    check_meeting("addmv", mat, vec)
    return _plan_sum("addmv", input, (mat.size[0],), mat.size[1], mat, vec, beta, alpha)


def _check_batches(name: str, batch1: Spec, batch2: Spec) -> None:
    """Refuse what are not two stacks of matrices that fit; IndexError, as in PyTorch, for missing dimensions."""
    wrap_dim(1, batch1.rank)
    wrap_dim(2, batch2.rank)
    check_ranks(name, (3, 3), batch1, batch2)
    check_stacks(name, batch1, batch2)


@op("function method addbmm_ out=")
def addbmm(input: Spec, batch1: Spec, batch2: Spec, *, beta: Number = 1, alpha: Number = 1) -> Plan:
    """The sum of the products of two stacks of matrices, pair by pair, times alpha, plus the input times beta.

    With a beta of 0 the input is not read. Raises what addmm() raises, and IndexError for ranks below 3.

    >>> import tensorplay as tp
    >>> tp.addbmm(tp.ones(2), tp.ones(4, 1, 3), tp.ones(4, 3, 2)).tolist()
    [[13.0, 13.0]]
    """
    _check_batches("addbmm", batch1, batch2)
    size = (batch1.size[1], batch2.size[2])
    terms = batch1.size[0] * batch1.size[2]
    return _plan_sum("addbmm", input, size, terms, batch1, batch2, beta, alpha)


@op("function method baddbmm_ out=")
def baddbmm(input: Spec, batch1: Spec, batch2: Spec, *, beta: Number = 1, alpha: Number = 1) -> Plan:
    """The products of two stacks of matrices, pair by pair, times alpha, plus the input, expanded, times beta.

    With a beta of 0 the input is not read. Raises what addmm() raises, and IndexError for ranks below 3.

    >>> import tensorplay as tp
    >>> tp.baddbmm(tp.ones(2), tp.ones(1, 1, 3), tp.ones(1, 3, 2)).tolist()
    [[[4.0, 4.0]]]
    """
    _check_batches("baddbmm", batch1, batch2)
    size = (*batch1.size[:2], batch2.size[2])
    return _plan_sum("baddbmm", input, size, batch1.size[2], batch1, batch2, beta, alpha)


def _product_added(backend: Any, out: Any, input: Any, left: Any, right: Any, beta: Number, alpha: Number) -> None:
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


for _operation in (addmm, addmv, baddbmm):
    _operation.run(_product_added)


@addbmm.run
def _(backend: Any, out: Any, input: Any, batch1: Any, batch2: Any, beta: Number, alpha: Number) -> None:
    # The sum of the products is one product: of the matrices side by side with those one below the other.
    rows, columns = batch1.shape[1], batch2.shape[2]
    left = backend.xp.swapaxes(batch1, 0, 1).reshape(rows, -1) if batch1.size else batch1.reshape(rows, 0)
    right = batch2.reshape(-1, columns) if batch2.size else batch2.reshape(0, columns)
    _product_added(backend, out, input, left, right, beta, alpha)


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
    return plan


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
