"""Moves and matches per second on a GPU, after a comparison of its results with the CPU's. Run it by hand.

The command is `.venv/bin/python -m bench.gpu`.
"""

from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda

from bench.measure import Work, measured, named, publish
from cardhouse import GAMES
from cardhouse.compiled import PlayoutResults, batch, gpu, play_batch
from cardhouse.compiled.intrinsics import Numba

SEED = 1
MATCHES = {"blitz": 1 << 21, "davenport": 1 << 23, "dynasty": 1 << 21, "javelin": 1 << 21, "president": 1 << 24}
COMPARED = {"blitz": 10_000, "davenport": 50_000, "dynasty": 5000, "javelin": 10_000, "president": 100_000}
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "blitz": [(3, {}), (10, {"decks": 2, "jokers": 6, "dealer": "rotates"})],
    "davenport": [(4, {}), (7, {"ace_rule": "on", "playoff": "wins"})],
    "dynasty": [(4, {"taxation": "on"}), (12, {"monarchies": 1})],
    "javelin": [(2, {}), (2, {"reshuffle": "on", "target": 5})],
    "president": [(4, {}), (3, {"skip_on": "rank"}), (8, {"full_circle": "everybody", "deals": 2})],
}
DEFAULT_MATCHES, DEFAULT_COMPARED = 1 << 20, 10_000  # matches of a game that is not listed
MOVES: dict[tuple[str, int], int] = {}  # by game and number of matches: they are the same every time


def agree() -> int:
    """Play the same matches on GPU and CPU, and raise an error if any result differs. Return the number of matches."""
    compared = 0
    for name, game in GAMES.items():
        for seats, options in TABLES.get(name, [(game.default_seats, {})]):
            quick = [["quick", *["easy"] * (seats - 1)]] if game.bots.heuristic else []
            for players in (["random"], *quick):
                count = COMPARED.get(name, DEFAULT_COMPARED)
                given: dict[str, Any] = {"matches": count, "seats": seats, "options": options, "seed": SEED}
                todo = batch(name, **given, players=players, deals=2, hands=True)
                ours, theirs = play_batch(todo, None), gpu.play_batch(todo)
                for what in PlayoutResults._fields:
                    assert np.array_equal(getattr(ours, what), getattr(theirs, what)), f"{name} differs: {what}"
                compared += count
    return compared


def left_there(name: str, matches: int) -> int:
    """Play without copying the results back, and return the number of moves, which is counted once."""
    played = gpu.launch(batch(name, matches=matches, seed=SEED))
    cuda.synchronize()
    if (name, matches) not in MOVES:
        moves: Numba = played.moves
        MOVES[name, matches] = int(moves.copy_to_host().sum())
    return MOVES[name, matches]


if __name__ == "__main__":
    compared = agree()
    device = cuda.get_current_device().name
    name = device.decode() if isinstance(device, bytes) else str(device)
    works = [
        Work(
            f"{named(key)}, compiled, one {name}",
            MATCHES.get(key, DEFAULT_MATCHES),
            partial(left_there, key),
            perf_counter,
        )
        for key in GAMES
    ]
    publish("gpu", {"machine": name, "matches_equal_to_the_cpus": compared, "rows": measured(works)})
