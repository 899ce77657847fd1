"""Pgx's card games on the CPU: batches inside one compiled call, dealt again when all their games are over.

Only moves of unfinished games count. (Its `auto_reset` deals for every game at every step, and is slower.)
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
GAMES = {"leduc_holdem": {1: 60_000, 1024: 614_400}, "sparrow_mahjong": {1: 2_000, 1024: 10_240}}  # by size of batch


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
    """A compiled function that plays `count` batches and returns how many moves they took, and what they paid.

    If nobody asked for the pay, the compiler would leave out the cards.
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
    """A legal action of each game, all equally likely."""
    return jax.random.categorical(key, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
