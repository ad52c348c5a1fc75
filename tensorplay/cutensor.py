"""Tensor permutation in cuTENSOR's words: `tensorplay.cutensor.create_permutation`, `create_plan`, `permute`.

The steps are those of the library's 2.x interface; `tensorplay.permutation` does them in one call. What it would refuse
and is served here nevertheless (integers, bool, strides of 0, empty extents) a printed plan says, and `strict=True`
refuses.

>>> import tensorplay as tp
>>> A = tp.arange(24).view(2, 3, 4)
>>> operation = tp.cutensor.create_permutation(A, "chw", "hwc")
>>> plan = tp.cutensor.create_plan(operation)
>>> tp.cutensor.permute(plan, 1, A).shape, operation.attribute("MOVED_BYTES"), plan.attribute("REQUIRED_WORKSPACE")
(tensorplay.Size([3, 4, 2]), 384, 0)
"""

from __future__ import annotations

from .functional.permutation import permutation
from .functional.permutation_descriptors import TensorDescriptor, create_tensor_descriptor
from .functional.permutation_flow import create_permutation, create_plan, permute
from .functional.permutation_operators import Operator
from .functional.permutation_plans import (
    Algorithm,
    OperationDescriptor,
    PermutationPlan,
    PlanPreference,
    create_plan_preference,
)
from .functional.permutation_status import CuTensorError, Status

__all__ = [
    "Algorithm",
    "CuTensorError",
    "OperationDescriptor",
    "Operator",
    "PermutationPlan",
    "PlanPreference",
    "Status",
    "TensorDescriptor",
    "create_permutation",
    "create_plan",
    "create_plan_preference",
    "create_tensor_descriptor",
    "permutation",
    "permute",
]
