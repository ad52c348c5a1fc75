"""What a tensor is made of, layout apart: dtype, device, memory format and kind of layout; also type promotion.

The classes ``dtype``, ``device``, ``memory_format`` and ``layout`` share their names with modules here or elsewhere, so
this package passes them on by their second names: DType, Device, MemoryFormat and LayoutKind. Nothing but the standard
library is imported.
"""

from __future__ import annotations
