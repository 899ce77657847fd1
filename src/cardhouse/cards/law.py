"""The decorators and types that laws are written with.

A **record** is a state: a plain object with a fixed number of small integers in it, its **cells**.
A **law** is a plain function over such a state. Both run as plain Python; `cardhouse.compiled` also
compiles them, unchanged, for CPUs and GPUs. `docs/one-law.md` says what a law may use, and `cells.py` declares the
cells of a state.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from struct import calcsize, pack, unpack
from typing import Any, ClassVar, ParamSpec, Self, TypeVar, cast

from cardhouse.untyped import Function, Namespace

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound="Record")

Row = list[int]
Value = int | Row  # what a field of a record holds
Declared = Any  # the type of a declared cell: a type checker sees what the cell holds, an integer or a row

LAWS: list[Function] = []
CODES = {8: "b", 16: "h", 32: "i", 64: "q"}
# Cells cannot have these names: a compiled state is a numpy record, and every numpy scalar has these attributes.
TAKEN = {"T", "base", "copy", "data", "dtype", "flags", "item", "real", "imag", "shape", "size"}


def law(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a law, which may be compiled; the function itself is unchanged."""
    LAWS.append(function)
    function.__dict__["is_law"] = True
    return function


def is_law(function: Function) -> bool:
    """Return whether a function is marked as a law."""
    return "is_law" in vars(function)


def size(cards: int) -> int:
    """Return the number of cards in a set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """Return the number of the first card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def place(index: int) -> int:
    """Return an index that is not negative. Compiled code checks the sign of every other one, which can be slow."""
    return index


def copy_cells(source: Row, first: int, into: Row, at: int, count: int) -> None:
    """Copy `count` cells of a row, from `first` on, to another row. Compiled, this is not a loop."""
    into[at : at + count] = source[first : first + count]


@dataclass(frozen=True)
class Cells:
    """A field of a record: its shape, `()` for a single cell and `(n,)` for a row, and the width of a cell."""

    shape: tuple[()] | tuple[int]
    bits: int

    @property
    def count(self) -> int:
        return self.shape[0] if self.shape else 1


class Record:
    """The base class of all records. `@record` adds `__init__`, `copy` and `to_bytes`, unrolled cell by cell."""

    __slots__ = ()
    FIELDS: ClassVar[dict[str, Cells]]
    LAYOUT: ClassVar[str]  # the format string for `struct`
    BYTES: ClassVar[int]

    def __init__(self, **given: Value) -> None:
        raise NotImplementedError

    def copy(self) -> Self:
        raise NotImplementedError

    def shadow(self) -> Self:
        """Return a shallow copy, which shares its rows: a caller may replace rows of it, but must not change them."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, packed: bytes) -> Self:
        numbers = iter(unpack(cls.LAYOUT, packed))
        given: dict[str, Value] = {}
        for name, field in cls.FIELDS.items():
            row = list(islice(numbers, field.count))
            given[name] = row if field.shape else row[0]
        return cls(**given)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Record) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # a state is mutable

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.FIELDS)})"


# Templates for a single cell and for a row: {0} is the field's name, {1} the length of the row.
EMPTY = ("t.{0} = 0", "t.{0} = [0] * {1}")
COPIED = ("twin.{0} = t.{0}", "twin.{0} = t.{0}[:]")
SHARED = ("twin.{0} = t.{0}", "twin.{0} = t.{0}")
PACKED = ("t.{0}", "*t.{0}")


def record(cls: type[T]) -> type[T]:
    """Make a record from a class of cells. It packs to the bytes of its compiled form: widest cells first, aligned."""
    named = {name: field for name, field in vars(cls).items() if isinstance(field, Cells)}
    if clash := TAKEN & named.keys():
        raise TypeError(f"{cls.__name__}.{min(clash)}: numpy uses that name; choose another")
    fields = dict(sorted(named.items(), key=lambda item: -item[1].bits))
    layout = "<" + "".join(f"{field.count}{CODES[field.bits]}" for field in fields.values())
    layout += f"{-calcsize(layout) % 8}x"
    methods: Namespace = {"layout": layout, "pack": pack, "new": object.__new__}
    exec(_methods(fields), methods)  # a state is copied at every move: this is five times as fast as a loop
    kept = {k: v for k, v in vars(cls).items() if k not in fields and k not in ("__dict__", "__weakref__")}
    kept |= {name: methods[name] for name in ("__init__", "copy", "shadow", "to_bytes")}
    kept |= {"__slots__": tuple(fields), "FIELDS": fields, "LAYOUT": layout, "BYTES": calcsize(layout)}
    return cast("type[T]", type(cls.__name__, cls.__bases__, kept))


def _methods(fields: dict[str, Cells]) -> str:
    def each(forms: tuple[str, ...]) -> list[str]:
        return [forms[len(field.shape)].format(name, *field.shape) for name, field in fields.items()]

    lines = ["def __init__(t, **given):", *each(EMPTY), "for name in given: setattr(t, name, given[name])"]
    lines += ["def copy(t):", "twin = new(type(t))", *each(COPIED), "return twin"]
    lines += ["def shadow(t):", "twin = new(type(t))", *each(SHARED), "return twin"]
    lines += ["def to_bytes(t):", f"return pack(layout, {', '.join(each(PACKED))})"]
    return "\n".join(line if line.startswith("def ") else f"    {line}" for line in lines)
