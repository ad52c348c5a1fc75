"""What a tensor is made of, changed on the tensor itself: resize_, set_, data, grad, requires_grad, copies, pickles."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import tensorplay as tp
from tensorplay.core.journal import Journal, observed_by
from tensorplay.core.plan import Effect
from tensorplay.core.planning import planning
from tensorplay.core.storage import UntypedStorage
from tensorplay.core.tensor import make_tensor
from tensorplay.core.written import EVERYTHING


def seen(x: Any) -> tuple[Any, ...]:
    """What tells how a tensor sees its storage."""
    return tuple(x.shape), x.stride(), x.storage_offset(), str(x.dtype).rpartition(".")[2], x.untyped_storage().nbytes()


class TestResize:
    def test_the_tail_is_marked_and_counts_as_unwritten(self) -> None:
        x = tp.zeros(2)
        assert x.resize_(4) is x
        assert str(x) == "tensor([0., 0., nan, nan])"
        assert tp.zeros(1, dtype=tp.int16).resize_(2).tolist() == [0, 32767]
        record = x.untyped_storage().record
        assert (record.covers(0, 8), record.covers(8, 9)) == (True, False)
        x[2:] = 1
        assert record.state == EVERYTHING

    def test_views_go_on_seeing_the_storage(self) -> None:
        x = tp.arange(4.0)
        y = x[1:3]
        x.resize_(100)
        x[1] = 7
        assert (y.tolist(), y.untyped_storage().nbytes(), y.data_ptr() == x.data_ptr() + 4) == ([7.0, 2.0], 400, True)

    def test_versions(self) -> None:
        x = tp.zeros(2, 3)
        y = x.t()
        x.resize_(2, 3)
        assert (x._version, y._version) == (0, 0)
        x.resize_(3)
        assert (x._version, y._version) == (1, 1)

    def test_lazy_bits_stay(self) -> None:
        assert tp.zeros(2, dtype=tp.complex64).conj().resize_(3).is_conj()

    @pytest.mark.parametrize(
        ("size", "number"),
        [((-1,), -1), ((2, -3), -3), ((2**40, 2**40), 2**40), ((2**61,), 2**61), ((10**15,), 4 * 10**15)],
    )
    def test_impossible_sizes_change_nothing(self, size: tuple[int, ...], number: int) -> None:
        x = tp.zeros(2, 3)
        with pytest.raises(RuntimeError, match=str(number)):
            x.resize_(size)
        assert (seen(x), x._version) == (((2, 3), (3, 1), 0, "float32", 24), 0)

    @pytest.mark.parametrize("size", [(), (2.0,), ("a",), (True,), (None,)])
    def test_what_is_no_size(self, size: tuple[Any, ...]) -> None:
        with pytest.raises(TypeError):
            tp.zeros(2).resize_(*size)

    def test_memory_formats(self) -> None:
        with pytest.raises(RuntimeError, match="preserve_format"):
            tp.zeros(2).resize_(2, memory_format=tp.preserve_format)
        with pytest.raises(RuntimeError, match=r"rank|dimensions"):
            tp.zeros(2).resize_(2, memory_format=tp.channels_last)
        with pytest.raises(TypeError, match=r"memory_format.*int"):
            tp.zeros(2).resize_(2, memory_format=3)  # type: ignore[arg-type]
        template = tp.zeros(1, 2, 3, 4).contiguous(memory_format=tp.channels_last)
        assert tp.zeros(0).resize_as_(template).stride() == (24, 12, 4, 1)
        assert tp.zeros(0).resize_as_(template, memory_format=tp.preserve_format).stride() == (24, 1, 8, 2)
        assert tp.resize_as_(tp.zeros(0), tp.zeros(2, 3)).stride() == (3, 1)
        with pytest.raises(TypeError, match=r"the_template.*int"):
            tp.zeros(0).resize_as_(3)  # type: ignore[arg-type]

    def test_what_requires_grad_is_refused(self) -> None:
        x = tp.zeros(2, requires_grad=True)
        for tensor in (x, x * 1, x[:1]):
            with pytest.raises(RuntimeError, match="requires grad"), tp.no_grad():
                tensor.resize_(3)
        assert x.detach().resize_(1).tolist() == [0.0]

    def test_shared_memory_cannot_grow(self) -> None:
        x = tp.zeros(3)
        x.untyped_storage().mark_exported()
        assert x.resize_(2).shape == (2,)
        with pytest.raises(RuntimeError, match="12 bytes to 16"):
            x.resize_(4)
        assert seen(x) == ((2,), (1,), 0, "float32", 12)

    def test_meta(self) -> None:
        assert seen(tp.zeros(4, device="meta").resize_(10**6, 10**6))[-1] == 4 * 10**12


@pytest.mark.parametrize("seed", range(4))
def test_random_resizes_against_torch(seed: int) -> None:
    torch = pytest.importorskip("torch")
    chance = random.Random(seed)
    for _ in range(100):
        ours, theirs = tp.arange(24.0), torch.arange(24.0)
        shape, order, start = chance.choice([(24,), (2, 12), (2, 3, 4), (1, 2, 3, 4)]), None, chance.randrange(3)
        order = chance.sample(range(len(shape)), len(shape))
        ours, theirs = (x.reshape(shape).permute(order)[start:] for x in (ours, theirs))
        for _ in range(4):
            size = [chance.randrange(5) for _ in range(chance.randrange(5))]
            if math.prod(size) and chance.random() < 0.3:
                size = list(ours.shape)
            formats = [None, None, "contiguous_format", "channels_last", "preserve_format"]
            name = chance.choice(formats)
            outcomes = []
            for library, x in ((tp, ours), (torch, theirs)):
                options = {} if name is None else {"memory_format": getattr(library, name)}
                try:
                    x.resize_(size, **options)
                except RuntimeError:
                    outcomes.append("refused")
                else:
                    outcomes.append(seen(x))
            if name is not None and 0 in size:
                break  # torch's tensors of a memory format and size 0 are left as they come
            assert outcomes[0] == outcomes[1]
            if outcomes[0] == "refused":
                break


class TestSet:
    def test_forms(self) -> None:
        t = tp.arange(6.0).reshape(2, 3)
        x = tp.zeros(2)
        assert x.set_(t.t()) is x
        assert (x.is_set_to(t.t()), x._is_view(), x._version, t._version) == (True, False, 1, 0)
        x.set_(t.untyped_storage(), 1, (2, 2), (2, 1))
        assert x.tolist() == [[1, 2], [3, 4]]
        assert x.set_(t.untyped_storage(), 1, [2, 2]).stride() == (2, 1)
        assert x.set_(t, 1, (2,), (2,)).tolist() == [1, 3]
        assert x.set_(source=t, storage_offset=5, size=()).item() == 5
        assert x.set_(t.untyped_storage()).tolist() == x.set_(t.storage()).tolist() == [0, 1, 2, 3, 4, 5]
        assert x.set_(tp.UntypedStorage(7)).shape == (1,)
        x.set_()
        assert (seen(x), t.tolist()) == (((0,), (1,), 0, "float32", 0), [[0, 1, 2], [3, 4, 5]])

    def test_the_storage_grows_for_all(self) -> None:
        t = tp.arange(6.0)
        x = tp.zeros(1).set_(t.untyped_storage(), 4, (2, 2), (2, 1))
        assert str(x) == "tensor([[4., 5.],\n        [nan, nan]])"
        assert (t.untyped_storage().nbytes(), t.tolist()) == (32, [0, 1, 2, 3, 4, 5])
        x[1, 1] = 9
        assert t.untyped_storage().record.covers(28, 32) is True

    def test_the_dtype_and_the_lazy_bits_stay(self) -> None:
        x = tp.zeros(2, dtype=tp.complex64).conj().set_(tp.ones(3, dtype=tp.complex64))
        assert (x.is_conj(), x.shape) == (True, (3,))
        assert not tp.zeros(2, dtype=tp.complex64).set_(tp.ones(3, dtype=tp.complex64).conj()).is_conj()

    def test_a_view_stays_the_view_of_its_base(self) -> None:
        base = tp.zeros(4)
        x = base[1:]
        x.set_(tp.ones(2))
        assert (x._base is base, x.tolist(), base.tolist()) == (True, [1, 1], [0, 0, 0, 0])
        y = base[1:]
        base.set_(tp.ones(2))
        assert (y.tolist(), y._version) == ([0, 0, 0], 2)

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ((3,), TypeError), (("a",), TypeError), ((None,), TypeError), ((tp.zeros(2), 1), TypeError),
            ((tp.zeros(2), 0, 2), TypeError), ((tp.zeros(2), 0, (2,), 1), TypeError),
            ((tp.zeros(2), 1.5, (1,)), TypeError), ((tp.zeros(2), 0, (1.5,)), TypeError),
            ((tp.zeros(2, dtype=tp.float64),), RuntimeError),
            ((tp.zeros(2, dtype=tp.float64).storage(),), RuntimeError),
            ((tp.zeros(2, device="meta"),), RuntimeError), ((tp.UntypedStorage(8, device="meta"),), RuntimeError),
            ((tp.zeros(2), -1, (2,)), RuntimeError), ((tp.zeros(2), 0, (-1,)), RuntimeError),
            ((tp.zeros(2), 0, (2,), (-1,)), RuntimeError), ((tp.zeros(2), 0, (2, 2), (1,)), RuntimeError),
            ((tp.zeros(2), 0, (2**40, 2**40)), RuntimeError), ((tp.zeros(2), 0, (2,), (2**62,)), RuntimeError),
            ((tp.zeros(2), 0, (10**15,)), RuntimeError),
        ],
    )  # fmt: skip
    def test_refusals_change_nothing(self, arguments: tuple[Any, ...], error: type[Exception]) -> None:
        x = tp.zeros(2)
        storage = x.untyped_storage()
        with pytest.raises(error):
            x.set_(*arguments)
        assert (seen(x), x._version, x.untyped_storage() is storage) == (((2,), (1,), 0, "float32", 8), 0, True)

    def test_a_leaf_that_requires_grad_is_refused(self) -> None:
        x = tp.zeros(2, requires_grad=True)
        with pytest.raises(RuntimeError, match="leaf"):
            x.set_(tp.ones(3))
        with tp.no_grad():
            assert x.set_(tp.ones(3)).requires_grad

    def test_memory_that_something_else_holds_cannot_grow(self) -> None:
        source = tp.zeros(3)
        source.untyped_storage().mark_exported()
        x = tp.zeros(1)
        assert x.set_(source.untyped_storage(), 1, (2,)).storage_offset() == 1
        with pytest.raises(RuntimeError, match="12 bytes to 36"):
            x.set_(source.untyped_storage(), 0, (9,))
        assert seen(x) == ((2,), (1,), 1, "float32", 12)


class TestData:
    def test_reading(self) -> None:
        x = tp.ones(2, 3, requires_grad=True)
        y = x.data
        assert (y.requires_grad, y._is_view(), y._version, y.untyped_storage() is x.untyped_storage()) == (
            False,
            False,
            0,
            True,
        )
        y.t_().add_(1)
        assert (x.tolist(), x.stride(), x._version, y._version) == ([[2, 2, 2], [2, 2, 2]], (3, 1), 0, 2)

    def test_assigning(self) -> None:
        x = tp.zeros(2, 3)
        x.add_(1)
        view = x[0]
        source = tp.ones(5, dtype=tp.float64)
        x.data = source
        assert (seen(x), x._version, x.data_ptr() == source.data_ptr()) == (((5,), (1,), 0, "float64", 40), 1, True)
        assert (view.tolist(), view._base is x) == ([1, 1, 1], True)
        conjugate = tp.zeros(2, dtype=tp.complex64)
        conjugate.data = tp.ones(2, dtype=tp.complex64).conj()
        assert conjugate.is_conj()

    def test_a_leaf_stays_a_leaf(self) -> None:
        x = tp.zeros(2, requires_grad=True)
        x.data = tp.ones(3, requires_grad=True)
        assert (x.requires_grad, x.is_leaf, x.grad_fn, x.tolist()) == (True, True, None, [1, 1, 1])
        made = x * 2
        made.data = tp.ones(3)
        assert made.grad_fn is not None

    @pytest.mark.parametrize(
        ("source", "error"),
        [
            (3, TypeError),
            (None, TypeError),
            (tp.zeros(2, device="meta"), RuntimeError),
            (tp.zeros(2, dtype=tp.int64), RuntimeError),
        ],
    )
    def test_refusals_change_nothing(self, source: Any, error: type[Exception]) -> None:
        x = tp.zeros(2, requires_grad=True)
        with pytest.raises(error):
            x.data = source
        assert (seen(x), x.requires_grad) == (((2,), (1,), 0, "float32", 8), True)


class TestGradients:
    def test_grad_is_checked(self) -> None:
        x = tp.zeros(2, 3)
        assert x.grad is None
        gradient = tp.zeros(3, 2).t()
        x.grad = gradient
        assert x.grad is gradient
        for wrong, error, text in (
            (tp.zeros(3, 2), RuntimeError, r"\[3, 2\].*\[2, 3\]"), (tp.zeros(2, 3, 1), RuntimeError, r"\[2, 3, 1\]"),
            (tp.zeros(2, 3, dtype=tp.float64), RuntimeError, "float64.*float32"),
            (tp.zeros(2, 3, device="meta"), RuntimeError, "meta.*cpu"),
            (3, TypeError, "int"), ("a", TypeError, "str"), (x, RuntimeError, "own gradient"),
        ):  # fmt: skip
            with pytest.raises(error, match=text):
                x.grad = wrong  # type: ignore[assignment]
        assert x.grad is gradient
        x.grad = None
        assert x.grad is None
        x.grad = gradient
        del x.grad
        assert x.grad is None
        assert not x.requires_grad

    def test_the_dtype_may_be_any(self) -> None:
        x = tp.zeros(2, dtype=tp.int64)
        x.grad = tp.ones(2, dtype=tp.int64)
        assert x.grad.tolist() == [1, 1]

    def test_reading_where_none_is_kept_warns(self) -> None:
        made = tp.zeros(2, requires_grad=True) * 1
        with pytest.warns(UserWarning, match="not a leaf"):
            assert made.grad is None
        made.grad = tp.ones(2)
        assert made.grad.tolist() == [1, 1]

    def test_requires_grad(self) -> None:
        x = tp.zeros(2)
        x.requires_grad = True
        assert (x.requires_grad, (x + 1).requires_grad) == (True, True)
        x.requires_grad = False
        assert not x.requires_grad
        for wrong in (1, None, "yes"):
            with pytest.raises(RuntimeError, match="bool"):
                x.requires_grad = wrong  # type: ignore[assignment]
        whole = tp.zeros(2, dtype=tp.int64)
        whole.requires_grad = False
        with pytest.raises(RuntimeError, match="int64"):
            whole.requires_grad = True
        made = tp.zeros(2, requires_grad=True) * 1
        for wanted in (True, False):
            with pytest.raises(RuntimeError, match="leaf"):
                made.requires_grad = wanted

    def test_what_cannot_be_set(self) -> None:
        x = tp.zeros(2)
        for name in ("shape", "dtype", "device", "is_leaf", "grad_fn", "_version", "_base"):
            with pytest.raises(AttributeError):
                setattr(x, name, getattr(x, name))

    def test_detach_in_place(self) -> None:
        x = tp.zeros(2, requires_grad=True)
        made = x * 1
        assert made.detach_() is made
        assert (made.requires_grad, made.is_leaf, made.grad_fn, made._version) == (False, True, None, 0)
        assert tp.detach_(x).requires_grad is False
        for view in (tp.zeros(2)[:1], (tp.zeros(2, requires_grad=True) * 1)[:1]):
            with pytest.raises(RuntimeError, match=r"detach\(\)"):
                view.detach_()


def test_a_storage_shrunk_below_a_tensor_refuses_every_use() -> None:
    x = tp.arange(4.0)
    view = x.view(2, 2)
    x.untyped_storage().resize_(8)
    uses: list[Callable[[], Any]] = [
        x.tolist, x.sum, x.clone, x[3].item, view[1].tolist, x.t().clone, lambda: repr(x), lambda: f"{x[2]}",
        lambda: x + 1, lambda: view @ view, lambda: tp.cat([x, x]), lambda: x.to(tp.int32), lambda: x[[3]],
        lambda: x.fill_(1), lambda: x.add_(1), lambda: x.copy_(tp.ones(4)), lambda: tp.ones(4).copy_(x),
        lambda: x.__setitem__(3, 1),
    ]  # fmt: skip
    for use in uses:
        with pytest.raises(RuntimeError, match=r"\b8\b"):
            use()
    assert (x.untyped_storage().tolist(), x[:2].tolist(), view[0].tolist()) == (
        [0, 0, 0, 0, 0, 0, 128, 63],
        [0, 1],
        [0, 1],
    )
    x.untyped_storage().resize_(16)
    assert x.shape == (4,)
    x.fill_(2)
    assert view.tolist() == [[2, 2], [2, 2]]


class TestCopies:
    def test_shallow(self) -> None:
        x = tp.arange(6.0, requires_grad=True)
        for original in (x, x.detach()[2:4].t()):
            twin = copy.copy(original)
            assert twin is not original
            assert (seen(twin), twin.requires_grad, twin._is_view()) == (seen(original), original.requires_grad, False)
            assert twin.untyped_storage() is original.untyped_storage()

    def test_deep(self) -> None:
        x = tp.arange(6.0, requires_grad=True)
        x.grad = tp.ones(6)
        twin = copy.deepcopy(x)
        assert (seen(twin), twin.requires_grad, twin.tolist()) == (seen(x), True, x.tolist())
        assert (twin.data_ptr() != x.data_ptr(), twin.grad is not x.grad, twin.grad.tolist()) == (True, True, [1] * 6)
        with pytest.raises(RuntimeError, match="leaves"):
            copy.deepcopy(x * 2)

    def test_what_shares_a_storage_goes_on_sharing_it(self) -> None:
        x = tp.empty_permuted((2, 3), (1, 0)).fill_(1)
        family = [x, x, x[1:], x.t()]
        for twins in (copy.deepcopy(family), pickle.loads(pickle.dumps(family))):
            assert twins[0] is twins[1]
            assert len({twin.untyped_storage() for twin in twins}) == 1
            assert twins[0].untyped_storage() is not x.untyped_storage()
            assert [seen(twin) for twin in twins] == [seen(member) for member in family]
            twins[0][1, 0] = 7
            assert (twins[2].tolist(), x.tolist()) == ([[7, 1, 1]], [[1, 1, 1], [1, 1, 1]])

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_pickles(self, protocol: int) -> None:
        for x in (
            tp.arange(6.0)[2:4], tp.tensor([1 + 2j]).conj(), tp.tensor([1 + 2j]).conj().imag, tp.zeros(0, 3),
            tp.zeros(2, requires_grad=True), tp.empty(10**6, 10**6, device="meta"), tp.tensor(True),
            tp.ones(2, dtype=tp.bfloat16),
        ):  # fmt: skip
            twin = pickle.loads(pickle.dumps(x, protocol))
            assert (seen(twin), repr(twin), twin.is_conj(), twin.is_neg()) == (
                seen(x),
                repr(x),
                x.is_conj(),
                x.is_neg(),
            )

    def test_what_was_written_is_remembered(self) -> None:
        x = tp.empty(4)
        x[::2] = 1
        for twin in (copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
            record = twin.untyped_storage().record
            assert [record.covers(4 * cell, 4 * cell + 4) for cell in range(4)] == [True, False, True, False]


CHANGES: dict[str, Callable[[Any, Any], Any]] = {
    "resize_": lambda x, y: x.resize_(9),
    "resize_as_": lambda x, y: x.resize_as_(y),
    "set_": lambda x, y: x.set_(y),
    "set_ to a storage": lambda x, y: x.set_(y.untyped_storage()),
    "data": lambda x, y: setattr(x, "data", y),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_observers_see_one_change_of_the_tensor(change: Callable[[Any, Any], Any]) -> None:
    x, y = tp.zeros(2, 3), tp.ones(4)
    before = []

    class Watching:
        def before(self, event: Any, target: Any) -> None:
            before.append((target is x, seen(x)))

        def after(self, event: Any) -> None:
            pass

    journal = Journal()
    with observed_by(journal), observed_by(Watching()):
        change(x, y)
    (event,) = journal.events
    assert (event.effect, event.written, event.bytes_moved) == (Effect.REBIND, (), 0)
    assert event.inputs[0].is_(x)
    assert (event.inputs[0].spec.size, tuple(x.shape) != (2, 3)) == ((2, 3), True)
    assert before == [(True, ((2, 3), (3, 1), 0, "float32", 24))]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_planning_changes_shadows_only(change: Callable[[Any, Any], Any]) -> None:
    x, y = tp.zeros(2, 3), tp.ones(4)
    shadows = [make_tensor(UntypedStorage.shadow(tensor._storage), tensor._spec) for tensor in (x, y)]
    with planning():
        change(*shadows)
    assert tuple(shadows[0].shape) != (2, 3)
    assert (seen(x), seen(y), x._version) == (((2, 3), (3, 1), 0, "float32", 24), ((4,), (1,), 0, "float32", 16), 0)
