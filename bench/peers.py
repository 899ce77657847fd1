"""Compare random play of our games with our peers', in one run and one process on one core, in CPU time: `make peers`.

A move is a player's choice, a pass included; chance events do not count. Our games are whole matches, deals included
(`play_many`, one worker). So are the peers', except for OpenSpiel's rollouts, which begin after the deal. The moves of
the rollouts and of `evaluate_bots` are not counted one by one: they are the number of matches times the mean length of
2,000 random playouts, twenty from each of the same dealt states, in the same run.

No peer implements our games, so each of theirs is paired with our most similar one. dou_dizhu is a climbing game like
President and Dynasty; in gin_rummy and sparrow_mahjong players collect sets, as in Blitz; crazy_eights, uno and hearts
are played card by card, like Davenport; leduc_holdem, like Javelin, is for two players who guess each other's cards.
"""

import os
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from bench.measure import Work, machine, measured, named, publish, short
from cardhouse import game

PEERS = {"OpenSpiel": "open_spiel", "RLCard": "rlcard", "Pgx": "pgx"}  # and their package names


class Pair(NamedTuple):
    """A peer's work, our game, and our target: how many times its moves per second."""

    peer: str
    ours: str
    to_reach: int | None = None


PAIRS = [
    Pair("OpenSpiel dou_dizhu, rollouts", "president", 4),
    Pair("OpenSpiel dou_dizhu, rollouts", "dynasty", 4),
    Pair("OpenSpiel gin_rummy, rollouts", "blitz", 10),
    Pair("OpenSpiel crazy_eights, rollouts", "davenport"),
    Pair("OpenSpiel hearts, rollouts", "davenport"),
    Pair("OpenSpiel dou_dizhu, Python loop", "president"),
    Pair("RLCard doudizhu, env.run", "president", 1000),
    Pair("RLCard doudizhu, env.run", "dynasty", 1000),
    Pair("RLCard gin-rummy, env.run", "blitz", 1000),
    Pair("RLCard uno, env.run", "davenport", 1000),
    Pair("RLCard uno, env.run", "javelin", 1000),
    Pair("RLCard doudizhu, env.step", "president"),
    Pair("RLCard gin-rummy, env.step", "blitz"),
    Pair("RLCard uno, env.step", "davenport"),
    Pair("Pgx leduc_holdem, batch of 1024", "javelin"),
    Pair("Pgx sparrow_mahjong, batch of 1024", "blitz"),
]


def works_of(player: str) -> list[Work]:
    """Import a peer, and return its work. The import is lazy because the docs are written without the peers."""
    works: list[Work] = import_module(f"bench.peer_{player.lower()}").works()
    return works


def works_if_any(peer: str) -> list[Work]:
    """Return a peer's work; if it is not installed or does not start, print why and return nothing."""
    try:
        return works_of(peer)
    except Exception as why:  # a peer with incompatible dependencies may raise anything
        print(f"{peer} is left out: {why}.")
        return []


def on_one_core() -> None:
    """Pin the process to one core: otherwise JAX splits each small step among all cores, which makes it slower."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def taken() -> dict[str, Any]:
    on_one_core()
    theirs = {peer: works for peer in PEERS if (works := works_if_any(peer))}
    rows = measured([*works_of("Cardhouse"), *(work for works in theirs.values() for work in works)])
    versions = {peer: version(PEERS[peer]) for peer in theirs}
    return {"machine": machine(), "versions": versions, "rows": rows, "ratios": ratios(rows)}


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    speed = {row["what"]: row["moves_per_s"] for row in rows}
    return [
        {**pair._asdict(), "times": float(f"{speed[named(pair.ours)] / speed[pair.peer]:.3g}")}
        for pair in PAIRS
        if pair.peer in speed
    ]


def table(found: dict[str, Any]) -> str:
    speed = {row["what"]: short(row["moves_per_s"]) for row in found["rows"]}
    lines = ["| peer | work | its moves/s | our game | our moves/s | ratio |", "|---|---|---:|---|---:|---:|"]
    for pair in found["ratios"]:
        peer, _, work = pair["peer"].partition(", ")
        ours = game(pair["ours"]).title
        cells = (peer, work, speed[pair["peer"]], ours, speed[named(pair["ours"])], f"{pair['times']:,g}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    found = taken()
    publish("peers", found)
    print(f"\n{table(found)}")
