"""What a seat may know of a table of Dynasty."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Unpack

from cardhouse.cards.ledger import DISCARDS, HAND, SEAT, WATCHER
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.table import NOBODY, TABLE, Table
from cardhouse.games.face import OFF_ON
from cardhouse.games.view import Common, flags
from cardhouse.games.view import View as AnyView


@dataclass(slots=True, kw_only=True)
class View(AnyView):
    monarchies: int  # that end the match
    taxation: str
    hand: tuple[str, ...]
    table: tuple[str, ...]  # the cards to beat; empty when the seat to act leads
    table_by: int  # the seat that played them, -1 for nobody
    discards: tuple[str, ...]  # the cards played before
    counts: tuple[int, ...]  # cards in each hand
    hands: tuple[tuple[str, ...], ...]  # what is known of each hand: all of it when the deal is over
    order: tuple[int, ...]  # the seats in turn order
    passed: tuple[bool, ...]  # who is out of the pile
    places: tuple[int, ...]  # in this deal: 1 for the first to finish, 0 while still in
    crowns: tuple[int, ...]  # monarchies earned
    monarch: int  # of this deal, -1 for nobody yet
    owes: tuple[int, ...]  # cards that each seat has to give in return for taxes ...
    partner: tuple[int, ...]  # ... and to whom, -1 for nobody
    shared: tuple[str, ...]  # cards of the hand that the other one of the pair has seen, as he paid or gave them
    left: tuple[bool, ...]  # who has left
    cleared: bool  # whether the last move cleared the pile


def view(t: Table, many: Callable[[int], int], **common: Unpack[Common]) -> View:
    """From a table without the cards that the seat cannot know, and how many cards lie in each place."""
    seat, seats = common["seat"], t.seats
    hands = tuple([names(t, HAND + other) for other in range(seats)])
    return View(
        **common,
        monarchies=t.monarchies,
        taxation=OFF_ON[t.taxation],
        hand=() if seat == WATCHER else hands[seat],
        table=names(t, TABLE),
        table_by=t.last,
        discards=names(t, DISCARDS),
        counts=tuple(map(many, range(HAND, HAND + seats))),
        hands=hands,
        order=tuple(t.order[: t.players]),
        passed=flags(t.passed, seats),
        places=tuple(t.place[:seats]),
        crowns=tuple(t.crowns[:seats]),
        monarch=t.monarch,
        owes=tuple(t.owes[:seats]),
        partner=tuple(t.partner[:seats]),
        shared=shared(t, seat),
        left=tuple([number > 0 for number in t.left[:seats]]),
        cleared=t.cleared == 1,
    )


def names(t: Table, place: int) -> tuple[str, ...]:
    return DECK.names(t.at[2 * place]) + DECK.names(t.at[2 * place + 1], 1)


def shared(t: Table, seat: int) -> tuple[str, ...]:
    partner = NOBODY if seat == WATCHER else t.partner[seat]
    if partner == NOBODY or t.waits:
        return ()
    first, second = (t.at[2 * (HAND + seat) + word] & t.seen[2 * (SEAT + partner) + word] for word in range(2))
    return DECK.names(first) + DECK.names(second, 1)


def told(view: View, names: Sequence[str]) -> list[str]:
    """The view in a few lines for a person, the seats in turn order."""
    seats = [
        f"{names[seat]}{'*' * view.crowns[seat]} "
        + (f"place {view.places[seat]}" if view.places[seat] else f"{view.counts[seat]}")
        + (" passed" if view.passed[seat] else "")
        for seat in view.order
    ]
    beat = f"{' '.join(view.table)} by {names[view.table_by]}" if view.table else "empty"
    if view.seat != WATCHER and view.owes[view.seat]:
        partner = names[view.partner[view.seat]]
        owed = "two cards" if view.owes[view.seat] == 2 else "one card"
        beat = f"{partner} has paid you {' '.join(view.shared)}; you owe {partner} {owed}"
    return [" -> ".join(seats), f"Table: {beat}", f"Hand:  {' '.join(view.hand)}"]
