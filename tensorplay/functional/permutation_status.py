"""The statuses of cuTENSOR, and the error that carries one."""

from __future__ import annotations

from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Status(IntEnum):
    """What a call of cuTENSOR returns (`cutensorStatus_t` of the 2.x headers)."""

    SUCCESS = 0
    NOT_INITIALIZED = 1
    ALLOC_FAILED = 3
    INVALID_VALUE = 7
    ARCH_MISMATCH = 8
    MAPPING_ERROR = 11
    EXECUTION_FAILED = 13
    INTERNAL_ERROR = 14
    NOT_SUPPORTED = 15
    LICENSE_ERROR = 16
    CUBLAS_ERROR = 17
    CUDA_ERROR = 18
    INSUFFICIENT_WORKSPACE = 19
    INSUFFICIENT_DRIVER = 20
    IO_ERROR = 21


class CuTensorError(RuntimeError):
    """A status other than SUCCESS: `status` is its number, `name` its name, with which the message begins.

    >>> raise CuTensorError(Status.NOT_SUPPORTED, "no such operator")
    Traceback (most recent call last):
    tensorplay.functional.permutation_status.CuTensorError: NOT_SUPPORTED: no such operator
    """

    def __init__(self, status: Status, text: str) -> None:
        super().__init__(f"{status.name}: {text}")
        self.status = status
        self.name = status.name
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.text)


def invalid(text: str) -> CuTensorError:
    """A value or a combination of values that can never be right."""
    return CuTensorError(Status.INVALID_VALUE, text)


def unsupported(text: str) -> CuTensorError:
    """A request that makes sense, but that is not served."""
    return CuTensorError(Status.NOT_SUPPORTED, text)


@contextmanager
def refusing_values() -> Iterator[None]:
    """Inside, what a layout rule refuses is an INVALID_VALUE, with the rule's own sentence."""
    try:
        yield
    except CuTensorError:
        raise
    except (RuntimeError, IndexError) as error:
        raise invalid(str(error)) from None
