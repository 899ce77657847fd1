"""What a seat may know of a table of Hearts, and the table again as a view tells it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardhouse.cards.deck import STANDARD, SUITS
from cardhouse.cards.law import law
from cardhouse.cards.ledger import EVERYBODY, HAND, SEAT, WATCHER
from cardhouse.games.face import Draw
from cardhouse.games.recall import fill_where, lay
from cardhouse.games.view import View as AnyView
from tests.hearts.law import NOTHING, SEATS, TAKEN, TRICK, Table, suit_of
from tests.hearts.notation import MOON


@dataclass(slots=True, kw_only=True)
class View(AnyView):
    target: int
    moon: str
    hand: tuple[str, ...]
    trick: tuple[str, ...]  # by seat: the card that it played to this trick, or to the last one before the next lead
    led: str  # the letter of the suit that was led; empty if the seat to act leads
    taken: tuple[tuple[str, ...], ...]  # by seat
    counts: tuple[int, ...]  # cards in each hand
    hands: tuple[tuple[str, ...], ...]  # what is known of each hand
    tricks: int  # that are complete in this deal
    broken: bool  # whether a heart was played
    opening: bool  # whether the two of clubs is still to be led
    void: tuple[str, ...]  # by seat: the letters of the suits that it has shown not to have
    gained: tuple[int, ...]  # the points of the last deal
    points: tuple[int, ...]


def view(t: Table, many: Callable[[int], int], **common: Any) -> View:
    names, seats = STANDARD.names, range(SEATS)
    hands = tuple(names(t.at[HAND + seat]) for seat in seats)
    return View(
        **common,
        target=t.target,
        moon=MOON[t.moon],
        hand=() if common["seat"] == WATCHER else hands[common["seat"]],
        trick=tuple("".join(names(t.at[TRICK + seat])) for seat in seats),
        led="" if t.led == NOTHING else SUITS[t.led],
        taken=tuple(names(t.at[TAKEN + seat]) for seat in seats),
        counts=tuple(many(HAND + seat) for seat in seats),
        hands=hands,
        tricks=t.tricks,
        broken=t.broken == 1,
        opening=t.opening == 1,
        void=tuple("".join(suit for number, suit in enumerate(SUITS) if t.void[seat] >> number & 1) for seat in seats),
        gained=tuple(t.gained),
        points=tuple(t.points),
    )


def told(view: View, names: Sequence[str], draw: Draw) -> list[str]:
    """The view in a few lines for a person."""
    trick = [f"{name} {draw(card)}" for name, card in zip(names, view.trick, strict=True) if card]
    points = [f"{name} {points}" for name, points in zip(names, view.points, strict=True)]
    return [f"Trick:  {', '.join(trick)}", f"Points:  {', '.join(points)}", f"Hand:  {' '.join(map(draw, view.hand))}"]


@law
def lies(t: Table, place: int, card: int) -> bool:
    """Rule 3: a player who did not follow suit has no card of it."""
    seat = place - HAND
    return not 0 <= seat < SEATS or not t.void[seat] >> suit_of(card) & 1


def recall(view: View) -> Table:
    t = Table(words=1, seats=SEATS, deal=view.deal, target=view.target, moon=MOON.index(view.moon))
    t.turn, t.tricks = view.to_act[0], view.tricks
    t.broken, t.opening = int(view.broken), int(view.opening)
    t.led = SUITS.index(view.led) if view.led else NOTHING
    t.played = sum(card != "" for card in view.trick) if view.led else 0
    t.points, t.gained = list(view.points), list(view.gained)
    t.void = [sum(1 << SUITS.index(suit) for suit in suits) for suits in view.void]
    for seat in range(SEATS):
        lay(t, STANDARD, TRICK + seat, [card for card in [view.trick[seat]] if card], EVERYBODY)
        lay(t, STANDARD, TAKEN + seat, view.taken[seat], EVERYBODY)
        lay(t, STANDARD, HAND + seat, view.hands[seat], SEAT + view.seat)
    fill_where(t, STANDARD.words, {HAND + seat: many for seat, many in enumerate(view.counts)}, lies)
    return t
