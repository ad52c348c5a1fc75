"""Questions about tensors, asked by a function: dtype, size, bits, and the dtype in which several would meet."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.promotion import number_dtype, result_type_of
from tensorplay.attributes.size import Size
from tensorplay.core.arguments import WrongType, to_ints
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry import dimensions

from .literals import is_scalar
from .op import accessor
from .parameters import tensor_argument

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.promotion import OperandKind

    from .faces import Tensor


@accessor("function")
def is_floating_point(input: Tensor) -> bool:
    """Whether the dtype of a tensor is a floating point type.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.is_floating_point(tp.zeros(1)), tp.is_floating_point(tp.arange(1))
    (True, False)
    """
    return tensor_argument("is_floating_point", "input", input, 1).is_floating_point()


@accessor("function")
def is_complex(input: Tensor) -> bool:
    """Whether the dtype of a tensor is a complex type.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.is_complex(tp.tensor(1j))
    True
    """
    return tensor_argument("is_complex", "input", input, 1).is_complex()


@accessor("function")
def is_signed(input: Tensor) -> bool:
    """Whether the dtype of a tensor can hold negative numbers.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.is_signed(tp.zeros(1, dtype=tp.uint8))
    False
    """
    return tensor_argument("is_signed", "input", input, 1).is_signed()


@accessor("function")
def is_conj(input: Tensor) -> bool:
    """Whether the conjugate bit of a tensor is set.

    >>> import tensorplay as tp
    >>> tp.is_conj(tp.tensor(1j).conj())
    True
    """
    return tensor_argument("is_conj", "input", input, 1).is_conj()


@accessor("function")
def is_neg(input: Tensor) -> bool:
    """Whether the negative bit of a tensor is set.

    >>> import tensorplay as tp
    >>> tp.is_neg(tp.tensor(1j).conj().imag)
    True
    """
    return tensor_argument("is_neg", "input", input, 1).is_neg()


@accessor("function")
def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same size.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.is_same_size(tp.zeros(2, 1), tp.zeros(1, 2))
    False
    """
    first = tensor_argument("is_same_size", "input", input, 1)
    return first.is_same_size(tensor_argument("is_same_size", "other", other, 2))


@accessor("function")
def numel(input: Tensor) -> int:
    """The number of elements of a tensor.

    Raises TypeError for what is no tensor.

    >>> import tensorplay as tp
    >>> tp.numel(tp.zeros(2, 3))
    6
    """
    return tensor_argument("numel", "input", input, 1).numel()


@accessor("function")
def result_type(tensor: Any, other: Any) -> DType:
    """The dtype in which two tensors or numbers meet.

    Tensors with dimensions outrank 0-dim tensors, which outrank numbers: a lower one changes the dtype only if it is of
    a higher category (bool, integral, floating, complex). RuntimeError where uint16, uint32 or uint64 would have to be
    promoted.

    >>> import tensorplay as tp
    >>> tp.result_type(tp.zeros(2, dtype=tp.uint8), 300), tp.result_type(tp.zeros(2, dtype=tp.uint8), 0.5)
    (tensorplay.uint8, tensorplay.float32)
    """
    return result_type_of([_kind_of(value, position) for position, value in enumerate((tensor, other), 1)])


def _kind_of(value: Any, position: int) -> tuple[OperandKind, DType]:
    if isinstance(value, TensorBase):
        return ("dimensioned" if value._spec.layout.size else "zero_dimensional"), value.dtype
    number = value.item() if is_scalar(value) else value
    if not isinstance(number, (bool, int, float, complex)):
        raise TypeError(f"result_type() takes tensors and numbers, but argument {position} is a {type(value).__name__}")
    return "number", number_dtype(number)


@accessor("function")
def broadcast_shapes(*shapes: Any) -> Size:
    """The size that sizes broadcast to: aligned at the last dimension, a 1 gives way to any other.

    A single int stands for a size of one dimension. Raises RuntimeError for sizes that do not fit.

    >>> import tensorplay as tp
    >>> tp.broadcast_shapes((2, 1), (3, 1, 4))
    tensorplay.Size([3, 2, 4])
    """
    sizes = []
    for position, shape in enumerate(shapes):
        try:
            size = to_ints(shape)
        except WrongType:
            raise RuntimeError(
                f"broadcast_shapes() takes sizes made of ints, but argument {position} is {shape!r}"
            ) from None
        sizes.append(size)
    return Size(dimensions.broadcast_shapes(*sizes))


@accessor("function")
def typename(obj: Any) -> str:
    """The name of what an object is, with its module: of a tensor its old typed constructor, of a class its own name.

    >>> import tensorplay as tp
    >>> tp.typename(tp.arange(3)), tp.typename(tp.Size), tp.typename(2.5)
    ('tensorplay.LongTensor', 'tensorplay.Size', 'float')
    """
    if isinstance(obj, TensorBase):
        return str(obj.type())  # type: ignore[attr-defined]
    name = getattr(obj, "__qualname__", None) or getattr(obj, "__name__", None)
    named = obj if name is not None else type(obj)
    module = getattr(named, "__module__", None) or ""
    name = name or named.__qualname__
    for public in ("tensorplay.storage", "tensorplay"):  # from where users know it, wherever it is written
        if getattr(sys.modules.get(public), name, None) is named:
            return f"{public}.{name}"
    return name if module in ("", "builtins") else f"{module}.{name}"
