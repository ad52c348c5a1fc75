"""permutation: B = alpha · op(A), the modes matched by name, in one call.

The steps behind it are imported with the first call: `import tensorplay` stays light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .op import Number, composition

if TYPE_CHECKING:
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.memory_format import MemoryFormat

    from .faces import Tensor


@composition("function")
def permutation(
    A: Tensor,
    modeA: Any,
    modeB: Any,
    alpha: Any = 1.0,
    op: Any = "IDENTITY",
    *,
    extents: Any = None,
    out: Tensor | None = None,
    out_layout: Any = None,
    strides: Any = None,
    memory_format: MemoryFormat | None = None,
    dtype: DType | None = None,
    compute: Any = None,
    padding: Any = None,
    padding_value: Number = 0,
    device: Any = None,
    strict: bool = False,
) -> Tensor:
    """B = alpha · op(A) with the modes of A and B matched by name, in one call: cuTENSOR's permutation.

    The arguments are those of `tensorplay.cutensor.create_permutation`, which see; so are the errors.

    >>> import tensorplay as tp
    >>> image = tp.arange(6).view(1, 2, 3)
    >>> tp.permutation(image, "chw", "hwc").shape
    tensorplay.Size([2, 3, 1])
    >>> tp.permutation(tp.tensor([1.0, 2.0]), "w", "hw", 2.0, "NEG", extents={"h": 2}).tolist()
    [[-2.0, -4.0], [-2.0, -4.0]]
    """
    from .permutation_flow import create_permutation, create_plan, permute

    operation = create_permutation(
        A,
        modeA,
        modeB,
        op,
        extents=extents,
        out=out,
        out_layout=out_layout,
        strides=strides,
        memory_format=memory_format,
        dtype=dtype,
        compute=compute,
        padding=padding,
        padding_value=padding_value,
        device=device,
        strict=strict,
    )
    return permute(create_plan(operation), alpha, A, out)
