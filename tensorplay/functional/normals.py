"""Normal random numbers whose mean and standard deviation are numbers or tensors: `normal`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.core.access import array_of, has_bytes
from tensorplay.core.execute import execute
from tensorplay.core.targets import share_memory
from tensorplay.core.tensor import TensorBase, make_tensor
from tensorplay.geometry.dimensions import broadcast_shapes
from tensorplay.geometry.layout import contiguous_strides

from .arithmetic import add, mul
from .comparison import ge
from .op import composition
from .parameters import NO_OPTIONS, Options, create, number_argument, size_argument
from .pointwise import common_device
from .random import Draws, normal_numbers

if TYPE_CHECKING:
    from .faces import Tensor
    from .generator import Generator
    from .op import Ints


@composition("function")
def normal(
    mean: float | Tensor,
    std: float | Tensor | None = None,
    size: Ints | None = None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    options: Options,
) -> Tensor:
    """Normal random numbers with a mean and a standard deviation, each one number or a tensor of numbers.

    With two numbers `size` says how many, as in `normal(0, 1, (2, 3))`, and dtype, device and the other options may be
    given. A tensor among them gives the size (two are broadcast), the device and the dtype, which is that of `mean` if
    both are tensors; the result is contiguous, and `std` may be left out, for 1. For the same seed the numbers are
    PyTorch's on the CPU, up to the last bits of sine, cosine and logarithm.

    Raises RuntimeError for a standard deviation below 0 and for a complex one, NotImplementedError for a dtype that
    holds no fractions, TypeError for arguments that do not go together.

    >>> import tensorplay as tp
    >>> tp.normal(tp.tensor([1.0, 2.0, 3.0]), 0.0).tolist()
    [1.0, 2.0, 3.0]
    >>> tp.normal(0, 1, (2, 3)).shape
    tensorplay.Size([2, 3])
    """
    draws = Draws("normal", generator)
    result: Tensor
    if std is None:
        if size is not None:
            raise TypeError("normal() of a size needs a standard deviation too: normal(mean, std, size)")
        std = 1.0
    if size is None:
        if not isinstance(mean, TensorBase) and not isinstance(std, TensorBase):
            raise TypeError("normal() of two numbers needs a size: normal(mean, std, size)")
        if options != NO_OPTIONS:
            raise TypeError("normal() takes dtype, layout, device and the like beside two numbers and a size only")
        result = _by_tensors(mean, std, draws, out)
        return result
    centre, spread = _real("mean", mean, 1), _real("std", std, 2)
    lengths = size_argument("normal", size, 3)
    parameters = (lengths, contiguous_strides(lengths), draws, centre, spread)
    result = create(normal_numbers, parameters, options, out)
    return result


def _real(name: str, value: Any, position: int) -> float:
    number = number_argument("normal", name, value, position)
    if isinstance(number, complex):
        raise TypeError(f"normal(): argument '{name}' (position {position}) must be float, not complex")
    return float(number)


def _by_tensors(mean: Any, std: Any, draws: Draws, out: Any) -> Any:
    """Standard normal numbers, times std, plus mean: the three steps of PyTorch, which round one after the other."""
    leading = mean if isinstance(mean, TensorBase) else std
    if out is not None and not isinstance(out, TensorBase):
        raise TypeError(f"normal(): argument 'out' must be Tensor, not {type(out).__name__}")
    dtype = leading.dtype if out is None else out.dtype
    spread = 1.0
    if isinstance(std, TensorBase):
        if std.dtype.is_complex:
            raise RuntimeError(f"normal() needs real standard deviations, but these are {std.dtype}")
        if std.numel() and has_bytes([std]) and not bool(array_of(execute(ge, (std, 0), ())).all()):
            raise RuntimeError("normal() needs standard deviations of 0 or more, but some are below 0 or NaN")
    else:
        spread = _real("std", std, 2)
    spreads = _apart(std, out) if isinstance(std, TensorBase) else None
    centre = _apart(mean, out) if isinstance(mean, TensorBase) else _real("mean", mean, 1)
    tensors = [operand for operand in (mean, std) if isinstance(operand, TensorBase)]
    common_device("normal", [operand._spec for operand in tensors])
    if out is not None and not isinstance(std, TensorBase):
        tensors.append(out)  # an `out=` may be larger than the means: they are broadcast to it
    size = broadcast_shapes(*[operand._spec.size for operand in tensors])
    numbers = (size, contiguous_strides(size), draws, 0.0, spread, dtype, leading.device)
    result: Any = execute(normal_numbers, (), numbers, out)
    if spreads is not None:
        execute(mul, (result, spreads), (), result)
    execute(add, (result, centre), (1,), result)
    # A new tensor counts as never changed, whatever its maker did.
    return make_tensor(result._storage, result._spec) if out is None else result


def _apart(operand: Any, out: Any) -> Any:
    """The operand outside the graph of autograd, and copied if the result is written to its storage."""
    return operand.clone().detach() if out is not None and share_memory(out, operand) else operand.detach()
