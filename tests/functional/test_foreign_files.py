"""Files of NumPy and safetensors, read and written, whole and damaged."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay import serialization

from .saved import DTYPES

# NumPy's files


@pytest.mark.parametrize("name", ["bool", "u1", "i1", "<i2", ">i2", "<u4", "<i8", ">f4", "<f2", "<f8", "<c8", ">c16"])
def test_npy_files_of_numpy(name: str) -> None:
    array = np.arange(24).reshape(2, 3, 4).astype(name)
    for item in (array, np.asfortranarray(array), array.transpose(1, 0, 2), array[:, ::2], array[0, 0, 0], array[:0]):
        file = io.BytesIO()
        np.save(file, item)
        for tensor in (serialization.load_npy(io.BytesIO(file.getvalue())), tp.load(io.BytesIO(file.getvalue()))):
            assert tensor.tolist() == item.tolist()
            assert tensor.shape == item.shape
            assert tensor.is_contiguous() or item.flags.f_contiguous
            if item.flags.f_contiguous and not item.flags.c_contiguous:
                assert tensor.stride() == tuple(step // item.itemsize for step in item.strides)


def test_npy_files_for_numpy(tmp_path: Path) -> None:
    x = tp.arange(6.0).view(2, 3)
    z = tp.tensor([1 + 2j]).conj()
    for tensor, fortran in ((x, False), (x.t(), True), (x[:, ::2], False), (tp.tensor(3), False), (z, False)):
        serialization.save_npy(tensor, tmp_path / "x.npy")
        array = np.load(tmp_path / "x.npy")
        assert array.tolist() == tensor.tolist()
        assert (array.flags.f_contiguous and not array.flags.c_contiguous) == fortran
        assert serialization.load_npy(tmp_path / "x.npy").tolist() == tensor.tolist()
    for bad in (tp.ones(1, dtype=tp.bfloat16), tp.ones(1).to(tp.complex32), tp.ones(1, device="meta"), [1.0]):
        with pytest.raises(TypeError, match="save_npy"):
            serialization.save_npy(bad, tmp_path / "x.npy")
    assert np.load(tmp_path / "x.npy").tolist() == z.tolist()


def test_npz_files(tmp_path: Path) -> None:
    x = tp.arange(6).view(2, 3)
    serialization.save_npz({"a": x, "b": x.t(), "dir/../c": x[0]}, tmp_path / "x.npz")
    arrays = np.load(tmp_path / "x.npz")
    assert {name: arrays[name].tolist() for name in arrays} == {
        "a": x.tolist(),
        "b": x.t().tolist(),
        "dir/../c": x[0].tolist(),
    }
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "y.npz", one=np.arange(3), two=np.asfortranarray(np.ones((2, 2))), zeros=np.zeros(1 << 20))
        for load in (serialization.load_npz, tp.load):
            loaded = load(tmp_path / "y.npz")
            assert loaded["one"].tolist() == [0, 1, 2]
            assert loaded["two"].stride() == (1, 2)
            assert loaded["zeros"].numel() == 1 << 20
    with pytest.raises(TypeError, match="name"):
        serialization.save_npz({1: x}, tmp_path / "x.npz")


def npy(array: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (npy(np.array([None, {}], object), allow_pickle=True), "Python objects"),
        (npy(np.zeros(2, "U3")), "no tensor can hold"),
        (npy(np.zeros(2, "M8[s]")), "no tensor can hold"),
        (npy(np.zeros(2, [("a", "f4"), ("b", "i2")])), "no tensor can hold"),
        (npy(np.zeros(2, np.longdouble)), "no tensor can hold"),
        (npy(np.arange(3))[:-1], "has 24 bytes, but there are 23"),
        (npy(np.arange(3)) + b"x", "has 24 bytes, but there are 25"),
        (npy(np.arange(3))[:20], "header"),
        (npy(np.arange(3)).replace(b"(3,)", b"(9**9**9,)"), "header"),
        (npy(np.arange(3)).replace(b"(3,), }          ", b"(99999999999999,)}"), "but there are"),
        (npy(np.arange(3)).replace(b"(3,), ", b"(-3,),"), "cannot be loaded"),
        (npy(np.arange(3)).replace(b"\x01\x00", b"\x09\x00", 1), "version"),
        (b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535, "header"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + b"{" * 100, "header"),
    ],
)
def test_damaged_npy_files(content: bytes, text: str) -> None:
    for load in (serialization.load_npy, tp.load):
        with pytest.raises(RuntimeError, match="cannot be loaded") as caught:
            load(io.BytesIO(content))
        assert text in str(caught.value)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.npy", content)
    with pytest.raises(RuntimeError, match="cannot be loaded"):
        serialization.load_npz(io.BytesIO(archive.getvalue()))


@pytest.mark.parametrize("seed", range(2))
def test_random_damage_of_numpy_files(seed: int) -> None:
    chance = random.Random(seed)
    file = io.BytesIO()
    np.savez_compressed(file, a=np.arange(20).reshape(4, 5), b=np.asfortranarray(np.ones((3, 2))))
    for content, load in ((npy(np.arange(20.0)), serialization.load_npy), (file.getvalue(), serialization.load_npz)):
        for _ in range(800):
            broken = bytearray(content)
            for _ in range(chance.choice([1, 1, 3])):
                broken[chance.randrange(len(broken))] = chance.randrange(256)
            if chance.random() < 0.2:
                del broken[chance.randrange(len(broken)) :]
            try:
                load(io.BytesIO(bytes(broken)))
            except RuntimeError as error:
                assert "cannot be loaded" in str(error)  # noqa: PT017


# safetensors


def test_safetensors(tmp_path: Path) -> None:
    pytest.importorskip("safetensors")
    tensors = {
        str(dtype): tp.arange(6).to(dtype).view(2, 3).t()
        for dtype in DTYPES
        if dtype not in (tp.complex32, tp.complex128, tp.complex64)
    }
    tensors["empty"] = tp.zeros(0, 3)
    tensors["scalar"] = tp.tensor(1.5)
    path = tmp_path / "x.safetensors"
    serialization.save_safetensors(tensors, path, {"made": "by a test"})
    for loaded in (serialization.load_safetensors(path), tp.load(path), tp.load(io.BytesIO(path.read_bytes()))):
        assert loaded.keys() == tensors.keys()
        for name, tensor in tensors.items():
            assert loaded[name].dtype is tensor.dtype
            assert loaded[name].is_contiguous()
            assert loaded[name].tolist() == tensor.tolist()
    for bad in (tp.ones(1).to(tp.complex128), tp.ones(1, device="meta"), 5):
        with pytest.raises(TypeError, match="save_safetensors"):
            serialization.save_safetensors({"x": bad}, path)
    assert len(serialization.load_safetensors(path)) == len(tensors)
    content = path.read_bytes()
    for broken in (content[:-1], content + b"x", content[:50], b"", content[:8] + b"x" + content[9:]):
        with pytest.raises(RuntimeError, match="cannot be loaded"):
            serialization.load_safetensors(io.BytesIO(broken))


def test_safetensors_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "safetensors", None)
    monkeypatch.setitem(__import__("sys").modules, "safetensors.numpy", None)
    with pytest.raises(ImportError, match=r"tensorplay\[safetensors\]"):
        serialization.save_safetensors({}, io.BytesIO())
    with pytest.raises(ImportError, match=r"tensorplay\[safetensors\]"):
        serialization.load_safetensors(io.BytesIO(b"x"))
