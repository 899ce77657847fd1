"""RLCard's environments with random agents: `run`, which also records trajectories, and a loop over `step`."""

from functools import cache, partial
from random import Random
from time import process_time
from typing import Any

import numpy as np
import rlcard
from rlcard.agents import RandomAgent

from bench.measure import Work

SEED = 1
GAMES = {"doudizhu": (12, 50), "gin-rummy": (40, 60), "uno": (300, 500)}  # matches per round of `run` and of the loop


def works() -> list[Work]:
    found = []
    for name, (runs, loops) in GAMES.items():
        found += [
            Work(f"RLCard {name}, env.run", runs, partial(run, name), process_time),
            Work(f"RLCard {name}, env.step", loops, partial(looped, name), process_time),
        ]
    return found


@cache
def environment(name: str) -> Any:
    env = rlcard.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return env


def seeded(name: str) -> Any:
    """Return an environment, seeded so that every round is the same; the agents use numpy's global generator."""
    env = environment(name)
    env.seed(SEED)
    np.random.seed(SEED)
    return env


def run(name: str, games: int) -> int:
    env = seeded(name)
    before = env.timestep  # RLCard counts the moves itself, across matches
    for _ in range(games):
        env.run(is_training=False)
    return int(env.timestep - before)


def looped(name: str, games: int) -> int:
    env, chance = seeded(name), Random(SEED)
    before = env.timestep
    for _ in range(games):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
    return int(env.timestep - before)
