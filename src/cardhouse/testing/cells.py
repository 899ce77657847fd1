"""Check that no number overflows its cell: compiled code would not notice, and go on with a wrong number."""

import struct
from collections.abc import Iterable
from functools import cache
from typing import Any, SupportsIndex, TypeVar

from cardhouse.cards.law import Cells
from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame
from cardhouse.testing.broken import Broken, CheckedPosition, checking
from cardhouse.testing.course import Course

T = TypeVar("T", bound=Ledger)
# An integer or a row of integers: it depends on the cell, so type checkers cannot know.
Value = Any

RANDOM, BY_HEURISTIC = "random", "quick"


class Overflow(Broken):
    """A number that its cell cannot hold."""


def fit(name: str, cell: Cells, value: Value) -> None:
    high = 1 << cell.bits - 1
    if not -high <= value < high:
        raise Overflow(
            f"{name} = {value} does not fit in its {cell.bits} bits ({-high} to {high - 1}): give the cell more bits"
        )


class CheckedRow(list[Value]):
    """A row of a state that refuses numbers that its cells cannot hold."""

    def __init__(self, name: str, cell: Cells, values: Iterable[Value]) -> None:
        self.name, self.cell = name, cell
        super().__init__(values)
        for i, value in enumerate(self):
            fit(f"{name}[{i}]", cell, value)

    def __setitem__(self, i: SupportsIndex | slice, value: Value) -> None:
        if isinstance(i, slice):
            for part in value:
                fit(self.name, self.cell, part)
        else:
            fit(f"{self.name}[{i}]", self.cell, value)
        super().__setitem__(i, value)


def misfitting_cell(t: Ledger) -> str:
    """Return a sentence about the first cell with a number that it cannot hold, or "" if there is none."""
    try:
        t.to_bytes()
    except struct.error:
        try:
            strict(t)
        except Overflow as overflow:
            return overflow.sentence
        raise
    return ""


@cache
def strict_kind(kind: type[Ledger]) -> Any:  # a type made at run time, unknown to type checkers
    """Return a type of states whose cells refuse numbers that they cannot hold, when they are set."""

    def set_cell(t: Ledger, name: str, value: Value) -> None:
        cell = kind.FIELDS[name]
        if cell.shape:
            value = CheckedRow(name, cell, value)
        else:
            fit(name, cell, value)
        kind.__setattr__(t, name, value)

    return type(kind.__name__, (kind,), {"__slots__": (), "__setattr__": set_cell})


def strict(t: T) -> T:
    """Return a copy of a state that refuses numbers that its cells cannot hold."""
    kind: Any = type(t)  # mypy takes a type to be unhashable if its instances are
    copy: T = object.__new__(strict_kind(kind))
    for name in t.FIELDS:
        setattr(copy, name, getattr(t, name))
    return copy


def check_cells(
    game: AnyGame, *, seats: int, options: dict[str, str | int], seed: int, player: str = RANDOM, longest: int = 100_000
) -> int:
    """Play a match on a state that refuses numbers too big for their cells; return the number of moves."""
    position = CheckedPosition("check_cells", game, seats, options, seed, {"player": player, "longest": longest})
    with checking(position):
        chance, law = position.chance, game.law
        course = Course(position, longest)
        t = strict(game.new_state(seats, options))
        law.begin(t, chance.sample(range(seats), seats))
        while not law.over(t):
            if t.waits:
                game.deal(t, chance.sample)
                continue
            seat = course.to_act(t)[0]
            moves = course.moves(t, seat)
            choice = chance.choice(moves)
            if player == BY_HEURISTIC and game.bots.heuristic:
                choice = game.bots.heuristic(t, seat, list(moves), len(moves), game.bots.weights)
            course.play(t, seat, choice)
    return position.moves
