"""Operation: a declared operation. Its plan works on specs; its run, if it has one, on arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tensorplay.attributes.dtype import DType, default_dtype_listeners
from tensorplay.attributes.memory_format import MemoryFormat

from . import arguments
from .recipe import change_for, recipe_for
from .spec import NumberSpec, Spec, number_spec
from .tensor import TensorBase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .direct import Way
    from .plan import Outcome

PLANS_KEPT = 2048  # plans that an operation remembers


class Operation:
    """One operation, as its declaration describes it.

    The operands of `plan` are annotated `Spec` (or `Spec | NumberSpec`), and at most one sequence of them, behind the
    others, `Specs`. They may stand anywhere among the parameters; `execute` and the cache of plans take them first.
    `plan` returns a `Spec` for a plain view and a `Plan` otherwise.
    """

    __slots__ = (
        "bit_aware",
        "changes",
        "check_rule",
        "converters",
        "direct_rule",
        "faces",
        "fixed_operands",
        "fresh",
        "gradient_rule",
        "has_sequence",
        "is_view",
        "keyword_names",
        "measure_rule",
        "name",
        "number_allowed",
        "operand_names",
        "operand_places",
        "parameter_kinds",
        "parameter_names",
        "parameter_places",
        "plan",
        "planned",
        "plans_in_order",
        "quick",
        "recipes",
        "run_rule",
        "within_storage",
    )

    def __init__(
        self,
        plan: Callable[..., Outcome],
        faces: str,
        *,
        label: str,
        is_view: bool,
        bit_aware: bool,
        within_storage: bool,
    ) -> None:
        self.plan = plan
        self.name = label or plan.__name__
        self.faces = faces
        self.is_view = is_view
        self.bit_aware = bit_aware
        self.within_storage = within_storage
        self.run_rule: Callable[..., Any] | None = None
        self.measure_rule: Callable[..., Any] | None = None
        self.check_rule: Callable[..., Any] | None = None
        self.gradient_rule: Callable[..., Any] | None = None
        self.direct_rule: Callable[..., str | None] | None = None
        code = plan.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        kinds = [str(plan.__annotations__[name]) for name in names]
        self.operand_names = tuple(name for name, kind in zip(names, kinds, strict=True) if kind in _OPERANDS)
        self.number_allowed = tuple(kind == "Spec | NumberSpec" for kind in kinds if kind in _OPERANDS)
        self.has_sequence = "Specs" in kinds
        self.fixed_operands = len(self.operand_names) - self.has_sequence
        self.operand_places = tuple([place for place, kind in enumerate(kinds) if kind in _OPERANDS])
        self.parameter_places = tuple([place for place, kind in enumerate(kinds) if kind not in _OPERANDS])
        self.parameter_names = tuple([names[place] for place in self.parameter_places])
        self.parameter_kinds = [kinds[place] for place in self.parameter_places]
        self.converters = [arguments.converter(kind) for kind in self.parameter_kinds]
        self.plans_in_order: Callable[..., Outcome] = _in_order(plan, (*self.operand_places, *self.parameter_places))
        self.keyword_names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        # typed: True, 1 and 1.0 are equal, but not the same argument.
        self.fresh = self._planner()
        self.planned: Any = lru_cache(maxsize=PLANS_KEPT, typed=True)(self.fresh)
        # What is prepared for small operands of certain specs, for a new result and in place; `quick` says whether the
        # operation can be.
        self.recipes: Any = lru_cache(maxsize=PLANS_KEPT, typed=True)(self._recipe)
        self.changes: Any = lru_cache(maxsize=PLANS_KEPT, typed=True)(self._change)
        self.quick = False
        default_dtype_listeners.extend([self.planned.cache_clear, self.recipes.cache_clear, self.changes.cache_clear])

    def _recipe(self, *arguments_: Any) -> Way | None:
        return recipe_for(self, arguments_[: self.fixed_operands], arguments_[self.fixed_operands :])

    def _change(self, *arguments_: Any) -> Way | None:
        return change_for(self, arguments_[: self.fixed_operands], arguments_[self.fixed_operands :])

    def _planner(self) -> Callable[..., Outcome]:
        """How a plan that is not remembered is made; most views have one operand and plain ints and get a short way."""
        if self.has_sequence or self.fixed_operands != 1 or self.keyword_names:
            return self.plan_uncached
        return _checking(self.plans_in_order, self.plan_uncached, self.parameter_kinds)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return self.plan.__doc__

    def run(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: how the bytes are computed, `(backend, out, *arrays, *parameters)`."""
        self.run_rule = function
        self.quick = not (self.has_sequence or self.is_view or self.within_storage or self.measure_rule)
        return function

    def measure(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: the sizes of value-dependent outputs, `(backend, plan, *arrays, *parameters) -> specs`."""
        self.measure_rule = function
        self.quick = False
        return function

    def check(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: refuse what specs do not show, before anything changes, `(plan, target, *operands, *parameters)`.

        The target is what an `out=` names or what is changed in place, else None; operands are tensors and numbers.
        """
        self.check_rule = function
        return function

    def gradient(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: gradients of the operands, `(context, *gradients of the outputs)`."""
        self.gradient_rule = function
        return function

    def direct(self, function: Callable[..., str | None]) -> Callable[..., str | None]:
        """Decorator: the array function that is all of the run for operands of one dtype, `(dtype, *parameters)`.

        It takes the operands' arrays and `out`, and the result has their dtype or bool. None where there is none.
        """
        self.direct_rule = function
        return function

    def plan_uncached(self, *arguments_: Any) -> Outcome:
        """Convert the parameters to what the declaration asks for, then plan.

        `arguments_` are the operands' specs, then the parameters; a sequence of operands is preceded by its length.
        """
        if self.has_sequence:
            count = arguments_[0]
            operands: tuple[Any, ...] = arguments_[1 : self.fixed_operands + 1]
            end = self.fixed_operands + 1 + count
            operands = (*operands, arguments_[self.fixed_operands + 1 : end])
            parameters = arguments_[end:]
        else:
            operands = arguments_[: self.fixed_operands]
            parameters = arguments_[self.fixed_operands :]
        converted = [
            value if convert is None or type(value) is convert else self._convert(convert, value, position)
            for position, (convert, value) in enumerate(zip(self.converters, parameters, strict=True))
        ]
        keywords = self.keyword_names
        if not keywords:
            return self.plans_in_order(*operands, *converted)
        named = dict(zip(keywords, converted[-len(keywords) :], strict=True))
        return self.plans_in_order(*operands, *converted[: -len(keywords)], **named)

    def read(self, parameters: tuple[Any, ...]) -> tuple[Any, ...]:
        """The parameters with the value of each tensor that stands for a number."""
        if not any([isinstance(value, TensorBase) for value in parameters]):
            return parameters
        return tuple(
            [
                value if convert is None or not isinstance(value, TensorBase) else self._taken(convert, value, position)
                for position, (convert, value) in enumerate(zip(self.converters, parameters, strict=True))
            ]
        )

    def _convert(self, convert: Any, value: Any, position: int) -> Any:
        if isinstance(value, TensorBase):
            raise arguments.TensorGiven(f"{self.name}(): a tensor among the parameters has to be read first")
        return self._taken(convert, value, position)

    def _taken(self, convert: Any, value: Any, position: int) -> Any:
        if isinstance(convert, type):
            convert = arguments.EXACT[convert]
        try:
            return convert(value)
        except arguments.WrongType as error:
            place = self.parameter_places[position] + (not self.operand_names)  # a method does not count itself
            raise TypeError(
                f"{self.name}(): argument '{self.parameter_names[position]}' (position {place}) must be "
                f"{error.expected}, not {type(value).__name__}"
            ) from None

    def plan_for(self, operands: Sequence[Any], parameters: tuple[Any, ...]) -> Outcome:
        """The plan for tensors (or numbers) and parameters; remembered where the parameters can be compared.

        A plan for numbers alone depends on the default device, so it is not remembered.
        """
        specs = self.specs_of(operands)
        parameters = self.read(parameters)
        if specs and all([isinstance(spec, NumberSpec) for spec in specs]):
            return self.plan_uncached(*specs, *parameters)
        if self.has_sequence:
            specs = (len(specs) - self.fixed_operands, *specs)
        try:
            hash(parameters)
        except TypeError:
            return self.plan_uncached(*specs, *parameters)
        outcome: Outcome = self.planned(*specs, *parameters)
        return outcome

    def specs_of(self, operands: Sequence[Any]) -> tuple[Any, ...]:
        """The specs of the operands; a Python number is represented by its type."""
        return tuple([self._spec_of(position, operand) for position, operand in enumerate(operands)])

    def _spec_of(self, position: int, operand: Any) -> Spec | NumberSpec | None:
        if isinstance(operand, TensorBase):
            return operand._spec
        if position < self.fixed_operands:
            number = number_spec(operand) if self.number_allowed[position] else None
            if number is not None:
                return number
        elif operand is None:  # an index that is left out
            return None
        else:
            raise TypeError(
                f"{self.name}(): expected Tensor as element {position - self.fixed_operands} of argument "
                f"'{self.operand_names[-1]}', but got {type(operand).__name__}"
            )
        name, place = self.operand_names[position], self.operand_places[position] + 1
        raise TypeError(
            f"{self.name}(): argument '{name}' (position {place}) must be Tensor, not {type(operand).__name__}"
        )

    def __repr__(self) -> str:
        return f"<operation {self.name}>"


def _in_order(plan: Callable[..., Any], places: tuple[int, ...]) -> Callable[..., Any]:
    """`plan` taking its operands first; `places` says where each argument stands in the declaration."""
    if places == tuple(range(len(places))):
        return plan

    def planned(*arguments_: Any, **named: Any) -> Any:
        placed = dict(zip(places, arguments_, strict=False))  # what is named comes last and needs no place
        return plan(*[placed[place] for place in range(len(placed))], **named)

    return planned


def _checking(plan: Callable[..., Any], general: Callable[..., Any], kinds: list[str]) -> Callable[..., Any]:
    """`plan` where every parameter has a type that needs no conversion, else `general`.

    Written out by the number of parameters: this is most of what a view costs beside its rule.
    """
    if all(kind == "Any" for kind in kinds) or not all(kind in _READY for kind in kinds):
        return plan if all(kind == "Any" for kind in kinds) else general
    ready = [_READY[kind] for kind in kinds]
    if len(ready) == 1:
        (first,) = ready

        def check_one(spec: Spec, a: Any) -> Any:
            return plan(spec, a) if type(a) in first else general(spec, a)

        return check_one
    if len(ready) == 2:
        first, second = ready

        def check_two(spec: Spec, a: Any, b: Any) -> Any:
            return plan(spec, a, b) if type(a) in first and type(b) in second else general(spec, a, b)

        return check_two
    if len(ready) == 3:
        first, second, third = ready

        def check_three(spec: Spec, a: Any, b: Any, c: Any) -> Any:
            if type(a) in first and type(b) in second and type(c) in third:
                return plan(spec, a, b, c)
            return general(spec, a, b, c)

        return check_three
    return general


_NONE = type(None)
# For each annotation the types that pass as they are.
_READY: dict[str, frozenset[type]] = {
    "int": frozenset([int]),
    "int | None": frozenset([int, _NONE]),
    "bool": frozenset([bool]),
    "Ints": frozenset([tuple]),
    "Sizes": frozenset([tuple, DType]),
    "int | Ints": frozenset([int, tuple]),
    "int | Ints | None": frozenset([int, tuple, _NONE]),
    "MemoryFormat": frozenset([MemoryFormat]),
}
_OPERANDS = ("Spec", "Spec | NumberSpec", "Specs")
