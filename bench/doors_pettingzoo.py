"""PettingZoo's own card games by its loop over agents, with random legal actions."""

import warnings
from functools import cache, partial
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np

from bench.measure import Work

SEED = 1
GAMES = {"leduc_holdem_v4": 300, "texas_holdem_v4": 100}  # matches per round


def works() -> list[Work]:
    return [
        Work(f"PettingZoo {name.removesuffix('_v4')}, AEC", matches, partial(looped, name), process_time)
        for name, matches in GAMES.items()
    ]


@cache
def environment(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # their module is to move to another package
        return getattr(import_module("pettingzoo.classic"), name).env()


def looped(name: str, matches: int) -> int:
    env, chance, moves = environment(name), np.random.default_rng(SEED), 0
    for number in range(matches):
        env.reset(seed=SEED + number)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(chance.choice(np.flatnonzero(observation["action_mask"])))
                moves += 1
    return moves
