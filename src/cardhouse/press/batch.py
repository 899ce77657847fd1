"""Batches of matches played by chance, on one core or several.

    played = play_many("president", games=100_000, seats=4, seed=7)
    played.places       # [game, seat] -> 1 for the winner
    played.moves        # [game] -> how many moves

What comes out depends on the seed and the number of the match alone.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.chance import CELLS
from cardhouse.cards.errors import BadTable, shown
from cardhouse.games import game as game_named
from cardhouse.games.face import Game
from cardhouse.press.compiler import compilable, compiled
from cardhouse.press.playout import playout, room
from cardhouse.press.twin import packed

CHUNK = 4096  # matches that a thread plays at a time
MOST_GAMES = 1 << 32  # in one batch: what comes out is held in memory


class Played(NamedTuple):
    places: NDArray[np.int8]  # of each match and seat
    moves: NDArray[np.int32]  # of each match
    tallies: NDArray[np.int32]  # of each match: the game's `tallies`


@cache
def kernel(game: Game) -> Any:
    """The compiled function that plays matches `first`, `first + 1`, ... at a table and writes what came out."""
    play_match = compilable(playout(game), "play_match")
    ranked = game.law.ranked
    cards, most_moves, many_tallies = room(game), game.law.MOST_MOVES, len(game.tallies)

    def play_some(tables: Any, seed: int, first: int, places: Any, moves: Any, tallies: Any) -> None:
        t = tables[0]
        dealer, players = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
        order, out = np.zeros(cards, np.int64), np.zeros(most_moves, np.int64)
        for i in range(moves.shape[0]):
            moves[i] = play_match(t, seed, first + i, dealer, players, order, out)
            for seat in range(t.seats):
                places[i, seat] = ranked(t, seat)
            for tally in range(many_tallies):
                tallies[i, tally] = t.tally[tally]

    return compiled(play_some)


class Batch(NamedTuple):
    """What is to be played, checked."""

    game: Game
    table: Any
    games: int
    seed: int
    first: int


def batch(
    game: str | Game, games: int, seats: int, options: Mapping[str, str | int] | None, seed: int, first: int
) -> Batch:
    rules = game if isinstance(game, Game) else game_named(game)
    for name, number in (("games", games), ("seed", seed), ("first", first)):
        if type(number) is not int or not 0 <= number < (MOST_GAMES if name == "games" else 1 << 63):
            most = "2**32" if name == "games" else "2**63"
            raise BadTable(f"{name} is a number from 0 on, below {most}, not {shown(number)}.", rule="simulation")
    return Batch(rules, rules.table(seats, options), games, seed, first)


def blank(todo: Batch, rows: Callable[..., Any] = np.zeros) -> Played:
    """Rows for what comes out."""
    many, tallies = todo.games, len(todo.game.tallies)
    return Played(rows((many, todo.table.seats), np.int8), rows(many, np.int32), rows((many, tallies), np.int32))


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
    todo = batch(game, games, seats, options, seed, first)
    if workers is not None and (type(workers) is not int or workers < 1):
        raise BadTable(
            f"workers is a number from 1 on, or None for all cores, not {shown(workers)}.", rule="simulation"
        )
    played = blank(todo)
    play_some = kernel(todo.game)

    def play_chunk(start: int) -> None:
        part = slice(start, start + CHUNK)
        play_some(packed(todo.table), seed, first + start, *(rows[part] for rows in played))

    with ThreadPoolExecutor(workers or cpu_count()) as pool:
        list(pool.map(play_chunk, range(0, games, CHUNK)))
    return played
