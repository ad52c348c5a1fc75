"""The named tuples that operations with several results return: `return_types.max` has `values` and `indices`."""

from __future__ import annotations

from tensorplay.functional.return_types import (
    aminmax,
    cummax,
    cummin,
    kthvalue,
    linalg_eig,
    linalg_eigh,
    linalg_qr,
    linalg_slogdet,
    linalg_svd,
    max,
    median,
    min,
    mode,
    nanmedian,
    sort,
    svd,
    topk,
)

__all__ = [
    "aminmax",
    "cummax",
    "cummin",
    "kthvalue",
    "linalg_eig",
    "linalg_eigh",
    "linalg_qr",
    "linalg_slogdet",
    "linalg_svd",
    "max",
    "median",
    "min",
    "mode",
    "nanmedian",
    "sort",
    "svd",
    "topk",
]
