"""What layers of neural networks compute, under PyTorch's names: `tensorplay.nn.functional.conv2d` and its like."""

from __future__ import annotations

from tensorplay.functional.activations import gelu, relu, softplus
from tensorplay.functional.faces import channel_shuffle, conv1d, conv2d, conv3d, pixel_shuffle, pixel_unshuffle
from tensorplay.functional.layers import (
    layer_norm,
    linear,
    log_softmax,
    normalize,
    one_hot,
    softmax,
)
from tensorplay.functional.padding import pad
from tensorplay.functional.patches import fold, unfold

__all__ = [
    "channel_shuffle",
    "conv1d",
    "conv2d",
    "conv3d",
    "fold",
    "gelu",
    "layer_norm",
    "linear",
    "log_softmax",
    "normalize",
    "one_hot",
    "pad",
    "pixel_shuffle",
    "pixel_unshuffle",
    "relu",
    "softmax",
    "softplus",
    "unfold",
]
