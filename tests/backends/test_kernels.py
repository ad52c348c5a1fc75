from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tensorplay as tp
from tensorplay.backends import kernels
from tensorplay.backends.kernels.digest import digest
from tensorplay.geometry.copying import plan_copy

from .random_copies import kernel_disagreement, random_case

Array = np.ndarray[Any, np.dtype[Any]]


@pytest.mark.parametrize("streaming", [False, True])
def test_random_copies_agree_with_numpy(native: Any, streaming: bool) -> None:
    source = random.Random(f"{streaming}")
    for _ in range(1000):
        assert kernel_disagreement(random_case(source), source, streaming) is None


@pytest.mark.parametrize("itemsize", [1, 2, 4, 8, 16])
@pytest.mark.parametrize(
    "size", [(300, 517), (515, 3), (2, 1030), (64, 64, 33), (7, 9, 11, 13, 5), (70, 4096), (31, 29, 301)]
)
def test_transpositions(native: Any, itemsize: int, size: tuple[int, ...]) -> None:
    source = random.Random(0)
    values = np.frombuffer(source.randbytes(int(np.prod(size)) * itemsize), f"V{itemsize}").reshape(size)
    for skew in (0, 1):
        buffer = np.zeros(values.nbytes + 1, np.uint8)
        target = buffer[skew : skew + values.nbytes].view(f"V{itemsize}").reshape(size[::-1])
        plan = plan_copy(
            target.shape,
            tuple([step // itemsize for step in target.strides]),
            tuple([step // itemsize for step in values.T.strides]),
            itemsize,
        )
        for streaming in (False, True):
            target.view(np.uint8)[...] = 0 if target.flags.aligned else 1
            copy, blocks, _ = native.prepare(
                plan.size, plan.destination_stride, plan.source_stride, plan.itemsize, streaming
            )
            native.run(copy, target.ctypes.data, values.ctypes.data, 0, blocks)
            assert target.tobytes() == values.T.tobytes()


@pytest.mark.parametrize(
    ("size", "destination", "source", "plain", "quick"),
    [
        ((300, 500), (500, 1), (1, 300), "transposed element by element", "squares transposed in registers"),
        ((5000, 3), (3, 1), (1, 5000), "transposed element by element", "rows interleaved in registers"),
        ((3, 5000), (5000, 1), (1, 3), "transposed element by element", "rows interleaved in registers"),
        ((40, 500), (600, 1), (700, 1), "runs moved whole", "runs moved whole"),
        ((40, 500), (500, 1), (500, -1), "rows turned round", "rows turned round in registers"),
        ((40, 500), (500, 1), (-500, 1), "runs moved whole", "runs moved whole"),
        ((40, 500), (500, 1), (1, 0), "runs of one element", "runs of one element"),
        ((40, 500), (1000, 2), (1, 40), "element by element", "element by element"),
    ],
)
def test_copies_say_what_they_do(
    native: Any,
    size: tuple[int, ...],
    destination: tuple[int, ...],
    source: tuple[int, ...],
    plain: str,
    quick: str,
) -> None:
    for streaming in (False, True):
        copy, blocks, _ = native.prepare(size, destination, source, 4, streaming)
        work, extent, order, staged, past = native.explain(copy)
        assert work == (quick if "avx2" in native.features() else plain)
        assert blocks == np.prod([-(-length // part) for length, part in zip(size, extent, strict=True)])
        assert sorted(order) == list(range(len(size)))
        assert past or not staged
        assert not past or (streaming and "avx2" in native.features())
    with pytest.raises(ValueError, match="nothing"):
        native.explain(native.prepare((0,), (1,), (1,), 4, False)[0])
    with pytest.raises(ValueError, match="PyCapsule"):
        native.explain(3)


def test_arguments_are_checked(native: Any) -> None:
    with pytest.raises(ValueError, match="3 bytes"):
        native.prepare((2,), (1,), (1,), 3, False)
    with pytest.raises(ValueError, match="65 axes"):
        native.prepare((1,) * 65, (1,) * 65, (1,) * 65, 1, False)
    with pytest.raises(ValueError, match="length"):
        native.prepare((2,), (1, 1), (1,), 1, False)
    with pytest.raises(TypeError):
        native.prepare([2], (1,), (1,), 1, False)
    with pytest.raises(OverflowError):
        native.prepare((1 << 70,), (1,), (1,), 1, False)
    copy, blocks, _ = native.prepare((2,), (1,), (1,), 1, False)
    with pytest.raises(ValueError, match="blocks 0 to 2 of 1"):
        native.run(copy, 0, 0, 0, blocks + 1)
    with pytest.raises(ValueError, match="PyCapsule"):
        native.run(object(), 0, 0, 0, 0)
    with pytest.raises(ValueError, match="conversion number 9"):
        native.convert(9, 0, 0, 0, 0, 0, 0)
    empty, blocks, _ = native.prepare((0, 5), (5, 1), (1, 0), 4, True)
    assert blocks == 0
    native.run(empty, 0, 0, 0, 0)


def test_all_halves_become_floats(native: Any) -> None:
    every = np.arange(1 << 16, dtype=np.uint16)
    for half in (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)):
        found = np.empty(every.size, np.float32)
        number = kernels.CONVERSIONS[(half.name, "float32")]
        native.convert(number, found.ctypes.data, every.ctypes.data, 1, every.size, 0, 0)
        assert np.array_equal(found.view(np.uint32), every.view(half).astype(np.float32).view(np.uint32))


@pytest.mark.parametrize("half", [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)], ids=lambda half: half.name)
def test_floats_become_halves(native: Any, half: np.dtype[Any]) -> None:
    generator = np.random.default_rng(0)
    ends = np.array([0, 1, 0xFFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001, 0x1FFF, 0x2000, 0x3000, 0xFFFF], np.uint32)
    upper = np.arange(1 << 16, dtype=np.uint32) << 16
    bits = np.concatenate([(upper[:, None] | ends).ravel(), generator.integers(0, 1 << 32, 1 << 18, dtype=np.uint32)])
    found = np.empty(bits.size, np.uint16)
    number = kernels.CONVERSIONS[("float32", half.name)]
    native.convert(number, found.ctypes.data, bits.ctypes.data, 1, bits.size, 0, 0)
    with np.errstate(all="ignore"):
        expected = bits.view(np.float32).astype(half).view(np.uint16)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("wish", ["numpy", "portable", ""])
def test_the_environment_chooses(wish: str) -> None:
    code = (
        "import tensorplay as tp; from tensorplay.backends import kernels; tp.show_config();"
        "x = tp.arange(40000).view(200, 200); assert x.t().contiguous()[3, 7] == 1403; print(kernels.available())"
    )
    environment = {**os.environ, "TENSORPLAY_KERNELS": wish}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    if wish == "numpy":
        assert "NumPy (TENSORPLAY_KERNELS=numpy)" in done.stdout
        assert done.stdout.endswith("False\n")
    elif wish == "portable" and kernels.available():
        assert "compiled (plain C)" in done.stdout


def test_an_unknown_wish_is_told_once() -> None:
    code = "import tensorplay as tp; tp.ones(3) + 1; print(tp.ones(2).tolist())"
    environment = {**os.environ, "TENSORPLAY_KERNELS": "bogus", "PYTHONWARNINGS": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "[1.0, 1.0]\n"
    assert done.stderr.count("RuntimeWarning") == 1
    assert "TENSORPLAY_KERNELS is 'bogus', which is not one of 'numpy', 'portable'" in done.stderr


def test_show_config_says_what_copies(capsys: pytest.CaptureFixture[str]) -> None:
    tp.show_config()
    assert kernels.status() in capsys.readouterr().out


def test_an_extension_of_other_sources_does_not_serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    native = pytest.importorskip("tensorplay.backends.kernels.native")
    folder = Path(kernels.__file__).parent
    assert digest(tmp_path) is None
    (tmp_path / "a.c").write_text("int a;\n")
    first = digest(tmp_path)
    (tmp_path / "a.h").write_text("int a;\n")
    assert digest(tmp_path) != first
    if digest(folder) is None:
        pytest.skip("the sources of an installed extension are not there")
    monkeypatch.setattr(native, "SOURCES", native.SOURCES ^ 1)
    assert kernels._load() == (None, "the extension was built from other sources: install again")
