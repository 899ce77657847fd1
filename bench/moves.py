"""Moves and games a second on this machine: the plain body, the seed's interface, the compiled law. `make bench`."""

import subprocess
import sys
from os import cpu_count
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bench.measure import ROUNDS, Work, machine, measured, publish
from cardhouse import Match, SeededDealer, play_out, president
from cardhouse.bots import random_player
from cardhouse.press import play_many

SEED = 1


def plain(games: int) -> int:
    """Through the runner: referee, views, events, logs, all kept."""
    moves = 0
    for number in range(games):
        match = Match("president", seats=4, dealer=SeededDealer(SEED, game=number))
        play_out(match, [random_player(number)] * 4)
        moves += sum(event.seat >= 0 for event in match.events)
    return moves


def seeds(games: int) -> int:
    chance = Random(SEED)

    def create_player(set_name: Any) -> Any:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play:
                plays = my_view.get_unique_valid_plays()
                return chance.choice(plays) if plays else None
            return None

        return player

    return sum(len(president(create_player, create_player, create_player).events) for _ in range(games))


def compiled(games: int, workers: int | None = 1) -> int:
    return int(play_many("president", games=games, seats=4, seed=SEED, workers=workers).moves.sum())


WORKS = [
    Work("plain Python, 4 seats, with referee, views, events and log", 100, plain, process_time),
    Work("the seed's interface, 3 player functions", 100, seeds, process_time),
    Work("compiled, 4 seats, one core", 100_000, compiled, process_time),
    Work(f"compiled, 4 seats, {cpu_count()} cores", 200_000, lambda games: compiled(games, None), perf_counter),
]

IMPORT = "from time import perf_counter as now; start = now(); import cardhouse; print(now() - start)"


def import_seconds() -> float:
    """How long `import cardhouse` takes in a new process."""
    runs = [subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, check=True) for _ in range(ROUNDS)]
    return round(median(float(run.stdout) for run in runs), 3)


if __name__ == "__main__":
    rows = measured(WORKS)
    publish("moves", {"machine": machine(), "import_s": import_seconds(), "rows": rows})
