"""Davenport in words: `commit 7s`, `exchange 7s`."""

from collections.abc import Iterator
from functools import cache

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Unreadable
from cardhouse.cards.law import lowest
from cardhouse.cards.ledger import DISCARDS, HAND, STOCK, numbers
from cardhouse.games.davenport.law import CHOICES, EXCHANGE
from cardhouse.games.davenport.table import COMMITTED, NOTHING, RETIRED, ROUNDS, Table

RULE = "Davenport, rule {}"
VERBS = ("commit", "exchange")
PLAYOFF = ("elimination", "wins")


def read(t: Table, seat: int, text: str) -> list[int]:
    match text.split():
        case [verb, name] if verb in VERBS:
            return [VERBS.index(verb) << 6 | STANDARD.card(name, rule=RULE.format(2))]
    raise Unreadable(f"{text!r} is no move; say `commit 7s` or `exchange 7s`, with one card.", rule=RULE.format(2))


def words(t: Table, *choices: int) -> str:
    return phrase(choices[0])


@cache
def phrase(choice: int) -> str:
    return f"{VERBS[choice >> 6]} {STANDARD.name(choice & 63)}"


def every(t: Table, seat: int) -> Iterator[int]:
    """Every move of this seat's cards, good or not."""
    for card in numbers(t.at[HAND + seat], 0):
        yield from (card, EXCHANGE << 6 | card)


def why(t: Table, seat: int, choice: int, rule: int) -> str:
    """In a sentence: why this move is against this rule."""
    if t.deal:
        return "The match is over."
    if rule == 7:
        return f"Seat {seat} is not in the playoff."
    if t.waits:
        return "The dealer is giving cards."
    if t.chosen >> seat & 1:
        return "You have committed a card for this round, and it cannot be changed."
    names = STANDARD.names(1 << (choice & 63))
    return f"You do not hold {names[0] if names and choice < CHOICES else 'such a card'}."


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """What was shown, who won, who is out: when a round has been revealed."""
    told = []
    if after.tally[ROUNDS] > before.tally[ROUNDS]:
        for other in range(after.seats):
            if after.shown[other] != NOTHING:
                blind = ", drawn unseen" if after.exchanged >> other & 1 else ""
                told.append(f"seat {other} shows {STANDARD.name(after.shown[other])}{blind}")
        told += [f"seat {other} wins the round" for other in range(after.seats) if after.won >> other & 1]
    if after.playing_off and not before.playing_off:
        told.append(f"a playoff of {' and '.join(f'seat {other}' for other in numbers(after.playing, 0))}")
    if after.playing_off and before.playing_off and after.playing != before.playing:
        told.append(f"seat {lowest(before.playing & ~after.playing)} is eliminated")
    if after.deal and not before.deal:
        told.append("the match is over")
    return tuple(told)


@cache
def place_name(place: int) -> str:
    """A commitment and a card to be exchanged look alike (rule 2)."""
    if place in (STOCK, DISCARDS):
        return "stock" if place == STOCK else "discards"
    return f"hand {place - HAND}" if place < COMMITTED else f"commitment {(place - COMMITTED) % (RETIRED - COMMITTED)}"
