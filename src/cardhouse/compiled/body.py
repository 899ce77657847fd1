"""The compiled body of a game's law, for one state at a time: it takes records instead of plain states."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.law import Row
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.compiler import Kernel, compilable, compiled
from cardhouse.compiled.loop import longest_order
from cardhouse.compiled.records import States
from cardhouse.games.definition import AnyGame

BEGIN, COLLECT, SHUFFLED, PLAY, MOVES, BREAKS, TO_ACT, DEFAULT, RANKED, SCORE, AUTOMATIC, OVER = range(12)


@cache
def act(game: AnyGame) -> Kernel:
    """Return one kernel with all laws, so that there is one compilation."""
    law = game.law
    begin, play, list_moves = law.begin, law.play, law.moves
    collect, shuffled = law.collect, law.shuffled
    breaks, to_act, default = law.breaks, law.to_act, law.default
    place_of, score = law.place_of, law.score
    automatic, over = game.automatic, law.over

    def acted(t: Ledger, what: int, seat: int, choice: int, row: Row) -> int:
        if what == BEGIN:
            begin(t, row)
        elif what == COLLECT:
            return collect(t, row)
        elif what == SHUFFLED:
            shuffled(t, row, choice)
        elif what == PLAY:
            play(t, seat, choice)
        elif what == MOVES:
            return list_moves(t, seat, row)
        elif what == BREAKS:
            return breaks(t, seat, choice)
        elif what == TO_ACT:
            return int(to_act(t, seat))
        elif what == DEFAULT:
            return default(t, seat)
        elif what == RANKED:
            return place_of(t, seat)
        elif what == SCORE:
            return score(t, seat)
        elif what == AUTOMATIC:
            return int(automatic(t))
        elif what == OVER:
            return int(over(t))
        return 0

    on_state = compilable(acted, "act")

    def on_record(states: States, what: int, seat: int, choice: int, row: NDArray[np.int64]) -> int:
        return int(on_state(states[0], what, seat, choice, row))

    return compiled(on_record)


class Body:
    """The compiled laws by name: those that fill a row return it, the others return a number."""

    def __init__(self, game: AnyGame) -> None:
        self._act = act(game)
        self._row = np.zeros(max(longest_order(game), game.law.MOST_MOVES), np.int64)

    def begin(self, states: States, seating: Row) -> None:
        self._row[: len(seating)] = seating
        self._act(states, BEGIN, 0, 0, self._row)

    def shuffled(self, states: States, cards: Row) -> None:
        self._row[: len(cards)] = cards
        self._act(states, SHUFFLED, 0, len(cards), self._row)

    def collect(self, states: States) -> Row:
        return self._filled(self._act(states, COLLECT, 0, 0, self._row))

    def moves(self, states: States, seat: int) -> Row:
        return self._filled(self._act(states, MOVES, seat, 0, self._row))

    def _filled(self, count: int) -> Row:
        return [int(number) for number in self._row[:count]]

    def ask(self, states: States, what: int, seat: int = 0, choice: int = 0) -> int:
        """Call a law that returns a number: PLAY, BREAKS, TO_ACT, DEFAULT, RANKED, SCORE, AUTOMATIC or OVER."""
        return int(self._act(states, what, seat, choice, self._row))
