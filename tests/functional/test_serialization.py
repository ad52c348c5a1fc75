"""Files: what comes back is what was saved, with everything that it shares; what is damaged gives one clear error."""

from __future__ import annotations

import io
import json
import math
import random
import struct
import tracemalloc
import zipfile
from collections import OrderedDict
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay import serialization
from tensorplay.core.planning import planning

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


# Damaged files


def test_every_truncation_is_noticed() -> None:
    content = written({"x": tp.arange(10), "y": [1, 2.5, "text"]})
    for length in range(len(content)):
        with pytest.raises(RuntimeError, match="cannot be loaded"):
            tp.load(io.BytesIO(content[:length]))


@pytest.mark.parametrize("seed", range(4))
def test_random_damage_gives_the_value_or_an_error(seed: int) -> None:
    chance = random.Random(seed)
    value = {"x": tp.arange(10).view(2, 5).t(), "n": [1, 2.5, "text", (True, None)], "z": tp.tensor([1j]).conj()}
    content = written(value)
    refused = 0
    for _ in range(1500):
        broken = bytearray(content)
        for _ in range(chance.choice([1, 1, 1, 2, 5])):
            kind = chance.random()
            place = chance.randrange(len(broken))
            if kind < 0.7:
                broken[place] = chance.randrange(256)
            elif kind < 0.85:
                del broken[place : place + chance.randint(1, 20)]
            else:
                broken[place:place] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 20)))
        try:
            loaded = tp.load(io.BytesIO(bytes(broken)))
        except RuntimeError as error:
            assert "cannot be loaded" in str(error)  # noqa: PT017
            refused += 1
        else:
            assert same(loaded["x"], value["x"])
            assert loaded["n"] == value["n"]
    assert refused > 900


JUNK: list[Any] = [
    None, True, -1, 0, 1, 7, 1 << 31, 1 << 62, 1 << 63, 1 << 64, 10**30, 0.5, -2.5, "", "x", "float32", "complex64",
    "cpu", "meta", "cuda:0", "fpga", [], [1], [-1], [1 << 62, 1 << 62], [2, 3], [[1]], {}, {"tensor": 0}, {"tensor": 9},
    {"list": [{"again": 0}]}, {"tuple": [{"again": 0}]}, {"dict": [[{"list": []}, 1]]}, {"again": 0}, {"storage": 1},
    {"typed storage": [0, "x"]}, {"typed storage": [0, "int64"]}, {"typed storage": [0, [1]]}, {"int": "0x"},
    {"int": "z"}, {"float": "1.5"}, {"complex": [1]}, {"bytes": "?"}, {"size": ["a"]}, {"dtype": "float8"},
    {"device": "moon"}, {"a": 1, "b": 2}, [0] * 65,
]  # fmt: skip


def places_in(node: Any) -> Any:
    """All (container, key) of a tree of JSON."""
    for key, item in list(node.items() if isinstance(node, dict) else enumerate(node)):
        yield node, key
        if isinstance(item, (dict, list)):
            yield from places_in(item)


@pytest.mark.parametrize("seed", range(4))
def test_a_hostile_header_gives_an_error_or_a_tensor_inside_its_storage(seed: int) -> None:
    chance = random.Random(seed)
    x = tp.arange(12).view(3, 4)
    content = written({"x": x, "rows": [x[1:], x.t()], "z": tp.tensor([1 + 1j]).conj(), "n": (1, {"a": 2.5})})

    def changed(header: Any) -> Any:
        for _ in range(chance.choice([1, 1, 2, 3])):
            container, key = chance.choice(list(places_in(header)))
            if isinstance(container, dict) and chance.random() < 0.2:
                del container[key]
            else:
                container[key] = deepcopy(chance.choice(JUNK))
        return header

    for _ in range(600):
        broken = remade(content, header=changed)
        try:
            loaded = tp.load(io.BytesIO(broken))
        except RuntimeError as error:
            assert "cannot be loaded" in str(error)  # noqa: PT017
        else:
            check_inside(loaded, set())


def check_inside(value: Any, seen: set[int]) -> None:
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, tp.Tensor):
        assert value._spec.reach <= value.untyped_storage().nbytes()
        if value.numel() < 10_000 and value.device.type == "cpu":
            value.tolist()
    elif isinstance(value, dict):
        for item in value.values():
            check_inside(item, seen)
    elif isinstance(value, (list, tuple)):
        for item in value:
            check_inside(item, seen)


def with_tensor(**fields: Any) -> Any:
    def change(header: Any) -> Any:
        header["tensors"][0].update(fields)
        return header

    return change


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (with_tensor(size=[11]), "reaches 88 bytes into storage 0, which has 80"),
        (with_tensor(offset=1), "reaches 88 bytes"),
        (with_tensor(stride=[2]), "reaches"),
        (with_tensor(stride=[-1]), "-1"),
        (with_tensor(size=[1 << 62], stride=[1 << 62]), "cannot be loaded"),
        (with_tensor(size=[1 << 40, 1 << 40], stride=[0, 0]), "cannot be loaded"),
        (with_tensor(size=[10.0]), "10.0"),
        (with_tensor(size=[True]), "True"),
        (with_tensor(size=[2, 5]), "2 sizes and 1 strides"),
        (with_tensor(size=[1] * 65, stride=[1] * 65), "65 numbers"),
        (with_tensor(dtype="object"), "no dtype 'object'"),
        (with_tensor(storage=1), "storage 1, but there are 1"),
        (with_tensor(storage=-1), "-1"),
        (with_tensor(conj=True), "cannot be conjugated"),
        ({"requires grad": True}, "require a gradient"),
        (lambda header: {**header, "storages": [{"bytes": 1 << 50, "device": "cpu"}]}, "the file holds 80"),
        (lambda header: {**header, "storages": [{"bytes": 80, "device": "abc"}]}, "device"),
        (lambda header: {**header, "version": 2}, "version 2"),
        (lambda header: {**header, "version": True}, "version True"),
        (lambda header: {**header, "format": "other"}, "format"),
        (lambda header: {**header, "byte order": "big"}, "byte order"),
        (lambda header: {**header, "value": {"call": ["os.system", "true"]}}, "no kind of value called 'call'"),
        (lambda header: {**header, "value": {"tuple": [{"again": 0}]}}, "leads nowhere"),
        (lambda header: [header], "format"),
        (lambda header: None, "format"),
    ],
)
def test_a_wrong_header_says_what_is_wrong(change: Any, text: str) -> None:
    header = with_tensor(**change) if isinstance(change, dict) else change
    with pytest.raises(RuntimeError, match="cannot be loaded") as caught:
        tp.load(io.BytesIO(remade(written(tp.arange(10)), header=header)))
    assert text in str(caught.value)


def test_archives_that_are_not_ours(tmp_path: Path) -> None:
    content = written(tp.arange(10))
    for broken, text in (
        (b"", "no file of tensorplay"),
        (b"hello", "no file of tensorplay"),
        (remade(content, compression=zipfile.ZIP_BZIP2), "compressed"),
        (remade(content, members={"tensorplay.json": b"{"}), "no JSON"),
        (remade(content, members={"tensorplay.json": b'{"format": NaN}'}), "NaN"),
        (remade(content, members={"tensorplay.json": b"[" * 100_000}), "nested too deeply"),
        (remade(content, members={"tensorplay.json": b'{"format": ' + b"1" * 10_000 + b"}"}), "no JSON"),
        (remade(content, members={"tensorplay.json": "ü".encode()}), "no JSON"),
        (remade(content, members={"storages/0": b"short"}), "the file holds 5"),
    ):
        with pytest.raises(RuntimeError, match="cannot be loaded") as caught:
            tp.load(io.BytesIO(broken))
        assert text in str(caught.value)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("x/data.pkl", b"cos\nsystem\n(S'true'\ntR.")
    with pytest.raises(RuntimeError, match="pickle"):
        tp.load(io.BytesIO(file.getvalue()))
    with pytest.raises((IsADirectoryError, PermissionError)):
        tp.load(tmp_path)


def test_a_missing_a_doubled_and_an_extra_member() -> None:
    content = written(tp.arange(10))
    old = zipfile.ZipFile(io.BytesIO(content))
    missing = io.BytesIO()
    with zipfile.ZipFile(missing, "w") as archive:
        archive.writestr("tensorplay.json", old.read("tensorplay.json"))
    with pytest.raises(RuntimeError, match="'storages/0' is missing"):
        tp.load(io.BytesIO(missing.getvalue()))
    doubled = io.BytesIO(content)
    with zipfile.ZipFile(doubled, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("storages/0", old.read("storages/0"))
    with pytest.raises(RuntimeError, match="two members"):
        tp.load(io.BytesIO(doubled.getvalue()))
    extra = remade(content, members={"../../etc/evil": b"x", "/absolute": b"y"})
    assert tp.load(io.BytesIO(extra)).tolist() == list(range(10))
    assert not Path("../../etc/evil").exists()


def test_a_claim_of_size_takes_no_memory() -> None:
    content = bytearray(written(tp.arange(10)))
    # The central directory claims that the storage has 3 GiB.
    place = content.rindex(b"PK\x01\x02")
    content[place + 20 : place + 28] = struct.pack("<II", 3 << 30, 3 << 30)
    bomb = remade(written(tp.arange(1)), members={"storages/0": bytes(1 << 24)}, compression=zipfile.ZIP_DEFLATED)
    tracemalloc.start()
    with pytest.raises(RuntimeError, match="cannot be loaded"):
        tp.load(io.BytesIO(bytes(content)))
    with pytest.raises(RuntimeError, match="cannot be loaded"):
        tp.load(io.BytesIO(bomb))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 23


def test_a_wrong_checksum_is_noticed() -> None:
    content = bytearray(written(tp.arange(10)))
    place = content.index((9).to_bytes(8, "little"), content.index(b"storages/0"))
    content[place] = 77
    with pytest.raises(RuntimeError, match="damaged"):
        tp.load(io.BytesIO(bytes(content)))


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
