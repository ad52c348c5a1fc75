"""Random tensors: rand, randn, randint, randperm and their in-place twins, drawing what PyTorch draws on the CPU.

Uniform numbers and integers are the same to the last bit for the same seed; normal numbers as far as sine, cosine and
logarithm agree. Elements are drawn in the order of memory, so tensors of other strides hold the same numbers elsewhere.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, int64
from tensorplay.attributes.limits import finfo, iinfo
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import Spec
from tensorplay.geometry.formats import is_contiguous
from tensorplay.geometry.layout import Layout, check_size, contiguous_strides
from tensorplay.geometry.reasons import Refusal

from .distributions import (
    DIGITS,
    WIDE_SPAN,
    draw_integers,
    draw_normal,
    draw_permutation,
    draw_uniform,
    in_memory_order,
)
from .generator import Generator, default_generator
from .likes import like
from .op import Ints, Sizes, composition, op
from .parameters import Options, create, int_argument, size_argument

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.memory_format import MemoryFormat

    from .faces import Tensor


class Draws:
    """Where to draw from. It cannot be hashed, so that no cache of plans keeps a generator alive."""

    __slots__ = ("generator", "name")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, name: str, generator: Any) -> None:
        if generator is None:
            generator = default_generator
        if not isinstance(generator, Generator):
            kind = type(generator).__name__
            raise TypeError(f"{name}(): argument 'generator' must be tensorplay.Generator, not {kind}")
        self.generator = generator
        self.name = name


def require_floating(name: str, dtype: DType) -> None:
    """Refuse dtypes whose numbers are no fractions."""
    if not (dtype.is_floating_point or dtype.is_complex):
        raise Refusal(
            NotImplementedError, f"{name}() draws floating point or complex numbers, not {dtype}; use randint"
        ).exception()


def require_spread(std: float) -> None:
    """Refuse what is no standard deviation."""
    if not std >= 0:
        raise Refusal(RuntimeError, f"normal numbers need a standard deviation of 0 or more, not {std}").exception()


def _array(backend: Any, dtype: DType, size: Ints, stride: Ints, draw: Callable[[Any, DType], None]) -> Any:
    """Numbers in the order in which a layout has them in memory; of a complex dtype the parts follow each other."""
    element = backend.computing_type(dtype)
    real = dtype.to_real()
    parts = backend.computing_type(real)
    if dtype.is_complex and parts.itemsize * 2 != element.itemsize:  # complex32 is computed in complex64
        parts = backend.xp.dtype("float32")
    return in_memory_order(backend.xp, size, stride, element, lambda flat: draw(flat.view(parts), real))


def uniform(backend: Any, dtype: DType, size: Ints, stride: Ints, draws: Draws, low: float, high: float) -> Any:
    """Uniform numbers in [low, high) in the order in which a layout has them in memory."""

    def draw(flat: Any, real: DType) -> None:
        draw_uniform(backend.xp, flat, real, draws.generator, low, high)

    return _array(backend, dtype, size, stride, draw)


def normal(backend: Any, dtype: DType, size: Ints, stride: Ints, draws: Draws, mean: float, std: float) -> Any:
    """Normal numbers in the order in which a layout has them in memory."""
    contiguous = is_contiguous(size, stride)
    if dtype.is_complex:
        std *= 0.5**0.5  # the variance is shared by the parts

    def draw(flat: Any, real: DType) -> None:
        draw_normal(backend.xp, flat, real, draws.generator, mean, std, contiguous)

    return _array(backend, dtype, size, stride, draw)


def _strides(array: Any) -> Ints:
    return tuple([step // array.itemsize for step in array.strides])


@op()
def uniform_numbers(
    size: Ints, stride: Ints, draws: Any, low: float, high: float, dtype: DType, device: Device
) -> Plan:
    """A new tensor of uniform numbers in [low, high)."""
    require_floating(draws.name, dtype)
    if not low <= high:
        raise Refusal(RuntimeError, f"{draws.name}() draws from low <= high, but low={low} and high={high}").exception()
    check_size(size, dtype.itemsize)
    return Plan(Effect.NEW, (Spec(Layout(size, stride), dtype, device),))


@uniform_numbers.run
def _(
    backend: Any, out: Any, size: Ints, stride: Ints, draws: Draws, low: float, high: float, dtype: DType, *_rest: Any
) -> None:
    backend.copy(out, uniform(backend, dtype, out.shape, _strides(out), draws, low, high))


@op()
def normal_numbers(size: Ints, stride: Ints, draws: Any, mean: float, std: float, dtype: DType, device: Device) -> Plan:
    """A new tensor of normal numbers with a mean and a standard deviation."""
    require_floating(draws.name, dtype)
    require_spread(std)
    check_size(size, dtype.itemsize)
    return Plan(Effect.NEW, (Spec(Layout(size, stride), dtype, device),))


@normal_numbers.run
def _(
    backend: Any, out: Any, size: Ints, stride: Ints, draws: Draws, mean: float, std: float, dtype: DType, *_rest: Any
) -> None:
    backend.copy(out, normal(backend, dtype, out.shape, _strides(out), draws, mean, std))


@op()
def random_integers(
    size: Ints, stride: Ints, draws: Any, low: int, high: int, wide: Any, dtype: DType, device: Device
) -> Plan:
    """A new tensor of integers in [low, high); `wide` takes 64 random bits for each, or None as the range asks for."""
    check_range(low, high, dtype)
    check_size(size, dtype.itemsize)
    return Plan(Effect.NEW, (Spec(Layout(size, stride), dtype, device),))


def check_range(low: int, high: int, dtype: DType) -> None:
    """Refuse an empty range and one beyond the dtype."""
    if dtype.is_complex:
        raise Refusal(RuntimeError, f"random integers are drawn for real dtypes, not for {dtype}").exception()
    if dtype.is_floating_point:
        least, most = int(finfo(dtype).min), int(finfo(dtype).max)
    elif dtype is bool_:
        least, most = 0, 1
    else:
        limits = iinfo(dtype)
        least, most = limits.min, limits.max
    if low >= high:
        raise Refusal(
            RuntimeError, f"random integers are drawn from low < high, but low={low} and high={high}"
        ).exception()
    for word, value in (("low", low), ("high - 1", high - 1)):
        if not least <= value <= most:
            raise Refusal(RuntimeError, f"{word} = {value} is out of bounds for {dtype}, {least} to {most}").exception()


@random_integers.run
def _(
    backend: Any, out: Any, size: Ints, stride: Ints, draws: Draws, low: int, high: int, wide: Any, *_rest: Any
) -> None:
    xp = backend.xp
    span = high - low
    doubled = span >= WIDE_SPAN if wide is None else wide

    def draw(flat: Any) -> None:
        draw_integers(xp, flat, draws.generator, low, span, doubled)

    backend.copy(out, in_memory_order(xp, out.shape, _strides(out), xp.int64, draw))


@op()
def random_order(size: Ints, n: int, draws: Any, dtype: DType, device: Device) -> Plan:
    """A new tensor of the integers from 0 to n - 1 in random order."""
    if dtype is bool_ or dtype.is_complex:
        raise Refusal(NotImplementedError, f"randperm() makes no {dtype}; convert the result with .to()").exception()
    most = 1 << DIGITS[dtype] if dtype.is_floating_point else iinfo(dtype).max
    if n > most + dtype.is_floating_point:
        raise Refusal(RuntimeError, f"randperm({n}) is beyond what {dtype} counts exactly, {most}").exception()
    check_size(size, dtype.itemsize)
    return Plan(Effect.NEW, (Spec(Layout(size, contiguous_strides(size)), dtype, device),))


@random_order.run
def _(backend: Any, out: Any, size: Ints, n: int, draws: Draws, dtype: DType, device: Device) -> None:
    order = backend.xp.empty(n, backend.xp.int64)
    draw_permutation(backend.xp, order, draws.generator)
    backend.copy(out, order.reshape(out.shape))


@composition("function varargs")
def rand(size: Sizes, *, generator: Generator | None = None, out: Tensor | None = None, options: Options) -> Tensor:
    """Uniform random numbers in [0, 1): of 53 random bits each for float64 and 24 for others.

    For the same seed the numbers are those of PyTorch on the CPU. Raises RuntimeError for a negative size,
    NotImplementedError for dtypes without fractions, TypeError for one that is not made of ints.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.rand(2, 2)
    tensor([[0.4963, 0.7682],
            [0.0885, 0.1320]])
    """
    parameters = (size, contiguous_strides(size), Draws("rand", generator), 0.0, 1.0)
    result: Tensor = create(uniform_numbers, parameters, options, out)
    return result


@composition("function varargs")
def randn(size: Sizes, *, generator: Generator | None = None, out: Tensor | None = None, options: Options) -> Tensor:
    """Normal random numbers with mean 0 and variance 1; of complex dtypes the variance is shared by both parts.

    For the same seed they are those of PyTorch on the CPU, up to the last bits of sine, cosine and logarithm. Raises
    RuntimeError for a negative size, NotImplementedError for dtypes without fractions, TypeError for one that is not
    made of ints.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    parameters = (size, contiguous_strides(size), Draws("randn", generator), 0.0, 1.0)
    result: Tensor = create(normal_numbers, parameters, options, out)
    return result


@composition("function")
def randint(
    *bounds: Any,
    low: int | None = None,
    high: int | None = None,
    size: Ints | None = None,
    generator: Generator | None = None,
    out: Tensor | None = None,
    options: Options,
) -> Tensor:
    """Random integers from `low`, 0 if it is left out, to below `high`.

    Called as `randint(high, size)` or `randint(low, high, size)`. The dtype is int64. For the same seed the numbers are
    those of PyTorch on the CPU. Raises RuntimeError for an empty range and for one beyond the dtype.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.randint(10, (5,)).tolist()
    [4, 9, 3, 0, 3]
    """
    first, last, lengths = _range_and_size(bounds, low, high, size)
    parameters = (lengths, contiguous_strides(lengths), Draws("randint", generator), first, last, None)
    result: Tensor = create(random_integers, parameters, options, out, int64)
    _warn_of_precision(first, last, result.dtype)
    return result


def _range_and_size(bounds: tuple[Any, ...], low: Any, high: Any, size: Any) -> tuple[int, int, Ints]:
    """low, high and size from what was given by position and by name."""
    given = list(bounds)
    if size is None and len(given) + (low is not None) + (high is not None) > 1 and given:
        size = given.pop()
    if size is None or len(given) > 2:
        raise TypeError("randint() is called as randint(high, size) or randint(low, high, size)")
    lengths = size_argument("randint", size, len(bounds))
    if len(given) == 2:
        low, high, given = given[0], given[1], []
    elif given:
        if high is None:
            high = given.pop()
        elif low is None:
            low = given.pop()
    if given or high is None:
        raise TypeError("randint() is called as randint(high, size) or randint(low, high, size)")
    first = 0 if low is None else int_argument("randint", "low", low, 1)
    return first, _within_64_bits(int_argument("randint", "high", high, 1 if low is None else 2)), lengths


def _within_64_bits(value: int) -> int:
    if not -(1 << 63) <= value < 1 << 63:
        raise ValueError(f"randint(): {value} does not fit into 64 bits")
    return value


def _warn_of_precision(low: int, high: int, dtype: DType) -> None:
    """Floats hold only so many integers: beyond, not every one can be drawn."""
    digits = DIGITS.get(dtype)
    if digits is not None and (low < -(1 << digits) or high - 1 > 1 << digits):
        warnings.warn(
            f"{dtype} holds all integers up to 2**{digits} only: not every one from {low} to {high - 1} is drawn",
            UserWarning,
            stacklevel=5,
        )


@composition("function")
def randperm(n: int, *, generator: Generator | None = None, out: Tensor | None = None, options: Options) -> Tensor:
    """The integers from 0 to n - 1 in random order, as int64.

    For the same seed the order is PyTorch's on the CPU for n below 2**32 / 20. Raises RuntimeError for a negative n,
    and for one beyond what the dtype counts.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.randperm(4).tolist()
    [0, 1, 3, 2]
    """
    count = int_argument("randperm", "n", n, 1)
    parameters = ((count,), count, Draws("randperm", generator))
    result: Tensor = create(random_order, parameters, options, out, int64)
    return result


@composition("function")
def rand_like(
    input: Tensor, *, generator: Generator | None = None, options: Options, memory_format: MemoryFormat | None = None
) -> Tensor:
    """Uniform random numbers in [0, 1) in the size, strides, dtype and device of another tensor.

    Raises NotImplementedError for dtypes without fractions.

    >>> import tensorplay as tp
    >>> tp.rand_like(tp.empty(2, 3, device="meta").t()).stride()
    (1, 3)
    """
    draws = Draws("rand_like", generator)
    result: Tensor = like(uniform_numbers, (draws, 0.0, 1.0), "rand_like", input, options, memory_format)
    return result


@composition("function")
def randn_like(
    input: Tensor, *, generator: Generator | None = None, options: Options, memory_format: MemoryFormat | None = None
) -> Tensor:
    """Normal random numbers in the size, strides, dtype and device of another tensor.

    Raises NotImplementedError for integers and bool.

    >>> import tensorplay as tp
    >>> tp.randn_like(tp.empty(2, 3, device="meta")).shape
    tensorplay.Size([2, 3])
    """
    draws = Draws("randn_like", generator)
    result: Tensor = like(normal_numbers, (draws, 0.0, 1.0), "randn_like", input, options, memory_format)
    return result


@composition("function")
def randint_like(
    input: Tensor,
    low: int,
    high: int | None = None,
    *,
    generator: Generator | None = None,
    options: Options,
    memory_format: MemoryFormat | None = None,
) -> Tensor:
    """Random integers in the size, strides, dtype and device of another tensor.

    Called as `randint_like(x, high)`, for numbers from 0, or `randint_like(x, low, high)`. Raises RuntimeError for an
    empty range.

    >>> import tensorplay as tp
    >>> tp.randint_like(tp.zeros(2, 3), 1, 2).tolist()
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """
    first = int_argument("randint_like", "low", low, 2)
    last = first if high is None else int_argument("randint_like", "high", high, 3)
    bounds = (Draws("randint_like", generator), 0 if high is None else first, last, None)
    result: Tensor = like(random_integers, bounds, "randint_like", input, options, memory_format)
    return result
