"""Blocks of work shared among threads; NumPy releases the interpreter's lock inside its loops."""

from __future__ import annotations

import os
import threading
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import ThreadPoolExecutor

_threads = 0  # 0: as many as this process may use
_pool: ThreadPoolExecutor | None = None
_pool_size = 0
_inside = threading.local()


def get_num_threads() -> int:
    """How many threads large operations use.

    >>> import tensorplay as tp
    >>> tp.get_num_threads() >= 1
    True
    """
    return (
        _threads or len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else _threads or os.cpu_count() or 1
    )


def set_num_threads(threads: int) -> None:
    """Use that many threads for large operations. Raises TypeError for no int, RuntimeError for less than 1.

    >>> import tensorplay as tp
    >>> before = tp.get_num_threads()
    >>> tp.set_num_threads(1)
    >>> tp.get_num_threads()
    1
    >>> tp.set_num_threads(before)
    """
    global _threads
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"set_num_threads() expects an int, but got {type(threads).__name__}")
    if threads < 1:
        raise RuntimeError(f"set_num_threads() expects a positive number of threads, but got {threads}")
    _threads = threads


def for_each(work: Callable[[Any], None], parts: Iterable[Any]) -> None:
    """Do `work` for every part, on several threads where there are several.

    The first error is raised once all threads have stopped; Ctrl-C stops them after the part they are at.
    """
    threads = get_num_threads()
    if threads == 1 or getattr(_inside, "busy", False):
        for part in parts:
            work(part)
        return
    remaining = iter(parts)
    lock = threading.Lock()
    stopped = threading.Event()

    def labour() -> None:
        _inside.busy = True  # what a part starts itself must not wait for this pool
        try:
            while not stopped.is_set():
                with lock:
                    part = next(remaining, remaining)
                if part is remaining:
                    return
                work(part)
        except BaseException:
            stopped.set()
            raise
        finally:
            _inside.busy = False

    helpers = [_workers(threads - 1).submit(labour) for _ in range(threads - 1)]
    try:
        labour()
    finally:
        stopped.set()
        # A helper that has not begun yet is not needed any more: all parts are taken, or an error is on its way.
        errors = [helper.exception() for helper in helpers if not helper.cancel()]
    for error in errors:
        if error is not None:
            raise error


def waited(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a long call returns or raises, made in a thread, so that Ctrl-C is answered while it runs.

    The call is not cut off: it goes on to its end, and nobody takes its result. So it must write nothing but what it
    returns.

    >>> waited(max, 3, 4)
    4
    """
    if threading.current_thread() is not threading.main_thread():  # Ctrl-C is answered by the main thread
        return function(*arguments)
    context = copy_context()  # NumPy's answer to errors in floating point
    found: list[Any] = []
    raised: list[BaseException] = []
    done = threading.Event()

    def labour() -> None:
        try:
            found.append(context.run(function, *arguments))
        except BaseException as error:  # noqa: BLE001  (raised again where it is waited for)
            raised.append(error)
        finally:
            done.set()

    threading.Thread(target=labour, name="tensorplay", daemon=True).start()
    done.wait()
    if raised:
        raise raised[0]
    return found[0]


def _workers(threads: int) -> ThreadPoolExecutor:
    global _pool, _pool_size
    if _pool is None or _pool_size < threads:
        from concurrent.futures import ThreadPoolExecutor

        if _pool is not None:
            _pool.shutdown(wait=False)
        _pool = ThreadPoolExecutor(threads, thread_name_prefix="tensorplay")
        _pool_size = threads
    return _pool


def forget_workers() -> None:
    """A forked child has none of its parent's threads."""
    global _pool, _pool_size
    _pool, _pool_size = None, 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_workers)
