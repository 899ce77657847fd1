"""Random play of OpenSpiel's card games in three ways: a Python loop, its C++ bots, and its C++ rollouts.

A game is its name as OpenSpiel loads it: `"crazy_eights(players=4)"`.
"""

from functools import cache, partial
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import pyspiel

from bench.measure import Work

SEED = 1
DEALS, PLAYOUTS = 100, 20  # dealt states, and random playouts from each, to count the moves
GAMES = {  # matches per round of the loop and of the bots, and rollouts: about a second each
    "dou_dizhu": (1_500, 10_000, 50_000),
    "gin_rummy": (200, 200, 1_500),
    "crazy_eights(players=4)": (1_500, 10_000, 50_000),
    "hearts": (1_500, 10_000, 60_000),
}


def works() -> list[Work]:
    found = []
    for name, (loops, games, rollouts) in GAMES.items():
        title = f"OpenSpiel {name.partition('(')[0]}"
        found += [
            Work(f"{title}, Python loop", loops, partial(looped, name), process_time),
            Work(f"{title}, evaluate_bots", games, partial(with_bots, name), process_time),
            Work(f"{title}, rollouts", rollouts, partial(rolled_out, name), process_time),
        ]
    return found


def looped(name: str, games: int) -> int:
    """Play with the loop of the manual, including the deal."""
    game, chance, moves = load(name), Random(SEED), 0
    for _ in range(games):
        state = deal(game, chance)
        while not state.is_terminal():
            if state.is_chance_node():
                happen(state, chance)
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
    return moves


def with_bots(name: str, games: int) -> int:
    """Play with bots, including the deal. Counting moves one by one would take longer than playing them."""
    game, bots = load(name), uniform_bots(name)
    for number in range(games):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return round(games * mean_length(name))


def rolled_out(name: str, games: int) -> int:
    """Play rollouts: a search with one simulation does nothing else from its root, here a dealt state."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=max(1, games // DEALS), seed=SEED)
    searcher = pyspiel.MCTSBot(
        load(name), evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=SEED, verbose=False
    )
    for state in dealt(name):
        searcher.mcts_search(state)
    return round(games * mean_length(name))


@cache
def load(name: str) -> Any:
    return pyspiel.load_game(name)


def uniform_bots(name: str) -> list[Any]:
    return [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(load(name).num_players())]


@cache
def dealt(name: str) -> list[Any]:
    chance = Random(SEED)
    return [deal(load(name), chance) for _ in range(DEALS)]


def deal(game: Any, chance: Random) -> Any:
    """Return a random state in which the first player is to move."""
    state = game.new_initial_state()
    while state.is_chance_node():
        happen(state, chance)
    return state


def happen(state: Any, chance: Random) -> None:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(actions, weights)[0])


@cache
def mean_length(name: str) -> float:
    """Return the mean number of players' moves from a dealt state to the end, with passes, without chance events."""
    bots = uniform_bots(name)
    return fmean(length(state.clone(), bots, number) for state in dealt(name) for number in range(PLAYOUTS))


def length(state: Any, bots: list[Any], seed: int) -> int:
    pyspiel.evaluate_bots(state, bots, seed)
    return sum(step.player >= 0 for step in state.full_history())
