"""Sizes, strides and offsets: everything about a tensor's layout that needs no tensor.

This floor is integers only and imports nothing but the standard library, so it can be read and shown on its own:

- `layout`      the value `Layout(size, stride, offset)`, and how strides follow from sizes
- `dimensions`  which dimension is meant, which shape is meant, how shapes broadcast
- `views`       each view operation as a function from layout to layout
- `formats`     contiguous, channels_last, dense: what a layout holds, and why it does not
- `order`       the physical order of the dimensions, and the strides that results get
- `addresses`   which cells a layout touches, in closed form
- `overlap`     what two layouts share, and when a write is refused
- `copying`     the plan of a strided copy
- `reasons`     refusals as values, from which error texts and pictures are made
"""

from __future__ import annotations

from tensorplay.geometry.layout import Layout
from tensorplay.geometry.reasons import Reason

__all__ = ["Layout", "Reason"]
