"""Measure training runs on one core of a CPU: how well the net plays, and how long it takes for a move.

    .train/bin/python -m bench.training president davenport    # or every game of STEPS; writes bench/training.json
                                                                # and docs/train.md

Every net is trained for a fixed number of steps with the default arguments of `cardhouse train`, saved, and read again
by a duel against `quick`, with deals that no training uses. The time of a move includes recalling the state from the
view, encoding it, and the net. It is measured in this process, with nothing else to do.
"""

import json
import re
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.measure import FOLDER, machine
from cardhouse import Match, SeededDealer
from cardhouse.games import game as game_named
from cardhouse.lab.contest import duel
from cardhouse.nets import weights
from cardhouse.nets.player import NetPlayer
from cardhouse.nets.setups import values_of

FILE, PAGE = FOLDER / "training.json", FOLDER.parent / "docs" / "train.md"
PLACE = re.compile(r"(<!-- training: python -m bench.training -->\n).*?(<!-- end of training -->)", re.DOTALL)
STEPS = {"president": 1_500_000, "davenport": 300_000, "javelin": 150_000}
BLOCKS, SEED = 400, 77
MATCHES, MOST_MOVES = 20, 200  # to time moves


def trained(name: str, file: Path) -> dict[str, Any]:
    """Train a net, save it, and return what it took."""
    from cardhouse.training.trainer import Trainer, TrainingPlan

    game = game_named(name)
    trainer = Trainer(TrainingPlan(game, (game.default_seats,), values_of(game, {}), seed=1))
    before = time.process_time()
    while trainer.steps < STEPS[name]:
        trainer.advance()
        print(f"\r{name}: {trainer.steps:,} steps, {trainer.seconds:,.0f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    weights.write(file, trainer.net())
    return {"steps": trainer.steps, "cpu_seconds": time.process_time() - before, "seats": game.default_seats}


def milliseconds(file: Path) -> dict[str, float]:
    """Return the median time of a view and of a move with a choice, and the 99th percentile of the move."""
    choose = NetPlayer(file)
    views, moves = list[float](), list[float]()
    for number in range(MATCHES):
        match = Match(choose.game, seats=choose.header.seats[0], dealer=SeededDealer(SEED, match=number))
        for _ in range(MOST_MOVES):
            if match.over:
                break
            began = time.perf_counter()
            view = match.view(match.to_act[0])
            seen = time.perf_counter()
            move = choose(view)
            if len(view.moves) > 1:
                views.append(seen - began)
                moves.append(time.perf_counter() - seen)
            match.play(view.seat, move)
    view_ms, move_ms, p99 = np.median(views), np.median(moves), np.quantile(moves, 0.99)
    return {"view_ms": 1000 * float(view_ms), "move_ms": 1000 * float(move_ms), "p99_ms": 1000 * float(p99)}


def measured(name: str) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.safetensors"
        found = trained(name, file) | {"bytes": file.stat().st_size} | milliseconds(file)
        contest = duel(name, [str(file), "quick"], blocks=BLOCKS, seed=SEED)
        share, _ = contest.by_player()[str(file)]
        faults = contest.faults(str(file))
    assert faults == 0, f"{faults} faults"
    return found | {"first": share.mean, "low": share.low, "high": share.high, "machine": machine()}


def table(found: dict[str, Any]) -> str:
    lines = [
        "| game | seats | steps | CPU seconds | first places v `quick` | par | net, kB | a move, ms | 99% within, ms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, one in found.items():
        share = f"{one['first']:.1%} ({one['low']:.1%} to {one['high']:.1%})"
        times = f"{one['view_ms'] + one['move_ms']:.2f} | {one['p99_ms']:.2f}"
        lines.append(
            f"| {game_named(name).title} | {one['seats']} | {one['steps']:,} | {one['cpu_seconds']:,.0f} | {share} | "
            f"{1 / one['seats']:.1%} | {one['bytes'] / 1000:.0f} | {times} |"
        )
    return "\n".join([*lines, "", f"({', '.join(sorted({one['machine'] for one in found.values()}))})", ""])


def written(page: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + table(found) + place[2], page)


def main() -> None:
    found = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    for name in sys.argv[1:] or STEPS:
        found[name] = measured(name)
        FILE.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        print(table({name: found[name]}))
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
