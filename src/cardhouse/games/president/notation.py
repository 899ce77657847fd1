"""The notation of President: `play 4d 4h`, `pass`."""

from collections.abc import Iterator
from functools import cache, partial

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import Rule, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import HAND
from cardhouse.cards.sets import cards_of as cards_in
from cardhouse.cards.sets import suits_held
from cardhouse.games.facts import (
    DealOver,
    LeaderPasses,
    MatchOver,
    NotDealt,
    NotHeld,
    NotYourTurn,
    Out,
    PileCleared,
    Points,
)
from cardhouse.games.moves import spelled
from cardhouse.games.president.facts import (
    DirectionTurned,
    DoesNotBeat,
    NotAnAnswer,
    NotTheOpening,
    Skipped,
)
from cardhouse.games.president.law import OPENING
from cardhouse.games.president.moves import MOVES, PASS, play_of, rank_of, suits_of
from cardhouse.games.president.state import PILE, RANKS, State

RULE = partial(Rule, "President")

read, text = spelled(MOVES)


@cache
def cards_of(choice: int) -> tuple[str, ...]:
    """Return the cards that a move plays."""
    return STANDARD.names(cards_in(rank_of(choice), suits_of(choice)))


def every(t: State, seat: int) -> Iterator[int]:
    """Yield every move of this seat's cards, legal or not, with every choice of suits."""
    yield PASS
    for rank in range(RANKS):
        held = suits_held(t.at[HAND + seat], rank)
        yield from (play_of(rank, suits) for suits in range(1, held + 1) if suits & ~held == 0)


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    """Return why this rule forbids this move."""
    if rule == 13:
        return MatchOver()
    if rule == 3 and t.waits:
        return NotDealt()
    if rule == 3 and t.opening and seat == t.turn:
        return NotTheOpening(cards_of(OPENING), shown(MOVES.say(choice)))
    if rule == 3:
        return NotYourTurn(t.turn)
    if rule == 10:
        return LeaderPasses()
    if rule == 4:
        held = STANDARD.names(t.at[HAND + seat])
        return NotHeld(tuple(name for name in cards_of(choice) if name not in held))
    return DoesNotBeat(cards_of(choice), STANDARD.names(t.at[PILE]))


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    """Return what a move did besides moving cards."""
    if before.waits:
        return ()
    found: list[Fact] = []
    if after.direction != before.direction:
        found.append(DirectionTurned())
    if after.skipped != NOBODY:
        found.append(Skipped(after.skipped))
    if after.cleared:
        found.append(PileCleared())
    if after.places[seat] != before.places[seat]:
        found.append(Out(seat, after.places[seat]))
    if after.deal != before.deal:
        found.append(DealOver())
        if after.deals > 1:
            found += [Points(other, points) for other, points in enumerate(after.points[: after.seats])]
    return tuple(found)


def answer(returned: object) -> str:
    """Convert what a player function of the callback interface returns to the text of a move."""
    if returned is None:
        return "pass"
    if type(returned) is str:
        return f"play {returned}"
    if (type(returned) is list or type(returned) is tuple) and all(type(name) is str for name in returned):
        return f"play {' '.join(returned)}" if returned else "pass"
    raise Unreadable(NotAnAnswer(type(returned).__name__), rule=RULE(4))
