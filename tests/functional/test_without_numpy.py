"""Without NumPy and ml_dtypes, layouts can still be studied: every factory works on device meta."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
for name in ("numpy", "ml_dtypes"):
    sys.modules[name] = None  # as if it were not installed
import tensorplay as tp

x = tp.empty(2, 3, device="meta")
with tp.device("meta"):
    made = [
        tp.empty((2, 3, 4, 5), memory_format=tp.channels_last), tp.empty_strided((2, 3), (1, 2)),
        tp.empty_permuted((2, 3), (1, 0)), tp.zeros(2, 3), tp.ones(2), tp.full((2,), 7), tp.arange(10),
        tp.arange(0, 1, 0.25), tp.linspace(0, 1, 5), tp.logspace(0, 1, 5), tp.eye(3), tp.tril_indices(3, 3),
        tp.triu_indices(3, 3), tp.scalar_tensor(3), tp.complex(x, x), tp.polar(x, x), tp.vander(tp.arange(3)),
        tp.diag(x), tp.diag_embed(x), tp.diagflat(x), tp.zeros_like(x), tp.ones_like(x), tp.empty_like(x),
        tp.full_like(x, 3), tp.rand_like(x), tp.randn_like(x), tp.randint_like(x, 3), x.new_zeros(3), x.new_ones(3),
        x.new_empty(3), x.new_full((3,), 2), x.new_tensor([1, 2]), x.new_empty_strided((2,), (3,)),
        tp.tensor([[1, 2], [3, 4.5]]), tp.as_tensor([1, 2]), tp.asarray([1, 2]), tp.rand(2), tp.randn(2),
        tp.randint(3, (2,)), tp.randperm(3), x.uniform_(), x.normal_(), x.random_(), x.float().double().int().bool(),
        x.resolve_conj(), x.conj_physical(), x.type_as(tp.arange(2)), *tp.meshgrid(x[0], x[0], indexing="ij"),
        *tp.broadcast_tensors(x, x), tp.cartesian_prod(x[0], x[0]), tp.combinations(x[0]), tp.atleast_3d(x), *x,
    ]
assert all(str(tensor.device) == "meta" for tensor in made)
tp.manual_seed(3)
assert tp.Generator().initial_seed() and len(x) == 2 and tp.result_type(x, 3) is tp.float32
for make in (lambda: tp.zeros(2), lambda: tp.tensor([1]), lambda: tp.rand(2)):
    try:
        make()
    except RuntimeError as error:
        assert "is not installed" in str(error) and "meta" in str(error)
    else:
        raise AssertionError("a CPU tensor without NumPy")
print(len(made))
"""


def test_meta_tensors_need_no_numpy() -> None:
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 50
