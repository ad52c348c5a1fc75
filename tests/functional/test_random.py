"""Random numbers: the streams of torch, to the last bit where they can be; generators and states; what is refused."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from functional.agreement import assert_agreement

import tensorplay as tp

FLOATING = ["float32", "float64", "float16", "bfloat16", "complex64", "complex128"]
SEEDS = [0, 1, 5, 12345, 2**33 + 7, -3, 2**64 - 1]
RANGES = [(0, 10), (-5, 7), (0, 2**28 - 1), (0, 2**28), (0, 2**31), (-(2**40), 2**41), (-(2**63), 2**63 - 1)]


def values(x: Any) -> Any:
    return np.array(x.tolist())


def seed_both(torch: Any, seed: int) -> None:
    torch.manual_seed(seed)
    tp.manual_seed(seed)


def assert_same_state(torch: Any) -> None:
    """All but the kept half of a pair of normal numbers, which may differ in its last bits."""
    theirs, mine = bytes(torch.get_rng_state().tolist()), bytes(tp.get_rng_state().tolist())
    assert theirs[:5024] + theirs[5032:] == mine[:5024] + mine[5032:]


def random_size(chance: random.Random) -> list[int]:
    return [chance.choice([0, 1, 2, 3, 5, 17]) for _ in range(chance.randint(0, 3))]


@pytest.mark.parametrize("dtype", FLOATING)
def test_uniform_and_normal_numbers_are_those_of_torch(torch: Any, dtype: str) -> None:
    chance = random.Random(dtype)
    for seed in SEEDS:
        seed_both(torch, seed)
        for _ in range(6):
            size = random_size(chance)
            name = chance.choice(["rand", "randn"])
            theirs = getattr(torch, name)(size, dtype=getattr(torch, dtype))
            mine = getattr(tp, name)(size, dtype=getattr(tp, dtype))
            if name == "rand":
                assert theirs.tolist() == mine.tolist()
            else:
                np.testing.assert_allclose(values(mine), values(theirs), rtol=2e-5, atol=1e-5)
            assert_same_state(torch)


@pytest.mark.parametrize("dtype", FLOATING)
def test_strided_tensors_are_filled_in_the_order_of_memory(torch: Any, dtype: str) -> None:
    chance = random.Random(dtype)
    for seed in SEEDS:
        seed_both(torch, seed)
        for _ in range(6):
            size = random_size(chance)
            order = chance.sample(range(len(size)), len(size))
            theirs = torch.empty(size, dtype=getattr(torch, dtype)).permute(order)
            mine = tp.empty(size, dtype=getattr(tp, dtype)).permute(order)
            if size and chance.random() < 0.3:
                theirs, mine = theirs[..., ::2], mine[..., ::2]
            fill = chance.choice(
                [
                    lambda m, x: m.rand_like(x),
                    lambda m, x: m.randn_like(x),
                    lambda m, x: x.uniform_(-1.5, 2.25),
                    lambda m, x: x.normal_(1, 2),
                ]
            )
            theirs, mine = fill(torch, theirs), fill(tp, mine)
            assert theirs.stride() == mine.stride()
            np.testing.assert_allclose(values(mine), values(theirs), rtol=2e-5, atol=1e-5)
            assert_same_state(torch)


@pytest.mark.parametrize(("low", "high"), RANGES)
def test_integers_are_those_of_torch(torch: Any, low: int, high: int) -> None:
    for seed in SEEDS:
        seed_both(torch, seed)
        assert torch.randint(low, high, (3, 7)).tolist() == tp.randint(low, high, (3, 7)).tolist()
        assert_same_state(torch)


def test_permutations_are_those_of_torch(torch: Any) -> None:
    for seed in SEEDS:
        seed_both(torch, seed)
        for n in (0, 1, 2, 17, 1000):
            assert torch.randperm(n).tolist() == tp.randperm(n).tolist()
        assert_same_state(torch)


@pytest.mark.parametrize(
    "dtype", ["int64", "int32", "int16", "uint8", "int8", "bool", "float16", "bfloat16", "float32", "float64"]
)
def test_random_fills_are_those_of_torch(torch: Any, dtype: str) -> None:
    for seed in SEEDS:
        seed_both(torch, seed)
        for bounds in ((), (2,), (0, 2)):
            theirs = torch.empty(3, 5, dtype=getattr(torch, dtype)).random_(*bounds)
            assert theirs.tolist() == tp.empty(3, 5, dtype=getattr(tp, dtype)).random_(*bounds).tolist()
        assert_same_state(torch)


def test_long_draws_do_not_depend_on_the_blocks(torch: Any) -> None:
    seed_both(torch, 3)
    count = (1 << 20) + 21
    assert torch.equal(torch.rand(count), torch.from_numpy(tp.rand(count).numpy()))
    assert torch.allclose(torch.randn(count), torch.from_numpy(tp.randn(count).numpy()), rtol=2e-5, atol=1e-5)
    assert_same_state(torch)


def test_states_go_to_torch_and_back(torch: Any) -> None:
    seed_both(torch, 11)
    tp.rand(700)
    tp.randn(3, dtype=tp.float64)  # leaves half a pair
    torch.set_rng_state(torch.from_numpy(tp.get_rng_state().numpy()))
    assert torch.randn(5, dtype=torch.float64).tolist() == pytest.approx(tp.randn(5, dtype=tp.float64).tolist())
    tp.set_rng_state(tp.from_numpy(torch.get_rng_state().numpy()))
    assert torch.rand(5).tolist() == tp.rand(5).tolist()


def test_generators_are_apart(torch: Any) -> None:
    assert tp.Generator().initial_seed() == torch.Generator().initial_seed()
    first, second = tp.Generator().manual_seed(5), tp.Generator().manual_seed(5)
    state = tp.get_rng_state().tolist()
    drawn = [tp.rand(3, generator=first), tp.randn(3, generator=first), tp.randint(9, (3,), generator=first)]
    again = [tp.rand(3, generator=second), tp.randn(3, generator=second), tp.randint(9, (3,), generator=second)]
    assert [x.tolist() for x in drawn] == [x.tolist() for x in again]
    assert tp.get_rng_state().tolist() == state
    for seed in (-1, -5, 2**32 + 5, 2**63):
        theirs = torch.Generator().manual_seed(seed)
        mine = tp.Generator().manual_seed(seed)
        assert theirs.initial_seed() == mine.initial_seed()
        assert torch.rand(3, generator=theirs).tolist() == tp.rand(3, generator=mine).tolist()


EXPRESSIONS = [
    "m.Generator().manual_seed(1.5)", "m.Generator().manual_seed('a')", "m.Generator().manual_seed(2**64)",
    "m.Generator().manual_seed(True)", "m.Generator().manual_seed(None)", "m.Generator().manual_seed(-(2**63) - 1)",
    "m.manual_seed(2**64)", "m.manual_seed('a')", "m.manual_seed(None)", "m.manual_seed(1.5).initial_seed()",
    "m.Generator('cuda')", "m.Generator('meta')", "m.Generator('foo')", "str(m.Generator('cpu:0').device)",
    "m.set_rng_state(m.zeros(5056))", "m.set_rng_state(m.zeros(10, dtype=m.uint8))", "m.set_rng_state([1])",
    "m.set_rng_state(m.zeros(5056, dtype=m.uint8))", "m.get_rng_state().shape", "m.get_rng_state().dtype",
    "m.rand(2, dtype=m.int64)", "m.randn(2, dtype=m.int64)", "m.rand(2, dtype=m.bool)", "m.rand(-1)", "m.rand()",
    "m.rand_like(m.ones(2, dtype=m.int64))", "m.randn_like(m.ones(2, dtype=m.int64))", "m.randn(2, generator=3)",
    "m.rand(2, device='meta', generator=m.Generator())", "m.randn(size=(2,)).shape",
    "m.rand(2, 3, out=m.zeros(2, 3)).shape", "m.randint(3, (2,)).dtype", "m.randint(3, (2,), dtype=m.float32).dtype",
    "m.randint(0, (2,))", "m.randint(5, 3, (2,))", "m.randint(0, 300, (2,), dtype=m.uint8)",
    "m.randint(0, 256, (2,), dtype=m.uint8).dtype", "m.randint(3, 2)", "m.randint(-1, 2, (2,), dtype=m.uint8)",
    "m.randint(-300, 2, (2,), dtype=m.int8)", "m.randint(0, 3, (2,), dtype=m.bool)",
    "m.randint(0, 3, (2,), dtype=m.complex64)", "m.randint(0, 2**20, (2,), dtype=m.float16)", "m.randint(3)",
    "m.randint(0, 2**63, (2,))", "m.randint(3.0, (2,))", "m.randint(low=0, high=3, size=(2,)).dtype",
    "m.randint(high=3, size=(2,)).dtype", "m.randint(3, size=(2,)).dtype", "m.randint(3, (2,), device='meta')",
    "m.randint(3, (2,), out=m.zeros(1)).dtype", "m.randint(3, (2,), requires_grad=True)", "m.randperm(-1)",
    "m.randperm(2.0)", "m.randperm(4, dtype=m.int8).dtype", "m.randperm(200, dtype=m.int8)",
    "m.randperm(4, dtype=m.bool)", "m.randperm(4, dtype=m.complex64)", "m.randperm(3000, dtype=m.float16)",
    "m.randperm(4, device='meta')", "m.randperm(n=4).dtype", "m.randperm(4, out=m.zeros(2, dtype=m.int64)).shape",
    "m.zeros(2).uniform_(2, 1)", "m.zeros(2).normal_(0, -1)", "m.zeros(2, dtype=m.int64).uniform_()",
    "m.zeros(2, dtype=m.int64).normal_()", "m.zeros(2).random_(3, 3)", "m.zeros(2, requires_grad=True).uniform_()",
    "m.zeros(1).expand(2).uniform_()", "m.zeros(2, device='meta').normal_()", "m.zeros(2).uniform_()._version",
]  # fmt: skip


def test_arguments_agree(torch: Any) -> None:
    assert_agreement(EXPRESSIONS, torch)


def test_known_numbers() -> None:
    """What torch 2.13 draws, for machines without it."""
    tp.manual_seed(0)
    assert [round(value, 4) for value in tp.rand(4).tolist()] == [0.4963, 0.7682, 0.0885, 0.132]
    tp.manual_seed(0)
    assert tp.randint(10, (5,)).tolist() == [4, 9, 3, 0, 3]
    tp.manual_seed(0)
    assert tp.randperm(4).tolist() == [0, 1, 3, 2]


def test_numbers_have_the_right_distribution() -> None:
    tp.manual_seed(1)
    uniform, normal = tp.rand(100_000).numpy(), tp.randn(100_000).numpy()
    assert uniform.min() >= 0
    assert uniform.max() < 1
    assert (round(float(uniform.mean()), 2), round(float(uniform.var()), 2)) == (0.5, 0.08)
    assert abs(normal.mean()) < 0.02
    assert abs(normal.var() - 1) < 0.02
    assert sorted(tp.randperm(1000).tolist()) == list(range(1000))


def test_meta_tensors_and_plans_draw_nothing() -> None:
    tp.manual_seed(2)
    state = tp.get_rng_state().tolist()
    tp.rand(3, device="meta")
    tp.zeros(3, device="meta").normal_()
    assert tp.get_rng_state().tolist() == state


def test_no_plan_keeps_a_generator() -> None:
    import gc
    import weakref

    class Watched(tp.Generator):
        __slots__ = ("__weakref__",)

    generator = Watched()
    watch = weakref.ref(generator)
    tp.rand(2, generator=generator)
    tp.zeros(2).uniform_(generator=generator)
    del generator
    gc.collect()
    assert watch() is None


def test_forked_draws_are_forgotten() -> None:
    tp.manual_seed(4)
    with tp.random.fork_rng():
        inside = tp.rand(3)
        tp.randn(3)
    assert tp.rand(3).tolist() == inside.tolist()


def test_a_float_that_cannot_hold_all_integers_is_warned_of() -> None:
    with pytest.warns(UserWarning, match=r"2\*\*11"):
        tp.randint(0, 2**15, (2,), dtype=tp.float16)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tp.randint(0, 2**11, (2,), dtype=tp.float16)


def test_seeding_imports_no_numpy() -> None:
    program = (
        "import sys, tensorplay as tp; tp.manual_seed(3); tp.rand(2, device='meta'); print('numpy' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "False\n"
