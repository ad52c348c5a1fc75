"""Handles of cuTENSOR's flow: the operation, the preference and the plan. A plan explains itself when printed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from tensorplay.backends.blocks import BLOCK_ELEMENTS
from tensorplay.backends.copy_route import route_words
from tensorplay.core.arguments import to_ints, to_number
from tensorplay.geometry.copy_words import axis_names, kernel_words, preparation_words
from tensorplay.geometry.modes import mode_text, modes_text

from .permutation_descriptors import Permutation, converted, resolve, with_padding
from .permutation_operators import Operator
from .permutation_status import CuTensorError, Status, invalid, unsupported
from .permutation_types import WORDS, is_exact

if TYPE_CHECKING:
    from .permutation_descriptors import TensorDescriptor


class Algorithm(IntEnum):
    """How a plan is looked for (`cutensorAlgo_t`); the values for contractions serve no permutation."""

    DEFAULT_PATIENT = -6
    DEFAULT = -1


def _word(name: Any, prefix: str) -> str:
    """The name of an attribute without cuTENSOR's prefix; INVALID_VALUE for what is no name."""
    if not isinstance(name, str):
        raise invalid(f"an attribute has a name, but {name!r} is of type {type(name).__name__}")
    return name.upper().removeprefix(prefix)


class Handle:
    """What is created, used, and destroyed; used after that, it is NOT_INITIALIZED."""

    __slots__ = ("_alive",)

    kind = "handle"

    def __init__(self) -> None:
        self._alive = True

    def destroy(self) -> None:
        """Give it back. Destroying it twice, or using it from now on, raises CuTensorError NOT_INITIALIZED."""
        self._check()
        self._alive = False

    def _check(self) -> None:
        if not self._alive:
            raise CuTensorError(Status.NOT_INITIALIZED, f"this {self.kind} was destroyed: create another")

    def __enter__(self) -> Any:
        self._check()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._alive:
            self.destroy()


class OperationDescriptor(Handle):
    """An operation: `attribute` reads TAG, SCALAR_TYPE, FLOPS, MOVED_BYTES, PADDING_LEFT, _RIGHT and _VALUE.

    `set_attribute` changes the tag and the padding. A plan keeps what the operation was when the plan was made.
    """

    __slots__ = ("_permutation", "tag")

    kind = "operation"
    _prefix = "CUTENSOR_OPERATION_DESCRIPTOR_"

    def __init__(self, permutation: Permutation) -> None:
        super().__init__()
        self._permutation = permutation
        self.tag = 0

    @property
    def permutation(self) -> Permutation:
        self._check()
        return self._permutation

    def attribute(self, name: str) -> Any:
        """The value of an attribute. CuTensorError INVALID_VALUE for a name that there is not.

        >>> import tensorplay as tp
        >>> operation = tp.cutensor.create_permutation(tp.zeros(2, 3), "hw", "wh")
        >>> operation.attribute("MOVED_BYTES"), operation.attribute("SCALAR_TYPE")
        (48, 'R_32F')
        """
        found = self.permutation
        match _word(name, self._prefix):
            case "TAG":
                return self.tag
            case "SCALAR_TYPE":
                return WORDS[found.scalar]
            case "FLOPS":
                return found.flops
            case "MOVED_BYTES":
                return found.read_bytes + found.written_bytes
            case "PADDING_LEFT":
                return found.left
            case "PADDING_RIGHT":
                return found.right
            case "PADDING_VALUE":
                return found.padding_value
        raise invalid(f"an operation has no attribute {name!r}; it has {', '.join(ATTRIBUTES)}")

    def set_attribute(self, name: str, value: Any) -> None:
        """Change TAG, PADDING_LEFT, PADDING_RIGHT or PADDING_VALUE; the others follow from the operation."""
        request = self.permutation.request
        match _word(name, self._prefix):
            case "TAG":
                if type(value) is not int or not -(1 << 31) <= value < 1 << 31:
                    raise invalid(f"a TAG is an int32, not {value!r}")
                self.tag = value
            case "PADDING_LEFT":
                request = with_padding(request, left=converted("PADDING_LEFT", to_ints, value))
            case "PADDING_RIGHT":
                request = with_padding(request, right=converted("PADDING_RIGHT", to_ints, value))
            case "PADDING_VALUE":
                request = replace(request, padding_value=converted("PADDING_VALUE", to_number, value))
            case known if known in ATTRIBUTES:
                raise invalid(f"{known} follows from the operation and cannot be set")
            case _:
                raise invalid(f"an operation has no attribute {name!r}; it has {', '.join(ATTRIBUTES)}")
        self._permutation = resolve(request)

    def __repr__(self) -> str:
        return heading(self._permutation) if self._alive else "<a destroyed operation>"


ATTRIBUTES: Final = (
    "TAG", "SCALAR_TYPE", "FLOPS", "MOVED_BYTES", "PADDING_LEFT", "PADDING_RIGHT", "PADDING_VALUE",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlanPreference:
    """How a plan is to be looked for. Here there is one way for each layout, so that all of it is kept and shown only.

    `algo` is DEFAULT or DEFAULT_PATIENT; `autotune_mode` NONE or INCREMENTAL; `cache_mode` NONE or PEDANTIC; `jit` NONE
    or DEFAULT.
    """

    algo: Algorithm = Algorithm.DEFAULT
    autotune_mode: str = "NONE"
    cache_mode: str = "PEDANTIC"
    jit: str = "NONE"
    incremental_count: int = 4
    kernel_rank: int = 0

    def attribute(self, name: str) -> Any:
        """ALGO, AUTOTUNE_MODE, CACHE_MODE, JIT, INCREMENTAL_COUNT or KERNEL_RANK. INVALID_VALUE for another name."""
        word = _word(name, "CUTENSOR_PLAN_PREFERENCE_").lower()
        if word not in self.__slots__:
            names = ", ".join([known.upper() for known in self.__slots__])
            raise invalid(f"a preference has no attribute {name!r}; it has {names}")
        return getattr(self, word)


_CHOICES: Final = {
    "autotune_mode": ("NONE", "INCREMENTAL"),
    "cache_mode": ("NONE", "PEDANTIC"),
    "jit": ("NONE", "DEFAULT"),
}


def create_plan_preference(
    algo: Any = "DEFAULT",
    jit: str = "NONE",
    *,
    autotune_mode: str = "NONE",
    cache_mode: str = "PEDANTIC",
    incremental_count: int = 4,
    kernel_rank: int = 0,
) -> PlanPreference:
    """How a plan is to be looked for. NOT_SUPPORTED for an algorithm of contractions, INVALID_VALUE for other words.

    >>> create_plan_preference("DEFAULT_PATIENT").attribute("ALGO").value
    -6
    """
    words = {"autotune_mode": autotune_mode, "cache_mode": cache_mode, "jit": jit}
    for name, word in words.items():
        words[name] = str(word).upper()
        if words[name] not in _CHOICES[name]:
            raise invalid(f"{name} is {' or '.join(_CHOICES[name])}, not {word!r}")
    for name, count in (("incremental_count", incremental_count), ("kernel_rank", kernel_rank)):
        if type(count) is not int or count < 0:
            raise invalid(f"{name} is a count, 0 or more, not {count!r}")
    return PlanPreference(
        to_algorithm(algo), words["autotune_mode"], words["cache_mode"], words["jit"], incremental_count, kernel_rank
    )


def to_algorithm(algo: Any) -> Algorithm:
    """An algorithm from its name or number."""
    if isinstance(algo, str):
        name = algo.upper().removeprefix("CUTENSOR_ALGO_")
        if name in Algorithm.__members__:
            return Algorithm[name]
    elif type(algo) is int and algo in (-6, -1):
        return Algorithm(algo)
    elif isinstance(algo, Algorithm):
        return algo
    names = " and ".join([f"{known.name} ({known.value})" for known in Algorithm])
    raise unsupported(f"{algo!r} is no algorithm of a permutation; there are {names}")


class PermutationPlan(Handle):
    """A permutation ready to run: printed, it says what it will do and how."""

    __slots__ = ("_permutation", "preference")

    kind = "plan"

    def __init__(self, permutation: Permutation, preference: PlanPreference) -> None:
        super().__init__()
        self._permutation = permutation
        self.preference = preference

    @property
    def permutation(self) -> Permutation:
        self._check()
        return self._permutation

    def attribute(self, name: str) -> int:
        """REQUIRED_WORKSPACE, in bytes: 0, since nothing is kept aside. INVALID_VALUE for another name."""
        self._check()
        if _word(name, "CUTENSOR_PLAN_") != "REQUIRED_WORKSPACE":
            raise invalid(f"a plan has no attribute {name!r}; it has REQUIRED_WORKSPACE")
        return 0

    @property
    def required_workspace(self) -> int:
        return self.attribute("REQUIRED_WORKSPACE")

    def __repr__(self) -> str:
        return "\n".join(lesson(self._permutation)) if self._alive else "<a destroyed plan>"


# What a plan says


def formula(permutation: Permutation) -> str:
    """The operation as one writes it: `B[w,h] = alpha · tanh(A[h,w])`."""
    request = permutation.request
    a, b = (",".join(map(mode_text, modes)) for modes in (request.modes_a, request.modes_b))
    operand = f"A[{a}]"
    operator = permutation.operator
    return f"B[{b}] = alpha · {operand if operator is Operator.IDENTITY else f'{operator.name}({operand})'}"


def heading(permutation: Permutation) -> str:
    """The operation, the dtypes and the precision in one line."""
    a, b = permutation.a.dtype.name, permutation.b.dtype.name
    return f"{formula(permutation)}   {a} → {b}, computed in {permutation.precision}"


def lesson(permutation: Permutation) -> list[str]:
    """The lines of a printed plan."""
    names = permutation.names
    plan = permutation.copy_plan
    rows: list[tuple[str, ...]] = [("mode", "extent", "stride in A", "stride in B", "")]
    for match, name, source, stride in zip(
        permutation.matches, names, permutation.source_strides, permutation.b.strides, strict=True
    ):
        rows.append((name, str(match.padded), _source_words(source), str(stride), _notes(match)))
    moved = permutation.read_bytes + permutation.written_bytes
    kernel = kernel_words(plan, names)
    order = ", ".join(axis_names(plan, names)) or "none"
    prepared = "; ".join([f"{order}, outermost in B first", *preparation_words(plan, names)])
    facts = [
        ("axes", prepared),
        ("kernel", kernel),
        *[("", words) for words in _computing_words(permutation)],
        *_here(permutation),
        ("scalar", f"{WORDS[permutation.scalar]}, the type of alpha"),
        ("FLOPS", f"{permutation.flops:.0f}"),
        ("MOVED_BYTES", f"{moved}: {permutation.read_bytes} read, {permutation.written_bytes} written"),
        ("workspace", "0 bytes"),
        ("cuTENSOR", _verdict(permutation)),
    ]
    return [heading(permutation), *_table(rows), *[f"  {name:<11}  {words}" for name, words in facts]]


def _here(permutation: Permutation) -> list[tuple[str, str]]:
    """What moves the elements on the CPU of this machine, where they are only moved."""
    way = permutation.copy_route
    if way is None or 0 in way.plan.size:
        return []
    return list(zip(("here", ""), route_words(way, axis_names(way.plan, permutation.names)), strict=False))


def _source_words(stride: int | None) -> str:
    return "broadcast" if stride is None else str(stride)


def _notes(match: Any) -> str:
    return f"{match.left} + {match.extent} + {match.right}, padded" if match.left or match.right else ""


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max([len(row[column]) for row in rows]) for column in range(4)]
    lines = []
    for name, *numbers, note in rows:
        cells = [f"{number:>{width}}" for number, width in zip(numbers, widths[1:], strict=True)]
        lines.append("  ".join([f"  {name:<{widths[0]}}", *cells, note]).rstrip())
    return lines


def _computing_words(permutation: Permutation) -> list[str]:
    """What happens to the elements on their way."""
    words = []
    if not moves_only(permutation):
        words.append(f"each element through {WORDS[permutation.scalar]}, in blocks of {BLOCK_ELEMENTS}")
    elif permutation.a.dtype is not permutation.b.dtype:
        words.append("cast on the way; an alpha other than 0 and 1 is multiplied in blocks")
    else:
        words.append("as bytes; an alpha other than 0 and 1 is multiplied in blocks")
    if any(permutation.left) or any(permutation.right):
        words.append(f"the padding is filled with {permutation.padding_value}")
    return words


def moves_only(permutation: Permutation) -> bool:
    """Whether with alpha = 1 the elements are copied, or cast, and nothing else."""
    identity = permutation.operator is Operator.IDENTITY
    return identity and is_exact(permutation.a.dtype, permutation.scalar)


def _verdict(permutation: Permutation) -> str:
    beyond = permutation.refused_by_cutensor
    return "would refuse this: " + "; ".join(beyond) if beyond else "would take these dtypes, strides and operator"


def check_is_described(name: str, found: TensorDescriptor, wanted: TensorDescriptor, modes: tuple[int, ...]) -> None:
    """Refuse a tensor that is not the one which the plan was made for. INVALID_VALUE says in what they differ."""
    for word in ("extents", "strides", "dtype", "device"):
        value, expected = getattr(found, word), getattr(wanted, word)
        if value == expected:
            continue
        if word == "strides" and 0 in found.extents:
            continue
        raise invalid(f"{name}[{modes_text(modes)}] has {word} {value}, but the plan was made for {expected}")
