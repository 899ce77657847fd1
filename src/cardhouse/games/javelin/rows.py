"""Javelin's rows in a view, and recalled from it: what a player may know of the card in each slot."""

from functools import cache
from typing import Literal, NamedTuple

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import law, lowest
from cardhouse.cards.ledger import EVERYBODY, SEAT, STOCK
from cardhouse.cards.ranks import KING, value, value_of
from cardhouse.cards.sets import only
from cardhouse.games.javelin.state import ROW, ROWS, SEATS, State, spot_of
from cardhouse.games.recall import lay, put, unseen
from cardhouse.games.view import CardRow, LyingCard, OwnView, flags

Orientation = Literal["up", "sideways", "down", "empty"]


class Spot(NamedTuple):
    """A slot in a row."""

    card: str  # "" for an unknown card and an empty slot
    lies: Orientation
    least: int  # what wrong guesses have proved of a face-down card: it is not lower than this ...
    most: int  # ... nor higher than this; 0 for others


Rows = tuple[tuple[Spot, ...], ...]


def rows(t: State, viewer: int) -> Rows:
    """Return the slots of both players."""
    return tuple([row(t, seat) for seat in range(SEATS)])


def row(t: State, seat: int) -> tuple[Spot, ...]:
    """Return the sixteen slots of a player."""
    first = spot_of(seat, 0)
    cards = t.at[ROWS + first : ROWS + first + ROW]
    least = t.least[first : first + ROW]
    most = t.most[first : first + ROW]
    return tuple(map(spot, cards, least, most, flags(t.up[seat], ROW), flags(t.sideways[seat], ROW)))


@cache
def spot(cards: int, least: int, most: int, up: bool, sideways: bool) -> Spot:
    name = STANDARD.name(lowest(cards)) if cards else ""
    return Spot(name, orientation(up=up, sideways=sideways, has_bounds=most > 0), least, most)


def orientation(*, up: bool, sideways: bool, has_bounds: bool) -> Orientation:
    """Return how a card lies; only a face-down one has bounds."""
    if sideways:
        return "sideways"
    if up:
        return "up"
    return "down" if has_bounds else "empty"


def rows_to_draw(spots: tuple[Spot, ...]) -> list[CardRow]:
    """Return a player's rows for drawing, with the bounds that wrong guesses proved noted on face-down cards."""
    cards = [LyingCard(spot.card, spot.lies, bounds(spot)) for spot in spots]
    half = ROW // 2
    return [CardRow(f"0 to {half - 1}", tuple(cards[:half])), CardRow(f"{half} to {ROW - 1}", tuple(cards[half:]))]


def bounds(spot: Spot) -> str:
    """Return the note on a face-down card: the proved bounds, as in `3-9`, or `down` if the viewer knows the card."""
    if spot.lies != "down":
        return ""
    if (spot.least, spot.most) != (1, KING):
        return f"{spot.least}-{spot.most}"
    return "down" if spot.card else ""


def lay_rows(t: State, view: OwnView) -> None:
    """Recall the rows and the stock from a view; cards that it does not show lie wherever they are possible."""
    t.undrawn = view.stock
    for seat, row in enumerate(view.rows):
        for slot, spot in enumerate(row):
            lay_spot(t, seat, slot, spot, view.seat)
    unknown = [
        (spot.most, spot.least, ROWS + spot_of(seat, slot))
        for seat, row in enumerate(view.rows)
        for slot, spot in enumerate(row)
        if spot.lies == "down" and not spot.card
    ]
    unknown += [(KING, 1, STOCK)] * view.stock
    for card in sorted(unseen(t, STANDARD.limbs), key=value_of):
        tightest = min(bounds for bounds in unknown if bounds[1] <= value_of(card))  # so that there is never a dead end
        unknown.remove(tightest)
        put(t, card, tightest[2])


def lay_spot(t: State, seat: int, slot: int, spot: Spot, viewer: int) -> None:
    """Recall what a view shows of one slot."""
    at = spot_of(seat, slot)
    t.least[at] = spot.least
    t.most[at] = spot.most
    if spot.lies == "down":
        t.down[seat] |= only(slot)
        if spot.least > 1 or spot.most < KING:
            t.proved[seat] |= only(slot)
    elif spot.lies != "empty":
        t.face[at] = value(spot.card)
        t.up[seat] |= only(slot)
        if spot.lies == "sideways":
            t.sideways[seat] |= only(slot)
    if spot.card:
        lay(t, STANDARD, ROWS + at, [spot.card], SEAT + viewer if spot.lies == "down" else EVERYBODY)


@law
def may_lie(t: State, zone: int, card: int) -> bool:
    """Rule 5: return whether this card may lie in this zone, by what wrong guesses have proved."""
    spot = zone - ROWS
    return spot < 0 or t.most[spot] == 0 or t.least[spot] <= value_of(card) <= t.most[spot]
