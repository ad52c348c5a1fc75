"""Each view operation as a function from a layout and arguments to the layout of the result.

No function here touches data. What PyTorch refuses is refused with its type of error (`tensorplay.geometry.reasons`).
"""

from __future__ import annotations

from tensorplay.geometry.views.axes import movedim, permute, squeeze, transpose, unsqueeze
from tensorplay.geometry.views.pieces import chunk, split, split_sizes, tensor_split, unbind
from tensorplay.geometry.views.ranges import diagonal, narrow, select, slice_, unfold
from tensorplay.geometry.views.reinterpret import imag_part, real_part, view_as_complex, view_as_real, view_dtype
from tensorplay.geometry.views.shapes import as_strided, expand, flatten_shape, try_view, unflatten, view, why_not_view

__all__ = [
    "as_strided",
    "chunk",
    "diagonal",
    "expand",
    "flatten_shape",
    "imag_part",
    "movedim",
    "narrow",
    "permute",
    "real_part",
    "select",
    "slice_",
    "split",
    "split_sizes",
    "squeeze",
    "tensor_split",
    "transpose",
    "try_view",
    "unbind",
    "unflatten",
    "unfold",
    "unsqueeze",
    "view",
    "view_as_complex",
    "view_as_real",
    "view_dtype",
    "why_not_view",
]
