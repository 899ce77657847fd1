"""One law, several bodies: what a law is written with.

A **record** is a table: a plain object with a fixed number of small integers in it, its **cells**.
A **law** is a plain function over such a table. Both run as they stand; `cardhouse.press` also
compiles them, unchanged, for CPUs and GPUs. `docs/one-law.md` says what a law may use.

    @record
    class Table(Record):
        turn: int = cells()
        at: Row = cells(11, bits=64)
"""

from collections.abc import Callable
from dataclasses import dataclass
from struct import calcsize, pack, unpack
from typing import Any, ClassVar, ParamSpec, Self, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound="Record")

Row = list[int]
Grid = list[Row]

LAWS: list[Callable[..., Any]] = []
CODES = {8: "b", 16: "h", 32: "i", 64: "q"}
# Compiled, a table is a numpy record, and these are attributes of every numpy scalar.
TAKEN = {"T", "base", "copy", "data", "dtype", "flags", "item", "real", "imag", "shape", "size"}


def law(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a rule: it stays the plain function it is, and the press may compile it."""
    LAWS.append(function)
    return function


def count(cards: int) -> int:
    """How many cards a set holds."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """The number of the first card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


@dataclass(frozen=True)
class Cells:
    """A field of a record: its shape (none for a single cell) and the width of a cell."""

    shape: tuple[int, ...]
    bits: int

    @property
    def many(self) -> int:
        total = 1
        for side in self.shape:
            total *= side
        return total


def cells(*shape: int, bits: int = 8) -> Any:
    """Declare a field: `cells()` is one integer, `cells(4)` a row, `cells(4, 13)` a grid."""
    if len(shape) > 2 or bits not in CODES:
        raise TypeError(f"cells{shape} of {bits} bits: at most a grid, of 8, 16, 32 or 64 bits")
    return Cells(shape, bits)


class Record:
    """The base of all records: what `@record` gives them."""

    __slots__ = ()
    FIELDS: ClassVar[dict[str, Cells]]
    BYTES: ClassVar[int]

    def __init__(self, **given: Any) -> None:
        raise NotImplementedError

    def copy(self) -> Self:
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, packed: bytes) -> Self:
        raise NotImplementedError


def record(cls: type[T]) -> type[T]:
    """Give a class of cells its slots, and `copy`, `to_bytes`, `from_bytes`, `==`, `repr`.

    The bytes are those of the compiled twin: widest cells first, so that each lies aligned.
    """
    named = {name: f for name, f in vars(cls).items() if isinstance(f, Cells)}
    if clash := TAKEN & named.keys():
        raise TypeError(f"{cls.__name__}.{min(clash)}: numpy uses that name; choose another")
    fields = dict(sorted(named.items(), key=lambda item: -item[1].bits))
    layout = "<" + "".join(f"{f.many}{CODES[f.bits]}" for f in fields.values())
    layout += f"{-calcsize(layout) % 8}x"
    methods: dict[str, Any] = {"layout": layout, "pack": pack, "unpack": unpack, "new": object.__new__}
    exec(_methods(fields), methods)
    kept = {k: v for k, v in vars(cls).items() if k not in fields and k not in ("__dict__", "__weakref__")}
    kept |= {name: methods[name] for name in ("__init__", "__eq__", "__repr__", "copy", "to_bytes")}
    kept |= {"__slots__": tuple(fields), "FIELDS": fields, "BYTES": calcsize(layout), "__hash__": None}
    kept["from_bytes"] = classmethod(methods["from_bytes"])
    return cast("type[T]", type(cls.__name__, cls.__bases__, kept))


def _methods(fields: dict[str, Cells]) -> str:
    """The source of a record's methods, written out field by field: a table is copied at every move."""
    names = list(fields)
    empty = {n: "0" if not f.shape else _nested("0", f.shape) for n, f in fields.items()}
    copied = {n: ("t.{}", "t.{}[:]", "[row[:] for row in t.{}]")[len(f.shape)].format(n) for n, f in fields.items()}
    flat = {
        n: ("t.{}", "*t.{}", "*(cell for row in t.{} for cell in row)")[len(f.shape)].format(n)
        for n, f in fields.items()
    }
    lines = ["def __init__(t, **given):"]
    lines += [f" t.{n} = {empty[n]}" for n in names]
    lines += [" for name, value in given.items(): setattr(t, name, value)"]
    lines += ["def copy(t):", " twin = new(type(t))"]
    lines += [f" twin.{n} = {copied[n]}" for n in names]
    lines += [" return twin", "def to_bytes(t):", f" return pack(layout, {', '.join(flat.values())})"]
    lines += ["def from_bytes(cls, packed):", " cells, t = unpack(layout, packed), new(cls)"]
    start = 0
    for n, f in fields.items():
        end, part = start + f.many, f"list(cells[{start}:{start + f.many}])"
        if not f.shape:
            part = f"cells[{start}]"
        elif len(f.shape) == 2:
            part = f"[list(cells[i:i + {f.shape[1]}]) for i in range({start}, {end}, {f.shape[1]})]"
        lines += [f" t.{n} = {part}"]
        start = end
    lines += [" return t", "def __eq__(t, other):"]
    lines += [" return type(t) is type(other) and t.to_bytes() == other.to_bytes()"]
    shown = ", ".join(f"{n}={{t.{n}!r}}" for n in names)
    lines += ["def __repr__(t):", f" return f'{{type(t).__name__}}({shown})'"]
    return "\n".join(lines)


def _nested(cell: str, shape: tuple[int, ...]) -> str:
    row = f"[{cell}] * {shape[-1]}"
    return row if len(shape) == 1 else f"[{row} for _ in range({shape[0]})]"
