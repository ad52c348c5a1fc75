"""The examples of the documents that the project keeps: tensor attributes, tensor views, empty_permuted.

Each is the same call with `tensorplay` for `torch`, and the value or printed form that the document shows; where a
document prints less than PyTorch does, PyTorch's form.
"""

from __future__ import annotations

import warnings

import pytest

import tensorplay
import tensorplay as tp

# empty_permuted


def test_empty_permuted_examples() -> None:
    assert tensorplay.empty((2, 3, 5, 7)).stride() == (105, 35, 7, 1)
    assert tensorplay.empty_permuted((2, 3, 5, 7), (0, 1, 2, 3)).stride() == (105, 35, 7, 1)
    assert tensorplay.empty((2, 3, 5, 7), memory_format=tensorplay.channels_last).stride() == (105, 1, 21, 3)
    assert tensorplay.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1)).stride() == (105, 1, 21, 3)
    assert tensorplay.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1)).dim_order() == (0, 2, 3, 1)


def test_empty_permuted_is_not_a_permutation_of_empty() -> None:
    permuted = tp.empty((2, 3, 5, 7)).permute((0, 2, 3, 1))
    assert permuted.shape != tp.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1)).shape


def test_empty_permuted_strides_are_those_of_a_contiguous_tensor_in_physical_order() -> None:
    physical_layout = (2, 0, 3, 1)
    t = tp.empty_permuted((2, 3, 5, 7), physical_layout)
    contiguous_strides = tp.empty([t.size(dim) for dim in physical_layout]).stride()
    assert tuple(t.stride(physical_layout[i]) for i in range(4)) == contiguous_strides


@pytest.mark.parametrize("deterministic", [False, True])
def test_empty_permuted_is_filled_whatever_the_switch_says(deterministic: bool) -> None:
    tp.use_deterministic_algorithms(deterministic)
    try:
        assert str(tp.empty_permuted((2,), (0,)).tolist()) == "[nan, nan]"
        assert str(tp.empty_permuted((1,), (0,), dtype=tp.complex64).tolist()) == "[(nan+0j)]"
        assert tp.empty_permuted((1,), (0,), dtype=tp.int16).tolist() == [32767]
        assert tp.empty_permuted((1,), (0,), dtype=tp.uint8).tolist() == [255]
    finally:
        tp.use_deterministic_algorithms(False)


def test_empty_permuted_keywords() -> None:
    t = tp.empty_permuted((2, 3), (1, 0), dtype=tp.float64, layout=tp.strided, device="cpu", requires_grad=True)
    assert (t.dtype, t.layout, str(t.device), t.requires_grad) == (tp.float64, tp.strided, "cpu", True)
    assert tp.empty_permuted((2,), (0,)).requires_grad is False
    with pytest.raises(RuntimeError, match="pin_memory"):
        tp.empty_permuted((2, 3), (1, 0), pin_memory=True)


# dtype

TWELVE = [
    ("float32", "float", 4), ("float64", "double", 8), ("complex64", "cfloat", 8), ("complex128", "cdouble", 16),
    ("float16", "half", 2), ("bfloat16", None, 2), ("uint8", None, 1), ("int8", None, 1), ("int16", "short", 2),
    ("int32", "int", 4), ("int64", "long", 8), ("bool", None, 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "alias", "itemsize"), TWELVE)
def test_twelve_dtypes_and_their_aliases(name: str, alias: str | None, itemsize: int) -> None:
    dtype = getattr(tp, name)
    assert isinstance(dtype, tp.dtype)
    assert repr(dtype) == f"tensorplay.{name}"
    assert dtype.itemsize == itemsize
    assert dtype.is_floating_point == ("float" in name)
    assert dtype.is_complex == name.startswith("complex")
    if alias:
        assert getattr(tp, alias) is dtype


@pytest.mark.parametrize(
    ("constructor", "name"),
    [
        ("FloatTensor", "float32"), ("DoubleTensor", "float64"), ("HalfTensor", "float16"),
        ("BFloat16Tensor", "bfloat16"),
        ("ByteTensor", "uint8"), ("CharTensor", "int8"), ("ShortTensor", "int16"), ("IntTensor", "int32"),
        ("LongTensor", "int64"), ("BoolTensor", "bool"),
    ],
)  # fmt: skip
def test_legacy_constructors(constructor: str, name: str) -> None:
    assert getattr(tp, constructor)([1, 0]).dtype is getattr(tp, name)
    assert getattr(tp, constructor)(2, 3).shape == (2, 3)


float_tensor = tp.ones(1, dtype=tp.float)
double_tensor = tp.ones(1, dtype=tp.double)
complex_float_tensor = tp.ones(1, dtype=tp.complex64)
complex_double_tensor = tp.ones(1, dtype=tp.complex128)
int_tensor = tp.ones(1, dtype=tp.int)
long_tensor = tp.ones(1, dtype=tp.long)
uint_tensor = tp.ones(1, dtype=tp.uint8)
bool_tensor = tp.ones(1, dtype=tp.bool)
long_zerodim = tp.tensor(1, dtype=tp.long)
int_zerodim = tp.tensor(1, dtype=tp.int)


def test_promotion_examples() -> None:
    assert (int_tensor + 5).dtype is tp.int32
    assert (int_tensor + long_zerodim).dtype is tp.int32
    assert (long_tensor + int_tensor).dtype is tp.int64
    assert (bool_tensor + long_tensor).dtype is tp.int64
    assert (bool_tensor + uint_tensor).dtype is tp.uint8
    assert (float_tensor + double_tensor).dtype is tp.float64
    assert (complex_float_tensor + complex_double_tensor).dtype is tp.complex128
    assert (bool_tensor + int_tensor).dtype is tp.int32
    assert tp.add(long_tensor, float_tensor).dtype is tp.float32


@pytest.mark.parametrize(
    ("target", "factor"),
    [
        ("float", "float"), ("float", "int"), ("float", "uint"), ("float", "bool"), ("float", "double"),
        ("int", "long"),
        ("int", "uint"), ("uint", "int"),
    ],
)  # fmt: skip
def test_casts_that_are_allowed(target: str, factor: str) -> None:
    tensor = globals()[f"{target}_tensor"].clone()
    dtype = tensor.dtype
    tensor *= globals()[f"{factor}_tensor"]
    assert tensor.dtype is dtype


@pytest.mark.parametrize(
    ("target", "factor"), [("int", "float"), ("bool", "int"), ("bool", "uint"), ("float", "complex_float")]
)
def test_casts_that_are_refused(target: str, factor: str) -> None:
    tensor = globals()[f"{target}_tensor"].clone()
    with pytest.raises(RuntimeError, match=r"result type .* can't be cast to the desired output type"):
        tensor *= globals()[f"{factor}_tensor"]


# device


def test_device_examples() -> None:
    assert repr(tp.device("cuda:0")) == "device(type='cuda', index=0)"
    assert repr(tp.device("cpu")) == "device(type='cpu')"
    assert repr(tp.device("mps")) == "device(type='mps')"
    assert repr(tp.device("cuda")) == "device(type='cuda')"
    assert repr(tp.device("cuda", 0)) == "device(type='cuda', index=0)"
    assert repr(tp.device("mps", 0)) == "device(type='mps', index=0)"
    assert repr(tp.device("cpu", 0)) == "device(type='cpu', index=0)"
    assert repr(tp.device(1)) == "device(type='cuda', index=1)"


def test_a_device_is_the_default_inside_its_block() -> None:
    with tp.device("meta"):
        assert tp.randn(2, 3).device == tp.device("meta")
        assert tp.randn(2, 3, device="cpu").device == tp.device("cpu")
    assert tp.randn(2, 3).device == tp.device("cpu")


def test_a_device_may_be_given_as_a_string_or_as_itself() -> None:
    meta = tp.device("meta")
    assert tp.randn((2, 3), device=meta).device == tp.randn((2, 3), device="meta").device == meta
    assert tp.randn((2, 3), device="meta").get_device() == tp.randn(2).get_device() == -1


# layout and memory format


def test_layout_example() -> None:
    x = tp.tensor([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    assert x.stride() == (5, 1)
    assert x.t().stride() == (1, 5)
    assert x.layout is tp.strided
    assert repr(tp.strided) == "tensorplay.strided"
    assert repr(tp.sparse_coo) == "tensorplay.sparse_coo"


def test_memory_formats() -> None:
    x = tp.empty(2, 3, 4, 5, memory_format=tp.channels_last)
    strides = x.stride()
    assert strides[0] > strides[2] > strides[3] > strides[1] == 1
    y = tp.empty(2, 3, 4, 5, 6, memory_format=tp.channels_last_3d)
    strides = y.stride()
    assert strides[0] > strides[2] > strides[3] > strides[4] > strides[1] == 1
    assert x.clone(memory_format=tp.preserve_format).stride() == x.stride()
    assert x.clone(memory_format=tp.contiguous_format).stride() == (60, 20, 5, 1)


# views


def test_view_shares_the_storage() -> None:
    t = tp.rand(4, 4)
    b = t.view(2, 8)
    assert t.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's form of it is deprecated
        assert t.storage().data_ptr() == b.storage().data_ptr()
    b[0][0] = 3.14
    assert repr(t[0][0]) == "tensor(3.1400)"


def test_transpose_is_a_view_and_contiguous_copies() -> None:
    base = tp.tensor([[0, 1], [2, 3]])
    assert base.is_contiguous()
    t = base.transpose(0, 1)
    assert t._is_view()
    assert t._base is base
    assert not t.is_contiguous()
    c = t.contiguous()
    assert c.is_contiguous()
    assert c.data_ptr() != t.data_ptr()
    assert base.contiguous() is base


VIEW_OPERATIONS = {
    "basic indexing": lambda x: x[0, 2:, 1:7:2],
    "as_strided": lambda x: x.as_strided((2, 2), (1, 2)),
    "diagonal": lambda x: x.diagonal(),
    "expand": lambda x: x.expand(5, -1, -1, -1),
    "expand_as": lambda x: x.expand_as(tp.empty(5, 2, 4, 8)),
    "movedim": lambda x: x.movedim(0, 2),
    "narrow": lambda x: x.narrow(1, 0, 2),
    "permute": lambda x: x.permute(2, 0, 1),
    "select": lambda x: x.select(0, 1),
    "squeeze": lambda x: x.squeeze(),
    "transpose": lambda x: x.transpose(0, 1),
    "t": lambda x: x[0].t(),
    "T": lambda x: x[0].T,
    "unflatten": lambda x: x.unflatten(1, (2, 2)),
    "unfold": lambda x: x.unfold(1, 2, 1),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "view": lambda x: x.view(8, 8),
    "view_as": lambda x: x.view_as(tp.empty(8, 8)),
    "unbind": lambda x: x.unbind(),
    "split": lambda x: x.split(1),
    "split_with_sizes": lambda x: x.split_with_sizes((1, 3), 1),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "swapdims": lambda x: x.swapdims(0, 1),
    "chunk": lambda x: x.chunk(2, 1),
}


@pytest.mark.parametrize("name", VIEW_OPERATIONS)
def test_every_view_operation_of_the_list_shares_the_storage(name: str) -> None:
    x = tp.arange(64.0).view(2, 4, 8)
    result = VIEW_OPERATIONS[name](x)
    for piece in result if isinstance(result, tuple) else (result,):
        assert piece._is_view()
        assert piece._base is x._base
        assert piece.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()


def test_the_view_operations_that_have_conditions() -> None:
    x = tp.zeros(3)
    assert x.detach().untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    z = tp.tensor([1 + 2j, 3 - 4j])
    for part, values in ((z.real, [1, 3]), (z.imag, [2, -4]), (tp.view_as_imag(z), [2, -4])):
        assert part.tolist() == values
        assert part.untyped_storage().data_ptr() == z.untyped_storage().data_ptr()
    assert tp.view_as_real(z).tolist() == [[1, 2], [3, -4]]
    assert tp.view_as_real(z).untyped_storage().data_ptr() == z.untyped_storage().data_ptr()


def test_indexing_with_slices_is_a_view_and_with_lists_a_copy() -> None:
    x = tp.arange(12).view(3, 4)
    assert x[1:]._is_view()
    assert not x[[0, 2]]._is_view()
    x[[0, 2]] = 0
    x[1, ::2] = -1
    assert x.tolist() == [[0, 0, 0, 0], [-1, 5, -1, 7], [0, 0, 0, 0]]


def test_reshape_and_flatten_are_views_where_they_can_be() -> None:
    x = tp.arange(6).view(2, 3)
    assert x.reshape(6)._is_view()
    assert x.flatten()._is_view()
    assert x.reshape_as(tp.empty(3, 2))._is_view()
    assert not x.t().reshape(6)._is_view()
    assert not x.t().flatten()._is_view()
