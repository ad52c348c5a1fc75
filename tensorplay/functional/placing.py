"""Numbers placed: put by positions in logical order, along the diagonal, everywhere; and what such positions mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import INTEGRAL, int64
from tensorplay.attributes.memory_format import preserve_format
from tensorplay.core.access import array_of
from tensorplay.core.arguments import WrongType, to_bool, to_ints
from tensorplay.core.determinism import not_deterministic
from tensorplay.core.execute import execute
from tensorplay.core.plan import Effect, Plan
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.layout import contiguous_strides
from tensorplay.geometry.reasons import Refusal

from .array_parts import named_cells
from .copying import clone, fill_
from .data import tensor
from .index_checks import RARE, WIDE_UNSIGNED, check_index_dtype, check_same_dtype, positions, refuse_dtype
from .op import Ints, composition, op
from .parameters import argument, number_argument, tensor_argument
from .pointwise import common_device
from .scattering import written_copy
from .views import as_strided
from .writing_places import change

if TYPE_CHECKING:
    from tensorplay.core.spec import Spec
    from tensorplay.geometry.layout import Layout

    from .faces import Tensor
    from .op import Number


@op(label="put_")
def put_elements(input: Spec, index: Spec, source: Spec, accumulate: bool) -> Plan:
    """The elements at places counted in logical order overwritten, or added to."""
    check_index_dtype("put", index, (int64,))
    check_same_dtype("put", input, source, "source")
    if source.numel != index.numel:
        raise Refusal(
            IndexError,
            f"put() needs as many values as indices, but got {source.numel} values and {index.numel} indices",
        ).exception()
    if index.numel and not input.numel:
        raise Refusal(IndexError, "put() has no place to put anything: the tensor has no elements").exception()
    common_device("put", [input, index, source])
    refuse_dtype("put", input.dtype, RARE)
    return Plan(Effect.WRITE, (input,), written=(input.layout,), partly=True, apart=True)


@put_elements.run
def _(backend: Any, target: TensorBase, index: TensorBase, source: TensorBase, accumulate: bool) -> list[Layout] | None:
    xp = backend.xp
    size = target._spec.size or (1,)
    places = positions(
        backend, array_of(index).reshape(-1), target._spec.numel, "the elements", IndexError, negative=True
    )
    elements = array_of(source).reshape(-1)
    key = xp.unravel_index(places, size) if places.size else ()

    def work(values: Any) -> None:
        values = values.reshape(1) if values.ndim == 0 else values
        if not accumulate:
            values[key] = elements
            return
        with xp.errstate(all="ignore"):
            if values.dtype.itemsize == 2 and values.dtype.kind not in "iu":  # 16-bit floats meet in float32
                sums = values.astype(xp.float32)
                xp.add.at(sums, key, elements.astype(xp.float32))
                backend.copy(values, sums)
            else:
                xp.add.at(values, key, elements)

    if not places.size:
        return []
    change(backend, target, work)
    return named_cells(backend, target._spec.layout, list(key)) if target._spec.rank else [target._spec.layout]


def _put(input: Any, index: Any, source: Any, accumulate: Any, out: Any) -> Any:
    tensor_argument("put", "index", index, 2)
    tensor_argument("put", "source", source, 3)
    add = argument("put", "accumulate", to_bool, accumulate, 4)
    if not add and input.device.type != "meta":
        not_deterministic(
            "put_", "of values for one place any may stay", "pass accumulate=True, or write with index_put_"
        )

    def write(target: Any) -> Any:
        return execute(put_elements, (target, index, source), (add,))

    return written_copy("put", input, out, [index, source], write, preserve_format)


@composition("function method")
def put(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """A copy with the values of `source` at places counted in logical order; with `accumulate` they are added.

    Negative indices count from the end. The strides are those of `clone()`. Of several values for one place any may
    stay, so `use_deterministic_algorithms(True)` refuses `put` without `accumulate`, as in PyTorch. Raises IndexError
    for an index out of range and for another number of values than indices, RuntimeError for a source of another dtype,
    before anything is written.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 2).put(tp.tensor([0, -1]), tp.tensor([1.0, 2.0])).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    result: Tensor = _put(input, index, source, accumulate, None)
    return result


@composition("method")
def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write the values of `source` at places counted in logical order: `put` in place.

    Raises IndexError for a place out of range, RuntimeError for another number of values or another dtype.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 2).put_(tp.tensor([1, 1]), tp.tensor([2.0, 3.0]), accumulate=True).tolist()
    [[0.0, 5.0], [0.0, 0.0]]
    """
    result: Tensor = _put(input, index, source, accumulate, input)
    return result


@composition("method")
def fill_diagonal_(input: Tensor, fill_value: Number, wrap: bool = False) -> Tensor:
    """Write one number on the main diagonal, where all indices are the same.

    With `wrap` a matrix that is higher than wide gets another diagonal a row below the end of the first, and so on.
    Raises RuntimeError for fewer than two dimensions, for more than two of different sizes, and for a number that the
    dtype cannot hold.

    >>> import tensorplay as tp
    >>> tp.zeros(2, 3).fill_diagonal_(1).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    """
    number = number_argument("fill_diagonal_", "fill_value", fill_value, 1)
    again = argument("fill_diagonal_", "wrap", to_bool, wrap, 2)
    size, stride = input._spec.size, input._spec.stride
    if len(size) < 2:
        raise RuntimeError(f"fill_diagonal_() needs at least 2 dimensions, but this tensor has {len(size)}")
    if len(size) > 2 and len(set(size)) > 1:
        raise RuntimeError(f"fill_diagonal_() of more than 2 dimensions needs equal sizes, but they are {list(size)}")
    execute(as_strided, (input,), ((min(size),), (sum(stride),), None)).fill_(number)
    if again and len(size) == 2 and size[0] > size[1] + 1 and size[1]:
        height, width = size
        # A diagonal begins at every (width + 1)th row.
        for row in range(width + 1, height, width + 1):
            input[row:].diagonal().fill_(number)
    return input


@composition("function")
def fill(input: Tensor, value: Number | Tensor) -> Tensor:
    """A copy whose elements are all one number, which may be a 0-dim tensor; the strides are those of `clone()`.

    Raises RuntimeError for a number that the dtype cannot hold and for a tensor of another rank.

    >>> import tensorplay as tp
    >>> tp.fill(tp.arange(2), 7).tolist()
    [7, 7]
    """
    tensor_argument("fill", "input", input, 1)
    copy: Tensor = execute(clone, (input,), (preserve_format,))
    return fill_(copy, value)


@composition("function")
def unravel_index(indices: Tensor, shape: int | Ints) -> tuple[Tensor, ...]:
    """For positions in logical order in a tensor of a shape, their indices: one tensor a dimension.

    Positions beyond the end wrap around, negative ones count from the end. Raises TypeError for a tensor that holds no
    integers and for what is no shape, ValueError for negative sizes.

    >>> import tensorplay as tp
    >>> [item.tolist() for item in tp.unravel_index(tp.tensor([3, 5]), (2, 3))]
    [[1, 1], [0, 2]]
    """
    tensor_argument("unravel_index", "indices", indices, 1)
    if indices.dtype.category != INTEGRAL:
        raise TypeError(f"unravel_index() takes integers, but the indices have dtype {indices.dtype}")
    if indices.dtype in WIDE_UNSIGNED:
        raise RuntimeError(f"unravel_index() does not count in {indices.dtype}; convert the indices with .long()")
    if isinstance(shape, TensorBase):
        raise TypeError("unravel_index(): argument 'shape' must be an int or a tuple of ints, not Tensor")
    try:
        lengths = to_ints(shape)
    except WrongType:
        kind = type(shape).__name__
        raise TypeError(f"unravel_index(): argument 'shape' must be an int or a tuple of ints, not {kind}") from None
    if any(length < 0 for length in lengths):
        raise ValueError(f"unravel_index(): sizes must not be negative, but the shape is {list(lengths)}")
    steps = contiguous_strides(lengths)
    if 0 in lengths:
        steps = (0,) * len(lengths)  # refused as a division by zero, if there is anything to divide
    wholes = indices.unsqueeze(-1).floor_divide(tensor(steps, dtype=int64, device=indices.device))
    places: tuple[Tensor, ...] = wholes.remainder(tensor(lengths, dtype=int64, device=indices.device)).unbind(-1)
    return places
