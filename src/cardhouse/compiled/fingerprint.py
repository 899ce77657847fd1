"""The fingerprint of a compiled function: a digest of every law and constant that it reaches, the key of the cache."""

import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

import numba
import numpy as np
from numba.core.extending import _Intrinsic

from cardhouse.untyped import Function, Namespace

FOLDER = Path(__file__).parent
COMPILER = ("compiler.py", "fingerprint.py", "intrinsics.py")  # the files of this folder that affect the compiled code
TOLD_BY_VERSION = ("numba", "numpy")


class _Strange(Exception):
    """A function reaches a value whose changes we cannot detect."""


def fingerprint(function: Function) -> str:
    """Return a digest of everything that a compiled function depends on: laws, constants and compilers.

    It is empty if the function reaches anything else; then it is not cached on disk.
    """
    digest = _Digest()
    digest.add(sys.version, numba.__version__, np.__version__)
    digest.add(*((FOLDER / name).read_text("utf-8") for name in COMPILER))
    try:
        digest.function(function)
    except _Strange:
        return ""
    return digest.hash.hexdigest()[:24]


def length(function: Function) -> int:
    """Return the bytes of bytecode of a function and everything that it reaches, as far as we can tell."""
    digest = _Digest()
    with suppress(_Strange):
        digest.function(function)
    return digest.length


class _Digest:
    def __init__(self) -> None:
        self.hash = sha256()
        self.seen: set[int] = set()
        self.length = 0

    def add(self, *texts: object) -> None:
        for text in texts:
            piece = str(text).encode()
            self.hash.update(len(piece).to_bytes(8, "big") + piece)

    def value(self, value: object, names: tuple[str, ...] = ()) -> None:
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
        elif isinstance(value, _Intrinsic):  # its source is one of the COMPILER's files
            self.add("intrinsic", value.__name__)
        elif isinstance(value, BuiltinFunctionType | type):
            self.add(value.__module__, value.__qualname__)
        else:
            raise _Strange

    def module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """Add the values of these names in a module; modules may import each other."""
        self.add("module", module.__name__)
        if id(module) in self.seen or module.__name__.partition(".")[0] in TOLD_BY_VERSION:
            return
        self.seen.add(id(module))
        for name in names:
            if name in vars(module):
                self.value(vars(module)[name], names)
        self.seen.remove(id(module))  # other names of it may be added later

    def function(self, function: FunctionType | Function) -> None:
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        self.add(function.__module__, function.__qualname__)
        for kind in function.__annotations__.values():
            if isinstance(kind, type):  # the cache on disk finds the types of arguments by name
                self.add(kind.__module__, kind.__qualname__, getattr(kind, "_fields", ()))
        self.value(function.__defaults__)
        self.value(tuple((function.__kwdefaults__ or {}).items()))
        for cell in function.__closure__ or ():
            self.value(cell.cell_contents)
        self.code(function.__code__, function.__globals__)

    def code(self, code: CodeType, names: Namespace) -> None:
        self.length += len(code.co_code)
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
