"""The steps of cuTENSOR's flow: B = alpha · op(A), the modes matched by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends.blocks import in_blocks
from tensorplay.backends.numbers import number
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.core.targets import share_cells
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.reasons import NoMemory

from .op import Ints, Number, op
from .permutation_descriptors import check_scalar, described, make_request, resolve
from .permutation_operators import FORMULAS, Operator
from .permutation_plans import (
    OperationDescriptor,
    PermutationPlan,
    PlanPreference,
    check_is_described,
    create_plan_preference,
)
from .permutation_status import CuTensorError, Status, invalid
from .permutation_types import PRECISIONS, is_exact, scalar_dtype

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.memory_format import MemoryFormat

    from .faces import Tensor
    from .permutation_descriptors import TensorDescriptor


@op(label="permutation")
def permuted(
    input: Spec,
    size: Ints,
    stride: Ints,
    sources: Ints,
    left: Ints,
    right: Ints,
    padding_value: Number,
    dtype: DType,
    operator: str,
    precision: str,
    alpha: Number,
) -> Plan:
    """Alpha · op(A) in modes of another order, padded; `sources` has for each mode the dimension of A, or -1."""
    output = Spec(Layout(size, stride), dtype, input.device)
    scalar = scalar_dtype(input.dtype, dtype, precision)
    moved = operator == Operator.IDENTITY.name and alpha == 1 and is_exact(input.dtype, scalar)
    same = moved and input.dtype is dtype and not any(left) and not any(right)
    return Plan(Effect.NEW, (output,), copies=same, exact_dtype=True)


@permuted.run
def _(
    backend: Any,
    out: Any,
    input: Any,
    size: Ints,
    stride: Ints,
    sources: Ints,
    left: Ints,
    right: Ints,
    padding_value: Number,
    dtype: DType,
    operator: str,
    precision: str,
    alpha: Number,
) -> None:
    inside = _fill_margins(backend, out, left, right, padding_value)
    if alpha == 0:  # A is not read: a NaN there does not show
        backend.fill(inside, 0)
        return
    present = [place for place, source in enumerate(sources) if source >= 0]
    source = input.transpose([sources[place] for place in present])
    source = source[tuple([slice(None) if place in present else None for place in range(len(size))])]
    source = backend.xp.broadcast_to(source, inside.shape)
    # Computing types: complex32 has arrived as complex64.
    if operator == Operator.IDENTITY.name and alpha == 1 and _is_exact(backend, input, dtype, precision):
        backend.copy(inside, source)
        return
    _compute(backend, inside, source, dtype, Operator[operator], precision, alpha)


def _fill_margins(backend: Any, out: Any, left: Ints, right: Ints, value: Number) -> Any:
    """Fill the padding on each side of each mode; return what lies inside."""
    inside = out
    for axis, (before, after) in enumerate(zip(left, right, strict=True)):
        length = inside.shape[axis]
        for part in (slice(0, before), slice(length - after, length)):
            margin = inside[(slice(None),) * axis + (part,)]
            if margin.size:
                backend.fill(margin, number(backend.xp, value, margin.dtype)[()])
        inside = inside[(slice(None),) * axis + (slice(before, length - after),)]
    return inside


def _is_exact(backend: Any, input: Any, dtype: DType, precision: str) -> bool:
    source = backend.dtype_of(input.dtype)
    return source is not None and is_exact(source, scalar_dtype(source, dtype, precision))


def _compute(
    backend: Any, inside: Any, source: Any, dtype: DType, operator: Operator, precision: str, alpha: Number
) -> None:
    """Element by element in the scalar type; the short floats are computed as float32 and rounded after each step."""
    xp = backend.xp
    formula = FORMULAS[operator]
    scalar = scalar_dtype(backend.dtype_of(source.dtype), dtype, precision)
    rounded = backend.computing_type(scalar)
    short = PRECISIONS[precision].itemsize == 2
    working = xp.dtype(xp.float32) if short else rounded
    factor = None if alpha == 1 else number(xp, alpha, rounded).astype(working)

    def work(place: Any, part: Any) -> None:
        # What is broadcast is computed once.
        part = part[tuple([slice(0, 1) if step == 0 else slice(None) for step in part.strides])]
        with xp.errstate(all="ignore"):
            values = xp.asarray(formula(xp, part.astype(rounded).astype(working)))
            if factor is not None:
                values = (values.astype(rounded).astype(working) if short else values) * factor
            backend.copy(place, values.astype(rounded) if short else values)

    in_blocks(backend, work, inside, source)


def create_permutation(
    A: Tensor | TensorDescriptor,
    modeA: str | Sequence[int | str],
    modeB: str | Sequence[int | str],
    op: Any = "IDENTITY",
    *,
    extents: Mapping[int | str, int] | None = None,
    out: Tensor | TensorDescriptor | None = None,
    out_layout: Ints | None = None,
    strides: Ints | None = None,
    memory_format: MemoryFormat | None = None,
    dtype: DType | None = None,
    compute: Any = None,
    padding: Any = None,
    padding_value: Number = 0,
    device: Any = None,
    strict: bool = False,
) -> OperationDescriptor:
    """Describe B = alpha · op(A), where the modes of A and B are matched by name. Nothing is computed.

    A is a tensor, or a descriptor made by `create_tensor_descriptor`. A mode that A lacks is broadcast to the extent
    that `extents` names. `padding` adds elements of `padding_value` to the left and right of modes of B, as a dict of
    mode to (left, right) or with a pair for each mode. How B lies in memory is said by one of `out_layout` (its modes
    by number, outermost first), `strides`, `memory_format` or `out`; else B is contiguous, and packed column-major if A
    is a descriptor. `compute` is the precision, by default the widest of cuTENSOR's table.

    Integers, bool, strides of 0 and empty extents are served, too; `strict=True` keeps the limits of cuTENSOR. Raises
    CuTensorError: INVALID_VALUE for a mode that stands twice or is missing in B, for extents that differ or are not
    known, for a wrong count and for elements of B that share cells; NOT_SUPPORTED for dtypes, precisions and operators
    that are not served; CUDA_ERROR where a GPU is asked for and none is there.

    >>> import tensorplay as tp
    >>> operation = tp.cutensor.create_permutation(tp.zeros(2, 3), "hw", "wkh", extents={"k": 4})
    >>> operation
    B[w,k,h] = alpha · A[h,w]   float32 → float32, computed in 32F
    """
    request = make_request(
        A,
        modeA,
        modeB,
        op=op,
        extents=extents,
        out=out,
        out_layout=out_layout,
        strides=strides,
        memory_format=memory_format,
        dtype=dtype,
        compute=compute,
        padding=padding,
        padding_value=padding_value,
        device=device,
        strict=strict,
    )
    return OperationDescriptor(resolve(request))


def create_plan(
    operation: OperationDescriptor,
    algo: Any = "DEFAULT",
    workspace_limit: int = 0,
    *,
    preference: PlanPreference | None = None,
) -> PermutationPlan:
    """A plan for an operation; printed, it explains itself.

    CuTensorError NOT_SUPPORTED for an algorithm that is none of a permutation's, INVALID_VALUE for a workspace limit
    below 0, NOT_INITIALIZED for an operation that was destroyed.

    >>> import tensorplay as tp
    >>> plan = tp.cutensor.create_plan(tp.cutensor.create_permutation(tp.zeros(200, 300), "hw", "wh"))
    >>> print(plan)
    B[w,h] = alpha · A[h,w]   float32 → float32, computed in 32F
      mode  extent  stride in A  stride in B
      w        300            1          200
      h        200          300            1
      axes         w, h, outermost in B first
      kernel       tiled transposition of [300, 200]: A runs along w, B along h
                   as bytes; an alpha other than 0 and 1 is multiplied in blocks
      here         ...
      scalar       R_32F, the type of alpha
      FLOPS        60000
      MOVED_BYTES  480000: 240000 read, 240000 written
      workspace    0 bytes
      cuTENSOR     would take these dtypes, strides and operator
    """
    if not isinstance(operation, OperationDescriptor):
        raise TypeError(f"create_plan() takes an operation, not {type(operation).__name__}")
    if type(workspace_limit) is not int or workspace_limit < 0:
        raise invalid(f"a workspace limit is a number of bytes, 0 or more, not {workspace_limit!r}")
    if not (preference is None or isinstance(preference, PlanPreference)):
        raise TypeError(f"create_plan(): preference must be a plan preference, not {type(preference).__name__}")
    chosen = create_plan_preference(algo) if preference is None else preference
    return PermutationPlan(operation.permutation, chosen)


def permute(plan: PermutationPlan, alpha: Any, A: Tensor, out: Tensor | None = None) -> Tensor:
    """B = alpha · op(A), as planned, into `out` or into a new tensor. With alpha = 0 A is not read.

    Raises CuTensorError: NOT_INITIALIZED for a plan that was destroyed; INVALID_VALUE for tensors other than those the
    plan was made for, for an alpha that the scalar type cannot hold, and where A and B overlap; ALLOC_FAILED where
    there is no memory for B.

    >>> import tensorplay as tp
    >>> A = tp.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> with tp.cutensor.create_plan(tp.cutensor.create_permutation(A, "hw", "wh", "SQR")) as plan:
    ...     tp.cutensor.permute(plan, 0.5, A).tolist()
    [[0.5, 4.5], [2.0, 8.0]]
    """
    if not isinstance(plan, PermutationPlan):
        raise TypeError(f"permute() takes a plan, not {type(plan).__name__}")
    for name, tensor in (("A", A), ("out", out)):
        if not isinstance(tensor, TensorBase) and not (name == "out" and tensor is None):
            raise TypeError(f"permute(): {name} must be a tensor, not {type(tensor).__name__}")
    permutation = plan.permutation
    factor = check_scalar(alpha, permutation)
    request = permutation.request
    check_is_described("A", described(A._spec), permutation.a, request.modes_a)
    _check_alignment("A", A, permutation.a)
    if out is not None:
        check_is_described("B", described(out._spec), permutation.b, request.modes_b)
        _check_alignment("B", out, permutation.b)
        _check_apart(A, out)
    parameters = (
        permutation.b.extents,
        permutation.b.strides,
        tuple([-1 if match.source is None else match.source for match in permutation.matches]),
        permutation.left,
        permutation.right,
        permutation.padding_value,
        permutation.b.dtype,
        permutation.operator.name,
        permutation.precision,
        factor,
    )
    try:
        result: Tensor = execute(permuted, (A,), parameters, out)
    except MemoryError as error:
        raise CuTensorError(Status.ALLOC_FAILED, str(error) or "no memory is left") from error
    except RuntimeError as error:
        if isinstance(getattr(error, "reason", None), NoMemory):
            raise CuTensorError(Status.ALLOC_FAILED, str(error)) from error
        raise
    return result


def _check_alignment(name: str, tensor: Tensor, wanted: TensorDescriptor) -> None:
    address = tensor.data_ptr()
    if address % wanted.alignment:
        raise invalid(
            f"{name} begins {address % wanted.alignment} bytes behind a multiple of {wanted.alignment}, which its "
            "descriptor promises as alignment"
        )


def _check_apart(a: Tensor, b: Tensor) -> None:
    """Refuse an output that shares cells with A: a permutation is out of place."""
    if share_cells(a, b):
        raise invalid("A and B overlap in memory, but a permutation is out of place: give another out=")
