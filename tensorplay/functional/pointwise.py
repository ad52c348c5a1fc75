"""Planning of element-wise operations: the dtype in which operands meet, the size and strides of the result."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import current_device_for
from tensorplay.attributes.dtype import BOOLEAN, COMPLEX, INTEGRAL, float32, get_default_dtype
from tensorplay.attributes.limits import finfo, iinfo
from tensorplay.attributes.promotion import number_dtype, result_type_of
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.layout import Layout
from tensorplay.geometry.order import elementwise_strides, preserved_strides
from tensorplay.geometry.reasons import Refusal

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.geometry.reasons import Reason

    from .op import Number

_SAMPLES: dict[type, Number] = {bool: True, int: 1, float: 1.0, complex: 1j}


def promoted(*operands: Spec | NumberSpec) -> DType:
    """The dtype in which operands meet: dimensioned tensors outrank 0-dim ones, which outrank numbers (rule 35)."""
    return result_type_of([_kind(operand) for operand in operands])


def promoted_to_floating(*operands: Spec | NumberSpec) -> DType:
    """The dtype in which operands meet; the default floating dtype where that is bool or integral."""
    return floating(promoted(*operands))


def floating(dtype: DType) -> DType:
    """A floating or complex dtype itself, else the default floating dtype."""
    return get_default_dtype() if is_integral(dtype) else dtype


def is_integral(dtype: DType) -> bool:
    """Whether a dtype is bool or integral."""
    return dtype.category in (BOOLEAN, INTEGRAL)


def dtype_of(operand: Spec | NumberSpec) -> DType:
    """The dtype that an operand has by itself."""
    return operand.dtype if isinstance(operand, Spec) else number_dtype(_SAMPLES[operand.number_type])


def _kind(operand: Spec | NumberSpec) -> tuple[Any, DType]:
    if isinstance(operand, NumberSpec):
        return "number", dtype_of(operand)
    return ("dimensioned" if operand.size else "zero_dimensional"), operand.dtype


def plan_pointwise(
    name: str,
    *operands: Spec | NumberSpec,
    dtype: DType | None = None,
    computed: DType | None = None,
    exact_dtype: bool = False,
    refusal: Reason | None = None,
    numbers_count: bool = True,
) -> Plan:
    """The broadcast size, the strides that the operands suggest (rules 10, 11) and a dtype, by default the promoted.

    `computed` is the dtype to which operands are cast first, by default that of the result: a cast copy has strides of
    its own (rule 8). A number counts as a 0-dim tensor: PyTorch makes one of it, except where a formula takes numbers.
    """
    chosen = promoted(*operands) if dtype is None else dtype
    specs = [operand for operand in operands if isinstance(operand, Spec)]
    if not specs:  # numbers alone make a 0-dim tensor
        return Plan(
            Effect.NEW, (Spec(Layout((), ()), chosen, current_device_for(None)),), refusal=refusal, elementwise=True
        )
    size = specs[0].size
    if len(specs) > 1 and any([spec.size != size for spec in specs]):
        size = broadcast_shapes(*[spec.size for spec in specs])
    if computed is None:
        computed = chosen
    layouts = [(spec.size, stride_when_computed(spec, computed)) for spec in specs]
    if numbers_count and len(specs) < len(operands):
        layouts.append(((), ()))
    stride = elementwise_strides(layouts, size)
    output = Spec(Layout(size, stride), chosen, common_device(name, specs))
    return Plan(Effect.NEW, (output,), exact_dtype=exact_dtype, refusal=refusal, elementwise=True)


def stride_when_computed(spec: Spec, computed: DType) -> tuple[int, ...]:
    """The strides of an operand, or of the copy that is made of it where it must be cast or has a lazy bit set."""
    if spec.dtype is computed and not (spec.conj or spec.neg):
        return spec.stride
    return preserved_strides(spec.size, spec.stride)


def plan_preserving(input: Spec, dtype: DType, *, exact_dtype: bool = False, refusal: Reason | None = None) -> Plan:
    """A result with the input's strides where it is dense (rule 8): for what PyTorch computes into an empty_like."""
    layout = Layout(input.size, preserved_strides(input.size, input.stride))
    output = Spec(layout, dtype, input.device)
    return Plan(Effect.NEW, (output,), exact_dtype=exact_dtype, refusal=refusal, elementwise=True)


def require_tensor(name: str, *operands: Spec | NumberSpec) -> None:
    """Refuse numbers alone, for operations that do not make a tensor of them. Raises TypeError."""
    if not any([isinstance(operand, Spec) for operand in operands]):
        raise TypeError(f"{name}() needs a tensor among its operands, but got numbers only")


def common_device(name: str, specs: list[Spec]) -> Any:
    """The device of all operands; a 0-dim tensor on the CPU goes with any."""
    device = specs[0].device
    for spec in specs[1:]:
        if spec.device == device or (spec.rank == 0 and spec.device.type == "cpu"):
            continue
        first = specs[0]
        if first.rank == 0 and first.device.type == "cpu" and device == first.device:
            device = spec.device
            continue
        raise RuntimeError(f"{name}() needs all tensors on one device, but found {device} and {spec.device}")
    return device


# Refusals of dtypes. PyTorch raises most of them when it has nothing to compute with, as NotImplementedError and only
# after it has looked at the sizes and the target; such a one is handed to the plan.


def no_complex(name: str, dtype: DType, error: type[Exception] = NotImplementedError) -> Reason | None:
    """What is said where an operation has no meaning for complex numbers."""
    if dtype.category != COMPLEX:
        return None
    return Refusal(error, f"{name}() is not defined for complex numbers, these are {dtype}; take .real or .abs() first")


def no_bool(name: str, dtype: DType, error: type[Exception] = NotImplementedError) -> Reason | None:
    """What is said where an operation is one of numbers."""
    if dtype.category != BOOLEAN:
        return None
    return Refusal(error, f"{name}() is not defined for bool; convert to an integer dtype first, such as with .long()")


def floating_only(name: str, dtype: DType, *, complex_too: bool = False) -> Reason | None:
    """What is said where an operation is one of floating dtypes."""
    if dtype.is_floating_point or (complex_too and dtype.category == COMPLEX):
        return None
    return Refusal(NotImplementedError, f"{name}() is defined for floating dtypes, this is {dtype}; use .float() first")


def integral_only(name: str, dtype: DType, *, bool_too: bool = True) -> Reason | None:
    """What is said where an operation is one of bits."""
    if dtype.category == INTEGRAL or (bool_too and dtype.category == BOOLEAN):
        return None
    kinds = "integral dtypes and bool" if bool_too else "integral dtypes"
    return Refusal(NotImplementedError, f"{name}() is defined for {kinds}, this is {dtype}; use .long() first")


def refuse(reason: Reason | None) -> None:
    """Raise a refusal at once, if there is one."""
    if reason is not None:
        raise reason.exception()


def factor_dtype(dtype: DType) -> DType:
    """The dtype in which the number of a formula is held: 16-bit floats are computed in float32."""
    return float32 if dtype.is_floating_point and dtype.itemsize == 2 else dtype


def check_number_fits(number: Number, dtype: DType) -> None:
    """Refuse a number that a dtype cannot hold. RuntimeError, as in PyTorch: unsigned dtypes take ints below 0."""
    if type(number) is int and not -(1 << 63) <= number < 1 << 64:
        raise OverflowError(f"{number} has more than 64 bits: an int among tensors lies between -2**63 and 2**64 - 1")
    if isinstance(number, complex):
        if dtype.category != COMPLEX:
            raise RuntimeError(f"value {number} cannot be converted to {dtype} without losing its imaginary part")
        return
    if dtype.category == INTEGRAL:
        limits = iinfo(dtype)
        lowest = -limits.max if not dtype.is_signed and isinstance(number, int) else limits.min
        fits = lowest <= number <= limits.max
    else:
        fits = dtype.category == BOOLEAN or not math.isfinite(number) or abs(number) <= finfo(dtype).max
    if not fits:
        raise RuntimeError(f"value {number} cannot be converted to {dtype} without overflow")
