"""The heuristic as a teacher: before a net learns from its own matches, it learns to choose what the heuristic would.

A net that begins with random moves needs many millions of steps to find out what the heuristic knows.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.compiler import Kernel, compilable, compiled
from cardhouse.compiled.records import States
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.rl import Batch
from cardhouse.training.rollout import Choices, Whole
from cardhouse.training.seating import TableGroup

STRAYS = 0.2  # of the moves in lessons are random, so that the net also sees what follows a mistake


@cache
def kernel(game: AnyGame) -> Kernel:
    """Return the compiled function that writes down the heuristic's action at each of some tables."""
    heuristic, weights, list_moves, action_of = (
        game.bots.heuristic,
        game.bots.weights,
        game.law.moves,
        actions_of(game).action_of,
    )
    assert heuristic is not None

    @law
    def advise(t: Ledger, seat: int, out: Row) -> int:
        return action_of(t, seat, heuristic(t, seat, out, list_moves(t, seat, out), weights))

    advised = compilable(advise, "advise")

    def advise_some(states: States, seats: NDArray[np.int8], out: NDArray[np.int64], advice: Whole) -> None:
        for i in range(len(advice)):
            advice[i] = advised(states[i], seats[i], out)

    return compiled(advise_some)


class Teacher:
    """Chooses for all players in a lesson. The choices of the net are recorded with the heuristic's actions."""

    def __init__(self, groups: Sequence[TableGroup]) -> None:
        self.groups = groups

    def choose(self, parts: Sequence[Choices], actions: Whole, batches: Sequence[Batch], chance: Generator) -> Whole:
        """Return the actions to make: the heuristic's, or now and then a random one."""
        advice = np.concatenate([advice_at(*one) for one in zip(self.groups, batches, strict=True)])
        own = parts[0]
        own.action[:] = advice[own.table]
        strays = np.concatenate([random_actions(batch, chance) for batch in batches])
        return np.where(chance.random(len(advice)) < STRAYS, strays, advice)


def advice_at(group: TableGroup, batch: Batch) -> Whole:
    """Return the heuristic's action at each table."""
    game, advice = group.tables.game, np.zeros(group.tables.count, np.int64)
    kernel(game)(group.tables.records(), batch.seat, np.zeros(game.law.MOST_MOVES, np.int64), advice)
    return advice


def random_actions(batch: Batch, chance: Generator) -> Whole:
    numbers: Whole = chance.integers(0, batch.move_count, size=len(batch.move_count))
    found: Whole = np.take_along_axis(batch.moves, numbers[:, None], axis=1)[:, 0].astype(np.int64)
    return found
