"""Descriptors of a permutation: of its two tensors, and of the operation between them, all in integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.device import Device, current_device_for
from tensorplay.attributes.dtype import DType, complex32, float32
from tensorplay.attributes.memory_format import MemoryFormat
from tensorplay.backends import backend_for
from tensorplay.backends.copy_route import Route, route
from tensorplay.core.arguments import WrongType, to_device, to_dtype, to_ints, to_number
from tensorplay.core.tensor import TensorBase
from tensorplay.geometry.addresses import AddressMap
from tensorplay.geometry.copying import WIDEST_ELEMENT, CopyPlan, plan_copy
from tensorplay.geometry.layout import Layout, check_size, contiguous_strides, format_strides, ordered_strides
from tensorplay.geometry.modes import Match, column_major_strides, match_modes, mode_text, modes_text, to_mode, to_modes
from tensorplay.geometry.overlap import self_overlap

from .numbers import checked_number
from .permutation_operators import OUTSIDE_THE_ENUM, Operator, check_operator, to_operator
from .permutation_status import CuTensorError, Status, invalid, refusing_values
from .permutation_types import (
    check_triple,
    default_dtype_of_result,
    default_precision,
    in_table,
    scalar_dtype,
    to_precision,
)
from .pointwise import is_integral

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorplay.core.spec import Spec

    from .op import Ints, Number


@dataclass(frozen=True, slots=True)
class TensorDescriptor:
    """Extents, strides in elements, dtype, and the bytes of which the address must be a multiple."""

    extents: Ints
    strides: Ints
    dtype: DType
    device: Device
    alignment: int = 1
    packed_rows_last: bool = True  # how a B whose strides are left out is packed: as tensors are, or column-major

    @property
    def layout(self) -> Layout:
        return Layout(self.extents, self.strides)

    @property
    def numel(self) -> int:
        return self.layout.numel

    @property
    def cells(self) -> int:
        """The distinct elements in memory; where only a long search could tell, the elements."""
        cells = AddressMap(self.layout).cells
        return self.numel if cells is None else cells


def described(spec: Spec) -> TensorDescriptor:
    """The descriptor of a tensor, which brings its own strides."""
    return TensorDescriptor(spec.size, spec.stride, spec.dtype, spec.device)


def converted(name: str, convert: Callable[[Any], Any], value: Any) -> Any:
    """An argument in the type in which it is wanted. TypeError names it, and so does INVALID_VALUE for its value."""
    try:
        return convert(value)
    except WrongType as error:
        raise TypeError(f"{name} must be {error.expected}, not {type(value).__name__}") from None
    except (RuntimeError, ValueError) as error:  # a tensor without values is no number, say
        raise invalid(f"{name}: {error}") from None


def create_tensor_descriptor(
    extents: Sequence[int],
    strides: Sequence[int] | None = None,
    dtype: Any = float32,
    alignment: int = 1,
    device: Any = None,
) -> TensorDescriptor:
    """Describe a tensor that need not exist: extents, strides in elements, dtype, alignment in bytes.

    Strides left out mean packed column-major: the first mode lies innermost. An `alignment` is a power of two, of which
    the address must then be a multiple. CuTensorError INVALID_VALUE for negative extents or strides, and where there
    are not as many strides as extents.

    >>> import tensorplay as tp
    >>> tp.cutensor.create_tensor_descriptor((2, 3, 4)).strides
    (1, 2, 6)
    """
    sizes = converted("extents", to_ints, extents)
    kind = converted("dtype", to_dtype, dtype)
    place = current_device_for(None) if device is None else converted("device", to_device, device)
    with refusing_values():
        check_size(sizes, kind.itemsize)
    steps = column_major_strides(sizes) if strides is None else converted("strides", to_ints, strides)
    if len(steps) != len(sizes):
        raise invalid(f"{len(steps)} strides {list(steps)} for {len(sizes)} extents {list(sizes)}: give one a mode")
    if any([step < 0 for step in steps]):
        raise invalid(f"strides {list(steps)} run backwards: 0 or more; flip() turns a dimension round")
    if type(alignment) is not int or alignment < 1 or alignment & (alignment - 1):
        raise invalid(f"an alignment of {alignment} bytes is no power of two")
    return TensorDescriptor(sizes, steps, kind, place, alignment, packed_rows_last=False)


@dataclass(frozen=True, slots=True)
class Request:
    """What a caller asks of a permutation, before it is known whether that can be."""

    source: TensorDescriptor
    modes_a: Ints
    modes_b: Ints
    operator: Operator
    extents: Mapping[int, int]
    destination: TensorDescriptor | None
    out_layout: Ints | None
    strides: Ints | None
    memory_format: MemoryFormat | None
    dtype: DType | None
    precision: str | None
    padding: tuple[tuple[int, int], ...]
    padding_value: Number
    strict: bool


@dataclass(frozen=True, slots=True)
class Permutation:
    """A permutation of which all is known but alpha and the bytes. Immutable."""

    request: Request
    a: TensorDescriptor
    b: TensorDescriptor
    matches: tuple[Match, ...]
    operator: Operator
    precision: str
    scalar: DType
    padding_value: Number
    refused_by_cutensor: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The modes of B as they are written."""
        return tuple([mode_text(match.mode) for match in self.matches])

    @property
    def left(self) -> Ints:
        return tuple([match.left for match in self.matches])

    @property
    def right(self) -> Ints:
        return tuple([match.right for match in self.matches])

    @property
    def source_strides(self) -> tuple[int | None, ...]:
        """For each mode of B its stride in A, None if it is broadcast."""
        return tuple([None if match.source is None else self.a.strides[match.source] for match in self.matches])

    @property
    def copy_plan(self) -> CopyPlan:
        """The strided copy it comes down to, inside the padding. A cast moves elements one by one, never wider ones."""
        alike = self.a.dtype is self.b.dtype
        return plan_copy(
            tuple([match.extent for match in self.matches]),
            self.b.strides,
            tuple([stride or 0 for stride in self.source_strides]),
            self.b.dtype.itemsize if alike and self.operator is Operator.IDENTITY else WIDEST_ELEMENT,
        )

    @property
    def copy_route(self) -> Route | None:
        """Which way that copy takes on the CPU; None where elements are computed or cast, not moved."""
        if self.a.dtype is not self.b.dtype or self.operator is not Operator.IDENTITY or self.a.dtype is complex32:
            return None
        size = tuple([match.extent for match in self.matches])
        strides = tuple([stride or 0 for stride in self.source_strides])
        return route(size, self.b.strides, strides, self.b.dtype.itemsize)

    @property
    def read_bytes(self) -> int:
        return self.a.cells * self.a.dtype.itemsize

    @property
    def written_bytes(self) -> int:
        return self.b.numel * self.b.dtype.itemsize

    @property
    def flops(self) -> float:
        """One for each multiplication by alpha (6 for a complex one) and one for an operator, inside the padding."""
        inside = 1
        for match in self.matches:
            inside *= match.extent
        each = (6 if self.scalar.is_complex else 1) + (self.operator is not Operator.IDENTITY)
        return float(inside * each)


def make_request(
    source: Any,
    modes_a: Any,
    modes_b: Any,
    *,
    op: Any,
    extents: Any,
    out: Any,
    out_layout: Any,
    strides: Any,
    memory_format: Any,
    dtype: Any,
    compute: Any,
    padding: Any,
    padding_value: Any,
    device: Any,
    strict: bool,
) -> Request:
    """Convert what a caller gave. TypeError for what is of the wrong type, CuTensorError for wrong values."""
    given = as_descriptor("A", source)
    destination = None if out is None else as_descriptor("out", out)
    if memory_format is not None and not isinstance(memory_format, MemoryFormat):
        raise TypeError(f"memory_format must be a memory format, not {type(memory_format).__name__}")
    with refusing_values():
        labels_a, labels_b = to_modes(modes_a, "modeA"), to_modes(modes_b, "modeB")
        sizes = {to_mode(mode, "a mode of extents="): _count("extents", value) for mode, value in _items(extents)}
    _check_device(None if device is None else converted("device", to_device, device), given, destination)
    return Request(
        given,
        labels_a,
        labels_b,
        to_operator(op),
        sizes,
        destination,
        None if out_layout is None else converted("out_layout", to_ints, out_layout),
        None if strides is None else converted("strides", to_ints, strides),
        memory_format,
        None if dtype is None else converted("dtype", to_dtype, dtype),
        to_precision(compute),
        _pairs(padding, labels_b),
        converted("padding_value", to_number, padding_value),
        bool(strict),
    )


def as_descriptor(name: str, value: Any) -> TensorDescriptor:
    """The descriptor of a tensor, or a descriptor itself."""
    if isinstance(value, TensorDescriptor):
        return value
    if isinstance(value, TensorBase):
        return described(value._spec)
    raise TypeError(f"{name} must be a tensor or a tensor descriptor, not {type(value).__name__}")


def _items(mapping: Any) -> Any:
    if mapping is None:
        return ()
    if not isinstance(mapping, Mapping):
        raise TypeError(f"extents must be a dict of mode to extent, not {type(mapping).__name__}")
    return mapping.items()


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} holds ints, not {type(value).__name__}")
    return int(value.__index__())


def _pairs(padding: Any, modes: Ints) -> tuple[tuple[int, int], ...]:
    """The padding as a pair for each mode of B; a dict names some modes, a sequence all of them."""
    if padding is None:
        return ((0, 0),) * len(modes)
    if isinstance(padding, Mapping):
        with refusing_values():
            named = {to_mode(mode, "a mode of padding="): _pair(pair) for mode, pair in padding.items()}
        for mode in named:
            if mode not in modes:
                raise invalid(f"padding= names the mode {mode_text(mode)!r}, which is not in {modes_text(modes)!r}")
        return tuple([named.get(mode, (0, 0)) for mode in modes])
    if not isinstance(padding, (tuple, list)):
        raise TypeError(f"padding must be a dict of mode to (left, right), not {type(padding).__name__}")
    if len(padding) != len(modes):
        raise invalid(f"{len(padding)} pairs of padding for the {len(modes)} modes of B: give one a mode, or a dict")
    return tuple([_pair(pair) for pair in padding])


def _pair(pair: Any) -> tuple[int, int]:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise invalid(f"a padding of {pair!r}: each mode has two counts, (left, right)")
    return _count("padding", pair[0]), _count("padding", pair[1])


def _check_device(asked: Device | None, a: TensorDescriptor, b: TensorDescriptor | None) -> None:
    """Refuse a device that is not there, and tensors that lie on several."""
    for device in (asked, a.device, None if b is None else b.device):
        if device is None:
            continue
        try:
            backend_for(device.type)
        except RuntimeError as error:
            status = Status.CUDA_ERROR if device.type == "cuda" else Status.NOT_SUPPORTED
            raise CuTensorError(status, str(error)) from None
    if asked is not None and asked.type != a.device.type:
        raise invalid(f"A is on {a.device}, but the permutation is to run on {asked}: use A.to('{asked}') first")
    if b is not None and b.device != a.device:
        raise invalid(f"A is on {a.device} and B on {b.device}: a permutation has both on one device")


def resolve(request: Request) -> Permutation:
    """Find out all about a permutation, or refuse it."""
    a, strict, operator = request.source, request.strict, request.operator
    with refusing_values():
        matches = match_modes(a.extents, request.modes_a, request.modes_b, request.extents, request.padding)
        size = tuple([match.padded for match in matches])
        dtype = _dtype_of_result(request)
        check_size(size, dtype.itemsize)
        b = _destination(request, size, dtype)
    precision = request.precision or default_precision(a.dtype, b.dtype, operator)
    check_triple(a.dtype, b.dtype, precision, strict=strict)
    check_operator(operator, is_complex=b.dtype.is_complex, strict=strict)
    beyond = _beyond_cutensor(a, b, operator, precision)
    if strict and beyond:
        raise invalid(f"{beyond[0]}; without strict=True this is served")
    return Permutation(
        request,
        a,
        b,
        matches,
        operator,
        precision,
        scalar_dtype(a.dtype, b.dtype, precision),
        _padding_value(request.padding_value, b.dtype),
        beyond,
    )


def _dtype_of_result(request: Request) -> DType:
    given = None if request.destination is None else request.destination.dtype
    if given is not None and request.dtype is not None and given is not request.dtype:
        raise invalid(f"dtype is {request.dtype}, but B has {given}")
    return given or request.dtype or default_dtype_of_result(request.source.dtype, request.operator)


def _destination(request: Request, size: Ints, dtype: DType) -> TensorDescriptor:
    """The descriptor of B: the one that is given, or one of the strides that are asked for."""
    asked = [name for name in ("out_layout", "strides", "memory_format") if getattr(request, name) is not None]
    given, a = request.destination, request.source
    if given is not None:
        asked.append("out")
    if len(asked) > 1:
        raise invalid(f"{' and '.join(asked)} each say how B lies in memory: give one of them")
    if given is not None:
        if given.extents != size:
            raise invalid(f"B has the extents {list(given.extents)}, but the modes make it {list(size)}")
        found = given
    else:
        found = TensorDescriptor(size, _strides(request, size), dtype, a.device)
    if self_overlap(found.layout) != "no":
        raise invalid(f"strides {list(found.strides)} put elements of B, of extents {list(size)}, into the same cells")
    return found


def _strides(request: Request, size: Ints) -> Ints:
    if request.out_layout is not None:
        return ordered_strides(size, request.out_layout)
    if request.memory_format is not None:
        return format_strides(size, request.memory_format.name)
    if request.strides is not None:
        if len(request.strides) != len(size):
            raise invalid(f"{len(request.strides)} strides for the {len(size)} modes of B: give one a mode")
        if any([stride < 0 for stride in request.strides]):
            raise invalid(f"strides {list(request.strides)} of B run backwards: 0 or more")
        return request.strides
    return contiguous_strides(size) if request.source.packed_rows_last else column_major_strides(size)


def _beyond_cutensor(a: TensorDescriptor, b: TensorDescriptor, operator: Operator, precision: str) -> tuple[str, ...]:
    """What cuTENSOR itself would refuse, one sentence each."""
    found = []
    if not in_table(a.dtype, b.dtype, precision):
        found.append(f"{a.dtype.name} → {b.dtype.name} computed in {precision} is not in its table")
    if operator in OUTSIDE_THE_ENUM:
        found.append(f"{operator.name} is no value of its enum")
    for name, descriptor in (("A", a), ("B", b)):
        if 0 in descriptor.extents:
            found.append(f"{name} has an extent of 0 in {list(descriptor.extents)}")
        if 0 in descriptor.strides:
            found.append(f"{name} has a stride of 0 in {list(descriptor.strides)}")
    return tuple(found)


def _padding_value(value: Number, dtype: DType) -> Number:
    if is_integral(dtype) and isinstance(value, float) and not value.is_integer():
        raise invalid(f"a padding value of {value} is no {dtype}")
    with refusing_values():
        return checked_number(value, dtype)


def with_padding(request: Request, *, left: Ints | None = None, right: Ints | None = None) -> Request:
    """The same request with other counts on one side."""
    for counts in (left, right):
        if counts is not None and len(counts) != len(request.modes_b):
            raise invalid(f"{len(counts)} counts of padding for the {len(request.modes_b)} modes of B")
    lefts = [pair[0] for pair in request.padding] if left is None else left
    rights = [pair[1] for pair in request.padding] if right is None else right
    return replace(request, padding=tuple(zip(lefts, rights, strict=True)))


def check_scalar(alpha: Any, permutation: Permutation) -> Number:
    """Alpha as a number of the scalar type. CuTensorError INVALID_VALUE for what that type cannot hold."""
    number: Number = converted("alpha", to_number, alpha)
    scalar = permutation.scalar
    if isinstance(number, complex) and not scalar.is_complex:
        if number.imag:
            raise invalid(f"alpha is {number}, but the scalar type is {scalar}: give B a complex dtype")
        number = number.real
    if is_integral(scalar):
        if isinstance(number, float) and not number.is_integer():
            raise invalid(f"alpha is {number}, but integers are multiplied by integers: give compute='64F'")
        return int(number.real)
    try:
        return complex(number) if isinstance(number, complex) else float(number)
    except OverflowError:
        raise invalid(f"alpha has {int(number.real).bit_length()} bits, more than {scalar} can hold") from None
