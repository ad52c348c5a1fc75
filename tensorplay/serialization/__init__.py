"""Tensors in files: `save` and `load` keep what they share; NumPy's and safetensors' files are read and written too.

The format is described in `docs/file-format.md`. Nothing that a file holds is ever run as a program.
"""

from __future__ import annotations

from .loading import load
from .numpy_files import load_npy, load_npz, save_npy, save_npz
from .safetensors_files import load_safetensors, save_safetensors
from .saving import save

__all__ = [
    "load",
    "load_npy",
    "load_npz",
    "load_safetensors",
    "save",
    "save_npy",
    "save_npz",
    "save_safetensors",
]
