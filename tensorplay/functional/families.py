"""All families of operations, imported so that their declarations are known."""

from __future__ import annotations

from . import (
    backward,
    complex_parts,
    complex_views,
    copying,
    creation,
    indexing,
    joining,
    likes,
    matrices,
    pieces,
    pointwise,
    products,
    reductions,
    sequences,
    values,
    views,
)

__all__ = [
    "backward",
    "complex_parts",
    "complex_views",
    "copying",
    "creation",
    "indexing",
    "joining",
    "likes",
    "matrices",
    "pieces",
    "pointwise",
    "products",
    "reductions",
    "sequences",
    "values",
    "views",
]
