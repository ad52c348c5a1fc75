"""Data types: what one element of a tensor is.

There are sixteen, each a single object that compares by identity and knows its name, width and category.
The module also keeps the default dtype, the one that Python floats become.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "ALIASES",
    "ALL_DTYPES",
    "BOOLEAN",
    "COMPLEX",
    "FLOATING",
    "INTEGRAL",
    "LEGACY_CONSTRUCTORS",
    "DType",
    "as_dtype",
    "bfloat16",
    "bool_",
    "complex32",
    "complex64",
    "complex128",
    "default_complex_dtype",
    "default_dtype",
    "default_dtype_listeners",
    "dtype",
    "float16",
    "float32",
    "float64",
    "get_default_dtype",
    "int8",
    "int16",
    "int32",
    "int64",
    "set_default_dtype",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]

# The categories of type promotion, in rising order.
BOOLEAN: Final = 0
INTEGRAL: Final = 1
FLOATING: Final = 2
COMPLEX: Final = 3


class dtype:
    """The type of a tensor's elements, such as ``tensorplay.float32``; also called ``DType``.

    Its attributes are plain reads: ``name``, ``itemsize`` (bytes for each element), ``category`` (0 boolean,
    1 integral, 2 floating, 3 complex), ``is_floating_point``, ``is_complex`` and ``is_signed``.

    There is one object for each type, so ``is`` and ``==`` agree, and copies and pickles give the same object back.
    Making another one is refused with TypeError, writing an attribute with AttributeError.

    >>> float32, float32.itemsize, float32.is_floating_point
    (tensorplay.float32, 4, True)
    """

    __slots__ = ("category", "is_complex", "is_floating_point", "is_signed", "itemsize", "name")

    name: str
    itemsize: int
    category: int
    is_floating_point: bool
    is_complex: bool
    is_signed: bool

    def __new__(cls, *arguments: object, **named: object) -> Self:
        """Refuse with TypeError: the data types are a closed set."""
        raise TypeError(
            "a dtype cannot be made: use one of the existing ones, such as tensorplay.float32 or tensorplay.int64"
        )

    def __init_subclass__(cls) -> None:
        """Refuse with TypeError: code that asks ``x.dtype is float32`` relies on there being no others."""
        raise TypeError("tensorplay.dtype cannot be subclassed: the data types are a closed set")

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse with AttributeError: the objects are shared by everybody."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only")

    def __delattr__(self, name: str) -> None:
        """Refuse with AttributeError: the objects are shared by everybody."""
        raise AttributeError(f"{self!r} cannot be changed: its attribute {name!r} is read-only")

    def __repr__(self) -> str:
        return f"tensorplay.{self.name}"

    def __reduce__(self) -> str:
        # A plain name tells copy and pickle that this is the module's global of that name.
        return "bool_" if self.category == BOOLEAN else self.name

    def to_real(self) -> dtype:
        """Give the dtype of the real part: complex64 gives float32; what is not complex gives itself.

        >>> complex128.to_real(), int8.to_real()
        (tensorplay.float64, tensorplay.int8)
        """
        return _REAL_OF_COMPLEX.get(self, self)

    def to_complex(self) -> dtype:
        """Give the complex dtype whose parts can hold this one: float32 gives complex64.

        bfloat16 gives complex64, the narrowest complex dtype with bfloat16's range. Complex dtypes give themselves.
        Boolean and integral dtypes have no complex counterpart: RuntimeError.

        >>> float16.to_complex(), bfloat16.to_complex()
        (tensorplay.complex32, tensorplay.complex64)
        """
        if self.is_complex:
            return self
        try:
            return _COMPLEX_OF_FLOATING[self]
        except KeyError:
            raise RuntimeError(
                f"{self!r} has no complex counterpart: only floating dtypes have one; "
                "convert to one first, for instance tensorplay.float32"
            ) from None


DType = dtype


def _make(name: str, itemsize: int, category: int, *, is_signed: bool = True) -> dtype:
    made: dtype = object.__new__(dtype)
    fields = {
        "name": name,
        "itemsize": itemsize,
        "category": category,
        "is_floating_point": category == FLOATING,
        "is_complex": category == COMPLEX,
        "is_signed": is_signed,
    }
    for field, value in fields.items():
        object.__setattr__(made, field, value)
    return made


# The underscore leaves Python's own bool in reach; the package exports it as tensorplay.bool.
bool_: Final = _make("bool", 1, BOOLEAN, is_signed=False)
uint8: Final = _make("uint8", 1, INTEGRAL, is_signed=False)
int8: Final = _make("int8", 1, INTEGRAL)
int16: Final = _make("int16", 2, INTEGRAL)
int32: Final = _make("int32", 4, INTEGRAL)
int64: Final = _make("int64", 8, INTEGRAL)
uint16: Final = _make("uint16", 2, INTEGRAL, is_signed=False)
uint32: Final = _make("uint32", 4, INTEGRAL, is_signed=False)
uint64: Final = _make("uint64", 8, INTEGRAL, is_signed=False)
float16: Final = _make("float16", 2, FLOATING)
bfloat16: Final = _make("bfloat16", 2, FLOATING)
float32: Final = _make("float32", 4, FLOATING)
float64: Final = _make("float64", 8, FLOATING)
complex32: Final = _make("complex32", 4, COMPLEX)
complex64: Final = _make("complex64", 8, COMPLEX)
complex128: Final = _make("complex128", 16, COMPLEX)

_COMPLEX_OF_FLOATING: Final = {float16: complex32, bfloat16: complex64, float32: complex64, float64: complex128}
_REAL_OF_COMPLEX: Final = {complex32: float16, complex64: float32, complex128: float64}

ALL_DTYPES: Final[tuple[dtype, ...]] = (
    bool_,
    uint8,
    int8,
    int16,
    int32,
    int64,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float32,
    float64,
    complex32,
    complex64,
    complex128,
)

# Second names of dtypes, as the package exports them.
ALIASES: Final[dict[str, dtype]] = {
    "half": float16,
    "float": float32,
    "double": float64,
    "chalf": complex32,
    "cfloat": complex64,
    "cdouble": complex128,
    "short": int16,
    "int": int32,
    "long": int64,
}

# The dtype that each of the old typed constructors stands for.
LEGACY_CONSTRUCTORS: Final[dict[str, dtype]] = {
    "FloatTensor": float32,
    "DoubleTensor": float64,
    "HalfTensor": float16,
    "BFloat16Tensor": bfloat16,
    "ByteTensor": uint8,
    "CharTensor": int8,
    "ShortTensor": int16,
    "IntTensor": int32,
    "LongTensor": int64,
    "BoolTensor": bool_,
}

_PYTHON_TYPES: Final = ((bool, bool_), (int, int64), (float, float64), (complex, complex128))


def as_dtype(value: dtype | type) -> dtype:
    """Give the dtype that an argument means: a dtype itself, or Python's bool, int, float or complex.

    Python's types mean their own width here: ``float`` is float64, whatever the default dtype is.
    Anything else is refused with TypeError.

    >>> as_dtype(float), as_dtype(int16)
    (tensorplay.float64, tensorplay.int16)
    """
    if isinstance(value, dtype):
        return value
    for python_type, meant in _PYTHON_TYPES:
        if value is python_type:
            return meant
    raise TypeError(
        f"expected a dtype such as tensorplay.float32, or Python's bool, int, float or complex; got {value!r} "
        f"of type {type(value).__name__}"
    )


_default: dtype = float32

#: Called after the default dtype has changed, by whoever remembers something that depends on it.
default_dtype_listeners: list[Callable[[], object]] = []


def get_default_dtype() -> dtype:
    """Give the dtype that Python floats become and that factories use when none is asked for; float32 at the start.

    >>> get_default_dtype()
    tensorplay.float32
    """
    return _default


def default_complex_dtype() -> dtype:
    """Give the dtype that Python complex numbers become: the complex counterpart of the default dtype.

    >>> with default_dtype(float64):
    ...     default_complex_dtype()
    tensorplay.complex128
    """
    return _COMPLEX_OF_FLOATING[_default]


def set_default_dtype(d: dtype, /) -> None:
    """Make ``d`` the default dtype, for all threads. It must be floating: float16, bfloat16, float32 or float64.

    Anything else is refused with TypeError and changes nothing. ``default_dtype`` does the same for one block.

    >>> set_default_dtype(float32)
    """
    global _default
    if not isinstance(d, dtype):
        raise TypeError(
            "the default dtype must be a floating dtype such as tensorplay.float32; "
            f"got {d!r} of type {type(d).__name__}, which is no dtype"
        )
    if not d.is_floating_point:
        raise TypeError(
            "the default dtype must be floating (float16, bfloat16, float32 or float64), since Python floats "
            f"become it; got {d!r}"
        )
    changed = d is not _default
    _default = d
    if changed:
        for listener in default_dtype_listeners:
            listener()


@contextmanager
def default_dtype(d: dtype, /) -> Iterator[None]:
    """Make ``d`` the default dtype inside a ``with`` block, and restore the former one after it, also on errors.

    Refuses what ``set_default_dtype`` refuses. Like it, the change is seen by all threads.

    >>> with default_dtype(float64):
    ...     get_default_dtype()
    tensorplay.float64
    """
    former = _default
    set_default_dtype(d)
    try:
        yield
    finally:
        set_default_dtype(former)
