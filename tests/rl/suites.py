"""The suites of Gymnasium and PettingZoo, unmodified: each is a function of the game's name and a number of cycles."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test import state_test as states_test
from pettingzoo.utils import parallel_to_aec

from cardhouse.games import game as game_named
from cardhouse.rl.gymnasium import env_id
from cardhouse.rl.pettingzoo import env, parallel_env

TABLES, SEED = 5, 7
Suite = Callable[[str, int], None]


def gymnasium_env(game: str, cycles: int) -> None:
    check_env(gymnasium.make(env_id(game_named(game))).unwrapped)


def aec(game: str, cycles: int) -> None:
    api_test(env(game), num_cycles=cycles)


def aec_seeds(game: str, cycles: int) -> None:
    seed_test(lambda: env(game), num_cycles=cycles)


def render(game: str, cycles: int) -> None:
    render_test(lambda render_mode: env(game, render_mode=render_mode))


def parallel(game: str, cycles: int) -> None:
    parallel_api_test(parallel_env(game), num_cycles=cycles)


def parallel_seeds(game: str, cycles: int) -> None:
    parallel_seed_test(lambda: parallel_env(game), num_cycles=cycles)


def most_cycles(game: str, cycles: int) -> None:
    """Their test counts the turns of agents that act in turn, one move each: the parallel form, made so by them."""
    max_cycles_test(
        SimpleNamespace(
            parallel_env=lambda max_cycles: parallel_env(game, max_cycles=max_cycles),
            env=lambda max_cycles: parallel_to_aec(parallel_env(game, max_cycles=max_cycles)),
        )
    )


def state(game: str, cycles: int) -> None:
    states_test(env(game), parallel_env(game), num_cycles=min(cycles, 10))


SUITES: list[Suite] = [gymnasium_env, aec, aec_seeds, render, parallel, parallel_seeds, most_cycles, state]


def vector_plays_as_single_ones(game: str, steps: int, **wanted: Any) -> int:
    """Compare `TableVectorEnv` with `SyncVectorEnv` at every step; return how many matches have ended."""
    mode = wanted.pop("autoreset_mode", "NextStep")
    vector = gymnasium.make_vec(env_id(game_named(game)), TABLES, autoreset_mode=mode, **wanted)
    single = gymnasium.make_vec(
        env_id(game_named(game)), TABLES, "sync", vector_kwargs={"autoreset_mode": mode}, **wanted
    )
    chance, ended = np.random.default_rng(SEED), 0
    one: tuple[Any, ...] = vector.reset(seed=SEED)
    other: tuple[Any, ...] = single.reset(seed=SEED)
    for _ in range(steps):
        same(one, other)
        actions = chosen(one[-1]["action_mask"], chance)
        one, other = vector.step(actions), single.step(actions)
        ended += int(np.sum(one[2] | one[3]))
    same(one, other)
    return ended


def chosen(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.int64]:
    """Choose a legal action in most rows, and any number in the others."""
    actions = chance.integers(masks.shape[1], size=len(masks))
    for row, mask in enumerate(masks):
        if mask.any() and chance.random() < 0.9:
            actions[row] = chance.choice(np.flatnonzero(mask))
    return actions


def same(one: Any, other: Any) -> None:  # what `reset` or `step` returns: tuples, dicts and arrays
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            same(one[name], other[name])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        assert len(one) == len(other)
        for part, other_part in zip(one, other, strict=True):
            same(part, other_part)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    else:
        assert one == other
