"""The hardware, behind a narrow interface: allocate, fill, copy, hand out an array for a spec."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_IMPLEMENTED = {"cpu": "cpu", "meta": "meta"}
_loaded: dict[str, Any] = {}


def backend_for(device_type: str) -> Any:
    """The module that serves a device type, imported on first use.

    Raises RuntimeError where the device cannot hold tensors here, with the way out.
    """
    module = _loaded.get(device_type)
    if module is None:
        if device_type not in _IMPLEMENTED:
            raise RuntimeError(
                f"cannot allocate on device '{device_type}': this build of tensorplay computes on 'cpu' and plans on "
                "'meta'; use device='cpu', or device='meta' to study layouts without memory"
            )
        try:
            module = import_module(f"tensorplay.backends.{_IMPLEMENTED[device_type]}")
        except ModuleNotFoundError as error:
            if error.name not in ("numpy", "ml_dtypes"):
                raise
            raise RuntimeError(
                f"a CPU tensor needs the package {error.name}, which is not installed; "
                "layouts can be studied without it on device='meta'"
            ) from error
        _loaded[device_type] = module
    return module
