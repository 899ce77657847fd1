"""Describe a view of President; and `MyView`, the form of a view that its author describes."""

from collections.abc import Sequence

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, size
from cardhouse.cards.ledger import HAND
from cardhouse.cards.sets import suits_held
from cardhouse.games.definition import Draw
from cardhouse.games.president.law import MOST_MOVES, least, plays
from cardhouse.games.president.moves import play_of
from cardhouse.games.president.notation import cards_of
from cardhouse.games.president.seen import View
from cardhouse.games.president.state import CLOCKWISE, PILE, RANKS, State


def describe(view: View, names: Sequence[str], draw: Draw) -> list[str]:
    """Describe a view in a few lines for people."""
    seats = [
        f"{name} {f'place {place}' if place else cards}"
        for name, cards, place in zip(names, view.counts, view.places, strict=True)
    ]
    beat = f"{' '.join(map(draw, view.pile))} by {names[view.last]}" if view.pile else "empty: you lead"
    arrow = "->" if view.direction == CLOCKWISE else "<-"
    return [f"{arrow} {f' {arrow} '.join(seats)}", f"Pile:  {beat}", f"Hand:  {' '.join(map(draw, view.hand))}"]


class MyView:
    """A snapshot for the callback interface: a seat's own cards, the pile and the last event, and nothing else."""

    __slots__ = ("_count", "_hand", "_pile", "_rank", "event", "players")

    def __init__(self, t: State, seat: int, event: object) -> None:
        self._hand, self._pile = t.at[HAND + seat], t.at[PILE]
        self._count, self._rank = t.count, t.rank
        self.event = event
        self.players = t.seats - t.out

    @property
    def hand(self) -> list[str]:
        return list(STANDARD.names(self._hand))

    @property
    def table(self) -> list[str]:
        return list(STANDARD.names(self._pile))

    def get_valid_plays(self) -> list[list[str]]:
        """Return every valid set of cards, with every choice of suits, but not the pass."""
        valid = []
        for rank in range(RANKS):
            held = suits_held(self._hand, rank)
            enough = least(rank, self._count, self._rank)
            for suits in range(1, held + 1):
                if suits & ~held == 0 and size(suits) >= enough:
                    valid.append(list(cards_of(play_of(rank, suits))))
        return valid

    def get_unique_valid_plays(self) -> list[list[str]]:
        """Return one valid play for each rank and count."""
        out: Row = [0] * MOST_MOVES
        return [list(cards_of(choice)) for choice in out[: plays(self._hand, self._count, self._rank, out)]]
