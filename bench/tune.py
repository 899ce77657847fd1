"""Tune the weights of the heuristics by self-play: `python -m bench.tune [GAME...]`, some minutes per game.

A candidate differs from the incumbent in a few weights. It plays one against the others, at several tables, in rotated
blocks: with the same cards and the same chance for all. What looks better is tried again on fresh seeds, four times as
long, and becomes the incumbent if it is better by two standard errors there. Everything is written to `tune.json`; the
weights are then copied to the game's `bots.py` by hand.
"""

import json
import sys
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from bench.measure import FOLDER
from cardhouse import game as game_named
from cardhouse.cards.chance import below
from cardhouse.cards.law import Row
from cardhouse.compiled.batch import batch, blank
from cardhouse.compiled.compiler import compilable, compiled
from cardhouse.compiled.loop import scratch
from cardhouse.compiled.playout import PlayoutResults, playout
from cardhouse.games.definition import AnyGame, Weights
from cardhouse.lab.report.exhibit import first_player

SEED = 7 << 40  # of the tuning, and of the last figures; no other figure uses them
FRESH = 8 << 40
RANDOM, HEURISTIC = 0, 1  # the last cell of a player's row: random, or the heuristic with the weights before it
PROMISING, SURE, LONGER = 0.5, 2.0, 4  # standard errors for a second trial, and to be accepted; its length
LAST = 5  # factor of the number of matches for the last figures


class Plan(NamedTuple):
    """How to tune a game: the number of trials, the matches of each, and the tables: seats and options."""

    trials: int
    matches: int
    tables: tuple[tuple[int, dict[str, str | int]], ...]


ONE_HAND: dict[str, str | int] = {"max_hands": 1}
PLANS = {
    "blitz": Plan(400, 2400, ((2, ONE_HAND), (4, ONE_HAND))),
    "davenport": Plan(80, 12_000, tuple((seats, {}) for seats in range(2, 8))),
    "dynasty": Plan(300, 4800, ((3, {"monarchies": 1}), (4, {"monarchies": 1}), (6, {"monarchies": 1}))),
    "javelin": Plan(600, 4000, ((2, {}),)),
    "president": Plan(300, 12_000, ((3, {}), (4, {}), (6, {}))),
}


def plan_of(name: str) -> Plan:
    """Return the plan of a game; by default with the default number of seats and the shortest match."""
    game = game_named(name)
    return PLANS.get(name) or Plan(300, 4800, ((game.default_seats, dict(game.lab.short)),))


@cache
def kernel(game: AnyGame) -> Any:
    """Return a kernel that plays matches in which each player is a row: its weights, then its kind."""
    heuristic = game.bots.heuristic

    def choose(t: Any, seat: int, player: Any, chance: Row, out: Row, count: int) -> int:
        if player[player.shape[0] - 1] == HEURISTIC:
            return heuristic(t, seat, out, count, player)  # type: ignore[misc]
        return out[below(chance, count)]

    play_one = compilable(playout(game, compilable(choose, "choose_by_weights")), "play_one_by_weights")

    def play_some(tables: Any, starts: Any, who: Any, plan: Any, scratch: Any, played: Any) -> None:
        for i in range(played.moves.shape[0]):
            play_one(i, tables, starts, who, plan, scratch, played)

    return compiled(play_some)


def play(game: AnyGame, rows: list[Row], matches: int, seed: int, options: dict[str, str | int]) -> PlayoutResults:
    seats = len(rows)
    todo = batch(game, matches=matches - matches % seats, seats=seats, options=options, seed=seed)
    todo = todo._replace(plan=todo.plan._replace(block=seats, rotates=1), who=np.array(rows, np.int64))
    played, workspace = blank(todo), scratch(game, lambda count: np.zeros(count, np.int64))
    kernel(game)(todo.starts.states[:1].copy(), todo.starts, todo.who, todo.plan, workspace, played)
    return played


def edge(game: AnyGame, plan: Plan, one: Row, others: Row, seed: int, longer: int = 1) -> tuple[float, float]:
    """Return how much one player's share of first places exceeds par, over all tables, and the standard error."""
    total = variance = 0.0
    for seats, options in plan.tables:
        won = first_player(play(game, [one] + [others] * (seats - 1), longer * plan.matches, seed, options))
        total += won.mean() * seats - 1  # relative to par, so that all numbers of seats count the same
        variance += (seats * won.std(ddof=1)) ** 2 / len(won)
    return total / len(plan.tables), variance**0.5 / len(plan.tables)


def neighbour(weights: Weights, chance: Random) -> Weights:
    """Return the weights with one to three of them changed, a little or a lot."""
    row = list(weights)
    for k in chance.sample(range(len(row)), min(len(row), chance.choice((1, 1, 2, 3)))):
        size = (abs(row[k]) or abs(chance.choice(row)) or 1) * chance.choice((0.1, 0.25, 0.5, 1.0))
        row[k] += round(chance.uniform(-size, size)) or chance.choice((-1, 1))
    return tuple(row)


def tuned(name: str, start: Weights) -> dict[str, Any]:
    game, plan = game_named(name), plan_of(name)
    chance = Random(name)
    best = start
    accepted: list[dict[str, Any]] = []
    tried = 0
    for trial in range(plan.trials):
        candidate, seed = neighbour(best, chance), SEED + 2 * trial
        if candidate == best:
            continue
        tried += 1
        gain, error = edge(game, plan, [*candidate, HEURISTIC], [*best, HEURISTIC], seed)
        if gain < PROMISING * error or error == 0:
            continue
        gain, error = edge(game, plan, [*candidate, HEURISTIC], [*best, HEURISTIC], seed + 1, LONGER)
        line = f"{name} {trial}: {gain / error:+.1f} errors, {100 * gain:+.1f}% of par"
        print(f"{line}: {'accepted' if gain > SURE * error else 'no'} {candidate}", flush=True)
        if gain > SURE * error:
            best = candidate
            accepted.append({"trial": trial, "gain": round(gain, 4), "error": round(error, 4), "weights": best})
    return {
        "seed": SEED,
        "tried": tried,
        "accepted": accepted,
        "start": start,
        "weights": best,
        **last(name, start, best),
    }


def last(name: str, start: Weights, weights: Weights) -> dict[str, Any]:
    """Return the shares of first places on fresh seeds, against the initial weights and against random players."""
    game, plan, figures = game_named(name), plan_of(name), []
    for seats, options in plan.tables:
        row: dict[str, Any] = {"seats": seats, "options": options, "par": round(1 / seats, 4)}
        for others, rows in {"untuned": [*start, HEURISTIC], "random": [*weights, RANDOM]}.items():
            won = first_player(
                play(game, [[*weights, HEURISTIC]] + [rows] * (seats - 1), LAST * plan.matches, FRESH, options)
            )
            error = float(won.std(ddof=1)) / len(won) ** 0.5
            row[others] = {"first_share": round(float(won.mean()), 4), "error": round(error, 4)}
        figures.append(row)
        print(name, row, flush=True)
    return {"fresh_seed": FRESH, "figures": figures}


def main(names: list[str]) -> None:
    file = FOLDER / "tune.json"
    found = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for name in names or sorted(found):
        start = found[name]["start"] if name in found else game_named(name).bots.weights  # for repeatable runs
        found[name] = tuned(name, tuple(start))
        file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
