"""Formulas over arrays, element by element: computed block by block in one dtype and rounded once.

A formula is the name of an array function, or a function of the array library and the operands. Numbers and arrays are
cast as PyTorch casts them: to the dtype in which the operation computes, and 16-bit floats from there to float32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorplay.backends.blocks import NUMBERS, in_blocks, is_one
from tensorplay.backends.numbers import number

from .computing import call, is_short_float

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# What the backend may have ready for 16-bit floats.
ARITHMETIC = ("add", "subtract", "multiply", "true_divide")
# Functions of one 16-bit float for so many elements are computed for each of the 65536 that there are, once.
WORTH_A_TABLE = 1 << 18


def compute(
    backend: Any,
    formula: str | Callable[..., Any],
    out: Any,
    *operands: Any,
    dtype: Any = None,
    exact_numbers: bool = False,
    **constants: Any,
) -> None:
    """out[...] = formula(*operands, **constants), with the operands in the array type `dtype`; of `out` by default.

    16-bit floats are computed as float32 and rounded when they are written: at a stroke where the backend has the
    function ready, from a table where there are many and one operand varies, else in blocks that stay in the cache.
    Numbers and 0-dim operands are rounded to 16 bits before that, like all others, but with `exact_numbers` only the
    first operand is.
    """
    computed = out.dtype if dtype is None else dtype
    short = is_short_float(computed)
    ready = formula if short and computed == out.dtype and formula in ARITHMETIC and not constants else None
    if isinstance(formula, str):
        if not short and computed == out.dtype and not constants:
            call(backend, formula, out, *operands)
            return
        formula = _named(formula)
    xp = backend.xp
    working = xp.dtype(xp.float32) if short else computed
    chosen = formula

    def operand(position: int, given: Any) -> Any:
        return _operand(backend, given, computed, working, exact_numbers and position > 0)

    def work(place: Any, *parts: Any) -> None:
        if ready is not None and backend.combine(ready, place, *parts):
            return
        with xp.errstate(all="ignore"):
            given = [operand(position, part) if part.ndim else part for position, part in enumerate(parts)]
            backend.copy(place, xp.asarray(chosen(xp, *given, **constants)))

    with xp.errstate(all="ignore"):
        operands = tuple([operand(*placed) if is_one(placed[1]) else placed[1] for placed in enumerate(operands)])
    varying = [given for given in operands if given.ndim]
    tabled = short and len(varying) == 1 and varying[0].dtype == computed == out.dtype
    if tabled and out.size >= WORTH_A_TABLE and ready is None:
        work = _by_table(backend, work, out.dtype, operands)
    in_blocks(backend, work, out, *operands)


def _by_table(backend: Any, work: Callable[..., None], dtype: Any, operands: Sequence[Any]) -> Callable[..., None]:
    """The same work, done once for each of the 65536 elements that the one operand with dimensions may have."""
    every = backend.every_element(dtype)
    if every is None:
        return work
    table = backend.xp.empty_like(every)
    work(table, *[every if given.ndim else given for given in operands])

    def look_up(place: Any, *parts: Any) -> None:
        if not backend.look_up(place, table, *[part for part in parts if part.ndim]):
            work(place, *parts)

    return look_up


def _named(name: str) -> Callable[..., Any]:
    def formula(xp: Any, *operands: Any) -> Any:
        return getattr(xp, name)(*operands)

    return formula


def _operand(backend: Any, given: Any, computed: Any, working: Any, exact_numbers: bool) -> Any:
    """An operand in the type in which the formula works."""
    xp = backend.xp
    if isinstance(given, NUMBERS):
        return number(xp, given, working) if exact_numbers else number(xp, given, computed).astype(working)
    if not (exact_numbers and given.ndim == 0):
        given = converted(given, computed)
    return backend.cast(given, working) if is_short_float(given.dtype) else converted(given, working)


def converted(array: Any, dtype: Any) -> Any:
    """An array in another type: the imaginary part is dropped where it has no place, but counts for a bool."""
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        array = array.real
    return array.astype(dtype)
