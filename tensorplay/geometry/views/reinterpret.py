"""Views of the same bytes as elements of another kind: view(dtype), view_as_real, view_as_complex, real, imag."""

from __future__ import annotations

from tensorplay.geometry.layout import Layout
from tensorplay.geometry.reasons import CannotReinterpret, Refusal


def view_dtype(layout: Layout, old_itemsize: int, new_itemsize: int) -> Layout:
    """The same bytes as elements of another size (in bytes); the last dimension gets longer or shorter.

    RuntimeError for a 0-dim tensor, when the last stride is not 1, or, for wider elements, when the last size, the
    offset or another stride is no multiple of their ratio.

    >>> view_dtype(Layout((2, 4), (4, 1)), 4, 8)
    Layout(size=(2, 2), stride=(2, 1), offset=0)
    """
    if old_itemsize == new_itemsize:
        return layout
    size, stride, offset = layout.size, layout.stride, layout.offset
    if not size:
        raise Refusal(
            RuntimeError,
            f"a 0-dim tensor cannot view an element of {old_itemsize} bytes as elements of {new_itemsize} bytes"
            " (different element sizes); unsqueeze(0) gives it a dimension",
        ).exception()

    def refused(what: str, found: int, divisor: int | None = None) -> Exception:
        return CannotReinterpret(size, stride, old_itemsize, new_itemsize, what, found, divisor).exception()

    if old_itemsize > new_itemsize:
        if stride[-1] != 1:
            raise refused("stride(-1)", stride[-1])
        ratio = old_itemsize // new_itemsize
        wider = tuple([step * ratio for step in stride[:-1]])
        return Layout((*size[:-1], size[-1] * ratio), (*wider, 1), offset * ratio)
    ratio = new_itemsize // old_itemsize
    if size[-1] % ratio:
        raise refused("size(-1)", size[-1], ratio)
    if stride[-1] != 1:
        raise refused("stride(-1)", stride[-1])
    if offset % ratio:
        raise refused("storage_offset()", offset, ratio)
    for dim, step in enumerate(stride[:-1]):
        if step % ratio:
            raise refused(f"stride({dim})", step, ratio)
    narrower = tuple([step // ratio for step in stride[:-1]])
    return Layout((*size[:-1], size[-1] // ratio), (*narrower, 1), offset // ratio)


def view_as_real(layout: Layout) -> Layout:
    """A complex layout in real elements, with a new last dimension of size 2 for the parts.

    >>> view_as_real(Layout((3,), (1,), 1))
    Layout(size=(3, 2), stride=(2, 1), offset=2)
    """
    return Layout((*layout.size, 2), (*[2 * step for step in layout.stride], 1), 2 * layout.offset)


def view_as_complex(layout: Layout) -> Layout:
    """A real layout in complex elements: the last dimension, of size 2 and stride 1, holds the parts and is dropped.

    RuntimeError when it does not, or when the offset is odd or the stride of another dimension, unless its size is 1.

    >>> view_as_complex(Layout((3, 2), (2, 1), 2))
    Layout(size=(3,), stride=(1,), offset=1)
    """
    size, stride, offset = layout.size, layout.stride, layout.offset
    if not size:
        raise Refusal(RuntimeError, "view_as_complex: input tensor must have one or more dimensions").exception()
    if size[-1] != 2:
        raise Refusal(
            RuntimeError, f"view_as_complex: tensor must have a last dimension of size 2, but got {size[-1]}"
        ).exception()
    if stride[-1] != 1:
        raise CannotReinterpret(size, stride, 1, 2, "stride(-1)", stride[-1], None).exception()
    steps = [(f"stride({dim})", step) for dim, step in enumerate(stride[:-1]) if size[dim] != 1]
    for what, found in [("storage_offset()", offset), *steps]:
        if found % 2:
            raise CannotReinterpret(size, stride, 1, 2, what, found, 2).exception()
    return Layout(size[:-1], tuple([step // 2 for step in stride[:-1]]), offset // 2)


def real_part(layout: Layout) -> Layout:
    """The real parts of a complex layout, in real elements.

    >>> real_part(Layout((3,), (1,), 1))
    Layout(size=(3,), stride=(2,), offset=2)
    """
    return Layout(layout.size, tuple([2 * step for step in layout.stride]), 2 * layout.offset)


def imag_part(layout: Layout) -> Layout:
    """The imaginary parts of a complex layout, in real elements.

    >>> imag_part(Layout((3,), (1,), 1))
    Layout(size=(3,), stride=(2,), offset=3)
    """
    return Layout(layout.size, tuple([2 * step for step in layout.stride]), 2 * layout.offset + 1)
