"""Hearts in words: `play 12s`."""

from collections.abc import Iterator
from functools import partial

from cardhouse.cards.deck import STANDARD, SUITS
from cardhouse.cards.errors import Rule, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import HAND, numbers
from cardhouse.games.facts import DealOver, MatchOver, NoCard, NotDealt, NotHeld, NotYourTurn
from tests.hearts.facts import (
    FollowSuit,
    Gained,
    HeartsBroken,
    HeartsNotBroken,
    MoonShot,
    NotAMove,
    NotInFirstTrick,
    TookTrick,
    WrongFirstLead,
)
from tests.hearts.law import MOONS, MOST_CARDS, NOTHING, SEATS, TWO_OF_CLUBS, Table

RULE = partial(Rule, "Hearts")
MOON = ("others", "self")


def read(t: Table, seat: int, text: str) -> list[int]:
    match text.split():
        case ["play", name]:
            return [STANDARD.card(name, rule=RULE(1))]
    raise Unreadable(NotAMove(shown(text)), rule=RULE(2))


def words(t: Table, *choices: int) -> str:
    return f"play {STANDARD.name(choices[0])}"


def every(t: Table, seat: int) -> Iterator[int]:
    yield from numbers(t.at[HAND + seat], 0)


def why(t: Table, seat: int, choice: int, rule: int) -> Fact:
    if rule == 9:
        return MatchOver()
    if t.waits:
        return NotDealt()
    if rule == 1:
        return NotHeld((STANDARD.name(choice),)) if 0 <= choice < MOST_CARDS else NoCard()
    if rule == 2 and seat == t.turn:
        return WrongFirstLead(STANDARD.name(TWO_OF_CLUBS))
    if rule == 2:
        return NotYourTurn(t.turn)
    if rule == 3:
        return FollowSuit(SUITS[t.led])
    return NotInFirstTrick(STANDARD.name(choice)) if rule == 4 else HeartsNotBroken()


def facts(before: Table, after: Table, seat: int) -> tuple[Fact, ...]:
    told: list[Fact] = []
    if after.broken and not before.broken:
        told.append(HeartsBroken())
    if before.led != NOTHING and after.led == NOTHING and not after.deal > before.deal:
        told.append(TookTrick(after.turn))
    if after.deal > before.deal:
        told += [Gained(other, after.gained[other]) for other in range(SEATS)]
        if after.tally[MOONS] > before.tally[MOONS]:
            told.append(MoonShot())
        told.append(DealOver())
    return tuple(told)
