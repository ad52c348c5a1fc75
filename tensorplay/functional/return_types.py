"""Named tuples that operations with several results return, such as `values` and `indices` of `sort`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .faces import Tensor

PAIR = "ValuesAndIndices"  # what operations with such results declare to return


class ValuesAndIndices(NamedTuple):
    """Values, and the index of each along the dimension."""

    values: Tensor
    indices: Tensor

    def __repr__(self) -> str:
        return text_of(self)


class LeastAndGreatest(NamedTuple):
    """The least and the greatest value."""

    min: Tensor
    max: Tensor

    def __repr__(self) -> str:
        return text_of(self)


class SignAndLogarithm(NamedTuple):
    """The sign of a determinant and the logarithm of its absolute value."""

    sign: Tensor
    logabsdet: Tensor

    def __repr__(self) -> str:
        return text_of(self)


class OrthogonalAndTriangular(NamedTuple):
    """The factors of a QR decomposition."""

    Q: Tensor
    R: Tensor

    def __repr__(self) -> str:
        return text_of(self)


class SingularValues(NamedTuple):
    """The factors of a singular value decomposition: left vectors, values, right vectors as rows."""

    U: Tensor
    S: Tensor
    Vh: Tensor

    def __repr__(self) -> str:
        return text_of(self)


class SingularValuesByColumns(NamedTuple):
    """The factors of a singular value decomposition: left vectors, values, right vectors as columns."""

    U: Tensor
    S: Tensor
    V: Tensor

    def __repr__(self) -> str:
        return text_of(self)


class EigenvaluesAndVectors(NamedTuple):
    """Eigenvalues, and eigenvectors as columns."""

    eigenvalues: Tensor
    eigenvectors: Tensor

    def __repr__(self) -> str:
        return text_of(self)


def text_of(result: Any) -> str:
    """The name of the operation, then each field on a line of its own, as PyTorch prints it."""
    fields = ",\n".join(f"{name}={value!r}" for name, value in zip(result._fields, result, strict=True))
    return f"tensorplay.return_types.{type(result).__name__}(\n{fields})"


def named(name: str, fields: type[Any]) -> Any:
    """The type of an operation's results: `fields` under the operation's name."""
    return type(name, (fields,), {"__slots__": (), "__module__": __name__, "__doc__": fields.__doc__})


max = named("max", ValuesAndIndices)
min = named("min", ValuesAndIndices)
median = named("median", ValuesAndIndices)
nanmedian = named("nanmedian", ValuesAndIndices)
mode = named("mode", ValuesAndIndices)
kthvalue = named("kthvalue", ValuesAndIndices)
sort = named("sort", ValuesAndIndices)
topk = named("topk", ValuesAndIndices)
cummax = named("cummax", ValuesAndIndices)
cummin = named("cummin", ValuesAndIndices)
aminmax = named("aminmax", LeastAndGreatest)
svd = named("svd", SingularValuesByColumns)
linalg_slogdet = named("linalg_slogdet", SignAndLogarithm)
linalg_qr = named("linalg_qr", OrthogonalAndTriangular)
linalg_svd = named("linalg_svd", SingularValues)
linalg_eig = named("linalg_eig", EigenvaluesAndVectors)
linalg_eigh = named("linalg_eigh", EigenvaluesAndVectors)
