"""The lazy bits and the real and complex faces of the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import views as rules
from tensorplay.geometry.reasons import Refusal

from .copying import copy_
from .indexing import set_item
from .op import composition, op
from .views import require_matrix, seen

if TYPE_CHECKING:
    from .faces import Tensor


def _conjugated(input: Spec) -> Spec:
    if not input.dtype.is_complex:
        return input
    return Spec(input.layout, input.dtype, input.device, not input.conj, input.neg)


@op("function method", is_view=True, bit_aware=True)
def conj(input: Spec) -> Spec | Plan:
    """The complex conjugate as a view with the conjugate bit turned over; a real tensor is returned itself.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> x = tp.tensor([1 + 2j])
    >>> x.conj().is_conj(), x.conj().data_ptr() == x.data_ptr(), x.conj().tolist()
    (True, True, [(1-2j)])
    """
    return _conjugated(input) if input.dtype.is_complex else Plan(Effect.SAME, (input,))


@conj.gradient
def _(context: Any, gradient: Any) -> tuple[Any, ...]:
    return (gradient.conj(),)


@op("function method property:mH", is_view=True, bit_aware=True)
def adjoint(input: Spec) -> Spec | Plan:
    """The last two dimensions swapped and, for a complex tensor, the conjugate bit turned over.

    Raises RuntimeError for a tensor of one dimension.

    >>> import tensorplay as tp
    >>> tp.empty(2, 3, dtype=tp.complex64, device="meta").adjoint().is_conj()
    True
    """
    if input.rank == 0:
        return _conjugated(input) if input.dtype.is_complex else Plan(Effect.SAME, (input,))
    require_matrix("adjoint", input)
    return _conjugated(seen(input, rules.transpose(input.layout, -2, -1)))


@op("property:H", is_view=True, bit_aware=True)
def H(input: Spec) -> Spec | Plan:  # noqa: N802
    """The conjugate transpose of a matrix, as a view.

    Raises RuntimeError for more than 2 dimensions.

    >>> import tensorplay as tp
    >>> tp.tensor([[1j, 2]]).H.tolist()
    [[-1j], [(2-0j)]]
    """
    if input.rank not in (0, 2):
        raise Refusal(
            RuntimeError, f"H needs a matrix, but this tensor has {input.rank} dimensions; use mH"
        ).exception()
    if input.rank == 0:
        return _conjugated(input) if input.dtype.is_complex else Plan(Effect.SAME, (input,))
    return _conjugated(seen(input, rules.transpose(input.layout, 0, 1)))


@op("function property:real", is_view=True, bit_aware=True)
def real(input: Spec) -> Spec | Plan:
    """The real parts of a complex tensor, as a view with twice the strides; a real tensor is returned itself.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.tensor([1 + 2j, 3 + 4j]).real.stride()
    (2,)
    """
    if not input.dtype.is_complex:
        return Plan(Effect.SAME, (input,))
    return Spec(rules.real_part(input.layout), input.dtype.to_real(), input.device, False, input.neg)


@composition("setter:real")
def assign_real(input: Tensor, value: Any) -> None:
    """Write a number or a tensor, which is broadcast, over the real parts; over a real tensor itself.

    >>> import tensorplay as tp
    >>> x = tp.tensor([1 + 2j, 3 + 4j])
    >>> x.real = 5
    >>> x.tolist()
    [(5+2j), (5+4j)]
    """
    _written(execute(real, (input,), ()), value)


@op("function property:imag alias:view_as_imag", is_view=True, bit_aware=True)
def imag(input: Spec) -> Spec:
    """The imaginary parts of a complex tensor, as a view. Of a conjugated one the view has the negative bit.

    Raises RuntimeError for a real tensor.

    >>> import tensorplay as tp
    >>> x = tp.tensor([1 + 2j])
    >>> x.imag.storage_offset(), x.conj().imag.is_neg()
    (1, True)
    """
    if not input.dtype.is_complex:
        raise Refusal(RuntimeError, f"imag is not there for tensors of dtype {input.dtype}: they are real").exception()
    # A conjugated storage holds the negated imaginary parts.
    return Spec(rules.imag_part(input.layout), input.dtype.to_real(), input.device, False, input.neg != input.conj)


@composition("setter:imag")
def assign_imag(input: Tensor, value: Any) -> None:
    """Write a number or a tensor, which is broadcast, over the imaginary parts; RuntimeError for a real tensor.

    >>> import tensorplay as tp
    >>> x = tp.tensor([1 + 2j, 3 + 4j])
    >>> x.imag = tp.tensor([0.0, 1.0])
    >>> x.tolist()
    [(1+0j), (3+1j)]
    """
    _written(execute(imag, (input,), ()), value)


def _written(part: Tensor, value: Any) -> None:
    if isinstance(value, TensorBase):
        execute(copy_, (part, value), (False,))
    else:
        set_item(part, ..., value)


@op("function", is_view=True, bit_aware=True)
def view_as_real(input: Spec) -> Spec:
    """A complex tensor as a real one with a last dimension of size 2: real and imaginary part.

    Raises RuntimeError for a real tensor and for one with the conjugate bit.

    >>> import tensorplay as tp
    >>> tp.view_as_real(tp.tensor([1 + 2j])).tolist()
    [[1.0, 2.0]]
    """
    if not input.dtype.is_complex:
        raise Refusal(RuntimeError, f"view_as_real needs a complex tensor, not one of dtype {input.dtype}").exception()
    if input.conj:
        raise Refusal(
            RuntimeError, "view_as_real cannot see through the conjugate bit; call resolve_conj() first"
        ).exception()
    return Spec(rules.view_as_real(input.layout), input.dtype.to_real(), input.device, False, input.neg)


@op("function", is_view=True)
def view_as_complex(input: Spec) -> Spec:
    """A real tensor whose last dimension has size 2 and stride 1 as a complex one.

    Raises RuntimeError where the strides or the offset do not allow it, or the dtype has no complex counterpart.

    >>> import tensorplay as tp
    >>> tp.view_as_complex(tp.tensor([[1.0, 2.0]])).tolist()
    [(1+2j)]
    """
    if input.dtype.name not in ("float16", "float32", "float64"):
        raise Refusal(RuntimeError, f"view_as_complex needs float16, float32 or float64, not {input.dtype}").exception()
    if input.neg:
        raise Refusal(
            RuntimeError, "view_as_complex cannot see through the negative bit; call resolve_neg() first"
        ).exception()
    return Spec(rules.view_as_complex(input.layout), input.dtype.to_complex(), input.device)


@op("method", is_view=True, bit_aware=True)
def _neg_view(input: Spec) -> Spec:
    """The negated values as a view with the negative bit turned over.

    >>> import tensorplay as tp
    >>> tp.tensor([1.0])._neg_view().tolist()
    [-1.0]
    """
    return Spec(input.layout, input.dtype, input.device, input.conj, not input.neg)
