"""Files of tensors: what comes back is what was saved, with everything that it shares."""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.core.planning import planning

from .saved import DTYPES, again, same, spec, written

# What comes back


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_every_dtype_and_layout(dtype: Any) -> None:
    base = tp.arange(24).to(dtype).view(2, 3, 4)
    for tensor in (
        base, base.permute(2, 0, 1), base[:, 1:, ::2], base[0, 0, :1].expand(3, 1), base[:0], base[1, 2, 3],
        base.as_strided((3, 2), (1, 1), 2), tp.empty_permuted((1, 0, 5), (2, 0, 1), dtype=dtype),
    ):  # fmt: skip
        loaded = again(tensor)
        assert same(loaded, tensor)
        assert loaded.untyped_storage().tolist() == tensor.untyped_storage().tolist()


def test_sharing_is_kept() -> None:
    x = tp.arange(6.0).view(2, 3)
    saved = {"x": x, "row": x[1], "column": x[:, 2], "other": x.clone(), "bits": x.view(tp.int32), "again": x}
    loaded = again(saved)
    assert loaded["x"] is loaded["again"]
    loaded["row"].zero_()
    assert loaded["x"].tolist() == [[0.0, 1.0, 2.0], [0.0, 0.0, 0.0]]
    assert loaded["column"].tolist() == [2.0, 0.0]
    assert loaded["bits"].tolist()[1] == [0, 0, 0]
    assert loaded["other"].tolist() == x.tolist()
    storages = {name: item.untyped_storage() for name, item in loaded.items()}
    assert storages["x"] is storages["row"] is storages["column"] is storages["bits"] is not storages["other"]
    assert x.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_the_whole_storage_is_written() -> None:
    loaded = again(tp.arange(100)[90:95])
    assert loaded.storage_offset() == 90
    assert loaded.untyped_storage().nbytes() == 800


def test_lazy_bits_gradients_and_meta() -> None:
    z = tp.tensor([1 + 2j, 3 - 4j])
    weight = tp.ones(2, 2, requires_grad=True)
    saved = [z.conj(), z.conj().imag, weight, weight * 2, tp.empty(3, 4, device="meta").t()]
    loaded = again(saved)
    for one, other in zip(loaded[:4], saved[:4], strict=True):
        assert same(one, other)
    assert loaded[0].is_conj()
    assert loaded[1].is_neg()
    assert loaded[0].untyped_storage() is loaded[1].untyped_storage()
    assert all(item.is_leaf for item in loaded)
    assert spec(loaded[4]) == spec(saved[4])


def test_values() -> None:
    value = {
        "numbers": [0, -1, 1 << 62, -(1 << 63), 1 << 63, -(10**400), 0.1, -0.0, 5e-324, 1.7976931348623157e308, 1e22],
        "odd": (math.inf, -math.inf, 1 + 2j, complex(math.inf, -0.0), b"\x00\xff", "", "\ud800 ü 🙂", None, True),
        "nested": [[], (), {}, [[()]], OrderedDict([("b", 1), ("a", 2)])],
        1: "one", 2.5: "real", None: "nothing", (1, ("x",)): "tuple", b"k": "bytes",
        "ours": (tp.Size([2, 3]), tp.float32, tp.bool, tp.device("cpu"), tp.channels_last, tp.strided),
    }  # fmt: skip
    loaded = again(value)
    assert loaded == value
    assert repr(loaded) == repr(value)
    assert type(loaded["nested"][4]) is OrderedDict
    assert type(loaded["ours"][0]) is tp.Size
    assert math.isnan(again(math.nan))
    assert math.copysign(1, again(-0.0)) == -1


def test_containers_stay_one_object() -> None:
    part = [1, 2]
    pair = (part,)
    loop: list[Any] = [part, pair, {"part": part, "pair": pair}]
    loop.append(loop)
    loaded = again(loop)
    assert loaded[0] is loaded[1][0] is loaded[2]["part"]
    assert loaded[1] is loaded[2]["pair"]
    assert loaded[3] is loaded
    lists: Any = []
    for _ in range(60):  # 2**60 paths lead to the innermost list
        lists = [lists, lists]
    assert len(written(lists)) < 10_000
    assert again(lists)[0] is not None


def test_storages_themselves() -> None:
    x = tp.arange(3, dtype=tp.int16)
    loaded = again({"storage": x.untyped_storage(), "typed": x.storage(), "x": x})
    assert loaded["storage"] is loaded["x"].untyped_storage()
    assert loaded["typed"].tolist() == [0, 1, 2]
    loaded["storage"][0] = 7
    assert loaded["typed"].tolist() == [7, 1, 2]
    assert loaded["x"].tolist() == [7, 1, 2]


def test_map_location() -> None:
    x = tp.arange(4.0)
    on_meta = again([x, x[1:]], map_location="meta")
    assert [str(item.device) for item in on_meta] == ["meta", "meta"]
    assert on_meta[1].stride() == (1,)
    assert again(x, map_location=tp.device("cpu")).tolist() == x.tolist()
    assert str(again(x, map_location={"cpu": "meta"}).device) == "meta"
    assert again(x, map_location={"meta": "cpu"}).tolist() == x.tolist()
    with pytest.raises(RuntimeError, match="no bytes"):
        again(tp.empty(2, device="meta"), map_location="cpu")
    with pytest.raises(RuntimeError, match="cuda"):
        again(x, map_location="cuda")
    with pytest.raises(TypeError, match="map_location"):
        again(x, map_location=3.5)


def test_the_same_value_makes_the_same_bytes() -> None:
    assert written({"x": tp.ones(3)}) == written({"x": tp.ones(3)})


def test_the_format_needs_no_tensorplay() -> None:
    archive = zipfile.ZipFile(io.BytesIO(written([tp.arange(3, dtype=tp.int16)])))
    header = json.loads(archive.read("tensorplay.json"))
    assert header["value"] == {"list": [{"tensor": 0}]}
    assert header["tensors"][0]["size"] == [3]
    assert np.frombuffer(archive.read("storages/0"), "<i2").tolist() == [0, 1, 2]
    assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}


# Files


def test_paths_and_files(tmp_path: Path) -> None:
    for target in (tmp_path / "a.tp", str(tmp_path / "b.tp")):
        tp.save([1, tp.ones(2)], target)
        assert tp.load(target)[1].tolist() == [1.0, 1.0]
    with (tmp_path / "c.tp").open("wb") as file:
        tp.save(tp.zeros(1), file)
    assert tp.load(tmp_path / "c.tp").tolist() == [0.0]
    with pytest.raises(FileNotFoundError):
        tp.load(tmp_path / "none.tp")
    with pytest.raises(FileNotFoundError):
        tp.save(1, tmp_path / "none" / "x.tp")
    for call in (lambda: tp.save(1, 5), lambda: tp.load(None)):
        with pytest.raises(TypeError, match="path or a binary file"):
            call()


def test_a_stream_that_cannot_be_searched() -> None:
    class Stream(io.RawIOBase):
        def __init__(self, content: bytes) -> None:
            self.rest = io.BytesIO(content)

        def read(self, size: int = -1) -> bytes:
            return self.rest.read(size)

        def seekable(self) -> bool:
            return False

    assert tp.load(Stream(written(tp.ones(2)))).tolist() == [1.0, 1.0]


def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "x.tp"
    tp.save("before", path)
    path.chmod(0o640)

    class Failing:
        pass

    with pytest.raises(TypeError, match=r"the value\['deep'\]\[1\] is a .*Failing"):
        tp.save({"deep": [0, Failing()]}, path)
    assert tp.load(path) == "before"
    tp.save("after", path)
    assert tp.load(path) == "after"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [item.name for item in tmp_path.iterdir()] == ["x.tp"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    tp.save("first", tmp_path / "real.tp")
    (tmp_path / "link.tp").symlink_to(tmp_path / "real.tp")
    tp.save("second", tmp_path / "link.tp")
    assert (tmp_path / "link.tp").is_symlink()
    assert tp.load(tmp_path / "real.tp") == "second"


def test_what_is_not_saved() -> None:
    class Named(list[int]):
        pass

    for value in (
        object(),
        {1, 2},
        Named(),
        lambda: 0,
        np.float64(2),
        np.arange(2),
        slice(1),
        range(3),
        bytearray(b"x"),
    ):
        with pytest.raises(TypeError, match="does not keep"):
            written([value])
    with pytest.raises(TypeError, match="key"):
        written({tp.ones(1): 1})
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RuntimeError, match="nested too deeply"):
        written(deep)
    with planning(), pytest.raises(NotImplementedError):
        written(tp.ones(1))
