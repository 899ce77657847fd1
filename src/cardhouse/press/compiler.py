"""Compiling laws: every function marked `@law` can be called from compiled code, as it stands.

What is compiled is kept on disk, in a folder named after a digest of every function and constant that it reaches: no
edit goes unnoticed. Numba's own cache looks at the file of the kernel alone, and a law lies in another.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from hashlib import sha256
from os import W_OK, access, environ
from pathlib import Path
from threading import RLock, Thread
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, overload, register_jitable

from cardhouse.cards import law
from cardhouse.cards.errors import BadLaw
from cardhouse.press.complaints import check_source, told

KEPT = 32  # kernels on disk, the newest
# A kernel is one function with all laws inlined; as no law makes a row or divides by 0, neither is provided for.
OPTIONS = {"nogil": True, "forceinline": True, "error_model": "numpy", "_nrt": False}
TOLD_BY_VERSION = ("numba", "numpy")
SETTING = RLock()
LONG = 64  # functions: from then on the compiler's last steps take seconds (Blitz: 3 of 17) and gain nothing
QUICKLY = {"OPT": type(numba.config.OPT)(2), "LOOP_VECTORIZE": 0}


@intrinsic  # type: ignore[untyped-decorator]
def _count(typing: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(typing: Any, cards: Any) -> Any:
    never_empty = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, signature, given: builder.cttz(given[0], never_empty)


overload(law.count)(lambda cards: lambda cards: _count(cards))
overload(law.lowest)(lambda cards: lambda cards: _lowest(cards))


def compilable(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The same function, made known to the compiler, with all laws that have been imported so far.

    It becomes a member of this module: what has a name is known again in the next process, and found on disk.
    """
    for rule in law.LAWS:
        register_jitable(rule)
    law.LAWS.clear()
    name = f"{name}_{fingerprint(function) or id(function)}"
    with SETTING:
        if name in globals():  # two threads may make the same one; only the one of this name is found on disk
            known: Callable[..., Any] = globals()[name]
            return known
        function.__module__, function.__name__, function.__qualname__ = __name__, name, name
        globals()[name] = function
        register_jitable(function)
    return function


def compiled(function: Callable[..., Any]) -> "Kernel":
    """Compile a kernel for the CPU, or take it from the disk. It runs without the interpreter's lock."""
    mark = fingerprint(function)
    folder = _folder(mark) if mark else None
    if folder is None:
        return Kernel(numba.njit(**OPTIONS)(function))
    with _set(CACHE_DIR=str(folder)):
        return Kernel(numba.njit(cache=True, **OPTIONS)(function))


class Kernel:
    """A function that is compiled when it is first called."""

    def __init__(self, dispatcher: Any) -> None:
        self.dispatcher, self.ready = dispatcher, False
        self.settings = QUICKLY if reach(dispatcher.py_func) > LONG else {}

    def __call__(self, *given: Any) -> Any:
        if not self.ready:
            if not self.kept:
                check_source(self.dispatcher.py_func)
            try:
                _interruptibly(lambda: self._compile(given))
            except NumbaError as error:
                raise BadLaw(told(error), rule="docs/one-law.md") from None
        return self.dispatcher(*given)

    @property
    def kept(self) -> bool:
        """Whether the kernel is on disk, so that a new process need not compile it."""
        folder = self.dispatcher.stats.cache_path
        return folder is not None and any(Path(folder).glob("*.nbi"))

    def _compile(self, given: tuple[Any, ...]) -> None:
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
def _set(**settings: Any) -> Iterator[None]:
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


def _folder(name: str) -> Path | None:
    """The folder for a kernel in the user's cache, if it can be written; the oldest of the others are removed."""
    parent = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardhouse"
    try:
        (parent / name).mkdir(parents=True, exist_ok=True)
        (parent / name).touch()
        for old in sorted(parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return parent / name if access(parent / name, W_OK) else None


class _Strange(Exception):
    """A function reaches something of which we cannot tell whether it has changed."""


def fingerprint(function: Callable[..., Any]) -> str:
    """A digest of all that a compiled function depends on: every law and constant it reaches, and the compilers.

    It is empty if the function reaches anything else; then nothing is kept on disk.
    """
    told = _Digest()
    told.add(sys.version, numba.__version__, np.__version__, Path(__file__).read_text("utf-8"))
    try:
        told.function(function)
    except _Strange:
        return ""
    return told.hash.hexdigest()[:24]


def reach(function: Callable[..., Any]) -> int:
    """How many functions it calls, and those call, and so on; as far as we can tell."""
    told = _Digest()
    with suppress(_Strange):
        told.function(function)
    return len(told.seen)


class _Digest:
    def __init__(self) -> None:
        self.hash = sha256()
        self.seen: set[int] = set()

    def add(self, *texts: object) -> None:
        for text in texts:
            piece = str(text).encode()
            self.hash.update(len(piece).to_bytes(8, "big") + piece)

    def value(self, value: Any, names: tuple[str, ...] = ()) -> None:
        if isinstance(value, FunctionType):
            self.function(value)
        elif type(value) in (int, bool, str, float, bytes, type(None)):
            self.add(type(value).__name__, repr(value))
        elif type(value) is tuple:
            self.add("tuple", len(value))
            for part in value:
                self.value(part)
        elif isinstance(value, ModuleType):
            self.module(value, names)
        elif isinstance(value, BuiltinFunctionType | type):
            self.add(value.__module__, value.__qualname__)
        else:
            raise _Strange

    def module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """What these names may mean in it; modules may know each other."""
        self.add("module", module.__name__)
        if id(module) in self.seen or module.__name__.partition(".")[0] in TOLD_BY_VERSION:
            return
        self.seen.add(id(module))
        for name in names:
            if name in vars(module):
                self.value(vars(module)[name], names)
        self.seen.remove(id(module))  # other names may be asked of it later

    def function(self, function: FunctionType | Callable[..., Any]) -> None:
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        self.add(function.__module__, function.__qualname__)
        self.value(function.__defaults__)
        self.value(tuple((function.__kwdefaults__ or {}).items()))
        for cell in function.__closure__ or ():
            self.value(cell.cell_contents)
        self.code(function.__code__, function.__globals__)

    def code(self, code: CodeType, names: dict[str, Any]) -> None:
        self.add(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self.add(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        for const in code.co_consts:
            if isinstance(const, CodeType):
                self.code(const, names)
            else:
                self.value(const)
        for name in code.co_names:
            if name in names:
                self.value(names[name], code.co_names)
