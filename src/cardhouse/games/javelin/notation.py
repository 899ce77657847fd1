"""Javelin in words: `guess 9 3 higher`, `attack 9 12`, `replace 9`, `forfeit`; own place first."""

from collections.abc import Iterator
from functools import cache

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Unreadable
from cardhouse.cards.ledger import DISCARDS, STOCK
from cardhouse.games.javelin.law import (
    ATTACK,
    CHOICES,
    FORFEIT,
    HIGHER,
    LOWER,
    REPLACE,
    may_replace,
)
from cardhouse.games.javelin.table import (
    DRAWN,
    FORCED,
    FORFEITED,
    NOBODY,
    NONE_DOWN,
    NONE_UP,
    ROW,
    ROWS,
    Table,
    card_at,
)

RULE = "Javelin, rule {}"
GUESSES = {"higher": HIGHER, "lower": LOWER}
PLACES = {str(place): place for place in range(ROW)}
EXAMPLES = "`guess 9 3 higher`, `guess 9 3 lower`, `attack 9 12`, `replace 9` or `forfeit`"
ENDINGS = {
    NONE_DOWN: "seat {} has no card face-down any more",
    NONE_UP: "seat {} has no card face-up any more",
    FORFEITED: "seat {} forfeits",
    FORCED: "seat {} has no other move: the face-up cards are all sideways and the deck is empty",
    DRAWN: "the round is drawn: it has gone on for 300 turns",
}


def read(t: Table, seat: int, text: str) -> list[int]:
    match text.split():
        case ["guess", own, target, way] if way in GUESSES:
            return [GUESSES[way] << 8 | place(own) << 4 | place(target)]
        case ["attack", own, target]:
            return [ATTACK << 8 | place(own) << 4 | place(target)]
        case ["replace", own]:
            return [REPLACE << 8 | place(own) << 4]
        case ["forfeit"]:
            return [FORFEIT << 8]
    raise Unreadable(f"{text!r} is no move; say {EXAMPLES}.", rule=RULE.format(3))


def place(text: str) -> int:
    if text not in PLACES:
        raise Unreadable(f"{text!r} is no place: they are 0 to {ROW - 1}.", rule=RULE.format(1))
    return PLACES[text]


def words(t: Table, *choices: int) -> str:
    return phrase(choices[0])


@cache
def phrase(choice: int) -> str:
    verb, own, target = choice >> 8, choice >> 4 & 15, choice & 15
    if verb in (HIGHER, LOWER):
        return f"guess {own} {target} {'higher' if verb == HIGHER else 'lower'}"
    return {ATTACK: f"attack {own} {target}", REPLACE: f"replace {own}"}.get(verb, "forfeit")


def every(t: Table, seat: int) -> Iterator[int]:
    """Every move that can be said, good or not."""
    yield from range(REPLACE << 8)
    yield from (REPLACE << 8 | own << 4 for own in range(ROW))
    yield FORFEIT << 8


def why(t: Table, seat: int, choice: int, rule: int) -> str:
    """In a sentence: why this move is against this rule."""
    if rule == 12:
        return "The match is over."
    if t.waits:
        return "The dealer is giving cards."
    if seat != t.turn:
        return f"It is the turn of seat {t.turn}, not of seat {seat}."
    if not 0 <= choice < CHOICES or rule == 3:
        return f"That is no move; say {EXAMPLES}."
    verb, own, target = choice >> 8, choice >> 4 & 15, choice & 15
    if not t.up[seat] >> own & 1:
        return f"You have no face-up card at place {own}."
    if verb == REPLACE:
        return "The deck is empty, so no card can be replaced." if not may_replace(t) else "Replace one card."
    if t.sideways[seat] >> own & 1:
        return f"Your card at place {own} is sideways: it can neither guess nor attack."
    if verb == ATTACK and t.up[1 - seat] >> target & 1:
        attacker, attacked = (STANDARD.name(card_at(t, *at)) for at in ((seat, own), (1 - seat, target)))
        return f"{attacker} cannot take {attacked}, which is higher."
    side = "up" if verb == ATTACK else "down"
    return f"Your opponent has no face-{side} card at place {target}."


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """Whether a guess was right and what it proves; how a round ended."""
    told = []
    if seat >= 0 and after.turns > before.turns:
        if after.down != before.down:
            turned = (before.down[1 - seat] & ~after.down[1 - seat]).bit_length() - 1
            told.append(f"right: it is {STANDARD.name(card_at(after, 1 - seat, turned))}")
        elif taken := STANDARD.names(after.at[DISCARDS] & ~before.at[DISCARDS]):
            told.append(f"takes {taken[0]}")
        elif after.at == before.at:
            told.append("wrong")
            told += [
                f"place {at % ROW} of seat {at // ROW} is {least} to {most}"
                for at, (least, most) in enumerate(zip(after.least, after.most, strict=True))
                if (least, most) != (before.least[at], before.most[at])
            ]
    if after.deal != before.deal:
        loser = 1 - after.winner if after.winner != NOBODY else NOBODY
        told.append(ENDINGS[after.ending].format(loser))
        told += [f"seat {other} has {after.points[other]} points" for other in range(2)]
    return tuple(told)


@cache
def place_name(place: int) -> str:
    if place in (STOCK, DISCARDS):
        return "stock" if place == STOCK else "discards"
    return f"row {(place - ROWS) // ROW} {(place - ROWS) % ROW}"
