"""Measure how well the levels play; print it, and write bench/strength.json and docs/strength.md.

`make strength` takes about two hours on two cores; `python -m bench.strength president` is for one game, and with
`--missing` only the rows are measured that bench/strength.json does not have. The matches are saved in .strength, so
that it can be interrupted and resumed. The seed differs from those of bench/tune.py and of all training.
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import FOLDER, machine
from cardhouse import GAMES
from cardhouse.bots import MASTER, levels_of
from cardhouse.lab import duel, tournament
from cardhouse.lab.contest.summary import as_dict, summarise

SEED = 20_261_115
FILE, PAGE, SAVED = FOLDER / "strength.json", FOLDER.parent / "docs/strength.md", Path(".strength")
PLACE = re.compile(r"(<!-- strength: make strength -->\n).*?(<!-- end of strength -->)", re.DOTALL)
PLAYERS = ("random", "easy", "quick", "deep:10ms", "master")


class Goal(NamedTuple):
    """One player among others, and its target share of first places."""

    one: str
    others: str
    to_reach: float | None
    blocks: int


class Proof(NamedTuple):
    """How to measure one game: the number of seats, the goals, and the blocks of the tournament."""

    seats: int
    options: dict[str, str | int]
    goals: tuple[Goal, ...]
    blocks: int


PROOFS = {
    "president": Proof(
        4,
        {},
        (
            Goal("deep:30ms", "quick", 0.40, 480),
            Goal("deep:30ms", "random", 0.78, 300),
            Goal("deep:30ms", "examples/cheapest.py", None, 240),
            Goal("master", "quick", 0.29, 4000),
            Goal("master", "deep:30ms", 0.28, 300),
            Goal("deep:30ms", "master", 0.21, 300),
        ),
        50,
    ),
    "dynasty": Proof(
        4,
        {"monarchies": 1},
        (
            Goal("deep:30ms", "quick", 0.55, 480),
            Goal("deep:30ms", "examples/highest.py", None, 240),
            Goal("deep:30ms", "random", 0.98, 300),
            Goal("master", "quick", 0.47, 2000),
            Goal("master", "deep:30ms", 0.33, 300),
            Goal("deep:30ms", "master", 0.18, 300),
        ),
        40,
    ),
    "blitz": Proof(
        2,
        {"max_hands": 1},
        (Goal("deep:30ms", "quick", 0.60, 550), Goal("deep:30ms", "random", 0.98, 400)),
        80,
    ),
    "javelin": Proof(2, {}, (Goal("deep:20ms", "quick", 0.80, 640), Goal("deep:20ms", "random", 0.98, 200)), 30),
    "davenport": Proof(
        2,
        {},
        (
            Goal("deep:20ms", "quick", 0.50, 1000),
            Goal("deep:20ms", "random", 0.79, 700),
            Goal("master", "quick", 0.49, 4000),
            Goal("master", "deep:20ms", 0.49, 400),
        ),
        60,
    ),
}


def proved(game: str, known: list[dict[str, Any]]) -> dict[str, Any]:
    """Measure a game, except for the rows that are known."""
    proof, goals = PROOFS[game], []
    by_command = {row["command"]: row for row in known}
    table: dict[str, Any] = {"seats": proof.seats, "options": proof.options, "seed": SEED}
    levels = ["random", *levels_of(GAMES[game])]
    for goal in proof.goals:
        if MASTER in (goal.one, goal.others) and MASTER not in levels:
            continue
        typed = command(f"duel {game} --players {goal.one},{goal.others}", proof, goal.blocks)
        if typed not in by_command:
            saved = SAVED / f"{game}-{goal.one}-{Path(goal.others).stem}.jsonl"
            contest = duel(game, [goal.one, goal.others], blocks=goal.blocks, save=saved, **table)
            print(summarise(contest), flush=True)
            by_command[typed] = {"command": typed, **as_dict(contest)}
        goals.append({**by_command[typed], "to_reach": goal.to_reach})
    players = [name for name in PLAYERS if name.partition(":")[0] in levels]
    typed = command(f"tournament {game} {' '.join(players)}", proof, proof.blocks)
    if typed not in by_command:
        contest = tournament(game, players, blocks=proof.blocks, save=SAVED / f"{game}.jsonl", **table)
        print(summarise(contest), flush=True)
        by_command[typed] = {"command": typed, **as_dict(contest)}
    return {"machine": machine(), "goals": goals, "pool": by_command[typed]}


def command(what: str, proof: Proof, blocks: int) -> str:
    options = "".join(f" --option {name}={value}" for name, value in proof.options.items())
    return f"cardhouse {what} --seats {proof.seats}{options} --blocks {blocks} --seed {SEED}"


# Text


def share(mean: float, interval: list[float]) -> str:
    return f"{mean:.1%} ({interval[0]:.1%} to {interval[1]:.1%})"


def goal_rows(found: dict[str, Any]) -> str:
    rows = ["| one | among | first places | ms per move, median | p99 |", "|---|---|---:|---:|---:|"]
    for goal in found["goals"]:
        one, other = list(dict.fromkeys(goal["players"]))
        measured = share(goal["first_share"][one], goal["first_share_interval"][one])
        clock = goal["ms_per_move"][one]
        count = f"{goal['seats'] - 1} " if goal["seats"] > 2 else ""
        rows.append(f"| {one} | {count}{other} | {measured} | {clock['median']:.3g} | {clock['p99']:.3g} |")
    return "\n".join(rows)


def pool_rows(pool: dict[str, Any]) -> str:
    names = pool["players"]
    rows = [f"| one of these, among | {' | '.join(names)} | rating |", "|---" * (len(names) + 2) + "|"]
    for one in names:
        cells = [
            "" if one == other else share(pool["pool"][one][other], pool["pool_interval"][one][other])
            for other in names
        ]
        low, high = pool["rating_interval"][one]
        rows.append(f"| **{one}** | {' | '.join(cells)} | {pool['rating'][one]:.0f} ({low:.0f} to {high:.0f}) |")
    return "\n".join(rows)


def page(found: dict[str, Any]) -> str:
    text = ""
    for game, proof in found.items():
        pool, options = proof["pool"], PROOFS[game].options
        table = ", ".join([f"{pool['seats']} seats", *(f"{name}={value}" for name, value in options.items())])
        commands = "\n".join([*(goal["command"] for goal in proof["goals"]), pool["command"]])
        text += (
            f"## {GAMES[game].title}\n\n{table}; par is {pool['par']:.0%}. Measured on {proof['machine']}.\n\n"
            f"{goal_rows(proof)}\n\nAll players against each other, {pool['blocks']} blocks:\n\n{pool_rows(pool)}\n\n"
            f"```sh\n{commands}\n```\n\n"
        )
    return text


def written(text: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + page(found) + place[2], text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[*PROOFS])
    parser.add_argument("--missing", action="store_true", help="measure only the rows that are not there yet")
    given = parser.parse_args()
    SAVED.mkdir(exist_ok=True)
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for name in given.games:
        rows = [*known[name]["goals"], known[name]["pool"]] if given.missing and name in known else []
        known[name] = proved(name, rows)
        FILE.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
