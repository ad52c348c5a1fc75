"""The unary operators of cuTENSOR: their numbers, their formulas, and what they are defined for."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final

from tensorplay.core.arguments import WrongType, to_int

from .permutation_status import unsupported


class Operator(IntEnum):
    """What is applied to each element of A (`cutensorOperator_t`); SQR stands in cuTENSOR's prose only.

    >>> Operator.TANH.value, Operator["SWISH"].value
    (12, 40)
    """

    IDENTITY = 1
    SQRT = 2
    RELU = 8
    CONJ = 9
    RCP = 10
    SIGMOID = 11
    TANH = 12
    EXP = 22
    LOG = 23
    ABS = 24
    NEG = 25
    SIN = 26
    COS = 27
    TAN = 28
    SINH = 29
    COSH = 30
    ASIN = 31
    ACOS = 32
    ATAN = 33
    ASINH = 34
    ACOSH = 35
    ATANH = 36
    CEIL = 37
    FLOOR = 38
    MISH = 39
    SWISH = 40
    SOFT_PLUS = 41
    SOFT_SIGN = 42
    SQR = -1


#: Operators whose result for integers is an integer.
KEEP_INTEGERS: Final = frozenset(
    [
        Operator.IDENTITY, Operator.RELU, Operator.CONJ, Operator.ABS, Operator.NEG, Operator.CEIL, Operator.FLOOR,
        Operator.SQR,
    ]
)  # fmt: skip
#: Operators that have no meaning for complex numbers, as they ask for an order.
REAL_ONLY: Final = frozenset([Operator.RELU, Operator.CEIL, Operator.FLOOR, Operator.MISH, Operator.SOFT_PLUS])
OUTSIDE_THE_ENUM: Final = frozenset([Operator.SQR])

_NAMED: Final = {"CONJUGATE": Operator.CONJ}
_BY_NUMBER: Final = {operator.value: operator for operator in Operator if operator not in OUTSIDE_THE_ENUM}


def to_operator(op: Any) -> Operator:
    """An operator from its name, in whatever case and with or without CUTENSOR_OP_, or from its number.

    CuTensorError NOT_SUPPORTED for what is no unary operator of cuTENSOR; TypeError for another type.

    >>> to_operator("relu").name, to_operator(22).name, to_operator("CUTENSOR_OP_CONJUGATE").name
    ('RELU', 'EXP', 'CONJ')
    """
    if isinstance(op, Operator):
        return op
    if not isinstance(op, str):
        try:
            op = to_int(op)
        except WrongType:
            raise TypeError(f"op must be the name or the number of an operator, not {type(op).__name__}") from None
        if op in _BY_NUMBER:
            return _BY_NUMBER[op]
    else:
        name = op.strip().upper().removeprefix("CUTENSOR_OP_")
        if name in _NAMED:
            return _NAMED[name]
        if name in Operator.__members__:
            return Operator[name]
    names = ", ".join([operator.name for operator in Operator])
    raise unsupported(f"{op!r} is no unary operator; there are {names}")


def check_operator(operator: Operator, *, is_complex: bool, strict: bool) -> None:
    """Refuse what an operator is not defined for."""
    if strict and operator in OUTSIDE_THE_ENUM:
        raise unsupported(f"{operator.name} is no value of cuTENSOR's enum; without strict=True it is x·x")
    if is_complex and operator in REAL_ONLY:
        raise unsupported(f"{operator.name} is not defined for complex numbers; take the real part first")


def _real_zero(values: Any) -> Any:
    return values.dtype.type(0)


def _relu(xp: Any, x: Any) -> Any:
    return xp.where(x < 0, _real_zero(x), x)  # NaN stays NaN


def _reciprocal(xp: Any, x: Any) -> Any:
    return 1 / x


def _sigmoid(xp: Any, x: Any) -> Any:
    return 1 / (1 + xp.exp(-x))


def _soft_plus(xp: Any, x: Any) -> Any:
    return xp.logaddexp(x, _real_zero(x))


def _mish(xp: Any, x: Any) -> Any:
    return x * xp.tanh(_soft_plus(xp, x))


def _swish(xp: Any, x: Any) -> Any:
    return x * _sigmoid(xp, x)


def _soft_sign(xp: Any, x: Any) -> Any:
    return x / (1 + xp.absolute(x))


def _ceil(xp: Any, x: Any) -> Any:
    return x if x.dtype.kind in "iu" else xp.ceil(x)


def _floor(xp: Any, x: Any) -> Any:
    return x if x.dtype.kind in "iu" else xp.floor(x)


def _function(name: str) -> Callable[[Any, Any], Any]:
    return lambda xp, x: getattr(xp, name)(x)


#: (array library, values) -> values, in one working dtype.
FORMULAS: Final[dict[Operator, Callable[[Any, Any], Any]]] = {
    Operator.IDENTITY: lambda xp, x: x,
    Operator.SQRT: _function("sqrt"),
    Operator.RELU: _relu,
    Operator.CONJ: _function("conjugate"),
    Operator.RCP: _reciprocal,
    Operator.SIGMOID: _sigmoid,
    Operator.TANH: _function("tanh"),
    Operator.EXP: _function("exp"),
    Operator.LOG: _function("log"),
    Operator.ABS: _function("absolute"),
    Operator.NEG: _function("negative"),
    Operator.SIN: _function("sin"),
    Operator.COS: _function("cos"),
    Operator.TAN: _function("tan"),
    Operator.SINH: _function("sinh"),
    Operator.COSH: _function("cosh"),
    Operator.ASIN: _function("arcsin"),
    Operator.ACOS: _function("arccos"),
    Operator.ATAN: _function("arctan"),
    Operator.ASINH: _function("arcsinh"),
    Operator.ACOSH: _function("arccosh"),
    Operator.ATANH: _function("arctanh"),
    Operator.CEIL: _ceil,
    Operator.FLOOR: _floor,
    Operator.MISH: _mish,
    Operator.SWISH: _swish,
    Operator.SOFT_PLUS: _soft_plus,
    Operator.SOFT_SIGN: _soft_sign,
    Operator.SQR: lambda xp, x: x * x,
}
