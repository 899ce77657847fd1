"""Moves and matches per second of every game: plain Python, compiled for one core and for all, and on a GPU.

`make bench` runs it. The figures of a GPU come from bench/gpu.py, and are printed here beside the rest.
"""

import json
import subprocess
import sys
from functools import partial
from os import cpu_count, environ
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench.measure import FOLDER, ROUNDS, Work, machine, matrix, measured, named, publish, short
from cardhouse import GAMES, Match, SeededDealer, game, play_out, president
from cardhouse.bots import random_player
from cardhouse.compiled import play_many

SEED = 1
PLAIN = {"blitz": 30, "davenport": 100, "dynasty": 6, "javelin": 10, "president": 100}  # matches
DEFAULT_PLAIN, DEFAULT_COMPILED = 10, 10_000  # matches of a game that is not listed
COMPILED = {"blitz": 10_000, "davenport": 100_000, "dynasty": 10_000, "javelin": 10_000, "president": 100_000}


def plain(name: str, matches: int) -> int:
    """Play with the runner: referee, views and log. Events are computed lazily, so not here."""
    moves, seats = 0, game(name).default_seats
    for number in range(matches):
        match, choose = Match(name, seats=seats, dealer=SeededDealer(SEED, match=number)), random_player(number)

        def counted(view: Any, choose: Any = choose) -> Any:
            nonlocal moves
            moves += 1
            return choose(view)

        play_out(match, [counted] * seats)
    return moves


def callbacks(matches: int) -> int:
    chance = Random(SEED)

    def create_player(set_name: Any) -> Any:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play:
                plays = my_view.get_unique_valid_plays()
                return chance.choice(plays) if plays else None
            return None

        return player

    return sum(len(president(create_player, create_player, create_player).events) for _ in range(matches))


def compiled(name: str, matches: int, workers: int | None = 1, player: str = "random") -> int:
    return int(play_many(name, matches=matches, seed=SEED, workers=workers, players=[player]).moves.sum())


def works() -> list[Work]:
    found = []
    for name in GAMES:
        seats = named(name)
        count, by_rule = partial(compiled, name, workers=None), partial(compiled, name, player="quick")
        few, matches = PLAIN.get(name, DEFAULT_PLAIN), COMPILED.get(name, DEFAULT_COMPILED)
        found += [
            Work(f"{seats}, plain Python", few, partial(plain, name), process_time),
            Work(f"{seats}, compiled, one core", matches, partial(compiled, name), process_time),
            Work(f"{seats}, compiled, {cpu_count()} cores", 2 * matches, count, perf_counter),
        ]
        if game(name).bots.heuristic:
            found.append(Work(f"{seats}, compiled, one core, heuristic", matches, by_rule, process_time))
    return [*found, Work("President, the callback interface, 3 player functions", 100, callbacks, process_time)]


def by_name(found: dict[str, Any], title: str, way: str) -> str:
    """Return the moves per second of a game, as the docs show them."""
    return next(
        short(row["moves_per_s"])
        for row in found["rows"]
        if row["what"].startswith(f"{title}, ") and row["what"].endswith(f" seats, {way}")
    )


IMPORT = "from time import perf_counter as now; start = now(); import cardhouse; print(now() - start)"


def import_seconds() -> float:
    """Return how long `import cardhouse` takes in a new process."""
    runs = [subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, check=True) for _ in range(ROUNDS)]
    return round(median(float(run.stdout) for run in runs), 3)


def command_seconds(cache: str, name: str, matches: int) -> float:
    """Return how long `cardhouse simulate` takes in a new process (wall-clock time)."""
    words = ["-c", "from cardhouse.cli import main; main()", "simulate", name, "--matches", str(matches)]
    start = perf_counter()
    subprocess.run([sys.executable, *words], env={**environ, "XDG_CACHE_HOME": cache}, capture_output=True, check=True)
    return round(perf_counter() - start, 1)


def commands() -> list[dict[str, Any]]:
    """Time each game's first run, which compiles, and a million matches of President with a warm cache."""
    with TemporaryDirectory() as cache:
        rows = [
            {"what": f"{game(name).title}: first run ever, which compiles the law", "to_reach_s": 20, "s": seconds}
            for name in GAMES
            if (seconds := command_seconds(cache, name, 1))
        ]
        million = command_seconds(cache, "president", 1_000_000)
    return [
        *rows,
        {"what": "President: a million matches in a new process, compiled before", "to_reach_s": 15, "s": million},
    ]


if __name__ == "__main__":
    rows = measured(works())
    publish("compiled", {"machine": machine(), "import_s": import_seconds(), "commands": commands(), "rows": rows})
    gpu = json.loads((FOLDER / "gpu.json").read_text("utf-8"))
    print(f"\n{matrix([row for row in rows + gpu['rows'] if ' seats, ' in row['what']])}")
