"""The notation of the game: how moves are written, and the facts about them."""

from collections.abc import Iterator

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.facts import Fact
from cardhouse.games.facts import DealOver, MatchOver, NoCard, NotDealt, NotHeld, NotYourTurn, Points
from cardhouse.games.moves import spelled

from .facts import TookTrick
from .moves import MOVES, card_of, is_move
from .state import State

read, text = spelled(MOVES)


def every(t: State, seat: int) -> Iterator[int]:
    """Yield every move that has a text, legal or not; `cardhouse check` compares them with the law."""
    return MOVES.every()


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    """Return why this rule forbids this move."""
    if rule == 4:
        return MatchOver()
    if t.waits:
        return NotDealt()
    if rule == 2:
        return NotYourTurn(t.turn)
    return NotHeld((STANDARD.name(card_of(choice)),)) if is_move(choice) else NoCard()


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    """Return what a move did besides moving cards, from the states before and after it."""
    found: list[Fact] = []
    if before.played and not after.played:
        found.append(TookTrick(after.turn))
    if after.deal > before.deal:
        found += [Points(other, after.points[other]) for other in range(after.seats)]
        found.append(DealOver())
    return tuple(found)
