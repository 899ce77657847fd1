"""Pgx's card games on the CPU: batches in one compiled call, dealt again when all matches are over.

Only moves of unfinished matches count. (`auto_reset` deals for every match at every step, and is slower.)
"""

import os
from functools import cache, partial
from time import process_time
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"  # before jax is imported

import jax
import pgx
from jax import lax
from jax import numpy as jnp

from bench.measure import Work

SEED = 1
GAMES = {"leduc_holdem": {1: 60_000, 1024: 614_400}, "sparrow_mahjong": {1: 2_000, 1024: 10_240}}  # by batch size


def works() -> list[Work]:
    return [
        Work(f"Pgx {name}, batch of {batch}", games, partial(played, name, batch), process_time)
        for name, sizes in GAMES.items()
        for batch, games in sizes.items()
    ]


def played(name: str, batch: int, games: int) -> int:
    moves, _ = batches(name, batch)(games // batch, jax.random.PRNGKey(SEED))
    return int(moves)


@cache
def batches(name: str, batch: int) -> Any:
    """Return a compiled function that plays `count` batches and returns the moves and the rewards.

    If it did not return the rewards, the compiler would optimize the cards away.
    """
    env = pgx.make(name)
    deal, step = jax.vmap(env.init), jax.vmap(env.step)

    def act(now: Any) -> Any:
        before, key, moves, pay = now
        key, choice = jax.random.split(key)
        state = step(before, chosen(before, choice))
        return state, key, moves + going(before).sum(), pay + state.rewards

    def play(_: Any, now: Any) -> Any:
        key, cards = jax.random.split(now[0])
        state = deal(jax.random.split(cards, batch))
        return lax.while_loop(lambda now: going(now[0]).any(), act, (state, key, *now[1:]))[1:]

    nothing = jnp.zeros((batch, env.num_players))
    return jax.jit(lambda count, key: lax.fori_loop(0, count, play, (key, 0, nothing))[1:])


def going(state: Any) -> Any:
    return ~(state.terminated | state.truncated)


def chosen(state: Any, key: Any) -> Any:
    """Return a random legal action for each match."""
    return jax.random.categorical(key, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
