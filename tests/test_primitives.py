"""Primitives are few: what a backend has to provide. Everything else is made of them."""

from __future__ import annotations

import importlib
import pkgutil
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

import tensorplay as tp
from tensorplay import functional
from tensorplay.core.journal import observed_by
from tensorplay.core.operation import Operation
from tensorplay.functional.op import DECLARATIONS

if TYPE_CHECKING:
    from tensorplay.core.journal import Event

MOST_PRIMITIVES = 150


def primitives() -> dict[str, list[Operation]]:
    """The operations that have a run, by the family that declares them."""
    for module in pkgutil.iter_modules(functional.__path__):  # some are imported when they are first needed
        importlib.import_module(f"{functional.__name__}.{module.name}")
    families: dict[str, list[Operation]] = defaultdict(list)
    for declaration in DECLARATIONS:
        operation = declaration.declared
        if isinstance(operation, Operation) and operation.run_rule is not None:
            families[declaration.module.rpartition(".")[2]].append(operation)
    return families


def test_primitives_are_few() -> None:
    """At most 150 operations have a run: 150 of them today, by 110 pieces of code.

    Every operation counts, also those that a table makes of one piece of code: exp and log are two. In-place twins,
    `out=` and aliases are faces of one operation and do not count, nor do pairs such as argmax and argmin, which are
    faces of one operation with a parameter. The seven functions of `tabulated` (acosh, erfc and their like) are such
    faces, too: counted one by one they would make 156.
    """
    families = primitives()
    running = [operation for operations in families.values() for operation in operations]
    rules = {operation.run_rule.__code__ for operation in running if operation.run_rule is not None}
    listed = "\n".join(
        f"{family}: {', '.join(operation.plan.__name__ for operation in operations)}"
        for family, operations in sorted(families.items())
    )
    print(f"{len(DECLARATIONS)} declarations: {len(running)} operations run, by {len(rules)} pieces of code\n{listed}")
    assert len(running) <= MOST_PRIMITIVES, listed


class Names:
    """The names of what an observer is told of, but not of the parts of compositions."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def before(self, event: Event, target: Any) -> None:
        pass

    def after(self, event: Event) -> None:
        if event.depth == 0:
            self.names.append(event.name)


FACES = """
    all any amax amin argmax argmin median nanmedian mode kthvalue fmax fmin mm cumsum logcumsumexp cummin triu softmax
    log_softmax erf acosh lcm logaddexp2 clamp_max isneginf isfinite std float_power conj_physical frac diag tile stack
    roll zeros ones eye rand
"""


@pytest.mark.parametrize("name", FACES.split())
def test_faces_go_by_their_own_names(name: str) -> None:
    x = tp.tensor([[1.0, 2.0], [3.0, 4.0]])
    arguments: dict[str, tuple[Any, ...]] = {
        "cumsum": (x, 0), "logcumsumexp": (x, 0), "cummin": (x, 0), "softmax": (x, 0), "log_softmax": (x, 0),
        "tile": (x, (2,)), "stack": ((x, x),), "roll": (x, 1, 0), "clamp_max": (x, 2), "float_power": (x, 2),
        "kthvalue": (x, 1), "lcm": (x.int(), x.int()), "zeros": (2, 2), "ones": (2, 2), "eye": (2,),
        "rand": (2, 2),
    }  # fmt: skip
    pairs = {"fmax", "fmin", "mm", "logaddexp2"}
    given = arguments.get(name, (x, x) if name in pairs else (x,))
    observer = Names()
    with observed_by(observer):
        getattr(tp, name)(*given)
    assert observer.names == [name]


def test_what_is_made_in_steps_counts_as_never_changed() -> None:
    x = tp.tensor([1.5, 2.5])
    for made in (tp.eye(2), x.frac(), tp.stack((x, x)), x.roll(1), tp.kron(x, x), tp.nn.functional.one_hot(x.long())):
        assert made._version == 0
        assert not made._is_view()


def test_overlapping_targets_of_compositions() -> None:
    x = tp.tensor([1.0, 2.0, 3.0])
    assert x.expand(2, 3).fill_(x[1]).tolist() == [[2.0] * 3] * 2
    assert tp.conj_physical(tp.tensor([1, 2]), out=tp.zeros(2, dtype=tp.int64)).tolist() == [1, 2]
    with pytest.raises(RuntimeError):
        tp.conj_physical(tp.tensor([1, 2]), out=tp.zeros(2))
    assert tp.max(tp.tensor([1, 3]), out=tp.tensor(0.0)).item() == 3.0
