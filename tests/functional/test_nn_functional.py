"""nn.functional: each function against its definition written out with NumPy, and where it is refused."""

from __future__ import annotations

import itertools
import math
import warnings
from typing import Any

import numpy as np
import pytest

import tensorplay as tp
from tensorplay.functional import convolution
from tensorplay.nn import functional

Array = np.ndarray[Any, Any]


def numbers(*size: int, seed: int = 1) -> Array:
    return np.random.default_rng(seed).integers(-4, 5, size).astype(np.float64)


def convolved(x: Array, weight: Array, stride: int, padding: int, dilation: int, groups: int) -> Array:
    """A two-dimensional convolution by its definition."""
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    batch, _, height, width = x.shape
    filters, channels, rows, columns = weight.shape
    steps = [
        (length - dilation * (reach - 1) - 1) // stride + 1 for length, reach in ((height, rows), (width, columns))
    ]
    result = np.zeros((batch, filters, *steps))
    for n, f, i, j in itertools.product(range(batch), range(filters), range(steps[0]), range(steps[1])):
        first = f // (filters // groups) * channels
        patch = x[
            n,
            first : first + channels,
            i * stride : i * stride + dilation * rows : dilation,
            j * stride : j * stride + dilation * columns : dilation,
        ]
        result[n, f, i, j] = (patch * weight[f]).sum()
    return result


@pytest.mark.parametrize("block", [convolution.BLOCK_ELEMENTS, 4])
@pytest.mark.parametrize(
    ("stride", "padding", "dilation", "groups"), [(1, 0, 1, 1), (2, 1, 1, 1), (1, 2, 2, 2), (3, 1, 2, 4), (2, 0, 1, 4)]
)
def test_conv2d(
    block: int, stride: int, padding: int, dilation: int, groups: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convolution, "BLOCK_ELEMENTS", block)
    x, weight, bias = numbers(2, 4, 6, 7), numbers(8, 4 // groups, 2, 3), numbers(8)
    expected = convolved(x, weight, stride, padding, dilation, groups)
    given = tp.from_numpy(x), tp.from_numpy(weight)
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    assert tp.conv2d(*given, **options).tolist() == expected.tolist()
    with_bias = functional.conv2d(*given, tp.from_numpy(bias), **options)
    assert with_bias.tolist() == (expected + bias[:, None, None]).tolist()
    for dtype in (tp.int64, tp.float16, tp.complex64):
        assert tp.conv2d(*[x.to(dtype) for x in given], **options).real.double().tolist() == expected.tolist()
    assert tp.conv2d(given[0][0], given[1], **options).tolist() == expected[0].tolist()


def test_convolutions_of_other_ranks() -> None:
    x, weight = tp.from_numpy(numbers(2, 3, 8)), tp.from_numpy(numbers(4, 3, 3))
    as_picture = tp.conv2d(x.unsqueeze(2), weight.unsqueeze(2), padding=(0, 1)).squeeze(2)
    assert tp.conv1d(x, weight, padding=1).equal(as_picture)
    volume, kernel = tp.from_numpy(numbers(1, 2, 4, 5, 6)), tp.from_numpy(numbers(3, 2, 1, 2, 2))
    slices = [tp.conv2d(volume[:, :, depth], kernel[:, :, 0]) for depth in range(4)]
    assert tp.conv3d(volume, kernel).equal(tp.stack(slices, 2))


def test_paddings_with_names() -> None:
    x, weight = tp.from_numpy(numbers(1, 1, 5, 6)), tp.from_numpy(numbers(1, 1, 2, 3))
    assert tp.conv2d(x, weight, padding="valid").equal(tp.conv2d(x, weight))
    same = tp.conv2d(x, weight, padding="same", dilation=2)
    assert same.shape == x.shape
    assert same.equal(tp.conv2d(functional.pad(x, (2, 2, 1, 1)), weight, dilation=2))
    uneven = tp.conv2d(x, tp.ones(1, 1, 2, 2, dtype=tp.float64), padding="same")
    assert uneven.equal(tp.conv2d(functional.pad(x, (0, 1, 0, 1)), tp.ones(1, 1, 2, 2, dtype=tp.float64)))


def test_a_convolution_keeps_channels_last() -> None:
    x, weight = tp.ones(2, 3, 5, 5), tp.ones(4, 3, 2, 2)
    assert tp.conv2d(x, weight).is_contiguous()
    for given in ((x.to(memory_format=tp.channels_last), weight), (x, weight.to(memory_format=tp.channels_last))):
        assert tp.conv2d(*given).stride() == (64, 1, 16, 4)
    meta = tp.empty(2, 3, 5, 5, device="meta").to(memory_format=tp.channels_last)
    assert tp.conv2d(meta, weight.to("meta")).stride() == (64, 1, 16, 4)


def test_linear() -> None:
    weight, bias = numbers(3, 4), numbers(3)
    for size in ((4,), (5, 4), (2, 5, 4)):
        x = numbers(*size)
        assert functional.linear(tp.from_numpy(x), tp.from_numpy(weight)).tolist() == (x @ weight.T).tolist()
        ours = functional.linear(tp.from_numpy(x), tp.from_numpy(weight), tp.from_numpy(bias))
        assert ours.tolist() == (x @ weight.T + bias).tolist()
        assert ours.is_contiguous()


@pytest.mark.parametrize(
    ("mode", "name"),
    [("constant", "constant"), ("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")],
)
def test_pad(mode: str, name: str) -> None:
    x = numbers(2, 3, 4, 5)
    ours = functional.pad(tp.from_numpy(x), (2, 1, 0, 3), mode)
    assert ours.tolist() == np.pad(x, ((0, 0), (0, 0), (0, 3), (2, 1)), name).tolist()  # type: ignore[call-overload]
    cut = functional.pad(tp.from_numpy(x), (-1, 1, -2, 0), mode)
    if mode in ("constant", "circular"):
        cut_first = np.pad(x[:, :, 2:, 1:], ((0, 0), (0, 0), (0, 0), (0, 1)), name)  # type: ignore[call-overload]
        assert cut.tolist() == cut_first.tolist()
    else:
        assert cut.tolist() == functional.pad(tp.from_numpy(x), (0, 1, 0, 0), mode)[:, :, 2:, 1:].tolist()


def test_pad_with_values_and_layouts() -> None:
    x = tp.arange(4).view(2, 2)
    assert functional.pad(x, (1, 0, 0, 1), value=9).tolist() == [[9, 0, 1], [9, 2, 3], [9, 9, 9]]
    assert functional.pad(x, ()).equal(x)
    assert functional.pad(x.bool(), (0, 1), value=True).tolist() == [[False, True, True], [True, True, True]]
    picture = tp.ones(2, 3, 4, 4).to(memory_format=tp.channels_last)
    assert functional.pad(picture, (1, 1)).is_contiguous(memory_format=tp.channels_last)
    assert functional.pad(picture, (1, 1, 0, 0), "circular").is_contiguous()
    assert functional.pad(tp.empty(2, 3, device="meta"), (1, 2)).shape == (2, 6)


def test_unfold_and_fold() -> None:
    x = tp.from_numpy(numbers(2, 3, 5, 6))
    options: dict[str, Any] = {"dilation": (1, 2), "padding": 1, "stride": (2, 1)}
    columns = functional.unfold(x, (2, 3), **options)
    weight = tp.from_numpy(numbers(4, 3, 2, 3))
    product = (weight.reshape(4, -1) @ columns).reshape(2, 4, 3, 4)
    assert product.equal(tp.conv2d(x, weight, **{name: options[name] for name in options}))
    counted = functional.fold(functional.unfold(tp.ones_like(x), (2, 3), **options), (5, 6), (2, 3), **options)
    assert functional.fold(columns, (5, 6), (2, 3), **options).equal(x * counted)
    tiles = functional.unfold(x[:, :, :4], 2, stride=2)
    assert functional.fold(tiles, (4, 6), 2, stride=2).equal(x[:, :, :4])
    assert functional.unfold(x[0], 2).equal(functional.unfold(x, 2)[0])


def test_activations() -> None:
    x = tp.linspace(-6, 6, 41, dtype=tp.float64)
    values = x.tolist()
    exact = [v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in values]
    np.testing.assert_allclose(functional.gelu(x).numpy(), exact)
    np.testing.assert_allclose(functional.gelu(x, approximate="tanh").numpy(), exact, atol=2e-3)
    np.testing.assert_allclose(
        functional.softplus(x, beta=2).numpy(), [math.log1p(math.exp(2 * v)) / 2 for v in values]
    )
    assert functional.softplus(tp.tensor([1000.0])).item() == 1000.0
    assert functional.relu(x).equal(x.clamp(min=0))
    y = x.clone()
    assert functional.relu(y, inplace=True) is y
    for function in (functional.gelu, functional.softplus, functional.relu):
        strided = tp.ones(2, 3, 4).permute(2, 0, 1)
        assert function(strided).stride() == strided.stride()
        assert function(x.half()).dtype is tp.float16


def test_softmax_names_its_dimension() -> None:
    x = tp.from_numpy(numbers(2, 3))
    assert functional.softmax(x, 1).sum(1).allclose(tp.ones(2, dtype=tp.float64))
    assert functional.log_softmax(x, 0).allclose(functional.softmax(x, 0).log())
    assert functional.softmax(x.float(), 1, dtype=tp.float64).dtype is tp.float64
    with pytest.warns(UserWarning, match="dimension 1"):
        implicit = functional.softmax(x)
    assert implicit.equal(x.softmax(1))


def test_layer_norm() -> None:
    x = tp.from_numpy(numbers(4, 3, 5))
    for size in ((5,), (3, 5)):
        dims = tuple(range(-len(size), 0))
        result = functional.layer_norm(x, size, eps=0.0)
        assert result.mean(dims).allclose(tp.zeros(1, dtype=tp.float64), atol=1e-12)
        assert result.var(dims, correction=0).allclose(tp.ones(1, dtype=tp.float64))
        weight, bias = tp.from_numpy(numbers(*size)), tp.from_numpy(numbers(*size, seed=2))
        assert functional.layer_norm(x, size, weight, bias, 0.0).allclose(result * weight + bias)
    assert functional.layer_norm(x.permute(2, 0, 1), (3,)).is_contiguous()


def test_one_hot() -> None:
    x = tp.tensor([[2, 0], [1, 2]])
    assert functional.one_hot(x).argmax(-1).equal(x)
    assert functional.one_hot(x, 5).shape == (2, 2, 5)
    assert functional.one_hot(x.t(), 5).is_contiguous()
    assert functional.one_hot(tp.empty(0, 2, dtype=tp.int64), 3).shape == (0, 2, 3)
    assert functional.one_hot(tp.empty(2, dtype=tp.int64, device="meta"), 3).shape == (2, 3)
    with pytest.raises(NotImplementedError, match="depends on values"):
        functional.one_hot(tp.empty(2, dtype=tp.int64, device="meta"))


def test_normalize() -> None:
    x = tp.from_numpy(numbers(3, 4))
    for p, dim in ((2.0, 1), (1.0, 0), (math.inf, -1)):
        norms = tp.linalg.vector_norm(x, p, dim, True)
        assert functional.normalize(x, p, dim).allclose(x / norms)
    assert functional.normalize(tp.zeros(1, 2)).tolist() == [[0.0, 0.0]]


def test_the_namespace_has_no_holes() -> None:
    for name in functional.__all__:
        assert getattr(functional, name).__doc__, name
    assert tp.nn.functional is functional


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 3, 2, 2)), RuntimeError, "3 channels, but .* has 2"),
    (lambda f: f.conv2d(tp.ones(1, 2, 1, 1), tp.ones(3, 2, 2, 2)), RuntimeError, "kernel of 2"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), tp.ones(2)), RuntimeError, r"\[3\].*\[2\]"),
    (lambda f: f.conv2d(tp.ones(4, 4), tp.ones(3, 2, 2, 2)), RuntimeError, r"\[4, 4\]"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2)), RuntimeError, r"\[3, 2, 2\]"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), stride=0), RuntimeError, "positive"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), padding=-1), RuntimeError, "negative"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 1, 2, 2), groups=2), RuntimeError, "3 output channels"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), stride=(1, 2, 3)), RuntimeError, "2 of them"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), stride=1.5), TypeError, "1.5"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), [0, 0, 0]), TypeError, "Tensor"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), None, 2, "same"), RuntimeError, "stride of 1"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2), None, 1, "full"), RuntimeError, "'full'"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4), tp.ones(3, 2, 2, 2).double()), RuntimeError, "float64"),
    (lambda f: f.conv2d(tp.ones(1, 2, 4, 4).bool(), tp.ones(3, 2, 2, 2).bool()), NotImplementedError, "bool"),
    (lambda f: f.linear(tp.ones(()), tp.ones(2, 3)), RuntimeError, "0 and 2"),
    (lambda f: f.linear(tp.ones(2), tp.ones(2, 3)), RuntimeError, "2 columns meet 3 rows"),
    (lambda f: f.pad(tp.ones(2), 1), TypeError, "tuple of ints"),
    (lambda f: f.pad(tp.ones(2), (1,)), RuntimeError, "got 1"),
    (lambda f: f.pad(tp.ones(2), (1, 1, 1, 1)), RuntimeError, "4 numbers"),
    (lambda f: f.pad(tp.ones(2), (-2, -1)), RuntimeError, "2 elements"),
    (lambda f: f.pad(tp.ones(2), (1, 1), "mirror"), NotImplementedError, "'mirror'"),
    (lambda f: f.pad(tp.ones(2), (1, 1), "reflect"), NotImplementedError, "1 of 1"),
    (lambda f: f.pad(tp.ones(1, 2), (2, 0), "reflect"), RuntimeError, "1 can be repeated"),
    (lambda f: f.pad(tp.ones(1, 2), (3, 0), "circular"), RuntimeError, "2 can be repeated"),
    (lambda f: f.pad(tp.ones(1, 2), (1, 0), "replicate", 1.0), RuntimeError, "value=1.0"),
    (lambda f: f.pad(tp.ones(1, 2).byte(), (1, 0), value=300), RuntimeError, "300"),
    (lambda f: f.unfold(tp.ones(1, 1, 2, 2), 3), RuntimeError, r"\[2, 2\]"),
    (lambda f: f.unfold(tp.ones(1, 1, 2, 2).long(), 2), NotImplementedError, "int64"),
    (lambda f: f.unfold(tp.ones(2, 2), 2), IndexError, r"\[2, 2\]"),
    (lambda f: f.fold(tp.ones(1, 4, 3), 3, 2), RuntimeError, "2 × 2 patches, but there are 3"),
    (lambda f: f.fold(tp.ones(1, 3, 4), 3, 2), RuntimeError, "3 rows"),
    (lambda f: f.gelu(tp.ones(2).long()), NotImplementedError, "int64"),
    (lambda f: f.gelu(tp.ones(2), approximate="erf"), RuntimeError, "'erf'"),
    (lambda f: f.softplus(tp.ones(2).bool()), NotImplementedError, "bool"),
    (lambda f: f.layer_norm(tp.ones(2, 3), (2,)), RuntimeError, r"\[2\].*\[2, 3\]"),
    (lambda f: f.layer_norm(tp.ones(2, 3), 3), TypeError, "tuple of ints"),
    (lambda f: f.layer_norm(tp.ones(2, 3), (3,), tp.ones(2)), RuntimeError, "weight"),
    (lambda f: f.layer_norm(tp.ones(2, 3), (3,), tp.ones(3).double()), RuntimeError, "float64"),
    (lambda f: f.one_hot(tp.ones(2)), RuntimeError, "int64"),
    (lambda f: f.one_hot(tp.tensor([-1])), RuntimeError, "-1"),
    (lambda f: f.one_hot(tp.tensor([3]), 3), RuntimeError, "class 3"),
    (lambda f: f.one_hot(tp.empty(0, dtype=tp.int64)), RuntimeError, "num_classes"),
    (lambda f: f.normalize(tp.ones(2)), IndexError, "1"),
]


@pytest.mark.parametrize(("call", "error", "text"), REFUSED)
def test_refusals_have_the_numbers(call: Any, error: type[Exception], text: str) -> None:
    with warnings.catch_warnings(), pytest.raises(error, match=text):
        call(functional)
