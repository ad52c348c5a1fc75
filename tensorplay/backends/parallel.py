"""Blocks of work shared among threads; NumPy releases the interpreter's lock inside its loops."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sized
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import ThreadPoolExecutor

#: No piece of work is shared among more threads than this, whatever number was asked for.
MOST_THREADS: Final = 256

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

    The library that multiplies matrices for NumPy obeys, too, whoever calls it in this process.

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
    if "numpy" in sys.modules:  # else when the CPU is first used
        limit_libraries()


def limit_libraries() -> None:
    """Have the libraries behind NumPy use as many threads as `set_num_threads` asked for, if it did."""
    if _threads:
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        threadpool_limits(min(_threads, MOST_THREADS), user_api="blas")


class _Crew:
    """The threads that share one piece of work, each taking the next part until none is left or one fails."""

    def __init__(self, work: Callable[[Any], None], parts: Iterable[Any], alive: Any) -> None:
        self._work = work
        self._remaining = iter(parts)
        self._alive = alive  # memory that the work knows by its address only: no thread outlives it
        self._changed = threading.Condition()
        self._helping = 0
        self._stopped = False
        self.error: BaseException | None = None

    def help(self) -> None:
        """What the other threads do. Who comes when all is over does nothing."""
        with self._changed:
            if self._stopped:
                return
            self._helping += 1
        try:
            self.labour()
        finally:
            with self._changed:
                self._helping -= 1
                self._changed.notify_all()

    def labour(self) -> None:
        try:
            _inside.busy = True  # what a part starts itself must not wait for this pool
            while (part := self._next()) is not self:
                self._work(part)
        except BaseException as error:  # noqa: BLE001  (raised again by whoever waits)
            with self._changed:
                self._stopped = True
                self.error = self.error or error
        finally:
            _inside.busy = False

    def _next(self) -> Any:
        """The next part; the crew itself when there is none."""
        with self._changed:
            return self if self._stopped else next(self._remaining, self)

    def finish(self) -> None:
        """Let nobody begin another part, and wait for those at work. Ctrl-C, too, waits for them."""
        interrupt: KeyboardInterrupt | None = None
        while True:
            try:
                with self._changed:
                    self._stopped = True
                    while self._helping:
                        self._changed.wait()
                break
            except KeyboardInterrupt as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt


def for_each(work: Callable[[Any], None], parts: Iterable[Any], *, alive: Any = None) -> None:
    """Do `work` for every part, on several threads where there are several.

    The first error is raised once all threads have stopped; Ctrl-C stops them after the part they are at, and nothing
    is written after it was answered. `alive` is kept as long as any of them is at work.
    """
    count = len(parts) if isinstance(parts, Sized) else MOST_THREADS
    threads = min(get_num_threads(), count, MOST_THREADS)
    if threads <= 1 or getattr(_inside, "busy", False):
        for part in parts:
            work(part)
        return
    crew = _Crew(work, parts, alive)
    try:
        try:
            for _ in range(threads - 1):
                _workers(threads - 1).submit(crew.help)
        except RuntimeError:
            pass  # the system has no more threads, or another thread has just replaced the pool: fewer do it, too
        crew.labour()
    finally:
        crew.finish()
    if crew.error is not None:
        raise crew.error


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
