"""What all tests share: fixed hypothesis profiles, and the rule that CI may not skip a test for want of a tool."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

# The same examples on every run and every machine; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

REQUIRE_TOOLS = os.environ.get("TENSORPLAY_REQUIRE_TOOLS", "") not in {"", "0"}

# A skip for one of these reasons is no fault of the machine: the hardware cannot be installed,
# and the collection of golden cases lies beside some checkouts only.
ACCEPTED_REASONS = ("cupy", "no CUDA device", "no yardstick")


@pytest.fixture(scope="session")
def need_program() -> Callable[[str], str]:
    """A function that gives the path of a program, or skips the test when the machine has none of that name."""

    def path_of(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"the program {name} is not installed")
        return path

    return path_of


def missing_tool(report: pytest.TestReport | pytest.CollectReport) -> str | None:
    """The reason of a skip that must not happen where TENSORPLAY_REQUIRE_TOOLS is set, else None."""
    if not REQUIRE_TOOLS or not report.skipped or hasattr(report, "wasxfail"):
        return None
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return None if any(accepted in reason for accepted in ACCEPTED_REASONS) else reason


def fail_if_missing(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = missing_tool(report)
    if reason is not None:
        report.outcome = "failed"
        report.longrepr = f"TENSORPLAY_REQUIRE_TOOLS is set and the test would be skipped. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    fail_if_missing(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    fail_if_missing(report)
    return report
