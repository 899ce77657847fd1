"""How well the levels play: printed, kept in bench/strength.json, written into docs/strength.md.

`make strength`: about an hour on two cores. What is played is kept in .strength, so that it can be broken off and goes
on where it was. The seeds are not those of bench/tune.py.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import FOLDER, machine
from cardhouse.lab import duel, tournament
from cardhouse.lab.contest.summary import as_dict, told

SEED = 20_261_115
PAGE = FOLDER.parent / "docs/strength.md"
KEPT = Path(".strength")
PLACE = re.compile(r"(<!-- strength: make strength -->\n).*?(<!-- end of strength -->)", re.DOTALL)
HAND = {"max_hands": 1}
DEAL = {"monarchies": 1}


class Goal(NamedTuple):
    """One player among others, and the share of first places that he is to reach."""

    game: str
    seats: int
    one: str
    others: str
    to_reach: float
    blocks: int
    options: dict[str, str | int] = {}  # noqa: RUF012  # never changed


class Pool(NamedTuple):
    game: str
    seats: int
    blocks: int
    options: dict[str, str | int] = {}  # noqa: RUF012  # never changed


GOALS = [
    Goal("president", 4, "deep:100ms", "quick", 0.40, 480),
    Goal("president", 4, "deep:100ms", "random", 0.78, 300),
    Goal("president", 4, "deep:100ms", "examples/cheapest.py", 0.40, 300),
    Goal("dynasty", 4, "deep:100ms", "quick", 0.55, 480, DEAL),
    Goal("dynasty", 4, "deep:100ms", "examples/highest.py", 0.55, 300, DEAL),
    Goal("dynasty", 4, "deep:100ms", "random", 0.98, 60, DEAL),
    Goal("blitz", 2, "deep:100ms", "quick", 0.60, 550, HAND),
    Goal("blitz", 2, "deep:100ms", "random", 0.98, 400, HAND),
    Goal("javelin", 2, "deep:20ms", "quick", 0.80, 600),
    Goal("javelin", 2, "deep:20ms", "random", 0.98, 100),
    Goal("davenport", 2, "deep:20ms", "quick", 0.50, 1200),
    Goal("davenport", 2, "deep:20ms", "random", 0.79, 800),
]
PLAYERS = ("random", "easy", "quick", "deep:10ms")
POOLS = [
    Pool("president", 4, 100),
    Pool("dynasty", 4, 80, DEAL),
    Pool("blitz", 2, 150, HAND),
    Pool("javelin", 2, 60),
    Pool("davenport", 2, 200),
]


def command(kind: str, game: str, players: str, seats: int, blocks: int, options: dict[str, Any]) -> str:
    given = "".join(f" --option {name}={value}" for name, value in options.items())
    return f"cardhouse {kind} {game} {players} --seats {seats} --blocks {blocks} --seed {SEED}{given}"


def measured(parts: list[str]) -> dict[str, Any]:
    KEPT.mkdir(exist_ok=True)
    goals, pools = [], []
    for goal in GOALS:
        if parts and goal.game not in parts:
            continue
        kept = KEPT / f"{goal.game}-{goal.one}-{Path(goal.others).stem}.jsonl"
        given: dict[str, Any] = {"seats": goal.seats, "blocks": goal.blocks, "options": goal.options, "seed": SEED}
        contest = duel(goal.game, [goal.one, goal.others], keep=kept, **given)
        print(told(contest), flush=True)
        players = f"--players {goal.one},{goal.others}"
        typed = command("duel", goal.game, players, goal.seats, goal.blocks, goal.options)
        goals.append({"to_reach": goal.to_reach, "command": typed, **as_dict(contest)})
    for pool in POOLS:
        if parts and pool.game not in parts:
            continue
        given = {"seats": pool.seats, "blocks": pool.blocks, "options": pool.options, "seed": SEED}
        contest = tournament(pool.game, PLAYERS, keep=KEPT / f"{pool.game}.jsonl", **given)
        print(told(contest), flush=True)
        typed = command("tournament", pool.game, " ".join(PLAYERS), pool.seats, pool.blocks, pool.options)
        pools.append({"command": typed, **as_dict(contest)})
    return {"machine": machine(), "goals": goals, "pools": pools}


if __name__ == "__main__":
    found = measured(sys.argv[1:])
    (FOLDER / "strength.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
