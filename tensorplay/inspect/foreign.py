"""Arrays of other libraries: NumPy, torch, and whatever speaks `__array_interface__` or `__dlpack__`.

No other library is imported to look at its arrays, except that NumPy reads a DLPack capsule.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import gcd
from typing import Any

from tensorplay.core.storage import handed_out
from tensorplay.geometry.layout import Layout, bounds, contiguous_strides
from tensorplay.geometry.reasons import Reason

from .facts import StorageFacts, TensorFacts, facts_of


class StridesInBytes(Reason):
    """Strides that are no multiples of the item size, as a field of a structured array has them."""

    strides: tuple[int, ...]
    itemsize: int
    error = ValueError

    def sentence(self) -> str:
        return (
            f"not contiguous: strides of {list(self.strides)} bytes are no multiples of the item size {self.itemsize}"
        )

    def way_out(self) -> str:
        return "a copy has strides in whole elements"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an array lies and how: in `nbytes` bytes from address `start` on, its layout counted in `unit` bytes.

    `start` is 0 where there are no bytes.
    """

    start: int
    nbytes: int
    layout: Layout
    unit: int
    itemsize: int
    dtype: str
    library: str
    device: str = "cpu"
    strides_in_bytes: tuple[int, ...] = ()
    is_view: bool = False


def describe_foreign(x: Any) -> TensorFacts:
    """The facts about an array of another library. TypeError for what is no array."""
    place = place_of(x)
    in_elements = place.unit == place.itemsize or place.layout.numel <= 1
    more: dict[str, Any] = {}
    if place.library == "torch":
        more = {"conj": x.is_conj(), "neg": x.is_neg(), "requires_grad": x.requires_grad}
        more["version"] = 0 if x.is_inference() else x._version
    return facts_of(
        place.layout,
        library=place.library,
        dtype=place.dtype,
        itemsize=place.itemsize,
        device=place.device,
        storage=StorageFacts(
            serial=None,
            nbytes=place.nbytes,
            version=None,
            exported=True,
            written="unknown",
            written_areas=(),
            address=place.start,
            has_bytes=place.start > 0,
        ),
        unit=place.unit,
        why_not_contiguous=None if in_elements else StridesInBytes(place.strides_in_bytes, place.itemsize),
        is_view=place.is_view,
        **more,
    )


def place_of(x: Any) -> Place:
    """Where an array of another library lies. TypeError for what is no array."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(x, numpy.ndarray):
        return _numpy_place(numpy.ndarray, x)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(x, torch.Tensor):
        return _torch_place(x)
    for protocol, device in (("__array_interface__", "cpu"), ("__cuda_array_interface__", "cuda")):
        interface = getattr(x, protocol, None)
        if isinstance(interface, dict):
            return _interface_place(interface, library=_library_of(x), device=device)
    if hasattr(x, "__dlpack__"):
        import numpy as np

        array = np.from_dlpack(x)
        return _numpy_place(np.ndarray, array, library=_library_of(x))
    raise TypeError(f"a tensor or an array has a layout to look at, but {type(x).__name__} has none")


def base_of(x: Any) -> Any:
    """The object whose memory an array of NumPy or torch views, None if it owns its own."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if numpy is not None and isinstance(x, numpy.ndarray):
        return numpy.ndarray.base.__get__(x)
    return x._base if torch is not None and isinstance(x, torch.Tensor) else None


def _library_of(x: Any) -> str:
    return str(type(x).__module__).partition(".")[0]


def _numpy_place(kind: Any, x: Any, library: str = "numpy") -> Place:
    """Read through the class's own attributes, so that a subclass cannot run code of its own."""
    dtype = kind.dtype.__get__(x)
    base = kind.base.__get__(x)
    root = x
    while isinstance(kind.base.__get__(root), kind):
        root = kind.base.__get__(root)
    ends = bounds(Layout(kind.shape.__get__(root), kind.strides.__get__(root)))
    first = kind.__array_interface__.__get__(root)["data"][0]
    memory = (first, first) if ends is None else (first + ends[0], first + ends[1] + kind.dtype.__get__(root).itemsize)
    address = kind.__array_interface__.__get__(x)["data"][0]
    storage = handed_out.get(first)
    if storage is not None:  # an allocation of ours: what lies around the storage is nobody's business
        start = storage.data_ptr()
        if start <= address <= start + storage.nbytes():
            memory = (start, start + storage.nbytes())
    return _strided_place(
        kind.shape.__get__(x),
        kind.strides.__get__(x),
        address=address,
        memory=memory,
        itemsize=dtype.itemsize,
        dtype=dtype.name if dtype.isnative else dtype.str,
        library=library,
        device="cpu",
        is_view=base is not None,
    )


def _strided_place(
    size: tuple[int, ...],
    strides: tuple[int, ...],
    *,
    address: int,
    memory: tuple[int, int],
    itemsize: int,
    dtype: str,
    library: str,
    device: str,
    is_view: bool = False,
) -> Place:
    """A place from strides in bytes. Dimensions of one element may have any stride, which then does not count."""
    offset = 0 if 0 in size else address - memory[0]
    used = [step for step, length in zip(strides, size, strict=True) if length > 1]
    unit = itemsize
    if itemsize and any(number % itemsize for number in (offset, *used)):
        unit = gcd(itemsize, offset, *used)
    unit = unit or 1
    layout = Layout(tuple(size), tuple([step // unit for step in strides]), offset // unit)
    return Place(
        start=memory[0],
        nbytes=memory[1] - memory[0],
        layout=layout,
        unit=unit,
        itemsize=itemsize or 1,
        dtype=dtype,
        library=library,
        device=device,
        strides_in_bytes=tuple(strides),
        is_view=is_view,
    )


def _interface_place(interface: dict[str, Any], *, library: str, device: str) -> Place:
    size = tuple([int(length) for length in interface["shape"]])
    typestr = str(interface["typestr"])
    itemsize = int(typestr[2:]) * (4 if typestr[1] == "U" else 1)
    strides = interface.get("strides")
    if strides is None:
        strides = [step * itemsize for step in contiguous_strides(size)]
    strides = tuple([int(step) for step in strides])
    data = interface.get("data")
    address = int(data[0]) if isinstance(data, tuple) else 0
    ends = bounds(Layout(size, strides))
    memory = (address, address) if ends is None else (address + ends[0], address + ends[1] + itemsize)
    return _strided_place(
        size,
        strides,
        address=address,
        memory=memory,
        itemsize=itemsize,
        dtype=_type_name(typestr),
        library=library,
        device=device,
    )


def _type_name(typestr: str) -> str:
    """The name of a type string, float64 for `<f8`, where the byte order is this machine's."""
    kinds = {"f": "float", "i": "int", "u": "uint", "c": "complex", "b": "bool"}
    native = typestr[0] in ("|", "<" if sys.byteorder == "little" else ">")
    if not native or typestr[1] not in kinds:
        return typestr
    return "bool" if typestr[1] == "b" else f"{kinds[typestr[1]]}{int(typestr[2:]) * 8}"


def _torch_place(x: Any) -> Place:
    if str(x.layout) != "torch.strided":
        raise TypeError(f"a strided tensor has a layout to look at, but this torch tensor is {x.layout}")
    storage = x.untyped_storage()
    itemsize = x.element_size()
    return Place(
        start=0 if x.device.type == "meta" else storage.data_ptr(),
        nbytes=storage.nbytes(),
        layout=Layout(tuple(x.shape), tuple(x.stride()), x.storage_offset()),
        unit=itemsize,
        itemsize=itemsize,
        dtype=str(x.dtype).removeprefix("torch."),
        library="torch",
        device=str(x.device),
        is_view=x._is_view(),
    )
