"""Hearts in words: `play 12s`."""

from collections.abc import Iterator

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Unreadable
from cardhouse.cards.ledger import DISCARDS, HAND, STOCK, numbers
from tests.hearts.law import MOONS, MOST_CARDS, NOTHING, SEATS, TAKEN, TRICK, TWO_OF_CLUBS, Table

MOON = ("others", "self")
SUITS = ("clubs", "diamonds", "hearts", "spades")
PILES = ((TAKEN, "taken"), (TRICK, "trick"), (HAND, "hand"))


def read(t: Table, seat: int, text: str) -> list[int]:
    match text.split():
        case ["play", name]:
            return [STANDARD.card(name, rule="Hearts, rule 1")]
    raise Unreadable(f"{text!r} is not a move; say `play 12s`, with one card.", rule="Hearts, rule 2")


def words(t: Table, *choices: int) -> str:
    return f"play {STANDARD.name(choices[0])}"


def every(t: Table, seat: int) -> Iterator[int]:
    yield from numbers(t.at[HAND + seat], 0)


def why(t: Table, seat: int, choice: int, rule: int) -> str:
    if rule == 9:
        return "The match is over."
    if t.waits:
        return "The cards are not dealt yet."
    if rule == 1:
        return f"You do not hold {STANDARD.name(choice) if 0 <= choice < MOST_CARDS else 'such a card'}."
    if rule == 2 and seat == t.turn:
        return f"The first lead is {STANDARD.name(TWO_OF_CLUBS)}."
    if rule == 2:
        return f"It is the turn of seat {t.turn}, not of seat {seat}."
    if rule == 3:
        return f"You must follow suit: {SUITS[t.led]} were led, and you hold some."
    if rule == 4:
        return f"{STANDARD.name(choice)} cannot be played to the first trick."
    return "Hearts are not broken yet, so you cannot lead one."


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    told = []
    if after.broken and not before.broken:
        told.append("hearts are broken")
    if before.led != NOTHING and after.led == NOTHING and not after.deal > before.deal:
        told.append(f"seat {after.turn} takes the trick")
    if after.deal > before.deal:
        told += [f"seat {other} gets {after.gained[other]} points" for other in range(SEATS)]
        if after.tally[MOONS] > before.tally[MOONS]:
            told.append("the moon was shot")
        told.append("the deal is over")
    return tuple(told)


def place_name(place: int) -> str:
    if place in (STOCK, DISCARDS):
        return "stock" if place == STOCK else "discards"
    first, name = next((first, name) for first, name in PILES if place >= first)
    return f"{name} {place - first}"
