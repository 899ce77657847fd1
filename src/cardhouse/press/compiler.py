"""Compiling laws: every function marked `@law` can be called from compiled code, as it stands.

What is compiled is kept on disk, in a folder named after a digest of every function and constant that it reaches: no
edit goes unnoticed. Numba's own cache looks at the file of the kernel alone, and a law lies in another.
"""

import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from os import W_OK, access, environ
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from cardhouse.cards import law

KEPT = 32  # kernels on disk, the newest


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
    name = f"{name}_{fingerprint(function)}"
    function.__module__, function.__name__, function.__qualname__ = __name__, name, name
    globals()[name] = function
    register_jitable(function)
    return function


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel for the CPU, or take it from the disk. It runs without the interpreter's lock."""
    folder = _folder(fingerprint(function))
    if folder is None:
        return numba.njit(nogil=True)(function)
    was = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=True, nogil=True)(function)
    finally:
        numba.config.CACHE_DIR = was


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


def fingerprint(function: Callable[..., Any]) -> str:
    """A digest of all that a compiled function depends on: every law and constant it reaches, and the compilers."""
    versions = f"{sys.version} {numba.__version__} {np.__version__}"
    told = sha256(versions.encode() + Path(__file__).read_bytes())
    _tell(function, told.update, set())
    return told.hexdigest()[:24]


def _tell(thing: Any, tell: Callable[[bytes], None], seen: set[int]) -> None:
    if not isinstance(thing, FunctionType | CodeType):
        tell(repr(thing).encode() if isinstance(thing, int | str | tuple) else type(thing).__name__.encode())
        return
    code = thing.__code__ if isinstance(thing, FunctionType) else thing
    if id(code) in seen:
        return
    seen.add(id(code))
    tell(code.co_code + repr((code.co_names, code.co_qualname, getattr(thing, "__module__", ""))).encode())
    reached = list(code.co_consts)
    if isinstance(thing, FunctionType):
        reached += [cell.cell_contents for cell in thing.__closure__ or ()]
        reached += thing.__defaults__ or ()
        named = [thing.__globals__[name] for name in code.co_names if name in thing.__globals__]
        for module in [value for value in named if isinstance(value, ModuleType)]:
            named += [getattr(module, name) for name in code.co_names if name in vars(module)]
        reached += named
    for value in reached:
        _tell(value, tell, seen)
