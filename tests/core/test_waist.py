"""Twelve operations through every face of the waist: one declaration must serve them all alike."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

import tensorplay as tp
from tensorplay.core.journal import Event, Journal, observed_by
from tensorplay.core.plan import Effect
from tensorplay.core.planning import ValuesNeeded, planning
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import TensorBase, make_tensor

if TYPE_CHECKING:
    from collections.abc import Callable


def grid() -> Any:
    """A 2×3 tensor of float64 with strides of its own."""
    return tp.arange(6, dtype=tp.float64).view(3, 2).t()


def row() -> Any:
    return tp.tensor([10.0, 20.0, 30.0], dtype=tp.float64)


def wave() -> Any:
    return tp.tensor([[1 + 2j, 3 - 4j]])


# name -> (operands, function form, method form)
TWELVE: dict[str, tuple[Callable[[], tuple[Any, ...]], Callable[..., Any], Callable[..., Any]]] = {
    "view": (lambda: (row(),), lambda x: type(x).view(x, 1, 3), lambda x: x.view((1, -1))),
    "transpose": (lambda: (grid(),), lambda x: tp.transpose(x, 0, 1), lambda x: x.transpose(-2, -1)),
    "expand": (lambda: (row(),), lambda x: tp.broadcast_to(x, (2, 3)), lambda x: x.expand(2, -1)),
    "conj": (lambda: (wave(),), tp.conj, lambda x: x.conj()),
    "add": (lambda: (grid(), row()), tp.add, lambda x, y: x + y),
    "sum": (lambda: (grid(),), lambda x: tp.sum(x, 1), lambda x: x.sum(dim=(1,))),
    "cat": (lambda: (grid(), grid()), lambda x, y: tp.cat((x, y), 1), lambda x, y: tp.concat([x, y], dim=1)),
    "to": (lambda: (grid(),), lambda x: x.to(tp.float32), lambda x: x.to(dtype=tp.float32)),
    "matmul": (lambda: (grid(), row()), tp.matmul, lambda x, y: x @ y),
}


def same_spec(left: Any, right: Any) -> bool:
    return left._spec.layout == right._spec.layout and left.dtype is right.dtype and left.is_conj() == right.is_conj()


def shadow_of(tensor: TensorBase) -> Any:
    return make_tensor(UntypedStorage.shadow(tensor._storage), tensor._spec)


@pytest.mark.parametrize("name", TWELVE)
def test_function_and_method_are_one_operation(name: str) -> None:
    operands, function, method = TWELVE[name]
    one, other = function(*operands()), method(*operands())
    assert same_spec(one, other)
    assert one.tolist() == other.tolist()


@pytest.mark.parametrize("name", TWELVE)
def test_meta_gives_the_same_spec(name: str) -> None:
    operands, function, _ = TWELVE[name]
    values = operands()
    on_meta = [tp.empty_strided(x.shape, x.stride(), dtype=x.dtype, device="meta") for x in values]
    result = function(*on_meta)
    assert same_spec(result, function(*values))
    assert result.device.type == "meta"


@pytest.mark.parametrize("name", TWELVE)
def test_planning_gives_the_same_spec_and_touches_nothing(name: str) -> None:
    operands, function, _ = TWELVE[name]
    values = operands()
    before = [(x.untyped_storage().tolist(), x._version, x.untyped_storage().version) for x in values]
    with planning():
        planned = function(*[shadow_of(x) for x in values])
    assert same_spec(planned, function(*values))
    assert not planned.untyped_storage().has_bytes
    assert [(x.untyped_storage().tolist(), x._version, x.untyped_storage().version) for x in values] == before


EFFECTS = {
    "view": (Effect.VIEW, 0),
    "transpose": (Effect.VIEW, 0),
    "expand": (Effect.VIEW, 0),
    "conj": (Effect.VIEW, 0),
    "add": (Effect.NEW, 48),
    "sum": (Effect.NEW, 16),
    "cat": (Effect.NEW, 96),
    "to": (Effect.NEW, 24),
    "matmul": (Effect.NEW, 16),
}


@pytest.mark.parametrize("name", TWELVE)
def test_the_journal_sees_one_operation(name: str) -> None:
    operands, function, _ = TWELVE[name]
    values = operands()
    journal = Journal()
    with observed_by(journal):
        result = function(*values)
    assert len(journal.events) == 1
    (event,) = journal.events
    assert (event.effect, event.bytes_moved) == EFFECTS[name]
    assert event.outputs[0].is_(result)
    assert [operand.is_(x) for operand, x in zip(event.inputs, values, strict=True)] == [True] * len(values)
    assert event.copies is (name == "to")


def test_the_journal_keeps_no_tensor_alive() -> None:
    journal = Journal()
    with observed_by(journal):
        result = tp.zeros(3) + 1
        del result
    assert all(operand.reference() is None for event in journal.events for operand in event.outputs)


def test_empty_permuted_plans_allocates_and_is_marked_as_never_written() -> None:
    x = tp.empty_permuted((2, 3, 4), (0, 2, 1))
    assert x.stride() == (12, 1, 3)
    assert x.untyped_storage().record.state == "nothing"
    assert all(value != value for plane in x.tolist() for line in plane for value in line)  # NaN
    assert tp.empty_permuted((2, 3, 4), (0, 2, 1), device="meta").stride() == (12, 1, 3)


def test_nonzero_is_unknown_until_values_may_be_read() -> None:
    x = tp.tensor([[0, 1], [2, 0]])
    assert tp.nonzero(x).tolist() == x.nonzero().tolist() == [[0, 1], [1, 0]]
    assert x.nonzero().stride() == (1, 2)
    with planning(), pytest.raises(ValuesNeeded):
        shadow_of(x).nonzero()
    with pytest.raises(NotImplementedError, match="meta"):
        tp.empty(2, 2, device="meta").nonzero()


def test_index_put_writes_in_place_and_reports_it() -> None:
    x = tp.zeros(4)
    indices, values = (tp.tensor([1, 3]),), tp.tensor([5.0, 6.0])
    journal = Journal()
    with observed_by(journal):
        result = x.index_put_(indices, values)
    assert result is x
    assert x.tolist() == [0, 5, 0, 6]
    (event,) = journal.events
    assert event.effect is Effect.WRITE
    assert event.written[0][0] == x.untyped_storage().serial
    x.index_put_((tp.tensor([1, 1]),), tp.tensor([1.0, 1.0]), accumulate=True)
    assert x.tolist() == [0, 7, 0, 6]


def test_in_place_keeps_the_object_the_strides_and_counts_a_version() -> None:
    x = grid()
    view = x[0]
    expected = (x + row()).tolist()
    assert x.add_(row()) is x
    assert x.tolist() == expected
    assert x.stride() == (1, 2)
    assert view.tolist() == expected[0]
    assert x._version == view._version == 1
    assert x.transpose_(0, 1) is x
    assert x.stride() == (2, 1)
    assert view.stride() == (2,)


@pytest.mark.parametrize("name", ["add", "sum", "cat", "matmul"])
def test_out_keeps_strides_of_the_right_size_and_resizes_otherwise(name: str) -> None:
    operands, function, _ = TWELVE[name]
    values = operands()
    expected = function(*values)
    forms = {
        "add": lambda out: tp.add(*values, out=out),
        "sum": lambda out: tp.sum(*values, 1, out=out),
        "cat": lambda out: tp.cat(values, 1, out=out),
        "matmul": lambda out: tp.matmul(*values, out=out),
    }
    size = tuple(expected.shape)
    out = tp.empty_permuted(size, tuple(reversed(range(len(size)))), dtype=tp.float64)
    stride = out.stride()
    assert forms[name](out) is out
    assert out.stride() == stride
    assert out.tolist() == expected.tolist()
    other = tp.empty(0, dtype=tp.float64)
    forms[name](other)
    assert other.tolist() == expected.tolist()
    wrong = tp.zeros(1, 1, 1, dtype=tp.float64)
    with pytest.warns(UserWarning, match="resized"):
        forms[name](wrong)
    assert wrong.tolist() == expected.tolist()


class Undo:
    """Keeps the cells that are about to be written, as the shell does."""

    def __init__(self) -> None:
        self.saved: list[tuple[TensorBase, Any, list[int]]] = []

    def before(self, event: Event, target: TensorBase | None) -> None:
        if target is not None:
            self.saved.append((target, target._spec, target.untyped_storage().tolist()))

    def after(self, event: Event) -> None:
        pass

    def step_back(self) -> None:
        while self.saved:
            target, spec, data = self.saved.pop()
            target._spec = spec
            for position, value in enumerate(data):
                target.untyped_storage()[position] = value


WRITES: dict[str, Callable[[Any], Any]] = {
    "add_": lambda x: x.add_(1),
    "out=": lambda x: tp.add(x.clone(), 1, out=x),
    "copy_": lambda x: x.copy_(tp.zeros(3, dtype=tp.float64)),
    "fill_": lambda x: x.fill_(7),
    "item assignment": lambda x: x.__setitem__((0, 1), 9),
    "slice assignment": lambda x: x.__setitem__((slice(None), slice(1)), 9),
    "index_put_": lambda x: x.index_put_((tp.tensor([0]), tp.tensor([1])), tp.tensor([5.0], dtype=tp.float64)),
    "mask assignment": lambda x: x.__setitem__(x > 2, 0),
    "transpose_": lambda x: x.transpose_(0, 1),
}


@pytest.mark.parametrize("name", WRITES)
def test_the_before_event_is_enough_to_undo(name: str) -> None:
    x = grid()
    values, stride = x.tolist(), x.stride()
    undo = Undo()
    with observed_by(undo):
        WRITES[name](x)
    assert (x.tolist(), x.stride()) != (values, stride)
    undo.step_back()
    assert (x.tolist(), x.stride()) == (values, stride)


@pytest.mark.parametrize("name", [name for name in WRITES if name != "transpose_"])
def test_the_cells_announced_are_those_that_change(name: str) -> None:
    """Brute force over the storage: what differs afterwards lies within what the event named."""
    x = grid()
    announced: set[int] = set()

    class Note:
        def before(self, event: Event, target: TensorBase | None) -> None:
            for _, layout, _ in event.written:
                addresses = [layout.offset]
                for size, stride in zip(layout.size, layout.stride, strict=True):
                    addresses = [address + step * stride for address in addresses for step in range(size)]
                announced.update(addresses)

        def after(self, event: Event) -> None:
            pass

    before = x.untyped_storage().tolist()
    with observed_by(Note()):
        WRITES[name](x)
    after = x.untyped_storage().tolist()
    changed = {position // 8 for position, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
    assert changed <= announced


GRADIENTS: dict[str, Callable[[Any], Any]] = {
    "view": lambda x: x.t().contiguous().view(6) * row().expand(2, 3).reshape(6),
    "transpose": lambda x: x.transpose(0, 1) * 3,
    "permute": lambda x: x.expand(4, 2, 3).permute(2, 0, 1) * 2,
    "expand": lambda x: x.expand(4, 2, 3) * 2,
    "conj": lambda x: x.conj() * x,
    "add": lambda x: tp.add(x, x, alpha=3),
    "mul": lambda x: x * x,
    "broadcast": lambda x: (x + row()) * row(),
    "sum": lambda x: x.sum(0) * row(),
    "cat": lambda x: tp.cat((x, x * x), 1) * 2,
    "to": lambda x: x.to(tp.float32).to(tp.float64) * x,
    "matmul": lambda x: x @ x.t() @ x,
    "vector matmul": lambda x: (x @ row()) @ x,
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_those_of_differences(name: str) -> None:
    function = GRADIENTS[name]
    x = (tp.arange(6, dtype=tp.float64).view(2, 3) / 4 + 0.5).requires_grad_()
    function(x).sum().backward()
    step = 1e-3 if name == "to" else 1e-6
    for i in range(2):
        for j in range(3):
            ends = []
            for sign in (1, -1):
                moved = x.detach().clone()
                moved[i, j] = moved[i, j].item() + sign * step
                ends.append(function(moved).sum().item())
            numerical = (ends[0] - ends[1]) / (2 * step)
            assert x.grad[i, j].item() == pytest.approx(numerical, rel=2e-3 if name == "to" else 1e-5, abs=1e-6)


REFUSED: dict[str, tuple[type[Exception], Callable[[Any], Any]]] = {
    "cast": (RuntimeError, lambda x: x.to(tp.int64).add_(0.5)),
    "broadcast": (RuntimeError, lambda x: x.add_(tp.zeros(4, 2, 3, dtype=tp.float64))),
    "shared cells": (RuntimeError, lambda x: x[0].expand(2, 3).add_(1)),
    "partial overlap": (RuntimeError, lambda x: x.add_(x.t()[:, :1])),
    "index": (IndexError, lambda x: x.index_put_((tp.tensor([0, 5]),), tp.ones(2, 3, dtype=tp.float64))),
    "fill": (RuntimeError, lambda x: x.fill_(1j)),
    "item": (IndexError, lambda x: x.__setitem__((0, 3), 1)),
    "copy": (RuntimeError, lambda x: x.copy_(tp.zeros(5))),
    "view": (RuntimeError, lambda x: x.view(6)),
    "transpose_": (IndexError, lambda x: x.transpose_(0, 2)),
    "squeeze_": (IndexError, lambda x: x.squeeze_(5)),
    "out dtype": (RuntimeError, lambda x: tp.add(x, 1, out=tp.zeros(2, 3, dtype=tp.int64))),
    "as_strided_": (RuntimeError, lambda x: x.as_strided_((100,), (1,))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_changes_nothing(name: str) -> None:
    kind, act = REFUSED[name]
    x = grid()
    before = (x.untyped_storage().tolist(), x._spec, x._version, x.untyped_storage().nbytes())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name == "partial overlap":
            square = tp.arange(9.0).view(3, 3)
            with pytest.raises(kind):
                square.add_(square.t())
            assert square.tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
            return
        with pytest.raises(kind):
            act(x)
    assert (x.untyped_storage().tolist(), x._spec, x._version, x.untyped_storage().nbytes()) == before


def test_equal_but_different_arguments_are_not_taken_for_each_other() -> None:
    x = tp.zeros(2, 3)
    assert x.transpose(1, 0).shape == (3, 2)
    for wrong in ((True, 0), (1.0, 0), ("1", 0), (None, 0)):
        with pytest.raises(TypeError):
            x.transpose(*wrong)
    assert x.view(1, 6).shape == (1, 6)
    for shape in ((1.0, 6), ("1", 6)):
        with pytest.raises(TypeError):
            x.view(shape)
        with pytest.raises(TypeError):
            x.view(*shape)
    assert x.permute(1, 0).shape == (3, 2)
    with pytest.raises(TypeError):
        x.permute(1.0, 0)
    assert x[1].shape == (3,)
    assert x[True].shape == (1, 2, 3)
    assert x[tp.tensor(1)].shape == (3,)


def test_an_overlapping_operand_is_read_before_it_is_written() -> None:
    a = tp.tensor([[1.0, 2.0], [3.0, 4.0]])
    a -= a[:, :1]
    assert a.tolist() == [[0, 1], [0, 1]]


def test_two_storages_on_the_same_memory_are_written_as_if_they_were_one() -> None:
    numpy = pytest.importorskip("numpy")

    def twins(step: int = 0) -> tuple[Any, Any, Any]:
        array = numpy.arange(9.0).reshape(3, 3)
        return array, tp.from_numpy(array), tp.from_numpy(array[step:])

    array, x, y = twins()
    with pytest.raises(RuntimeError, match="single memory location"):
        x.add_(y.t())  # the same range of cells under other strides
    with pytest.raises(RuntimeError, match="single memory location"):
        tp.add(x, y.t(), out=x)
    assert (array == numpy.arange(9.0).reshape(3, 3)).all()
    array, x, y = twins()
    x.sub_(y[:, :1])
    assert array.tolist() == [[0.0, 1.0, 2.0], [0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]
    array, x, y = twins(1)
    with pytest.raises(RuntimeError, match="cells 0 to 5 are written, 3 to 8 are read"):
        x[:2].add_(y)
    tp.add(x[0], 1, out=y[0])  # apart
    assert array[1].tolist() == [1.0, 2.0, 3.0]
    array, x, y = twins()
    x.add_(y)  # cell by cell
    assert array[2].tolist() == [12.0, 14.0, 16.0]
    array, x, y = twins()
    x.masked_scatter_(tp.tensor([[True], [True], [False]]), y.t()[:2])
    assert array.tolist() == [[0.0, 3.0, 6.0], [1.0, 4.0, 7.0], [6.0, 7.0, 8.0]]
    array, x, y = twins()
    assert x.fill_(y[2, 2]).tolist() == [[8.0] * 3] * 3
    array, x, y = twins()
    tp.transpose_copy(y, 0, 1, out=x)
    assert (array == numpy.arange(9.0).reshape(3, 3).T).all()


def test_bytes_apart_by_part_of_an_element_overlap() -> None:
    numpy = pytest.importorskip("numpy")
    memory = numpy.zeros(24, "u1")
    x, y = tp.from_numpy(memory[:16].view("f4")), tp.from_numpy(memory[2:18].view("i2"))
    with pytest.raises(RuntimeError, match="single memory location"):
        x.add_(y[:4])


def test_remembered_plans_follow_the_default_dtype() -> None:
    x = tp.tensor([1, 2])
    assert (x + 0.5).dtype is (x / 2).dtype is tp.float32
    with tp.default_dtype(tp.float64):
        assert (x + 0.5).dtype is (x / 2).dtype is tp.float64
    assert (x + 0.5).dtype is (x / 2).dtype is tp.float32
    assert tp.add(5, 5).dtype is tp.int64
    with tp.device("meta"):
        assert tp.add(5, 5).device.type == "meta"
    assert tp.add(5, 5).device.type == "cpu"


def test_values_do_not_come_out_of_meta() -> None:
    x, nothing = tp.ones(3), tp.empty(3, device="meta")
    for act in (
        lambda: x.copy_(nothing),
        lambda: x.__setitem__(slice(None), nothing),
        lambda: x.__setitem__(0, nothing[0]),
        lambda: x.fill_(nothing[0]),
        lambda: nothing.to("cpu"),
        nothing.tolist,
    ):
        with pytest.raises(NotImplementedError, match="meta"):
            act()
    assert (x.tolist(), x._version) == ([1, 1, 1], 0)
    assert nothing.copy_(x) is nothing


def test_a_list_that_cannot_fit_is_refused() -> None:
    with pytest.raises(RuntimeError, match="1000000000000"):
        tp.zeros(1).expand(10**12).tolist()


def test_long_lists_are_made_in_parts() -> None:
    x = tp.arange(3 * (1 << 20)).view(3, 1 << 20)
    assert x.tolist() == [list(range(row << 20, (row + 1) << 20)) for row in range(3)]
    assert x.view(-1).tolist() == list(range(3 << 20))


def test_the_adjoint_of_a_scalar_is_its_conjugate() -> None:
    x = tp.tensor(1 + 2j)
    for adjoint in (x.mH, x.H, x.adjoint()):
        assert adjoint.item() == 1 - 2j
        assert adjoint.is_conj()
