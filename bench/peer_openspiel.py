"""OpenSpiel's card games, played by chance in its three ways: a loop in Python, its bots in C++, its rollouts in C++.

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
DEALS, PLAYOUTS = 100, 20  # dealt states, and the random playouts of each by which the moves are counted
GAMES = {  # a round's games of the loop and of the bots, and its rollouts: about a second of each
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
    """What a reader of the manual writes; the deal included."""
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
    """The deal included; to count the moves one by one would take longer than to play them."""
    game, bots = load(name), uniform_bots(name)
    for number in range(games):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return round(games * mean_length(name))


def rolled_out(name: str, games: int) -> int:
    """A search of one simulation is a number of rollouts of its root: from each dealt state the same number of them."""
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
    """A state in which the first player is to move."""
    state = game.new_initial_state()
    while state.is_chance_node():
        happen(state, chance)
    return state


def happen(state: Any, chance: Random) -> None:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(actions, weights)[0])


@cache
def mean_length(name: str) -> float:
    """Moves of players, a pass included and what chance does left out, from a dealt state to the end of the game."""
    bots = uniform_bots(name)
    return fmean(length(state.clone(), bots, number) for state in dealt(name) for number in range(PLAYOUTS))


def length(state: Any, bots: list[Any], seed: int) -> int:
    pyspiel.evaluate_bots(state, bots, seed)
    return sum(step.player >= 0 for step in state.full_history())
