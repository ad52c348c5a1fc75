"""Sequences of numbers at equal distances: arange, range, linspace, logspace."""

from __future__ import annotations

import builtins
import math
import warnings
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import (
    bfloat16,
    bool_,
    complex32,
    default_complex_dtype,
    float16,
    get_default_dtype,
    int64,
    uint16,
    uint32,
    uint64,
)
from tensorplay.core.arguments import to_float
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.layout import INT64_MAX

from .creation import new_plan
from .numbers import checked_number
from .op import Ints, Number, composition, op
from .parameters import Options, argument, checked_dtype, create, int_argument, number_argument, options_of_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.core.plan import Plan

    from .faces import Tensor

BLOCK_ELEMENTS = 1 << 20  # a long sequence is written in such blocks, so that Ctrl-C is answered between them
_REFUSED = (bool_, uint16, uint32, uint64, complex32)


def write_blocks(backend: Any, out: Any, values: Callable[[Any], Any]) -> None:
    """out[i] = values(i) in logical order; `values` takes a vector of int64 positions."""
    xp = backend.xp
    vector = out.reshape(-1) if out.flags.c_contiguous else xp.empty(out.size, out.dtype)
    with xp.errstate(all="ignore"):
        for start in builtins.range(0, vector.size, BLOCK_ELEMENTS):
            positions = xp.arange(start, min(start + BLOCK_ELEMENTS, vector.size), dtype=xp.int64)
            backend.copy(vector[start : start + BLOCK_ELEMENTS], values(positions))
    if not out.flags.c_contiguous:
        backend.copy(out, vector.reshape(out.shape))


@op()
def progression(size: Ints, start: Number, step: Number, dtype: DType, device: Device) -> Plan:
    """start, start + step, start + 2 * step ...: integers exactly, modulo their range; 16-bit floats from float32."""
    return new_plan(size, dtype, device)


@progression.run
def _(backend: Any, out: Any, size: Ints, start: Number, step: Number, dtype: DType, device: Device) -> None:
    xp = backend.xp
    working = xp.dtype("float32" if dtype in (float16, bfloat16) else "float64" if dtype.is_floating_point else "int64")
    first, distance = working.type(start), working.type(step)
    write_blocks(backend, out, lambda positions: first + distance * positions.astype(working))


@composition("function")
def arange(
    *bounds: Number,
    start: Number | None = None,
    end: Number | None = None,
    step: Number | None = None,
    out: Tensor | None = None,
    options: Options,
) -> Tensor:
    """Numbers from `start`, 0 if it is left out, up to `end`, which is excluded.

    Called as `arange(end)`, `arange(start, end)` or `arange(start, end, step)`. Without a dtype the result is int64 if
    all bounds are integers, else of the default dtype. There are ceil((end - start) / step) elements; for int64 the
    bounds lose their fractions first. Raises RuntimeError for a step of 0 or of the wrong sign and for infinite bounds,
    NotImplementedError for bool, complex, uint16, uint32 and uint64.

    >>> import tensorplay as tp
    >>> tp.arange(1, 10, 3).tolist(), tp.arange(0, 1, 0.25).tolist()
    ([1, 4, 7], [0.0, 0.25, 0.5, 0.75])
    """
    given = _bounds_of(bounds, {"start": start, "end": end, "step": step})
    integers = all(isinstance(value, int) for value in given)
    chosen = _sequence_dtype("arange", out, options[0], int64 if integers else get_default_dtype())
    first, last, distance = _checked_bounds("arange", *given, chosen)
    if chosen is int64:
        first, last, distance = int(first), int(last), int(distance)
        if distance == 0:
            raise ValueError(f"arange(): the step {given[2]} is 0 as an integer, so the sequence would not advance")
        length = -((first - last) // distance)
    else:
        length = _length("arange", math.ceil, first, last, distance)
    parameters = (_shape(length, out), *_as_elements(chosen, first, distance))
    result: Tensor = create(progression, parameters, options, out, chosen)
    return result


@composition("function")
def range(start: Number, end: Number, step: Number = 1, *, out: Tensor | None = None, options: Options) -> Tensor:
    """Numbers from `start` up to and including `end`, in the default dtype. Deprecated: use `arange`.

    >>> import tensorplay as tp, warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     tp.range(1, 4).tolist()
    [1.0, 2.0, 3.0, 4.0]
    """
    warnings.warn(
        "tensorplay.range includes its end, unlike Python's range, and exists for old programs; use arange",
        UserWarning,
        stacklevel=4,
    )
    names = (("start", start), ("end", end), ("step", step))
    first, last, distance = (
        number_argument("range", name, value, 1 + place) for place, (name, value) in enumerate(names)
    )
    chosen = _sequence_dtype("range", out, options[0], get_default_dtype())
    first, last, distance = _checked_bounds("range", first, last, distance, chosen)
    if not chosen.is_floating_point:
        first, last, distance = int(first), int(last), int(distance)
        if distance == 0:
            raise RuntimeError(f"range(): the step {step} is 0 as an integer, so the sequence would not advance")
    length = _length("range", math.floor, first, last, distance) + 1
    parameters = (_shape(length, out), *_as_elements(chosen, first, distance))
    result: Tensor = create(progression, parameters, options, out, chosen)
    return result


def _bounds_of(given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Number, Number, Number]:
    """start, end and step from what was given by position and by name."""
    names = ("end",) if len(given) == 1 and named["end"] is None else ("start", "end", "step")
    if len(given) > len(names):
        raise TypeError(f"arange() takes at most start, end and step, but {len(given)} numbers were given")
    known = dict(zip(names, given, strict=False))
    for word, value in named.items():
        if value is not None:
            if word in known:
                raise TypeError(f"arange() got multiple values for argument '{word}'")
            known[word] = value
    if "end" not in known or ("start" not in known and "step" in known) or ("start" in known and names == ("end",)):
        raise TypeError("arange() is called as arange(end), arange(start, end) or arange(start, end, step)")
    positions = {"end": 1} if "start" not in known else {"start": 1, "end": 2, "step": 3}
    values = {word: number_argument("arange", word, value, positions[word]) for word, value in known.items()}
    return values.get("start", 0), values["end"], values.get("step", 1)


def _sequence_dtype(name: str, out: Any, dtype: Any, default: DType) -> DType:
    """The dtype of an arithmetic progression: that of `out`, the one asked for, or the default."""
    if out is not None:
        chosen, _ = options_of_out(name, out, dtype, None, None)
    else:
        chosen = default if dtype is None else checked_dtype(name, dtype)
    if chosen.is_complex:
        raise NotImplementedError(f"{name}() makes real numbers, not {chosen}; convert the result with .to({chosen})")
    _check_kind(name, chosen)
    return chosen


def _check_kind(name: str, dtype: DType) -> None:
    """Refuse the dtypes for which PyTorch makes no sequences."""
    if dtype in _REFUSED:
        raise NotImplementedError(f"{name}() makes no {dtype}; make another dtype and convert it with .to({dtype})")


def _checked_bounds(name: str, start: Number, end: Number, step: Number, dtype: DType) -> tuple[Any, Any, Any]:
    """Real bounds, of which the step leads from the first to the second; integers stay exact."""
    first, last, distance = [_real(name, value) for value in (start, end, step)]
    if not (distance > 0 or distance < 0):
        raise RuntimeError(f"{name}(): the step must be nonzero, but it is {distance}")
    if not (math.isfinite(first) and math.isfinite(last)):
        raise RuntimeError(f"{name}() cannot count from {first} to {last}: both bounds must be finite")
    if (distance > 0 and last < first) or (distance < 0 and last > first):
        raise RuntimeError(f"{name}(): a step of {distance} does not lead from {first} to {last}; turn its sign")
    if not dtype.is_floating_point:
        for value in (first, last, distance):
            checked_number(value, int64)
    return first, last, distance


def _real(name: str, value: Number) -> int | float:
    if isinstance(value, complex):
        if value.imag:
            raise RuntimeError(f"{name}() needs real numbers, but {value} is complex")
        return value.real
    return int(value) if isinstance(value, bool) else value


def _as_elements(dtype: DType, first: Any, distance: Any) -> tuple[Any, Any]:
    """Start and step as they are counted with: integral dtypes count with the integers in them."""
    return (first, distance) if dtype.is_floating_point else (int(first), int(distance))


def _length(name: str, rounded: Callable[[float], int], first: Any, last: Any, distance: Any) -> int:
    """How many steps lead from first to last, counted in float64 as PyTorch does."""
    steps = (float(last) - float(first)) / float(distance)
    if not steps <= INT64_MAX:
        raise RuntimeError(f"{name}() from {first} to {last} in steps of {distance} has {steps:g} elements, too many")
    return rounded(steps)


def _shape(length: int, out: Any) -> Ints:
    """A vector, unless an `out=` has that many elements already: it keeps its shape."""
    if isinstance(out, TensorBase) and out.numel() == length:
        return out._spec.size
    return (length,)


@op()
def evenly_spaced(size: Ints, start: Number, end: Number, dtype: DType, device: Device) -> Plan:
    """Numbers from start to end, both included; the second half is counted from the end."""
    _check_ends(size, start, end, dtype)
    return new_plan(size, dtype, device)


def _check_ends(size: Ints, start: Number, end: Number, dtype: DType) -> None:
    """Refuse ends that the dtype cannot hold, as far as they are met."""
    steps = math.prod(size)
    for value in (start, end)[: min(steps, 2)]:
        checked_number(value, dtype)


@evenly_spaced.run
def _(backend: Any, out: Any, size: Ints, start: Number, end: Number, dtype: DType, device: Device) -> None:
    xp = backend.xp
    steps = out.size
    if steps == 0:
        return
    element = backend.computing_type(dtype)
    # Integers are counted in float64, 16-bit floats in float32 with a step that is rounded to 16 bits.
    working = xp.dtype("float64" if element.kind in "iu" else "float32" if element.itemsize == 2 else element)
    first, last = _ends_in(backend, dtype, steps, start, end, working)
    with xp.errstate(all="ignore"):
        step = working.type((last - first) / working.type(max(steps - 1, 1)))
        if element.itemsize == 2 and element.kind not in "iu":
            step = working.type(element.type(step))
    plus_product = _plus_product if element.kind in "iu" else _rounded_plus_product

    def values(positions: Any) -> Any:
        forwards = plus_product(xp, first, step, positions.astype(working))
        backwards = plus_product(xp, last, -step, (steps - 1 - positions).astype(working))
        return xp.where((positions < steps // 2) | (steps == 1), forwards, backwards)

    write_blocks(backend, out, values)


def _ends_in(backend: Any, dtype: DType, steps: int, start: Number, end: Number, working: Any) -> list[Any]:
    """The ends as elements of the dtype, then as numbers of the type to count in."""
    element = backend.computing_type(dtype).type
    return [working.type(element(checked_number(value, dtype))) for value in (start, end if steps > 1 else start)]


def _rounded_plus_product(_xp: Any, base: Any, step: Any, count: Any) -> Any:
    return base + step * count


def _plus_product(xp: Any, base: Any, step: Any, count: Any) -> Any:
    """The sum of base and step * count in float64, rounded once as a fused multiply-add does.

    PyTorch's kernels do; where a number is cut to an integer afterwards, rounding twice would show.
    """
    # 24 of the 53 bits, so that their product with a count below 2**24 is exact, and that of the rest too.
    high = xp.float64(xp.float32(step))
    product = step * count
    product_error = (high * count - product) + (step - high) * count
    total = base + product
    moved = total - base
    return total + ((base - (total - moved)) + (product - moved) + product_error)


@composition("function")
def linspace(
    start: Number | Tensor, end: Number | Tensor, steps: int, *, out: Tensor | None = None, options: Options
) -> Tensor:
    """`steps` numbers at equal distances from `start` to `end`, both included.

    The dtype is the default one, complex if a bound is complex. The second half is counted from the end, so the end is
    met exactly. Raises RuntimeError for a negative number of steps and for a bound that the dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.linspace(0, 1, 5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    name = "linspace"
    first, last, count = _ends_of(name, start, end, steps)
    chosen = _spaced_dtype(name, first, last, count, out, options[0])
    parameters = (_shape(count, out), first, last)
    result: Tensor = create(evenly_spaced, parameters, options, out, chosen)
    return result


def _ends_of(name: str, start: Any, end: Any, steps: Any) -> tuple[Number, Number, int]:
    for word, value in (("start", start), ("end", end)):
        if isinstance(value, TensorBase) and value.dim():
            raise RuntimeError(f"{name}() takes numbers or 0-dim tensors, but {word} has {value.dim()} dimensions")
    count = int_argument(name, "steps", steps, 3)
    if count < 0:
        raise RuntimeError(f"{name}(): the number of steps must not be negative, but it is {count}")
    return number_argument(name, "start", start, 1), number_argument(name, "end", end, 2), count


def _spaced_dtype(name: str, first: Number, last: Number, count: int, out: Any, dtype: Any) -> DType:
    """The dtype of numbers between two ends; complex ends are refused for a real one."""
    is_complex = isinstance(first, complex) or isinstance(last, complex)
    if out is not None:
        chosen, _ = options_of_out(name, out, dtype, None, None)
    elif dtype is not None:
        chosen = checked_dtype(name, dtype)
    else:
        chosen = default_complex_dtype() if is_complex else get_default_dtype()
    if is_complex and not chosen.is_complex:
        raise RuntimeError(f"{name}() between complex numbers cannot be made in {chosen}; choose a complex dtype")
    if count > 1:
        _check_kind(name, chosen)
    return chosen


@op()
def powers(size: Ints, start: Number, end: Number, base: float, dtype: DType, device: Device) -> Plan:
    """The powers of a base, with exponents evenly spaced from start to end."""
    _check_ends(size, start, end, dtype)
    return new_plan(size, dtype, device)


@powers.run
def _(
    backend: Any, out: Any, size: Ints, start: Number, end: Number, base: float, dtype: DType, device: Device
) -> None:
    xp = backend.xp
    steps = out.size
    if steps == 0:
        return
    working = xp.dtype("complex128" if dtype.is_complex else "float64")
    first, last = _ends_in(backend, dtype, steps, start, end, working)
    step = (last - first) / max(steps - 1, 1)
    if steps == 1:  # one number is the power of the start as it was given
        first = working.type(start)

    def values(positions: Any) -> Any:
        forwards = first + step * positions
        backwards = last - step * (steps - 1 - positions)
        powered = xp.power(working.type(base), xp.where((positions < steps // 2) | (steps == 1), forwards, backwards))
        return powered if dtype.is_floating_point or dtype.is_complex else powered.astype(xp.int64)

    write_blocks(backend, out, values)


@composition("function")
def logspace(
    start: Number | Tensor,
    end: Number | Tensor,
    steps: int,
    base: float = 10.0,
    *,
    out: Tensor | None = None,
    options: Options,
) -> Tensor:
    """`steps` numbers from base ** start to base ** end, whose exponents lie at equal distances.

    Raises RuntimeError for a negative number of steps.

    >>> import tensorplay as tp
    >>> tp.logspace(0, 3, 4, base=2).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """
    name = "logspace"
    first, last, count = _ends_of(name, start, end, steps)
    exponent_base = argument(name, "base", to_float, base, 4)
    chosen = _spaced_dtype(name, first, last, count, out, options[0])
    parameters = (_shape(count, out), first, last, exponent_base)
    result: Tensor = create(powers, parameters, options, out, chosen)
    return result
