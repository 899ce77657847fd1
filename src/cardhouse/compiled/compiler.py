"""Compile laws: every function marked `@law` can be called from compiled code.

Kernels are cached on disk, under the fingerprint of every function and constant that they reach. Numba's own cache only
notices changes in the kernel's file, and laws are in other files.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import RLock, Thread
from typing import Any

import numba
from numba.core.errors import NumbaError
from numba.extending import register_jitable

from cardhouse.cards import law
from cardhouse.cards.errors import BadLaw
from cardhouse.compiled.cache import folder_of
from cardhouse.compiled.complaints import check_source, explain
from cardhouse.compiled.fingerprint import fingerprint, length
from cardhouse.compiled.intrinsics import Numba, make_known
from cardhouse.untyped import Function

# A kernel is one function with all laws inlined. No law allocates or divides by 0, so checks for both are off.
OPTIONS = {"nogil": True, "forceinline": True, "error_model": "numpy", "_nrt": False}
SETTING = RLock()
# Bytes of bytecode above which the last optimizations take seconds (Blitz, with 29,000: 3 of 17) and gain nothing.
LONG = 20_000
QUICKLY = {"OPT": type(numba.config.OPT)(2), "LOOP_VECTORIZE": 0}

make_known()
# Only kernels are called from Python: a law needs no wrapper, which would take time to compile.
callable_from_kernels = register_jitable(no_cfunc_wrapper=True)


def compilable(function: Function, name: str) -> Function:
    """Register a function with the compiler, and all laws that have been imported so far, and return it.

    It becomes a member of this module, because the cache on disk finds functions by name.
    """
    for rule in law.LAWS:
        callable_from_kernels(rule)
    law.LAWS.clear()
    name = f"{name}_{fingerprint(function) or id(function)}"
    with SETTING:
        if name in globals():  # another thread may have registered it, and the cache only finds that one
            known: Function = globals()[name]
            return known
        function.__module__, function.__name__, function.__qualname__ = __name__, name, name
        globals()[name] = function
        callable_from_kernels(function)
    return function


def compiled(function: Function) -> "Kernel":
    """Compile a kernel for the CPU, or load it from the cache. It releases the GIL."""
    mark = fingerprint(function)
    folder = folder_of(mark) if mark else None
    if folder is None:
        return Kernel(numba.njit(**OPTIONS)(function))
    with _set(CACHE_DIR=str(folder)):
        return Kernel(numba.njit(cache=True, **OPTIONS)(function))


class Kernel:
    """A function that is compiled when it is first called."""

    def __init__(self, dispatcher: Numba) -> None:
        self.dispatcher, self.ready = dispatcher, False
        self.settings = QUICKLY if length(dispatcher.py_func) > LONG else {}

    def __call__(self, *given: object) -> Any:  # compiled code has no return type
        if not self.ready:
            if not self.cached:
                check_source(self.dispatcher.py_func)
            try:
                _interruptibly(lambda: self._compile(given))
            except NumbaError as error:
                raise BadLaw(explain(error), rule="docs/one-law.md") from None
        return self.dispatcher(*given)

    @property
    def cached(self) -> bool:
        """Return whether the kernel is in the cache on disk, so that a new process need not compile it."""
        folder = self.dispatcher.stats.cache_path
        return folder is not None and any(Path(folder).glob("*.nbi"))

    def _compile(self, given: tuple[object, ...]) -> None:
        with _set(**self.settings):
            if not self.ready:  # another thread may have been first
                self.dispatcher.compile(tuple(map(numba.typeof, given)))
                self.dispatcher.disable_compile()  # a call with other types is a mistake, and would compile again
                self.ready = True


def _interruptibly(work: Callable[[], None]) -> None:
    """Do the work in another thread, so that Ctrl-C works: the compiler does not react to it for seconds."""
    done: Future[None] = Future()

    def attempt() -> None:
        try:
            work()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    Thread(target=attempt, daemon=True).start()
    done.result()


@contextmanager
def _set(**settings: object) -> Iterator[None]:
    """Change the compiler's settings, which are global, within a `with` block."""
    with SETTING:
        before = {name: getattr(numba.config, name) for name in settings}
        for name, value in settings.items():
            setattr(numba.config, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(numba.config, name, value)
