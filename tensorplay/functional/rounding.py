"""Rounding to whole numbers: floor, ceil, trunc, round and frac."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase, make_tensor

from .arithmetic import sub
from .elementwise import compute
from .op import composition, op
from .parameters import tensor_argument
from .pointwise import floating_only, is_integral, no_bool, no_complex, plan_pointwise, refuse

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation
    from tensorplay.core.plan import Plan
    from tensorplay.core.spec import Spec

    from .faces import Tensor


FEW_ELEMENTS = 1 << 15  # of which two new tensors are no matter


def _plan_rounding(name: str, input: Spec) -> Plan:
    refusal = no_bool(name, input.dtype) or no_complex(name, input.dtype)
    return plan_pointwise(name, input, exact_dtype=True, refusal=refusal)


@op("function method floor_ out= function:floor_")
def floor(input: Spec) -> Plan:
    """The largest whole numbers that are not greater; integers stay as they are.

    Raises NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> tp.floor(tp.tensor([-1.5, 1.5])).tolist()
    [-2.0, 1.0]
    """
    refuse(no_complex("floor", input.dtype))
    return _plan_rounding("floor", input)


@op("function method ceil_ out= function:ceil_")
def ceil(input: Spec) -> Plan:
    """The smallest whole numbers that are not less; integers stay as they are.

    Raises NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> tp.ceil(tp.tensor([-1.5, 1.5])).tolist()
    [-1.0, 2.0]
    """
    refuse(no_complex("ceil", input.dtype))
    return _plan_rounding("ceil", input)


@op("function method trunc_ out= function:trunc_ alias:fix fix_ function:fix_")
def trunc(input: Spec) -> Plan:
    """The whole parts: rounded towards 0; integers stay as they are.

    Raises NotImplementedError for bool and complex numbers.

    >>> import tensorplay as tp
    >>> tp.trunc(tp.tensor([-1.5, 1.5])).tolist()
    [-1.0, 1.0]
    """
    refuse(no_complex("trunc", input.dtype))
    return _plan_rounding("trunc", input)


def _rounds_by(operation: Operation) -> None:
    def run(backend: Any, out: Any, input: Any) -> None:
        if out.dtype.kind in "iu":
            backend.copy(out, input)
        else:
            compute(backend, operation.name, out, input)

    operation.run(run)


for _operation in (floor, ceil, trunc):
    _rounds_by(_operation)


@op("function method round_ out= function:round_")
def round(input: Spec, *, decimals: int = 0) -> Plan:
    """The nearest whole numbers, halves to the even one; or multiples of 10 ** -decimals. Integers stay as they are.

    Raises NotImplementedError for bool and complex numbers, and for integers with decimals.

    >>> import tensorplay as tp
    >>> tp.round(tp.tensor([0.5, 1.5, 2.6])).tolist(), tp.round(tp.tensor([1234.0]), decimals=-2).tolist()
    ([0.0, 2.0, 3.0], [1200.0])
    """
    if decimals and is_integral(input.dtype):
        raise NotImplementedError(f"round() with decimals is defined for floating dtypes, this one is {input.dtype}")
    return _plan_rounding("round", input)


@round.run
def _(backend: Any, out: Any, input: Any, decimals: int) -> None:
    if out.dtype.kind in "iu":
        backend.copy(out, input)
    elif decimals:
        compute(backend, _round_to_decimals, out, input, abs(decimals), down=decimals < 0)
    else:
        compute(backend, "rint", out, input)


def _round_to_decimals(xp: Any, values: Any, decimals: Any, *, down: bool) -> Any:
    tens = 10**decimals
    return xp.rint(values / tens) * tens if down else xp.rint(values * tens) / tens


@composition("function method frac_ function:frac_")
def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """What is left of each element without its whole part; it has the same sign.

    Raises NotImplementedError for dtypes that are not floating.

    >>> import tensorplay as tp
    >>> tp.frac(tp.tensor([1.5, -1.5])).tolist()
    [0.5, -0.5]
    """
    dtype = tensor_argument("frac", "input", input, 1)._spec.dtype
    if isinstance(out, TensorBase) and out.dtype is not dtype:
        raise RuntimeError(f"frac() writes into an out= of {dtype} only, but this one has {out.dtype}")
    refuse(floating_only("frac", dtype))
    whole = execute(trunc, (input,), ())
    if out is not None or input.requires_grad or input.numel() <= FEW_ELEMENTS:
        result: Tensor = execute(sub, (input, whole), (1,), out)
    else:  # where the whole parts are, so that there are no two new tensors; it counts as never changed
        fraction = execute(sub, (input, whole), (1,), whole)
        result = make_tensor(fraction._storage, fraction._spec)
    return result
