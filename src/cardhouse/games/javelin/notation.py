"""Javelin in words: `guess 9 3 higher`, `attack 9 12`, `replace 9`, `forfeit`; own place first."""

from collections.abc import Iterator
from functools import cache, partial

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Rule, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import DISCARDS, STOCK
from cardhouse.games.facts import DealerActs, MatchOver, NotYourTurn, Points
from cardhouse.games.javelin.facts import (
    Drawn,
    EmptyDeck,
    Forfeited,
    GuessedRight,
    GuessedWrong,
    IsHigher,
    IsSideways,
    NoneDown,
    NoneToAttack,
    NoneToGuess,
    NoneUp,
    NoPlace,
    NotAMove,
    NotAnyMove,
    NotFaceUp,
    OneCard,
    Proved,
    Stuck,
    Took,
)
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
    NONE_DOWN,
    NONE_UP,
    ROW,
    ROWS,
    Table,
    card_at,
)

RULE = partial(Rule, "Javelin")
GUESSES = {"higher": HIGHER, "lower": LOWER}
PLACES = {str(place): place for place in range(ROW)}
ENDINGS = {NONE_DOWN: NoneDown, NONE_UP: NoneUp, FORFEITED: Forfeited, FORCED: Stuck}  # with the loser; or DRAWN


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
    raise Unreadable(NotAMove(shown(text)), rule=RULE(3))


def place(text: str) -> int:
    if text not in PLACES:
        raise Unreadable(NoPlace(shown(text), ROW - 1), rule=RULE(1))
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


def why(t: Table, seat: int, choice: int, rule: int) -> Fact:
    """Return why this move is against this rule."""
    if rule == 12:
        return MatchOver()
    if t.waits:
        return DealerActs()
    if seat != t.turn:
        return NotYourTurn(t.turn)
    if not 0 <= choice < CHOICES or rule == 3:
        return NotAnyMove()
    verb, own, target = choice >> 8, choice >> 4 & 15, choice & 15
    if not t.up[seat] >> own & 1:
        return NotFaceUp(own)
    if verb == REPLACE:
        return OneCard() if may_replace(t) else EmptyDeck()
    if t.sideways[seat] >> own & 1:
        return IsSideways(own)
    if verb == ATTACK and t.up[1 - seat] >> target & 1:
        return IsHigher(STANDARD.name(card_at(t, seat, own)), STANDARD.name(card_at(t, 1 - seat, target)))
    return NoneToAttack(target) if verb == ATTACK else NoneToGuess(target)


def facts(before: Table, after: Table, seat: int) -> tuple[Fact, ...]:
    """Return whether a guess was right and what it proves; how a round ended."""
    told: list[Fact] = []
    if seat >= 0 and after.turns > before.turns:
        if after.down != before.down:
            turned = (before.down[1 - seat] & ~after.down[1 - seat]).bit_length() - 1
            told.append(GuessedRight(STANDARD.name(card_at(after, 1 - seat, turned))))
        elif taken := STANDARD.names(after.at[DISCARDS] & ~before.at[DISCARDS]):
            told.append(Took(taken[0]))
        elif after.at == before.at:
            told.append(GuessedWrong())
            told += [
                Proved(at // ROW, at % ROW, least, most)
                for at, (least, most) in enumerate(zip(after.least, after.most, strict=True))
                if (least, most) != (before.least[at], before.most[at])
            ]
    if after.deal != before.deal:
        told.append(ending(after))
        told += [Points(other, after.points[other]) for other in range(2)]
    return tuple(told)


def ending(t: Table) -> Fact:
    """Return how the last round ended."""
    return Drawn() if t.ending == DRAWN else ENDINGS[t.ending](1 - t.winner)


@cache
def place_name(place: int) -> str:
    if place in (STOCK, DISCARDS):
        return "stock" if place == STOCK else "discards"
    return f"row {(place - ROWS) // ROW} {(place - ROWS) % ROW}"
