"""Generator: the stream of random bits, PyTorch's Mersenne twister with PyTorch's seeding, so that both draw the same.

The twister is NumPy's. It is made when the first number is drawn: seeding and `meta` tensors need no NumPy.
"""

from __future__ import annotations

import operator
import os
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device, current_device_for
from tensorplay.attributes.dtype import uint8
from tensorplay.core.access import array_of
from tensorplay.core.tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .faces import Tensor

DEFAULT_SEED = 67280421310721  # of a new Generator, as in PyTorch
LENGTH = 624  # words of the twister's state
# PyTorch's state as bytes: the seed, how many words are left, a flag, the next word's place, the words in 64 bits each,
# three fields of which the second keeps the second half of a pair of normal numbers, and whether it does.
_STATE = struct.Struct(f"<QiiQ{LENGTH}Qdddi4x")
_STATE_PADDING = 8


class Generator:
    """A source of random numbers with a state of its own, for `generator=`.

    A new one starts from the same seed as PyTorch's, `manual_seed` chooses another. Seeded alike, the random functions
    give the numbers that PyTorch gives on the CPU, as their docstrings say.

    >>> import tensorplay as tp
    >>> generator = tp.Generator().manual_seed(5)
    >>> tp.rand(2, generator=generator).tolist() == tp.rand(2, generator=generator.manual_seed(5)).tolist()
    True
    """

    __slots__ = ("_device", "_fresh", "_seed", "_spare_normal", "_twister")

    def __init__(self, device: Device | str = "cpu") -> None:
        """On the CPU. RuntimeError for another device."""
        self._device = current_device_for(device)
        if self._device.type != "cpu":
            raise RuntimeError(f"random numbers are drawn on the CPU here, not on '{device}'; leave device out")
        self._set_seed(DEFAULT_SEED)

    def _set_seed(self, seed: int) -> None:
        self._seed = seed
        self._spare_normal: float | None = None
        self._twister: Any = None
        self._fresh = True

    @property
    def device(self) -> Device:
        """Where the numbers are drawn.

        >>> Generator().device
        device(type='cpu')
        """
        return self._device

    def manual_seed(self, seed: int) -> Generator:
        """Start anew from a seed of at most 64 bits, of which the lower 32 count. Gives the generator back.

        A negative seed counts from 2**64. RuntimeError for what is no int, ValueError beyond 64 bits.

        >>> Generator().manual_seed(5).initial_seed()
        5
        """
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise RuntimeError(f"a seed is an int, not a {type(seed).__name__}")
        number = operator.index(seed)
        if not -(1 << 63) <= number < 1 << 64:
            raise ValueError(f"the seed {number} does not fit into 64 bits")
        self._set_seed(number % (1 << 64))
        return self

    def seed(self) -> int:
        """Start anew from a seed that the system chooses, and give it.

        >>> generator = Generator()
        >>> generator.seed() == generator.initial_seed()
        True
        """
        self._set_seed(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def initial_seed(self) -> int:
        """The seed from which the generator last started.

        >>> Generator().initial_seed()
        67280421310721
        """
        return self._seed

    def _bits(self) -> Any:
        """NumPy's twister, seeded."""
        if self._twister is None:
            import numpy as np

            self._twister = np.random.MT19937()
            self._twister._legacy_seeding(self._seed & 0xFFFFFFFF)
        return self._twister

    def words(self, count: int) -> Any:
        """The next `count` words of 32 random bits, as an array of uint64."""
        if count:
            self._fresh = False
        return self._bits().random_raw(count)

    def double_words(self, count: int) -> Any:
        """The next `count` words of 64 random bits, each made of two of 32, the higher half drawn first."""
        words = self.words(2 * count)
        return (words[0::2] << 32) | words[1::2]

    def take_spare_normal(self) -> float | None:
        """The second of a pair of normal numbers of which one was used, if there is one; it is gone then."""
        spare, self._spare_normal = self._spare_normal, None
        return spare

    def keep_spare_normal(self, value: float) -> None:
        """Keep the second of a pair of normal numbers for the next draw."""
        self._spare_normal = value

    def get_state(self) -> Tensor:
        """The whole state as a uint8 tensor of 5056 bytes, in PyTorch's form.

        >>> import tensorplay as tp
        >>> generator = tp.Generator()
        >>> state = generator.get_state()
        >>> first = tp.rand(3, generator=generator)
        >>> generator.set_state(state)
        >>> tp.rand(3, generator=generator).tolist() == first.tolist()
        True
        """
        from .data import tensor

        state = self._bits().state["state"]
        used = 0 if self._fresh else int(state["pos"])
        left = 1 if self._fresh else LENGTH - used + 1
        spare = self._spare_normal
        packed = _STATE.pack(
            self._seed, left, 1, used, *state["key"].tolist(), 0.0, spare or 0.0, 0.0, spare is not None
        )
        return tensor(list(packed + bytes(_STATE_PADDING)), dtype=uint8)

    def set_state(self, new_state: Tensor) -> None:
        """Go on from a state that `get_state` gave, here or in PyTorch.

        TypeError for what is no uint8 tensor, RuntimeError for another number of bytes or bytes that are no state.

        >>> first, second = Generator().manual_seed(1), Generator()
        >>> second.set_state(first.get_state())
        >>> second.initial_seed()
        1
        """
        if not isinstance(new_state, TensorBase) or new_state.dtype is not uint8:
            raise TypeError("a state is a uint8 tensor, as get_state() gives it")
        size = _STATE.size + _STATE_PADDING
        if new_state.numel() != size:
            raise RuntimeError(f"a state has {size} bytes, but this tensor has {new_state.numel()}")
        seed, left, seeded, used, *rest = _STATE.unpack(array_of(new_state).tobytes()[: _STATE.size])
        words, (_, spare, _, has_spare) = rest[:LENGTH], rest[LENGTH:]
        fresh = left == 1 and used == 0
        if not seeded or not (fresh or (0 < used <= LENGTH and left >= 1)) or max(words) >> 32:
            raise RuntimeError("these bytes are no state of the generator")
        import numpy as np

        self._set_seed(seed)
        self._fresh = fresh
        self._spare_normal = spare if has_spare else None
        key = np.array(words, dtype=np.uint32)
        self._bits().state = {"bit_generator": "MT19937", "state": {"key": key, "pos": LENGTH if fresh else used}}

    def __repr__(self) -> str:
        return f"<tensorplay.Generator on {self._device}, seeded with {self._seed}>"


default_generator = Generator()
default_generator.seed()


def manual_seed(seed: Any) -> Generator:
    """Start the default generator anew from a seed, and give it back; for random numbers that can be repeated.

    Raises ValueError for a seed that does not fit into 64 bits.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> [round(value, 4) for value in tp.rand(3).tolist()]
    [0.4963, 0.7682, 0.0885]
    """
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Start the default generator anew from a seed that the system chooses, and give it.

    Raises ValueError for a seed that does not fit into 64 bits.

    >>> import tensorplay as tp
    >>> tp.seed() == tp.initial_seed()
    True
    """
    return default_generator.seed()


def initial_seed() -> int:
    """The seed from which the default generator last started.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(7)
    >>> tp.initial_seed()
    7
    """
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The state of the default generator, as a uint8 tensor.

    >>> import tensorplay as tp
    >>> tp.get_rng_state().shape
    tensorplay.Size([5056])
    """
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Let the default generator go on from a state that `get_rng_state` gave.

    Raises TypeError for what is no uint8 tensor, RuntimeError for bytes that are no state.

    >>> import tensorplay as tp
    >>> tp.set_rng_state(tp.get_rng_state())
    """
    default_generator.set_state(new_state)


@contextmanager
def fork_rng() -> Iterator[None]:
    """A block whose draws from the default generator are forgotten at its end.

    >>> import tensorplay as tp
    >>> generator = tp.manual_seed(0)
    >>> with tp.random.fork_rng():
    ...     inside = tp.rand(1)
    >>> tp.rand(1).tolist() == inside.tolist()
    True
    """
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
