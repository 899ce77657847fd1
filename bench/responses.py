"""Train best responses to the nets of `master`: an estimate of how much each can be beaten by who knows how it plays.

    .train/bin/python -m bench.responses davenport     # or all; writes bench/responses.json and docs/strength.md

A response begins with the weights of the net that it responds to, learns for a fixed number of CPU seconds at tables
where that net has all other seats, and is then measured there with other deals. More training may find more, so the
figure is a lower bound of what a perfect response would get; a player that cannot be beaten at all stays at par.
"""

import argparse
import json
import re
import sys
from time import process_time
from typing import Any

from bench.measure import FOLDER, machine
from bench.strength import PAGE, PROOFS
from cardhouse.games import game as game_named
from cardhouse.nets import shipped
from cardhouse.nets.setups import values_of

FILE = FOLDER / "responses.json"
PLACE = re.compile(r"(<!-- responses: python -m bench.responses -->\n).*?(<!-- end of responses -->)", re.DOTALL)
SECONDS, BLOCKS, SEED = 300.0, 4000, 99


def measured(name: str, seconds: float) -> dict[str, Any]:
    from cardhouse.training.measure import first_places
    from cardhouse.training.trainer import Trainer, TrainingPlan

    game, proof = game_named(name), PROOFS[name]
    options = {option: [value] for option, value in proof.options.items()}
    file = shipped.file_of(game)
    if file is None:
        sys.exit(f"No net is shipped with {game.title}.")
    plan = TrainingPlan(game, (proof.seats,), values_of(game, options), SEED, reward="first", against=file)
    trainer, began = Trainer(plan), process_time()
    setup = trainer.setups[0]
    while process_time() - began < seconds:
        trainer.advance()
    share = first_places(trainer.encoding, setup, trainer.learner.scores, trainer.opponent, blocks=BLOCKS, seed=SEED)
    return {
        "seats": proof.seats,
        "options": proof.options,
        "steps": trainer.steps,
        "cpu_seconds": round(seconds),
        "first": share.mean,
        "low": share.low,
        "high": share.high,
        "machine": machine(),
    }


def table(found: dict[str, Any]) -> str:
    lines = [
        "| a response to the masters of | seats | first places | par | trained, CPU seconds | steps |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, one in found.items():
        share = f"{one['first']:.1%} ({one['low']:.1%} to {one['high']:.1%})"
        par = f"{1 / one['seats']:.0%}"
        lines.append(
            f"| {game_named(name).title} | {one['seats']} | {share} | {par} | {one['cpu_seconds']} | {one['steps']:,} |"
        )
    return "\n".join([*lines, "", f"({', '.join(sorted({one['machine'] for one in found.values()}))})", ""])


def written(page: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + table(found) + place[2], page)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[name for name in PROOFS if shipped.file_of(game_named(name))])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of training, in CPU time")
    given = parser.parse_args()
    found = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    for name in given.games:
        found[name] = measured(name, given.seconds)
        FILE.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        print(table({name: found[name]}))
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
