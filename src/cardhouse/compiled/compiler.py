"""Compiling laws: every function marked `@law` can be called from compiled code, as it stands.

What is compiled is kept on disk, under the fingerprint of every function and constant that it reaches. Numba's own
cache looks at the file of the kernel alone, and a law lies in another.
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

# A kernel is one function with all laws inlined; as no law makes a row or divides by 0, neither is provided for.
OPTIONS = {"nogil": True, "forceinline": True, "error_model": "numpy", "_nrt": False}
SETTING = RLock()
# Bytes of bytecode: from then on the compiler's last steps take seconds (Blitz, with 29,000: 3 of 17) and gain nothing.
LONG = 20_000
QUICKLY = {"OPT": type(numba.config.OPT)(2), "LOOP_VECTORIZE": 0}

make_known()


def compilable(function: Function, name: str) -> Function:
    """The same function, made known to the compiler, with all laws that have been imported so far.

    It becomes a member of this module: what has a name is known again in the next process, and found on disk.
    """
    for rule in law.LAWS:
        register_jitable(rule)
    law.LAWS.clear()
    name = f"{name}_{fingerprint(function) or id(function)}"
    with SETTING:
        if name in globals():  # two threads may make the same one; only the one of this name is found on disk
            known: Function = globals()[name]
            return known
        function.__module__, function.__name__, function.__qualname__ = __name__, name, name
        globals()[name] = function
        register_jitable(function)
    return function


def compiled(function: Function) -> "Kernel":
    """Compile a kernel for the CPU, or take it from the disk. It runs without the interpreter's lock."""
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

    def __call__(self, *given: object) -> Any:  # what the function returns, which nobody can tell of compiled code
        if not self.ready:
            if not self.kept:
                check_source(self.dispatcher.py_func)
            try:
                _interruptibly(lambda: self._compile(given))
            except NumbaError as error:
                raise BadLaw(explain(error), rule="docs/one-law.md") from None
        return self.dispatcher(*given)

    @property
    def kept(self) -> bool:
        """Return whether the kernel is on disk, so that a new process need not compile it."""
        folder = self.dispatcher.stats.cache_path
        return folder is not None and any(Path(folder).glob("*.nbi"))

    def _compile(self, given: tuple[object, ...]) -> None:
        with _set(**self.settings):
            if not self.ready:  # another thread may have been first
                self.dispatcher.compile(tuple(map(numba.typeof, given)))
                self.dispatcher.disable_compile()  # a call with other types is a mistake: it would take as long again
                self.ready = True


def _interruptibly(work: Callable[[], None]) -> None:
    """Do the work in another thread, so that Ctrl-C ends the wait for it: the compiler itself is deaf for seconds."""
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
    """The compiler's settings, which are those of the whole process, for a while."""
    with SETTING:
        before = {name: getattr(numba.config, name) for name in settings}
        for name, value in settings.items():
            setattr(numba.config, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(numba.config, name, value)
