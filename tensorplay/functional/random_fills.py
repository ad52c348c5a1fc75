"""Random numbers written into a tensor that exists: uniform_, normal_, random_."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import bool_, float64, int64
from tensorplay.attributes.limits import iinfo
from tensorplay.core.arguments import to_float
from tensorplay.core.execute import execute

from .copying import copy_
from .distributions import DIGITS, WIDE_SPAN
from .op import composition
from .parameters import argument, int_argument
from .random import Draws, normal_numbers, random_integers, uniform_numbers

if TYPE_CHECKING:
    from tensorplay.core.operation import Operation

    from .faces import Tensor
    from .generator import Generator


def _overwritten(input: Any, operation: Operation, *how: Any) -> Tensor:
    """What an operation draws, written into a tensor in the order in which its elements lie in memory."""
    spec = input._spec
    parameters = (spec.size, spec.stride, *how, spec.dtype, spec.device)
    result: Tensor
    if spec.conj or spec.neg:  # drawn apart: what is stored is not what is read
        result = execute(copy_, (input, execute(operation, (), parameters)), (False,))
    else:
        result = execute(operation, (), parameters, input)
    return result


@composition("method")
def uniform_(input: Tensor, from_: float = 0.0, to: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a uniform random number in [from_, to), as PyTorch draws them.

    Raises RuntimeError for `to` below `from_`, NotImplementedError for integers and bool.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.zeros(3).uniform_(-1, 1)
    tensor([-0.0075,  0.5364, -0.8230])
    """
    low = argument("uniform_", "from_", to_float, from_, 1)
    high = argument("uniform_", "to", to_float, to, 2)
    return _overwritten(input, uniform_numbers, Draws("uniform_", generator), low, high)


@composition("method")
def normal_(input: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a normal random number of that mean and standard deviation, as PyTorch draws them.

    Raises RuntimeError for a negative standard deviation, NotImplementedError for integers and bool.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> tp.zeros(2).normal_(10, 2)
    tensor([13.0820,  9.4131])
    """
    centre = argument("normal_", "mean", to_float, mean, 1)
    spread = argument("normal_", "std", to_float, std, 2)
    return _overwritten(input, normal_numbers, Draws("normal_", generator), centre, spread)


@composition("method")
def random_(input: Tensor, *bounds: Any, generator: Generator | None = None) -> Tensor:
    """Overwrite every element with a random integer, as PyTorch draws them.

    `random_(from, to)` draws from `from` to below `to`, `random_(to)` from 0 on, and `random_()` all numbers from 0 on
    that the dtype counts exactly. Raises RuntimeError for an empty range, and for one beyond what the dtype counts.

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
    return _overwritten(input, random_integers, draws, low, high, wide)
