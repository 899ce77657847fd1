"""A training run: rollouts, updates, the pool, and how it went.

The net after a number of rollouts depends on the game, the setups and the seed alone, not on when the run was stopped,
measured or resumed: every rollout has random numbers of its own, and the learning rate follows from the steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np

from cardhouse.cards.errors import BadSetup
from cardhouse.compiled.batch import check_number
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from cardhouse.lab.counts import Estimate
from cardhouse.nets import weights
from cardhouse.nets.encoding import Encoding, Rows
from cardhouse.nets.header import Header
from cardhouse.nets.setups import Setup, Values, setups_of
from cardhouse.nets.weights import Floats, Net
from cardhouse.training import learner
from cardhouse.training.learner import Arrays, NetLearner
from cardhouse.training.measure import first_places
from cardhouse.training.pool import Pool
from cardhouse.training.rollout import Players, Scores, play
from cardhouse.training.seating import open_groups
from cardhouse.training.teacher import Teacher

REWARDS = ("place", "first")  # as `Tables` call them: the place says more of a match, so that less luck is in it
TABLES, LENGTH = 512, 128  # steps of a rollout: LENGTH at each table
LESSONS = 16  # rollouts from which the net learns what the heuristic would choose, if there is one
CALM, SLOWEST = 0.15, 0.02  # the share of the steps in which the learning rate falls to this share of itself
MOST_SEED = 1 << 48
SURE = 1_000.0  # times its scores, a net makes the move that it likes best
RIVAL = "the net responded to"
LEVELS = ("random", "easy", "quick")


@dataclass(frozen=True)
class TrainingPlan:
    """What is trained."""

    game: AnyGame
    seats: tuple[int, ...]
    values: Values  # of the options
    seed: int
    tables: int = TABLES
    length: int = LENGTH
    reward: str = REWARDS[0]  # what the net tries to get
    against: Path | None = None  # a net to which the best response is learned
    steps: int | None = None  # how many there will be, if that is known

    @property
    def setups(self) -> list[Setup]:
        return setups_of(self.game, self.seats, self.values)

    @property
    def lessons(self) -> int:
        """The number of rollouts in which the heuristic plays. A best response begins with the weights of its rival."""
        return LESSONS if self.game.bots.heuristic and not self.against else 0

    def pace(self, steps: int) -> float:
        """Return by how much less the net learns after this number of steps: 1, and less and less at the end."""
        return 1.0 if self.steps is None else min(1.0, max(SLOWEST, (self.steps - steps) / (CALM * self.steps)))

    @property
    def rollout(self) -> int:
        """The number of steps of a rollout."""
        return self.tables * self.length


class Report(NamedTuple):
    """How a training run is going, at one moment."""

    steps: int
    seconds: float
    entropy: float
    shares: dict[str, Estimate]  # of first places, by opponent


@dataclass
class Trainer:
    plan: TrainingPlan
    rollouts: int = 0
    steps: int = 0
    seconds: float = 0.0  # of training, without measuring
    last_seconds: float = 0.0  # of the last rollout and what was learned from it
    entropy: float = 0.0
    pool: Pool = field(default_factory=Pool)
    reports: list[Report] = field(default_factory=list)

    def __post_init__(self) -> None:
        check_number("seed", self.plan.seed, MOST_SEED)
        plan, game = self.plan, self.plan.game
        if game.secrecy.recall is None:
            raise BadSetup(
                f"{game.title} cannot recall a state from a view, as a net at a table must.", rule="docs/train.md"
            )
        self.setups = plan.setups
        self.against = weights.read(plan.against, game) if plan.against else None
        self.encoding = Encoding(game, self.against.header.seats if self.against else plan.seats)
        self.groups = open_groups(
            self.encoding,
            self.setups,
            count=plan.tables,
            seed=plan.seed,
            reward=plan.reward,
            is_response=self.against is not None,
        )
        self.batches = [group.tables.reset() for group in self.groups]
        self.learner = NetLearner(len(self.encoding), actions_of(game).count, plan.seed)
        if self.against:
            for setup in self.setups:
                if misfit := self.against.header.misfit(game.name, setup.seats, setup.options):
                    raise BadSetup(misfit, rule="docs/train.md")
            self.learner.begin_with(self.against.layers)
        self.pool.add(0, self.learner.layers())

    def advance(self) -> None:
        """Play a rollout, and learn from it."""
        began = monotonic()
        chance = np.random.default_rng([self.plan.seed, self.rollouts])
        numbers, lesson = list(self.pool.versions), self.rollouts < self.plan.lessons
        rival = self.opponent if self.against else self.rival(numbers[int(chance.integers(len(numbers)))])
        players = Players(self.learner.scores, rival)
        choose = Teacher(self.groups).choose if lesson else players.choose
        rollout, self.batches = play(self.groups, self.batches, choose, length=self.plan.length, chance=chance)
        pace = self.plan.pace(self.steps)
        self.entropy = self.learner.improve(rollout, self.steps, chance, pace=pace, lesson=lesson)
        self.steps += rollout.steps
        self.rollouts += 1
        self.pool.add(self.rollouts, self.learner.layers())
        self.last_seconds = monotonic() - began
        self.seconds += self.last_seconds

    def rival(self, number: int) -> Scores:
        """Return an earlier version of the net, as a policy."""
        return partial(learner.scores, learner.tensors(self.pool.versions[number]))

    def opponent(self, features: Rows) -> Floats:
        """Return the scores of the net that is responded to; its moves are drawn only where all act at once."""
        assert self.against is not None
        scores = learner.scores(learner.tensors(self.against.layers), features)
        return scores if self.plan.game.bots.at_once else SURE * scores

    @property
    def levels(self) -> tuple[str, ...]:
        """The built-in players to measure against."""
        return LEVELS if self.plan.game.bots.heuristic else LEVELS[:1]

    def measure(self, blocks: int) -> Report:
        """Play the net against the built-in players, with the first setup, and add the result to the reports."""
        net = self.learner.scores
        shares = {
            level: first_places(self.encoding, self.setups[0], net, level, blocks=blocks, seed=self.plan.seed)
            for level in self.levels
        }
        if self.against:
            shares[RIVAL] = first_places(
                self.encoding, self.setups[0], net, self.opponent, blocks=blocks, seed=self.plan.seed
            )
        report = Report(self.steps, self.seconds, self.entropy, shares)
        self.reports.append(report)
        return report

    def against_pool(self, blocks: int) -> dict[int, Estimate]:
        """Return the net's share of first places against each earlier version, by its number of steps."""
        net = self.learner.scores
        return {
            number * self.steps // max(1, self.rollouts): first_places(
                self.encoding, self.setups[0], net, self.rival(number), blocks=blocks, seed=self.plan.seed
            )
            for number in self.pool.versions
            if number < self.rollouts
        }

    def net(self) -> Net:
        """Return the net as it is now, for a file."""
        plan = self.plan
        header = Header(
            game=plan.game.name,
            seats=self.encoding.seats,
            options=plan.values,
            law=law_version(plan.game).digest,
            encoding=self.encoding.digest,
            seed=plan.seed,
            steps=self.steps,
            seconds=round(self.seconds, 1),
            version=version("cardhouse"),
        )
        return Net(header, self.learner.layers())

    # For checkpoints

    def arrays(self) -> Arrays:
        """Return a copy of all arrays that decide how the run goes on."""
        found = self.learner.arrays()
        for number, group in enumerate(self.groups):
            found |= {f"tables {number} {name}": array for name, array in group.tables.snapshot().items()}
        for rollouts, layers in self.pool.versions.items():
            for number, (weight, bias) in enumerate(layers):
                found |= {f"pool {rollouts} weight {number}": weight, f"pool {rollouts} bias {number}": bias}
        return found

    def restore(self, arrays: Arrays, versions: Sequence[int]) -> None:
        self.learner.restore(arrays)
        for number, group in enumerate(self.groups):
            start = f"tables {number} "
            mine = {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}
            self.batches[number] = group.tables.restore(mine)
        count = len(self.learner.policy)
        self.pool.versions = {
            rollouts: [
                (arrays[f"pool {rollouts} weight {number}"], arrays[f"pool {rollouts} bias {number}"])
                for number in range(count)
            ]
            for rollouts in versions
        }
