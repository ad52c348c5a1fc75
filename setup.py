"""The part of the build that is not plain Python: the copy kernels, compiled where a compiler is at hand.

Without one the installation succeeds all the same, and NumPy moves the bytes.
"""

from __future__ import annotations

import runpy
from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("tensorplay/backends/kernels")
DIGEST = runpy.run_path(str(FOLDER / "digest.py"))["digest"](FOLDER)

setup(
    ext_modules=[
        Extension(
            "tensorplay.backends.kernels.native",
            sources=[
                str(FOLDER / f"{name}.c")
                for name in (
                    "convert",
                    "features",
                    "folds",
                    "interleave",
                    "native",
                    "reversal",
                    "runs",
                    "short_floats",
                    "spread",
                    "strided_copy",
                    "transpose",
                )
            ],
            depends=[*map(str, sorted(FOLDER.glob("*.h"))), "setup.py"],
            define_macros=[("SOURCES", f"{DIGEST}u")],
            extra_compile_args=["-O3"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
