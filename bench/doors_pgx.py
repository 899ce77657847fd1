"""Pgx's leduc_holdem, stepped by a loop in Python: a step of all tables, with a random legal action, is one call."""

import os
from functools import cache
from time import process_time
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"  # before jax is imported

import jax
import pgx
from pgx.experimental.wrappers import auto_reset

from bench.measure import Work
from bench.peer_pgx import SEED, chosen

TABLES, STEPS = 1024, 600
NAME = "leduc_holdem"


def works() -> list[Work]:
    return [Work(f"Pgx {NAME}, batch of {TABLES}", STEPS, looped, process_time)]


@cache
def compiled() -> tuple[Any, Any]:
    """Return the functions that deal, and that choose an action and step, at all tables."""
    env = pgx.make(NAME)
    step = jax.vmap(auto_reset(env.step, env.init))

    def act(state: Any, key: Any) -> Any:
        key, choice, cards = jax.random.split(key, 3)
        return step(state, chosen(state, choice), jax.random.split(cards, TABLES)), key

    return jax.jit(jax.vmap(env.init)), jax.jit(act)


def looped(steps: int) -> int:
    deal, act = compiled()
    key = jax.random.PRNGKey(SEED)
    state = deal(jax.random.split(key, TABLES))
    for _ in range(steps):
        state, key = act(state, key)
        state.observation.block_until_ready()
    return steps * TABLES
