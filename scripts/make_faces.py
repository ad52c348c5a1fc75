"""Write `tensorplay/functional/faces.py`, the typed functions and methods, from the declarations.

`make faces` runs this; with --check it only compares and exits with 1 if the file is out of date.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "tensorplay" / "functional" / "faces.py"

# The declarations are imported without the package's own __init__, which needs the file to be written.
_package = ModuleType("tensorplay")
_package.__path__ = [str(ROOT / "tensorplay")]
sys.modules["tensorplay"] = _package

import tensorplay.functional.families as families  # noqa: E402
from tensorplay.core.operation import Operation  # noqa: E402
from tensorplay.functional.op import DECLARATIONS, Declaration  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = '''"""The faces of all operations: functions, and the class Tensor with its methods.

Written by `make faces` from the declarations beside it; change those, not this file.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from typing import Any

from tensorplay.attributes.device import Device
from tensorplay.attributes.dtype import DType
from tensorplay.attributes.layout_kind import LayoutKind
from tensorplay.attributes.memory_format import MemoryFormat, contiguous_format, preserve_format
from tensorplay.attributes.size import Size
from tensorplay.core.arguments import exact, listed, sizes, sizes_alone
from tensorplay.core.execute import execute, see
from tensorplay.core.tensor import TensorBase

{modules}
from .generator import Generator
from .op import Ints, Number
from .operators import binary, reflected
from .parameters import create, dtype_or_that_of
from .return_types import LeastAndGreatest, SignAndLogarithm, SingularValuesByColumns, ValuesAndIndices
from .typed_storage import TypedStorage

__all__ = [
{names}]
'''

# The parameters that stand for a declaration's `options: Options`, and what is passed on.
OPTIONS = (
    "dtype: DType | None = None, layout: LayoutKind | None = None, device: Device | str | int | None = None, "
    "requires_grad: bool = False, pin_memory: bool = False"
)
PACKED = "(dtype, layout, device, requires_grad, pin_memory)"


def type_text(annotation: str) -> str:
    """A declaration's annotation as a caller reads it."""
    words = {
        "Spec": "Tensor", "Spec | NumberSpec": "Tensor | Number", "Specs": "Sequence[Tensor]", "Sizes": "Ints",
        "Shape": "Ints",
        "Device": "Device | str | int", "Device | None": "Device | str | int | None",
        "int | Ints": "int | Ints", "int | Ints | None": "int | Ints | None",
    }  # fmt: skip
    return words.get(annotation, annotation)


def in_class(text: str) -> str:
    """Annotations: `int` and `complex` are methods and functions here."""
    return re.sub(r"(?<![\w.])(int|float|bool|complex)\b", r"builtins.\1", text)


class Parameter:
    """A parameter of a face."""

    def __init__(self, parameter: inspect.Parameter) -> None:
        self.name = parameter.name
        self.annotation = str(parameter.annotation)
        self.kind = parameter.kind
        self.has_default = parameter.default is not parameter.empty
        self.default = _default_text(parameter.default)
        self.by_name = False  # passed on as a keyword

    def text(self) -> str:
        spread = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
        star = spread.get(self.kind.name, "")
        default = f" = {self.default}" if self.has_default else ""
        return f"{star}{self.name}: {type_text(self.annotation)}{default}"


def _default_text(value: object) -> str:
    name = getattr(value, "name", None)
    return f"{name}_format" if name in ("contiguous", "preserve") else repr(value)


def parameters_of(declaration: Declaration) -> list[Parameter]:
    function = declaration.declared.plan if isinstance(declaration.declared, Operation) else declaration.declared
    like = getattr(function, "parameters_like", None)
    if like is None:
        return [Parameter(parameter) for parameter in inspect.signature(function).parameters.values()]
    first, *others = inspect.signature(like).parameters.values()
    kind = "Tensor | None" if declaration.returns == "Tensor" else "Sequence[Tensor] | None"
    out = inspect.Parameter("out", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
    return [Parameter(parameter) for parameter in (first.replace(annotation="Tensor"), *others, out)]


class Face:
    """One line of the file."""

    def __init__(
        self,
        declaration: Declaration,
        name: str,
        *,
        method: bool,
        renamed: list[str] | None = None,
        in_place: bool = False,
    ) -> None:
        self.declaration = declaration
        self.name = name
        self.method = method
        self.parameters = parameters_of(declaration)
        self.operation = declaration.declared if isinstance(declaration.declared, Operation) else None
        # A composition with an `out` shows it as a function, and writes there as an in-place twin.
        self.takes_out = self.operation is None and any(parameter.name == "out" for parameter in self.parameters)
        if (method or in_place) and self.takes_out:
            place = [parameter.name for parameter in self.parameters].index("out")
            self.parameters.pop(place)
            for parameter in self.parameters[place:]:  # they stand behind the gap, so they go by name
                parameter.by_name = True
        # Sizes may also be given one by one, `f(2, 3)` for `f((2, 3))`.
        self.spreads_sizes = method or not {"factory", "varargs"}.isdisjoint(words_of(declaration.faces))
        # Operands keep their names; only what follows may be called otherwise by an alias.
        offset = len(self.parameters) - len(renamed) if renamed else 0
        self.names = [
            renamed[position - offset] if renamed and position >= offset else parameter.name
            for position, parameter in enumerate(self.parameters)
        ]

    def reference(self) -> str:
        module = self.declaration.module.rsplit(".", 1)[1]
        name = self.operation.plan.__name__ if self.operation else self.declaration.declared.__name__
        return f"_{module}.{name}"  # parameters may be called as the module is: data, values

    def signature(self, extra: str = "") -> str:
        parts: list[str] = []
        keyword_only = False
        for position, (parameter, name) in enumerate(zip(self.parameters, self.names, strict=True)):
            text = parameter.text().replace(parameter.name, name, 1)
            if self.method and position == 0:
                parts.append("self")
            elif parameter.annotation.startswith("Sizes") and self.spreads_sizes:
                parts += [f"*{name}_: Any", f"{name}: Ints | None = None"]
                keyword_only = True
            else:
                if parameter.kind is parameter.kind.KEYWORD_ONLY and not keyword_only:
                    parts.append("*")
                    keyword_only = True
                keyword_only = keyword_only or parameter.kind is parameter.kind.VAR_POSITIONAL
                parts.append(OPTIONS if parameter.annotation == "Options" else text)
        if extra:
            if not keyword_only:
                parts.append("*")
            parts.append(extra)
        return ", ".join(parts)

    def value(self, position: int) -> str:
        parameter, name = self.parameters[position], self.names[position]
        if self.method and position == 0:
            return "self"
        if parameter.annotation.startswith("Sizes") and self.spreads_sizes:
            return f'sizes("{self.name}", {name}_, {name})'
        if parameter.annotation == "Sizes":
            return f'sizes_alone("{self.name}", "{name}", {position + 1}, {name})'
        if ("Ints" in parameter.annotation or parameter.annotation == "Shape") and self.operation:
            return f"exact({name})"
        return PACKED if parameter.annotation == "Options" else name

    def operands(self) -> str:
        assert self.operation
        fixed = [self.value(place) for place in self.operation.operand_places]
        if self.operation.has_sequence:
            place = self.operation.operand_places[-1]
            counted = place + (not self.method)
            fixed[-1] = f'*listed("{self.name}", "{self.names[place]}", {counted}, {fixed[-1]})'
        return f"({', '.join(fixed)}{',' if len(fixed) == 1 else ''})"

    def values(self, target: str) -> str:
        assert self.operation
        found = [self.value(place) for place in self.operation.parameter_places]
        if target and "out=dtype" in words_of(self.declaration.faces):  # the dtype of the result is by default out's
            found = [f"dtype_or_that_of(dtype, {target})" if value == "dtype" else value for value in found]
        return f"({', '.join(found)}{',' if len(found) == 1 else ''})"

    def call(self, target: str = "") -> str:
        if self.operation:
            if self.operation.is_view and self.operation.fixed_operands == 1 and not target:
                return f"see({self.reference()}, {self.value(self.operation.operand_places[0])}, {self.values(target)})"
            ending = f", {target}" if target else ""
            return f"execute({self.reference()}, {self.operands()}, {self.values(target)}{ending})"
        given = []
        for position, parameter in enumerate(self.parameters):
            value = self.value(position)
            if parameter.kind is parameter.kind.VAR_POSITIONAL:
                value = f"*{value}"
            elif parameter.kind is parameter.kind.VAR_KEYWORD:
                value = f"**{value}"
            elif parameter.kind is parameter.kind.KEYWORD_ONLY or parameter.by_name:
                value = f"{parameter.name}={value}"
            given.append(value)
        if target and self.takes_out:
            given.append(f"out={target}")
        return f"{self.reference()}({', '.join(given)})"

    def returns(self) -> str:
        return type_text(self.declaration.returns)

    def line(self, *, target: str = "", extra: str = "") -> str:
        text = f"({self.signature(extra)}) -> {self.returns()}:"
        text = in_class(text)
        return f"def {self.name}{text} return {self.call(target)}"


def words_of(faces: str) -> Iterator[str]:
    """The words of a face string; parentheses keep theirs together."""
    yield from re.findall(r"[^\s(]+(?:\([^)]*\))?", faces)


# What Python calls for `left + right`, for `number + right` and for `left += right`.
OPERATORS = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
BINARY = {f"__{name}__" for name in (*OPERATORS, *COMPARISONS)}
REFLECTED = {f"__r{name}__" for name in OPERATORS}
AUGMENTED = {f"__i{name}__" for name in OPERATORS}

Named = list[tuple[str, str]]


def faces_of(declaration: Declaration) -> tuple[Named, Named]:
    """(name, line) of the functions and of the methods that a declaration asks for."""
    words = list(words_of(declaration.faces))
    functions: Named = []
    methods: Named = []
    for name, renamed in names_of(declaration, words):
        if "function" in words or "factory" in words:
            functions.append((name, function_line(Face(declaration, name, method=False, renamed=renamed), words)))
        if "method" in words:
            methods.append((name, Face(declaration, name, method=True, renamed=renamed).line()))
    for word in words:
        methods += special_methods(declaration, word)
        if word.startswith("function:"):  # an in-place twin as a function
            name = word.removeprefix("function:")
            face = Face(declaration, name, method=False, in_place=True)
            functions.append((name, face.line(target=face.names[0])))
    return functions, methods


def names_of(declaration: Declaration, words: list[str]) -> Iterator[tuple[str, list[str] | None]]:
    """The names under which functions and methods go, each with the names of its parameters if they differ."""
    declared = declaration.declared
    if {"function", "method", "factory"} & set(words):
        yield (declared.plan.__name__ if isinstance(declared, Operation) else declared.__name__), None
    for word in words:
        match = re.fullmatch(r"alias:(\w+)(?:\(([^)]*)\))?", word)
        if match:
            yield match[1], match[2].split(", ") if match[2] else None


def function_line(face: Face, words: list[str]) -> str:
    if "factory" in words:
        return factory_line(face)
    if "out=" in words or "out=dtype" in words:
        return face.line(target="out", extra="out: Tensor | None = None")
    return face.line()


def special_methods(declaration: Declaration, word: str) -> Named:
    """Properties, operators and in-place twins."""
    kind, _, name = word.partition(":")
    if kind == "property":
        return [(name, f"@property\n    {Face(declaration, name, method=True).line()}")]
    if kind in ("setter", "deleter"):
        # The blank sorts it behind its property and before any longer name.
        return [(f"{name} {kind}", f"@{name}.{kind}\n    {Face(declaration, name, method=True).line()}")]
    if kind == "method" and name:
        return [(name, Face(declaration, name, method=True).line())]
    face = Face(declaration, word, method=True) if re.fullmatch(r"\w+_", word) else None
    if face is None:
        return []
    if word in AUGMENTED:
        return [(word, operator_line(face, "binary", ", self"))]
    if word in REFLECTED:
        return [(word, operator_line(face, "reflected"))]
    if word in BINARY and face.operation and face.operation.fixed_operands == 2:
        return [(word, operator_line(face, "binary"))]
    return [(word, face.line(target="" if word.startswith("__") else "self"))]


def operator_line(face: Face, caller: str, target: str = "") -> str:
    assert face.operation
    defaults = [parameter.default for parameter in face.parameters[2:]]
    values = f"({', '.join(defaults)}{',' if len(defaults) == 1 else ''})"
    override = "  # type: ignore[override]" if face.name in ("__eq__", "__ne__") else ""
    call = f"{caller}({face.reference()}, self, other, {values}{target})"
    return f"def {face.name}(self, other: Any) -> Tensor: return {call}{override}"


def factory_line(face: Face) -> str:
    own = [p for p in face.parameters if p.name not in ("dtype", "device")]
    face.parameters, face.names = own, [p.name for p in own]
    given = ", ".join(face.value(position) for position in range(len(own)))
    comma = "," if len(own) == 1 else ""
    return (
        f"def {face.name}({face.signature(OPTIONS)}) -> Tensor: "
        f"return create({face.reference()}, ({given}{comma}), {PACKED})"
    )


def text_of_file() -> str:
    functions: dict[str, str] = {}
    methods: dict[str, str] = {}
    modules = sorted({declaration.module.rsplit(".", 1)[1] for declaration in DECLARATIONS})
    for declaration in DECLARATIONS:
        new_functions, new_methods = faces_of(declaration)
        for name, line in new_functions:
            assert name not in functions, f"two functions {name}"
            functions[name] = line
        for name, line in new_methods:
            assert name not in methods, f"two methods {name}"
            methods[name] = line
    names = "".join(f'    "{name}",\n' for name in sorted([*functions, "Tensor"]))
    imports = "\n".join(f"from . import {module} as _{module}" for module in modules)
    text = HEADER.format(modules=imports, names=names)
    text += "\n\nclass Tensor(TensorBase):\n"
    text += f'    """{TENSOR_DOC}"""\n\n    __slots__ = ()\n\n'
    text += (
        "    __hash__ = TensorBase.__hash__\n    __array_priority__ = 1000  # NumPy leaves operators to the tensor\n\n"
    )
    text += "".join(f"    {methods[name]}\n" for name in sorted(methods))
    text += "\n\n" + "".join(f"{functions[name]}\n" for name in sorted(functions))
    return text


TENSOR_DOC = """A storage seen through a layout: sizes, strides and an offset, with a dtype and a device.

    Make one with `tensor`, `zeros`, `arange`, `empty_permuted` and their like.

    >>> import tensorplay as tp
    >>> isinstance(tp.zeros(2), tp.Tensor)
    True
    """


def main() -> int:
    assert families
    text = text_of_file()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            print(f"{TARGET.name} is out of date: run `make faces`", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {TARGET.name}: {text.count('def ')} faces")
    return 0


if __name__ == "__main__":
    sys.exit(main())
