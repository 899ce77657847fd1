"""The notation of Davenport: `commit 7s`, `exchange 7s`."""

from collections.abc import Iterator

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.facts import Fact
from cardhouse.cards.law import lowest
from cardhouse.cards.ledger import HAND, WATCHER, numbers
from cardhouse.cards.sets import includes
from cardhouse.games.davenport.facts import (
    Eliminated,
    HasCommitted,
    NotInPlayoff,
    Playoff,
    Showed,
    WonRound,
)
from cardhouse.games.davenport.moves import MOVES, card_of, commit_of, exchange_of, is_move
from cardhouse.games.davenport.state import COMMITTED, GIVEN_UP, ROUNDS, State
from cardhouse.games.facts import DealerActs, MatchOver, NoCard, NotHeld
from cardhouse.games.moves import spelled

read, text = spelled(MOVES)


def every(t: State, seat: int) -> Iterator[int]:
    """Yield every move of this seat's cards, legal or not."""
    for card in numbers(t.at[HAND + seat], 0):
        yield from (commit_of(card), exchange_of(card))


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    """Return why this rule forbids this move."""
    if t.deal:
        return MatchOver()
    if rule == 7:
        return NotInPlayoff(seat)
    if t.waits:
        return DealerActs()
    if includes(t.chosen, seat):
        return HasCommitted()
    return NotHeld((STANDARD.name(card_of(choice)),)) if is_move(choice) else NoCard()


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    """Return what was shown, who won and who is out, once a round has been revealed."""
    found: list[Fact] = []
    if after.tally[ROUNDS] > before.tally[ROUNDS]:
        for other in range(after.seats):
            if after.shown[other] != NOBODY:
                unseen = includes(after.exchanged, other)
                found.append(Showed(other, STANDARD.name(after.shown[other]), unseen))
        found += [WonRound(other) for other in range(after.seats) if includes(after.won, other)]
    if after.playing_off and not before.playing_off:
        found.append(Playoff(tuple(numbers(after.playing, 0))))
    if after.playing_off and before.playing_off and after.playing != before.playing:
        found.append(Eliminated(lowest(before.playing & ~after.playing)))
    if after.deal and not before.deal:
        found.append(MatchOver())
    return tuple(found)


def commitment(t: State, seat: int) -> str:
    """Return the text of the move that this seat has committed to; "" if there is none or it may not be known."""
    if seat != WATCHER:
        for move_of, zone in ((commit_of, COMMITTED), (exchange_of, GIVEN_UP)):
            for card in numbers(t.at[zone + seat], 0):
                return MOVES.say(move_of(card))
    return ""
