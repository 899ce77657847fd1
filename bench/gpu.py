"""Moves and games a second on a GPU, after its results have been held against the CPU's. Run by hand where one is.

The command is `.venv/bin/python -m bench.gpu`.
"""

from time import perf_counter

from numba import cuda

from bench.measure import Work, measured, publish
from cardhouse.games.president import PRESIDENT
from cardhouse.press import gpu, play_many
from cardhouse.press.batch import batch

SEED, GAMES = 1, 1 << 24


def agree(games: int = 200_000) -> int:
    """The same matches on both, every place and every count of moves; raises if one differs."""
    tables: list[tuple[int, dict[str, str | int]]] = [
        (4, {}),
        (3, {"skip_on": "rank"}),
        (8, {"full_circle": "everybody", "deals": 2}),
    ]
    for seats, options in tables:
        ours = play_many("president", games=games, seats=seats, options=options, seed=SEED, workers=None)
        theirs = gpu.play_many("president", games=games, seats=seats, options=options, seed=SEED)
        assert (ours.places == theirs.places).all()
        assert (ours.moves == theirs.moves).all()
    return len(tables) * games


def copied(games: int) -> int:
    return int(gpu.play_many(PRESIDENT, games=games, seats=4, seed=SEED).moves.sum())


def left_there(games: int) -> int:
    """The same matches, so as many moves; they are not counted again."""
    gpu.launch(batch(PRESIDENT, games, 4, None, SEED, 0))
    cuda.synchronize()
    return MOVES


if __name__ == "__main__":
    compared = agree()
    MOVES = copied(GAMES)
    device = cuda.get_current_device().name
    name = device.decode() if isinstance(device, bytes) else str(device)
    rows = measured(
        [
            Work(f"compiled, 4 seats, one {name}", GAMES, left_there, perf_counter),
            Work(f"compiled, 4 seats, one {name}, results copied back", GAMES, copied, perf_counter),
        ]
    )
    publish("gpu", {"machine": name, "matches_equal_to_the_cpus": compared, "rows": rows})
