"""How much memory this process may still take: asked before a large allocation, so that nobody is killed."""

from __future__ import annotations

from typing import Final

from .pool import Pool

#: Idle buffers never hold more than this, nor more than this share of the memory there is.
MOST_IDLE_BYTES: Final = 1 << 28
_MOST_IDLE_SHARE: Final = 16


def _most_idle_bytes() -> int:
    limits = [limit for limit in (_from_meminfo("MemTotal"), _control_group("memory.max")) if limit is not None]
    return min(MOST_IDLE_BYTES, min(limits, default=0) // _MOST_IDLE_SHARE or MOST_IDLE_BYTES)


#: The large buffers of the CPU that wait for their next use.
POOL: Final = Pool(_most_idle_bytes)


def check_room(nbytes: int, what: str) -> None:
    """Refuse what needs more memory than there is: RuntimeError instead of a process that is killed."""
    room = room_for(nbytes)
    if room is not None and nbytes > room:
        raise RuntimeError(f"{what} needs about {nbytes} bytes, but only {room} are available")


def room_for(nbytes: int) -> int | None:
    """The bytes available, after idle buffers were given up if so many bytes need their memory, too."""
    room = available_bytes()
    if room is not None and nbytes > room - POOL.idle_bytes() and POOL.clear():
        room = available_bytes()
    return room


def available_bytes() -> int | None:
    """Free memory by the kernel's estimate and the control group's limit, whichever is less; None where nobody says.

    Idle buffers count as free.
    """
    limits = [limit for limit in (_from_meminfo("MemAvailable"), _from_control_group()) if limit is not None]
    return min(limits) + POOL.idle_bytes() if limits else None


def _from_meminfo(field: str) -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:  # noqa: PTH123  (pathlib is slow to import)
            for line in lines:
                if line.startswith(f"{field}:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None


def _from_control_group() -> int | None:
    """Room below the memory limit of a container."""
    limit, current = _control_group("memory.max"), _control_group("memory.current")
    return None if limit is None or current is None else max(limit - current, 0)


def _control_group(name: str) -> int | None:
    """A number of the container's control group (cgroup version 2); None where there is none, or no limit."""
    try:
        with open(f"/sys/fs/cgroup/{name}", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read())
    except (OSError, ValueError):
        return None
