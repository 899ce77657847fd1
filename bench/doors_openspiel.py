"""OpenSpiel's card games by its `rl_environment`, with random legal actions."""

from functools import cache, partial
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from bench.measure import Work

SEED = 1
GAMES = {"leduc_poker": 500, "crazy_eights(players=4)": 20, "hearts": 20}  # matches per round


def works() -> list[Work]:
    return [
        Work(f"OpenSpiel {name.partition('(')[0]}, rl_environment", matches, partial(looped, name), process_time)
        for name, matches in GAMES.items()
    ]


@cache
def environment(name: str) -> Any:
    return import_module("open_spiel.python.rl_environment").Environment(name)


def looped(name: str, matches: int) -> int:
    env, chance, moves = environment(name), Random(SEED), 0
    env.seed(SEED)
    for _ in range(matches):
        now = env.reset()
        while not now.last():
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            now = env.step([chance.choice(legal)])
            moves += 1
    return moves
