"""Batches of matches played by chance, on one core or several.

played = play_many("president", games=100_000, seats=4, seed=7)
played.places       # [game, seat] -> 1 for the winner
played.moves        # [game] -> how many moves
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.chance import CELLS
from cardhouse.cards.errors import BadTable
from cardhouse.games import game as game_named
from cardhouse.games.face import Game
from cardhouse.press.compiler import compilable, compiled
from cardhouse.press.playout import playout, room
from cardhouse.press.twin import packed

CHUNK = 4096  # matches that a thread plays at a time


class Played(NamedTuple):
    places: NDArray[np.int8]  # of each match and seat
    moves: NDArray[np.int32]  # of each match


@cache
def kernel(game: Game) -> Any:
    """The compiled function that plays matches `first`, `first + 1`, ... at a table and writes what came out."""
    play_match = compilable(playout(game), f"play_{game.law.__name__}")
    ranked = game.law.ranked
    cards, most_moves = room(game), game.law.MOST_MOVES

    def play_some(tables: Any, seed: int, first: int, places: Any, moves: Any) -> None:
        t = tables[0]
        dealer, players = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
        order, out = np.zeros(cards, np.int64), np.zeros(most_moves, np.int64)
        for i in range(moves.shape[0]):
            moves[i] = play_match(t, seed, first + i, dealer, players, order, out)
            for seat in range(t.seats):
                places[i, seat] = ranked(t, seat)

    return compiled(play_some)


def play_many(
    game: str | Game,
    *,
    games: int,
    seats: int,
    options: Mapping[str, str | int] | None = None,
    seed: int,
    first: int = 0,
    workers: int | None = 1,
) -> Played:
    """Play matches number `first` and on. What comes out depends on seed and number alone, not on the workers."""
    rules = game if isinstance(game, Game) else game_named(game)
    table = rules.table(seats, options)
    if games < 0 or (workers is not None and workers < 1):
        raise BadTable(f"{games} games by {workers} workers cannot be played.", rule="simulation")
    played = Played(np.zeros((games, seats), np.int8), np.zeros(games, np.int32))
    play_some = kernel(rules)

    def play_chunk(start: int) -> None:
        part = slice(start, start + CHUNK)
        play_some(packed(table), seed, first + start, played.places[part], played.moves[part])

    starts = range(0, games, CHUNK)
    with ThreadPoolExecutor(workers or cpu_count()) as pool:
        list(pool.map(play_chunk, starts))
    return played
