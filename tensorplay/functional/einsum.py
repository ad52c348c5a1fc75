"""einsum: sums of products written with a letter for each dimension, computed as products of matrices."""

from __future__ import annotations

import string
from math import prod
from typing import TYPE_CHECKING, Any

from tensorplay.core.execute import execute
from tensorplay.core.tensor import TensorBase

from .arithmetic import mul
from .op import Ints, composition
from .products import matmul

if TYPE_CHECKING:
    from .faces import Tensor

LETTERS = string.ascii_uppercase + string.ascii_lowercase  # the order in which an implicit output has them
ELLIPSIS = "..."
Labels = list[str]


@composition("function")
def einsum(*args: Any) -> Tensor:
    """Sums of products of elements, in which a letter names a dimension: `ij,jk->ik` multiplies matrices.

    A letter that does not stand on the right is summed over; one that is repeated within an operand means its diagonal;
    an ellipsis stands for any dimensions, which are broadcast. Without an arrow the output has the dimensions of the
    ellipsis, then the letters that appear once, capitals first. Instead of an equation, lists of numbers from 0 to 51
    may follow each operand, `einsum(x, [0, 1], y, [1, 2], [0, 2])`. Several operands are multiplied from left to right.

    Without sums and products, as in `ij->ji`, the result is a view. Raises RuntimeError for an equation that does not
    fit the operands, and what products of matrices raise.

    >>> import tensorplay as tp
    >>> x = tp.arange(6).view(2, 3)
    >>> tp.einsum("ij,kj->ik", x, x).tolist(), tp.einsum("ij->j", x).tolist()
    ([[5, 14], [14, 50]], [3, 5, 7])
    """
    equation, operands = _equation_of(args)
    left, arrow, right = equation.partition("->")
    labels = _input_labels(left, len(operands))
    hidden = _ellipsis_rank(labels, operands)
    output = _output_labels(right, len(left) + 2, labels) if arrow else _implicit_output(labels)
    order = _places(output, labels, hidden)
    kept = len(output) - (ELLIPSIS in output) + (hidden if ELLIPSIS in output else 0)
    aligned, meetings = _aligned(labels, operands, order, hidden)
    result: Tensor = _contract(aligned, meetings, kept)
    return result


def _equation_of(args: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """The equation and the operands, from either way of writing them."""
    if len(args) < 2:
        raise ValueError("einsum() takes an equation and at least one operand")
    if isinstance(args[0], TensorBase):
        operands = list(args[0::2])
        lists = list(args[1::2])
        if len(args) % 2:
            operands, output = operands[:-1], args[-1]
            equation = ",".join(map(_letters_of, lists)) + "->" + _letters_of(output)
        else:
            equation = ",".join(map(_letters_of, lists))
    else:
        equation, operands = args[0], list(args[1:])
        if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
            operands = list(operands[0])
        if not isinstance(equation, str):
            raise TypeError(f"einsum(): argument 'equation' (position 1) must be str, not {type(equation).__name__}")
    for position, operand in enumerate(operands):
        if not isinstance(operand, TensorBase):
            raise TypeError(f"einsum(): operand {position} must be Tensor, not {type(operand).__name__}")
    if not operands:
        raise RuntimeError("einsum() takes at least one operand")
    return equation, operands


def _letters_of(numbers: Any) -> str:
    """The subscripts that a list of numbers, of which ... is one, stands for."""
    found = []
    for number in numbers:
        if number is Ellipsis:
            found.append(ELLIPSIS)
        elif isinstance(number, int) and 0 <= number < len(LETTERS):
            found.append(LETTERS[number])
        else:
            raise ValueError(f"einsum(): a subscript in a list must be ... or a number from 0 to 51, not {number!r}")
    return "".join(found)


def _labels(text: str, start: int, whose: str) -> Labels:
    """The letters and the ellipsis of one operand or of the output; `start` is where the text begins."""
    found: Labels = []
    position = 0
    while position < len(text):
        letter = text[position]
        if letter == ".":
            if text[position : position + 3] != ELLIPSIS:
                raise RuntimeError(
                    f"einsum(): the '.' at index {start + position} for {whose} is no part of an ellipsis (...)"
                )
            if ELLIPSIS in found:
                raise RuntimeError(f"einsum(): the ellipsis at index {start + position} for {whose} is its second one")
            found.append(ELLIPSIS)
            position += 3
            continue
        if letter in LETTERS:
            found.append(letter)
        elif letter != " ":
            raise RuntimeError(
                f"einsum(): {letter!r} at index {start + position} is no subscript: use the letters a-z and A-Z"
            )
        position += 1
    return found


def _input_labels(left: str, count: int) -> list[Labels]:
    """The labels of each operand."""
    found: list[Labels] = []
    start = 0
    for position, text in enumerate(left.split(",")):
        if position == count:
            raise RuntimeError(
                f"einsum(): the equation has subscripts for {left.count(',') + 1} operands, but {count} were given"
            )
        found.append(_labels(text, start, f"operand {position}"))
        start += len(text) + 1
    if len(found) < count:
        raise RuntimeError(f"einsum(): the equation has subscripts for {len(found)} operands, but {count} were given")
    return found


def _ellipsis_rank(labels: list[Labels], operands: list[Any]) -> int:
    """How many dimensions the ellipses stand for, at most."""
    most = 0
    for position, (names, operand) in enumerate(zip(labels, operands, strict=True)):
        letters = len(names) - (ELLIPSIS in names)
        rank = operand.dim()
        if letters > rank or (letters < rank and ELLIPSIS not in names):
            raise RuntimeError(
                f"einsum(): operand {position} has {rank} dimensions, but the equation names {letters} "
                + ("beside an ellipsis" if ELLIPSIS in names else "and no ellipsis")
            )
        if ELLIPSIS in names:
            most = max(most, rank - letters)
    return most


def _implicit_output(labels: list[Labels]) -> Labels:
    """What an equation without an arrow gives: the ellipsis, and the letters that appear once."""
    given = [name for names in labels for name in names]
    return [ELLIPSIS, *[letter for letter in LETTERS if given.count(letter) == 1]]


def _output_labels(right: str, start: int, labels: list[Labels]) -> Labels:
    """The labels of the output, each of which must appear once here and somewhere among the operands."""
    output = _labels(right, start, "the output")
    for position, name in enumerate(output):
        if name == ELLIPSIS:
            continue
        if name in output[:position]:
            raise RuntimeError(f"einsum(): subscript {name} appears more than once in the output")
        if not any(name in names for names in labels):
            raise RuntimeError(f"einsum(): subscript {name} of the output belongs to no operand")
    return output


def _places(output: Labels, labels: list[Labels], hidden: int) -> dict[str, int]:
    """For each label its place among all dimensions: those of the output first, then those that are summed over."""
    places: dict[str, int] = {}
    width = 0
    summed = [letter for letter in LETTERS if letter not in output and any(letter in names for names in labels)]
    for name in [*output, *([] if ELLIPSIS in output else [ELLIPSIS]), *summed]:
        places[name] = width
        width += hidden if name == ELLIPSIS else 1
    places[""] = width  # how many there are
    return places


def _aligned(
    labels: list[Labels], operands: list[Any], places: dict[str, int], hidden: int
) -> tuple[list[Any], list[int]]:
    """Views of the operands with all dimensions in one order; for each, how many operands are not of size 1 there."""
    rank = places[""]
    sizes = [1] * rank
    meetings = [0] * rank
    aligned = []
    for position, (names, operand) in enumerate(zip(labels, operands, strict=True)):
        view = operand
        dims: dict[int, int] = {}  # place -> dimension of the view
        dim = 0
        for name, place in _spread(names, operand.dim(), places, hidden):
            if place in dims:
                view = _diagonal(view, dims[place], dim, name, position)
                continue
            length = view.size(dim)
            if length != 1:
                if sizes[place] not in (1, length):
                    raise RuntimeError(
                        f"einsum(): {name} has the size {length} in operand {position}, but {sizes[place]} in another"
                    )
                sizes[place] = length
                meetings[place] += 1
            dims[place] = dim
            dim += 1
        for place in range(rank):
            if place not in dims:
                view = view.unsqueeze(dim)
                dims[place] = dim
                dim += 1
        aligned.append(view.permute([dims[place] for place in range(rank)]))
    return aligned, meetings


def _spread(names: Labels, rank: int, places: dict[str, int], hidden: int) -> list[tuple[str, int]]:
    """What each dimension of an operand is called in errors, and its place; an ellipsis is aligned to the right."""
    found = []
    for name in names:
        if name == ELLIPSIS:
            covered = rank - len(names) + 1
            start = places[ELLIPSIS] + hidden - covered
            found += [(f"dimension {step} of the ellipsis", start + step) for step in range(covered)]
        else:
            found.append((f"subscript {name}", places[name]))
    return found


def _diagonal(view: Any, first: int, second: int, name: str, position: int) -> Any:
    """A view in which two dimensions have become their diagonal, in the place of the first."""
    if view.size(first) != view.size(second):
        raise RuntimeError(
            f"einsum(): {name} is repeated in operand {position}, but its sizes are {view.size(first)} and "
            f"{view.size(second)}"
        )
    return view.diagonal(0, first, second).movedim(-1, first)


def _contract(operands: list[Any], meetings: list[int], kept: int) -> Any:
    """The product of all operands from left to right; a dimension is summed over as soon as nobody else needs it."""
    rank = len(meetings)
    result = operands[0]
    for other in operands[1:]:
        summed: list[int] = []
        alone: tuple[list[int], list[int]] = ([], [])
        for dim in range(kept, rank):
            in_left, in_right = result.size(dim) != 1, other.size(dim) != 1
            if in_left and in_right:
                meetings[dim] -= 1
                if meetings[dim] == 1:
                    summed.append(dim)
                    meetings[dim] = 0
            elif meetings[dim] == 1 and (in_left or in_right):
                alone[in_right].append(dim)
                meetings[dim] = 0
        left, right = (
            side.sum(dims, True) if dims else side for side, dims in zip((result, other), alone, strict=True)
        )
        result = _product(left, right, tuple(summed))
    if kept == rank:
        return result
    if len(operands) > 1:  # what is left to be summed over has the size 1
        return result.view(result.shape[:kept])
    return result.sum(tuple(range(kept, rank)))


def _product(left: Any, right: Any, summed: Ints) -> Any:
    """The product of two aligned operands, summed over some dimensions, which stay with size 1."""
    if not summed:
        return execute(mul, (left, right), ())
    groups: tuple[list[int], list[int], list[int]] = ([], [], [])  # in both, in the left one, in the right one
    for dim in range(left.dim()):
        if dim in summed:
            continue
        if left.size(dim) == 1:
            groups[2].append(dim)
        else:
            groups[0 if right.size(dim) != 1 else 1].append(dim)
    both, of_left, of_right = map(tuple, groups)
    if of_left and of_right and of_right[-1] < of_left[0]:  # the other way round the result is contiguous
        left, right, of_left, of_right = right, left, of_right, of_left
    order = both + of_left + summed + of_right
    rows = left.permute(order).reshape(_extent(left, both), _extent(left, of_left), _extent(left, summed))
    columns = right.permute(both + summed + of_right + of_left)
    columns = columns.reshape(_extent(right, both), _extent(right, summed), _extent(right, of_right))
    size = [1 if dim in summed else (right if dim in of_right else left).size(dim) for dim in order]
    product = execute(matmul, (rows, columns), ()).view(size)
    return product.permute([order.index(dim) for dim in range(left.dim())])


def _extent(operand: Any, dims: Ints) -> int:
    """How many elements there are along dimensions."""
    return prod([operand.size(dim) for dim in dims])
