"""The names at hand: all operations, none of Python's builtins, NumPy only when it is used."""

from __future__ import annotations

import builtins
import subprocess
import sys
from types import ModuleType

import pytest

import tensorplay
from tensorplay.functional import faces
from tensorplay.studio.namespace import LazyNumPy, fill_namespace, given_value, operation_names


def test_every_operation_is_there_but_no_builtin() -> None:
    namespace = fill_namespace({})
    operations = {name for name in faces.__all__ if not hasattr(builtins, name) and not name.startswith("_")}
    assert operations <= namespace.keys()
    assert namespace["transpose"] is tensorplay.transpose
    taken = namespace.keys() & set(vars(builtins))
    assert taken <= {"__builtins__"}
    assert namespace["tp"] is namespace["tensorplay"] is tensorplay
    assert namespace["float32"] is tensorplay.float32


def test_no_module_and_no_private_name() -> None:
    names = operation_names()
    assert not any(name.startswith("_") for name in names)
    assert not any(isinstance(getattr(tensorplay, name), ModuleType) for name in names)
    assert len(names) == len(set(names))


def test_numpy_takes_its_place_when_it_is_used() -> None:
    numpy = pytest.importorskip("numpy")
    namespace = fill_namespace({})
    proxy = namespace["np"]
    assert isinstance(proxy, LazyNumPy)
    exec("def double(n):\n    return np.arange(n) * 2", namespace)
    assert namespace["np"] is proxy
    assert namespace["double"](3).tolist() == [0, 2, 4]
    assert namespace["np"] is numpy
    assert repr(proxy) == repr(numpy)
    assert "arange" in dir(proxy)


def test_a_name_that_was_given_away_is_not_taken_back() -> None:
    namespace = fill_namespace({})
    proxy, namespace["np"] = namespace["np"], 5
    assert proxy.pi > 3
    assert namespace["np"] == 5


def test_numpy_is_imported_no_earlier() -> None:
    code = (
        "import sys; from tensorplay.studio.namespace import fill_namespace; names = fill_namespace({}); "
        "assert 'numpy' not in sys.modules; names['np'].pi; assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_stood_ready() -> None:
    assert given_value("tp") is tensorplay
    assert given_value("sum") is sum
    assert given_value("cat") is tensorplay.cat
    assert given_value("no_such_name") is None
