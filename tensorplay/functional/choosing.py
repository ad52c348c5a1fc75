"""Choosing between values: where, clamp, relu and nan_to_num."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, uint8
from tensorplay.attributes.limits import finfo
from tensorplay.backends.blocks import in_blocks
from tensorplay.core.execute import execute
from tensorplay.core.spec import NumberSpec, Spec, number_spec, plain_number
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.order import preserved_strides

from .computing import cast
from .elementwise import compute, converted
from .indexing import nonzero
from .op import Number, composition, op
from .pointwise import (
    check_number_fits,
    factor_dtype,
    is_integral,
    no_bool,
    no_complex,
    plan_pointwise,
    plan_preserving,
    promoted,
    refuse,
)

if TYPE_CHECKING:
    from tensorplay.core.plan import Plan

    from .faces import Tensor


@op(label="where")
def choose(condition: Spec, input: Spec | NumberSpec, other: Spec | NumberSpec) -> Plan:
    """The elements of `input` where the condition holds, else those of `other`."""
    if condition.dtype not in (bool_, uint8):
        raise RuntimeError(f"where() needs a bool condition, this one is {condition.dtype}; compare it: condition != 0")
    dtype = promoted(input, other)
    # A bool condition is not cast: only its layout counts.
    stride = condition.stride if condition.dtype is bool_ else preserved_strides(condition.size, condition.stride)
    place = Spec(Layout(condition.size, stride), dtype, condition.device)
    return plan_pointwise("where", place, input, other, dtype=dtype, exact_dtype=True)


@choose.check
def _(plan: Plan, target: Any, condition: Any, *values: Any) -> None:
    for value in values:
        if not isinstance(value, TensorBase):
            check_number_fits(plain_number(value), factor_dtype(plan.outputs[0].dtype))  # type: ignore[arg-type]


@choose.run
def _(backend: Any, out: Any, condition: Any, input: Any, other: Any) -> None:
    xp = backend.xp

    def work(place: Any, chosen: Any, left: Any, right: Any) -> None:
        chosen = converted(chosen, xp.dtype(bool))
        backend.copy(
            place, xp.asarray(xp.where(chosen, cast(backend, left, place.dtype), cast(backend, right, place.dtype)))
        )

    in_blocks(backend, work, out, condition, input, other)


@composition("function")
def where(
    condition: Tensor,
    input: Tensor | Number | None = None,
    other: Tensor | Number | None = None,
    *,
    out: Tensor | None = None,
) -> Any:
    """The elements of `input` where the condition holds, else those of `other`: broadcast and promoted.

    With a condition alone, the indices of its true elements, one tensor a dimension. The condition is bool; uint8 is
    taken with a warning, any other dtype is refused with RuntimeError.

    >>> import tensorplay as tp
    >>> x = tp.tensor([-1.0, 2.0])
    >>> tp.where(x > 0, x, 0).tolist(), tp.where(x > 0)[0].tolist()
    ([0.0, 2.0], [1])
    """
    if not isinstance(condition, TensorBase):
        raise TypeError(f"where(): argument 'condition' (position 1) must be Tensor, not {type(condition).__name__}")
    if input is None and other is None:
        return execute(nonzero, (condition if condition.dim() else condition.unsqueeze(0),), ()).unbind(1)
    for position, (name, value) in enumerate((("input", input), ("other", other)), 2):
        if not isinstance(value, TensorBase) and (out is not None or number_spec(value) is None):
            raise TypeError(
                f"where(): argument '{name}' (position {position}) must be Tensor, not {type(value).__name__}"
            )
    if condition.dtype is uint8:
        warnings.warn(
            "where() takes a bool condition; uint8 counts as one for now, != 0 is true", UserWarning, stacklevel=3
        )
    return execute(choose, (condition, input, other), (), out)


@composition("method:where")
def where_of(input: Tensor, condition: Tensor, other: Tensor | Number) -> Tensor:
    """The elements of this tensor where the condition holds, else those of `other`: broadcast and promoted.

    >>> import tensorplay as tp
    >>> x = tp.tensor([-1.0, 2.0])
    >>> x.where(x > 0, 0).tolist()
    [0.0, 2.0]
    """
    result: Tensor = where(condition, input, other)
    return result


@op(label="clamp")
def between(input: Spec, min: Spec | NumberSpec, max: Spec | NumberSpec) -> Plan:
    """The elements held between two bounds."""
    dtype = promoted(input, min, max)
    refuse(no_complex("clamp", input.dtype))
    refusal = no_complex("clamp", dtype) or no_bool("clamp", dtype)
    return plan_pointwise("clamp", input, min, max, dtype=dtype, refusal=refusal, numbers_count=False)


@between.run
def _(backend: Any, out: Any, input: Any, min: Any, max: Any) -> None:
    compute(backend, _between, out, input, min, max)


def _between(xp: Any, values: Any, lowest: Any, highest: Any) -> Any:
    return xp.minimum(highest, xp.maximum(lowest, values))  # the bound first, as for one bound


@op(label="clamp_min or clamp_max")
def bounded(input: Spec, bound: Spec | NumberSpec, name: str) -> Plan:
    """The elements held on one side of a bound: not less for clamp_min, not greater for clamp_max."""
    dtype = promoted(input, bound)
    refusal = no_complex(name, dtype)
    if isinstance(bound, NumberSpec) or input.dtype.is_complex:
        refuse(refusal)
    if isinstance(bound, NumberSpec):
        refusal = no_bool(name, dtype)
    return plan_pointwise(name, input, bound, dtype=dtype, refusal=refusal, numbers_count=False)


@bounded.run
def _(backend: Any, out: Any, input: Any, bound: Any, name: str) -> None:
    # Of a zero and a negative zero the array functions give the second on x86: the element stays as it is.
    compute(backend, "maximum" if name == "clamp_min" else "minimum", out, bound, input)


@composition("function method clamp_min_ function:clamp_min_")
def clamp_min(input: Tensor, min: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The elements, but `min` where they are less: broadcast and promoted. NaN stays.

    Raises NotImplementedError for complex numbers, RuntimeError for a number that the result cannot hold.

    >>> import tensorplay as tp
    >>> tp.clamp_min(tp.tensor([-1, 2]), 0).tolist()
    [0, 2]
    """
    result: Tensor = execute(bounded, (input, min), ("clamp_min",), out)
    return result


@composition("function method clamp_max_ function:clamp_max_")
def clamp_max(input: Tensor, max: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The elements, but `max` where they are greater: broadcast and promoted. NaN stays.

    Raises NotImplementedError for complex numbers, RuntimeError for a number that the result cannot hold.

    >>> import tensorplay as tp
    >>> tp.clamp_max(tp.tensor([-1, 2]), 0).tolist()
    [-1, 0]
    """
    result: Tensor = execute(bounded, (input, max), ("clamp_max",), out)
    return result


@between.check
def _(plan: Plan, target: Any, input: Any, min: Any, max: Any) -> None:
    _check_bounds(plan, min, max)


@bounded.check
def _(plan: Plan, target: Any, input: Any, bound: Any, name: str) -> None:
    _check_bounds(plan, bound)


def _check_bounds(plan: Plan, *bounds: Any) -> None:
    if plan.refusal is None:
        for bound in bounds:
            if not isinstance(bound, TensorBase):
                check_number_fits(plain_number(bound), plan.outputs[0].dtype)  # type: ignore[arg-type]


@composition("function method clamp_ function:clamp_ alias:clip clip_ function:clip_")
def clamp(
    input: Tensor, min: Tensor | Number | None = None, max: Tensor | Number | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The elements held between `min` and `max`, of which one may be left out: broadcast and promoted. NaN stays.

    Where `min` is greater than `max` the result is `max`. Raises RuntimeError without any bound and for a number that
    the result cannot hold, NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.clamp(tp.tensor([-1, 2, 5]), 0, 3).tolist(), tp.clamp(tp.tensor([1, 2]), max=1.5).tolist()
    ([0, 2, 3], [1.0, 1.5])
    """
    if min is None and max is None:
        raise RuntimeError("clamp() holds elements between bounds: at least one of 'min' or 'max' must be given")
    min = _bound_of(input, "min", min, max, out)
    max = _bound_of(input, "max", max, min, out)
    result: Tensor
    if min is None:
        result = execute(bounded, (input, max), ("clamp_max",), out)
    elif max is None:
        result = execute(bounded, (input, min), ("clamp_min",), out)
    else:
        result = execute(between, (input, min, max), (), out)
    return result


def _bound_of(input: Any, name: str, bound: Any, other: Any, out: Any) -> Any:
    """A bound of clamp: both are tensors or both are numbers, of which a 0-dim tensor beside a number gives one."""
    if isinstance(bound, TensorBase) and not (other is None or isinstance(other, TensorBase) or bound.dim()):
        bound = bound.item()  # type: ignore[attr-defined]
    if isinstance(bound, TensorBase):
        if not (other is None or isinstance(other, TensorBase)):
            raise TypeError(
                f"clamp() takes two tensors or two numbers, but '{name}' is a tensor of size {list(bound.shape)} "
                f"and the other bound a {type(other).__name__}"
            )
    elif bound is not None:
        if number_spec(bound) is None:
            raise TypeError(f"clamp(): argument '{name}' must be a number or a Tensor, not {type(bound).__name__}")
        # What PyTorch says of a complex bound depends on the input: here it cannot be held, elsewhere it has no order.
        held = isinstance(input, TensorBase) and (
            input.is_floating_point() or (out is input and not input.is_complex())
        )
        if held and isinstance(bound, complex):
            check_number_fits(bound, input.dtype)
    return bound


@composition("function method relu_ function:relu_")
def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements, but 0 where they are negative. NaN stays.

    Raises RuntimeError for bool, NotImplementedError for complex numbers.

    >>> import tensorplay as tp
    >>> tp.relu(tp.tensor([-1.0, 2.0])).tolist()
    [0.0, 2.0]
    """
    if isinstance(input, TensorBase):
        refuse(no_bool("relu", input.dtype, RuntimeError) or no_complex("relu", input.dtype))
    result: Tensor = execute(bounded, (input, 0), ("clamp_min",), out)
    return result


@op("function method nan_to_num_ out= function:nan_to_num_")
def nan_to_num(input: Spec, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Plan:
    """NaN replaced by `nan` (0 if None), infinities by `posinf` and `neginf` (the largest and least finite if None).

    Integers and bool are copied; of complex numbers both parts are replaced. Raises RuntimeError for an `out=` that
    cannot hold the result.

    >>> import tensorplay as tp
    >>> tp.nan_to_num(tp.tensor([float("nan"), float("inf"), 1.0]), posinf=9.0).tolist()
    [0.0, 9.0, 1.0]
    """
    return plan_preserving(input, input.dtype, exact_dtype=True)


@nan_to_num.run
def _(backend: Any, out: Any, input: Any, nan: float | None, posinf: float | None, neginf: float | None) -> None:
    dtype = backend.dtype_of(out.dtype)
    if is_integral(dtype):
        backend.copy(out, input)
        return
    largest = finfo(dtype.to_real() if dtype.is_complex else dtype).max
    numbers = (
        0.0 if nan is None else nan,
        largest if posinf is None else posinf,
        -largest if neginf is None else neginf,
    )

    def formula(xp: Any, values: Any) -> Any:
        if values.dtype.kind != "c":
            return _finite(xp, values, *numbers)
        result = xp.empty(values.shape, values.dtype)
        result.real = _finite(xp, values.real, *numbers)
        result.imag = _finite(xp, values.imag, *numbers)
        return result

    compute(backend, formula, out, input)


def _finite(xp: Any, values: Any, nan: float, posinf: float, neginf: float) -> Any:
    kind = values.dtype.type
    result = xp.where(xp.isnan(values), kind(nan), values)
    result = xp.where(values == xp.inf, kind(posinf), result)
    return xp.where(values == -xp.inf, kind(neginf), result)
