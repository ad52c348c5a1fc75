"""How much memory this process may still take: asked before a large allocation, so that nobody is killed."""

from __future__ import annotations

from pathlib import Path


def check_room(nbytes: int, what: str) -> None:
    """Refuse what needs more memory than there is: RuntimeError instead of a process that is killed."""
    room = available_bytes()
    if room is not None and nbytes > room:
        raise RuntimeError(f"{what} needs about {nbytes} bytes, but only {room} are available")


def available_bytes() -> int | None:
    """Free memory by the kernel's estimate and the control group's limit, whichever is less; None where nobody says."""
    limits = [limit for limit in (_from_meminfo(), _from_control_group()) if limit is not None]
    return min(limits, default=None)


def _from_meminfo() -> int | None:
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None


def _from_control_group() -> int | None:
    """Room below the memory limit of a container (cgroup version 2)."""
    root = Path("/sys/fs/cgroup")
    try:
        limit = (root / "memory.max").read_text(encoding="ascii").strip()
        if limit == "max":
            return None
        return max(int(limit) - int((root / "memory.current").read_text(encoding="ascii")), 0)
    except (OSError, ValueError):
        return None
