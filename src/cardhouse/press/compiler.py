"""Compiling laws: every function marked `@law` can be called from compiled code, as it stands.

What is compiled is kept on disk in a folder named after a digest of all sources, so that no edit goes unnoticed:
Numba's own cache looks at the file of the kernel alone, and a law lies in another.
"""

import shutil
import sys
from collections.abc import Callable
from hashlib import sha256
from os import environ
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

import cardhouse
from cardhouse.cards import law

KEPT = 4  # folders of compiled sources, the newest


@intrinsic  # type: ignore[untyped-decorator]
def _count(typing: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(typing: Any, cards: Any) -> Any:
    never_empty = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, signature, given: builder.cttz(given[0], never_empty)


overload(law.count)(lambda cards: lambda cards: _count(cards))
overload(law.lowest)(lambda cards: lambda cards: _lowest(cards))


_folders = {Path(cardhouse.__file__).parent}  # of the sources that kernels are made of


def compilable(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The same function, made known to the compiler, with all laws that have been imported so far.

    It becomes a member of this module: what has a name is known again in the next process, and found on disk.
    """
    name = name.replace(".", "_")
    function.__module__, function.__name__, function.__qualname__ = __name__, name, name
    globals()[name] = function
    for rule in law.LAWS:
        _folders.add(Path(rule.__code__.co_filename).parent)
        register_jitable(rule)
    law.LAWS.clear()
    register_jitable(function)
    return function


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel for the CPU, or take it from the disk. It runs without the interpreter's lock."""
    was = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_cache())
    try:
        return numba.njit(cache=True, nogil=True)(function)
    finally:
        numba.config.CACHE_DIR = was


def _cache() -> Path:
    """The folder for what is compiled from the sources as they are now; the oldest ones of others are removed."""
    parent = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardhouse"
    folder = parent / digest()
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    for old in sorted(parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def digest() -> str:
    """Of all that a kernel depends on: the sources, Python, Numba and numpy."""
    told = sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for folder in sorted(_folders):
        for path in sorted(folder.rglob("*.py")):
            told.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()[:24]
