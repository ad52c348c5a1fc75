"""Our tensor on the same bytes, under the same layout, as a tensor of torch's."""

from __future__ import annotations

from typing import Any

import tensorplay as tp
from tensorplay.core.spec import Spec
from tensorplay.core.tensor import make_tensor
from tensorplay.geometry.layout import Layout


def dtype_of(tensor: Any) -> Any:
    return getattr(tp, str(tensor.dtype).removeprefix("torch."))


def twin_of(tensor: Any) -> Any:
    """A copy, with the lazy bits that the tensor has."""
    storage = tp.UntypedStorage(bytes(tensor.untyped_storage().tolist()))
    layout = Layout(tuple(tensor.shape), tuple(tensor.stride()), tensor.storage_offset())
    return make_tensor(storage, Spec(layout, dtype_of(tensor), storage.device, tensor.is_conj(), tensor.is_neg()))
