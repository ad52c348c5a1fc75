from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorplay.attributes.device import (
    DEVICE_TYPES,
    Device,
    current_device_for,
    device,
    get_default_device,
    set_default_device,
)

CPU, META, CUDA = Device("cpu"), Device("meta"), Device("cuda")

# Calls whose result, or whose error's type, must be PyTorch's.
CALLS = """
device('cpu'); device('cuda'); device('mps'); device('meta'); device('xpu:1'); device('privateuseone:3'); device('ve')
device('cuda:0'); device('cuda:127'); device('cuda:256'); device('cuda:300'); device('cuda:2147483648')
device('cpu:5'); device('cuda:99999999999999999999'); device('cuda:'); device('cuda:00'); device('cuda:01')
device('cuda:-1'); device('cuda:+1'); device('cuda: 1'); device(' cpu'); device(b'c\\xff')
device('cuda:' + '9' * 5000); device('\\ud800'); device('cpu '); device('cpu:1 '); device('CPU'); device('cuda:1:2')
device('cuda::1'); device(':'); device(':0'); device('cuda0'); device('cuda:a'); device('cuda:0x1')
device('cuda:1_0'); device('cuda:\\u0661'); device('cud\\u00e9'); device(''); device(' '); device('_')
device('cuda_'); device('cpu_1'); device('cuda\\n'); device('cuda:1\\n'); device('foo'); device('foo:1')
device('cu-da'); device('cpu\\0'); device('ort'); device('cuda', 0); device('cuda', 1); device('cuda', 300)
device('cuda', -1); device('cuda', None); device('cuda', True); device('cuda', 1.0); device('cuda', '1')
device('cuda:0', 1); device('cuda:0', None); device('foo', 1); device('', 1); device('cuda', 2**63)
device('cuda', 2**62); device('cuda', -2**70); device('cuda', 1, 2); device(1, 1); device(None, 1)
device(type='cuda', index=1); device(index=1, type='cuda'); device(type='cuda'); device('cuda', index=1)
device('cuda', index=None); device('cuda', type='cuda'); device(type='cuda:1'); device(type=1); device(type=None)
device(index=1); device(); device(foo=1); device('cuda', foo=1); device(device='cuda:1'); device(device=device('cpu'))
device(device=None); device(device='cuda', index=1); device(device='cuda', type='cuda'); device(type=device('cpu'))
device(-1); device(-2); device(-2**70); device(2**63); device(True); device(1.0); device(None); device([])
device(b'cpu'); device(('cuda', 1)); device({}); device(device('cuda:2')); device(device('cuda'), 1)
device(device('cuda'), index=1)
"""


def outcome(text: str, kind: Any) -> str:
    try:
        return repr(eval(text, {"device": kind}))
    except Exception as error:  # noqa: BLE001 (whatever it is, ours must be of the same type)
        return type(error).__name__


@pytest.mark.parametrize("call", [one.strip() for one in CALLS.strip().replace("\n", ";").split(";")])
def test_results_and_errors_are_those_of_torch(call: str, torch: Any) -> None:
    assert outcome(call, device) == outcome(call, torch.device)


@given(st.text("cpuda:019 -_\n", max_size=8) | st.from_regex(r"(cpu|cuda|meta|c):?[0-9]{0,3}", fullmatch=True))
def test_any_string_is_read_as_torch_reads_it(text: str) -> None:
    torch = pytest.importorskip("torch")
    theirs = outcome(f"device({text!r})", torch.device)
    ours = outcome(f"device({text!r})", device)
    digits = text.partition(":")[2]
    if theirs.startswith("device") and digits and int(digits) % 256 >= 128:
        assert ours == "RuntimeError"
    else:
        assert ours == theirs


@pytest.mark.parametrize("kind", [one for one in DEVICE_TYPES if one != "mkldnn"])
def test_types_are_those_of_torch(kind: str, torch: Any) -> None:
    assert repr(Device(kind)) == repr(torch.device(kind))
    assert repr(Device(kind, 3)) == repr(torch.device(kind, 3))


def test_every_type_of_torch_is_known(torch: Any) -> None:
    with pytest.raises(RuntimeError) as theirs:
        torch.device("foo")
    assert ", ".join(DEVICE_TYPES) in str(theirs.value)


def test_text() -> None:
    assert (str(CPU), repr(CPU)) == ("cpu", "device(type='cpu')")
    assert (str(Device("cuda:1")), repr(Device("cuda:1"))) == ("cuda:1", "device(type='cuda', index=1)")
    assert (CUDA.type, CUDA.index, Device("cuda", 0).index) == ("cuda", None, 0)
    assert Device is device
    assert device.__name__ == "device"


def test_an_index_alone_is_a_cuda_device() -> None:
    assert repr(Device(1)) == repr(Device(device=1)) == "device(type='cuda', index=1)"
    assert Device(300) == Device("cuda:44")


@pytest.mark.parametrize("number", [128, 200, 255, 384])
def test_indices_with_a_negative_byte_are_refused(number: int) -> None:
    """PyTorch makes a device that prints as cuda:-128, and that its own pickle cannot make again."""
    forms: list[tuple[Any, ...]] = [(f"cuda:{number}",), ("cuda", number), (number,)]
    for arguments in forms:
        with pytest.raises(RuntimeError, match=f"{number} does not fit.*0 to 127"):
            Device(*arguments)


def test_integers_of_other_libraries_are_indices() -> None:
    numpy = pytest.importorskip("numpy")
    assert Device("cuda", numpy.int64(1)) == Device(numpy.int64(1)) == Device("cuda:1")


def test_equality_and_hash() -> None:
    assert Device("cuda:0") == Device("cuda", 0)
    assert hash(Device("cuda:0")) == hash(Device("cuda", 0))
    assert Device("cuda:0") != CUDA
    assert CPU != META
    assert CPU != "cpu"
    assert CPU != 0
    assert len({CPU, Device("cpu"), META, Device("cpu:0")}) == 3
    with pytest.raises(TypeError):
        sorted([CPU, META])  # type: ignore[type-var]


def test_copies_and_pickles() -> None:
    assert Device("cuda:1").__reduce__() == (Device, ("cuda", 1))
    assert CUDA.__reduce__() == (Device, ("cuda",))
    for one in (CPU, CUDA, Device("cuda:1")):
        assert Device(one) == copy.copy(one) == copy.deepcopy(one) == one
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(one, protocol)) == one


def test_nothing_can_be_changed() -> None:
    with pytest.raises(AttributeError, match="type"):
        CPU.type = "cuda"
    with pytest.raises(AttributeError, match="color"):
        CPU.color = "red"
    with pytest.raises(AttributeError, match="index"):
        del CPU.index
    with pytest.raises(TypeError, match="subclassed"):
        type("Mine", (Device,), {})


def test_errors_say_what_would_do() -> None:
    for wrong, remedy in (
        ("CPU", "'CPU'.*cpu, cuda"),
        ("cuda:01", "leading zeros"),
        ("", "empty"),
        (1.5, "1.5.*float"),
    ):
        with pytest.raises((RuntimeError, TypeError), match=remedy):
            Device(wrong)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"given twice.*device\('cuda', 0\)"):
        Device("cuda:0", 1)


def fail_on(expected: Device) -> None:
    assert get_default_device() == expected
    raise ZeroDivisionError


def test_default_device_of_a_block_is_restored() -> None:
    with META as entered:
        assert entered is META
        assert get_default_device() is META
        with pytest.raises(ZeroDivisionError), Device("cuda:1"):
            fail_on(Device("cuda:1"))
        assert get_default_device() is META
    assert get_default_device() == CPU


def test_a_device_can_be_entered_again() -> None:
    with META, META:
        with CPU:
            assert get_default_device() is CPU
        assert get_default_device() is META
    assert get_default_device() == CPU


def test_set_default_device() -> None:
    try:
        set_default_device("meta")
        assert get_default_device() == META
        with CPU:
            assert get_default_device() == CPU
        assert get_default_device() == META
        set_default_device(CUDA)
        assert get_default_device() is CUDA
        set_default_device(1)
        assert get_default_device() == Device("cuda:1")
        with pytest.raises(RuntimeError):
            set_default_device("foo")
        with pytest.raises(TypeError):
            set_default_device(1.5)  # type: ignore[arg-type]
        assert get_default_device() == Device("cuda:1")
    finally:
        set_default_device(None)
    assert get_default_device() == CPU


def test_setting_the_default_inside_a_block_outlasts_it() -> None:
    try:
        with META:
            with CUDA:
                set_default_device("mps")
                assert get_default_device() == Device("mps")
            assert get_default_device() is META
        assert get_default_device() == Device("mps")
    finally:
        set_default_device(None)


def test_each_thread_has_its_own_default() -> None:
    seen: list[Device] = []

    def look() -> None:
        seen.append(get_default_device())
        set_default_device("cuda")
        seen.append(get_default_device())

    with META:
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert get_default_device() is META
    assert seen == [CPU, CUDA]


def test_current_device_for() -> None:
    assert current_device_for(None) is get_default_device()
    assert current_device_for("cuda:1") == Device("cuda:1")
    assert current_device_for(CUDA) is CUDA
    with META:
        assert current_device_for(None) is META
        assert current_device_for("cpu") == CPU
    with Device("cpu:1"):
        assert current_device_for(None) == CPU


def test_the_cpu_and_meta_are_one_place_each(torch: Any) -> None:
    for text in ("cpu:0", "cpu:1", "meta:0", "cpu", "meta"):
        assert str(current_device_for(text)) == str(torch.zeros(2, device=text).device)
