"""Random numbers written into a tensor that exists: uniform_, normal_, random_."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, float64, int64
from tensorplay.attributes.limits import iinfo
from tensorplay.core.arguments import to_float
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.geometry.reasons import Refusal

from .copying import raw_array
from .distributions import DIGITS, WIDE_SPAN
from .op import composition, op
from .parameters import argument, int_argument
from .random import Draws, check_range, integers, normal, require_floating, require_spread, uniform

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec
    from tensorplay.core.tensor import TensorBase

    from .faces import Tensor
    from .generator import Generator


def store_drawn(backend: Any, target: TensorBase, values: Any) -> None:
    backend.store_resolved(raw_array(backend, target), target._spec, values)


@op()
def fill_uniform(input: Spec, low: float, high: float, draws: Any) -> Plan:
    """Overwrite every element with a uniform random number."""
    require_floating("uniform_", input.dtype)
    if not low <= high:
        raise Refusal(RuntimeError, f"uniform_() draws from low <= high, but low={low} and high={high}").exception()
    return Plan(Effect.WRITE, (input,), written=(input.layout,))


@fill_uniform.run
def _(backend: Any, target: TensorBase, low: float, high: float, draws: Draws) -> None:
    spec = target._spec
    store_drawn(backend, target, uniform(backend, spec.dtype, spec.size, spec.stride, draws, low, high))


@composition("method")
def uniform_(input: Tensor, from_: float = 0.0, to: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a uniform random number in [from_, to), as PyTorch draws them.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.zeros(3).uniform_(-1, 1)
    tensor([-0.0075,  0.5364, -0.8230])
    """
    low = argument("uniform_", "from_", to_float, from_, 1)
    high = argument("uniform_", "to", to_float, to, 2)
    result: Tensor = execute(fill_uniform, (input,), (low, high, Draws("uniform_", generator)))
    return result


@op()
def fill_normal(input: Spec, mean: float, std: float, draws: Any) -> Plan:
    """Overwrite every element with a normal random number."""
    require_floating("normal_", input.dtype)
    require_spread(std)
    return Plan(Effect.WRITE, (input,), written=(input.layout,))


@fill_normal.run
def _(backend: Any, target: TensorBase, mean: float, std: float, draws: Draws) -> None:
    spec = target._spec
    store_drawn(backend, target, normal(backend, spec.dtype, spec.size, spec.stride, draws, mean, std))


@composition("method")
def normal_(input: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a normal random number of that mean and standard deviation, as PyTorch draws them.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.zeros(2).normal_(10, 2)
    tensor([13.0820,  9.4131])
    """
    centre = argument("normal_", "mean", to_float, mean, 1)
    spread = argument("normal_", "std", to_float, std, 2)
    result: Tensor = execute(fill_normal, (input,), (centre, spread, Draws("normal_", generator)))
    return result


@op()
def fill_integers(input: Spec, low: int, high: int, wide: bool, draws: Any) -> Plan:
    """Overwrite every element with a random integer in [low, high)."""
    check_range(low, high, input.dtype)
    return Plan(Effect.WRITE, (input,), written=(input.layout,))


@fill_integers.run
def _(backend: Any, target: TensorBase, low: int, high: int, wide: bool, draws: Draws) -> None:
    spec = target._spec
    store_drawn(backend, target, integers(backend, spec.size, spec.stride, draws, low, high, wide=wide))


@composition("method")
def random_(input: Tensor, *bounds: Any, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a random integer, as PyTorch draws them.

    `random_(from, to)` draws from `from` to below `to`, `random_(to)` from 0 on, and `random_()` all numbers from 0 on
    that the dtype counts exactly.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.zeros(5).random_(10).tolist()
    [4.0, 9.0, 3.0, 0.0, 3.0]
    """
    draws = Draws("random_", generator)
    dtype = input.dtype
    if len(bounds) > 2:
        raise TypeError("random_() is called as random_(), random_(to) or random_(from, to)")
    numbers = [int_argument("random_", "from" if place < len(bounds) else "to", value, place)
               for place, value in enumerate(bounds, 1)]  # fmt: skip
    if numbers:
        low, high = (0, numbers[0]) if len(numbers) == 1 else numbers
        wide = high - low >= WIDE_SPAN
    else:
        low, wide = 0, dtype in (int64, float64)
        high = 2 if dtype is bool_ else (1 << DIGITS[dtype]) + 1 if dtype.is_floating_point else iinfo(dtype).max + 1
    result: Tensor = execute(fill_integers, (input,), (low, high, wide, draws))
    return result
