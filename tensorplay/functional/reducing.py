"""How dimensions disappear from arrays: in blocks, on several threads, and with little rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .computing import cast, is_short_float

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BLOCK_ELEMENTS = 1 << 20  # larger work is cut into such blocks, so that Ctrl-C is answered between them
CHUNK = 128  # as many terms are added one after the other; the sums of the chunks are then added likewise


def axes_of(array: Any, dim: int | tuple[int, ...] | None) -> tuple[int, ...]:
    """The axes that an int, several ints, or None (or nothing) for all stand for; a 0-dim array has none."""
    if array.ndim == 0:
        return ()
    if dim is None or dim == ():
        return tuple(range(array.ndim))
    return tuple([axis % array.ndim for axis in ((dim,) if isinstance(dim, int) else dim)])


def folded(
    backend: Any,
    array: Any,
    axes: tuple[int, ...],
    fold: Callable[..., Any],
    combine: Callable[..., Any] | None = None,
    *others: Any,
) -> Any:
    """The array with the axes folded to size 1: `fold` takes a part of the array, the axes, and the parts of others.

    `combine` folds what `fold` has made of the parts, in the same way if it is left out.
    """
    if array.size <= BLOCK_ELEMENTS:
        return fold(array, axes, *others)
    pieces, axis = parted(backend.xp, array, others)
    results: list[Any] = [None] * len(pieces)

    def work(position: int) -> None:
        results[position] = folded(backend, pieces[position][0], axes, fold, combine, *pieces[position][1:])

    backend.for_each(work, range(len(pieces)))
    joined = backend.xp.concatenate(results, axis)
    return (combine or fold)(joined, (axis,)) if axis in axes else joined


def parted(xp: Any, array: Any, others: Sequence[Any] = ()) -> tuple[list[tuple[Any, ...]], int]:
    """Pieces of an array, and of others broadcast to it, along the axis that is outermost in memory; and that axis."""
    long = [axis for axis in range(array.ndim) if array.shape[axis] > 1]
    axis = max(long, key=lambda axis: abs(array.strides[axis]))
    everything = (array, *[xp.broadcast_to(other, array.shape) for other in others])
    rows = max(BLOCK_ELEMENTS * array.shape[axis] // array.size, 1)
    before = (slice(None),) * axis
    return [
        tuple([item[(*before, slice(start, start + rows))] for item in everything])
        for start in range(0, array.shape[axis], rows)
    ], axis


def ufunc_fold(backend: Any, function: str, dtype: Any) -> Callable[..., Any]:
    """Fold with `add`, `multiply`, `maximum` …, computed in a dtype."""
    xp = backend.xp
    reduce = getattr(xp, function).reduce
    extreme = function in ("maximum", "minimum") and dtype == "float32"

    def fold(part: Any, axes: tuple[int, ...]) -> Any:
        ready = backend.folded_rows(function, part, axes) if extreme else None
        if ready is not None:
            return ready
        with xp.errstate(all="ignore"):
            return reduce(cast(backend, part, dtype), axis=axes, keepdims=True, dtype=dtype)

    return fold


def sum_fold(backend: Any, dtype: Any) -> Callable[..., Any]:
    """Fold by adding in a dtype; floating point numbers are added in chunks, and the sums of chunks in chunks."""
    return _chunked_fold(backend, "add", dtype)


def product_fold(backend: Any, dtype: Any) -> Callable[..., Any]:
    """Fold by multiplying in a dtype; floating point numbers in chunks."""
    return _chunked_fold(backend, "multiply", dtype)


def _chunked_fold(backend: Any, function: str, dtype: Any) -> Callable[..., Any]:
    plain = ufunc_fold(backend, function, dtype)
    if dtype.kind in "iub":
        return plain
    adds = function == "add"  # the array library adds pair by pair where it walks along memory

    def fold(part: Any, axes: tuple[int, ...]) -> Any:
        ready = backend.folded_rows(function, part, axes) if dtype == "float32" else None
        if ready is not None:
            return ready
        part = cast(backend, part, dtype)
        if len(axes) == part.ndim and part.flags.c_contiguous:
            size = part.ndim
            part, axes = part.reshape(-1), (0,)
            return fold_axes(part, axes).reshape((1,) * size)
        return fold_axes(part, axes)

    def fold_axes(part: Any, axes: tuple[int, ...]) -> Any:
        inner = _inner_axis(part)
        for axis in sorted(axes, key=lambda axis: axis != inner):
            part = plain(part, (axis,)) if axis == inner and adds else _in_chunks(backend.xp, part, axis, plain)
        return part

    return fold


def _inner_axis(array: Any) -> int:
    """The axis along which memory is walked last."""
    long = [axis for axis in range(array.ndim) if array.shape[axis] > 1 and array.strides[axis]]
    return min(long, key=lambda axis: abs(array.strides[axis]), default=0)


def _in_chunks(xp: Any, array: Any, axis: int, plain: Callable[..., Any]) -> Any:
    """Fold along one axis chunk by chunk, as rounding grows with the number of terms that follow each other."""
    while array.shape[axis] > 2 * CHUNK:
        length = array.shape[axis]
        whole = length - length % CHUNK
        before = (slice(None),) * axis
        chunks = array[(*before, slice(whole))]
        chunks = chunks.reshape(*array.shape[:axis], whole // CHUNK, CHUNK, *array.shape[axis + 1 :])
        folded_chunks = plain(chunks, (axis + 1,)).squeeze(axis + 1)
        rest = plain(array[(*before, slice(whole, None))], (axis,))
        array = xp.concatenate([folded_chunks, rest], axis)
    return plain(array, (axis,))


def truth(array: Any) -> Any:
    """Which elements are not zero; NaN is not."""
    return array if array.dtype.kind == "b" else array.astype(bool)


def working_type(xp: Any, dtype: Any) -> Any:
    """The type in which numbers of a dtype are accumulated: 16-bit floats in float32."""
    return xp.dtype("float32") if is_short_float(dtype) else dtype


def widest_type(xp: Any, dtype: Any) -> Any:
    """The type in which running sums are kept: float64 for float32, complex128 for complex64, float32 for 16 bits."""
    wide = {"float32": "float64", "complex64": "complex128"}.get(dtype.name)
    return xp.dtype(wide) if wide else working_type(xp, dtype)


def comparable(backend: Any, array: Any) -> Any:
    """An array that the array library can put in order, and quickly: 16-bit floats as float32."""
    return cast(backend, array, working_type(backend.xp, array.dtype))


def put(backend: Any, out: Any, result: Any) -> None:
    """Write a result, whose folded axes still have size 1 or are gone, into `out`."""
    backend.copy(out, result.reshape(out.shape))


def extreme(backend: Any, array: Any, axis: int, largest: bool) -> tuple[Any, Any]:
    """The largest (or smallest) values along an axis and where they are first; NaN exceeds everything, either way."""
    xp = backend.xp
    choose = xp.argmax if largest else xp.argmin
    if array.size <= BLOCK_ELEMENTS:
        places = choose(comparable(backend, array), axis=axis, keepdims=True)
        return xp.take_along_axis(array, places, axis), places
    pieces, along = parted(xp, array)
    found: list[Any] = [None] * len(pieces)

    def work(position: int) -> None:
        found[position] = extreme(backend, pieces[position][0], axis, largest)

    backend.for_each(work, range(len(pieces)))
    if along == axis:
        rows = pieces[0][0].shape[axis]
        found = [(values, places + rows * position) for position, (values, places) in enumerate(found)]
    values, places = [xp.concatenate(items, along) for items in zip(*found, strict=True)]
    if along != axis:
        return values, places
    best = choose(comparable(backend, values), axis=axis, keepdims=True)
    return xp.take_along_axis(values, best, axis), xp.take_along_axis(places, best, axis)


def each_line(backend: Any, work: Callable[..., None], dim: int, *arrays: Any) -> None:
    """work(*parts), with the dimension last, for blocks of lines of arrays that agree in all other dimensions."""
    if not arrays[0].size:
        return
    lines = [array.reshape(1) if not array.ndim else backend.xp.moveaxis(array, dim, -1) for array in arrays]

    def divide(parts: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        first = parts[0]
        if first.size <= BLOCK_ELEMENTS or first.size == first.shape[-1]:
            yield parts
            return
        axis = max(range(first.ndim - 1), key=lambda axis: (first.shape[axis] > 1) * (1 + abs(first.strides[axis])))
        rows = max(BLOCK_ELEMENTS * first.shape[axis] // first.size, 1)
        before = (slice(None),) * axis
        for start in range(0, first.shape[axis], rows):
            yield from divide(tuple([part[(*before, slice(start, start + rows))] for part in parts]))

    if lines[0].size <= BLOCK_ELEMENTS or lines[0].size == lines[0].shape[-1]:
        work(*lines)
    else:
        backend.for_each(lambda parts: work(*parts), divide(tuple(lines)))
