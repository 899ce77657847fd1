"""A game's law, compiled, for one table at a time: it takes records where the plain law takes tables."""

from functools import cache
from typing import Any

import numpy as np

from cardhouse.cards.law import Row
from cardhouse.games.face import Game
from cardhouse.press.compiler import compilable, compiled
from cardhouse.press.playout import room
from cardhouse.press.twin import Tables

BEGIN, COLLECT, SHUFFLED, BREAKS, MOVES, PLAY, OVER, RANKED = range(8)


@cache
def act(game: Game) -> Any:
    """All laws in one kernel: it is compiled once."""
    law = game.law
    begin, collect, shuffled, breaks = law.begin, law.collect, law.shuffled, law.breaks
    list_moves, play, over, ranked = law.moves, law.play, law.over, law.ranked

    def acted(t: Any, what: int, seat: int, choice: int, row: Row) -> int:
        if what == BEGIN:
            begin(t, row)
        elif what == COLLECT:
            return collect(t, row)
        elif what == SHUFFLED:
            shuffled(t, row, choice)
        elif what == BREAKS:
            return breaks(t, seat, choice)
        elif what == MOVES:
            return list_moves(t, seat, row)
        elif what == PLAY:
            play(t, seat, choice)
        elif what == OVER:
            return int(over(t))
        else:
            return ranked(t, seat)
        return 0

    on_table = compilable(acted, f"act_{law.__name__}")

    def on_record(tables: Any, what: int, seat: int, choice: int, row: Any) -> int:
        return int(on_table(tables[0], what, seat, choice, row))

    return compiled(on_record)


class Body:
    def __init__(self, game: Game) -> None:
        self._act = act(game)
        self._row = np.zeros(max(room(game), game.law.MOST_MOVES), np.int64)

    def begin(self, tables: Tables, seating: Row) -> None:
        self._row[: len(seating)] = seating
        self._act(tables, BEGIN, 0, 0, self._row)

    def collect(self, tables: Tables) -> Row:
        many = self._act(tables, COLLECT, 0, 0, self._row)
        return list(map(int, self._row[:many]))

    def shuffled(self, tables: Tables, order: Row) -> None:
        self._row[: len(order)] = order
        self._act(tables, SHUFFLED, 0, len(order), self._row)

    def breaks(self, tables: Tables, seat: int, choice: int) -> int:
        return int(self._act(tables, BREAKS, seat, choice, self._row))

    def moves(self, tables: Tables, seat: int) -> Row:
        many = self._act(tables, MOVES, seat, 0, self._row)
        return list(map(int, self._row[:many]))

    def play(self, tables: Tables, seat: int, choice: int) -> None:
        self._act(tables, PLAY, seat, choice, self._row)

    def over(self, tables: Tables) -> bool:
        return bool(self._act(tables, OVER, 0, 0, self._row))

    def ranked(self, tables: Tables, seat: int) -> int:
        return int(self._act(tables, RANKED, seat, 0, self._row))
