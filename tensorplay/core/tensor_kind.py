"""What a tensor's elements are and where: dtype, device, layout kind and the lazy bits, all from its spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tensorplay.attributes.device import Device
    from tensorplay.attributes.dtype import DType
    from tensorplay.attributes.layout_kind import LayoutKind

    from .spec import Spec


class TensorKind:
    """The questions about a tensor that do not ask how its elements are arranged."""

    __slots__ = ()

    _spec: Spec

    @property
    def dtype(self) -> DType:
        """The type of the elements.

        >>> import tensorplay as tp
        >>> tp.arange(3).dtype
        tensorplay.int64
        """
        return self._spec.dtype

    @property
    def device(self) -> Device:
        """Where the elements are.

        >>> import tensorplay as tp
        >>> tp.zeros(2).device
        device(type='cpu')
        """
        return self._spec.device

    @property
    def layout(self) -> LayoutKind:
        """How the elements are kept: `strided` in a storage.

        >>> import tensorplay as tp
        >>> tp.zeros(2).layout
        tensorplay.strided
        """
        return self._spec.kind

    @property
    def itemsize(self) -> int:
        """Bytes an element.

        >>> import tensorplay as tp
        >>> tp.zeros(2, dtype=tp.complex64).itemsize
        8
        """
        return self._spec.dtype.itemsize

    def element_size(self) -> int:
        """Bytes an element.

        >>> import tensorplay as tp
        >>> tp.zeros(2, dtype=tp.int16).element_size()
        2
        """
        return self._spec.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements counted by size: more than the storage holds if cells are shared.

        >>> import tensorplay as tp
        >>> x = tp.zeros(1).expand(100)
        >>> x.nbytes, x.untyped_storage().nbytes()
        (400, 4)
        """
        return self._spec.nbytes

    def is_floating_point(self) -> bool:
        """Whether the dtype is a floating point type.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_floating_point()
        True
        """
        return self._spec.dtype.is_floating_point

    def is_complex(self) -> bool:
        """Whether the dtype is a complex type.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_complex()
        False
        """
        return self._spec.dtype.is_complex

    def is_signed(self) -> bool:
        """Whether the dtype can hold negative numbers.

        >>> import tensorplay as tp
        >>> tp.zeros(2, dtype=tp.uint8).is_signed()
        False
        """
        return self._spec.dtype.is_signed

    def is_conj(self) -> bool:
        """Whether the conjugate bit is set: the storage holds the conjugates of the values.

        >>> import tensorplay as tp
        >>> tp.tensor([1j]).conj().is_conj()
        True
        """
        return self._spec.conj

    def is_neg(self) -> bool:
        """Whether the negative bit is set: the storage holds the negated values.

        >>> import tensorplay as tp
        >>> tp.tensor([1j]).conj().imag.is_neg()
        True
        """
        return self._spec.neg

    @property
    def is_cpu(self) -> bool:
        """Whether the elements are in the main memory.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_cpu
        True
        """
        return self._spec.device.type == "cpu"

    @property
    def is_cuda(self) -> bool:
        """Whether the elements are on a GPU.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_cuda
        False
        """
        return self._spec.device.type == "cuda"

    @property
    def is_meta(self) -> bool:
        """Whether there is a layout without elements.

        >>> import tensorplay as tp
        >>> tp.zeros(2, device="meta").is_meta
        True
        """
        return self._spec.device.type == "meta"

    @property
    def is_sparse(self) -> bool:
        """Whether only the elements that are not 0 are kept.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_sparse
        False
        """
        return self._spec.kind.name == "sparse_coo"

    def get_device(self) -> int:
        """Ordinal of the GPU, -1 for a tensor that is on none.

        >>> import tensorplay as tp
        >>> tp.zeros(2).get_device()
        -1
        """
        device = self._spec.device
        return (device.index or 0) if device.type == "cuda" else -1

    def is_pinned(self) -> bool:
        """Whether the memory is page-locked for a GPU.

        >>> import tensorplay as tp
        >>> tp.zeros(2).is_pinned()
        False
        """
        return False
