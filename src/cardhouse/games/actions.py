"""How the moves of a game are numbered for programs that learn: as the game declares it, or by themselves."""

from typing import Any

from cardhouse.cards.errors import BadSetup
from cardhouse.cards.law import law
from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import Actions, AnyGame

MOST_ACTIONS = 1 << 12  # of a game that does not number its moves itself
MOST_NUMBERED = 1 << 15  # of one that does: tables have 16 bits for a number


def actions_of(game: AnyGame) -> Actions[Any]:
    """Return how a game numbers its moves; by default, a move is its own number."""
    if game.actions is not None:
        if game.actions.count > MOST_NUMBERED:
            raise BadSetup(
                f"{game.title} numbers {game.actions.count:,} actions; there may be at most {MOST_NUMBERED:,}.",
                rule="docs/train.md",
            )
        return game.actions
    if game.law.CHOICES > MOST_ACTIONS:
        raise BadSetup(
            f"{game.title} has {game.law.CHOICES:,} possible moves: define `actions`, which numbers those that are "
            f"listed.",
            rule="docs/train.md",
        )
    return Actions(count=game.law.CHOICES, action_of=itself, choice_of=itself)


@law
def itself(t: Ledger, seat: int, number: int) -> int:
    return number
