"""Chances: 0 or 1 with a probability (bernoulli), categories by weights (multinomial), waiting times (exponential).

For the same seed the outcomes are those of PyTorch on the CPU. On processors made by Intel PyTorch lets Intel's library
draw `bernoulli_` with one probability for all and exponential numbers, from a stream of its own; there they differ.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import float32, float64, int64, uint16, uint32, uint64
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.access import array_of, has_bytes
from tensorplay.core.allocation import contiguous_spec
from tensorplay.core.arguments import to_bool
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.spec import NumberSpec, Spec
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import views as rules
from tensorplay.geometry.layout import Layout, contiguous_strides
from tensorplay.geometry.reasons import Refusal

from .arithmetic import div
from .bitwise import bitwise_and
from .comparison import ge, gt, le, lt
from .copying import clone, copied_layout, raw_array, to
from .creation import empty_strided
from .distributions import blocks, in_memory_order, unit_interval
from .extremes import argmax
from .op import composition, op
from .parameters import argument, int_argument, number_argument, tensor_argument
from .random import Draws, uniform_numbers
from .reductions import sum
from .scans import cumsum
from .searching import searchsorted
from .sorting import topk

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor
    from .generator import Generator
    from .op import Ints, Number

MOST_CATEGORIES = 1 << 24  # float32, in which PyTorch counts them on some devices, holds all integers up to here


@op(label="bernoulli")
def outcomes(p: Spec | NumberSpec, size: Ints, stride: Ints, draws: Any, dtype: DType, device: Device) -> Plan:
    """A new tensor of ones and zeros, with probability p for a one."""
    if isinstance(p, Spec):
        check_probability(p.dtype)
        if p.device != device:
            raise Refusal(
                RuntimeError, f"bernoulli() needs the probabilities on '{device}', but they are on '{p.device}'"
            ).exception()
        rules.expand(p.layout, size)
    check_outcome(dtype)
    return Plan(Effect.NEW, (Spec(Layout(size, stride), dtype, device),))


def check_outcome(dtype: DType) -> None:
    """Refuse dtypes in which PyTorch draws no zeros and ones."""
    if dtype.is_complex or dtype in (uint16, uint32, uint64):
        raise Refusal(
            NotImplementedError, f"bernoulli() does not draw {dtype}; draw int64 and convert the result"
        ).exception()


def check_probability(dtype: DType) -> None:
    """Refuse probabilities that are no real fractions."""
    if not dtype.is_floating_point:
        raise Refusal(
            NotImplementedError,
            f"bernoulli() takes probabilities of a real floating dtype, not {dtype}; convert them with .float()",
        ).exception()


@outcomes.check
def _(plan: Plan, target: Any, p: TensorBase | Number, *parameters: Any) -> None:
    """A probability outside 0 to 1 is found before anything is drawn."""
    if isinstance(p, TensorBase):
        if has_bytes([p]) and not _all(execute(bitwise_and, (execute(ge, (p, 0), ()), execute(le, (p, 1), ())), ())):
            raise RuntimeError("bernoulli() takes probabilities from 0 to 1, but some are below, beyond or NaN")
    elif not 0 <= p <= 1:  # type: ignore[operator]
        raise RuntimeError(f"bernoulli() takes a probability from 0 to 1, not {p}")


@outcomes.run
def _(backend: Any, out: Any, p: Any, size: Ints, stride: Ints, draws: Draws, dtype: DType, device: Device) -> None:
    xp = backend.xp
    strides = tuple([step // out.itemsize for step in out.strides])
    if isinstance(p, float):

        def decide(flat: Any) -> None:
            for block in blocks(flat):
                block[:] = unit_interval(xp, len(block), float64, draws.generator) < p

        drawn = in_memory_order(xp, out.shape, strides, xp.dtype(bool), decide)
    else:
        wide = p.dtype == xp.float64
        kind = float64 if wide else float32  # 24 random bits meet the other probabilities in float32

        def draw(flat: Any) -> None:
            for block in blocks(flat):
                block[:] = unit_interval(xp, len(block), kind, draws.generator)

        chance = p if wide else p.astype(xp.float32)
        drawn = in_memory_order(xp, out.shape, strides, chance.dtype, draw) < chance
    backend.copy(out, drawn)


@composition("method")
def bernoulli_(input: Tensor, p: float | Tensor = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with 1 or 0; `p` is the probability of a 1, one for all or a tensor that is broadcast.

    Raises RuntimeError for probabilities outside 0 to 1 before anything is drawn, NotImplementedError for a complex
    tensor and for probabilities of another dtype than real floating point.

    >>> import tensorplay as tp
    >>> tp.zeros(3).bernoulli_(tp.tensor([0.0, 1.0, 1.0])).tolist()
    [0.0, 1.0, 1.0]
    """
    chance = p if isinstance(p, TensorBase) else _probability("bernoulli_", p, 1)
    result: Tensor = _drawn_outcomes(chance, input._spec, Draws("bernoulli_", generator), input)
    return result


def _drawn_outcomes(chance: float | TensorBase, wanted: Spec, draws: Draws, out: Any) -> Any:
    return execute(outcomes, (chance,), (wanted.size, wanted.stride, draws, wanted.dtype, wanted.device), out)


def _probability(name: str, p: Any, position: int) -> float:
    number = number_argument(name, "p", p, position)
    if isinstance(number, complex):
        raise TypeError(f"{name}(): argument 'p' (position {position}) must be float, not complex")
    return float(number)


@composition("function method")
def bernoulli(
    input: Tensor, p: float | None = None, *, generator: Generator | None = None, out: Tensor | None = None
) -> Tensor:
    """Zeros and ones in a contiguous tensor of the input's size and dtype.

    Without `p` the elements of the input are the probabilities of the ones, of a real floating dtype, and `out=` may
    have any real dtype. With `p` that is the probability everywhere, and of the input only its size and dtype count.
    Raises RuntimeError for probabilities outside 0 to 1, NotImplementedError for dtypes that cannot be drawn.

    >>> import tensorplay as tp
    >>> tp.bernoulli(tp.tensor([0.0, 1.0, 0.0])).tolist()
    [0.0, 1.0, 0.0]
    """
    wanted = tensor_argument("bernoulli", "input", input, 1)._spec
    draws = Draws("bernoulli", generator)
    if p is not None and out is not None:
        raise TypeError("bernoulli() takes no out= beside p; use out.bernoulli_(p)")
    dtype = out.dtype if isinstance(out, TensorBase) else wanted.dtype
    chance = input if p is None else _probability("bernoulli", p, 2)
    result: Tensor = _drawn_outcomes(chance, contiguous_spec(wanted.size, dtype, wanted.device), draws, out)
    return result


@op()
def fill_exponential(input: Spec, rate: float, draws: Any) -> Plan:
    """Overwrite every element with an exponential random number."""
    if not input.dtype.is_floating_point:
        raise Refusal(
            RuntimeError, f"exponential_() draws real floating point numbers, not {input.dtype}; convert the tensor"
        ).exception()
    if not rate > 0:
        raise Refusal(RuntimeError, f"exponential_() needs a rate above 0, not {rate}").exception()
    return Plan(Effect.WRITE, (input,), written=(input.layout,))


@fill_exponential.run
def _(backend: Any, target: TensorBase, rate: float, draws: Draws) -> None:
    xp = backend.xp
    spec = target._spec

    def draw(flat: Any) -> None:
        for block in blocks(flat):
            block[:] = xp.log1p(-unit_interval(xp, len(block), float64, draws.generator)) * (-1 / rate)

    drawn = in_memory_order(xp, spec.size, spec.stride, xp.float64, draw)
    backend.store_resolved(raw_array(backend, target), spec, drawn)


@composition("method")
def exponential_(input: Tensor, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a number of the exponential distribution of a rate, whose mean is 1 / lambd.

    Up to the last bits of the logarithm the numbers are PyTorch's. Raises RuntimeError for a rate that is not positive
    and for other than real floating point.

    >>> import tensorplay as tp
    >>> bool((tp.zeros(100).exponential_(2.0) >= 0).all())
    True
    """
    rate = number_argument("exponential_", "lambd", lambd, 1)
    if isinstance(rate, complex):
        raise TypeError("exponential_(): argument 'lambd' (position 1) must be float, not complex")
    result: Tensor = execute(fill_exponential, (input,), (float(rate), Draws("exponential_", generator)))
    return result


@composition("function method")
def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Indices of categories, drawn with the weights of a vector, or of each row of a matrix; of dtype int64.

    The weights need not add up to 1. Without `replacement` no index is drawn twice. `out=` has dtype int64. Raises
    RuntimeError for other than one or two dimensions, for weights that are not real floating point, are negative,
    infinite or NaN, or add up to 0, and for fewer categories than samples without replacement.

    >>> import tensorplay as tp
    >>> tp.multinomial(tp.tensor([[0.0, 3.0], [2.0, 0.0]]), 2, replacement=True).tolist()
    [[1, 1], [0, 0]]
    """
    weights = tensor_argument("multinomial", "input", input, 1)
    count = int_argument("multinomial", "num_samples", num_samples, 2)
    again = argument("multinomial", "replacement", to_bool, replacement, 3)
    draws = Draws("multinomial", generator)
    if out is not None:
        if not isinstance(out, TensorBase):
            raise TypeError(f"multinomial(): argument 'out' must be Tensor, not {type(out).__name__}")
        if out.dtype is not int64:
            raise RuntimeError(f"multinomial() writes into an out= of {int64} only, but this one has {out.dtype}")
    _check_counts(weights._spec, count, again)
    drawn = _drawn(weights, count, again, draws)
    result: Tensor = drawn
    if out is not None:
        result = execute(clone, (drawn,), (contiguous_format,), out)
    return result


def _check_counts(spec: Spec, count: int, replacement: bool) -> None:
    if spec.rank not in (1, 2):
        raise RuntimeError(f"multinomial() takes weights of 1 or 2 dimensions, but these have {spec.rank}")
    if not spec.dtype.is_floating_point:
        raise RuntimeError(f"multinomial() takes weights of a real floating dtype, not {spec.dtype}; use .float()")
    categories = spec.size[-1]
    if count <= 0:
        raise RuntimeError(f"multinomial() draws at least one sample, not {count}")
    if categories > MOST_CATEGORIES:
        raise RuntimeError(f"multinomial() takes at most {MOST_CATEGORIES} categories, but got {categories}")
    empty = spec.rank == 2 and not spec.size[0]
    if (not replacement and count > categories) or (not categories and not empty):
        raise RuntimeError(
            f"multinomial() cannot draw {count} samples from {categories} categories"
            + (" without replacement" if categories else "")
        )


def _drawn(weights: Any, count: int, replacement: bool, draws: Draws) -> Any:
    """The samples: by the order of weight / exponential number without replacement, else by a search in the sums."""
    spec = weights._spec
    if not spec.numel:
        size = (*spec.size[:-1], count)
        return execute(empty_strided, (), (size, contiguous_strides(size), int64, spec.device))
    if has_bytes([weights]):
        _check_weights(weights)
    if not replacement or count == 1:
        layout = copied_layout(spec, "preserve")
        scores = execute(empty_strided, (), (layout.size, layout.stride, spec.dtype, spec.device))
        execute(fill_exponential, (scores,), (1.0, draws))
        execute(div, (weights, scores), (None,), scores)
        if count == 1:
            return argmax(scores, -1, True)
        return execute(topk, (scores,), (count, -1, True, True))[1]
    wide = spec.dtype if spec.dtype is float64 else float32
    sums = cumsum(to(weights, wide), -1)
    shares = to(execute(div, (sums, sums[..., -1:]), (None,)), float64)
    shares[..., -1] = 1
    size = (*spec.size[:-1], count)
    points = execute(uniform_numbers, (), (size, contiguous_strides(size), draws, 0.0, 1.0, float64, spec.device))
    return searchsorted(shares, points)


def _check_weights(weights: Any) -> None:
    fit = execute(bitwise_and, (execute(ge, (weights, 0), ()), execute(lt, (weights, math.inf), ())), ())
    if not _all(fit):
        raise RuntimeError("multinomial() takes finite weights of 0 or more, but some are negative, infinite or NaN")
    if not _all(execute(gt, (execute(sum, (weights,), ((-1,), False, None)), 0), ())):
        raise RuntimeError("multinomial() needs a weight above 0 in each row, but the weights of one add up to 0")


def _all(condition: Any) -> bool:
    return bool(array_of(condition).all())
