"""save: tensors, and plain values that hold them, into one file."""

from __future__ import annotations

import json
import sys
import zipfile
from typing import Any

from tensorplay.core.planning import is_planning
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase
from tensorplay.functional.typed_storage import TypedStorage

from .files import add_member, written_whole
from .values import Encoder

FORMAT = "tensorplay"
VERSION = 1
HEADER = "tensorplay.json"
STORAGE = "storages/{}"


def save(obj: Any, f: Any) -> None:
    """Write tensors, and lists, tuples and dicts of tensors and plain values, to a file.

    `f` is a path or a binary file. What shares a storage shares it again after `load`, which finds sizes, strides,
    offsets, dtypes, lazy bits and `requires_grad` as they were; the whole storage is written, however small a part of
    it a view shows. Gradients and the graph are not kept. An existing file is replaced only when the new one is
    complete.

    Raises TypeError for a value of any other type, saying where it is, and NotImplementedError for a storage that is
    only planned.

    >>> import io
    >>> import tensorplay as tp
    >>> x = tp.arange(6).view(2, 3)
    >>> file = io.BytesIO()
    >>> tp.save({"x": x, "row": x[1]}, file)
    >>> file.seek(0)
    0
    >>> loaded = tp.load(file)
    >>> loaded["row"].zero_().tolist(), loaded["x"].tolist()
    ([0, 0, 0], [[0, 1, 2], [0, 0, 0]])
    """
    contents = _Contents()
    try:
        header = contents.header(obj)
        text = json.dumps(header, allow_nan=False, separators=(",", ":"), check_circular=False)
    except RecursionError:
        raise RuntimeError("save(): the value is nested too deeply") from None
    with written_whole(f) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        add_member(archive, HEADER, text.encode("ascii"))
        for number, storage in enumerate(contents.storages):
            if storage.has_bytes:
                add_member(archive, STORAGE.format(number), storage.cpu().buffer)


class _Contents:
    """The tensors and storages of a value, each once."""

    def __init__(self) -> None:
        self.storages: list[UntypedStorage] = []
        self.tensors: list[TensorBase] = []
        self._numbers: dict[int, int] = {}

    def header(self, value: Any) -> dict[str, Any]:
        """All but the bytes."""
        encoded = Encoder(self._special).encode(value)
        return {
            "format": FORMAT,
            "version": VERSION,
            "byte order": sys.byteorder,
            "storages": [{"bytes": storage.nbytes(), "device": str(storage.device)} for storage in self.storages],
            "tensors": [self._described(tensor) for tensor in self.tensors],
            "value": encoded,
        }

    def _special(self, value: Any) -> Any:
        if isinstance(value, TensorBase):
            return {"tensor": self._tensor(value)}
        if isinstance(value, UntypedStorage):
            return {"storage": self._storage(value)}
        if isinstance(value, TypedStorage):
            return {"typed storage": [self._storage(value.untyped()), value.dtype.name]}
        return None

    def _tensor(self, tensor: TensorBase) -> int:
        number = self._numbers.get(id(tensor))
        if number is None:
            number = self._numbers[id(tensor)] = len(self.tensors)
            self.tensors.append(tensor)
            self._storage(tensor._storage)
        return number

    def _storage(self, storage: UntypedStorage) -> int:
        if is_planning() or storage.shadow_of is not None:
            raise NotImplementedError("save() writes bytes, and what is only planned has none")
        number = self._numbers.get(id(storage))
        if number is None:
            number = self._numbers[id(storage)] = len(self.storages)
            self.storages.append(storage)
        return number

    def _described(self, tensor: TensorBase) -> dict[str, Any]:
        spec = tensor._spec
        return {
            "storage": self._numbers[id(tensor._storage)],
            "dtype": spec.dtype.name,
            "size": list(spec.size),
            "stride": list(spec.stride),
            "offset": spec.layout.offset,
            "conj": spec.conj,
            "neg": spec.neg,
            "requires grad": tensor.requires_grad,
        }
