"""The notation of Hearts: `play 12s`."""

from collections.abc import Iterator

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD, SUITS
from cardhouse.cards.facts import Fact
from cardhouse.games.facts import DealOver, MatchOver, NoCard, NotDealt, NotHeld, NotYourTurn
from cardhouse.games.moves import spelled
from tests.hearts.facts import (
    FollowSuit,
    Gained,
    HeartsBroken,
    HeartsNotBroken,
    MoonShot,
    NotInFirstTrick,
    TookTrick,
    WrongFirstLead,
)
from tests.hearts.law import TWO_OF_CLUBS
from tests.hearts.moves import MOVES, card_of, is_move
from tests.hearts.state import MOONS, State

read, text = spelled(MOVES)


def every(t: State, seat: int) -> Iterator[int]:
    return MOVES.every()


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    if rule == 9:
        return MatchOver()
    if t.waits:
        return NotDealt()
    if seat != t.turn:
        return NotYourTurn(t.turn)
    if not is_move(choice):
        return NoCard()
    card = STANDARD.name(card_of(choice))
    if rule == 1:
        return NotHeld((card,))
    if rule == 2:
        return WrongFirstLead(STANDARD.name(TWO_OF_CLUBS))
    if rule == 3:
        return FollowSuit(SUITS[t.led])
    return NotInFirstTrick(card) if rule == 4 else HeartsNotBroken()


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    found: list[Fact] = []
    if after.broken and not before.broken:
        found.append(HeartsBroken())
    if before.led != NOBODY and after.led == NOBODY and after.deal == before.deal:
        found.append(TookTrick(after.turn))
    if after.deal > before.deal:
        found += [Gained(other, points) for other, points in enumerate(after.gained)]
        if after.tally[MOONS] > before.tally[MOONS]:
            found.append(MoonShot())
        found.append(DealOver())
    return tuple(found)
