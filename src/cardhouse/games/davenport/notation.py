"""Davenport in words: `commit 7s`, `exchange 7s`."""

from collections.abc import Iterator
from functools import cache

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Unreadable
from cardhouse.cards.law import lowest
from cardhouse.cards.ledger import HAND, WATCHER, numbers
from cardhouse.cards.sets import includes, only
from cardhouse.games.davenport.law import CHOICES, COMMIT, EXCHANGE, card_of, move_of, verb_of
from cardhouse.games.davenport.table import COMMITTED, GIVEN_UP, ROUNDS, ZONES, Table

RULE = "Davenport, rule {}"
VERBS = ("commit", "exchange")


def read(t: Table, seat: int, text: str) -> list[int]:
    match text.split():
        case [verb, name] if verb in VERBS:
            return [move_of(VERBS.index(verb), STANDARD.card(name, rule=RULE.format(2)))]
    raise Unreadable(f"{text!r} is no move; say `commit 7s` or `exchange 7s`, with one card.", rule=RULE.format(2))


def words(t: Table, *choices: int) -> str:
    return phrase(choices[0])


@cache
def phrase(choice: int) -> str:
    return f"{VERBS[verb_of(choice)]} {STANDARD.name(card_of(choice))}"


def every(t: Table, seat: int) -> Iterator[int]:
    """Every move of this seat's cards, good or not."""
    for card in numbers(t.at[HAND + seat], 0):
        yield from (move_of(COMMIT, card), move_of(EXCHANGE, card))


def why(t: Table, seat: int, choice: int, rule: int) -> str:
    """In a sentence: why this move is against this rule."""
    if t.deal:
        return "The match is over."
    if rule == 7:
        return f"Seat {seat} is not in the playoff."
    if t.waits:
        return "The dealer is giving cards."
    if includes(t.chosen, seat):
        return "You have committed a card for this round, and it cannot be changed."
    names = STANDARD.names(only(card_of(choice)))
    return f"You do not hold {names[0] if names and choice < CHOICES else 'such a card'}."


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """What was shown, who won, who is out: when a round has been revealed."""
    told = []
    if after.tally[ROUNDS] > before.tally[ROUNDS]:
        for other in range(after.seats):
            if after.shown[other] != NOBODY:
                blind = ", drawn unseen" if includes(after.exchanged, other) else ""
                told.append(f"seat {other} shows {STANDARD.name(after.shown[other])}{blind}")
        told += [f"seat {other} wins the round" for other in range(after.seats) if includes(after.won, other)]
    if after.playing_off and not before.playing_off:
        told.append(f"a playoff of {' and '.join(f'seat {other}' for other in numbers(after.playing, 0))}")
    if after.playing_off and before.playing_off and after.playing != before.playing:
        told.append(f"seat {lowest(before.playing & ~after.playing)} is eliminated")
    if after.deal and not before.deal:
        told.append("the match is over")
    return tuple(told)


def place_name(place: int) -> str:
    return ZONES.names[place]


def commitment(t: Table, seat: int) -> str:
    """What this seat has committed in this round, in words; nothing, if it has not or may not know."""
    if seat != WATCHER:
        for verb, place in ((COMMIT, COMMITTED), (EXCHANGE, GIVEN_UP)):
            for card in numbers(t.at[place + seat], 0):
                return phrase(move_of(verb, card))
    return ""
