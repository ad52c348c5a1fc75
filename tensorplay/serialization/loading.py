"""load: what `save` wrote, and NumPy's and safetensors' files; a file is data, whatever it says."""

from __future__ import annotations

import json
import sys
from typing import Any

from tensorplay.attributes.device import Device
from tensorplay.core.spec import Spec
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import make_tensor
from tensorplay.core.written import EVERYTHING
from tensorplay.functional.parameters import with_grad
from tensorplay.functional.typed_storage import TypedStorage
from tensorplay.geometry.layout import Layout, check_size

from .files import Archive, damaged, opened
from .numpy_files import MAGIC as NUMPY_MAGIC
from .numpy_files import read_npy, read_npz
from .safetensors_files import looks_like_safetensors, read_safetensors
from .saving import FORMAT, HEADER, STORAGE, VERSION
from .values import DTYPES, Decoder

MOST_DIMENSIONS = 64
_ZIP_MAGIC = b"PK"


def load(f: Any, map_location: Any = None, *, weights_only: bool = True) -> Any:
    """Read what `save` wrote; of `.npy`, `.npz` and `.safetensors` files the tensor, or the dict of tensors.

    `f` is a path or a binary file. `map_location`, a device or a dict from devices to devices, says where storages go
    that were elsewhere. `weights_only` is there for PyTorch's sake: nothing in a file is ever run.

    Raises OSError for a file that cannot be opened, and RuntimeError for one that is damaged, cut short, of a newer
    version, or of another kind, before memory is taken for what it claims to hold.

    >>> import io
    >>> import tensorplay as tp
    >>> file = io.BytesIO()
    >>> tp.save([tp.ones(2), "two ones"], file)
    >>> tp.load(io.BytesIO(file.getvalue()))
    [tensor([1., 1.]), 'two ones']
    """
    with opened(f) as (file, size, name):
        start = file.tell()
        head = file.read(16)
        file.seek(start)
        if head.startswith(NUMPY_MAGIC):
            return read_npy(file, size - start, name)
        if looks_like_safetensors(head, size - start):
            return read_safetensors(file.read(), name)
        if not head.startswith(_ZIP_MAGIC):
            raise damaged(name, "it is no file of tensorplay, NumPy or safetensors")
        archive = Archive(file, size, name, compressed=True)
        if HEADER in archive.members:
            return _Loaded(archive, map_location).value()
        if any(member.endswith("data.pkl") for member in archive.members):
            raise damaged(
                name,
                "PyTorch wrote it, as a program (pickle), which is not run here; use safetensors or NumPy files there",
            )
        if archive.members and all(member.endswith(".npy") for member in archive.members):
            return read_npz(archive)
        raise damaged(name, f"it is an archive without the member {HEADER!r}")


class _Loaded:
    """The content of one file. Everything is checked before the first storage is allocated."""

    def __init__(self, archive: Archive, map_location: Any) -> None:
        self.archive = archive
        self.map_location = map_location
        self.header = self._header()
        self.places = [self._place(number, item) for number, item in enumerate(self._list("storages"))]
        self.specs = [self._described(item) for item in self._list("tensors")]
        self.storages: dict[int, UntypedStorage] = {}
        self.tensors: dict[int, Any] = {}

    def _header(self) -> dict[str, Any]:
        try:
            header = json.loads(self.archive.read(HEADER).decode("ascii"), parse_constant=_no_constant)
        except RecursionError:
            raise self._damaged("its values are nested too deeply") from None
        except ValueError as error:
            raise self._damaged(f"its header is no JSON ({error})") from None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise self._damaged(f"its header does not say that it is of the format {FORMAT!r}")
        version = header.get("version")
        if type(version) is not int or not 1 <= version <= VERSION:
            raise self._damaged(f"it is of version {version!r}, and this tensorplay reads versions up to {VERSION}")
        if header.get("byte order") != sys.byteorder:
            raise self._damaged(
                f"its numbers are in {header.get('byte order')!r} byte order, and this machine's are {sys.byteorder}"
            )
        return header

    def _damaged(self, what: str) -> RuntimeError:
        return damaged(self.archive.name, what)

    def _list(self, key: str) -> list[Any]:
        content = self.header.get(key)
        if not isinstance(content, list) or not all(isinstance(item, dict) for item in content):
            raise self._damaged(f"its header has no list of {key}")
        return content

    def _field(self, item: dict[str, Any], key: str, kind: type) -> Any:
        value = item.get(key)
        if type(value) is not kind:
            raise self._damaged(f"{key!r} in its header is {value!r:.60}, not a value of type {kind.__name__}")
        return value

    def _natural(self, item: dict[str, Any], key: str) -> int:
        value: int = self._field(item, key, int)
        if not 0 <= value < 1 << 63:
            raise self._damaged(f"{key!r} in its header is {value}, which no tensor can have")
        return value

    def _naturals(self, item: dict[str, Any], key: str) -> tuple[int, ...]:
        values = self._field(item, key, list)
        if len(values) > MOST_DIMENSIONS:
            raise self._damaged(f"{key!r} in its header has {len(values)} numbers, more than {MOST_DIMENSIONS}")
        return tuple([self._natural({key: value}, key) for value in values])

    def _place(self, number: int, item: dict[str, Any]) -> tuple[int, Device]:
        """Size and device of a storage, whose bytes must be there."""
        nbytes = self._natural(item, "bytes")
        try:
            saved = Device(self._field(item, "device", str))
        except RuntimeError as error:
            raise self._damaged(f"it names a device that there is not ({error})") from None
        device = _mapped(saved, self.map_location)
        try:
            UntypedStorage.allocate(0, device)
        except RuntimeError as error:
            raise self._damaged(
                f"storage {number} goes to '{device}' ({error}); map_location names another place"
            ) from None
        if saved.type != "meta":
            held = self.archive.size_of(STORAGE.format(number))
            if held != nbytes:
                raise self._damaged(f"storage {number} should have {nbytes} bytes, but the file holds {held}")
        elif device.type != "meta":
            raise self._damaged(f"storage {number} was on device 'meta' and has no bytes for device '{device}'")
        return nbytes, device

    def _described(self, item: dict[str, Any]) -> tuple[int, Spec, bool]:
        """The storage's number, the spec and requires_grad of a tensor; its layout must lie inside the storage."""
        number = self._natural(item, "storage")
        if number >= len(self.places):
            raise self._damaged(f"a tensor lies on storage {number}, but there are {len(self.places)}")
        nbytes, device = self.places[number]
        dtype = DTYPES.get(self._field(item, "dtype", str))
        if dtype is None:
            raise self._damaged(f"there is no dtype {item['dtype']!r:.60}")
        size, stride = self._naturals(item, "size"), self._naturals(item, "stride")
        conj, neg, requires_grad = [self._field(item, key, bool) for key in ("conj", "neg", "requires grad")]
        if len(size) != len(stride):
            raise self._damaged(f"a tensor has {len(size)} sizes and {len(stride)} strides")
        numeric = dtype.is_floating_point or dtype.is_complex
        if (conj and not dtype.is_complex) or ((neg or requires_grad) and not numeric):
            raise self._damaged(f"a tensor of {dtype} cannot be conjugated, negated or require a gradient")
        spec = Spec(Layout(size, stride, self._natural(item, "offset")), dtype, device, conj, neg)
        try:
            check_size(size, dtype.itemsize)
        except RuntimeError as error:
            raise self._damaged(str(error)) from None
        if spec.reach > nbytes:
            raise self._damaged(
                f"a tensor of size {list(size)}, stride {list(stride)} and offset {spec.layout.offset} reaches "
                f"{spec.reach} bytes into storage {number}, which has {nbytes}"
            )
        return number, spec, requires_grad

    def value(self) -> Any:
        """The value that was saved."""
        if "value" not in self.header:
            raise self._damaged("its header has no value")
        try:
            return Decoder(self._special).decode(self.header["value"])
        except RecursionError:
            raise self._damaged("its values are nested too deeply") from None
        except ValueError as error:
            raise self._damaged(str(error)) from None

    def _special(self, kind: str, content: Any) -> Any:
        if kind == "tensor":
            return self._tensor(_number(content, len(self.specs)))
        if kind == "storage":
            return self._storage(_number(content, len(self.places)))
        if kind == "typed storage":
            if not isinstance(content, list) or len(content) != 2 or not isinstance(content[1], str):
                raise ValueError("a typed storage is no pair of a number and a dtype")
            dtype = DTYPES.get(content[1])
            if dtype is None:
                raise ValueError(f"there is no dtype {content[1]!r:.60}")
            return TypedStorage(wrap_storage=self._storage(_number(content[0], len(self.places))), dtype=dtype)
        return None

    def _tensor(self, number: int) -> Any:
        if number not in self.tensors:
            place, spec, requires_grad = self.specs[number]
            self.tensors[number] = with_grad(make_tensor(self._storage(place), spec), requires_grad)
        return self.tensors[number]

    def _storage(self, number: int) -> UntypedStorage:
        if number not in self.storages:
            nbytes, device = self.places[number]
            self.storages[number] = self._filled(number, nbytes, device)
        return self.storages[number]

    def _filled(self, number: int, nbytes: int, device: Device) -> UntypedStorage:
        if device.type == "meta":
            return UntypedStorage.allocate(nbytes, device)
        storage = UntypedStorage.allocate(nbytes, Device("cpu"))
        self.archive.read_into(STORAGE.format(number), memoryview(storage.buffer))
        storage.record.forget(EVERYTHING)
        return storage.to(device=device)


def _number(content: Any, count: int) -> int:
    if type(content) is not int or not 0 <= content < count:
        raise ValueError(f"number {content!r} is not among {count}")
    return content


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def _mapped(saved: Device, map_location: Any) -> Device:
    """Where a storage goes. TypeError for what says no place."""
    if map_location is None:
        return saved
    if isinstance(map_location, dict):
        for key, place in map_location.items():
            if Device(key) == saved:
                return Device(place)
        return saved
    if isinstance(map_location, (str, Device)):
        return Device(map_location)
    raise TypeError(
        f"load(): map_location is a device, its name, or a dict of them, not a {type(map_location).__name__}"
    )
