"""tensorplay: tensors with layouts that can be seen.

A tensor engine with PyTorch's meaning, made to show storage, strides, dimension order and aliasing.
"""

from __future__ import annotations

from math import e, inf, nan, pi
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import cuda, linalg, nn, return_types, testing
from .attributes.device import device, get_default_device, set_default_device
from .attributes.dtype import (
    ALIASES as _ALIASES,
)
from .attributes.dtype import (
    bfloat16,
    complex32,
    complex64,
    complex128,
    default_dtype,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    int8,
    int16,
    int32,
    int64,
    set_default_dtype,
    uint8,
    uint16,
    uint32,
    uint64,
)
from .attributes.dtype import bool_ as bool
from .attributes.layout_kind import layout, sparse_coo, strided
from .attributes.limits import finfo, iinfo
from .attributes.memory_format import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    memory_format,
    preserve_format,
)
from .attributes.promotion import can_cast, promote_types
from .attributes.size import Size
from .autograd.modes import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .backends.parallel import get_num_threads, set_num_threads
from .core import tensor as _tensor
from .functional import generator as random
from .functional.faces import *  # noqa: F403
from .functional.faces import Tensor
from .functional.generator import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from .functional.install import install as _install
from .functional.legacy import (
    BFloat16Tensor,
    BoolTensor,
    ByteTensor,
    CharTensor,
    DoubleTensor,
    FloatTensor,
    HalfTensor,
    IntTensor,
    LongTensor,
    ShortTensor,
)
from .functional.print_options import get_printoptions, printoptions, set_printoptions
from .functional.typed_storage import is_storage
from .storage import TypedStorage, UntypedStorage
from .utils.deterministic import (
    are_deterministic_algorithms_enabled,
    get_deterministic_debug_mode,
    is_deterministic_algorithms_warn_only_enabled,
    set_deterministic_debug_mode,
    use_deterministic_algorithms,
)

__version__ = "0.1.0"

newaxis = None  # x[newaxis] adds a dimension
DType = dtype
Device = device

_install()
globals().update(_ALIASES)

if _TYPE_CHECKING:
    from . import cutensor
    from .inspection import aliases, assert_contiguous, assert_view, describe, explain_copy, show, why
    from .serialization import load, save

# What looks at tensors, and files, are imported when they are first asked for: `import tensorplay` stays light.
_LATER = {
    **dict.fromkeys(
        ("aliases", "assert_contiguous", "assert_view", "describe", "explain_copy", "show", "why"), "inspection"
    ),
    **dict.fromkeys(("load", "save", "serialization"), "serialization"),
    "cutensor": "cutensor",
}


def show_config() -> None:
    """Print how this installation works: versions, what copies memory, threads, large buffers kept for their next use.

    >>> show_config()  # doctest: +ELLIPSIS
    tensorplay ...
    copies ...
    threads ...
    buffers ...
    """
    from .backends.configuration import configuration

    for name, words in (("tensorplay", __version__), *configuration()):
        print(f"{name:<10} {words}")


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module 'tensorplay' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_LATER[name]}", __name__)
    value = module if name == _LATER[name] else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def _notebook_bundle(tensor: _Any) -> dict[str, str]:
    from .picture.notebook import mime_bundle

    return mime_bundle(tensor)


_tensor.notebook_hook = _notebook_bundle
