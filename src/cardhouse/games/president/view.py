"""What a seat may know of a table of President: for any player (`View`), and in the seed's form (`MyView`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, count
from cardhouse.cards.ledger import DISCARDS, HAND, WATCHER
from cardhouse.games.president.law import MOST_MOVES, TABLE, Table, least, plays
from cardhouse.games.president.notation import FULL_CIRCLE, SKIP_ON, cards_of
from cardhouse.games.view import View as AnyView


@dataclass(slots=True, kw_only=True)
class View(AnyView):
    skip_on: str
    full_circle: str
    deals: int
    hand: tuple[str, ...]
    table: tuple[str, ...]  # the cards to beat; empty when the seat to act leads
    table_by: int  # the seat that played them, -1 for nobody
    discards: tuple[str, ...]  # the cards played before
    counts: tuple[int, ...]  # cards in each hand
    hands: tuple[tuple[str, ...], ...]  # what is known of each hand: all of it when the deal is over
    places: tuple[int, ...]  # in this deal: 1 for the first to go out, 0 while still in
    points: tuple[int, ...]  # over the deals of the match
    direction: int  # 1 clockwise, -1 against it
    skipped: int  # the seat that the last move skipped, -1 for nobody
    cleared: bool  # whether the last move cleared the table


def view(t: Table, many: Callable[[int], int], **common: Any) -> View:
    """From a table without the cards that the seat cannot know, and how many cards lie in each place."""
    names, seat = STANDARD.names, common["seat"]
    hands = tuple([names(cards) if cards else () for cards in t.at[HAND : HAND + t.seats]])
    return View(
        **common,
        skip_on=SKIP_ON[t.skip_on],
        full_circle=FULL_CIRCLE[t.full_circle],
        deals=t.deals,
        hand=() if seat == WATCHER else hands[seat],
        table=names(t.at[TABLE]),
        table_by=t.last,
        discards=names(t.at[DISCARDS]),
        counts=tuple(map(many, range(HAND, HAND + t.seats))),
        hands=hands,
        places=tuple(t.place[: t.seats]),
        points=tuple(t.points[: t.seats]),
        direction=t.way,
        skipped=t.skipped,
        cleared=t.cleared == 1,
    )


def told(view: View, names: Sequence[str]) -> list[str]:
    """The view in a few lines for a person."""
    seats = [
        f"{name} {f'place {place}' if place else cards}"
        for name, cards, place in zip(names, view.counts, view.places, strict=True)
    ]
    beat = f"{' '.join(view.table)} by {names[view.table_by]}" if view.table else "empty: you lead"
    arrow = "->" if view.direction == 1 else "<-"
    return [f"{arrow} {f' {arrow} '.join(seats)}", f"Table: {beat}", f"Hand:  {' '.join(view.hand)}"]


class MyView:
    """The seed's snapshot: a seat's own cards, the table and the last event. It holds nothing else."""

    __slots__ = ("_hand", "_many", "_rank", "_table", "event", "players")

    def __init__(self, t: Table, seat: int, event: Any) -> None:
        self._hand, self._table = t.at[HAND + seat], t.at[TABLE]
        self._many, self._rank = t.many, t.rank
        self.event = event
        self.players = t.seats - t.out

    @property
    def hand(self) -> list[str]:
        return list(STANDARD.names(self._hand))

    @property
    def table(self) -> list[str]:
        return list(STANDARD.names(self._table))

    def get_valid_plays(self) -> list[list[str]]:
        """Every valid set of cards, suits told apart; the pass is not among them."""
        valid = []
        for rank in range(13):
            held = self._hand >> 4 * rank & 15
            enough = least(rank, self._many, self._rank)
            for suits in range(1, held + 1):
                if suits & ~held == 0 and count(suits) >= enough:
                    valid.append(list(cards_of(rank << 4 | suits)))
        return valid

    def get_unique_valid_plays(self) -> list[list[str]]:
        """One valid play for each rank and count."""
        out: Row = [0] * MOST_MOVES
        return [list(cards_of(choice)) for choice in out[: plays(self._hand, self._many, self._rank, out)]]
