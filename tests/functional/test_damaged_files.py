"""Files that are damaged, cut short or hostile: one clear error, no memory taken, nothing outside touched."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zipfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import tensorplay as tp

from .saved import remade, same, written


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
