"""The views as copies: `permute_copy` gives what `permute` views, as a contiguous tensor on a storage of its own.

One table makes them: the view operation, which brings its parameters and its errors, and an example.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType
from tensorplay.attributes.memory_format import contiguous_format
from tensorplay.core.arguments import exact, listed, sizes_alone, to_int
from tensorplay.core.execute import execute
from tensorplay.core.targets import share_memory
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.dimensions import wrap_dim

from .complex_views import view_as_complex, view_as_real
from .conversions import resolve_conj, resolve_neg
from .copying import clone, reshape
from .index_items import Slice
from .indexing import getitem
from .op import composition
from .parameters import argument, tensor_argument
from .pieces import split, split_with_sizes, unbind
from .views import as_strided, diagonal, expand, narrow, permute, select, squeeze, t, transpose, unfold, unsqueeze, view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tensorplay.core.operation import Operation

    from .faces import Tensor


def _resolved(name: str, input: Any) -> Any:
    """The tensor with its lazy bits carried out: a copy has none, and some views cannot see through them."""
    tensor_argument(name, "input", input, 1)
    return resolve_neg(resolve_conj(input))


def _packed(name: str, viewed: Any, out: Any) -> Any:
    """A contiguous copy of a view, written into `out` if one is given, which must have its dtype."""
    if out is not None:
        if not isinstance(out, TensorBase):
            raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
        if out.dtype is not viewed.dtype:
            raise RuntimeError(f"{name}() writes into an out= of {viewed.dtype} only, but this one has {out.dtype}")
        if share_memory(out, viewed):  # nothing may be overwritten that is still to be read
            viewed = execute(clone, (viewed,), (contiguous_format,))
    return execute(clone, (viewed,), (contiguous_format,), out)


def _outputs(name: str, pieces: tuple[Any, ...], out: Any) -> tuple[Any, ...]:
    """The tensors of an `out=`, as many as there are pieces."""
    targets = listed(name, "out", 3, out)
    for target in targets:
        if not isinstance(target, TensorBase):
            raise TypeError(f"{name}(): out= needs tensors, but got {type(target).__name__}")
    if len(targets) != len(pieces):
        raise RuntimeError(f"{name}(): out= needs {len(pieces)} tensors, but got {len(targets)}")
    return targets


def _documentation(operation: Operation, returns: str, example: str, result: str) -> str:
    """The documentation of a copying twin."""
    viewing = operation.name
    several = returns != "Tensor"
    what = "a tuple of contiguous copies" if several else "a contiguous copy"
    given = "`out=` takes as many tensors, and nothing is returned then" if several else "`out=` has the same dtype"
    return (
        f"What `{viewing}` views, as {what} with the lazy bits carried out.\n\n"
        f"    The size, the dtype and the errors are those of `{viewing}`. {given}, else RuntimeError.\n\n"
        f"    >>> import tensorplay as tp\n    >>> {example}\n    {result}\n    "
    )


def _declared(
    name: str,
    faces: str,
    function: Callable[..., Any],
    operation: Operation,
    returns: str,
    example: tuple[str, str],
) -> Callable[..., Any]:
    """Give a function the name and the documentation of a copying twin, and declare it with the parameters of both."""
    named: Any = function
    named.__name__ = named.__qualname__ = name
    named.__doc__ = _documentation(operation, returns, *example)
    named.parameters_like = operation.plan
    named.__annotations__ = {"return": returns}
    return composition(faces)(function)


def _one(operation: Operation, *example: str, faces: str = "function") -> Callable[..., Any]:
    """The copying twin of an operation that views one tensor."""
    name = f"{operation.name}_copy"

    def copied(input: Any, *parameters: Any, out: Any = None) -> Any:
        given = tuple([exact(value) for value in parameters])
        return _packed(name, execute(operation, (_resolved(name, input),), given), out)

    return _declared(name, faces, copied, operation, "Tensor", (example[0], example[1]))


def _several(operation: Operation, *example: str) -> Callable[..., Any]:
    """The copying twin of an operation that views pieces of a tensor."""
    name = f"{operation.name}_copy"

    def copied(input: Any, *parameters: Any, out: Any = None) -> Any:
        given = tuple([exact(value) for value in parameters])
        pieces = execute(operation, (_resolved(name, input),), given)
        if out is None:
            return tuple([_packed(name, piece, None) for piece in pieces])
        targets = _outputs(name, pieces, out)
        for piece, target in zip(pieces, targets, strict=True):
            if piece.dtype is not target.dtype:
                raise RuntimeError(f"{name}() writes into tensors of {piece.dtype} only, but out= has {target.dtype}")
        copies = [_packed(name, piece, None) for piece in pieces]  # no target may change what is still to be read
        for copy, target in zip(copies, targets, strict=True):
            _packed(name, copy, target)
        return None

    return _declared(name, "function", copied, operation, "tuple[Tensor, ...]", (example[0], example[1]))


as_strided_copy = _one(as_strided, "tp.as_strided_copy(tp.arange(4), (2, 2), (1, 2)).tolist()", "[[0, 2], [1, 3]]")
diagonal_copy = _one(diagonal, "tp.diagonal_copy(tp.arange(9).view(3, 3)).stride()", "(1,)")
expand_copy = _one(expand, "tp.expand_copy(tp.arange(2), (2, 2)).stride()", "(2, 1)")
narrow_copy = _one(narrow, "tp.narrow_copy(tp.arange(5), 0, 1, 3).tolist()", "[1, 2, 3]", faces="function method")
permute_copy = _one(permute, "tp.permute_copy(tp.arange(6).view(2, 3), (1, 0)).stride()", "(2, 1)")
select_copy = _one(select, "tp.select_copy(tp.arange(6).view(2, 3), 1, 2).tolist()", "[2, 5]")
squeeze_copy = _one(squeeze, "tp.squeeze_copy(tp.zeros(1, 2)).shape", "tensorplay.Size([2])")
t_copy = _one(t, "tp.t_copy(tp.arange(6).view(2, 3)).stride()", "(2, 1)")
transpose_copy = _one(transpose, "tp.transpose_copy(tp.arange(6).view(2, 3), 0, 1).stride()", "(2, 1)")
unfold_copy = _one(unfold, "tp.unfold_copy(tp.arange(4), 0, 2, 1).tolist()", "[[0, 1], [1, 2], [2, 3]]")
unsqueeze_copy = _one(unsqueeze, "tp.unsqueeze_copy(tp.arange(2), 0).tolist()", "[[0, 1]]")
view_as_complex_copy = _one(view_as_complex, "tp.view_as_complex_copy(tp.tensor([[1.0, 2.0]])).tolist()", "[(1+2j)]")
view_as_real_copy = _one(view_as_real, "tp.view_as_real_copy(tp.tensor([1 + 2j]).conj()).tolist()", "[[1.0, -2.0]]")

unbind_copy = _several(unbind, "[x.tolist() for x in tp.unbind_copy(tp.arange(4).view(2, 2), 1)]", "[[0, 2], [1, 3]]")
split_with_sizes_copy = _several(
    split_with_sizes, "[x.tolist() for x in tp.split_with_sizes_copy(tp.arange(3), (1, 2))]", "[[0], [1, 2]]"
)


@composition("function")
def alias_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A contiguous copy with the lazy bits carried out. `out=` has the same dtype, else RuntimeError.

    >>> import tensorplay as tp
    >>> tp.alias_copy(tp.arange(6).view(2, 3).t()).stride()
    (2, 1)
    """
    result: Tensor = _packed("alias_copy", _resolved("alias_copy", input), out)
    return result


@composition("function")
def detach_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A contiguous copy, as `alias_copy`: the graph of autograd goes on through it, as in PyTorch.

    Raises RuntimeError for an `out=` of another dtype.

    >>> import tensorplay as tp
    >>> tp.detach_copy(tp.arange(6).view(2, 3).t()).stride()
    (2, 1)
    """
    result: Tensor = _packed("detach_copy", _resolved("detach_copy", input), out)
    return result


@composition("function")
def slice_copy(
    input: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The slice start:end:step of a dimension as a contiguous copy. `out=` has the same dtype, else RuntimeError.

    Raises RuntimeError for a step that is not positive, IndexError for a dim out of range.

    >>> import tensorplay as tp
    >>> tp.slice_copy(tp.arange(6), 0, 1, None, 2).tolist()
    [1, 3, 5]
    """
    plain = _resolved("slice_copy", input)
    axis = wrap_dim(argument("slice_copy", "dim", to_int, dim, 2), plain.dim(), wrap_scalar=False)
    if argument("slice_copy", "step", to_int, step, 5) <= 0:
        raise RuntimeError(f"slice_copy(): the step must be positive, but it is {step}")
    bounds = [
        None if value is None else argument("slice_copy", name, to_int, value, place)
        for place, (name, value) in enumerate((("start", start), ("end", end)), 3)
    ]
    items = (*[Slice((None, None, None))] * axis, Slice((*bounds, step)))
    result: Tensor = _packed("slice_copy", execute(getitem, (plain,), (items,)), out)
    return result


@composition("function")
def split_copy(
    input: Tensor, split_size: int, dim: int = 0, *, out: Sequence[Tensor] | None = None
) -> tuple[Tensor, ...]:
    """Pieces of one size along a dimension, the last maybe smaller, as contiguous copies; see `split`.

    The tensors of `out=` are written as `copy_` writes, broadcast and cast, and nothing is returned then. Raises
    RuntimeError for another number of them and for a negative size.

    >>> import tensorplay as tp
    >>> [piece.tolist() for piece in tp.split_copy(tp.arange(3), 2)]
    [[0, 1], [2]]
    """
    length = argument("split_copy", "split_size", to_int, split_size, 2)
    pieces = execute(split, (_resolved("split_copy", input),), (length, dim))
    copies: tuple[Tensor, ...] = tuple([_packed("split_copy", piece, None) for piece in pieces])
    if out is None:
        return copies
    for copy, target in zip(copies, _outputs("split_copy", pieces, out), strict=True):
        target.copy_(copy)
    return None  # type: ignore[return-value]


@composition("function")
def view_copy(input: Tensor, size: Any = None, *, dtype: DType | None = None, out: Tensor | None = None) -> Tensor:
    """The elements in order under another shape, as a contiguous copy whatever the layout; or the bytes in a dtype.

    `view_copy(x, size)` takes a shape with at most one -1, `view_copy(x, dtype)` a dtype. Raises RuntimeError for
    another number of elements, for strides that another size of element does not allow, and for an `out=` of another
    dtype.

    >>> import tensorplay as tp
    >>> tp.view_copy(tp.arange(6).view(2, 3).t(), (6,)).tolist()
    [0, 3, 1, 4, 2, 5]
    """
    if (size is None) == (dtype is None):
        raise TypeError("view_copy() takes either a size or a dtype")
    plain = _resolved("view_copy", input)
    chosen = size if dtype is None else dtype
    if isinstance(chosen, DType):
        viewed = execute(view, (plain,), (chosen,))
    else:
        viewed = execute(reshape, (plain,), (sizes_alone("view_copy", "size", 2, chosen),))
    result: Tensor = _packed("view_copy", viewed, out)
    return result
