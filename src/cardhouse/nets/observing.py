"""What a view shows as numbers: the same as `Tables`, so that a net that was trained there can play from views."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.errors import BadSetup
from cardhouse.cards.ledger import Ledger
from cardhouse.games import game as game_named
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import layout_of, observing
from cardhouse.games.view import OwnView


class Observation(NamedTuple):
    """What a seat is shown: the fields of a `Batch` with the same names, without the first axis."""

    words: NDArray[np.int64]
    counts: NDArray[np.int8]
    cells: NDArray[np.int32]
    rows: NDArray[np.int8]
    mask: NDArray[np.bool_]
    moves: NDArray[np.int16]  # the actions, in the order of `view.moves`


def observe(view: OwnView) -> Observation:
    """Return what a seat to act is shown of a table, from its view. A batch also has a history, which no view has."""
    game = game_named(view.game)
    return observe_state(game, recall(game, view), view)


def recall(game: AnyGame, view: OwnView) -> Ledger:
    """Return a state that fits the view of a seat to act."""
    recalled = game.secrecy.recall_all or game.secrecy.recall
    if recalled is None:
        raise BadSetup(f"{game.title} cannot recall a state from a view: define `recall`.", rule="docs/one-law.md")
    if not view.moves:
        raise BadSetup(f"The view of seat {view.seat} has no moves: only a seat to act observes.", rule="docs/train.md")
    t: Ledger = recalled(view)
    return t


def observe_state(game: AnyGame, t: Ledger, view: OwnView) -> Observation:
    """Return what a seat is shown of the state that was recalled from its view."""
    layout, numbered = layout_of(game, view.seats), actions_of(game)
    seen = Observation(
        words=np.zeros(len(layout.words), np.int64),
        counts=np.zeros(len(layout.counts), np.int8),
        cells=np.zeros(len(layout.cells), np.int32),
        rows=np.zeros(len(layout.rows), np.int8),
        mask=np.zeros(numbered.count, np.bool_),
        moves=np.array([numbered.action_of(t, view.seat, choice) for choice in game.moves(t, view.seat)], np.int16),
    )
    parts: list[Any] = [seen.words, seen.counts, seen.cells, seen.rows]  # numpy's rows, written as a law's
    observing(game)(t, view.seat, *parts)
    seen.mask[seen.moves] = True
    return seen
