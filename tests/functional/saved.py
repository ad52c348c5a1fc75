"""What the tests of files share: values written and read back, and files with something changed."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import tensorplay as tp

DTYPES = (
    tp.bool, tp.uint8, tp.int8, tp.int16, tp.int32, tp.int64, tp.uint16, tp.uint32, tp.uint64, tp.float16, tp.bfloat16,
    tp.float32, tp.float64, tp.complex32, tp.complex64, tp.complex128,
)  # fmt: skip


def written(value: Any) -> bytes:
    file = io.BytesIO()
    tp.save(value, file)
    return file.getvalue()


def again(value: Any, **options: Any) -> Any:
    return tp.load(io.BytesIO(written(value)), **options)


def spec(tensor: Any) -> Any:
    layout = tensor._spec.layout
    bits = (tensor.is_conj(), tensor.is_neg(), tensor.requires_grad)
    return (tensor.dtype, str(tensor.device), layout.size, layout.stride, layout.offset, *bits)


def same(left: Any, right: Any) -> bool:
    return spec(left) == spec(right) and repr(left.tolist()) == repr(right.tolist())


def remade(content: bytes, *, header: Any = None, members: dict[str, bytes] | None = None, **zip_options: Any) -> bytes:
    """The file with another header (a function of the old one), or other members."""
    old = zipfile.ZipFile(io.BytesIO(content))
    found = {name: old.read(name) for name in old.namelist()}
    if header is not None:
        found["tensorplay.json"] = json.dumps(header(json.loads(found["tensorplay.json"]))).encode()
    found.update(members or {})
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", **zip_options) as archive:
        for name, data in found.items():
            archive.writestr(name, data)
    return file.getvalue()
