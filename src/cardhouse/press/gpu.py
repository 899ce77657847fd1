"""The same playouts on a GPU, from the same source. Needs the extra `gpu` and an NVIDIA card."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 asks for it; numpy 2.5 has dropped it

from numba import cuda, from_dtype, int8, int32, int64

from cardhouse.cards.chance import CELLS
from cardhouse.cards.errors import BadTable
from cardhouse.games.face import Game
from cardhouse.press.batch import Batch, Played, batch, blank
from cardhouse.press.compiler import compilable
from cardhouse.press.playout import playout, room
from cardhouse.press.twin import dtype_of, packed

BLOCK, THREADS = 128, 1 << 20


def source(game: Game) -> tuple[Callable[..., None], tuple[Any, ...]]:
    """The kernel as a plain function, and the types of what it is given."""
    play_match = compilable(playout(game), "play_match")
    ranked = game.law.ranked
    cards, most_moves, many_tallies = room(game), game.law.MOST_MOVES, len(game.tallies)
    record = from_dtype(dtype_of(game.law.Table))

    def play_some(tables: Any, seed: int, first: int, places: Any, moves: Any, tallies: Any) -> None:
        table = cuda.local.array(1, record)
        dealer, players = cuda.local.array(CELLS, int64), cuda.local.array(CELLS, int64)
        order, out = cuda.local.array(cards, int32), cuda.local.array(most_moves, int32)
        table[0] = tables[0]
        for i in range(cuda.grid(1), moves.shape[0], cuda.gridsize(1)):
            moves[i] = play_match(table[0], seed, first + i, dealer, players, order, out)
            for seat in range(table[0].seats):
                places[i, seat] = ranked(table[0], seat)
            for tally in range(many_tallies):
                tallies[i, tally] = table[0].tally[tally]

    return play_some, (record[::1], int64, int64, int8[:, ::1], int32[::1], int32[:, ::1])


def ptx(game: Game, capability: tuple[int, int] = (9, 0)) -> str:
    """The kernel in the GPU's assembly language; no device is needed for that, only a compiler."""
    function, types = source(game)
    return str(cuda.compile_ptx(function, types, cc=capability)[0])


@cache
def kernel(game: Game) -> Any:
    return cuda.jit(source(game)[0])


def launch(todo: Batch) -> tuple[Any, ...]:
    """Start a batch; returns what comes out as it lies on the GPU."""
    if not cuda.is_available():
        raise BadTable("There is no GPU that can be used here.", rule="simulation")
    table = cuda.to_device(packed(todo.table))
    played = blank(todo, cuda.device_array)
    kernel(todo.game)[THREADS // BLOCK, BLOCK](table, todo.seed, todo.first, *played)
    return played


def play_many(
    game: str | Game,
    *,
    games: int,
    seats: int,
    options: Mapping[str, str | int] | None = None,
    seed: int,
    first: int = 0,
) -> Played:
    """As `cardhouse.press.play_many`, with the same results."""
    played = launch(batch(game, games, seats, options, seed, first))
    return Played(*(rows.copy_to_host() for rows in played))
