"""Train the nets that are shipped with the games, which the level `master` plays with: `make champions`.

    .train/bin/python -m tools.champions davenport     # or all games of PLANS; an interrupted one goes on
    .train/bin/python -m tools.champions --stamp       # after a change of a law that changes no match

The plans below and the seeds in the headers of the files say how each net is made: the same commit makes the same net
on the same kind of processor. Those that are shipped now were stopped and resumed while the plans were still changing,
so made again they differ a little. A net fits the law whose digest it has, and the digest covers comments. `--stamp`
writes the present digest into the nets whose games still play their golden matches as before.
"""

import argparse
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardhouse.games import game as game_named
from cardhouse.games.version import law_version
from cardhouse.nets import shipped, weights
from cardhouse.nets.header import bytes_of
from cardhouse.nets.setups import values_of
from tools.generated import ROOT

RUNS = ROOT / ".champions"  # the checkpoints
REPORT = 20  # rollouts between two measurements
BLOCKS = 250


@dataclass(frozen=True)
class Champion:
    """How the net of a game is trained."""

    seats: tuple[int, ...]
    steps: int
    options: dict[str, tuple[str | int, ...]] = field(default_factory=dict)  # other values than the default alone
    tables: int = 2048
    length: int = 64
    seed: int = 1


PLANS = {
    "davenport": Champion(
        seats=(2, 3, 4, 5, 6, 7),
        steps=44_000_000,
        options={"ace_rule": ("off", "on"), "playoff": ("elimination", "wins")},
        tables=1024,
    ),
}


def file_beside(name: str) -> Path:
    return ROOT / "src/cardhouse/games" / name / shipped.FILE


def train(name: str) -> None:
    """Train the net of a game to the end of its plan, and write it beside the law."""
    from cardhouse.training import checkpoint
    from cardhouse.training.measure import first_places
    from cardhouse.training.trainer import Trainer, TrainingPlan

    champion, game = PLANS[name], game_named(name)
    plan = TrainingPlan(
        game,
        champion.seats,
        values_of(game, champion.options),
        champion.seed,
        tables=champion.tables,
        length=champion.length,
        reward="first",
        steps=champion.steps,
    )
    saved = RUNS / f"{name}.checkpoint"
    trainer = checkpoint.resume(saved, plan) if saved.exists() else Trainer(plan)
    if trainer.steps >= champion.steps:
        print(f"{name} has been trained already: delete {saved} to train it again.")
        return
    while trainer.steps < champion.steps:
        trainer.advance()
        if trainer.rollouts % REPORT == 0 or trainer.steps >= champion.steps:
            weights.write_whole(saved, checkpoint.packed(trainer))
            setup = trainer.setups[0]
            share = first_places(trainer.encoding, setup, trainer.learner.scores, "quick", blocks=BLOCKS)
            print(f"{name}: {trainer.steps:,} steps, {trainer.seconds:,.0f} s, {setup}: {share} v quick", flush=True)
    net = trainer.net()
    weights.write(file_beside(name), replace(net, header=replace(net.header, commit=commit())))


def commit() -> str:
    """Return the commit of this checkout."""
    return subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def stamp(name: str) -> None:
    """Write the present digest of a game's law into its net."""
    file, game = file_beside(name), game_named(name)
    net = weights.unpacked(bytes_of(file))
    digest = law_version(game).digest
    if net.header.law == digest:
        return
    tests = ["tests/test_golden_logs.py", f"tests/{name}/test_oracle.py"]
    if subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], cwd=ROOT).returncode:
        sys.exit(f"{game.title} does not play as before: train its net again.")
    weights.write(file, replace(net, header=replace(net.header, law=digest)))
    print(f"{file.name} of {game.title} has the digest {digest}.")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[*PLANS], help="which nets; all by default")
    parser.add_argument("--stamp", action="store_true", help="only write the digest of the law into the nets")
    given = parser.parse_args()
    if unknown := [name for name in given.games if name not in PLANS]:
        parser.error(f"There is no plan for {unknown[0]!r}; there are plans for {', '.join(PLANS)}.")
    RUNS.mkdir(exist_ok=True)
    for name in given.games:
        (stamp if given.stamp else train)(name)


if __name__ == "__main__":
    main()
