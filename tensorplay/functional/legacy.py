"""The old constructors: `Tensor(...)` in the default dtype, and `FloatTensor` and its like in their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import LEGACY_CONSTRUCTORS, get_default_dtype
from tensorplay.attributes.size import Size
from tensorplay.core.arguments import sizes
from tensorplay.core.composed import composed
from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .creation import empty_in_format
from .data import copied
from .indexing import getitem
from .literals import is_array
from .parameters import checked_device

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType

    from .faces import Tensor

_CPU = Device("cpu")


def new(
    cls: type[Any], *arguments: Any, size: Any = None, data: Any = None, device: Device | str | int | None = None
) -> Any:
    """A tensor of a size given as ints, or of data given as a sequence, in the default dtype on the CPU.

    `Tensor()` is empty, `Tensor(2, 3)` has that size and values that are not set, `Tensor([2, 3])` has those values,
    `Tensor(other)` shares the memory of another tensor. `tensor` and `empty` say more clearly which one is meant.

    >>> import tensorplay as tp
    >>> tp.Tensor([2, 3]).tolist(), tp.Tensor(2, 3).shape
    ([2.0, 3.0], tensorplay.Size([2, 3]))
    """
    return _made("Tensor", None, arguments, size, data, device)


def _made(name: str, dtype: DType | None, arguments: tuple[Any, ...], size: Any, data: Any, device: Any) -> Any:
    """What an old constructor makes, one operation to the journal; `dtype` None stands for the default dtype."""
    inputs = [value for value in (*arguments, data) if isinstance(value, TensorBase)]
    with composed(name, inputs) as conclude:
        return conclude(_uncounted(name, dtype, arguments, size, data, device))


def _uncounted(name: str, dtype: DType | None, arguments: tuple[Any, ...], size: Any, data: Any, device: Any) -> Any:
    if device is not None and checked_device(name, device).type != "cpu":
        raise RuntimeError(
            f"{name}() makes tensors on the CPU, but device '{device}' was given; use tensor() or empty()"
        )
    chosen = get_default_dtype() if dtype is None else dtype
    given = [value for value in (size, data) if value is not None]
    if len(given) + bool(arguments) > 1:
        raise TypeError(f"{name}() takes a size or data, not several of them")
    if size is None and (data is not None or len(arguments) == 1):
        what = arguments[0] if arguments else data
        if isinstance(what, TensorBase):
            return _alias(name, what, dtype)
        if not isinstance(what, (int, Size)):
            if not (isinstance(what, (list, tuple, str)) or is_array(what) or hasattr(what, "__len__")):
                raise TypeError(f"{name}() takes a size as ints or data as a sequence, not a {type(what).__name__}")
            return copied(name, what, chosen, None, False, False, _CPU)
    lengths = sizes(name, arguments, size) if arguments or size is not None else (0,)
    return execute(empty_in_format, (), (lengths, "contiguous", chosen, _CPU))


def _alias(name: str, other: TensorBase, dtype: DType | None) -> Any:
    """Another tensor on the same memory."""
    if other.device.type != "cpu" or (dtype is not None and other.dtype is not dtype):
        raise TypeError(
            f"{name}() shares the memory of a tensor of its own kind only, not of {other.dtype} on '{other.device}'; "
            "convert with to()"
        )
    return execute(getitem, (other,), ((Ellipsis,),))


class LegacyConstructor(type):
    """The class of `FloatTensor` and its like: calling one makes a `Tensor`, and `isinstance` asks for the dtype."""

    dtype: DType

    def __call__(cls, *arguments: Any, size: Any = None, data: Any = None, device: Any = None) -> Tensor:
        made: Tensor = _made(cls.__name__, cls.dtype, arguments, size, data, device)
        return made

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TensorBase) and instance.dtype is cls.dtype and instance.device.type == "cpu"


def _constructor(name: str) -> LegacyConstructor:
    dtype = LEGACY_CONSTRUCTORS[name]
    documentation = f"""Make a tensor of {dtype.name} on the CPU, as older programs do: {name}(2, 3) or {name}([2, 3]).

    `tensor(data, dtype={dtype})` and `empty(size, dtype={dtype})` say more clearly which one is meant.
    `isinstance(x, {name})` holds for tensors of this dtype on the CPU.
    """
    return LegacyConstructor(
        name, (), {"dtype": dtype, "__doc__": documentation, "__module__": "tensorplay", "__slots__": ()}
    )


FloatTensor = _constructor("FloatTensor")
DoubleTensor = _constructor("DoubleTensor")
HalfTensor = _constructor("HalfTensor")
BFloat16Tensor = _constructor("BFloat16Tensor")
ByteTensor = _constructor("ByteTensor")
CharTensor = _constructor("CharTensor")
ShortTensor = _constructor("ShortTensor")
IntTensor = _constructor("IntTensor")
LongTensor = _constructor("LongTensor")
BoolTensor = _constructor("BoolTensor")
