"""Whether all cells of one tensor are cells of another."""

from __future__ import annotations

from typing import Any

from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.overlap import shares_cells

from . import coverage
from .facts import BUDGET
from .sharing import Placed, layout_in, placed, together


def why_not_inside(view: Any, base: Any) -> str | None:
    """Why `view` is not made of cells of `base` alone; None if it is.

    >>> import tensorplay as tp
    >>> x = tp.zeros(2, 3)
    >>> why_not_inside(x[0], x), why_not_inside(x, x[0])
    (None, 'in the storage that both share, 3 of its 6 cells are no cells of the other')
    """
    inner, outer = placed("view", view), placed("base", base)
    if inner.layout.numel == 0:
        return None if inner.key == outer.key else _apart(inner, outer)
    if len(together(inner, [inner, outer])) < 2:
        return _apart(inner, outer)
    low = min(inner.start, outer.start)
    cell = _common_cell(inner, outer, low)
    here, there = layout_in(inner, low, cell), layout_in(outer, low, cell)
    if shares_cells(here, there, BUDGET) == "no":
        return "both lie in the same storage, but they share no cell"
    shared = coverage.shared_cells(here, there)
    total = coverage.union_cells([here])
    if shared is None or total is None:
        return None if _same_root(view, base) else "whether they share all cells would take too long to find out"
    if shared < total:
        return f"in the storage that both share, {total - shared} of its {total} cells are no cells of the other"
    return None


def _apart(inner: Placed, outer: Placed) -> str:
    return (
        f"the two lie in different storages, one of {outer.nbytes} bytes and one of {inner.nbytes}, so its elements"
        " were copied or made anew"
    )


def _common_cell(inner: Placed, outer: Placed, low: int) -> int:
    from math import gcd

    return gcd(inner.itemsize, outer.itemsize, inner.unit, outer.unit, inner.start - low, outer.start - low)


def _same_root(view: Any, base: Any) -> bool:
    if not isinstance(view, TensorBase) or not isinstance(base, TensorBase):
        return False
    return view._root is not None and (view._root is base or view._root is base._root)
