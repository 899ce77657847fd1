"""Declare the cells of a state: what each one means, how much it can hold, and how long it lives.

    @state(ZONES, tallies=("clears",))
    class State(Ledger):
        deals: int = option(
            rule=14, label="Deals", meaning="How many deals make a match.", numbers=range(1, 51), default=1
        )
        opening: int = flag()
        last: int = seat()
        points: Row = per_seat(number(0, 350), lives=MATCH)

The width of a cell follows from its range. A cell of a deal is set to its start by `new_deal`, and every cell by
`new_match`. How a view shows a cell, and how the cell is recalled from the view, follows from its kind: see
`games/seen.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from cardhouse.cards.deck import SUITS
from cardhouse.cards.law import CODES, Cells, Declared, law, record
from cardhouse.cards.ledger import SEAT, Ledger, fill
from cardhouse.cards.zones import Zones
from cardhouse.untyped import Namespace

T = TypeVar("T", bound=Ledger)

NOBODY = -1  # no seat, no card or no rank
OFF_ON = ("off", "on")  # the values of an option that is a switch
MATCH: Literal["match"] = "match"
DEAL: Literal["deal"] = "deal"
Lives = Literal["match", "deal"]
Kind = Literal["number", "flag", "seat", "seats", "card", "word"]
LONGEST_NUMBER = 9  # digits in an option's value


@dataclass(frozen=True)
class Option:
    """A rule that can be set before a match, to one of several values or to a number in a range.

    Programs use `name` and `values`; people read `label`, `meaning` and `labels`.
    """

    name: str
    rule: int
    label: str
    meaning: str
    default: str | int
    values: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()  # the values as people read them
    numbers: range = range(0)
    rare: bool = False  # whether few tables change it: forms fold it away

    @property
    def choices(self) -> str:
        return ", ".join(self.values) or f"{self.numbers[0]} to {self.numbers[-1]}"

    def label_of(self, value: str | int) -> str:
        """Return a value as people read it."""
        return self.labels[self.values.index(str(value))] if self.values else str(value)

    def code(self, value: str | int) -> int | None:
        """Return the number that a cell holds for a value, or None if the option does not have that value."""
        if self.values:
            return self.values.index(value) if type(value) is str and value in self.values else None
        if type(value) is str and value.isascii() and value.isdecimal() and len(value) < LONGEST_NUMBER:
            value = int(value)
        return value if type(value) is int and value in self.numbers else None

    def value(self, code: int) -> str | int:
        return self.values[code] if self.values else code


@dataclass(frozen=True, kw_only=True)
class Cell(Cells):
    """A declared cell, or a row of cells of the same kind."""

    kind: Kind
    low: int
    high: int
    start: int
    lives: Lives
    words: tuple[str, ...] = ()  # the words that the numbers of the cell stand for
    option: Option | None = None  # the option that sets the cell when a match begins
    by_seat: bool = False  # whether a row has a cell for each seat, or a row of cells ...
    row: int = 1  # ... of this length
    length: str = ""  # the cell that says how much of a row is in use
    shown: str | None = None  # its name in a view, if different; "" if a view shows it in another form
    secret: bool = False  # whether nobody may know it
    by_card: bool = False  # whether a row has a cell for each card


def number(low: int, high: int, *, start: int | None = None, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare a number from `low` to `high`."""
    start = max(low, 0) if start is None else start
    return Cell((), _bits(low, high), kind="number", low=low, high=high, start=start, lives=lives, shown=shown)


def flag(*, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare a cell that is 0 or 1."""
    return Cell((), 8, kind="flag", low=0, high=1, start=0, lives=lives, shown=shown)


def seat(*, start: int = NOBODY, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare the number of a seat, or NOBODY."""
    return Cell((), 8, kind="seat", low=NOBODY, high=127, start=start, lives=lives, shown=shown)


def seats(*, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare a set of seats, with a bit for each."""
    return Cell((), 32, kind="seats", low=0, high=1 << 30, start=0, lives=lives, shown=shown)


def card(*, start: int = NOBODY, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare the number of a card that is public, or NOBODY."""
    return Cell((), 8, kind="card", low=NOBODY, high=127, start=start, lives=lives, shown=shown)


def word(*words: str, start: int = NOBODY, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare the number of one of these words, or NOBODY; a view shows the word."""
    return Cell((), 8, kind="word", low=NOBODY, high=len(words) - 1, start=start, lives=lives, words=words, shown=shown)


def suits(*, lives: Lives = DEAL, shown: str | None = None) -> Declared:
    """Declare a set of suits, with a bit for each; a view shows their letters, as in `ch`."""
    sets = range(1 << len(SUITS))
    words = tuple("".join(suit for bit, suit in enumerate(SUITS) if cell >> bit & 1) for cell in sets)
    return Cell((), 8, kind="word", low=0, high=sets[-1], start=0, lives=lives, words=words, shown=shown)


def option(
    *,
    rule: int,
    label: str,
    meaning: str,
    default: str | int,
    values: tuple[str, ...] = (),
    labels: tuple[str, ...] = (),
    numbers: range = range(0),
    rare: bool = False,
    shown: str | None = None,
) -> Declared:
    """Declare an option: one of several values, or a number in a range.

    People see the `label` and the one-line `meaning`. Give `labels` if people should not read the values themselves.
    Forms fold a `rare` option away.
    """
    low, high = (0, len(values) - 1) if values else (numbers[0], numbers[-1])
    return Cell(
        (),
        _bits(low, high),
        kind="word" if values else "number",
        low=low,
        high=high,
        start=0,
        lives=MATCH,
        words=values,
        option=Option("", rule, label, meaning, default, values, labels or values, numbers, rare),
        shown=shown,
    )


def per_seat(cell: Declared, *, lives: Lives = DEAL, shown: str | None = None, secret: bool = False) -> Declared:
    """Declare a row with a cell of this kind for each seat, or with a row for each seat, one after the other."""
    if cell.shape and shown != "":
        raise TypeError('a view does not show a row for each seat: declare it with shown=""')
    return replace(cell, by_seat=True, row=cell.count, lives=lives, shown="" if secret else shown, secret=secret)


def row(
    count: int,
    cell: Declared,
    *,
    length: str = "",
    lives: Lives = DEAL,
    shown: str | None = None,
    by_card: bool = False,
) -> Declared:
    """Declare a row of cells of this kind; the cell named `length` holds how many of them are in use.

    A row is `by_card` if its cells belong to the cards with their numbers.
    """
    return replace(cell, shape=(count,), length=length, lives=lives, shown=shown, by_card=by_card)


def _bits(low: int, high: int) -> int:
    """Return the width of the smallest signed cell that holds these numbers."""
    for bits in CODES:
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return bits
    raise TypeError(f"no cell holds {low} to {high}")


def state(zones: Zones, *, tallies: tuple[str, ...] = ()) -> Callable[[type[T]], type[T]]:
    """Make a state from a class of declared cells, and add the ledger's cells for these zones."""

    def made(cls: type[T]) -> type[T]:
        own: dict[str, Cell] = {}
        for name, cell in vars(cls).items():
            if isinstance(cell, Cell):
                shape = (zones.seats * cell.row,) if cell.by_seat else cell.shape
                chosen = None if cell.option is None else replace(cell.option, name=name)
                own[name] = replace(cell, shape=shape, option=chosen)
        limbs = len(zones.deck.limbs)
        ledger = {
            "limbs": Cells((), 8),
            "at": Cells((limbs * zones.count,), 64),
            "seen": Cells((limbs * (SEAT + zones.seats),), 64),
            "seats": Cells((), 8),
            "turn": Cells((), 8),
            "deal": Cells((), 16),
            "waits": Cells((), 8),
            "tally": Cells((max(1, len(tallies)),), 32),
        }
        for name, field in (ledger | own).items():
            setattr(cls, name, field)
        finished = record(cls)
        options = tuple(cell.option for cell in own.values() if cell.option)
        finished.ZONES = zones
        finished.CELLS = own
        finished.OPTIONS = options
        finished.TALLIES = tallies
        return finished

    return made


def fresh(kind: type[T]) -> tuple[Callable[[T], None], Callable[[T], None]]:
    """Return the laws `new_match` and `new_deal`, which set the cells to their start values."""
    mine = {name: cell for name, cell in kind.CELLS.items() if cell.option is None}
    limbs, tallies = len(kind.ZONES.deck.limbs), kind.FIELDS["tally"].count
    match = [f"t.limbs, t.deal, t.waits, t.turn = {limbs}, 0, 0, 0", f"fill(t.tally, {tallies})"]
    match += [_set(name, cell) for name, cell in mine.items()]
    deal = [_set(name, cell) for name, cell in mine.items() if cell.lives == DEAL]
    return _law("new_match", match, kind), _law("new_deal", deal or ["pass"], kind)


def _set(name: str, cell: Cell) -> str:
    return f"fill(t.{name}, {cell.count}, {cell.start})" if cell.shape else f"t.{name} = {cell.start}"


def _law(name: str, lines: list[str], kind: type[T]) -> Callable[[T], None]:
    names: Namespace = {"fill": fill, "__name__": kind.__module__}
    exec("\n    ".join([f"def {name}(t):", *lines]), names)
    made: Callable[[T], None] = names[name]
    return law(made)
